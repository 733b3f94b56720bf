"""Arguments that several commands have."""

from __future__ import annotations

import argparse
import os
from typing import NoReturn

from backgammon_tui import own_folders
from backgammon_tui.cli.problem import UsageProblem
from backgammon_tui.own_folders import Own
from backgammon_tui.settings import SETTINGS


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Leave the refusal to the caller."""
        raise UsageProblem(message)

    def takes_value(self, option: str) -> bool:
        """Whether the argument after an option belongs to it."""
        action = self._option_string_actions.get(option)
        return action is not None and action.nargs != 0


def add_ways_to_play(parser: argparse.ArgumentParser) -> None:
    """The options that a new game and one gone on with have in common."""
    add_looks(parser)
    add_settings(parser, "words")
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
        if isinstance(setting.default, bool):
            parser.add_argument(f"--{name}", action="store_true", help=setting.flag)
            continue
        metavar = None if setting.choices else "NAME"
        parser.add_argument(
            f"--{name}", choices=setting.choices, metavar=metavar, help=setting.flag
        )


def add_folder(parser: argparse.ArgumentParser) -> None:
    """The option that says where files are kept."""
    parser.add_argument(
        "--folder", metavar="DIR", help="keep all files there, as BACKGAMMON_TUI_FOLDER does"
    )


def add_lessons(parser: argparse.ArgumentParser) -> None:
    """The option that says where the lessons of a class are."""
    parser.add_argument(
        "--lessons",
        metavar="DIR",
        help="list the lessons there beside the program's own, as BACKGAMMON_TUI_LESSONS does",
    )


def use_folder(options: argparse.Namespace) -> None:
    """Keep files where the options say, and find there what people have made themselves."""
    from backgammon_tui.storage import places

    if options.folder:
        os.environ[places.FOLDER_VARIABLE] = options.folder
    if getattr(options, "lessons", None):
        os.environ[places.LESSONS_VARIABLE] = options.lessons
    own_folders.keep_in(Own.NETS, places.nets_folder)
    own_folders.keep_in(Own.LESSONS, places.lessons_folder)
