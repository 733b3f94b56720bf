"""The coach: what must be played before each step, and what happened after it.

Every sentence is about the rules in force and true of the present state; what would be a
good play is never said. Before a step the side that must act is "you". No answer has more
than `LONGEST` characters: where that is too few, the sentences that matter least are left
out, so that even players with long names get whole ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from backgammon_tui.engine.events import (
    Event,
    GameEnded,
    HandedOver,
    Moved,
    OpeningKept,
    OpeningThrownAgain,
    OpeningTied,
    OpeningWon,
    RerollEarned,
    Resumed,
    StageBegun,
    StageCompleted,
    StageLost,
    StageWithheld,
)
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Effect
from backgammon_tui.engine.position import CHECKERS, Place, Side
from backgammon_tui.engine.reasons import LostNumber
from backgammon_tui.engine.rules import HOME_TABLE, Opening
from backgammon_tui.engine.steps import max_playable, single_moves
from backgammon_tui.engine.turn import Phase, StageKind, Status, Turn, Withheld
from backgammon_tui.words.event_sentences import describe_event, describe_result, describe_worth
from backgammon_tui.words.naming import Naming, count, join, numbers
from backgammon_tui.words.reason_sentences import (
    describe_lost_number,
    describe_stage,
    describe_withheld,
)
from backgammon_tui.words.sentence import capitalized

LONGEST: Final = 160


def before(game: Game, naming: Naming) -> str:
    """Advice on the rules for the side that must act now; empty when the game is over."""
    match game.phase:
        case Phase.OPENING:
            return _fitting(["Each side throws one die.", _OPENINGS[game.rules.opening]])
        case Phase.KEEP_OR_AGAIN:
            return _fitting(_keep_or_again(game))
        case Phase.THROW:
            return _fitting(["Throw both dice.", *_standing(game, naming)])
        case Phase.THROW_AGAIN:
            return _fitting(["All is played, so you throw again.", *_standing(game, naming)])
        case Phase.MOVE:
            return _fitting(_moving(game, naming))
        case Phase.COMPLETE:
            return _fitting(_completing(game, naming))
        case Phase.CHOOSE:
            return _fitting(_choosing(game))
        case Phase.OVER:
            return ""


def _fitting(sentences: Iterable[str]) -> str:
    """Those of the sentences for which there is room; the first ones matter most."""
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}".lstrip()
        if len(longer) <= LONGEST:
            text = longer
    return text


# ---- before a throw

_OPENINGS: Final = {
    Opening.CHOOSE: "The higher starts, and keeps both numbers or throws two dice again.",
    Opening.AGAIN: "The higher starts, and throws both dice for the first turn.",
    Opening.KEEP: "The higher starts, and plays both numbers.",
}


def _keep_or_again(game: Game) -> Iterator[str]:
    opening = game.opening
    assert opening
    yield f"Keep {opening.white}-{opening.black} and play it, or throw both dice again."
    yield "A new throw can be a doublet, a kept one never is."
    if game.rules.one_two and {opening.white, opening.black} == {1, 2}:
        yield "A kept 1-2 does earn its doublet."


def _standing(game: Game, naming: Naming) -> Iterator[str]:
    """What the side to throw has to know of its checkers."""
    side, rules = game.side, game.rules
    assert side
    entry = f"a 1 leads to {naming.place(24)}, a 6 to {naming.place(19)}"
    if game.position.count(side, Place.BAR):
        yield f"{_on_bar(game, side)} first: {entry}."
    elif game.position.count(side, Place.HAND):
        if not rules.free_entry:
            yield f"All in your hand come in before others move: {entry}."
        elif game.position.points(side):
            yield f"Bring checkers in, or move those on the board: {entry}."
        else:
            yield f"Bring checkers in from your hand: {entry}."
    elif all(point in HOME_TABLE for point in game.position.points(side)):
        yield "All your checkers are home, so you may bear off."
    if rules.first_doublet_face_only and side not in game.had_doublet:
        yield "Your first doublet counts for its face only."
    elif rules.entry_limits_complement and game.position.to_enter(side) > 4:
        yield "A doublet now counts for its face only."


def _on_bar(game: Game, side: Side) -> str:
    waiting = game.position.count(side, Place.BAR)
    if waiting == 1:
        return "Your checker on the bar comes in"
    return f"Your {count(waiting)} checkers on the bar come in"


# ---- before a move


def _moving(game: Game, naming: Naming) -> Iterator[str]:
    side, left, playable = game.side, game.left, game.playable()
    assert side
    legal = game.legal_moves()
    yield _owed(game, playable)
    if game.position.count(side, Place.BAR):
        yield f"{_on_bar(game, side)} first."
    elif game.position.count(side, Place.HAND) and not game.rules.free_entry:
        yield "All in your hand come in before others move."
    if any(move.effect is Effect.TRAP for move in legal):
        yield "On a blot you choose: hit it, or trap it."
    if _may_win(game, side):
        yield "Take off your last checker and you win, whatever is left."
        return
    if playable == len(left):
        if set(legal) != set(single_moves(game.rules, game.position, side, left)):
            every = "Both" if len(left) == 2 else "All"
            yield f"{every} can be played, so {every.lower()} must be."
        yield from _following(game, side)
    elif game.rules.opponent_completes:
        yield f"What you cannot play goes to {naming.name(side.other)}."
    else:
        yield _lost_with_the_rest(game)
    if any(move.target == Place.OFF for move in legal):
        yield "You may bear off."
    if {move.origin == Place.HAND for move in legal} == {True, False}:
        yield "Bring checkers in, or move those on the board."


def _owed(game: Game, playable: int) -> str:
    """The numbers left, and which of them can be played."""
    assert game.side
    assert game.stage
    left = game.left
    owed = numbers(left)
    if playable == len(left):
        if game.stage.moves:
            return f"Now {owed}."
        thrown = game.thrown
        leads_on = game.stage.kind is StageKind.FACE and thrown and thrown.next_due
        return f"{capitalized(owed)} first." if leads_on else f"Play {owed}."
    if len(set(left)) == 1:
        return f"{capitalized(owed)}, of which you can play {count(playable)}."
    possible = {move.number for move in single_moves(game.rules, game.position, game.side, left)}
    if len(possible) == 1:
        return f"{capitalized(owed)}, of which you can play the {max(possible)}."
    allowed = {move.number for move in game.legal_moves()}
    which = "which one is up to you" if len(allowed) > 1 else f"it must be the {max(allowed)}"
    return f"Of {owed} you can play one, and {which}."


def _following(game: Game, side: Side) -> Iterator[str]:
    """What comes after the present stage, all of which can be played."""
    thrown = game.thrown
    assert thrown
    following = thrown.next_due
    withheld = next((stage.withheld for stage in thrown.stages if stage.withheld), None)
    waiting = game.position.to_enter(side) if game.rules.entry_limits_complement else 0
    if withheld is Withheld.FIRST_DOUBLET:
        yield "That is all: your first doublet counts for its face only."
    elif withheld or (
        following and following.kind is StageKind.COMPLEMENT and waiting > len(game.left)
    ):
        yield "That is all, as long as checkers wait to come in."
    elif following and following.kind is StageKind.CHOSEN:
        yield "Then four 5s or four 6s, as you choose; play them all and you throw again."
    elif following:
        # Where others may move, it is for the player to see that all come in.
        sure = not (waiting and game.rules.free_entry)
        when = "Then" if sure else "If that brings in your last, then"
        due = [numbers(stage.numbers) for stage in thrown.stages if stage.status is Status.DUE]
        again = "; play them all and you throw again" if thrown.reroll is Status.DUE else ""
        yield f"{when} {', then '.join(due)}{again}."
    elif thrown.reroll is Status.DUE:
        yield "Then you throw again."


def _may_win(game: Game, side: Side) -> bool:
    remaining = CHECKERS - game.position.count(side, Place.OFF)
    return remaining <= len(game.left) and any(
        play.position.has_borne_off_all(side) for play in game.legal_plays()
    )


def _lost_with_the_rest(game: Game) -> str:
    thrown = game.thrown
    assert thrown
    also = [describe_stage(stage.kind) for stage in thrown.stages if stage.status is Status.DUE]
    if thrown.reroll is Status.DUE:
        also.append("another throw")
    return f"The rest is lost, and {join(also)} with it." if also else "The rest is lost."


def _completing(game: Game, naming: Naming) -> Iterator[str]:
    actor, side, left = game.actor, game.side, game.left
    assert actor
    assert side
    owner = naming.name(side)
    yield f"Play what {owner} cannot, {numbers(left)}, with your own checkers, move by move."
    possible = {move.number for move in game.legal_moves()}
    if possible != set(left):
        yield f"Of these you can play the {max(possible)}."
    if game.position.count(actor, Place.BAR):
        yield f"{_on_bar(game, actor)} first."
    elif game.position.count(actor, Place.HAND) and not game.rules.free_entry:
        yield "All in your hand come in before others move."
    yield f"After each move {owner} goes on if possible."


def _choosing(game: Game) -> Iterator[str]:
    assert game.side
    yield "Choose four 5s or four 6s; play all four and you throw again."
    fives, sixes = (
        _PARTS[max_playable(game.rules, game.position, game.side, (number,) * 4)]
        for number in (5, 6)
    )
    yield f"As it stands {fives} of the 5s can be played, and {sixes} of the 6s."


_PARTS: Final = ("none", "one", "two", "three", "all")


# ---- afterwards


def after(events: Iterable[Event], game: Game, naming: Naming) -> str:
    """What has just happened and what it means; empty where there is nothing to explain.

    Args:
        events: What happened.
        game: The state that it led to.
        naming: What the players and points are called.
    """
    told = [ranked for event in events for ranked in _describe(event, game, naming)]
    room = LONGEST + 1
    kept = set()
    for rank, sentence in sorted(dict.fromkeys(told)):
        if len(sentence) < room:
            kept.add((rank, sentence))
            room -= len(sentence) + 1
    return " ".join(ranked[1] for ranked in dict.fromkeys(told) if ranked in kept)


def _describe(event: Event, game: Game, naming: Naming) -> Iterator[tuple[int, str]]:
    """Sentences on an event, each with its rank: 0 matters most."""
    match event:
        case GameEnded():
            yield 0, describe_result(event.result, naming)
            if worth := describe_worth(game, naming):
                yield 1, worth
        case StageLost():
            left = _turn(game).thrown.current.left
            yield 0, f"{naming.name(event.side)} cannot play {numbers(left)}."
            yield 2, _reasons(event.numbers, naming)
            also = [describe_stage(kind) for kind in event.later]
            also += ["another throw"] if event.reroll else []
            if also:
                yield (
                    1,
                    f"{capitalized(join(also))} {'are' if len(also) > 1 else 'is'} lost with it.",
                )
        case HandedOver():
            side, other = naming.name(event.to.other), naming.name(event.to)
            owed = numbers(_turn(game).stage.left)
            yield 0, f"{side} cannot play {owed}; {other} must, as far as possible."
        case Resumed():
            yield 0, f"Now {naming.name(event.side)} can play on."
        case StageCompleted() if event.by is not _turn(game).side:
            yield 0, f"{naming.name(event.by)} has played the last of it, so the turn is over."
        case StageWithheld():
            yield 1, f"No complement and no second throw: {describe_withheld(event.why)}."
        case StageBegun() if event.kind is StageKind.COMPLEMENT:
            yield 3, f"The face is played; below it are {numbers(event.numbers)}."
        case RerollEarned():
            yield 1, f"All is played, so {naming.name(event.side)} throws again."
        case Moved():
            yield from _describe_moved(event, naming)
        case OpeningTied() | OpeningWon() | OpeningKept() | OpeningThrownAgain():
            yield 1, describe_event(event, naming)
        case _:
            pass


def _reasons(lost: Sequence[LostNumber], naming: Naming) -> str:
    """Why numbers cannot be played, without naming them again where it is the same for all."""
    told = [describe_lost_number(number, naming) for number in lost]
    reasons = {sentence.partition(": ")[2] or sentence for sentence in told}
    return f"{capitalized(reasons.pop() if len(reasons) == 1 else '; '.join(told))}."


def _describe_moved(event: Moved, naming: Naming) -> Iterator[tuple[int, str]]:
    opponent = naming.name(event.move.side.other)
    if event.move.effect is Effect.HIT:
        yield 2, f"A hit: {opponent} must bring that checker in from the bar before all else."
    if event.move.effect is Effect.TRAP:
        yield (
            2,
            f"A trap: the checker below cannot move, and {opponent} cannot land there, until the"
            " last one above has left.",
        )
    if event.freed_checker:
        yield 2, f"{opponent}'s checker is free again, and a blot."


def _turn(game: Game) -> Turn:
    """The turn that the last events belong to."""
    turn = game.turn or game.last_turn
    assert turn
    return turn
