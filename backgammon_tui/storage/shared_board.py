"""The boards of lessons, quizzes and sandboxes, which each window writes for `watch` to show."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from backgammon_tui.dice import Dice, read_dice
from backgammon_tui.engine import RULESETS, Game, Phase, Position, Rules, Side, StartingPosition
from backgammon_tui.storage.paths import make_folder, plain_name, replace_file
from backgammon_tui.text_file import only_visible, read_text

_MAX_SIZE: Final = 50_000


class SharedBoard(NamedTuple):
    """A board with its text, without anything that would give an answer away."""

    title: str
    rules: Rules
    position: Position
    side: Side
    dice: Dice | None = None
    texts: tuple[str, ...] = ()

    @property
    def game(self) -> Game:
        return Game(self.rules, self.position, Phase.ROLL, self.side)


class OpenWindow(NamedTuple):
    """A running program with a name, and the board that it shares, if any."""

    owner: str
    """The number of its process, and its computer."""
    name: str
    board: SharedBoard | None
    changed: float
    """The time of its last change, in seconds."""

    @property
    def is_own(self) -> bool:
        return self.owner == _owner()


def share_board(journal: Path, board: SharedBoard | None, name: str = "") -> None:
    """Write the board of this window next to the journal; ignore errors of the disk.

    Without a board, the window stays open under its name.
    """
    with suppress(OSError):
        make_folder(journal.parent)
        lines = [_owner(), name]
        if board:
            start = StartingPosition(board.position, board.side)
            dice = "{}-{}".format(*board.dice) if board.dice else ""
            texts = (" ".join(text.split()) for text in board.texts)
            lines += [board.title, board.rules.name, str(start), dice, *texts]
        replace_file(_own_file(journal), "\n".join(lines), is_synced=False)


def close_window(journal: Path) -> None:
    with suppress(OSError):
        _own_file(journal).unlink(missing_ok=True)


def read_windows(journal: Path) -> tuple[OpenWindow, ...]:
    """Read the boards of all open windows, by name; remove those of programs that were killed."""
    windows = []
    for file in journal.parent.glob("board-*.txt"):
        try:
            owner, name, *lines = only_visible(read_text(file, _MAX_SIZE)).split("\n")
            if _is_running(owner):
                changed = file.stat().st_mtime
                windows.append(OpenWindow(owner, name, _read_board(lines), changed))
            else:
                file.unlink(missing_ok=True)
        except (OSError, OverflowError, ValueError, KeyError):
            continue
    return tuple(sorted(windows, key=lambda window: (window.name.casefold(), window.owner)))


def _read_board(lines: list[str]) -> SharedBoard | None:
    if not lines:
        return None
    title, ruleset, start, dice, *texts = lines
    position, side, *_ = StartingPosition.parse(start)
    rolled = read_dice(dice) if dice else None
    return SharedBoard(title, RULESETS[ruleset], position, side, rolled, tuple(texts))


def _own_file(journal: Path) -> Path:
    return journal.with_name(f"board-{plain_name(platform.node())}-{os.getpid()}.txt")


def _owner() -> str:
    return f"{os.getpid()} {platform.node()}"


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
