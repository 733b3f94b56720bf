"""Quiz tasks for tests."""

from __future__ import annotations

from backgammon_tui.teach.quiz import Item

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move; first double W B"

BEST = Item.parse(f"best | backgammon | {START} | 3-1 | 8/5 6/5")
"""The best play of a 3-1: an item like a player's own mistake, from no file."""

HITS = Item.parse("hits | russian | W 24:1 10:1 1:13 / B 8:1 5:1 off:13; W to move | 2-5")
"""A checker on 10 can hit both blots; only 24/17 hits nothing."""

PLAYABLE = Item.parse(
    "playable | russian | W bar:1 6:14 / B 24:2 23:2 22:2 21:2 20:2 19:5; W to move | 3-3"
)
"""Nothing can be played, because every point is closed."""

SHOTS = Item.parse("shots | backgammon | W 24:1 off:14 / B 5:1 off:14; W to move")
"""White is four pips behind a blot."""

COMPLEMENT = Item.parse(
    "complement | russian | W hand:15 / B hand:15; W to move; first double W B | 5-5 | hand/20(4)"
)
"""Eleven checkers are still in hand."""

LOST = Item.parse(
    "complement | french | W 15:2 7:1 1:12 / B 16:15; W to move; first double W | 6-6 | 7/1"
)
"""Only one 6 can be played, so the complement is lost, although its four 1s would fit."""

POINTS = Item.parse("points | russian | W off:15 / B 24:1 off:14; B to move")
