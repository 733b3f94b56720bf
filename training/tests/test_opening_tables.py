from __future__ import annotations

from dataclasses import replace
from math import hypot

import pytest

from backgammon_tui.analysis.evaluator import ROLLS
from backgammon_tui.engine import RULESETS, Game, Roll, Side
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.rulebook import opening_lines
from training.opening_texts import (
    OpeningTable,
    RankedRoll,
    RolledPlay,
    describe_openings,
    opening_table,
)


@pytest.mark.parametrize("name", RULESETS)
def test_every_roll_lists_legal_plays_best_first(name: str) -> None:
    table = opening_table(name)
    assert [roll.roll for roll in table.rolls] == [f"{h}-{low}" for (h, low), _ in ROLLS]
    for roll in table.rolls:
        dice = Roll(int(roll.roll[0]), int(roll.roll[2]))
        legal = Game.start(RULESETS[name], Side.WHITE).apply(dice).legal_plays()
        assert {play.play for play in roll.plays} <= {write_moves(play.moves) for play in legal}
        assert len(roll.plays) == min(len(legal), 6)
        near = [play.points for play in roll.plays if not play.clearly_worse]
        assert near == sorted(near, reverse=True)
        for play in roll.plays:
            behind = (roll.best.points - play.points) / hypot(roll.best.error, play.error)
            assert play.clearly_worse is (play is not roll.best and behind > table.clear), roll


@pytest.mark.parametrize("name", RULESETS)
def test_rulebook_has_the_text_of_the_table(name: str) -> None:
    rules = RULESETS[name]
    assert opening_lines(rules) == list(describe_openings(opening_table(name), rules))


def test_only_clear_differences_count() -> None:
    plays = (RolledPlay("a", 0.5, 0.01, 9, False), RolledPlay("b", 0.49, 0.01, 9, False))
    clear = (plays[0], RolledPlay("c", 0.1, 0.01, 9, True))
    small = (plays[0], RolledPlay("d", 0.48, 0.001, 9, True))
    rolls = (RankedRoll("2-1", plays), RankedRoll("3-1", clear), RankedRoll("4-1", small))
    table = replace(opening_table("backgammon"), rolls=rolls)
    _, *lines = describe_openings(table, RULESETS["backgammon"])
    assert lines == [
        "2-1: a +0.500 (0.010) or b +0.490 (0.010), which are not clearly different",
        "3-1: a +0.500 (0.010), clearly better than c +0.100 (0.010)",
        "4-1: a +0.500 (0.010), a little better than d +0.480 (0.001)",
    ]


@pytest.mark.parametrize(
    ("gain", "is_as_good"), [(0.0299, True), (-0.0299, True), (0.0301, False), (-0.0301, False)]
)
def test_opening_plays_within_a_thirtieth_are_equal(
    monkeypatch: pytest.MonkeyPatch, gain: float, is_as_good: bool
) -> None:
    play = RolledPlay("hand/23 hand/24", 0.1 + gain, 0.0, 3600, clearly_worse=False)
    table = OpeningTable(1, 7, 2.6, (RankedRoll("2-1", (play,)),))
    monkeypatch.setattr(OpeningTable, "again", (0.1, 0.0))
    assert table.gain_by_keeping("2-1") == (0.0 if is_as_good else pytest.approx(gain))
