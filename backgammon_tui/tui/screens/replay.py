"""A finished game on the board, turn by turn, and a new game from any moment of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine.events import Result
from backgammon_tui.records.journal.journal import Journal
from backgammon_tui.records.journal.problems import JournalProblem, Trouble
from backgammon_tui.records.record import DiceKind
from backgammon_tui.records.table import Table
from backgammon_tui.tui.keeping import Keeping
from backgammon_tui.tui.panel.compose import header
from backgammon_tui.tui.panel.lines import Lines
from backgammon_tui.tui.panel.text import BLANK, ChooseRow, Ink, Span, TextLine, fit, line
from backgammon_tui.tui.present import board_view, dice_view, strip_view
from backgammon_tui.tui.replay import Replay
from backgammon_tui.tui.screens.board_screen import BoardScreen
from backgammon_tui.tui.sitting import Sitting
from backgammon_tui.words.events import tell_result
from backgammon_tui.words.speaker import Speaker
from backgammon_tui.words.turn import tell_throws

_KEYS = " ← → turn   pgup pgdn ten   12 enter: turn 12   b play on   c copy   esc back"


class ReplayScreen(BoardScreen["Table | None"]):
    """Gives back a new table if the players want to play on from a moment."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down,space", "go(1)", show=False),
        Binding("left,up", "go(-1)", show=False),
        Binding("pagedown", "go(10)", show=False),
        Binding("pageup", "go(-10)", show=False),
        Binding("home", "go(-1_000_000)", show=False),
        Binding("end", "go(1_000_000)", show=False),
        Binding("enter", "jump", show=False),
        Binding("b", "branch", show=False),
        Binding("c", "copy", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, replay: Replay, keeping: Keeping) -> None:
        """Show a game.

        Args:
            replay: The game and the moment to begin with.
            keeping: How the players like to look at it.
        """
        super().__init__()
        self._replay = replay
        self._options = replace(keeping.options, big=False, plays_forced=False)
        self._typed = ""
        self._said = ""

    def show_views(self) -> None:
        """Show the moment."""
        sitting = replace(Sitting.open(self._replay.shown, self._options), gate=None, notice=None)
        self.board.show(board_view(sitting, ()))
        self.board.show_stages(strip_view(sitting.game))
        self.board.show_dice(dice_view(sitting.game))
        width = self.app.size.width
        self.header.show(header(sitting, width, self.glyphs))
        self.panel.show(tuple(self._lines(sitting, *self.panel_room)))
        said = f" turn {self._typed}_ enter jumps there" if self._typed else self._said or _KEYS
        self.footer.show((line(fit(said, width), Ink.DIM),))

    def _lines(self, sitting: Sitting, width: int, height: int) -> list[TextLine]:
        """The list of turns with the present one lit, and how it ended."""
        replay, speaker = self._replay, sitting.speaker
        turns = len(replay.turns)
        title = f"turn {min(replay.at, turns)} of {turns}"
        lines = [line(fit(title, width), Ink.BRIGHT), BLANK]
        below: list[TextLine] = []
        result = replay.table.game.result
        if result and replay.at == replay.end:
            below = [BLANK, line(fit(tell_result(result, speaker), width), Ink.ACCENT)]
        room = height - len(lines) - len(below)
        top = min(max(replay.at - room // 2, 0), max(replay.end + 1 - room, 0))
        for number in range(top, min(top + room, replay.end + 1)):
            ink = Ink.CHOSEN if number == replay.at else Ink.PLAIN
            span = Span(fit(self._stop(number, speaker), width), ink)
            lines.append(TextLine((span,), fill=ink, deed=ChooseRow(number)))
        return lines + below

    def _stop(self, number: int, speaker: Speaker) -> str:
        """What a stop is called in the list."""
        if number == 0:
            return " the start"
        if number > len(self._replay.turns):
            return " the end"
        turn = self._replay.turns[number - 1]
        return f"{number:>3} {self.glyphs.of(turn.side)} {tell_throws(turn, speaker)}"

    # ---- going through it

    def _go_to(self, turn: int) -> None:
        self._replay = self._replay.go_to(turn)
        self._typed = self._said = ""
        self.refresh_views()

    def action_go(self, by: int) -> None:
        """Go on or back some turns."""
        self._go_to(self._replay.at + by)

    def on_key(self, event: events.Key) -> None:
        """Digits make the number of a turn."""
        if event.character and event.character.isdecimal() and len(self._typed) < 4:
            event.stop()
            self._typed += event.character
            self.refresh_views()

    def action_jump(self) -> None:
        """Go to the turn that was typed."""
        if self._typed:
            self._go_to(int(self._typed))

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        """Go to the turn that was clicked."""
        if isinstance(event.deed, ChooseRow):
            self._go_to(event.deed.row)

    def on_lines_scrolled(self, event: Lines.Scrolled) -> None:
        """Go through it with the wheel."""
        self.action_go(1 if event.by > 0 else -1)

    def action_branch(self) -> None:
        """Play on from here in a new match."""
        is_fair = self._replay.table.dice_kind is DiceKind.FAIR
        try:
            table = self._replay.branch(FairDice(new_seed()) if is_fair else None)
        except ValueError as error:
            self._said = f" {str(error)[:1].upper()}{str(error)[1:]}."
            self.refresh_views()
            return
        today = replace(table.record, date=date.today().isoformat())
        self.dismiss(replace(table, record=today))

    def action_copy(self) -> None:
        """Copy the position."""
        from backgammon_tui.tui.screens.share import ShareScreen

        self.app.push_screen(ShareScreen(self._replay.shown))

    def action_leave(self) -> None:
        """Back to the list."""
        self.dismiss(None)


def read_replay(journal: Journal, game: int) -> Replay:
    """A finished game of a journal, from its beginning.

    Raises:
        JournalProblem: if it cannot be read.
    """
    match, number = journal.find_game(game)
    record, results = journal.read(match)
    part: list[Result] = results[:number]
    try:
        table = Table.go_on(replace(record, games=record.games[:number]), part, {})
    except ValueError as error:
        raise JournalProblem(Trouble.DAMAGED, journal.path, str(error)) from error
    return Replay(table)
