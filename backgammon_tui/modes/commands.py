"""Commands: the actions of a mode besides moving checkers, each described once.

A mode has one list of them. From it come the keys, the footer, the page of `?`, the menu, the
effects of clicks on them, and the words of plain mode with its help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from backgammon_tui.engine.notation import WORDS
from backgammon_tui.modes.effects import Step
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.text import KeyWord, TextLine, foot_line


class _Typing(Protocol):
    """A mode in which something may be typed."""

    @property
    def types(self) -> bool:
        """True while a move or an answer is being typed, so that letters belong to it."""


CommandMode = TypeVar("CommandMode", bound=_Typing, contravariant=True)
"""The mode of a command; a mode takes all commands of its base classes."""

_LETTERS: Final = frozenset("".join(WORDS))
"""The letters that can stand in a move, as in `hand/22`."""


def _always(_: object) -> bool:
    return True


class Command(NamedTuple, Generic[CommandMode]):
    """One action, wherever it is offered. The functions take the mode."""

    key: str = ""
    """The character that is typed, or Textual's name of the key; empty if there is none."""

    run: Callable[[CommandMode], Step[object]] | None = None
    """The function from a mode to its next step; None if the mode takes the key itself."""

    label: str | Callable[[CommandMode], str] = ""
    """The word after the key in the footer; empty to leave the command out of it."""

    help: str = ""
    """The text of the help page; empty to leave the command out of it."""

    title: str = ""
    """Its entry in the menu; empty if it has none."""

    menu_key: str = ""
    """Its key in the menu alone, where moves are typed with that on the board."""

    shown: str = ""
    """The key as it is written, where that is not its name."""

    is_enabled: Callable[[CommandMode], bool] = _always
    """True if it does something now; footer and menu leave a disabled command out."""

    exists: Callable[[CommandMode], bool] = _always
    """True if the game that is played has such a command; if not, the key is free."""

    words: tuple[str, ...] = ()
    """The words that run it in plain mode, besides its key."""

    run_with: Callable[[CommandMode, str], Step[object]] | None = None
    """The function of a word with more behind it, such as `resign 2`, if it takes that."""

    usage: str = ""
    """Its entry in the help of plain mode, where key and words do not say it all."""

    in_footer: bool = True
    """True if its label stands in the footer; if not, a mode shows it elsewhere."""

    back_to_menu: bool = False
    """True if an answer leads back to the menu, as closing without an answer always does."""

    min_width: int = 0
    """The smallest screen width in columns at which the footer has room for it."""

    def is_key(self, mode: CommandMode) -> bool:
        """Return True if the key is the command's now, not a letter of what is being typed."""
        return self.exists(mode) and not (mode.types and self.key in _LETTERS)

    @property
    def key_name(self) -> str:
        """The key as players read it."""
        return self.shown or _SHORT.get(self.key, self.key)

    def word(self, mode: CommandMode) -> str:
        """Return the label for the present state of a mode."""
        return self.label if isinstance(self.label, str) else self.label(mode)

    @property
    def click(self) -> Key | str | None:
        """The key that a click on the label stands for."""
        if not self.key:
            return None
        return _KEYS.get(self.key, self.key)


_KEYS: Final = {key.value: key for key in Key}
_SHORT: Final = {"escape": "esc"}


def find_command(
    commands: Sequence[Command[CommandMode]], mode: CommandMode, given: object
) -> Command[CommandMode] | None:
    """Return the command of a key or a typed character, if there is one now."""
    name = given.value if isinstance(given, Key) else given
    if not isinstance(name, str):
        return None
    for wanted in (name, name.lower()):
        for command in commands:
            if command.key == wanted and command.run and command.is_key(mode):
                return command
    return None


def footer(commands: Sequence[Command[CommandMode]], mode: CommandMode, width: int) -> TextLine:
    """Return the keys that do something now, each of them clickable."""
    words: list[KeyWord] = []
    for command in commands:
        is_shown = command.label and command.in_footer and width >= command.min_width
        if not is_shown or not command.is_key(mode) or not command.is_enabled(mode):
            continue
        if word := command.word(mode):
            words.append(KeyWord(command.key_name, word, command.click))
    return foot_line(words, width)


def help_lines(
    commands: Sequence[Command[CommandMode]], mode: CommandMode
) -> Iterator[tuple[str, str]]:
    """Yield the keys of a mode with their explanations."""
    for command in commands:
        text = command.help or (command.title if command.label else "")
        if text and command.key_name and command.is_key(mode):
            yield command.key_name, text


def find_word(
    commands: Sequence[Command[CommandMode]], mode: CommandMode, word: str, *, has_rest: bool
) -> Command[CommandMode] | None:
    """Return the command of a typed word, with or without more behind it."""
    for command in commands:
        run = command.run_with if has_rest else command.run
        if run and word in command.words and command.exists(mode):
            return command
    return None


def typed_help(
    commands: Sequence[Command[CommandMode]], mode: CommandMode
) -> Iterator[tuple[str, str]]:
    """Yield what can be typed in plain mode, with the explanations."""
    for command in commands:
        text = command.help or command.title
        if text and (command.words or command.usage) and command.exists(mode):
            typed = [command.key, *command.words] if len(command.key) == 1 else command.words
            yield command.usage or ", ".join(typed), text


def menu_commands(
    commands: Sequence[Command[CommandMode]], mode: CommandMode
) -> list[Command[CommandMode]]:
    """Return the commands that the menu offers now."""
    return [
        command
        for command in commands
        if command.title and command.run and command.exists(mode) and command.is_enabled(mode)
    ]
