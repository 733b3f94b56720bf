"""Statistics of players, games and lessons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, NamedTuple, Self

from backgammon_tui.engine.events import OpeningKept, Result
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Effect, Move
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.rules import Opening, Rules
from backgammon_tui.engine.turn import Rolled, Status, Turn
from backgammon_tui.match.turns import turns_of
from backgammon_tui.names import is_computer

DOUBLES: Final = tuple((number, number) for number in range(1, 7))
MIXED: Final = tuple((high, low) for low, high in combinations(range(1, 7), 2))
"""The rolls of two different numbers, the higher one first."""


@dataclass(frozen=True)
class RollCounts:
    rolls: tuple[int, ...]
    """The 36 counts, indexed by `roll_index`."""

    @property
    def total(self) -> int:
        return sum(self.rolls)

    def count(self, high: int, low: int) -> int:
        places = {roll_index(high, low), roll_index(low, high)}
        return sum(self.rolls[place] for place in places)

    def expected(self, high: int, low: int) -> float:
        return self.total * (1 if high == low else 2) / ROLLS

    @property
    def face_counts(self) -> tuple[int, ...]:
        return tuple(
            sum(self.rolls[roll_index(face, other)] for other in range(1, 7))
            + sum(self.rolls[roll_index(other, face)] for other in range(1, 7))
            for face in range(1, 7)
        )

    @property
    def doubles(self) -> int:
        return sum(self.count(*roll) for roll in DOUBLES)


class PlayedGame(NamedTuple):
    white: str
    black: str
    typed_dice: bool
    from_position: bool
    result: Result
    sides: Mapping[Side, SideSummary]


class Column(NamedTuple):
    won: int
    points: int
    gammons: int
    """Games won that were worth 2 points."""

    backgammons: int
    """Games won that were worth 3 points."""

    sums: SideSummary
    """All games together: the sums, and the maxima of the longest turns."""

    fair_rolls: tuple[int, ...]
    """The counts of the 36 rolls by fair dice, as in `SideSummary.rolls`."""

    typed_rolls: tuple[int, ...]


class Tally(NamedTuple):
    player: str
    opponent: str | None
    """None for everybody."""

    games: int
    draws: int
    own: Column
    other: Column
    against_computer: int = 0
    from_position: int = 0
    """Numbers of games that are counted separately, and that are not counted."""


def is_somebody(name: str) -> bool:
    """Return False for a player who has not entered a name."""
    return name.casefold() not in ("white", "black")


def tally(games: Iterable[PlayedGame], player: str, opponent: str | None = None) -> Tally:
    """Return the tally of a player's games, all of them against the opponent if one is named.

    Without an opponent, all people count; games against the computer count only if it is named.
    """
    name, seen = player.casefold(), list[tuple[PlayedGame, Side]]()
    against_computer = from_position = 0
    for game in games:
        is_white = game.white.casefold() == name
        other = game.black if is_white else game.white
        if is_computer(other) and not (opponent or is_computer(player)):
            against_computer += 1
        elif game.from_position:
            from_position += 1
        else:
            seen.append((game, Side.WHITE if is_white else Side.BLACK))
    return Tally(
        player=player,
        opponent=opponent,
        games=len(seen),
        draws=sum(game.result.winner is None for game, _ in seen),
        own=_column(seen),
        other=_column([(game, side.other) for game, side in seen]),
        against_computer=against_computer,
        from_position=from_position,
    )


def _column(seen: Sequence[tuple[PlayedGame, Side]]) -> Column:
    worth = Counter(game.result.worth for game, side in seen if game.result.winner is side)
    parts = [(game.sides[side], game.typed_dice) for game, side in seen]
    counts: dict[str, Any] = {
        name: (max if name.startswith("longest") else sum)(
            [0, *(getattr(part, name) for part, _ in parts)]
        )
        for name in SideSummary._fields
        if name != "rolls"
    }
    return Column(
        won=worth.total(),
        points=sum(game.result.points for game, side in seen if game.result.winner is side),
        gammons=worth[2],
        backgammons=worth[3],
        sums=SideSummary(**counts, rolls=_add_rolls([part for part, _ in parts])),
        fair_rolls=_add_rolls([part for part, typed in parts if not typed]),
        typed_rolls=_add_rolls([part for part, typed in parts if typed]),
    )


def _add_rolls(parts: Sequence[SideSummary]) -> tuple[int, ...]:
    counts = zip(*(part.rolls for part in parts), strict=True)
    return tuple(map(sum, counts)) if parts else (0,) * ROLLS


ROLLS: Final = 36


class SideSummary(NamedTuple):
    turns: int
    hits: int
    traps: int
    doubles: int
    forfeited: int
    """Pips of the numbers that `lost_numbers` counts."""

    lost_numbers: int
    """Count of the numbers that the side could not play itself, with those of a complement that
    was lost with them before it began.
    """

    chains: int
    longest_chain: int
    longest_turn: int
    """Maximum number of the side's own moves in one turn."""

    rolls: tuple[int, ...]
    """Counts of the 36 rolls, indexed by `roll_index`.

    A kept opening roll does not count: it cannot be doubles, so it would distort the statistics.
    """

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Parse fields, ignoring others; raise an error of `UNREADABLE` if they are damaged."""
        values = {name: data[name] for name in cls._fields}
        *counts, rolls = values.values()
        if len(rolls) != ROLLS or not all(
            type(count) is int and 0 <= count <= 10**6 for count in (*counts, *rolls)
        ):
            raise ValueError(f"a summary contains something other than counts and {ROLLS} rolls")
        return cls(**{**values, "rolls": tuple(rolls)})


def roll_index(first: int, second: int) -> int:
    return (first - 1) * 6 + second - 1


def summarize(states: Sequence[Game]) -> dict[Side, SideSummary]:
    turns = turns_of(states)
    keeps_opening = (states[-1].opening and states[-1].rules.opening is Opening.KEEP) or any(
        isinstance(event, OpeningKept) for game in states for event in game.events
    )
    kept = turns[0].rolls[0] if turns and keeps_opening else None
    return {side: _side_summary(side, turns, kept) for side in Side}


def deciding_turns(states: Sequence[Game]) -> list[Turn]:
    """Return each side's turn that gained most in the race, if any gained, the best one first."""
    rules, best = states[0].rules, dict[Side, Turn]()
    for turn in sorted(turns_of(states), key=lambda turn: -swing(turn, rules)):
        if swing(turn, rules) > 0:
            best.setdefault(turn.side, turn)
    return list(best.values())


_WHOLE_WAY: Final = 25
"""Pips from entering to bearing off."""


def swing(turn: Turn, rules: Rules) -> int:
    """Return the gains of a side's moves in the race, minus those of a completing opponent."""
    return sum(
        _gain(move, rules) if move.side is turn.side else -_gain(move, rules) for move in turn.moves
    )


def _gain(move: Move, rules: Rules) -> int:
    """Return the pips of a move, plus those that a hit checker has to travel again."""
    pips = min(move.origin, _WHOLE_WAY) - move.target
    if move.effect is Effect.HIT:
        pips += _WHOLE_WAY - rules.across(move.target)
    return pips


def _side_summary(side: Side, turns: list[Turn], kept: Rolled | None) -> SideSummary:
    own = [turn for turn in turns if turn.side is side]
    rolls = [rolled for turn in own for rolled in turn.rolls]
    moves = [move for turn in turns for move in turn.moves if move.side is side]
    lost = [number for rolled in rolls for number in _lost(rolled, side)]
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
        rolls=tuple(counts),
    )


NOTHING: Final = _side_summary(Side.WHITE, [], None)
"""The summary of a side that has not played."""


def _lost(rolled: Rolled, side: Side) -> list[int]:
    """Return the numbers of a roll that the side could not play itself."""
    lost: list[int] = []
    for stage in rolled.stages:
        if stage.status in (Status.LOST, Status.COMPLETED_BY_OPPONENT):
            lost += stage.numbers
            for move in stage.moves:
                if move.side is side:
                    lost.remove(move.number)
    return lost


class SavedItem(NamedTuple):
    learner: str
    item: str
    data: str


@dataclass
class Learnt:
    learner: str
    subject: str
    """`russian/1`, `own/FILE` for a user-made lesson, or `quiz russian`."""

    done: str = ""
    """The time when the lesson was finished, in ISO 8601; empty if unfinished, and for a quiz."""

    begun: str = ""
    """The time when a step of the lesson was finished last, in ISO 8601; empty for a quiz."""

    missed: int = 0
    """Number of steps to repeat because they went wrong or their answer was shown."""

    right: int = 0
    total: int = 0
    """Numbers of quiz tasks answered correctly and answered in total."""

    @property
    def quiz(self) -> str:
        """The name of the quiz's game; empty for a lesson."""
        return self.subject.removeprefix(_QUIZ) if self.subject.startswith(_QUIZ) else ""


_QUIZ: Final = "quiz "
_SCORE: Final = re.compile(r"([0-9]{1,9}) ([0-9]{1,9})", re.ASCII)
_KNOWN: Final = re.compile(
    r"lesson/(?P<begun>.+) step|lesson/(?P<done>.+)"
    r"|step/(?P<missed>.+)/[0-9]+|quiz score/(?P<quiz>[a-z-]+)"
)


def learnt(saved: Iterable[SavedItem]) -> Iterator[Learnt]:
    """Return each learner's progress in lessons and the quiz, sorted by name, lesson and quiz."""
    entries: dict[tuple[str, str], Learnt] = {}
    for learner, item, data in saved:
        parts = _KNOWN.fullmatch(item)
        kind = parts.lastgroup if parts else None
        if parts is None or kind is None:
            continue
        score = _SCORE.fullmatch(data)
        if kind == "quiz" and not score:
            continue
        subject = f"{_QUIZ}{parts[kind]}" if kind == "quiz" else parts[kind]
        entry = entries.setdefault((learner, subject), Learnt(learner, subject))
        match kind:
            case "done":
                entry.done = data
            case "begun":
                entry.begun = data.partition(" ")[2]
            case "missed":
                entry.missed += 1
            case "quiz" if score:
                entry.right, entry.total = int(score[1]), int(score[2])
    yield from (entries[key] for key in sorted(entries, key=_order))


def _order(key: tuple[str, str]) -> tuple[str, bool, str, int]:
    learner, subject = key
    place, _, number = subject.rpartition("/")
    is_number = number.isdecimal() and len(number) < 10
    name, counted = (place, int(number)) if is_number else (subject, 0)
    return learner.casefold(), subject.startswith(_QUIZ), name, counted
