"""Questions for the legal play, with the engine's reason against every other one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from backgammon_tui.engine import Cause, Game, NotAllowed, Rules
from backgammon_tui.engine.notation import Ambiguous, Unreadable, read_moves
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.teach.quiz.question import QuizQuestion, Statement, made_of
from backgammon_tui.teach.quiz.turns import describe_throw, why_lost_in
from backgammon_tui.teach.typed_actions import done, is_stage_over
from backgammon_tui.words.naming import STANDARD, numbers
from backgammon_tui.words.reason_sentences import describe_reason


@dataclass(frozen=True)
class PlayVerdict:
    """The engine's verdict on a written play."""

    is_legal: bool
    """True if the play is allowed, and leaves nothing that could still be played."""

    explanation: str

    cause: Cause | None = None
    """The rule against it, if there is one."""


def judge(game: Game, text: str) -> PlayVerdict:
    """Return the engine's verdict on a play of the present stage."""
    stage, side = game.stage, game.side
    if stage is None or side is None:
        raise FaultyItem("nothing can be played")
    try:
        after = done(game, read_moves(game, text))
    except NotAllowed as error:
        return PlayVerdict(False, describe_reason(error.reason, STANDARD), error.reason.cause)
    except (Unreadable, Ambiguous) as error:
        raise FaultyItem(str(error)) from None
    if not is_stage_over(game, after):
        left = numbers(after.left)
        return PlayVerdict(False, f"That stops too early: {left} can still be played.")
    if after.is_over:
        return PlayVerdict(True, "That bears off the last checker, which is always enough.")
    lost = why_lost_in(after, side, stage.kind)
    return PlayVerdict(True, f"Nothing more can be played. {lost}" if lost else _ALL_USED)


_ALL_USED: Final = "It uses every number, and every move is legal."

_TELLING: Final = (
    Cause.HIGHER_NUMBER,
    Cause.WASTES_NUMBER,
    Cause.HIGHER_STANDS,
    Cause.HELD,
    Cause.TRAPPED,
    Cause.NOT_ALL_HOME,
    Cause.BAR_FIRST,
    Cause.HAND_FIRST,
    Cause.BLOCKED,
)
"""Of several rules the question is about the first of these."""


def ask_legal(item: Item, rules: Rules) -> QuizQuestion:
    """Ask for the legal play of a throw."""
    game = item.game(rules)
    verdicts = [judge(game, play) for play in item.plays]
    causes = [verdict.cause for verdict in verdicts if verdict.cause]
    return made_of(
        item,
        rules,
        f"{describe_throw(item)}. Which of these plays is legal?",
        [
            Statement(play, verdict.is_legal, verdict.explanation)
            for play, verdict in zip(item.plays, verdicts, strict=True)
        ],
        next((cause for cause in _TELLING if cause in causes), Cause.NUMBER_NOT_THERE),
    )
