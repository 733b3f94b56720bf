"""A mode whose long work is waited for, without a screen."""

from __future__ import annotations

from typing import TypeVar, cast

from backgammon_tui.modes.effects import LookOn, Step, Work
from backgammon_tui.modes.inputs import Input
from backgammon_tui.modes.mode import Mode

OfMode = TypeVar("OfMode", bound=Mode)


def done(step: Step[OfMode]) -> OfMode:
    """The mode after a step whose long work has been waited for."""
    mode, effects = step
    for effect in effects:
        if isinstance(effect, (Work, LookOn)):
            return done(worked(mode, effect))
    return mode


def worked(mode: OfMode, effect: Work | LookOn) -> Step[OfMode]:
    """The step after long work that a mode asks for; a review is carried out to its end."""
    if isinstance(effect, Work):
        return cast("Step[OfMode]", effect.then(mode, effect.run()))
    review = effect.review
    while not review.is_done:
        review = review.look_on()
    return cast("Step[OfMode]", effect.then(mode, review))


def after(mode: OfMode, *inputs: Input) -> OfMode:
    """The mode after keys and typed characters."""
    for given in inputs:
        mode = done(mode.handle(given))
    return mode
