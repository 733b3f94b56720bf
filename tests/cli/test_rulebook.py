"""`rules`: the whole rules of a game, and all games compared."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from backgammon_tui.cli import main
from backgammon_tui.engine import RULESETS, Game
from backgammon_tui.teach.rulebook.output import write_comparison, write_page
from backgammon_tui.teach.rulebook.pages import pages
from backgammon_tui.teach.rulebook.tables import compare
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.naming import STANDARD
from tests.cli.program import refusal, run
from tests.engine.examples import rules_named


@pytest.mark.parametrize("name", RULESETS)
def test_rulebook_page_of_each_ruleset(name: str) -> None:
    done = run("rules", name)
    assert (done.code, done.err) == (0, "")
    assert done.out == write_page(RULESETS[name], pages(RULESETS[name]))


def test_rulebook_uses_the_house_rules() -> None:
    done = run("rules", "russian", "--rule", "free-entry=on", "--rule", "scale=1")
    rules = rules_named("russian-free")
    assert "Free entry is on" in done.out
    assert "Every win is worth one point" in " ".join(done.out.split())
    assert "free entry: on (usually off)" in done.out
    assert done.out != write_page(rules, pages(rules))


@pytest.mark.parametrize("name", RULESETS)
def test_handout_is_one_page_with_board_rules_and_keys(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", name, "--sheet"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert len(out.splitlines()) <= 66
    assert max(map(len, out.splitlines())) <= 76
    assert draw_board(Game.start(RULESETS[name]), STANDARD)[-50:] in out
    assert "- u: undo a move" in out
    assert "Two checkers of one side on a point close it" in out
    flat = " ".join(out.split())
    assert "bear them off" in flat
    assert "Play both numbers if you can" in flat
    assert "A checker alone on a point is a blot. Land on one and you hit it" in flat
    assert "it goes to the bar and begins again" in flat
    assert "before anything else of its side moves" in flat
    most = RULESETS[name].scale.most
    assert ("a gammon, in which the loser has borne nothing off, 2" in flat) == (most >= 2)
    assert ("a backgammon, in which the loser also has a checker" in flat) == (most == 3)
    assert "opponent completes: off" in out


def test_html_handout_has_a_drawn_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "nf", "--sheet", "--html"]) == 0
    out = capsys.readouterr().out
    page = ElementTree.fromstring(_as_xml(out))
    assert len(page.findall(".//circle")) == 10  # Two stacks, cut at five.
    counts = [text.text for text in page.iter("text") if text.text == "15"]
    assert len(counts) == 3  # The number of point 15, and both stacks.


def _as_xml(html: str) -> str:
    return html.removeprefix("<!DOCTYPE html>").replace('charset="utf-8">', 'charset="utf-8"/>')


def test_rulesets_are_compared_without_a_name() -> None:
    done = run("rules")
    assert (done.code, done.out) == (0, write_comparison(compare()))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "invalid choice: 'chess'"),
        (["french", "--rule", "cube=on"], "no house rule 'cube'"),
        (["backgammon", "--rule", "one_two=on"], "one_two: makes no sense"),
        (["--rule", "one_two=on"], "--rule needs the name of a game"),
        (["--sheet"], "--sheet needs the name of a game"),
    ],
)
def test_invalid_requests_are_rejected(arguments: list[str], message: str) -> None:
    assert message in refusal("rules", *arguments)
