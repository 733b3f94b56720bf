"""The parts of a page of the rulebook, ready to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from backgammon_tui.engine import Cause, Phase, Position, Side, StageKind, Withheld
from backgammon_tui.explain.facts import Why

WHY_BY_NAME: Final[Mapping[str, Why]] = MappingProxyType(
    {
        **{cause.value: cause for cause in Cause},
        **{withheld.value: withheld for withheld in Withheld},
        **{f"{kind.value} lost": kind for kind in StageKind},
        **{f"awaiting {phase.value}": phase for phase in Phase if phase is not Phase.OVER},
        "game over": Phase.OVER,
    }
)
"""The names of the subjects in the data files."""


@dataclass(frozen=True)
class Paragraph:
    """Some sentences."""

    text: str


@dataclass(frozen=True)
class Listing:
    """Things one below the other: cases of a rule, or the steps of an example."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """A board to be drawn."""

    position: Position
    caption: str = ""
    side: Side | None = None
    """The side to move, if it matters."""


Block = Paragraph | Listing | Picture


@dataclass(frozen=True)
class PageSection:
    """One part of a ruleset's page, as it reads under the rules in force."""

    id: str
    """Its name in the data files; links and tests use it."""

    title: str
    blocks: tuple[Block, ...]

    table_rules: tuple[str, ...] = ()
    """The table rules described in it, as fields of `Rules`."""
