"""How many of these numbers can be played?"""

from __future__ import annotations

from backgammon_tui.engine.events import StageBegun
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.rules import Rules
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.teach.quiz.question import QuizQuestion, Statement, made_of
from backgammon_tui.teach.quiz.turns import describe_throw, why_lost_in
from backgammon_tui.teach.typed_actions import done
from backgammon_tui.words.naming import count, numbers


def ask_playable(item: Item, rules: Rules) -> QuizQuestion:
    """The question how many numbers of a throw's first stage can be played."""
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
        return (
            f"For instance {example}. Then {why_no_more}"
            if why_no_more
            else f"For instance {example}."
        )

    most = len(begun.numbers)
    these = "the two numbers" if most == 2 else f"the {numbers(begun.numbers)}"
    statements = [
        Statement(_describe(answer, most), answer == begun.playable, explain(answer))
        for answer in range(most + 1)
    ]
    text = f"{describe_throw(item)}. How many of {these} can be played?"
    return made_of(item, rules, text, statements, begun.kind)


def _describe(answer: int, most: int) -> str:
    if answer == most:
        return "both" if most == 2 else "all"
    return "none" if answer == 0 else count(answer)
