"""Commands of a match that only plain mode needs: the last turn, and files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from backgammon_tui.engine import Opening, Side
from backgammon_tui.engine.notation import read_moves
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import Step
from backgammon_tui.modes.inputs import NextStep
from backgammon_tui.modes.mode import Command
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import roll
from backgammon_tui.names import LEVELS, is_computer
from backgammon_tui.plain.commands import say
from backgammon_tui.settings import Help
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.text_file import is_visible
from backgammon_tui.words.rule_settings import describe_rules
from backgammon_tui.words.turns import describe_stages, describe_turn


def _roll(mode: PlayMode, text: str = "") -> Step[Any]:
    return mode.at(roll(mode.state, text))


def _why(mode: PlayMode, text: str) -> Step[Any]:
    read_moves(mode.state.game, text)
    return say(mode, "That is legal.")


def _told(word: str, describe: Callable[[PlayMode], str], help: str = "", **more: Any) -> Command:
    return Command(words=(word,), run=lambda mode: say(mode, describe(mode)), help=help, **more)


def _result(word: str, step: NextStep, help: str) -> Command:
    return Command(words=(word,), run=lambda mode: mode.take_result(step), help=help)


def describe_last(mode: PlayMode) -> str:
    """Describe the last turn, and the finished part of the current one."""
    game = mode.state.game
    present = game.turn if game.turn and game.turn.moves else None
    texts = [describe_turn(turn, mode.naming) for turn in (game.last_turn, present) if turn]
    return "\n".join(texts) or "Nothing has been played yet."


def _describe_dice(mode: PlayMode) -> str:
    dice = mode.table.dice
    if dice is None:
        return "The players roll real dice and type the numbers."
    return (
        f"Roll {mode.table.roll_number} comes next. The dice were fixed before the first roll."
        " The seed is shown when the result is accepted, and replay checks a saved"
        f" transcript. The SHA-256 of the seed is\n{in_two_lines(dice.commitment)}"
    )


def in_two_lines(digits: str) -> str:
    return f"{digits[:32]}\n{digits[32:]}"


_NAME_IT: Final = "Name a file: save game.txt"


def write_file(table: Table, name: str) -> str:
    """Write a transcript to a new file and return a message."""
    if not name:
        return _NAME_IT
    if not is_visible(name):
        return "Not saved: a file name must consist of visible characters."
    try:
        with Path(name).open("x", encoding="utf-8") as file:
            file.write(write_transcript(table.record))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return f"Not saved: {reason}."
    return f"Saved as {Path(name)}."


_NO_HINTS: Final = "No hints are agreed in this match. Type aid to ask for them."


MATCH: Final[tuple[Command, ...]] = (
    Command(
        words=("roll",),
        run=_roll,
        run_with=_roll,
        help="roll the dice, as an empty line does; real dice are typed: 5 3",
    ),
    Command(
        usage="k, r",
        help="keep the opening numbers (or an empty line), or reroll",
        exists=lambda mode: mode.state.game.rules.opening is Opening.CHOOSE,
    ),
    Command(
        usage="5, 6",
        help="choose the double after a 2-1",
        exists=lambda mode: mode.state.game.rules.one_two,
    ),
    Command(
        words=("why",),
        run_with=_why,
        usage="why 13/7",
        help="explain explain explain why that is not legal",
    ),
    _told(
        "stage",
        lambda mode: describe_stages(mode.state.game),
        "list this turn's numbers, played and to come",
    ),
    _told("last", describe_last, "show show show the last turn, and this one so far"),
    _told("dice", _describe_dice, "explain the fair dice"),
    _told(
        "rules",
        lambda mode: describe_rules(mode.state.game.rules),
        "show show show the rules of this game in short",
    ),
    _told(
        "save",
        lambda _: _NAME_IT,
        "write a transcript",
        run_with=lambda mode, name: say(mode, write_file(mode.table, name)),
        usage="save FILE",
    ),
    _result("accept", NextStep.ACCEPT, "accept the result of a game"),
    _result("next", NextStep.NEXT_GAME, "start the next game"),
    _told("hint", lambda _: _NO_HINTS, exists=lambda mode: mode.table.help is Help.OFF),
    Command(
        usage="computer:easy",
        help=f"a name for the computer, as in --black computer:easy; levels: {LEVELS}",
        exists=lambda mode: not any(map(is_computer, map(mode.table.record.name, Side))),
    ),
)
