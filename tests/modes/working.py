"""A mode whose long work is waited for, without a screen."""

from __future__ import annotations

from typing import TypeVar, cast

from backgammon_tui.modes.effects import Step, Work
from backgammon_tui.modes.inputs import Input
from backgammon_tui.modes.mode import Mode

OfMode = TypeVar("OfMode", bound=Mode)


def done(step: Step[OfMode]) -> OfMode:
    """The mode after a step whose long work has been waited for."""
    mode, effects = step
    for effect in effects:
        if isinstance(effect, Work):
            return done(cast("Step[OfMode]", effect.then(mode, effect.run())))
    return mode


def after(mode: OfMode, *inputs: Input) -> OfMode:
    """The mode after keys and typed characters."""
    for given in inputs:
        mode = done(mode.handle(given))
    return mode
