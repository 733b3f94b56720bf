"""The log in the panel: the last turns, and the finished part of the present one."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import Final

from backgammon_tui.engine import Game, Place, Side, ThrowOpeningAgain, Turn, Withheld
from backgammon_tui.engine.events import StageLost
from backgammon_tui.modes.game_view import last_moves
from backgammon_tui.modes.glyphs import Glyphs
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import ON_SCREEN, Span, TextLine, TextStyle, line, turn_lines, wrap
from backgammon_tui.words.columns import TIED
from backgammon_tui.words.rule_settings import describe_changes
from backgammon_tui.words.turn_lines import describe_finished, describe_throws

OFTEN: Final = 3
"""Number of times that a frequent event is explained in a game."""


def last_turns(state: PlayState, most: int) -> list[Turn]:
    """Return the last finished turns of the game, at most so many, the first one first."""
    last = state.game.turn if state.game.is_over else None
    found: list[Turn] = [last] if last else []
    for game in reversed(state.table.history):
        if len(found) == most or game.last_turn is None:
            break
        if not found or found[-1] is not game.last_turn:
            found.append(game.last_turn)
    return found[::-1]


def history_lines(state: PlayState, width: int, glyphs: Glyphs, most: int) -> list[TextLine]:
    """Return the log below a legend of the last turn's mark, or below the table's own rules."""
    lines: list[TextLine] = []
    changes = "" if last_turns(state, 1) else describe_changes(state.game.rules)
    if changes:
        lines = wrap(f"house rules: {changes}", width, TextStyle.DIM)
    elif _has_emptied(state.game) and last_moves(state.game) and _seldom_emptied(state):
        lines = [line(f"{glyphs.left} left last turn", TextStyle.DIM)]
    return [*lines, *log_lines(state, width, glyphs, most - len(lines))][:most]


def _seldom_emptied(state: PlayState) -> bool:
    """Return True if so few turns have emptied a point that its mark still needs a legend."""
    pairs = pairwise(state.table.history)
    ends = (game for before, game in pairs if game.last_turn is not before.last_turn)
    # Stop counting early: long games would cost time at every key.
    return len([*islice(filter(_has_emptied, ends), OFTEN + 1)]) <= OFTEN


def _has_emptied(game: Game) -> bool:
    """Return True if the last turn has emptied a point or the bar, which the board marks."""
    left = game.last_turn.moves if game.last_turn else ()
    origins = {(move.side, move.origin) for move in left if move.origin != Place.HAND}
    return any(not game.position.count(*spot) for spot in origins)


def _finished(state: PlayState) -> list[str]:
    turn = None if state.game.is_over else state.game.turn
    return describe_finished(turn, state.naming, ON_SCREEN) if turn else []


def _lost_turn(state: PlayState, turn: Turn) -> list[str]:
    """Return a lost turn with the points that stopped it: `5-4 turn lost: 21 and 20 closed`."""
    after = next(game for game in state.table.history if game.last_turn is turn)
    lost = [event for event in after.events if isinstance(event, StageLost)]
    closed = {point for event in lost for number in event.numbers for point in number.blocking}
    (told,) = describe_throws(turn, state.naming, ON_SCREEN)
    if not closed:
        return [told]
    labels = state.naming.about(turn.side).labels(sorted(closed, reverse=True))
    return [f"{told}: {labels} closed"]


def log_lines(
    state: PlayState, width: int, glyphs: Glyphs, most: int, most_turns: int | None = None
) -> list[TextLine]:
    """Return the last turns in full and the finished part of the present one, in so many lines.

    Older turns are left out first where there is not enough room, then the latest one's beginning.
    """
    turns, game = last_turns(state, max(most, 0)), state.game
    notice = state.acknowledgement or state.notice
    joins = [ON_SCREEN] * len(turns)
    is_withheld = notice is not None and isinstance(notice.why, Withheld)
    if turns and notice and (is_withheld or notice.about is turns[-1].side):
        joins[-1] = ON_SCREEN._replace(tells_lost=False)  # It is just being told in full.
    told = [
        (
            f"{glyphs.of(turn.side)} ",
            _lost_turn(state, turn)
            if turn.is_lost and join.tells_lost
            else describe_throws(turn, state.naming, join),
        )
        for turn, join in zip(turns, joins, strict=True)
    ]
    if game.opening and len(turns) < most and (turns or game.turn):
        thrown = zip(Side, (game.opening.white, game.opening.black), strict=True)
        both = ", ".join(f"{glyphs.of(side)}{TIED}{number}" for side, number in thrown)
        again = any(isinstance(each, ThrowOpeningAgain) for each in state.table.actions)
        told.insert(0, ("", [f"Opening: {both}{', rerolled' if again else ''}"]))
    finished = _finished(state)
    if game.turn and finished:
        told.append((f"{glyphs.of(game.turn.side)} ", finished))
    lines: list[TextLine] = []
    for head, throws in [*reversed(told)][:most_turns]:
        wrapped = turn_lines(Span(head, TextStyle.DIM), throws, width, TextStyle.DIM)
        if len(lines) + len(wrapped) > most:
            break
        lines = [*wrapped, *lines]
    if told and not lines and most > 1:
        cut = TextLine((Span(f"{head}…", TextStyle.DIM),))
        return [cut, *wrapped[1 - most :]]
    return lines
