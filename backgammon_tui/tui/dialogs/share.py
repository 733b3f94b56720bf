"""The texts of a game to copy or save: transcript, position, board."""

from __future__ import annotations

from enum import Enum

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Game, StartingPosition
from backgammon_tui.match.table import Table
from backgammon_tui.storage.codes import gnubg_id, has_position_id, xgid
from backgammon_tui.storage.match_files import NoPlaceInFormat, write_mat
from backgammon_tui.storage.paths import game_name, match_name
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.tui.dialogs.choose import Choose, Offer
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.naming import Naming, sentence

_TITLE = "Export: to the clipboard and to a file"
_NUMBERS = "Transcripts number rolls; the log and the review number turns."


class Shared(Enum):
    """A text to share; the value is its title."""

    MATCH = "The match as a transcript"
    GAME = "This game as a transcript"
    LINE = "The position as a line"
    ID = "The position as a GNU Backgammon ID"
    XGID = "The position as an XGID"
    MAT = "The match as a .mat file, for other programs"
    TEXT = "The board as text"
    PICTURE = "The board as a picture"

    def makes_sense(self, table: Table) -> bool:
        """Return True if a table has such a text."""
        if self in (Shared.ID, Shared.XGID, Shared.MAT) and not has_position_id(table.game.rules):
            return False
        is_position = self in (Shared.LINE, Shared.ID, Shared.XGID)
        return table.game.side is not None or not is_position


class Share(Choose[bool]):
    """A list of texts to copy and save; the result is True if a picture is wanted.

    There is no result if nothing was exported.
    """

    def __init__(self, table: Table, message: str = "") -> None:
        self._table = table
        self._is_done = bool(message)
        self._items = [item for item in Shared if item.makes_sense(table)]
        super().__init__(
            _TITLE,
            [Offer(item, item.value) for item in self._items],
            highlighted=Shared.PICTURE if message else None,
            message=message or _NUMBERS,
        )

    def choose(self, index: int) -> None:
        """Share the chosen item."""
        item = self._items[index]
        if item is Shared.PICTURE:
            self.dismiss(True)
            return
        try:
            name, text = self._written(item)
        except NoPlaceInFormat as problem:
            self.show_message(sentence(problem))
            return
        self.app.copy_to_clipboard(text)
        ending = ".mat" if item is Shared.MAT else ".txt"
        message = f"Copied. {self.app.export_file(name, text, ending)}"
        if item in (Shared.LINE, Shared.ID, Shared.XGID):
            message = f"{text.strip()}\n{message}"
        self._is_done = True
        self.show_message(message)

    def action_close(self) -> None:
        self.dismiss(False if self._is_done else None)

    def _written(self, item: Shared) -> tuple[str, str]:
        table, game = self._table, self._table.game
        match item:
            case Shared.GAME:
                record = table.record.only_game(len(table.record.games))
                return game_name(table), write_transcript(record)
            case Shared.LINE:
                assert game.side
                starting_position = StartingPosition(game.position, game.side, game.had_double)
                return f"{game_name(table)}-position", f"{starting_position}\n"
            case Shared.ID:
                assert game.side
                code = gnubg_id(game.position, game.side, table.record.length, _dice(game))
                return f"{game_name(table)}-position", f"{code}\n"
            case Shared.XGID:
                assert game.side
                code = xgid(game.position, game.side, _dice(game), table.record.length or 0)
                return f"{game_name(table)}-position", f"{code}\n"
            case Shared.TEXT:
                naming = Naming.from_names(table.record.white, table.record.black)
                board = draw_board(game, naming)
                return f"{game_name(table)}-board", f"{board}\n"
            case Shared.MAT:
                return match_name(table.record), write_mat(table.record)
            case _:
                return match_name(table.record), write_transcript(table.record)


def _dice(game: Game) -> Dice | None:
    stage, turn = game.stage, game.turn
    return turn.rolled.dice if turn and stage and not stage.moves else None
