"""What can be typed: the words of commands, what they do, and the lines of the answer to `help`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from backgammon_tui.plain.talk import WIDTH
from backgammon_tui.words.columns import wrap

Players = TypeVar("Players", contravariant=True)
"""Whom a command is carried out for."""


def _always(_: object) -> bool:
    return True


_HELP_BEGINS: Final = 16
"""The column in which what a command does is told."""


class TypedCommand(NamedTuple, Generic[Players]):
    """What one line of the help tells: commands, or something else that can be typed."""

    usage: str
    """How it is typed."""

    help: str
    run: Mapping[str, Callable[[Players, str], None]] = {}
    """What each word carries out, given what stands after it; none for what is no command.

    A refusal is a `ValueError` or a `NotAllowed`, which the conversation puts into words.
    """

    exists: Callable[[Players], bool] = _always
    """Whether there is such a thing in the game that is played; if not, it is not told."""


def by_word(commands: Sequence[TypedCommand[Players]]) -> dict[str, Callable[[Players, str], None]]:
    """What is carried out, by each word that asks for it."""
    return {word: run for command in commands for word, run in command.run.items()}


def write_help(commands: Sequence[TypedCommand[Players]], players: Players) -> str:
    """What can be typed, in lines."""
    there = (command for command in commands if command.exists(players))
    return "\n".join(line for command in there for line in _lines(command))


def _lines(command: TypedCommand[Players]) -> Iterator[str]:
    told = wrap(command.help, WIDTH - _HELP_BEGINS)
    yield f"{command.usage:<{_HELP_BEGINS - 1}} {told[0]}"
    yield from (" " * _HELP_BEGINS + line for line in told[1:])
