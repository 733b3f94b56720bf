from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.modes.effects import GameResult, Open
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.prompts import ask_draw, ask_resign
from backgammon_tui.modes.play.state import FivesOrSixes, PlayState
from backgammon_tui.settings import Settings
from tests.modes.examples import W, do, message_of, requests, seated

NEWS = Notice("Black can play neither the 6 nor the 5.")
STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


@pytest.fixture
def with_news() -> PlayState:
    return replace(seated("backgammon", STANDARD, W, "31", "enter"), news=NEWS)


def test_closed_question_uncovers_the_news(with_news: PlayState) -> None:
    asked = ask_draw(with_news)
    assert asked.question
    assert message_of(asked) == NEWS.text
    closed = do(asked, "escape")
    assert (closed.question, closed.news) == (None, NEWS)
    assert do(closed, "enter").news is None


def test_question_replaces_another(with_news: PlayState) -> None:
    asked = ask_resign(ask_draw(with_news))
    assert asked.question
    assert asked.question.text.endswith("does White resign?")
    closed = do(asked, "escape")
    assert (closed.question, closed.news) == (None, NEWS)


def test_question_replaces_the_tutor(with_news: PlayState) -> None:
    asked = ask_draw(replace(with_news, is_tutored=True))
    assert not asked.is_tutored
    assert do(asked, "escape").news == NEWS


def test_rules_question_stays_until_answered() -> None:
    state = seated("falood", "W 24:2 13:5 8:3 6:5 / B hand:15", W, "21", "enter")
    played = do(state, "down", "enter")
    assert played.question
    assert isinstance(played.question, FivesOrSixes)
    asked = ask_draw(played)
    assert asked.question != played.question
    assert do(asked, "escape").question == played.question == do(played, "escape").question
    assert do(played, "5").question is None


def test_only_the_top_prompt_is_open(with_news: PlayState) -> None:
    question = ask_draw(with_news).open_question
    for state in (
        with_news,
        replace(with_news, is_tutored=True),
        replace(with_news, open_question=question),
        replace(with_news, open_question=question, news=None),
    ):
        assert state.is_watched + state.is_tutored + (state.question is not None) <= 1


def test_last_move_is_shown_before_the_result() -> None:
    options = Settings(plays_forced=True)
    line = "W 1:1 off:14 / B 18:15"
    mode = PlayMode(seated("backgammon", line, W, "21", "enter", options=options))
    assert mode.pause
    over, effects = mode.advance()
    assert (over.state.is_ending, requests(effects)) == (True, [])
    assert over.pause
    after, effects = over.advance()
    assert (after.state.is_ending, after.pause) == (False, None)
    assert isinstance(effects[0], Open)
    assert isinstance(effects[0].window, GameResult)
    beside, effects = over.handle(Key.DOWN)
    assert (beside.pause, effects) == (None, ())
