"""The end of a game: final board, result, decisive turns and dice."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from backgammon_tui.analysis import NotJudged
from backgammon_tui.engine import CHECKERS, Place, Side
from backgammon_tui.game_review import Review
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import board_view
from backgammon_tui.modes.effects import ScoreSheet
from backgammon_tui.modes.game_over import GameReport
from backgammon_tui.modes.inputs import NextStep
from backgammon_tui.modes.text import BAR, BLANK, TextStyle, line, wrap
from backgammon_tui.tui.app import DECIDING, bind
from backgammon_tui.tui.board.still import StillBoard
from backgammon_tui.tui.dialogs.dialog import MORE, Dialog
from backgammon_tui.tui.lines import Lines
from backgammon_tui.tui.page_parts import Clickable, ScrollingPage, clickable
from backgammon_tui.words.board_text import write_card
from backgammon_tui.words.naming import Naming

_CARD: Final = 80
"""Columns of a score card."""

_MIN_WIDTH_BESIDE: Final = 78
"""Minimum number of columns for the board beside the statistics."""

_FRAME: Final = 0.07
"""Seconds between two checkers that come off when the page opens."""

_TAKE_BACK: Final = "Undo the last move, or take back the end if the other player agrees"
_NONE_HIGHLIGHTED: Final = "Left and right highlight an answer, or press its key."
_RECORDS: Final = "Open the records of matches, games and players"


class ResultScreen(Dialog[NextStep]):
    """The page at the end of a game; Space and Enter do the highlighted action."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_MIN_WIDTH_BESIDE, "-beside"), (110, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "space,enter",
            "take_highlighted",
            about="Choose the highlighted answer (also Enter)",
            display="space",
        ),
        bind("left", "highlight(-1)"),
        bind("pagedown", "read_on"),
        bind(
            "right",
            "highlight(1)",
            about="Highlight another answer",
            display="left right",
        ),
        bind("a", "take('ACCEPT')", "accept the result", "Accept the result"),
        bind("u", "take('TAKE_BACK')", "undo", _TAKE_BACK),
        bind("s", "take('NEXT_GAME')", "next game", "Skip to the next game"),
        bind("A", "take('REMATCH')", "rematch", "Play a rematch: start again"),
        bind(
            "C",
            "take('SWAPPED')",
            "rematch, colours swapped",
            "Play a rematch with colours swapped",
        ),
        bind("x", "take('REVIEW')", "review", "Review the mistakes of the game"),
        bind("number_sign", "score_sheet", "score sheet", "Open the score sheet"),
        bind(
            "e",
            "share_card",
            "export",
            "Export the result as text, to the clipboard and to a file",
        ),
        bind("I", "take('PICTURE')", "save image", "Save an image of the board"),
        bind("o", "take('RECORDS')", "records", _RECORDS),
        bind("Q", "take('QUIT')", "quit", "Quit the match, which is saved"),
        bind("escape", "take('BOARD')", "board", "Look at the board"),
    ]

    def __init__(self, table: Table, naming: Naming, message: str = "") -> None:
        self._table = table
        super().__init__()
        self._over = GameReport(table, naming)
        self._turns, self._figures = Lines(id="result-turns"), Lines(id="result-body")
        self._message = message
        is_match_over = table.accepted and table.match.winner
        self._highlighted: int | None = None if is_match_over else 0
        """The action of Space and Enter; at first none after a match, so neither starts another."""
        self._shown_off = CHECKERS
        """Maximum number of checkers per side shown as off, which grows during the animation."""
        self._arrival: Timer | None = None
        self._is_cut = False
        """True if there is more below."""
        self._width = 0
        """The columns for which the turns are wrapped."""

    def compose(self) -> ComposeResult:
        with ScrollingPage(id="result-page"), Horizontal(id="result-columns"):
            with Vertical(id="result-left"):
                # Against the computer, the points keep the person's numbers.
                counting = self._table.only_person
                view = board_view(self._table.game, naming=self._over.naming, counting=counting)
                yield StillBoard(view, self.app.look, id="result-board")
                yield self._turns
            with Vertical(id="result-right"):
                yield Static(id="result-banner")
                yield Static(id="result-off")
                yield self._figures
        yield Static(id="result-message")
        yield Clickable(id="result-keys")

    def on_mount(self) -> None:
        """Fill the page; if help was agreed, let the computer look for the decisive turns."""
        if self._table.record.shows_estimates:
            with suppress(NotJudged):
                review = Review.begin(self._table)
                self._over = replace(self._over, review=review)
                self.app.follow_review(review, self._take_review)
        moves = self.app.storage.settings.motion and self.app.animation_level == "full"
        if moves and not (self._table.accepted or self._message):
            self._shown_off = 0
            self._arrival = self.set_interval(_FRAME, self._bear_off)

    def on_resize(self) -> None:
        # On a narrow screen, the figures come above the board's column.
        last = "#result-left" if self.app.size.width < _MIN_WIDTH_BESIDE else "#result-right"
        columns = self.query_one("#result-columns")
        columns.move_child(self.query_one(last), after=-1)
        self.once_laid_out(self._show)

    def _show_more_hint(self) -> None:
        page = self.query_one("#result-page")
        self._is_cut = page.scroll_offset.y < page.max_scroll_y
        # A scrollbar appeared or disappeared.
        if self._turns.size.width != self._width:
            self._show()
        self._show_keys()

    # ---- animation

    def _bear_off(self) -> None:
        self._shown_off += 1
        maximum = max(self._table.game.position.count(side, Place.OFF) for side in Side)
        if self._shown_off >= maximum:
            self._end_arrival()
        self._show_banner()

    def _end_arrival(self) -> bool:
        """Show all checkers at once; return True if the animation was running."""
        if not self._arrival:
            return False
        self._arrival.stop()
        self._arrival, self._shown_off = None, CHECKERS
        self._show_banner()
        self.reading_pause.begin()
        return True

    def on_key(self, event: events.Key) -> None:
        if event.key not in DECIDING:  # These only end the animation; see below.
            self._end_arrival()

    # ---- content

    def _take_review(self, review: Review) -> None:
        self._over = replace(self._over, review=review)
        self._show()

    def _show(self) -> None:
        if not self.is_open:
            return
        over, glyphs = self._over, self.app.glyphs
        turns, figures = self._turns, self._figures
        if not (turns.size.width and figures.size.width):
            return  # The width is only known later.
        self._show_banner()
        self._width = width = turns.size.width
        proof = [row for text in over.dice for row in wrap(text, width, TextStyle.DIM)]
        parts = [over.deciding(width, glyphs), over.last_turn(width)]
        parts.insert(0 if self._table.accepted else len(parts), proof)  # New lines come first.
        shown = [row for part in parts if part for row in (BLANK, *part)]
        turns.fill(shown)
        rows = self.query_one("#result-page").size.height - len(shown)
        # The smallest board has 13 rows.
        self.query_one(StillBoard).styles.height = max(rows, 13)
        width = figures.size.width - 1  # A scrollbar may come, and needs a gap.
        gap = [BLANK] * self.has_class("-wide")
        score = (line(text, TextStyle.BRIGHT) for text in over.score(glyphs, width))
        counted = (line(text) for text in over.figures(width, glyphs))
        notes = [row for text in over.notes for row in wrap(text, width, TextStyle.DIM)]
        figures.fill([*wrap(over.reason, width), BLANK, *score, *gap, *counted, *notes])
        self._show_keys()

    def _show_banner(self) -> None:
        over, game, glyphs = self._over, self._table.game, self.app.glyphs
        self.query_one("#result-banner", Static).update(Content(f"★  {over.title}  ★"))
        rows = []
        for side in Side:
            off = game.position.count(side, Place.OFF)
            shown = min(off, self._shown_off)
            rest = "·" * (CHECKERS - shown)
            rows.append(f"{glyphs.disc(side) * shown}{rest} {off:>2} off")
        off_label = self.query_one("#result-off", Static)
        off_label.update(Content("\n".join(rows)))
        off_label.display = any(game.position.count(side, Place.OFF) for side in Side)

    def _show_keys(self) -> None:
        parts: list[Content | str | tuple[str, str]] = []
        room = used = self.app.size.width - 2
        for index, choice in enumerate(self._choices):
            is_highlighted = index == self._highlighted
            ground = " on $board-row" if is_highlighted else ""
            key = self.app.get_key_display(choice)
            words = Content.assemble(
                ("space" if is_highlighted else key, f"bold $accent{ground}"),
                (f" {choice.description}", f"$foreground{ground}"),
            )
            used += words.cell_length + 2
            if used > room:  # Keep a key and its word together.
                parts, used = [*parts, "\n"], words.cell_length + 1
            parts += [
                " " * (used > words.cell_length + 1),
                (BAR if is_highlighted else " ", "bold $accent"),
            ]
            parts.append(clickable(words, choice.action))
        if self._is_cut:
            gap = "\n " if used + len(MORE) + 1 > room else "  "
            parts += [gap, (MORE, "bold $accent")]
        self.query_one("#result-keys", Static).update(Content.assemble(*parts[1:]))
        self.query_one("#result-message", Static).update(Content(self._message))

    # ---- actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow accepting or taking back a result; once accepted, the next game or match."""
        if action != "take":
            return True
        again = {NextStep.REMATCH, NextStep.SWAPPED}
        asked = {NextStep.ACCEPT, NextStep.TAKE_BACK}
        follows = again if self._table.match.winner else {NextStep.NEXT_GAME}
        can_do = {*follows, NextStep.RECORDS, NextStep.QUIT} if self._table.accepted else asked
        always = {NextStep.REVIEW, NextStep.PICTURE, NextStep.BOARD}
        return NextStep[str(parameters[0])] in can_do | always

    @property
    def _choices(self) -> list[Binding]:
        shown = [active.binding for active in self.active_bindings.values() if active.binding.show]
        return sorted(shown, key=lambda binding: binding.key == "escape")

    def action_highlight(self, by: int) -> None:
        self._end_arrival()
        before = min(-by, 0) if self._highlighted is None else self._highlighted
        self._highlighted = (before + by) % len(self._choices)
        self._show_keys()

    async def action_take_highlighted(self) -> None:
        if self._end_arrival():
            return
        if self._highlighted is None:
            self._message = _NONE_HIGHLIGHTED
            self._show_keys()
        else:
            await self.run_action(self._choices[self._highlighted].action)

    def action_take(self, step: str) -> None:
        self._end_arrival()
        self.dismiss(NextStep[step])

    def action_score_sheet(self) -> None:
        self.app.open_window(ScoreSheet(self._table))

    def action_share_card(self) -> None:
        """Copy a score card of the game and write it to a file."""
        card = write_card(self._table.game, self._over.naming, self._over.card(_CARD))
        self._message = self.app.copy_and_export(f"{self._table.game_file}-result", card)
        self._show_keys()
