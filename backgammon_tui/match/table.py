"""A match in progress, as an immutable value, and the computer as a player.

Both interfaces use it. Each action returns the next table. Modules that few matches need are
imported inside functions, to show the first frame sooner.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from backgammon_tui.dice import Dice, FairDice, new_seed
from backgammon_tui.engine import AgreeDraw, Resign, Side
from backgammon_tui.engine.events import Event, Result
from backgammon_tui.engine.game import Game, Match, StartingPosition
from backgammon_tui.engine.moves import (
    Action,
    ChooseDoubles,
    KeepOpening,
    Move,
    OpeningRoll,
    Roll,
)
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Phase, Turn
from backgammon_tui.match.record import (
    AgreeHelp,
    DiceKind,
    DiceOrigin,
    EffectiveActions,
    Entry,
    GameRecord,
    MatchRecord,
    NewDice,
    TakeBack,
    Undo,
    is_roll,
)
from backgammon_tui.match.turns import OfferedDouble, doubles_of, turns_of
from backgammon_tui.names import Level, level_of
from backgammon_tui.settings import Help

if TYPE_CHECKING:
    from backgammon_tui.analysis import Value


class Proposal(NamedTuple):
    """An action that requires the other player's consent.

    A proposal that is impossible raises the same error as the action.
    """

    action: Resign | AgreeDraw | TakeBack | AgreeHelp
    asked_by: Side

    def agreed(self, table: Table) -> Table:
        """Return the table after the other player has agreed, which accepts the end of a game."""
        after = table.apply(self.action)
        return after.accept() if after.game.is_over else after


def propose_take_back(table: Table, roll: int | None = None) -> Proposal:
    """Propose to go back to before a roll, counted from 1; by default a player's own last one."""
    if not table.rolls:
        raise ValueError("there is no roll to take back")
    number = _last_own_roll(table) if roll is None else roll
    if not 1 <= number <= len(table.rolls):
        which = f"rolls 1 to {len(table.rolls)}" if len(table.rolls) > 1 else "only roll 1"
        raise ValueError(f"{which} can be taken back")
    asked_by = _asker(table, table.history[table.rolls[number - 1]].side)
    take_back = TakeBack(number, asked_by)
    table.apply(take_back)
    return Proposal(take_back, asked_by)


def propose_step_back(table: Table, step: int) -> Proposal:
    """Propose to go back to before an action of a turn, see `Table.last_step`."""
    number = bisect_right(table.rolls, step)
    roll = table.rolls[number - 1]
    asked_by = _asker(table, table.history[roll].side)
    take_back = TakeBack(number, asked_by, step - roll)
    table.apply(take_back)
    return Proposal(take_back, asked_by)


def _last_own_roll(table: Table) -> int:
    """Return the number of the last roll; against the computer, the person's last roll."""
    numbers = range(len(table.rolls), 0, -1)
    sides = ((number, table.history[table.rolls[number - 1]].side) for number in numbers)
    own = (n for n, side in sides if side is None or side is _asker(table, side))
    return next(own, len(table.rolls))


def _asker(table: Table, side: Side | None) -> Side:
    side = side or Side.WHITE
    return side.other if table.record.people == {side.other} else side


def propose_resignation(table: Table, points: int) -> Proposal:
    """Propose to resign, for the side to play or, during the computer's turn, for the person."""
    if table.game.actor is None:
        when = "the game is over" if table.game.is_over else "it is not decided yet who starts"
        raise ValueError(f"{when}: nobody can resign now")
    side = _asker(table, table.game.actor)
    resignation = Resign(side, points)
    table.game.apply(resignation)
    return Proposal(resignation, side)


def propose_draw(table: Table) -> Proposal:
    table.game.apply(AgreeDraw())
    return Proposal(AgreeDraw(), _asker(table, table.game.actor))


def propose_help(table: Table, help: Help) -> Proposal:
    asked_by = _asker(table, table.game.actor)
    return Proposal(AgreeHelp(help, asked_by), asked_by)


def turn_due(game: Game, turns: Sequence[int]) -> int:
    """Return the number of the turn to which the next roll belongs.

    Args:
        turns: The turn of each roll before, from 1.
    """
    before = turns[-1] if turns else 1
    return before + 1 if game.phase is Phase.ROLL and game.last_turn else before


def turn_of_entry(rules: Rules, record: GameRecord, index: int) -> int:
    """Return the turn number of a roll of a record, by its index among the entries."""
    table = Table.at_start_of(record, rules)
    for entry in record.entries[:index]:
        table = table.follow(entry)
    return turn_due(table.game, table.turn_numbers)


NO_SEEDS: Final[Mapping[str, str]] = {}


class MatchState(Enum):
    PLAYING = "playing"
    """A game is in progress, or the next one can begin."""

    WON = "won"
    ENDED = "ended"
    """Its players ended it before anybody won; it can still be resumed."""

    @property
    def label(self) -> str:
        return "open" if self is MatchState.PLAYING else self.value


class Awaited(NamedTuple):
    """The pending action of a game, for lists of matches."""

    phase: Phase
    actor: Side | None
    side: Side | None
    due: tuple[int, ...]


@dataclass(frozen=True)
class Table:
    """A match at one moment: its record, the current game, its dice and its undo history.

    Illegal actions raise `NotAllowed`, other impossible ones `ValueError` with the reason.
    """

    record: MatchRecord
    match: Match
    """The results that both players have accepted."""

    dice: FairDice | None
    """The fair dice of the current game; None if the players roll real dice."""

    history: tuple[Game, ...]
    """The game before each effective action, and the current game."""

    played: EffectiveActions = field(default_factory=EffectiveActions)
    accepted: bool = False
    finisher: Level | None = None
    """The level of the computer that plays the rest of the game for people; not recorded."""

    @classmethod
    def new_match(cls, record: MatchRecord, dice: FairDice | None) -> Table:
        return _begin_game(record, record.match, dice)

    @classmethod
    def begin_at(
        cls,
        record: MatchRecord,
        starting_position: StartingPosition,
        dice: FairDice | None,
        rolled: Dice | None = None,
    ) -> Table:
        """Return a table for a match that starts in the middle of a game.

        A known roll counts as typed; fair dice follow it.
        """
        if rolled:
            table = cls.begin_at(record, starting_position, None).roll(rolled)
            return table.change_dice(dice) if dice else table
        match = record.match
        game = GameRecord(
            DiceOrigin.from_dice(dice),
            starting_position=starting_position,
            is_crawford=match.is_crawford,
        )
        return replace(cls.at_last_game(record.add_game(game), match), dice=dice)

    @classmethod
    def resume(
        cls, record: MatchRecord, results: Sequence[Result], seeds: Mapping[str, str]
    ) -> Table:
        """Return the table for a recorded match, with its last game replayed.

        Args:
            record: A match with at least one game.
            results: The accepted results: one for each game, or all but the last.
            seeds: The seeds of fair dice by their commitments. If the current seed is
                missing, other dice must be chosen before the next roll.
        """
        before, accepted = len(record.games) - 1, len(results) == len(record.games)
        if not accepted and len(results) != before:
            raise ValueError("every game except the last needs a result")
        match = replace(record.match, results=tuple(results[:before]))
        table = cls.at_last_game(record, match, seeds)
        for entry in record.games[-1].entries:
            table = table.follow(entry, seeds)
        if not accepted:
            return table
        if table.game.result != results[-1]:
            raise ValueError("the game did not end that way")
        return table.accept()

    @classmethod
    def at_last_game(
        cls, record: MatchRecord, match: Match, seeds: Mapping[str, str] = NO_SEEDS
    ) -> Table:
        """Return a table before the first entry of the last game of a record."""
        game_record = record.games[-1]
        dice = game_record.dice.with_seed(seeds).fair_dice
        return cls(record, match, dice, (game_record.start(record.rules),), game_record.begun)

    @classmethod
    def at_start_of(cls, game: GameRecord, rules: Rules) -> Table:
        """Return a table before the first entry of a single game, to follow its entries."""
        record = MatchRecord(rules, "White", "Black", "", None, (game,))
        return cls.at_last_game(record, Match(rules, None))

    def follow(self, entry: Entry, seeds: Mapping[str, str] = NO_SEEDS) -> Table:
        """Return the table after an entry that is already in its record."""
        if self.accepted and isinstance(entry, Undo | TakeBack):
            raise ValueError("the result has been accepted")
        played = self.played.after(entry)
        history = self.history[: len(played.actions) + 1]
        if len(played.actions) == len(self.history):
            history = (*history, self.game.apply(played.actions[-1]))
        dice = self.dice
        if isinstance(entry, NewDice):
            dice = entry.dice.with_seed(seeds).fair_dice
        return replace(self, dice=dice, history=history, played=played)

    @property
    def seeds(self) -> Mapping[str, str]:
        return {self.dice.commitment: self.dice.seed.hex()} if self.dice else {}

    @property
    def game(self) -> Game:
        return self.history[-1]

    @property
    def actions(self) -> tuple[Action, ...]:
        return self.played.actions

    @property
    def rolls(self) -> tuple[int, ...]:
        return self.played.rolls

    @property
    def turn_numbers(self) -> list[int]:
        """The turn number of each roll, from 1."""
        turns: list[int] = []
        for index in self.rolls:
            turns.append(turn_due(self.history[index], turns))
        return turns

    @property
    def roll_number(self) -> int:
        return len(self.rolls) + 1

    @cached_property
    def help(self) -> Help:
        """The computer help agreed at present."""
        return self.record.help_now

    @property
    def dice_kind(self) -> DiceKind:
        return self.record.games[-1].origins[-1].kind

    @property
    def stage_played(self) -> tuple[Game, tuple[Move, ...]] | None:
        """The game before the stage that its side has just completed, and its moves.

        None at any other time, and if the opponent completed the stage.
        """
        moves: list[Move] = []
        for before, action in zip(self.history[-2::-1], self.actions[::-1], strict=False):
            if not isinstance(action, Move) or not before.stage or before.actor is not before.side:
                return None
            moves.append(action)
            if not before.stage.moves:
                is_done = not (self.game.stage and self.game.stage.moves)
                return (before, tuple(moves[::-1])) if is_done and not self.game.is_over else None
        return None

    @property
    def game_file(self) -> str:
        """The name of a file with the current game."""
        return f"{self.record.date}-game-{len(self.record.games)}"

    @property
    def may_double(self) -> bool:
        """True if the side to roll may double; not while the numbers of its roll are known."""
        return self.game.may_double and len(self.rolls) >= self.played.known

    @property
    def has_live_cube(self) -> bool:
        """True if the side to roll may double and more points could be of use to it."""
        side, length = self.game.side, self.record.length
        if side is None or not self.may_double:
            return False
        return length is None or self.match.score(side) + self.game.stake < length

    @property
    def needs_dice(self) -> bool:
        return self.dice is None and self.dice_kind is DiceKind.FAIR and not self.game.is_over

    def apply(self, *entries: Entry) -> Table:
        """Return the table after some entries, which are added to its record.

        An entry equal to the last undone action counts as a redo.
        """
        table = self
        for entry in entries:
            game_record = table.record.games[-1].add(entry)
            table = replace(table.follow(entry), record=table.record.with_game(game_record))
        return table

    def events_since(self, before: Table) -> list[Event]:
        return [event for game in self.history[len(before.history) :] for event in game.events]

    def before(self, action: int) -> Table:
        """Return the table before an action, counted from 0; the record does not change."""
        results = self.match.results
        return replace(
            self,
            match=replace(self.match, results=results[:-1] if self.accepted else results),
            history=self.history[: action + 1],
            played=self.played.first(action),
            accepted=False,
        )

    def roll(self, typed: Dice | None = None) -> Table:
        """Return the table after the next roll of the fair dice, or the typed one."""
        rolled = self.dice.roll(self.roll_number) if self.dice else typed
        if rolled is None or (self.dice and typed):
            raise ValueError("rolls are either typed or come from the fair dice")
        kind = OpeningRoll if self.game.phase is Phase.OPENING else Roll
        return self.apply(kind(*rolled))

    def change_dice(self, dice: FairDice | None) -> Table:
        return replace(self.apply(NewDice(DiceOrigin.from_dice(dice))), dice=dice)

    @property
    def match_before(self) -> Match:
        """The match before the current game."""
        return replace(self.match, results=self.match.results[: len(self.record.games) - 1])

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the game, including one in progress."""
        return tuple(turns_of(self.history))

    @cached_property
    def doubles(self) -> Mapping[int, OfferedDouble]:
        """The doubles of the game by the numbers of the turns that begin with them, from 1."""
        return doubles_of(self.history)

    @cached_property
    def match_with_result(self) -> Match:
        result = self.game.result
        return self.match if self.accepted or result is None else self.match.add(result)

    @property
    def state(self) -> MatchState:
        return MatchState.WON if self.accepted and self.match.winner else MatchState.PLAYING

    @property
    def awaited(self) -> Awaited | None:
        """The pending action of the current game; None once its result is accepted."""
        game = self.game
        return None if self.accepted else Awaited(game.phase, game.actor, game.side, game.due)

    # ---- the players

    def level_on(self, side: Side) -> Level | None:
        """Return the level of the computer that plays a side; None for a person."""
        try:
            return level_of(self.record.name(side))
        except ValueError:
            return None  # In an imported transcript, a person may have a computer's name.

    @cached_property
    def acting_level(self) -> Level | None:
        """The level of the computer if it must act; None if a person must.

        If neither side is to act, a person continues, unless the computer plays both sides. People
        always type the numbers of real dice, even for the computer, once it does not double.
        """
        game = self.game
        if game.is_over or (self.dice is None and game.awaits_roll and not self.has_live_cube):
            return None
        sides = [game.actor] if game.actor else Side
        levels = [self.level_on(side) or self.finisher for side in sides]
        return None if None in levels else levels[0]

    @property
    def has_contact(self) -> bool:
        """True unless the sides move in opposite directions and have passed each other."""
        if not self.game.rules.direction.runs_against:
            return True
        from backgammon_tui.analysis.bear_off import sides_have_passed

        return not sides_have_passed(self.game.position.packed)

    @property
    def only_person(self) -> Side | None:
        people = self.record.people
        return next(iter(people)) if len(people) == 1 else None

    # ---- undo and redo

    @property
    def can_undo(self) -> bool:
        return self.played.can_undo and not self.accepted

    @cached_property
    def can_person_undo(self) -> bool:
        """True if the last action can be undone and is a person's."""
        last = self.history[-2].actor if self.can_undo else None
        return last is not None and self.level_on(last) is None

    @property
    def undone(self) -> tuple[tuple[Action, ...], ...]:
        return () if self.accepted else self.played.undone

    def undo(self) -> Table:
        return self.apply(Undo(len(self.actions) - 1))

    def redo(self) -> Table:
        """Return the table after the last undone action, or after all that was taken back last."""
        if not self.undone:
            raise ValueError("there is no move to redo")
        return self.apply(*self.undone[-1])

    @property
    def last_step(self) -> int | None:
        """The last action from which players can take back a part of a turn.

        That is an extra roll, the first move of a stage, or a choice of doubles. The first roll of
        a turn is one if its moves have been taken back. None if the action is the computer's.
        """
        for at in reversed(range(len(self.actions))):
            before, action = self.history[at], self.actions[at]
            match action:
                case Move() if before.stage and not before.stage.moves:
                    break
                case Roll() if before.phase is Phase.ROLL_AGAIN:
                    break
                case ChooseDoubles():
                    break
                case Move() | KeepOpening():
                    continue
                case _ if is_roll(action) and self.played.agreed == len(self.actions):
                    break
                case _:
                    return None
        else:
            return None
        side = before.actor or self.game.actor
        return at if side and self.level_on(side) is None else None

    # ---- next game

    def accept(self) -> Table:
        """Return the table with the result of the finished game accepted and its seed revealed."""
        result = self.game.result
        if result is None or self.accepted:
            raise ValueError("there is no result to accept")
        record = self.record.with_game(self.record.games[-1].with_seeds(self.seeds))
        return replace(self, record=record, match=self.match.add(result), accepted=True)

    def next_game(self, dice: FairDice | None) -> Table:
        if not self.accepted:
            raise ValueError("the last result has not been accepted")
        return _begin_game(self.record, self.match, dice)


def _begin_game(record: MatchRecord, match: Match, dice: FairDice | None) -> Table:
    game = match.next_game()
    game_record = GameRecord(
        DiceOrigin.from_dice(dice), first=match.starter, is_crawford=match.is_crawford
    )
    return Table(record.add_game(game_record), match, dice, (game,), game_record.begun)


# ---- after a game


class AfterGame(Enum):
    """The decisions that follow a game."""

    RESULT = "result"
    """The players accept the result or take back the last roll."""

    NEXT_GAME = "next game"
    REMATCH = "rematch"


def after_game(table: Table) -> AfterGame | None:
    """Return the decision that a match waits for after a game; None during a game."""
    if not table.game.is_over:
        return None
    if not table.accepted:
        return AfterGame.RESULT
    return AfterGame.REMATCH if table.match.winner else AfterGame.NEXT_GAME


def next_game(table: Table) -> Table:
    return table.next_game(new_dice(table))


def new_dice(table: Table) -> FairDice | None:
    return FairDice(new_seed()) if table.dice_kind is DiceKind.FAIR else None


# ---- the computer as a player


def computer_choice(
    table: Table, should_stop: Callable[[], bool] = lambda: False
) -> tuple[Action, ...]:
    """Return the actions that the computer chooses; empty if a person must act, or if stopped."""
    # Imported here because it loads networks, which few games need.
    from backgammon_tui.players import Stopped, choose

    with suppress(Stopped):
        level = table.acting_level
        if level is None or (table.game.awaits_roll and not table.has_live_cube):
            return ()
        return choose(table.game, level, should_stop, table.match)
    return ()


def has_net(table: Table) -> bool:
    """Return True if the game has a network; otherwise the computer plays any legal move."""
    from backgammon_tui import players  # Imported here because few matches need it.

    return players.has_net(table.game)


def computer_agrees(table: Table, proposal: Proposal) -> bool | None:
    """Return the computer's answer to a proposal; None if a person must answer.

    It agrees to a draw unless it is ahead, accepts a resignation for the points it can expect, and
    agrees to anything else.
    """
    side = proposal.asked_by.other
    if table.level_on(side) is None:
        return None
    match proposal.action:
        case Resign(_, points):
            length = table.record.length
            wins_match = length is not None and table.match.score(side) + points >= length
            return wins_match or points >= _expected(table.game, side)
        case AgreeDraw():
            return _expected(table.game, side) <= 0
        case _:
            return True


def white_chance(game: Game) -> float | None:
    """Return White's estimated chance to win, 0 to 1; None if the computer gives no estimate."""
    estimate = _estimate(game)
    if estimate is None:
        return None
    return 1 - estimate.win - estimate.draw if game.actor is Side.BLACK else estimate.win


def _estimate(game: Game) -> Value | None:
    from backgammon_tui.analysis import NotJudged, value  # Imported here for the same reason.

    with suppress(NotJudged):
        return value(game)
    return None


def _expected(game: Game, side: Side) -> float:
    estimate = _estimate(game)
    points = game.stake * estimate.points if estimate else 0.0
    return points if (game.actor or Side.WHITE) is side else -points
