"""Statistics of a finished game: deciding turns, lost numbers, chains of rolls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

from backgammon_tui.engine import Effect, Game, Move, Opening, Rolled, Rules, Side, Status, Turn
from backgammon_tui.engine.events import OpeningKept, TurnEnded

ROLLS: Final = 36
"""Number of rolls that two dice have, told apart."""

_MAX_COUNT: Final = 10**6
"""More than any game counts to: anybody may have written the figures that are read."""


class SideSummary(NamedTuple):
    """The counts of one side in one game."""

    turns: int
    hits: int
    traps: int
    doubles: int
    forfeited: int
    """Pips of the numbers that the side could not play."""

    lost_numbers: int
    """Count of those numbers."""

    chains: int
    """Turns in which it rolled more than once."""

    longest_chain: int
    """Most rolls in one turn."""

    longest_turn: int
    """Most moves that it made itself in one turn."""

    best_swing: int
    """The pips of its turn that changed the race most; 0 if none brought it forward."""

    best_turn: int
    """The number of that turn in the game, both sides' counted from 1; 0 if there is none."""

    rolls: tuple[int, ...]
    """Counts of the 36 rolls, at the places of `roll_index`.

    A kept opening roll is left out: it cannot be a double, so it would make honest dice
    look dishonest.
    """

    def as_data(self) -> dict[str, int | list[int]]:
        return {**self._asdict(), "rolls": list(self.rolls)}

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Self:
        """Return the figures that `as_data` wrote, without others; `ValueError` if one is none."""
        counts: dict[str, Any] = {}
        for name in _NAMES:
            value = data.get(name)
            if type(value) is not int or not 0 <= value <= _MAX_COUNT:
                raise ValueError(f"{name} of a summary is no number from 0")
            counts[name] = value
        rolls = data.get("rolls")
        if not (
            isinstance(rolls, Sequence)
            and len(rolls) == ROLLS
            and all(type(value) is int and 0 <= value <= _MAX_COUNT for value in rolls)
        ):
            raise ValueError(f"rolls of a summary are not {ROLLS} numbers from 0")
        return cls(**counts, rolls=tuple(rolls))


_NAMES: Final = tuple(name for name in SideSummary._fields if name != "rolls")


def roll_index(first: int, second: int) -> int:
    return (first - 1) * 6 + second - 1


class Summary(NamedTuple):
    """Both sides' statistics and the turns that decided the game."""

    white: SideSummary
    black: SideSummary
    deciding: tuple[Turn, ...]
    """Each side's turn that changed the race most, the greater change first."""

    def of(self, side: Side) -> SideSummary:
        return self.white if side is Side.WHITE else self.black


_WHOLE_WAY: Final = 25
"""The pips from the hand or the bar to off the board."""


def summarize(history: Iterable[Game]) -> Summary:
    """Return the figures of a game, from its states in order."""
    states = tuple(history)
    turns = turns_of(states)
    swings = [swing(turn, states[0].rules) for turn in turns]
    kept = turns[0].rolls[0] if turns and _keeps_opening(states) else None
    white, black = parts = [_side_summary(side, turns, swings, kept) for side in Side]
    most = sorted(parts, key=lambda part: part.best_swing, reverse=True)
    return Summary(white, black, tuple(turns[p.best_turn - 1] for p in most if p.best_turn))


def turns_of(states: Iterable[Game]) -> list[Turn]:
    """Return every turn of a game, the last one also if the game ended in it."""
    turns: list[Turn] = []
    last: Game | None = None
    for game in states:
        last = game
        if game.last_turn and (not turns or turns[-1] is not game.last_turn):
            turns.append(game.last_turn)
    if last and last.turn:
        turns.append(last.turn)
    return turns


def turn_numbers(states: Iterable[Game]) -> list[int]:
    """Return the number of the turn, from 1, that each state of a game belongs to."""
    number, numbers = 1, []
    for game in states:
        number += any(isinstance(event, TurnEnded) for event in game.events)
        numbers.append(number)
    return numbers


def swing(turn: Turn, rules: Rules) -> int:
    """Return the pips by which a turn brought its side forward in the race.

    These are the gains of its side's moves, less those of the moves with which the other side
    completed a stage.
    """
    return sum(
        _gain(move, rules) if move.side is turn.side else -_gain(move, rules) for move in turn.moves
    )


def _gain(move: Move, rules: Rules) -> int:
    """Return the pips of a move, plus those that a hit checker has to travel again."""
    pips = min(move.origin, _WHOLE_WAY) - move.target
    if move.effect is Effect.HIT:
        pips += _WHOLE_WAY - rules.across(move.target)
    return pips


def _keeps_opening(states: tuple[Game, ...]) -> bool:
    if states[-1].opening and states[-1].rules.opening is Opening.KEEP:
        return True
    return any(isinstance(event, OpeningKept) for game in states for event in game.events)


def _side_summary(
    side: Side, turns: list[Turn], swings: list[int], kept: Rolled | None
) -> SideSummary:
    own = [turn for turn in turns if turn.side is side]
    rolls = [rolled for turn in own for rolled in turn.rolls]
    moves = [move for turn in turns for move in turn.moves if move.side is side]
    lost = [number for rolled in rolls for number in _lost(rolled, side)]
    best = max(
        (index for index, turn in enumerate(turns) if turn.side is side and swings[index] > 0),
        key=lambda index: swings[index],
        default=None,
    )
    counts = [0] * ROLLS
    for rolled in rolls:
        counts[roll_index(*rolled.dice)] += rolled is not kept
    return SideSummary(
        turns=len(own),
        hits=sum(move.effect is Effect.HIT for move in moves),
        traps=sum(move.effect is Effect.TRAP for move in moves),
        doubles=sum(rolled.dice[0] == rolled.dice[1] for rolled in rolls),
        forfeited=sum(lost),
        lost_numbers=len(lost),
        chains=sum(len(turn.rolls) > 1 for turn in own),
        longest_chain=max((len(turn.rolls) for turn in own), default=0),
        longest_turn=max((sum(m.side is side for m in turn.moves) for turn in own), default=0),
        best_swing=0 if best is None else swings[best],
        best_turn=0 if best is None else best + 1,
        rolls=tuple(counts),
    )


def _lost(rolled: Rolled, side: Side) -> list[int]:
    """Return the numbers of a roll that a side could not play itself."""
    lost: list[int] = []
    for stage in rolled.stages:
        if stage.status in (Status.LOST, Status.COMPLETED_BY_OPPONENT):
            lost += stage.numbers
            for move in stage.moves:
                if move.side is side:
                    lost.remove(move.number)
    return lost
