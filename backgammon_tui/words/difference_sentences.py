"""The counted differences between two plays, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from backgammon_tui.analysis.difference import LEAST, Aspect, Difference
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.words.naming import count, join, plural

EQUAL: Final = "equal by its estimate"

MOST: Final = 2


def describe_gains(found: Sequence[Difference], numbering: Numbering = Numbering.STANDARD) -> str:
    """Describe the advantages of a play: `leaves 11 shots instead of 15`; empty without any."""
    gains = [each for each in found if each.weight > 0 or _is_mixed(each)]
    return describe_heaviest(gains, numbering)


def describe_losses(
    found: Sequence[Difference], numbering: Numbering = Numbering.STANDARD, most: int = MOST
) -> str:
    """Describe the drawbacks of a play; empty without any.

    Args:
        most: The most differences that are named.
    """
    losses = [each for each in found if each.weight < 0 or _is_mixed(each)]
    return describe_heaviest(losses, numbering, most)


def describe_heaviest(
    found: Sequence[Difference], numbering: Numbering = Numbering.STANDARD, most: int = MOST
) -> str:
    """Describe the largest differences, the small ones only where there is no other.

    Args:
        most: The most differences that are named.
    """
    heavy = [each for each in found if abs(each.weight) >= LEAST] or [*found[:1]]
    return "; ".join(describe_difference(each, numbering) for each in heavy[:most])


def _is_mixed(each: Difference) -> bool:
    """Return True if the side holds other points, but as many."""
    return each.aspect is Aspect.POINTS and each.weight == 0


def describe_difference(each: Difference, numbering: Numbering = Numbering.STANDARD) -> str:
    """Say one difference of a play from another: `leaves 11 shots instead of 15`."""
    mine, other = each.mine, each.other
    match each.aspect:
        case Aspect.HIT:
            return _describe_hits(mine, other)
        case Aspect.TRAPPED:
            return f"has {_instead(mine, other, 'checker', 'trapped')}"
        case Aspect.OWN_TRAPPED:
            return f"leaves {_instead(mine, other, 'own checker', 'trapped')}"
        case Aspect.OFF:
            return f"has {_instead(mine, other, 'checker', 'off')}"
        case Aspect.TO_ENTER:
            return f"leaves {_instead(mine, other, 'checker', 'to enter')}"
        case Aspect.COMPLEMENT:
            return f"can play {_instead(mine, other, 'number', 'of the complement')}"
        case Aspect.SHOTS:
            return f"leaves {_instead(mine, other, 'shot')}"
        case Aspect.SHUT_OUT:
            return f"shuts out {_instead(mine, other, 'throw')}"
        case Aspect.THEIR_THROWS:
            return f"gives the opponent another throw with {_of_36(mine, other)}"
        case Aspect.OWN_SHOTS:
            return f"would hit next with {_of_36(mine, other)}"
        case Aspect.OWN_THROWS:
            return f"would earn another throw next with {_of_36(mine, other)}"
        case Aspect.POINTS:
            return _describe_points(each, numbering)
        case Aspect.PRIME:
            return _describe_prime(mine, other)
        case Aspect.BLOTS:
            return f"leaves {_instead(mine, other, 'blot')}"
        case Aspect.HOME:
            return f"has {_instead(mine, other, 'checker', 'home')}"
        case Aspect.LAST:
            last, instead = (numbering.label(point) for point in (mine, other))
            return f"has its last checker on {last} instead of {instead}"
        case Aspect.THEIR_PIPS:
            return f"leaves the opponent {_instead(mine, other, 'pip')}"
        case Aspect.PIPS:
            return f"leaves {_instead(mine, other, 'pip', 'to go')}"
        case Aspect.STACK:
            return f"has {_instead(mine, other, 'checker', 'on its highest stack')}"
        case _:
            assert_never(each.aspect)


def _describe_hits(mine: int, other: int) -> str:
    if not mine:
        return "does not hit"
    return f"hits {count(mine)}" + (f" instead of {count(other)}" if other else "")


def _describe_prime(mine: int, other: int) -> str:
    """One point alone is no row."""
    if mine < 2:
        return "holds no two points in a row"
    return f"holds {_instead(mine, other if other > 1 else 0, 'point', 'in a row')}"


def _instead(mine: int, other: int, noun: str, after: str = "") -> str:
    told = plural(mine, noun) if mine else f"no {noun}"
    return " ".join(filter(None, (told, after, f"instead of {other or 'none'}")))


def _of_36(mine: int, other: int) -> str:
    return f"{mine or 'none'} of 36 throws instead of {other or 'none'}"


def _describe_points(each: Difference, numbering: Numbering) -> str:
    gains, losses = (
        " and ".join(
            f"{verb} {plural_points([numbering.label(point) for point in points])}"
            for verb, points in some
            if points
        )
        for some in (
            (("makes", each.made), ("keeps", each.kept)),
            (("gives up", each.given_up), ("does not make", each.not_made)),
        )
    )
    return ", but ".join(filter(None, (gains, losses)))


def plural_points(labels: Sequence[str]) -> str:
    """Name points: `point 5`, `points 8 and 6`."""
    return f"{'point' if len(labels) == 1 else 'points'} {join(labels)}"
