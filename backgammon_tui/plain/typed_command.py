"""What can be typed: a command's words, what it does, and its lines in the answer to `help`."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from backgammon_tui.plain.talk import WIDTH

Players = TypeVar("Players", contravariant=True)
"""Whom a command is carried out for."""

_HELP_BEGINS: Final = 16
"""The column in which what a command does is told."""


class TypedCommand(NamedTuple, Generic[Players]):
    """One command; several may share the help of one."""

    words: tuple[str, ...]
    """What it is called by; none where the help tells of something that is no command."""

    run: Callable[[Players, str], None] | None
    """Carries it out, given what stands after the word; None for what is no command.

    A refusal is a `ValueError` or a `NotAllowed`, which the conversation puts into words.
    """

    usage: str = ""
    """How it is typed, as the help shows it; empty where another command's line has it."""

    help: str = ""


def by_word(commands: Sequence[TypedCommand[Players]]) -> dict[str, Callable[[Players, str], None]]:
    """What is carried out, by each word that asks for it."""
    return {word: each.run for each in commands for word in each.words if each.run}


def write_help(commands: Sequence[TypedCommand[Players]]) -> str:
    """What can be typed, in lines."""
    return "\n".join(line for command in commands for line in _lines(command))


def _lines(command: TypedCommand[Players]) -> Iterator[str]:
    if command.usage:
        told = textwrap.wrap(command.help, WIDTH - _HELP_BEGINS)
        yield f"{command.usage:<{_HELP_BEGINS - 1}} {told[0]}"
        yield from (" " * _HELP_BEGINS + line for line in told[1:])
