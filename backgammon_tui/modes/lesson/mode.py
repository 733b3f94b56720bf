"""The mode of a learner: inputs go to the lesson, which answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from types import MappingProxyType
from typing import ClassVar, Final, Self

from backgammon_tui.engine import OpeningRoll, Roll
from backgammon_tui.modes.board import dice_view, strip_view
from backgammon_tui.modes.effects import (
    Confirm,
    Do,
    Effects,
    KeepProgress,
    Leave,
    Menu,
    Message,
    SandboxBeside,
    Step,
    work,
)
from backgammon_tui.modes.inputs import Input, Key, PointAt, Scroll, TypedLine
from backgammon_tui.modes.lesson.panel import (
    HINT,
    PUNISHED,
    ROOMY,
    SOLUTION,
    Where,
    lesson_header,
    lesson_panel,
    typed_lines,
    words_line,
)
from backgammon_tui.modes.lesson.state import LearnersBoard, LessonState
from backgammon_tui.modes.mode import KEYS, PRESENTATION, Command, Frame, ModeView, changes
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.board import play_view
from backgammon_tui.modes.play.board_mode import ESCAPE, NOTATION, ROLLS, TO_BOARD, WHY, BoardMode
from backgammon_tui.modes.play.panel import entry_lines
from backgammon_tui.modes.text import BLANK, Glyphs, TextLine
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.log import now
from backgammon_tui.teach.lessons.catalogue import CourseLesson, Repeat, course, missed
from backgammon_tui.teach.lessons.judging import (
    can_be_judged,
    judge,
    mistakes,
)
from backgammon_tui.teach.lessons.lesson import Lesson, LessonStep
from backgammon_tui.teach.lessons.run import ASKED, Awaited, Run
from backgammon_tui.text_file import LineError
from backgammon_tui.words.columns import fit

# ---- a learner's progress, as effects that save it


def _progress_effects(entry: CourseLesson, before: Run, run: Run, *, repeats: bool) -> Effects:
    """Return the effects that save a mistake, a step that is over, or a lesson just done."""
    effects: Effects = ()
    if run.missed > before.missed:
        effects = (KeepProgress((missed(entry, run.number, _today()),)),)
    if repeats or before.is_done:
        return effects
    if run.is_done:
        return (*effects, KeepProgress(((entry.item, now()), (entry.step_item, "0"))))
    if run.number != before.number:
        step = entry.step_item, str(run.number)
        return (*effects, KeepProgress((step,), is_quiet=True))
    return effects


def _today() -> int:
    return date.today().toordinal()


# ---- the mode

_LIST_KEYS: Final = (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT, Key.HOME, Key.END)

_NOTHING_TO_PUNISH: Final = "After a wrong play, x shows the roll that punishes it, if one does."

_SUMMARY_FOLLOWS: Final = "The summary comes in a moment. Enter goes on without it."

_DIGITS: Final = "123"
"""The keys that lead back to the costliest plays of an exercise."""

TEXT_WIDTHS: Final = ((150, 46), (119, 36), (100, 30), (0, 23))
"""Pairs of a screen width and the width of a text panel on screens at least that wide."""


@dataclass(frozen=True)
class LessonMode(BoardMode):
    """A lesson of a course and those that follow it, or a lesson outside of courses."""

    panel_widths: ClassVar = TEXT_WIDTHS
    keys_title = "Keys in a lesson"

    state: LessonState
    entry: CourseLesson | None = None
    """The entry of the lesson in a course; None for a lesson outside of courses."""

    lessons: tuple[CourseLesson, ...] = ()
    """The course, as read when the lesson was opened; empty for a lesson outside of courses."""

    repeats: tuple[Repeat, ...] = ()
    """Steps that are done again, the present one first; none of a lesson from its beginning."""

    done: frozenset[str] = frozenset()
    """The lessons of the course that were done before the present one."""

    @classmethod
    def begin(
        cls,
        lesson: Lesson,
        settings: Settings,
        entry: CourseLesson | None = None,
        done: Mapping[str, str] = MappingProxyType({}),
    ) -> Self:
        """Begin a lesson, or resume it at the step that `done` names."""
        options = Settings(motion=settings.motion)
        state = LessonState.begin(lesson, options, entry.step_left(done, lesson) if entry else 0)
        lessons = course(entry.ruleset) if entry and entry.number else ()
        done_before = frozenset(each.item for each in lessons if each.item in done)
        return cls(state, entry, lessons, done=done_before)

    @classmethod
    def repeat(cls, repeats: tuple[Repeat, ...], settings: Settings) -> Self:
        """Begin a repetition of course steps that went wrong before, one after the other."""
        first = repeats[0]
        done = {first.entry.step_item: str(first.step)}
        return replace(cls.begin(first.entry.read(), settings, first.entry, done), repeats=repeats)

    @property
    def commands(self) -> tuple[Command, ...]:
        return LESSON_COMMANDS

    @property
    def options(self) -> Settings:
        return self.state.input.options

    def with_options(self, options: Settings) -> Step[Self]:
        return self.update(replace(self.state, input=self.input.with_options(options)))

    @property
    def input(self) -> LearnersBoard:
        return self.state.input

    def take_at_board(self, given: Input) -> Step[Self]:
        return self.update(self.state.handle(given))

    def show(self, notice: Notice) -> Step[Self]:
        if self.input.news:
            return self, ()
        return self.update(replace(self.state, input=replace(self.input, notice=notice)))

    @property
    def draft(self) -> str:
        is_left = not self.state.run.is_done and not self.repeats
        return self.entry.item if self.entry and is_left else ""

    @property
    def scrolls(self) -> object:
        return self.text, self.input.lines

    @property
    def text(self) -> object:
        return self.state.run, self.state.shows_hint

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        """Return the entry line while a play is asked for."""
        if self.state.run.awaited is Awaited.TYPED:
            return typed_lines(self.state, width, glyphs)[:1]
        if self.state.run.awaited is not Awaited.ACTION:
            return (BLANK,)
        if self.state.typed:
            return (words_line(self.state.typed, glyphs),)
        *_, entry = (each for each in entry_lines(self.state.input, width, glyphs) if each.click)
        return (entry,)

    @property
    def following(self) -> CourseLesson | None:
        return next(iter(self.lessons[self.entry.number :]), None) if self.entry else None

    @property
    def where(self) -> Where:
        """The place of the lesson in its course."""
        if self.entry is None or not self.lessons:
            return Where()
        title = self.following.title if self.following else ""
        done = self.done | {self.entry.item}
        left = tuple(each.number for each in self.lessons if each.item not in done)
        return Where(self.entry.number, len(self.lessons), title, left)

    @property
    def closing(self) -> str:
        """The label of Escape, which closes a sentence or the hint before it leaves."""
        notice = self.input.notice
        state = self.state
        is_told = (notice and notice.text) or state.shows_hint or state.punished or state.typed
        if self.input.choosing.on_board and super().closing == "list":
            return self.focus_word
        return super().closing or ("close" if is_told else "")

    # ---- what the learner does

    @property
    def types(self) -> bool:
        return super().types or bool(self.state.typed)

    @property
    def answers(self) -> Sequence[tuple[str, str]]:
        back = [(key, "") for key, _ in zip(_DIGITS, mistakes(self.state.run), strict=False)]
        return back or super().answers

    @property
    def awaits(self) -> object:
        return self.state.run.number, self.state.run.answer, self.state.run.made

    def decides(self, key: Key) -> bool:
        is_typed = self.state.run.awaited is Awaited.ACTION and self.state.typed
        return super().decides(key) and not (is_typed and key is Key.SPACE)

    def handle(self, given: Input) -> Step[Self]:
        """Take an input; the letters of a word run no commands."""
        rest = self.state.rest
        if not rest:
            is_word = isinstance(given, str) and given.isalpha() and self.types_words
            return self.take(given) if is_word else super().handle(given)
        if given is Key.ENTER and rest == "\n":
            return replace(self, state=replace(self.state, rest="")), ()
        if isinstance(given, str) and given.lower() == rest[0]:
            return replace(self, state=replace(self.state, rest=rest[1:])), ()
        return replace(self, state=replace(self.state, rest="")).handle(given)

    @property
    def types_words(self) -> bool:
        return bool(self.state.typed) and not self.state.typed.isdecimal()

    def take(self, given: Input) -> Step[Self]:
        """Take a key, a click or a paste."""
        state, awaited, selection = self.state, self.state.run.awaited, self.state.input.choosing
        match given:
            case str() | TypedLine() if state.punished:
                closed, _ = self.update(state.close())
                return closed.take(given)  # The next play is being typed.
            case _ if state.punished and not isinstance(given, Scroll):
                return self.update(state.close())
            case Key.ESCAPE if self.closing and not state.input.closing:
                return self.update(state.close())
            case Key.ESCAPE | Scroll():
                return super().take(given)
            case PointAt(None):
                return self, ()  # The lesson rolls the dice.
            case str() if given in _DIGITS and mistakes(state.run):
                return self.update(state.go_back_to(_DIGITS.index(given)))
            case Key.ENTER | Key.SPACE if awaited in (Awaited.GO_ON, Awaited.NOTHING):
                if can_be_judged(state.run) and state.run.is_exercise and not state.input.notice:
                    return self.update(state.say(_SUMMARY_FOLLOWS))
                return self._go_on()
            case Key() if given in _LIST_KEYS and not (
                state.is_open or selection.on_board or state.input.question
            ):
                return self.update(state.say(f"{state.why_closed} Tab leads to the board."))
            case _:
                return self.update(state.handle(given))

    def update(self, state: LessonState) -> Step[Self]:
        """Return the mode with another state, and save mistakes and a lesson just done."""
        before, run = self.state.run, state.run
        effects: Effects = ()
        if self.entry:
            repeats = bool(self.repeats)
            effects = _progress_effects(self.entry, before, run, repeats=repeats)
        if run is not before and can_be_judged(run):
            effects = (*effects, work(partial(judge, run), LessonMode._settle, about=run))
        return replace(self, state=replace(state, punished=None)), effects

    def punish(self) -> Step[Self]:
        """Show the roll that punishes the play answered last."""
        answer = self.state.run.answer
        if not answer or not answer.punishment:
            return self.update(self.state.say(_NOTHING_TO_PUNISH))
        return replace(self, state=replace(self.state, punished=answer.punishment)), ()

    def _settle(self, judged: Run) -> Step[LessonMode]:
        state = replace(self.state, run=self.state.run.with_costs_of(judged))
        return replace(self, state=state), ()

    def _go_on(self) -> Step[Self]:
        if self.state.run.awaited is Awaited.NOTHING:
            return self.begin_next() if self.following else self.leave()
        if self.repeats and self.state.run.is_solved and not self.state.run.was_shown:
            return self._repeat_next()
        after, effects = self.update(self.state.go_on())
        step = after.state.run.step
        is_rolled = step and any(isinstance(act.does, Roll | OpeningRoll) for act in step.acts)
        return after, (*effects, Do.TUMBLE) if is_rolled and self.options.motion else effects

    def _repeat_next(self) -> Step[Self]:
        repeat, *rest = self.repeats
        is_right = repeat.step not in self.state.run.missed
        kept: Effects = (KeepProgress((repeat.done(is_right, _today()),)),)
        if not rest:
            return self, (*kept, Leave())
        return self.repeat(tuple(rest), self.options), kept

    def leave_for_next(self) -> Step[Self]:
        """Begin the next lesson, and ask before one is left that has been begun."""
        run = self.state.run
        if not self.following or run.is_done or not (run.number or run.answer or run.made):
            return self.begin_next()
        return self.open(
            Confirm("This lesson is not done yet. Go on to the next one?"),
            lambda mode, is_sure: mode.begin_next() if is_sure else (mode, ()),
        )

    def begin_next(self) -> Step[Self]:
        """Begin the next lesson of the course, even if this one is not done."""
        following = self.following
        if following is None or self.entry is None:
            return self, ()
        try:
            state = LessonState.begin(following.read(), self.options)
        except LineError as error:
            return self.open(Message(f"{following.shown_file}: {error}."))
        done = self.done | {self.entry.item} if self.state.run.is_done else self.done
        return replace(self, state=state, entry=following, done=done), ()

    def choose_step(self) -> Step[Self]:
        """Offer the steps of the lesson; choosing one begins it."""
        lesson, number = self.state.run.lesson, self.state.run.number
        lines = tuple(
            ("", fit(f"{at:>2}  {_summarize(step)}", _STEP_WIDTH))
            for at, step in enumerate(lesson.steps, 1)
        )
        menu = Menu("Jump to a step", lines, min(number, len(lines) - 1))
        return self.open(
            menu, lambda mode, at: mode.update(LessonState.begin(lesson, mode.options, at))
        )

    @property
    def rule(self) -> tuple[str, str] | None:
        return self.state.shown.rule or self.state.input.rule or self.state.rule_asked

    @property
    def opens_rules(self) -> bool:
        return self.rule is not None or self.state.run.awaited is not Awaited.ACTION

    @property
    def can_ask_why(self) -> bool:
        return True

    @property
    def focus_word(self) -> str:
        is_listed = self.state.is_open or not self.input.choosing.on_board
        return super().focus_word if is_listed else "type"

    # ---- what is shown

    def view(self, frame: Frame) -> ModeView:
        """Build the view of the lesson."""
        state, game, where = self.state, self.state.run.game, self.where
        # Before the answer, the strip may not give it away.
        is_question = state.run.awaited is Awaited.TYPED
        return ModeView(
            lesson_header(state.run, where, frame.width, frame.glyphs),
            play_view(state.shown),
            () if is_question else strip_view(game, tells=state.is_open or state.run.is_open),
            dice_view(game),
            lesson_panel(state, where, frame),
        )


_STEP_WIDTH: Final = 44


def _summarize(step: LessonStep) -> str:
    """Return the first words of a step, in one line."""
    return " ".join((step.say or (step.asked.text if step.asked else "")).split())


def _is_asked(mode: LessonMode) -> bool:
    return mode.state.run.awaited in ASKED


def _enter_label(mode: LessonMode) -> str:
    match mode.state.run.awaited:
        case Awaited.ACTION:
            return mode.input.choosing.picking or "play"
        case Awaited.TYPED:
            return "answer"
        case Awaited.NOTHING if not mode.following:
            return "back"
        case Awaited.GO_ON if mode.state.run.was_shown:
            return "try it yourself"
        case Awaited.GO_ON if mode.state.run.was_missed:
            return "try again"
        case _:
            return "go on"


TO_SANDBOX: Final[Command] = Command(
    "j",
    lambda mode: mode.open(SandboxBeside(mode.state.record, mode.input.game, mode.options)),
    label="sandbox",
    help="try this position in the sandbox; esc there leads back",
    min_width=ROOMY,
)

LESSON_COMMANDS: Final[tuple[Command, ...]] = (
    *NOTATION,
    Command(shown="up down", help="choose a whole play in the list, once you have tried"),
    Command("enter", label=_enter_label),
    TO_BOARD._replace(min_width=80),
    Command(
        shown="enter",
        usage="Enter",
        help="play what the board previews, or hear why it is illegal; go on",
    ),
    Command(
        shown="0-9 y n",
        usage="11, yes, no",
        help="answer a question: a number, then enter; y or n at once",
    ),
    Command(
        "u",
        changes(LessonState.undo),
        words=("undo",),
        label="undo",
        help="undo a move; U brings it back",
        is_enabled=lambda mode: bool(mode.state.run.made) and not mode.state.run.is_solved,
    ),
    Command("U", changes(LessonState.redo), words=("redo",)),
    Command(
        HINT,
        changes(LessonState.show_hint),
        words=("hint",),
        label="hint",
        help="a hint",
        is_enabled=_is_asked,
    ),
    Command(
        SOLUTION,
        changes(LessonState.show_solution),
        words=("solution",),
        label=lambda mode: "one play" if mode.state.run.is_exercise else "solution",
        help="the solution, or one play of an exercise, made for you",
        is_enabled=_is_asked,
        exists=lambda mode: not mode.types,
    ),
    Command(
        PUNISHED,
        LessonMode.punish,
        label="punish",
        help="the roll that punishes your last play, on the board",
        is_enabled=lambda mode: bool(mode.state.run.answer and mode.state.run.answer.punishment),
    ),
    Command(
        "p",
        changes(LessonState.put_back),
        words=("back",),
        label="try again",
        help="try again from where the task was set",
        is_enabled=lambda mode: bool(mode.state.run.made) and mode.state.run.is_solved,
    ),
    WHY,
    KEYS,
    Command(
        "l",
        LessonMode.leave_for_next,
        words=("next",),
        label="next lesson",
        help="the next lesson",
        min_width=ROOMY,
    ),
    Command(
        "z",
        lambda mode: mode.update(LessonState.begin(mode.state.run.lesson, mode.options)),
        words=("start",),
        help="start the lesson again",
    ),
    Command(
        "m",
        LessonMode.choose_step,
        help="the steps of the lesson, to jump to one",
    ),
    TO_SANDBOX,
    ROLLS,
    PRESENTATION,
    Command(
        "e",
        changes(LessonState.ask_resign),
        words=("resign", "draw"),
        help="resign, where a task asks for it",
    ),
    Command(shown="pgup pgdn", help="scroll a long text"),
    ESCAPE,
    Command(shown="mouse", help="click a checker, then its target; plays, answers, keys"),
)
