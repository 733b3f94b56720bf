"""The whole game in words, turn by turn, and the match with its points."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from backgammon_tui.engine.position import Side
from backgammon_tui.stats.summary import turns_of
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.dialogs.dialog import TextPage
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.score import ScoredGame, describe_score_sheet
from backgammon_tui.words.turn_lines import describe_turn


class GameLog(TextPage[None]):
    """Turns one under the other, with nothing below their numbers."""

    def on_resize(self) -> None:
        """Break the lines for the room that there is."""
        self.call_after_refresh(self._break_lines)

    def _break_lines(self) -> None:
        room = self.query_one("#text").size.width - _NUMBER
        hanging = f"\n{' ' * _NUMBER}".join
        lines = (
            f"{line[:_NUMBER]}{hanging(wrap(line[_NUMBER:], room))}"
            for line in self._text.split("\n")
        )
        self.show(Content("\n".join(lines)))


_NUMBER: Final = 5
"""The cells before what is told of a turn."""


def game_log(table: Table, naming: Naming) -> GameLog:
    """Every turn of the game, the first one on top."""
    turns, opening = turns_of(table.history), table.game.opening
    present = table.game.turn if not table.game.is_over else None
    lines = [f"{number:>3}  {describe_turn(turn, naming)}" for number, turn in enumerate(turns, 1)]
    if present and lines:
        dice = "-".join(map(str, present.thrown.dice))
        lines[-1] += ", being played"
        if not present.moves:
            lines[-1] = f"{len(turns):>3}  {naming.name(present.side)} to play {dice}"
    if lines and opening:
        both = ", ".join(
            f"{naming.name(side)} {thrown}"
            for side, thrown in zip(Side, (opening.white, opening.black), strict=True)
        )
        lines.insert(0, f"     Opening throw: {both}")
        lines += ["", "     Transcripts number the throws, the opening throw first."]
    text = "\n".join(lines) or "     Nothing has been played yet."
    return GameLog("The game so far", text, _KEYS)


_KEYS: Final = "arrows scroll, space pages, end the last turn, esc closes"


def score_sheet(table: Table, naming: Naming) -> TextPage[None]:
    """Who has won what in the match, and by which rules."""
    record = table.record
    games = [
        ScoredGame(result, game.starter)
        for game, result in zip(record.games, table.match.results, strict=False)
    ]
    awaited = "" if table.accepted else "being played"
    sheet = describe_score_sheet(record.rules, naming, record.length, games, awaited, record.hints)
    return TextPage("Score sheet", "\n".join(sheet), "arrows scroll, esc closes")
