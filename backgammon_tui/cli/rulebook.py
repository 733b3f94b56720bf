"""The command `rules`: the whole rules of one game, or all games compared."""

from __future__ import annotations

import argparse

from backgammon_tui.cli.console import print_line
from backgammon_tui.cli.problem import UsageProblem, refused_as_usage
from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.teach.plain_text import write_comparison, write_page
from backgammon_tui.teach.rulebook_pages import pages
from backgammon_tui.teach.ruleset_table import compare
from backgammon_tui.words.rule_settings import change_rule


def print_rules(options: argparse.Namespace) -> int:
    """Print the page of a ruleset, or the comparison; the exit code.

    Raises:
        UsageProblem: if a table rule cannot be changed so.
    """
    if options.ruleset is None:
        if options.rule:
            raise UsageProblem("--rule changes a rule of one game: name that, too")
        text = write_comparison(compare())
    else:
        rules = RULESETS[options.ruleset]
        with refused_as_usage():
            for setting in options.rule:
                rules = change_rule(rules, setting)
        text = write_page(rules, pages(rules))
    print_line(text.removesuffix("\n"))
    return 0
