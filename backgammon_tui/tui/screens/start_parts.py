"""The parts of the first screen: its list and the description next to it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final

from textual import events, getters, work
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from backgammon_tui.engine import RULESETS, Game, Position, Rules, Side, StartingPosition
from backgammon_tui.modes.board import BoardView, board_view
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.board.still_board import StillBoard
from backgammon_tui.tui.page_parts import Choices
from backgammon_tui.tui.screens.match_form import MatchForm
from backgammon_tui.tui.screens.open_match import read_left
from backgammon_tui.words.naming import plural

if TYPE_CHECKING:
    from backgammon_tui.tui.screens.open_match import OpenMatch


RESUME: Final = "resume"
"""The id of the match that was left last."""


class StartEntry(Enum):
    """An entry of the list beside the games: its name, empty if counted, and its description."""

    OTHERS = "", "The other matches that are not finished."
    POSITION = "From a position", "Start in the middle of a game: type or paste a position."
    LEARN = "Learn a game", "Lessons, the rulebook of each game, a quiz, a sandbox."
    RECORDS = "Records", "Matches, finished games to replay, players and their statistics."
    OPTIONS = "Options", "Colours, automatic moves and more."
    QUIT = "Quit", "Quit the program. Every game is saved."

    def __init__(self, title: str, description: str) -> None:
        self.title = title
        self.told = description


class StartList(Choices):
    """The list of games to begin, matches to resume and pages to open."""

    def __init__(self, matches: Sequence[OpenMatch]) -> None:
        super().__init__(*_options(matches), id="rulesets", markup=False)

    def offer(self, matches: Sequence[OpenMatch]) -> None:
        self.clear_options()
        self.add_options(_options(matches))

    @property
    def highlighted_id(self) -> str:
        highlighted = self.highlighted_option
        return (highlighted and highlighted.id) or ""

    def stand_on(self, name: str) -> None:
        self.highlighted = self.get_option_index(name)


def _options(matches: Sequence[OpenMatch]) -> list[Option | None]:
    options: list[Option | None] = []
    for match in matches[:1]:
        text = Content.assemble("Resume: ", (match.names, "bold"), f", {match.title}")
        options.append(Option(text, id=RESUME))
    if others := matches[1:]:
        count = plural(len(others), "other unfinished match")
        options.append(Option(count, id=StartEntry.OTHERS.name))
    options += [None] * bool(options)
    options += [Option(Content(rules.title), id=name) for name, rules in RULESETS.items()]
    listed = [Option(entry.title, id=entry.name) for entry in StartEntry if entry.title]
    return [*options, None, *listed]


class StartSide(Vertical):
    """The start of a game or the state of a match, with a board if it fits, and its fields."""

    app = getters.app(BackgammonApp)

    def __init__(self, form: MatchForm, rules: Rules) -> None:
        super().__init__(id="side")
        self._form = form
        self._shown: Rules | Game | OpenMatch = rules
        self._is_drawn = False
        """True after the first frame, which does not wait for a board."""

    def compose(self) -> ComposeResult:
        yield Container(id="start-board")  # The fields stay where they are when a board comes.
        yield Static("", id="caption")
        yield self._form
        with VerticalScroll(id="left", can_focus=False):
            yield Static("", id="left-match")

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._show_board)  # The first frame does not wait for it.

    def show(self, shown: Rules | Game | OpenMatch) -> None:
        """Show a picture of a game, its start, or the state of a match that was left."""
        self._shown = shown
        if not isinstance(shown, (Rules, Game)):
            self.query_one("#left-match", Static).update(Content(shown.told))
        if self._is_drawn:
            self._show_board()

    def _show_board(self) -> None:
        self._is_drawn = True
        if not self.screen.has_class("-board"):
            return
        if isinstance(self._shown, Game):
            self._draw(board_view(self._shown), "The position from which you start")
        elif isinstance(self._shown, Rules):
            self._draw_picture(self._shown)
        else:
            self._read_position(self._shown)

    def _draw(self, view: BoardView, caption: str) -> None:
        self.query_one("#caption", Static).update(caption)
        if boards := self.query(StillBoard):
            boards.first().show(view)
        elif self.is_attached:  # Not if the program is being left meanwhile.
            self.query_one("#start-board").mount(StillBoard(view, self.app.look))

    @work(group="position", exclusive=True)
    async def _draw_picture(self, rules: Rules) -> None:
        position = await asyncio.to_thread(_first_picture, rules)
        if self._shown is rules:
            view = board_view(StartingPosition(position, Side.WHITE).game(rules))
            self._draw(view, "An example from the middle of a game")

    @work(group="position", exclusive=True)
    async def _read_position(self, match: OpenMatch) -> None:
        view = await read_left(self.app, match)
        if view and self._shown is match:
            self._draw(view, "Where you stopped")


def _first_picture(rules: Rules) -> Position:
    from backgammon_tui.teach.rulebook.pages import first_picture  # No frame waits for the pages.

    return first_picture(rules)
