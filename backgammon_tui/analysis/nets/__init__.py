"""The nets that come with the game or were trained for house rules, with their records."""

from __future__ import annotations

import hashlib
import json
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from backgammon_tui import own_folders
from backgammon_tui.analysis.compression import decompress
from backgammon_tui.analysis.network import MAGIC, NET_BYTES, Network, check_range
from backgammon_tui.engine import Rules
from backgammon_tui.own_folders import Own
from backgammon_tui.text_file import UNREADABLE, read_bytes

MANIFEST: Final = "manifest.json"

_MET: Final = (
    "direction",
    "start",
    "doublets",
    "landing",
    "higher_number",
    "free_entry",
    "entry_limits_complement",
    "first_doublet_face_only",
    "one_two",
    "opponent_completes",
)
"""The rules that a net has to be taught. It knows all outcomes, so that the scale is none of
them, and who throws first changes nothing in what a state is worth."""


class Grade(Enum):
    """The amount of training of a net."""

    FIRST = "first"
    """After a few hundred games: it errs as beginners do."""

    YOUNG = "young"
    """After a thousand or so."""

    EARLY = "early"
    """After some thousands: it errs as people do who have played for a while."""

    ADVANCED = "advanced"
    """After ten thousand and more: it misjudges rare positions."""

    FULL = "full"

    ENDING = "ending"
    """For positions in which both sides are home and may still hit each other."""


class NotJudged(ValueError):
    """The program plays under these rules but does not judge: *opponent completes*."""


class NoNet(NotJudged):
    """There is no sound net for a ruleset; the argument is its name."""


@dataclass(frozen=True)
class Taught:
    """The manifest's entry of a net."""

    file: str
    ruleset: str
    grade: Grade
    games: int
    """The games that it played against itself; of a net for endings, those endings."""

    digest: str
    """The SHA-256 of the net, before its file was compressed."""

    rules: Mapping[str, object]
    """The rules it was taught, each as text or as true or false."""

    folder: Path | None = None
    """The folder of the file; None if it comes with the game."""

    passed_over: str = ""
    """The reason why this net takes the place of one that somebody has taught; empty if none."""

    def has_met(self, rules: Rules) -> bool:
        """Return True if the net was trained for exactly the game of these rules."""
        return self.ruleset == rules.name and self.rules == rules_met(rules)

    @property
    def is_sound(self) -> bool:
        """True if the file is there and is what the manifest says."""
        return not self.problem

    @property
    def problem(self) -> str:
        """The reason why the net cannot be used; empty if it can."""
        try:
            _ = self.network
        except OSError as error:
            return error.strerror or str(error)
        except ValueError as error:
            return str(error)
        return ""

    @property
    def data(self) -> bytes:
        """The bytes of the net, to read it in another process."""
        return _net_bytes(self.folder, self.file)

    @property
    def network(self) -> Network:
        """The net, read when first asked for; `ValueError` if the manifest speaks of another."""
        return _network(self.folder, self.file, self.digest)


def plain(rule: object) -> object:
    """Return a rule as the manifest has it: the name of an enum's member, or the value."""
    return rule.name.lower() if isinstance(rule, Enum) else rule


def rules_met(rules: Rules) -> dict[str, object]:
    """Return the manifest's record of the rules that a net was trained for."""
    return {name: plain(getattr(rules, name)) for name in _MET}


@cache
def _network(folder: Path | None, file: str, digest: str) -> Network:
    data = _net_bytes(folder, file)
    if hashlib.sha256(data).hexdigest() != digest:
        raise ValueError("it is not the net that the manifest speaks of")
    net = Network(data)
    if folder:
        check_range(data)
    return net


def _net_bytes(folder: Path | None, file: str) -> bytes:
    data = _read(file, folder, NET_BYTES)
    # Nets that people have taught before files were compressed keep working.
    return data if data.startswith(MAGIC) else decompress(data, NET_BYTES)


def manifest(folder: Path | None = None) -> tuple[Taught, ...]:
    """Return the nets of a folder, or those that come with the game; none if unreadable."""
    return _nets_in(folder)[0]


@cache
def _nets_in(folder: Path | None) -> tuple[tuple[Taught, ...], str]:
    """Return the nets of a folder, and the reason why its manifest cannot be read, if so."""
    try:
        entries = json.loads(_read(MANIFEST, folder, _MOST_OF_MANIFEST))
        if not isinstance(entries, list):
            raise TypeError(entries)
        return tuple(_taught(entry, folder) for entry in entries), ""
    except FileNotFoundError:
        return (), ""
    except OSError as error:
        return (), error.strerror or str(error)
    except UNREADABLE:
        return (), f"{MANIFEST} is no list of nets"


_MOST_OF_MANIFEST: Final = 1_000_000


def _taught(entry: Mapping[str, Any], folder: Path | None) -> Taught:
    taught = Taught(
        file=_checked(entry["file"], str),
        ruleset=_checked(entry["ruleset"], str),
        grade=Grade(entry["grade"]),
        games=_checked(entry["games"], int),
        digest=_checked(entry["sha256"], str),
        rules={name: _checked(entry["rules"][name], str, bool) for name in _MET},
        folder=folder,
    )
    if not re.fullmatch(r"[\w.-]+", taught.file) or not 0 <= taught.games < _MOST_GAMES:
        raise ValueError(taught.file)
    return taught


_MOST_GAMES: Final = 10**12


def _checked(value: Any, *kinds: type) -> Any:
    """Return a value of the manifest, which is exactly of one of some types."""
    if type(value) not in kinds:
        raise TypeError(value)
    return value


def _read(name: str, folder: Path | None, most: int) -> bytes:
    """Read a file that may be anything: a device, a pipe, or longer than it may be."""
    if folder is None:
        with as_file(files(__package__).joinpath(name)) as path:
            return _read(path.name, path.parent, most)
    found = (folder / name).stat()
    if not stat.S_ISREG(found.st_mode):
        raise ValueError("it is not a file")
    if found.st_size > most:
        raise ValueError(f"it has more than {most:,} bytes")
    return read_bytes(folder / name, most)


def taught_for(rules: Rules, grade: Grade = Grade.FULL) -> Taught:
    """Return the net for a game: one that was taught exactly these rules, else its ruleset's.

    `Taught.has_met` tells whether it knows the house rules, `passed_over` whether somebody has
    taught one that cannot be used.

    Raises:
        NoNet: if there is none, or it is damaged.
    """
    own = own_folders.folder(Own.NETS)
    passed_over = _nets_in(own)[1] if own else ""
    for taught in manifest(own) if own else ():
        if taught.grade is grade and taught.has_met(rules):
            if taught.is_sound:
                return taught
            passed_over = f"{taught.file}: {taught.problem}"
    for taught in manifest():
        if (taught.ruleset, taught.grade) == (rules.name, grade) and taught.is_sound:
            return replace(taught, passed_over=passed_over) if passed_over else taught
    raise NoNet(rules.name)


def endings_for(rules: Rules) -> Taught | None:
    """Return the net for endings of a game, which house rules hardly touch; None if none."""
    endings = (taught for taught in manifest() if taught.grade is Grade.ENDING)
    mine = (taught for taught in endings if taught.ruleset == rules.name)
    return next((taught for taught in mine if taught.is_sound), None)
