"""The nets that come with the game or were taught for house rules, and what is known of each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from backgammon_tui import own_folders
from backgammon_tui.analysis.network import Network
from backgammon_tui.engine import Rules
from backgammon_tui.own_folders import Own

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
    """How far a net has been taught."""

    FIRST = "first"
    """After 500 or 1,000 games: it errs as beginners do."""

    YOUNG = "young"
    """After 1,000 or 3,000."""

    EARLY = "early"
    """After ten thousand: it errs as people do who have played for a while."""

    FULL = "full"


class NoNet(LookupError):
    """There is no net for a ruleset; the argument is its name."""


@dataclass(frozen=True)
class Taught:
    """How a net was taught, from the manifest."""

    file: str
    ruleset: str
    grade: Grade
    games: int
    """The games that it played against itself."""

    digest: str
    """The SHA-256 of the file."""

    rules: Mapping[str, object]
    """The rules it was taught, each as text or as true or false."""

    folder: Path | None = None
    """Where the file is; None if it comes with the game."""

    def has_met(self, rules: Rules) -> bool:
        """Whether it was taught exactly the game that these rules make."""
        return self.ruleset == rules.name and self.rules == rules_met(rules)

    @property
    def is_sound(self) -> bool:
        """Whether the file is there and is what the manifest says."""
        try:
            return bool(self.network)
        except (OSError, ValueError):
            return False

    @property
    def data(self) -> bytes:
        """What the file holds, for whoever reads the net elsewhere."""
        return _read(self.file, self.folder)

    @property
    def network(self) -> Network:
        """The net, read when it is first asked for.

        Raises:
            ValueError: if it is not what the manifest says.
        """
        return _network(self.folder, self.file, self.digest)


def plain(rule: object) -> object:
    """A rule as the manifest has it: the name of an enum's member, or the value itself."""
    return rule.name.lower() if isinstance(rule, Enum) else rule


def rules_met(rules: Rules) -> dict[str, object]:
    """What the manifest says of the rules that a net was taught."""
    return {name: plain(getattr(rules, name)) for name in _MET}


@cache
def _network(folder: Path | None, file: str, digest: str) -> Network:
    data = _read(file, folder)
    if hashlib.sha256(data).hexdigest() != digest:
        raise ValueError(f"{file} is not the net that the manifest speaks of")
    return Network(data)


@cache
def manifest(folder: Path | None = None) -> tuple[Taught, ...]:
    """The nets of a folder, or those that come with the game.

    A folder whose manifest cannot be read has none.
    """
    if folder is None:
        return tuple(_taught(entry, None) for entry in json.loads(_read(MANIFEST, None)))
    try:
        entries = json.loads(_read(MANIFEST, folder))
        return tuple(_taught(entry, folder) for entry in entries)
    except (OSError, ValueError, LookupError, TypeError):
        return ()


def _taught(entry: Mapping[str, Any], folder: Path | None) -> Taught:
    return Taught(
        file=entry["file"],
        ruleset=entry["ruleset"],
        grade=Grade(entry["grade"]),
        games=int(entry["games"]),
        digest=entry["sha256"],
        rules={name: entry["rules"][name] for name in _MET},
        folder=folder,
    )


def _read(name: str, folder: Path | None) -> bytes:
    return (folder or files(__package__)).joinpath(name).read_bytes()


def taught_for(rules: Rules, grade: Grade = Grade.FULL) -> Taught:
    """The net for a game: one that somebody has taught exactly these rules, else its ruleset's.

    `Taught.has_met` tells whether it knows the house rules.
    """
    own = own_folders.folder(Own.NETS)
    for taught in manifest(own) if own else ():
        if taught.grade is grade and taught.has_met(rules) and taught.is_sound:
            return taught
    for taught in manifest():
        if (taught.ruleset, taught.grade) == (rules.name, grade):
            return taught
    raise NoNet(rules.name)
