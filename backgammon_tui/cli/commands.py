"""The commands that answer at once: plays, replay and verify-dice."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from backgammon_tui.cli.arguments import command_parser
from backgammon_tui.cli.output import one_line, print_line
from backgammon_tui.cli.problem import UsageProblem, refused_as_usage
from backgammon_tui.engine.game import Game, Phase
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.plays import legal_plays
from backgammon_tui.engine.position import Place, Position, Side
from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.records.record import DiceKind, GameRecord, MatchRecord
from backgammon_tui.records.transcript import TranscriptError, read_transcript
from backgammon_tui.records.transcript.lines import LONGEST_TRANSCRIPT
from backgammon_tui.records.verification import check_throws
from backgammon_tui.words.rules import change_rule
from backgammon_tui.words.speaker import plural


def run(name: str, arguments: Sequence[str]) -> int:
    """Run one command; the exit code.

    Raises:
        UsageProblem: if an argument or a file cannot be used.
    """
    options = command_parser(name).parse_args(arguments)
    match name:
        case "lesson":
            from backgammon_tui.cli.lessons import lesson  # The others need no lessons.

            return lesson(options)
        case "plays":
            return _list_plays(options)
        case "replay":
            return _replay(options)
        case _:
            return _verify_dice(options)


# ---- plays


def _list_plays(options: argparse.Namespace) -> int:
    rules, side = RULESETS[options.ruleset], Side(options.side)
    with refused_as_usage():
        for setting in options.rule:
            rules = change_rule(rules, setting)
        position = Position.parse(options.position)
        rules.check(position)
        numbers = read_numbers(" ".join(options.numbers))
    plays = sorted(
        legal_plays(rules, position, side, numbers),
        key=lambda play: sorted((-move.origin, -move.target) for move in play.moves),
    )
    if options.json:
        listed = [
            {
                "play": write_moves(play.moves),
                "moves": [_move_for_programs(move) for move in play.moves],
                "position": str(play.position),
            }
            for play in plays
        ]
        print_line(json.dumps({"numbers": list(numbers), "plays": listed}))
        return 0
    for play in plays:
        print_line(f"{write_moves(play.moves) or '(nothing can be played)'}  {play.position}")
    return 0


def read_numbers(text: str) -> tuple[int, ...]:
    """The numbers of a stage: two thrown equal are played four times.

    Raises:
        ValueError: if they are no numbers from 1 to 6.
    """
    digits = [c for c in text if c not in " ,-/"]
    are_numbers = 1 <= len(digits) <= 4 and all(digit in "123456" for digit in digits)
    if not are_numbers or (len(digits) != 2 and len({*digits}) > 1):
        raise ValueError(f"numbers are two from 1 to 6 or equal ones, not {one_line(text)[:40]}")
    numbers = tuple(int(digit) for digit in digits)
    return numbers * 2 if len(numbers) == 2 and len(set(numbers)) == 1 else numbers


def _move_for_programs(move: Move) -> dict[str, object]:
    def name(place: int) -> object:
        return Place(place).word if place in set(Place) else place

    return {
        "from": name(move.origin),
        "to": name(move.target),
        "number": move.number,
        "effect": move.effect.name.lower(),
    }


# ---- transcripts

_MOST_BYTES: Final = 4 * LONGEST_TRANSCRIPT
"""No text of so many characters has more."""


def read_text(name: str, most_bytes: int) -> str:
    """The text in a file.

    Raises:
        UsageProblem: naming the file, and the line where there is one.
    """
    path, name = Path(name), one_line(name, longest=200)
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            data = file.read(most_bytes + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no such file"
        raise UsageProblem(f"{name}: {reason}") from None
    if len(data) > most_bytes:
        raise UsageProblem(f"{name}: line 1: a file has at most {most_bytes:,} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UsageProblem(f"{name}: line {line}: this is not UTF-8 text") from None


def read_file(name: str) -> MatchRecord:
    """The match in a transcript file.

    Raises:
        UsageProblem: naming the file, and the line where there is one.
    """
    text = read_text(name, _MOST_BYTES)
    try:
        return read_transcript(text)
    except TranscriptError as error:
        raise UsageProblem(f"{one_line(name, longest=200)}: {error}") from None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file, but do not wait for somebody to write into a named pipe."""
    if os.name == "nt":
        return os.open(path, flags)
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor


def _replay(options: argparse.Namespace) -> int:
    record = read_file(options.file)
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
    record = read_file(options.file)
    lines = [_verify_game(number, game) for number, game in enumerate(record.games, 1)]
    for line, _ in lines:
        print_line(line)
    if not lines:
        print_line("There are no games in it.", sys.stdout)
    return 0 if all(agrees for _, agrees in lines) else 1


def _verify_game(number: int, record: GameRecord) -> tuple[str, bool]:
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
