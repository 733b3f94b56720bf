"""Going through a finished game, and playing on from the middle of it."""

from __future__ import annotations

import random

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import RULESETS, AgreeDraw, KeepOpening, OpeningRoll, Phase, Resign
from backgammon_tui.match.record import DiceKind
from backgammon_tui.match.table import Table
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.replay import ReplayMode, branch
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.settings import Settings
from tests.engine.examples import B, W, rules_named
from tests.engine.strategies import any_action
from tests.modes.examples import new_table, table_from

DICE = FairDice(bytes(range(32)))


def played(table: Table, *texts: str) -> Table:
    """The table after rolls, such as `54`, and then for each the only play or the first one."""
    for text in texts:
        table = table.roll((int(text[0]), int(text[1])))
        while table.game.phase is Phase.MOVE:
            table = table.apply(table.game.moves[0])
    return table


def two_turns() -> Table:
    """French backgammon, in which White kept 5-3, Black answered 4-1 and White resigned."""
    table = new_table(RULESETS["french"])
    table = table.apply(OpeningRoll(3, 3)).apply(OpeningRoll(5, 3)).apply(KeepOpening())
    while table.game.phase is Phase.MOVE:
        table = table.apply(table.game.moves[0])
    return played(table, "41").apply(Resign(W, 1))


def replay_of(table: Table) -> ReplayMode:
    return ReplayMode(table, Settings())


def stops(replay: ReplayMode) -> list[Table]:
    """The table at each stop."""
    return [replay.at_turn(number).shown for number in range(replay.end + 1)]


# ---- where it stops


def test_score_is_from_before_the_game() -> None:
    assert {table.match.score(B) for table in stops(replay_of(two_turns().accept()))} == {0}


def test_replay_stops_after_each_turn() -> None:
    replay = replay_of(two_turns())
    lines = [str(table.game.position) for table in stops(replay)]
    assert lines == [
        "W hand:15 / B hand:15",
        "W 22:1 20:1 hand:13 / B hand:15",
        "W 22:1 20:1 hand:13 / B 24:1 21:1 hand:13",
        "W 22:1 20:1 hand:13 / B 24:1 21:1 hand:13",
    ]
    assert [table.game.is_over for table in stops(replay)] == [False, False, False, True]
    assert [turn.side for turn in replay.turns] == [W, B]


def test_won_game_ends_with_its_last_turn() -> None:
    table = played(table_from("backgammon", "W 1:1 off:14 / B 20:1 off:14", B), "21", "21")
    replay = replay_of(table)
    assert table.game.is_over
    assert len(replay.turns) == replay.end == 2
    assert stops(replay)[-1].game == table.game


@pytest.mark.parametrize("name", list(RULESETS))
def test_every_turn_has_exactly_one_stop(name: str) -> None:
    chance = random.Random(5)
    table = new_table(rules_named(name))
    for _ in range(400):
        if not table.game.is_over:
            table = table.apply(any_action(table.game, chance))
    table = table if table.game.is_over else table.apply(AgreeDraw())
    replay = replay_of(table)
    for number, turn in enumerate(replay.turns[:-1], 1):
        shown = replay.at_turn(number).shown
        assert shown.game.last_turn == turn
        assert shown.game.phase is Phase.ROLL
    assert stops(replay)[-1].game == table.game
    assert replay.end - len(replay.turns) in (0, 1)


def test_navigation_stays_within_the_game() -> None:
    replay = replay_of(two_turns())
    assert replay.at == 0
    assert replay.at_turn(-5).at == 0
    assert replay.at_turn(99).at == replay.end == 3


def test_stop_shows_only_earlier_events() -> None:
    shown = replay_of(two_turns()).at_turn(1).shown
    assert shown.game == shown.history[-1]
    assert len(shown.actions) == len(shown.history) - 1
    assert shown.roll_number == 3  # The tied opening roll, and the kept one.
    assert not shown.accepted


@pytest.mark.parametrize("ending", [AgreeDraw(), Resign(B, 1)])
def test_game_without_turns_has_start_and_end(
    ending: AgreeDraw | Resign,
) -> None:
    table = new_table(RULESETS["russian"]).apply(OpeningRoll(1, 3)).apply(ending)
    replay = replay_of(table)
    assert (len(replay.turns), replay.end) == (0, 1)
    assert [table.game.is_over for table in stops(replay)] == [False, True]


# ---- playing on


def test_branch_is_a_new_match_of_the_same_players() -> None:
    replay = replay_of(two_turns()).at_turn(1)
    table = branch(replay.shown, DICE)
    assert table.record.rules == replay.table.record.rules
    assert (table.record.white, table.record.black) == ("White", "Black")
    assert table.record.length is None
    assert str(table.game.position) == "W 22:1 20:1 hand:13 / B hand:15"
    assert (table.game.side, table.game.phase) == (B, Phase.ROLL)
    assert (table.match.results, len(table.record.games), table.roll_number) == ((), 1, 1)
    assert table.dice == DICE
    # It can be written down and read again as it is.
    assert table.record.games[0].play(table.record.rules) == table.game


def test_branch_at_start_keeps_the_opening_winner() -> None:
    table = branch(replay_of(two_turns()).shown, None)
    assert table.game.position == RULESETS["french"].start.position
    assert (table.game.side, table.game.phase) == (W, Phase.ROLL)
    assert table.dice_kind is DiceKind.TYPED


def test_branch_before_opening_starts_with_one() -> None:
    drawn = new_table(RULESETS["russian"]).apply(AgreeDraw())
    assert branch(replay_of(drawn).shown, DICE).game.phase is Phase.OPENING


def test_branch_needs_an_unfinished_game() -> None:
    replay = replay_of(two_turns())
    with pytest.raises(ValueError, match="go back a turn"):
        branch(replay.at_turn(3).shown, None)
    assert branch(replay.at_turn(2).shown, None).game.side is W


def test_branch_keeps_first_doubles() -> None:
    """After Falood, a first double is played on its face alone: Black's second is not."""
    table = played(table_from("falood", "W hand:15 / B hand:15", B), "44", "31", "33")
    replay = replay_of(table.apply(AgreeDraw()))
    assert [branch(replay.at_turn(n).shown, None).game.had_double for n in range(3)] == [
        frozenset(),
        {B},
        {B},
    ]
    again = branch(replay.at_turn(2).shown, None).roll((3, 3))
    assert again.game.rolled
    assert [stage.numbers for stage in again.game.rolled.stages] == [(3,) * 4, (4,) * 4]


def test_branch_within_a_turn_continues_it() -> None:
    table = played(table_from("backgammon", "W 24:2 13:13 / B 24:2 13:13", W), "31")
    table = table.roll((6, 5)).apply(table.roll((6, 5)).game.moves[0])
    replay = replay_of(table)
    assert replay.end == len(replay.turns) == 2
    for dice in (DICE, None):
        begun = branch(replay.at_turn(2).shown, dice)
        assert begun.game.position == table.game.position
        assert (begun.game.phase, begun.game.left) == (Phase.MOVE, table.game.left)
        assert begun.dice == dice
        assert begun.record.games[0].play(begun.record.rules) == begun.game
        assert begun.can_undo


def test_points_have_the_described_sides_numbers() -> None:
    """After its turn the other side is to play, but the log has its own numbers."""
    mode = ReplayMode.begin(two_turns(), Settings())
    for at, side in ((1, W), (2, B)):
        board = mode.go_to(at)[0].view(Frame(120, (40, 40), Glyphs())).board
        assert board
        assert board.numbers.side is side
