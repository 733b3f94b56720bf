"""What happened, one sentence for each event."""

from __future__ import annotations

from typing import assert_never

from backgammon_tui.engine.events import (
    DiceThrown,
    DoubletChosen,
    Ending,
    Event,
    GameEnded,
    HandedOver,
    Moved,
    OpeningKept,
    OpeningThrownAgain,
    OpeningTied,
    OpeningWon,
    RerollEarned,
    Result,
    Resumed,
    StageBegun,
    StageCompleted,
    StageLost,
    StageWithheld,
    TurnEnded,
)
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.position import Place, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Phase, StageKind
from backgammon_tui.words.naming import Naming, count, join, numbers, plural
from backgammon_tui.words.reason_sentences import (
    describe_forfeit,
    describe_lost_number,
    describe_stage,
    describe_withheld,
)
from backgammon_tui.words.sentence import capitalized


def describe_event(event: Event, naming: Naming) -> str:
    """An event as a full sentence."""
    match event:
        case OpeningTied():
            return f"Both throw {event.number}; both throw again."
        case OpeningWon():
            name = naming.name(event.side)
            return (
                f"{naming.white} throws {event.white}, {naming.black} {event.black}: {name} starts."
            )
        case OpeningKept():
            return f"{naming.name(event.side)} keeps the two numbers."
        case OpeningThrownAgain():
            return f"{naming.name(event.side)} throws both dice again."
        case DiceThrown():
            verb = "throws again:" if event.again else "throws"
            return f"{naming.name(event.side)} {verb} {event.dice[0]}-{event.dice[1]}."
        case StageBegun():
            return _describe_begun(event, naming)
        case Moved():
            return _describe_moved(event, naming)
        case StageCompleted():
            return f"{capitalized(describe_stage(event.kind))} played in full."
        case StageLost():
            return _describe_lost(event, naming)
        case StageWithheld():
            return f"No complement and no second throw: {describe_withheld(event.why)}."
        case DoubletChosen():
            return f"{naming.name(event.side)} chooses four {event.number}s."
        case HandedOver():
            name = naming.name(event.to)
            what = join([describe_lost_number(lost, naming) for lost in event.numbers])
            return (
                f"{naming.name(event.to.other)} cannot play {what}."
                f" {name} plays on with {name}'s checkers, as long as there is a move."
            )
        case Resumed():
            where = naming.places(event.points)
            return f"{naming.name(event.side)} can go on with {numbers(event.numbers)}: {where}."
        case RerollEarned():
            return f"{naming.name(event.side)} has earned another throw."
        case TurnEnded():
            return f"{naming.name(event.side.other)}'s turn."
        case GameEnded():
            return describe_result(event.result, naming)
        case _:
            assert_never(event)


def _describe_begun(event: StageBegun, naming: Naming) -> str:
    owed = numbers(event.numbers)
    if event.kind in (StageKind.COMPLEMENT, StageKind.CHOSEN):
        owed = f"{describe_stage(event.kind)}, {owed}"
    if event.playable == len(event.numbers):
        return f"{naming.name(event.side)} plays {owed}."
    if not event.playable:
        return f"{naming.name(event.side)} cannot play any of {owed}."
    return (
        f"{naming.name(event.side)} plays {owed}, of which {count(event.playable)} can be played."
    )


def _describe_moved(event: Moved, naming: Naming) -> str:
    move = event.move
    verb = "bears off" if move.target == Place.OFF else "plays"
    if move.origin in (Place.HAND, Place.BAR):
        verb = "enters"
    sentence = f"{naming.name(move.side)} {verb} {write_moves([move], naming.numbering)}"
    if event.freed_checker:
        sentence += f" and frees {naming.name(move.side.other)}'s checker"
    return f"{sentence}."


def _describe_lost(event: StageLost, naming: Naming) -> str:
    why = join([describe_lost_number(lost, naming) for lost in event.numbers])
    also = describe_forfeit(event.later, reroll=event.reroll)
    verb = "are" if len(event.later) + event.reroll > 1 else "is"
    with_it = f"; with it {also} {verb} lost" if also else ""
    return f"{naming.name(event.side)} cannot play {why}{with_it}."


WINS = {1: "a plain game", 2: "a gammon", 3: "a backgammon"}
"""What a win is called by its points."""


def describe_result(result: Result, naming: Naming) -> str:
    """How a game ended, with its points."""
    winner = naming.name(result.winner) if result.winner else ""
    loser = naming.name(result.winner.other) if result.winner else ""
    points = plural(result.points, "point")
    match result.ending:
        case Ending.BORNE_OFF:
            return f"{winner} has borne off all checkers and wins {points}."
        case Ending.RESIGNED:
            return f"{loser} resigns; {winner} wins {points}."
        case Ending.AGREED_DRAW:
            return "Both agree on a draw: no points."
        case Ending.DEAD:
            return "Nobody can ever move again: the game is drawn, no points."


def describe_worth(game: Game, naming: Naming) -> str:
    """Why a win is worth what it is, in the words of the ruleset's scale."""
    return describe_points(game.result, game.rules, naming) if game.result else ""


def describe_points(result: Result, rules: Rules, naming: Naming) -> str:
    """Why a result is worth what it is; nothing where nobody has borne off all checkers."""
    if result.winner is None or result.ending is not Ending.BORNE_OFF:
        return ""
    name = naming.name(result.winner.other)
    if rules.scale.most == 1:
        return "Every win is worth 1 point in this game."
    if result.points == 1:
        return f"{capitalized(WINS[1])}: {name} has borne off a checker, so it is 1 point."
    if result.points == 2:
        return f"{capitalized(WINS[2])}: {name} has borne off none, so it is 2 points."
    return (
        f"{capitalized(WINS[3])}: {name} has borne off none and still has a checker"
        f" {_last_place(rules)}, so it is 3 points."
    )


def _last_place(rules: Rules) -> str:
    """Where a checker costs its side a backgammon."""
    table = "in the winner's home" if rules.direction.sides_meet else "in the entry table"
    if rules.starts_in_hand:
        return f"in hand, on the bar or {table}"
    return f"on the bar or {table}"


def describe_awaited(game: Game, naming: Naming) -> str:
    """What the game waits for, as one sentence."""
    name = naming.name(game.actor) if game.actor else ""
    match game.phase:
        case Phase.OPENING:
            return "Both sides throw one die; the higher starts."
        case Phase.KEEP_OR_AGAIN:
            opening = game.opening
            thrown = f" {opening.white}-{opening.black}" if opening else ""
            return f"{name} keeps{thrown} or throws both dice again."
        case Phase.THROW:
            return f"{name} to throw."
        case Phase.THROW_AGAIN:
            return f"{name} throws again."
        case Phase.MOVE:
            return f"{name} to play {numbers(game.left)}."
        case Phase.COMPLETE:
            other = naming.name(game.side or Side.WHITE)
            owed = numbers(game.left)
            return f"{name} plays {owed} for {other} with its own checkers, one move at a time."
        case Phase.CHOOSE:
            return f"{name} chooses four 5s or four 6s."
        case Phase.OVER:
            return describe_result(game.result, naming) if game.result else "The game is over."
