"""`matches`, `score`, `statistics`, `export` and `import`: the matches in the journal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from backgammon_tui.cli.console import (
    STANDARD,
    Refusal,
    UsageProblem,
    WorkCounter,
    can_print,
    damage_refused,
    find_match,
    naming_file,
    one_line,
    print_error,
    print_line,
    shown_name,
    with_journal,
)
from backgammon_tui.cli.rules import read_match
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.names import is_computer
from backgammon_tui.session import command
from backgammon_tui.stats import Column, is_somebody, tally
from backgammon_tui.storage.journal import edits, query
from backgammon_tui.storage.journal.edits import AlreadyImported, add_match, check_match, same_dice
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.query import GameQuery
from backgammon_tui.storage.mat import NoPlaceInFormat, PartlyRead, write_mat
from backgammon_tui.storage.paths import write_file
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.text_file import shell_word
from backgammon_tui.words.columns import cells, left
from backgammon_tui.words.naming import local_time, plural
from backgammon_tui.words.problems import describe_part, describe_written
from backgammon_tui.words.records import (
    MatchLine,
    describe_outcome,
    describe_tally,
    draw_all_roll_counts,
    waiting_for,
)
from backgammon_tui.words.rule_settings import short_title

# ---- lists


@with_journal
def list_matches(journal: Journal, options: argparse.Namespace) -> None:
    count = query.count_matches(journal)
    lines = query.all_matches(journal, 0, count)
    if options.open:
        lines = tuple(line for line in lines if line.is_open)
    results = dict[int, list[tuple[str, ...]]]()
    for game in query.finished_games(journal, GameQuery()) if options.games else ():
        row = (f"{game.match}.{game.number}", f"  {describe_outcome(game)}", *[""] * 4)
        results.setdefault(game.match, []).append((*row, _local_time(game.finished)))
    rows = [row for line in lines for row in (_match_row(line), *results.get(line.match, ())[::-1])]
    _print_table(
        "There is no unfinished match." if options.open else "There are no matches.",
        ("match", "White - Black", "game", "score", "state", "next", "last played"),
        rows,
    )


def _match_row(line: MatchLine) -> tuple[str, ...]:
    return (
        str(line.match),
        f"{line.white} - {line.black}",
        f"{short_title(line.ruleset)}{f' to {line.length}' if line.length else ''}",
        f"{line.white_points}:{line.black_points}",
        line.state.label,
        waiting_for(line) if line.is_open else "",
        _local_time(line.touched),
    )


def _local_time(written: str) -> str:
    try:
        return local_time(datetime.fromisoformat(written)).strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return written


def _print_table(if_empty: str, heading: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if not rows:
        print_line(if_empty)
        return
    shown = [heading, *([one_line(cell) for cell in row] for row in rows)]
    widths = [max(map(cells, column)) for column in zip(*shown, strict=True)]
    for row in shown:
        padded = (left(cell, width) for cell, width in zip(row, widths, strict=True))
        print_line("  ".join(padded).rstrip())


# ---- one match, one player


@with_journal
def show_score(journal: Journal, options: argparse.Namespace) -> None:
    line = find_match(journal, options.match)
    for text in query.score_sheet(journal, line.match):
        print_line(one_line(text))


@with_journal
def show_statistics(journal: Journal, options: argparse.Namespace) -> None:
    if options.player is None:
        return _list_players(journal)
    player = _find_somebody(journal, options.player)
    opponent = _find_somebody(journal, options.opponent) if options.opponent else None
    if opponent and player.casefold() == opponent.casefold():
        raise UsageProblem("a player cannot be their own opponent")
    choice = GameQuery(player, opponent or "")
    with WorkCounter("games counted") as counter:
        games = counter.counting(query.played_games(journal, choice))
        counts = tally(games, player, opponent)
    names = filter(is_computer, query.player_names(journal) if counts.against_computer else ())
    met = (name for name in names if query.count_games(journal, GameQuery(player, name)))
    commands = [
        command(f"statistics {shell_word(player)} {shell_word(name)}", options.folder)
        for name in met
    ]
    for line in describe_tally(counts, commands):
        print_line(one_line(line))
    if counts.games:
        is_ascii = options.ascii or not can_print("█▌│")
        _print_dice(player, counts.own, is_ascii)
        _print_dice(opponent or "opponents", counts.other, is_ascii)


def _find_somebody(journal: Journal, name: str) -> str:
    if not name.strip():
        raise UsageProblem("the name of a player is empty")
    if not is_somebody(name.strip()):
        raise Refusal("Players without a name (White and Black) have no statistics.")
    player = edits.find_player(journal, name)
    if player is None:
        raise Refusal(f"There is no player {one_line(name, longest=60)}.")
    return player


def _list_players(journal: Journal) -> None:
    players = [line for line in query.player_lines(journal) if is_somebody(line.name)]
    rows = [
        (
            line.name,
            plural(line.games, "game"),
            str(line.points),
            str(line.game_count - line.games or ""),
        )
        for line in players
    ]
    _print_table(
        "Nobody has finished a game yet.", ("player", "finished", "points", "not counted"), rows
    )


def _print_dice(name: str, column: Column, is_ascii: bool) -> None:
    print_line(f"\nThe dice of {one_line(name)}\n")
    drawn = draw_all_roll_counts(column, ascii_only=is_ascii)
    print_line("\n\n".join("\n".join(lines) for lines in drawn) or "No rolls.")


# ---- files


@with_journal
def export(journal: Journal, options: argparse.Namespace) -> None:
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
        if hasattr(sys.stdout, "buffer"):
            # Write UTF-8, whatever the locale.
            sys.stdout.buffer.write(text.encode("utf-8"))
            sys.stdout.buffer.flush()
        else:
            sys.stdout.write(text)
        return
    with naming_file(options.file):
        write_file(Path(options.file), text)
    print_line(describe_written(Path(options.file)))


_WRITERS: Final = {"transcript": write_transcript, "mat": write_mat}


@with_journal
def import_files(journal: Journal, options: argparse.Namespace) -> None:
    """Add the matches of files to the records, except those of faulty files."""
    refused = list[UsageProblem]()
    for name in options.files:
        try:
            _import_file(journal, name, partly=options.partly)
        except UsageProblem as problem:
            if len(options.files) == 1:
                raise
            print_error(str(problem))
            refused.append(problem)
    count = len(options.files)
    if refused:
        raise UsageProblem(f"{count - len(refused)} of {plural(count, 'file')} imported")


def _import_file(journal: Journal, name: str, *, partly: bool) -> None:
    """Add the match of a file to the records; if `partly`, the games before a fault."""
    shown, part = shown_name(name), ""
    try:
        record = read_match(name)
    except UsageProblem as problem:
        fault = problem.__cause__
        if not isinstance(fault, PartlyRead):
            raise
        record, games = fault.record, describe_part(len(fault.record.games), fault.games)
        if not partly:
            hint = "Add --partly to import the games before it"
            reason = str(problem).removesuffix(".")
            raise UsageProblem(f"{reason}. {hint}: {games}") from None
        part = f", {games}; {str(fault).removesuffix('.')}"
    _check(journal, shown, record)
    try:
        with WorkCounter("games imported") as counter:
            match = add_match(journal, record, counter.report)
        print_line(f"{shown}: match {match}{part}.{_describe_same_dice(journal, match)}")
    except AlreadyImported as known:
        more = "; its seeds are new" if known.seed_count else ""
        print_line(f"{shown}: already imported as match {known.match}{more}.")


def _describe_same_dice(journal: Journal, match: int) -> str:
    games = [f"{other}.{number}" for other, number in same_dice(journal, match)]
    if not games:
        return ""
    return (
        f" It reuses the dice of {', '.join(games)} (match.game),"
        " so the rolls of the later game could be known in advance."
    )


def _check(journal: Journal, shown: str, record: MatchRecord) -> None:
    try:
        with WorkCounter("games checked") as counter:
            check_match(journal, record, counter.report)
    except ValueError as error:
        raise UsageProblem(f"{shown}: {error}") from error
