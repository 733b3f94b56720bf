"""What header, panel and footer say about a sitting, as lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.turn import Phase, StageKind, Turn
from backgammon_tui.tui.panel.choosing import (
    coach_lines,
    entry_line,
    list_line,
    notice_lines,
    question_lines,
    rule_lines,
    scrolled,
)
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.text import (
    BLANK,
    Command,
    Ink,
    Span,
    TextLine,
    fit,
    line,
    measure,
    spread,
    wrap,
)
from backgammon_tui.tui.sitting import Key, Sitting
from backgammon_tui.words.events import tell_awaited, tell_result
from backgammon_tui.words.reasons import tell_withheld
from backgammon_tui.words.rules import SHORT_TITLES, tell_changes
from backgammon_tui.words.speaker import count, numbers
from backgammon_tui.words.turn import tell_throws, tell_totals

TALL = 30
"""From so many rows on the panel has room for a log beside the list."""

_LIST = 8
"""The rows that what the coach says leaves for the rest: the title, the entry, some plays."""

ROOMY = 100
"""From so many columns on the header has room for the whole name of the game."""


# ---- header and footer


def header(
    sitting: Sitting, width: int, glyphs: Glyphs, *, is_kept: bool = True
) -> tuple[TextLine, ...]:
    """The line above the board: the game, who plays whom, the score and the pips."""
    record, match, game = sitting.table.record, sitting.table.match, sitting.game
    length = f"to {match.length}" if match.length else "open"
    pips = ":".join(str(game.position.pips(side)) for side in Side)
    unsaved = () if is_kept else (Span("not saved", Ink.ALERT), Span("  "))
    right = (
        *unsaved,
        Span(f"{length} {glyphs.dot} game {len(record.games)}   pips {pips} ", Ink.DIM),
    )
    title = record.rules.title if width >= ROOMY else SHORT_TITLES[record.rules.name]
    left = [Span(f" {title} ", Ink.BADGE), Span(" ")]
    room = (width - measure(left) - measure(right) - 1) // 2
    for side in Side:
        score = f" {match.score(side)}"
        name = fit(record.name(side), room - len(score) - 4)
        ink = Ink.BRIGHT if game.actor is side else Ink.DIM
        left += [Span(" "), Span(f"{glyphs.of(side)} {name}{score}", ink), Span(" ")]
    return (TextLine(spread(left, right, width)),)


def footer(sitting: Sitting, width: int) -> tuple[TextLine, ...]:
    """The keys that matter, each to be clicked; those that do nothing now are dim."""
    spans = [Span(" ")]
    for key, word, deed, is_live in (
        ("space", "throw", Key.SPACE, sitting.awaits_throw and not sitting.gate),
        ("enter", _entering(sitting), Key.ENTER, bool(sitting.gate or sitting.game.stage)),
        ("tab", "list" if sitting.on_board else "board", Key.TAB, bool(sitting.rows)),
        ("u", "undo", Command.UNDO, sitting.table.can_undo),
        ("w", "rule" if sitting.rule else "why", Command.WHY, True),
        ("?", "rules", Command.RULES, True),
        ("esc", "menu", Command.MENU, True),
    ):
        spans += [Span(key, Ink.KEY if is_live else Ink.DIM, deed)]
        spans += [Span(f" {word}", Ink.DIM, deed), Span("  ")]
    return (TextLine(tuple(spans)),)


def _entering(sitting: Sitting) -> str:
    """What Enter does now."""
    if sitting.gate:
        return "go on"
    return "pick" if sitting.on_board and not sitting.preview else "play"


# ---- the panel


@dataclass(frozen=True)
class Panel:
    """The panel's lines, and how far its list is scrolled."""

    lines: tuple[TextLine, ...]
    top: int


def panel(
    sitting: Sitting, width: int, height: int, top: int, glyphs: Glyphs, asked: int = 0
) -> Panel:
    """The panel beside the board.

    Args:
        sitting: What the players are in the middle of.
        width: The panel's cells.
        height: The panel's rows.
        top: The line of the list that stood first until now.
        glyphs: The characters to write with.
        asked: Which answer of a question is previewed.
    """
    pressing = _pressing(sitting, width, glyphs, asked)
    below = [] if pressing else _below(sitting, width, glyphs)
    room = height - len(pressing) - len(below) - _LIST
    above = [*_title(sitting, width, min(room, height // 3 - 1), glyphs), BLANK]
    if pressing:
        above += [*pressing, BLANK]
    elif sitting.game.stage:
        above.append(entry_line(sitting, width, glyphs))
    elif sitting.awaits_throw and sitting.table.dice is None:
        above.append(_typed_dice(sitting, glyphs))
    room = max(height - len(above) - len(below), 0)
    if not sitting.rows or pressing:
        most = min(room - 1, 2) if sitting.options.big else room - 1
        middle = [BLANK, *_history(sitting, width, glyphs, max(most, 0))]
        return Panel(_stack(above, middle, below, height), 0)
    most = 0 if sitting.options.big else room // 3 if height >= TALL else 1
    log = _log(sitting, width, glyphs, most)
    log_room = len(log)
    list_room = max(room - log_room - 1, 1)
    top = scrolled(sitting, top, list_room)
    shown = sitting.lines[top : top + list_room]
    middle = [list_line(sitting, each, width, glyphs) for each in shown]
    middle += [BLANK] * (room - log_room - len(middle))
    middle += log
    return Panel(_stack(above, middle, below, height), top)


def _stack(
    above: Sequence[TextLine], middle: Sequence[TextLine], below: Sequence[TextLine], height: int
) -> tuple[TextLine, ...]:
    """The three parts one under the other, the last one at the bottom."""
    gap = height - len(above) - len(middle) - len(below)
    return (*above, *middle, *([BLANK] * gap), *below)[:height]


def _title(sitting: Sitting, width: int, coached: int, glyphs: Glyphs) -> list[TextLine]:
    """Who is to do what; at most so many lines are the coach's."""
    game, name = sitting.game, sitting.speaker.name
    if game.is_over:
        return [line("Game over", Ink.BRIGHT)]
    stopped = sitting.gate.about if sitting.gate else None
    if stopped:
        return [line(fit(f"{glyphs.of(stopped)} {name(stopped)} cannot play", width), Ink.BRIGHT)]
    owed = coach_lines(sitting, width, max(coached, 2))
    if game.actor is None:
        rule = "" if owed else "One die each; the higher starts. "
        hint = f"{rule}{_throwing(sitting)}"
        return [line("Opening throw", Ink.BRIGHT), *owed, *wrap(hint, width, Ink.DIM)]
    doing = _doing(game)
    actor = fit(f"{glyphs.of(game.actor)} {name(game.actor)}", width - len(doing) - 1)
    hint = _hint(sitting)
    is_needed = not owed or sitting.awaits_throw or sitting.reading.picked is not None
    return [
        line(f"{actor} {doing}", Ink.BRIGHT),
        *owed,
        *(wrap(hint, width, Ink.DIM) if hint and is_needed else []),
    ]


def _doing(game: Game) -> str:
    """What the side to act is about, after its name."""
    match game.phase:
        case Phase.THROW:
            return "to throw"
        case Phase.THROW_AGAIN:
            return "throws again"
        case Phase.KEEP_OR_AGAIN:
            return "starts"
        case Phase.CHOOSE:
            return "chooses"
        case Phase.COMPLETE:
            return "completes"
        case _:
            kind = game.stage.kind if game.stage else StageKind.DICE
            return _PLAYING[kind] if game.rules.complement else "to play"


_PLAYING = {
    StageKind.DICE: "to play",
    StageKind.FACE: "- face",
    StageKind.COMPLEMENT: "- complement",
    StageKind.CHOSEN: "- doublet",
}


def _hint(sitting: Sitting) -> str:
    game = sitting.game
    if sitting.on_board and sitting.reading.picked is not None:
        return "Arrows to a target, enter moves."
    if game.phase is Phase.COMPLETE:
        return tell_awaited(game, sitting.speaker)
    if game.phase is Phase.MOVE and game.stage:
        left, playable = game.left, game.playable()
        hint = numbers(left)
        if len(left) < len(game.stage.numbers) == 4:
            hint = f"{count(len(left))} {left[0]}{'s' if len(left) > 1 else ''} left of four"
        if playable < len(left):
            hint += f"; {count(playable)} can be played"
        return hint
    return _throwing(sitting) if sitting.awaits_throw and not sitting.gate else ""


def _throwing(sitting: Sitting) -> str:
    if sitting.table.dice is None and sitting.game.actor is None:
        return f"Type {sitting.speaker.white}'s number first."
    if sitting.table.dice is None:
        return "Throw, and type the numbers."
    return "Space throws the dice."


def _typed_dice(sitting: Sitting, glyphs: Glyphs) -> TextLine:
    spans = (
        Span(f"{glyphs.prompt} ", Ink.ACCENT),
        Span(sitting.text, Ink.TYPED),
        Span(glyphs.caret, Ink.ACCENT),
    )
    return TextLine(spans, Key.ENTER)


# ---- below the list


def _pressing(sitting: Sitting, width: int, glyphs: Glyphs, asked: int) -> list[TextLine]:
    """What must be answered or acknowledged before anything goes on, if there is such a thing."""
    question = sitting.question
    if question:
        said = [*notice_lines(sitting.notice, width), *rule_lines(sitting, width)]
        return said + question_lines(question, width, glyphs, asked)
    if sitting.gate:
        return [
            *wrap(sitting.gate.text, width, Ink.ALERT),
            *rule_lines(sitting, width),
            BLANK,
            TextLine((Span("enter", Ink.KEY), Span(" goes on", Ink.DIM)), Key.ENTER),
        ]
    return []


def _below(sitting: Sitting, width: int, glyphs: Glyphs) -> list[TextLine]:
    """What there is to be said, at the foot of the panel."""
    lines = [*notice_lines(sitting.notice, width), *rule_lines(sitting, width)]
    outlook = _outlook(sitting, glyphs)
    if outlook:
        lines += wrap(outlook, width, Ink.DIM)
    if sitting.game.result:
        lines += wrap(tell_result(sitting.game.result, sitting.speaker), width)
        lines += [TextLine((Span("enter", Ink.KEY), Span(" the result", Ink.DIM)), Key.ENTER)]
    return [BLANK, *lines] if lines else []


def _outlook(sitting: Sitting, glyphs: Glyphs) -> str:
    """What the chosen play leads to in the next stage."""
    game = sitting.game
    row = sitting.chosen_row
    if row is None or game.phase is not Phase.MOVE:
        return ""
    outlook = game.outlook(sitting.rows[row].position)
    if outlook is None:
        return ""
    ahead = f"then {outlook.numbers[0]}s: "
    if outlook.withheld:
        return f"{ahead}not granted, {tell_withheld(outlook.withheld)}"
    if outlook.playable == len(outlook.numbers):
        return f"{ahead}all four {glyphs.then} throw again"
    return f"{ahead}{count(outlook.playable) if outlook.playable else 'none'} of four"


# ---- the log


def last_turns(sitting: Sitting, most: int) -> list[Turn]:
    """The turns of the game that ended last, at most so many, the first one first."""
    last = sitting.game.turn if sitting.game.is_over else None
    found: list[Turn] = [last] if last else []
    for game in reversed(sitting.table.history):
        if len(found) == most or game.last_turn is None:
            break
        if not found or found[-1] is not game.last_turn:
            found.append(game.last_turn)
    return found[::-1]


def _history(sitting: Sitting, width: int, glyphs: Glyphs, most: int) -> list[TextLine]:
    """The log with what the last turn came to; before the first one the table's own rules."""
    turns = last_turns(sitting, 1)
    if not turns:
        changes = tell_changes(sitting.game.rules)
        lines = wrap(f"changed rules: {changes}", width, Ink.DIM) if changes else []
        return [*lines, *([BLANK] if lines else []), *_commitment(sitting, width)][:most]
    totals = line(fit(f"  {tell_totals(turns[0])}", width), Ink.DIM)
    return [*_log(sitting, width, glyphs, most - 1), totals] if most > 1 else []


def _commitment(sitting: Sitting, width: int) -> list[TextLine]:
    """What fixes the fair dice, before they are thrown."""
    dice = sitting.table.dice
    if dice is None:
        return []
    words = " and from a word of each of you, if you like (menu)"
    said = (
        f"The throws come from a secret fixed already{words * sitting.table.takes_words}. SHA-256"
    )
    return [*wrap(said, width, Ink.DIM), *wrap(dice.commitment, width, Ink.DIM)]


def _log(sitting: Sitting, width: int, glyphs: Glyphs, most: int) -> list[TextLine]:
    return [
        line(fit(f"{glyphs.of(turn.side)} {tell_throws(turn, sitting.speaker)}", width), Ink.DIM)
        for turn in last_turns(sitting, most)
    ]
