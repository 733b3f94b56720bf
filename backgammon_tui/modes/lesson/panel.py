"""Header and panel of a lesson, as lines.

The panel is a conversation: the lesson's text and question, the learner's try, the answer to it,
and below that the line to type on. Where there is not enough room, text that has been read is left
out first; a text that is still too long scrolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from backgammon_tui.engine import Event, Place, Side
from backgammon_tui.engine.events import DiceRolled, StageBegun, StageCompleted
from backgammon_tui.modes.header import side_style
from backgammon_tui.modes.inputs import Key, TypedLine
from backgammon_tui.modes.lesson.state import LessonState
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.play.panel import (
    ListOfPlays,
    entry_lines,
    notice_lines,
    question_lines,
    rule_lines,
)
from backgammon_tui.modes.text import (
    BLANK,
    Glyphs,
    Panel,
    Span,
    TextLine,
    TextStyle,
    answer_lines,
    key_line,
    line,
    scroll_text,
    spread,
    stack,
    wrap,
)
from backgammon_tui.teach.lessons.judging import (
    can_be_judged,
    describe_punishment,
    describe_summary,
)
from backgammon_tui.teach.lessons.lesson import Exercise, Task
from backgammon_tui.teach.lessons.run import ASKED, Awaited, Run, Verdict
from backgammon_tui.teach.lessons.verdicts import (
    describe_after,
    describe_against,
    describe_answer,
    describe_asked,
    describe_consequences,
    describe_progress,
)
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import STANDARD, join, numbers
from backgammon_tui.words.turns import describe_news, describe_worth

ROOMY: Final = 110
"""Minimum width in columns at which header and footer have room for all words and keys."""


_MAX_NAMED: Final = 6
"""Maximum number of lessons that are named one by one."""


class Where(NamedTuple):
    """The place of a lesson in its course; all zero where a file is played."""

    number: int = 0
    of: int = 0
    following: str = ""
    left: tuple[int, ...] = ()
    """The numbers of the other lessons that are not done."""

    @property
    def last_words(self) -> str:
        """The sentences after the last lesson of a course, or after a file."""
        if not self.of:
            return "That was the lesson."
        said = "That was the last lesson of this course."
        if not self.left:
            return f"{said} Now play a game!"
        if len(self.left) > _MAX_NAMED:
            return f"{said} {len(self.left)} others are not done yet."
        noun, verb = ("Lesson", "is") if len(self.left) == 1 else ("Lessons", "are")
        return f"{said} {noun} {join([str(each) for each in self.left])} {verb} not done yet."


def lesson_header(run: Run, where: Where, width: int, glyphs: Glyphs) -> TextLine:
    """Return the line above the board: the game, the lesson, the sides, the progress."""
    steps = len(run.lesson.steps)
    of, lesson = (" of ", "lesson ") if width >= ROOMY else ("/", "")
    place = f"{lesson}{where.number}{of}{where.of} {glyphs.dot} " if where.of else ""
    step = f"step {min(run.number + 1, steps)}{of}{steps}"
    right = [
        Span(f"{glyphs.of(side)} {STANDARD.name(side)} ", side_style(side, run.game.actor))
        for side in Side
    ]
    right.append(Span(f" {place}{step} ", TextStyle.DIM))
    left = [
        Span(f" {run.lesson.rules.short_title} ", TextStyle.BADGE),
        Span(f" {run.lesson.title}", TextStyle.BRIGHT),
    ]
    return TextLine(spread(left, right, width))


HINT, SOLUTION, PUNISHED = "t", "s", "x"
"""The keys of the help that is offered."""

_GOOD: Final = (Verdict.RIGHT, Verdict.SHOWN, Verdict.NOT_DONE, Verdict.ANSWERED)

_MANY_WRONG: Final = 2

_MIN_LIST: Final = 3
"""A list of fewer lines is not worth its place."""

# ---- the panel


class TextBlock(NamedTuple):
    """Lines that belong together."""

    lines: Sequence[TextLine]
    is_read: bool = False
    """True if the block has been read and may be left out where there is no room."""


def lesson_panel(state: LessonState, where: Where, frame: Frame) -> Panel:
    """Build the panel beside the board."""
    (width, height), glyphs = frame.room, frame.glyphs
    pinned = _pinned(state, where, width, glyphs)
    blocks = list(lesson_blocks(state, width, glyphs))
    is_listed = bool(state.input.pickable) and state.is_open
    listing = ListOfPlays(state.input, width, glyphs)
    text = _fitting(blocks, height - len(pinned) - 1)
    left = height - len(text) - len(pinned) - bool(text)
    if left < 0:
        # The last answer stands at the end.
        end = len(text) if state.run.answer or state.shows_hint else 0
        return scroll_text(text, pinned, height, end if frame.top is None else frame.top)
    top, listed = 0, []
    if left > _MIN_LIST and is_listed:
        pinned = _pinned(state, where, width, glyphs, has_list=True)
        found, top = listing.visible(frame.top or 0, left - 1)
        listed = [BLANK, *found]
    elif len(how := _how_to_move(state, width)) in range(1, left + 1):
        pinned = [*_pinned(state, where, width, glyphs, has_list=True), *how]
    return Panel((*text, *([BLANK] if text else []), *pinned, *listed), top)


def _fitting(blocks: Sequence[TextBlock], height: int) -> list[TextLine]:
    """Stack as many blocks as there is room for; those that have been read are left out first."""
    kept = list(blocks)
    while sum(len(block.lines) + 1 for block in kept) > height + 1 and any(
        block.is_read for block in kept
    ):
        kept.remove(next(block for block in kept if block.is_read))
    return stack([block.lines for block in kept], height)


# ---- what the lesson says


def lesson_blocks(state: LessonState, width: int, glyphs: Glyphs) -> Iterator[TextBlock]:
    yield from (block for block in _blocks(state, width, glyphs) if block.lines)


def _blocks(state: LessonState, width: int, glyphs: Glyphs) -> Iterator[TextBlock]:
    run = state.run
    step, asked = run.step, run.asked
    if step is None:
        return
    has_heard = run.answer is not None or state.shows_hint
    said = TextStyle.DIM if has_heard else TextStyle.PLAIN
    if not (isinstance(asked, Exercise) and run.made):
        yield TextBlock(wrap(step.say, width, said), is_read=has_heard)
    happened = (describe_news(_unseen(events), STANDARD) for events in run.told)
    told = [sentence for sentences in happened for sentence in sentences]
    yield TextBlock(wrap(" ".join(told), width, TextStyle.DIM), is_read=has_heard)
    if asked:
        style = TextStyle.DIM if run.is_solved else TextStyle.BRIGHT
        yield TextBlock(wrap(describe_asked(run), width, style), is_read=run.is_solved)
        yield TextBlock(wrap(describe_progress(run), width, TextStyle.DIM))
    yield TextBlock(list(_answer(state, width, glyphs)))
    yield TextBlock(list(_punishment(state, width)))
    yield TextBlock(wrap(describe_after(run), width))
    yield TextBlock(list(_summary(run, width)))
    if not state.input.notice:
        yield TextBlock(rule_lines(state.shown.rule, width), is_read=True)
    if state.shows_hint and asked:
        yield TextBlock(wrap(f"Hint: {asked.hint}", width, TextStyle.ACCENT))
    elif run.wrong >= _MANY_WRONG and run.awaited in ASKED:
        spans = (
            Span(HINT, TextStyle.KEY, HINT),
            Span(" a hint, ", TextStyle.DIM, HINT),
            Span(SOLUTION, TextStyle.KEY, SOLUTION),
            Span(" solution", TextStyle.DIM, SOLUTION),
        )
        yield TextBlock([TextLine(spans)], is_read=True)


def _punishment(state: LessonState, width: int) -> Iterator[TextLine]:
    run = state.run
    if state.punished:
        told = describe_punishment(run.before, state.punished)
        yield from wrap(f"The roll that punishes it: {told}", width, TextStyle.ACCENT)
    elif run.answer and run.answer.punishment:
        spans = Span(PUNISHED, TextStyle.KEY, PUNISHED), Span(" what punishes it", TextStyle.DIM)
        yield TextLine(spans, PUNISHED)


def _summary(run: Run, width: int) -> Iterator[TextLine]:
    """Yield the costs of an exercise; a digit leads back to each play that is named."""
    total, *told = describe_summary(run) or ["Summary ..." if can_be_judged(run) else ""]
    yield from wrap(total, width, TextStyle.ACCENT)
    for number, mistake in enumerate(told, 1):
        yield from answer_lines(str(number), mistake, width, is_highlighted=False)
    if told:
        keys = join([str(number) for number in range(1, len(told) + 1)], "or")
        yield from wrap(f"Press {keys} to go back there.", width, TextStyle.DIM)


def _unseen(events: Sequence[Event]) -> list[Event]:
    return [e for e in events if not isinstance(e, DiceRolled | StageBegun | StageCompleted)]


def _answer(state: LessonState, width: int, glyphs: Glyphs) -> Iterator[TextLine]:
    run = state.run
    answer = run.answer
    if answer is None:
        return
    if state.tried:
        tried = Span(fit(state.tried, width - 2), TextStyle.ALERT)
        yield TextLine((Span(f"{glyphs.prompt} ", TextStyle.DIM), tried))
    is_right = answer.verdict in _GOOD
    # If the board asks which play is meant, the answer does not say so again.
    tell = (
        describe_against(answer, STANDARD) if state.input.asked else describe_answer(run, STANDARD)
    )
    yield from wrap(tell, width, TextStyle.ACCENT if is_right else TextStyle.BRIGHT)
    learner = STANDARD.name(run.before.actor or Side.WHITE)
    for sentence in describe_consequences(_unseen(answer.events), STANDARD, learner):
        yield from wrap(sentence, width)
    if answer.events:
        yield from wrap(describe_worth(run.game, STANDARD), width)


# ---- what is done next


def _pinned(
    state: LessonState, where: Where, width: int, glyphs: Glyphs, *, has_list: bool = False
) -> list[TextLine]:
    """Return the lines at the foot of the panel, which never scroll out of sight.

    The entry itself explains typing, unless the plays or an explanation stand below it.
    """
    input = state.input
    match state.run.awaited:
        case Awaited.NOTHING:
            return _ending(where, width)
        case Awaited.GO_ON:
            on = "try it yourself" if state.run.was_shown else "goes on"
            return [key_line(Key.ENTER, "tries again" if state.run.was_missed else on)]
        case Awaited.TYPED:
            is_repeated = bool(input.notice and input.notice.text == state.run.key.instruction)
            typed = typed_lines(state, width, glyphs, is_repeated=is_repeated)
            return [*typed, *notice_lines(None if is_repeated else input.notice, width)]
    if input.question:
        said = notice_lines(input.notice, width)
        return said + question_lines(input, input.question, width)
    counts = has_list and state.is_open
    move = "" if has_list else _first_move(state)
    hint = f"such as {move}" if move else ""
    entry = entry_lines(input, width, glyphs, has_list=False, counts=counts, hint=hint)
    if state.typed:
        entry = [
            words_line(state.typed, glyphs),
            *wrap("Enter tries it, Esc drops it.", width, TextStyle.DIM),
        ]
    lines = [*_owed(state, width, glyphs), *entry]
    if input.choosing.is_illegal:
        lines += wrap("Illegal: enter says why.", width, TextStyle.DIM)
    return [*lines, *notice_lines(input.notice, width), *rule_lines(input.rule, width)]


def typed_lines(
    state: LessonState, width: int, glyphs: Glyphs, *, is_repeated: bool = False
) -> tuple[TextLine, ...]:
    """Return the line on which an answer is typed, the answers there are, and keys to click.

    The instruction is emphasized if it is repeated, after an input that is not an answer.
    """
    entry = words_line(state.typed, glyphs)
    key = state.run.key
    words = dict.fromkeys(each[0] if each.isdecimal() else each for each in key.answers)
    keys = [
        Span(f"{word} ", TextStyle.KEY, word if word.isdecimal() else TypedLine(word[0]))
        for word in words
    ]
    return (
        entry,
        *wrap(key.instruction, width, TextStyle.ALERT if is_repeated else TextStyle.DIM),
        TextLine(tuple(keys)),
    )


def words_line(typed: str, glyphs: Glyphs) -> TextLine:
    prompt, text = Span(f"{glyphs.prompt} ", TextStyle.DIM), Span(f"{typed}_", TextStyle.BRIGHT)
    return TextLine((prompt, text))


def _first_move(state: LessonState) -> str:
    """Return an example of a typed move until something is done in the first task of a lesson."""
    run, input = state.run, state.input
    is_begun = run.made or run.answer or state.shows_hint or input.closing or input.notice
    before = run.lesson.steps[: run.number]
    if is_begun or not input.pickable or any(isinstance(step.asked, Task) for step in before):
        return ""
    entering = (Place.BAR, "bar/24"), (Place.HAND, "hand/24")
    bears_off = any(move.target == Place.OFF for move in input.game.moves)
    moving = "1/off" if bears_off else "13/9"
    return next((move for place, move in entering if place in input.pickable), moving)


def _how_to_move(state: LessonState, width: int) -> list[TextLine]:
    move = _first_move(state)
    said = f"Type moves such as {move} and press enter, or click a checker, then its target."
    return wrap(said, width, TextStyle.DIM) if move else []


def _owed(state: LessonState, width: int, glyphs: Glyphs) -> list[TextLine]:
    game = state.run.game
    if game.actor is None or not game.due:
        return []
    owed = numbers(game.left).replace("the ", "")
    return [line(fit(f"{glyphs.of(game.actor)} {owed} to play", width), TextStyle.BRIGHT)]


def _ending(where: Where, width: int) -> list[TextLine]:
    if not where.following:
        return [
            *wrap(where.last_words, width, TextStyle.BRIGHT),
            BLANK,
            key_line(Key.ENTER, "leads back"),
        ]
    return [
        *wrap(f"That was lesson {where.number} of {where.of}.", width, TextStyle.BRIGHT),
        BLANK,
        *wrap(f"Next: {where.following}.", width),
        BLANK,
        key_line(Key.ENTER, "starts it"),
        key_line(Key.ESCAPE, "leaves"),
    ]
