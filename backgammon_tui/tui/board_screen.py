"""The screen with a board: a header, the board, a panel beside it, and the keys.

It shows a mode: keys and clicks are passed to the mode as data, then the new state is shown and its
effects are carried out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.geometry import NULL_SIZE
from textual.timer import Timer
from textual.worker import Worker, WorkerState

from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import (
    AnyEffect,
    Effects,
    Happened,
    KeepProgress,
    Leave,
    Message,
    Open,
    RunReview,
    ScrollPanel,
    SimpleEffect,
    Step,
    TakePicture,
    Work,
)
from backgammon_tui.modes.inputs import Input, Key, Paste, PointAt, Scroll
from backgammon_tui.modes.mode import Mode
from backgammon_tui.modes.text import TextStyle
from backgammon_tui.settings import Signal
from backgammon_tui.storage.journal.problems import problems_reported
from backgammon_tui.tui.app import DECIDING, ReadingPause, TopmostScreen
from backgammon_tui.tui.board import BOARD_STYLES, Board
from backgammon_tui.tui.board_area import BoardArea
from backgammon_tui.tui.lines import Lines
from backgammon_tui.tui.themes import DAYLIGHT

if TYPE_CHECKING:
    from backgammon_tui.game_review import Review

_TOO_SOON = "Pressed too soon: this has only just appeared. Press {0} again."

_FLASH = 0.2
"""Duration of a flash in seconds."""

_PAGE = 10
"""Number of lines that Page Up and Page Down scroll a long text."""


class BoardScreen(TopmostScreen["Table | None"]):
    """A board beside the panel, in one of its modes.

    The result is a table at which the players want to continue. The mode may require something
    first.
    """

    AUTO_FOCUS = ""
    CSS_PATH = BOARD_STYLES
    COMPONENT_CLASSES: ClassVar[set[str]] = {style.component for style in TextStyle}

    def __init__(self, mode: Mode, first: Effects = ()) -> None:
        super().__init__()
        self.mode = mode
        self._first = first
        self._work: Work | None = None
        self._worker: Worker[object] | None = None
        """The last long work begun, and its worker."""
        self._theme_before: str | None = None
        """The theme to restore after presentation mode; None outside of it."""
        self.reading_pause = ReadingPause()
        self._next: Timer | None = None
        """Timer until the mode continues automatically."""
        self.message = ""
        """The message in the footer until the next action."""
        self._shown_at = NULL_SIZE

    def compose(self) -> ComposeResult:
        kept = self.app.drafts.pop(self.mode.draft, None)
        if isinstance(kept, type(self.mode)):
            self.mode = kept.resume(self.mode)
        self.area = BoardArea(self, self.mode, self.show)
        self.app.storage.share_board(self.mode.shared_board)
        self._show_presentation(self.mode.options.presentation)
        self.show()
        yield from self.area.widgets()

    def on_mount(self) -> None:
        for effect in self._first:
            self.carry_out(effect)

    # ---- input

    def on_key(self, event: events.Key) -> None:
        """Pass keys to the mode; any key ends animations."""
        self._end_motion()
        player_input: Input
        try:
            player_input = Key(event.key)
        except ValueError:
            if event.character is None or not event.is_printable:
                return
            player_input = event.character
        event.stop()
        event.prevent_default()
        # Wait for the keys before it, which may be the start of a typed move.
        if event.key not in DECIDING or not self.ignores(event.key):
            self.handle(player_input)
        elif self.message != (message := _TOO_SOON.format(event.key)):
            self.message = message
            self.show()

    def on_paste(self, event: events.Paste) -> None:
        self.handle(Paste(event.text))

    def on_lines_link_clicked(self, event: Lines.LinkClicked) -> None:
        self.handle(event.click)

    def on_board_place_clicked(self, event: Board.PlaceClicked) -> None:
        self.handle(PointAt(event.place, event.is_second))

    def on_board_dice_rested(self) -> None:
        self.show()
        self._see_new_state()

    def _end_motion(self) -> None:
        board = self.area.board
        was_tumbling = board.is_tumbling
        board.end_motion()
        if was_tumbling:
            # The key was pressed before the question could be read.
            self.show()
            self._see_new_state()

    def on_screen_suspend(self) -> None:
        self.area.footer.visible = False

    def on_screen_resume(self) -> None:
        """Show the keys, and restart the pause before the mode continues automatically."""
        self.area.footer.visible = True
        self.app.storage.share_board(self.mode.shared_board)
        self._see_new_state()
        self._take_result()

    def handle(self, player_input: Input) -> None:
        """Pass an input to the mode if the board is visible."""
        if self.area.is_too_small:
            return
        self.clear_message()
        if player_input is Key.TAB and self.mode.has_text and not self.area.has_panel:
            self.area.flip()
            self.show()
        elif self.area.shown_panel.is_text and player_input in (Key.PAGE_UP, Key.PAGE_DOWN):
            self._scroll(_PAGE if player_input is Key.PAGE_DOWN else -_PAGE)
        elif self.area.shown_panel.is_text and isinstance(player_input, Scroll):
            self._scroll(player_input.by)
        else:
            self.take_step(self.mode.handle(player_input))

    def clear_message(self) -> None:
        """Show the keys again in place of a message."""
        if self.message:
            self.message = ""
            self.show()

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
        if self.is_active and self.mode.pause is not None and not self.area.is_too_small:
            self.take_step(self.mode.advance())

    # ---- effects

    def take_step(self, step: Step[Mode]) -> None:
        """Show another state of the mode and carry out its effects."""
        self.mode, effects = step
        self.area.change(self.mode, effects)
        self.app.storage.share_board(self.mode.shared_board)
        is_new = SimpleEffect.READING_PAUSE in effects
        if is_new:
            self.message = ""
        if SimpleEffect.OPTIONS in effects:  # The theme decides how the sides are shown.
            self._show_presentation(self.mode.options.presentation)
        self.show(tumble=SimpleEffect.TUMBLE in effects)
        if is_new:
            self._see_new_state()
        for effect in effects:
            self.carry_out(effect)

    def carry_out(self, effect: AnyEffect) -> None:
        match effect:
            case Open(window):
                self.app.open_window(window, partial(self._answered, effect))
            case Leave(table):
                self._leave(table)
            case ScrollPanel(by):
                self._scroll(by)
            case TakePicture():
                self.call_after_refresh(self._take_picture, effect)
            case KeepProgress():
                self._keep_progress(effect)
            case Work():
                self._begin_work(effect)
            case RunReview(review, then):
                self.app.follow_review(review, partial(self._reviewed, then))
            case SimpleEffect.READ_ON:
                self._read_on()
            case SimpleEffect.SIGNAL:
                self._signal(self.mode.options.signal)
            case SimpleEffect.OPTIONS:
                self.app.storage.remember_options(self.mode.options)
            case SimpleEffect() | Happened():
                pass  # Handled when the mode is shown, or only by a match.

    def _answered(self, opened: Open, answer: object) -> None:
        if answer is not None and opened.then:
            self.take_step(opened.then(self.mode, answer))
        elif answer is None and opened.closed:
            self.take_step(opened.closed(self.mode))
        else:
            self.show()

    def _begin_work(self, work: Work) -> None:
        """Begin long work, unless it is already in progress."""
        is_busy = self._worker is not None and not self._worker.is_finished
        if is_busy and self._work and work.about is not None and work.about is self._work.about:
            return
        self._give_up_work()
        self._work, self._worker = work, self.run_worker(work.run, thread=True, exclusive=True)

    def _reviewed(self, then: Callable[[Any, Review], Step[Any]], review: Review) -> None:
        if self.is_open:
            self.take_step(then(self.mode, review))

    def _give_up_work(self) -> None:
        if self._work and self._work.give_up:
            self._work.give_up()

    def on_unmount(self) -> None:
        self._give_up_work()

    @property
    def takes_results(self) -> bool:
        return True

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker is self._worker:
            self._take_result()

    def _take_result(self) -> None:
        work, worker = self._work, self._worker
        if self.takes_results and work and worker and worker.state is WorkerState.SUCCESS:
            self._work = self._worker = None
            self.take_step(work.then(self.mode, worker.result))

    def _leave(self, table: Table | None) -> None:
        if self.app.screen is not self:
            return  # The previous key has opened a dialog or left the screen.
        self._show_presentation(False)
        self.app.storage.share_board(None)
        if self.mode.draft:
            self.app.drafts[self.mode.draft] = self.mode
        if len(self.app.screen_stack) > 1:
            self.dismiss(table)
        else:
            self.app.leave_board()

    def _keep_progress(self, learnt: KeepProgress) -> None:
        def tell(message: str) -> None:
            if not learnt.is_quiet:
                self.app.open_window(Message(message))

        with problems_reported(tell):
            self.app.storage.keep_progress(learnt.items, is_new=learnt.is_new)

    def _signal(self, signal: Signal) -> None:
        if signal is Signal.BELL:
            self.app.bell()
        elif signal is Signal.FLASH:
            self.add_class("-flash")
            self.set_timer(_FLASH, partial(self.remove_class, "-flash"))

    def _take_picture(self, wanted: TakePicture) -> None:
        message = self.app.export_picture(wanted.table)
        self.take_step(wanted.then(self.mode, message))

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
        self.area.scroll(by)
        self.show()

    def _read_on(self) -> None:
        panel = self.area.shown_panel
        if panel.top < panel.last_top:
            self._scroll(panel.page)
        else:
            self.handle(Key.RIGHT)

    # ---- drawing

    def on_resize(self, event: events.Resize) -> None:
        if event.size != self._shown_at:
            self.show()

    def show(self, *, tumble: bool = False) -> None:
        self._shown_at = self.app.size
        self.area.show(self.message, tumble=tumble)
