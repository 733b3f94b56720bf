"""The line of stages says how each number stands, at any width."""

import pytest

from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.stage_text import Span, fit, stage_spans
from backgammon_tui.tui.board.view import StageStripView, Step, StepStatus


def steps(text: str, status: StepStatus) -> tuple[Step, ...]:
    return tuple(Step(number, status) for number in text.split())


COMPLEMENT = StageStripView(
    (
        steps("4 4 4 4", StepStatus.DONE),
        (Step("3", StepStatus.CURRENT), *steps("3 3 3", StepStatus.DUE)),
        (Step("throw again", StepStatus.DUE),),
    )
)


def text(spans: list[Span]) -> str:
    return "".join(span.text for span in spans)


def test_a_complement_in_play() -> None:
    assert text(stage_spans(COMPLEMENT, Look())) == "4 4 4 4 ✓ ▸ ‹3›3 3 3 ▸ throw again"


def test_ascii() -> None:
    line = text(stage_spans(COMPLEMENT, Look(ascii=True)))
    assert line == "4 4 4 4 + > <3>3 3 3 > throw again"


def test_lost_withheld_and_the_opponents_numbers_are_told_apart() -> None:
    view = StageStripView(
        (
            (Step("6", StepStatus.BY_OPPONENT), Step("1", StepStatus.LOST)),
            steps("3 3", StepStatus.NOT_GRANTED),
        )
    )
    assert text(stage_spans(view, Look())) == "6' 1 ✗ ▸ (3 3)"


@pytest.mark.parametrize("width", range(8, 40))
def test_the_number_in_play_is_always_seen(width: int) -> None:
    shown = fit(stage_spans(COMPLEMENT, Look()), width, Look())
    assert len(text(shown)) <= width
    assert "‹3›" in text(shown)
