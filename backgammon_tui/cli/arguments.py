"""Parsers of arguments, and the options that several commands share."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any, NoReturn

from backgammon_tui import own_folders
from backgammon_tui.cli.console import one_line
from backgammon_tui.engine import RULESETS, ruleset_name
from backgammon_tui.engine.match import read_length
from backgammon_tui.own_folders import Own
from backgammon_tui.settings import SETTINGS


class UsageProblem(Exception):
    """An argument or a file that cannot be used; the text says why."""


class Refusal(Exception):
    """A request that cannot be met as things stand; the text says why."""


@contextmanager
def refused_as_usage() -> Iterator[None]:
    """Turn a `ValueError` about a given value into a `UsageProblem`."""
    try:
        yield
    except ValueError as error:
        raise UsageProblem(str(error)) from error


class Parser(argparse.ArgumentParser):
    """A parser without abbreviations that raises a `UsageProblem` instead of exiting."""

    def __init__(self, **more: Any) -> None:
        super().__init__(allow_abbrev=False, **more)

    def error(self, message: str) -> NoReturn:
        """Leave the refusal to the caller."""
        raise UsageProblem(message)


# ---- types of values


def counted(text: str) -> int:
    """Read a number that counts from 1."""
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError("a number counts from 1")
    return int(text)


def port(text: str) -> int:
    """Read the number of a port; 0 stands for any that is free."""
    if not re.fullmatch("0|[1-9][0-9]{0,4}", text) or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number up to 65535")
    return int(text)


def day(text: str) -> str:
    """Read a day in ISO form."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError("a day looks like 2026-03-01") from None


def length(text: str) -> int:
    """Read the length of a match."""
    try:
        return read_length(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


# ---- options of several commands


def add_switch(parser: argparse._ActionsContainer, name: str, help: str) -> None:
    """Add an option without a value."""
    parser.add_argument(name, action="store_true", help=help)


def add_json(parser: argparse._ActionsContainer) -> None:
    """Add the option for an answer in JSON."""
    add_switch(parser, "--json", "for programs: answer and refusals in JSON")


def add_setting(parser: Parser, name: str) -> None:
    """Add the option that overrides a kept setting for once."""
    kept = SETTINGS[name]
    if isinstance(kept.default, bool):
        add_switch(parser, f"--{name}", kept.flag)
        return
    metavar = None if kept.choices else "NAME"
    parser.add_argument(f"--{name}", metavar=metavar, choices=kept.choices, help=kept.flag)


def add_ruleset(parser: Parser, help: str, name: str = "ruleset", **more: Any) -> None:
    """Add an argument that names a game."""
    parser.add_argument(name, type=ruleset_name, choices=tuple(RULESETS), help=help, **more)


def add_rule(parser: Parser, help: str) -> None:
    """Add the option that changes a house rule."""
    parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[], help=help)


def add_looks(parser: Parser) -> None:
    """Add the options for how a game looks."""
    add_switch(parser, "--plain", "play with lines of text")
    add_drawing(parser)


def add_drawing(parser: Parser) -> None:
    """Add the options for how the screen is drawn."""
    add_ascii(parser)
    add_setting(parser, "theme")
    add_setting(parser, "board")


def add_ascii(parser: Parser) -> None:
    """Add the option for seven-bit characters."""
    add_switch(parser, "--ascii", "draw with seven-bit characters")


def add_ways_to_play(parser: Parser) -> None:
    """Add the options that a new game and a resumed one have in common."""
    add_looks(parser)
    add_setting(parser, "words")
    parser.add_argument(
        "--transcript", metavar="FILE", help="write the match to a new file when you leave"
    )


def add_match(parser: Parser, **more: Any) -> None:
    """Add the number of a match in the records."""
    parser.add_argument(
        "match", metavar="NUMBER", type=counted, help="of a match, as matches lists it", **more
    )


def add_learner(parser: Parser) -> None:
    """Add the option that names who learns."""
    parser.add_argument("--player", metavar="NAME", help="who learns (default: the last one)")


def add_folder(parser: Parser) -> None:
    """Add the option for the folder of all files."""
    parser.add_argument(
        "--folder", metavar="DIR", help="keep all files there, as BACKGAMMON_TUI_FOLDER does"
    )


def add_lessons(parser: Parser) -> None:
    """Add the option for a folder of lessons."""
    parser.add_argument(
        "--lessons",
        metavar="DIR",
        help="list the lessons there beside the program's own, as BACKGAMMON_TUI_LESSONS does",
    )


def use_folder(options: argparse.Namespace) -> None:
    """Keep files in the folder that the options name, and find people's own nets and lessons.

    Raises:
        UsageProblem: if there is a file in the place of a folder.
    """
    from backgammon_tui.storage import paths  # Help does without it.

    if options.folder:
        os.environ[paths.FOLDER_VARIABLE] = options.folder
    if options.lessons:
        os.environ[paths.LESSONS_VARIABLE] = options.lessons
    for folder in (paths.data_folder(), paths.lessons_folder()):
        if not paths.can_be_folder(folder):
            raise UsageProblem(f"{one_line(str(folder), longest=200)}: Not a directory")
    own_folders.keep_in(Own.NETS, paths.nets_folder)
    own_folders.keep_in(Own.LESSONS, paths.lessons_folder)
