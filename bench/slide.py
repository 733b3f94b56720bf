"""Time a frame of a sliding checker.

python -m bench.slide
"""

from __future__ import annotations

import asyncio
import statistics
import time

from backgammon_tui.engine import RULESETS, Game, Position, Side
from backgammon_tui.modes.board import board_view
from backgammon_tui.tui.board import Board
from tests.modes.examples import table_from
from tests.tui.screen import app_at, running

ROUNDS = 5
LIMIT = 8.0
"""Maximum milliseconds of a frame."""

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
MOVED = "W 24:2 13:3 10:1 8:3 5:1 6:5 / B 24:2 13:5 8:3 6:5"


async def frame_time() -> float:
    """Return the mean milliseconds of a frame while two checkers slide across the board."""
    app = app_at(table_from("backgammon", START, Side.WHITE))
    async with running(app, (120, 36)) as pilot:
        app.animation_level = "full"
        board = pilot.game_screen.board
        show(board, MOVED)
        await asyncio.sleep(0.02)  # The first paint leaves out the sliding checkers.
        frames, begin = 0, time.process_time()
        while board.motion:
            board.slide()
            frames += 1
            await asyncio.sleep(0.02)
        return 1000 * (time.process_time() - begin) / frames


def show(board: Board, line: str) -> None:
    position = Position.parse(line)
    board.show(board_view(Game.from_position(RULESETS["backgammon"], position, Side.WHITE)))


def main() -> None:
    """Print the median time of a frame."""
    times = [asyncio.run(frame_time()) for _ in range(ROUNDS)]
    print(f"a frame of a slide: {statistics.median(times):.1f} ms, at most {LIMIT:.0f}")


if __name__ == "__main__":
    main()
