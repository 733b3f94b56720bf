"""The file of preferences: the settings as lines that a person can edit.

Nothing in the file stops the program. A value that cannot be understood stays in the file, and
its option has the default; a file that is no list of values at all is set aside under another name.
The players are told of both at the start.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from backgammon_tui.settings import SETTINGS, Settings
from backgammon_tui.storage.paths import make_folder, preferences_file, shown, write_new_file
from backgammon_tui.text_file import LineError, read_text

if TYPE_CHECKING:
    from configparser import ConfigParser

MAX_FILE_SIZE: Final = 100_000
_SECTION: Final = "preferences"
_MAX_QUOTE_LENGTH: Final = 40
_STORED: Final = tuple(setting for setting in SETTINGS.values() if setting.is_stored)


def _head() -> str:
    lines = [
        "How the players of backgammon-tui like it. Lines may be changed, and left out for what",
        "is usual. The program writes this file anew when an option is changed on the screen: keys",
        "that it does not know stay, comments do not.",
        "",
    ]
    for setting in _STORED:
        meant = f": {setting.meant}" if setting.meant else ""
        lines.append(f"{setting.name:<13} {setting.help}{meant}")
    return "".join(f"# {line}".rstrip() + "\n" for line in lines) + "\n"


def read_preferences() -> tuple[Settings, str]:
    """Return the settings, and a sentence for the players if something is wrong, else nothing.

    A damaged file is set aside; where it cannot be, it stays as it is.
    """
    path = _file()
    try:
        parser = _read(path)
        there = parser[_SECTION] if parser.has_section(_SECTION) else {}
        settings, wrong = _understand(there)
        said = f"{shown(path)}: {'; '.join(wrong.values())}. There the default counts."
        return settings, said if wrong else ""
    except FileNotFoundError:
        return Settings(), ""
    except _Damaged as damage:
        return Settings(), f"{_set_aside(path, damage)[1]} All options are back to their defaults."
    except OSError as error:
        problem = f"{shown(path)} cannot be read: {error.strerror or error}."
        return Settings(), f"{problem} All options are back to their defaults."


def write_preferences(settings: Settings) -> str:
    """Write the settings; a sentence for the players if something went wrong, else nothing.

    Keys of the file that are not known here stay in it. A file that has become damaged is
    set aside first; where it cannot be, it stays and nothing is written.
    """
    path = _file()
    said = ""
    try:
        try:
            parser = _read(path)
        except FileNotFoundError:
            parser = _new_parser()
        except _Damaged as damage:
            moved, said = _set_aside(path, damage)
            if not moved:
                return said
            parser = _new_parser()
        _put(parser, settings)
        _replace(path, parser)
    except OSError as error:
        problem = f"The preferences could not be written: {error.strerror or error}."
        return f"{said} {problem}".lstrip()
    return said


# ---- the file


def _file() -> Path:
    # A symbolic link stays one.
    return Path(os.path.realpath(preferences_file()))


class _Damaged(ValueError):
    """The fault of the file, as the middle of a sentence."""


def _read(path: Path) -> ConfigParser:
    text = _text(path)
    import configparser  # Not needed at the start where no option was ever changed.

    parser = _new_parser()
    try:
        parser.read_file(StringIO(text, newline=None))
    except configparser.MissingSectionHeaderError as error:
        raise _Damaged(f"line {error.lineno} stands before [{_SECTION}]") from None
    except (configparser.DuplicateSectionError, configparser.DuplicateOptionError) as error:
        raise _Damaged(f"line {error.lineno} repeats an earlier one") from None
    except configparser.ParsingError as error:
        line = error.errors[0][0] if error.errors else 0
        raise _Damaged(f"line {line} is not of the form key = value") from None
    return parser


def _text(path: Path) -> str:
    if path.exists() and not path.is_file():
        raise OSError("it is not a file")
    try:
        return read_text(path, MAX_FILE_SIZE).removeprefix("\ufeff")
    except LineError as error:
        raise _Damaged(str(error)) from None


def _new_parser() -> ConfigParser:
    from configparser import ConfigParser  # As above.

    # No section is called "", so that none gives its values to the others.
    return ConfigParser(interpolation=None, strict=True, default_section="")


def _set_aside(path: Path, damage: _Damaged) -> tuple[bool, str]:
    """Give the file another name; whether it has one now, and a sentence about both."""
    problem = f"{shown(path)} is damaged: {damage}."
    try:
        # Reserve the name first: a rename would overwrite a file that has it.
        place = write_new_file(path.parent, f"{path.name}.damaged", "", "")
        try:
            os.replace(path, place)
        except OSError:
            place.unlink()
            raise
    except OSError as error:
        return False, f"{problem} It stays as it is: {error.strerror or error}."
    return True, f"{problem} It has been renamed to {shown(place)}."


def _replace(path: Path, parser: ConfigParser) -> None:
    """Write the file beside the old one and then in its place, so that it is always whole."""
    make_folder(path.parent)
    text = StringIO()
    text.write(_head())
    parser.write(text)
    new = write_new_file(path.parent, path.name, ".new", text.getvalue())
    try:
        os.replace(new, path)
    except OSError:
        new.unlink()
        raise


# ---- what stands in it


def _understand(kept: Mapping[str, str]) -> tuple[Settings, dict[str, str]]:
    """Return the settings in the file's section, and the problem of each other value."""
    values: dict[str, Any] = {}
    wrong: dict[str, str] = {}

    def refuse(name: str, problem: ValueError) -> None:
        values.pop(name, None)
        if name in kept:
            wrong[name] = f"{name} = {kept[name][:_MAX_QUOTE_LENGTH]!a}, but {problem}"

    for setting in _STORED:
        if setting.name in kept:
            try:
                values[setting.name] = setting.read(kept[setting.name])
            except ValueError as error:
                refuse(setting.name, error)
    for name in ("black", "white"):  # Each may be possible, but not both together.
        try:
            return Settings(**values), wrong
        except ValueError as error:
            refuse(name, error)
    return Settings(**values), wrong


def _put(parser: ConfigParser, settings: Settings) -> None:
    """Write the settings into the section; values that cannot be understood stay for defaults."""
    if not parser.has_section(_SECTION):
        parser.add_section(_SECTION)
    _, wrong = _understand(parser[_SECTION])
    usual = Settings()
    for setting in _STORED:
        written = setting.write(settings)
        if setting.name not in wrong or written != setting.write(usual):
            parser[_SECTION][setting.name] = written
