"""A match that is played by typing: the session and its reports to the players."""

from __future__ import annotations

from typing import Final

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine import Action, Event, Game, Move, Phase, Side
from backgammon_tui.engine.moves import play_order
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.levels import is_program
from backgammon_tui.plain.talk import Quit, Talk, tell_words
from backgammon_tui.session import Remedy, SaveError, Session, Wait, next_game, remedies, waits_for
from backgammon_tui.storage import journal as kept
from backgammon_tui.storage.table import Table
from backgammon_tui.words.event_sentences import describe_news, describe_worth
from backgammon_tui.words.moments import describe_awaited
from backgammon_tui.words.naming import Naming

_REMEDIES: Final = {
    Remedy.RESCUE: "save what can be saved of the records",
    Remedy.REWRITE: "write the whole match into the records again",
    Remedy.RETRY: "try once more",
    Remedy.PLAY_UNSAVED: "play on without keeping the match",
}
"""The effect of each remedy; a player types the remedy's value."""


class NotDone(Exception):
    """Nothing has been done, since the players decline an action that cannot be saved."""


class Playing:
    """Two players who type, at the table of a session."""

    def __init__(self, talk: Talk, session: Session) -> None:
        self.talk = talk
        self.session = session

    @property
    def table(self) -> Table:
        """The match as it stands."""
        return self.session.table

    @property
    def game(self) -> Game:
        """The present game as it is now."""
        return self.table.game

    @property
    def plays(self) -> list[tuple[str, tuple[Move, ...]]]:
        """The legal plays, or single moves of a completing side, by their text."""
        found = [play.moves for play in self.game.legal_plays()]
        if self.game.phase is Phase.COMPLETE:
            found = [(move,) for move in self.game.moment.moves]
        return [(write_moves(moves), moves) for moves in sorted(found, key=play_order) if moves]

    @property
    def naming(self) -> Naming:
        """The names of the players and the numbering of the points."""
        return self.talk.naming

    # ---- going on

    def go_on(self, table: Table) -> None:
        """Save a changed table and go on with it.

        Raises:
            NotDone: if it cannot be saved; nothing has been done then.
        """
        while True:
            try:
                return self.session.update(table)
            except SaveError as error:
                self._choose_remedy(error)

    def _choose_remedy(self, error: SaveError) -> None:
        """Ask for a remedy, after which saving can be tried again."""
        offered = {remedy.value: remedy for remedy in remedies(error.problem)}
        ways = ", ".join(f"{word} to {_REMEDIES[remedy]}" for word, remedy in offered.items())
        self.talk.say(f"This cannot be kept, so it is not done. {error.problem}")
        self.talk.say(
            f"Type {ways}, or quit to leave. With anything else the game stays as it was."
        )
        typed = self.talk.ask("> ").lower()
        if typed == "quit":
            raise Quit
        remedy = offered.get(typed.removeprefix("try "))
        if remedy is None:
            raise NotDone
        self.session.apply_remedy(remedy)
        if remedy is Remedy.RESCUE:
            self._rescue()
        elif remedy is Remedy.PLAY_UNSAVED:
            self.talk.say("From here on nothing is kept. save FILE writes a transcript.")

    def _rescue(self) -> None:
        try:
            self.talk.say(str(self.session.storage.recover()))
        except kept.problems.JournalProblem as problem:
            self.talk.say(str(problem))

    def make(self, moves: tuple[Move, ...]) -> None:
        """Make moves, all or none, and tell what happened."""
        before, table = self.table, self.table.apply(*moves)
        self.go_on(table)
        self._tell(table.events_since(before))

    def apply(self, action: Action) -> None:
        """Apply an action and tell what happened."""
        self.change(self.table.apply(action))

    def change(self, table: Table) -> None:
        """Go on with a changed table, and tell the news."""
        self.go_on(table)
        self._tell(list(table.game.events))

    # ---- dice

    def begin_next_game(self) -> None:
        """Begin the next game of the match, with dice of the same kind."""
        self.go_on(next_game(self.table))
        self.offer_words()

    def exchange_dice(self) -> None:
        """Replace fair dice whose seed is not known here with new ones."""
        self.tell_new_dice()
        self.go_on(self.table.change_dice(FairDice(new_seed())))
        self.offer_words()

    def tell_new_dice(self) -> None:
        """Tell why the dice are others now."""
        self.talk.say(
            "The seed of the dice is not known here: the game began elsewhere. From here on"
            " other dice are thrown, with a commitment of their own."
        )

    def offer_words(self) -> None:
        """Ask for words for new dice if the players want to be asked."""
        if self.session.storage.settings.words:
            self.ask_words()

    def ask_words(self) -> None:
        """Show the commitment of new fair dice, and let the players add their words."""
        if self.table.dice is None:
            return
        self.talk.say("The dice are fixed. Their commitment:")
        self.talk.show_digits(self.table.dice.commitment)
        self.talk.say("Each player may add a word, so that nobody alone has chosen them.")
        white, black = (self._ask_word(side) for side in Side)
        self.go_on(self.table.with_words(white, black))

    def _ask_word(self, side: Side) -> str:
        """Ask a player for a word; the program has none to add."""
        return "" if is_program(self.table.record.name(side)) else self.talk.ask_word(side)

    # ---- what the players are told

    def _tell(self, events: list[Event]) -> None:
        for sentence in describe_news(events, self.naming):
            self.talk.say(sentence)
        worth = describe_worth(self.game, self.naming)
        if worth:
            self.talk.say(worth)

    def describe_awaited(self) -> str:
        """Describe the next thing that the table waits for."""
        match waits_for(self.table):
            case Wait.REMATCH:
                return "The match is over: save FILE writes it down, quit leaves."
            case Wait.NEXT_GAME:
                return "Enter or next begins the next game, quit leaves."
            case Wait.RESULT:
                can_undo = self.table.can_undo
                back = "undo goes back" if can_undo else "takeback goes back"
                return f"Enter or accept takes the result, {back}."
            case _:
                return f"{self._describe_due()} {self._hint()}"

    def _describe_due(self) -> str:
        """Name the player to act and the task; unplayable numbers were named with the throw."""
        moment = self.game.moment
        if moment.actor and moment.is_short:
            return f"{self.naming.name(moment.actor)} to play."
        return describe_awaited(moment, self.naming)

    def _hint(self) -> str:
        """Return a hint at the words to type, where the sentence alone does not give them."""
        match self.game.phase:
            case Phase.OPENING | Phase.THROW | Phase.THROW_AGAIN if self.table.dice:
                return "Enter throws."
            case Phase.OPENING:
                return f"Type both numbers, {self.naming.white}'s first."
            case Phase.THROW | Phase.THROW_AGAIN:
                return "Type both numbers."
            case Phase.MOVE | Phase.COMPLETE:
                plays = self.plays
                if len(plays) == 1:
                    return f"Enter plays {plays[0][0]}, the only play."
                return "Type your moves, or plays for the list."
            case phase:
                return tell_words(phase)
