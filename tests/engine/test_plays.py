"""The rules of single stages, each shown by positions with all their plays."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS, Move, Position, Side, legal_moves, legal_plays
from backgammon_tui.engine.notation import write_moves
from tests.engine.examples import NAMES, W, rules_named

TABLE = """
Two numbers use one checker or two, in any order.
backgammon | W 24:1 13:1 off:13 / B 6:15 | W 6-4 | 24/18 13/9, 24/18/14, 24/20 13/7, 13/7/3

Both numbers are played if any order allows it: here only the 5 can go first.
backgammon | W 24:1 off:14 / B 7:2 2:13 | W 6-5 | 24/19/13

One number is not enough if both can be played: neither 12/6 nor 12/7 may end the play.
backgammon | W 24:1 12:1 off:13 / B 7:2 6:13 | W 6-5 | 12/6/1

If only one of two numbers can be played, it must be the higher, unless it cannot be played.
backgammon | W 24:1 off:14 / B 12:2 2:13 | W 6-5 | 24/18
french | W 24:1 off:14 / B 12:2 2:13 | W 5-6 | 24/18
never-finishing +higher_number | W 24:1 1:14 / B 12:2 2:13 | W 6-5 | 24/18
backgammon | W 24:1 off:14 / B 12:2 7:2 2:11 | W 6-5 | 24/19

Never Finishing and a house rule leave the choice between the two numbers.
never-finishing | W 24:1 1:14 / B 12:2 2:13 | W 6-5 | 24/18, 24/19
backgammon -higher_number | W 24:1 1:14 / B 12:2 2:13 | W 6-5 | 24/18, 24/19

The number of doubles is played four times, or as often as possible.
backgammon | W 24:1 off:14 / B 12:15 | W 5-5-5-5 | 24/19/14/9/4
backgammon | W 24:1 off:14 / B 16:15 | W 5-5-5-5 | 24/19/14

Nothing changes if nothing can be played.
backgammon | W 24:1 off:14 / B 7:2 6:13 | W 6-5 | - => W 24:1 off:14 / B 7:2 6:13

Two opposing checkers close a point. Contrary sides number it so that the numbers add up to 25.
contrary | W 13:1 1:14 / B 18:2 11:13 | W 6 | -
contrary | W 13:1 1:14 / B 11:13 7:2 | W 6 | 13/7 => W 7:1 1:14 / B 11:13 7:2

Parallel sides share the numbers of the points.
parallel | W 13:1 1:14 / B 11:13 7:2 | W 6 | -
parallel | W 13:1 1:14 / B 18:2 11:13 | W 6 | 13/7 => W 7:1 1:14 / B 18:2 11:13

A checker may join any number of its own.
backgammon | W 13:1 7:14 / B 6:15 | W 6 | 13/7, 7/1 => W 13:1 7:13 1:1 / B 6:15

A checker that lands on a blot hits it.
french | W 13:1 1:14 / B 18:1 11:14 | W 6 | 13/7* => W 7:1 1:14 / B 11:14 bar:1
backgammon | W 13:1 1:14 / B 18:1 11:14 | W 6 | 13/7* => W 7:1 1:14 / B 11:14 bar:1
backgammon | W 18:1 11:14 / B 13:1 1:14 | B 6 | 13/7* => W 11:14 bar:1 / B 7:1 1:14
russian | W 13:1 1:14 / B 11:14 7:1 | W 6 | 13/7* => W 7:1 1:14 / B 11:14 bar:1

A checker that plays both numbers hits on the way, and needs an open stop.
backgammon | W 13:1 1:14 / B 18:1 11:14 | W 6-5 | 13/8/2, 13/7*/2
backgammon | W 13:1 1:14 / B 18:1 17:2 11:12 | W 6-5 | 13/7*/2 => W 2:1 1:14 / B 17:2 11:12 bar:1

A number enters on 25 minus the number, and can hit there.
russian | W hand:15 / B hand:15 | W 1 | hand/24
russian | W hand:15 / B hand:15 | W 6 | hand/19
russian | W hand:15 / B 21:1 hand:14 | W 4 | hand/21* => W 21:1 hand:14 / B hand:14 bar:1

All checkers in hand enter before any other moves; a number that cannot enter is lost.
russian | W 20:13 hand:2 / B hand:15 | W 3-1 | hand/22 hand/24
french | W 20:13 hand:2 / B 1:2 hand:13 | W 3-1 | hand/22

Any checker plays the rest once the last has entered.
russian | W 20:14 hand:1 / B hand:15 | W 3-1 | hand/24 20/17, hand/22 20/19, hand/24/21

The bar enters before anything else moves, and before the hand.
backgammon | W 13:1 bar:1 off:13 / B 6:15 | W 3-1 | bar/24 13/10, bar/22 13/12, bar/24/21
backgammon | W 13:1 bar:2 off:12 / B 3:15 | W 3-1 | bar/24
backgammon | W 13:1 bar:1 off:13 / B 3:2 1:13 | W 3-1 | -
russian | W 20:12 hand:2 bar:1 / B hand:15 | W 2 | bar/23
russian | W 20:12 hand:2 bar:1 / B hand:15 | W 3-1 | bar/24 hand/22

Free entry lets others move while a checker is in hand, but not while one is on the bar.
russian-free | W 20:13 hand:2 / B hand:15 | W 3-1 | hand/22 hand/24, hand/24 20/17, \
hand/22 20/19, hand/24/21, 20/17 20/19, 20/19/16
russian-free | W 20:12 hand:2 bar:1 / B 24:2 hand:13 | W 1 | -
russian-free | W 20:12 hand:2 bar:1 / B 24:2 hand:13 | W 3-1 | bar/22 20/19, bar/22/21

Even with free entry, no checker bears off while one is in hand.
russian-free | W 2:14 hand:1 / B 24:15 | W 2 | hand/23
russian-free | W 2:14 hand:1 / B 23:15 | W 2 | -

A number bears off from its own point, or moves inside.
all | W 6:1 5:1 off:13 / B 10:15 | W 5 | 5/off, 6/1

If its point is empty, it must move a checker from a higher point.
all | W 6:1 2:1 off:13 / B 10:15 | W 5 | 6/1
backgammon | W 6:1 2:1 off:13 / B 24:15 | W 5 | -
russian | W 6:1 2:1 off:13 / B 1:15 | W 5 | -

If there is none higher either, it bears off from the highest point.
all | W 3:1 2:1 off:13 / B 10:15 | W 5 | 3/off
all | W 3:2 2:1 off:12 / B 10:15 | W 6-6-6-6 | 3/off(2) 2/off

All checkers must be home first, even one that was hit.
all | W 7:1 2:1 off:13 / B 10:15 | W 2 | 7/5
all | W 7:1 2:1 off:13 / B 10:15 | W 2-1 | 7/6 2/off, 7/5 2/1, 7/6/4
all | W 2:2 bar:1 off:12 / B 10:15 | W 2 | bar/23

In the shared home board of the Russian games a checker can still be hit.
russian | W 6:1 off:14 / B 8:1 1:14 | B 2 | 8/6* => W bar:1 off:14 / B 6:1 1:14

The last checker may leave by one number, although 5/2/off would use both; the longer way may hit.
all | W 5:1 off:14 / B 10:15 | W 6-3 | 5/off => W off:15 / B 10:15
backgammon | W 2:1 off:14 / B 10:15 | W 6-2 | 2/off
backgammon | W 5:1 off:14 / B 23:1 10:14 | W 6-3 | 5/off, 5/2*/off
russian | W 4:1 off:14 / B 12:14 3:1 | W 4-1 | 4/off, 4/3*/off
russian | W 4:1 off:14 / B 12:14 2:1 | W 2-2-2-2 | 4/2*/off

Two checkers need two numbers.
backgammon | W 2:1 1:1 off:13 / B 10:15 | W 6-2 | 2/off 1/off
backgammon | W 2:1 1:1 off:13 / B 10:15 | W 2-1 | 2/off 1/off, 2/1/off

In Never Finishing a checker that lands on a blot, or enters there, hits it or traps it.
never-finishing | W 13:1 1:14 / B 18:1 11:14 | W 6 | 13/7*, 13/7^ => W 7:1 1:14 / B 18:1! 11:14
never-finishing | W 6:14 bar:1 / B 2:1 1:14 | W 2 | bar/23*, bar/23^

A blot trapped in passing is free again.
never-finishing | W 13:1 1:14 / B 18:1 17:2 11:12 | W 6-5 | 13/7*/2, \
13/7^/2 => W 2:1 1:14 / B 18:1 17:2 11:12

A trapped checker cannot move, and a single trapper closes its point, also as a stop.
never-finishing | W 7:1 1:14 / B 18:1! 11:14 | B 2 | 11/9
never-finishing | W 7:1 1:14 / B 20:1 18:1! 11:13 | B 2 | 11/9
never-finishing | W 7:1 1:14 / B 20:1 18:1! 11:13 | B 3-2 | 20/17 11/9, 20/17/15, 11/8 11/9, 11/8/6
never-finishing | W 8:2 7:1 1:12 / B 20:1 18:1! 11:13 | B 3-2 | 11/8 11/9, 11/8/6

The owner may add checkers, without hitting.
never-finishing | W 10:1 7:1 1:13 / B 18:1! 11:14 | W 3 | 7/4, 10/7 => W 7:2 1:13 / B 18:1! 11:14

The trapped checker is free when the last trapper leaves, by moving or bearing off.
never-finishing | W 7:1 1:14 / B 18:1! 11:14 | W 3 | 7/4 => W 4:1 1:14 / B 18:1 11:14
never-finishing | W 7:2 1:13 / B 18:1! 11:14 | W 3 | 7/4 => W 7:1 4:1 1:13 / B 18:1! 11:14
never-finishing | W 2:1 1:1 off:13 / B 23:1! 1:14 | W 2 | 2/off => W 1:1 off:14 / B 23:1 1:14

It is then a blot, which another checker may hit or trap again, even from farther away.
never-finishing | W 10:1 7:1 1:13 / B 18:1! 11:14 | W 3-3 | 7/4/1, 7/4 10/7^, \
7/4 10/7* => W 7:1 4:1 1:13 / B 11:14 bar:1
never-finishing | W 5:1 3:1 1:13 / B 22:1! 18:14 | W 2-1 | 5/4 3/1, 5/3 1/off, 3/2 5/3*, \
3/2 5/3^, 3/2/off

Several checkers may be trapped, of both sides.
never-finishing | W 8:1 7:1 1:13 / B 18:1! 17:1! 11:13 | B 2 | 11/9
never-finishing | W 24:1! 7:1 6:13 / B 18:1! 1:14 | W 1 | 6/5, 7/6 => W 24:1! 6:14 / B 18:1 1:14

The others bear off with a checker trapped at home, but not if it is outside or on a higher point.
never-finishing | W 5:1! 3:1 off:13 / B 20:1 1:14 | W 3 | 3/off
never-finishing | W 5:1! 3:1 off:13 / B 20:1 1:14 | W 4 | -
never-finishing | W 5:1! 3:1 off:13 / B 20:1 1:14 | W 6 | -
never-finishing | W 12:1! 3:1 off:13 / B 13:1 1:14 | W 3 | -

A side cannot win while a checker is trapped.
never-finishing | W 5:1! off:14 / B 20:1 1:14 | W 5-6 | -

Two traps with all others home never end.
never-finishing | W 24:1! 1:14 / B 24:1! 1:14 | W 1 | -
never-finishing | W 24:1! 1:14 / B 24:1! 1:14 | B 6 | -
"""
"""Rules with examples: the ruleset, the position, the numbers, and all plays.

After the last play may come the position that it reaches.
"""

GROUPS = {
    "all": NAMES,
    "contrary": ("french", "never-finishing", "backgammon"),
    "parallel": ("russian", "falood"),
}
RULES = [block.split("\n") for block in TABLE.strip().split("\n\n")]


@pytest.mark.parametrize(("rule", "examples"), [(rule, rest) for rule, *rest in RULES])
def test_plays_follow_the_rule(rule: str, examples: list[str]) -> None:
    for example in examples:
        names, line, rolled, listed = (part.strip() for part in example.split("|"))
        name, *switches = names.split()
        house_rules = {switch[1:]: switch[0] == "+" for switch in switches}
        side, numbers = Side(rolled[0]), tuple(map(int, rolled[2:].split("-")))
        listed, _, end = listed.partition(" => ")
        expected = listed.replace("-", "").split(", ")
        for ruleset in GROUPS.get(name, [name]):
            rules = rules_named(ruleset, **house_rules)
            plays = legal_plays(rules, Position.parse(line), side, numbers)
            ends = {write_moves(play.moves): str(play.position) for play in plays}
            assert len(ends) == len({*ends.values()}) == len(plays), example
            assert sorted(ends) == sorted(expected), example
            assert not end or ends[expected[-1]] == end, example


def test_both_numbers_are_played_while_one_is_trapped() -> None:
    """5/off with the 6 does not end the game, so it must not waste the 3."""
    position = Position.parse("W 5:1 1:1! off:13 / B 24:1 10:14")
    (play,) = legal_plays(RULESETS["never-finishing"], position, W, (6, 3))
    assert [move.target for move in play.moves] == [2, 0]
    assert legal_moves(RULESETS["never-finishing"], position, W, (6, 3)) == (Move(W, 5, 2, 3),)
