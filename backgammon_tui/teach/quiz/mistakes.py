"""A player's own mistakes as quiz questions: rejected plays, and costly choices of a review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backgammon_tui.analysis.review import Choice
from backgammon_tui.analysis.value import estimates
from backgammon_tui.engine import Cause, Game, Move, Situation, StageKind
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.quiz.item import FaultyItem, Item, Kind
from backgammon_tui.teach.quiz.legal import judge
from backgammon_tui.teach.quiz.pool import ask

LEAST: Final = 0.10
"""The least cost in points that makes a question of a choice, as in the puzzles."""

_OTHERS: Final = 2
"""Number of plays offered besides the best one and the one made."""


SLIPS: Final = (
    Cause.NO_CHECKER,
    Cause.WRONG_WAY,
    Cause.NUMBER_NOT_THERE,
    Cause.NOTHING_TO_HIT,
    Cause.NO_TRAPPING,
)
"""Rules against which only a slip goes."""


def refused_item(situation: Situation, game: Game, tried: str) -> Item | None:
    """Return a question for the legal play, with the rejected one among the answers.

    Args:
        game: The game in which it was tried.
        tried: The attempt, in standard numbers.

    Returns:
        None if the throw alone does not decide it, nothing can be asked, or it was a slip of
        the finger rather than against a rule.
    """
    if not game.turn or not game.stage or not _is_first(game):
        return None
    try:
        verdict = judge(game, tried)
    except FaultyItem:
        return None
    if verdict.cause is None or verdict.cause in SLIPS:
        return None
    plays = [write_moves(play.moves) for play in game.legal_plays() if play.moves]
    # The one that looks most like it, so that the rule decides and not the look.
    begin = tried.partition("/")[0]
    alike = next((play for play in plays if play.startswith(f"{begin}/")), None)
    legal = alike or next(iter(plays), "")
    dice = game.turn.thrown.dice
    return _sound(Item(Kind.LEGAL, game.rules.name, situation, dice, (legal, tried)), game)


def choice_item(history: Sequence[Game], choice: Choice) -> Item | None:
    """Return a question for the best play, if a choice of a reviewed game cost enough.

    Args:
        history: The game before each action.

    Returns:
        None if it cost too little, or was not the first stage of a throw.
    """
    game = history[choice.at]
    if choice.told_cost < LEAST or not _is_first(game) or not game.turn or not choice.at:
        return None
    thrown = history[choice.at - 1]
    if thrown.side is None or thrown.stage:
        return None
    best, made = (
        write_moves(tuple(each for each in actions if isinstance(each, Move)))
        for actions in (choice.best, choice.made)
    )
    others = [
        (write_moves(each.play.moves), each.cost)
        for each in estimates(game)[1:]
        if each.is_told_apart and each.cost >= LEAST
        if write_moves(each.play.moves) not in (best, made)
    ]
    answers = sorted([(made, choice.cost), *others[:_OTHERS]], key=lambda answer: answer[1])
    item = Item(
        Kind.BEST,
        game.rules.name,
        Situation(thrown.position, thrown.side, thrown.had_doublet),
        game.turn.thrown.dice,
        (best, *(play for play, _ in answers)),
        (0.0, *(round(cost, 2) for _, cost in answers)),
    )
    return _sound(item, game)


def _is_first(game: Game) -> bool:
    """Return True if a game waits for the first move after a throw."""
    stage = game.stage
    return stage is not None and not stage.moves and stage.kind in _FIRST


_FIRST: Final = (StageKind.DICE, StageKind.FACE)


def _sound(item: Item, game: Game) -> Item | None:
    """Return the item if it makes a question of just this game."""
    try:
        ask(item, game.rules)
        same = item.game(game.rules)
    except FaultyItem:
        return None
    return item if (same.position, same.left) == (game.position, game.left) else None
