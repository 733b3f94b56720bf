"""Answers for programs: one JSON value in a line, as `docs/json.md` describes it.

A key is a promise: keys are added, never renamed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from backgammon_tui.cli.console import print_line
from backgammon_tui.engine import Result, Rules, Side
from backgammon_tui.words.rule_settings import changed_rules, write_value

Json = dict[str, object]


def print_json(value: Mapping[str, object]) -> None:
    """Print a value in one line; everything but ASCII is escaped."""
    print_line(json.dumps(value))


def print_error(problem: str, code: int) -> None:
    """Print a refusal on standard error."""
    print_line(json.dumps({"error": problem, "exit_code": code}), sys.stderr)


def fields_of(value: object, names: str) -> Json:
    """Return some attributes of a value, named in one text."""
    return {name: getattr(value, name) for name in names.split()}


def result_of(result: Result | None) -> Json:
    """Return the end of a game; `ending` is None while it goes on."""
    if result is None:
        return {"ending": None, "winner": None, "points": 0}
    winner = letter_of(result.winner)
    return {"ending": result.ending.value, "winner": winner, "points": result.points}


def letter_of(side: Side | None) -> str | None:
    """Return the letter of a side."""
    return side.value if side else None


def house_rules_of(rules: Rules) -> Json:
    """Return the house rules that differ from the ruleset's own, as `--rule` takes them."""
    return {rule.field: write_value(rule.value(rules)) for rule in changed_rules(rules)}
