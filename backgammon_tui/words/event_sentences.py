"""Sentences for events, one for each, and for the outcome of an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from backgammon_tui.engine import (
    Event,
    Game,
    Move,
    Place,
    Result,
    Rules,
    Side,
    StageKind,
    Turn,
    Withheld,
    events,
)
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.words.naming import (
    WINS,
    Naming,
    capitalized,
    list_points,
    numbers,
    playable_part,
    plural,
    write_dice,
)
from backgammon_tui.words.reason_sentences import describe_forfeit, describe_lost, describe_withheld


def describe_event(event: Event, naming: Naming) -> str:
    """Describe an event in a full sentence."""
    match event:
        case events.OpeningTied():
            return f"Both roll a {event.number}, so both roll again."
        case events.OpeningWon():
            name = naming.name(event.side)
            return (
                f"{naming.white} rolls {event.white}, {naming.black} {event.black}: {name} starts."
            )
        case events.OpeningKept():
            return f"{naming.name(event.side)} keeps the two numbers."
        case events.OpeningRerolled():
            return f"{naming.name(event.side)} rerolls both dice."
        case events.DiceRolled():
            rolled = f"{naming.name(event.side)} rolls {write_dice(event.dice)}"
            return f"An extra roll: {rolled}." if event.again else f"{rolled}."
        case events.StageBegun():
            return _describe_begun(event, naming)
        case events.Moved():
            return _describe_moved(event, naming)
        case events.StageCompleted():
            every = "Both" if event.kind is StageKind.DICE else "All four"
            return f"{every} numbers are played."
        case events.StageLost():
            return _describe_lost(event, naming)
        case events.StageWithheld():
            why = describe_withheld(event.why, naming.name(event.side))
            return f"No complement and no extra roll: {why}."
        case events.DoublesChosen():
            return f"{naming.name(event.side)} chooses four {event.number}s."
        case events.HandedOver():
            owner, to = naming.name(event.to.other), naming.name(event.to)
            return (
                f"{owner} cannot play {describe_lost(event.numbers, naming)}."
                f" {to} plays on with {naming.checkers_of(event.to)} until {owner} can."
            )
        case events.Resumed():
            where = list_points(event.points, "or")
            return (
                f"{naming.name(event.side)} can go on with {numbers(event.numbers)} (to {where})."
            )
        case events.ExtraRollEarned():
            name = naming.name(event.side)
            return f"{name} has earned an extra roll: all the numbers have been played."
        case events.TurnEnded():
            return f"{naming.name(event.side.other)}'s turn."
        case events.GameEnded():
            return describe_result(event.result, naming)
        case _:
            assert_never(event)


def _describe_begun(event: events.StageBegun, naming: Naming) -> str:
    name = naming.name(event.side)
    now = "Now the complement: " if event.kind is StageKind.COMPLEMENT else ""
    does = "plays" if event.playable == len(event.numbers) else "can play"
    part = playable_part(event.numbers, event.playable, event.one_of)
    return f"{now}{name} {does} {part}."


def _describe_moved(event: events.Moved, naming: Naming) -> str:
    move = event.move
    verb = "bears off" if move.target == Place.OFF else "plays"
    if move.origin in (Place.HAND, Place.BAR):
        verb = "enters"
    sentence = f"{naming.name(move.side)} {verb} {write_moves([move])}"
    if event.freed_checker:
        sentence += f" and frees {naming.name(move.side.other)}'s checker"
    return f"{sentence}."


def describe_undo(move: Move) -> str:
    return f"{write_moves([move])} is undone."


def describe_redo(move: Move) -> str:
    return f"{write_moves([move])} is back."


def describe_trap(move: Move, naming: Naming) -> str:
    owner, trapper = naming.name(move.side.other), naming.name(move.side)
    return f"{owner}'s checker is trapped: it cannot move until {trapper} leaves the point."


def describe_trapped_under(owner: Side, naming: Naming) -> str:
    """Tell a trapper of the checker that lies under its own."""
    return f"{naming.name(owner)}'s checker is trapped here until your last one leaves."


def _describe_lost(event: events.StageLost, naming: Naming) -> str:
    cannot = f"{naming.name(event.side)} cannot play {describe_lost(event.numbers, naming)}."
    also = describe_forfeit(event.later, extra_roll=event.extra_roll)
    return f"{cannot} {capitalized(also)} too." if also else cannot


def describe_result(result: Result, naming: Naming) -> str:
    """Describe the end of a game and its points."""
    winner = naming.name(result.winner) if result.winner else ""
    loser = naming.name(result.winner.other) if result.winner else ""
    points = plural(result.points, "point")
    match result.ending:
        case events.Ending.BORNE_OFF:
            return f"{winner} has borne off everything and wins {points}."
        case events.Ending.RESIGNED:
            return f"{loser} resigns; {winner} wins {points}."
        case events.Ending.AGREED_DRAW:
            return "Both agree to a draw: no points."
        case events.Ending.DEAD:
            return "Nobody can ever move again: the game is a draw, no points."


def describe_end(result: Result, rules: Rules, naming: Naming) -> str:
    """Describe the worth of a result with its reason, or the ending if it is no bear-off."""
    kind = describe_kind(result, rules, naming)
    if not kind:
        return describe_result(result, naming)
    return kind if rules.scale.most == 1 else f"{plural(result.points, 'point')}, {kind}"


def describe_worth(game: Game, naming: Naming) -> str:
    return capitalized(describe_kind(game.result, game.rules, naming)) if game.result else ""


def describe_kind(result: Result, rules: Rules, naming: Naming) -> str:
    """Name the kind of a win and its reason; empty unless a side has borne off all checkers."""
    if result.winner is None or result.ending is not events.Ending.BORNE_OFF:
        return ""
    if rules.scale.most == 1:
        title = rules.title.removeprefix("The ")
        return f"In {'the ' * (title != rules.title)}{title} every win is 1 point."
    kind, name = f"a {WINS[result.points]}", naming.name(result.winner.other)
    if result.points == 1:
        return f"{kind}: {name} has borne off at least one checker."
    if result.points == 2:
        return f"{kind}: {name} has borne nothing off."
    return f"{kind}: {name} has borne nothing off and still has a checker {_last_place(rules)}."


def _last_place(rules: Rules) -> str:
    table = "in the winner's home board" if rules.direction.runs_against else "in the entry board"
    if rules.starts_in_hand:
        return f"in hand, on the bar or {table}"
    return f"on the bar or {table}"


def describe_news(happened: Sequence[Event], naming: Naming) -> list[str]:
    """Describe the outcome of one action or one play, with all moves first in one sentence."""
    moves = [event.move for event in happened if isinstance(event, events.Moved)]
    sentences = [f"{naming.name(moves[0].side)} plays {write_moves(moves)}."] if moves else []
    return sentences + describe_besides(happened, naming)


def describe_besides(happened: Sequence[Event], naming: Naming) -> list[str]:
    """Describe the outcome of one action or one play without the moves."""
    sentences = [
        describe_event(event, naming) for event in happened if not _goes_without_saying(event)
    ]
    by = completed_by_opponent(happened)
    return [*sentences, describe_completed(by, naming)] if by else sentences


def completed_by_opponent(happened: Sequence[Event]) -> Side | None:
    """Return the side that ended its opponent's turn by playing its last number, if one did."""
    match happened:
        case [*_, events.StageCompleted(by=by), events.TurnEnded(side=side)] if by is not side:
            return by
        case _:
            return None


def describe_completed(by: Side, naming: Naming) -> str:
    return f"{naming.name(by)} has played the last number, so the turn is over."


def _goes_without_saying(event: Event) -> bool:
    """Return True if the next event, the state of play or the notation already tells an event."""
    match event:
        case events.Moved():
            return not event.freed_checker
        case events.StageBegun():
            is_lost = not event.playable
            is_told = event.kind is not StageKind.COMPLEMENT
            return is_lost or (is_told and event.playable == len(event.numbers))
        case events.StageCompleted() | events.TurnEnded():
            return True
        case _:
            return False


def put_ahead(news: str) -> str:
    """Put news of what the only play will lead to."""
    return f"Then {news}"


_MIN_PASSED: Final = 2
"""Minimum passed turns that are told; a single one is still seen on the board."""


def describe_passed(turns: Sequence[Turn], person: Side | None, naming: Naming) -> str:
    """Return a sentence on turns that passed while a game skipped ahead.

    It is empty for a single one in which nothing was lost.

    Args:
        person: The only person who plays; None if two do.
    """
    lost = sum(turn.is_lost for turn in turns)
    stages = [stage for turn in turns for rolled in turn.rolls for stage in rolled.stages]
    withheld = [stage.withheld for stage in stages if stage.withheld]
    parts = [f"{plural(lost, 'turn')} lost"] if lost else []
    parts += [f"no complement: {_WITHHELD[why]}" for why in dict.fromkeys(withheld)]
    if len(turns) < _MIN_PASSED and not parts:
        return ""
    whose = f"{naming.name(person)}'s " if person else ""
    losses = f": {'; '.join(parts)}" if parts else ""
    passed = f"{len(turns)} of {whose}turns" if whose else plural(len(turns), "turn")
    return f"{passed} without a choice{losses}. l shows the log."


_WITHHELD: Final = {
    Withheld.STILL_ENTERING: "checkers still in hand",
    Withheld.FIRST_DOUBLE: "the first double",
}
"""The reasons why a double has no complement, in short."""
