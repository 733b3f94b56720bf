"""The screen with a board: a header, the board, a panel beside it, and the keys.

It shows a mode: keys and clicks are passed to the mode as data, then the new state is shown and its
effects are carried out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from rich.style import Style
from textual import events, on
from textual.app import ComposeResult
from textual.color import Color
from textual.containers import Horizontal
from textual.geometry import NULL_SIZE, Region
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Tooltip
from textual.worker import Worker, WorkerState

from backgammon_tui.engine import Game
from backgammon_tui.match.table import Table, white_chance
from backgammon_tui.modes import effects
from backgammon_tui.modes.board import PointPlace, TrayPlace
from backgammon_tui.modes.effects import AnswerT, AnyEffect, Checked, Effects, SimpleEffect, Step
from backgammon_tui.modes.inputs import KEYS, Input, Key, Paste, PointAt, Scroll
from backgammon_tui.modes.mode import PANEL_MARGIN, Frame, Mode, ModeView
from backgammon_tui.modes.text import (
    BLANK,
    Panel,
    Span,
    TextLine,
    TextStyle,
    bold,
    chance_bar,
    line,
    measure,
    spread,
    with_chance,
    with_own_keys,
    wrap,
)
from backgammon_tui.settings import Signal
from backgammon_tui.tui.app import DECIDING, NO_KEY, ReadingPause, TopmostScreen
from backgammon_tui.tui.board import BOARD_STYLES, Board
from backgammon_tui.tui.board.geometry import MIN_HEIGHT, MIN_WIDTH, Fixture, lay_out
from backgammon_tui.tui.board.parts import Part
from backgammon_tui.tui.lines import Lines
from backgammon_tui.tui.textual_internals import LayoutKey
from backgammon_tui.tui.themes import DAYLIGHT
from backgammon_tui.words.columns import fit
from backgammon_tui.words.problems import JournalProblem

if TYPE_CHECKING:
    from backgammon_tui.game_review import Review

_TOO_SOON = "Pressed too soon: this has only just appeared. Press {0} again."
_CAPITAL = "{0} has no effect here, but {1} has. Is Caps Lock on?"

_FLASH = 0.2
"""Duration of a flash in seconds."""

_PAGE = 10
"""Number of lines that Page Up and Page Down scroll a long text."""


_WIDTHS = (80, 95, 100, 110, 119, 150)
"""Screen widths from which the style sheet may choose another width of the panel."""
_HEIGHTS = (21, 30)
"""Screen heights from which there is a panel, and empty rows above and below it."""

_NO_PANEL = 22
"""The width for which a hidden panel is written."""

_TO_BOARD = (Span(" tab", TextStyle.KEY, Key.TAB), Span(" board  ", TextStyle.DIM, Key.TAB))
_TO_TEXT = (Span(" tab", TextStyle.KEY, Key.TAB), Span(" text ", TextStyle.DIM, Key.TAB))
"""The key that switches between text and board if only one of them fits."""


_ANY_KEY = line(" any key shows the roll", TextStyle.DIM)
"""The hint below tumbling dice; the key that stops them does nothing else."""

_HELP_AND_OUT = (Span(" ?", TextStyle.KEY, "?"), Span(" esc", TextStyle.KEY, Key.ESCAPE))
"""The keys at the foot of a board without a panel, if the message leaves room."""


@lru_cache(maxsize=4)
def _blank(width: int, ground: Color) -> Strip:
    """Return an empty row; shared, because a strip remembers how the parts of a board cut it."""
    return Strip.blank(width, Style(bgcolor=ground.rich_color))


class BoardScreen(TopmostScreen[None]):
    """A board beside the panel, in one of its modes."""

    AUTO_FOCUS = ""
    CSS_PATH = BOARD_STYLES

    def __init__(self, mode: Mode, first: Effects = ()) -> None:
        super().__init__()
        self.mode = mode
        self._first = first
        self._work: effects.Work[Checked, Checked] | None = None
        self._worker: Worker[object] | None = None
        """The last long work begun, and its worker."""
        self._theme_before: str | None = None
        """The theme to restore after presentation mode; None outside of it."""
        self.reading_pause = ReadingPause()
        self._next: Timer | None = None
        """Timer until the mode continues automatically."""
        self.message = ""
        """The message in the footer until the next action."""
        self.is_waiting = False
        """True while the message stays, because an action is still to be saved."""
        self._shown_at = NULL_SIZE
        self._top: int | None = None
        """The scroll offset of the panel; None if it has not been scrolled."""
        self._reads = True
        """True if the text is shown instead of the board when only one of them fits."""
        self.shown_panel = Panel(())
        self.header, self.footer = Lines(id="header"), Lines(id="footer")
        self._panel = Lines(id="panel", margin=PANEL_MARGIN)
        self.bar = Lines(id="bar")
        self._aside = Horizontal(self.bar, self._panel, id="aside")
        self._judged: Game | None = None
        """The game whose winning chances are shown or being computed."""
        self._is_judging = False
        self._chance: float | None = None

    def compose(self) -> ComposeResult:
        kept = self.app.drafts.pop(self.mode.draft, None)
        if isinstance(kept, type(self.mode)):
            self.mode = kept.resume(self.mode)
        elif self.mode.keeps_lines and (lines := self.app.storage.read_sandbox(self.mode.draft)):
            self.mode = self.mode.with_kept_lines(lines)
        self.board = Board(self.app.look, id="board")
        self._show_presentation(self.mode.options.presentation)
        self._set_classes(update=False)  # The parts get their styles when they are mounted.
        yield from (
            self.header,
            self.board,
            self._aside,
            self.footer,
        )

    async def mount_composed_widgets(self, widgets: list[Widget]) -> None:
        """Show the first state before the board adds its parts, which are then styled only once."""
        mounted = self.mount_all(widgets)
        self.show()
        await mounted

    def on_mount(self) -> None:
        for effect in self._first:
            self.carry_out(effect)

    def render_lines(self, crop: Region) -> list[Strip]:
        return [_blank(crop.width, self.styles.background)] * crop.height

    # ---- input

    def on_key(self, event: events.Key) -> None:
        """Pass keys to the mode; any key ends animations and hides the words about a place."""
        self.query_children(Tooltip).set(display=False)
        was_tumbling = self.board.is_tumbling
        self.board.end_motion()
        if was_tumbling:
            self.show_roll()  # The key came before the question could be read.
        player_input = KEYS.get(event.key) or (event.character if event.is_printable else None)
        if player_input is None:
            return
        event.stop()
        event.prevent_default()
        # Wait for the keys before it, which may be the start of a typed move.
        if event.key not in DECIDING or not self.ignores(event.key):
            self.handle(player_input, typed=event.typed if isinstance(event, LayoutKey) else "")
        elif self.message != (message := _TOO_SOON.format(event.key)):
            self.message = message
            self.show()

    def on_paste(self, event: events.Paste) -> None:
        self.handle(Paste(event.text))

    @on(Lines.LinkClicked)
    def click_text(self, event: Lines.LinkClicked) -> None:
        self.handle(event.click)

    @on(Part.Clicked)
    def click_board(self, event: Part.Clicked) -> None:
        match event.part:
            case Fixture.BAND:
                self.handle(PointAt(None, event.is_second))
            case PointPlace() | TrayPlace() as place:
                self.handle(PointAt(place, event.is_second))

    @on(Board.DiceRested)
    def show_roll(self) -> None:
        self.show()
        self._see_new_state()

    def on_screen_suspend(self) -> None:
        self.footer.visible = False

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Show the keys, and restart the pause before the mode continues automatically."""
        if not self.stack_updates:
            # The screen was styled before its style sheet was read, its parts after it.
            event.refresh_styles = False
            self.app.stylesheet.apply(self)
        self.footer.visible = True
        self.app.storage.share_board(self.mode.shared_board)
        self._see_new_state()
        self._take_result()

    def handle(self, player_input: Input, typed: str = "") -> None:
        """Pass an input to the mode if the board is visible; `typed` is its foreign character."""
        if self.is_too_small:
            return
        if self.message and not self.is_waiting:
            self.message = ""
            self.show()
        if player_input is Key.TAB and self.mode.has_text and not self.has_panel:
            self._reads = not self._reads
            self.show()
        elif self.shown_panel.is_text and player_input in (Key.PAGE_UP, Key.PAGE_DOWN):
            self._scroll(_PAGE if player_input is Key.PAGE_DOWN else -_PAGE)
        elif self.shown_panel.is_text and isinstance(player_input, Scroll):
            self._scroll(player_input.by)
        elif isinstance(player_input, str) and self.mode.has_only_small(player_input):
            shown = map(self.app.own_keys.shown, (player_input, player_input.lower()))
            self.message = _CAPITAL.format(*shown)
            self.show()
        else:
            step = self.mode.handle(player_input)
            if typed and step == (self.mode, ()):
                self.message = NO_KEY.format(typed).strip()
            self.take_step(step)

    @property
    def takes_words(self) -> bool:
        return self.mode.is_typing_word

    def ignores(self, key: str) -> bool:
        return self.mode.is_confirm_key(Key(key)) and self.reading_pause.drops_press()

    def _see_new_state(self) -> None:
        """Restart the pauses, because a new state must be seen before a key decides anything."""
        self.reading_pause.begin()
        if self._next:
            self._next.stop()
        pause = self.mode.pause
        self._next = None if pause is None else self.set_timer(pause, self._go_on)

    def _go_on(self) -> None:
        # `is_current` would also be true below a dialog.
        if self.is_active and self.mode.pause is not None and not self.is_too_small:
            self.take_step(self.mode.advance())

    # ---- effects

    def take_step(self, step: Step[Mode]) -> None:
        """Show another state of the mode and carry out its effects."""
        self.mode, wanted = step
        if SimpleEffect.NEW_LIST in wanted or SimpleEffect.NEW_TEXT in wanted:
            self._top = None  # A new text starts at its top.
        self._reads |= SimpleEffect.NEW_TEXT in wanted
        self.app.storage.share_board(self.mode.shared_board)
        if self.mode.keeps_lines and self.mode.draft:
            self.app.storage.keep_sandbox(self.mode.draft, self.mode.kept_lines)
        is_new = SimpleEffect.READING_PAUSE in wanted
        if is_new:
            self.message = ""
        if SimpleEffect.OPTIONS in wanted:  # The theme decides how the sides are shown.
            self._show_presentation(self.mode.options.presentation)
        self.show(tumble=SimpleEffect.TUMBLE in wanted)
        if is_new:
            self._see_new_state()
        for effect in wanted:
            self.carry_out(effect)

    def carry_out(self, effect: AnyEffect) -> None:
        match effect:
            case effects.Open(window):
                self.app.open_window(window, partial(self._answered, effect))
            case effects.Leave(table, ruleset):
                self._leave(table, ruleset)
            case effects.ScrollPanel(by):
                self._scroll(by)
            case effects.TakePicture(table, then):
                self.call_after_refresh(
                    lambda: self.take_step(then(self.mode, self.app.export_picture(table)))
                )
            case effects.KeepProgress(items, is_quiet, is_new):
                try:
                    self.app.storage.keep_progress(items, is_new=is_new)
                except JournalProblem as problem:
                    if not is_quiet:
                        self.app.open_window(effects.Message(str(problem)))
            case effects.Work():
                self._begin_work(effect)
            case effects.RunReview(review, then):
                self.app.follow_review(review, partial(self._reviewed, then))
            case SimpleEffect.READ_ON if self.shown_panel.top < self.shown_panel.last_top:
                self._scroll(self.shown_panel.page)
            case SimpleEffect.READ_ON:
                self.handle(Key.RIGHT)
            case SimpleEffect.SIGNAL if self.mode.options.signal is Signal.BELL:
                self.app.bell()
            case SimpleEffect.SIGNAL if self.mode.options.signal is Signal.FLASH:
                self.add_class("-flash")
                self.set_timer(_FLASH, partial(self.remove_class, "-flash"))
            case SimpleEffect.OPTIONS:
                self.app.remember_options(self.mode.options)
                self.show()  # The options may change the characters.
            case SimpleEffect.MARKS_EXPLAINED:
                self.app.storage.remember(marks_explained=True)
            case SimpleEffect() | effects.Settled():
                pass  # Handled when the mode is shown, or only by a match.

    def _answered(self, opened: effects.Open[Checked, AnswerT], answer: AnswerT | None) -> None:
        if answer is not None and opened.then:
            self.take_step(opened.then(self.mode, answer))
        elif answer is None and opened.closed:
            self.take_step(opened.closed(self.mode))
        else:
            self.show()

    def _begin_work(self, work: effects.Work[Checked, Checked]) -> None:
        """Begin long work, unless it is already in progress."""
        is_busy = self._worker is not None and not self._worker.is_finished
        if is_busy and self._work and work.about is not None and work.about is self._work.about:
            return
        self._give_up_work()
        worker = self.run_worker(work.run, thread=True, exclusive=True, exit_on_error=False)
        self._work, self._worker = work, worker

    def _reviewed(self, then: Callable[[Checked, Review], Step[Mode]], review: Review) -> None:
        if self.is_open:
            self.take_step(then(self.mode, review))

    def _give_up_work(self) -> None:
        if self._work and self._work.give_up:
            self._work.give_up()

    def on_unmount(self) -> None:
        self._give_up_work()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker is self._worker:
            self._take_result()

    def _take_result(self) -> None:
        work, worker = self._work, self._worker
        if self.is_active and work and worker and worker.state is WorkerState.SUCCESS:
            self._work = self._worker = None
            self.take_step(work.then(self.mode, worker.result))
        elif self.is_active and work and worker and worker.state is WorkerState.ERROR:
            self._work = self._worker = None
            if work.otherwise:
                self.take_step(work.otherwise(self.mode))
            self._report_failure(worker.error)

    def _report_failure(self, error: BaseException | None) -> None:
        """Name the error of a computation; the game goes on without its result."""
        self.message = f"The computer could not work this out: {type(error).__name__}: {error}"
        self.show()

    def _leave(self, table: Table | None, ruleset: str) -> None:
        if self.app.screen is not self:
            return  # The previous key has opened a dialog or left the screen.
        self._show_presentation(False)
        self.app.storage.share_board(None)
        if self.mode.draft:
            self.app.drafts[self.mode.draft] = self.mode
        if table:
            self.play_at(table)
        elif ruleset:
            self.offer_match(ruleset)
        elif len(self.app.screen_stack) > 1:
            self.dismiss()
        else:
            self.app.leave_board()

    @property
    def is_presenting(self) -> bool:
        return self.mode.options.presentation

    def _show_presentation(self, is_on: bool) -> None:
        if is_on and self._theme_before is None:
            self._theme_before, self.app.theme = self.app.theme, DAYLIGHT.name
        elif self._theme_before is not None and not is_on:
            self.app.theme, self._theme_before = self._theme_before, None

    # ---- scrolling

    def _scroll(self, by: int) -> None:
        self._top = max(self.shown_panel.top + by, 0)
        self.show()

    # ---- drawing

    def on_resize(self, event: events.Resize) -> None:
        if event.size != self._shown_at:
            self.show()
        elif event.size == self.size:
            event.prevent_default()  # At the start, Textual reports the same size several times.

    def show(self, *, tumble: bool = False) -> None:
        """Show everything that fits, or say that the window is too small."""
        self._shown_at, mode = self.app.size, self.mode
        self._set_classes()
        width, height = self.app.size
        if self.is_too_small:
            self._show_too_small(width, height)
            return
        rows = height - (4 if self.has_class("-airy") else 2)
        view = mode.view(Frame(width, (self._panel_columns, rows), self.app.glyphs, self._top))
        if view.board:
            self.board.is_animated = mode.options.motion
            self.board.show_turn(view.dice, view.stages, tumble=tumble)
            if self.board.is_tumbling:
                # Board, panel and keys show the roll once the dice have come to rest.
                self.footer.show((_ANY_KEY,))
                return
            self.board.show(view.board)
        self._show_chance(view, height - 2)
        if not self.has_panel and not self._shows_text:
            self._show_brief(view, width)
            return
        self._show_footer(self.message or view.message, width)
        self.shown_panel = view.panel
        if not view.panel.is_text or self._top is not None:
            self._top = view.panel.top
        lines = view.panel.lines
        lines = with_own_keys(lines, self.app.own_keys)
        self._panel.show(bold(lines) if mode.options.presentation else lines)

    def _show_footer(self, message: str, width: int) -> None:
        if message:
            # Keep the end of a long path visible.
            shown = f" {message}" if len(message) < width else f" …{message[2 - width :]}"
            self.footer.show((line(fit(shown, width), TextStyle.DIM),))
            return
        before = _TO_BOARD if self._shows_text else (Span(" "),)
        keys = self.mode.footer(width + 1 - measure(before))
        keys = TextLine((*before, *keys.spans[1:]))
        self.footer.show(with_own_keys((keys,), self.app.own_keys))

    def _show_chance(self, view: ModeView, height: int) -> None:
        """Show the header; show winning chances, if known, in it and beside the board."""
        if view.judged is None:
            self._judged = self._chance = None
        elif view.judged != self._judged and not self._is_judging:
            self._judged, self._is_judging = view.judged, True
            judging = self._judge(view.judged)
            self.run_worker(judging, group="winning chances", exit_on_error=False)
        chance = self._chance  # The previous one until the new one is computed.
        self.header.show((with_chance(view.header, chance, self.app.glyphs),))
        if chance is not None:
            self.bar.show(chance_bar(chance, height, self.app.glyphs))
        if self.has_class("-judged") != (chance is not None):
            self.call_later(self.show)  # The bar takes one column from the panel.

    async def _judge(self, game: Game) -> None:
        try:
            chance = await asyncio.to_thread(white_chance, game)
        finally:
            self._is_judging = False
        if self._judged == game:
            self._chance = chance
        self.show()

    def _show_brief(self, view: ModeView, width: int) -> None:
        """Show the panel's content above and below the board when the panel does not fit."""
        back = _TO_TEXT if self.mode.has_text else ()
        room = width - measure(back)
        *above, foot = self.mode.brief(room, self.app.glyphs)
        beside = room - measure(_HELP_AND_OUT) - 1
        *shorter, metrics = self.mode.brief(beside, self.app.glyphs)
        keys: tuple[Span, ...] = ()
        if len(shorter) == len(above) and measure(metrics.spans) <= beside:
            above, foot, keys = shorter, metrics, _HELP_AND_OUT
        foot = TextLine((*back, *spread(foot.spans, keys, room + (not keys))), foot.click)
        fitting = (row._replace(spans=spread(row.spans, (), width + 1)) for row in above)
        self.header.show(tuple(fitting) or (view.header,))
        self.footer.show(with_own_keys((foot,), self.app.own_keys))
        self.shown_panel = Panel(())

    def _show_too_small(self, width: int, height: int) -> None:
        minimum = f"{MIN_WIDTH}×{MIN_HEIGHT + 2}"
        need = f"The window is too small: {minimum} needed. Your game is safe."
        message = wrap(f"{need} {self.app.room_advice}", max(width - 2, 1))
        centered = (line(row.text.center(width)) for row in message)
        self.header.show((*[BLANK] * max((height - len(message)) // 2, 0), *centered))

    # ---- layout

    def _set_classes(self, *, update: bool = True) -> None:
        """Set the classes by which the style sheet lays out the screen."""
        (width, height), mode = self.app.size, self.mode
        has_panel = width >= _WIDTHS[0] and height >= _HEIGHTS[0]
        is_reading = self._reads and mode.has_text and not has_panel
        classes = {f"-from-{columns}": width >= columns for columns in _WIDTHS}
        classes |= {
            "-too-small": self.is_too_small,
            "-panel": has_panel,
            "-reading": is_reading,
            "-airy": height >= _HEIGHTS[1],
            "-wide-panel": mode.has_wide_panel,
            "-presentation": mode.options.presentation,
            "-judged": self._chance is not None,
        }
        self.update_classes(classes, update, animate=False)

    @property
    def has_panel(self) -> bool:
        return self.has_class("-panel")

    @property
    def is_too_small(self) -> bool:
        width, height = self.app.size
        return lay_out(width, height - 2) is None

    @property
    def _shows_text(self) -> bool:
        return self.has_class("-reading")

    @property
    def _panel_columns(self) -> int:
        """The columns of the panel's text; Textual has not laid it out yet."""
        if not (self.has_panel or self._shows_text):
            return _NO_PANEL
        # The winning chances may be known before the parts are mounted.
        side = self._aside.styles.width
        columns = int(side.value) if side and side.is_cells else self.app.size.width
        return columns - 2 * PANEL_MARGIN - (self.has_panel and self.has_class("-judged"))
