"""Matches as files: `export` and `import`."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from backgammon_tui.cli.arguments import Refusal, UsageProblem
from backgammon_tui.cli.console import (
    STANDARD,
    WorkCounter,
    new_file,
    one_line,
    print_line,
    shown_name,
)
from backgammon_tui.cli.journal import damage_refused, find_match, with_journal
from backgammon_tui.cli.transcripts import read_match
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.storage.journal.edits import AlreadyImported, add_match, check_match, same_dice
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.match_files import NoPlaceInFormat, write_mat
from backgammon_tui.storage.transcripts import write_transcript

# ---- export and import


@with_journal
def export(journal: Journal, options: argparse.Namespace) -> None:
    """Write the transcript of a match, or of one of its games."""
    number = find_match(journal, options.match).match
    record = journal.read(number).record
    if options.game and options.game > len(record.games):
        raise Refusal(f"Match {number} has no game {options.game}.")
    if options.game:
        record = record.only_game(options.game)
    try:
        with damage_refused(f"Match {number}"):
            text = _WRITERS[options.format](record)
    except NoPlaceInFormat as problem:
        raise Refusal(f"Match {number} is not written: {problem}.") from None
    if options.file in (None, STANDARD):
        _print_text(text)
        return
    with new_file(options.file) as file:
        file.write(text)
    print_line(f"Written to {one_line(options.file)}.")


_WRITERS: Final = {"transcript": write_transcript, "mat": write_mat}


def _print_text(text: str) -> None:
    """Write a transcript to standard output in UTF-8, whatever the locale."""
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.buffer.flush()
    else:
        sys.stdout.write(text)


@with_journal
def import_files(journal: Journal, options: argparse.Namespace) -> None:
    """Add transcripts to the records: all of them, or none if one is unreadable."""
    transcripts = [(shown_name(name), _read(journal, name)) for name in options.files]
    for name, record in transcripts:
        try:
            with WorkCounter("games taken in") as counter:
                match = add_match(journal, record, counter.tell)
            print_line(f"{name}: match {match}.{_tell_same_dice(journal, match)}")
        except AlreadyImported as known:
            more = "; its seeds are new" if known.seeds else ""
            print_line(f"{name}: there already, as match {known.match}{more}.")


def _tell_same_dice(journal: Journal, match: int) -> str:
    games = [f"{other}.{number}" for other, number in same_dice(journal, match)]
    if not games:
        return ""
    most = f" and {len(games) - _MAX_NAMED} more" if len(games) > _MAX_NAMED else ""
    return (
        f" It has the dice of {', '.join(games[:_MAX_NAMED])}{most} (match.game):"
        " the rolls of the later one could be known before it."
    )


_MAX_NAMED: Final = 5


def _read(journal: Journal, name: str) -> MatchRecord:
    record = read_match(name)
    try:
        with WorkCounter("games checked") as counter:
            check_match(journal, record, counter.tell)
    except ValueError as error:
        raise UsageProblem(f"{shown_name(name)}: {error}") from error
    return record
