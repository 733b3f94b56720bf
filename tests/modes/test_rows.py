"""The list of plays: its order, its headings and their counts."""

from __future__ import annotations

from backgammon_tui.engine import Effect, Phase
from backgammon_tui.modes.play.choosing import Heading, filtered, lines_of
from backgammon_tui.settings import Settings
from tests.modes.examples import W, seated, shown, typed

STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def test_farthest_origin_comes_first() -> None:
    state = seated("backgammon", STANDARD, W, "31", "enter")
    origins = [min(-move.origin for move in row.moves) for row in state.choosing.rows]
    assert origins == sorted(origins)


def test_order_is_deterministic() -> None:
    once, again = (seated("backgammon", STANDARD, W, "33", "enter") for _ in range(2))
    assert shown(once) == shown(again)


def test_every_row_is_a_different_position() -> None:
    state = seated("backgammon", STANDARD, W, "33", "enter")
    assert len({row.position for row in state.choosing.rows}) == len(state.choosing.rows)
    assert len(set(shown(state))) == len(state.choosing.rows)


def test_headings_name_the_first_move_of_the_plays_below() -> None:
    state = seated("backgammon", STANDARD, W, "33", "enter")
    headings = [line for line in state.lines if isinstance(line, Heading)]
    assert [item.text for item in headings] == [
        f"first {move}" for move in ("24/21", "13/10", "8/5", "6/3")
    ]
    heading = ""
    for line in state.lines:
        if isinstance(line, Heading):
            heading = line.text
        else:
            assert f"first {state.choosing.rows[line].heading}" == heading


def test_typed_route_determines_the_heading() -> None:
    line = "W 24:8 13:4 9:3 / B 24:8 17:1 18:1 13:3 9:2"
    state = typed(seated("never-finishing", line, W, "21", "enter"), "9/7")
    spelled = [
        item.text if isinstance(item, Heading) else state.choosing.spelled(item).text
        for item in state.lines
    ]
    assert spelled[3] == "first 9/7"
    assert spelled[-1] == "9/7^/6"  # In the whole list it is 9/8^/6, under 9/8.
    assert "9/8^/6" in [row.text for row in state.choosing.rows]
    assert not any(isinstance(item, Heading) for item in state.lines[4:])


def test_few_rows_have_no_headings() -> None:
    state = typed(seated("backgammon", STANDARD, W, "31", "enter"), "8/5")
    assert state.lines == state.choosing.reading.shown


def test_headings_for_single_rows_are_omitted() -> None:
    rows = seated("backgammon", STANDARD, W, "33", "enter").choosing.rows
    firsts = [next(i for i, row in enumerate(rows) if row.heading == h) for h in ("24/21", "8/5")]
    assert lines_of(rows, tuple(firsts)) == tuple(firsts)


def test_list_may_start_with_checkers_nearest_home() -> None:
    state = seated("backgammon", STANDARD, W, "31", "enter")
    front = state.with_options(Settings(front_first=True))
    assert [state.choosing.rows[0].text, state.choosing.rows[-1].text] == ["24/21 24/23", "6/3/2"]
    assert front.choosing.rows[0].text == "6/3/2"
    double = seated("backgammon", STANDARD, W, "33", "enter").with_options(front.options)
    assert str(double.lines[0]).startswith("Heading(text='last 5/2'")
    assert {row.position for row in front.choosing.rows} == {
        row.position for row in state.choosing.rows
    }


def test_rows_count_hits_traps_and_borne_off() -> None:
    line = "W 24:13 9:1 1:1 / B 18:1 17:1 2:13"
    plays = seated("never-finishing", line, W, "21", "enter").choosing.plays
    assert plays
    texts = [row.text for row in plays.rows]
    for effect, mark in ((Effect.HIT, "*"), (Effect.TRAP, "^")):
        assert plays.with_effect(effect) == {i for i, text in enumerate(texts) if mark in text}
    assert filtered(plays, "off") == frozenset()


def test_completing_opponent_has_single_moves() -> None:
    line = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"
    state = seated("french", line, W, "21", "enter", opponent_completes=True)
    assert state.game.phase is Phase.COMPLETE
    assert shown(state)[:4] == ["6/4", "6/5", "5/3", "5/4"]
    assert all(len(row.moves) == 1 for row in state.choosing.rows)


def test_unplayable_stage_lists_nothing() -> None:
    line = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"
    assert seated("russian", line, W, "33", "enter").choosing.rows == ()
