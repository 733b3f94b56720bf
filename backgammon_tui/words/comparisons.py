"""The counted consequences of plays, and what differs between two plays, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backgammon_tui.analysis.difference import MIN_WEIGHT, Aspect, Difference, differences
from backgammon_tui.analysis.facts import Facts
from backgammon_tui.engine import Effect, Game, Play, Side
from backgammon_tui.words.naming import STANDARD, WINS, count, join, playable_part, plural


def describe_facts(facts: Facts, mover: Side) -> str:
    """Sum up the next rolls: `15 of the opponent's 36 rolls hit, 4 rolls cannot be played`.

    Args:
        facts: The counted facts.
        mover: The side that makes the play.
    """
    outlook = facts.outlook
    if outlook and outlook.withheld:
        return "no complement"
    if outlook:
        return f"{playable_part(outlook.numbers, outlook.playable)} can be played next"
    if facts.roller is None:
        return ""
    is_own = facts.roller is mover
    rolls = "its 36 rolls" if is_own else "the opponent's 36 rolls"
    # A roll that earns another one may hit with that.
    verb = "hit at once" if not facts.hits else "hits" if facts.hits == 1 else "hit"
    text = f"{facts.hits or 'none'} of {rolls} {verb}"
    if facts.shut_out:
        text += f", {plural(facts.shut_out, 'roll')} cannot be played"
    return f"an extra roll follows: {text}" if is_own else text


# ---- the differences between two plays


def describe_gains(compared: Sequence[Difference], most: int = 2) -> str:
    """Describe the main advantages of a play: `leaves 11 shots instead of 15`; empty without any.

    Args:
        most: The most differences that are named.
    """
    return describe_heaviest(_one_way(compared, 1), most)


def describe_losses(compared: Sequence[Difference], most: int = 2) -> str:
    return describe_heaviest(_one_way(compared, -1), most)


def explain_losses(game: Game, play: Play, best: Play) -> str:
    """Describe what a play lacks beside the best one, and what the hit that it misses costs."""
    losses, side = describe_losses(differences(game, play, best)), game.actor
    hits = [move.target for move in best.moves if move.effect is Effect.HIT]
    if not hits or not side or not losses.startswith(_NO_HIT):
        return losses
    lost = plural(sum(_PIPS_OF_BAR - game.rules.across(point) for point in hits), "pip")
    entries = "a number" if len(hits) == 1 else f"{count(len(hits))} numbers"
    hit = "a hit costs" if len(hits) == 1 else "hits cost"
    costs = f" ({hit} {STANDARD.name(side.other)} {lost} and {entries} to enter)"
    return _NO_HIT + costs + losses.removeprefix(_NO_HIT)


_NO_HIT: Final = "does not hit"
_PIPS_OF_BAR: Final = 25


def _one_way(compared: Sequence[Difference], sign: int) -> list[Difference]:
    outweighed = any(difference.weight * -sign >= _LARGE_WEIGHT for difference in compared)
    least = MIN_WEIGHT if outweighed else 0
    return [
        difference
        for difference in compared
        if difference.weight * sign > least or _is_mixed(difference)
    ]


_LARGE_WEIGHT: Final = 1.0
"""The weight beside which a small difference the other way explains nothing."""


def describe_heaviest(compared: Sequence[Difference], most: int = 2) -> str:
    """Describe the largest differences, the small ones only where there is no other."""
    heavy = [difference for difference in compared if abs(difference.weight) >= MIN_WEIGHT] or [
        *compared[:1]
    ]
    text = "; ".join(describe_difference(difference) for difference in heavy[:most])
    is_later = any(difference.is_later for difference in heavy[:most])
    return f"{text}, once the complement is played" if is_later else text


def _is_mixed(difference: Difference) -> bool:
    return difference.aspect is Aspect.POINTS and difference.weight == 0


_INSTEAD: Final = {
    Aspect.TRAPPED: ("has", "checker", "trapped"),
    Aspect.OWN_TRAPPED: ("leaves", "own checker", "trapped"),
    Aspect.OFF: ("has", "checker", "off"),
    Aspect.TO_ENTER: ("leaves", "checker", "to enter"),
    Aspect.COMPLEMENT: ("can play", "number", "of the complement"),
    Aspect.SHOTS: ("leaves", "shot", ""),
    Aspect.SHUT_OUT: ("leaves the opponent", "unplayable roll", ""),
    Aspect.BLOTS: ("leaves", "blot", ""),
    Aspect.HOME: ("has", "checker", "home"),
    Aspect.THEIR_PIPS: ("leaves the opponent", "pip", ""),
    Aspect.PIPS: ("leaves", "pip", "to go"),
    Aspect.STACK: ("has", "checker", "on its tallest stack"),
}
"""The words around `11 shots instead of 15`: before, the noun, and after the noun."""


def describe_difference(difference: Difference) -> str:
    """Say one difference of a play from another: `leaves 11 shots instead of 15`."""
    mine, other = difference.mine, difference.other
    match difference.aspect:
        case Aspect.HIT:
            return _describe_hits(mine, other)
        case Aspect.STAKE:
            saves = "saves" if mine < other else "does not yet save"
            return f"{saves} the {WINS[max(mine, other)]} ({max(mine, other)} points)"
        case Aspect.THEIR_ROLLS:
            return f"gives the opponent an extra roll with {_of_36(mine, other)}"
        case Aspect.OWN_SHOTS:
            return f"threatens to hit with {_of_36(mine, other)}"
        case Aspect.OWN_ROLLS:
            return f"would earn an extra roll next with {_of_36(mine, other)}"
        case Aspect.POINTS:
            return _describe_points(difference)
        case Aspect.PRIME:
            return _describe_prime(mine, other)
        case Aspect.LAST:
            last, instead = (str(point) for point in (mine, other))
            return f"leaves its rearmost checker on {last} instead of {instead}"
        case _:
            before, noun, after = _INSTEAD[difference.aspect]
            return f"{before} {_instead(mine, other, noun, after)}"


def _describe_hits(mine: int, other: int) -> str:
    if not mine:
        return _NO_HIT
    return f"hits {count(mine)}" + (f" instead of {count(other)}" if other else "")


def _describe_prime(mine: int, other: int) -> str:
    if mine < 2:  # One point alone is no row.
        return f"holds no two points in a row{f' instead of {other}' if other > 1 else ''}"
    return f"holds {_instead(mine, other if other > 1 else 0, 'point', 'in a row')}"


def _instead(mine: int, other: int, noun: str, after: str = "") -> str:
    text = plural(mine, noun) if mine else f"no {noun}"
    return " ".join(filter(None, (text, after, f"instead of {other or 'none'}")))


def _of_36(mine: int, other: int) -> str:
    return f"{mine or 'none'} of 36 rolls instead of {other or 'none'}"


def _describe_points(difference: Difference) -> str:
    gains, losses = (
        " and ".join(
            f"{verb} {plural_points([str(point) for point in points])}"
            for verb, points in some
            if points
        )
        for some in (
            (("makes", difference.made), ("keeps", difference.kept)),
            (("gives up", difference.given_up), ("does not make", difference.not_made)),
        )
    )
    return ", but ".join(filter(None, (gains, losses)))


def plural_points(labels: Sequence[str]) -> str:
    return f"{'point' if len(labels) == 1 else 'points'} {join(labels)}"
