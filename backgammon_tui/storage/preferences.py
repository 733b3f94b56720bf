"""The preferences file.

A mistake in it never stops the program. An unreadable value stays in the file, and its option gets
the default. A file that is not a list of values is renamed. Both are reported at the start.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from backgammon_tui.settings import SETTINGS, Settings
from backgammon_tui.storage.paths import make_folder, preferences_file, write_new_file
from backgammon_tui.text_file import read_text
from backgammon_tui.words.file_problems import FileProblem
from backgammon_tui.words.storage_problems import (
    BACK_TO_DEFAULTS,
    PREFERENCES_HEAD,
    describe_bad_values,
    describe_damaged,
    describe_unreadable,
)

if TYPE_CHECKING:
    from configparser import ConfigParser

MAX_FILE_SIZE: Final = 100_000
_SECTION: Final = "preferences"
_MAX_QUOTE_LENGTH: Final = 40
_STORED: Final = tuple(setting for setting in SETTINGS.values() if setting.is_stored)


def read_preferences() -> tuple[Settings, str]:
    """Return the settings and a message, empty if nothing is wrong. Rename a damaged file."""
    path = _file()
    try:
        parser = _read(path)
        section = parser[_SECTION] if parser.has_section(_SECTION) else {}
        settings, wrong = _parse_section(section)
        return settings, describe_bad_values(path, wrong.values()) if wrong else ""
    except FileNotFoundError:
        return Settings(), ""
    except ValueError as damage:
        kept: Path | OSError
        try:
            kept = _set_aside(path)
        except OSError as error:
            kept = error
        message = describe_damaged(path, damage, kept)
    except OSError as error:
        message = describe_unreadable(path, error)
    return Settings(), f"{message} {BACK_TO_DEFAULTS}"


def write_preferences(settings: Settings) -> None:
    """Write the settings; if they cannot be written, they last until the program ends.

    Unknown keys stay in the file. A damaged file is renamed first.
    """
    path = _file()
    with suppress(OSError):
        parser = _new_parser()
        try:
            parser = _read(path)
        except FileNotFoundError:
            pass
        except ValueError:
            _set_aside(path)
        _write_section(parser, settings)
        _replace(path, parser)


def _file() -> Path:
    # A symbolic link remains one.
    return Path(os.path.realpath(preferences_file()))


def _read(path: Path) -> ConfigParser:
    if path.exists() and not path.is_file():
        raise OSError(FileProblem.NOT_A_FILE())
    text = read_text(path, MAX_FILE_SIZE).removeprefix("\ufeff")
    import configparser  # Imported here to speed up a start without saved options.

    parser = _new_parser()
    try:
        parser.read_file(StringIO(text, newline=None))
    except configparser.MissingSectionHeaderError as error:
        raise ValueError(FileProblem.BEFORE_SECTION(error.lineno, _SECTION)) from None
    except (configparser.DuplicateSectionError, configparser.DuplicateOptionError) as error:
        raise ValueError(FileProblem.REPEATS(error.lineno)) from None
    except configparser.ParsingError as error:
        line = error.errors[0][0] if error.errors else 0
        raise ValueError(FileProblem.NOT_KEY_AND_VALUE(line)) from None
    return parser


def _new_parser() -> ConfigParser:
    from configparser import ConfigParser  # Imported here for the same reason.

    # Disables configparser's default section, whose values would apply to all sections.
    return ConfigParser(interpolation=None, strict=True, default_section="")


def _set_aside(path: Path) -> Path:
    """Rename the file, and return its new path."""
    # Reserve the name first: a rename would overwrite a file that has it.
    place = write_new_file(path.parent, f"{path.name}.damaged", "", "")
    _move(path, place, spare=place)
    return place


def _move(path: Path, to: Path, spare: Path) -> None:
    """Rename a file; if that fails, remove the spare one."""
    try:
        os.replace(path, to)
    except OSError:
        spare.unlink()
        raise


def _replace(path: Path, parser: ConfigParser) -> None:
    """Write a new file, then replace the old one, which is never incomplete."""
    make_folder(path.parent)
    text = StringIO()
    text.write(_head())
    parser.write(text)
    new = write_new_file(path.parent, path.name, ".new", text.getvalue())
    _move(new, path, spare=new)


def _head() -> str:
    lines = [*PREFERENCES_HEAD, ""]
    for setting in _STORED:
        meant = f": {setting.meant}" if setting.meant else ""
        lines.append(f"{setting.name:<13} {setting.help}{meant}")
    return "".join(f"# {line}".rstrip() + "\n" for line in lines) + "\n"


def _parse_section(section: Mapping[str, str]) -> tuple[Settings, dict[str, str]]:
    """Parse the section: valid settings, and an error for each invalid value."""
    values: dict[str, Any] = {}
    wrong: dict[str, str] = {}

    def refuse(name: str, problem: ValueError) -> None:
        values.pop(name, None)
        if name in section:
            value = ascii(section[name][:_MAX_QUOTE_LENGTH])
            wrong[name] = FileProblem.BAD_VALUE(name, value, problem)

    for setting in _STORED:
        if setting.name in section:
            try:
                values[setting.name] = setting.read(section[setting.name])
            except ValueError as error:
                refuse(setting.name, error)
    for name in ("black", "white"):  # Each name may be valid, but not both together.
        try:
            return Settings(**values), wrong
        except ValueError as error:
            refuse(name, error)
    return Settings(**values), wrong


def _write_section(parser: ConfigParser, settings: Settings) -> None:
    """Write the settings into the section; a default does not replace an unreadable value."""
    if not parser.has_section(_SECTION):
        parser.add_section(_SECTION)
    _, wrong = _parse_section(parser[_SECTION])
    usual = Settings()
    for setting in _STORED:
        written = setting.write(settings)
        if setting.name not in wrong or written != setting.write(usual):
            parser[_SECTION][setting.name] = written
