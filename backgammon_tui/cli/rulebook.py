"""The command `rules`: the whole rules of one game, or all games compared."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from backgammon_tui.cli.console import print_line
from backgammon_tui.cli.legal_plays import rules_of
from backgammon_tui.cli.problem import UsageProblem, refused_as_usage
from backgammon_tui.teach.page_html import write_page_html
from backgammon_tui.teach.plain_text import write_comparison, write_page
from backgammon_tui.teach.rulebook_pages import pages
from backgammon_tui.teach.ruleset_table import compare
from backgammon_tui.teach.sheet import sheet


def print_rules(options: argparse.Namespace) -> int:
    """Print the page of a ruleset, a handout, or the comparison; the exit code."""
    if options.ruleset is None:
        for option in ("rule", "sheet", "html"):
            if getattr(options, option):
                raise UsageProblem(f"--{option} is about one game: name that, too")
        text = write_comparison(compare())
    else:
        with refused_as_usage():
            rules = rules_of(options)
        sections = sheet(rules, _keys()) if options.sheet else pages(rules)
        write = write_page_html if options.html else write_page
        text = write(rules, sections)
    print_line(text.removesuffix("\n"))
    return 0


def _keys() -> Iterator[tuple[str, str]]:
    """The keys of a game that are the same in all games."""
    from backgammon_tui.tui.modes.play.mode import COMMANDS  # Only a handout has them.

    for command in COMMANDS:
        if command.help and command.key_name and command.key_name not in _LEFT_OUT:
            yield command.key_name, command.help


_LEFT_OUT: Final = ("f", "t", "?", "enter", "left right", "above the board")
"""What only those have who have a coach, or agreed to hints, and what is of no use on paper."""
