"""The table at which a match is played: its record, the present game, dice and undo.

Both ways of playing, on the screen and as text, sit at such a table. It is immutable;
each thing done gives the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from backgammon_tui.dice import Dice, FairDice
from backgammon_tui.engine.actions import Action, OpeningThrow, Throw
from backgammon_tui.engine.game import Game, Phase
from backgammon_tui.engine.match import Match
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.records.record import (
    DiceKind,
    DiceOrigin,
    Entry,
    GameRecord,
    MatchRecord,
    TakeBack,
    Undo,
    throw_to_go_back_to,
    throws_in,
)


@dataclass(frozen=True)
class Table:
    """One moment of a match."""

    record: MatchRecord
    match: Match
    """The results that both players have accepted."""

    dice: FairDice | None
    """The present game's fair dice; None where the players throw their own."""

    history: tuple[Game, ...]
    """The game before each action that stands, and as it is now."""

    actions: tuple[Action, ...] = ()
    """The actions of the present game that stand."""

    undone: tuple[Move, ...] = ()
    """Moves that can be brought back, the next one last."""

    agreed: int = 0
    """How many actions stood after the last take-back."""

    accepted: bool = False
    """Whether the result of the present game has been accepted."""

    @classmethod
    def sit_down(cls, record: MatchRecord, dice: FairDice | None) -> Table:
        """A table before the first throw of a match that has no games yet."""
        return _begin_game(record, Match(record.rules, record.length), dice)

    @property
    def game(self) -> Game:
        """The present game as it is now."""
        return self.history[-1]

    @property
    def throw_number(self) -> int:
        """The number of the next throw in the game, from 1."""
        return len(self.throws) + 1

    @property
    def throws(self) -> tuple[int, ...]:
        """Where among the actions the throws are; `history` has the game before each there."""
        return throws_in(self.actions)

    def apply(self, action: Action) -> Table:
        """The table after an action.

        Raises:
            NotAllowed: if the rules do not allow it now.
        """
        game = self.game.apply(action)
        return replace(
            self._with(action),
            history=(*self.history, game),
            actions=(*self.actions, action),
            undone=(),
        )

    def throw(self, typed: Dice | None = None) -> Table:
        """The table after the next throw: of the fair dice, or as the players typed it.

        Raises:
            NotAllowed: if no throw is awaited.
            ValueError: if there are neither fair dice nor typed ones, or both.
        """
        if (self.dice is None) == (typed is None):
            raise ValueError("throws are either typed or come from the fair dice")
        first, second = typed or self.dice_for(self.throw_number)
        opening = self.game.phase is Phase.OPENING
        return self.apply(OpeningThrow(first, second) if opening else Throw(first, second))

    def dice_for(self, number: int) -> Dice:
        """What the fair dice show at throw `number`, whoever makes it."""
        if self.dice is None:
            raise ValueError("the players throw their own dice")
        return self.dice.throw(number)

    def with_words(self, white: str, black: str) -> Table:
        """The table with the players' words for the fair dice, before the first throw.

        Raises:
            ValueError: if there are no fair dice, they have been thrown, or a word cannot be.
        """
        if self.dice is None or self.actions:
            raise ValueError("words are for fair dice, before their first throw")
        dice = FairDice(self.dice.seed, white, black)
        game_record = self.record.games[-1]
        origin = replace(game_record.dice, white_word=white, black_word=black)
        record = self.record.with_game(replace(game_record, dice=origin))
        return replace(self, dice=dice, record=record)

    # ---- back and forth

    @property
    def can_undo(self) -> bool:
        """Whether the last thing done is a move that can be undone.

        A move made before a throw that was taken back is not: its player knows what the
        dice will show, so that only another take-back, agreed to, goes behind it.
        """
        since = self.actions[self.agreed :]
        return bool(since) and isinstance(since[-1], Move) and not self.accepted

    def undo(self) -> Table:
        """The table before the last move; new dice end what can be undone.

        Raises:
            ValueError: if there is no move to undo.
        """
        last = self.actions[-1] if self.can_undo else None
        if not isinstance(last, Move):
            raise ValueError("there is no move to undo")
        return replace(
            self._with(Undo(len(self.actions) - 1)),
            history=self.history[:-1],
            actions=self.actions[:-1],
            undone=(*self.undone, last),
        )

    def redo(self) -> Table:
        """The table with the move that was undone last made again.

        Raises:
            ValueError: if there is none.
        """
        if not self.undone:
            raise ValueError("there is no move to bring back")
        return replace(self.apply(self.undone[-1]), undone=self.undone[:-1])

    def take_back(self, throw: int, asked_by: Side) -> Table:
        """The table before a throw, which the other player has agreed to.

        Raises:
            ValueError: if there is no such throw, or the result has been accepted.
        """
        if self.accepted:
            raise ValueError("the result has been accepted")
        index = throw_to_go_back_to(self.throws, throw)
        return replace(
            self._with(TakeBack(throw, asked_by)),
            history=self.history[: index + 1],
            actions=self.actions[:index],
            undone=(),
            agreed=index,
        )

    # ---- from game to game

    def accept(self) -> Table:
        """The table with the result of the finished game accepted and its seed shown.

        Raises:
            ValueError: if the game is not over, or its result was accepted before.
        """
        result = self.game.result
        if result is None or self.accepted:
            raise ValueError("there is no result to accept")
        game_record = self.record.games[-1]
        if self.dice:
            game_record = game_record.with_seeds({self.dice.commitment: self.dice.seed.hex()})
        return replace(
            self,
            record=self.record.with_game(game_record),
            match=self.match.add(result),
            undone=(),
            accepted=True,
        )

    def next_game(self, dice: FairDice | None) -> Table:
        """The table before the next game's first throw.

        Raises:
            ValueError: if the last result is not accepted, or the match is won.
        """
        if not self.accepted:
            raise ValueError("the last result has not been accepted")
        return _begin_game(self.record, self.match, dice)

    def _with(self, entry: Entry) -> Table:
        game_record = self.record.games[-1].add(entry)
        return replace(self, record=self.record.with_game(game_record))


def _begin_game(record: MatchRecord, match: Match, dice: FairDice | None) -> Table:
    game = match.next_game()
    if dice:
        words = (dice.white_word, dice.black_word)
        origin = DiceOrigin(DiceKind.FAIR, dice.commitment, *words)
    else:
        origin = DiceOrigin(DiceKind.TYPED)
    game_record = GameRecord(origin, first=match.starter)
    return Table(record.add_game(game_record), match, dice, (game,))
