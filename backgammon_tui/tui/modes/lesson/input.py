"""What somebody who learns answers where the board asks something."""

from __future__ import annotations

from dataclasses import replace

from backgammon_tui.engine import Resign
from backgammon_tui.tui.inputs import Input, Key
from backgammon_tui.tui.modes.play.handling import handle
from backgammon_tui.tui.modes.play.questions import Asked, Question
from backgammon_tui.tui.modes.play.state import PlayState


def answer_question(input: PlayState, question: Question, given: Input) -> PlayState:
    """The input after something was done while something is asked.

    What is no answer but could be one elsewhere is tried, to be told why it is none here.
    """
    key = input.lit.key if given in (Key.ENTER, Key.SPACE) and input.lit else given
    if not isinstance(key, str):
        return handle(input, given)
    is_answer = key in [answer.key for answer in question.answers]
    if question.asked is Asked.RESIGN and is_answer and key.isdecimal():
        # The lesson accepts whatever the rules allow.
        return input.make([Resign(question.side, int(key))])
    if key.isdecimal() and not is_answer and question.asked is not Asked.WHICH:
        tried = f"resign {key}" if question.asked is Asked.RESIGN else key
        return replace(input, tried=(tried,))
    return handle(input, given)
