"""Records of games and matches: append-only lists of entries that replay to a game.

A game has no undo, but its record does: it lists actions and returns to earlier ones. Replaying the
remaining actions gives the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, reduce
from itertools import accumulate, takewhile
from typing import Final, NamedTuple

from backgammon_tui.dice import Dice, FairDice
from backgammon_tui.engine.game import AT_ZERO, Game, Match, ScoreBefore, StartingPosition
from backgammon_tui.engine.moves import (
    Action,
    AgreeDraw,
    ChooseDoubles,
    CubeAction,
    Double,
    Move,
    OpeningRoll,
    Resign,
    Roll,
)
from backgammon_tui.engine.notation import read_action, write_action
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.names import is_computer, swap_names
from backgammon_tui.settings import Help

ReportProgress = Callable[[int], None]
"""A progress callback that receives the number of games or lines done."""


class DiceKind(Enum):
    FAIR = "fair"
    TYPED = "typed"


class DiceOrigin(NamedTuple):
    """The known facts about a game's dice: kind, commitment and perhaps the seed."""

    kind: DiceKind
    commitment: str = ""
    """For fair dice: the SHA-256 of the seed, 64 hexadecimal digits."""

    seed: str = ""
    """For fair dice: the seed in hexadecimal, once the result is accepted."""

    @classmethod
    def from_dice(cls, dice: FairDice | None) -> DiceOrigin:
        """Return the origin of fair dice, or of typed dice if `dice` is None."""
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
    """An action undone before new dice were rolled; it leaves no trace in a transcript."""

    kept: int


class TakeBack(NamedTuple):
    """A return to before a roll or a later action of it, with the other player's consent."""

    roll: int
    """The number of the roll in the game, from 1. It will show the same numbers again."""

    asked_by: Side
    kept: int = 0
    """Number of actions that stay, the roll among them; 0 if the roll is taken back."""


class NewDice(NamedTuple):
    """From here on, the rolls come from these dice."""

    dice: DiceOrigin


class AgreeHelp(NamedTuple):
    """From here on, the computer gives this help, with the other player's consent."""

    help: Help
    asked_by: Side


Entry = Action | Undo | TakeBack | NewDice | AgreeHelp


@dataclass(frozen=True)
class GameRecord:
    dice: DiceOrigin
    entries: tuple[Entry, ...] = ()
    first: Side | None = None
    """The side that rolls first if there is no opening roll."""

    starting_position: StartingPosition | None = None
    """The starting position, if it is not the usual one."""

    is_crawford: bool = False
    """True if nobody may double in this game of a match."""

    def start(self, rules: Rules) -> Game:
        if self.starting_position:
            game = self.starting_position.game(rules)
            return replace(game, cube=None) if self.is_crawford else game
        return Game.start(rules, self.first, is_crawford=self.is_crawford)

    def add(self, entry: Entry) -> GameRecord:
        return replace(self, entries=(*self.entries, entry))

    def with_seeds(self, seeds: Mapping[str, str]) -> GameRecord:
        """Return the record with seeds of fair dice filled in by their commitments."""
        entries = (
            NewDice(entry.dice.with_seed(seeds)) if isinstance(entry, NewDice) else entry
            for entry in self.entries
        )
        return replace(self, dice=self.dice.with_seed(seeds), entries=tuple(entries))

    @property
    def origins(self) -> tuple[DiceOrigin, ...]:
        return (self.dice, *(e.dice for e in self.entries if isinstance(e, NewDice)))

    @property
    def begun(self) -> EffectiveActions:
        return EffectiveActions(self.dice.commitment)

    @property
    def played(self) -> EffectiveActions:
        return reduce(EffectiveActions.after, self.entries, self.begun)

    @property
    def effective_actions(self) -> tuple[Action, ...]:
        return self.played.actions

    @property
    def starter(self) -> Side | None:
        """The side of the first turn; None before that turn."""
        if self.starting_position:
            return self.starting_position.side
        for action in self.effective_actions:
            if isinstance(action, OpeningRoll) and action.white != action.black:
                return Side.WHITE if action.white > action.black else Side.BLACK
        return self.first

    def history(self, rules: Rules) -> list[Game]:
        """Return the game before each effective action, and the current game.

        Raises:
            NotAllowed: if an action is illegal.
            ValueError: if the position is impossible in this game.
        """
        return list(accumulate(self.effective_actions, Game.apply, initial=self.start(rules)))

    def play(self, rules: Rules) -> Game:
        return self.history(rules)[-1]


Undoable = Move | ChooseDoubles | CubeAction
"""The actions that are undone without the opponent's consent until new dice are rolled."""


_NOT_REDONE: Final = (Double, Resign, AgreeDraw)
"""The actions that a redo stops at: nobody may double while the next roll is known."""


class EffectiveActions(NamedTuple):
    """The effective actions after some entries, with undo, take-back and new dice applied."""

    dice: str = ""
    """The commitment of the current dice; empty for typed ones."""

    actions: tuple[Action, ...] = ()
    rolls: tuple[int, ...] = ()
    """The index of each roll among the actions."""

    roll_dice: tuple[str, ...] = ()
    """The commitment of the dice of each roll."""

    undone: tuple[tuple[Action, ...], ...] = ()
    """The steps to redo, the next one last: an undone action, or all that was taken back."""

    known: int = 0
    """Number of rolls whose numbers the players have seen, including those taken back."""

    agreed: int = 0
    """Number of effective actions after the last take-back."""

    dice_since: int = 0
    """Number of rolls before the current dice; take-backs cannot go past it."""

    @property
    def can_undo(self) -> bool:
        """True if the last action is a move or a choice of a side that can be undone.

        An action before a roll that was taken back cannot be undone, because its player knows the
        next roll. Going back further requires another take-back.
        """
        return bool(self.actions[self.agreed :]) and isinstance(self.actions[-1], Undoable)

    def after(self, entry: Entry) -> EffectiveActions:
        """Return the actions after one more entry, or raise `ValueError` with the reason.

        An action equal to the last undone one counts as a redo.
        """
        match entry:
            case Undo():
                last = self.actions[-1] if self.can_undo else None
                if not isinstance(last, Undoable):
                    raise ValueError("there is nothing to undo")
                if entry.kept != len(self.actions) - 1:
                    raise ValueError("undo one move at a time")
                undone = (*self.undone, (last,))
                return self.first(entry.kept)._replace(undone=undone)
            case TakeBack():
                return self._take_back(entry)
            case AgreeHelp():
                return self
            case NewDice():
                rolled = len(self.rolls)
                has_roll = any(is_roll(action) for step in self.undone for action in step)
                undone = () if has_roll else self.undone
                return self._replace(
                    dice=entry.dice.commitment, dice_since=rolled, known=rolled, undone=undone
                )
            case Double() if len(self.rolls) < self.known:
                raise ValueError("nobody can double while the next roll is known")
            case _:
                rolled = is_roll(entry)
                *others, (due, *later) = self.undone or ((None,),)
                undone = (*others, tuple(later)) if later else tuple(others)
                return self._replace(
                    actions=(*self.actions, entry),
                    rolls=(*self.rolls, len(self.actions)) if rolled else self.rolls,
                    roll_dice=(*self.roll_dice, self.dice) if rolled else self.roll_dice,
                    known=max(self.known, len(self.rolls) + rolled),
                    undone=undone if due == entry else (),
                )

    def _take_back(self, entry: TakeBack) -> EffectiveActions:
        if not 1 <= entry.roll <= len(self.rolls):
            raise ValueError(f"there is no roll {entry.roll} to go back to")
        count = self.rolls[entry.roll - 1] + entry.kept
        if entry.kept and count >= min([*self.rolls[entry.roll :], len(self.actions)]):
            raise ValueError(f"roll {entry.roll} has no such action to go back to")
        if entry.roll <= self.dice_since:
            raise ValueError("the dice were changed after that roll")
        removed = self.actions[count:]
        taken = tuple(takewhile(lambda a: not isinstance(a, _NOT_REDONE), removed))
        undone = (*self.undone, taken) if taken == removed else (taken,) * bool(taken)
        return self.first(count)._replace(undone=undone, agreed=count)

    def first(self, count: int) -> EffectiveActions:
        rolls = tuple(index for index in self.rolls if index < count)
        return self._replace(
            actions=self.actions[:count], rolls=rolls, roll_dice=self.roll_dice[: len(rolls)]
        )


def is_roll(entry: Entry) -> bool:
    return isinstance(entry, Roll | OpeningRoll)


def numbers_of(entry: Entry) -> Dice:
    match entry:
        case OpeningRoll():
            return entry.white, entry.black
        case Roll():
            return entry.first, entry.second
    raise ValueError("this is not a roll")


class RollCheck(NamedTuple):
    """A roll of a game compared with its dice."""

    entry: int
    """The index of the roll among the entries of the record."""

    number: int
    """The number of the roll in the game, from 1; a roll after a take-back has the same again."""

    kind: DiceKind
    rolled: Dice
    expected: Dice | None
    """The expected roll of the fair dice; None if it is unknown."""

    @property
    def agrees(self) -> bool:
        return self.rolled == self.expected


def check_rolls(record: GameRecord) -> Iterator[RollCheck]:
    """Compare every roll of a game, including taken-back ones, with its dice."""
    origins = {origin.commitment: origin for origin in record.origins}
    states = accumulate(record.entries, EffectiveActions.after, initial=record.begun)
    for at, (effective, entry) in enumerate(zip(states, record.entries, strict=False)):
        if is_roll(entry):
            origin, number = origins[effective.dice], len(effective.rolls) + 1
            dice = origin.fair_dice
            expected = dice.roll(number) if dice else None
            if expected and isinstance(entry, Roll):
                expected = numbers_of(Roll(*expected))
            yield RollCheck(at, number, origin.kind, numbers_of(entry), expected)


def changed_rolls(
    games: Sequence[GameRecord], seeds: Mapping[str, str]
) -> tuple[tuple[int, int], ...]:
    """Return the game and the number of each roll that contradicts its seed."""
    return tuple(
        (place, check.number)
        for place, game in enumerate(games, 1)
        for check in check_rolls(game.with_seeds(seeds))
        if check.expected and not check.agrees
    )


@dataclass(frozen=True)
class MatchRecord:
    """The record of a match: players, rules and games."""

    rules: Rules
    white: str
    black: str
    date: str
    """The day on which it began, as 2026-03-01."""

    length: int | None
    """The points needed to win; None for no limit."""

    games: tuple[GameRecord, ...] = ()

    help: Help = Help.OFF
    """The computer's help as agreed before the first roll."""

    begun_at: ScoreBefore = AT_ZERO
    """The score before the first game."""

    @property
    def match(self) -> Match:
        """The match before its first game."""
        return Match(self.rules, self.length, begun_at=self.begun_at)

    def again(self, *, swapped: bool = False) -> MatchRecord:
        """Return the same match without games, with the sides swapped if `swapped`."""
        names = self.white, self.black
        white, black = swap_names(*names) if swapped else names
        new = replace(self, white=white, black=black, help=self.help_now, games=())
        return replace(new, begun_at=AT_ZERO)

    def only_game(self, number: int) -> MatchRecord:
        """Return a match without a limit that has one of the games, counted from 1.

        If the previous game decided who rolls first, the game starts from a position.
        """
        game = self.games[number - 1]
        if game.first and not game.starting_position:
            starting_position = StartingPosition(self.rules.start.position, game.first)
            game = replace(game, first=None, starting_position=starting_position)
        rules = replace(self.rules, cube=False) if game.is_crawford else self.rules
        game = replace(game, is_crawford=False)
        return replace(self, rules=rules, length=None, games=(game,), begun_at=AT_ZERO)

    @property
    def reused_dice(self) -> tuple[int, int] | None:
        """The first game that reuses earlier fair dice, and the earlier game."""
        first: dict[str, int] = {}
        for number, game in enumerate(self.games, 1):
            for commitment in {origin.commitment for origin in game.origins} - {""}:
                if (before := first.setdefault(commitment, number)) != number:
                    return number, before
        return None

    def name(self, side: Side) -> str:
        return self.white if side is Side.WHITE else self.black

    def is_crawford(self, game: GameRecord) -> bool:
        """Return True for the Crawford game of a match of several points."""
        return game.is_crawford and self.length != 1

    @property
    def people(self) -> frozenset[Side]:
        return frozenset(side for side in Side if not is_computer(self.name(side)))

    @cached_property
    def help_agreed(self) -> tuple[tuple[int, Help], ...]:
        """Each agreement on help, with the number of its game; the first is that of the match."""
        later = (
            (number, entry.help)
            for number, game in enumerate(self.games, 1)
            for entry in game.entries
            if isinstance(entry, AgreeHelp)
        )
        return ((1, self.help), *later)

    @property
    def help_now(self) -> Help:
        return self.help_agreed[-1][1]

    @cached_property
    def shows_estimates(self) -> bool:
        """True if the players agreed that the computer's estimates of the game are shown."""
        return not self.people or self.help_now is not Help.OFF

    def with_game(self, record: GameRecord) -> MatchRecord:
        return replace(self, games=(*self.games[:-1], record))

    def add_game(self, record: GameRecord) -> MatchRecord:
        return replace(self, games=(*self.games, record))


# ---- text form of entries


def write_entry(entry: Entry) -> str:
    """Write an entry as a line, as in logs and transcripts."""
    match entry:
        case Undo():
            return f"undo {entry.kept}"
        case TakeBack():
            kept = f" keep {entry.kept}" if entry.kept else ""
            return f"takeback {entry.roll}{kept} asked by {entry.asked_by.value}"
        case AgreeHelp():
            return f"help {entry.help.value} asked by {entry.asked_by.value}"
        case NewDice():
            dice = entry.dice
            return f"dice {dice.kind.value} {dice.commitment}".rstrip()
        case _:
            return write_action(entry)


def read_entry(text: str) -> Entry:
    for pattern, read in _LINES:
        parts = pattern.fullmatch(text)
        if parts:
            return read(parts)
    action = read_action(text)
    if action is None:
        raise ValueError(f"{text[:40]!r} is not an entry")
    return action


def read_origin(kind: str, commitment: str) -> DiceOrigin:
    origin = DiceOrigin(DiceKind(kind), commitment)
    if origin.kind is DiceKind.TYPED and origin != DiceOrigin(DiceKind.TYPED):
        raise ValueError("typed dice have no Commitment")
    if origin.kind is DiceKind.FAIR and not re.fullmatch("[0-9a-f]{64}", commitment):
        raise ValueError("fair dice have a commitment of 64 hexadecimal digits")
    return origin


HELP_VALUES: Final = "|".join(help.value for help in Help)
_READERS: Final[dict[str, Callable[[re.Match[str]], Entry]]] = {
    "undo (0|[1-9][0-9]{0,6})": lambda parts: Undo(int(parts[1])),
    "takeback ([1-9][0-9]{0,6})(?: keep ([1-9][0-9]{0,6}))? asked by ([WB])": lambda parts: (
        TakeBack(int(parts[1]), Side(parts[3]), int(parts[2] or 0))
    ),
    f"help ({HELP_VALUES}) asked by ([WB])": lambda parts: AgreeHelp(
        Help(parts[1]), Side(parts[2])
    ),
    "dice (fair|typed)(?: ([0-9a-f]{64}))?": lambda parts: NewDice(
        read_origin(parts[1], parts[2] or "")
    ),
}
_LINES: Final = tuple((re.compile(pattern), read) for pattern, read in _READERS.items())
