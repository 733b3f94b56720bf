"""The sandbox on the screen, without a terminal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from backgammon_tui.engine import Position, Side, StartingPosition
from backgammon_tui.match.table import Table
from backgammon_tui.modes.sandbox import SandboxMode, Setup
from backgammon_tui.settings import Settings
from backgammon_tui.tui.board_screen import BoardScreen
from tests.engine.examples import W, rules_named
from tests.tui.screen import Size, board_in, running_at


class Box:
    """A sandbox over the first screen, and what it gave back."""

    def __init__(self, pilot: Pilot[None], screen: BoardScreen) -> None:
        self.pilot = pilot
        self.screen = screen
        self.given: list[Table | None] = []
        """Results of the screens that were closed."""

    @property
    def sandbox(self) -> SandboxMode:
        assert isinstance(self.screen.mode, SandboxMode)
        return self.screen.mode

    @property
    def line(self) -> str:
        """The position line of the board."""
        return str(self.sandbox.game.position)

    @property
    def said(self) -> str:
        """The message below the board."""
        playing = self.sandbox.playing
        notice = playing.news or playing.notice if playing else self.sandbox.notice
        return notice.text if notice else ""

    async def point(self, place: str, **how: Any) -> None:
        """Click on a place, such as `point-24` or `hand-white`."""
        await self.pilot.click(f"#{place}", **how)
        await self.pilot.pause()


def sandbox_of(app: App[None]) -> SandboxMode:
    """The topmost sandbox."""
    mode = board_in(app, SandboxMode).mode
    assert isinstance(mode, SandboxMode)
    return mode


def sandbox_screen(name: str, line: str = "", side: Side = W) -> BoardScreen:
    """The sandbox of a game, at its start or in a position."""
    rules = rules_named(name)
    setup = (
        Setup.of(rules, StartingPosition(Position.parse(line), side))
        if line
        else Setup(rules, rules.start.position)
    )
    begun = SandboxMode.begin(rules, Settings())
    return BoardScreen(replace(begun, setup=setup))


@asynccontextmanager
async def sandbox(
    name: str,
    line: str = "",
    side: Side = W,
    size: Size = (80, 24),
    *,
    ascii_only: bool = False,
) -> AsyncIterator[Box]:
    """A sandbox while it runs."""
    async with running_at(size=size, ascii_only=ascii_only, is_bare=True) as (app, pilot):
        box = Box(pilot, sandbox_screen(name, line, side))
        app.push_screen(box.screen, box.given.append)
        await pilot.pause()
        yield box
