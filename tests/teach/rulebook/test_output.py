from __future__ import annotations

import re

import pytest
from hypothesis import given

from backgammon_tui.engine import RULESETS, Position, Rules
from backgammon_tui.teach.rulebook import (
    Listing,
    Paragraph,
    Picture,
    compare,
    pages,
    write_block,
    write_comparison,
    write_page,
)
from backgammon_tui.words.rule_settings import change_rule
from tests.engine.strategies import few, house_rules


@few
@given(house_rules())
def test_rulebook_is_ascii_text_of_80_columns(rules: Rules) -> None:
    for text in (write_page(rules, pages(rules)), write_comparison(compare(rules))):
        assert text.isascii()
        assert text.endswith("\n")
        lines = text.split("\n")
        assert max(map(len, lines)) <= 80
        assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("name", RULESETS)
def test_page_has_all_sections_and_words(name: str) -> None:
    rules = RULESETS[name]
    text = write_page(rules, pages(rules))
    assert text.startswith(f"{rules.title}\n{'=' * len(rules.title)}\n\n")
    words = " ".join(text.replace("\n    ", " ").split())
    for section in pages(rules):
        assert f"\n{section.title}\n{'-' * len(section.title)}\n" in text
        for block in section.blocks:
            match block:
                case Paragraph():
                    assert block.text in words
                case Listing():
                    assert all(item in words for item in block.items)
                case Picture():
                    assert block.caption in words


def test_lists_are_indented_and_rolls_unbroken() -> None:
    text = write_block(RULESETS["russian"], Listing(("a word " * 10 + "then 4-4", "b")))
    assert text == "- " + "a word " * 10 + "then\n  4-4\n- b"


def test_picture_is_a_board_with_a_caption() -> None:
    position = Position.parse("W 24:1 hand:14 / B hand:15")
    lines = write_block(RULESETS["russian"], Picture(position, "A blot.")).split("\n")
    assert lines[0] == "    O White: 374 pips, hand 14"
    assert lines[-2:] == ["", "    A blot."]


def test_comparison_shows_differences() -> None:
    text = write_comparison(compare())
    assert all(word in text for rules in RULESETS.values() for word in rules.short_title.split())
    (line,) = (line for line in text.split("\n") if line.startswith("landing on a blot"))
    assert line.split() == ["landing", "on", "a", "blot", "hit", *("=" * 3), "hit", "or", "trap"]
    assert "!" not in text


def test_comparison_marks_changed_house_rules() -> None:
    rules = change_rule(RULESETS["russian"], "scale=1")
    (line,) = (
        line for line in write_comparison(compare(rules)).split("\n") if line.startswith("points")
    )
    assert re.split("  +", line) == ["points for a win", "1, 2 or 3", "1 !", "=", "1", "1 or 2"]
    assert "! changed by your house rules" in write_comparison(compare(rules))
