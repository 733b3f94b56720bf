"""The preferences file.

A mistake in it never stops the program. An unreadable value stays in the file, and its option gets
the default. A file that is not a list of values is renamed. Both are reported at the start.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from backgammon_tui.keys import read_keys
from backgammon_tui.settings import SETTINGS, Settings
from backgammon_tui.storage.paths import (
    make_folder,
    preferences_file,
    replace_file,
    write_new_file,
)
from backgammon_tui.text_file import escaped, read_text

MAX_FILE_SIZE: Final = 100_000
_STORED: Final = tuple(setting for setting in SETTINGS.values() if setting.is_stored)
_HEAD: Final = (
    "Preferences of backgammon-tui. Change a line, or delete it to get the default. When you",
    "change an option on the screen, the program rewrites this file. Unknown keys stay,",
    "comments do not. Below a line [keys], choose your own keys, such as undo = z;",
    "backgammon-tui keys lists their names.",
)
_KEYS: Final = "keys\n"
"""The section of the players' own keys, before their names."""


def read_preferences() -> tuple[Settings, str]:
    """Return the settings and a message, empty if nothing is wrong. Rename a damaged file."""
    path = preferences_file()
    name = escaped(str(path))
    try:
        settings, wrong = _parse(_read(path))
        problems = "; ".join(wrong.values())
        return settings, f"{name}: {problems}. The default is used instead." if wrong else ""
    except FileNotFoundError:
        return Settings(), ""
    except ValueError as damage:
        message = f"{name} is damaged: {damage}."
        try:
            message += f" It has been renamed to {escaped(str(_set_aside(path)))}."
        except OSError as error:
            message += f" It stays as it is: {error.strerror or error}."
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror or error}."
    return Settings(), f"{message} All options are back to their defaults."


def write_preferences(settings: Settings) -> None:
    """Write the settings and unknown keys; if that fails, they last until the program ends."""
    path = preferences_file()
    with suppress(OSError):
        lines = dict[str, str]()
        try:
            lines = _read(path)
        except FileNotFoundError:
            pass
        except ValueError:
            _set_aside(path)
        _, wrong = _parse(lines)
        for setting in _STORED:
            written = setting.write(settings)
            # A default does not replace an unreadable value.
            if setting.name not in wrong or written != setting.write(Settings()):
                lines[setting.name] = written
        _replace(path, lines)


def _read(path: Path) -> dict[str, str]:
    """Return the values by key; a key in a section begins with the section and a line feed."""
    if path.exists() and not path.is_file():
        raise OSError("it is not a file")
    values: dict[str, str] = {}
    section = ""
    text = read_text(path, MAX_FILE_SIZE).removeprefix("\ufeff").replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.strip().startswith("#"):
            continue
        if named := re.fullmatch(r"\[([^\[\]]+)\]", line.strip()):
            section = f"{named[1].strip().lower()}\n"
            continue
        key, equals, value = map(str.strip, line.partition("="))
        if not (key and equals):
            raise ValueError(f"line {number} is not of the form key = value")
        key = f"{section}{key.lower()}"
        if key in values:
            raise ValueError(f"line {number} repeats an earlier one")
        values[key] = value
    return values


def _set_aside(path: Path) -> Path:
    # Reserve the name first: a rename would overwrite a file that has it.
    place = write_new_file(path.parent, f"{path.name}.damaged", "", "")
    try:
        os.replace(path, place)
    except OSError:
        place.unlink()
        raise
    return place


def _replace(path: Path, values: Mapping[str, str]) -> None:
    make_folder(path.parent)
    lines = [*_HEAD, ""]
    for setting in _STORED:
        meant = f": {setting.meant}" if setting.meant else ""
        lines.append(f"{setting.name:<13} {setting.help}{meant}")
    text = "".join(f"# {line}".rstrip() + "\n" for line in lines) + "\n"
    sections: dict[str, list[str]] = {"": []}
    for key, value in values.items():
        section, _, name = key.rpartition("\n")
        sections.setdefault(section, []).append(f"{name} = {value}\n")
    for section, written in sections.items():
        text += f"\n[{section}]\n" if section else ""
        text += "".join(written)
    replace_file(path, text)


def _parse(written: Mapping[str, str]) -> tuple[Settings, dict[str, str]]:
    """Return the settings with all valid values, and an error for each invalid one."""
    chosen = {key.removeprefix(_KEYS): written[key] for key in written if key.startswith(_KEYS)}
    keys, clashes = read_keys(chosen)
    values: dict[str, Any] = {"keys": keys}
    wrong: dict[str, str] = {
        _KEYS + name: f"{name} = {chosen[name][:40]!a} below [keys], but {problem}"
        for name, problem in clashes.items()
    }

    def refuse(name: str, problem: ValueError) -> None:
        values.pop(name, None)
        if name in written:
            value = ascii(written[name][:40])
            wrong[name] = f"{name} = {value}, but {problem}"

    for setting in _STORED:
        if setting.name in written:
            try:
                values[setting.name] = setting.read(written[setting.name])
            except ValueError as error:
                refuse(setting.name, error)
    for name in ("black", "white"):  # Each name may be valid, but not both together.
        try:
            return Settings(**values), wrong
        except ValueError as error:
            refuse(name, error)
    return Settings(**values), wrong
