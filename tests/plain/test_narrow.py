"""Lines of text in a terminal of fewer than 60 columns, and in one of more."""

from __future__ import annotations

import pytest

from tests.plain.talk import say

ASKED = [
    "63",
    "k",
    "",
    "44",
    "board",
    "position",
    "plays",
    "help",
    "rules",
    "rolls",
    "log",
]


@pytest.mark.parametrize(("terminal", "most"), [(45, 45), (43, 43), (59, 59), (60, 60), (200, 60)])
@pytest.mark.parametrize("game", ["russian", "french", "never-finishing"])
def test_lines_fit_the_terminal_and_60_columns(
    game: str, terminal: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(terminal))
    lines = [line for answer in say(game, ASKED).answers for line in answer]
    assert [line for line in lines if len(line) > most] == []
    assert max(map(len, lines)) > most - 6


def test_narrow_board_has_every_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "45")
    lines = [line for answer in say("backgammon", ["63", "board"]).answers for line in answer]
    assert "  13 14 15 16 17 18  O   19 20 21 22 23 24" in lines
    assert "|  O  .  .  .  X  .|   |  X  .  .  .  .  O|" in lines
    assert "  12 11 10  9  8  7  O    6  5  4  3  2  1" in lines
