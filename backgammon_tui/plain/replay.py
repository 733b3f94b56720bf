"""A game that is looked at turn by turn, as lines: the sample game with its notes, or a review."""

from __future__ import annotations

from backgammon_tui.modes.effects import Step
from backgammon_tui.modes.glyphs import ASCII
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import Mode
from backgammon_tui.modes.replay.mode import ReplayMode
from backgammon_tui.modes.replay.panel import note_lines, stop_words
from backgammon_tui.modes.replay.reading import sample_replay
from backgammon_tui.plain.conversation import Conversation
from backgammon_tui.plain.talk import WIDTH, Talk
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage


class ReplayConversation(Conversation[ReplayMode]):
    """A game shown turn by turn, and its reader."""

    def greet(self) -> None:
        """Tell the start."""
        self._tell_stop()
        self.talk.say("White is O, Black is X. Enter goes on; type help for the rest.")

    def tell(self, before: ReplayMode) -> None:
        """Tell the stop, where it is another one or has something new."""
        state, was, said = self.mode.state, before.state, self.mode.said
        if (state.at, state.shows_choice, state.counted) != (was.at, was.shows_choice, was.counted):
            self._tell_stop()
        elif said and self.mode is not before:
            self.talk.say(said)

    def _tell_stop(self) -> None:
        state, naming = self.mode.state, self.mode.naming
        if turn := state.turn:
            _, throws = stop_words(state, state.at, naming, ASCII)
            written = ", another throw ".join(throws)
            self.talk.say(f"\nTurn {state.at}, {naming.name(turn.side)}: {written}")
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


def read_sample(talk: Talk) -> None:
    """Read the sample game."""
    state, notes = sample_replay()
    ReplayConversation(ReplayMode.begin(state, Settings(), notes), talk, Storage()).run()
