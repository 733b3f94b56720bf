"""The sample game as a conversation: turn by turn, with its notes."""

from __future__ import annotations

from typing import ClassVar, Final

from backgammon_tui.engine import Game
from backgammon_tui.plain.talk import Quit, Read, Talk, Write
from backgammon_tui.plain.teaching import Teaching
from backgammon_tui.plain.typed_command import TypedCommand
from backgammon_tui.teach.plain_text import write_section
from backgammon_tui.teach.rulebook_pages import pages
from backgammon_tui.teach.sample_game import SampleTurn, sample_game


class SampleConversation(Teaching):
    """A reader's way through the game."""

    def __init__(self, read: Read, write: Write) -> None:
        super().__init__(Talk(read, write))
        self._sample = sample_game()
        self._at = 0
        """How many turns have been told."""

    def run(self) -> None:
        """Tell turns until the reader leaves."""
        try:
            for paragraph in self._sample.introduction:
                self._talk.say(paragraph)
            self._talk.say("White is O, Black is X. Enter goes on; type help for the rest.")
            while True:
                self._ask(f"{self._at} of {len(self._sample.turns)} > ")
        except Quit:
            self._talk.say("Until next time.")

    @property
    def _game(self) -> Game:
        history = self._sample.history
        return history[self._sample.turns[self._at - 1].after] if self._at else history[0]

    def _take(self, line: str) -> None:
        if not line:
            self._go_to(self._at + 1)
        elif line.isascii() and line.isdecimal() and len(line) < _LONGEST_NUMBER:
            self._go_to(int(line))
        else:
            self._talk.say("Type the number of a turn, or help.")

    def _go_to(self, turn: int) -> None:
        turns = self._sample.turns
        if not 1 <= turn <= len(turns):
            self._talk.say(f"The turns are 1 to {len(turns)}. quit leaves.")
            return
        self._at = turn
        self._tell(turns[turn - 1])
        if turn == len(turns):
            for paragraph in self._sample.end:
                self._talk.say(paragraph)

    def _tell(self, turn: SampleTurn) -> None:
        self._talk.show("")
        name = self._talk.naming.name(turn.side)
        self._talk.say(f"Turn {turn.number}, {name}: {turn.written}")
        self._talk.say(turn.note)
        if turn.printed:
            self._talk.say(f"In print: {turn.printed}")

    # ---- commands

    def _back(self, _: str) -> None:
        self._go_to(self._at - 1)

    def _rule(self, _: str) -> None:
        if not self._at:
            self._talk.say("First comes a turn.")
            return
        wanted = self._sample.turns[self._at - 1].sections
        rules = self._sample.rules
        for page in pages(rules):
            if page.id in wanted:
                self._talk.show(write_section(rules, page))

    COMMANDS: ClassVar = (
        TypedCommand("Enter", "the next turn"),
        TypedCommand("12", "turn 12"),
        TypedCommand("back", "the turn before", {"back": _back}),
        TypedCommand("rule", "the rules that the turn is about", {"rule": _rule}),
        *Teaching.COMMON,
    )


_LONGEST_NUMBER: Final = 4
