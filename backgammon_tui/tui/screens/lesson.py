"""A lesson on the board: what the learner does goes to the run, what it answers is shown."""

from __future__ import annotations

from typing import ClassVar

from backgammon_tui.engine.actions import OpeningThrow, Throw
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.catalogue import CourseLesson, course
from backgammon_tui.teach.lesson_parts import Lesson
from backgammon_tui.teach.running import Awaited
from backgammon_tui.tui.board import Board, Dice
from backgammon_tui.tui.board.view import StageStripView
from backgammon_tui.tui.game_view import board_view, dice_view, strip_view
from backgammon_tui.tui.keys import Key
from backgammon_tui.tui.modes.lesson.input import LessonInput
from backgammon_tui.tui.modes.lesson.state import LessonState
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.panel.lesson import LessonPanel, lesson_panel
from backgammon_tui.tui.panel.lesson_frame import (
    HINT,
    NEXT,
    PUT_BACK,
    RESIGN,
    SOLUTION,
    Where,
    lesson_footer,
    lesson_header,
)
from backgammon_tui.tui.panel.lines import Lines
from backgammon_tui.tui.panel.text import Deed
from backgammon_tui.tui.screens.sitting_screen import SittingScreen

_READING = (Awaited.GO_ON, Awaited.NOTHING)


class LessonScreen(SittingScreen[None]):
    """A lesson of a course, and those that follow it, or a lesson of one's own."""

    PANEL_WIDTHS: ClassVar = ((150, 46), (119, 36), (100, 30), (0, 23))

    def __init__(self, lesson: Lesson, storage: Storage, entry: CourseLesson | None = None) -> None:
        """Begin a lesson.

        Args:
            lesson: The lesson.
            storage: Who learns, and where it is kept.
            entry: Where it stands in a course, if it does.
        """
        super().__init__(storage)
        # The texts of a lesson call the points by their usual numbers, and say where they lie.
        options = Settings(tumbling=storage.settings.tumbling)
        self.lesson_state = LessonState.begin(lesson, options)
        self.state = self.lesson_state.input
        self._entry = entry
        self._following, self._where = _place(entry)
        self._scrolled: int | None = None
        """The line that stands first in what scrolls; None as long as nobody scrolled."""
        self._panel = LessonPanel((), 0, is_long=False)

    # ---- what happens

    def update(self, state: PlayState) -> None:
        """Have the lesson judge what was done."""
        assert isinstance(state, LessonInput)
        self._learn(self.lesson_state.update(state))

    def _learn(self, lesson_state: LessonState, *, tumble: bool = False) -> None:
        """Show another state of the lesson."""
        before, self.lesson_state = self.lesson_state, lesson_state
        self.state = lesson_state.input
        if lesson_state.input.question != before.input.question:
            self._asked = 0
        is_same = lesson_state.run is before.run and lesson_state.shows_hint is before.shows_hint
        if not is_same or lesson_state.input.lines is not before.input.lines:
            self._scrolled = None
        is_over = lesson_state.run.awaited is Awaited.NOTHING
        if is_over and before.run.awaited is not Awaited.NOTHING:
            self._keep_done()
        self._show(tumble=tumble)

    def _keep_done(self) -> None:
        """Keep that whoever learns has done the lesson."""
        if self._entry is None:
            return
        from backgammon_tui.storage.journal.rows_written import now
        from backgammon_tui.tui.screens.say import Say
        from backgammon_tui.tui.screens.telling import problems_told

        with problems_told(lambda said: self.app.push_screen(Say(said))):
            self._storage.write_progress(self._entry.item, now())

    def _go_on(self) -> None:
        """The next step, or the next lesson."""
        if self.lesson_state.run.awaited is Awaited.NOTHING:
            if self._following:
                self._begin_next()
            return
        lesson_state = self.lesson_state.go_on()
        step = lesson_state.run.step
        is_thrown = step and any(isinstance(a.does, Throw | OpeningThrow) for a in step.acts)
        self._learn(lesson_state, tumble=bool(is_thrown) and lesson_state.input.options.tumbling)

    def _begin_next(self) -> None:
        following = self._following
        if following is None:
            return
        self._entry = following
        self._following, self._where = _place(following)
        self._learn(LessonState.begin(following.read(), self.state.options))

    # ---- keys and clicks

    def _press(self, key: Key) -> None:
        awaited = self.lesson_state.run.awaited
        if self._panel.is_long and key in (Key.PAGE_UP, Key.PAGE_DOWN):
            self._scroll(10 if key is Key.PAGE_DOWN else -10)
        elif key is Key.ESCAPE and not self.state.is_open:
            self.open_menu()
        elif awaited in _READING:
            if key in (Key.ENTER, Key.SPACE):
                self._go_on()
        elif awaited is Awaited.CHOICE:
            self._press_at_question(key)
        else:
            super()._press(key)

    def _press_at_question(self, key: Key) -> None:
        if key in (Key.UP, Key.DOWN):
            self._learn(self.lesson_state.light(1 if key is Key.DOWN else -1))
        elif key is Key.ENTER and self.lesson_state.lit is not None:
            self._learn(self.lesson_state.choose(self.lesson_state.lit))

    def _do(self, deed: Deed) -> None:
        lesson_state = self.lesson_state
        match deed:
            case str() if self._chooses(deed):
                self._learn(lesson_state.choose(lesson_state.choice_keys.index(deed)))
            case str() if deed == HINT:
                self._learn(lesson_state.show_hint())
            case str() if deed == SOLUTION:
                self._learn(lesson_state.show_solution())
            case str() if deed == PUT_BACK:
                self._learn(lesson_state.put_back())
            case str() if deed == NEXT:
                self._begin_next()
            case str() if deed == RESIGN:
                self._learn(lesson_state.ask_resign())
            case "u":
                self.action_undo()
            case "w":
                self.action_why()
            case "?":
                self.action_rules()
            case _:
                super()._do(deed)

    def _chooses(self, deed: str) -> bool:
        awaited = self.lesson_state.run.awaited
        return awaited is Awaited.CHOICE and deed in self.lesson_state.choice_keys

    def on_board_place_clicked(self, event: Board.PlaceClicked) -> None:
        """A click too many does not turn the page."""
        if self.state.acknowledgement:
            event.prevent_default()  # Else whoever is inherited from takes it, too.

    def on_dice_clicked(self, event: Dice.Clicked) -> None:
        """The lesson throws the dice."""
        event.prevent_default()

    def on_lines_scrolled(self, event: Lines.Scrolled) -> None:
        """Scroll what is too long, else the list."""
        if self._panel.is_long or self.state.row is None:
            event.prevent_default()
            self._scroll(event.by)

    def _scroll(self, by: int) -> None:
        self._scrolled = max(self._panel.top + by, 0)
        self._show()

    def action_undo(self) -> None:
        """Undo a move."""
        self._learn(self.lesson_state.undo())

    def action_redo(self) -> None:
        """Bring an undone move back."""
        self._learn(self.lesson_state.redo())

    def action_rules(self) -> None:
        """Show the keys."""
        from backgammon_tui.tui.screens.lesson_keys import LessonKeys

        self.app.push_screen(LessonKeys())

    def action_why(self) -> None:
        """Open the rule that the answer rests on; where there is none, say why things are so."""
        rule = self.lesson_state.shown.rule
        if rule or self.lesson_state.run.awaited is not Awaited.ACTION:
            self.open_rulebook(rule[0] if rule else None)
        else:
            super().action_why()

    def open_menu(self) -> None:
        """Leave: in a lesson nothing can be lost."""
        if len(self.app.screen_stack) > 1:
            self.dismiss(None)
        else:
            self.app.exit()

    def show_result(self) -> None:
        """Nothing: a lesson says itself what a win is worth."""

    # ---- showing

    def _show(self, *, tumble: bool = False) -> None:
        """Hand every widget its view."""
        if self.is_too_small:
            self.refresh_views()
            return
        lesson_state, glyphs, width = self.lesson_state, self.glyphs, self.app.size.width
        game = lesson_state.run.game
        self.board.show(board_view(lesson_state.shown, self._asked_moves()))
        # While something is asked the strip must not tell the answer.
        is_question = lesson_state.run.awaited is Awaited.CHOICE
        self.board.show_stages(StageStripView() if is_question else strip_view(game))
        self.board.show_dice(dice_view(game), tumble=tumble)
        self.header.show(lesson_header(lesson_state, self._where, width, glyphs))
        self.footer.show(lesson_footer(lesson_state, width))
        room = self.panel_room
        top = self._scrolled
        self._panel = lesson_panel(lesson_state, self._where, room, top, glyphs, self._asked)
        self.panel.show(self._panel.lines)


def _place(entry: CourseLesson | None) -> tuple[CourseLesson | None, Where]:
    """The lesson that follows one in its course, if there is one, and which lesson it is."""
    if entry is None:
        return None, Where()
    lessons = course(entry.ruleset)
    following = next(iter(lessons[entry.number :]), None)
    return following, Where(entry.number, len(lessons), following.title if following else "")
