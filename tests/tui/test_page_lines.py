"""The rulebook and the comparison as lines: whole, within their width, true to the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from backgammon_tui.engine import RULESETS, Rules
from backgammon_tui.modes.text import ASCII, Glyphs, TextLine, TextStyle, to_ascii
from backgammon_tui.teach.rulebook.pages import Listing, Paragraph, Picture, pages
from backgammon_tui.teach.rulebook.tables import compare
from backgammon_tui.tui.screens.rulebook import (
    WIDEST,
    comparison_head,
    comparison_lines,
    leaves,
    picture_in_words,
)
from backgammon_tui.words.rule_settings import change_rule
from tests.engine.strategies import few, house_rules


def text(line: TextLine) -> str:
    return "".join(span.text for span in line.spans)


def words(rules: Rules, width: int = WIDEST) -> list[str]:
    """The lines of all sections."""
    return [
        text(line)
        for section in pages(rules)
        for leaf in leaves(rules, section, width, Glyphs())
        if isinstance(leaf, tuple)
        for line in leaf
    ]


@few
@given(house_rules(), st.sampled_from([30, 53, 76]))
def test_every_line_fits(rules: Rules, width: int) -> None:
    assert max(cell_len(line) for line in words(rules, width)) <= width


@pytest.mark.parametrize("name", RULESETS)
def test_all_words_and_pictures_are_there_in_order(name: str) -> None:
    rules = RULESETS[name]
    for section in pages(rules):
        shown = leaves(rules, section, WIDEST, Glyphs())
        pictures = [leaf for leaf in shown if isinstance(leaf, Picture)]
        assert pictures == [block for block in section.blocks if isinstance(block, Picture)]
        wording = " ".join(
            " ".join(text(line).split())
            for leaf in shown
            if isinstance(leaf, tuple)
            for line in leaf
        )
        at = 0
        for block in section.blocks:
            match block:
                case Paragraph():
                    parts: tuple[str, ...] = (block.text,)
                case Listing():
                    parts = block.items
                case Picture():
                    parts = (block.caption,)
            for part in parts:
                at = wording.index(part, at)


def test_a_section_says_what_its_house_rules_are_set_to() -> None:
    rules = change_rule(RULESETS["russian"], "free_entry=on")
    (entering,) = (section for section in pages(rules) if section.id == "entering")
    first = leaves(rules, entering, WIDEST, Glyphs())[0]
    assert isinstance(first, tuple)
    wording = f"{text(first[0])} {text(first[1])}"
    assert wording.strip() == "House rule, free entry: on (usually off)"
    assert first[0].spans[0].style is TextStyle.ACCENT
    off = "House rule, free entry: off. If on, checkers on the board may move while others are"
    assert off in " ".join(words(RULESETS["russian"]))


def test_below_a_picture_stands_whose_checkers_are_which() -> None:
    assert "● White   ○ Black   White to move" in words(RULESETS["russian"])
    assert "● White   ○ Black   Black to move" in words(RULESETS["never-finishing"])


def test_in_ascii_every_line_is_ascii() -> None:
    rules = RULESETS["never-finishing"]
    for section in pages(rules):
        for leaf in leaves(rules, section, WIDEST, ASCII):
            if isinstance(leaf, tuple):
                assert all(to_ascii(text(line)).isascii() for line in leaf)


def test_a_picture_can_be_told_in_words() -> None:
    (board,) = (section for section in pages(RULESETS["backgammon"]) if section.id == "board")
    picture = next(block for block in board.blocks if isinstance(block, Picture))
    wording = " ".join(text(line) for line in picture_in_words(picture, 40))
    assert wording.startswith("White: 2 on point 24, 5 on point 13, 3 on point 8 and 5 on point 6;")
    assert "Black: 2 on point 24" in wording


# ---- the comparison


@pytest.mark.parametrize("width", [77, 100, 140])
def test_all_games_fit_side_by_side(width: int) -> None:
    lines = (*comparison_head(compare(), width), *comparison_lines(compare(), width))
    assert max(cell_len(text(line).rstrip()) for line in lines) <= width
    head = text(lines[1]).split() + text(lines[2]).split()
    assert all(word in head for rules in RULESETS.values() for word in rules.short_title.split())


def row(label: str, rules: Rules | None = None) -> TextLine:
    return next(
        line for line in comparison_lines(compare(rules), 77) if text(line).startswith(label)
    )


def test_what_is_as_in_standard_backgammon_is_dim() -> None:
    blot = row("landing on a blot")
    assert [span.text.strip() for span in blot.spans[1:]] == [
        "hit",
        "=",
        "=",
        "=",
        "hit or trap",
    ]
    assert [span.style for span in blot.spans[1:]] == [
        TextStyle.PLAIN,
        TextStyle.DIM,
        TextStyle.DIM,
        TextStyle.DIM,
        TextStyle.PLAIN,
    ]


def test_what_this_table_has_changed_is_marked() -> None:
    rules = change_rule(RULESETS["russian"], "scale=1")
    scale = row("points for a win", rules)
    texts = [span.text.strip() for span in scale.spans[1:]]
    assert texts == ["1, 2 or 3", "1 !", "=", "1", "1 or 2"]
    assert [span.style is TextStyle.ACCENT for span in scale.spans[1:]] == [
        False,
        True,
        *[False] * 3,
    ]
    legend = [text(line) for line in comparison_lines(compare(rules), 77)]
    assert legend[-1] == "! changed by your house rules"
    assert not any("!" in text(line) for line in comparison_lines(compare(), 77))
