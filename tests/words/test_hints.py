from __future__ import annotations

import random
import re

import pytest

from backgammon_tui.analysis.value import estimates
from backgammon_tui.engine import RULESETS, Game, Phase, Roll, Side
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.explain.facts import MIN_POINTS
from backgammon_tui.players import Level, choose
from backgammon_tui.words.advice import describe_hints, describe_worse
from tests.engine.examples import B, W, game_at, roll

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


@pytest.mark.parametrize(
    ("line", "side", "dice", "reasons"),
    [
        (
            START,
            B,
            (3, 1),
            [
                "8/5 6/5: leaves no shot instead of 34; makes point 5 and keeps point 24",
                "24/23 13/10: leaves 34 shots instead of none;"
                " gives up point 24 and does not make point 5",
            ],
        ),
        (
            "W 23:1 20:1 13:5 8:3 6:5 / B 24:1 22:1 13:4 8:4 6:5",
            B,
            (6, 4),
            [
                "8/2* 6/2: the computer rates it as good as the next play, though it hits one",
                "24/18 22/18: the computer rates it as good as the best play,"
                " though it does not hit",
            ],
        ),
        (
            "W 20:2 13:4 8:3 6:5 bar:1 / B 24:1 21:1 13:3 8:4 6:4 2:2",
            W,
            (6, 1),
            ["bar/24/18: leaves 24 shots instead of 35; leaves 1 blot instead of 2"],
        ),
    ],
)
def test_reason_is_the_difference_from_the_closest_play(
    line: str, side: Side, dice: tuple[int, int], reasons: list[str]
) -> None:
    game = roll(game_at("backgammon", line, side), *dice)
    ranked = estimates(game)[:12]
    plays = [write_moves(estimate.play.moves) for estimate in ranked]
    lines = [
        f"{moves}: {reason}"
        for moves, reason in zip(plays, describe_hints(game, ranked), strict=True)
    ]
    assert lines[: len(reasons)] == reasons


def test_drawbacks_of_the_choice_are_mentioned() -> None:
    line = "W 20:2 13:5 8:3 6:5 / B 24:1 22:1 13:4 8:3 6:4 2:2"
    game = roll(game_at("backgammon", line, B), 5, 1)
    reason, *_ = describe_hints(game, estimates(game)[:12])
    drawback = "the computer rates it as good as the next play, though it leaves its rearmost"
    assert reason.startswith(drawback)


@pytest.mark.parametrize(
    ("line", "dice"),
    [
        ("W 24:2 23:1 13:3 8:4 6:3 4:2 / B 20:2 13:2 8:3 6:5 5:1 3:2", (4, 1)),
        ("W 4:1 3:2 2:1 1:1 off:10 / B 4:1 3:2 2:2 1:1 off:9", (2, 1)),
    ],
)
def test_plays_of_different_costs_get_different_reasons(line: str, dice: tuple[int, int]) -> None:
    """Reasons name the next difference, or state that nothing is counted."""
    game = roll(game_at("backgammon", line, W), *dice)
    ranked = estimates(game)[:12]
    costs: dict[str, list[float]] = {}
    for estimate, reason in zip(ranked, describe_hints(game, ranked), strict=True):
        if estimate.is_significant:
            costs.setdefault(reason, []).append(estimate.cost)
    assert any("; compared with " in reason for reason in costs)
    assert all(max(cost) - min(cost) < MIN_POINTS for cost in costs.values())


def test_win_needs_no_reason() -> None:
    game = roll(game_at("backgammon", "W 6:1 2:1 off:13 / B 12:15", W), 6, 2)
    assert describe_hints(game, estimates(game))[0] == "wins at once"


def test_tutor_names_the_drawback_of_the_play() -> None:
    game = roll(game_at("backgammon", START, W), 3, 1)
    plays = {write_moves(play.moves): play.moves for play in game.legal_plays()}
    text = describe_worse(game, plays["6/3 6/5"], plays["8/5 6/5"])
    assert text.startswith("leaves ")
    assert describe_worse(game, plays["8/5 6/5"], plays["8/5 6/5"]) == ""


_ESTIMATE = re.compile("the computer rates it .*(play|but no count shows why)")


@pytest.mark.parametrize("name", RULESETS)
def test_most_hints_have_a_counted_reason(name: str) -> None:
    """At least four hints in five rely on more than the estimate."""
    chance = random.Random(2)
    counted = hints = 0
    game = Game.start(RULESETS[name], W)
    while hints < 45:
        if game.is_over:
            game = Game.start(RULESETS[name], W)
        if game.phase in (Phase.ROLL, Phase.ROLL_AGAIN):
            game = game.apply(Roll(chance.randint(1, 6), chance.randint(1, 6)))
            continue
        if game.phase is Phase.MOVE and len(game.legal_plays()) > 1 and chance.random() < 0.3:
            reasons = describe_hints(game, estimates(game, at_once=True)[:3])
            hints += len(reasons)
            counted += sum(not _ESTIMATE.fullmatch(reason) for reason in reasons)
        for action in choose(game, Level.STRONG):
            game = game.apply(action)
    assert counted >= 0.8 * hints
