"""`rules`: the whole rules of a game, and all games compared."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.teach.plain_text import write_comparison, write_page
from backgammon_tui.teach.rulebook_pages import pages
from backgammon_tui.teach.ruleset_table import compare
from tests.cli.program import refusal, run, run_python
from tests.engine.examples import rules_named


@pytest.mark.parametrize("name", RULESETS)
def test_the_page_of_each_ruleset(name: str) -> None:
    done = run("rules", name)
    assert (done.code, done.err) == (0, "")
    assert done.out == write_page(RULESETS[name], pages(RULESETS[name]))


def test_the_rules_are_those_of_the_table() -> None:
    done = run("rules", "russian", "--rule", "free-entry=on", "--rule", "scale=1")
    rules = rules_named("russian-free")
    assert "Free entry is on" in done.out
    assert "Every win is one point" in " ".join(done.out.split())
    assert "free entry: on (changed; usually off)" in done.out
    assert done.out != write_page(rules, pages(rules))


def test_without_a_ruleset_all_are_compared() -> None:
    done = run("rules")
    assert (done.code, done.out) == (0, write_comparison(compare()))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "invalid choice: 'chess'"),
        (["french", "--rule", "cube=on"], "no house rule 'cube'"),
        (["backgammon", "--rule", "one_two=on"], "one_two: makes no sense"),
        (["--rule", "one_two=on"], "--rule changes a rule of one game"),
    ],
)
def test_what_cannot_be_answered(arguments: list[str], said: str) -> None:
    assert said in refusal("rules", *arguments)


def test_other_answers_are_given_without_the_rulebook() -> None:
    code = """
import sys
import backgammon_tui.cli.commands, backgammon_tui.cli.start
print([name for name in sys.modules if name.startswith("backgammon_tui.teach")])
"""
    assert run_python(code).out == "[]\n"


def test_it_has_help_and_the_program_names_it() -> None:
    assert "backgammon-tui rules" in run("rules", "--help").out
    assert "  rules " in run("--help").out


def test_the_page_comes_without_the_screen() -> None:
    code = """
import sys
from backgammon_tui.cli import main
main(["rules", "russian"])
print([name for name in ("textual", "rich") if name in sys.modules])
"""
    assert run_python(code).out.splitlines()[-1] == "[]"
