"""Questions for the best play: the answers come from rollouts, the facts are counted now."""

from __future__ import annotations

from random import Random
from typing import Final

from backgammon_tui.analysis.facts import facts
from backgammon_tui.engine import RULESETS, Game, Play, Rules
from backgammon_tui.teach.quiz.item import FaultyItem, Item, Kind
from backgammon_tui.teach.quiz.question import QuizQuestion, Statement, made_of
from backgammon_tui.teach.quiz.turns import describe_throw, played_out
from backgammon_tui.words.fact_sentences import describe_facts
from backgammon_tui.words.naming import capitalized

SECTION: Final = "judging"
"""The section of the rulebook that explains the figures."""

_LEVELS: Final = (0.4, 0.2)
"""From which margin on a puzzle is easy, and from which it is not hard."""


def difficulty(item: Item) -> int:
    """Return the difficulty of a puzzle, 0 to 2, by the cost of the second best play; else 0."""
    if item.kind is not Kind.BEST:
        return 0
    return sum(item.costs[1] < least for least in _LEVELS)


def ask_best(item: Item, rules: Rules) -> QuizQuestion:
    """Ask for the play that the program would choose."""
    if len(item.costs) != len(item.plays) or item.costs[:1] != (0,) or item.costs[1] <= 0:
        raise FaultyItem("a puzzle says what each play costs, the best first")
    if rules != RULESETS[item.ruleset]:
        raise FaultyItem("nobody has worked out what is best under these house rules")
    game = item.game(rules)
    statements = [
        Statement(play, not cost, _explain(game, play, cost))
        for play, cost in zip(item.plays, item.costs, strict=True)
    ]
    Random(str(item)).shuffle(statements)
    text = f"{describe_throw(item)}. Which play is the best?"
    return made_of(item, rules, text, statements, SECTION)


def _explain(game: Game, text: str, cost: float) -> str:
    side = game.side
    assert side
    counted = describe_facts(facts(game, _play(game, text)), side)
    judged = f"It costs {cost:.2f} points." if cost else "The program's choice."
    return f"{judged} {capitalized(counted)}." if counted else judged


def _play(game: Game, text: str) -> Play:
    after = played_out(game, text).position
    return next(play for play in game.legal_plays() if play.position == after)
