"""Parts of a match in front of its plays: one at a time, and what comes when it is closed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.modes.effects import GameResult, Open
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.prompts import (
    Asking,
    ComputerTurn,
    Front,
    LastMove,
    NewsPrompt,
    PlaybackPrompt,
    TutorThinking,
)
from backgammon_tui.modes.play.state import PlayState, ask_draw, ask_resign, go_on
from backgammon_tui.settings import Settings
from tests.modes.examples import W, do, said, seated

NEWS = Notice("Black can play neither the 6 nor the 5.")
STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


@pytest.fixture
def telling() -> PlayState:
    state = seated("backgammon", STANDARD, W, "31", "enter")
    return state.with_front(NewsPrompt(NEWS))


def test_a_question_that_is_closed_leaves_the_news_that_it_covered(telling: PlayState) -> None:
    asked = ask_draw(telling)
    assert asked.question
    assert said(asked) == NEWS.text
    closed = do(asked, "escape")
    assert (closed.question, closed.fronts) == (None, telling.fronts)
    assert do(closed, "enter").fronts == ()


def test_a_question_takes_the_place_of_another(telling: PlayState) -> None:
    asked = ask_resign(ask_draw(telling))
    assert asked.question
    assert asked.question.text.startswith("White resigns")
    assert do(asked, "escape").fronts == telling.fronts


def test_a_question_takes_the_place_of_the_tutor(telling: PlayState) -> None:
    asked = ask_draw(telling.with_front(TutorThinking()))
    assert not asked.is_tutored
    assert do(asked, "escape").fronts == telling.fronts


def test_a_question_of_the_rules_stays_until_it_is_answered() -> None:
    state = seated("falood", "W 24:2 13:5 8:3 6:5 / B hand:15", W, "21", "enter")
    played = do(state, "down", "enter")
    assert played.question
    assert played.question.is_of_rules
    asked = ask_draw(played)
    assert asked.question is not played.question
    assert do(asked, "escape").fronts == played.fronts == played.close_front().fronts
    assert do(played, "5").question is None


def test_actions_are_shown_one_by_one_and_then_the_news_are_told(telling: PlayState) -> None:
    state = telling.with_front(PlaybackPrompt(2))
    assert [state.unshown_actions, go_on(state).unshown_actions] == [2, 1]
    assert go_on(go_on(state)).fronts == telling.fronts


@pytest.mark.parametrize(
    ("fronts", "after"),
    [
        ((ComputerTurn(),), (ComputerTurn(is_hurried=True),)),
        ((ComputerTurn(), PlaybackPrompt(3)), (ComputerTurn(is_hurried=True),)),
        (
            (ComputerTurn(), NewsPrompt(NEWS), PlaybackPrompt(1)),
            (ComputerTurn(is_hurried=True), NewsPrompt(NEWS)),
        ),
        ((NewsPrompt(NEWS),), (NewsPrompt(NEWS),)),
    ],
)
def test_who_is_hurried_is_shown_at_once_and_acts_at_once(
    telling: PlayState, fronts: tuple[Front, ...], after: tuple[Front, ...]
) -> None:
    assert replace(telling, fronts=fronts).hurry().fronts == after


def test_only_what_is_in_front_is_open(telling: PlayState) -> None:
    """Only one part is foremost, so that none can be asked, tutored and watched at once."""
    question = ask_draw(telling).question
    assert question
    fronts: list[Front] = [ComputerTurn(), PlaybackPrompt(1), TutorThinking(), Asking(question, 0)]
    for state in (telling, *map(telling.with_front, fronts)):
        assert state.is_watched + state.is_tutored + (state.question is not None) <= 1
        assert state.highlight(1).highlighted_answer == (1 if state.question else None)


def test_a_game_that_ends_by_itself_shows_its_last_move_before_the_result() -> None:
    options = Settings(plays_forced=True)
    line = "W 1:1 off:14 / B 18:15"
    mode = PlayMode(seated("backgammon", line, W, "21", "enter", options=options))
    assert mode.pause
    over, effects = mode.go_on()
    assert (over.state.fronts, effects) == ((LastMove(),), ())
    assert over.pause
    after, effects = over.go_on()
    assert (after.state.fronts, after.pause) == ((), None)
    assert isinstance(effects[0], Open)
    assert isinstance(effects[0].window, GameResult)
    beside, effects = over.handle(Key.DOWN)
    assert (beside.pause, effects) == (None, ())
