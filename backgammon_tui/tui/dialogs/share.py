"""What can be copied and written of a game: transcript, position, board."""

from __future__ import annotations

from enum import Enum

from backgammon_tui.engine import Situation
from backgammon_tui.storage.position_id import has_position_id, position_id
from backgammon_tui.storage.sharing import game_name, match_name
from backgammon_tui.storage.table import Table
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.tui.dialogs.choose import Choose, Offer
from backgammon_tui.tui.hand_over import hand_over
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.naming import Naming

_TITLE = "Export: to the clipboard and to a file"
_NUMBERS = "Transcripts number the throws; the log and the review, the turns."


class Shared(Enum):
    """What can be shared; the value is its text."""

    MATCH = "The match as a transcript"
    GAME = "This game as a transcript"
    LINE = "The position as a line"
    ID = "The position as a GNU Backgammon ID"
    TEXT = "The board as text"
    PICTURE = "The board as a picture"

    def makes_sense(self, table: Table) -> bool:
        """Whether a table has such a thing."""
        if self is Shared.ID and not has_position_id(table.game.rules):
            return False
        return table.game.side is not None or self not in (Shared.LINE, Shared.ID)


class Share(Choose[bool]):
    """Everything is copied and written to a file; gives back whether a picture is wanted.

    It gives back nothing where nothing was exported.
    """

    def __init__(self, table: Table, said: str = "") -> None:
        self._table = table
        self._is_done = bool(said)
        self._items = [item for item in Shared if item.makes_sense(table)]
        super().__init__(
            _TITLE,
            [Offer(item, item.value) for item in self._items],
            lit=Shared.PICTURE if said else None,
            said=said or _NUMBERS,
        )

    def choose(self, index: int) -> None:
        """Share what was chosen."""
        item = self._items[index]
        if item is Shared.PICTURE:
            self.dismiss(True)
            return
        name, text = self._written(item)
        self.app.copy_to_clipboard(text)
        said = f"Copied. {hand_over(self.app, name, text, '.txt')}"
        if item in (Shared.LINE, Shared.ID):
            said = f"{text.strip()}\n{said}"
        self._is_done = True
        self.tell(said)

    def action_close(self) -> None:
        """Close; no picture is wanted."""
        self.dismiss(False if self._is_done else None)

    def _written(self, item: Shared) -> tuple[str, str]:
        """What a file of it is called, and the text."""
        table, game = self._table, self._table.game
        match item:
            case Shared.GAME:
                record = table.record.only_game(len(table.record.games))
                return game_name(table), write_transcript(record)
            case Shared.LINE:
                assert game.side
                situation = Situation(game.position, game.side, game.had_doublet)
                return f"{game_name(table)}-position", f"{situation}\n"
            case Shared.ID:
                assert game.side
                return f"{game_name(table)}-position", f"{position_id(game.position, game.side)}\n"
            case Shared.TEXT:
                naming = Naming.of(table.record.white, table.record.black)
                board = draw_board(game.rules, game.position, naming)
                return f"{game_name(table)}-board", f"{board}\n"
            case _:
                return match_name(table.record), write_transcript(table.record)
