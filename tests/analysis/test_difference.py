from __future__ import annotations

from functools import reduce

import pytest

from backgammon_tui.analysis.difference import (
    Aspect,
    Difference,
    closed_points,
    count_play,
    differences,
    is_race,
    longest_row,
)
from backgammon_tui.engine import Game, Play, Side
from backgammon_tui.engine.notation import read_moves
from backgammon_tui.words.advice import (
    describe_difference,
    describe_gains,
    describe_losses,
)
from tests.engine.examples import B, W, game_at, roll

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def play_of(game: Game, text: str) -> Play:
    end = reduce(Game.apply, read_moves(game, text), game).position
    return next(play for play in game.legal_plays() if play.position == end)


def result_of(game: Game, mine: str, other: str) -> dict[Aspect, Difference]:
    """Return the aspects in which two plays differ."""
    plays = play_of(game, mine), play_of(game, other)
    return {difference.aspect: difference for difference in differences(game, *plays)}


PLAYS = """
Points and blots count until the sides have passed each other.
backgammon | START | 3-1 | 8/5 6/5 > 13/10 6/5 | shots 0 18, blots 0 2, stack 5 4, pips =
backgammon | W 6:2 5:2 4:2 off:9 / B 6:3 4:2 1:2 off:8 | 2-1 | 6/4 6/5 > 5/3 4/3 | only, last 5 6
backgammon | W 6:2 5:2 4:2 off:9 / B 24:1 6:2 4:2 1:2 off:8 | 2-1 | 6/4 6/5 > 5/3 4/3 | blots 0 2
russian | W 12:3 8:1 6:2 1:9 / B 4:6 3:3 2:6 | 2-2 | 12/10(2) 12/10/8 > 12/10(3) 8/6 | \
only, home 13 15, own_rolls 1 2, last 8 6

A hit counts the pips sent back.
backgammon | W 24:2 13:5 8:3 6:5 / B 24:1 20:1 13:5 8:3 6:5 | 4-1 | 6/5* 24/20 > 24/20 24/23 | \
hit 1 0, their_pips 168 163

Trapped checkers count, and a lone trapper holds its point.
never-finishing | W 24:13 10:1 9:1 / B 24:13 18:1 12:1 | 3-2 | 10/7^ 9/7 > 10/7* 9/7 | \
trapped 1 0, hit 0 1
never-finishing | W 24:13 10:1 9:1 / B 24:13 18:1 12:1 | 3-2 | 10/7^ 24/22 > 10/7* 24/22 | \
points 2 1, blots 2 3

A loss counts once the opponent is home, by the scale of the game.
russian | W 6:7 3:8 / B 1:1 off:14 | 4-2 | 6/4 6/2 > 6/4 4/off | stake 2 1
russian | W 6:7 3:8 / B 7:1 off:14 | 4-2 | 6/4 6/2 > 6/4 4/off | stake =
russian | W 6:7 3:8 / B bar:1 off:14 | 4-2 | 6/4 6/2 > 6/4 4/off | stake =
russian | W 20:1 6:14 / B 1:1 off:14 | 4-2 | 6/4 6/2 > 20/16/14 | stake 3 2
russian | W 20:1 13:1 6:13 / B 1:1 off:14 | 4-2 | 20/14 > 20/16 13/11 | stake =
never-finishing | W 6:7 3:8 / B 1:1 off:14 | 4-2 | 6/4 6/2 > 6/4 4/off | stake 2 1
never-finishing | W 20:1 6:14 / B 1:1 off:14 | 4-2 | 6/4 6/2 > 20/16/14 | stake =
french | W 6:7 3:8 / B 1:1 off:14 | 4-2 | 6/4 6/2 > 6/4 4/off | stake =

Plays are compared after the complement: four 1s, then four 6s.
russian | W 19:1 15:1 2:1 off:12 / B 1:4 off:11 | 1-1 | 19/15 > 19/18 15/12 | off 12 13
"""
"""Rules with examples: the ruleset, the position, the roll, two plays, and their differences.

`=` means no difference, `only` that there are no others.
"""

EXAMPLES = [line for line in PLAYS.strip().splitlines() if "|" in line]


@pytest.mark.parametrize("example", EXAMPLES)
def test_plays_differ_in_their_counts(example: str) -> None:
    name, line, rolled, plays, expected = map(str.strip, example.split("|"))
    game = roll(
        game_at(name, line.replace("START", START), W, [W, B]), *map(int, rolled.split("-"))
    )
    differing = result_of(game, *plays.split(" > "))
    counts = [item.split() for item in expected.split(", ")]
    for aspect, *values in counts:
        if aspect == "only":
            assert len(differing) == len(counts) - 1
            continue
        difference = differing.get(Aspect[aspect.upper()])
        shown = [str(difference.mine), str(difference.other)] if difference else ["="]
        assert shown == values, aspect


def test_points_are_grouped_by_change() -> None:
    closed = result_of(roll(game_at("backgammon", START, W), 3, 1), "8/5 6/5", "13/10 6/5")
    points = closed[Aspect.POINTS]
    assert (points.made, points.kept, points.given_up, points.not_made) == ((5,), (), (), ())
    closed = result_of(roll(game_at("backgammon", START, W), 6, 5), "24/13", "13/7 13/8")
    points = closed[Aspect.POINTS]
    assert (points.given_up, points.not_made, points.made) == ((24,), (), ())


def test_difference_after_complement_is_later() -> None:
    line = "W 19:1 15:1 2:1 off:12 / B 1:4 off:11"
    game = roll(game_at("russian", line, W, [W, B]), 1, 1)
    off = result_of(game, "19/18/17/16/15", "19/18 15/14/13/12")[Aspect.OFF]
    assert off.is_later
    assert describe_losses([off]) == (
        "has 12 checkers off instead of 13, once the complement is played"
    )


@pytest.mark.parametrize(
    ("line", "passed"),
    [
        ("W 12:3 8:1 6:2 1:9 / B 4:6 3:3 2:6", True),
        ("W 12:3 8:1 6:2 1:9 / B 7:1 4:5 3:3 2:6", False),
        ("W 12:1 8:3 6:2 1:9 / B 4:6 3:2 2:6 bar:1", False),
        ("W 5:3 3:3 2:1 1:8 / B 4:1 off:14", False),
        ("W 5:3 3:3 2:1 1:8 / B 6:1 off:14", False),
        ("W 4:4 3:3 1:8 / B 6:1 off:14", True),
        ("W 12:3 7:12 / B 13:2 11:2 9:2 8:9", False),
    ],
)
def test_same_direction_game_is_a_race_once_nobody_can_hit(line: str, *, passed: bool) -> None:
    """At least one side is home, and neither could hit with its next roll."""
    game = game_at("russian", line, W, [W, B])
    assert is_race(game, game.position) is passed


def test_hits_of_doubles_and_complement_are_added() -> None:
    """The 1s hit on 20, and then a 6 hits on 14."""
    game = roll(game_at("french", "W 22:2 6:2 off:11 / B 11:1 5:1 1:13", W), 1, 1)
    both, single = play_of(game, "22/21/20*(2)"), play_of(game, "22/21(2) 6/5(2)")
    assert count_play(game, both).by_aspect[Aspect.HIT] == 2
    assert count_play(game, single).by_aspect[Aspect.HIT] == 0


def test_playable_complement_is_a_difference() -> None:
    """With a checker left in hand, the complement is not granted."""
    line = "W 12:2 11:2 10:2 9:2 8:2 7:4 hand:1 / B 13:5 6:5 4:5"
    game = roll(game_at("russian", line, W, [W, B], free_entry=True), 3, 3)
    entered = next(play for play in game.legal_plays() if not play.position.to_enter(W))
    waiting = next(play for play in game.legal_plays() if play.position.to_enter(W))
    (granted,) = (
        difference
        for difference in differences(game, entered, waiting)
        if difference.aspect is Aspect.COMPLEMENT
    )
    assert granted.mine > granted.other == 0
    # Nobody rolls before the complement; without one, the opponent rolls.
    assert Aspect.SHOTS not in count_play(game, entered).by_aspect
    assert Aspect.SHOTS in count_play(game, waiting).by_aspect


def test_hand_and_extra_rolls_are_differences() -> None:
    game = roll(game_at("french", "W 24:5 23:2 hand:8 / B 24:4 hand:11", W), 2, 1)
    counted = count_play(game, game.legal_plays()[0]).by_aspect
    assert counted[Aspect.TO_ENTER] == 6
    assert counted[Aspect.THEIR_ROLLS] > 0
    assert counted[Aspect.OWN_ROLLS] > 0


def test_win_is_counted_without_later_rolls() -> None:
    game = roll(game_at("backgammon", "W 6:1 2:1 off:13 / B 12:15", W), 6, 2)
    counted = count_play(game, game.legal_plays()[0]).by_aspect
    assert counted[Aspect.OFF] == 15
    assert not {Aspect.SHOTS, Aspect.OWN_SHOTS} & set(counted)


def test_differences_are_ordered_by_weight_both_ways() -> None:
    game = roll(game_at("backgammon", START, B), 4, 2)
    mine, other = play_of(game, "8/4 6/4"), play_of(game, "24/20 13/11")
    there, back = differences(game, mine, other), differences(game, other, mine)
    assert [difference.aspect for difference in there] == [difference.aspect for difference in back]
    assert [difference.weight for difference in there] == pytest.approx(
        [-difference.weight for difference in back]
    )
    sizes = [abs(difference.weight) for difference in there]
    assert sizes == sorted(sizes, reverse=True)
    assert differences(game, mine, mine) == ()


@pytest.mark.parametrize(
    "aspect", [difference for difference in Aspect if difference is not Aspect.POINTS]
)
def test_negative_weight_prefers_fewer(aspect: Aspect) -> None:
    more = Difference(aspect, 2, 1)
    assert (more.weight > 0) is (aspect.value > 0)
    differing = describe_difference(more)
    assert (describe_gains([more]) == differing) is (aspect.value > 0)
    assert (describe_losses([more]) == differing) is (aspect.value < 0)


@pytest.mark.parametrize(
    ("difference", "sentence"),
    [
        (Difference(Aspect.SHOTS, 11, 15), "leaves 11 shots instead of 15"),
        (Difference(Aspect.SHOTS, 1, 0), "leaves 1 shot instead of none"),
        (Difference(Aspect.SHOTS, 0, 3), "leaves no shot instead of 3"),
        (Difference(Aspect.SHUT_OUT, 1, 4), "leaves the opponent 1 unplayable roll instead of 4"),
        (Difference(Aspect.HIT, 0, 1), "does not hit"),
        (Difference(Aspect.HIT, 1, 0), "hits one"),
        (Difference(Aspect.HIT, 2, 1), "hits two instead of one"),
        (Difference(Aspect.STAKE, 1, 2), "saves the gammon (2 points)"),
        (Difference(Aspect.STAKE, 2, 1), "does not yet save the gammon (2 points)"),
        (Difference(Aspect.STAKE, 3, 2), "does not yet save the backgammon (3 points)"),
        (Difference(Aspect.TRAPPED, 2, 1), "leaves 2 opposing checkers trapped instead of 1"),
        (Difference(Aspect.PRIME, 1, 2), "holds no two points in a row instead of 2"),
        (Difference(Aspect.PRIME, 2, 1), "holds 2 points in a row instead of none"),
        (
            Difference(Aspect.COMPLEMENT, 4, 0),
            "leaves 4 numbers of the complement playable instead of none",
        ),
        (
            Difference(Aspect.OWN_SHOTS, 0, 3),
            "threatens to hit with none of 36 rolls instead of 3",
        ),
        (
            Difference(Aspect.POINTS, 5, 4, made=(5,), kept=(24, 8)),
            "makes point 5 and keeps points 24 and 8",
        ),
        (
            Difference(Aspect.POINTS, 4, 4, made=(5,), not_made=(4,), given_up=(8,)),
            "makes point 5, but gives up point 8 and does not make point 4",
        ),
    ],
)  # fmt: skip
def test_differences_are_described(difference: Difference, sentence: str) -> None:
    assert describe_difference(difference) == sentence


def test_small_difference_is_named_only_if_alone() -> None:
    shots, blots, pips = (
        Difference(Aspect.SHOTS, 3, 9),
        Difference(Aspect.BLOTS, 1, 2),
        Difference(Aspect.PIPS, 80, 81),
    )
    assert describe_gains([shots, blots, pips]) == (
        "leaves 3 shots instead of 9; leaves 1 blot instead of 2"
    )
    last, shut_out = Difference(Aspect.LAST, 10, 12), Difference(Aspect.SHUT_OUT, 2, 0)
    for light in (pips, last):  # Its weight is 0.3; only weights of 0.4 and more are mentioned.
        assert describe_gains([shots, light]) == "leaves 3 shots instead of 9"
    assert describe_gains([shots, shut_out]).startswith("leaves 3 shots instead of 9; ")
    assert describe_gains([pips]) == "leaves 80 pips to go instead of 81"
    assert describe_gains([]) == describe_losses([shots, blots]) == ""


@pytest.mark.parametrize(
    ("against", "sentence"),
    [
        (Difference(Aspect.BLOTS, 1, 2), "leaves its rearmost checker on 8 instead of 7"),
        (Difference(Aspect.HIT, 1, 0), ""),
    ],
)
def test_small_difference_is_dropped_against_large_opposite(
    against: Difference, sentence: str
) -> None:
    """A blot weighs 0.6 and a hit 9; the rearmost checker is irrelevant."""
    last = Difference(Aspect.LAST, 8, 7)
    assert describe_losses([against, last]) == sentence
    assert describe_losses([against, last, Difference(Aspect.POINTS, 4, 4, made=(5,))]) == (
        sentence or "makes point 5"
    )


def test_hit_is_named_before_its_shots() -> None:
    """The opponent on the bar can hardly hit back, but the 36 missing shots weigh no more than the
    hit.
    """
    hit, shots = Difference(Aspect.HIT, 0, 1), Difference(Aspect.SHOTS, 36, 0)
    assert abs(hit.weight) > abs(shots.weight)


@pytest.mark.parametrize(
    ("name", "line", "side", "expected"),
    [
        ("french", "W 8:2 7:2 6:2 5:2 4:2 3:5 / B hand:15", W, 6),
        ("french", "W 8:2 7:2 6:1 5:2 4:2 3:6 / B hand:15", W, 3),
        ("french", "W 24:15 / B 24:15", W, 1),
        ("never-finishing", "W 8:2 7:1 6:2 5:10 / B 18:1! 1:14", W, 4),
        ("never-finishing", "W 8:2 7:1 6:2 5:10 / B 18:1! 1:14", B, 1),
    ],
)
def test_longest_row_of_points_is_measured(name: str, line: str, side: Side, expected: int) -> None:
    """A point where the side traps a checker belongs to the row."""
    game = game_at(name, line, W)
    assert longest_row(closed_points(game.rules, game.position, side)) == expected
