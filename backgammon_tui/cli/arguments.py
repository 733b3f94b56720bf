"""What may stand on the command line."""

from __future__ import annotations

import argparse
from typing import Final, NoReturn

from backgammon_tui import __version__
from backgammon_tui.cli.problem import UsageProblem
from backgammon_tui.engine.rules import RULESETS

COMMANDS: Final = {
    "lesson": "learn a game by playing, or check and play a lesson of your own",
    "plays": "list the legal plays of a position",
    "replay": "check a transcript and say how its games ended",
    "verify-dice": "check the throws of a transcript against the seed of its fair dice",
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


def game_parser() -> argparse.ArgumentParser:
    """The arguments that begin a game."""
    commands = "\n".join(f"  {name:<14}{text}" for name, text in COMMANDS.items())
    parser = Parser(
        prog="backgammon-tui",
        description=_DESCRIPTION,
        epilog=f"other commands, each with --help of its own:\n{commands}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "ruleset", nargs="?", choices=tuple(RULESETS), help="the game to play (default: russian)"
    )
    parser.add_argument("-V", "--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument(
        "--folder", metavar="DIR", help="keep all files there, as BACKGAMMON_TUI_FOLDER does"
    )
    parser.add_argument("--where", action="store_true", help="print where files are kept")
    parser.add_argument("--plain", action="store_true", help="play with lines of text")
    parser.add_argument("--white", metavar="NAME", default="White", help="White's name")
    parser.add_argument("--black", metavar="NAME", default="Black", help="Black's name")
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
    parser.add_argument("--ascii", action="store_true", help="draw with seven-bit characters")
    parser.add_argument(
        "--theme",
        choices=("lamplight", "daylight", "harbour", "contrast"),
        default="lamplight",
        help="dark, light, safe for the colour-blind, or high contrast",
    )
    parser.add_argument(
        "--transcript", metavar="FILE", help="write the match to a new file when you leave"
    )
    return parser


def _length(text: str) -> int:
    from backgammon_tui.records.record import read_length

    try:
        return read_length(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def command_parser(name: str) -> argparse.ArgumentParser:
    """The arguments of one of the other commands."""
    parser = Parser(prog=f"backgammon-tui {name}", description=COMMANDS[name].capitalize() + ".")
    if name == "plays":
        parser.add_argument("ruleset", choices=tuple(RULESETS))
        parser.add_argument("position", help="a position line: 'W 24:1 hand:14 / B hand:15'")
        parser.add_argument("side", choices=("W", "B"), help="the side that plays")
        parser.add_argument(
            "numbers", nargs="+", help="the numbers: 5 3 or 53; a doublet, 44, is played four times"
        )
        parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[])
        parser.add_argument("--json", action="store_true", help="for programs")
    elif name == "lesson":
        parser.add_argument(
            "lesson",
            metavar="LESSON",
            nargs="?",
            help="such as russian/1, or a file; without it the courses are listed",
        )
        parser.add_argument("--plain", action="store_true", help="as lines of text")
    else:
        parser.add_argument("file", metavar="FILE", help="a transcript")
    return parser
