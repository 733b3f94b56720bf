"""Entries of a record as lines of the journal, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import (
    AgreeDraw,
    ChooseDoubles,
    Effect,
    KeepOpening,
    Move,
    OpeningRoll,
    Place,
    RerollOpening,
    Resign,
    Roll,
)
from backgammon_tui.match.record import (
    DiceKind,
    DiceOrigin,
    Entry,
    NewDice,
    TakeBack,
    Undo,
    read_entry,
    write_entry,
)
from tests.engine.examples import B, W
from tests.engine.strategies import dice, sides

COMMITMENT = "0123456789abcdef" * 4

EXAMPLES: dict[str, Entry] = {
    "W 24/18 6": Move(W, 24, 18, 6),
    "B hand/23* 2": Move(B, Place.HAND, 23, 2, Effect.HIT),
    "W bar/20^ 5": Move(W, Place.BAR, 20, 5, Effect.TRAP),
    "W 3/off 6": Move(W, 3, Place.OFF, 6),
    "roll 6-1": Roll(6, 1),
    "opening 2-2": OpeningRoll(2, 2),
    "keeps": KeepOpening(),
    "rolls again": RerollOpening(),
    "double 5": ChooseDoubles(5),
    "B resigns 3": Resign(B, 3),
    "draw agreed": AgreeDraw(),
    "undo 0": Undo(0),
    "takeback 12 asked by W": TakeBack(12, W),
    "dice typed": NewDice(DiceOrigin(DiceKind.TYPED)),
    f"dice fair {COMMITMENT}": NewDice(DiceOrigin(DiceKind.FAIR, COMMITMENT)),
}

moves = st.builds(
    Move,
    sides,
    st.integers(1, 24) | st.sampled_from([Place.HAND, Place.BAR]),
    st.integers(0, 24),
    st.integers(1, 6),
    st.sampled_from(Effect),
)
counts = st.integers(0, 10**6)
commitments = st.text("0123456789abcdef", min_size=64, max_size=64)
entries: st.SearchStrategy[Entry] = st.one_of(
    moves,
    dice.map(lambda pair: Roll(*pair)),
    dice.map(lambda pair: OpeningRoll(*pair)),
    st.sampled_from([KeepOpening(), RerollOpening(), AgreeDraw()]),
    st.builds(ChooseDoubles, st.sampled_from([5, 6])),
    st.builds(Resign, sides, st.integers(1, 3)),
    st.builds(Undo, counts),
    st.builds(TakeBack, counts.map(lambda count: count + 1), sides),
    commitments.map(lambda digits: NewDice(DiceOrigin(DiceKind.FAIR, digits))),
    st.just(NewDice(DiceOrigin(DiceKind.TYPED))),
)


@pytest.mark.parametrize("line", EXAMPLES)
def test_lines_tell_entries(line: str) -> None:
    assert read_entry(line) == EXAMPLES[line]
    assert write_entry(EXAMPLES[line]) == line


@given(entries)
def test_every_entry_is_one_line_and_comes_back(entry: Entry) -> None:
    line = write_entry(entry)
    assert len(line.splitlines()) == 1
    assert read_entry(line) == entry


@pytest.mark.parametrize(
    "line",
    [
        *("", " ", "roll", "roll 0-1", "roll 1-7", "roll 1-2 ", " roll 1-2", "roll 1-2\n"),
        *("Roll 1-2", "roll １-2", "ROLL 1-2", "opening 7-1", "keep again", "double 7"),
        *("W 0/1 1", "W 24/18", "W 24/18 7", "W 24/18! 6", "X 24/18 6", "W off/18 6", "W 25/19 6"),
        *("W 24/hand 1", "w 24/18 6", "W 24/18 6 6", "W 24/18*^ 6", "W 24/18/12 6"),
        *(
            "W resigns 10",
            "W resigns 0",
            "draw agreed by W",
            "undo",
            "undo -1",
            "undo 01",
            "undo 99999999",
        ),
        *("takeback 0 asked by W", "takeback 1", "takeback 1 W", "takeback 1 asked by X"),
        *("dice", "dice fair", "dice fair ", "dice typed ", f"dice typed {COMMITMENT}"),
        *(f"dice fair {COMMITMENT[1:]}", f"dice fair {COMMITMENT.upper()}", "dice fair -"),
    ],
)
def test_anything_else_is_refused(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the words differ, and players never see them.
        read_entry(line)


@given(entries, st.integers(0), st.characters())
def test_a_damaged_line_is_refused_or_an_entry_as_it_would_be_written(
    entry: Entry, place: int, character: str
) -> None:
    line = write_entry(entry)
    at = place % len(line)
    try:
        found = read_entry(line[:at] + character + line[at + 1 :])
    except ValueError:
        return
    assert read_entry(write_entry(found)) == found
