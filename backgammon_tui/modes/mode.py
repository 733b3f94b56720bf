"""The base of all modes of the board screen: an immutable state that handles inputs.

A mode has one list of commands: its actions besides moving checkers, each described once. It
determines the keys, the footer, the help page, the menu, the effects of clicks, and the commands of
plain mode with their help.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Concatenate,
    Final,
    Generic,
    NamedTuple,
    Self,
    TypeAlias,
    TypeVar,
)

from backgammon_tui.engine import Game, Side
from backgammon_tui.engine.notation import WORDS
from backgammon_tui.match.table import Table
from backgammon_tui.modes import effects
from backgammon_tui.modes.board import BoardView, DiceView, Stages
from backgammon_tui.modes.effects import AnswerT, ChangeOptions, Open, SimpleEffect, Step
from backgammon_tui.modes.inputs import KEYS, Input, Key
from backgammon_tui.modes.text import Glyphs, KeyWord, Panel, TextLine, foot_line
from backgammon_tui.settings import Settings
from backgammon_tui.words.naming import STANDARD, Naming

if TYPE_CHECKING:
    from backgammon_tui.storage.sandbox_lines import SandboxLines
    from backgammon_tui.storage.shared_board import SharedBoard

_LETTERS: Final = frozenset("".join(WORDS))
"""The letters that can occur in a move such as `hand/22`."""


ModeT = TypeVar("ModeT")
Condition = Callable[[ModeT], object] | None
"""A function of the mode, true if the condition is met; None for no condition."""


def meets(mode: ModeT, condition: Condition[ModeT]) -> bool:
    return condition is None or bool(condition(mode))


Method = TypeVar("Method", bound=Callable[..., object])


@dataclass(frozen=True)
class Command(Generic[ModeT]):
    """An action, wherever it is offered. Its functions receive the mode.

    As a decorator, it makes a method a command; alone, it is a note about keys that the mode
    handles itself. A mode inherits the commands of its bases, see `commands_of`.
    """

    key: str = ""
    """A character, Textual's name of a key, or a text to display if there are several keys."""
    help: str = ""
    label: str | Callable[[ModeT], str] = ""
    """The word after the key in the footer; it may be empty."""
    title: str = ""
    menu_key: str = ""
    """Its key in the menu, if its usual key can be part of a move."""
    is_enabled: Condition[ModeT] = None
    """True if it has an effect now; footer and menu omit disabled commands."""
    exists: Condition[ModeT] = None
    """True if the current game has such a command; if not, its key is free."""
    words: tuple[str, ...] = ()
    """The words that run it in plain mode, besides its key."""
    takes_text: bool = False
    """True if its word may have an argument, such as `resign 2`, which the method takes."""
    usage: str = ""
    """Its entry in the help of plain mode, if key and words are not enough."""
    in_footer: Condition[ModeT] = None
    """True if its label is in the footer now."""
    min_width: int = 0
    """Minimum screen width at which the footer includes it."""
    after: Command[Any] | Callable[..., object] | None = None
    """The inherited command that it follows; any base class may have it."""
    method: str = ""
    """The name of the method that it runs; empty for a note."""

    def __call__(self, method: Method) -> Method:
        vars(method)["command"] = replace(self, method=method.__name__)
        return method

    @property
    def key_name(self) -> str:
        return "esc" if self.key == Key.ESCAPE.value else self.key

    def word(self, mode: ModeT) -> str:
        return self.label(mode) if callable(self.label) else self.label

    @property
    def click(self) -> Key | str | None:
        """The key that a click on the label represents."""
        return KEYS.get(self.key) or (self.key if len(self.key) == 1 else None)


def command_of(method: Callable[Concatenate[ModeT, ...], object]) -> Command[ModeT]:
    """Return the command made of a method, so that a subclass can change parts of it."""
    command: Command[ModeT] = vars(method)["command"]
    return command


@cache
def commands_of(mode: type) -> tuple[Command[Any], ...]:  # `type` does not show whose.
    """Return the commands of a mode, in the order of footer, help page and menu.

    A class inherits the commands of its bases. Its own come first, in order of definition. A
    command that names another in `after` follows that one, and an inherited command that is defined
    again keeps its place; those defined below them follow.
    """
    commands: dict[str, Command[Any]] = {}
    order: list[str] = []
    for base in reversed(mode.__mro__):
        at = 0
        for name, member in vars(base).items():
            command = getattr(member, "command", member)
            if not isinstance(command, Command):
                continue
            name = command.method or name
            if command.after or name not in commands:
                if name in commands:
                    order.remove(name)
                if command.after:
                    after = vars(command.after).get("command", command.after)
                    known = after.method or next(n for n in order if commands[n] is after)
                    at = order.index(known) + 1
                order.insert(at, name)
            commands[name] = command
            at = order.index(name) + 1
    return tuple(commands[name] for name in order)


class Frame(NamedTuple):
    """The size of a view, and how far its panel is scrolled."""

    width: int
    room: tuple[int, int]
    """The columns and rows of the panel."""
    glyphs: Glyphs
    top: int | None = None
    """The first visible line of the scrolling part; None until the user scrolls."""


class ModeView(NamedTuple):
    """The contents of the screen: header, board and panel. The footer follows from the commands."""

    header: TextLine
    board: BoardView | None
    """None to keep the board and its dice unchanged."""
    stages: Stages = ()
    dice: DiceView = DiceView()
    panel: Panel = Panel(())
    message: str = ""
    """A sentence shown in the footer instead of the keys."""
    judged: Game | None = None
    """The game whose winning chances are shown beside the board; None for no winning chances."""


PANEL_MARGIN = 1
"""Number of empty columns on either side of the panel."""


_command: TypeAlias = Command["Mode"]


class Mode(ABC):
    """The immutable content of the board screen; each input returns the next mode."""

    has_wide_panel: ClassVar = False
    """True if the panel needs more room than a list of plays."""
    keys_title: ClassVar = ""
    """The title of the help page; if empty, the page has the rules of the game too."""
    menu_title: ClassVar = "Menu"

    can_present: ClassVar = False
    """True if a key switches presentation mode on and off."""
    keeps_lines: ClassVar = False
    """True if the lines of play that were tried are kept for the next start of the program."""
    idle_options: ClassVar = frozenset({"tutor"})
    """The options without an effect here."""

    @property
    def commands(self) -> tuple[Command[Self], ...]:
        return commands_of(type(self))

    @property
    @abstractmethod
    def options(self) -> Settings:
        """The players' preferences for play and for the style of the board."""

    @property
    def naming(self) -> Naming:
        return STANDARD

    @property
    def game(self) -> Game | None:
        return None

    @property
    def counting(self) -> Side | None:
        """The side whose numbers label the points; None for the mover's."""
        return None

    @property
    def answers(self) -> Sequence[tuple[str, str]]:
        return ()

    @property
    def shared_board(self) -> SharedBoard | None:
        """The board for another window to show; a match is read from the journal instead."""
        return None

    def is_confirm_key(self, key: Key) -> bool:
        return False

    @property
    def pause(self) -> float | None:
        return None

    def advance(self) -> Step[Self]:
        return self.handle(Key.SPACE)

    @abstractmethod
    def handle_input(self, player_input: Input) -> Step[Self]: ...

    @abstractmethod
    def view(self, frame: Frame) -> ModeView: ...

    @property
    def has_text(self) -> bool:
        """True if a text replaces the board on a screen too small for both.

        False for a mode that needs only a line or two beside the board.
        """
        return False

    @abstractmethod
    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        """Return the one or two lines beside the board if there is no room for a panel."""

    def handle(self, player_input: Input) -> Step[Self]:
        command = self.find_command(player_input)
        return self.do(command) if command else self.handle_input(player_input)

    def find_command(self, player_input: object) -> Command[Self] | None:
        """Return the command of an input; a capital letter without one may be due to Caps Lock."""
        name = player_input.value if isinstance(player_input, Key) else player_input
        for wanted in (name, name.lower()) if isinstance(name, str) else ():
            named = [c for c in self.commands if c.key == wanted and c.method]
            if named:
                return next((command for command in named if self.has_key(command)), None)
        return None

    def has_only_small(self, capital: str) -> bool:
        """Return True for the key of a command that is missing here, unlike its small letter's.

        Caps Lock may be on, but a capital that is a key never acts as the small letter.
        """
        if not capital.isupper() or self.is_typing_word:
            return False
        with_key = {command.key: command for command in self.commands if command.method}
        large, small = with_key.get(capital), with_key.get(capital.lower())
        is_missing = large and not meets(self, large.exists)
        return bool(is_missing and small and self.has_key(small))

    def has_key(self, command: Command[Self]) -> bool:
        """Return True if the key of a command is not part of a move being typed."""
        is_typed = command.key.lower() in _LETTERS and self.is_typing
        return meets(self, command.exists) and not is_typed

    def footer(self, width: int) -> TextLine:
        words: list[KeyWord] = []
        for command in [c for c in self.commands if c.label and width >= c.min_width]:
            is_usable = self.has_key(command) and meets(self, command.is_enabled)
            if is_usable and meets(self, command.in_footer) and (word := command.word(self)):
                words.append(KeyWord(command.key_name, word, command.click))
        return foot_line(words, width)

    def list_keys(self) -> Iterator[tuple[str, str]]:
        """Yield the keys with their effects, except the one that shows this list."""
        for command in self.commands:
            text = command.help or command.title
            if not text or command.key == "?":
                continue
            if command.key_name and self.has_key(command):
                yield command.key_name, text
            elif command.menu_key and meets(self, command.exists):
                yield f"esc {command.menu_key}", text

    @property
    def menu_commands(self) -> list[Command[Self]]:
        """The commands in the menu; those without a key on the board are last."""
        titled = [command for command in self.commands if command.title and command.method]
        offered = [c for c in titled if meets(self, c.exists) and meets(self, c.is_enabled)]
        return sorted(offered, key=lambda command: not command.key)

    def do(self, command: Command[Self], *text: str) -> Step[Self]:
        """Run a command and return its step; a command may return only the next mode."""
        after: Step[Self] | Self = getattr(self, command.method)(*text)
        return after if isinstance(after, tuple) else after.step()

    def step(self) -> Step[Self]:
        """Return the mode with its requests to the screen."""
        return self, ()

    def leave(self) -> Step[Self]:
        return self, (effects.Leave(),)

    def open(
        self,
        window: effects.Window[AnswerT],
        then: Callable[[Self, AnswerT], Step[Self]] | None = None,
    ) -> Step[Self]:
        """Open a window; `then` takes its answer, unless it was closed without one."""
        return self, (Open(window, then),)

    @_command("?", "List the keys", words=("help",), label="help")
    def open_keys(self) -> Step[Self]:
        keys = tuple(self.list_keys())
        if self.keys_title or not self.game:
            return self.open(effects.KeyPage(self.keys_title, keys))
        rules = self.game.rules
        return self.open(effects.KeyPage(f"{rules.title}: keys and rules", keys, rules))

    @_command("Q", "Quit: leave this screen; a match is kept")
    def quit(self) -> Step[Self]:
        return self.leave()

    def share_table(self, table: Table, message: str = "") -> Step[Self]:
        """Open the dialog that copies and writes a table, with a message about the last export."""

        def take(mode: Self, wants_picture: bool) -> Step[Self]:
            again = effects.TakePicture(
                table, lambda mode, message: mode.share_table(table, message)
            )
            return mode, (again,) if wants_picture else ()

        return self.open(effects.Export(table, message), take)

    def with_options(self, options: Settings) -> Self:
        return self

    def set_options(self, options: Settings) -> Step[Self]:
        shown = SimpleEffect.READING_PAUSE, SimpleEffect.NEW_LIST
        return self.with_options(options), (SimpleEffect.OPTIONS, *shown)

    @_command(
        "B",
        "Switch presentation mode: the largest board, light and bold",
        label="end presentation",
        in_footer=lambda mode: mode.options.presentation,
        min_width=90,
        exists=lambda mode: mode.can_present,
    )
    def switch_presentation(self) -> Step[Self]:
        return self.set_options(replace(self.options, presentation=not self.options.presentation))

    @_command("p", title="Options")
    def open_options(self) -> Step[Self]:
        asked = ChangeOptions(self.options, self.naming, hidden=self.idle_options)
        return self.open(asked, type(self).set_options)

    def open_menu(self, highlighted: Command[Self] | None = None) -> Step[Self]:
        offered = self.menu_commands
        menu_only_count = sum(not command.key for command in offered)
        lines = tuple((command.key_name or command.menu_key, command.title) for command in offered)
        at = offered.index(highlighted) if highlighted in offered else 0
        menu = effects.Menu(self.menu_title, lines, at, menu_only_count)
        return self.open(menu, lambda mode, at: mode.take_from_menu(offered[at]))

    def take_from_menu(self, command: Command[Self]) -> Step[Self]:
        """Run a command chosen in the menu.

        A window closed without an answer returns to the menu, and so do changed options.
        """
        after, effects = self.do(command)
        match effects:
            case (Open(window, then),):

                def back(mode: Self) -> Step[Self]:
                    return mode.open_menu(command)

                def take(mode: Self, answer: object) -> Step[Self]:
                    assert then
                    answered, effects = then(mode, answer)
                    again, opened = back(answered)
                    return again, (*effects, *opened)

                return after, (
                    Open(window, take if isinstance(window, ChangeOptions) else then, back),
                )
            case _:
                return after, effects

    @property
    def is_typing(self) -> bool:
        return False

    @property
    def is_typing_word(self) -> bool:
        """True if letters belong to a word, so none of them is a key."""
        return False

    @property
    def draft(self) -> str:
        return ""

    def resume(self, fresh: Self) -> Self:
        return self

    @property
    def kept_lines(self) -> SandboxLines | None:
        """The lines of play to keep in a file under the name of the draft, if any."""
        return None

    def with_kept_lines(self, kept: SandboxLines) -> Self:
        return self
