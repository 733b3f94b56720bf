"""Talk with the plain game: lines in, and what was answered to each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.plain import talk as plain_talk
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
    """Two players who know what to type, and everything that they were told."""

    answers: list[list[str]] = field(default_factory=lambda: [[]])
    """The greeting, then what was answered to each line."""

    asked: list[str] = field(default_factory=list)
    """The prompt before each line."""

    typed: list[str] = field(default_factory=list)
    """The lines themselves."""

    prompt: str = ""
    """The latest prompt."""

    record: MatchRecord | None = None

    def hear(self, line: str) -> None:
        """Take down a line that the players are told."""
        self.answers[-1].append(line)

    @property
    def lines(self) -> list[str]:
        """Everything that was answered."""
        return [line for answer in self.answers for line in answer]

    @property
    def last(self) -> str:
        """The last answer, in one line."""
        return " ".join(self.answers[-1])


def hold(
    name: str,
    next_line: Callable[[Talk], str | None],
    typed: bool = True,
    length: int | None = None,
    settings: Settings | None = None,
    **house_rules: Any,
) -> Talk:
    """A whole conversation; `next_line` says what is typed, None that nothing more is."""
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
    """A whole conversation at a table; with a journal it is kept."""
    session = Session(table, Storage(journal, settings), lock)
    talk = typing(lambda talk: MatchConversation(session, talk), next_line)
    talk.record = session.table.record
    return talk


def typing(
    begin: Callable[[plain_talk.Talk], Conversation[Any]], next_line: Callable[[Talk], str | None]
) -> Talk:
    """A whole conversation of any mode; `next_line` says what is typed."""
    talk = Talk()

    def read(prompt: str) -> str | None:
        talk.prompt = prompt
        line = next_line(talk)
        if line is not None:
            talk.asked.append(prompt)
            talk.typed.append(line)
            talk.answers.append([])
        return line

    begin(plain_talk.Talk(read, talk.hear)).run()
    return talk


def say(name: str, lines: Sequence[str], **options: Any) -> Talk:
    """The conversation in which these lines are typed, then nothing more."""
    waiting = iter(lines)
    return hold(name, lambda _: next(waiting, None), **options)


def answer(name: str, *lines: str, **options: Any) -> str:
    """Return the answer to the last of some lines."""
    return say(name, lines, **options).last


def say_at(
    table: Table, *lines: str, journal: Journal | None = None, lock: MatchLock | None = None
) -> Talk:
    """The conversation at a table in which these lines are typed, then nothing more."""
    waiting = iter(lines)
    return hold_at(table, lambda _: next(waiting, None), journal, lock)
