"""Facts about a game in short phrases, for the panel and for answers to "why?"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from backgammon_tui.engine import Cause, Game, Outlook, Phase, Place, Reason
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.turn import choices
from backgammon_tui.explain import facts
from backgammon_tui.explain.ahead import Reach
from backgammon_tui.explain.facts import Fact, explain, is_either
from backgammon_tui.words.naming import (
    Naming,
    capitalized,
    count,
    join,
    name_place,
    numbers,
    playable_part,
    plural,
)
from backgammon_tui.words.reason_sentences import (
    as_clause,
    describe_cannot_play,
    describe_forfeit,
    describe_lost,
    describe_reason,
    describe_withheld,
)
from backgammon_tui.words.rule_settings import OPENINGS
from backgammon_tui.words.turns import describe_result, describe_worth

Wording = str | Callable[[Any, Naming], str]
"""A sentence or part of one, or a function that makes it from the fact and the players' names."""


def phrase_for(phrases: Mapping[type, Wording], fact: Fact, naming: Naming) -> str:
    """Look up a fact in a table of phrases; empty if it is not in the table."""
    phrase = phrases.get(type(fact), "")
    return phrase if isinstance(phrase, str) else phrase(fact, naming)


def describe_all(facts_to_describe: Iterable[Fact], naming: Naming) -> str:
    return " ".join(filter(None, (phrase_for(TERSE, fact, naming) for fact in facts_to_describe)))


@lru_cache(maxsize=4)  # Most keys leave the game unchanged.
def describe_due(game: Game, naming: Naming) -> str:
    """Describe the rest of a turn: `four 5s, then four 2s, then an extra roll`.

    Empty if one or two numbers are shown beside the dice and nothing follows.
    """
    due, *others = explain(game)
    if isinstance(due, facts.CanWin):
        return "bear off and win"
    text = phrase_for(TERSE, due, naming)
    if following := _describe_following(others, naming):
        return f"{text}{following}"
    is_beside_dice = game.phase is Phase.MOVE and len({*game.due}) == len(game.due)
    return "" if is_beside_dice and not game.has_unplayable else text


def describe_following_due(game: Game, naming: Naming) -> str:
    """Describe the sequel of the numbers to play: `, then four 2s for an extra roll`."""
    return _describe_following(explain(game), naming)


def _describe_following(others: Iterable[Fact], naming: Naming) -> str:
    for fact in others:
        match fact:
            case facts.NoComplement():
                return f"; {phrase_for(TERSE, fact, naming)}"
            case facts.Then() | facts.EarnsRoll():
                return f", then {phrase_for(TERSE, fact, naming)}"
            case _:
                pass
    return ""


def describe_options(game: Game, naming: Naming) -> str:
    """Describe how much of each choice of doubles after a 2-1 can be played."""
    return describe_all((fact for fact in explain(game) if isinstance(fact, facts.Choices)), naming)


EXTRA_ROLL: Final = "an extra roll"


def describe_following(fact: facts.Then) -> str:
    """Name the next stage, as much of it as can be played: `four 2s`, `at most two 5s or 6s`."""
    ahead = fact.ahead
    assert ahead.stage
    names = " or ".join(f"{choice.numbers[0]}s" for choice in choices(ahead.stage))
    if ahead.may_win or ahead.playable == 4:
        return f"four {names}"
    return f"at most {count(ahead.playable)} {names[:-1] if ahead.playable == 1 else names}"


def describe_unplayable_following(fact: facts.Then) -> str:
    """Name the numbers of the next stage if none of them can be played: `5 or 6`."""
    assert fact.ahead.stage
    return join([str(choice.numbers[0]) for choice in choices(fact.ahead.stage)], "or")


def describe_playable(game: Game) -> str:
    return playable_part(game.due, game.playable, game.allowed)


# ---- the phrases


def _due(fact: facts.Due, naming: Naming) -> str:
    game = fact.game
    match game.phase:
        case Phase.OPENING:
            return OPENINGS[game.rules.opening]
        case Phase.KEEP_OR_REROLL:
            may_reroll = "The higher number starts and may reroll both dice."
            return f"{may_reroll} Only a reroll can be doubles."
        case Phase.ROLL:
            return "Each turn begins with a roll of both dice."
        case Phase.DOUBLED:
            lost, value = plural(game.stake, "point"), 2 * game.stake
            return f"Take and play on for {value}, or pass and lose {lost}."
        case Phase.ROLL_AGAIN:
            return "All numbers of the previous roll were played, which earns an extra roll."
        case Phase.MOVE:
            return describe_playable(game)
        case Phase.COMPLETE:
            return "Any legal move will do, but you must make one if you can."
        case Phase.CHOOSE:
            earned = "four 5s or four 6s; the player who rolled it chooses."
            return f"A 2-1 played in full earns {earned}"
        case Phase.OVER:
            assert game.result
            return f"{describe_result(game.result, naming)} {describe_worth(game, naming)}".rstrip()


def _must_enter(fact: facts.MustEnter, naming: Naming) -> str:
    cause = Cause.BAR_FIRST if fact.place is Place.BAR else Cause.HAND_FIRST
    return describe_reason(Reason(cause, fact.side), naming)


def _must_play_some(fact: facts.MustPlaySome, naming: Naming) -> str:
    game = fact.game
    if is_either(game) and game.rules.higher_number:
        assert game.side
        rule = Reason(Cause.HIGHER_NUMBER, game.side, numbers=(max(game.due),))
        return describe_reason(rule, naming)
    if is_either(game):
        return "Only one of the two numbers can be played, whichever you like."
    must = "so it" if game.playable == 1 else "and that many"
    return f"{capitalized(describe_playable(game))} can be played, {must} must be."


def _wasteful(fact: facts.Wasteful, naming: Naming) -> str:
    clause = as_clause(describe_reason(fact.reason, naming), naming)
    return f"Not {write_moves([fact.move])}: {clause}."


def _cannot_play_then(fact: facts.CannotPlayThen, naming: Naming) -> str:
    lost, *others = {describe_lost(lost, naming) for lost in fact.by_play}
    # If they differ, none applies to all plays.
    return "" if others else f"{naming.name(fact.side)} then cannot play {lost}."


_OF_THE_CHECKER: Final = (Cause.NO_CHECKER, Cause.BAR_FIRST, Cause.HAND_FIRST, Cause.TRAPPED)


def _stuck(fact: facts.Stuck, naming: Naming) -> str:
    _, reason = fact.against[0]
    if reason.cause in _OF_THE_CHECKER:
        return describe_reason(reason, naming)
    by_clause: dict[str, list[int]] = {}
    for number, reason in fact.against:
        by_clause.setdefault(as_clause(describe_reason(reason, naming), naming), []).append(number)
    (clause, first), *others = by_clause.items()
    parts = [f"From {name_place(fact.place)} {numbers(first)} cannot be played: {clause}."]
    parts += [f"Nor can {numbers(values)}: {clause}." for clause, values in others]
    parts += [f"{capitalized(numbers(fact.usable))} can."] if fact.usable else []
    return " ".join(parts)


def _lost(fact: facts.Lost, naming: Naming) -> str:
    also = describe_forfeit(fact.earned, extra_roll=fact.extra_roll)
    return f"So {also}." if also else ""


def _then(fact: facts.Then, naming: Naming) -> str:
    ahead = fact.ahead
    if not (ahead.playable or ahead.may_win):
        return f"no {describe_unplayable_following(fact)} can be played"
    after = {Reach.NEVER: "", Reach.POSSIBLE: " for ", Reach.CERTAIN: ", then "}[ahead.extra_roll]
    text = f"{describe_following(fact)}{after}{EXTRA_ROLL if after else ''}"
    return f"if all checkers are in, {text}" if ahead.withheld else text


def _choices(fact: facts.Choices, naming: Naming) -> str:
    can = f"Now {naming.name(fact.side)} can play {describe_choices(fact.outlooks)}."
    return f"{can} {describe_cannot_play(fact.side, fact.lost, naming)}" if fact.lost else can


def describe_choices(outlooks: Sequence[Outlook]) -> str:
    return "; or ".join(map(describe_choice, outlooks))


def describe_choice(outlook: Outlook) -> str:
    """Describe doubles to choose: `four 5s, then an extra roll`, `only two of the four 6s`."""
    if outlook.wins:
        return f"{numbers(outlook.numbers)}, which can win"
    part = playable_part(outlook.numbers, outlook.playable)
    return f"{part}, then {EXTRA_ROLL}" if outlook.extra_roll else part


_ALL: Final = {
    1: "It can be played, so it must be.",
    2: "Both numbers can be played, so both must be.",
    3: "All three can be played, so they must be.",
    4: "All four can be played, so they must be.",
}

TERSE: Final[Mapping[type, Wording]] = {
    facts.Due: _due,
    facts.CanWin: "A play that bears off the last checker wins, however many numbers it uses.",
    facts.MustEnter: _must_enter,
    facts.MustPlayAll: lambda fact, naming: _ALL[fact.numbers],
    facts.MustPlaySome: _must_play_some,
    facts.OnlyPlay: "That leaves only one play.",
    facts.Wasteful: _wasteful,
    facts.CannotPlay: lambda fact, naming: describe_cannot_play(fact.side, fact.numbers, naming),
    facts.CannotPlayThen: _cannot_play_then,
    facts.Stuck: _stuck,
    facts.Lost: _lost,
    facts.NoComplement: lambda fact, naming: (
        f"no complement: {describe_withheld(fact.why, naming.name(fact.side))}"
    ),
    facts.Then: _then,
    facts.Choices: _choices,
    facts.EarnsRoll: EXTRA_ROLL,
}
"""Short sentences about facts, without explanations for beginners."""
