"""Typed commands: their words, their effects, and the answer to `help`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from backgammon_tui.plain.talk import WIDTH
from backgammon_tui.words.columns import wrap

Players = TypeVar("Players", contravariant=True)
"""The object that a command acts on."""


def _always(_: object) -> bool:
    return True


_HELP_BEGINS: Final = 16
"""The column in which the explanation of a command begins."""


class TypedCommand(NamedTuple, Generic[Players]):
    """A line of the help: commands, or something else that can be typed."""

    usage: str
    """The command as the help writes it."""

    help: str
    run: Mapping[str, Callable[[Players, str], None]] = {}
    """The function of each word, called with the rest of the line; empty for what is no command.

    A refusal is a `ValueError` or a `NotAllowed`, which the conversation puts into words.
    """

    exists: Callable[[Players], bool] = _always
    """True if the game that is played has such a command; others are not listed."""


def by_word(commands: Sequence[TypedCommand[Players]]) -> dict[str, Callable[[Players, str], None]]:
    """Map each word to the function that it runs."""
    return {word: run for command in commands for word, run in command.run.items()}


def write_help(commands: Sequence[TypedCommand[Players]], players: Players) -> str:
    """Write the lines of the help."""
    there = (command for command in commands if command.exists(players))
    return "\n".join(line for command in there for line in _lines(command))


def _lines(command: TypedCommand[Players]) -> Iterator[str]:
    told = wrap(command.help, WIDTH - _HELP_BEGINS)
    yield f"{command.usage:<{_HELP_BEGINS - 1}} {told[0]}"
    yield from (" " * _HELP_BEGINS + line for line in told[1:])
