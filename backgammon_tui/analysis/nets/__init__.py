"""The bundled networks and their manifest."""

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
"""The rules that a network is trained for. Scoring is left out because networks predict all
outcomes, and the opening because it does not change the value of a state."""


class Grade(Enum):
    """The amount of training of a network."""

    FIRST = "first"
    """A few hundred games: makes beginners' mistakes."""

    YOUNG = "young"
    """About a thousand games."""

    EARLY = "early"
    """A few thousand games: makes the mistakes of a casual player."""

    ADVANCED = "advanced"
    """Ten thousand games and more: misjudges rare positions."""

    FULL = "full"

    ENDING = "ending"
    """For positions in which all checkers are home but can still be hit."""


class NotJudged(ValueError):
    """The rules cannot be evaluated, though the computer can play: *opponent completes*."""


class NoNet(NotJudged):
    """There is no sound network for a ruleset, whose name is the argument."""


@dataclass(frozen=True)
class NetChoice:
    """A network's entry in the manifest."""

    file: str
    ruleset: str
    grade: Grade
    games: int
    """Number of training games; for an ending network, of training endings."""

    digest: str
    """SHA-256 of the uncompressed network."""

    rules: Mapping[str, object]
    """The rules of its training games: enum members in lower case, other values unchanged."""

    folder: Path | None = None
    """Folder of the file; None for a bundled network."""

    def has_met(self, rules: Rules) -> bool:
        """Return True if the network was trained for exactly these rules."""
        return self.ruleset == rules.name and self.rules == rules_met(rules)

    @property
    def is_sound(self) -> bool:
        """True if the file exists and matches its digest."""
        try:
            _ = self.network
        except (OSError, ValueError):
            return False
        return True

    @property
    def data(self) -> bytes:
        """The uncompressed bytes of the network, for use in another process."""
        return _net_bytes(self.folder, self.file)

    @property
    def network(self) -> Network:
        """The network, loaded on first use.

        Raises:
            ValueError: if the file does not match its digest.
        """
        return _network(self.folder, self.file, self.digest)


def plain(rule: object) -> object:
    """Convert a rule to its form in the manifest: an enum member to its name, others unchanged."""
    return rule.name.lower() if isinstance(rule, Enum) else rule


def rules_met(rules: Rules) -> dict[str, object]:
    """Return these rules in the form of the manifest."""
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
    """Return the networks of a folder, or the bundled ones; empty if the manifest is unreadable."""
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
    """Return the network for a game.

    Use `NetChoice.has_met` to check whether it was trained with the game's house rules.

    Raises:
        NoNet: if there is none, or it is damaged.
    """
    for net_choice in manifest():
        if (net_choice.ruleset, net_choice.grade) == (rules.name, grade) and net_choice.is_sound:
            return net_choice
    raise NoNet(rules.name)


def endings_for(rules: Rules) -> NetChoice | None:
    """Return the ending network for a game, whatever its house rules; None if there is none."""
    endings = (net_choice for net_choice in manifest() if net_choice.grade is Grade.ENDING)
    mine = (net_choice for net_choice in endings if net_choice.ruleset == rules.name)
    return next((net_choice for net_choice in mine if net_choice.is_sound), None)
