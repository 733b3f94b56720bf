"""The application, the base class of its screens, and the filter for held keys.

Modules that are not always needed are imported inside functions, to show the first frame sooner.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from io import BytesIO
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Protocol, TypeVar, overload

from rich.console import RenderableType
from textual import events, getters, work
from textual.actions import ActionParseResult
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import ANSIToTruecolor, LineFilter
from textual.message import Message as AppMessage
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.theme import Theme
from textual.worker import Worker

from backgammon_tui.keyboards import in_notation, us_keys
from backgammon_tui.keys import Keys
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import AnswerT, KeyPage, Message, Window
from backgammon_tui.modes.text import ASCII, LETTERS, Glyphs, TextStyle, line
from backgammon_tui.session import ExitSummary, Session
from backgammon_tui.settings import BoardStyle, Settings
from backgammon_tui.storage.paths import plain_name, started_as, write_shared_file
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.text_file import only_visible
from backgammon_tui.tui import LaunchOptions
from backgammon_tui.tui.board import BOARD_STYLES, DrawnBoard, RenderOptions
from backgammon_tui.tui.board.pixel_output import PixelOutput
from backgammon_tui.tui.lines import Lines
from backgammon_tui.tui.terminal_output import OnlyVisible, ShownCells, WholeCells
from backgammon_tui.tui.textual_internals import LayoutKey, NearbyChanges, forget_closed_widgets
from backgammon_tui.tui.themes import CONTRAST, LAMPLIGHT, ColorDepth, look_for, themes_for
from backgammon_tui.words.problems import (
    StorageErrorKind,
    describe_no_backup,
    describe_not_written,
    describe_written,
)

if TYPE_CHECKING:
    from backgammon_tui.analysis.review import Finding
    from backgammon_tui.engine.moves import Action
    from backgammon_tui.game_review import Review
    from backgammon_tui.modes.mode import Mode
    from backgammon_tui.storage.journal.journal import Journal
    from backgammon_tui.storage.journal.match_lock import MatchLock
    from backgammon_tui.tui.terminal_answers import InputFailed, TerminalAnswered
    from backgammon_tui.words.problems import JournalProblem


FromJournal = TypeVar("FromJournal")
ScreenAnswer = TypeVar("ScreenAnswer")

RECORDS: Final = "records"
"""The group of workers that wait for the journal."""

_GC_THRESHOLD = 10_000
"""Number of new objects that triggers the garbage collector. A play makes thousands, nearly all
short-lived, and the default threshold took a twentieth of the time.
"""

_ENDINGS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")
_MIN_WIDE_WIDTH = 24
"""Width below which there are no scrollbars, because they would leave no room for text."""
_AT_ONCE = "Leave immediately; every game is saved"


class ScreenMaker(Protocol):
    """Makes a window, the first screen or the report of a problem."""

    @overload
    def __call__(self, app: BackgammonApp, shown: Window[AnswerT]) -> Screen[AnswerT | None]: ...
    @overload
    def __call__(
        self, app: BackgammonApp, shown: LaunchOptions | JournalProblem
    ) -> Screen[object]: ...


def bind(
    keys: str,
    action: str,
    says: str = "",
    about: str = "",
    *,
    display: str | None = None,
    priority: bool = False,
) -> Binding:
    """Bind keys: `says` is for the foot of the screen, `about` for the page of keys."""
    return Binding(keys, action, says, tooltip=about, key_display=display, priority=priority)


QUIT_PAGE: Final = bind("Q", "close", about="Quit this page")


class RecordsChanged(AppMessage):
    """Posted to a screen when the records have changed since it read them."""


_MAX_FINDINGS = 4
"""Maximum number of games whose findings stay in memory, each with some 100 kB."""


class BackgammonApp(App[None]):
    """The application: backgammon for two players at one keyboard."""

    TITLE = "backgammon"
    ALLOW_SELECT = False
    TOOLTIP_DELAY = 1.0  # A player who clicks should not meet them.
    # The menu has every command, and typing ahead can close Textual's command palette.
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        # Leaving loses nothing, so there is no question.
        bind("ctrl+c", "leave('SIGINT')", about=_AT_ONCE, priority=True),
        bind("ctrl+backslash", "leave('SIGQUIT')", priority=True),
        bind("question_mark", "keys"),
        bind("ctrl+z", "suspend_process", priority=True),
        bind("ctrl+l", "repaint", priority=True),
    ]

    def __init__(
        self,
        launch: LaunchOptions,
        screen_of: ScreenMaker,
        driver_class: type[Driver] | None = None,
    ) -> None:
        """Start with options; `screen_of` makes the first screen, windows and error reports."""
        # Textual reads a screen's style sheets when it is pushed, except for the first screen.
        has_board = launch.table or launch.lesson or launch.follower
        first = BOARD_STYLES if has_board else Path("screens/start.tcss")
        super().__init__(driver_class=driver_class, css_path=["app.tcss", first])
        self._launch, self._screen_of = launch, screen_of
        is_watching = launch.follower is not None
        self.storage = Storage(
            launch.journal, launch.settings, is_read_only=is_watching, window=launch.window
        )
        self._session: Session | None = None
        self._left: list[ExitSummary] = []
        self._chosen_theme = launch.theme
        depth = ColorDepth.from_name(self.console.color_system)
        for theme in themes_for(depth):
            self.register_theme(theme)
        # Without colours, the greys of the high-contrast theme distinguish the sides best.
        self.theme = CONTRAST.name if self.no_color else launch.theme
        self._look_for = cache(partial(look_for, no_color=self.no_color, depth=depth))
        filters = super().get_line_filters()
        kept = [f for f in filters if not isinstance(f, ANSIToTruecolor)]
        # Textual forgets all painted lines if it gets other filters.
        self._filters_of = cache(lambda is_ascii: [*kept, OnlyVisible(is_ascii=is_ascii)])
        self.underlay = PixelOutput(self, self._board_style)
        self.shown = ShownCells()
        self.drafts: dict[str, Mode] = {}
        """Sandboxes and lessons as they were left."""
        self._reviews: dict[tuple[Action, ...], tuple[Review, Callable[[Review], object]]] = {}
        """Reviews in progress, with what follows each step."""
        self._findings: dict[tuple[Action, ...], tuple[Finding, ...]] = {}
        """Findings of the last finished reviews; nothing else of a game stays in memory."""

    @property
    def look(self) -> RenderOptions:
        is_asked = self.storage.settings.board is BoardStyle.ASCII
        return self._look_for(ascii_only=is_asked or self._launch.ascii_only)

    def remember_options(self, options: Settings) -> None:
        """Save changed options, and draw everything in the characters that they allow."""
        before = self.look
        self.storage.remember_options(options)
        if self.look != before:
            self._use_look()
            for screen in self.screen_stack:
                for board in screen.query(DrawnBoard):
                    board.use_look(self.look)
            self.action_repaint()

    def _use_look(self) -> None:
        self.set_class(self.look.ascii, "-ascii")
        ScrollBar.renderer = WholeCells if self.look.ascii else ScrollBarRender

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        super()._display(screen, renderable and self.shown.changes(renderable))

    def _board_style(self) -> BoardStyle:
        # A page in a browser would type its answers to questions about pictures.
        is_rich = self.look.blends and not self.look.is_text and not self.is_web
        return self.storage.settings.board if is_rich else BoardStyle.TEXT

    def post_display_hook(self) -> None:
        self.underlay.flush()

    def on_terminal_answered(self, event: TerminalAnswered) -> None:
        self.underlay.use_terminal(event.terminal)

    def on_resize(self, event: events.Resize) -> None:
        """Query the pixels of a cell, because they change with the size of the font."""
        self.shown.forget()
        self.underlay.ask_for_cell()
        if self.has_class("-slim") is not (event.size.width < _MIN_WIDE_WIDTH):
            self.toggle_class("-slim")
            # Textual styles its widgets only when idle, which a layout may prevent.
            for screen in self.screen_stack:
                self.stylesheet.update(screen)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Remove control characters from all output, and send the 16 colours by their names."""
        return self._filters_of(self.look.ascii)

    def on_load(self) -> None:
        """Install signal handlers before the terminal is taken over."""
        sys.setswitchinterval(0.0005)  # A frame waits for the thread that writes it.
        loop = asyncio.get_running_loop()
        for name in _ENDINGS:
            # Not possible on Windows or outside the main thread.
            with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
                number = getattr(signal, name)
                loop.add_signal_handler(number, self._end, number)

    def on_mount(self) -> None:
        self._use_look()

    def _end(self, number: int) -> None:
        self.exit(return_code=128 + number)  # The exit code that shells give for a signal.

    def on_terminal_closed(self) -> None:
        self._end(signal.SIGHUP)

    def action_leave(self, name: str) -> None:
        self._end(getattr(signal, name, signal.SIGINT))

    def action_repaint(self) -> None:
        self.shown.forget()
        self.refresh()

    def get_key_display(self, binding: Binding) -> str:
        """Name the player's key, with a word instead of signs that not every terminal draws."""
        display = super().get_key_display(binding)
        is_drawn = display.isascii() and "^" not in display
        return self.own_keys.shown(display if is_drawn else binding.key)

    def action_keys(self) -> None:
        """Show the keys of a screen that has a page of them; boards show their own."""
        keys = {
            self.get_key_display(binding): binding.tooltip[0].upper() + binding.tooltip[1:]
            for _, binding, *_ in self.screen.active_bindings.values()
            if binding.tooltip and binding.action != "quit"  # Players quit with ctrl+c.
        }
        if keys:
            self.open_window(KeyPage("Keys", tuple(keys.items())))

    def leave_board(self, ruleset: str = "") -> None:
        """Show the first screen to learners; exit for others, who asked only for a board.

        A match of a game can be set up on it.
        """
        if self._launch.lesson:
            first = self._screen_of(self, self._launch._replace(lesson=None))
            self.push_screen(first)
            if ruleset and isinstance(first, TopmostScreen):
                self.call_after_refresh(first.offer_match, ruleset)
        else:
            self.exit()

    def open_window(
        self, window: Window[AnswerT], then: Callable[[AnswerT | None], None] | None = None
    ) -> None:
        self.push_screen(self._screen_of(self, window), then)

    @property
    def glyphs(self) -> Glyphs:
        """The characters of header, panel and footer in the current theme."""
        look = self.look
        glyphs = ASCII if look.ascii else LETTERS if look.has_letters else Glyphs()
        if self.current_theme.dark:
            return glyphs
        if not look.has_letters:  # On a light ground an outline looks white, a filled disc black.
            glyphs = glyphs._replace(white=glyphs.black, black=glyphs.white)
        return glyphs._replace(white_part="░", black_part="█")

    @property
    def room_advice(self) -> str:
        """Advice for a window that is too small for a board."""
        if self.is_web:
            return "Turn the screen, or make the text smaller."
        return f"{started_as()} --plain plays in any window."

    # ---- work in the background

    async def ask_journal(self, ask: Callable[[Journal], FromJournal]) -> FromJournal:
        """Query the journal in another thread and return the answer; may raise `JournalProblem`."""
        # Imported here because the first frame does not need it.
        from backgammon_tui.storage.journal.journal import Journal

        assert self.storage.journal
        path = self.storage.journal.path

        def work() -> FromJournal:
            # A database connection belongs to the thread that opened it.
            with Journal(path) as journal:
                return ask(journal)

        return await asyncio.to_thread(work)

    def follow_review(self, review: Review, then: Callable[[Review], object]) -> None:
        """Continue a review to its end, calling `then` after each step.

        If the game has already been reviewed since the program started, resume that review.
        """
        actions = tuple(review.table.actions)
        running = self._reviews.get(actions)
        if running:
            review = review.resume(running[0].findings, running[0].looked_at)
        elif actions in self._findings:
            review = review.resume(self._findings[actions], len(actions))
        self._reviews[actions] = review, then
        if running is None:
            self.run_worker(self._go_on(actions))

    async def _go_on(self, actions: tuple[Action, ...]) -> None:
        while not self._reviews[actions][0].is_done:
            step = await asyncio.to_thread(self._reviews[actions][0].review_step)
            review, then = self._reviews[actions]
            review = review.merged(step)
            self._reviews[actions] = review, then
            then(review)
        self._findings[actions] = self._reviews.pop(actions)[0].findings
        for earlier in [*self._findings][:-_MAX_FINDINGS]:
            del self._findings[earlier]

    # ---- exporting text

    def export_file(self, name: str, text: str, ending: str, folder: Path | None = None) -> str:
        """Write a text to a new file and return a message; in a browser, download it.

        The name is reduced to characters that every system accepts. Without a folder, the folder
        for sharing is used.
        """
        if not self.is_web:
            try:
                return describe_written(write_shared_file(name, text, ending, folder))
            except OSError as error:
                return describe_not_written(error)
        file = f"{plain_name(name)}{ending}"
        self.deliver_binary(BytesIO(text.encode()), save_filename=file)
        return f"Your browser has saved it as {file}."

    def copy_and_export(self, name: str, text: str, ending: str = ".txt") -> str:
        """Copy a text to the clipboard, write it to a new file, and return a message."""
        self.copy_to_clipboard(text)
        return f"Copied to the clipboard. {self.export_file(name, text, ending)}"

    def export_picture(self, table: Table) -> str:
        picture = self.export_screenshot(title=table.record.rules.title)
        return self.export_file(f"{table.game_file}-board", picture, ".svg")

    # ---- crashes

    @property
    def fault(self) -> Exception | None:
        return self._exception

    def _fatal_error(self) -> None:
        """Exit with an error, which the caller of the program reports.

        Textual would spend seconds formatting all local variables and print them, including the
        secret of the dice.
        """
        self._close_messages_no_wait()

    def on_input_failed(self, event: InputFailed) -> None:
        raise event.error

    async def on_event(self, event: events.Event) -> None:
        """Prevent held keys from deciding, and pasted text from acting as keys."""
        if isinstance(event, events.Key) and event.key in DECIDING and not event.is_forwarded:
            screen = self.screen
            if screen.is_modal and isinstance(screen, TopmostScreen) and screen.ignores(event.key):
                return
        if isinstance(event, events.Paste) and not event.is_forwarded:
            # Terminals paste line ends as the Return key.
            text = event.text.replace("\r\n", "\n").replace("\r", "\n")
            event.text = only_visible(text.replace("\t", " "))
        if isinstance(event, events.Key) and not event.is_forwarded:
            event = self._with_usual_key(event)
        await super().on_event(event)

    @property
    def own_keys(self) -> Keys:
        return self.storage.settings.keys

    def _with_usual_key(self, event: events.Key) -> events.Key:
        """Return the usual key for a press in any layout; fields of text take any text."""
        typed = event.typed if isinstance(event, LayoutKey) else event.character
        if typed is None:
            return event
        if (field := self.focused) and field.check_consume_key(event.key, typed):
            return events.Key(typed, typed) if isinstance(event, LayoutKey) else event
        us_key = (event.character if isinstance(event, LayoutKey) else us_keys(typed)) or ""
        screen = self.screen_stack and self.screen
        if not (isinstance(screen, TopmostScreen) and screen.takes_words):
            us_key = in_notation(self.own_keys.usual(us_key))
        return event if us_key == event.character else LayoutKey(typed, us_key)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action, unless the previous key has opened its screen, which is not ready yet.

        Textual looks up keys in the top screen as soon as it is requested.
        """
        if isinstance(default_namespace, Screen) and not default_namespace.is_mounted:
            return False
        return await super().run_action(action, default_namespace, namespaces)

    def on_ready(self) -> None:
        if not gc.isenabled():
            gc.freeze()  # Exclude the program's own objects from garbage collection.
            gc.set_threshold(_GC_THRESHOLD)
            gc.enable()
        if self._launch.follower is None:
            self._back_up()
        self.theme_changed_signal.subscribe(self, self._remember_theme)
        # A suspended terminal comes back empty.
        self.app_resume_signal.subscribe(self, lambda _: self.action_repaint())
        if self._launch.notice:
            self.open_window(Message(self._launch.notice))
        if self._launch.journal:
            self.call_later(_warm_up)

    @work
    async def _back_up(self) -> None:
        problem = await asyncio.to_thread(self.storage.back_up)
        if problem is None:
            return
        trouble = self._screen_of(self, problem)
        if isinstance(self.screen, type(trouble)):
            return  # The problem is already on the screen.
        if problem.kind is not StorageErrorKind.DAMAGED:
            self.open_window(Message(describe_no_backup(str(problem))))
            return
        await self.push_screen_wait(trouble)
        self.screen.post_message(RecordsChanged())

    def _remember_theme(self, theme: Theme) -> None:
        """Save a chosen theme, except that of presentation mode and the one after it."""
        is_big = any(
            isinstance(screen, TopmostScreen) and screen.is_presenting
            for screen in self.screen_stack
        )
        if not self.no_color and not is_big and theme.name != self._chosen_theme:
            self._chosen_theme = theme.name
            self.storage.remember(theme=theme.name)

    def on_unmount(self) -> None:
        self.close_session()
        self.storage.close()

    def refresh_css(self, animate: bool = True) -> None:
        """Apply the theme's colours, unless no style sheet has been read yet."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return LAMPLIGHT.variables

    @property
    def records(self) -> tuple[MatchRecord, ...]:
        """The matches left at the tables; a resumed one only in its last state."""
        tables = [*self._left, *([self._session.left] if self._session else [])]
        records: list[MatchRecord] = []
        for index, left in enumerate(tables):
            is_resumed = left.match in {later.match for later in tables[index + 1 :]} - {None}
            records += left.records[: -1 if is_resumed else None]
        return tuple(match for match in records if any(game.entries for game in match.games))

    @property
    def left(self) -> ExitSummary | None:
        return self._left[-1] if self._left else None

    def start_session(self, table: Table, lock: MatchLock | None) -> Session:
        self._session = Session(table, self.storage, lock)
        return self._session

    def close_session(self) -> None:
        """Close the session, releasing the lock on the match."""
        if self._session:
            self._left.append(self._session.left)
            self._session.release()
            self._session = None

    def get_default_screen(self) -> Screen[object]:
        return self._screen_of(self, self._launch)


NO_KEY: Final = " {} has no effect here; ? lists the keys"


class TopmostScreen(Screen[ScreenAnswer], Generic[ScreenAnswer]):
    """A screen that acts only while it is on top. Escape closes it.

    A terminal can deliver several keys and clicks in one read. Textual sends all of them to the
    screen that is on top at that moment, even if the first of them closes or covers it.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {style.value for style in TextStyle}

    app = getters.app(BackgammonApp)
    opening: Worker[None] | None = None
    """The work that reads the next page before it opens, or has done so."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = NearbyChanges()

    @property
    def is_open(self) -> bool:
        return self in self.app.screen_stack

    @property
    def is_presenting(self) -> bool:
        return False

    def dismiss(self, result: ScreenAnswer | None = None) -> AwaitComplete:
        """Close the screen with a result, unless it is already closed or covered.

        Textual would close whichever screen is on top.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def action_close(self) -> None:
        """Close the screen, or give up the page that is about to open."""
        if self.opening and self.opening.is_running:
            self.opening.cancel()
        else:
            self.dismiss(None)

    def play_at(self, table: Table, lock: MatchLock | None = None) -> None:
        """Play at another table, on a screen below; a resumed match comes with its lock."""
        self.app.pop_screen()
        below = self.app.screen
        assert isinstance(below, TopmostScreen)
        below.play_at(table, lock)

    def offer_match(self, ruleset: str) -> None:
        """Set up a match on the first screen; return to the match if one is played below."""
        if len(self.app.screen_stack) == 1:
            self.app.leave_board(ruleset)
            return
        self.app.pop_screen()
        below = self.app.screen
        assert isinstance(below, TopmostScreen)
        below.offer_match(ruleset)

    def ignores(self, key: str) -> bool:
        return False

    @property
    def takes_words(self) -> bool:
        """True if letters belong to a word that is being typed, so none is the player's own key."""
        return False

    async def _on_key(self, event: events.Key) -> None:
        """Treat a capital letter without a meaning as lower case, because of Caps Lock."""
        small, known = event.key.lower(), self.active_bindings
        if small != event.key and event.key not in known and small in known:
            event.stop()
            event.prevent_default()
            node, binding, _, _ = known[small]
            await self.app.run_action(binding.action, node)
        elif isinstance(event, LayoutKey) and event.key not in known:
            self._report_no_effect(event.typed)
        elif self._has_reported:
            self._has_reported = False
            self.refresh_bindings()  # The keys replace the message.

    _has_reported = False
    """True while the footer has a message about a key."""

    def _report_no_effect(self, typed: str) -> None:
        for footer in self.query("KeysAtFoot").results(Lines):
            self._has_reported = True
            footer.show((line(NO_KEY.format(typed), TextStyle.DIM),))

    def on_unmount(self) -> None:
        forget_closed_widgets()

    def _read_style_sheets(self) -> None:
        """Read the style sheets of the page before its widgets exist.

        Textual reads them after it has registered the screen. From Python 3.12 on, its tasks start
        at once, so the widgets would be made without the style sheets and never get them.
        """
        styles = self.app.stylesheet
        if new := [path for path in self.css_path if not styles.has_source(str(path), "")]:
            for path in new:
                styles.read(path)
            styles.reparse()

    async def on_event(self, event: events.Event) -> None:
        """Drop keys, clicks and pasted text that arrive too late for this screen.

        A screen that the next key has closed before it was mounted does not begin its work. Each
        layout also posts its size to its screen, where it may arrive after the window's next one.
        """
        if isinstance(event, (events.InputEvent, events.Paste)) and not self.is_active:
            event.stop()
            return
        if isinstance(event, events.Mount) and not self.is_open:
            return
        if isinstance(event, events.Compose):
            self._read_style_sheets()
        if isinstance(event, events.Resize) and event.size != (size := self.app.size):
            event = events.Resize(size, size)
        await super().on_event(event)


def _warm_up() -> None:
    """Load the modules of the first action, so it is as fast as later ones."""
    import filelock  # noqa: F401

    import backgammon_tui.storage.journal.match_lock  # noqa: F401


# ---- held and early keys

MOMENT: Final = 0.25
"""Seconds that a question must be visible, and Enter and Space released, before they decide."""

DECIDING: Final = ("enter", "space")
"""The keys that confirm, by Textual's names."""


class ReadingPause:
    """The pause after a new question and after each press of a confirming key.

    A held key repeats within the pause, so it never answers a question that has just appeared.
    """

    def __init__(self) -> None:
        self._since = -inf

    def begin(self) -> None:
        self._since = monotonic()

    def drops_press(self) -> bool:
        """Return True if a press is within the pause, which restarts with every press."""
        is_early = monotonic() - self._since < MOMENT
        self.begin()
        return is_early
