"""What stands out in a finished game: deciding turns, forfeits, chains of throws."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Effect, Move
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Status, Turn


@dataclass(frozen=True)
class SideSummary:
    """One side's game."""

    turns: int
    hits: int
    traps: int
    doublets: int
    forfeited: int
    """Pips of the numbers that could not be played."""

    longest_chain: int
    """The most throws in one turn."""


@dataclass(frozen=True)
class Summary:
    """Both sides' game and the turns that decided it."""

    white: SideSummary
    black: SideSummary
    deciding: tuple[Turn, ...]
    """The turns that changed the race most, in the order in which they were played."""

    def of(self, side: Side) -> SideSummary:
        """One side's part."""
        return self.white if side is Side.WHITE else self.black


DECIDING: Final = 3
"""How many turns are named as deciding."""

_WHOLE_WAY: Final = 25
"""The pips from the hand or the bar to off the board."""


def summarize(history: Iterable[Game]) -> Summary:
    """What stands out in a game, from its states in order."""
    states = tuple(history)
    turns = turns_of(states)
    swings = [(swing(turn, states[0].rules), -index) for index, turn in enumerate(turns)]
    most = sorted((pair for pair in swings if pair[0] > 0), reverse=True)[:DECIDING]
    deciding = [turns[index] for index in sorted(-place for _, place in most)]
    white, black = (_side_summary([t for t in turns if t.side is side]) for side in Side)
    return Summary(white, black, tuple(deciding))


def turns_of(states: Iterable[Game]) -> list[Turn]:
    """Every turn of a game, the last one also if the game ended in it."""
    turns: list[Turn] = []
    last: Game | None = None
    for game in states:
        last = game
        if game.last_turn and (not turns or turns[-1] is not game.last_turn):
            turns.append(game.last_turn)
    if last and last.turn:
        turns.append(last.turn)
    return turns


def swing(turn: Turn, rules: Rules) -> int:
    """By how many pips a turn brought its side forward in the race against the other.

    That is what its side's moves gained, less what the moves gained with which the other side
    completed a stage.
    """
    return sum(
        _gain(move, rules) if move.side is turn.side else -_gain(move, rules) for move in turn.moves
    )


def _gain(move: Move, rules: Rules) -> int:
    """The pips that a move goes, and those that the checker it hits must go once more."""
    pips = min(move.origin, _WHOLE_WAY) - move.target
    if move.effect is Effect.HIT:
        pips += _WHOLE_WAY - rules.across(move.target)
    return pips


def _side_summary(turns: list[Turn]) -> SideSummary:
    moves = [move for turn in turns for move in turn.moves if move.side is turn.side]
    throws = [thrown for turn in turns for thrown in turn.throws]
    lost = (
        number
        for thrown in throws
        for stage in thrown.stages
        if stage.status in (Status.LOST, Status.COMPLETED_BY_OPPONENT)
        for number in (stage.left if stage.before else stage.numbers)
    )
    return SideSummary(
        turns=len(turns),
        hits=sum(move.effect is Effect.HIT for move in moves),
        traps=sum(move.effect is Effect.TRAP for move in moves),
        doublets=sum(thrown.dice[0] == thrown.dice[1] for thrown in throws),
        forfeited=sum(lost),
        longest_chain=max((len(turn.throws) for turn in turns), default=0),
    )
