"""A lesson or quiz on the board: the panel and the mode.

The panel is a conversation: the lesson's text and question, the learner's try, the answer to it,
and below that the line to type on. Where there is not enough room, text that has been read is left
out first; a text that is still too long scrolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from random import Random
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final, NamedTuple, Self, TypeAlias

from backgammon_tui.engine import Action, Move, OpeningRoll, Place, Roll, Rules, Side
from backgammon_tui.engine.events import DiceRolled, StageBegun, StageCompleted
from backgammon_tui.engine.notation import WORDS, Unreadable
from backgammon_tui.engine.turn import larger_first
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.modes import effects
from backgammon_tui.modes.board import DiceView, dice_view, strip_view
from backgammon_tui.modes.courses import MIN_WIDTH_FULL_NAME, PLAY, Course, NextLesson, Quiz
from backgammon_tui.modes.effects import NEW_STEP, AnyEffect, Effects, Shown, SimpleEffect, Step
from backgammon_tui.modes.inputs import (
    Input,
    Key,
    Paste,
    PointAt,
    Scroll,
    TypedLine,
    next_highlighted,
)
from backgammon_tui.modes.mode import Command, Frame, Mode, ModeView, command_of
from backgammon_tui.modes.notice import Notice, news_of, refusal
from backgammon_tui.modes.play import panel
from backgammon_tui.modes.play.choosing import (
    LIST_KEYS,
    NOTATION,
    AmbiguousPlay,
    Choosing,
    ChosenPlay,
    IllegalPlay,
    InputOutcome,
    Missing,
    UnfinishedPlay,
    count_retyped,
)
from backgammon_tui.modes.play.match import BoardMode, play_view
from backgammon_tui.modes.play.prompts import NOTHING_UNDONE, ResignFor, resign_for
from backgammon_tui.modes.play.state import (
    Answer,
    BoardState,
    Question,
    Waits,
    WhichPlay,
    choosing_in,
    double_or_roll,
    first_highlighted,
    which_play,
)
from backgammon_tui.modes.text import (
    BLANK,
    Glyphs,
    KeyWord,
    Panel,
    Span,
    TextLine,
    TextStyle,
    hanging,
    key_line,
    line,
    scroll_text,
    stack,
    wrap,
)
from backgammon_tui.settings import Help, Settings, idle_except
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.shared_board import SharedBoard
from backgammon_tui.teach.lessons import replies
from backgammon_tui.teach.lessons.courses import CourseLesson, course
from backgammon_tui.teach.lessons.lesson import (
    Exercise,
    Lesson,
    LessonQuestion,
    Task,
    rule_of,
    write_typed,
)
from backgammon_tui.teach.lessons.repeats import Repeat
from backgammon_tui.teach.lessons.run import (
    NextInput,
    Punishment,
    Run,
    Verdict,
    computer_choice,
    run_at,
)
from backgammon_tui.teach.quiz import QuizProgress
from backgammon_tui.teach.rulebook import name_of_section_about
from backgammon_tui.words.board_text import mover_of
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import STANDARD, join, numbers
from backgammon_tui.words.turns import describe_news, describe_undo, describe_worth

# ---- the panel

HINT, SOLUTION, PUNISHED = "t", "T", "x"

_ROUTINE: Final = DiceRolled | StageBegun | StageCompleted
_GOOD: Final = (Verdict.RIGHT, Verdict.SHOWN, Verdict.NOT_DONE, Verdict.ANSWERED)


class TextBlock(NamedTuple):
    lines: Sequence[TextLine]
    is_read: bool = False
    """True if the block was read before and may be omitted."""


def lesson_panel(mode: LessonMode, frame: Frame) -> Panel:
    (width, height), glyphs = frame.room, frame.glyphs
    pinned = _pinned(mode, frame)
    room = height - len(pinned) - 1
    blocks = [block for block in lesson_blocks(mode, width, glyphs) if block.lines]
    read = [block for block in blocks if block.is_read]
    while read and sum(len(block.lines) + 1 for block in blocks) > room + 1:
        blocks.remove(read.pop(0))
    text = stack([block.lines for block in blocks], room)
    left = height - len(text) - len(pinned) - bool(text)
    if left < 0:
        # The last answer comes at the end.
        end = len(text) if mode.run.answer or mode.shows_hint else 0
        return scroll_text(text, pinned, height, end if frame.top is None else frame.top)
    top, listed = 0, []
    if left > 3 and mode.state.pickable and not mode.why_closed:
        pinned = _pinned(mode, frame, has_list=True)
        plays, top = panel.ListOfPlays(mode.state, width, glyphs).visible(frame.top or 0, left - 1)
        listed = [BLANK, *plays]
    elif move := _first_move(mode):
        how = f"Type moves such as {move} and press enter, or click a checker, then its target."
        lines = wrap(how, width, TextStyle.DIM)
        if len(lines) <= left:
            pinned = [*_pinned(mode, frame, has_list=True), *lines]
    return Panel((*text, *([BLANK] if text else []), *pinned, *listed), top)


# ---- the lesson's text


def lesson_blocks(mode: LessonMode, width: int, glyphs: Glyphs) -> Iterator[TextBlock]:
    run = mode.run
    step, assignment, named = run.step, run.assignment, mode.options.keys.in_text
    if step is None:
        return
    has_answer = run.answer is not None or mode.shows_hint
    style = TextStyle.DIM if has_answer else TextStyle.PLAIN
    if isinstance(mode.source, Course) and mode.source.repeats:
        before = replies.describe_step_before(run)
        yield TextBlock(wrap(before, width, TextStyle.DIM), is_read=has_answer)
    if not (isinstance(assignment, Exercise) and run.made):
        yield TextBlock(wrap(named(step.say), width, style), is_read=has_answer)
    news: list[str] = []
    for events in run.events_before:
        news += describe_news([e for e in events if not isinstance(e, _ROUTINE)], STANDARD)
    yield TextBlock(wrap(" ".join(news), width, TextStyle.DIM), is_read=has_answer)
    if assignment:
        style = TextStyle.DIM if run.is_solved else TextStyle.BRIGHT
        yield TextBlock(
            wrap(named(replies.describe_task(run)), width, style), is_read=run.is_solved
        )
        yield TextBlock(wrap(replies.describe_progress(run), width, TextStyle.DIM))
    yield TextBlock(list(_answer(mode, width, glyphs)))
    yield TextBlock(list(_punishment(mode, width)))
    yield TextBlock(wrap(replies.describe_after(run), width))
    yield TextBlock(list(_summary(run, width)))
    if (rule := mode.shown.rule) and not mode.state.notice:
        yield TextBlock(panel.rule_lines(rule, width), is_read=True)
    if mode.shows_hint and assignment:
        yield TextBlock(wrap(f"Hint: {named(assignment.hint)}", width, TextStyle.ACCENT))
    elif run.wrong >= 2 and run.is_asked:
        hint = KeyWord(HINT, "hint  ", HINT)
        solution = KeyWord(SOLUTION, "solution", SOLUTION)
        yield TextBlock([TextLine((*hint.spans, *solution.spans))], is_read=True)


def _punishment(mode: LessonMode, width: int) -> Iterator[TextLine]:
    run = mode.run
    if mode.punished:
        punishment = replies.describe_punishment(run.before, mode.punished)
        yield from wrap(f"The roll that punishes it: {punishment}", width, TextStyle.ACCENT)
    elif run.answer and run.answer.punishment:
        yield TextLine(KeyWord(PUNISHED, "show the punishment", PUNISHED).spans, PUNISHED)


def _summary(run: Run, width: int) -> Iterator[TextLine]:
    """Yield the costs of an exercise; a digit returns to each listed play."""
    coming = "Summary ..." if replies.can_be_judged(run) else ""
    total, *worst = replies.describe_summary(run) or [coming]
    yield from wrap(total, width, TextStyle.ACCENT)
    for number, mistake in enumerate(worst, 1):
        yield from hanging(Span(f"{number} ", TextStyle.KEY), mistake, width, click=str(number))
    if worst:
        keys = join([str(number) for number in range(1, len(worst) + 1)], "or")
        yield from wrap(f"Press {keys} to go back there.", width, TextStyle.DIM)


def _answer(mode: LessonMode, width: int, glyphs: Glyphs) -> Iterator[TextLine]:
    run = mode.run
    answer = run.answer
    if answer is None:
        return
    if answer.text:
        tried = Span(fit(answer.text, width - 2), TextStyle.ALERT)
        yield TextLine((Span(f"{glyphs.prompt} ", TextStyle.DIM), tried))
    is_right = answer.verdict in _GOOD
    # The board already asks which move was meant.
    text = (
        replies.describe_against(answer)
        if mode.state.open_question
        else replies.describe_answer(run)
    )
    yield from wrap(text, width, TextStyle.ACCENT if is_right else TextStyle.BRIGHT)
    learner = STANDARD.name(run.before.actor or Side.WHITE)
    events = [event for event in answer.events if not isinstance(event, _ROUTINE)]
    for sentence in replies.describe_consequences(events, learner):
        yield from wrap(sentence, width)
    if answer.events:
        yield from wrap(describe_worth(run.game, STANDARD), width)


# ---- the next action


def _pinned(mode: LessonMode, frame: Frame, *, has_list: bool = False) -> list[TextLine]:
    """Return the lines at the foot of the panel, which never scroll.

    The entry explains typing, unless the plays or an explanation are below it.
    """
    (width, height), glyphs, input = frame.room, frame.glyphs, mode.state
    match mode.run.awaited:
        case NextInput.NOTHING:
            return mode.source.ending(width, height)
        case NextInput.CONTINUE:
            return [key_line(Key.ENTER, mode.enter_label)]
        case NextInput.TYPED:
            return _answer_entry(mode, width, glyphs)
    if input.question:
        notice = panel.notice_lines(input.notice, width)
        return notice + panel.question_lines(input, input.question, width, frame.glyphs)
    counts = has_list and not mode.why_closed
    move = "" if has_list else _first_move(mode)
    hint = f"such as {move}" if move else ""
    entry = panel.entry_lines(input, width, glyphs, has_list=False, counts=counts, hint=hint)
    if mode.typed:
        dropped = wrap("Enter tries it; Esc clears it.", width, TextStyle.DIM)
        entry = [_typed_line(mode.typed, glyphs), *dropped]
    lines, game = [], mode.run.game
    if game.actor and game.due:
        owed = f"{glyphs.disc(game.actor)} {numbers(game.left).replace('the ', '')} to play"
        lines.append(line(fit(owed, width), TextStyle.BRIGHT))
    lines += entry
    if input.choosing.is_illegal:
        lines += wrap("Illegal: enter shows why.", width, TextStyle.DIM)
    return [*lines, *panel.notice_lines(input.notice, width), *panel.rule_lines(input.rule, width)]


def _answer_entry(mode: LessonMode, width: int, glyphs: Glyphs) -> list[TextLine]:
    """Return the line for an answer, the possible answers, and keys to click.

    The instruction is emphasized after an input that is not an answer.
    """
    key, notice = mode.run.key, mode.state.notice
    is_repeated = notice is not None and notice.text == key.instruction
    words = dict.fromkeys(answer[0] if answer.isdecimal() else answer for answer in key.answers)
    keys = [
        Span(f"{word} ", TextStyle.KEY, word if word.isdecimal() else TypedLine(word[0]))
        for word in words
    ]
    return [
        _typed_line(mode.typed, glyphs),
        *wrap(key.instruction, width, TextStyle.ALERT if is_repeated else TextStyle.DIM),
        TextLine(tuple(keys)),
        *panel.notice_lines(None if is_repeated else notice, width),
    ]


def _typed_line(typed: str, glyphs: Glyphs) -> TextLine:
    prompt, text = Span(f"{glyphs.prompt} ", TextStyle.DIM), Span(f"{typed}_", TextStyle.BRIGHT)
    return TextLine((prompt, text))


def _first_move(mode: LessonMode) -> str:
    """Return an example of a typed move until something is done in the lesson's first task."""
    run, input = mode.run, mode.state
    is_begun = run.made or run.answer or mode.shows_hint or input.closing_label or input.notice
    before = run.lesson.steps[: run.number]
    if is_begun or not input.pickable or any(isinstance(step.assignment, Task) for step in before):
        return ""
    entering = (Place.BAR, "bar/24"), (Place.HAND, "hand/24")
    bears_off = any(move.target == Place.OFF for move in input.game.moves)
    moving = "1/off" if bears_off else "13/9"
    return next((move for place, move in entering if place in input.pickable), moving)


_ACCEPTED: Final = (Verdict.RIGHT, Verdict.NOT_DONE, Verdict.ANSWERED, Verdict.MISSED)
"""The verdicts that leave a play on the board."""

_MAX_WORDS: Final = 60

_USUAL: Final = Settings()
_EFFECTIVE: Final = ("motion", "pips", "presentation")
"""The options with an effect in lessons, apart from the style of the board."""

_TRY: Final = "Type a play, or click its checkers."
_NOTHING_TO_DO: Final = "There is nothing to do here. Enter: continue."
_CHOOSING: Final = (Key.TAB, *LIST_KEYS)
"""The keys that choose a play."""

_MISSING: Final = {
    Missing.CHOICE: _TRY,
    Missing.MOVES: "Type the whole play.",  # The plays are hidden at first.
}


@dataclass(frozen=True, kw_only=True)
class LearnersBoard(BoardState):
    """A lesson's game, in which illegal moves can be chosen too."""

    marks_targets = False
    can_ask_why = True

    may_double: bool = False
    """True if the task asks whether to double before the roll."""

    @cached_property
    def waits_for(self) -> Waits:
        waits = super().waits_for
        return Waits.ANSWER if waits is Waits.ROLL and self.may_double else waits

    @cached_property
    def question(self) -> Question | None:
        if self.may_double and self.waits_for is Waits.ANSWER and not self.open_question:
            return double_or_roll(self.game)
        return super().question

    @cached_property
    def preview(self) -> tuple[Move, ...]:
        choosing = self.choosing
        is_more = choosing.row is None and choosing.text and choosing.is_stuck
        # A play with further moves would be more than the typed text.
        return () if is_more else super().preview


command: TypeAlias = Command["LessonMode"]


@dataclass(frozen=True, kw_only=True)
class LessonMode(BoardMode):
    """A run of a lesson, and the choice of the learner's next play or answer."""

    has_wide_panel = True
    keys_title = "Keys in lessons and quizzes"
    has_text = True
    can_present = True
    idle_options = idle_except(*_EFFECTIVE, "board")

    run: Run
    state: LearnersBoard
    source: Course | Quiz
    options: Settings = _USUAL
    """The player's own options; only some have an effect on the board."""
    shows_hint: bool = False
    punished: Punishment | None = None
    """A wrong play with the roll that punishes it, while the board shows them."""
    typed: str = ""
    """The answer being typed to a question, or words typed in place of moves."""
    offered: Run | None = None
    """The state of an exercise in which the computer has shown a turn."""
    undone: tuple[tuple[Action, ...], ...] = ()
    rest: str = ""
    """The keys that complete a word whose first letter has already answered."""

    @classmethod
    def begin(
        cls, entry: CourseLesson, settings: Settings, done: Mapping[str, str] = MappingProxyType({})
    ) -> Self:
        """Start a lesson, or resume it at the step in `done`."""
        source = Course(entry, course(entry.ruleset) if entry.number else (), frozenset(done))
        lesson = entry.read()
        return cls.at_step(lesson, entry.step_left(done, lesson), settings, source)

    @classmethod
    def at_step(cls, lesson: Lesson, step: int, options: Settings, source: Course | Quiz) -> Self:
        run = run_at(lesson, step)
        return cls(run=run, state=_board_at(run, options), source=source, options=options)

    @classmethod
    def repeat(cls, repeats: tuple[Repeat, ...], settings: Settings) -> Self:
        entry, step = repeats[0].entry, repeats[0].step
        return cls.at_step(entry.read(), step, settings, Course(entry, repeats=repeats))

    @classmethod
    def quiz(
        cls,
        rulesets: Sequence[Rules],
        storage: Storage,
        chance: Random | None = None,
        *,
        is_today: bool = False,
    ) -> tuple[Self, Effects]:
        """Open a quiz; with `is_today`, it asks the tasks that are due first."""
        settings, problems = storage.settings, list[str]()
        known = QuizProgress.read(storage.read_progress(problems.append))
        quiz = Quiz(
            rulesets=tuple(rulesets), known=known, learner=settings.learner, is_today=is_today
        )
        source, lesson, *_ = (replace(quiz, chance=chance) if chance else quiz).next()
        mode = cls.at_step(lesson, 0, settings, source)
        if not settings.learner:
            mode = mode.say("Your answers are saved, but without a name. Enter one under Learn.")
        return mode, tuple(effects.Open(effects.Message(problem)) for problem in problems)

    def resume(self, fresh: Self) -> Self:
        options = fresh.options
        return self if options == self.options else self.with_options(options)

    def with_options(self, options: Settings) -> Self:
        return replace(self, options=options, state=self.state.with_options(_effective(options)))

    @property
    def draft(self) -> str:
        entry = self.source.entry
        is_left = entry and not (self.run.is_done or self.source.is_step_by_step)
        return entry.item if entry and is_left else ""

    # ---- display

    @cached_property
    def shown(self) -> LearnersBoard:
        """The input for the board, with the points of the answer highlighted."""
        if self.punished:
            run = replace(self.run, made=self.punished.actions)
            options = self.state.options
            choosing = choosing_in(run.game, options, is_listed=False)
            return LearnersBoard(choosing=choosing, options=options)
        input, answer, before = self.state, self.run.answer, self.run.events_before[-1:]
        if input.notice and not input.news:
            return input
        if answer and answer.reason:
            pointed: Notice | None = refusal(answer.reason, STANDARD)
        else:
            # Before an answer, these are the points that block the rolled numbers.
            pointed = news_of(answer.events if answer else sum(before, ()), STANDARD)
        if pointed is None:
            return input
        return replace(input, news=pointed) if input.news else replace(input, notice=pointed)

    @property
    def counting(self) -> Side:
        """The learner's side, whose numbers label the points until the next step.

        While a punishing roll is shown, these are the opponent's numbers, as in its sentence.
        """
        learner = mover_of(self.run.before)
        return learner.other if self.punished else learner

    @property
    def is_tried(self) -> bool:
        return self.run.is_open and not self.source.awaits_try

    @property
    def why_closed(self) -> str:
        """The reason why the plays may not be listed; empty if they may be.

        Before the first try, the list would give the answer away. After it, it still would if there
        is only one play, or if every play of a kind is asked for.
        """
        if self.run.awaited is not NextInput.ACTION:
            return ""
        if isinstance(self.run.assignment, Task) and self.run.assignment.needs_all:
            return "The list of plays would give the answer away."
        if self.shows_hint:
            return ""
        hint = self.options.keys.shown(HINT)
        if not self.is_tried:
            return f"The list comes after your first try, or with a hint: {hint}."
        has_choice = len(self.state.choosing.rows) > 1
        return "" if has_choice else f"There is only one legal play. A hint helps: {hint}."

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        if self.typed or self.run.awaited is NextInput.TYPED:
            return (_typed_line(self.typed, glyphs),)
        if self.run.awaited is not NextInput.ACTION:
            return (BLANK,)
        *_, entry = (row for row in panel.entry_lines(self.state, width, glyphs) if row.click)
        return (entry,)

    @property
    def shared_board(self) -> SharedBoard | None:
        run, shown = self.run, self.shown.game
        if not run.lesson.steps:
            return None
        dice = self.source.dice(run) or (shown.rolled.dice if shown.rolled else None)
        texts = (
            run.step.say if run.step else "",
            replies.describe_task(run),
            f"Tried: {run.answer.text}." if run.answer and run.answer.text else "",
            replies.describe_answer(run),
            replies.describe_after(run),
        )
        title, rules = self.source.title(run), run.lesson.rules
        shown_texts = tuple(filter(None, texts))
        return SharedBoard(title, rules, shown.position, self.counting, dice, shown_texts)

    def view(self, frame: Frame) -> ModeView:
        run, game = self.run, self.run.game
        has_pips = self.options.pips
        header = self.source.header(run, frame.width, frame.glyphs, has_pips=has_pips)
        if not run.lesson.steps:
            return ModeView(header, None, panel=lesson_panel(self, frame))
        # Before the answer, the strip and the dice must not give it away.
        is_question = run.awaited is NextInput.TYPED
        marks_lost = self.is_tried or not self.why_closed
        stages = () if is_question else strip_view(game, marks_lost=marks_lost)
        dice = dice_view(game)
        if rolled := self.source.dice(run):
            # The roll is not made, because the remaining numbers would give the answer away.
            dice = DiceView(larger_first(rolled), run.before.side)
        board = play_view(self.shown, self.counting)
        return ModeView(header, board, stages, dice, lesson_panel(self, frame))

    @property
    def rule(self) -> tuple[str, str] | None:
        if rule := self.shown.rule or self.state.rule:
            return rule
        assignment = self.run.assignment
        if not isinstance(assignment, LessonQuestion) or assignment.subject is None:
            return None
        return name_of_section_about(self.run.game.rules, rule_of(assignment.subject))

    @property
    def why_label(self) -> str:
        return "rule" if self.rule or self.run.awaited is not NextInput.ACTION else "why"

    @property
    def focus_word(self) -> str:
        is_hidden = self.why_closed and self.state.choosing.is_on_board
        return "type" if is_hidden else super().focus_word

    @property
    def closing_label(self) -> str:
        """The label of Escape, which closes a sentence or hint before it leaves."""
        notice = self.state.notice
        is_closable = (notice and notice.text) or self.shows_hint or self.punished or self.typed
        label = super().closing_label or ("close" if is_closable else "")
        return self.focus_word if label == "list" else label

    @property
    def answers(self) -> Sequence[tuple[str, str]]:
        return [(key, "") for key in self._ways_back] or super().answers

    @property
    def _ways_back(self) -> dict[str, int]:
        """The keys that return to the costliest plays of an exercise, with their places in it."""
        return dict(zip("123", (choice.at for choice in replies.mistakes(self.run)), strict=False))

    # ---- inputs

    @property
    def is_typing(self) -> bool:
        return super().is_typing or bool(self.typed)

    @property
    def is_typing_word(self) -> bool:
        return bool(self.rest) or bool(self.typed and not self.typed.isdecimal())

    def is_confirm_key(self, key: Key) -> bool:
        return super().is_confirm_key(key) and not (self.typed and key is Key.SPACE)

    def handle(self, player_input: Input) -> Step[Self]:
        """Handle an input; letters of a word do not run commands."""
        if self.punished and not isinstance(player_input, Scroll):
            closed = replace(self, punished=None)
            is_typed = isinstance(player_input, str | TypedLine) and player_input != PUNISHED
            # The next play is being typed.
            return closed.handle(player_input) if is_typed else (closed, (SimpleEffect.NEW_TEXT,))
        if rest := self.rest:
            key = "\n" if player_input is Key.ENTER else player_input
            if isinstance(key, str) and key.lower() == rest[0]:
                return replace(self, rest=rest[1:]), ()
            return replace(self, rest="").handle(player_input)
        if self.is_typing_word and isinstance(player_input, str) and player_input.isalpha():
            return self.handle_input(player_input)
        return super().handle(player_input)

    def handle_input(self, player_input: Input) -> Step[Self]:
        run = self.run
        match player_input:
            case Key.ESCAPE if self.closing_label and not self.state.closing_label:
                # The sentence below the board is closed before the hint.
                notice, board = self.state.notice, replace(self.state, notice=None)
                shows_hint = self.shows_hint and bool(notice and notice.text)
                closed = replace(self, state=board, shows_hint=shows_hint, typed="")
                return closed.with_effects(SimpleEffect.NEW_TEXT).step()
            case Key.ESCAPE | Scroll():
                return super().handle_input(player_input)
            case PointAt(None):
                return self, ()  # The lesson rolls the dice.
            case str() if player_input in self._ways_back:
                return self._at(run.back(self._ways_back[player_input])).step()
            case Key.ENTER | Key.SPACE if run.awaited in (NextInput.CONTINUE, NextInput.NOTHING):
                if replies.can_be_judged(run) and run.is_exercise and not self.state.notice:
                    coming = "The summary comes in a moment. Enter: continue without it."
                    return self.say(coming).step()
                return self._go_on()
            case Key() if (
                player_input in LIST_KEYS
                and self.why_closed
                and not (self.state.choosing.is_on_board or self.state.question)
            ):
                return self.say(f"{self.why_closed} Press Tab for the board.").step()
            case _:
                return self.take_at_board(player_input)

    def take_at_board(self, player_input: Input) -> Step[Self]:
        if self.typed and player_input is Key.BACKSPACE:
            return replace(self, typed=self.typed[:-1]), ()
        match self.run.awaited:
            case NextInput.ACTION:
                return self._choose_or_answer(player_input).step()
            case NextInput.TYPED:
                return self._type_answer(player_input).step()
            case _:
                is_tried = isinstance(player_input, TypedLine) or player_input in _CHOOSING
                return (self.say(_NOTHING_TO_DO) if is_tried else self).step()

    def step(self) -> Step[Self]:
        return replace(self, state=replace(self.state, effects=())), self.state.effects

    def with_effects(self, *effects: AnyEffect) -> Self:
        return replace(self, state=self.state.with_effects(*effects))

    def at(self, state: LearnersBoard) -> Step[Self]:
        return replace(self, state=state).step()

    def say(self, text: str) -> Self:
        return replace(self, state=self.state.say(text))

    def _go_on(self) -> Step[Self]:
        run, source = self.run, self.source
        is_over = source.is_step_by_step and run.verdict is Verdict.RIGHT
        if is_over or run.awaited is NextInput.NOTHING:
            return self._begin_next()
        following = run.advance()
        after, step = self._at(following), following.step
        if following.number > run.number and not run.is_done:
            after = after.with_effects(*source.saved(following)[1])
        has_roll = step and any(isinstance(act.does, Roll | OpeningRoll) for act in step.acts)
        if has_roll and self.options.motion:
            after = after.with_effects(SimpleEffect.TUMBLE)
        return after.step()

    def _begin_next(self) -> Step[Self]:
        match self.source.next(self.run):
            case NextLesson(source, lesson, step, effects):
                begun = self.at_step(lesson, step, self.options, source)
                return begun, (*NEW_STEP, Shown(lesson), *effects)
            case effects:
                return self, effects

    # ---- moves and decisions

    def _choose_or_answer(self, player_input: Input) -> Self:
        input = self.state
        match player_input:
            case TypedLine(text):
                return self._judge((text,))
            case _ if input.question:
                return self._answer_question(input.question, player_input)
            case Paste(text):
                typed = "".join(c for c in text.lower()[:_MAX_WORDS] if c in f"{NOTATION} ")
                return replace(self, state=input.select(input.choosing.with_text(typed)))
            case Key.SPACE if self.typed:
                return replace(self, typed=f"{self.typed.rstrip()} ")
            case Key.ENTER if self.typed:
                return replace(self, typed="")._judge((self.typed.strip(),))
            case str() if self.typed and (player_input.isalpha() or not self.typed.isalpha()):
                return replace(self, typed=(self.typed + player_input)[:_MAX_WORDS])
            case _ if self.typed:
                return replace(self, typed="")._choose_or_answer(player_input)
            case str() if _begins_words(input, player_input):
                text = input.choosing.text + player_input
                emptied = input.select(input.choosing.with_text(""))
                return replace(self, typed=text, state=emptied)
            case _:
                return self._choose(player_input)

    def _choose(self, player_input: Input) -> Self:
        input, choosing = self.state, self.state.choosing
        match player_input:
            case Key.ESCAPE:
                return replace(self, state=input.close())
            case Scroll(by):
                return self._choose(Key.DOWN if by > 0 else Key.UP)
            case PointAt() if input.game.stage:
                place = input.place_of(player_input)
                return self if place is None else self._take_outcome(choosing.pick(place))
            case Key.SPACE | Key.ENTER | str() if input.game.awaits_roll:
                return self.say("The lesson rolls the dice.")
            case _ if input.game.stage is None:
                return self
            case Key.ENTER if choosing.row is None and choosing.text and choosing.is_stuck:
                return self._judge((choosing.text.strip(),))
            case Key.ENTER:
                return self._take_outcome(choosing.point())
            case Key.SPACE if choosing.is_on_board and (choosing.has_picked or not choosing.text):
                return self._take_outcome(choosing.point())
            case _:
                outcome = choosing.on(player_input, input.lines)
                is_typed = isinstance(player_input, str) or player_input is Key.SPACE
                return self._take_outcome(outcome, is_typed=is_typed)

    def _take_outcome(self, outcome: InputOutcome, *, is_typed: bool = False) -> Self:
        """Return the lesson after an outcome; illegal moves are judged too."""
        input = self.state
        match outcome:
            case Choosing():
                if outcome is input.choosing:
                    return self
                return replace(self, state=input.select(outcome, is_typed=is_typed))
            case ChosenPlay(is_only=True):
                return self.say(_TRY)
            case ChosenPlay(moves, text):
                return self._answered(self.run.try_actions(moves, text))
            case AmbiguousPlay(choosing, plays, text):
                ambiguous = replace(self, state=input.select(choosing).ask(which_play(plays)))
                return ambiguous._judge((text,))
            case IllegalPlay(choosing, (text, *_), is_begun=True):
                return replace(self, state=input.select(input.choosing.with_text(text)))
            case IllegalPlay(choosing, texts):
                after = replace(self, state=input.select(choosing))
                return after._judge(texts) if texts else after
            case UnfinishedPlay(_, missing):
                return self.say(_MISSING.get(missing, missing.value))

    def _answer_question(self, question: Question, player_input: Input) -> Self:
        """Handle an input while a question is open.

        A number that would be an answer elsewhere is judged, so the lesson explains why it is
        wrong here.
        """
        after, key = self.state.answered(player_input), player_input
        if not isinstance(after, Answer):
            if not isinstance(key, str) or not key.isdecimal() or isinstance(question, WhichPlay):
                return replace(self, state=after)
            return self._judge((f"resign {key}" if isinstance(question, ResignFor) else key,))
        if len(after.choices) > 1:
            return replace(self, state=self.state.ask(which_play(after.choices)))
        if not after.actions and self.state.open_question:
            return replace(self, state=self.state.close_question().say("The game goes on."))
        text = "" if after.actions else after.text
        answered = self._answered(self.run.try_actions(after.actions, text))
        word = after.text.split()[0].rstrip(":")
        is_letter = word.isalpha() and isinstance(key, str)
        return replace(answered, rest=_rest_of(word, str(key)) if is_letter else "")

    def _type_answer(self, player_input: Input) -> Self:
        key = self.run.key
        match player_input:
            case str() if not player_input.isdecimal() and (word := key.read(player_input)):
                return replace(self._give_answer(player_input), rest=_rest_of(word, player_input))
            case Key.UP | Key.DOWN | Key.LEFT | Key.RIGHT if not key.is_number:
                typed = key.answers.index(self.typed) if self.typed in key.answers else None
                typed = next_highlighted(typed, player_input, len(key.answers))
                return replace(self, typed=key.answers[typed])
            case Key.ENTER | Key.SPACE:
                return self._give_answer(self.typed)
            case TypedLine(line):
                return self._give_answer(line)
            case str():
                is_number = player_input.isdecimal()
                kept = self.typed if self.typed.isdecimal() is is_number else ""
                longer = f"{kept}{player_input}"[:_MAX_WORDS]
                return self if is_number and not key.read(longer) else replace(self, typed=longer)
            case _:
                return self.say(key.instruction) if player_input in _CHOOSING else self

    def _give_answer(self, text: str) -> Self:
        run, after = self.run.try_answer(text), replace(self, typed="")
        return after.say(run.key.instruction) if run is self.run else after._answered(run)

    def _judge(self, texts: Sequence[str]) -> Self:
        """Judge typed moves; if they are ambiguous, use a meaning that the lesson foresees.

        Another whole play replaces the moves made, which could be undone.
        """
        moves = count_retyped(self.state.choosing.plays, texts[0])
        run = self.run.back(len(self.run.made) - moves) if moves else self.run
        try:
            runs = [run.try_text(text) for text in texts]
        except Unreadable:
            refused = f"{texts[0][:40]!a} is not a move. Type from/to, such as 13/9 or 6/off."
            emptied = self.state.select(self.state.choosing.with_text(""))
            return replace(self, state=emptied.say(refused, is_refusal=True))
        foreseen = (run for run in runs if run.answer and run.answer.foreseen)
        return self._answered(next(foreseen, runs[0]))

    def _answered(self, run: Run) -> Self:
        """Return the lesson with an answer, which is saved, and judged in another thread.

        A question about the meaning stays open.
        """
        answer, board = run.answer, self.state
        if answer is None or run is self.run:
            return self
        if not (answer.verdict is Verdict.UNCLEAR and board.open_question):
            board = _board_at(run, board.options, is_on_board=board.choosing.is_on_board)
        if board.question and not board.open_question and answer.verdict not in _ACCEPTED:
            # Prevents a habitual Enter after a wrong answer from giving another one.
            board = board.highlight(None)
        source, saving = self.source.saved(run)
        after = replace(self, run=run, source=source, state=board, shows_hint=False, undone=())
        after = after.with_effects(*NEW_STEP, Shown(answer), *saving)
        if not replies.can_be_judged(run):
            return after

        def settle(mode: Self, judged: Run) -> Step[Self]:
            return (replace(mode, run=judged) if mode.run is run else mode), ()

        return after.with_effects(effects.Work(partial(replies.judge, run), settle, about=run))

    def _at(self, run: Run) -> Self:
        board = _board_at(run, self.options).with_effects(*NEW_STEP, Shown(run.step))
        return type(self)(run=run, state=board, source=self.source, options=self.options)

    # ---- commands, in the order of the footer and the help page

    list_note = command(
        "up down",
        "Choose a whole play in the list, once you have tried",
        after=BoardMode.trapping_note,
    )

    @property
    def enter_label(self) -> str:
        run = self.run
        match run.awaited:
            case NextInput.ACTION if self.state.question:
                return "answer" if self.state.highlighted else ""
            case NextInput.ACTION:
                choosing = self.state.choosing
                is_chosen = self.typed or choosing.text or choosing.row is not None
                return choosing.picking or ("play" if is_chosen else "")
            case NextInput.TYPED:
                return "answer" if self.typed else ""
            case NextInput.NOTHING:
                return self.source.enter_label
            case NextInput.CONTINUE if run.verdict is Verdict.SHOWN:
                return "try it yourself"
            case NextInput.CONTINUE if run.verdict is Verdict.MISSED:
                return "try again"
            case _:
                return "go on"

    enter_note = command("enter", label=lambda mode: mode.enter_label)
    to_board = replace(BoardMode.to_board, min_width=80)
    play_note = command(
        "enter", "Make the previewed play, or see why it is illegal; continue", usage="Enter"
    )
    answer_note = command(
        "0-9 y n",
        "Answer a question: type a number and press Enter, or y or n",
        usage="11, yes, no",
    )

    @command(
        "u",
        "Undo a move",
        words=("undo",),
        label="undo",
        is_enabled=lambda mode: mode.run.made,
    )
    def undo(self) -> Self:
        run = self.run.undo()
        taken_back = self.run.made[len(run.made) :]
        board = _board_at(run, self.options, is_on_board=self.state.choosing.is_on_board)
        match taken_back:
            case (Move() as move,):
                board = board.say(describe_undo(move))
        undone = (taken_back[:1], *self.undone)
        return replace(self, run=run, state=board.with_effects(*NEW_STEP), undone=undone)

    @command("U", "Redo a move", words=("redo",))
    def redo(self) -> Self:
        if not self.undone:
            return self.say(NOTHING_UNDONE.format(*map(self.options.keys.shown, "Uu")))
        actions, *rest = self.undone
        return replace(self._answered(self.run.try_actions(actions)), undone=tuple(rest))

    @command(
        HINT,
        "Show a hint",
        words=("hint",),
        label="hint",
        is_enabled=lambda mode: mode.run.is_asked,
    )
    def show_hint(self) -> Self:
        if not self.run.is_asked:
            return self.say(_NOTHING_TO_DO)
        board = replace(self.state, notice=None).with_effects(SimpleEffect.NEW_TEXT)
        return replace(self, shows_hint=True, state=board)

    @command(
        SOLUTION,
        "Show the solution, or a turn of an exercise; once more to play the turn",
        words=("solution",),
        label=lambda mode: "one turn" if mode.run.is_exercise else "solution",
        is_enabled=lambda mode: mode.run.is_asked,
    )
    def show_solution(self) -> Self:
        run = self.run
        if not run.is_asked:
            return self.say(_NOTHING_TO_DO)
        if not run.is_exercise or self.offered is run:
            return self._answered(run.show_solution())
        play = write_typed(computer_choice(run.game))
        board = self.state.select(self.state.choosing.with_text(play))
        offer = (
            f"{self.options.keys.shown(SOLUTION)} again plays {replies.write_offered_turn(run)}."
        )
        return replace(self, offered=run, state=board.say(offer))

    @command(
        PUNISHED,
        "Show on the board the roll that punishes your mistake",
        label="show punishment",
        is_enabled=lambda mode: mode.run.answer and mode.run.answer.punishment,
    )
    def punish(self) -> Self:
        if self.run.answer and self.run.answer.punishment:
            return replace(self, punished=self.run.answer.punishment)
        key = self.options.keys.shown(PUNISHED)
        return self.say(
            f"After a wrong play, {key} shows the roll that punishes it, if there is one."
        )

    @command(help="Take back all moves and try again", words=("back",))
    def take_back_all(self) -> Self:
        return self._at(self.run.back())

    @command(
        "s",
        "Skip to the next lesson, or the next task of a quiz",
        words=("next",),
        label=lambda mode: mode.source.next_label,
        is_enabled=lambda mode: not mode.source.why_not_next(mode.run),
        min_width=MIN_WIDTH_FULL_NAME,
        after=Mode.open_keys,
    )
    def leave_for_next(self) -> Step[Self]:
        if reason := self.source.why_not_next(self.run):
            return self.say(reason).step()
        run = self.run
        is_begun = run.number or run.answer or run.made
        if self.source.is_step_by_step or run.is_done or not is_begun:
            return self._begin_next()
        question = effects.Confirm("This lesson is not done yet. Go on to the next one?")
        return self.open(question, lambda mode, yes: mode._begin_next() if yes else (mode, ()))

    @command(
        PLAY,
        "Play a first game",
        exists=lambda mode: mode.run.is_done and mode.source.is_enough,
    )
    def play_first_game(self) -> Step[Self]:
        return self, (effects.Leave(None, self.run.lesson.rules.name),)

    @command(
        "A",
        "Start the lesson again",
        words=("start",),
        exists=lambda mode: not mode.source.is_step_by_step,
    )
    def start_again(self) -> Step[Self]:
        return self._jump_to(0)

    @command(
        "S",
        "List the steps of the lesson, to jump to one",
        exists=lambda mode: not mode.source.is_step_by_step,
    )
    def choose_step(self) -> Step[Self]:
        steps = enumerate(self.run.lesson.steps, 1)
        lines = tuple((str(at) if at in range(1, 10) else "", step.title) for at, step in steps)
        menu = effects.Menu("Jump to a step", lines, min(self.run.number, len(lines) - 1))
        return self.open(menu, lambda mode, at: mode._jump_to(at))

    def _jump_to(self, step: int) -> Step[Self]:
        run = run_at(self.run.lesson, step)
        return self._at(run).with_effects(*self.source.saved(run)[1]).step()

    @command(
        "G",
        "Choose tasks about another game",
        label="change game",
        exists=lambda mode: mode.source.rulesets,
    )
    def choose_games(self) -> Step[Self]:
        return self.open(effects.ChooseQuizGames(self.source.rulesets), LessonMode._with_rulesets)

    def _with_rulesets(self, rulesets: tuple[Rules, ...]) -> Step[Self]:
        if rulesets == self.source.rulesets:
            return self, ()
        assert isinstance(self.source, Quiz)
        quiz = replace(self.source, rulesets=rulesets, item=None)
        return replace(self, source=quiz)._begin_next()

    @command(
        "j",
        "Try this position in the sandbox (Esc returns here)",
        label="sandbox",
        min_width=MIN_WIDTH_FULL_NAME,
    )
    def open_sandbox(self) -> Step[Self]:
        # Before the first try, the computer's opinion would give a task of the quiz away.
        help = Help.OFF if self.source.awaits_try else Help.ON
        rules, white, black = self.run.game.rules, STANDARD.white, STANDARD.black
        record = MatchRecord(rules, white, black, "", None, help=help)
        return self.open(effects.SandboxBeside(record, self.state.game, self.options))

    def open_roll_chart(self) -> Step[Self]:
        """Open the roll chart, unless it would give an answer away."""
        if self.run.awaited is NextInput.TYPED:
            return self.say("The roll chart comes after your answer.").step()
        return super().open_roll_chart()

    @command(
        "R",
        "Resign, if a task asks for it",
        words=("resign", "draw"),
        exists=lambda mode: not mode.source.rulesets,
        after=Mode.switch_presentation,
    )
    def ask_resign(self) -> Self:
        if self.run.awaited is not NextInput.ACTION:
            return self.say(_NOTHING_TO_DO)
        if not self.run.may_resign:
            return self._answered(self.run.refuse_to_end())
        loser = self.run.game.actor
        assert loser
        return replace(self, state=self.state.ask(resign_for(self.run.game, loser, STANDARD)))

    # An answer such as `pass` is typed to a question.
    options_command = replace(
        command_of(BoardMode.open_options), exists=lambda mode: not mode.state.question
    )
    scroll_note = command("pgup pgdn", "Scroll a long text")
    mouse_note = command(
        "mouse",
        "Click a checker, then its target; or a play, answer or key",
        after=BoardMode.escape_note,
    )


def _effective(options: Settings) -> Settings:
    """Return the options with an effect in lessons, whose boards look alike for all learners."""
    return replace(
        Settings(keys=options.keys), **{name: getattr(options, name) for name in _EFFECTIVE}
    )


def _board_at(run: Run, own: Settings, *, is_on_board: bool = False) -> LearnersBoard:
    """Return the game of a run, in which moves can be chosen if the run awaits them."""
    options = _effective(own)
    choosing = choosing_in(run.game, options)
    if run.awaited is not NextInput.ACTION:
        return LearnersBoard(choosing=choosing, options=options, news=Notice(""))
    if is_on_board and run.game.stage:
        last = run.made[-1] if run.made else None
        cursor = last.target if isinstance(last, Move) else None
        choosing = choosing.move_focus(board=True, cursor=cursor)
    return LearnersBoard(
        choosing=choosing,
        options=options,
        highlighted_answer=None if run.may_double else first_highlighted(run.game),
        may_double=run.may_double,
    )


def _rest_of(word: str, key: str) -> str:
    """Return the keys that complete a word; empty if the key that gave it is another letter."""
    return f"{word[1:]}\n" if word.startswith(key.lower()) else ""


def _begins_words(input: BoardState, letter: str) -> bool:
    """Return True if no notation contains the typed text followed by a letter."""
    if not letter.isalpha() or input.choosing.row is not None:
        return False
    text = (input.choosing.text + letter).lower()
    word = text[len(text.rstrip(ascii_lowercase)) :]
    is_notation = text == "c" or any(known.startswith(word) for known in WORDS)
    return input.game.stage is None or not is_notation
