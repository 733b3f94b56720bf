"""`keys`: the keys of all screens, with the names under which players can change them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from backgammon_tui.cli.console import print_error, print_line
from backgammon_tui.keys import name_of_key
from backgammon_tui.storage.preferences import read_preferences
from backgammon_tui.words.columns import wrap

_WIDTH: Final = 80


def print_keys(_: argparse.Namespace) -> None:
    settings, problem = read_preferences()
    if problem:
        print_error(problem)
    for title, keys in (*_modes(), *_screens()):
        print_line(f"{title}\n")
        for key, text in keys:
            name = name_of_key(key.split(" ")[-1])
            head = f"  {settings.keys.in_entry(key):<11} {name:<17}"
            print_line("\n".join(wrap(text, _WIDTH, head, " " * len(head))))
        print_line("")
    print_line("Keys without a name are part of moves or answers, or move through lists.")


def _modes() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield each screen with a board, and the keys that it has in at least one game."""
    from backgammon_tui.modes.lesson import LessonMode
    from backgammon_tui.modes.mode import Mode, commands_of
    from backgammon_tui.modes.play.match import PlayMode
    from backgammon_tui.modes.replay import ReplayMode, WatchMode
    from backgammon_tui.modes.sandbox import SandboxMode

    modes: dict[str, type[Mode]] = {
        "Match": PlayMode,
        "Lesson and quiz": LessonMode,
        "Sandbox": SandboxMode,
        "Replay": ReplayMode,
        "Watched match": WatchMode,
    }
    for title, mode in modes.items():
        keys = dict[str, str]()
        for command in commands_of(mode):
            key = command.key_name or (f"esc {command.menu_key}" if command.menu_key else "")
            if command.method and key and (text := command.help or command.title):
                keys.setdefault(key, text)
        yield title, [*keys.items()]


def _screens() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    from backgammon_tui.tui.program import keys_of_screens

    yield from keys_of_screens()
