"""The whole game in words, turn by turn, and the match with its points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from backgammon_tui.engine import Side, ThrowOpeningAgain
from backgammon_tui.engine.events import StageLost
from backgammon_tui.modes.text import ON_SCREEN, Span, turn_lines
from backgammon_tui.stats.summary import turns_of
from backgammon_tui.storage.practice import practice_games
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.dialogs.dialog import TextPage
from backgammon_tui.words.naming import Naming, write_dice
from backgammon_tui.words.reason_sentences import describe_lost
from backgammon_tui.words.score import ScoredGame, describe_score_sheet
from backgammon_tui.words.turn_lines import describe_throws, describe_totals


class GameLog(TextPage[None]):
    """Turns one under the other, with nothing below their numbers."""

    def __init__(self, turns: Sequence[tuple[str, Sequence[str]]]) -> None:
        super().__init__("The game so far", hint=_KEYS)
        self._turns = turns
        """What stands before each turn, and its throws."""

    def on_resize(self) -> None:
        self.call_after_refresh(self._break_lines)

    def _break_lines(self) -> None:
        room = self.query_one("#text").size.width
        lines = [
            each.text
            for head, throws in self._turns
            for each in turn_lines(Span(head), throws, room)
        ]
        self.show(Content("\n".join(lines)))


def game_log(table: Table, naming: Naming) -> GameLog:
    """Return the log of the game, the latest turn on top."""
    turns, opening = turns_of(table.history), table.game.opening
    present = table.game.turn if not table.game.is_over else None
    lost = {
        id(game.latest_turn): f"; cannot play {describe_lost(event.numbers, naming)}"
        for game in table.history
        for event in game.events
        if isinstance(event, StageLost)
    }
    told: list[tuple[str, list[str]]] = []
    for number, turn in enumerate(turns, 1):
        throws = describe_throws(turn, naming, ON_SCREEN)
        if turn is not present:
            throws[-1] += describe_totals(turn) + lost.get(id(turn), "")
        elif any(stage.moves for stage in turn.thrown.stages):
            throws[-1] += ", being played"
        else:
            throws[-1] = f"{write_dice(turn.thrown.dice)} to play"
        told.append((f"{number:>3}  {naming.name(turn.side)} ", throws))
    if told and opening:
        both = ", ".join(
            f"{naming.name(side)} {thrown}"
            for side, thrown in zip(Side, (opening.white, opening.black), strict=True)
        )
        again = any(isinstance(each, ThrowOpeningAgain) for each in table.actions)
        told.insert(0, (_NO_NUMBER, [f"Opening throw: {both}{', rerolled' if again else ''}"]))
    return GameLog(told or [(_NO_NUMBER, ["Nothing has been played yet."])])


_NO_NUMBER: Final = " " * 5
_KEYS: Final = "arrows scroll, space pages, home first, end last turn, esc closes"


def score_sheet(table: Table, naming: Naming) -> TextPage[None]:
    """Return the score sheet of the match, with the winners and the rules."""
    record = table.record
    games = [
        ScoredGame(result, game.starter)
        for game, result in zip(record.games, table.match.results, strict=False)
    ]
    awaited = "" if table.accepted else "being played"
    practice = practice_games(record)
    helped = record.hints & record.people
    sheet = describe_score_sheet(
        record.rules, naming, record.length, games, awaited, helped, practice
    )
    return TextPage("Score sheet", "\n".join(sheet), "arrows scroll, esc closes")
