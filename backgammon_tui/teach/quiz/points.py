"""What is this finished game worth?"""

from __future__ import annotations

from typing import Final

from backgammon_tui.engine import Cause, Ending, Reason, Rules
from backgammon_tui.teach.examples import NAMES
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.teach.quiz.question import QuizQuestion, Statement, made_of
from backgammon_tui.teach.quiz.turns import who
from backgammon_tui.words.event_sentences import describe_end
from backgammon_tui.words.naming import plural
from backgammon_tui.words.reason_sentences import describe_reason


def ask_points(item: Item, rules: Rules) -> QuizQuestion:
    """The question how many points the winner of a finished game has."""
    game = item.game(rules)
    result = game.result
    if result is None:
        raise FaultyItem("the game is not over")
    so = describe_end(result, rules, NAMES)
    dead = result.ending is Ending.DEAD
    statements = [Statement("None: it is a draw.", dead, so if dead else "There is a winner.")]
    for points in (1, 2, 3):
        worth = plural(points, "point")
        if points == result.points:
            explanation = so
        elif points not in rules.scale.points:
            reason = Reason(Cause.NOT_ON_SCALE, item.situation.side, numbers=(points,))
            explanation = describe_reason(reason, NAMES)
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
