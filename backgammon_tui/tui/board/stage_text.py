"""The stages of a turn as one line that never outgrows its room."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from backgammon_tui.tui.board.discs import Finish
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.view import StageStripView, Step, StepStatus


class Span(NamedTuple):
    """A piece of the line; without a status it stands between steps."""

    text: str
    status: StepStatus | None = None


def fitted_spans(view: StageStripView, width: int, look: Look) -> list[Span]:
    """Return the line in pieces: with all words, with short ones, or cut to the width."""
    spans = stage_spans(view, look)
    if sum(len(span.text) for span in spans) > width:
        spans = stage_spans(_shortened(view), look)
    return fit(spans, width, look)


def _shortened(view: StageStripView) -> StageStripView:
    return StageStripView(
        tuple(
            tuple(replace(step, text=step.short or step.text) for step in steps)
            for steps in view.stages
        )
    )


def stage_spans(view: StageStripView, look: Look) -> list[Span]:
    """Return the whole line in pieces."""
    spans: list[Span] = []
    for index, steps in enumerate(view.stages):
        if index:
            spans.append(Span(f" {look.then} "))
        spans.extend(_stage(steps, look))
    return spans


def fit(spans: list[Span], width: int, look: Look) -> list[Span]:
    """Return what of the line fits, the number in play always among it.

    What is done goes first, from the left; if that is not enough, what is farthest
    ahead goes too.
    """
    characters = [(character, span.status) for span in spans for character in span.text]
    if len(characters) <= width:
        return spans
    current = [at for at, (_, status) in enumerate(characters) if status is StepStatus.CURRENT]
    start = len(characters) - width
    if current:
        start = min(start, max(0, current[0] - width // 4))
    window = characters[start : start + width]
    if start:
        window[0] = (look.ellipsis, None)
    if start + width < len(characters):
        window[-1] = (look.ellipsis, None)
    return [Span(character, status) for character, status in window]


def _stage(steps: tuple[Step, ...], look: Look) -> list[Span]:
    statuses = {step.status for step in steps}
    withheld = statuses == {StepStatus.NOT_GRANTED}
    spans = [Span("(", StepStatus.NOT_GRANTED)] if withheld else []
    after_current = True
    for step in steps:
        current = step.status is StepStatus.CURRENT
        if not (after_current or current):
            spans.append(Span(" "))
        spans.append(Span(_step(step, look), step.status))
        after_current = current
    if withheld:
        spans.append(Span(")", StepStatus.NOT_GRANTED))
    elif StepStatus.LOST in statuses:
        spans.append(Span(f" {look.lost}", StepStatus.LOST))
    elif statuses <= {StepStatus.DONE, StepStatus.BY_OPPONENT}:
        spans.append(Span(f" {look.done}", StepStatus.DONE))
    return spans


def _step(step: Step, look: Look) -> str:
    if step.status is StepStatus.CURRENT:
        return step.text.join(look.brackets(Finish.LIT))
    return f"{step.text}'" if step.status is StepStatus.BY_OPPONENT else step.text
