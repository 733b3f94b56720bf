"""The mode in which a game is looked at turn by turn, and reviewed by the program."""

from __future__ import annotations

from typing import ClassVar

from backgammon_tui.frozen import frozen
from backgammon_tui.modes.replay.commands import COMMANDS
from backgammon_tui.modes.replay.game import ReplayedGame


@frozen
class ReplayMode(ReplayedGame):
    """A stop of a game with its commands."""

    commands: ClassVar = COMMANDS
