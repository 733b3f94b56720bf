"""The nets that come with the game, with their records."""

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

from backgammon_tui.analysis.compression import decompress
from backgammon_tui.analysis.network import NET_BYTES, Network
from backgammon_tui.engine import Rules
from backgammon_tui.text_file import UNREADABLE

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

    def has_met(self, rules: Rules) -> bool:
        """Return True if the net was trained for exactly the game of these rules."""
        return self.ruleset == rules.name and self.rules == rules_met(rules)

    @property
    def is_sound(self) -> bool:
        """True if the file is there and is what the manifest says."""
        try:
            _ = self.network
        except (OSError, ValueError):
            return False
        return True

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
    return Network(data)


def _net_bytes(folder: Path | None, file: str) -> bytes:
    return decompress(_read(file, folder), NET_BYTES)


@cache
def manifest(folder: Path | None = None) -> tuple[Taught, ...]:
    """Return the nets of a folder, or those that come with the game; none if unreadable."""
    try:
        return tuple(_taught(entry, folder) for entry in json.loads(_read(MANIFEST, folder)))
    except (OSError, *UNREADABLE):
        return ()


def _taught(entry: Mapping[str, Any], folder: Path | None) -> Taught:
    return Taught(
        file=entry["file"],
        ruleset=entry["ruleset"],
        grade=Grade(entry["grade"]),
        games=entry["games"],
        digest=entry["sha256"],
        rules={name: entry["rules"][name] for name in _MET},
        folder=folder,
    )


def _read(name: str, folder: Path | None) -> bytes:
    """Read a file of a folder, or of the nets that come with the game."""
    return (folder or files(__package__)).joinpath(name).read_bytes()


def taught_for(rules: Rules, grade: Grade = Grade.FULL) -> Taught:
    """Return the net for a game; `Taught.has_met` tells whether it knows the house rules.

    Raises:
        NoNet: if there is none, or it is damaged.
    """
    for taught in manifest():
        if (taught.ruleset, taught.grade) == (rules.name, grade) and taught.is_sound:
            return taught
    raise NoNet(rules.name)


def endings_for(rules: Rules) -> Taught | None:
    """Return the net for endings of a game, which house rules hardly touch; None if none."""
    endings = (taught for taught in manifest() if taught.grade is Grade.ENDING)
    mine = (taught for taught in endings if taught.ruleset == rules.name)
    return next((taught for taught in mine if taught.is_sound), None)
