"""The roll chart for the side to roll."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Game, Phase
from backgammon_tui.explain.roll_chart import ChartCell, RollChart, roll_chart
from backgammon_tui.modes.board import position_before_roll
from backgammon_tui.modes.inputs import ChooseRow, Key
from backgammon_tui.modes.text import (
    BLANK,
    KeyWord,
    Span,
    TextLine,
    TextStyle,
    foot_line,
    line,
    wrap,
)
from backgammon_tui.tui.dialogs.dialog import DIALOG_STYLES, SMALL, Dialog, MessageBox
from backgammon_tui.tui.lines import Lines
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.plays import (
    describe_cell,
    describe_legend,
    describe_totals,
    write_cell,
)

_WIDTH = 68
_FRAME = 6
"""Cells of the box around its text; the box takes at most 96 % of the screen."""

_CELL, _NARROW = 9, 8
_ROOMY, _LOW = 34, 20
"""Minimum screen height for empty rows in the chart, and around it."""

_EFFECT_ROWS = 2
"""Lines reserved for the effects of the highlighted roll."""

_STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class GridScreen(Dialog[Dice]):
    """The roll chart with the highlighted roll in words; the result is a chosen roll."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [DIALOG_STYLES, "grid.tcss"]

    def __init__(
        self, grid: RollChart, naming: Naming, highlighted: Dice, *, takes: bool, is_rolled: bool
    ) -> None:
        """Show a chart; `takes` allows choosing a roll, `is_rolled` is True after the roll."""
        super().__init__()
        self._grid = grid
        self._speaker = naming
        self._takes = takes
        self._is_rolled = is_rolled
        self._row, self._column = highlighted[0] - 1, highlighted[1] - 1
        self._typed = ""

    def compose(self) -> ComposeResult:
        self._lines = Lines()
        with Vertical(classes="dialog", id="grid-box"):
            yield self._lines

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        self._lines.fill(self._all_lines())

    def _all_lines(self) -> Iterator[TextLine]:
        name, screen = self._speaker.name(self._grid.side), self.app.size
        width = min(_WIDTH, screen.width * (100 if screen.width < SMALL else 96) // 100 - _FRAME)
        room = _CELL if width == _WIDTH else _NARROW
        when = f"What {name} could have rolled" if self._is_rolled else f"{name}'s next roll"
        yield line(fit(f"{when}: the 36 rolls", width), TextStyle.BRIGHT)
        around = [BLANK] * (screen.height >= _LOW)
        yield from around
        yield line("   " + "".join(f" {die:<{room - 1}}" for die in range(1, 7)), TextStyle.DIM)
        for number, row in enumerate(self._grid.rows):
            if number and screen.height >= _ROOMY:
                yield BLANK
            spans = [self._span(cell, number, column, room) for column, cell in enumerate(row)]
            yield TextLine((Span(f" {number + 1} ", TextStyle.DIM), *spans))
        yield from around
        wording = wrap(describe_cell(self._highlighted), width)[:_EFFECT_ROWS]
        yield from (*wording, *[BLANK] * (_EFFECT_ROWS - len(wording)))
        for text in describe_legend(self._grid):
            yield line(text, TextStyle.DIM)
        yield from wrap(describe_totals(self._grid), width, TextStyle.DIM)
        enter = KeyWord("Enter:", "roll it", Key.ENTER)
        arrows, esc = KeyWord("Arrows:", "pick a roll", None), KeyWord("Esc:", "close", Key.ESCAPE)
        yield foot_line([arrows, *[enter] * self._takes, esc], width)

    @property
    def _highlighted(self) -> ChartCell:
        return self._grid.rows[self._row][self._column]

    def _span(self, cell: ChartCell, row: int, column: int, room: int) -> Span:
        is_highlighted = (row, column) == (self._row, self._column)
        text = f"[{write_cell(cell)}]" if is_highlighted else f" {write_cell(cell)}"
        is_good = cell.hits or cell.wins or cell.traps
        style = TextStyle.ACCENT if is_good else TextStyle.PLAIN
        if is_highlighted:
            style = TextStyle.CHOSEN
        elif cell.is_shut_out:
            style = TextStyle.ALERT
        return Span(f"{text:<{room}}", style, ChooseRow(row * 6 + column))

    def on_key(self, event: events.Key) -> None:
        """Go through the rolls by arrows or by typing two numbers; Enter chooses one."""
        if event.key in _STEPS:
            down, across = _STEPS[event.key]
            self._highlight((self._row + down) % 6, (self._column + across) % 6)
        elif event.character and event.character in "123456":
            self._type(int(event.character))
        elif event.key == "enter":
            self._take()
        else:
            return
        event.stop()

    def _type(self, number: int) -> None:
        if self._typed:
            self._highlight(int(self._typed) - 1, number - 1)
        else:
            self._highlight(number - 1, self._column)
            self._typed = str(number)

    def _highlight(self, row: int, column: int) -> None:
        self._row, self._column, self._typed = row, column, ""
        self._show()

    def _take(self) -> None:
        self.dismiss(self._highlighted.dice if self._takes else None)

    def on_lines_link_clicked(self, event: Lines.LinkClicked) -> None:
        """Highlight the clicked roll; choose it if it was highlighted."""
        match event.click:
            case ChooseRow(index):
                row, column = divmod(index, 6)
                if (row, column) == (self._row, self._column):
                    self._take()
                else:
                    self._highlight(row, column)
            case Key.ENTER:
                self._take()
            case Key.ESCAPE:
                self.action_close()


def rolls(game: Game, naming: Naming, highlighted: Dice | None, takes: bool) -> Dialog[Dice]:
    """Make the roll chart for the side to roll, or that has rolled.

    The roll being played is highlighted by default.
    """
    starting_position = position_before_roll(game)
    if starting_position is None:
        return MessageBox[Dice]("The opening roll has not decided yet who starts.")
    played = game.turn and game.phase is not Phase.ROLL_AGAIN
    shown = highlighted or (game.turn.rolled.dice if game.turn and played else (1, 1))
    grid = roll_chart(game.rules, starting_position)
    return GridScreen(grid, naming, shown, takes=takes, is_rolled=bool(played))
