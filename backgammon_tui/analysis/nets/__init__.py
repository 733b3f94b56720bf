"""The networks that come with the game, with their records."""

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
    "doubles",
    "landing",
    "higher_number",
    "free_entry",
    "entry_limits_complement",
    "first_double_face_only",
    "one_two",
    "opponent_completes",
)
"""The rules that a network is trained for. It knows all outcomes, so that the scale is none of
them, and who rolls first changes nothing in what a state is worth."""


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
    """The computer plays under these rules but does not judge: *opponent completes*."""


class NoNet(NotJudged):
    """There is no sound network for a ruleset; the argument is its name."""


@dataclass(frozen=True)
class NetChoice:
    """The manifest's entry of a net."""

    file: str
    ruleset: str
    grade: Grade
    games: int
    """The games that it played against itself; of a network for endings, those endings."""

    digest: str
    """The SHA-256 of the network, before its file was compressed."""

    rules: Mapping[str, object]
    """The rules it was trained for, each as text or as true or false."""

    folder: Path | None = None
    """The folder of the file; None if it comes with the game."""

    def has_met(self, rules: Rules) -> bool:
        """Return True if the network was trained for exactly the game of these rules."""
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
        """The bytes of the network, to read it in another process."""
        return _net_bytes(self.folder, self.file)

    @property
    def network(self) -> Network:
        """The network, read on first use; `ValueError` if its digest differs from the manifest."""
        return _network(self.folder, self.file, self.digest)


def plain(rule: object) -> object:
    """Return a rule as the manifest has it: the name of an enum's member, or the value."""
    return rule.name.lower() if isinstance(rule, Enum) else rule


def rules_met(rules: Rules) -> dict[str, object]:
    """Return the manifest's record of the rules that a network was trained for."""
    return {name: plain(getattr(rules, name)) for name in _MET}


@cache
def _network(folder: Path | None, file: str, digest: str) -> Network:
    data = _net_bytes(folder, file)
    if hashlib.sha256(data).hexdigest() != digest:
        raise ValueError("it is not the network that the manifest speaks of")
    return Network(data)


def _net_bytes(folder: Path | None, file: str) -> bytes:
    return decompress(_read(file, folder), NET_BYTES)


@cache
def manifest(folder: Path | None = None) -> tuple[NetChoice, ...]:
    """Return the networks of a folder, or those that come with the game; none if unreadable."""
    try:
        return tuple(_net_choice(entry, folder) for entry in json.loads(_read(MANIFEST, folder)))
    except (OSError, *UNREADABLE):
        return ()


def _net_choice(entry: Mapping[str, Any], folder: Path | None) -> NetChoice:
    return NetChoice(
        file=entry["file"],
        ruleset=entry["ruleset"],
        grade=Grade(entry["grade"]),
        games=entry["games"],
        digest=entry["sha256"],
        rules={name: entry["rules"][name] for name in _MET},
        folder=folder,
    )


def _read(name: str, folder: Path | None) -> bytes:
    return (folder or files(__package__)).joinpath(name).read_bytes()


def net_for(rules: Rules, grade: Grade = Grade.FULL) -> NetChoice:
    """Return the network for a game; `NetChoice.has_met` tells whether it knows the house rules.

    Raises:
        NoNet: if there is none, or it is damaged.
    """
    for net_choice in manifest():
        if (net_choice.ruleset, net_choice.grade) == (rules.name, grade) and net_choice.is_sound:
            return net_choice
    raise NoNet(rules.name)


def endings_for(rules: Rules) -> NetChoice | None:
    """Return the network for endings of a game, which house rules hardly touch; None if none."""
    endings = (net_choice for net_choice in manifest() if net_choice.grade is Grade.ENDING)
    mine = (net_choice for net_choice in endings if net_choice.ruleset == rules.name)
    return next((net_choice for net_choice in mine if net_choice.is_sound), None)
