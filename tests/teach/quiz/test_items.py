"""Items: lines of text, read and written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.teach.quiz.item import FaultyItem, Item, Kind
from backgammon_tui.teach.quiz.pool import ask

LINE = "legal | russian | W 24:5 hand:10 / B 20:15; W to move | 5-3 | hand/22; hand/20"


def test_an_item_is_one_line_and_back() -> None:
    item = Item.parse(LINE)
    assert item.kind is Kind.LEGAL
    assert item.dice == (5, 3)
    assert item.plays == ("hand/22", "hand/20")
    assert str(item) == LINE
    assert Item.parse(str(replace(item, plays=()))).plays == ()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "an item has"),
        ("legal | russian", "an item has"),
        (LINE + " | 0 | more", "an item has"),
        (LINE + " | more", "could not convert"),
        (LINE.replace("legal", "good"), "good"),
        (LINE.replace("russian", "whist"), "there is no ruleset 'whist'"),
        (LINE.replace("20:15", "20:14"), "Black has 14 checkers"),
        (LINE.replace("; W to move", ""), "a situation looks like"),
        (LINE.replace("5-3", "7-3"), "two numbers from 1 to 6"),
    ],
)
def test_what_is_no_item_is_refused(line: str, reason: str) -> None:
    with pytest.raises(FaultyItem, match=reason):
        Item.parse(line)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (LINE.replace("24:5", "20:5"), "both stand on"),
        (LINE.replace("hand/22", "hand/19"), "0 of the choices are right"),
        (LINE.replace("hand/20", "in/22"), "2 of the choices are right"),
        (LINE.replace("hand/20", "hand/22"), "2 of the choices are right"),
        (LINE.replace("hand/20", "what?"), "not a move"),
        (LINE.replace("legal", "pips"), "needs a doublet"),
        (LINE.replace("legal", "points"), "the game is not over"),
        (LINE.replace("legal", "follows"), "needs one play"),
        (LINE.replace("legal", "trap").replace("; hand/20", ""), "a game with traps"),
    ],
)
def test_what_makes_no_question_is_refused(line: str, reason: str) -> None:
    with pytest.raises(FaultyItem, match=reason):
        ask(Item.parse(line))


def test_an_item_is_asked_under_the_rules_of_its_own_game() -> None:
    with pytest.raises(FaultyItem, match="about russian, not falood"):
        ask(Item.parse(LINE), RULESETS["falood"])


def test_what_follows_the_800th_character_of_an_item_is_not_read() -> None:
    item = "best | russian | W 24:15 / B hand:15; W to move | 2-1 | a; b | 0.00 0.50"
    assert Item.parse(item.ljust(800) + "|") == Item.parse(item)
    with pytest.raises(FaultyItem):
        Item.parse(item.ljust(799) + "|")
