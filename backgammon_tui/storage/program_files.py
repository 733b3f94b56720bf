"""The files that the program uses while it runs: the journal and the preferences.

A mistake in the preferences never stops the program. An unreadable value stays in the file, and its
option gets the default. A file that is not a list of values is renamed. Both are reported at the
start.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from backgammon_tui.settings import SETTINGS, Help, Settings
from backgammon_tui.storage.journal.problems import JournalProblem, problems_reported
from backgammon_tui.storage.paths import make_folder, preferences_file, shown, write_new_file
from backgammon_tui.text_file import LineError, read_text

if TYPE_CHECKING:
    from configparser import ConfigParser

    from backgammon_tui.storage.journal.journal import Journal
    from backgammon_tui.storage.journal.match_lock import MatchLock
    from backgammon_tui.storage.shared_board import SharedBoard


class Storage:
    """The journal, the preferences, and the matches to be deleted.

    Args:
        journal: The journal, or only its path, to show the first frame before a database is
            opened; None if nothing is saved.
        is_read_only: True if changed options are not saved.
    """

    def __init__(
        self,
        journal: Journal | Path | None = None,
        settings: Settings | None = None,
        *,
        is_read_only: bool = False,
    ) -> None:
        self._journal = journal
        self._is_read_only = is_read_only
        self.settings = settings or Settings()
        self._shared: SharedBoard | None = None
        """The board that is shared now."""
        self.deleted: dict[int, MatchLock] = {}
        """Matches that are deleted when the program ends: until then they can be restored."""

    @property
    def is_on(self) -> bool:
        return self._journal is not None

    @property
    def path(self) -> Path | None:
        return self._journal if isinstance(self._journal, Path | None) else self._journal.path

    @property
    def journal(self) -> Journal | None:
        from backgammon_tui.storage.journal.journal import Journal

        if isinstance(self._journal, Path):
            self._journal = Journal(self._journal)
        return self._journal

    @journal.setter
    def journal(self, journal: Journal | None) -> None:
        self._journal = journal

    def remember_options(self, options: Settings) -> None:
        self._change(self.settings.with_options_of(options))

    def remember(self, **changes: str | bool | Help) -> None:
        self._change(replace(self.settings, **changes))  # type: ignore[arg-type]

    def _change(self, settings: Settings) -> None:
        if settings != self.settings:
            self.settings = settings
            # If it cannot be written, the option lasts until the program ends.
            if not self._is_read_only:
                write_preferences(settings)

    def read_progress(
        self, report: Callable[[str], object] = lambda problem: None
    ) -> dict[str, str]:
        """Return the learner's progress; report a problem and return none if it is unreadable."""
        with problems_reported(report):
            return self._progress()
        return {}

    def read_player_names(self) -> tuple[str, ...]:
        """Return the names of all players, or none if they are unreadable."""
        from backgammon_tui.storage.journal.query import player_names

        with problems_reported(lambda problem: None):
            return player_names(self.journal) if self.journal and self.journal.exists else ()
        return ()

    def _progress(self) -> dict[str, str]:
        from backgammon_tui.storage.journal.lesson_progress import read_progress

        journal = self.journal
        return read_progress(journal, self.settings.learner) if journal else {}

    def keep_progress(self, items: Iterable[tuple[str, str]], *, is_new: bool = False) -> None:
        """Save items of the learner's progress; with `is_new`, keep those that are already
        saved.
        """
        from backgammon_tui.storage.journal.lesson_progress import write_progress

        known = self._progress() if is_new else {}
        for item, data in items:
            if self.journal and item not in known:
                write_progress(self.journal, self.settings.learner, item, data)

    def name_learner(self, name: str) -> bool:
        """Change the learner; return True if there is nameless progress to adopt."""
        from backgammon_tui.storage.journal.lesson_progress import NOBODY, read_progress

        was_nobody = not self.settings.learner
        self.remember(learner=name)
        if not (was_nobody and name and self.journal):
            return False
        return bool(read_progress(self.journal, NOBODY))

    def adopt_nameless_progress(self) -> None:
        from backgammon_tui.storage.journal.lesson_progress import adopt_progress

        assert self.journal
        adopt_progress(self.journal, self.settings.learner)

    def back_up(self) -> JournalProblem | None:
        """Make a backup of the journal, in any thread; return the problem if there is one."""
        from backgammon_tui.storage.journal.backups import back_up
        from backgammon_tui.storage.journal.journal import Journal

        try:
            # SQLite allows a connection only in the thread that opened it.
            if self.path:
                with Journal(self.path) as own:
                    back_up(own)
        except JournalProblem as problem:
            return problem
        return None

    def restore(self, report: Callable[[int], None] = lambda matches: None) -> str:
        """Replace a damaged journal with the newest backup, in any thread.

        Args:
            tell: Called with the number of matches read from the damaged file so far.
        """
        from backgammon_tui.storage.journal.edits import restore
        from backgammon_tui.storage.journal.journal import Journal

        assert self.path
        with Journal(self.path) as own:
            return restore(own, report)

    def share_board(self, board: SharedBoard | None) -> None:
        """Let another window show the board of a lesson, quiz or sandbox while it is open."""
        from backgammon_tui.storage.shared_board import share_board

        if board != self._shared and self.path and not self._is_read_only:
            share_board(self.path, board)
            self._shared = board

    def close(self) -> None:
        """Delete the matches to be deleted, and close the journal."""
        from backgammon_tui.storage.journal.edits import delete_match

        if self._shared:
            self.share_board(None)
        if self._journal is None or isinstance(self._journal, Path):
            return
        for match, lock in self.deleted.items():
            try:
                delete_match(self._journal, match)
            except JournalProblem:
                continue  # The match stays in the records.
            finally:
                lock.release()
        self.deleted = {}
        self._journal.close()


# ---- the preferences file

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
        settings, wrong = _understand(section)
        message = f"{shown(path)}: {'; '.join(wrong.values())}. The default is used instead."
        return settings, message if wrong else ""
    except FileNotFoundError:
        return Settings(), ""
    except _Damaged as damage:
        message = _set_aside(path, damage)[1]
    except OSError as error:
        message = f"{shown(path)} cannot be read: {error.strerror or error}."
    return Settings(), f"{message} All options are back to their defaults."


def write_preferences(settings: Settings) -> str:
    """Write the settings; return a message, empty if nothing went wrong.

    Unknown keys stay in the file. A damaged file is renamed first; if that fails, nothing is
    written.
    """
    path, message = _file(), ""
    try:
        try:
            parser = _read(path)
        except FileNotFoundError:
            parser = _new_parser()
        except _Damaged as damage:
            is_moved, message = _set_aside(path, damage)
            if not is_moved:
                return message
            parser = _new_parser()
        _put(parser, settings)
        _replace(path, parser)
    except OSError as error:
        problem = f"The preferences could not be written: {error.strerror or error}."
        return f"{message} {problem}".lstrip()
    return message


def _file() -> Path:
    # A symbolic link remains one.
    return Path(os.path.realpath(preferences_file()))


class _Damaged(ValueError):
    """The fault of the file, as the middle of a sentence."""


def _read(path: Path) -> ConfigParser:
    if path.exists() and not path.is_file():
        raise OSError("it is not a file")
    try:
        text = read_text(path, MAX_FILE_SIZE).removeprefix("\ufeff")
    except LineError as error:
        raise _Damaged(str(error)) from None
    import configparser  # Imported here to speed up a start without saved options.

    parser = _new_parser()
    try:
        parser.read_file(StringIO(text, newline=None))
    except configparser.MissingSectionHeaderError as error:
        raise _Damaged(f"line {error.lineno} comes before [{_SECTION}]") from None
    except (configparser.DuplicateSectionError, configparser.DuplicateOptionError) as error:
        raise _Damaged(f"line {error.lineno} repeats an earlier one") from None
    except configparser.ParsingError as error:
        line = error.errors[0][0] if error.errors else 0
        raise _Damaged(f"line {line} is not of the form key = value") from None
    return parser


def _new_parser() -> ConfigParser:
    from configparser import ConfigParser  # Imported here for the same reason.

    # Disables configparser's default section, whose values would apply to all sections.
    return ConfigParser(interpolation=None, strict=True, default_section="")


def _set_aside(path: Path, damage: _Damaged) -> tuple[bool, str]:
    """Rename the file; return True if that succeeds, and a message."""
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
    """Write a new file, then replace the old one, which is never incomplete."""
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


def _head() -> str:
    lines = [
        "Preferences of backgammon-tui. Change a line, or delete it to get the default. When you",
        "change an option on the screen, the program rewrites this file. Unknown keys stay,",
        "comments do not.",
        "",
    ]
    for setting in _STORED:
        meant = f": {setting.meant}" if setting.meant else ""
        lines.append(f"{setting.name:<13} {setting.help}{meant}")
    return "".join(f"# {line}".rstrip() + "\n" for line in lines) + "\n"


def _understand(section: Mapping[str, str]) -> tuple[Settings, dict[str, str]]:
    """Parse the section: valid settings, and an error for each invalid value."""
    values: dict[str, Any] = {}
    wrong: dict[str, str] = {}

    def refuse(name: str, problem: ValueError) -> None:
        values.pop(name, None)
        if name in section:
            wrong[name] = f"{name} = {section[name][:_MAX_QUOTE_LENGTH]!a}, but {problem}"

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


def _put(parser: ConfigParser, settings: Settings) -> None:
    """Write the settings into the section; a default does not replace an unreadable value."""
    if not parser.has_section(_SECTION):
        parser.add_section(_SECTION)
    _, wrong = _understand(parser[_SECTION])
    usual = Settings()
    for setting in _STORED:
        written = setting.write(settings)
        if setting.name not in wrong or written != setting.write(usual):
            parser[_SECTION][setting.name] = written
