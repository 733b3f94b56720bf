"""A mode whose long work is completed, without a screen."""

from __future__ import annotations

from typing import TypeVar, cast

from backgammon_tui.modes.effects import RunReview, Step, Work
from backgammon_tui.modes.inputs import Input
from backgammon_tui.modes.mode import Mode

ModeT = TypeVar("ModeT", bound=Mode)


def done(step: Step[ModeT]) -> ModeT:
    """Return the mode after a step and its long work."""
    return settled(step)[0]


def settled(step: Step[ModeT]) -> Step[ModeT]:
    """Return a step with the results of its long work, and all other effects."""
    mode, effects = step
    for effect in effects:
        if isinstance(effect, (Work, RunReview)):
            mode, more = settled(worked(mode, effect))
            return mode, (*(other for other in effects if other is not effect), *more)
    return mode, effects


def worked(mode: ModeT, effect: Work | RunReview) -> Step[ModeT]:
    """Return the step after the long work that a mode requests; a review runs to its end."""
    if isinstance(effect, Work):
        return cast("Step[ModeT]", effect.then(mode, effect.run()))
    review = effect.review
    while not review.is_done:
        review = review.review_step()
    return cast("Step[ModeT]", effect.then(mode, review))


def after(mode: ModeT, *inputs: Input) -> ModeT:
    """Return the mode after keys and typed characters."""
    for press in inputs:
        mode = done(mode.handle(press))
    return mode
