from __future__ import annotations

import dataclasses
from dataclasses import replace
from math import hypot

import pytest
from hypothesis import given

from backgammon_tui.analysis.stages import ROLLS
from backgammon_tui.engine import RULESETS, Game, Roll, Rules, Side
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.rulebook.pages import (
    RankedRoll,
    RolledPlay,
    TableRow,
    compare,
    describe_openings,
    opening_table,
    pages,
)
from backgammon_tui.words.rule_settings import HOUSE_RULES, change_rule, changed_rules
from tests.engine.examples import rules_named
from tests.engine.strategies import house_rules

# ---- all games compared

STANDARD = RULESETS["backgammon"]


def row(field: str, rules: Rules | None = None) -> TableRow:
    return next(row for row in compare(rules).rows if row.field == field)


def test_every_field_of_the_rules_has_a_row() -> None:
    fields = [row.field for row in compare().rows]
    texts = {"aliases", "short_title", "summary", "description"}
    assert sorted(fields) == sorted({field.name for field in dataclasses.fields(Rules)} - texts)


def test_rulesets_have_columns_standard_first() -> None:
    columns = compare().columns
    assert columns[0] == STANDARD
    assert sorted(rules.name for rules in columns) == sorted(RULESETS)
    assert all(len(row.cells) == len(columns) for row in compare().rows)


@given(house_rules())
def test_different_values_never_read_alike(rules: Rules) -> None:
    """Two games with the same words in a row have the same rule."""
    comparison = compare(rules)
    for row in comparison.rows:
        values: dict[str, object] = {}
        for column, cell in zip(comparison.columns, row.cells, strict=True):
            value = getattr(column, row.field)
            assert values.setdefault(cell.text, value) == value


@given(house_rules())
def test_changes_are_marked_in_the_games_column(rules: Rules) -> None:
    comparison = compare(rules)
    changed = {rule.field for rule in changed_rules(rules)}
    for row in comparison.rows:
        for column, cell in zip(comparison.columns, row.cells, strict=True):
            assert cell.changed == (column is rules and row.field in changed)


def test_sample_cells_are_correct() -> None:
    assert [cell.text for cell in row("direction").cells] == [
        "in opposite directions",
        "both the same way",
        "both the same way",
        "in opposite directions",
        "in opposite directions",
    ]
    assert [cell.text for cell in row("one_two").cells] == ["-", "off", "on", "off", "-"]
    changed = change_rule(RULESETS["russian"], "one_two=on")
    assert [cell.text for cell in row("one_two", changed).cells] == ["-", "on", "on", "off", "-"]


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.field)
def test_senseless_house_rule_has_no_value(rule: object) -> None:
    (result,) = (item for item in HOUSE_RULES if item is rule)
    for rules, cell in zip(compare().columns, row(result.field).cells, strict=True):
        assert (cell.text == "-") == (not result.makes_sense(rules))


# ---- opening rolls


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
def test_page_explains_a_line_for_each_roll(name: str) -> None:
    about, lines = describe_openings(RULESETS[name])
    assert sum(line[:3] == roll.roll for line in lines for roll in opening_table(name).rolls)
    assert len([line for line in lines if line[1] == "-"]) == 21
    assert "The computer estimated it" in about
    assert any(section.id == "openings" for section in pages(RULESETS[name]))


def test_only_clear_differences_count(monkeypatch: pytest.MonkeyPatch) -> None:
    import backgammon_tui.teach.rulebook.pages as module

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
