"""`replay` and `verify-dice`: what can be said of a transcript."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from backgammon_tui.cli.files import read_match
from backgammon_tui.cli.output import print_line
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.turn import Phase
from backgammon_tui.records.record import DiceKind, GameRecord
from backgammon_tui.records.verification import check_throws
from backgammon_tui.words.speaker import plural


def _replay(options: argparse.Namespace) -> int:
    record = read_match(options.file)
    for game_record in record.games:
        game = game_record.play(record.rules)
        print_line(f"{game.position} | {_tell_end(game)}")
    return 0


def _tell_end(game: Game) -> str:
    if game.result and game.result.winner:
        return f"{game.result.winner.value} wins {game.result.points}"
    if game.result:
        return "draw"
    actor = game.actor.value if game.actor else ""
    left = " ".join(str(number) for number in game.left)
    match game.phase:
        case Phase.OPENING:
            return "unfinished, both to throw"
        case Phase.KEEP_OR_AGAIN:
            return f"unfinished, {actor} to keep or throw again"
        case Phase.CHOOSE:
            return f"unfinished, {actor} to choose 5 or 6"
        case Phase.MOVE | Phase.COMPLETE:
            return f"unfinished, {actor} to play {left}"
        case _:
            return f"unfinished, {actor} to throw"


def _verify_dice(options: argparse.Namespace) -> int:
    record = read_match(options.file)
    lines = [verify_game(number, game) for number, game in enumerate(record.games, 1)]
    for line, _ in lines:
        print_line(line)
    if not lines:
        print_line("There are no games in it.")
    return 0 if all(agrees for _, agrees in lines) else 1


def verify_game(number: int, record: GameRecord) -> tuple[str, bool]:
    """What there is to say of one game's dice, and whether nothing speaks against them."""
    checks = list(check_throws(record))
    known = [check for check in checks if check.expected]
    wrong = [check for check in known if not check.agrees]
    typed = sum(check.kind is DiceKind.TYPED for check in checks)
    unknown = len(checks) - len(known) - typed
    parts = []
    if known:
        parts.append(f"{len(known) - len(wrong)} of {plural(len(known), 'throw')} agree")
    for check in wrong:
        assert check.expected
        parts.append(
            f"throw {check.number} is {check.thrown[0]}-{check.thrown[1]}"
            f" and should be {check.expected[0]}-{check.expected[1]}"
        )
    if typed:
        parts.append(f"{plural(typed, 'throw')} typed in")
    if unknown:
        parts.append(f"{plural(unknown, 'throw')} of fair dice whose seed is not shown")
    return f"Game {number}: {'; '.join(parts) or 'no throws'}.", not wrong


COMMANDS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "replay": _replay,
    "verify-dice": _verify_dice,
}
