"""Conversations with the plain game: typed lines, and the answers to each."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.plain import conversation as plain_talk
from backgammon_tui.plain.conversation import Conversation
from backgammon_tui.plain.lessons import LessonConversation
from backgammon_tui.plain.match import MatchConversation
from backgammon_tui.session import Session
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.program_files import Storage
from tests.engine.examples import rules_named
from tests.teach.lessons.examples import own_lesson, task, write


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


# ---- players


class Player:
    """Types an answer to each prompt, and now and then something else."""

    def __init__(self, seed: int, lines: int = 30_000) -> None:
        self.chance = random.Random(seed)
        self.lines = lines

    def __call__(self, talk: Talk) -> str | None:
        self.lines -= 1
        awaited = self.awaited(talk)
        if self.lines < 0 or awaited.startswith("The match is over"):
            return None
        if self.chance.random() < 0.05:
            return self.chance.choice(ASIDES)
        return self.reply(awaited)

    def awaited(self, talk: Talk) -> str:
        """Return the last sentence, which may be wrapped."""
        return " ".join(talk.answers[-1][-2:])

    def reply(self, awaited: str) -> str:
        roll = f"{self.chance.randint(1, 6)} {self.chance.randint(1, 6)}"
        for ending, reply in (
            ("accept takes the result", "accept"),
            ("next: start the next game", "next"),
            ("(k or r).", self.chance.choice(["keep", "reroll"])),
            ("Type 5 or 6.", self.chance.choice("56")),
            ("Type both numbers", roll),
            ("Enter: roll.", "roll"),
        ):
            if ending in awaited:
                return reply
        return f"play {self.chance.choice([1, 1, 1, 2])}"


class FairPlayer(Player):
    """Lets the program roll."""

    def reply(self, awaited: str) -> str:
        reply = super().reply(awaited)
        return "roll" if reply[0].isdigit() and len(reply) == 3 else reply


ASIDES = [
    *("board", "where", "line", "stage", "last", "score", "dice", "rules", "help", "point 20"),
    *("rolls", "log", "why", "s", "w", "id"),
    *("plays 13/", "why 13/7", "undo", "redo", "hello", "24/23", "", "play 1000000", "n", "5"),
]


# ---- a lesson


START = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"


LESSON = write(
    f"{START}\nSay: You are White.\n",
    task(
        *("Roll: 6-3", "Task: Play what you can.", "Solution: hand/19"),
        *("Try: hand/22: blocked", "  Look there."),
    ),
    "Roll: 4-1\nPlayed: hand/21 hand/24\n",
    "\n".join(
        [
            *("Question: How many?", "About: numbers of 4-3", "Solution: 0"),
            *("Try: 2", "  Look again.", "Hint: Two points.", "After: None."),
        ]
    ),
)


def learn(*lines: str, text: str = LESSON) -> Talk:
    """Return the conversation in which these lines are typed."""
    waiting, mode = iter(lines), LessonMode.begin(own_lesson(text), Settings())
    return typing(
        lambda talk: LessonConversation(mode, talk, Storage()), lambda _: next(waiting, None)
    )
