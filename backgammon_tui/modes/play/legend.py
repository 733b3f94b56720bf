"""The page of keys of modes in which checkers are moved: notation, filters of the list, signs."""

from __future__ import annotations

from typing import Final

from backgammon_tui.modes.commands import Command
from backgammon_tui.modes.moving import MovingMode


def _may_trap(mode: MovingMode) -> bool:
    return mode.input is not None and mode.input.game.rules.landing.may_trap


def _has_complement(mode: MovingMode) -> bool:
    return mode.input is not None and mode.input.game.rules.doublets.have_complement


def _numbers_differ(mode: MovingMode) -> bool:
    return mode.input is not None and mode.input.game.rules.direction.numbers_differ


def _is_completed(mode: MovingMode) -> bool:
    return mode.input is not None and mode.input.game.rules.opponent_completes


NOTATION: Final[tuple[Command[MovingMode], ...]] = (
    Command(
        shown="24/20 13/9",
        usage="24/20 13/9",
        help="type moves, such as 24/22(2), bar/20* (hits), 6/off",
    ),
    Command(
        shown="hand/22",
        usage="hand/22",
        help="a checker enters from the hand, a 1 on 24, a 6 on 19",
        exists=lambda mode: mode.input is not None and mode.input.game.rules.starts_in_hand,
    ),
    Command(
        shown="9/7^", usage="9/7^", help="traps the checker there; 9/7* hits it", exists=_may_trap
    ),
)

FILTERS: Final[tuple[Command[MovingMode], ...]] = (
    Command(
        shown="24/ /16 *",
        help="show only plays from 24, to 16, that hit; off: bear off",
        exists=lambda mode: not _may_trap(mode),
    ),
    Command(
        shown="24/ /16 * ^",
        help="show only plays from 24, to 16, that hit, trap; off: bear off",
        exists=_may_trap,
    ),
    Command(
        shown="c",
        help="show only plays that keep most of the complement",
        exists=_has_complement,
    ),
)

LEGEND: Final[tuple[Command[MovingMode], ...]] = (
    Command(
        shown="bar",
        help="the arrows at its ends, ◂ ▸, show the way both sides run",
        exists=lambda mode: not _numbers_differ(mode),
    ),
    Command(
        shown="bar",
        help="◂ ▸ at its ends: whose numbers these are, and which way that side runs",
        exists=_numbers_differ,
    ),
    Command(shown="header", help="above the board: points won in the match, pips to go"),
    Command(shown="frames", help="‹orange› can move, [blue] lands here, (hollow) leaves"),
    Command(
        shown="board", help="dot: moved or hit last; ∘ where a checker stood; ✗ blocks the way"
    ),
    Command(shown="numbers", help="beside the dice: ✓ was played, ✗ cannot be played"),
    Command(
        shown="numbers",
        help="beside the dice: ' was played by the opponent",
        exists=_is_completed,
    ),
    Command(shown="mouse", help="click a checker, then its target; a play twice; dice; keys"),
)
