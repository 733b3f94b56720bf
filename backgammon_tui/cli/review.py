"""`review`: the cost of each choice of a game, and the luck of the dice."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from typing import Final

from backgammon_tui.analysis.review import Finding, Luck, review
from backgammon_tui.analysis.value import judge_digest
from backgammon_tui.cli.arguments import Refusal
from backgammon_tui.cli.console import can_print, print_line
from backgammon_tui.cli.for_programs import print_json
from backgammon_tui.cli.journal import damage_refused, find_match, with_journal
from backgammon_tui.cli.progress import WorkCounter
from backgammon_tui.cli.rollout import net_for
from backgammon_tui.cli.transcripts import read_match
from backgammon_tui.engine import Side
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.storage.journal.query import all_games
from backgammon_tui.storage.journal.reviews import read_review, write_review
from backgammon_tui.storage.record import GameRecord, MatchRecord
from backgammon_tui.words.net_sentences import describe_passed_over
from backgammon_tui.words.review_lines import (
    BARS,
    SEVEN_BIT_BARS,
    describe_estimate,
    describe_review,
    write_actions,
)


@with_journal
def review_match(journal: Journal, options: argparse.Namespace) -> None:
    """Print the review of a kept match or of a transcript."""
    name: str = options.match
    rows: tuple[int, ...] = ()
    if name.isascii() and name.isdigit() and not Path(name).exists():
        match = find_match(journal, int(name)).match
        record, rows = journal.read(match)[0], all_games(journal, match)
    else:
        record = read_match(name)
    taught, judge = net_for(record.rules), judge_digest(record.rules)
    games: list[dict[str, object]] = []
    for number, (game, row) in enumerate(zip_longest(record.games, rows), 1):
        if not (options.agreed or _may_review(record, game)):
            if len(record.games) == 1:
                raise Refusal(_NOT_OVER.format(number))
            if options.json:
                games.append({"findings": None})
            else:
                print_line(_NOT_OVER.format(number))
            continue
        found = read_review(journal, row, judge, game.standing) if row else None
        if found is None:
            found = _findings(record, game)
            if row:
                # A game can be reviewed where nothing can be kept.
                with suppress(JournalProblem):
                    write_review(journal, row, judge, game.standing, found)
        if options.json:
            games.append({"findings": [_finding_for_programs(finding) for finding in found]})
        else:
            _print_game(record, number, found)
    if options.json:
        told = {"net": taught.digest, "taught_games": taught.games, "games": games}
        print_json(told)
    else:
        print_line(describe_estimate(taught, record.rules) + describe_passed_over(taught))


_NOT_OVER: Final = (
    "Game {} is not over. Where both players agree to see what each play cost, add --agreed."
)


def _may_review(record: MatchRecord, game: GameRecord) -> bool:
    """Return True if a game is over, or both its players may ask the program."""
    with damage_refused("The match"):
        return record.has_hints_for_all or game.play(record.rules).is_over


def _findings(record: MatchRecord, game: GameRecord) -> tuple[Finding, ...]:
    with damage_refused("The match"), WorkCounter("choices and throws looked at") as counter:
        return tuple(counter.counting(review(game.start(record.rules), game.standing)))


def _print_game(record: MatchRecord, number: int, findings: Sequence[Finding]) -> None:
    names = {Side.WHITE: record.white, Side.BLACK: record.black}
    print_line(f"Game {number}")
    for line in describe_review(findings, names, BARS if can_print(BARS) else SEVEN_BIT_BARS):
        print_line(line)


def _finding_for_programs(finding: Finding) -> dict[str, object]:
    where = {"action": finding.at + 1, "side": finding.side.value}
    if isinstance(finding, Luck):
        figures = {"luck": round(finding.points, 4), "white_wins": round(finding.win, 4)}
        return {**where, "dice": list(finding.dice), **figures}
    return {
        **where,
        "made": write_actions(finding.made),
        "best": write_actions(finding.best),
        "cost": round(finding.cost, 4),
        "error": round(finding.error, 4),
        "mark": finding.mark.name.lower(),
    }
