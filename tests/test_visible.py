"""Texts that are no more than what they show."""

from __future__ import annotations

import pytest

from backgammon_tui.text_file import is_visible, only_visible


@pytest.mark.parametrize("text", ["", "Anna", "größe", "梅", "a b", "O'Neill; #1", "e\u0301"])
def test_what_is_shown_is_visible(text: str) -> None:
    assert is_visible(text)
    assert only_visible(text) == text


@pytest.mark.parametrize("hidden", "\x00\t\x1b\x7f\x9b\u200b\u202e\u2028\u3164\u2800\ue000")
def test_what_a_terminal_obeys_or_nobody_sees_is_not(hidden: str) -> None:
    assert not is_visible(f"a{hidden}b")
    assert only_visible(f"a{hidden}b") == "ab"


def test_the_lines_of_a_text_stay_lines() -> None:
    assert only_visible("a\nb\x1b[2J\nc") == "a\nb[2J\nc"
    assert not is_visible("a\nb")
