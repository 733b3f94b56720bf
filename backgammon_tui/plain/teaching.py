"""Common parts of the conversations that teach: a board, answers by letter, a few commands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from backgammon_tui.engine import Game, Side
from backgammon_tui.plain.talk import Quit, Talk
from backgammon_tui.plain.typed_command import TypedCommand, by_word, write_help
from backgammon_tui.words.board_text import describe_position, draw_board
from backgammon_tui.words.naming import STANDARD, join


class Teaching(ABC):
    """A conversation with a learner."""

    COMMANDS: ClassVar[tuple[TypedCommand[Any], ...]]
    """The commands of the conversation; `COMMON` stands last."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk

    @property
    @abstractmethod
    def _game(self) -> Game | None:
        """The game on the board; None where there is none."""

    @abstractmethod
    def _take(self, line: str) -> None:
        """Take a line that is no command."""

    def _ask(self, prompt: str) -> None:
        """Ask for a line, and carry it out."""
        line = self._talk.ask(prompt)
        run = by_word(self.COMMANDS).get(line.lower())
        if run:
            run(self, line)
        else:
            self._take(line)

    def _show_choices(self, texts: Sequence[str]) -> None:
        for letter, text in zip(letters(texts), texts, strict=True):
            self._talk.say(f"  {letter}  {text}", " " * 5)

    def _board(self, _: str = "") -> None:
        if self._game:
            self._talk.say(draw_board(self._game.rules, self._game.position, STANDARD))
        else:
            self._talk.say("There is no board now.")

    def _where(self, _: str) -> None:
        for side in Side:
            if self._game:
                self._talk.say(describe_position(self._game.position, side, STANDARD))

    def _help(self, _: str) -> None:
        self._talk.say(write_help(self.COMMANDS, self))

    def _quit(self, _: str) -> None:
        raise Quit

    COMMON: ClassVar = (
        TypedCommand(
            "board, where",
            "draws the board; says where all checkers are",
            {"board": _board, "where": _where},
        ),
        TypedCommand("help", "this list", {"help": _help, "?": _help}),
        TypedCommand("quit", "leaves", {"quit": _quit}),
    )


def letters(choices: Sequence[object]) -> list[str]:
    """Return the letters of answers to choose from."""
    return [chr(ord("a") + index) for index in range(len(choices))]


def prompt_for(choices: Sequence[object]) -> str:
    """Return the prompt for a choice of answers: `a, b or c > `."""
    return f"{join(letters(choices), 'or')} > "
