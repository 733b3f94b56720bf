from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from backgammon_tui.words.columns import TIED, cells, cut, left, right, wrap


@pytest.mark.parametrize(
    ("name", "width", "shown"),
    [
        ("Anna", 4, "Anna"),
        ("Anna Karenina", 8, "Anna..."),
        ("梅梅梅梅", 8, "梅梅梅梅"),
        ("梅梅梅梅", 7, "梅梅..."),
        ("a\x1b[2Jb\u202e", 20, "a?[2Jb?"),
    ],
)
def test_name_is_cut_to_fit(name: str, width: int, shown: str) -> None:
    assert cut(name, width) == shown


def test_columns_are_counted_as_in_terminals() -> None:
    assert left("梅", 5) + "|" == "梅   |"
    assert right("é\u0301", 3) == "  é\u0301"


@pytest.mark.parametrize(
    ("text", "width", "indents", "lines"),
    [
        ("Anna needs 3 points.", 10, [], ["Anna needs", "3 points."]),
        ("梅梅 梅梅 梅", 9, [], ["梅梅 梅梅", "梅"]),
        ("a game", 10, ["  "], ["  a game"]),
        ("one two three", 8, ["- ", "  "], ["- one", "  two", "  three"]),
        # Inner spaces stay, and trailing ones go.
        ("How many?   a  0   b  2 ", 40, [], ["How many?   a  0   b  2"]),
        ("How many?   a  0   b  2", 12, [], ["How many?", "a  0   b  2"]),
        ("", 10, [], []),
        ("  ", 10, [], []),
        # Tied words break only if necessary.
        (f"4-4{TIED}24/20 13/9", 12, [], ["4-4 24/20", "13/9"]),
        (f"6-4 3-3{TIED}again", 12, [], ["6-4", "3-3 again"]),
        (f"3-3{TIED}again", 8, [], ["3-3", "again"]),
        # A wide word is cut after a slash.
        ("24/20/16/12", 8, [], ["24/20/", "16/12"]),
        ("Bartholomew", 6, [], ["Bartho", "lomew"]),
    ],
)
def test_sentences_wrap(text: str, width: int, indents: list[str], lines: list[str]) -> None:
    assert wrap(text, width, *indents) == lines


@given(st.lists(st.sampled_from(["梅", "Anna", "e\u0301", "a", "[b]"]), min_size=1))
def test_lines_never_exceed_the_width(words: list[str]) -> None:
    lines = wrap(" ".join(words), 12, "  ")
    assert " ".join(line.removeprefix("  ") for line in lines) == " ".join(words)
    assert all(cells(line) <= 12 and cell_len(line) <= 12 for line in lines)
