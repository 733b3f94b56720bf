"""The texts of a game to copy or save: transcript, position, board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from backgammon_tui.engine import StartingPosition
from backgammon_tui.match.table import Table
from backgammon_tui.storage.codes import gnubg_id, has_position_id, xgid
from backgammon_tui.storage.match_files import NoPlaceInFormat, write_mat
from backgammon_tui.storage.paths import game_name, match_name
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.tui.dialogs.dialog import Choose, Offer
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.naming import Naming, sentence

_PICTURE: Final = "The board as a picture"


class _Text(NamedTuple):
    title: str
    name: str
    """The name of its file, without the ending."""
    write: Callable[[], str]
    ending: str = ".txt"


def shared_texts(table: Table) -> Iterator[_Text]:
    """Yield the texts that a table has."""
    record, game, side = table.record, table.game, table.game.side
    match, of_game, length = match_name(record), game_name(table), record.length
    position, has_id = f"{of_game}-position", has_position_id(game.rules)
    yield _Text("The match as a transcript", match, lambda: write_transcript(record))
    this_game = record.only_game(len(record.games))
    yield _Text("This game as a transcript", of_game, lambda: write_transcript(this_game))
    if side is not None:
        start = StartingPosition(game.position, side, game.had_double)
        yield _Text("The position as a line", position, lambda: f"{start}\n")
    if side is not None and has_id:
        stage, turn = game.stage, game.turn
        dice = turn.rolled.dice if turn and stage and not stage.moves else None
        ids = gnubg_id(game.position, side, length, dice)
        code = xgid(game.position, side, dice, length or 0)
        yield _Text("The position as a GNU Backgammon ID", position, lambda: f"{ids}\n")
        yield _Text("The position as an XGID", position, lambda: f"{code}\n")
    if has_id:
        title = "The match as a .mat file, for other programs"
        yield _Text(title, match, lambda: write_mat(record), ".mat")
    naming = Naming.from_names(record.white, record.black)
    yield _Text("The board as text", f"{of_game}-board", lambda: f"{draw_board(game, naming)}\n")


class Share(Choose[bool]):
    """A list of texts to copy and save; the result is True if a picture is wanted.

    There is no result if nothing was exported.
    """

    def __init__(self, table: Table, message: str = "") -> None:
        self._is_done = bool(message)
        super().__init__(
            "Export: to the clipboard and to a file",
            [*(Offer(text, text.title) for text in shared_texts(table)), Offer(_PICTURE, _PICTURE)],
            highlighted=_PICTURE if message else None,
            message=message or "Transcripts number rolls; the log and the review number turns.",
        )

    def choose(self, index: int) -> None:
        text = self.offers[index].value
        if not isinstance(text, _Text):
            self.dismiss(True)
            return
        try:
            content = text.write()
        except NoPlaceInFormat as problem:
            self.say(sentence(problem))
            return
        message = self.app.copy_and_export(text.name, content, text.ending)
        if text.name.endswith("-position"):
            message = f"{content.strip()}\n{message}"
        self._is_done = True
        self.say(message)

    def action_close(self) -> None:
        self.dismiss(False if self._is_done else None)
