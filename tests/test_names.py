from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.names import Level, check_name, check_names, is_computer, level_of
from backgammon_tui.text_file import is_visible, only_visible


@pytest.mark.parametrize(
    "name", ["Anna", "O'Brien", "[bold]Bo[/bold]", "梅", "א", "x" * 40, "--help", "; rm", "a  b"]
)
def test_valid_names_are_unchanged(name: str) -> None:
    assert check_name(name) == name


def test_spaces_and_accents_are_normalized() -> None:
    assert check_name("  Anna\u3000") == "Anna"
    assert check_name("Zoe\u0308") == "Zo\u00eb"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "at least one"),
        (" \t ", "at least one"),
        ("x" * 41, "at most 40 characters, not 41"),
        *((f"a{hidden}b", "visible") for hidden in "\n\t\x1b\u200b\u202e\u2028\ud800\ue000"),
    ],
)
def test_invalid_names_are_rejected(name: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        check_name(name)


def test_equal_names_are_rejected() -> None:
    assert check_names(" Anna", "Bo ") == ("Anna", "Bo")
    with pytest.raises(ValueError, match="different names"):
        check_names("Zo\u00eb", "ZOE\u0308")


@given(st.text(max_size=60))
def test_normalized_name_is_accepted_again(name: str) -> None:
    try:
        taken = check_name(name)
    except ValueError:
        return
    assert check_name(taken) == taken
    assert taken == taken.strip()
    assert all(character.isprintable() or character.isspace() for character in taken)


@pytest.mark.parametrize("text", ["", "Anna", "größe", "梅", "a b", "O'Neill; #1", "e\u0301"])
def test_shown_text_is_visible(text: str) -> None:
    assert is_visible(text)
    assert only_visible(text) == text


@pytest.mark.parametrize("hidden", "\x00\t\x1b\x7f\x9b\u200b\u202e\u2028\u3164\u2800\ue000")
def test_control_and_invisible_characters_are_removed(hidden: str) -> None:
    assert not is_visible(f"a{hidden}b")
    assert only_visible(f"a{hidden}b") == "ab"


def test_line_breaks_are_kept() -> None:
    assert only_visible("a\nb\x1b[2J\nc") == "a\nb[2J\nc"
    assert not is_visible("a\nb")


def test_computer_names_give_levels() -> None:
    assert level_of("computer:strong") is Level.STRONG
    assert level_of("Computer:Easy 2") is Level.EASY
    assert level_of("Anna") is None
    assert not is_computer("computer:hard")
    with pytest.raises(ValueError, match="no level 'hard', only beginner"):
        level_of("computer:hard")
