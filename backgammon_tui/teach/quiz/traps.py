"""Questions for the true statement after a hit or a trap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backgammon_tui.engine import Cause, Effect, Game, Move, Place, Position, Rules, Side
from backgammon_tui.engine.notation import read_moves
from backgammon_tui.engine.reasons import obstacle, why_not
from backgammon_tui.engine.rules import HOME_TABLE
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.teach.quiz.question import QuizQuestion, Statement, made_of, mixed
from backgammon_tui.teach.quiz.turns import describe_throw, only_play, played_out, who
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.reason_sentences import describe_reason


def ask_trap(item: Item, rules: Rules) -> QuizQuestion:
    """Ask for the true statement after a play that hits, traps or frees a checker."""
    play, side, game = only_play(item), item.situation.side, item.game(rules)
    after = played_out(game, play)
    if not rules.landing.may_trap or after.is_over:
        raise FaultyItem("this kind of question needs a game with traps that goes on")
    moves = read_moves(game, play)
    point = _point_in_question(rules, game.position, after.position, side, moves)
    there = rules.across(point)
    statements = [
        *_of_the_point(rules, after.position, side, point),
        *_of_the_opponent(rules, after.position, side),
        *_of_the_mover(game, moves, after.position, point),
    ]
    text = (
        f"{describe_throw(item)} and plays {play}. {who(side)}'s {point} is {who(side.other)}'s"
        f" {there}. What is true now?"
    )
    return made_of(item, rules, text, mixed(item, statements), Cause.HELD)


def _point_in_question(
    rules: Rules, before: Position, after: Position, side: Side, moves: Sequence[Move]
) -> int:
    """Return the mover's point where a checker was trapped or freed, or else hit."""
    was, now = (set(position.trapped(side.other)) for position in (before, after))
    changed = sorted(now - was) or sorted(was - now)
    if changed:
        return rules.across(changed[0])
    landings = [move.target for move in moves if move.effect is not Effect.NOTHING]
    if not landings:
        raise FaultyItem("nobody is hit, trapped or freed")
    return landings[0]


def _of_the_point(rules: Rules, position: Position, side: Side, point: int) -> Iterator[Statement]:
    """Yield statements on the checkers on a point, and on those who may land there."""
    name, other, there = who(side), who(side.other), rules.across(point)
    mine, theirs = position.count(side, point), position.count(side.other, there)
    trapped = position.is_trapped(side.other, there)
    is_free = theirs == 1 and not trapped
    if trapped:
        so = (
            f"{other}'s checker there is trapped until {name}'s last one leaves, and no other of"
            f" {other}'s may land there."
        )
    elif mine > 1:
        so = f"{name} holds the point, and has trapped nothing."
    elif mine:
        so = f"{name}'s checker is alone there and traps nothing, so it is a blot."
    elif theirs:
        so = f"{name} has left, so {other}'s checker is free, and a blot at once."
    else:
        so = "Nobody stands there."
    yield Statement(f"{other}'s checker there is trapped and cannot move.", trapped, so)
    yield Statement(f"{other}'s checker there is free, and a blot.", is_free, so)
    yield Statement(f"{other}'s checker there is free once {name}'s last one leaves.", trapped, so)
    yield Statement(f"{other} may not land there.", trapped or mine > 1, so)
    alone = mine == 1 and not trapped
    lone = f"A single checker that traps is not a blot. {so}" if trapped and mine == 1 else so
    yield Statement(f"{name} has a blot there.", alone, lone)
    yield Statement(f"{other} may land there and hit or trap.", alone, lone)


def _of_the_opponent(rules: Rules, position: Position, side: Side) -> Iterator[Statement]:
    """Yield statements on the checkers of the other side."""
    other, on_bar = who(side.other), position.count(side.other, Place.BAR)
    bar = f"{other} has {'been hit' if on_bar else 'no checkers on the bar'}."
    yield Statement(f"{other} must enter a checker from the bar first.", bool(on_bar), bar)
    at_home = [
        point
        for point in HOME_TABLE
        if position.count(side.other, point) and not position.is_trapped(side.other, point)
    ]
    if at_home:
        against = obstacle(rules, position, side.other, at_home[-1], at_home[-1])
        yield Statement(
            f"{other} may bear off any checker that is not trapped.",
            against is None,
            describe_reason(against, STANDARD)
            if against
            else f"All of {other}'s checkers are home, and that is enough.",
        )


def _of_the_mover(
    game: Game, moves: Sequence[Move], position: Position, point: int
) -> Iterator[Statement]:
    """Yield statements on other moves of the mover, then and later."""
    rules, side = game.rules, moves[0].side
    for move in moves:
        if move.target == point and move.effect is not Effect.NOTHING:
            against = why_not(
                rules, game.position, side, game.left, move.origin, point, Effect.NOTHING
            )
            if against:
                yield Statement(
                    f"{who(side)} could have landed there and left the blot alone.",
                    False,
                    describe_reason(against, STANDARD),
                )
            break
        game = game.apply(move)
    if position.is_trapped(side.other, rules.across(point)):
        yield Statement(
            f"{who(side)} can make it a hit by adding a second checker.",
            False,
            "Another checker does not turn a trap into a hit.",
        )
