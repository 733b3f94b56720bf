"""A match whose long work is waited for, without a screen."""

from __future__ import annotations

from backgammon_tui.tui.effects import Step, Work
from backgammon_tui.tui.inputs import Input
from backgammon_tui.tui.modes.mode import Mode
from backgammon_tui.tui.modes.play.mode import PlayMode


def done(step: Step[Mode]) -> PlayMode:
    """The mode after a step whose long work has been waited for."""
    mode, effects = step
    for effect in effects:
        if isinstance(effect, Work):
            return done(effect.then(mode, effect.run()))
    assert isinstance(mode, PlayMode)
    return mode


def after(mode: PlayMode, *inputs: Input) -> PlayMode:
    """The mode after keys and typed characters."""
    for given in inputs:
        mode = done(mode.handle(given))
    return mode
