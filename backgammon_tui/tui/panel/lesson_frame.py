"""The line above a lesson, the keys below it, and what all keys do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from backgammon_tui.engine.position import Side
from backgammon_tui.teach.running import Awaited
from backgammon_tui.tui.keys import Key
from backgammon_tui.tui.modes.lesson.state import NAMES, LessonState
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.text import Span, TextLine, TextStyle, spread

HINT, SOLUTION, PUT_BACK, NEXT, RESIGN = "t", "s", "p", "l", "e"
"""The keys of a lesson: letters that no move is typed with."""

KEYS: Final = (
    ("24/20 13/9", "type moves: hand/22, bar/20*, 24/22(2), 6/off; 9/7^ traps"),
    ("up down", "choose a whole play in the list"),
    ("tab", "to the board and back; arrows walk, enter picks"),
    ("enter", "play what the board previews; hear why it cannot be; go on"),
    ("1 2 3", "answer a question; the arrows and enter do, too"),
    ("u U", "undo a move, bring it back"),
    (PUT_BACK, "put back: the board as it was when the task was set"),
    (HINT, "a hint"),
    (SOLUTION, "the solution, done for you"),
    ("w", "why: the rule behind the answer"),
    (NEXT, "the next lesson"),
    ("g", "the 36 throws as a square: what each would do"),
    (RESIGN, "end the game by giving up, where a task asks for it"),
    ("pgup pgdn", "scroll what is too long"),
    ("esc", "close what is open, then leave the lesson"),
    ("mouse", "click a checker and its target, plays, answers, keys"),
)
"""All keys and what they do."""

_ROOMY: Final = 110
"""From so many columns on header and footer have room for all words and keys."""


@dataclass(frozen=True)
class Where:
    """Which lesson of a course this is; of none where a file is played."""

    number: int = 0
    of: int = 0
    following: str = ""
    """The title of the next lesson, if there is one."""


def lesson_header(
    state: LessonState, where: Where, width: int, glyphs: Glyphs
) -> tuple[TextLine, ...]:
    """The line above the board: the game, the lesson, who is who, how far it is."""
    run = state.run
    steps = len(run.lesson.steps)
    of, lesson = (" of ", "lesson ") if width >= _ROOMY else ("/", "")
    place = f"{lesson}{where.number}{of}{where.of} {glyphs.dot} " if where.of else ""
    step = f"step {min(run.number + 1, steps)}{of}{steps}"
    right = [
        Span(f"{glyphs.of(side)} {NAMES.name(side)} ", _actor_ink(state, side)) for side in Side
    ]
    right.append(Span(f" {place}{step} ", TextStyle.DIM))
    left = [
        Span(f" {run.lesson.rules.short_title} ", TextStyle.BADGE),
        Span(f" {run.lesson.title}", TextStyle.BRIGHT),
    ]
    return (TextLine(spread(left, right, width)),)


def _actor_ink(state: LessonState, side: Side) -> TextStyle:
    return TextStyle.BRIGHT if state.run.game.actor is side else TextStyle.DIM


def lesson_footer(state: LessonState, width: int) -> tuple[TextLine, ...]:
    """The keys that matter, each to be clicked; those that do nothing now are dim."""
    run = state.run
    is_asked = run.awaited in (Awaited.ACTION, Awaited.CHOICE)
    is_roomy = width >= _ROOMY
    keys: list[tuple[str, str, Key | str, bool]] = [
        ("enter", _entering(state), Key.ENTER, True),
        ("tab", "board", Key.TAB, run.awaited is Awaited.ACTION and is_roomy),
        ("u", "undo", "u", bool(run.made) or run.is_solved),
        (HINT, "hint", HINT, is_asked),
        (SOLUTION, "solution", SOLUTION, is_asked),
        (PUT_BACK, "put back", PUT_BACK, bool(run.made or run.answer)),
        ("w", "why", "w", True),
        ("?", "keys", "?", True),
        (NEXT, "next lesson", NEXT, is_roomy),
        ("esc", "leave", Key.ESCAPE, True),
    ]
    spans = [Span(" ")]
    for key, word, deed, is_live in keys:
        if not is_roomy and key in ("tab", NEXT):
            continue
        spans += [Span(key, TextStyle.KEY if is_live else TextStyle.DIM, deed)]
        spans += [Span(f" {word}", TextStyle.DIM, deed), Span("  ")]
    return (TextLine(tuple(spans)),)


def _entering(state: LessonState) -> str:
    """What Enter does now."""
    match state.run.awaited:
        case Awaited.ACTION:
            is_picking = state.input.on_board and not state.input.preview
            return "pick" if is_picking else "play"
        case Awaited.CHOICE:
            return "answer"
        case _:
            return "go on"
