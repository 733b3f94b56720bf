"""Argument parsers, and options shared by several commands."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from typing import Any, Final, NoReturn

from backgammon_tui import __version__
from backgammon_tui.engine import RULESETS, Rules, ruleset_name
from backgammon_tui.engine.match import read_length
from backgammon_tui.settings import SETTINGS
from backgammon_tui.text_file import escaped
from backgammon_tui.words.rule_settings import change_rule


class UsageProblem(Exception):
    """An invalid argument or file; the text gives the reason."""


class Refusal(Exception):
    """A request that cannot be met at present; the text gives the reason."""


@contextmanager
def refused_as_usage() -> Iterator[None]:
    """Turn a `ValueError` about an argument into a `UsageProblem`."""
    try:
        yield
    except ValueError as error:
        raise UsageProblem(str(error)) from error


class Parser(argparse.ArgumentParser):
    """A parser without abbreviations that raises `UsageProblem` instead of exiting."""

    def __init__(self, **more: Any) -> None:
        super().__init__(allow_abbrev=False, **more)

    def add(self, *arguments: Argument) -> None:
        for add in arguments:
            add(self)

    def error(self, message: str) -> NoReturn:
        raise UsageProblem(message)


# ---- argument types


def counted(text: str) -> int:
    """Parse a number that counts from 1."""
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError("numbers start at 1")
    return int(text)


def port(text: str) -> int:
    """Parse a port number; 0 means any free port."""
    if not re.fullmatch("0|[1-9][0-9]{0,4}", text) or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number up to 65535")
    return int(text)


def length(text: str) -> int:
    try:
        return read_length(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def read_numbers(text: str) -> tuple[int, ...]:
    """Parse the numbers of a stage; two equal numbers are played four times.

    Raises:
        ValueError: if they are not numbers from 1 to 6.
    """
    digits = [c for c in text if c not in " ,-/"]
    are_numbers = 1 <= len(digits) <= 4 and all(digit in "123456" for digit in digits)
    if not are_numbers or (len(digits) != 2 and len({*digits}) > 1):
        raise ValueError(
            f"give two numbers from 1 to 6, or up to four equal ones, not {escaped(text)[:40]}"
        )
    numbers = tuple(int(digit) for digit in digits)
    return numbers * 2 if len(numbers) == 2 and len(set(numbers)) == 1 else numbers


def rules_of(options: argparse.Namespace) -> Rules:
    return reduce(change_rule, options.rule, RULESETS[options.ruleset or "russian"])


# ---- arguments as data

Argument = Callable[[argparse._ActionsContainer], object]
"""A function that adds an argument or an option to a parser."""


def argument(name: str, metavar: str | None, help: str, **more: Any) -> Argument:
    if default := more.get("default"):
        help += f" (default: {default})"
    return lambda parser: parser.add_argument(name, metavar=metavar, help=help, **more)


def number(name: str, metavar: str, help: str, **more: Any) -> Argument:
    return argument(name, metavar, help, type=counted, **more)


def switch(name: str, help: str) -> Argument:
    return lambda parser: parser.add_argument(name, action="store_true", help=help)


def setting(name: str) -> Argument:
    """Return the option that overrides a saved setting for one run."""
    kept = SETTINGS[name]
    if isinstance(kept.default, bool):
        return switch(f"--{name}", kept.flag)
    metavar = None if kept.choices else "NAME"
    return argument(f"--{name}", metavar, kept.flag, choices=kept.choices)


def game(help: str, name: str = "ruleset", **more: Any) -> Argument:
    return argument(name, None, help, type=ruleset_name, choices=tuple(RULESETS), **more)


def match(help: str = "number of the match in the list of matches", **more: Any) -> Argument:
    return number("match", "NUMBER", help, **more)


def rule(help: str) -> Argument:
    return argument("--rule", "NAME=VALUE", f"{help}; may be repeated", action="append", default=[])


def version(parser: argparse._ActionsContainer) -> None:
    version, help = f"backgammon-tui {__version__}", "show the version and exit"
    parser.add_argument("-V", "--version", action="version", version=version, help=help)


FOLDER: Final = argument(
    "--folder", "DIR", "keep all files in this folder (or set BACKGAMMON_TUI_FOLDER)"
)
LESSONS: Final = argument(
    "--lessons", "DIR", "list the lessons in this folder as well (or set BACKGAMMON_TUI_LESSONS)"
)
ASCII: Final = switch("--ascii", "draw with ASCII characters only")
LEARNER: Final = argument("--player", "NAME", "name of the learner (default: the last one)")
UNDER_RULE: Final = rule("apply this house rule")

DRAWING: Final = (ASCII, setting("theme"), setting("board"))
LOOKS: Final = (switch("--plain", "play in plain text"), *DRAWING)
WAYS_TO_PLAY: Final = (
    *LOOKS,
    argument("--transcript", "FILE", "write the match to a new file when you leave"),
)
"""Options that apply to new and resumed games."""

NEW_GAME: Final = (
    version,
    switch("--where", "print where files are kept"),
    setting("white"),
    setting("black"),
    argument("--to", "POINTS", "length of the match (default: no limit)", type=length),
    argument(
        "--dice",
        None,
        "fair: rolled by the program and verifiable; typed: you roll real dice",
        choices=("fair", "typed"),
        default="fair",
    ),
    rule("change a house rule, such as free_entry=on or scale=1"),
    argument(
        "--hints",
        None,
        "hints by the computer: off, on, or with a tutor who warns of costly plays (default: off)",
        choices=("off", "on", "tutor"),
    ),
    argument(
        "--from",
        "POSITION",
        "start in the middle of a game: 'W 24:2 hand:13 / B hand:15; W to move'",
        dest="starting_position",
    ),
    *WAYS_TO_PLAY,
    LESSONS,
)
ROLL: Final = (
    game("the game"),
    argument("position", "POSITION", "a position line: 'W 24:1 hand:14 / B hand:15'"),
    argument("side", None, "the side that plays", choices=("W", "B")),
    argument(
        "numbers",
        "NUMBERS",
        "the roll: 5 3 or 53; a double, such as 44, is played four times",
        nargs="+",
    ),
    UNDER_RULE,
)
"""A position and the numbers to play in it."""
