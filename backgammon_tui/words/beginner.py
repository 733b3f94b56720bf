"""Beginner help: facts about a game as sentences for beginners, before and after each step.

All sentences follow from the rules in force; none recommends a play. Before a step, the side to act
is "you". An answer longer than `MAX_LENGTH` characters omits the least important sentences, so
players with long names still get complete ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from backgammon_tui.engine import events
from backgammon_tui.engine.events import Event, Moved
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Effect
from backgammon_tui.engine.position import Place, Side
from backgammon_tui.engine.turn import Phase, Stage, StageKind, Withheld, complement
from backgammon_tui.explain import facts
from backgammon_tui.explain.ahead import Reach
from backgammon_tui.explain.facts import explain, is_either
from backgammon_tui.words.naming import (
    Naming,
    capitalized,
    count,
    numbers,
    playable_part,
    write_dice,
)
from backgammon_tui.words.reason_sentences import describe_cannot_play, describe_forfeit
from backgammon_tui.words.rule_settings import OPENINGS, name_landing_effects
from backgammon_tui.words.terse import (
    Wording,
    describe_following,
    describe_playable,
    describe_unplayable_following,
    phrase_for,
)
from backgammon_tui.words.turns import (
    describe_completed,
    describe_event,
    describe_result,
    describe_worth,
    name_completed,
)

MAX_LENGTH: Final = 160


def advise(game: Game, naming: Naming) -> str:
    """Return advice on the rules for the side to act; empty when the game is over."""
    text = ""
    for fact in explain(game):
        longer = f"{text} {phrase_for(BEGINNER, fact, naming)}".strip()
        if len(longer) <= MAX_LENGTH:
            text = longer
    return text


# ---- the phrases


def _due(fact: facts.Due, naming: Naming) -> str:
    game = fact.game
    match game.phase:
        case Phase.OPENING:
            return f"Each side rolls one die. {OPENINGS[game.rules.opening]}"
        case Phase.KEEP_OR_REROLL:
            return _keep(game)
        case Phase.ROLL | Phase.ROLL_AGAIN:
            return "Roll both dice."
        case Phase.DOUBLED:
            return "Take if you win at least one game in four from here; otherwise pass."
        case Phase.MOVE:
            return _play(game)
        case Phase.COMPLETE:
            assert game.side
            due, owner = name_completed(game.due), naming.name(game.side)
            return f"Play {due} for {owner} with your own checkers, one move at a time."
        case Phase.CHOOSE:
            return "Choose four 5s or four 6s."
        case Phase.OVER:
            return ""


_PARTS: Final = ("none", "one", "two", "three", "all")


def _keep(game: Game) -> str:
    assert game.opening_dice
    keep = f"Keep {write_dice(game.opening_dice)} and play it, or reroll both dice."
    sentences = [keep, "A reroll can be doubles; the numbers you keep cannot."]
    if game.rules.one_two and {*game.opening_dice} == {1, 2}:
        sentences.append("If you keep a 2-1, it earns four 5s or four 6s.")
    return " ".join(sentences)


def _play(game: Game) -> str:
    assert game.stage
    if is_either(game):
        which = "choose one" if len(game.allowed) > 1 else f"it must be the {max(game.allowed)}"
        return f"You can play {playable_part(game.due, game.playable, game.due)}: {which}."
    if game.has_unplayable:
        never = [f", not the {number}" for number in {*game.due} - game.unconstrained_numbers]
        return f"You can play {describe_playable(game)}{''.join(never)}."
    due, kind = numbers(game.due), game.stage.kind
    if game.stage.moves:
        return f"Now {due}."
    if kind is StageKind.COMPLEMENT:
        return f"Now the complement: play {due}."
    is_first = kind is StageKind.FACE and isinstance(game.earned, Stage)
    return f"First {due}." if is_first else f"Play {due}."


_POINTS: Final = " A 1 enters on 24, a 6 on 19."


def _must_enter(fact: facts.MustEnter, naming: Naming) -> str:
    points = _POINTS * fact.is_before_roll
    if fact.place is Place.HAND:
        return f"Enter all the checkers in your hand first.{points}"
    return f"Enter your {_checkers(fact.checkers)} on the bar first.{points}"


def _checkers(number: int) -> str:
    return "checker" if number == 1 else f"{count(number)} checkers"


def _lost(fact: facts.Lost, naming: Naming) -> str:
    also = describe_forfeit(fact.earned, extra_roll=fact.extra_roll)
    if also:
        return f"The rest is lost; {also} too."
    if fact.numbers:
        return f"The {max(fact.numbers)} is lost."
    return (
        "The other one is lost." if fact.total == 1 else f"The other {count(fact.total)} are lost."
    )


def _no_complement(fact: facts.NoComplement, naming: Naming) -> str:
    match fact.why:
        case Withheld.FIRST_DOUBLE if fact.is_before_roll:
            return "Your first doubles have no complement."
        case Withheld.FIRST_DOUBLE:
            return "There is no complement: these are your first doubles."
        case Withheld.STILL_ENTERING if fact.is_before_roll:
            return "Doubles now have no complement: they cannot enter all your checkers."
        case Withheld.STILL_ENTERING:
            return "There is no complement until all your checkers have entered."


_EARNS: Final = "play them all to earn an extra roll"


def _then(fact: facts.Then, naming: Naming) -> str:
    ahead = fact.ahead
    when = "If that enters your last checkers, then" if ahead.withheld else "Then"
    if not (ahead.playable or ahead.may_win):
        return f"{when} you cannot play a {describe_unplayable_following(fact)}."
    due = describe_following(fact)
    if ahead.stage and not ahead.stage.numbers and ahead.playable == 4:
        due = "four 5s or four 6s, as you choose"
    return f"{when} {due}{'' if ahead.extra_roll is Reach.NEVER else f'; {_EARNS}'}."


def _choices(fact: facts.Choices, naming: Naming) -> str:
    fives, sixes = (_PARTS[outlook.playable] for outlook in fact.outlooks)
    playable = f"You can play {fives} of the 5s and {sixes} of the 6s."
    earns = any(outlook.extra_roll for outlook in fact.outlooks)
    return f"{playable}{' All four earn an extra roll.' if earns else ''}"


BEGINNER: Final[Mapping[type, Wording]] = {
    facts.Due: _due,
    facts.CanWin: lambda fact, naming: (
        f"Bear off your last {_checkers(fact.checkers)} and you win."
    ),
    facts.MustEnter: _must_enter,
    facts.MayEnter: lambda fact, naming: (
        f"Enter checkers{', or move those on the board' if fact.has_others else ' from your hand'}."
        f"{_POINTS * fact.is_before_roll}"
    ),
    facts.MayBearOff: lambda fact, naming: (
        "All your checkers are home, so you may bear off."
        if fact.is_before_roll
        else "You may bear off."
    ),
    facts.MayTrap: "Land on a blot, and you hit it or trap it.",
    facts.MustPlayAll: lambda fact, naming: (
        f"You can play {'both' if fact.numbers == 2 else 'all of them'}, so you must."
    ),
    facts.OnlyNumber: lambda fact, naming: f"You can play only the {fact.number}.",
    facts.Lost: _lost,
    facts.OpponentPlays: lambda fact, naming: (
        f"{naming.name(fact.by)} plays the numbers that you cannot."
    ),
    facts.Resumes: lambda fact, naming: (
        f"After each move, {naming.name(fact.owner)} goes on if possible."
    ),
    facts.NoComplement: _no_complement,
    facts.Then: _then,
    facts.Choices: _choices,
    facts.EarnsRoll: "Then you have an extra roll.",
    facts.Shots: lambda fact, naming: (
        f"{'All 36' if fact.roll_count == 36 else f'{fact.roll_count} of the 36'} rolls can"
        f" {name_landing_effects(fact.landing)}."
    ),
    facts.ShutOut: lambda fact, naming: (
        f"With {fact.roll_count} of the 36 rolls you cannot play at all."
    ),
}
"""Sentences for beginners about each fact, before they act."""


# ---- events


def explain_events(happened: Iterable[Event], game: Game, naming: Naming) -> str:
    happened = tuple(happened)
    ranked = [item for event in happened for item in _describe(event, game, naming)]
    ranked += [(2, sentence) for sentence in _describe_hits(happened, naming)]
    room = MAX_LENGTH + 1
    kept = set()
    for rank, sentence in sorted({*ranked}):
        if len(sentence) < room:
            kept.add((rank, sentence))
            room -= len(sentence) + 1
    return " ".join(item[1] for item in dict.fromkeys(ranked) if item in kept)


def _describe(event: Event, game: Game, naming: Naming) -> Iterator[tuple[int, str]]:
    """Yield sentences about an event with their ranks; the most important have the lowest rank."""
    match event:
        case events.GameEnded():
            yield 0, describe_result(event.result, naming)
            if worth := describe_worth(game, naming):
                yield 1, worth
        case events.StageLost():
            whole = describe_cannot_play(event.side, event.numbers, naming)
            brief = f"{naming.name(event.side)} {_cannot(_latest_stage(game))}."
            yield 0, whole if len(whole) <= MAX_LENGTH else brief
            also = describe_forfeit(event.earned, extra_roll=event.extra_roll)
            if also:
                yield 1, f"{capitalized(also)} too."
        case events.HandedOver():
            side, other = naming.name(event.to.other), naming.name(event.to)
            cannot = _cannot(_latest_stage(game))
            yield 0, f"{side} {cannot}, so {other} must, as far as possible."
        case events.Resumed():
            yield 0, f"Now {naming.name(event.side)} can go on."
        case events.StageCompleted():
            if game.latest_turn and event.by is not game.latest_turn.side:
                yield 0, describe_completed(event.by, naming)
        case events.StageBegun():
            # If the stage can be played, the sentence before the move names it.
            if event.kind is StageKind.COMPLEMENT and game.phase is not Phase.MOVE:
                number = complement(event.numbers[0])
                due = numbers(event.numbers)
                yield 3, f"All four {number}s are played; the complement is {due}."
        case Moved():
            yield from _describe_moved(event, game, naming)
        case (
            events.OpeningTied()
            | events.OpeningWon()
            | events.OpeningKept()
            | events.OpeningRerolled()
            | events.StageWithheld()
        ):
            yield 1, describe_event(event, naming)


def _cannot(stage: Stage) -> str:
    """Return a stage's unplayable numbers: `cannot play the last two 4s`."""
    left = stage.to_play
    if len(set(left)) > 1:
        return f"cannot play {numbers(left, 'or')}"
    if len(left) == len(stage.numbers):
        return f"can play {playable_part(left, 0)}"
    if len(left) == 1:
        return f"cannot play the {'last ' * (len(stage.numbers) > 2)}{left[0]}"
    return f"cannot play the last {numbers(left)}"


def _latest_stage(game: Game) -> Stage:
    assert game.latest_turn
    return game.latest_turn.stage


def _describe_moved(event: Moved, game: Game, naming: Naming) -> Iterator[tuple[int, str]]:
    owner = event.move.side.other
    opponent = naming.name(owner)
    # A later move of the same play may have changed this again.
    if event.move.effect is Effect.TRAP and _is_trapped(game, owner, event.move.target):
        yield (
            2,
            f"A trap: that checker cannot move, and {opponent} cannot land there, until"
            f" {naming.name(event.move.side)} leaves.",
        )
    if event.freed_checker and _is_blot(game, owner, event.move.origin):
        yield 2, f"{opponent}'s checker is free again, and a blot."


def _is_trapped(game: Game, owner: Side, point: int) -> bool:
    """Return True if a checker is trapped on a point in its opponent's numbering."""
    return game.position.is_trapped(owner, game.rules.across(point))


def _is_blot(game: Game, owner: Side, point: int) -> bool:
    """Return True if one free checker is on a point in its opponent's numbering."""
    is_single = game.position.count(owner, game.rules.across(point)) == 1
    return is_single and not _is_trapped(game, owner, point)


def _describe_hits(happened: Sequence[Event], naming: Naming) -> Iterator[str]:
    hits = [
        event for event in happened if isinstance(event, Moved) and event.move.effect is Effect.HIT
    ]
    if hits:
        opponent = naming.name(hits[0].move.side.other)
        head, which = "A hit", "that checker"
        if len(hits) > 1:
            head, which = f"{capitalized(count(len(hits)))} hits", "those checkers"
        yield f"{head}: {opponent} must enter {which} from the bar before anything else."
