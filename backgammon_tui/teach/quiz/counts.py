"""Questions for counts: playable numbers, pips of a doublet, points of a finished game."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from backgammon_tui.engine.chain import complement
from backgammon_tui.engine.events import Ending, StageBegun
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.plays import Play
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.reasons import Cause, Reason
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import StageKind
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.teach.quiz.question import QuizQuestion, Statement, made_of
from backgammon_tui.teach.quiz.turns import describe_throw, turn_of, who, why_lost_in
from backgammon_tui.teach.typed_actions import done
from backgammon_tui.words.event_sentences import describe_end
from backgammon_tui.words.naming import STANDARD, count, join, numbers, plural
from backgammon_tui.words.reason_sentences import describe_reason, describe_withheld


def ask_playable(item: Item, rules: Rules) -> QuizQuestion:
    """Ask for the number of numbers that can be played in a throw's first stage."""
    game = item.game(rules)
    begun = next(event for event in game.events if isinstance(event, StageBegun))
    moves = max((play.moves for play in game.legal_plays()), key=len, default=())
    after = done(game, moves) if moves else game
    if after.is_over:
        raise FaultyItem("a play that wins need not use all it could")
    example = write_moves(moves)
    why_no_more = why_lost_in(after, begun.side, begun.kind)

    def explain(answer: int) -> str:
        if answer < begun.playable:
            return f"You must play as many as you can, and more can be played: {example}."
        if not begun.playable:
            return why_no_more
        if answer > begun.playable:
            return f"No play uses that many. After {example}, {why_no_more}"
        then = f" Then {why_no_more}" if why_no_more else ""
        return f"For instance {example}.{then}"

    most = len(begun.numbers)
    these = "the two numbers" if most == 2 else f"the {numbers(begun.numbers)}"
    statements = [
        Statement(_describe_count(answer, most), answer == begun.playable, explain(answer))
        for answer in range(most + 1)
    ]
    text = f"{describe_throw(item)}. How many of {these} can be played?"
    return made_of(item, rules, text, statements, begun.kind)


def _describe_count(answer: int, most: int) -> str:
    if answer == most:
        return "both" if most == 2 else "all"
    return "none" if answer == 0 else count(answer)


# ---- pips

_STAGE: Final = 4
"""Number of moves in a doublet's face, and in its complement."""


@dataclass(frozen=True)
class Best:
    """The longest way to play a doublet, and the reason why it ends there."""

    face: int
    """Number of moves played of the face."""

    later: int
    """Number of moves played of the complement."""

    example: str
    """Moves that do it."""

    lost: str = ""
    """The reason why the next number cannot be played; empty if none."""

    not_granted: str = ""
    """The reason why there is no complement; empty if there is one."""


def best_of_doublet(game: Game, side: Side) -> Best:
    """Return the most that can be played of a doublet just thrown.

    Moves that the opponent would complete under some rules do not count.
    """
    if game.stage is None or game.actor is not side:
        return Best(0, 0, "", lost=why_lost_in(game, side, StageKind.FACE))

    def later_after(play: Play) -> int:
        outlook = game.outlook(play.position)
        return outlook.playable if outlook else 0

    moves = max(game.legal_plays(), key=later_after).moves
    after, example = done(game, moves), write_moves(moves)
    if len(moves) < _STAGE:
        return Best(len(moves), 0, example, lost=why_lost_in(after, side, StageKind.FACE))
    if turn_of(after).thrown.reroll is None:
        return Best(_STAGE, 0, example, not_granted="In this game a doublet has no complement.")
    withheld = next((one.withheld for one in turn_of(after).thrown.stages if one.withheld), None)
    if withheld:
        why = f"It has no complement: {describe_withheld(withheld)}."
        return Best(_STAGE, 0, example, not_granted=why)
    later = max((play.moves for play in after.legal_plays()), key=len, default=())
    if later:
        example, after = f"{example}, then {write_moves(later)}", done(after, later)
    return Best(_STAGE, len(later), example, lost=why_lost_in(after, side, StageKind.COMPLEMENT))


def ask_pips(item: Item, rules: Rules) -> QuizQuestion:
    """Ask for the greatest number of pips that can be played of a doublet."""
    game = item.game(rules)
    side, dice = item.situation.side, item.dice
    if dice is None or dice[0] != dice[1]:
        raise FaultyItem("this kind of question needs a doublet")
    if _could_bear_off(item.situation.position, side):
        raise FaultyItem("pips could be lost in bearing off")
    best = best_of_doublet(game, side)
    if rules.opponent_completes and best.lost:
        raise FaultyItem("the opponent might play a part")
    why_no_more = best.lost or best.not_granted
    stages = (dice[0], complement(dice[0]))
    most = _pips(stages, (best.face, best.later))

    def explain(pips: int) -> str:
        if pips < most:
            return f"More is possible: {best.example}."
        if pips > most:
            return f"No play is worth that much. {why_no_more}"
        then = " Then" if best.lost else ""
        played = f"{best.example}.{then} " if best.example else ""
        return f"{played}{why_no_more}".strip()

    statements = []
    for parts in sorted(_answers(item, stages, best), key=lambda parts: _pips(stages, parts)):
        pips = _pips(stages, parts)
        statements.append(Statement(_describe_pips(stages, parts), pips == most, explain(pips)))
    text = f"{describe_throw(item)}. How many pips is that worth at most, before another throw?"
    return made_of(item, rules, text, statements, StageKind.FACE)


_Parts = tuple[int, int]
"""Numbers of moves played of the face and of the complement."""


def _answers(item: Item, stages: _Parts, best: Best) -> set[_Parts]:
    """Return the right answer and three others, each worth different pips."""
    right = (best.face, best.later)
    chance = Random(str(item))
    others = [(_STAGE, later) for later in range(1, _STAGE)] + [(2, 0), (3, 0)]
    chance.shuffle(others)
    chosen = {_pips(stages, right): right}
    for parts in [(_STAGE, 0), (_STAGE, _STAGE), *others]:
        if len(chosen) < 4:
            chosen.setdefault(_pips(stages, parts), parts)
    return set(chosen.values())


def _pips(stages: _Parts, parts: _Parts) -> int:
    return stages[0] * parts[0] + stages[1] * parts[1]


def _describe_pips(stages: _Parts, parts: _Parts) -> str:
    """Describe pips with their moves: `four 5s and two 2s: 24 pips`."""
    told = [
        numbers((number,) * times) if times > 1 else f"one {number}"
        for number, times in zip(stages, parts, strict=True)
        if times
    ]
    return f"{join(told)}: {plural(_pips(stages, parts), 'pip')}" if told else "none"


_MOST_PIPS: Final = 28


def _could_bear_off(position: Position, side: Side) -> bool:
    """Return True if all checkers could be home before the last pip of a doublet is played."""
    to_bring_home = 19 * position.to_enter(side) + sum(
        (point - 6) * position.count(side, point) for point in position.points(side) if point > 6
    )
    return to_bring_home < _MOST_PIPS


# ---- points


def ask_points(item: Item, rules: Rules) -> QuizQuestion:
    """Ask for the points that the winner of a finished game has."""
    game = item.game(rules)
    result = game.result
    if result is None:
        raise FaultyItem("the game is not over")
    so = describe_end(result, rules, STANDARD)
    dead = result.ending is Ending.DEAD
    statements = [Statement("None: it is a draw.", dead, so if dead else "There is a winner.")]
    for points in (1, 2, 3):
        worth = plural(points, "point")
        if points == result.points:
            explanation = so
        elif points not in rules.scale.points:
            reason = Reason(Cause.NOT_ON_SCALE, item.situation.side, numbers=(points,))
            explanation = describe_reason(reason, STANDARD)
        else:
            explanation = so if dead else _ASKS_FOR[points]
        statements.append(Statement(f"{worth}.", points == result.points, explanation))
    if dead:
        text = "No checker of either side can ever move again. What is the game worth?"
    else:
        winner = result.winner
        assert winner
        text = f"{who(winner)} has borne off the last checker. What is the game worth?"
    return made_of(item, rules, text, statements, Cause.NOT_ON_SCALE)


_ASKS_FOR: Final = {
    1: "1 point is for a loser who has borne off a checker.",
    2: "2 points are for a loser who has borne off nothing.",
    3: "3 points are for a loser who has borne off nothing and still has a checker far back.",
}
"""On the scale 1, 2, 3; on shorter ones the greatest win takes in all above it."""
