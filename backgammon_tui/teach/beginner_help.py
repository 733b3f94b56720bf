"""Beginner help: the numbers to play before each step, and an explanation after it.

Every sentence is about the rules in force and true of the present state; what would be a
good play is never said. Before a step the side that must act is "you". No answer has more
than `MAX_LENGTH` characters: where that is too few, the sentences that matter least are left
out, so that even players with long names get whole ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from backgammon_tui.analysis.facts import count_rolls
from backgammon_tui.engine import events
from backgammon_tui.engine.events import Event, Moved
from backgammon_tui.engine.game import Game, StartingPosition
from backgammon_tui.engine.generator import max_playable
from backgammon_tui.engine.moves import Effect
from backgammon_tui.engine.position import CHECKERS, Place, Side
from backgammon_tui.engine.rules import HOME_TABLE
from backgammon_tui.engine.turn import CHOSEN, Phase, Stage, StageKind, Turn, Withheld, complement
from backgammon_tui.words.event_sentences import (
    describe_completed,
    describe_event,
    describe_result,
    describe_worth,
)
from backgammon_tui.words.moments import describe_playable
from backgammon_tui.words.naming import (
    Naming,
    capitalized,
    count,
    either,
    numbers,
    playable_part,
    write_dice,
)
from backgammon_tui.words.reason_sentences import describe_forfeit, describe_lost, describe_withheld
from backgammon_tui.words.rule_settings import OPENINGS, striking

MAX_LENGTH: Final = 160


def before(game: Game, naming: Naming) -> str:
    """Return advice on the rules for the side that must act; empty when the game is over."""
    match game.phase:
        case Phase.OPENING:
            return _fitting(["Each side rolls one die.", OPENINGS[game.rules.opening]])
        case Phase.KEEP_OR_REROLL:
            return _fitting(_keep_or_again(game))
        case Phase.ROLL | Phase.ROLL_AGAIN:
            return _fitting(["Roll both dice.", *_standing(game)])
        case Phase.MOVE:
            return _fitting(_moving(game, naming))
        case Phase.COMPLETE:
            return _fitting(_completing(game, naming))
        case Phase.CHOOSE:
            return _fitting(_choosing(game))
        case Phase.OVER:
            return ""


def _fitting(sentences: Iterable[str]) -> str:
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}".strip()
        if len(longer) <= MAX_LENGTH:
            text = longer
    return text


# ---- before a roll


def _keep_or_again(game: Game) -> Iterator[str]:
    opening = game.opening
    assert opening
    yield f"Keep {write_dice((opening.white, opening.black))} and play it, or reroll both dice."
    yield "A reroll can be a double; the numbers you keep are never one."
    if game.rules.one_two and {opening.white, opening.black} == {1, 2}:
        yield "Keep a 2-1, and it earns four 5s or four 6s."


def _standing(game: Game) -> Iterator[str]:
    side, rules = game.side, game.rules
    assert side
    entry = "A 1 enters on 24, a 6 on 19."
    if first := _enter_first(game, side):
        yield f"{first} {entry}"
    elif game.position.count(side, Place.HAND):
        on_board = game.position.points(side)
        yield f"{_FREE_ENTRY if on_board else 'Enter checkers from your hand.'} {entry}"
    elif all(point in HOME_TABLE for point in game.position.points(side)):
        yield "All your checkers are home, so you may bear off."
    if rules.first_double_face_only and side not in game.had_double:
        yield "Your first double has no complement."
    elif rules.entry_limits_complement and game.position.to_enter(side) > 4:
        yield "A double now has no complement: it cannot enter all your checkers."
    yield from _chances(game, side)


_MANY_ROLLS: Final = 9
"""The lost rolls of 36 worth mentioning: three numbers are closed, or more."""


def _chances(game: Game, side: Side) -> Iterator[str]:
    """Yield the chances of the 36 rolls if there is something to hit or much is closed."""
    counted = count_rolls(game.rules, StartingPosition(game.position, side, game.had_double))
    if counted.hits:
        yield f"{counted.hits} of the 36 rolls can {striking(game.rules.landing)}."
    if counted.shut_out >= _MANY_ROLLS:
        yield f"With {counted.shut_out} of 36 you can play nothing."


_FREE_ENTRY: Final = "Enter checkers, or move those on the board."


def _enter_first(game: Game, side: Side) -> str:
    """Return a sentence on the checkers that must enter before anything else moves, if any."""
    waiting = game.position.count(side, Place.BAR)
    if waiting:
        on_bar = "checker" if waiting == 1 else f"{count(waiting)} checkers"
        return f"Enter your {on_bar} on the bar first."
    must = game.position.count(side, Place.HAND) and not game.rules.free_entry
    return "Enter all the checkers in your hand first." if must else ""


# ---- before a move


def _moving(game: Game, naming: Naming) -> Iterator[str]:
    side = game.side
    assert side
    if game.can_win:
        last = CHECKERS - game.position.count(side, Place.OFF)
        which = "checker" if last == 1 else f"{count(last)} checkers"
        yield f"Bear off your last {which} and you win."
        return
    stage, to_play = game.stage, _to_play(game)
    is_begun = stage and stage.kind is StageKind.COMPLEMENT and not stage.moves
    yield f"Now the complement: {to_play[0].lower()}{to_play[1:]}" if is_begun else to_play
    yield _enter_first(game, side)
    if any(move.effect is Effect.TRAP for move in game.moves):
        yield "Land on a blot, and you hit it or trap it."
    if not game.has_unplayable:
        if set(game.moves) != set(game.unconstrained_moves):
            every = "both" if len(game.due) == 2 else "all of them"
            yield f"You can play {every}, so you must."
        yield from _following(game)
    elif game.rules.opponent_completes:
        yield f"{naming.name(side.other)} plays the numbers that you cannot."
    else:
        yield _lost_with_the_rest(game)
    if any(move.target == Place.OFF for move in game.moves):
        yield "You may bear off."
    if {move.origin == Place.HAND for move in game.moves} == {True, False}:
        yield _FREE_ENTRY


def _to_play(game: Game) -> str:
    due = game.due
    if not game.has_unplayable:
        if game.stage and game.stage.moves:
            return f"Now {numbers(due)}."
        leads_on = game.stage and game.stage.kind is StageKind.FACE and game.later
        return f"First {numbers(due)}." if leads_on else f"Play {numbers(due)}."
    if len(game.unconstrained_numbers) < 2:
        never = [f", not the {number}" for number in set(due) - game.unconstrained_numbers]
        return f"You can play {describe_playable(game)}{''.join(never)}."
    which = "choose one" if len(game.allowed) > 1 else f"it must be the {max(game.allowed)}"
    return f"You can play {playable_part(due, game.playable, due)}: {which}."


def _following(game: Game) -> Iterator[str]:
    following = next(iter(game.later), None)
    assert game.side
    waiting = game.position.to_enter(game.side) if game.rules.entry_limits_complement else 0
    if game.withheld is Withheld.FIRST_DOUBLE:
        yield "There is no complement: it is your first double."
    elif game.withheld or (
        following and following.kind is StageKind.COMPLEMENT and waiting > len(game.due)
    ):
        yield "There is no complement until all your checkers have entered."
    elif following and following.kind is StageKind.CHOSEN:
        yield f"Then four 5s or four 6s, as you choose; {_EARNS}."
    elif following:
        # Where others may move, it is for the player to see that all come in.
        sure = not (waiting and game.rules.free_entry)
        when = "Then" if sure else "If that enters your last checkers, then"
        due = ", then ".join(numbers(stage.numbers) for stage in game.later)
        yield f"{when} {due}{f'; {_EARNS}' if game.earns_roll else ''}."
    elif game.earns_roll:
        yield "Then you have an extra roll."


_EARNS: Final = "play them all to earn an extra roll"


def _lost_with_the_rest(game: Game) -> str:
    also = describe_forfeit([stage.kind for stage in game.later], extra_roll=game.earns_roll)
    if also:
        return f"The rest is lost; {also} too."
    unplayable = set(game.due) - game.unconstrained_numbers
    return f"The {max(unplayable)} is lost." if unplayable else "The other one is lost."


def _completing(game: Game, naming: Naming) -> Iterator[str]:
    assert game.actor
    assert game.side
    owner = naming.name(game.side)
    due = numbers(game.left)
    yield f"Play {due} for {owner} with your own checkers, one move at a time."
    if game.allowed != set(game.due):
        yield f"You can play only the {max(game.allowed)}."
    yield _enter_first(game, game.actor)
    yield f"After each move, {owner} goes on if possible."


def _choosing(game: Game) -> Iterator[str]:
    assert game.side
    yield f"Choose four 5s or four 6s; {_EARNS}."
    fives, sixes = (
        _PARTS[max_playable(game.rules, game.position, game.side, (number,) * 4)]
        for number in CHOSEN
    )
    yield f"Right now you can play {fives} of the 5s and {sixes} of the 6s."


_PARTS: Final = ("none", "one", "two", "three", "all")


# ---- afterwards


def after(happened: Iterable[Event], game: Game, naming: Naming) -> str:
    """Explain the latest events; empty if there is nothing to explain."""
    happened = tuple(happened)
    told = [ranked for event in happened for ranked in _describe(event, game, naming)]
    told += [(2, sentence) for sentence in _describe_hits(happened, naming)]
    room = MAX_LENGTH + 1
    kept = set()
    for rank, sentence in sorted(dict.fromkeys(told)):
        if len(sentence) < room:
            kept.add((rank, sentence))
            room -= len(sentence) + 1
    return " ".join(ranked[1] for ranked in dict.fromkeys(told) if ranked in kept)


def _describe(event: Event, game: Game, naming: Naming) -> Iterator[tuple[int, str]]:
    match event:
        case events.GameEnded():
            yield 0, describe_result(event.result, naming)
            if worth := describe_worth(game, naming):
                yield 1, worth
        case events.StageLost():
            name = naming.name(event.side)
            told = f"{name} cannot play {describe_lost(event.numbers, naming)}."
            is_short = len(told) <= MAX_LENGTH
            yield 0, told if is_short else f"{name} {_cannot(_turn(game).rolled.current)}."
            also = describe_forfeit(event.later, extra_roll=event.extra_roll)
            if also:
                yield 1, f"{capitalized(also)} too."
        case events.HandedOver():
            side, other = naming.name(event.to.other), naming.name(event.to)
            yield 0, f"{side} {_cannot(_turn(game).stage)}, so {other} must, as far as possible."
        case events.Resumed():
            yield 0, f"Now {naming.name(event.side)} can go on."
        case events.StageCompleted() if event.by is not _turn(game).side:
            yield 0, describe_completed(event.by, naming)
        case events.StageWithheld():
            yield 1, f"No complement and no extra roll: {describe_withheld(event.why)}."
        case events.StageBegun() if (
            # Where it is to be played, the sentence before the move names it.
            event.kind is StageKind.COMPLEMENT and game.phase is not Phase.MOVE
        ):
            number = complement(event.numbers[0])
            yield 3, f"All four {number}s are played; the complement is {numbers(event.numbers)}."
        case Moved():
            yield from _describe_moved(event, naming)
        case (
            events.OpeningTied()
            | events.OpeningWon()
            | events.OpeningKept()
            | events.OpeningRerolled()
        ):
            yield 1, describe_event(event, naming)
        case _:
            pass


def _cannot(stage: Stage) -> str:
    """Return the numbers of a stage that a side cannot play: `cannot play the last two 4s`."""
    left = stage.to_play
    if len(set(left)) > 1:
        return f"cannot play {either(left)}"
    if len(left) == len(stage.numbers):
        return f"can play {playable_part(left, 0)}"
    if len(left) == 1:
        return f"cannot play the {'last ' * (len(stage.numbers) > 2)}{left[0]}"
    return f"cannot play the last {numbers(left)}"


def _describe_moved(event: Moved, naming: Naming) -> Iterator[tuple[int, str]]:
    opponent = naming.name(event.move.side.other)
    if event.move.effect is Effect.TRAP:
        yield (
            2,
            f"A trap: that checker cannot move, and {opponent} cannot land there, until"
            f" {naming.name(event.move.side)} leaves.",
        )
    if event.freed_checker:
        yield 2, f"{opponent}'s checker is free again, and a blot."


def _describe_hits(happened: Sequence[Event], naming: Naming) -> Iterator[str]:
    hits = [each for each in happened if isinstance(each, Moved) and each.move.effect is Effect.HIT]
    if hits:
        opponent = naming.name(hits[0].move.side.other)
        head, which = "A hit", "that checker"
        if len(hits) > 1:
            head, which = f"{capitalized(count(len(hits)))} hits", "those checkers"
        yield f"{head}: {opponent} must enter {which} from the bar before anything else."


def _turn(game: Game) -> Turn:
    assert game.latest_turn
    return game.latest_turn
