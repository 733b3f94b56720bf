"""The players' options.

Each option is one field. Its metadata defines its line in the preferences file, its entry in the
options menu and its command-line flag.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any, Final, NamedTuple

from backgammon_tui.engine import Side
from backgammon_tui.engine.game import read_length
from backgammon_tui.keys import Keys
from backgammon_tui.names import LEVELS, MAX_NAME, check_name, check_names
from backgammon_tui.text_file import is_visible

THEMES: Final = {
    "lamplight": "dark",
    "daylight": "light",
    "harbour": "colour-blind safe",
    "contrast": "high contrast",
}
"""The themes of the screen with their looks, the default first."""

DEFAULT_THEME: Final = next(iter(THEMES))
MAX_THEME: Final = 40

_SWITCH: Final = {
    **dict.fromkeys(("on", "yes", "true", "1"), True),
    **dict.fromkeys(("off", "no", "false", "0"), False),
}


class BoardStyle(Enum):
    AUTOMATIC = "automatic"
    TEXT = "text"
    GRAPHICS = "graphics"
    ASCII = "ascii"


class Pause(Enum):
    SHORT = "0.4"
    USUAL = "0.8"
    LONG = "1.5"
    VERY_LONG = "3"


def _check_theme(name: str) -> str:
    is_word = name.split() == [name] and len(name) <= MAX_THEME and is_visible(name)
    if name and not is_word:
        raise ValueError(f"it must be one visible word of at most {MAX_THEME} characters")
    return name


def _option(default: object, help: str, **more: Any) -> Any:
    return field(default=default, metadata={"help": help, **more})


class Signal(Enum):
    NONE = "none"
    BELL = "bell"
    FLASH = "flash"


class Tutor(Enum):
    """Minimum cost, in points, of a play that the tutor warns about."""

    STRICT = "0.05"
    USUAL = "0.10"
    LENIENT = "0.20"


class Forced(Enum):
    ASK = "ask"
    """Ask the players when the first such turn comes."""
    STEP = "step"
    PLAY = "play"
    """Play them after the usual pause."""
    QUICK = "quick"


class Help(Enum):
    OFF = "off"
    ON = "on"
    """Hints, and the winning chances beside the board."""

    TRY = "try"
    """The players try first: a costly play is named, and its cost only if they keep it."""

    TUTOR = "tutor"

    @property
    def label(self) -> str:
        labels = {"on": "hints", "try": "try first", "tutor": "hints and tutor"}
        return labels.get(self.value, self.value)

    @property
    def judges_plays(self) -> bool:
        return self in (Help.TRY, Help.TUTOR)


_HELP, _PACE, _BOARD = "Beginner and computer help", "Pace and order", "Board"
"""The headings of the options menu."""


def _beginner_help(side: Side) -> Any:
    name = side.name.title()
    about = f"before {name} plays, beginner help explains what the rules require and allow"
    return _option(False, about, label=f"Beginner help for {name}", side=side, group=_HELP)


@dataclass(frozen=True)
class Settings:
    """All options, the last player names and the current learner. Every value is checked."""

    theme: str = _option(
        "",
        "name of a theme, as for --theme; empty for the default",
        check=_check_theme,
        flag=f"colours: {'; '.join(map(': '.join, THEMES.items()))} (default: the last theme used)",
        choices=tuple(THEMES),
    )
    beginner_help_white: bool = _beginner_help(Side.WHITE)
    beginner_help_black: bool = _beginner_help(Side.BLACK)
    tutor: Tutor = _option(
        Tutor.USUAL,
        "minimum cost of a play that the tutor warns about, in matches with a tutor",
        label="The tutor warns",
        texts={tutor: f"from {tutor.value} points" for tutor in Tutor},
        group=_HELP,
    )
    chances: bool = _option(
        False,
        "next to the board; matches with hints always show it",
        label="Show the winning chances in replays and the sandbox",
        group=_HELP,
    )
    forced: Forced = _option(
        Forced.ASK,
        "turns with one play or none: ask at the first one, wait for a key at each step, play them"
        " after the pause, or play them and roll quickly",
        label="Turns without a choice",
        texts={
            Forced.ASK: "ask once",
            Forced.STEP: "step by step",
            Forced.PLAY: "play after the pause",
            Forced.QUICK: "play quickly",
        },
        group=_PACE,
    )
    rolls: bool = _option(
        False, "roll the dice automatically", label="Roll the dice automatically", group=_PACE
    )
    pause: Pause = _option(
        Pause.USUAL,
        "seconds for which each step is shown before the game continues",
        label="Pause before automatic moves",
        texts={pause: f"{pause.value} seconds" for pause in Pause},
        group=_PACE,
    )
    motion: bool = _option(
        True,
        "slide checkers to their destinations, and tumble the dice for a moment",
        label="Let checkers slide and dice tumble",
        group=_PACE,
    )
    front_first: bool = _option(
        False,
        "which plays come first in the list; back checkers are those farthest from home",
        label="Order of the plays",
        texts={False: "back checkers first", True: "front checkers first"},
        group=_PACE,
    )
    signal: Signal = _option(
        Signal.NONE,
        "when a checker is hit or a turn is lost",
        label="Signal for a hit or a lost turn",
        texts={Signal.NONE: "none", Signal.BELL: "a bell", Signal.FLASH: "a flash"},
        group=_PACE,
    )
    mirrored: bool = _option(False, "swap left and right", label="Mirror the board", group=_BOARD)
    pips: bool = _option(
        True,
        "above the board, in matches, lessons, the quiz and the sandbox, and in `watch`",
        label="Show the pips of both sides",
        group=_BOARD,
    )
    board: BoardStyle = _option(
        BoardStyle.AUTOMATIC,
        "automatic: graphics if the terminal is known to draw them well, else text; ascii: text for"
        " terminals that lack characters",
        label="Board",
        flag="draw the board as graphics, text or ASCII (or set BACKGAMMON_TUI_BOARD); automatic"
        " chooses graphics if the terminal is known to draw them well (default: automatic)",
        choices=tuple(style.value for style in BoardStyle),
        group=_BOARD,
    )
    presentation: bool = _option(
        False,
        "the largest board that fits, a light theme, and no log",
        label="Presentation mode",
        is_stored=False,
        group=_BOARD,
    )
    white: str = _option(
        "White",
        f"name of the last player of White, at most {MAX_NAME} characters",
        check=check_name,
        flag=f"White's name (default: the last name used), or computer:LEVEL; levels: {LEVELS}",
    )
    black: str = _option(
        "Black",
        "Black's name (as for White, but a different one)",
        check=check_name,
        flag="Black's name, or computer:LEVEL",
    )
    length: str = _option(
        "",
        "length of the last match; empty for no limit",
        check=lambda text: str(read_length(text)) if text else "",
    )
    hints: Help = _option(Help.OFF, "computer help in the last match")
    learner: str = _option(
        "",
        "name of the last learner; empty for nobody",
        check=lambda name: check_name(name) if name else "",
    )

    name_asked: bool = _option(
        False, "whether a player against the computer has been asked for a name"
    )
    welcomed: bool = _option(False, "whether the advice for a first game has been shown")
    marks_explained: bool = _option(False, "whether the marks after plays have been explained")
    keys: Keys = Keys()
    """The player's own keys, a section of the preferences file."""

    def __post_init__(self) -> None:
        for setting in _TEXTS:
            value = getattr(self, setting.name)
            if setting.check(value) != value:
                raise ValueError("a name here must not start or end with a space")
        check_names(self.white, self.black)

    def has_beginner_help(self, actor: Side | None) -> bool:
        """Return True if the side to act (or, if none is, any side) has beginner help."""
        white, black = self.beginner_help_white, self.beginner_help_black
        return (white and actor is not Side.BLACK) or (black and actor is not Side.WHITE)

    def swapped(self) -> Settings:
        """Return the settings after players swap sides and keep their beginner help."""
        white, black = self.beginner_help_white, self.beginner_help_black
        return replace(self, beginner_help_white=black, beginner_help_black=white)

    def with_options_of(self, other: Settings) -> Settings:
        """Return these settings with the lasting options of a match."""
        lasting = [s.name for s in MENU if s.is_stored]
        return replace(self, **{name: getattr(other, name) for name in lasting})


class Setting(NamedTuple):
    """A field of `Settings` for the file, the menu and the command line."""

    name: str
    default: object
    help: str
    """Its comment in the preferences file."""

    label: str = ""
    """Its entry in the options menu; empty if it has none."""

    texts: Mapping[object, str] = {}
    """Its values in the menu, if they differ from those in the file."""

    check: Callable[[str], str] = str
    """For text: returns the normalized value, or raises `ValueError` with the reason."""

    group: str = ""
    """Its heading in the options menu; settings of a group are adjacent."""

    side: Side | None = None
    """The side whose player it affects; None if it affects both."""

    flag: str = ""
    """Its line in `--help`; empty if it has no command-line option."""

    choices: tuple[str, ...] | None = None
    """Allowed values; None if any text that passes the check is allowed."""

    is_stored: bool = True

    @property
    def values(self) -> tuple[Any, ...]:
        if isinstance(self.default, bool):
            return False, True
        return tuple(type(self.default)) if isinstance(self.default, Enum) else ()

    def change(self, settings: Settings) -> Settings:
        at = self.values.index(getattr(settings, self.name))
        return replace(settings, **{self.name: self.values[(at + 1) % len(self.values)]})

    def state(self, settings: Settings) -> str:
        return self.texts.get(getattr(settings, self.name)) or self.write(settings)

    def write(self, settings: Settings) -> str:
        value = getattr(settings, self.name)
        if isinstance(value, bool):
            return "on" if value else "off"
        return str(value.value if isinstance(value, Enum) else value)

    def read(self, text: str) -> object:
        if not self.values:
            return self.check(text)
        known: Mapping[str, object] = _SWITCH
        if isinstance(self.default, Enum):
            known = {value.value: value for value in self.values}
        if text.lower() not in known:
            raise ValueError(f"it may be {self.meant}")
        return known[text.lower()]

    @property
    def meant(self) -> str:
        if isinstance(self.default, bool):
            return "on or off"
        *others, last = [value.value for value in self.values] or [""]
        return f"{', '.join(others)} or {last}" if others else last


SETTINGS: Final = {
    option.name: Setting(option.name, option.default, **option.metadata)
    for option in fields(Settings)
    if option.metadata
}
MENU: Final = tuple(setting for setting in SETTINGS.values() if setting.label)


def idle_except(*effective: str) -> frozenset[str]:
    """Return the other options of the menu, which have no effect on a screen."""
    assert {*effective} <= {setting.name for setting in MENU}
    return frozenset(setting.name for setting in MENU) - {*effective}


_TEXTS: Final = tuple(setting for setting in SETTINGS.values() if not setting.values)
