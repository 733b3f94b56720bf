"""The course of each game: its lessons, its rules, and other ways to learn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from backgammon_tui.engine import RULESETS, Rules, Side, StartingPosition
from backgammon_tui.modes.board import BoardView, board_view
from backgammon_tui.modes.effects import Message
from backgammon_tui.names import MAX_NAME, check_name
from backgammon_tui.settings import Settings
from backgammon_tui.stats import is_somebody
from backgammon_tui.storage.paths import lessons_folder, shown
from backgammon_tui.teach.lessons.courses import (
    ENOUGH,
    CourseLesson,
    course,
    faulty_files,
    user_lessons,
)
from backgammon_tui.teach.lessons.lesson_file import lesson_problems
from backgammon_tui.teach.lessons.points import misnamed_points
from backgammon_tui.teach.rulebook import first_picture
from backgammon_tui.teach.today import Today, read_today
from backgammon_tui.text_file import LineError
from backgammon_tui.tui.app import BackgammonApp, bind
from backgammon_tui.tui.board.still import StillBoard
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.dialogs.dialog import Consent
from backgammon_tui.tui.page_parts import Clickable, PagedList, TabbedList, TextField, clickable
from backgammon_tui.tui.screens.records import PlayerPage, today_screen
from backgammon_tui.tui.screens.rulebook import ComparisonScreen, RulebookScreen
from backgammon_tui.words.columns import fit, left
from backgammon_tui.words.naming import describe_when, plural, sentence
from backgammon_tui.words.problems import reporting_problems

if TYPE_CHECKING:
    from backgammon_tui.modes.lesson import LessonMode

_OTHER_WAYS: Final = {
    "v": ("rules", "Open the rulebook, with boards"),
    "q": ("quiz", "Play the quiz: ten puzzles in a round"),
    "j": ("sandbox", "Open the sandbox: any position, any roll"),
    "O": ("your page", "Open your own page: games, lessons, what to learn next"),
    "=": ("compare", "Compare the rules of all games"),
    "m": ("sample game", "Read the moves of the sample game, with notes"),
}
"""The other ways to learn a game: name and help by key."""

_TITLE = 44
"""Columns of a row's title."""

_MAX_FILE = 24

_MAX_FAULTY_FILE = 12
"""The columns of a file's name before its error."""

_ENOUGH_MESSAGE = (
    "The lessons above are enough to start playing. The program explains the other rules when they"
    " matter: switch on beginner help under Options."
)


class _LearnRow(NamedTuple):
    text: str
    opens: Callable[[], object]
    item: str = ""
    """The saved name of a lesson; empty for other rows."""


class LearnScreen(TabbedList):
    """One game at a time; Enter opens the highlighted lesson, keys and clicks the other pages."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "right",
            "turn(1)",
            "change game",
            "Go to the next or previous game",
            display="left right",
        ),
        bind("down", "to_list"),
        bind(
            "tab",
            "app.focus_next",
            "edit the name",
            "Switch between the list and the name for your progress",
        ),
        *(bind(key, f"open('{key}')", about=about) for key, (_, about) in _OTHER_WAYS.items()),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-snug"), (120, "-wide")]  # noqa: RUF012 - so in Screen
    head = "learn"

    def __init__(self, ruleset: str) -> None:
        titles = [rules.short_title for rules in RULESETS.values()]
        super().__init__(titles, [*RULESETS].index(ruleset))
        self._rows: list[_LearnRow] = []
        self._done: dict[str, str] = {}
        self._today = Today((), ())
        self._broken: dict[str, str] = {}
        """The problems of the user-made lessons, by their text."""

    @property
    def rules(self) -> Rules:
        return [*RULESETS.values()][self.at]

    def compose_above(self) -> ComposeResult:
        words = (
            clickable(
                Content.assemble((self.app.own_keys.shown(key), "$accent"), f" {name}"),
                f"open('{key}')",
            )
            for key, (name, _) in _OTHER_WAYS.items()
        )
        yield Clickable(Content("  ").join(words), id="rooms")
        self.app.storage.ask_for_learner()
        names = SuggestFromList(self.app.storage.read_player_names(), case_sensitive=False)
        settings = self.app.storage.settings
        name = settings.learner or (
            "" if self.app.storage.asks_for_learner else _name_of_white(settings)
        )
        with Horizontal(id="learn-name"):
            yield Static("Who learns:", id="learn-who")
            yield TextField(name, max_length=MAX_NAME, suggester=names, compact=True)

    def compose_beside(self) -> ComposeResult:
        with Vertical(id="learn-side"):
            yield StillBoard(self._picture(), self.app.look, id="learn-board")
            yield Static("", id="learn-about")

    def _picture(self) -> BoardView:
        rules = self.rules
        return board_view(StartingPosition(first_picture(rules), Side.WHITE).game(rules))

    # ---- the learner

    def action_to_list(self) -> None:
        self.query_one(PagedList).focus()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self._accept_name(self.action_to_list)

    @on(Input.Blurred)
    def _blurred(self) -> None:
        if self._has_new_name:
            self._accept_name(lambda: None)

    @property
    def _has_new_name(self) -> bool:
        return self.query_one(Input).value.strip() != self.app.storage.settings.learner

    @work(group="name", exclusive=True)
    async def _accept_name(self, then: Callable[[], object]) -> None:
        """Use the name in the field, if it is valid, then call `then`."""
        name, messages = self.query_one(Input).value.strip(), list[str]()
        try:
            checked = check_name(name) if name else ""
        except ValueError as error:
            self.say(sentence(error))
            return
        if await name_learner(self.app, checked, messages.append):
            messages.append("To be asked again, clear the name and then type it again.")
        self.show(" ".join(messages))
        then()

    # ---- drawing

    def show(self, message: str = "") -> None:
        """Show the current list below a message or the progress in the course."""
        problems: list[str] = []
        self._done = done = self.app.storage.read_progress(problems.append)
        now = datetime.now().astimezone()
        lessons = course(self.rules.name)
        listed = *lessons, *user_lessons(lessons_folder(), self.rules.name)
        self._check(listed[len(lessons) :])
        own = user_lessons(lessons_folder())
        self._today = read_today(done, own, now.date().toordinal())
        self._rows = list(self._make_rows(now))
        rows = self._rows
        texts = [(index, row.text) for index, row in enumerate(rows)]
        self.show_list(
            len(rows),
            lambda start, maximum: texts[start : start + maximum],
            lambda index: self._open_as_named(rows[index].opens),
        )
        count = sum(lesson.item in done for lesson in lessons)
        progress = f"{count} of {plural(len(lessons), 'lesson')} done."
        if self.app.storage.asks_for_learner and not self.query_one(Input).value.strip():
            progress = "Several people learn here. Type your name for this window (Tab)."
        elif not self.query_one(Input).value.strip():
            progress += " Enter a name to keep your own progress."
        self.say(message or " ".join(problems) or progress)

    @work(group="check", exclusive=True, thread=True)
    def _check(self, lessons: Sequence[CourseLesson]) -> None:
        """Check lessons against the rules and their boards, which takes 15 ms each, and mark them.

        A lesson that names a wrong point can still be played.
        """
        broken = {}
        for lesson in lessons:
            errors = lesson_problems(lesson.text) or misnamed_points(lesson.read())
            if error := next(iter(errors), None):
                broken[lesson.text] = str(error)
        if broken != self._broken:
            self.app.call_from_thread(self._mark, broken)

    def _mark(self, broken: dict[str, str]) -> None:
        self._broken = broken
        if self.is_current:
            self.show()

    def show_page(self) -> None:
        """Show the list with the first unfinished lesson highlighted."""
        self.show()
        self.query_one(StillBoard).show(self._picture())
        about = self.rules.description.replace("\n", " ")
        self.query_one("#learn-about", Static).update(Content(about))
        lessons = [lesson.item for lesson in course(self.rules.name)]
        left = [item for item in lessons if item not in self._done]
        if self._today_text:
            self.query_one(PagedList).highlight(0)
            return
        for item in (*left, *lessons)[:1]:
            self._highlight(item)

    def _highlight(self, item: str) -> None:
        rows = [row.item for row in self._rows]
        self.query_one(PagedList).highlight(rows.index(item))

    def _make_rows(self, now: datetime) -> Iterator[_LearnRow]:
        if self._today_text:
            yield _LearnRow(f"    {self._today_text}", self._open_today)
        yield from self._lesson_rows(course(self.rules.name), now)
        folder = lessons_folder()
        own, faulty_ones = user_lessons(folder, self.rules.name), faulty_files(folder)
        if own or faulty_ones:
            message = f"Your own lessons are text files in {shown(folder)}."
            yield _LearnRow(" Your own lessons", partial(self._show_message, message))
        yield from self._lesson_rows(own, now)
        for faulty in faulty_ones:
            message = f"{faulty.fault}."
            row = _row("", fit(faulty.shown_file, _TITLE - 6), faulty.problem)
            yield _LearnRow(row, partial(self._show_message, message))

    def _lesson_rows(self, lessons: Sequence[CourseLesson], now: datetime) -> Iterator[_LearnRow]:
        for lesson in lessons:
            moment, when = self._done.get(lesson.item), "done"
            with suppress(ValueError):  # The saved text may not be a time.
                when += f" {describe_when(moment, now)}" if moment else ""
            done, error = "" if moment is None else when, self._broken.get(lesson.text)
            file = fit(lesson.shown_file, _MAX_FAULTY_FILE if error else _MAX_FILE)
            about = f"{file}: {error}" if error else ", ".join(filter(None, (file, done)))
            row = _row(lesson.number or "", lesson.title, about)
            yield _LearnRow(row.rstrip(), partial(self._open_lesson, lesson), lesson.item)
            if lesson.is_enough:
                yield _LearnRow(f"    {ENOUGH}", partial(self._show_message, _ENOUGH_MESSAGE))

    # ---- opening pages

    def _open_as_named(self, opens: Callable[[], object]) -> None:
        if not self.is_current:
            return  # The name is being asked for.
        if self._has_new_name:
            self._accept_name(opens)
        else:
            opens()

    def action_open(self, key: str) -> None:
        self._open_as_named(partial(self._open_other_way, key))

    def _open_other_way(self, key: str) -> None:
        from backgammon_tui.modes.lesson import LessonMode  # Show the list before they load.
        from backgammon_tui.modes.replay import sample_replay
        from backgammon_tui.modes.sandbox import SandboxMode

        push, rules, kept = self.app.push_screen, self.rules, self.app.storage
        match key:
            case "v":
                push(RulebookScreen(rules))
            case "q":
                push(BoardScreen(*LessonMode.quiz((rules,), kept)))
            case "j":
                push(BoardScreen(SandboxMode.begin(rules, kept.settings)), self._come_back)
            case "O" if kept.settings.learner and kept.journal:
                push(PlayerPage(kept.settings.learner), self._come_back)
            case "O":
                self.say("Type your name above first: the page is kept under that name.")
            case "m":
                push(BoardScreen(sample_replay(kept.settings)), self._come_back)
            case _:
                push(ComparisonScreen(rules))

    def _open_lesson(self, lesson: CourseLesson) -> None:
        from backgammon_tui.modes.lesson import LessonMode

        storage = self.app.storage
        try:
            lesson_mode = LessonMode.begin(lesson, storage.settings, storage.read_progress())
        except LineError as error:
            self._show_message(f"{lesson.shown_file}: {error}.")
            return
        screen = BoardScreen(lesson_mode)
        self.app.push_screen(
            screen, lambda _: self._come_back_from(cast("LessonMode", screen.mode))
        )

    def _show_message(self, message: str) -> None:
        self.app.open_window(Message(message))

    @property
    def _today_text(self) -> str:
        return str(self._today)

    def _open_today(self) -> None:
        def come_back(_: object) -> None:
            self.show_page()
            if self._today_text:
                self.say("A step or puzzle stays here until you solve it at the first try.")

        self.app.push_screen(today_screen(self._today, self.app.storage), come_back)

    def _come_back_from(self, mode: LessonMode) -> None:
        """Highlight the lesson just left, or the next unfinished one."""
        run = mode.run
        is_begun = run.number and not run.is_done
        self.show(f"{run.lesson.title}: Enter resumes it at step {run.number + 1}." * is_begun)
        items = [row.item for row in self._rows if row.item]
        # A user-made lesson may have been deleted while it was played.
        entry = mode.source.entry
        place = items.index(entry.item) if entry and entry.item in items else 0
        left = (item for item in items[place:] if item not in self._done)
        self._highlight(next(left, items[place]))

    def _come_back(self, message: str | None) -> None:
        """Show a message; a new lesson is highlighted."""
        before = {"", *(row.item for row in self._rows)}
        self.show(message or "")
        for row in self._rows:
            if row.item not in before:
                self._highlight(row.item)


async def name_learner(app: BackgammonApp, name: str, show_error: Callable[[str], object]) -> bool:
    """Save progress under a name, and ask whether nameless progress belongs to it.

    Returns True if it was left without a name.
    """
    text = f"Lessons or quiz tasks were done here without a name. Are they {name}'s?"
    asked = Consent(text, f"yes: keep them as {name}'s", "no: leave them without a name")
    with reporting_problems(show_error):
        if app.storage.name_learner(name):
            if not await app.push_screen_wait(asked):
                return True
            app.storage.adopt_nameless_progress()
    return False


def _name_of_white(settings: Settings) -> str:
    return settings.white if is_somebody(settings.white) else ""


def _row(number: int | str, title: str, about: str) -> str:
    return f"{left(f'{number:>2}  {title}', _TITLE)}  {about}"
