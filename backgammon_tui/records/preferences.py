"""How the players like the program, kept in a file that a person can edit.

Nothing that stands in the file stops the program: what cannot be understood is set aside
under another name, the players are told, and everything is as at the first start.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from backgammon_tui.engine.notation import Numbering
from backgammon_tui.records.names import LONGEST_NAME, check_name, check_names
from backgammon_tui.records.places import make_folder, preferences_file, shown, write_new_file
from backgammon_tui.visible import is_visible

if TYPE_CHECKING:
    from configparser import ConfigParser

LARGEST_FILE: Final = 100_000
"""The most bytes of a file with preferences."""

_LONGEST_THEME: Final = 40
_SECTION: Final = "preferences"
_SWITCHES: Final = (
    "plays_forced",
    "mirrored",
    "turning",
    "tumbling",
    "coach_white",
    "coach_black",
)
_HEAD: Final = f"""\
# How the players of backgammon-tui like it. Lines may be changed, and left out for what
# is usual. The program writes this file anew when an option is changed on the screen: keys
# that it does not know stay, comments do not.
#
# theme         the name of a theme, as --theme takes it; nothing for the usual one
# numbering     how the points are called: standard, track or tables
# plays_forced  plays that leave no choice are made by themselves: on or off
# mirrored      the board is mirrored: on or off
# turning       the board turns to the side to play: on or off
# tumbling      the dice tumble for a moment: on or off
# coach_white, coach_black
#               the coach says what is owed, for beginners: on or off
# white, black  the names of the last players, two different ones of at most
#               {LONGEST_NAME} characters each
# learner       the name of whoever learnt last; nothing for nobody

"""


@dataclass(frozen=True)
class Preferences:
    """How the players like the program, and who they were the last time.

    Raises:
        ValueError: if the theme is no short visible word, or the names are not as
            `check_names` gives them.
    """

    theme: str | None = None
    """The name of a theme, whether there is one called so or not; None for the usual one."""

    numbering: Numbering = Numbering.STANDARD
    plays_forced: bool = False
    """Plays that leave no choice are made by themselves."""

    mirrored: bool = False
    turning: bool = False
    """The board turns to the side to play."""

    tumbling: bool = True
    """The dice tumble for a moment when they are thrown."""

    coach_white: bool = False
    """The coach says what White owes and what has happened."""

    coach_black: bool = False
    """The same for Black."""

    white: str = "White"
    black: str = "Black"
    learner: str = ""
    """Who learnt last; empty if nobody wants that to be kept."""

    def __post_init__(self) -> None:
        if self.theme is not None and not _is_word(self.theme):
            raise ValueError(f"{self.theme!a} is no theme")
        if check_names(self.white, self.black) != (self.white, self.black):
            raise ValueError("names stand here without outer blanks")
        if self.learner and check_name(self.learner) != self.learner:
            raise ValueError("names stand here without outer blanks")


def read_preferences() -> tuple[Preferences, str]:
    """The preferences, and a sentence for the players if the file is damaged, else nothing.

    A damaged file is set aside; where it cannot be, it stays as it is.
    """
    path = _file()
    try:
        return _read(path)[1], ""
    except FileNotFoundError:
        return Preferences(), ""
    except _Damaged as damage:
        return Preferences(), f"{_set_aside(path, damage)[1]} Everything is as at the first start."
    except OSError as error:
        problem = f"{shown(path)} cannot be read: {error.strerror or error}."
        return Preferences(), f"{problem} Everything is as at the first start."


def write_preferences(preferences: Preferences) -> str:
    """Write the preferences; a sentence for the players if something went wrong, else nothing.

    Keys of the file that are not known here stay in it. A file that has become damaged is
    set aside first; where it cannot be, it stays and nothing is written.
    """
    path = _file()
    said = ""
    try:
        try:
            parser = _read(path)[0]
        except FileNotFoundError:
            parser = _new_parser()
        except _Damaged as damage:
            moved, said = _set_aside(path, damage)
            if not moved:
                return said
            parser = _new_parser()
        _put(parser, preferences)
        _replace(path, parser)
    except OSError as error:
        problem = f"The preferences could not be written: {error.strerror or error}."
        return f"{said} {problem}".lstrip()
    return said


# ---- the file


def _file() -> Path:
    # A file that is a link elsewhere stays one.
    return Path(os.path.realpath(preferences_file()))


class _Damaged(ValueError):
    """What is wrong in the file, as the middle of a sentence."""


def _read(path: Path) -> tuple[ConfigParser, Preferences]:
    """What stands in the file, all of it and what of it is known.

    Raises:
        OSError: if it cannot be read.
        _Damaged: if it cannot be understood.
    """
    text = _text(path)
    import configparser  # Players who have never changed anything start without it.

    parser = _new_parser()
    try:
        parser.read_file(StringIO(text, newline=None))
    except configparser.MissingSectionHeaderError as error:
        raise _Damaged(f"line {error.lineno} stands before [{_SECTION}]") from None
    except (configparser.DuplicateSectionError, configparser.DuplicateOptionError) as error:
        raise _Damaged(f"line {error.lineno} says again what an earlier one says") from None
    except configparser.ParsingError as error:
        line = error.errors[0][0] if error.errors else 0
        raise _Damaged(f"line {line} is no key with a value") from None
    section = parser[_SECTION] if parser.has_section(_SECTION) else {}
    return parser, _understand(section, parser.BOOLEAN_STATES)


def _text(path: Path) -> str:
    # A pipe would have us wait for ever.
    if path.exists() and not path.is_file():
        raise OSError("it is no file")
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise _Damaged(f"it is larger than {LARGEST_FILE // 1000} kB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _Damaged(f"line {line} is not written in UTF-8") from None


def _new_parser() -> ConfigParser:
    from configparser import ConfigParser  # As above.

    # No section is called "", so that none gives its values to the others.
    return ConfigParser(interpolation=None, strict=True, default_section="")


def _set_aside(path: Path, damage: _Damaged) -> tuple[bool, str]:
    """Give the file another name; whether it has one now, and a sentence about both."""
    problem = f"{shown(path)} is damaged: {damage}."
    try:
        # The name is taken first: a rename would overwrite what has it.
        place = write_new_file(path.parent, f"{path.name}.damaged", "", "")
        try:
            os.replace(path, place)
        except OSError:
            place.unlink()
            raise
    except OSError as error:
        return False, f"{problem} It stays as it is: {error.strerror or error}."
    return True, f"{problem} It is now {shown(place)}."


def _replace(path: Path, parser: ConfigParser) -> None:
    """Write the file beside the old one and then in its place, so that it is always whole."""
    make_folder(path.parent)
    text = StringIO()
    text.write(_HEAD)
    parser.write(text)
    new = write_new_file(path.parent, path.name, ".new", text.getvalue())
    try:
        os.replace(new, path)
    except OSError:
        new.unlink()
        raise


# ---- what stands in it


def _understand(kept: Mapping[str, str], words: Mapping[str, bool]) -> Preferences:
    """The preferences of the file's section; `words` are those for on and off.

    Raises:
        _Damaged: naming the key whose value cannot be.
    """
    usual = Preferences()

    def on(key: str, otherwise: bool) -> bool:
        text = kept.get(key)
        if text is None:
            return otherwise
        if text.lower() not in words:
            raise _wrong(key, text, "it may be on or off")
        return words[text.lower()]

    theme = kept.get("theme", "")
    if theme and not _is_word(theme):
        problem = f"it may be one visible word of at most {_LONGEST_THEME} characters"
        raise _wrong("theme", theme, problem)
    white, black = _names(kept.get("white", usual.white), kept.get("black", usual.black))
    return Preferences(
        theme=theme or None,
        numbering=_numbering(kept.get("numbering", usual.numbering.value)),
        plays_forced=on("plays_forced", usual.plays_forced),
        mirrored=on("mirrored", usual.mirrored),
        turning=on("turning", usual.turning),
        tumbling=on("tumbling", usual.tumbling),
        coach_white=on("coach_white", usual.coach_white),
        coach_black=on("coach_black", usual.coach_black),
        white=white,
        black=black,
        learner=_learner(kept.get("learner", usual.learner)),
    )


def _numbering(text: str) -> Numbering:
    try:
        return Numbering(text.lower())
    except ValueError:
        *first, last = (numbering.value for numbering in Numbering)
        raise _wrong("numbering", text, f"it may be {', '.join(first)} or {last}") from None


def _names(white: str, black: str) -> tuple[str, str]:
    for key, name in (("white", white), ("black", black)):
        try:
            check_name(name)
        except ValueError as error:
            raise _wrong(key, name, str(error)) from None
    try:
        return check_names(white, black)
    except ValueError as error:
        raise _wrong("black", black, str(error)) from None


def _learner(name: str) -> str:
    try:
        return check_name(name) if name else ""
    except ValueError as error:
        raise _wrong("learner", name, str(error)) from None


def _wrong(key: str, text: str, problem: str) -> _Damaged:
    return _Damaged(f"{key} = {text[:_LONGEST_THEME]!a}, but {problem}")


def _is_word(text: str) -> bool:
    return text.split() == [text] and len(text) <= _LONGEST_THEME and is_visible(text)


def _put(parser: ConfigParser, preferences: Preferences) -> None:
    if not parser.has_section(_SECTION):
        parser.add_section(_SECTION)
    section = parser[_SECTION]
    section["theme"] = preferences.theme or ""
    section["numbering"] = preferences.numbering.value
    for key in _SWITCHES:
        section[key] = "on" if getattr(preferences, key) else "off"
    section["white"] = preferences.white
    section["black"] = preferences.black
    section["learner"] = preferences.learner
