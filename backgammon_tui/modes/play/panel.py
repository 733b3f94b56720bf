"""Header, panel and footer of a match, as lines."""

from __future__ import annotations

from collections.abc import Sequence

from backgammon_tui.engine import Phase, Place, StageKind
from backgammon_tui.engine.events import OpeningWon
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.play.front import Asked
from backgammon_tui.modes.play.parts import (
    ListOfPlays,
    coach_lines,
    entry_lines,
    history_lines,
    log_lines,
    notice_lines,
    question_lines,
    rule_lines,
)
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.play.view import named_side
from backgammon_tui.modes.text import (
    BLANK,
    Glyphs,
    Panel,
    Span,
    TextLine,
    TextStyle,
    hanging,
    key_line,
    line,
    measure,
    wrap,
)
from backgammon_tui.words.columns import cells, fit
from backgammon_tui.words.event_sentences import describe_end, describe_event
from backgammon_tui.words.moments import (
    describe_awaited,
    describe_doing,
    describe_due,
    describe_earned,
)
from backgammon_tui.words.naming import join, name_place, numbers, playable_part, sentence
from backgammon_tui.words.reason_sentences import describe_withheld

_SHORT_LIST, _LONG_LIST = 8, 16
"""The lines that a list keeps beside the log: beside two turns of it, and beside more."""

_FULL_TURN = 6
"""The lines of the log in which most turns can be told in full."""

_LEAST_TURNS = 2
"""The turns that the log keeps beside a long list, one of each side."""

_NOTICE = 5
"""The lines that come and go between list and log without moving the log."""

_LIST = 8
"""The rows that the coach leaves for the rest: the title, the entry, some plays."""


# ---- the panel


def play_panel(state: PlayState, frame: Frame, *, lists_plays: bool = True) -> Panel:
    """Build the panel beside the board, with or without the list of plays."""
    width, height = frame.room
    glyphs = frame.glyphs
    pressing = _pressing(state, width)
    below = [] if pressing else _below(state, width, glyphs)
    room = height - len(pressing) - len(below) - _LIST
    above = [*_title(state, width, min(room, height // 3 - 1), glyphs), BLANK]
    if pressing:
        above += [*pressing, BLANK]
    elif state.is_programs:
        # A forced play would only be made again.
        can_undo = state.can_undo and not (state.acting and state.acting.was_forced)
        undo = " Press u to take your move back." if can_undo else ""
        above += wrap(f"Any key skips this.{undo}", width, TextStyle.DIM)
    elif state.game.stage:
        above += entry_lines(state, width, glyphs, has_list=lists_plays)
    elif state.awaits_throw and state.table.dice is None:
        prompt = Span(f"{glyphs.prompt} ", TextStyle.ACCENT)
        typed = Span(state.selection.text, TextStyle.TYPED)
        caret = Span(glyphs.caret, TextStyle.ACCENT)
        above.append(TextLine((prompt, typed, caret), Key.ENTER))
    free = max(height - len(above), 1)
    room = max(free - len(below), 0)
    if not state.selection.rows or pressing or not lists_plays:
        most = min(room - 1, 2) if state.options.big else room - 1
        log = history_lines(state, width, glyphs, max(most, 0))
        told = below[1:] if above[-1] == BLANK else below
        return Panel(_stack([*above, *told], log, height))
    listing = ListOfPlays(state, width, glyphs)
    share = _list_share(state, listing, width, free, glyphs)
    most = max(_log_most(state, free), 0 if state.options.big else free - share - 1 - _NOTICE)
    log = log_lines(state, width, glyphs, min(most, room - share - 1))
    plays, top = listing.visible(frame.top or 0, max(min(share, room), 1))
    return Panel(_stack([*above, *plays, *below], log, height), top)


def _list_share(
    state: PlayState, listing: ListOfPlays, width: int, free: int, glyphs: Glyphs
) -> int:
    """Return the number of lines for the list, the same for every notice and chosen play.

    The list, the log and the notice share those that are `free`; the log gives way first.
    """
    needed = listing.height(free)
    said = _said(state, width)
    ample, most = (
        min(_log_most(state, free), free - min(needed, rows) - 1)
        for rows in (_LONG_LIST, _SHORT_LIST)
    )
    if ample > _FULL_TURN:
        log = log_lines(state, width, glyphs, ample)
    else:
        log = log_lines(state, width, glyphs, most, _LEAST_TURNS)
    last = log_lines(state, width, glyphs, most, 1) if said else []
    row = next(iter(state.selection.reading.shown), None)
    outlook = wrap(_outlook(state, row), width)
    rest = free - max(_rows(log), _rows(said, last), _rows(outlook))
    return min(needed, max(rest, min(_SHORT_LIST, free)))


def _rows(*blocks: Sequence[TextLine]) -> int:
    """Count the lines of blocks, each with an empty line above it."""
    return sum(len(block) + bool(block) for block in blocks)


def _log_most(state: PlayState, free: int) -> int:
    return 0 if state.options.big else max(free // 3, _FULL_TURN)


def _stack(above: Sequence[TextLine], log: Sequence[TextLine], height: int) -> tuple[TextLine, ...]:
    """Put the log at the bottom, where it is always looked for, and everything else above."""
    return (*above, *([BLANK] * (height - len(above) - len(log))), *log)[:height]


def _title(state: PlayState, width: int, coached: int, glyphs: Glyphs) -> list[TextLine]:
    """Return the side to act and its task; at most `coached` lines are the coach's."""
    game, name = state.game, state.naming.name
    if game.result:
        winner = game.result.winner
        if not winner:
            return [line("A draw", TextStyle.BRIGHT)]
        return _heading(glyphs.of(winner), f"{name(winner)} wins", width)
    stopped = state.acknowledgement.about if state.acknowledgement else None
    if stopped:
        turn = game.latest_turn
        is_begun = game.phase is Phase.COMPLETE or (turn and turn.side is stopped and turn.moves)
        said = f"{name(stopped)} cannot go on" if is_begun else "Turn lost"
        return _heading(glyphs.of(stopped), said, width)
    if state.asking and state.asking.asked is not Asked.WHICH:
        return [line(state.asking.asked.value, TextStyle.BRIGHT)]
    side = named_side(state) if state.is_tutored else None
    if side:
        played = _heading(glyphs.of(side), f"{name(side)} has played", width)
        return [*played, line("The tutor looks at it.", TextStyle.DIM)]
    advice = coach_lines(state, width, max(coached, 2))
    if game.actor is None:
        rule = "" if advice else "One die each; the higher starts. "
        hint = f"{rule}{_throwing(state)}"
        return [
            line("Opening throw", TextStyle.BRIGHT),
            *advice,
            *wrap(hint, width, TextStyle.DIM),
        ]
    title = f"{name(game.actor)} {describe_doing(game.moment)}"
    if state.question and not state.asking:  # The question has the name.
        title = state.question.asked.value
    titles = _heading(glyphs.of(game.actor), title, width)
    hint = _hint(state)
    is_needed = not advice or state.awaits_throw or state.selection.reading.picked is not None
    return [
        *titles,
        *advice,
        *(wrap(hint, width, TextStyle.DIM) if hint and is_needed else []),
    ]


def _heading(sign: str, title: str, width: int) -> list[TextLine]:
    """Break a title into lines after the sign of a side; only long words are cut."""
    words = title.split()
    # A long name takes the room of the sign, since the header shows the sign, too.
    head = Span(f"{sign} " * (max(map(cells, words)) + 2 <= width), TextStyle.BRIGHT)
    words = [fit(word, width - measure((head,))) for word in words]
    return hanging(head, " ".join(words), width, TextStyle.BRIGHT)


def _hint(state: PlayState) -> str:
    selection = state.selection
    game = state.game
    if selection.on_board and selection.reading.picked is not None:
        return "Arrows lead to its targets."
    if game.phase is Phase.COMPLETE:
        return describe_awaited(game.moment, state.naming)
    if game.moment.wins:
        return "Bear off and win."
    if state.notice and state.notice == state.foretold:
        return ""  # It tells what cannot be played.
    if game.phase is Phase.MOVE and game.stage:
        now = "complement: " if game.stage.kind is StageKind.COMPLEMENT else ""
        due = describe_due(game.moment, state.naming, ends=_ends_next(state))
        return sentence(f"{now}{due}") if due else ""
    is_due = state.awaits_throw and not (state.acknowledgement or state.is_programs)
    return _throwing(state) if is_due else ""


def _ends_next(state: PlayState) -> bool:
    after = state.selection.rows[0].position if state.selection.is_forced else None
    ahead = state.game.outlook(after) if after else None
    return ahead is not None and ahead.wins


def _throwing(state: PlayState) -> str:
    if state.table.dice is None and state.game.actor is None:
        return f"Type {state.naming.white}'s number first."
    actor, said = state.game.actor, ""
    if actor and state.game.opening and not state.game.last_turn:
        won = _opening_won(state)
        starts = f"{won.rstrip('.')} and" if won else state.naming.name(actor)
        said = f"{starts} rerolls both dice. "
    if state.game.phase is Phase.THROW_AGAIN:
        said = "Every number was played. "
    if state.table.dice is None:
        return f"{said}Type the numbers thrown."
    return f"{said}{'The dice are thrown for you.' if state.goes_on_alone else 'Space throws.'}"


def _opening_won(state: PlayState) -> str:
    won = (each for each in state.game.events if isinstance(each, OpeningWon))
    return next((describe_event(each, state.naming) for each in won), "")


# ---- below the list


def _pressing(state: PlayState, width: int) -> list[TextLine]:
    """Return the question or the notice to acknowledge before anything goes on, if there is one."""
    question = state.question
    if question:
        return _said(state, width) + question_lines(state, question, width)
    if state.acknowledgement:
        told = wrap(state.acknowledgement.text, width, TextStyle.ALERT)
        goes_on = [] if state.goes_on_alone else [BLANK, key_line(Key.SPACE, "goes on")]
        return [*told, *rule_lines(state.rule, width), *goes_on]
    return []


def _below(state: PlayState, width: int, glyphs: Glyphs) -> list[TextLine]:
    lines, only = _said(state, width), state.chosen_row
    reason = state.advice.reason(only) if state.advice else ""
    if state.advice and state.advice.is_played(only):
        reason += " Press t to play it."
    lines += wrap(reason, width, TextStyle.DIM)
    ahead = 0 if state.selection.is_forced else only
    outlook = "" if reason else _outlook(state, ahead) or describe_bearing_off(state)
    if outlook:
        lines += wrap(outlook, width, TextStyle.DIM)
    if state.game.result:
        if not (state.notice and state.notice.why is Phase.OVER):  # Which has just told it.
            lines += wrap(describe_end(state.game.result, state.game.rules, state.naming), width)
        lines.append(key_line(Key.SPACE, "to the result"))
    return [BLANK, *lines] if lines else []


def _said(state: PlayState, width: int) -> list[TextLine]:
    """Return the notice, unless the title shows it, and its rule."""
    notice = state.notice
    is_in_title = bool(notice and notice.tells_due and not state.coaching)
    if notice and notice.text == _opening_won(state) and _hint(state):
        is_in_title = True
    told = notice_lines(None if is_in_title else notice, width)
    return [*told, *rule_lines(state.rule, width)]


def describe_bearing_off(state: PlayState) -> str:
    """Name the number that bears off in the preview, where it is larger than needed."""
    if len({*state.game.left}) < 2:
        return ""
    moves = state.selection.rows[0].moves if state.selection.is_forced else state.preview
    told = [
        f"the {move.number} bears off from {name_place(move.origin)}"
        for move in moves
        if move.target == Place.OFF and move.number > move.origin
    ]
    return sentence(join(told)) if told else ""


def _outlook(state: PlayState, row: int | None) -> str:
    game = state.game
    if row is None or game.phase is not Phase.MOVE:
        return ""
    outlook = game.outlook(state.selection.rows[row].position)
    if outlook is None:
        return ""
    if outlook.withheld:
        name = state.naming.name(game.actor) if game.actor else ""
        return f"No complement: {describe_withheld(outlook.withheld, name)}."
    number, playable = outlook.numbers[0], outlook.playable
    if outlook.wins:
        return f"After it the {number}s bear off the rest, and win."
    if playable == len(outlook.numbers) and (state.selection.is_forced or state.coaching):
        return ""  # The title or the coach tells what follows.
    if playable == len(outlook.numbers):
        then = f", then {describe_earned(outlook.earns)}" if outlook.earns else ""
        return f"After it all {numbers(outlook.numbers)}{then}."
    return f"After it {playable_part(outlook.numbers, playable)} can be played."
