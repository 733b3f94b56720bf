from __future__ import annotations

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import Cause, NotAllowed, Roll
from backgammon_tui.engine.notation import (
    Ambiguous,
    Unreadable,
    paths_along,
    read_moves,
    read_routes,
    write_moves,
)
from backgammon_tui.engine.position import Place
from tests.engine.examples import W, game_at, roll, rules_named
from tests.engine.strategies import few_seeds, names, state_after

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
HOME = "W 6:3 4:2 2:1 off:9 / B 24:3 off:12"


@pytest.mark.parametrize(
    "text",
    [
        *("", "hello", "x", "24", "24/", "/20", "24//20", "24/20 13", "24/25", "0/24", "137"),
        *("24/20(5)", "(2)", "24/20!", "13/bar", "off/3", "24*/20", "24/20=7", "1.4/1.5"),
        *("24/20\x1b[31m", "٢٤/٢٠", "24/2013/9", "24 20/13", "13/7(2)(2)"),
    ],
)
def test_text_that_is_not_notation_is_unreadable(text: str) -> None:
    game = roll(game_at("backgammon", START, W), 4, 1)
    with pytest.raises(Unreadable) as error:
        read_moves(game, text)
    assert error.value.text == text


def test_message_omits_control_characters() -> None:
    game = roll(game_at("backgammon", START, W), 4, 1)
    with pytest.raises(Unreadable) as error:
        read_moves(game, "\x1b]0;title\x07" * 10)
    assert str(error.value).isascii()
    assert str(error.value).isprintable()


WASTING = "W 12:1 8:1 off:13 / B 24:2 22:2 1:11"
"""After 12/6 no 5 is left to play; after 8/2 it is 12/7."""

EXCLUSIVE = "W 13:1 off:14 / B 23:2 1:13"
COMPLETING = "W 24:15 / B 18:2 20:2 22:5 13:6"


@pytest.mark.parametrize(
    ("ruleset", "line", "dice", "text", "cause", "numbers"),
    [
        ("backgammon", START, (4, 1), "20/16", Cause.NO_CHECKER, ()),
        ("backgammon", START, (2, 2), "24/22(3)", Cause.NO_CHECKER, (2,)),
        ("backgammon", START, (4, 1), "6/8", Cause.WRONG_WAY, None),
        ("backgammon", START, (4, 1), "13/8/9", Cause.WRONG_WAY, None),
        ("backgammon", START, (4, 1), "13/10", Cause.NUMBER_NOT_THERE, None),
        ("backgammon", START, (4, 1), "13/9 13/9", Cause.NUMBER_NOT_THERE, None),
        ("backgammon", START, (4, 1), "6/2 6/5 13/9", Cause.NUMBER_NOT_THERE, None),
        ("backgammon", START, (6, 5), "24/19", Cause.BLOCKED, None),
        ("backgammon", START, (4, 4), "24/12", Cause.BLOCKED, (4,)),
        ("backgammon", START, (4, 4), "24/16/12", Cause.BLOCKED, None),
        ("backgammon", START, (6, 1), "6/off", Cause.NOT_ALL_HOME, None),
        ("backgammon", HOME, (5, 1), "4/off", Cause.HIGHER_STANDS, None),
        ("backgammon", START, (4, 1), "13/9*", Cause.NOTHING_TO_HIT, None),
        ("backgammon", START, (4, 1), "13/9^", Cause.NO_TRAPPING, None),
        ("backgammon", "W bar:1 13:14 / B 24:15", (4, 1), "13/9", Cause.BAR_FIRST, None),
        ("russian", "W 24:1 hand:14 / B hand:15", (4, 1), "24/20", Cause.HAND_FIRST, None),
        ("never-finishing", "W 24:14 20:1! / B 24:14 5:1", (4, 1), "20/16", Cause.TRAPPED, None),
        ("never-finishing", "W 24:15 / B 24:15", (6, 1), "24/23*", Cause.NOTHING_TO_HIT, None),
        ("never-finishing", "W 24:14 23:1! / B 24:14 2:1", (6, 1), "24/23", Cause.HELD, None),
        ("backgammon", WASTING, (6, 5), "12/6", Cause.WASTES_NUMBER, (5,)),
        ("backgammon", EXCLUSIVE, (6, 5), "13/8", Cause.HIGHER_NUMBER, (6,)),
        ("backgammon", START, None, "24/20", Cause.NOT_NOW, None),
        ("russian", "W hand:15 / B hand:15", None, "hand/22", Cause.NOT_NOW, None),
        ("falood", COMPLETING, (6, 4), "22/18 22/16", Cause.NOT_NOW, None),
        ("falood", COMPLETING, (6, 4), "13/7/3", Cause.NOT_NOW, None),
    ],
)
def test_refusal_names_the_rule(
    ruleset: str,
    line: str,
    dice: tuple[int, int] | None,
    text: str,
    cause: Cause,
    numbers: tuple[int, ...] | None,
) -> None:
    game = game_at(ruleset, line, W, [W], opponent_completes=ruleset == "falood")
    with pytest.raises(NotAllowed) as error:
        read_moves(roll(game, *dice) if dice else game, text)
    reason = error.value.reason
    assert reason.cause is cause
    assert numbers is None or reason.numbers == numbers


@given(names, few_seeds, st.integers(1, 300))
def test_refusal_counts_checkers_outside_unless_it_names_moves(
    name: str, seed: int, length: int
) -> None:
    game = state_after(rules_named(name), seed, length)
    side = game.actor
    if side is None or game.stage is None:
        return
    places = (Place.HAND, Place.BAR, *range(7, 25))
    outside = sum(game.position.count(side, place) for place in places)
    for point in game.position.points(side):
        try:
            read_moves(game, f"{point}/off")
        except NotAllowed as error:
            reason = error.reason
            if reason.cause is Cause.NOT_ALL_HOME and not reason.after:
                assert reason.numbers == (outside,)
        except Ambiguous:
            pass


def test_refusal_after_a_move_of_the_same_checker_names_the_move() -> None:
    game = roll(game_at("backgammon", "W 8:2 4:13 / B 24:2 13:13", W), 6, 6)
    with pytest.raises(NotAllowed) as error:
        read_moves(game, "8/off")
    assert write_moves(error.value.reason.after) == "8/2"
    assert error.value.reason.numbers == (1,)


@pytest.mark.parametrize(
    ("line", "dice", "text", "meanings"),
    [
        ("W 24:15 / B 24:14 5:1", (4, 3), "24/20", {"24/20*", "24/20^"}),
        ("W 24:15 / B 24:14 5:1", (4, 3), "24/17", {"24/20*/17", "24/21/17"}),
        ("W 24:15 / B 24:13 5:1 4:1", (4, 3), "24/20* 24/21", {"24/20* 24/21*", "24/20* 24/21^"}),
    ],
)
def test_ambiguous_error_lists_each_meaning(
    line: str, dice: tuple[int, int], text: str, meanings: set[str]
) -> None:
    game = roll(game_at("never-finishing", line, W), *dice)
    with pytest.raises(Ambiguous) as error:
        read_moves(game, text)
    assert {write_moves(moves) for moves in error.value.candidates} == meanings


ALPHABET = "0123456789/-*^()=. handbrofiHBO\t"


@given(names, few_seeds, st.integers(1, 90), st.text(ALPHABET, max_size=24) | st.text(max_size=400))
def test_no_other_exception_escapes(name: str, seed: int, length: int, text: str) -> None:
    game = state_after(rules_named(name), seed, length)
    try:
        moves = read_moves(game, text)
    except (Unreadable, NotAllowed, Ambiguous):
        return
    for move in moves:
        game = game.apply(move)


@given(st.data(), names, few_seeds, st.integers(1, 90))
def test_damaged_notation_is_rejected_or_playable(
    data: st.DataObject, name: str, seed: int, length: int
) -> None:
    game = state_after(rules_named(name, opponent_completes=True), seed, length)
    moves = game.legal_plays()[0].moves if game.legal_plays() else game.moves[:1]
    text = write_moves(moves)
    at = data.draw(st.integers(0, len(text)))
    junk = data.draw(st.text(ALPHABET, max_size=3))
    try:
        play = read_moves(game, text[:at] + junk + text[at + data.draw(st.integers(0, 2)) :])
    except (Unreadable, NotAllowed, Ambiguous):
        return
    for move in play:
        game = game.apply(move)


def test_ten_million_characters_are_rejected_at_once() -> None:
    game = game_at("backgammon", START, W).apply(Roll(4, 1))
    assert read_moves(game, "24/20".ljust(300))
    with pytest.raises(Unreadable):
        read_moves(game, "24/20".ljust(301))
    for text in ("24/20 " * 1_700_000, "1" * 10_000_000, " " * 10_000_000):
        with pytest.raises(Unreadable) as error:
            read_moves(game, text)
        assert len(str(error.value)) < 100


@pytest.mark.parametrize("text", ["24/20 " * 50, "24/20(4)" * 37, "24" + "/23" * 99, "1 " * 150])
def test_longest_texts_are_answered(text: str) -> None:
    game = game_at("backgammon", START, W).apply(Roll(1, 1))
    with pytest.raises((Unreadable, NotAllowed)):
        read_moves(game, text)


MANY_WAYS = " ".join(
    [*(f"24/20/{point}" for point in range(1, 20)), *(f"24/16/{point}" for point in range(1, 12))]
)


def test_too_many_stops_are_rejected_before_searching() -> None:
    game = game_at("never-finishing", "W 24:15 / B 24:15", W).apply(Roll(4, 4))
    assert paths_along(game.rest_of_stage, read_routes(MANY_WAYS)) == ()
    with pytest.raises(NotAllowed) as error:
        read_moves(game, "24/20 24/20 24/20 24/20 24/20")
    assert error.value.reason.cause is Cause.NUMBER_NOT_THERE


def test_line_of_many_routes_is_answered_at_once() -> None:
    game = game_at("never-finishing", "W 24:15 / B 24:15", W).apply(Roll(4, 4))
    began = perf_counter()
    with pytest.raises(NotAllowed):
        read_moves(game, MANY_WAYS)
    assert perf_counter() - began < 2
