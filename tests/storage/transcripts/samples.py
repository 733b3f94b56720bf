"""Transcripts to read and to damage."""

from __future__ import annotations

from typing import Final

HEAD: Final = """\
backgammon-tui transcript 1
Ruleset: russian
Rule: free_entry = on
White: Anna
Black: Boris
Date: 2026-03-01
Length: 5
"""

TYPED_GAME: Final = f"""\
{HEAD}
Game 1
Dice: typed
1 opening 3-3
2 opening 5-2
  W keeps
  5 2: hand/20 hand/23
3 B 4-4
  4 4 4 4: hand/21(4)
"""

SAMPLE: Final = f"""\
{HEAD}
Game 1
Dice: fair
Commitment: 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
Word W: kiwi
Word B: plum
1 opening 2-6
  B throws again
2 B 1-2
  1 2: hand/24/22
3 W 1-5
  1 5: hand/24 hand/20
4 B 4-2
  4 2: hand/21 hand/23
5 W 4-3
  4 3: hand/21* hand/22*
takeback 5 asked by W
5 W 4-3
  4 3: hand/22* hand/21*
6 B 6-3
  6 3: bar/22* bar/19
7 W 1-1
  1 1 1 1: bar/24/23* 24/23 hand/24
W resigns 2
Seed: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
"""
"""A game with the published dice."""

COMPLETED: Final = """\
backgammon-tui transcript 1
Ruleset: falood
Rule: opponent_completes = on
White: Anna
Black: Boris
Date: 2026-03-01
Length: open

Game 1
Dice: typed
Start: W 24:15 / B 22:5 20:2 18:2 13:6; W to move; first doublet W B
1 W 6-4
  6 4: B 18/14 | W 24/18*
2 B 2-1
  2 1: bar/23 14/13
  5 5 5 5: 22/17(4)
3 B 3-2
  3 2: 13/10 13/11
draw agreed

Game 2
Dice: typed
1 opening 1-2
2 B 3-3
  3 3 3 3: hand/22(3)
"""
"""A falood game with stages that the opponent completes, and one that has just begun."""
