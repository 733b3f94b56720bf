"""Records of games and matches: append-only lists of entries, which fold to a game.

A game knows no undo. Its record does: it lists actions and returns to earlier ones, and the
game is the fold of the actions that stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from itertools import accumulate
from typing import Final, NamedTuple

from backgammon_tui.dice import Dice, FairDice
from backgammon_tui.engine import (
    Action,
    Game,
    Move,
    OpeningRoll,
    Roll,
    Rules,
    Side,
    StartingPosition,
)
from backgammon_tui.engine.notation import read_action, write_action
from backgammon_tui.names import is_computer

Tell = Callable[[int], None]
"""A function that hears how far some long work has come: the number of games or lines done."""


class DiceKind(Enum):
    """The source of a game's numbers."""

    FAIR = "fair"
    TYPED = "typed"


_COMMITMENT: Final = re.compile("[0-9a-f]{64}")


def check_commitment(text: str) -> str:
    """Return the commitment of fair dice; `ValueError` if it is none."""
    if not _COMMITMENT.fullmatch(text):
        raise ValueError("fair dice have a commitment of 64 hexadecimal digits")
    return text


class DiceOrigin(NamedTuple):
    """A game's dice as far as they are known: kind, commitment, perhaps the seed."""

    kind: DiceKind
    commitment: str = ""
    """Of fair dice: the SHA-256 of the seed, 64 hexadecimal digits."""

    seed: str = ""
    """Of fair dice: the seed in hexadecimal, once the result is accepted."""

    @classmethod
    def of(cls, dice: FairDice | None) -> DiceOrigin:
        """Return the origin of fair dice, or of those that the players roll themselves."""
        if dice is None:
            return cls(DiceKind.TYPED)
        return cls(DiceKind.FAIR, dice.commitment)

    def with_seed(self, seeds: Mapping[str, str]) -> DiceOrigin:
        hidden = self.kind is DiceKind.FAIR and not self.seed
        return self._replace(seed=seeds.get(self.commitment, "")) if hidden else self

    @property
    def fair_dice(self) -> FairDice | None:
        return FairDice(bytes.fromhex(self.seed)) if self.seed else None


class Undo(NamedTuple):
    """A move undone, before new dice are rolled: it leaves no trace in a transcript."""

    standing: int


class TakeBack(NamedTuple):
    """A return to before a roll, to which the other player agreed."""

    roll: int
    """The number of the roll in the game, from 1; it will show the same numbers again."""

    asked_by: Side


class NewDice(NamedTuple):
    """A change of dice: from here on the rolls come from these."""

    dice: DiceOrigin


Entry = Action | Undo | TakeBack | NewDice


@dataclass(frozen=True)
class GameRecord:
    """One game as it was played."""

    dice: DiceOrigin
    entries: tuple[Entry, ...] = ()
    first: Side | None = None
    """The side that rolls first without an opening roll, as the winner of the last game may."""

    starting_position: StartingPosition | None = None
    """The position in which the game began, if not at the start."""

    def start(self, rules: Rules) -> Game:
        """Return the game before its first entry."""
        if self.starting_position:
            return self.starting_position.game(rules)
        return Game.start(rules, self.first)

    def add(self, entry: Entry) -> GameRecord:
        return replace(self, entries=(*self.entries, entry))

    def with_seeds(self, seeds: Mapping[str, str]) -> GameRecord:
        """Return the record with the seeds of fair dice shown, which are found by commitment."""
        entries = (
            NewDice(entry.dice.with_seed(seeds)) if isinstance(entry, NewDice) else entry
            for entry in self.entries
        )
        return replace(self, dice=self.dice.with_seed(seeds), entries=tuple(entries))

    @property
    def origins(self) -> tuple[DiceOrigin, ...]:
        return (self.dice, *(e.dice for e in self.entries if isinstance(e, NewDice)))

    @property
    def seeds(self) -> tuple[str, ...]:
        return tuple(origin.seed for origin in self.origins if origin.seed)

    @property
    def begun(self) -> Standing:
        """The standing before the first entry."""
        return Standing(self.dice._replace(seed=""))

    @property
    def played(self) -> Standing:
        return reduce(Standing.after, self.entries, self.begun)

    @property
    def standing(self) -> tuple[Action, ...]:
        return self.played.actions

    @property
    def starter(self) -> Side | None:
        """The side of the first turn; None as long as there is none."""
        if self.starting_position:
            return self.starting_position.side
        for action in self.standing:
            if isinstance(action, OpeningRoll) and action.white != action.black:
                return Side.WHITE if action.white > action.black else Side.BLACK
        return self.first

    def history(self, rules: Rules) -> list[Game]:
        """Return the game before each action that stands, and as it is now.

        Raises:
            NotAllowed: if an action cannot be applied.
            ValueError: if the position is not of this game.
        """
        return list(accumulate(self.standing, Game.apply, initial=self.start(rules)))

    def play(self, rules: Rules) -> Game:
        return self.history(rules)[-1]


class Standing(NamedTuple):
    """What stands after some entries of a game: the one fold of undo, take-back and new dice."""

    dice: DiceOrigin = DiceOrigin(DiceKind.TYPED)
    """The dice in use, without their seed."""

    actions: tuple[Action, ...] = ()
    rolls: tuple[int, ...] = ()
    """The index of each roll among the actions."""

    roll_dice: tuple[DiceOrigin, ...] = ()
    """The dice of each roll, without their seeds."""

    undone: tuple[Move, ...] = ()
    """Moves that can be brought back, the next one last."""

    agreed: int = 0
    """Number of actions that stood after the last take-back."""

    dice_since: int = 0
    """Number of rolls that stood when the present dice came; nobody goes back behind them."""

    @property
    def can_undo(self) -> bool:
        """True if the last action is a move that can be undone.

        A move made before a roll that was taken back is not: its player knows what the
        dice will show, so that only another take-back, agreed to, goes behind it.
        """
        return bool(self.actions[self.agreed :]) and isinstance(self.actions[-1], Move)

    def after(self, entry: Entry) -> Standing:
        """Return the standing after one more entry, or raise a `ValueError` with the reason.

        An action that is the move undone last counts as brought back.
        """
        match entry:
            case Undo():
                last = self.actions[-1] if self.can_undo else None
                if not isinstance(last, Move):
                    raise ValueError("there is no move to undo")
                if entry.standing != len(self.actions) - 1:
                    raise ValueError("undo one move at a time")
                return self.first(entry.standing)._replace(undone=(*self.undone, last))
            case TakeBack():
                count = self.index_of(entry.roll)
                if entry.roll <= self.dice_since:
                    raise ValueError("the dice were changed after that roll")
                return self.first(count)._replace(undone=(), agreed=count)
            case NewDice():
                dice = entry.dice._replace(seed="")
                return self._replace(dice=dice, dice_since=len(self.rolls))
            case _:
                rolled = is_roll(entry)
                return self._replace(
                    actions=(*self.actions, entry),
                    rolls=(*self.rolls, len(self.actions)) if rolled else self.rolls,
                    roll_dice=(*self.roll_dice, self.dice) if rolled else self.roll_dice,
                    undone=self.undone[:-1] if self.undone[-1:] == (entry,) else (),
                )

    def first(self, count: int) -> Standing:
        rolls = tuple(index for index in self.rolls if index < count)
        return self._replace(
            actions=self.actions[:count], rolls=rolls, roll_dice=self.roll_dice[: len(rolls)]
        )

    def index_of(self, roll: int) -> int:
        """Return the index of a roll, counted from 1, among the actions, or raise `ValueError`."""
        if not 1 <= roll <= len(self.rolls):
            raise ValueError(f"there is no roll {roll} to go back to")
        return self.rolls[roll - 1]


def is_roll(entry: Entry) -> bool:
    return isinstance(entry, Roll | OpeningRoll)


def numbers_of(entry: Entry) -> Dice:
    """Return the two numbers of a roll."""
    match entry:
        case OpeningRoll():
            return entry.white, entry.black
        case Roll():
            return entry.first, entry.second
    raise ValueError("this is not a roll")


class RollCheck(NamedTuple):
    """One roll of a game against its dice."""

    number: int
    """The number of the roll in the game, from 1."""

    kind: DiceKind
    rolled: Dice
    expected: Dice | None
    """The roll of the fair dice; None where that is not known."""

    @property
    def agrees(self) -> bool:
        return self.rolled == self.expected


def check_rolls(record: GameRecord) -> Iterator[RollCheck]:
    """Return every roll of a game, taken-back ones too, against the dice it came from."""
    origins = {origin.commitment: origin for origin in record.origins}
    standings = accumulate(record.entries, Standing.after, initial=record.begun)
    for standing, entry in zip(standings, record.entries, strict=False):
        if is_roll(entry):
            origin, number = origins[standing.dice.commitment], len(standing.rolls) + 1
            dice = origin.fair_dice
            expected = dice.roll(number) if dice else None
            if expected and isinstance(entry, Roll):
                expected = numbers_of(Roll(*expected))
            yield RollCheck(number, origin.kind, numbers_of(entry), expected)


def write_hints(hints: frozenset[Side]) -> str:
    return "".join(side.value for side in Side if side in hints)


def read_hints(text: str) -> frozenset[Side]:
    """Return the sides that `write_hints` has written; `ValueError` for another text."""
    hints = frozenset(side for side in Side if side.value in text)
    if not hints or write_hints(hints) != text:
        raise ValueError(f"hints are for W, B or WB, not {text[:40]!a}")
    return hints


@dataclass(frozen=True)
class MatchRecord:
    """A match as it was played: who, by which rules, and its games."""

    rules: Rules
    white: str
    black: str
    date: str
    """The day on which it began, as 2026-03-01."""

    length: int | None
    """The points that win it; None for a match without end."""

    games: tuple[GameRecord, ...] = ()

    hints: frozenset[Side] = frozenset()
    """The sides that may ask the computer for help, as was settled before the first roll."""

    def again(self, *, swapped: bool = False) -> MatchRecord:
        """Return the same match without games, with the sides swapped if that is wanted."""
        white, black = (self.black, self.white) if swapped else (self.white, self.black)
        hints = frozenset(side.other for side in self.hints) if swapped else self.hints
        return replace(self, white=white, black=black, hints=hints, games=())

    def only_game(self, number: int) -> MatchRecord:
        """Return a match without a limit with one of the games, counted from 1.

        If the game before decided who rolls first, it begins with a position.
        """
        game = self.games[number - 1]
        if game.first and not game.starting_position:
            starting_position = StartingPosition(self.rules.start.position, game.first)
            game = replace(game, first=None, starting_position=starting_position)
        return replace(self, length=None, games=(game,))

    @property
    def reused_dice(self) -> str:
        """A sentence without its end on the first game with the fair dice of an earlier one."""
        first: dict[str, int] = {}
        for number, game in enumerate(self.games, 1):
            for commitment in {origin.commitment for origin in game.origins} - {""}:
                if (before := first.setdefault(commitment, number)) != number:
                    return (
                        f"game {number} has the dice of game {before} again,"
                        " which could be known before it"
                    )
        return ""

    def name(self, side: Side) -> str:
        return self.white if side is Side.WHITE else self.black

    @property
    def people(self) -> frozenset[Side]:
        return frozenset(side for side in Side if not is_computer(self.name(side)))

    @property
    def has_hints_for_all(self) -> bool:
        return self.people <= self.hints

    def with_game(self, record: GameRecord) -> MatchRecord:
        return replace(self, games=(*self.games[:-1], record))

    def add_game(self, record: GameRecord) -> MatchRecord:
        return replace(self, games=(*self.games, record))


# ---- entries as lines of text and back


def write_entry(entry: Entry) -> str:
    """Return the line of text for an entry, as logs and transcripts have it."""
    match entry:
        case Undo():
            return f"undo {entry.standing}"
        case TakeBack():
            return f"takeback {entry.roll} asked by {entry.asked_by.value}"
        case NewDice():
            dice = entry.dice
            return f"dice {dice.kind.value} {dice.commitment}".rstrip()
        case _:
            return write_action(entry)


def read_entry(text: str) -> Entry:
    """Return the entry that `write_entry` has written."""
    for pattern, read in _LINES:
        parts = pattern.fullmatch(text)
        if parts:
            return read(parts)
    action = read_action(text)
    if action is None:
        raise ValueError(f"{text[:40]!r} is no entry")
    return action


def _read_dice(parts: re.Match[str]) -> NewDice:
    return NewDice(read_origin(parts[1], parts[2] or ""))


def read_origin(kind: str, commitment: str) -> DiceOrigin:
    """Return the dice of a game."""
    origin = DiceOrigin(DiceKind(kind), commitment)
    if origin.kind is DiceKind.TYPED and origin != DiceOrigin(DiceKind.TYPED):
        raise ValueError("typed dice have no commitment")
    if origin.kind is DiceKind.FAIR:
        check_commitment(commitment)
    return origin


_READERS: Final[dict[str, Callable[[re.Match[str]], Entry]]] = {
    "undo (0|[1-9][0-9]{0,6})": lambda found: Undo(int(found[1])),
    "takeback ([1-9][0-9]{0,6}) asked by ([WB])": lambda found: TakeBack(
        int(found[1]), Side(found[2])
    ),
    "dice (fair|typed)(?: ([0-9a-f]{64}))?": _read_dice,
}
_LINES: Final = tuple((re.compile(pattern), read) for pattern, read in _READERS.items())
