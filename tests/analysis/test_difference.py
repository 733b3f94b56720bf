from __future__ import annotations

from functools import reduce

import pytest

from backgammon_tui.analysis.difference import (
    Aspect,
    Difference,
    closed_points,
    count,
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


def play_of(game: Game, differing: str) -> Play:
    end = reduce(Game.apply, read_moves(game, differing), game).position
    return next(play for play in game.legal_plays() if play.position == end)


def result_of(game: Game, differing: str, other: str) -> dict[Aspect, tuple[int, int]]:
    """Return the aspects in which two plays differ."""
    plays = play_of(game, differing), play_of(game, other)
    return {
        difference.aspect: (difference.mine, difference.other)
        for difference in differences(game, *plays)
    }


def test_opening_plays_differ_by_point_and_blot() -> None:
    game = roll(game_at("backgammon", START, W), 3, 1)
    differing = result_of(game, "8/5 6/5", "13/10 6/5")
    assert differing[Aspect.SHOTS][0] == 0 < differing[Aspect.SHOTS][1]
    assert differing[Aspect.BLOTS] == (0, 2)
    assert differing[Aspect.STACK] == (5, 4)
    assert Aspect.PIPS not in differing
    points = differences(game, play_of(game, "8/5 6/5"), play_of(game, "13/10 6/5"))
    (closed,) = (point for point in points if point.aspect is Aspect.POINTS)
    assert (closed.made, closed.kept, closed.given_up, closed.not_made) == ((5,), (), (), ())


def test_points_and_blots_do_not_count_after_passing() -> None:
    passed = "W 6:2 5:2 4:2 off:9 / B 6:3 4:2 1:2 off:8"
    game = roll(game_at("backgammon", passed, W), 2, 1)
    differing = result_of(game, "6/4 6/5", "5/3 4/3")
    assert differing == {Aspect.LAST: (5, 6)}
    game = roll(game_at("backgammon", passed.replace("B 6:3", "B 24:1 6:2"), W), 2, 1)
    assert Aspect.BLOTS in result_of(game, "6/4 6/5", "5/3 4/3")


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


def test_race_does_not_mention_blots_and_points() -> None:
    line = "W 12:3 8:1 6:2 1:9 / B 4:6 3:3 2:6"
    game = roll(game_at("russian", line, W, [W, B]), 2, 2)
    differing = result_of(game, "12/10 12/10/8/6", "12/10(3) 8/6")
    assert differing.keys() == {Aspect.HOME, Aspect.OWN_ROLLS, Aspect.LAST}


def test_plays_are_compared_after_complement() -> None:
    """Four 1s, then four 6s: 18/12/6 12/6 6/off. The position after the 1s does not matter."""
    game = roll(game_at("russian", "W 19:1 15:1 2:1 off:12 / B 1:4 off:11", W, [W, B]), 1, 1)
    plays = play_of(game, "19/18/17/16/15"), play_of(game, "19/18 15/14/13/12")
    (off,) = (
        difference for difference in differences(game, *plays) if difference.aspect is Aspect.OFF
    )
    assert (off.mine, off.other, off.is_later) == (12, 13, True)
    assert describe_losses([off]) == (
        "has 12 checkers off instead of 13, once the complement is played"
    )


def test_hits_of_double_and_complement_are_added() -> None:
    """The 1s hit on 20, and then a 6 hits on 14."""
    game = roll(game_at("french", "W 22:2 6:2 off:11 / B 11:1 5:1 1:13", W), 1, 1)
    both, single = play_of(game, "22/21/20*(2)"), play_of(game, "22/21(2) 6/5(2)")
    assert count(game, both).by_aspect[Aspect.HIT] == 2
    assert count(game, single).by_aspect[Aspect.HIT] == 0


@pytest.mark.parametrize(
    ("name", "line", "plays", "stakes"),
    [
        ("russian", "W 6:7 3:8 / B 1:1 off:14", ("6/4 6/2", "6/4 4/off"), (2, 1)),
        ("russian", "W 6:7 3:8 / B 7:1 off:14", ("6/4 6/2", "6/4 4/off"), None),
        ("russian", "W 6:7 3:8 / B bar:1 off:14", ("6/4 6/2", "6/4 4/off"), None),
        ("russian", "W 20:1 6:14 / B 1:1 off:14", ("6/4 6/2", "20/16/14"), (3, 2)),
        ("russian", "W 20:1 13:1 6:13 / B 1:1 off:14", ("20/14", "20/16 13/11"), None),
        ("never-finishing", "W 6:7 3:8 / B 1:1 off:14", ("6/4 6/2", "6/4 4/off"), (2, 1)),
        ("never-finishing", "W 20:1 6:14 / B 1:1 off:14", ("6/4 6/2", "20/16/14"), None),
        ("french", "W 6:7 3:8 / B 1:1 off:14", ("6/4 6/2", "6/4 4/off"), None),
    ],
)
def test_loss_counts_once_opponent_is_home(
    name: str, line: str, plays: tuple[str, str], stakes: tuple[int, int] | None
) -> None:
    """The scoring matters: French has only single games, and Never Finishing has no backgammons."""
    game = roll(game_at(name, line, W), 4, 2)
    assert result_of(game, *plays).get(Aspect.STAKE) == stakes


def test_given_up_point_is_a_difference() -> None:
    game = roll(game_at("backgammon", START, W), 6, 5)
    (closed,) = (
        difference
        for difference in differences(game, play_of(game, "24/13"), play_of(game, "13/7 13/8"))
        if difference.aspect is Aspect.POINTS
    )
    assert (closed.given_up, closed.not_made, closed.made) == ((24,), (), ())


def test_hit_counts_the_pips_sent_back() -> None:
    game = roll(game_at("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:1 20:1 13:5 8:3 6:5", W), 4, 1)
    differing = result_of(game, "6/5* 24/20", "24/20 24/23")
    assert differing[Aspect.HIT] == (1, 0)
    behind, ahead = differing[Aspect.THEIR_PIPS]
    assert behind - ahead == 25 - 20


def test_trapped_and_freed_checkers_are_differences() -> None:
    line = "W 24:13 10:1 9:1 / B 24:13 18:1 12:1"
    game = roll(game_at("never-finishing", line, W), 3, 2)
    differing = result_of(game, "10/7^ 9/7", "10/7* 9/7")
    assert differing[Aspect.TRAPPED] == (1, 0)
    assert differing[Aspect.HIT] == (0, 1)
    # A lone trapper holds its point, so it is not a blot.
    differing = result_of(game, "10/7^ 24/22", "10/7* 24/22")
    assert differing[Aspect.POINTS] == (2, 1)
    assert differing[Aspect.BLOTS] == (2, 3)


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
    assert Aspect.SHOTS not in count(game, entered).by_aspect
    assert Aspect.SHOTS in count(game, waiting).by_aspect


def test_hand_and_extra_rolls_are_differences() -> None:
    game = roll(game_at("french", "W 24:5 23:2 hand:8 / B 24:4 hand:11", W), 2, 1)
    counted = count(game, game.legal_plays()[0]).by_aspect
    assert counted[Aspect.TO_ENTER] == 6
    assert counted[Aspect.THEIR_ROLLS] > 0
    assert counted[Aspect.OWN_ROLLS] > 0


def test_win_is_counted_without_later_rolls() -> None:
    game = roll(game_at("backgammon", "W 6:1 2:1 off:13 / B 12:15", W), 6, 2)
    counted = count(game, game.legal_plays()[0]).by_aspect
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
        (Difference(Aspect.TRAPPED, 2, 1), "has 2 checkers trapped instead of 1"),
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
    for light in (pips, last):  # 0.3; a difference is mentioned from 0.4 on.
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
