"""The panel of a match as lines, and the one or two lines that replace it on small screens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from backgammon_tui.engine import Outlook, Phase, RerollOpening, Side, StageKind, Turn, Withheld
from backgammon_tui.engine.events import OpeningWon, StageLost
from backgammon_tui.modes.inputs import ChooseRow, Key
from backgammon_tui.modes.mode import PANEL_MARGIN, Frame
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.choosing import Choosing, Heading, Line, label_of, typed_on
from backgammon_tui.modes.play.state import (
    Advice,
    BoardState,
    PlayState,
    Question,
    Waits,
    WhichPlay,
)
from backgammon_tui.modes.text import (
    BAR,
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
    spread,
    turn_lines,
    wrap,
)
from backgammon_tui.words.columns import TIED, cells, fit
from backgammon_tui.words.naming import list_points, plural, sentence
from backgammon_tui.words.plays import describe_bearing_off, describe_outlook
from backgammon_tui.words.rule_settings import describe_changes
from backgammon_tui.words.terse import describe_due
from backgammon_tui.words.turns import (
    after_double,
    describe_awaited,
    describe_doing,
    describe_end,
    describe_event,
    describe_finished,
    describe_result,
    describe_rolls,
)


def entry_lines(
    state: BoardState,
    width: int,
    glyphs: Glyphs,
    *,
    has_list: bool = True,
    counts: bool = True,
    hint: str = "",
) -> list[TextLine]:
    """Return the typed text with the count of plays, or the selected row if no list shows it.

    A long text wraps; the last line is the one to show if there is room for only one. The caret
    marks the place of the next character; a text rejected by Enter has none, because the next
    character replaces it. A hint is shown until something is typed or selected.
    """
    choosing = state.choosing
    if choosing.row is None:
        written, ending = _typed(choosing, glyphs, hint)
    else:
        chosen = "" if has_list else choosing.spelled(choosing.row).text
        written, ending = [Span(chosen, TextStyle.ACCENT)], []
    prompt = Span(f"{glyphs.prompt} ", TextStyle.ACCENT)
    lines, text = [(prompt, *written, *ending)], "".join(span.text for span in written)
    if measure(lines[0]) > width:
        broken = hanging(prompt, text, width - measure(ending), written[-1].style)
        lines = [row.spans for row in broken]
        lines[-1] = (*lines[-1], *ending) if text else spread((prompt, *ending), (), width)
    # A count next to a rejected text would seem to belong to it.
    has_count = counts and not choosing.refused
    tallies = [Span(tally, TextStyle.DIM) for tally in _tallies(state)] if has_count else []
    tally = next((tally for tally in tallies if measure((*lines[-1], tally)) < width), None)
    if tally:
        lines[-1] = spread(lines[-1], (tally,), width)
    rows = [TextLine(spans, Key.ENTER) for spans in lines]
    if tallies and not tally and choosing.text:
        rows.append(TextLine(spread((), tallies[:1], width)))
    return rows


def _typed(choosing: Choosing, glyphs: Glyphs, hint: str) -> tuple[list[Span], list[Span]]:
    """Return the typed text with the caret, and the hint after it."""
    text, refused = choosing.text, choosing.refused
    is_illegal = choosing.rows and choosing.is_illegal  # Dice are typed without any plays.
    style = TextStyle.ALERT if is_illegal else TextStyle.BRIGHT
    written, caret = Span(text, style), Span(glyphs.caret, TextStyle.ACCENT)
    if not refused:
        return [written], [caret] if text else [caret, Span(hint, TextStyle.DIM)]
    rest = Span(refused[len(text) :], TextStyle.ALERT)
    cross = Span(f" {glyphs.refused}", TextStyle.ALERT)
    if choosing.is_rejected:
        return [rest], [cross]
    if typed_on(text, refused) == text:
        return [written], [caret, rest._replace(text=f" {rest.text}"), cross]
    return [written, rest], [caret, cross]


def _tallies(state: BoardState) -> tuple[str, ...]:
    """Return the number of the chosen play, or the counts of plays from the longest text."""
    choosing = state.choosing
    shown, total = len(choosing.reading.shown), len(choosing.rows)
    if choosing.row is not None and choosing.row in choosing.reading.shown:
        above = state.lines[: state.lines.index(choosing.row)]
        return (f"{_count_rows(above) + 1}/{shown}",)
    if shown == total:
        return (plural(total, "play"),)
    return f"{shown} of {plural(total, 'play')}", plural(shown, "play")


def notice_lines(notice: Notice | None, width: int) -> list[TextLine]:
    if notice is None:
        return []
    return wrap(notice.text, width, TextStyle.ALERT if notice.is_refusal else TextStyle.PLAIN)


def beginner_help_lines(state: PlayState, width: int, maximum: int) -> list[TextLine]:
    """Return beginner help on the numbers to play, in as many whole sentences as fit."""
    if state.news or state.open_question or not state.beginner_help:
        return []
    sentences = re.split(r"(?<=[.]) ", state.beginner_help)
    while True:
        lines = wrap(" ".join(sentences), width, TextStyle.BEGINNER_HELP)
        if len(lines) <= maximum or not sentences[1:]:
            return lines[:maximum]
        sentences.pop()


def rule_lines(rule: tuple[str, str] | None, width: int) -> list[TextLine]:
    if rule is None:
        return []
    head = Span("w ", TextStyle.KEY)
    return hanging(head, f"the rule: {rule[1][0].lower()}{rule[1][1:]}", width, TextStyle.DIM, "w")


def question_lines(
    state: BoardState, question: Question, width: int, glyphs: Glyphs
) -> list[TextLine]:
    """Return a question with its answers; the one that the board previews is highlighted."""
    lines = wrap(question.text, width, TextStyle.BRIGHT)
    for index, answer in enumerate(question.answers):
        key, is_highlighted = answer.key, index == state.highlighted_answer
        style = TextStyle.CHOSEN if is_highlighted else TextStyle.PLAIN
        head = Span(f"{key} ", style if is_highlighted else TextStyle.KEY)
        if mark := describe_kept(answer.keeps, glyphs, is_narrow=width < _MIN_WIDTH_WITH_MARKS):
            text = Span(answer.text, style)
            spans = spread((head, text), (Span(mark, style),), width)
            lines.append(TextLine(spans, key, style))
            continue
        lines += hanging(head, answer.text, width, style, key)
    return [*lines, *wrap("Or use the arrows and space.", width, TextStyle.DIM)]


# ---- the list of plays


_INDENT: Final = "  "  # Indent of a play's continuation lines.
_MIN_WIDTH_WITH_MARKS: Final = 26  # Minimum width of a list with complete marks.


class ListOfPlays:
    """The list of plays in columns of a width; rows are written on demand."""

    def __init__(self, state: BoardState, width: int, glyphs: Glyphs) -> None:
        self._state: Final = state
        # In a narrow panel, the plays use the margin too.
        self._width: Final = width + PANEL_MARGIN if width < _MIN_WIDTH_WITH_MARKS else width
        self._glyphs: Final = glyphs
        self._lines: Final = state.lines
        self._block: Final = cache(self._write)

    def height(self, maximum: int) -> int:
        """Return the number of lines of the list, counted up to `maximum`."""
        # Each row or heading takes at least one line.
        if len(self._lines) >= maximum:
            return maximum
        return min(sum([len(self._block(row)) for row in self._lines]), maximum)

    def visible(self, top: int, room: int) -> tuple[list[TextLine], int]:
        """Return the visible lines of the list, with one that counts the rest.

        The second item is the index of the first visible row or heading.
        """
        is_long = self.height(room + 1) > room > 1
        room -= is_long
        top = end = self._scrolled(top, room)
        visible: list[TextLine] = []
        while end < len(self._lines):
            block = self._block(self._lines[end])
            if visible and len(visible) + len(block) > room:
                break
            visible, end = visible + block, end + 1
        visible = visible[:room]
        while len(visible) > 1 and isinstance(self._lines[end - 1], Heading):
            visible, end = visible[:-1], end - 1
        if is_long:
            ways = (
                (_count_rows(self._lines[:top]), self._glyphs.above, Key.PAGE_UP),
                (_count_rows(self._lines[end:]), self._glyphs.below, Key.PAGE_DOWN),
            )
            more = [Span(f"{sign} {n} ", TextStyle.DIM, key) for n, sign, key in ways if n]
            visible.append(TextLine((*more, Span("more", TextStyle.DIM)), more[-1].click))
        return visible, top

    def _scrolled(self, top: int, room: int) -> int:
        lines, row = self._lines, self._state.choosing.row
        # Skip the limit at the top, because computing it would build the last rows.
        top = top and min(top, self._first_with(len(lines), room))
        if row is None:
            return top
        at = lines.index(row)
        above = at - 1 if at and isinstance(lines[at - 1], Heading) else at
        return max(min(top, above), min(self._first_with(at + 1, room), at))

    def _first_with(self, end: int, room: int) -> int:
        first = end
        while first and (room := room - len(self._block(self._lines[first - 1]))) >= 0:
            first -= 1
        return first

    def _write(self, row: Line) -> list[TextLine]:
        width = self._width
        if isinstance(row, Heading):
            # The rule distinguishes a heading from other rows without colour.
            mark = f" {self._mark(row.rows)}".rstrip()
            ruled = f"{row.text} {self._glyphs.rule * width}"[: width - cells(mark)]
            return [line(ruled + mark, TextStyle.DIM)]
        style = TextStyle.CHOSEN if row == self._state.choosing.chosen_row else TextStyle.PLAIN
        label = label_of(self._state.choosing.spelled(row).text)
        note = self._row_note(row, label)
        *texts, last = self._break(label, note)
        written = [(Span(text, style),) for text in texts]
        ending: Sequence[Span] = (Span(last, style),)
        if note:
            ending = spread(ending, (Span(note, style),), width)
        return [TextLine(tuple(spans), ChooseRow(row), style) for spans in (*written, ending)]

    def _break(self, label: str, note: str) -> list[str]:
        """Wrap a play into lines, with room in the last one for the text beside it."""
        width, needed = self._width, cells(note) + bool(note)
        if cells(label) + needed <= width:
            return [label]
        for room in (width - len(_INDENT), width - len(_INDENT) - needed):
            first, *others = (row.spans[0].text for row in wrap(label, room))
            texts = [first, *(_INDENT + row for row in others)]
            if cells(texts[-1]) + needed <= width:
                break
        return texts

    def _row_note(self, row: int, label: str) -> str:
        """Return a play's mark and cost; if only one fits, the mark of the best, else the cost."""
        advice, mark = self._state.advice, self._mark([row])
        if self._state.choosing.rows[row].end in self._state.tried:
            is_wide = self._width >= _MIN_WIDTH_WITH_MARKS
            mark = f"{'tried' if is_wide else self._glyphs.dot} {mark}".rstrip()
        cost = advice.cost(row) if advice else ""
        both = f"{mark} {cost}".strip()
        if not advice or not cost or cells(f"{label} {both}") <= self._width:
            return both
        return mark if mark and row == advice.hints[0].row else cost

    def _mark(self, rows: Iterable[int]) -> str:
        """Write how much of the next stage plays keep: `↻ all`, `2 of 4`; empty for nothing."""
        outlook = self._state.choosing.plays.keeping(rows)
        return describe_kept(outlook, self._glyphs, is_narrow=self._width < _MIN_WIDTH_WITH_MARKS)


def describe_kept(outlook: Outlook | None, glyphs: Glyphs, *, is_narrow: bool) -> str:
    """Mark how much of the next stage is kept; in a narrow list, spaces would wrap many plays."""
    if outlook is None or not outlook.playable:
        return ""
    if outlook.wins:
        return "wins"
    if outlook.extra_roll:
        return glyphs.again if is_narrow else f"{glyphs.again} all"
    separator = "of" if is_narrow else " of "
    return f"{outlook.playable}{separator}{len(outlook.numbers)}"


def _count_rows(lines: Sequence[Line]) -> int:
    # Implemented in C, because there can be thousands.
    return [*map(type, lines)].count(int)


# ---- log


def _rolls(state: PlayState, turn: Turn, *, shows_lost: bool) -> list[str]:
    """Return the rolls of a turn, with the reason if it is lost: `5-4 turn lost: 21 closed`."""
    texts = describe_rolls(turn, state.naming, shows_lost=shows_lost)
    if not (turn.is_lost and shows_lost):
        return texts
    after = next(game for game in state.table.history if game.last_turn is turn)
    lost = [event for event in after.events if isinstance(event, StageLost)]
    closed = {point for event in lost for number in event.numbers for point in number.blocking}
    points = list_points(sorted(closed, reverse=True))
    return [f"{texts[0]}: {points} closed"] if closed else texts


LoggedTurn = tuple[str, list[TextLine]]
"""The head of a turn in the log, and its lines."""


def log_lines(
    log: Sequence[LoggedTurn], maximum: int, most_turns: int | None = None
) -> list[TextLine]:
    """Return the last turns in full and the finished part of the current one.

    If lines are short, older turns are omitted first, then the start of the latest one.
    """
    lines: list[TextLine] = []
    for _, turn in [*reversed(log)][:most_turns]:
        if len(lines) + len(turn) > maximum:
            break
        lines = [*turn, *lines]
    if log and not lines and maximum > 1:
        head, turn = log[-1]
        return [line(f"{head}…", TextStyle.DIM), *turn[1 - maximum :]]
    return lines


def logged_turns(state: PlayState, width: int, glyphs: Glyphs, maximum: int) -> list[LoggedTurn]:
    game, doubles, naming = state.game, state.table.doubles, state.naming
    present = None if game.is_over else game.turn
    finished = state.table.turns[: -1 if present else None]
    notice, last = state.news or state.notice, finished[-1] if finished else None
    is_withheld = notice is not None and isinstance(notice.why, Withheld)
    is_described = last and notice and (is_withheld or notice.about is last.side)
    entries: list[tuple[str, list[str]]] = []
    if game.opening and (finished or game.turn):
        rolled = zip(Side, (game.opening.white, game.opening.black), strict=True)
        both = ", ".join(f"{glyphs.disc(side)}{TIED}{number}" for side, number in rolled)
        again = any(isinstance(action, RerollOpening) for action in state.table.actions)
        entries.append(("", [f"Opening: {both}{', rerolled' if again else ''}"]))
    for number, turn in [*enumerate(finished, 1)][-maximum:]:
        rolls = _rolls(state, turn, shows_lost=not (is_described and turn is last))
        rolls = after_double(doubles.get(number), rolls, naming)
        entries.append((f"{glyphs.disc(turn.side)} ", rolls))
    double = doubles.get(len(finished) + 1)
    rolls = after_double(double, describe_finished(present, naming) if present else (), naming)
    if rolls and (begun := double or present):
        entries.append((f"{glyphs.disc(begun.side)} ", rolls))
    dim = TextStyle.DIM
    return [(head, turn_lines(Span(head, dim), rolls, width, dim)) for head, rolls in entries]


_SHORT_LIST, _LONG_LIST = 8, 16
"""Lines reserved for the list if the log has two turns, and if it has more."""

_FULL_TURN = 6  # Number of log lines that hold most turns completely.
_MIN_TURNS = 2  # Minimum number of turns in the log beside a long list, one for each side.
_NOTICE_ROWS = 5  # Lines between list and log for notices, so that the log does not move.
_LIST = 8  # Rows that beginner help leaves for the rest: the title, the entry, some plays.


# ---- the panel


def play_panel(state: PlayState, frame: Frame, *, lists_plays: bool = True) -> Panel:
    (width, height), glyphs = frame.room, frame.glyphs
    notice = _notice(state, width)
    pressing = _pressing(state, notice, width, glyphs)
    below = [] if pressing else _below(state, notice, width)
    room = height - len(pressing) - len(below) - _LIST
    above = [*_title(state, width, min(room, height // 3 - 1), glyphs), BLANK]
    if pressing:
        above += [*pressing, BLANK]
    else:
        above += _doing_lines(state, width, glyphs, has_list=lists_plays)
    log = logged_turns(state, width, glyphs, height)
    free = max(height - len(above), 1)
    room, top = max(free - len(below), 0), 0
    if state.choosing.rows and lists_plays and not pressing:
        plays, lines, top = _plays_and_log(state, frame, log, notice, free, room)
        above += plays
    else:
        is_begun = state.game.last_turn or (state.game.is_over and state.game.turn)
        changes = "" if is_begun else describe_changes(state.game.rules)
        lines = wrap(f"house rules: {changes}", width, TextStyle.DIM) if changes else []
        maximum = max(min(room - 1, 2) if state.options.presentation else room - 1, 0)
        lines = [*lines, *log_lines(log, maximum - len(lines))][:maximum]
        below = below[1:] if above[-1] == BLANK else below
    gap = [BLANK] * (height - len(above) - len(below) - len(lines))
    return Panel((*above, *below, *gap, *lines)[:height], top)


def _plays_and_log(
    state: PlayState,
    frame: Frame,
    log: Sequence[LoggedTurn],
    notice: Sequence[TextLine],
    free: int,
    room: int,
) -> tuple[list[TextLine], list[TextLine], int]:
    """Return the lines of the list and of the log, and the first visible line of the list.

    List, log and notice share the `free` lines; `room` of them remain beside this notice. The log
    shrinks first, so the list has the same height for every notice and selection.
    """
    (width, _), is_presenting = frame.room, state.options.presentation
    listing = ListOfPlays(state, width, frame.glyphs)
    needed = listing.height(free)
    most = 0 if is_presenting else max(free // 3, _FULL_TURN)
    ample, maximum = (min(most, free - min(needed, n) - 1) for n in (_LONG_LIST, _SHORT_LIST))
    limits = (ample, None) if ample > _FULL_TURN else (maximum, _MIN_TURNS)
    last = log_lines(log, maximum, 1) if notice else []
    row = next(iter(state.choosing.reading.shown), None)
    outlook = wrap(_outlook(state, row), width)
    others = (log_lines(log, *limits),), (notice, last), (outlook,)
    taken = max(sum(len(block) + bool(block) for block in blocks) for blocks in others)
    share = min(needed, max(free - taken, min(_SHORT_LIST, free)))
    apart = 0 if is_presenting else max(most, free - share - 1 - _NOTICE_ROWS)
    plays, top = listing.visible(frame.top or 0, max(min(share, room), 1))
    return plays, log_lines(log, min(apart, room - share - 1)), top


def _doing_lines(state: PlayState, width: int, glyphs: Glyphs, *, has_list: bool) -> list[TextLine]:
    """Return the entry, or the keys while nothing can be typed."""
    match state.waits_for:
        case Waits.COMPUTER | Waits.TUTOR:
            return wrap(_waiting(state), width, TextStyle.DIM)
        case Waits.PLAY:
            return entry_lines(state, width, glyphs, has_list=has_list)
        case Waits.ROLL if state.table.dice is None:
            return entry_lines(state, width, glyphs, counts=False)
        case Waits.ROLL | Waits.ANSWER | Waits.READER | Waits.RESULT:
            return []


def _waiting(state: PlayState) -> str:
    """Name the keys during the computer's turn; a forced play would only be made again."""
    is_tutored = state.waits_for is Waits.TUTOR
    skip = "" if is_tutored else f"Any key {'stops' if state.skips else 'skips'} this."
    can_undo = state.table.can_person_undo
    played = state.table.stage_played if can_undo else None
    is_forced = played is not None and len(played[0].legal_plays()) == 1
    key = state.options.keys.shown("u")
    undo = f"Press {key} to take your move back." if can_undo and not is_forced else ""
    return f"{skip} {undo}".strip()


def _title(state: PlayState, width: int, help_rows: int, glyphs: Glyphs) -> list[TextLine]:
    """Return the side to act and its task; at most `help_rows` lines are beginner help."""
    game, name = state.game, state.naming.name
    if game.result:
        winner = game.result.winner
        return _heading(winner, f"{name(winner)} wins" if winner else "A draw", width, glyphs)
    if stopped := state.news.about if state.news else None:
        turn = game.latest_turn
        is_begun = game.phase is Phase.COMPLETE or (turn and turn.side is stopped and turn.moves)
        title = f"{name(stopped)} cannot go on" if is_begun else "Turn lost"
        return _heading(stopped, title, width, glyphs)
    if state.open_question and not isinstance(state.open_question, WhichPlay):
        return _heading(None, state.open_question.title, width, glyphs)
    if side := state.named_side if state.waits_for is Waits.TUTOR else None:
        played = _heading(side, f"{name(side)} has played", width, glyphs)
        return [*played, line("The tutor is checking it.", TextStyle.DIM)]
    advice = beginner_help_lines(state, width, max(help_rows, 2))
    title = f"{name(game.actor)} {describe_doing(game)}" if game.actor else "Opening roll"
    if state.question and not state.open_question:  # The question includes the name.
        title = state.question.title
    is_needed = not advice or state.game.awaits_roll or state.choosing.reading.picked is not None
    hint = _hint(state) if is_needed else ""
    if game.actor is None and not advice:
        hint = f"One die each; the higher starts. {hint}"
    titles = _heading(game.actor, title, width, glyphs)
    return [*titles, *advice, *wrap(hint, width, TextStyle.DIM)]


def _heading(side: Side | None, title: str, width: int, glyphs: Glyphs) -> list[TextLine]:
    """Wrap a title after the sign of a side; only long words are cut."""
    words = title.split()
    # A long name replaces the sign, which the header shows anyway.
    has_sign = side and max(map(cells, words)) + 2 <= width
    head = Span(f"{glyphs.disc(side)} " if side and has_sign else "", TextStyle.BRIGHT)
    room = width - measure((head,))
    return hanging(head, " ".join([fit(word, room) for word in words]), width, TextStyle.BRIGHT)


def _hint(state: PlayState) -> str:
    choosing, game = state.choosing, state.game
    if choosing.is_on_board and choosing.reading.picked is not None:
        return "The arrows choose its target."
    if game.phase is Phase.COMPLETE:
        return describe_awaited(game, state.naming)
    if state.notice and state.notice == state.upcoming_loss and not game.can_win:
        return ""  # The title names the unplayable numbers.
    if game.phase is Phase.MOVE and game.stage:
        is_complement = game.stage.kind is StageKind.COMPLEMENT and not game.can_win
        now = "complement: " if is_complement else ""
        due = describe_due(game, state.naming)
        return sentence(f"{now}{due}") if due else ""
    return _rolling(state) if state.waits_for is Waits.ROLL else ""


def _rolling(state: PlayState) -> str:
    if state.table.dice is None and state.game.actor is None:
        return f"Type {state.naming.white}'s number first."
    actor, before = state.game.actor, ""
    if actor and state.game.opening and not state.game.last_turn:
        won = _opening_won(state)
        starts = f"{won.rstrip('.')} and" if won else state.naming.name(actor)
        before = f"{starts} rerolls both dice. "
    if state.game.phase is Phase.ROLL_AGAIN:
        before = "Every number was played. "
    if state.table.dice is None:
        return f"{before}Type the numbers rolled."
    rolls = "The dice are rolled for you." if state.continues_automatically else "Space rolls."
    return f"{before}{rolls}"


def _opening_won(state: PlayState) -> str:
    won = (event for event in state.game.events if isinstance(event, OpeningWon))
    return next((describe_event(event, state.naming) for event in won), "")


# ---- below the list


def _pressing(
    state: PlayState, notice: list[TextLine], width: int, glyphs: Glyphs
) -> list[TextLine]:
    """Return the question to answer or the notice to acknowledge, if there is one."""
    if question := state.question:
        return notice + question_lines(state, question, width, glyphs)
    if state.news and state.waits_for is Waits.READER:
        news = wrap(state.news.text, width, TextStyle.ALERT)
        continue_line = (
            [] if state.continues_automatically else [BLANK, key_line(Key.SPACE, "go on")]
        )
        return [*news, *rule_lines(state.rule, width), *continue_line]
    return []


def _below(state: PlayState, message: list[TextLine], width: int) -> list[TextLine]:
    lines, only = [*message], state.choosing.chosen_row
    reason = state.advice.reason(only) if state.advice else ""
    lines += wrap(reason, width, TextStyle.DIM)
    ahead = 0 if state.choosing.is_forced else only
    if outlook := "" if reason else _outlook(state, ahead) or _bearing_off(state):
        lines += wrap(outlook, width, TextStyle.DIM)
    if state.game.result:
        end = describe_end(state.game.result, state.game.rules, state.naming)
        notice = state.notice
        if not (notice and (notice.why is Phase.OVER or notice.text == end)):
            lines += wrap(end, width)
        lines.append(key_line(Key.SPACE, "see the result"))
    return [BLANK, *lines] if lines else []


def _notice(state: PlayState, width: int) -> list[TextLine]:
    """Return the notice, unless the title shows it, and its rule."""
    notice = state.notice
    is_count = notice and notice.only_counts_playable and not state.beginner_help
    is_in_hint = notice and notice.text == _opening_won(state) and _hint(state)
    lines = [] if is_count or is_in_hint else notice_lines(notice, width)
    return lines + rule_lines(state.rule, width)


def _bearing_off(state: PlayState) -> str:
    """Name the number that bears off in the preview, if it is larger than needed."""
    if len({*state.game.left}) < 2:
        return ""
    moves = state.choosing.rows[0].moves if state.choosing.is_forced else state.preview
    return describe_bearing_off(moves)


def _outlook(state: PlayState, row: int | None) -> str:
    side, outlook = state.game.side, None if row is None else state.choosing.plays.outlook(row)
    if outlook is None or side is None:
        return ""
    # The title or beginner help names the next stage.
    is_known = state.choosing.is_forced or bool(state.beginner_help)
    return describe_outlook(outlook, side, state.naming, is_known=is_known)


_NAME = 16  # Maximum columns of a name, so the task fits after it.


def brief_lines(
    state: PlayState, width: int, glyphs: Glyphs, *, lists_plays: bool = True
) -> tuple[TextLine, ...]:
    """Return the question, the acknowledgement, the notice or the entry."""
    if question := state.question:
        return _brief_question(state, question, width)
    message = state.news or state.notice
    if message and message.only_counts_playable and state.game.can_win:
        message = None  # A winning play loses no numbers.
    entry, hint = None, _brief_hint(state, lists_plays)
    if state.waits_for is Waits.PLAY:
        entries = entry_lines(state, width, glyphs, has_list=False, hint=hint)
        *_, entry = (row for row in entries if row.click)
    if entry and state.advice and state.advice.hints:
        advised = fit(f" {_write_advice(state, state.advice)}", width)
        return TextLine((Span(advised, TextStyle.PLAIN),), Key.SPACE), entry
    if message and message.text:
        style = TextStyle.ALERT if state.news or message.is_refusal else TextStyle.PLAIN
        lines = _lines(message.text, width, style)
        is_waiting_to_roll = state.game.awaits_roll and not state.news
        due = entry or (_doing(state, width, glyphs) if is_waiting_to_roll else None)
        if due and len(lines) < 2:
            return *lines, due
        *above, last = lines
        if entry and state.choosing.refused and measure((*last.spans, *entry.spans)) < width:
            return *above, last._replace(spans=spread(last.spans, entry.spans, width))
        return lines
    if state.game.result:
        return _lines(describe_result(state.game.result, state.naming), width, TextStyle.ACCENT)
    if entry:
        return *_lines(_bearing_off(state), width, TextStyle.PLAIN)[:1], entry
    return (_doing(state, width, glyphs),)


def _doing(state: PlayState, width: int, glyphs: Glyphs) -> TextLine:
    """Return the line that names the side to act, its task and the key for it."""
    actor = state.game.actor
    name = f"{glyphs.disc(actor)} {fit(state.naming.name(actor), _NAME)} " if actor else ""
    doing = describe_doing(state.game) if actor else "Opening roll"
    text = f" {glyphs.prompt} {state.choosing.text}{glyphs.caret}"
    end = text if state.table.dice is None else ""
    match state.waits_for:
        case _ if end:
            pass
        case Waits.COMPUTER:
            end = f" {glyphs.dot} space skips"
        case Waits.ROLL:
            end = f" {glyphs.dot} space rolls"
        case Waits.READER:
            end = f" {glyphs.dot} space goes on"
        case Waits.ANSWER | Waits.TUTOR | Waits.RESULT | Waits.PLAY:
            pass
    return TextLine((Span(fit(f" {name}{doing}{end}", width), TextStyle.BRIGHT, Key.SPACE),))


def _brief_hint(state: PlayState, lists_plays: bool) -> str:
    name = fit(state.naming.name(state.game.actor), _NAME) if state.game.actor else ""
    if not lists_plays:
        return f"{name}: type a play"
    if state.choosing.is_forced:
        return f"{name}: space plays {state.choosing.rows[0].text}"
    return f"{name}: up down choose, enter plays"


def _write_advice(state: PlayState, advice: Advice) -> str:
    choosing = state.choosing
    costs = ((choosing.rows[hint.row].text, advice.cost(hint.row)) for hint in advice.hints)
    plays = (f"{text} {cost}".rstrip() for text, cost in costs)
    return advice.reason(choosing.row) or f"Computer's choice: {', '.join(plays)}"


def _brief_question(state: BoardState, question: Question, width: int) -> tuple[TextLine, TextLine]:
    """Return a question and its answers, shortened to their first words if they do not fit.

    The last sentence of a long question is beside the answers, or alone above them if it asks.
    """
    whole = [answer.text for answer in question.answers]
    heads = [re.split("[,:]", text)[0] for text in whole]
    # An answer also has its mark, its key and two spaces.
    room = width // len(whole) - 4
    for texts in (whole, heads, [fit(text, room) for text in heads]):
        spans: list[Span] = []
        for index, (answer, text) in enumerate(zip(question.answers, texts, strict=True)):
            is_highlighted, key = index == state.highlighted_answer, answer.key
            style = TextStyle.ACCENT if is_highlighted else TextStyle.PLAIN
            mark = Span(BAR if is_highlighted else " ", style, key)
            spans += [mark, Span(key, TextStyle.KEY, key), Span(f" {text} ", style, key)]
        if measure(spans) <= width:
            break
    statement, stop, last = question.text.rpartition(". ")
    if not statement or cells(question.text) < width:
        return line(f" {question.text}", TextStyle.BRIGHT), TextLine(tuple(spans))
    end = Span(f" … {last}", TextStyle.BRIGHT)
    if last.endswith("?") and measure((end, *spans)) >= width:
        return line(fit(end.text, width), TextStyle.BRIGHT), TextLine(tuple(spans))
    first = line(f" {statement}{stop}…", TextStyle.BRIGHT)
    return first, TextLine(spread([end], spans, width))


def _lines(text: str, width: int, style: TextStyle) -> tuple[TextLine, ...]:
    texts = [row.text for row in wrap(text, width - 1)]
    if len(texts) > 1:
        # The board is between the two lines, so they break between clauses if both fit.
        first = wrap(text, width - 3)[0].text
        end = max(first.rfind(mark) for mark in (". ", "; ", ": ")) + 1
        end = end if end and cells(text[end:]) <= width - 2 else len(first)
        texts = [f"{text[:end]} …", f"…{text[end:]}"]
    return tuple(TextLine((Span(f" {text}", style),), Key.SPACE) for text in texts)
