"""`replay`: checks a transcript, and its dice."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise

from backgammon_tui.cli.arguments import Refusal, UsageProblem
from backgammon_tui.cli.console import (
    WorkCounter,
    print_line,
    read_file,
)
from backgammon_tui.engine import Game, Phase
from backgammon_tui.storage.match_files import read_match_file
from backgammon_tui.storage.record import (
    DiceKind,
    MatchRecord,
    ThrowCheck,
    check_throws,
)
from backgammon_tui.storage.transcripts import WrongSeed
from backgammon_tui.words.naming import plural, sentence


def read_match(name: str) -> MatchRecord:
    """Return the match in a transcript or a `.mat` file."""
    with WorkCounter("lines read") as counter:
        return read_file(name, lambda path: read_match_file(path, counter.tell))


def replay(options: argparse.Namespace) -> int:
    """Print how the games of a transcript ended, and whether their dice agree with the seeds."""
    try:
        record = read_match(options.file)
    except UsageProblem as problem:
        if isinstance(problem.__cause__, WrongSeed):
            raise Refusal(str(problem)) from problem
        raise
    for game_record in record.games:
        game = game_record.play(record.rules)
        print_line(f"{game.position} | {_tell_end(game)}")
    return _verify_dice(record)


def _tell_end(game: Game) -> str:
    if game.result and game.result.winner:
        return f"{game.result.winner.value} wins {game.result.points}"
    if game.result:
        return "draw"
    actor = game.actor.value if game.actor else ""
    match game.phase:
        case Phase.OPENING:
            return "unfinished, both to throw"
        case Phase.KEEP_OR_AGAIN:
            return f"unfinished, {actor} to keep or reroll"
        case Phase.CHOOSE:
            return f"unfinished, {actor} to choose 5 or 6"
        case Phase.MOVE | Phase.COMPLETE:
            return f"unfinished, {actor} to play {' '.join(map(str, game.left))}"
        case _:
            return f"unfinished, {actor} to throw"


class DiceVerdict(IntEnum):
    """The result of a check of dice; the value is the exit code."""

    VERIFIED = 0
    """Every throw of fair dice agrees with its seed."""

    CONTRADICTED = 1
    """A throw disagrees with its seed, or a seed is used twice."""

    UNVERIFIED = 3
    """No throw disagrees, but not all can be checked."""


def _verify_dice(record: MatchRecord) -> DiceVerdict:
    """Print which throws agree with the seeds of a match; return the verdict."""
    with WorkCounter("games verified") as counter:
        games = [list(check_throws(game)) for game in counter.counting(record.games)]
    verdicts = {DiceVerdict.VERIFIED}
    for number, checks in enumerate(games, 1):
        if checks:
            text, verdict = _verify_game(checks)
            print_line(f"Dice of game {number}: {text}.")
            verdicts.add(verdict)
    if record.reused_dice:
        print_line(sentence(record.reused_dice))
        verdicts.add(DiceVerdict.CONTRADICTED)
    return DiceVerdict.CONTRADICTED if DiceVerdict.CONTRADICTED in verdicts else max(verdicts)


def _verify_game(checks: Sequence[ThrowCheck]) -> tuple[str, DiceVerdict]:
    """Return the result for the throws of a game, and the verdict."""
    known = [check for check in checks if check.expected]
    wrong = [check for check in known if not check.agrees]
    typed = [check for check in checks if check.kind is DiceKind.TYPED]
    hidden = len(checks) - len(known) - len(typed)
    if len(typed) == len(checks):
        return "typed in", DiceVerdict.VERIFIED
    parts = []
    if known:
        verb = "agrees" if len(known) == 1 else "agree"
        parts.append(f"{len(known) - len(wrong)} of {plural(len(known), 'throw')} {verb}")
    for check in wrong:
        assert check.expected
        parts.append(
            f"throw {check.number} is {check.thrown[0]}-{check.thrown[1]}"
            f" and should be {check.expected[0]}-{check.expected[1]}"
        )
    if typed:
        parts.append(f"{plural(len(typed), 'throw')} cannot be verified: typed in{_since(checks)}")
    if hidden:
        parts.append(f"{plural(hidden, 'throw')} cannot be verified: the seed is not shown")
    verdict = DiceVerdict.UNVERIFIED if typed or hidden else DiceVerdict.VERIFIED
    return "; ".join(parts), DiceVerdict.CONTRADICTED if wrong else verdict


def _since(checks: Sequence[ThrowCheck]) -> str:
    """Say where fair dice were changed for typed ones, if that was in mid-game."""
    for before, after in pairwise(checks):
        if (before.kind, after.kind) == (DiceKind.FAIR, DiceKind.TYPED):
            return f" after fair dice were changed for typed ones before throw {after.number}"
    return ""
