"""The rulesets as values of `Rules`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from backgammon_tui.engine.rules import Direction, Doubles, Landing, Opening, Rules, Scale, Start

_RUSSIAN: Final = Rules(
    name="russian",
    aliases=("ru", "rus"),
    title="Russian Backgammon",
    short_title="Russian",
    summary="Both sides move the same way; doubles earn an extra roll.",
    description=(
        "Both sides enter, move and bear off in the same direction.\n"
        "A 5-5 is four 5s, then four 2s (7 minus 5), then an extra roll."
    ),
    direction=Direction.PARALLEL,
    start=Start.HAND,
    doubles=Doubles.COMPLEMENT,
    landing=Landing.HIT,
    opening=Opening.CHOOSE,
    scale=Scale.ONE_TWO_THREE,
    higher_number=True,
    entry_limits_complement=True,
)
_FALOOD: Final = replace(
    _RUSSIAN,
    name="falood",
    aliases=("fa", "fal"),
    title="Russian Backgammon after Falood",
    short_title="Falood",
    summary="Russian with limited first doubles; a 2-1 earns a double.",
    description=(
        "Russian as D. B. Falood described it: your first double is limited,\n"
        "and a 2-1 earns four 5s or four 6s and an extra roll."
    ),
    opening=Opening.AGAIN,
    entry_limits_complement=False,
    first_double_face_only=True,
    one_two=True,
)
_FRENCH: Final = Rules(
    name="french",
    aliases=("fr", "fre"),
    title="French Backgammon",
    short_title="French",
    summary="Sides move in opposite directions; doubles earn extra rolls.",
    description=(
        "All checkers start in hand; the sides move in opposite directions.\n"
        "A 5-5 is always four 5s, four 2s (7 minus 5) and an extra roll."
    ),
    direction=Direction.CONTRARY,
    start=Start.HAND,
    doubles=Doubles.COMPLEMENT,
    landing=Landing.HIT,
    opening=Opening.CHOOSE,
    scale=Scale.ONE,
    higher_number=True,
)
_NEVER_FINISHING: Final = Rules(
    name="never-finishing",
    aliases=("nf", "never"),
    title="The Never Finishing Game",
    short_title="Never Finishing",
    summary="All checkers start on one point; you hit a blot or trap it.",
    description=(
        "All checkers start on one point.\n"
        "Land on a blot and hit it, or trap it under your checker."
    ),
    direction=Direction.CONTRARY,
    start=Start.ACE_POINT,
    doubles=Doubles.FACE,
    landing=Landing.HIT_OR_TRAP,
    opening=Opening.AGAIN,
    scale=Scale.ONE_TWO,
    higher_number=False,
    winner_starts=True,
)
_BACKGAMMON: Final = Rules(
    name="backgammon",
    aliases=("bg", "gammon"),
    title="Backgammon",
    short_title="Backgammon",
    summary="The game everybody knows, without the cube.",
    description=(
        "The game everybody knows, for comparison and a quick match.\n"
        "No doubling cube; gammons and backgammons count."
    ),
    direction=Direction.CONTRARY,
    start=Start.STANDARD,
    doubles=Doubles.FACE,
    landing=Landing.HIT,
    opening=Opening.KEEP,
    scale=Scale.ONE_TWO_THREE,
    higher_number=True,
)

RULESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {rules.name: rules for rules in (_RUSSIAN, _FALOOD, _FRENCH, _NEVER_FINISHING, _BACKGAMMON)}
)
"""Every ruleset by name, with the house rules of its source."""


def ruleset_name(text: str) -> str:
    """Return the name of the ruleset that a text refers to; the text itself if there is none."""
    wanted = text.strip().lower()
    for name, rules in RULESETS.items():
        if wanted in (name, *rules.aliases):
            return name
    return text
