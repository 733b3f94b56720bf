"""The doubling cube in a match: undo, take-backs, and the record of its games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.engine import (
    Action,
    Cube,
    Double,
    Pass,
    Phase,
    Result,
    ScoreBefore,
    Side,
    StartingPosition,
    Take,
)
from backgammon_tui.engine.events import Ending
from backgammon_tui.match.record import TakeBack
from backgammon_tui.match.table import Table
from tests.engine.examples import B, W, rules_named
from tests.storage.matches import begun_table, new_match

RULES = rules_named("backgammon", cube=True)


def table_at(*actions: Action) -> Table:
    """Return a table before Black's first roll, after some actions about the cube."""
    return turn_played(begun_table(RULES, fair=False).roll((6, 1))).apply(*actions)


def turn_played(table: Table) -> Table:
    return table.apply(*table.game.legal_plays()[0].moves)


@pytest.mark.parametrize("actions", [(Double(),), (Double(), Take()), (Double(), Pass())])
def test_cube_actions_can_be_undone_and_redone(actions: tuple[Action, ...]) -> None:
    table = table_at(*actions)
    back = table.undo()
    assert back.game == table_at(*actions[:-1]).game
    assert back.redo().game == table.game


def test_person_undoes_only_their_own_cube_action() -> None:
    record = replace(new_match(RULES), black="computer:strong")
    for actions, undoes in (((), True), ((Double(),), False), ((Double(), Take()), True)):
        assert replace(table_at(*actions), record=record).can_person_undo is undoes


def test_nobody_doubles_while_the_next_roll_is_known() -> None:
    table = table_at()
    assert table.may_double
    rolled = table.roll((3, 1))
    back = rolled.apply(TakeBack(2, W))
    assert back.game.may_double
    assert not back.may_double
    with pytest.raises(ValueError, match="next roll is known"):
        back.apply(Double())
    assert turn_played(back.roll((3, 1))).may_double
    assert back.change_dice(None).may_double


def test_accepted_answer_cannot_be_undone() -> None:
    table = table_at(Double(), Pass()).accept()
    assert not table.can_undo
    assert table.match.results == (Result(Ending.PASSED, B, 1),)


@pytest.mark.parametrize(
    ("begun_at", "crawford"), [(ScoreBefore(2, 0), True), (ScoreBefore(2, 0, True), False)]
)
def test_crawford_game_is_recorded(begun_at: ScoreBefore, crawford: bool) -> None:
    record = replace(new_match(RULES), length=3, begun_at=begun_at)
    table = Table.new_match(record, None)
    assert table.record.games[-1].is_crawford is crawford
    start = StartingPosition(RULES.start.position, Side.WHITE)
    for begun in (table, Table.begin_at(record, start, None)):
        assert begun.game.cube == (None if crawford else Cube())
        assert begun.record.games[-1].play(RULES).cube == begun.game.cube


def test_next_game_after_a_double_has_a_new_cube() -> None:
    table = table_at(Double(), Take())
    assert table.game.cube == Cube(2, W)
    assert table.game.phase is Phase.ROLL
    done = table_at(Double(), Pass()).accept().next_game(None)
    assert done.game.cube == Cube()
