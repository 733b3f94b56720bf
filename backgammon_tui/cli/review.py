"""`review`: what the choices of a game cost, and how the dice fell."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from backgammon_tui.analysis.nets import NoNet, taught_for
from backgammon_tui.analysis.review import Choice, Finding, Mark, review, total, win_chances
from backgammon_tui.analysis.value import NotJudged
from backgammon_tui.cli.console import print_line
from backgammon_tui.cli.journal import find_match
from backgammon_tui.cli.problem import Refusal
from backgammon_tui.cli.progress import WorkCounter
from backgammon_tui.cli.transcripts import read_match
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.record import GameRecord, MatchRecord
from backgammon_tui.words.review_lines import (
    describe_choice,
    describe_estimate,
    describe_total,
    write_actions,
)


def review_match(journal: Journal, options: argparse.Namespace) -> int:
    """Print the review of a kept match or of a transcript; the exit code."""
    record = _record(journal, options.match)
    taught = taught_for(record.rules)
    games = []
    for number, game in enumerate(record.games, 1):
        findings = _findings(record, game)
        if options.json:
            games.append(_for_programs(record, game, findings))
        else:
            _print_game(record, number, findings)
    if options.json:
        told = {"net": taught.digest, "taught_games": taught.games, "games": games}
        print_line(json.dumps(told))
    else:
        print_line(describe_estimate(taught, record.rules))
    return 0


def _record(journal: Journal, name: str) -> MatchRecord:
    """The match of a number in the journal, or in a file."""
    if name.isascii() and name.isdigit() and not Path(name).exists():
        return journal.read(find_match(journal, int(name)).match)[0]
    return read_match(name)


def _findings(record: MatchRecord, game: GameRecord) -> list[Finding]:
    try:
        with WorkCounter("choices and throws looked at") as counter:
            return list(counter.counting(review(game.start(record.rules), game.standing)))
    except NotJudged:
        raise Refusal("The program does not judge games in which the opponent completes.") from None
    except NoNet as missing:
        raise Refusal(f"No net has been taught {missing}.") from None
    except (NotAllowed, ValueError) as error:
        raise Refusal("The match is damaged: it cannot be played as it is written.") from error


def _print_game(record: MatchRecord, number: int, findings: list[Finding]) -> None:
    names = {Side.WHITE: record.white, Side.BLACK: record.black}
    print_line(f"Game {number}")
    for finding in findings:
        if isinstance(finding, Choice) and finding.mark is not Mark.FINE:
            print_line(f"  {finding.at + 1:>4}  {describe_choice(finding, names[finding.side])}")
    for side in Side:
        print_line(describe_total(total(findings, side), names[side]))


def _for_programs(
    record: MatchRecord, game: GameRecord, findings: list[Finding]
) -> dict[str, object]:
    chances = win_chances(game.start(record.rules), game.standing)
    return {
        "findings": [_finding_for_programs(finding) for finding in findings],
        "white_wins": [{"action": at + 1, "chance": round(win, 4)} for at, win in chances],
    }


def _finding_for_programs(finding: Finding) -> dict[str, object]:
    where = {"action": finding.at + 1, "side": finding.side.value}
    if not isinstance(finding, Choice):
        return {**where, "dice": list(finding.dice), "luck": round(finding.points, 4)}
    return {
        **where,
        "made": write_actions(finding.made),
        "best": write_actions(finding.best),
        "cost": round(finding.cost, 4),
        "mark": finding.mark.name.lower(),
    }
