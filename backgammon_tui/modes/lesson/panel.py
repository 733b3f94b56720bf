"""Header and panel of a lesson, as lines.

The panel is a conversation: the lesson's text and question, the learner's try, the answer to it,
and below that the line to type on. Where there is not enough room, text that has been read is left
out first; a text that is still too long scrolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backgammon_tui.engine import Event, Place, Side
from backgammon_tui.engine.events import DiceRolled, StageBegun, StageCompleted
from backgammon_tui.modes.inputs import Key, TypedLine
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

if TYPE_CHECKING:
    from backgammon_tui.modes.lesson.mode import LessonMode

HINT, SOLUTION, PUNISHED = "t", "T", "x"
"""The keys of the help that is offered."""

_GOOD: Final = (Verdict.RIGHT, Verdict.SHOWN, Verdict.NOT_DONE, Verdict.ANSWERED)

_MANY_WRONG: Final = 2

_MIN_LIST: Final = 3
"""A list of fewer lines is not worth its place."""

# ---- the panel


class TextBlock(NamedTuple):
    lines: Sequence[TextLine]
    is_read: bool = False
    """True if the block has been read and may be left out where there is no room."""


def lesson_panel(mode: LessonMode, frame: Frame) -> Panel:
    (width, height), glyphs = frame.room, frame.glyphs
    pinned = _pinned(mode, frame)
    blocks = list(lesson_blocks(mode, width, glyphs))
    is_listed = bool(mode.board.pickable) and mode.is_open
    listing = ListOfPlays(mode.board, width, glyphs)
    text = _fitting(blocks, height - len(pinned) - 1)
    left = height - len(text) - len(pinned) - bool(text)
    if left < 0:
        # The last answer stands at the end.
        end = len(text) if mode.run.answer or mode.shows_hint else 0
        return scroll_text(text, pinned, height, end if frame.top is None else frame.top)
    top, listed = 0, []
    if left > _MIN_LIST and is_listed:
        pinned = _pinned(mode, frame, has_list=True)
        plays, top = listing.visible(frame.top or 0, left - 1)
        listed = [BLANK, *plays]
    elif len(how := _how_to_move(mode, width)) in range(1, left + 1):
        pinned = [*_pinned(mode, frame, has_list=True), *how]
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


def lesson_blocks(mode: LessonMode, width: int, glyphs: Glyphs) -> Iterator[TextBlock]:
    yield from (block for block in _blocks(mode, width, glyphs) if block.lines)


def _blocks(mode: LessonMode, width: int, glyphs: Glyphs) -> Iterator[TextBlock]:
    run = mode.run
    step, asked = run.step, run.asked
    if step is None:
        return
    has_heard = run.answer is not None or mode.shows_hint
    style = TextStyle.DIM if has_heard else TextStyle.PLAIN
    if not (isinstance(asked, Exercise) and run.made):
        yield TextBlock(wrap(step.say, width, style), is_read=has_heard)
    happened = (describe_news(_unseen(events), STANDARD) for events in run.events_before)
    news = [sentence for sentences in happened for sentence in sentences]
    yield TextBlock(wrap(" ".join(news), width, TextStyle.DIM), is_read=has_heard)
    if asked:
        style = TextStyle.DIM if run.is_solved else TextStyle.BRIGHT
        yield TextBlock(wrap(describe_asked(run), width, style), is_read=run.is_solved)
        yield TextBlock(wrap(describe_progress(run), width, TextStyle.DIM))
    yield TextBlock(list(_answer(mode, width, glyphs)))
    yield TextBlock(list(_punishment(mode, width)))
    yield TextBlock(wrap(describe_after(run), width))
    yield TextBlock(list(_summary(run, width)))
    if not mode.board.notice:
        yield TextBlock(rule_lines(mode.shown.rule, width), is_read=True)
    if mode.shows_hint and asked:
        yield TextBlock(wrap(f"Hint: {asked.hint}", width, TextStyle.ACCENT))
    elif run.wrong >= _MANY_WRONG and run.awaited in ASKED:
        spans = (
            Span(HINT, TextStyle.KEY, HINT),
            Span(" a hint, ", TextStyle.DIM, HINT),
            Span(SOLUTION, TextStyle.KEY, SOLUTION),
            Span(" solution", TextStyle.DIM, SOLUTION),
        )
        yield TextBlock([TextLine(spans)], is_read=True)


def _punishment(mode: LessonMode, width: int) -> Iterator[TextLine]:
    run = mode.run
    if mode.punished:
        punishment = describe_punishment(run.before, mode.punished)
        yield from wrap(f"The roll that punishes it: {punishment}", width, TextStyle.ACCENT)
    elif run.answer and run.answer.punishment:
        spans = Span(PUNISHED, TextStyle.KEY, PUNISHED), Span(" what punishes it", TextStyle.DIM)
        yield TextLine(spans, PUNISHED)


def _summary(run: Run, width: int) -> Iterator[TextLine]:
    """Yield the costs of an exercise; a digit leads back to each play that is named."""
    total, *worst = describe_summary(run) or ["Summary ..." if can_be_judged(run) else ""]
    yield from wrap(total, width, TextStyle.ACCENT)
    for number, mistake in enumerate(worst, 1):
        yield from answer_lines(str(number), mistake, width, is_highlighted=False)
    if worst:
        keys = join([str(number) for number in range(1, len(worst) + 1)], "or")
        yield from wrap(f"Press {keys} to go back there.", width, TextStyle.DIM)


def _unseen(events: Sequence[Event]) -> list[Event]:
    return [e for e in events if not isinstance(e, DiceRolled | StageBegun | StageCompleted)]


def _answer(mode: LessonMode, width: int, glyphs: Glyphs) -> Iterator[TextLine]:
    run = mode.run
    answer = run.answer
    if answer is None:
        return
    if mode.tried:
        tried = Span(fit(mode.tried, width - 2), TextStyle.ALERT)
        yield TextLine((Span(f"{glyphs.prompt} ", TextStyle.DIM), tried))
    is_right = answer.verdict in _GOOD
    # If the board asks which play is meant, the answer does not say so again.
    tell = (
        describe_against(answer, STANDARD) if mode.board.asked else describe_answer(run, STANDARD)
    )
    yield from wrap(tell, width, TextStyle.ACCENT if is_right else TextStyle.BRIGHT)
    learner = STANDARD.name(run.before.actor or Side.WHITE)
    for sentence in describe_consequences(_unseen(answer.events), STANDARD, learner):
        yield from wrap(sentence, width)
    if answer.events:
        yield from wrap(describe_worth(run.game, STANDARD), width)


# ---- what is done next


def _pinned(mode: LessonMode, frame: Frame, *, has_list: bool = False) -> list[TextLine]:
    """Return the lines at the foot of the panel, which never scroll out of sight.

    The entry itself explains typing, unless the plays or an explanation stand below it.
    """
    (width, height), glyphs, input = frame.room, frame.glyphs, mode.board
    match mode.run.awaited:
        case Awaited.NOTHING:
            return mode.source.ending(width, height)
        case Awaited.GO_ON:
            on = "try it yourself" if mode.run.was_shown else "goes on"
            return [key_line(Key.ENTER, "tries again" if mode.run.was_missed else on)]
        case Awaited.TYPED:
            is_repeated = bool(input.notice and input.notice.text == mode.run.key.instruction)
            typed = typed_lines(mode, width, glyphs, is_repeated=is_repeated)
            return [*typed, *notice_lines(None if is_repeated else input.notice, width)]
    if input.question:
        notice = notice_lines(input.notice, width)
        return notice + question_lines(input, input.question, width)
    counts = has_list and mode.is_open
    move = "" if has_list else _first_move(mode)
    hint = f"such as {move}" if move else ""
    entry = entry_lines(input, width, glyphs, has_list=False, counts=counts, hint=hint)
    if mode.typed:
        entry = [
            words_line(mode.typed, glyphs),
            *wrap("Enter tries it, Esc drops it.", width, TextStyle.DIM),
        ]
    lines = [*_owed(mode, width, glyphs), *entry]
    if input.choosing.is_illegal:
        lines += wrap("Illegal: enter says why.", width, TextStyle.DIM)
    return [*lines, *notice_lines(input.notice, width), *rule_lines(input.rule, width)]


def typed_lines(
    mode: LessonMode, width: int, glyphs: Glyphs, *, is_repeated: bool = False
) -> tuple[TextLine, ...]:
    """Return the line on which an answer is typed, the answers there are, and keys to click.

    The instruction is emphasized if it is repeated, after an input that is not an answer.
    """
    entry = words_line(mode.typed, glyphs)
    key = mode.run.key
    words = dict.fromkeys(answer[0] if answer.isdecimal() else answer for answer in key.answers)
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


def _first_move(mode: LessonMode) -> str:
    """Return an example of a typed move until something is done in the first task of a lesson."""
    run, input = mode.run, mode.board
    is_begun = run.made or run.answer or mode.shows_hint or input.closing or input.notice
    before = run.lesson.steps[: run.number]
    if is_begun or not input.pickable or any(isinstance(step.asked, Task) for step in before):
        return ""
    entering = (Place.BAR, "bar/24"), (Place.HAND, "hand/24")
    bears_off = any(move.target == Place.OFF for move in input.game.moves)
    moving = "1/off" if bears_off else "13/9"
    return next((move for place, move in entering if place in input.pickable), moving)


def _how_to_move(mode: LessonMode, width: int) -> list[TextLine]:
    move = _first_move(mode)
    how = f"Type moves such as {move} and press enter, or click a checker, then its target."
    return wrap(how, width, TextStyle.DIM) if move else []


def _owed(mode: LessonMode, width: int, glyphs: Glyphs) -> list[TextLine]:
    game = mode.run.game
    if game.actor is None or not game.due:
        return []
    owed = numbers(game.left).replace("the ", "")
    return [line(fit(f"{glyphs.of(game.actor)} {owed} to play", width), TextStyle.BRIGHT)]


def brief_lines(mode: LessonMode, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
    """Return the entry line while a play or an answer is asked for."""
    if mode.run.awaited is Awaited.TYPED:
        return typed_lines(mode, width, glyphs)[:1]
    if mode.run.awaited is not Awaited.ACTION:
        return (BLANK,)
    if mode.typed:
        return (words_line(mode.typed, glyphs),)
    *_, entry = (row for row in entry_lines(mode.board, width, glyphs) if row.click)
    return (entry,)
