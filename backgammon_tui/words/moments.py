"""Sentences on what there is to play, all made here from a `Moment`."""

from __future__ import annotations

from typing import Final, assert_never

from backgammon_tui.engine import Phase, Stage
from backgammon_tui.engine.moment import Moment
from backgammon_tui.engine.turn import Again
from backgammon_tui.words.event_sentences import describe_result
from backgammon_tui.words.naming import Naming, numbers, playable_part, write_dice
from backgammon_tui.words.reason_sentences import describe_withheld


def describe_doing(moment: Moment) -> str:
    """Describe the task of the side to act, to stand after its name."""
    return _DOING.get(moment.phase, "to play")


_DOING: Final = {
    Phase.THROW: "to throw",
    Phase.THROW_AGAIN: "has another throw",
    Phase.KEEP_OR_AGAIN: "starts",
    Phase.CHOOSE: "chooses",
    Phase.COMPLETE: "completes",
}


def describe_standing(moment: Moment, naming: Naming) -> str:
    """Describe the state of a game in a few words: `Anna to play two 3s`, `Boris to throw`."""
    actor = naming.name(moment.actor) if moment.actor else ""
    match moment.phase:
        case Phase.OPENING:
            return "the opening throw"
        case Phase.KEEP_OR_AGAIN:
            return f"{actor} keeps or rerolls"
        case Phase.CHOOSE:
            return f"{actor} chooses four 5s or four 6s"
        case Phase.MOVE:
            return f"{actor} to play {numbers(moment.due)}"
        case Phase.COMPLETE:
            assert moment.side
            return f"{actor} to play {numbers(moment.due)} for {naming.name(moment.side)}"
        case Phase.THROW | Phase.THROW_AGAIN:
            return f"{actor} {describe_doing(moment)}"
        case Phase.OVER:
            return "a result to accept"


def describe_awaited(moment: Moment, naming: Naming) -> str:
    """Describe in one sentence the action that a game waits for."""
    name = naming.name(moment.actor) if moment.actor else ""
    match moment.phase:
        case Phase.OPENING:
            return "Each side throws one die; the higher starts."
        case Phase.KEEP_OR_AGAIN:
            thrown = f" {write_dice(moment.opening)}" if moment.opening else ""
            return f"{name} keeps{thrown} or rerolls both dice."
        case Phase.COMPLETE:
            assert moment.actor
            owner, own = naming.name(moment.actor.other), naming.checkers_of(moment.actor)
            return f"{name} plays {numbers(moment.due)} for {owner} with {own}, one move at a time."
        case Phase.OVER:
            return describe_result(moment.result, naming) if moment.result else "The game is over."
        case Phase.THROW | Phase.THROW_AGAIN | Phase.MOVE | Phase.CHOOSE:
            return f"{describe_standing(moment, naming)}."


def describe_due(moment: Moment, naming: Naming, *, ends: bool = False) -> str:
    """Describe the rest of a turn: `four 5s, then four 2s, then another throw`.

    It is empty where one or two numbers stand beside the dice and nothing follows.

    Args:
        ends: True if the game is known to end with the stage that follows.
    """
    due = moment.due
    playable = describe_playable(moment)
    if moment.is_short:
        return playable
    later = [describe_earned(stage) for stage in moment.later]
    later += [describe_earned(Again.THROW)] * (moment.earns_throw and not ends)
    if moment.withheld and moment.side:
        why = describe_withheld(moment.withheld, naming.name(moment.side))
        return f"{playable}; no complement: {why}"
    return ", then ".join([playable, *later]) if later or len({*due}) < len(due) else ""


def describe_earned(earned: Stage | Again) -> str:
    """Name the stage or throw that follows: `four 2s`, or `another throw`."""
    match earned:
        case Stage():
            return numbers(earned.numbers) or "four 5s or 6s"
        case Again.THROW:
            return "another throw"
        case _:
            assert_never(earned)


def describe_playable(moment: Moment) -> str:
    """Name the numbers that are left and can be played: `only two of the four 3s`."""
    return playable_part(moment.due, moment.playable, moment.allowed)
