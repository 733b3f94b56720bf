"""What an argument is, and those that several commands have."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, NoReturn

from backgammon_tui import own_folders
from backgammon_tui.cli.console import one_line
from backgammon_tui.own_folders import Own
from backgammon_tui.settings import SETTINGS


class UsageProblem(Exception):
    """An argument or a file that cannot be used; the text says why."""


class Refusal(Exception):
    """What was asked for cannot be done as things stand; the text says why."""


@contextmanager
def refused_as_usage() -> Iterator[None]:
    """In a `with` block: a `ValueError` of a value that was given becomes a `UsageProblem`."""
    try:
        yield
    except ValueError as error:
        raise UsageProblem(str(error)) from error


class Argument(NamedTuple):
    """An argument as `ArgumentParser.add_argument` takes it."""

    names: tuple[str, ...]
    more: Mapping[str, Any]


def argument(name: str, told: str, metavar: str | None = None, **more: Any) -> Argument:
    """An argument of a command, which may have two names: `-V, --version`."""
    value = {"metavar": metavar} if metavar else {}
    return Argument(tuple(name.split(", ")), {"help": told, **value, **more})


def switch(name: str, told: str) -> Argument:
    """An option that is given or not."""
    return argument(name, told, action="store_true")


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def add(self, arguments: Iterable[Argument]) -> None:
        """Take some arguments more."""
        for each in arguments:
            self.add_argument(*each.names, **each.more)

    def error(self, message: str) -> NoReturn:
        """Leave the refusal to the caller."""
        raise UsageProblem(message)

    def takes_value(self, option: str) -> bool:
        """Whether the argument after an option belongs to it."""
        action = self._option_string_actions.get(option)
        return action is not None and action.nargs != 0


def setting(name: str) -> Argument:
    """An option that is remembered, and may be given for once."""
    kept = SETTINGS[name]
    if isinstance(kept.default, bool):
        return switch(f"--{name}", kept.flag)
    metavar = None if kept.choices else "NAME"
    return argument(f"--{name}", kept.flag, metavar, choices=kept.choices)


ASCII: Final = switch("--ascii", "draw with seven-bit characters")
LOOKS: Final = (switch("--plain", "play with lines of text"), ASCII, setting("theme"))
"""How everything is to be shown."""

WAYS_TO_PLAY: Final = (
    *LOOKS,
    setting("words"),
    argument("--transcript", "write the match to a new file when you leave", "FILE"),
)
"""What a new game and one gone on with have in common."""

FOLDER: Final = argument("--folder", "keep all files there, as BACKGAMMON_TUI_FOLDER does", "DIR")
LESSONS: Final = argument(
    "--lessons",
    "list the lessons there beside the program's own, as BACKGAMMON_TUI_LESSONS does",
    "DIR",
)


def use_folder(options: argparse.Namespace) -> None:
    """Keep files where the options say, and find there what people have made themselves.

    Raises:
        UsageProblem: if there is a file in the place of a folder.
    """
    from backgammon_tui.storage import paths  # Help does without it.

    if options.folder:
        os.environ[paths.FOLDER_VARIABLE] = options.folder
    if getattr(options, "lessons", None):
        os.environ[paths.LESSONS_VARIABLE] = options.lessons
    for folder in (paths.data_folder(), paths.lessons_folder()):
        if not paths.can_be_folder(folder):
            raise UsageProblem(f"{one_line(str(folder), longest=200)}: Not a directory")
    own_folders.keep_in(Own.NETS, paths.nets_folder)
    own_folders.keep_in(Own.LESSONS, paths.lessons_folder)
