from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS
from backgammon_tui.names import Level, check_name, check_names, is_computer, level_of
from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from backgammon_tui.text_file import escaped, is_visible, only_visible
from backgammon_tui.words.columns import cut
from tests.storage.matches import begun_table


@pytest.mark.parametrize(
    "name", ["Anna", "O'Brien", "[bold]Bo[/bold]", "梅", "א", "x" * 40, "--help", "; rm", "a  b"]
)
def test_valid_names_are_unchanged(name: str) -> None:
    assert check_name(name) == name


JOINED = {
    "Persian": "می\u200cخواهم",
    "Persian with a mark": "نامه\u064e\u200cای",
    "family": "👨\u200d👩\u200d👧\u200d👦",
    "with a skin": "👩🏽\u200d🚀 Mae",
    "with a heart": "👩\u200d❤\ufe0f\u200d👨",
    "Hindi": "क्\u200dष क्\u200cष",
    "keycap": "1\ufe0f\u20e3",
    "flag": "🏳\ufe0f\u200d🌈",
    "ideograph": "葛\U000e0100",
}


@pytest.mark.parametrize("name", JOINED.values(), ids=JOINED)
def test_joiners_are_accepted_within_words(name: str) -> None:
    assert check_name(name) == unicodedata.normalize("NFC", name)
    assert is_visible(name)
    assert only_visible(name) == escaped(name) == name
    assert cut(name, 40) == name


HIDDEN = [
    *("\ufe0f", "\u034f", "\u034f\ufe0f", "\u0301", "\u200d", "\u200c", "\u17b4", "\u180b"),
    *("Anna\ufe0f", "An\u034fna", "An\u200cna", "An\u200dna", "\u200cمی", "می\u200c"),
    *("👨\u200d", "\u200d👨", "👨\u200d\u200d👩", "👨\u200dA", "A\u200d👨", "Ann \u0301e"),
    *("می\u200c\u200cخ", "א\u200cב", "梅\u200d梅", "Anna\U000e0100", "1\u200d2"),
]


@pytest.mark.parametrize("name", HIDDEN, ids=ascii)
def test_names_that_look_empty_or_like_another_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="visible characters"):
        check_name(name)


@pytest.mark.parametrize("name", ["\ufe0f", "\u034f", "Anna\ufe0f"])
def test_names_of_earlier_versions_are_still_read(name: str) -> None:
    assert check_name(name, is_kept=True) == name
    table = begun_table(RULESETS["french"])
    text = write_transcript(replace(table.roll().record, white="Xaver"))
    record = read_transcript(text.replace("Xaver", name))
    assert record.white == name


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
