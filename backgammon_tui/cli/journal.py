"""Access to the journal for commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING

from backgammon_tui.cli.arguments import Refusal
from backgammon_tui.cli.console import one_line
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.words.problems import JournalProblem, StorageErrorKind

if TYPE_CHECKING:
    from backgammon_tui.storage.journal.journal import Journal
    from backgammon_tui.words.records import MatchLine


@contextmanager
def open_journal() -> Iterator[Journal]:
    from backgammon_tui.storage.journal.backups import describe_restoring
    from backgammon_tui.storage.journal.journal import Journal

    with Journal(journal_file()) as journal:
        try:
            yield journal
        except JournalProblem as problem:
            message = str(problem)
            if problem.kind is StorageErrorKind.DAMAGED:
                way = describe_restoring(problem.path)
                message += f". When you start the program, it offers to {way}."
            raise Refusal(message) from problem


def with_journal(
    command: Callable[[Journal, argparse.Namespace], None],
) -> Callable[[argparse.Namespace], None]:
    @wraps(command)
    def carry_out(options: argparse.Namespace) -> None:
        with open_journal() as journal:
            command(journal, options)

    return carry_out


@contextmanager
def damage_refused(name: str) -> Iterator[None]:
    """Turn a `ValueError` into a `Refusal`, because the recorded match is invalid."""
    try:
        yield
    except ValueError as error:
        problem = f"{name} is damaged: it cannot be played as it is written."
        raise Refusal(problem) from error


def find_player(journal: Journal, name: str) -> str:
    from backgammon_tui.storage.journal import edits

    player = edits.find_player(journal, name)
    if player is None:
        raise Refusal(f"There is no player {one_line(name, longest=60)}.")
    return player


def find_match(journal: Journal, number: int) -> MatchLine:
    from backgammon_tui.storage.journal.query import match_line

    line = match_line(journal, number)
    if line is None:
        raise Refusal(f"There is no match {number}.")
    return line
