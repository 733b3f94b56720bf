"""The board of the lesson, quiz or sandbox that is open, written to a file for `watch` to show."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from backgammon_tui.dice import Dice, read_dice
from backgammon_tui.engine import RULESETS, Game, Phase, Position, Rules, Side, StartingPosition
from backgammon_tui.storage.paths import make_folder, replace_file
from backgammon_tui.text_file import only_visible, read_text

_NAME: Final = "board.txt"
_MAX_SIZE: Final = 50_000


class SharedBoard(NamedTuple):
    """A board with its text, without what would give an answer away."""

    title: str
    rules: Rules
    position: Position
    side: Side
    dice: Dice | None = None
    texts: tuple[str, ...] = ()

    @property
    def game(self) -> Game:
        return Game(self.rules, self.position, Phase.ROLL, self.side)


def share_board(journal: Path, board: SharedBoard | None) -> None:
    """Write the board next to the journal, or remove it; ignore errors of the disk."""
    file = journal.with_name(_NAME)
    with suppress(OSError):
        if board is None:
            file.unlink(missing_ok=True)
            return
        make_folder(file.parent)
        start = StartingPosition(board.position, board.side)
        dice = "{}-{}".format(*board.dice) if board.dice else ""
        texts = (" ".join(text.split()) for text in board.texts)
        owner = f"{os.getpid()} {platform.node()}"
        lines = owner, board.title, board.rules.name, str(start), dice, *texts
        replace_file(file, "\n".join(lines), is_synced=False)


def _is_running(owner: str) -> bool:
    """Return False if the program that wrote a board has ended without removing it."""
    process, _, computer = owner.partition(" ")
    if os.name == "nt" or computer != platform.node():
        return True  # The other program's state is unknown on this system.
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def read_shared_board(journal: Path) -> SharedBoard | None:
    """Read the board that another window shares; None if there is none that can be read."""
    try:
        text = only_visible(read_text(journal.with_name(_NAME), _MAX_SIZE))
        owner, title, ruleset, start, dice, *texts = text.split("\n")
        if not _is_running(owner):
            return None
        position, side, *_ = StartingPosition.parse(start)
        rolled = read_dice(dice) if dice else None
        return SharedBoard(title, RULESETS[ruleset], position, side, rolled, tuple(texts))
    except (OSError, OverflowError, ValueError, KeyError):
        return None
