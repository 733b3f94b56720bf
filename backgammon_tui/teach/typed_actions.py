"""Parsing of typed actions in a lesson.

The game determines whose action it is and what is asked, so the text is shorter than that of
`write_action`: moves in notation, `keep`, `reroll`, `5`, `resign 1`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from backgammon_tui.engine.actions import (
    Action,
    AgreeDraw,
    ChooseDoubles,
    KeepOpening,
    RerollOpening,
    Resign,
)
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.generator import Play
from backgammon_tui.engine.moves import Effect, Move
from backgammon_tui.engine.notation import (
    Ambiguous,
    Unreadable,
    read_action,
    read_moves,
    read_routes,
    write_moves,
)
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.reasons import Reason, why_not_move
from backgammon_tui.engine.turn import Phase
from backgammon_tui.explain.facts import play_made


def read_typed(game: Game, text: str) -> tuple[Action, ...]:
    """Parse the actions in a text for the current state.

    Moves must be possible; other actions are checked only when they are applied. Raise
    `Unreadable`, `NotAllowed` or `Ambiguous` otherwise.
    """
    decision = _read_decision(text, game.actor or Side.WHITE)
    if isinstance(decision, ChooseDoubles) and game.phase is Phase.MOVE:
        raise Unreadable(text)  # No number can be chosen there, so it is an incomplete move.
    return (decision,) if decision else read_moves(game, text)


def check_readable(text: str) -> None:
    if not _read_decision(text, Side.WHITE) and not read_routes(text):
        raise Unreadable(text)


def _read_decision(text: str, side: Side) -> Action | None:
    words = " ".join(text.lower().split())
    for line in (words, f"double {words}", f"{side.value} {words}"):
        action = read_action(line)
        if isinstance(action, _DECISIONS):
            return action
    return None


_DECISIONS: Final = (KeepOpening, RerollOpening, ChooseDoubles, Resign, AgreeDraw)


def why_unclear(game: Game, error: Ambiguous) -> Reason | None:
    """Return the rule that requires a clearer text, if any: a blot is hit or trapped."""
    effects: dict[tuple[int, int], set[Effect]] = {}
    for move in chain.from_iterable(error.candidates):
        effects.setdefault((move.origin, move.target), set()).add(move.effect)
    for move in error.candidates[0]:
        if {Effect.HIT, Effect.TRAP} <= effects[move.origin, move.target]:
            unmarked = move._replace(effect=Effect.NOTHING)
            return why_not_move(game.rules, game.position, move.side, game.left, unmarked)
        game = game.apply(move)
    return None


def contains(attempt: str, part: str) -> bool:
    """Return True if an attempt contains a part of notation, by its origins and ends.

    A decision, such as `keep`, contains no part but itself. Both texts must be readable.
    """
    try:
        wanted, done = (
            [(route.origin, route.stops[-1]) for route in read_routes(text)]
            for text in (part, attempt)
        )
    except Unreadable:
        return part.strip().lower() == attempt.strip().lower()
    for origin, stop in wanted:
        fitting = [
            move
            for move in done
            if (move[0], move[1].place) == (origin, stop.place)
            and stop.effect in (None, move[1].effect)
        ]
        if not fitting:
            return False
        done.remove(fitting[0])
    return True


def write_typed(actions: Sequence[Action]) -> str:
    moves = [action for action in actions if isinstance(action, Move)]
    if moves:
        return write_moves(moves)
    match list(actions):
        case [KeepOpening()]:
            return "keep"
        case [RerollOpening()]:
            return "reroll"
        case [ChooseDoubles(number)]:
            return str(number)
        case [Resign(points=points)]:
            return f"resign {points}"
        case _:
            return ""


def whole_play(game: Game, text: str) -> Play:
    """Return the play that a text names; raise `ValueError` if it leaves numbers to be played."""
    if play := play_made(game, read_typed(game, text)):
        return play
    raise ValueError(f"{text} is not the whole play")
