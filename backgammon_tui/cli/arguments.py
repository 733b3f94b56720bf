"""What may stand on the command line when a game begins."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Final, NoReturn

from backgammon_tui import __version__
from backgammon_tui.cli.problem import UsageProblem
from backgammon_tui.engine.rules import RULESETS, ruleset_name
from backgammon_tui.settings import SETTINGS

COMMANDS: Final = {
    "resume": "go on with the last open game, or with a match by its number",
    "matches": "list the matches that are kept",
    "history": "list the finished games",
    "score": "show the score sheet of a match",
    "statistics": "show what a player's games amount to, and how the dice fell",
    "export": "write a transcript of a match",
    "import": "take transcripts into the records",
    "rename": "give a player another name",
    "abandon": "take a match out of the open ones",
    "delete": "remove a match for ever",
    "rescue": "set damaged records aside and copy what can be saved",
    "lesson": "learn a game by playing, or check and play a lesson of your own",
    "plays": "list the legal plays of a position",
    "replay": "check a transcript and say how its games ended",
    "verify-dice": "check the throws of a transcript against the seed of its fair dice",
    "rules": "print the whole rules of a game, or compare all games",
}
"""The words that make the program do something other than begin a game."""

_DESCRIPTION: Final = (
    "Russian, French and Never Finishing backgammon for two players at one keyboard."
)


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Leave the refusal to the caller.

        Raises:
            UsageProblem: always, saying what is wrong.
        """
        raise UsageProblem(message)

    def takes_value(self, option: str) -> bool:
        """Whether the argument after an option belongs to it."""
        action = self._option_string_actions.get(option)
        return action is not None and action.nargs != 0


def find_command(parser: Parser, arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The command among arguments, if there is one, and the other arguments.

    Options of the game may stand before it, as in `--folder DIR matches`.
    """
    place = 0
    while place < len(arguments) and arguments[place].startswith("-"):
        place += 2 if parser.takes_value(arguments[place]) else 1
    if place >= len(arguments) or arguments[place] not in COMMANDS:
        return None, list(arguments)
    return arguments[place], [*arguments[:place], *arguments[place + 1 :]]


def game_parser() -> Parser:
    """The arguments that begin a game."""
    games = "\n".join(
        f"  {', '.join((rules.name, *rules.aliases)):<28}{rules.summary}"
        for rules in RULESETS.values()
    )
    commands = "\n".join(f"  {name:<14}{text}" for name, text in COMMANDS.items())
    parser = Parser(
        prog="backgammon-tui",
        description=_DESCRIPTION,
        epilog=f"games:\n{games}\n\nother commands, each with --help of its own:\n{commands}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "ruleset",
        nargs="?",
        type=ruleset_name,
        choices=tuple(RULESETS),
        help="the game to play (default: russian)",
    )
    parser.add_argument("-V", "--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument("--where", action="store_true", help="print where files are kept")
    add_settings(parser, "white", "black")
    parser.add_argument(
        "--to", metavar="POINTS", type=_length, help="the match's length (default: open-ended)"
    )
    parser.add_argument(
        "--dice",
        choices=("fair", "typed"),
        default="fair",
        help="fair: by the program, to be verified; typed: you throw real dice",
    )
    parser.add_argument(
        "--rule",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="change a table rule, such as free_entry=on or scale=1; may be repeated",
    )
    parser.add_argument(
        "--from",
        dest="situation",
        metavar="SITUATION",
        help="begin in the middle of a game: 'W 24:2 hand:13 / B hand:15; W to move'",
    )
    add_ways_to_play(parser)
    add_folder(parser)
    return parser


def add_ways_to_play(parser: argparse.ArgumentParser) -> None:
    """The options that a new game and one gone on with have in common."""
    add_looks(parser)
    parser.add_argument(
        "--transcript", metavar="FILE", help="write the match to a new file when you leave"
    )


def add_looks(parser: argparse.ArgumentParser) -> None:
    """The options that say how everything is to be shown."""
    parser.add_argument("--plain", action="store_true", help="play with lines of text")
    parser.add_argument("--ascii", action="store_true", help="draw with seven-bit characters")
    add_settings(parser, "theme")


def add_settings(parser: argparse.ArgumentParser, *names: str) -> None:
    """Options that are remembered, and may be given for once."""
    for name in names:
        setting = SETTINGS[name]
        metavar = None if setting.choices else "NAME"
        parser.add_argument(
            f"--{name}", choices=setting.choices, metavar=metavar, help=setting.flag
        )


def add_folder(parser: argparse.ArgumentParser) -> None:
    """The option that says where files are kept."""
    parser.add_argument(
        "--folder", metavar="DIR", help="keep all files there, as BACKGAMMON_TUI_FOLDER does"
    )


def use_folder(options: argparse.Namespace) -> None:
    """Keep files where the options say."""
    from backgammon_tui.records.places import FOLDER_VARIABLE

    if options.folder:
        os.environ[FOLDER_VARIABLE] = options.folder


def _length(text: str) -> int:
    from backgammon_tui.records.record import read_length

    try:
        return read_length(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
