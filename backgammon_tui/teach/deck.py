"""Puzzles as a file of flash cards that Anki imports.

The file is text with tabs. Its columns are the question, the board as HTML, the answer, the reason,
tags and an identifier; the first lines describe them for Anki.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from html import escape
from typing import Final

from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.value import estimates
from backgammon_tui.engine import RULESETS, Game
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.lessons.lesson import Task, whole_play
from backgammon_tui.teach.lessons.run import run_at
from backgammon_tui.teach.quiz import Item, Kind, lesson_of, puzzle_of, puzzles
from backgammon_tui.teach.rulebook import draw_svg
from backgammon_tui.words.advice import explain_losses
from backgammon_tui.words.board_text import mover_of
from backgammon_tui.words.naming import STANDARD, write_dice

COLUMNS: Final = ("Question", "Board", "Answer", "Reason", "Tags", "Id")
_HEAD: Final = ("#separator:tab", "#html:true", "#tags column:5", "#guid column:6")
"""Without an identifier, a second import into Anki overwrites all cards with the same question."""


def deck_of_game(ruleset: str) -> tuple[Item, ...]:
    return tuple(puzzle.item for puzzle in puzzles(ruleset).values())


def own_mistakes(saved: Iterable[str], ruleset: str) -> tuple[Item, ...]:
    """Return the positions of a player's own mistakes among the names of saved items."""
    items = []
    for name in saved:
        with suppress(ValueError):
            item = Item.parse(name.removeprefix("quiz/"))
            is_own = item.kind is Kind.BEST and puzzle_of(item) is None
            if name.startswith("quiz/") and is_own and ruleset in ("", item.ruleset):
                items.append(item)
    return tuple(items)


def write_deck(items: Iterable[Item]) -> str:
    """Write a card for each item; those that the rules no longer allow are left out."""
    rows = ["\t".join(map(_cell, row)) for item in items for row in _cards(item)]
    return "\n".join([*_HEAD, "#columns:" + "\t".join(COLUMNS), *rows]) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split())


def _cards(item: Item) -> Iterator[tuple[str, ...]]:
    with suppress(ValueError):
        lesson = lesson_of(item, RULESETS[item.ruleset])
        game, task = run_at(lesson).before, lesson.steps[0].assignment
        assert isinstance(task, Task)
        side = mover_of(game)
        dice = f" {STANDARD.name(side)} rolls {write_dice(item.dice)}." if item.dice else ""
        question = f"{lesson.rules.title}.{dice} {task.text}"
        board = draw_svg(lesson.rules, game.position, side)
        puzzle = puzzle_of(item)
        theme = puzzle.theme.value.replace(" ", "-") if puzzle else "own-mistake"
        reason = task.after or _reason(game, item.play)
        texts = escape(question), board, escape(item.play), escape(reason)
        yield *texts, f"{item.ruleset} {theme}", sha256(str(item).encode()).hexdigest()[:20]


def _reason(game: Game, play: str) -> str:
    """Return the cost of the next best play and its drawbacks, by the computer's estimate."""
    best = whole_play(game, play)
    with suppress(NotJudged):
        searched = (e for e in estimates(game, also=[best]) if e.is_searched)
        second = next((e for e in searched if e.play.packed != best.packed), None)
        if second and second.is_significant:
            losses = explain_losses(game, second.play, best)
            why = f": it {losses}" if losses else ""
            moves = write_moves(second.play.moves)
            cost = f"{second.cost:.2f} points of the score"
            return f"The next best play, {moves}, costs about {cost}{why}."
    return ""
