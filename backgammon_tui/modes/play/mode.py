"""The mode in which two players play a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from backgammon_tui.modes.play.commands import COMMANDS
from backgammon_tui.modes.play.match import PlayedMatch


@dataclass(frozen=True)
class PlayMode(PlayedMatch):
    """A match with its commands."""

    commands: ClassVar = COMMANDS
