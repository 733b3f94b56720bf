"""A match that is played by typing: the table, and what the players are told of it."""

from __future__ import annotations

from dataclasses import replace

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine.actions import Action
from backgammon_tui.engine.events import Event
from backgammon_tui.engine.game import Game, Phase
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.plain.news import tell_news, tell_words
from backgammon_tui.plain.talk import Talk
from backgammon_tui.records.record import DiceKind, MatchRecord
from backgammon_tui.records.table import Table
from backgammon_tui.words.events import tell_awaited, tell_worth
from backgammon_tui.words.speaker import Speaker


class Playing:
    """The table at which two players sit who type.

    Args:
        talk: How they are spoken to.
        match: Who plays what, without games yet.
        dice_kind: Where the numbers come from.
    """

    def __init__(self, talk: Talk, match: MatchRecord, dice_kind: DiceKind) -> None:
        self.talk = talk
        self._kind = dice_kind
        self.table = Table.sit_down(match, self._new_dice())

    @property
    def speaker(self) -> Speaker:
        """What the players are called."""
        return self.talk.speaker

    @property
    def game(self) -> Game:
        """The present game as it is now."""
        return self.table.game

    def make(self, moves: tuple[Move, ...]) -> None:
        """Make moves, all or none, and tell what happened."""
        events: list[Event] = []
        table = self.table
        for move in moves:
            table = table.apply(move)
            events += table.game.events
        self.table = table
        self._tell(events)

    def apply(self, action: Action) -> None:
        """Apply an action and tell what happened."""
        self.change(self.table.apply(action))

    def change(self, table: Table) -> None:
        """Go on at the table as something done has left it, and tell what happened."""
        self.table = table
        self._tell(list(table.game.events))

    def begin_next_game(self) -> None:
        """Begin the next game of the match."""
        self.table = self.table.next_game(self._new_dice())

    def _tell(self, events: list[Event]) -> None:
        for sentence in tell_news(events, self.speaker):
            self.talk.say(sentence)
        worth = tell_worth(self.game, self.speaker)
        if worth:
            self.talk.say(worth)

    def tell_awaited(self) -> str:
        """What the table waits for."""
        table = self.table
        if table.match.winner:
            return "The match is over: save FILE writes it down, quit leaves."
        if table.accepted:
            return "next begins the next game, quit leaves."
        if table.game.is_over:
            back = "undo and takeback go back" if table.can_undo else "takeback goes back"
            return f"accept takes the result, {back}."
        return f"{tell_awaited(table.game, self.speaker)} {self._hint()}"

    def _hint(self) -> str:
        """What to type, where the sentence alone does not tell."""
        match self.game.phase:
            case Phase.OPENING if self.table.dice:
                return "Type throw."
            case Phase.OPENING:
                return f"Type both numbers, {self.speaker.white}'s first."
            case phase:
                return tell_words(phase)

    def _new_dice(self) -> FairDice | None:
        """The dice of the next game, with the players' words."""
        if self._kind is DiceKind.TYPED:
            return None
        dice = FairDice(new_seed())
        self.talk.say("The dice are fixed. Their commitment:")
        self.talk.show_digits(dice.commitment)
        self.talk.say("Each player may add a word, so that nobody alone has chosen them.")
        white, black = (self.talk.ask_word(side) for side in Side)
        return replace(dice, white_word=white, black_word=black)
