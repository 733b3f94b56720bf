"""What can be copied and written of a game: transcript, position, board."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.engine.situation import Situation
from backgammon_tui.storage.position_id import has_position_id, position_id
from backgammon_tui.storage.sharing import game_name
from backgammon_tui.storage.table import Table
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.tui.screens.dialog import Dialog
from backgammon_tui.tui.screens.hand_over import hand_over
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.naming import Naming


class Shared(Enum):
    """What can be shared; the value is its text."""

    MATCH = "The match as a transcript"
    GAME = "This game as a transcript"
    LINE = "The position as a line"
    ID = "The position as a GNU Backgammon ID"
    TEXT = "The board as text"
    PICTURE = "The board as a picture"


class ShareScreen(Dialog[bool]):
    """Everything is copied and written to a file; gives back whether a picture is wanted."""

    def __init__(self, table: Table) -> None:
        """Share what is on a table."""
        super().__init__()
        self._table = table

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="dialog page short"):
            yield Static("Copy and write", classes="dialog-title")
            yield OptionList(*self._offers(), markup=False)
            yield Static("", id="share-said")
            yield Static("enter chooses, esc closes", classes="dialog-hint")

    def _offers(self) -> Iterator[Option]:
        game = self._table.game
        for item in Shared:
            if item is Shared.ID and not has_position_id(game.rules):
                continue
            if item in (Shared.LINE, Shared.ID) and game.side is None:
                continue
            yield Option(item.value, id=item.name)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Share what was chosen."""
        item = Shared[event.option_id or Shared.TEXT.name]
        if item is Shared.PICTURE:
            self.dismiss(True)
            return
        text = self._write(item)
        self.app.copy_to_clipboard(text)
        said = f"Copied. {hand_over(self.app, game_name(self._table), text, '.txt')}"
        if item in (Shared.LINE, Shared.ID):
            said = f"{text.strip()}\n{said}"
        self.query_one("#share-said", Static).update(Content(said))

    def _write(self, item: Shared) -> str:
        table, game = self._table, self._table.game
        match item:
            case Shared.GAME:
                return write_transcript(table.record.only_game(len(table.record.games)))
            case Shared.LINE:
                assert game.side
                situation = Situation(game.position, game.side, game.had_doublet)
                return f"{situation}\n"
            case Shared.ID:
                assert game.side
                return f"{position_id(game.position, game.side)}\n"
            case Shared.TEXT:
                naming = Naming(table.record.white, table.record.black)
                return f"{draw_board(game.rules, game.position, naming)}\n"
            case _:
                return write_transcript(table.record)
