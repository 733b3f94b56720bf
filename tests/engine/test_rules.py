from __future__ import annotations

from contextlib import nullcontext
from dataclasses import FrozenInstanceError, fields, replace
from enum import Enum
from typing import Any

import pytest

from backgammon_tui.engine import (
    RULESETS,
    Direction,
    Doubles,
    Landing,
    Opening,
    Position,
    Rules,
    Scale,
    Side,
    Start,
    legal_plays,
    ruleset_name,
)
from tests.engine.examples import W

IN_HAND = ("russian", "falood", "french")

TABLE = """
russian parallel hand complement hit choose one_two_three +higher_number +entry_limits_complement
falood parallel hand complement hit again one_two_three +higher_number +first_double_face_only \
+one_two
french contrary hand complement hit choose one +higher_number
never-finishing contrary ace_point face hit_or_trap again one_two +winner_starts
backgammon contrary standard face hit keep one_two_three +higher_number +cube
"""
"""Every rule of every ruleset: the names of its choices, and the rules that are on."""


def test_rulesets_match_the_table() -> None:
    lines = []
    for name, rules in RULESETS.items():
        assert rules.name == name
        values = {field.name: getattr(rules, field.name) for field in fields(Rules)}
        chosen = [value.name.lower() for value in values.values() if isinstance(value, Enum)]
        on = [f"+{field}" for field, value in values.items() if value is True]
        lines.append(" ".join([name, *chosen, *on]))
    assert lines == TABLE.strip().splitlines()


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_ruleset_descriptions_fit_their_limits(rules: Rules) -> None:
    assert rules.title
    assert 0 < len(rules.short_title) <= 15
    assert 0 < len(rules.summary) <= 60
    lines = rules.description.split("\n")
    assert len(lines) == 2
    assert all(0 < len(line) <= 72 for line in lines)


def test_ruleset_is_found_by_each_of_its_names() -> None:
    texts = {text: name for name, rules in RULESETS.items() for text in (name, *rules.aliases)}
    assert len(texts) == sum(1 + len(rules.aliases) for rules in RULESETS.values())
    assert {text: ruleset_name(f" {text.upper()} ") for text in texts} == texts
    assert texts["nf"] == "never-finishing"
    assert ruleset_name("chess") == "chess"


def test_rulesets_are_immutable() -> None:
    with pytest.raises(TypeError):
        RULESETS["mine"] = RULESETS["french"]  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        RULESETS["french"].free_entry = True  # type: ignore[misc]


def test_across_depends_on_the_direction() -> None:
    assert [RULESETS["russian"].across(point) for point in (1, 6, 24)] == [1, 6, 24]
    assert [RULESETS["french"].across(point) for point in (1, 6, 24)] == [24, 19, 1]


# ---- house rules


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("free_entry", IN_HAND),
        ("entry_limits_complement", IN_HAND),
        ("first_double_face_only", IN_HAND),
        ("one_two", IN_HAND),
        ("opponent_completes", tuple(RULESETS)),
        ("higher_number", tuple(RULESETS)),
        ("winner_starts", tuple(RULESETS)),
        ("cube", ("backgammon",)),
    ],
)
@pytest.mark.parametrize("name", RULESETS)
def test_house_rules_apply_to_suitable_games(field: str, names: tuple[str, ...], name: str) -> None:
    changes: dict[str, Any] = {field: True}
    if name in names:
        assert getattr(replace(RULESETS[name], **changes), field)
    else:
        with pytest.raises(ValueError, match=field):
            replace(RULESETS[name], **changes)


@pytest.mark.parametrize("name", RULESETS)
def test_opening_and_scale_suit_every_game(name: str) -> None:
    for opening in Opening:
        assert replace(RULESETS[name], opening=opening).opening is opening
    for scale in Scale:
        assert replace(RULESETS[name], scale=scale).scale is scale


@pytest.mark.parametrize(
    ("name", "changes", "named"),
    [
        ("russian", {"start": Start.STANDARD}, "start"),
        ("falood", {"start": Start.ACE_POINT}, "start"),
        ("russian", {"landing": Landing.HIT_OR_TRAP}, "landing"),
        ("never-finishing", {"direction": Direction.PARALLEL}, "start"),
        ("backgammon", {"direction": Direction.PARALLEL}, "start"),
        ("russian", {"doubles": Doubles.FACE}, "entry_limits_complement"),
        ("falood", {"doubles": Doubles.FACE}, "first_double_face_only"),
    ],
)
def test_incompatible_rules_are_rejected_by_name(
    name: str, changes: dict[str, Any], named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        replace(RULESETS[name], **changes)


# ---- boards


BOARDS = """
russian | W 20:15 / B 5:15 | -
russian | W 20:15 / B 20:1 hand:14 | cannot both be on White's 20
backgammon | W 20:15 / B 20:15 | -
backgammon | W 20:15 / B 5:2 off:13 | cannot both be on White's 20
never-finishing | W 20:15 / B 5:2 off:13 | be on White's 20 unless one of them is trapped
never-finishing | W 20:15 / B 6:14 5:1! | -
never-finishing | W 24:1! 1:14 / B 24:1! 1:14 | -
never-finishing | W 20:1! 1:14 / B 5:1! 1:14 | on White's 20 both sides are trapped
never-finishing | W 20:1! 1:14 / B 1:15 | White's checker on 20 has no trapper
never-finishing | W 1:15 / B 20:1! 1:14 | Black's checker on 20 has no trapper
backgammon | W 20:15 / B 5:1! 1:14 | nothing can be trapped in Backgammon: Black's 5
backgammon | W 1:15 / B 20:1! 1:14 | nothing can be trapped in Backgammon: Black's 20
russian | W 20:1! 1:14 / B 20:15 | nothing can be trapped
"""
"""The ruleset, the position, and the reason why it is impossible."""


@pytest.mark.parametrize("board", BOARDS.strip().splitlines())
def test_impossible_boards_are_rejected(board: str) -> None:
    name, line, message = board.split(" | ")
    rules, position = RULESETS[name], Position.parse(line)
    for check in (
        lambda: rules.check(position),
        lambda: legal_plays(rules, position, Side.WHITE, (6, 5)),
        lambda: legal_plays(rules, position, Side.BLACK, (6, 5)),
    ):
        with pytest.raises(ValueError, match=message) if message != "-" else nullcontext():
            check()


def test_only_one_side_can_have_borne_off_all() -> None:
    with pytest.raises(ValueError, match="both sides have borne off all their checkers"):
        RULESETS["french"].check(Position.parse("W off:15 / B off:15"))


# ---- points for a win


@pytest.mark.parametrize(
    ("name", "loser", "points"),
    [
        ("russian", "6:14 off:1", 1),
        ("russian", "18:14 off:1", 1),
        ("russian", "18:15", 2),
        ("russian", "6:15", 2),
        ("russian", "19:1 6:14", 3),
        ("russian", "24:1 6:14", 3),
        ("russian", "6:14 bar:1", 3),
        ("russian", "6:14 hand:1", 3),
        ("russian", "bar:1 off:14", 1),
        ("falood", "6:14 bar:1", 3),
        ("french", "6:14 bar:1", 1),
        ("never-finishing", "24:15", 2),
        ("never-finishing", "24:14 off:1", 1),
        ("backgammon", "24:1 6:14", 3),
        ("backgammon", "18:1 6:14", 2),
        ("backgammon", "24:1 6:13 off:1", 1),
    ],
)
@pytest.mark.parametrize("winner", Side)
def test_win_is_worth_more_if_loser_is_far_back(
    name: str, loser: str, points: int, winner: Side
) -> None:
    white, black = ("off:15", loser) if winner is W else (loser, "off:15")
    position = Position.parse(f"W {white} / B {black}")
    assert RULESETS[name].points_for_win(position, winner) == points


def test_scale_caps_the_value_of_a_win() -> None:
    position = Position.parse("W off:15 / B 24:15")
    rules = RULESETS["backgammon"]
    assert [replace(rules, scale=scale).points_for_win(position, W) for scale in Scale] == [1, 2, 3]
    assert [scale.points for scale in Scale] == [(1,), (1, 2), (1, 2, 3)]
    assert [scale.max_points for scale in Scale] == [1, 2, 3]
