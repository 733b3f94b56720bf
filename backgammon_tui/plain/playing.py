"""A match that is played by typing: the table, and what the players are told of it."""

from __future__ import annotations

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine.actions import Action
from backgammon_tui.engine.events import Event
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.turn import Phase
from backgammon_tui.plain.help import tell_words
from backgammon_tui.plain.keeping import Keeping
from backgammon_tui.plain.talk import Talk
from backgammon_tui.records.record import DiceKind
from backgammon_tui.records.table import Table
from backgammon_tui.words.events import tell_awaited, tell_worth
from backgammon_tui.words.news import tell_news
from backgammon_tui.words.speaker import Speaker


class Playing:
    """The table at which two players sit who type.

    Args:
        talk: How they are spoken to.
        table: Where they sit down.
        keeping: What writes down what they do.
    """

    def __init__(self, talk: Talk, table: Table, keeping: Keeping) -> None:
        self.talk = talk
        self.table = table
        self.keeping = keeping

    @property
    def speaker(self) -> Speaker:
        """What the players are called."""
        return self.talk.speaker

    @property
    def game(self) -> Game:
        """The present game as it is now."""
        return self.table.game

    def go_on(self, table: Table) -> None:
        """Go on at the table as something done has left it, once that is kept.

        Raises:
            NotKept: if it is not; then nothing has been done.
        """
        self.keeping.keep(self.table, table)
        self.table = table

    def make(self, moves: tuple[Move, ...]) -> None:
        """Make moves, all or none, and tell what happened."""
        events: list[Event] = []
        table = self.table
        for move in moves:
            table = table.apply(move)
            events += table.game.events
        self.go_on(table)
        self._tell(events)

    def apply(self, action: Action) -> None:
        """Apply an action and tell what happened."""
        self.change(self.table.apply(action))

    def change(self, table: Table) -> None:
        """Go on at the table as something done has left it, and tell what happened."""
        self.go_on(table)
        self._tell(list(table.game.events))

    # ---- dice

    def begin_next_game(self) -> None:
        """Begin the next game of the match, with dice of the same kind."""
        is_fair = self.table.dice_kind is DiceKind.FAIR
        self.go_on(self.table.next_game(FairDice(new_seed()) if is_fair else None))
        self.ask_words()

    def take_new_dice(self) -> None:
        """Exchange fair dice whose seed is not known here for new ones."""
        self.talk.say(
            "The seed of the dice is not known here: the game began elsewhere. From here on"
            " other dice are thrown, with a commitment of their own."
        )
        self.go_on(self.table.change_dice(FairDice(new_seed())))
        self.ask_words()

    def ask_words(self) -> None:
        """Show the commitment of new fair dice, and let the players add their words."""
        if self.table.dice is None:
            return
        self.talk.say("The dice are fixed. Their commitment:")
        self.talk.show_digits(self.table.dice.commitment)
        self.talk.say("Each player may add a word, so that nobody alone has chosen them.")
        white, black = (self.talk.ask_word(side) for side in Side)
        self.go_on(self.table.with_words(white, black))

    # ---- what the players are told

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
