"""The application as its screens know it, the basis of these screens, and keys that are held."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from io import BytesIO
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from textual import events, getters
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.screen import Screen

from backgammon_tui.modes.effects import AnyWindow
from backgammon_tui.modes.text import ASCII, LETTERS, Glyphs
from backgammon_tui.storage.paths import describe_written, game_name, plain_name
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.tui.board import RenderOptions
from backgammon_tui.tui.textual_internals import forget_closed_widgets

if TYPE_CHECKING:
    from backgammon_tui.analysis.review import Finding
    from backgammon_tui.engine.actions import Action
    from backgammon_tui.game_review import Review
    from backgammon_tui.match.table import Table
    from backgammon_tui.modes.mode import Mode
    from backgammon_tui.storage.journal.journal import Journal
    from backgammon_tui.storage.journal.match_lock import MatchLock
    from backgammon_tui.tui.board.pixel_output import PixelOutput
    from backgammon_tui.tui.terminal_output import ShownCells

FromJournal = TypeVar("FromJournal")
ScreenAnswer = TypeVar("ScreenAnswer")

RECORDS: Final = "records"
"""The group of the workers that wait for the journal."""


class GameApp(App[None]):
    """The application without its beginning and its end."""

    storage: Storage
    look: RenderOptions
    """The characters and colours that the terminal has."""
    underlay: PixelOutput
    """The pictures under the text."""
    shown: ShownCells

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.drafts: dict[str, Mode] = {}
        """Sandboxes and lessons as they were left."""
        self._reviews: dict[tuple[Action, ...], Review] = {}
        """The reviews that go on."""
        self._found: dict[tuple[Action, ...], tuple[Finding, ...]] = {}
        """The findings in games whose review is done: all that stays in memory of a game."""
        self._followers: dict[tuple[Action, ...], Callable[[Review], object]] = {}

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

    def leave_board(self) -> None:
        raise NotImplementedError

    def play_match(self, table: Table, lock: MatchLock | None, then: Callable[[], None]) -> None:
        raise NotImplementedError

    def open_window(self, window: AnyWindow, then: Callable[[Any], None] | None = None) -> None:
        raise NotImplementedError

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
        going, findings = self._reviews.get(game), self._found.get(game)
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
        self._found[game] = self._reviews.pop(game).findings
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


class TopmostScreen(Screen[ScreenAnswer], Generic[ScreenAnswer]):
    """A screen that acts only while it is on top.

    A terminal can deliver several keys and clicks in one read. Textual hands all of them to the
    screen that is on top at that moment, though the first of them may close it or cover it.
    """

    app = getters.app(GameApp)

    @property
    def is_open(self) -> bool:
        return self in self.app.screen_stack

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
