"""A game that is looked at turn by turn, as lines: the sample game with its notes, or a review."""

from __future__ import annotations

from backgammon_tui.modes.effects import Step
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import Frame, Mode
from backgammon_tui.modes.replay.mode import ReplayMode, begin_review, sample_replay
from backgammon_tui.modes.replay.panel import chart_lines, note_lines, stop_words
from backgammon_tui.modes.text import ASCII
from backgammon_tui.plain.commands import draw
from backgammon_tui.plain.conversation import Conversation, done
from backgammon_tui.plain.talk import WIDTH, Talk
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.table import Table
from backgammon_tui.words.moments import describe_awaited

_FRAME = Frame(WIDTH, (WIDTH, 24), ASCII)


class ReplayConversation(Conversation[ReplayMode]):
    """A game shown turn by turn, and its reader."""

    def greet(self) -> None:
        """Tell the start."""
        self._tell_stop()
        goes_on = "Enter goes on"
        if review := self.mode.state.review:
            for line in chart_lines(review, 0, self.mode.naming, _FRAME):
                self.talk.say(line.text)
            goes_on = "Enter goes a turn on, mistake to the next mistake, quit leaves the review"
        self.talk.say(f"White is O, Black is X. {goes_on}; type help for the rest.")

    def tell(self, before: ReplayMode) -> None:
        """Tell the stop, where it is another one or has something new."""
        state, was, said = self.mode.state, before.state, self.mode.said
        if (state.at, state.shows_choice, state.counted) != (was.at, was.shows_choice, was.counted):
            self._tell_stop()
        elif said and self.mode is not before:
            self.talk.say(said)

    def _tell_stop(self) -> None:
        state, naming = self.mode.state, self.mode.naming
        if state.at > len(state.turns):
            self.talk.say(f"\nThe end. {describe_awaited(state.table.game.moment, naming)}")
        elif turn := state.turn:
            _, throws = stop_words(state, state.at, naming, ASCII)
            written = ", another throw ".join(throws)
            self.talk.say(f"\nTurn {state.at}, {naming.name(turn.side)}: {written}")
        if state.choice and self.mode.game:
            self.talk.say(draw(self.mode.game, naming))
        for line in note_lines(state, "", naming, WIDTH):
            self.talk.say(line.text)

    def enter(self) -> Step[Mode]:
        """Go a turn on."""
        if self.mode.state.at == self.mode.state.end:
            return self.mode.tell("This is the end of the game. quit leaves."), ()
        return self.mode.handle(Key.RIGHT)

    def ask(self) -> str:
        """Return the prompt with the number of the turn."""
        return f"{self.mode.state.at} of {self.mode.state.end} > "

    def say_goodbye(self) -> None:
        """Say the last line; after a review the game is there again."""
        if not self.mode.state.review:
            super().say_goodbye()


def read_sample(talk: Talk) -> None:
    """Read the sample game."""
    state, notes = sample_replay()
    ReplayConversation(ReplayMode.begin(state, Settings(), notes), talk, Storage()).run()


def read_review(table: Table, match: int | None, talk: Talk, storage: Storage) -> None:
    """Read the program's review of the game at a table, of the match of this number."""
    mode, effects = done(begin_review(table, storage, match))
    if mode.state.review is None:
        talk.say(mode.said)
        return
    review = ReplayConversation(mode, talk, storage)
    for effect in effects:
        review.carry_out(effect)
    review.run()
