"""Lessons solved by keys, choices and typed moves, as a learner would."""

from __future__ import annotations

from backgammon_tui.engine import Game, Place, Side
from backgammon_tui.modes.board import BoardPlace as SidePoint
from backgammon_tui.modes.board import PointPlace, TrayPlace
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.teach.lessons.lesson import Exercise, LessonQuestion, Task
from backgammon_tui.teach.lessons.run import NextInput

RESIGN = "R"

_GIVEN = {" ": Key.SPACE, **{key.value: key for key in Key}}


def spot_of(game: Game, place: int) -> SidePoint:
    """Return the board's place for a place of the side to play."""
    assert game.actor
    if 1 <= place <= 24:
        return PointPlace(place if game.actor is Side.WHITE else game.rules.across(place))
    return TrayPlace(Place(place), game.actor)


def done_on_board(state: LessonMode, press: str) -> LessonMode:
    """Return the lesson after a named key or a typed text."""
    for key in [press] if press in _GIVEN else press:
        state, _ = state.handle(_GIVEN.get(key, key))
    return state


def solve(state: LessonMode) -> LessonMode:
    """Return the lesson after the first solution of the step, if it asks something."""
    asked = state.run.assignment
    if isinstance(asked, Task):
        return answered(state, asked.solutions[0].text)
    while isinstance(asked, Exercise) and state.run.awaited is NextInput.ACTION:
        state = state.show_solution()
    if isinstance(asked, LessonQuestion):
        return answered(state, asked.solution.text)
    return state


def answered(state: LessonMode, text: str) -> LessonMode:
    """Return the lesson after an answer written as in a lesson file."""
    for key in answer_keys(state, text):
        state = done_on_board(state, key)
    return state


def answer_keys(state: LessonMode, text: str) -> list[str]:
    """Return the keys of an answer: a number, a letter, a decision or moves."""
    if state.run.awaited is NextInput.TYPED:
        return [*(text if text.isdecimal() else text[0]), "enter"]
    if text.startswith("resign"):
        return [RESIGN, text[-1]]
    if state.input.question:
        return [{"keep": "k", "reroll": "r"}.get(text, text)]
    return [text, "enter"]
