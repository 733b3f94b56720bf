"""Conversations with the plain game: typed lines, and the answers to each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.plain import conversation as plain_talk
from backgammon_tui.plain.conversation import Conversation
from backgammon_tui.plain.match import MatchConversation
from backgammon_tui.session import Session
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.program_files import Storage
from tests.engine.examples import rules_named


@dataclass
class Talk:
    """The players' typed lines, and everything printed."""

    answers: list[list[str]] = field(default_factory=lambda: [[]])
    """The greeting, then the answer to each line."""

    asked: list[str] = field(default_factory=list)
    """The prompt before each line."""

    typed: list[str] = field(default_factory=list)
    """The typed lines."""

    prompt: str = ""
    """The latest prompt."""

    record: MatchRecord | None = None

    def record_line(self, line: str) -> None:
        """Record a printed line."""
        self.answers[-1].append(line)

    @property
    def lines(self) -> list[str]:
        """Everything printed."""
        return [line for answer in self.answers for line in answer]

    @property
    def last(self) -> str:
        """The last answer, on one line."""
        return " ".join(self.answers[-1])


def hold(
    name: str,
    next_line: Callable[[Talk], str | None],
    typed: bool = True,
    length: int | None = None,
    settings: Settings | None = None,
    **house_rules: Any,
) -> Talk:
    """Run a whole conversation; `next_line` returns each typed line, or None at the end."""
    rules = rules_named(name, **house_rules)
    match = MatchRecord(rules, "Anna", "Boris", "2026-03-01", length)
    table = Table.new_match(match, None if typed else FairDice(new_seed()))
    return hold_at(table, next_line, settings=settings)


def hold_at(
    table: Table,
    next_line: Callable[[Talk], str | None],
    journal: Journal | None = None,
    lock: MatchLock | None = None,
    settings: Settings | None = None,
) -> Talk:
    """Run a whole conversation at a table, saved if there is a journal."""
    session = Session(table, Storage(journal, settings), lock)
    talk = typing(lambda talk: MatchConversation(session, talk), next_line)
    talk.record = session.table.record
    return talk


def typing(
    begin: Callable[[plain_talk.Talk], Conversation[Any]], next_line: Callable[[Talk], str | None]
) -> Talk:
    """Run a whole conversation of any mode; `next_line` returns each typed line."""
    talk = Talk()

    def read(prompt: str) -> str | None:
        talk.prompt = prompt
        line = next_line(talk)
        if line is not None:
            talk.asked.append(prompt)
            talk.typed.append(line)
            talk.answers.append([])
        return line

    begin(plain_talk.Talk(read, talk.record_line)).run()
    return talk


def say(name: str, lines: Sequence[str], **options: Any) -> Talk:
    """Run a conversation in which these lines are typed."""
    waiting = iter(lines)
    return hold(name, lambda _: next(waiting, None), **options)


def answer(name: str, *lines: str, **options: Any) -> str:
    """Return the answer to the last of some lines."""
    return say(name, lines, **options).last


def say_at(
    table: Table, *lines: str, journal: Journal | None = None, lock: MatchLock | None = None
) -> Talk:
    """Run a conversation at a table in which these lines are typed."""
    waiting = iter(lines)
    return hold_at(table, lambda _: next(waiting, None), journal, lock)


def expect_narrow_and_plain(talk: Talk) -> None:
    """Assert that all lines, including prompts, are at most sixty columns of ASCII."""
    for line in (*talk.lines, *talk.asked):
        assert len(line) <= 60, line
        assert line.isascii(), line
