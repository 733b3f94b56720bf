"""What header, panel and footer say about a state, as lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.turn import Phase, Status, Turn
from backgammon_tui.tui.keys import Key
from backgammon_tui.tui.modes.mode import Frame
from backgammon_tui.tui.modes.play.parts import (
    coach_lines,
    entry_line,
    fact_lines,
    list_line,
    notice_lines,
    question_lines,
    rule_lines,
    scrolled,
)
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.scrolling import Panel
from backgammon_tui.tui.panel.text import (
    BLANK,
    Span,
    TextLine,
    TextStyle,
    fit,
    line,
    wrap,
)
from backgammon_tui.words.event_sentences import describe_awaited, describe_result
from backgammon_tui.words.naming import count, either, numbers
from backgammon_tui.words.reason_sentences import describe_withheld
from backgammon_tui.words.rule_settings import describe_changes
from backgammon_tui.words.turn_lines import describe_finished, describe_throws, describe_totals

_LEAST_LIST = 4
"""The lines that the list of plays keeps beside the log."""

_FULL_TURN = 6
"""The lines of the log in which most turns can be told in full."""

_ROOMY = 26
"""From so many cells on the turns of the log are set off by their heads."""

_LIST = 8
"""The rows that what the coach says leaves for the rest: the title, the entry, some plays."""


# ---- the panel


def play_panel(state: PlayState, frame: Frame) -> Panel:
    """The panel beside the board."""
    width, height = frame.room
    glyphs = frame.glyphs
    pressing = _pressing(state, width)
    below = [] if pressing else _below(state, width, glyphs)
    room = height - len(pressing) - len(below) - _LIST
    above = [*_title(state, width, min(room, height // 3 - 1), glyphs), BLANK]
    if pressing:
        above += [*pressing, BLANK]
    elif state.is_programs:
        above.append(line("Any key skips this.", TextStyle.DIM))
    elif state.game.stage:
        above.append(entry_line(state, width, glyphs))
    elif state.awaits_throw and state.table.dice is None:
        above.append(_typed_dice(state, glyphs))
    room = max(height - len(above) - len(below), 0)
    if not state.rows or pressing:
        most = min(room - 1, 2) if state.options.big else room - 1
        middle = [BLANK, *_history(state, width, glyphs, max(most, 0))]
        return Panel(_stack(above, middle, below, height))
    most = 0 if state.options.big else max(room // 3, min(room - _LEAST_LIST, _FULL_TURN))
    log = _log(state, width, glyphs, most)
    list_room = max(room - len(log) - 1, 1)
    top = scrolled(state, frame.top or 0, list_room)
    shown = state.lines[top : top + list_room]
    middle = [list_line(state, each, width, glyphs) for each in shown]
    middle += [BLANK] * (room - len(log) - len(middle))
    return Panel(_stack(above, [*middle, *log], below, height), top)


def _stack(
    above: Sequence[TextLine], middle: Sequence[TextLine], below: Sequence[TextLine], height: int
) -> tuple[TextLine, ...]:
    """The three parts one under the other, the last one at the bottom."""
    gap = height - len(above) - len(middle) - len(below)
    return (*above, *middle, *([BLANK] * gap), *below)[:height]


def _title(state: PlayState, width: int, coached: int, glyphs: Glyphs) -> list[TextLine]:
    """Who is to do what; at most so many lines are the coach's."""
    game, name = state.game, state.naming.name
    if game.is_over:
        return [line("Game over", TextStyle.BRIGHT)]
    stopped = state.acknowledgement.about if state.acknowledgement else None
    if stopped:
        return [
            line(fit(f"{glyphs.of(stopped)} {name(stopped)} cannot play", width), TextStyle.BRIGHT)
        ]
    owed = coach_lines(state, width, max(coached, 2))
    if game.actor is None:
        rule = "" if owed else "One die each; the higher starts. "
        hint = f"{rule}{_throwing(state)}"
        return [line("Opening throw", TextStyle.BRIGHT), *owed, *wrap(hint, width, TextStyle.DIM)]
    doing = describe_doing(game)
    actor = fit(f"{glyphs.of(game.actor)} {name(game.actor)}", width - len(doing) - 1)
    hint = _hint(state)
    is_needed = not owed or state.awaits_throw or state.reading.picked is not None
    return [
        line(f"{actor} {doing}", TextStyle.BRIGHT),
        *owed,
        *(wrap(hint, width, TextStyle.DIM) if hint and is_needed else []),
    ]


def describe_doing(game: Game) -> str:
    """What the side to act is about, after its name."""
    match game.phase:
        case Phase.THROW:
            return "to throw"
        case Phase.THROW_AGAIN:
            return "has another throw"
        case Phase.KEEP_OR_AGAIN:
            return "starts"
        case Phase.CHOOSE:
            return "chooses"
        case Phase.COMPLETE:
            return "completes"
        case _:
            return "to play"


def _hint(state: PlayState) -> str:
    game = state.game
    if state.on_board and state.reading.picked is not None:
        return "Arrows to a target, enter moves."
    if game.phase is Phase.COMPLETE:
        return describe_awaited(game, state.naming)
    if game.phase is Phase.MOVE and game.stage:
        return _describe_due(game)
    is_due = state.awaits_throw and not (state.acknowledgement or state.is_programs)
    return _throwing(state) if is_due else ""


def _describe_due(game: Game) -> str:
    """What is left of the stage and what follows it: `four 5s, then four 2s, then ...`."""
    left, playable = game.left, game.playable()
    if playable == len(left):
        return ", then ".join([numbers(left), *_describe_later(game)])
    possible = {move.number for move in game.legal_moves()}
    if len({*left}) == 1:
        return f"{numbers(left)}, but only {count(playable)} can be played"
    if len(possible) == 1:
        return f"{numbers(left)}, but only {numbers(possible)} can be played"
    return f"{either(left)}, but not both"


def _describe_later(game: Game) -> list[str]:
    """What follows the present stage in the turn, if it is played in full."""
    thrown = game.turn and game.turn.thrown
    if not thrown:
        return []
    due = [stage for stage in thrown.stages if stage.status is Status.DUE]
    later = [numbers(stage.numbers) if stage.numbers else "four 5s or 6s" for stage in due]
    return later + ["another throw"] * (thrown.reroll is Status.DUE)


def _throwing(state: PlayState) -> str:
    if state.table.dice is None and state.game.actor is None:
        return f"Type {state.naming.white}'s number first."
    if state.table.dice is None:
        return "Throw, then type the numbers."
    return "Space throws the dice."


def _typed_dice(state: PlayState, glyphs: Glyphs) -> TextLine:
    spans = (
        Span(f"{glyphs.prompt} ", TextStyle.ACCENT),
        Span(state.text, TextStyle.TYPED),
        Span(glyphs.caret, TextStyle.ACCENT),
    )
    return TextLine(spans, Key.ENTER)


# ---- below the list


def _pressing(state: PlayState, width: int) -> list[TextLine]:
    """What must be answered or acknowledged before anything goes on, if there is such a thing."""
    question = state.question
    if question:
        said = [*notice_lines(state.notice, width), *rule_lines(state, width)]
        return said + question_lines(state, question, width)
    if state.acknowledgement:
        return [
            *wrap(state.acknowledgement.text, width, TextStyle.ALERT),
            *rule_lines(state, width),
            BLANK,
            TextLine((Span("space", TextStyle.KEY), Span(" goes on", TextStyle.DIM)), Key.SPACE),
        ]
    return []


def _below(state: PlayState, width: int, glyphs: Glyphs) -> list[TextLine]:
    """What there is to be said, at the foot of the panel."""
    lines = [*notice_lines(state.notice, width), *rule_lines(state, width)]
    row = state.chosen_row
    if row is not None and cell_len(state.rows[row].label) > width:
        lines += wrap(state.rows[row].label, width, TextStyle.ACCENT)  # The list cuts it.
    lines += fact_lines(state, width)
    outlook = _outlook(state, glyphs)
    if outlook and not state.facts:
        lines += wrap(outlook, width, TextStyle.DIM)
    if state.game.result:
        lines += wrap(describe_result(state.game.result, state.naming), width)
        lines += [
            TextLine((Span("space", TextStyle.KEY), Span(" the result", TextStyle.DIM)), Key.SPACE)
        ]
    return [BLANK, *lines] if lines else []


def _outlook(state: PlayState, glyphs: Glyphs) -> str:
    """What the chosen play leads to in the next stage."""
    game = state.game
    row = state.chosen_row
    if row is None or game.phase is not Phase.MOVE:
        return ""
    outlook = game.outlook(state.rows[row].position)
    if outlook is None:
        return ""
    ahead = f"then {outlook.numbers[0]}s: "
    if outlook.withheld:
        return f"no complement: {describe_withheld(outlook.withheld)}"
    if outlook.playable == len(outlook.numbers):
        return f"{ahead}all four {glyphs.then} another throw"
    return f"{ahead}{count(outlook.playable) if outlook.playable else 'none'} of four"


# ---- the log


def last_turns(state: PlayState, most: int) -> list[Turn]:
    """The turns of the game that ended last, at most so many, the first one first."""
    last = state.game.turn if state.game.is_over else None
    found: list[Turn] = [last] if last else []
    for game in reversed(state.table.history):
        if len(found) == most or game.last_turn is None:
            break
        if not found or found[-1] is not game.last_turn:
            found.append(game.last_turn)
    return found[::-1]


def _history(state: PlayState, width: int, glyphs: Glyphs, most: int) -> list[TextLine]:
    """The log with what the last turn came to; before the first one the table's own rules."""
    turns = last_turns(state, 1)
    if not turns:
        changes = describe_changes(state.game.rules)
        lines = wrap(f"house rules: {changes}", width, TextStyle.DIM) if changes else []
        return lines[:most]
    totals = wrap(f"({describe_totals(turns[0])})", width, TextStyle.DIM)
    return [*_log(state, width, glyphs, most - len(totals)), *totals] if most > 1 else []


def _hanging(head: str, text: str, width: int) -> list[TextLine]:
    """A text after its head, below which nothing stands where there is room for that."""
    if width < _ROOMY:
        return wrap(head + text, width, TextStyle.DIM)
    lines = [each.spans for each in wrap(text, width - len(head), TextStyle.DIM)]
    heads = (head, *[" " * len(head)] * (len(lines) - 1))
    return [
        TextLine((Span(each, TextStyle.DIM), *spans))
        for each, spans in zip(heads, lines, strict=True)
    ]


def _log(state: PlayState, width: int, glyphs: Glyphs, most: int) -> list[TextLine]:
    """The last turns in full, and what is finished of the present one, in at most so many lines.

    Older turns go first where there is not enough room.
    """
    told = [
        (turn.side, describe_throws(turn, state.naming)) for turn in last_turns(state, max(most, 0))
    ]
    turn = None if state.game.is_over else state.game.turn
    finished = describe_finished(turn, state.naming) if turn else ""
    if turn and finished:
        told.append((turn.side, finished))
    lines: list[TextLine] = []
    for side, text in reversed(told):
        wrapped = _hanging(f"{glyphs.of(side)} ", text, width)
        if lines and len(lines) + len(wrapped) > most:
            break
        lines = [*wrapped, *lines]
    return lines[-most:] if most > 0 else []
