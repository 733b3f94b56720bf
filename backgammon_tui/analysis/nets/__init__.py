"""The nets that come with the game, and what is known of each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any, Final

from backgammon_tui.analysis.network import Network
from backgammon_tui.engine import Rules

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

    FULL = "full"
    EARLY = "early"
    """After so few games that it errs as people do."""


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

    def has_met(self, rules: Rules) -> bool:
        """Whether it was taught exactly the game that these rules make."""
        return all(self.rules[name] == plain(getattr(rules, name)) for name in _MET)


def plain(rule: object) -> object:
    """A rule as the manifest has it: the name of an enum's member, or the value itself."""
    return rule.name.lower() if isinstance(rule, Enum) else rule


def rules_met(rules: Rules) -> dict[str, object]:
    """What the manifest says of the rules that a net was taught."""
    return {name: plain(getattr(rules, name)) for name in _MET}


@cache
def manifest() -> tuple[Taught, ...]:
    """All nets that come with the game."""
    return tuple(_taught(entry) for entry in json.loads(_bytes(MANIFEST)))


def _taught(entry: Mapping[str, Any]) -> Taught:
    return Taught(
        file=entry["file"],
        ruleset=entry["ruleset"],
        grade=Grade(entry["grade"]),
        games=entry["games"],
        digest=entry["sha256"],
        rules=entry["rules"],
    )


def _bytes(name: str) -> bytes:
    return files(__package__).joinpath(name).read_bytes()


def taught_for(rules: Rules, grade: Grade = Grade.FULL) -> Taught:
    """The net for a game: under house rules the one of their ruleset.

    `Taught.has_met` tells whether it knows the house rules.

    Raises:
        NoNet: if there is none.
    """
    for taught in manifest():
        if (taught.ruleset, taught.grade) == (rules.name, grade):
            return taught
    raise NoNet(rules.name)


@cache
def network(file: str) -> Network:
    """A net by its file, read when it is first asked for.

    Raises:
        ValueError: if the file is not what the manifest says.
    """
    found = Network(_bytes(file))
    if found.digest not in {taught.digest for taught in manifest() if taught.file == file}:
        raise ValueError(f"{file} is not the net that the manifest speaks of")
    return found
