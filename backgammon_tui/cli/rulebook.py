"""`rules`: the rules of one game, or a comparison of all games."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from backgammon_tui.cli.arguments import UsageProblem, refused_as_usage, rules_of
from backgammon_tui.cli.console import print_line
from backgammon_tui.engine import Rules
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.settings import Settings
from backgammon_tui.teach.rulebook import (
    compare,
    pages,
    sheet,
    write_comparison,
    write_page,
    write_page_html,
)


def print_rules(options: argparse.Namespace) -> None:
    if options.ruleset is None:
        for option in ("rule", "sheet", "html"):
            if getattr(options, option):
                raise UsageProblem(f"--{option} needs the name of a game")
        text = write_comparison(compare())
    else:
        with refused_as_usage():
            rules = rules_of(options)
        sections = sheet(rules, _keys(rules)) if options.sheet else pages(rules)
        write = write_page_html if options.html else write_page
        text = write(rules, sections)
    print_line(text.removesuffix("\n"))


def _keys(rules: Rules) -> Iterator[tuple[str, str]]:
    # Imported here because only handouts contain keys.
    from backgammon_tui.modes.mode import help_lines
    from backgammon_tui.modes.play.match import PlayMode
    from backgammon_tui.modes.play.state import PlayState

    table = Table.new_match(MatchRecord(rules, "White", "Black", "", None), None)
    mode = PlayMode(PlayState.open(table, Settings()))
    lines = help_lines(mode.commands, mode)
    # A sign that is not on a keyboard belongs only to the screen.
    return (line for line in lines if line[0].isascii() and line[0] not in _LEFT_OUT)


_LEFT_OUT: Final = {
    *("?", "enter", "left right", "header", "frames", "board", "bar", "numbers"),
    *("c", "g", "s", "t", "24/ /16 *", "tab", "up down", "escape", "esc", "hand/22"),
    *"Uvm#lejzpM",
    *(f"esc {letter}" for letter in "fRDHQ"),
}
"""Keys that are useless on paper or in a first game."""
