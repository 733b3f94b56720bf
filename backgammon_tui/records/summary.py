"""What stands out in a finished game: deciding turns, forfeits, chains of throws."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Effect
from backgammon_tui.engine.position import Side
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


DECIDING: int = 3
"""How many turns are named as deciding."""


def summarize(history: Iterable[Game]) -> Summary:
    """What stands out in a game, from its states in order."""
    states = tuple(history)
    turns = turns_of(states)
    order = {id(turn): index for index, turn in enumerate(turns)}
    swings = sorted((t for t in turns if swing(t) > 0), key=swing, reverse=True)[:DECIDING]
    deciding = sorted(swings, key=lambda turn: order[id(turn)])
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


def swing(turn: Turn) -> int:
    """How many pips a turn won in the race: those moved and those the hits cost the other."""
    return sum(_worth(turn, index) for index in range(len(turn.moves)))


def _worth(turn: Turn, index: int) -> int:
    move = turn.moves[index]
    pips = min(move.origin, 25) - move.target
    if move.side is not turn.side:
        return -pips
    # A hit sends a checker back the whole way it had come; its mean is half the board.
    return pips + (12 if move.effect is not Effect.NOTHING else 0)


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
