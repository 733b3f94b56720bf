"""The sample game as a conversation: turn by turn, with its notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from backgammon_tui.engine.game import Game
from backgammon_tui.plain.talk import Quit, Talk
from backgammon_tui.plain.typed_command import TypedCommand, by_word, write_help
from backgammon_tui.teach.plain_text import write_section
from backgammon_tui.teach.rulebook_pages import pages
from backgammon_tui.teach.sample_game import SampleTurn, sample_game
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.naming import Naming


class SampleConversation:
    """One reader who goes through the game."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
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
                self._answer(self._talk.ask(f"{self._at} of {len(self._sample.turns)} > "))
        except Quit:
            self._talk.say("Until next time.")

    def _answer(self, line: str) -> None:
        if run := _RUN.get(line.lower()):
            run(self, line)
        elif not line:
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

    @property
    def _game(self) -> Game:
        history = self._sample.history
        return history[self._sample.turns[self._at - 1].after] if self._at else history[0]

    # ---- commands

    def _back(self, _: str) -> None:
        self._go_to(self._at - 1)

    def _board(self, _: str) -> None:
        game = self._game
        self._talk.show(draw_board(game.rules, game.position, self._talk.naming))

    def _rule(self, _: str) -> None:
        if not self._at:
            self._talk.say("First comes a turn.")
            return
        wanted = self._sample.turns[self._at - 1].sections
        rules = self._sample.rules
        for page in pages(rules):
            if page.id in wanted:
                self._talk.show(write_section(rules, page))

    def _help(self, _: str) -> None:
        self._talk.show(HELP)

    def _quit(self, _: str) -> None:
        raise Quit

    COMMANDS: ClassVar[tuple[TypedCommand[SampleConversation], ...]] = (
        TypedCommand((), None, "Enter", "the next turn"),
        TypedCommand((), None, "12", "turn 12"),
        TypedCommand(("back",), _back, "back", "the turn before"),
        TypedCommand(("board",), _board, "board", "the board after the turn"),
        TypedCommand(("rule",), _rule, "rule", "the rules that the turn is about"),
        TypedCommand(("help", "?"), _help, "help", "this list"),
        TypedCommand(("quit",), _quit, "quit", "leaves"),
    )


_LONGEST_NUMBER: Final = 4
HELP: Final = write_help(SampleConversation.COMMANDS)
_RUN: Final = by_word(SampleConversation.COMMANDS)


def read_sample(read: Callable[[str], str | None], write: Callable[[str], None]) -> None:
    """Tell the sample game until the reader leaves."""
    SampleConversation(Talk(Naming(), read, write)).run()
