"""The plays of a roll, their consequences, and the roll chart in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from backgammon_tui.engine import POINTS, Effect, Game, Move, Outlook, Phase, Place, Position, Side
from backgammon_tui.engine.events import StageBegun
from backgammon_tui.explain.facts import do, is_stage_over
from backgammon_tui.words.naming import (
    Naming,
    capitalized,
    count,
    join,
    name_place,
    numbers,
    playable_part,
    plural,
    sentence,
    write_dice,
)
from backgammon_tui.words.reason_sentences import describe_no_complement
from backgammon_tui.words.terse import EXTRA_ROLL, describe_playable

if TYPE_CHECKING:
    from backgammon_tui.explain.roll_chart import ChartCell, RollChart


def describe_plays(game: Game) -> str:
    """Describe how much of the current numbers, or of those just lost, can be played."""
    if game.phase is not Phase.MOVE:
        begun = next(event for event in game.events if isinstance(event, StageBegun))
        return f"No legal play for {numbers(begun.numbers)}."
    many = plural(len(game.legal_plays()), "play")
    if not game.has_unplayable:
        return f"{many} of {numbers(game.due)}."
    if game.playable == 1 and len(game.allowed) > 1:
        usable = sorted(game.allowed, key=game.due.index)
        return f"Only one number can be played: {numbers(usable, 'or')}. {many}."
    return f"{capitalized(describe_playable(game))} can be played. {many}."


FILTERS: Final = {"*": "hits", "^": "traps", "off": "bears off"}
"""Filters typed on their own, each with the property of plays that it selects."""


def describe_no_such_play(game: Game, typed: str, naming: Naming) -> str:
    assert game.actor
    if typed == "^" and not game.rules.landing.may_trap:
        return f"No checker can be trapped in {game.rules.title}."
    no_play, other = f"No play {FILTERS[typed]}", game.actor.other
    if typed == "off":
        return f"{no_play} a checker with these numbers."
    position = game.position
    blots = [
        point
        for point in range(1, 25)
        if position.count(other, point) == 1 and not position.is_trapped(other, point)
    ]
    if blots:
        return f"{no_play}: none of them reaches one of {naming.name(other)}'s blots."
    return f"{no_play}: {naming.name(other)} has no blot."


def describe_outlook(outlook: Outlook, side: Side, naming: Naming, *, is_known: bool) -> str:
    """Describe effect follows a play; `is_known` if players know that all of a stage follows."""
    if outlook.withheld:
        return describe_no_complement(outlook.withheld, naming.name(side))
    if outlook.wins:
        return f"Next: the {outlook.numbers[0]}s bear off the rest and win."
    if outlook.playable < len(outlook.numbers):
        part = playable_part(outlook.numbers, outlook.playable)
        return f"Next: {part}."
    if is_known:
        return ""
    then = f", then {EXTRA_ROLL}" if outlook.extra_roll else ""
    return f"Next: all {numbers(outlook.numbers)}{then}."


def describe_kept(outlook: Outlook | None, side: Side, naming: Naming) -> str:
    """Describe in an aside effect follows a play of a list: ` (then only two of the four 2s)`."""
    if outlook is None:
        return ""
    text = describe_outlook(outlook, side, naming, is_known=False).rstrip(".")
    then = text.replace("Next: ", "then ").replace("No complement", "no complement")
    return f" ({then})"


def describe_bearing_off(moves: Sequence[Move]) -> str:
    """Name the moves that bear off with a larger number than needed."""
    parts = [
        f"the {move.number} bears off from {name_place(move.origin)}"
        for move in moves
        if move.target == Place.OFF and move.number > move.origin
    ]
    return sentence(join(parts)) if parts else ""


# ---- missing part of a play


def describe_missing(game: Game, made: Sequence[Move], wanted: Sequence[Move]) -> str:
    """Describe the first difference from a wanted play: `a checker on 20 should move too`."""
    side = game.actor
    assert side
    after, end = do(game, made)[-1].position, do(game, wanted)[-1].position
    is_whole = is_stage_over(game, do(game, made)[-1])
    for effect, verb in ((Effect.HIT, "hit"), (Effect.TRAP, "trapped")):
        struck, to_strike = (
            {move.target for move in moves if move.effect is effect} for moves in (made, wanted)
        )
        if is_whole and to_strike - struck:
            return f"the blot on {min(to_strike - struck)} is not {verb}"
        if struck - to_strike:
            return f"the blot on {min(struck - to_strike)} should not be {verb}"
    return _describe_misplaced(game.position, after, end, side, is_whole=is_whole)


def _describe_misplaced(
    before: Position, after: Position, wanted: Position, side: Side, *, is_whole: bool
) -> str:
    places = (*range(1, POINTS + 1), Place.HAND, Place.BAR, Place.OFF)
    counts = [tuple(p.count(side, place) for p in (before, after, wanted)) for place in places]
    for place, (had, has, needs) in zip(places, counts, strict=True):
        if is_whole and min(had, has) > needs:
            return f"{_checkers(min(had, has) - needs, place)} should move too"
        if min(had, needs) > has:
            return _describe_leaving(had, needs, place)
    for place, (had, has, needs) in zip(places, counts, strict=True):
        if is_whole and has < needs and had < 2:
            if needs > 1:
                return f"{count(needs)} checkers should be {_on(place)}"
            break
    for place, (had, has, needs) in zip(places, counts, strict=True):
        if has > max(had, needs):
            return f"no checker should stop {_on(place)}"
    return "the checkers should not be together"


def _describe_leaving(had: int, needs: int, place: int) -> str:
    if needs < had:
        return f"leave {_checkers(needs, place)}"
    if had == 1:
        return f"leave the checker {_on(place)} where it is"
    return f"leave the checkers {_on(place)} where they are"


def _checkers(number: int, place: int) -> str:
    many = "a checker" if number == 1 else f"{count(number)} checkers"
    return f"{many} {_on(place)}"


def _on(place: int) -> str:
    return _PLACES.get(place, f"on {place}")


_PLACES: Final[dict[int, str]] = {
    Place.HAND: "in hand",
    Place.BAR: "on the bar",
    Place.OFF: "off the board",
}


# ---- the roll chart, as ASCII text at most 60 columns wide

_LEGEND_WIDTH: Final = 28

_MARKS: Final[dict[str, tuple[Callable[[ChartCell], bool], str]]] = {
    "=": (lambda cell: cell.enters_all is True, "enters all it can"),
    "-": (lambda cell: cell.enters_all is False, "enters some"),
    "*": (lambda cell: cell.can_hit, "can hit"),
    "^": (lambda cell: cell.can_trap, "can trap"),
    ">": (lambda cell: cell.rolls_again, "can earn an extra roll"),
    "!": (lambda cell: cell.withheld is not None, "no complement"),
    "#": (lambda cell: cell.wins, "can win"),
}
"""The marks after the count in a cell, each with its condition and legend."""


def write_cell(cell: ChartCell) -> str:
    return str(cell.in_all) + "".join(mark for mark, (holds, _) in _MARKS.items() if holds(cell))


def describe_legend(chart: RollChart) -> Iterator[str]:
    """Yield the meaning of the counts, and of the marks that occur, two in a line."""
    yield "Each digit: how many of the numbers can be played"
    legend = [
        f"{mark} {meaning}"
        for mark, (holds, meaning) in _MARKS.items()
        if any(map(holds, chart.cells))
    ]
    for left, right in zip_longest(legend[::2], legend[1::2], fillvalue=""):
        yield f"{left:<{_LEGEND_WIDTH}}{right}".rstrip()


def describe_cell(cell: ChartCell) -> str:
    dice, first = write_dice(cell.dice), cell.dice[0]
    number, maximum = len(cell.numbers), cell.playable
    if not maximum:
        return f"{dice}: nothing can be played."
    played = "both numbers" if number == 2 else f"all {count(number)} {first}s"
    if maximum < number:
        played = playable_part(cell.numbers, maximum)
    effects = [
        meaning for mark, (holds, meaning) in _MARKS.items() if mark in "=-*^#" and holds(cell)
    ]
    done = join(effects)
    return f"{dice}: {played} can be played{f'; it {done}' if done else ''}.{_describe_rest(cell)}"


def _describe_rest(cell: ChartCell) -> str:
    if cell.withheld:
        return f" {describe_no_complement(cell.withheld)}"
    if cell.rolls_again:
        return f" Played well: {cell.in_all} numbers in all, then an extra roll."
    return f" {cell.in_all} numbers in all." if cell.in_all > cell.playable else ""


def describe_chances(chart: RollChart) -> str:
    counts = {
        "unplayable": sum(cell.is_shut_out for cell in chart.cells),
        "can hit": sum(cell.can_hit for cell in chart.cells),
        "can trap": sum(cell.can_trap for cell in chart.cells),
        "win": sum(cell.wins for cell in chart.cells),
    }
    if not counts["can trap"]:
        del counts["can trap"]  # Most games have no trapping.
    return "Of 36 rolls: " + ", ".join(f"{count} {effect}" for effect, count in counts.items())
