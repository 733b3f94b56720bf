"""The skill of doubles in the list: how much of the complement each play keeps."""

from __future__ import annotations

import pytest

from backgammon_tui.modes.play.choosing import Heading
from backgammon_tui.modes.play.panel import ListOfPlays
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import ASCII, Glyphs, TextLine
from tests.modes.examples import W, do, message_of, seated

# The last four on 24 can play 4s or wait; three points stop the 3s of some checkers.
SHARED = "W 24:4 14:6 9:5 / B 21:2 11:3 6:2 3:8"


def text_of(line: TextLine) -> str:
    return "".join(span.text for span in line.spans)


def listed(state: PlayState, glyphs: Glyphs | None = None) -> list[str]:
    result, _ = ListOfPlays(state, 30, glyphs or Glyphs()).visible(0, 60)
    return [text_of(item) for item in result]


def marks(state: PlayState) -> dict[int, int]:
    """The numbers of the complement that each play keeps, by its row."""
    plays = state.choosing.plays
    assert plays
    outlooks = {row: plays.outlook(row) for row in range(len(plays.rows))}
    return {row: outlook.playable for row, outlook in outlooks.items() if outlook}


@pytest.fixture
def state() -> PlayState:
    return seated("russian", SHARED, W, "44", "enter")


def test_each_play_shows_what_it_keeps(state: PlayState) -> None:
    kept = marks(state)
    assert {0, 4} < {*kept.values()}, "some plays keep all and some nothing"
    rows = [line for line in state.lines if not isinstance(line, Heading)]
    texts = [text for text in listed(state) if not text.startswith("first ")]
    for row, text in zip(rows, texts, strict=False):
        if kept[row] == 4:
            assert text.endswith("↻ all")
        elif kept[row]:
            assert text.endswith(f" {kept[row]} of 4")
        else:
            assert "/4 " not in f"{text} "[-4:]


def test_c_lists_plays_that_keep_most(state: PlayState) -> None:
    kept = marks(state)
    shown = do(state, "c").choosing.reading.shown
    assert [*shown] == [row for row, count in kept.items() if count == 4]
    # Here the second play wins with the complement, and is no less for that.
    winning = seated("russian", "W 8:1 5:3 off:11 / B 24:15", W, "44", "enter")
    assert [*do(winning, "c").choosing.reading.shown] == [0, 1]


def test_filtered_play_is_chosen_by_arrows_and_enter(state: PlayState) -> None:
    played = do(state, "c", "down", "enter")
    assert played.game.stage
    assert played.game.stage.numbers == (3, 3, 3, 3)
    assert not played.game.has_unplayable


def test_narrow_list_shows_only_the_sign(state: PlayState) -> None:
    result, _ = ListOfPlays(state, 21, Glyphs()).visible(0, 60)
    texts = [text_of(item) for item in result]
    assert any(text.endswith(" ↻") for text in texts)
    assert not any("↻ all" in text for text in texts)


def test_ascii_has_its_own_sign(state: PlayState) -> None:
    assert any("+ all" in text for text in listed(state, ASCII))
    assert not any("↻" in text for text in listed(state, ASCII))


def test_headings_show_the_best_below_them() -> None:
    line = "W 24:3 22:2 20:3 18:3 16:2 14:2 / B 23:3 21:2 12:2 8:8"
    state = seated("russian", line, W, "44", "enter")
    headings = [text for text in listed(state) if text.startswith("first ")]
    assert headings
    assert any(text.endswith("↻ all") for text in headings)


@pytest.mark.parametrize(("name", "dice"), [("russian", "54"), ("backgammon", "44")])
def test_no_marks_without_a_complement(name: str, dice: str) -> None:
    line = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
    line = line if name == "backgammon" else SHARED
    state = seated(name, line, W, dice, "enter")
    assert not any(
        "↻" in text or text.endswith("of 4") for text in listed(state) if " " not in text
    )
    assert message_of(do(state, "c")) == "No play keeps anything of a complement."
