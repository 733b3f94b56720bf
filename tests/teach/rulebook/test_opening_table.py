"""The opening tables: they have every roll, legal plays, and claim no more than they show."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import pytest

from backgammon_tui.analysis.stages import ROLLS
from backgammon_tui.engine import RULESETS, Game, Roll, Side
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.explain.facts import MIN_POINTS
from backgammon_tui.teach.rulebook.pages import pages
from backgammon_tui.teach.rulebook.tables import (
    MIN_LEAD,
    RankedRoll,
    RolledPlay,
    describe_openings,
    opening_table,
)
from tests.engine.examples import rules_named


@pytest.mark.parametrize("name", RULESETS)
def test_every_roll_stands_there_with_legal_plays_best_first(name: str) -> None:
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
def test_the_page_has_a_line_for_each_roll_and_says_what_the_figures_are(name: str) -> None:
    about, lines = describe_openings(RULESETS[name])
    assert sum(line[:3] == roll.roll for line in lines for roll in opening_table(name).rolls)
    assert len([line for line in lines if line[1] == "-"]) == 21
    assert "by the computer's own estimate" in about
    assert any(section.id == "openings" for section in pages(RULESETS[name]))


def test_only_what_is_clear_is_said_to_be_better(monkeypatch: pytest.MonkeyPatch) -> None:
    import backgammon_tui.teach.rulebook.tables as module

    _, french = describe_openings(RULESETS["french"])
    plays = (RolledPlay("a", 0.5, 0.01, 9, False), RolledPlay("b", 0.49, 0.01, 9, False))
    clear = (plays[0], RolledPlay("c", 0.1, 0.01, 9, True))
    small = (plays[0], RolledPlay("d", 0.48, 0.001, 9, True))
    rolls = (RankedRoll("2-1", plays), RankedRoll("3-1", clear), RankedRoll("4-1", small))
    table = replace(opening_table("backgammon"), rolls=rolls)
    monkeypatch.setattr(module, "opening_table", lambda _: table)
    _, lines = describe_openings(RULESETS["backgammon"])
    assert list(lines) == [
        "2-1: a +0.500 (0.010) or b +0.490 (0.010), which are not clearly different",
        "3-1: a +0.500 (0.010), clearly better than c +0.100 (0.010)",
        "4-1: a +0.500 (0.010), a little better than d +0.480 (0.001)",
    ]
    assert "6-5: +0.007 (under 0.001); keeping it is about as good" in french


def test_house_rules_have_no_table() -> None:
    about, lines = describe_openings(rules_named("russian", free_entry=True))
    assert "not been rolled out" in about
    assert not lines


def test_what_a_review_does_not_mention_is_small_in_the_tables() -> None:
    assert MIN_LEAD == MIN_POINTS
