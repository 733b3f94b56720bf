from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.analysis import value
from backgammon_tui.dice import FairDice
from backgammon_tui.engine import Double, Side, StartingPosition
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import (
    Table,
    computer_agrees,
    computer_choice,
    propose_draw,
    propose_resignation,
    propose_take_back,
    white_chance,
)
from backgammon_tui.names import Level
from tests.engine.examples import B, W, game_at, rules_named

EASY = "computer:easy"
EVEN = "W 6:8 5:7 / B 6:8 5:7; {} to move"
WHITE_AHEAD = "W 1:2 off:13 / B 23:15; {} to move"
WHITE_BEHIND = "W 23:15 / B 1:2 off:13; {} to move"


def table_at(line: str, side: Side, white: str = "Anna", black: str = EASY) -> Table:
    """Return a match with fair dice from a position, with `side` to roll."""
    record = MatchRecord(rules_named("backgammon"), white, black, "2026-03-01", None)
    return Table.begin_at(
        record, StartingPosition.parse(line.format(side.value)), FairDice(bytes(32))
    )


# ---- the computer's turn


@pytest.mark.parametrize(
    ("white", "black", "level"),
    [
        ("Anna", "Boris", None),
        ("Anna", EASY, None),
        (EASY, "Boris", None),
        (EASY, "computer:strong", Level.EASY),
    ],
)
def test_person_rolls_the_opening_against_a_computer(
    white: str, black: str, level: Level | None
) -> None:
    record = MatchRecord(rules_named("backgammon"), white, black, "2026-03-01", None)
    assert Table.new_match(record, FairDice(bytes(32))).acting_level is level


def test_computer_acts_on_its_turn() -> None:
    assert table_at(EVEN, B).acting_level is Level.EASY
    assert table_at(EVEN, W).acting_level is None
    assert computer_choice(table_at(EVEN, B)) == ()  # It rolls, which is not a choice.
    assert computer_choice(table_at(EVEN, B).roll())
    assert computer_choice(table_at(EVEN, W).roll()) == ()


def test_people_type_real_dice_for_the_computer() -> None:
    before = table_at(EVEN, B).change_dice(None)
    table = replace(before, history=(replace(before.game, cube=None),))
    assert table.acting_level is None
    assert table.roll((6, 5)).acting_level is Level.EASY


def test_computer_does_nothing_after_the_game() -> None:
    table = table_at(EVEN, B, EASY)
    assert propose_draw(table).agreed(table).acting_level is None


def test_unknown_level_is_a_persons_name() -> None:
    table = table_at(EVEN, B, "computer:genius", EASY)
    assert (table.level_on(W), table.level_on(B)) == (None, Level.EASY)
    assert table.record.people == {W}


# ---- the computer's consent


def test_computer_leaves_a_persons_decisions_alone() -> None:
    table = table_at(EVEN, W, black="Boris")
    assert computer_agrees(table, propose_draw(table)) is None


def test_computer_accepts_draw_unless_ahead() -> None:
    """In an even race, the side that rolls is ahead."""
    for line, side, answer in (
        (EVEN, W, True),
        (EVEN, B, False),
        (WHITE_AHEAD, W, True),
        (WHITE_BEHIND, W, False),
    ):
        table = table_at(line, side)
        assert computer_agrees(table, propose_draw(table)) is answer


def test_computer_accepts_only_a_win_on_the_board() -> None:
    table = table_at("W 13:15 / B 1:2 off:13; {} to move", B).roll()
    answers = [computer_agrees(table, propose_resignation(table, points)) for points in (1, 2, 3)]
    assert answers == [False, True, True]


@pytest.mark.parametrize("side", Side)
def test_computer_accepts_the_points_it_expects(side: Side) -> None:
    """It expects nearly three: Black wins with the next roll, and White's checkers are all far
    back.
    """
    table = table_at(WHITE_BEHIND, side)
    answers = [computer_agrees(table, propose_resignation(table, points)) for points in (1, 2, 3)]
    assert answers == [False, False, True]


@pytest.mark.parametrize("side", Side)
def test_computer_agrees_if_it_cannot_judge(side: Side) -> None:
    game = game_at("russian", "W 13:15 / B 14:15", side, opponent_completes=True)
    table = replace(table_at(EVEN, side), history=(game,))
    assert computer_agrees(table, propose_draw(table))
    assert computer_agrees(table, propose_resignation(table, 1))


def test_computer_expects_its_points_while_it_answers_a_double() -> None:
    record = MatchRecord(rules_named("backgammon", cube=True), "Anna", EASY, "2026-03-01", None)
    start = StartingPosition.parse(WHITE_BEHIND.format("W"))
    table = Table.begin_at(record, start, FairDice(bytes(32))).apply(Double())
    assert (table.game.side, table.game.actor) == (W, B)
    assert computer_agrees(table, propose_resignation(table, 1)) is False
    assert computer_agrees(table, propose_draw(table)) is False


def test_computer_allows_every_take_back() -> None:
    table = table_at(WHITE_BEHIND, W).roll()
    assert computer_agrees(table, propose_take_back(table))


# ---- the winning chances


@pytest.mark.parametrize("line", [WHITE_AHEAD, WHITE_BEHIND])
def test_win_chance_is_always_whites(line: str) -> None:
    chances = [white_chance(table_at(line, side).game) for side in Side]
    assert all(chance is not None and (chance > 0.9) is (line == WHITE_AHEAD) for chance in chances)


def test_draw_does_not_count_as_a_win() -> None:
    """Each side has a trapped checker that can hardly come free, so the game will be a draw."""
    game = game_at("never-finishing", "W 24:1! 14:1 2:2 1:11 / B 24:1! 1:14", B)
    judged = value(game)
    assert judged.draw > 0.9
    assert white_chance(game) == pytest.approx(sum(judged.chances[3:6]))


def test_win_chance_is_none_if_the_opponent_completes() -> None:
    assert white_chance(game_at("russian", "W hand:15 / B hand:15", W)) is not None
    completing = game_at("russian", "W hand:15 / B hand:15", W, opponent_completes=True)
    assert white_chance(completing) is None
