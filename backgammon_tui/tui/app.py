"""The application, the basis of its screens, and keys that are held.

What not everybody needs is imported where it is: the first frame does not wait for it.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from math import inf
from pathlib import Path, PurePath
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

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

from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import AnyWindow, KeyPage, Message
from backgammon_tui.modes.text import ASCII, LETTERS, Glyphs
from backgammon_tui.session import ExitSummary, Remedy, Session
from backgammon_tui.settings import BoardStyle
from backgammon_tui.storage.paths import describe_written, game_name, plain_name
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.text_file import only_visible
from backgammon_tui.tui.board import BOARD_STYLES
from backgammon_tui.tui.board.pixel_output import PixelOutput
from backgammon_tui.tui.launch import LaunchOptions
from backgammon_tui.tui.terminal_output import OnlyVisible, ShownCells, WholeCells
from backgammon_tui.tui.textual_internals import forget_closed_widgets
from backgammon_tui.tui.themes import CONTRAST, LAMPLIGHT, ColorDepth, look_for, themes_for
from backgammon_tui.words.storage_problems import describe_no_backup

if TYPE_CHECKING:
    from backgammon_tui.analysis.review import Finding
    from backgammon_tui.engine.actions import Action
    from backgammon_tui.game_review import Review
    from backgammon_tui.modes.mode import Mode
    from backgammon_tui.storage.journal.journal import Journal
    from backgammon_tui.storage.journal.match_lock import MatchLock
    from backgammon_tui.storage.journal.problems import JournalProblem
    from backgammon_tui.tui.terminal_answers import InputFailed, TerminalTold


FromJournal = TypeVar("FromJournal")
ScreenAnswer = TypeVar("ScreenAnswer")

RECORDS: Final = "records"
"""The group of the workers that wait for the journal."""

_START_STYLES = PurePath("screens/start.tcss")

_SWITCH = 0.0005
"""The seconds after which a thread gives way: a frame waits for the one that writes it."""

_YOUNG = 10_000
"""Number of new objects after which the collector looks for unused ones: a play makes thousands,
nearly all of which go by themselves, and looking through them took a twentieth of its time."""

_ENDINGS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")
_SIGNALLED = 128
"""The offset of exit codes after a signal, as in shells."""
_SLIM = 24
"""The columns below which nothing has a scrollbar: it would leave a text no width."""
_AT_ONCE = "leave at once; every game is saved"


ScreenMaker = Callable[["BackgammonApp", "LaunchOptions | AnyWindow | JournalProblem"], Screen[Any]]


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


class RecordsChanged(AppMessage):
    """Posted to a screen when the records are other ones than it has read."""


class BackgammonApp(App[None]):
    """Backgammon for two players at one keyboard."""

    TITLE = "backgammon"
    ALLOW_SELECT = False
    # The menu has every command, and Textual's list of them can be ended by typing ahead.
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        # Nothing is lost by leaving, so nothing is asked.
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
        """Start as launched; `screen_of` makes the first screen, windows and reports of trouble."""
        # Textual reads the style sheets of a screen when it is pushed, not of the first one.
        has_board = launch.table or launch.lesson or launch.follower
        first = BOARD_STYLES if has_board else _START_STYLES
        super().__init__(driver_class=driver_class, css_path=["app.tcss", first])
        self._launch, self._screen_of = launch, screen_of
        is_watching = launch.follower is not None
        self.storage = Storage(launch.journal, launch.settings, is_read_only=is_watching)
        self._session: Session | None = None
        self._left: list[ExitSummary] = []
        self._chosen_theme = launch.theme
        self._gate = OnlyVisible()
        depth = ColorDepth.from_name(self.console.color_system)
        for theme in themes_for(depth):
            self.register_theme(theme)
        # Without colours the greys of high contrast keep the sides apart best.
        self.theme = CONTRAST.name if self.no_color else launch.theme
        self.look = look_for(ascii_only=launch.ascii_only, no_color=self.no_color, depth=depth)
        self.underlay = PixelOutput(self, self._board_style)
        self.shown = ShownCells()
        self.drafts: dict[str, Mode] = {}
        """Sandboxes and lessons as they were left."""
        self._reviews: dict[tuple[Action, ...], Review] = {}
        """The reviews that go on."""
        self._findings: dict[tuple[Action, ...], tuple[Finding, ...]] = {}
        """The findings in games whose review is done: all that stays in memory of a game."""
        self._followers: dict[tuple[Action, ...], Callable[[Review], object]] = {}

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        super()._display(screen, renderable and self.shown.changes(renderable))

    def _board_style(self) -> BoardStyle:
        # A page in a browser would type its answers to questions about pictures.
        is_rich = self.look.blends and not self.look.is_text and not self.is_web
        return self.storage.settings.board if is_rich else BoardStyle.TEXT

    def post_display_hook(self) -> None:
        self.underlay.flush()

    def on_terminal_told(self, event: TerminalTold) -> None:
        self.underlay.hear(event.terminal)

    def on_resize(self, event: events.Resize) -> None:
        """Ask for the pixels of a cell: with the size of the font both change."""
        self._fit_scrollbars(event.size.width)
        self.shown.forget()
        self.underlay.ask_for_cell()

    def _fit_scrollbars(self, width: int) -> None:
        if self.has_class("-slim") is not (width < _SLIM):
            self.toggle_class("-slim")
            # Textual styles its widgets only when it is idle, which a layout may not let it be.
            for screen in self.screen_stack:
                self.stylesheet.update(screen)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Draw nothing that a terminal would obey; colours of 16 are all written out."""
        filters = super().get_line_filters()
        kept = [
            line_filter for line_filter in filters if not isinstance(line_filter, ANSIToTruecolor)
        ]
        return [*kept, self._gate]

    def on_load(self) -> None:
        """Leave in good order when the system says so, from before the terminal is taken."""
        sys.setswitchinterval(_SWITCH)
        loop = asyncio.get_running_loop()
        for name in _ENDINGS:
            number = getattr(signal, name, None)
            if number is not None:
                # Windows cannot, nor can a program that runs this one in a thread.
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self._end, number)

    def on_mount(self) -> None:
        self.set_class(self.look.ascii, "-ascii")
        ScrollBar.renderer = WholeCells if self.look.ascii else ScrollBarRender

    def _end(self, number: int) -> None:
        self.exit(return_code=_SIGNALLED + number)

    def on_terminal_closed(self) -> None:
        self._end(signal.SIGHUP)

    def action_leave(self, name: str) -> None:
        self._end(getattr(signal, name, signal.SIGINT))

    def action_repaint(self) -> None:
        self.shown.forget()
        self.refresh()

    def get_key_display(self, binding: Binding) -> str:
        """Name a key; where Textual has a sign that not every terminal draws, by its word."""
        display = super().get_key_display(binding)
        return display if display.isascii() and "^" not in display else binding.key

    def action_keys(self) -> None:
        """Tell the keys of a screen that has a page of them; a board tells its own."""
        keys = {
            self.get_key_display(binding): binding.tooltip[0].lower() + binding.tooltip[1:]
            for _, binding, *_ in self.screen.active_bindings.values()
            if binding.tooltip and binding.action != "quit"  # There is ctrl+c for that.
        }
        if keys:
            self.open_window(KeyPage("Keys", tuple(keys.items())))

    def leave_board(self) -> None:
        """Show learners the first screen, and end for others, who asked for nothing else."""
        if self._launch.lesson:
            self.push_screen(self._screen_of(self, self._launch._replace(lesson=None)))
        else:
            self.exit()

    def open_window(self, window: AnyWindow, then: Callable[[Any], None] | None = None) -> None:
        self.push_screen(self._screen_of(self, window), then)

    @property
    def glyphs(self) -> Glyphs:
        """The characters of header, panel and footer on the ground of the present theme."""
        if self.look.ascii:
            return ASCII
        if self.look.has_letters:
            return LETTERS
        # On a light ground a filled disc is the dark one.
        return Glyphs() if self.current_theme.dark else Glyphs(white="○", black="●")

    @property
    def room_advice(self) -> str:
        """A sentence on what helps where the window is too small for a board."""
        if self.is_web:
            return "Turn the screen, or make the text smaller."
        return "backgammon-tui --plain plays in any window."

    # ---- work that goes on while the screen answers

    async def ask_journal(self, ask: Callable[[Journal], FromJournal]) -> FromJournal:
        """Ask the journal in another thread and return its answer; raises its JournalProblem."""
        from backgammon_tui.storage.journal.journal import Journal  # The first frame needs none.

        assert self.storage.journal
        path = self.storage.journal.path

        def work() -> FromJournal:
            # A database is used by the thread that opened it.
            with Journal(path) as journal:
                return ask(journal)

        return await asyncio.to_thread(work)

    def follow_review(self, review: Review, then: Callable[[Review], object]) -> None:
        """Go on with a review until it is done; tell `then` each time it has come further.

        A game that has been reviewed since the program began goes on from there.
        """
        game = tuple(review.table.actions)
        going, findings = self._reviews.get(game), self._findings.get(game)
        if going:
            review = review.resume(going.findings, going.looked_at)
        elif findings is not None:
            review = review.resume(findings, len(game))
        self._reviews[game], self._followers[game] = review, then
        if going is None:
            self.run_worker(self._go_on(game))

    async def _go_on(self, game: tuple[Action, ...]) -> None:
        while not (review := self._reviews[game]).is_done:
            step = await asyncio.to_thread(review.review_step)
            self._reviews[game] = self._reviews[game].take(step)
            self._followers[game](self._reviews[game])
        self._findings[game] = self._reviews.pop(game).findings
        del self._followers[game]

    # ---- texts that players get as a file

    def export_file(self, name: str, text: str, ending: str, folder: Path | None = None) -> str:
        """Write a text to a new file and say where it is; in a browser, have it downloaded.

        Of the name only what every system takes is kept. Where no folder is named it is the one
        for sharing.
        """
        if not self.is_web:
            return describe_written(name, text, ending, folder)
        file = f"{plain_name(name)}{ending}"
        self.deliver_binary(BytesIO(text.encode()), save_filename=file)
        return f"Your browser has saved it as {file}."

    def export_picture(self, table: Table) -> str:
        picture = self.export_screenshot(title=table.record.rules.title)
        return self.export_file(f"{game_name(table)}-board", picture, ".svg")

    # ---- faults of the program

    @property
    def fault(self) -> Exception | None:
        return self._exception

    def _fatal_error(self) -> None:
        """End with a fault, which the caller of the program reports.

        Textual would work for many seconds at the values of all variables, and print them; one is
        the secret of the dice.
        """
        self._close_messages_no_wait()

    def on_input_failed(self, event: InputFailed) -> None:
        raise event.error

    async def on_event(self, event: events.Event) -> None:
        """Let keys that are held decide nothing, and pasted text be nothing but text."""
        if isinstance(event, events.Key) and not event.is_forwarded and self._ignores(event.key):
            return
        if isinstance(event, events.Paste) and not event.is_forwarded:
            # Terminals paste the ends of lines as the Return key.
            text = event.text.replace("\r\n", "\n").replace("\r", "\n")
            event.text = only_visible(text.replace("\t", " "))
        await super().on_event(event)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action, unless its screen has been opened by the key before and is not there yet.

        Textual looks up keys in the screen on top as soon as that has been asked for.
        """
        if isinstance(default_namespace, Screen) and not default_namespace.is_mounted:
            return False
        return await super().run_action(action, default_namespace, namespaces)

    def _ignores(self, key: str) -> bool:
        screen = self.screen
        if key not in DECIDING or not screen.is_modal:
            return False
        return isinstance(screen, TopmostScreen) and screen.ignores(key)

    def on_ready(self) -> None:
        if not gc.isenabled():
            gc.freeze()  # What the program consists of stays, and need not be looked through.
            gc.set_threshold(_YOUNG)
            gc.enable()
        if self._launch.follower is None:
            self._back_up()
        self.theme_changed_signal.subscribe(self, self._remember_theme)
        # The terminal that was given away comes back empty.
        self.app_resume_signal.subscribe(self, lambda _: self.action_repaint())
        if self._launch.notice:
            self.open_window(Message(self._launch.notice))
        if self._launch.journal:
            self.call_later(_warm_up)

    @work(thread=True)
    def _back_up(self) -> None:
        if problem := self.storage.back_up():
            self.call_from_thread(self._report_backup, problem)

    def _report_backup(self, problem: JournalProblem) -> None:
        trouble = self._screen_of(self, problem)
        if isinstance(self.screen, type(trouble)):
            return  # The problem is on the screen already.
        if problem.is_damage:
            self.push_screen(trouble, self._after_damage)
        else:
            self.open_window(Message(describe_no_backup(str(problem))))

    def _after_damage(self, remedy: Remedy | None) -> None:
        if remedy is Remedy.PLAY_UNSAVED:
            self.storage.journal = None
        self.screen.post_message(RecordsChanged())

    def _remember_theme(self, theme: Theme) -> None:
        """Save a chosen theme, but not that of presentation mode or the one after it."""
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
        """Take the theme's colours; before there is a screen, the style sheets are not read yet."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return LAMPLIGHT.variables

    @property
    def records(self) -> tuple[MatchRecord, ...]:
        present = [self._session.left] if self._session else []
        return tuple(_records([*self._left, *present]))

    @property
    def left(self) -> ExitSummary | None:
        return self._left[-1] if self._left else None

    def sit_down(self, table: Table, lock: MatchLock | None) -> Session:
        self._session = Session(table, self.storage, lock)
        return self._session

    def close_session(self) -> None:
        """Leave the table, so that anybody can play the match."""
        if self._session:
            self._left.append(self._session.left)
            self._session.release()
            self._session = None

    def get_default_screen(self) -> Screen[Any]:
        return self._screen_of(self, self._launch)


class TopmostScreen(Screen[ScreenAnswer], Generic[ScreenAnswer]):
    """A screen that acts only while it is on top.

    A terminal can deliver several keys and clicks in one read. Textual hands all of them to the
    screen that is on top at that moment, though the first of them may close it or cover it.
    """

    app = getters.app(BackgammonApp)

    @property
    def is_open(self) -> bool:
        return self in self.app.screen_stack

    @property
    def is_presenting(self) -> bool:
        return False

    def dismiss(self, result: ScreenAnswer | None = None) -> AwaitComplete:
        """Close the screen with an answer, unless it is closed already or covered.

        Textual would close whatever screen is on top.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def ignores(self, key: str) -> bool:
        return False

    def on_unmount(self) -> None:
        """Keep nothing in memory of what was shown."""
        forget_closed_widgets()

    async def on_event(self, event: events.Event) -> None:
        """Drop keys, clicks and pasted text that came too late for this screen."""
        if isinstance(event, (events.InputEvent, events.Paste)) and not self.is_active:
            event.stop()
            return
        await super().on_event(event)


def _records(tables: Sequence[ExitSummary]) -> Iterator[MatchRecord]:
    """Yield the matches left at some tables; a resumed one only as it stood last."""
    for index, left in enumerate(tables):
        is_resumed = left.match in {later.match for later in tables[index + 1 :]} - {None}
        for record in left.records[: -1 if is_resumed else None]:
            if any(game.entries for game in record.games):
                yield record


def _warm_up() -> None:
    """Load the modules of the first action, so that it is as quick as the others."""
    import filelock  # noqa: F401

    import backgammon_tui.storage.journal.match_lock  # noqa: F401


# ---- keys that are held down, or pressed before anybody can have read the question

MOMENT: Final = 0.25
"""Seconds for which a question is seen, and Enter and Space are let go, before they decide."""

DECIDING: Final = ("enter", "space")
"""The keys that go on from whatever waits, as Textual names them."""


class ReadingPause:
    """The pause after a new question and after each press of a deciding key.

    A key that is held down repeats within it, so it never answers the question that appears.
    """

    def __init__(self) -> None:
        self._since = -inf

    def begin(self) -> None:
        self._since = monotonic()

    def drops_press(self) -> bool:
        """Return True for a press within the pause, which begins again with every press."""
        is_soon = monotonic() - self._since < MOMENT
        self.begin()
        return is_soon
