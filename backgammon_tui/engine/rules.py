"""The rules as data: one value for each ruleset, one field for each rule that differs.

Other modules must test these fields, never which ruleset is played. The sources are the
descriptions of Russian, French and Never Finishing backgammon, and D. B. Falood's article on the
Russian game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from backgammon_tui.engine.moves import Effect
from backgammon_tui.engine.position import POINTS, Place, Position, Side


class Direction(Enum):
    """The correspondence between the two sides' points."""

    PARALLEL = ("parallel", False, False)
    """Both sides move in the same direction: White's point p is Black's point p."""

    CONTRARY = ("contrary", True, True)
    """The sides move in opposite directions: White's point p is Black's point 25 - p."""

    def __init__(self, label: str, numbers_differ: bool, runs_against: bool) -> None:
        self.numbers_differ = numbers_differ
        """True if the two sides number the points differently."""
        self.runs_against = runs_against
        """True if the sides move towards each other, so they can no longer meet once home."""

    # Hash by identity, because hashing by name would slow down the search.
    __hash__ = object.__hash__

    def across(self, point: int) -> int:
        """Return the opponent's number for a point."""
        return POINTS + 1 - point if self.numbers_differ else point


class Start(Enum):
    """The starting positions. The value is the position line."""

    HAND = "W hand:15 / B hand:15"
    ACE_POINT = "W 24:15 / B 24:15"
    STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"

    @property
    def position(self) -> Position:
        return Position.parse(self.value)


class Doubles(Enum):
    """The numbers to play for doubles."""

    FACE = ("face", False)
    """Four times the number rolled."""

    COMPLEMENT = ("complement", True)
    """Four times the number rolled, four times its complement, then an extra roll."""

    def __init__(self, label: str, have_complement: bool) -> None:
        self.have_complement = have_complement
        """True if the complement follows the number rolled."""


class Landing(Enum):
    """The possible effects on a blot."""

    HIT = ("hit", (Effect.HIT,), 2)
    HIT_OR_TRAP = ("hit or trap", (Effect.HIT, Effect.TRAP), 2)
    """The mover chooses."""

    def __init__(self, label: str, effects: tuple[Effect, ...], closed_by: int) -> None:
        self.effects = effects
        """The possible effects on a blot, the usual one first."""
        self.closed_by = closed_by
        """The number of opposing checkers that close a point; fewer are a blot."""
        self.may_trap = Effect.TRAP in effects

    # Hash by identity, as in `Direction`.
    __hash__ = object.__hash__


class Opening(Enum):
    """The use of the numbers of the opening roll."""

    CHOOSE = "choose"
    """The winner either plays them or rolls both dice again."""

    AGAIN = "again"
    """The winner always rolls both dice again."""

    KEEP = "keep"
    """The winner always plays them."""


class Scale(Enum):
    """The possible values of a win, in points."""

    ONE = (1,)
    ONE_TWO = (1, 2)
    ONE_TWO_THREE = (1, 2, 3)

    def __init__(self, *points: int) -> None:
        self.points = points
        """The possible values of a win, lowest first."""
        self.max_points = max(points)


ENTRY_BOARD: Final = range(19, POINTS + 1)
"""The points where checkers enter, in the numbering of the entering side."""

HOME_BOARD: Final = range(1, 7)
"""The points from which checkers bear off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of one game. Use `dataclasses.replace` to change house rules.

    Raises:
        ValueError: naming the fields, if a rule is incompatible with the others.
    """

    name: str
    """The key in `RULESETS`, as used on the command line and in transcripts."""

    aliases: tuple[str, ...]
    """Other names that people may type."""

    title: str
    """The name that players use."""

    short_title: str
    """A short name of at most 15 characters."""

    summary: str
    """The difference from other games, in at most 60 characters."""

    description: str
    """A description in two lines of at most 72 characters."""

    direction: Direction
    start: Start
    doubles: Doubles
    landing: Landing

    opening: Opening
    """House rule: how the winner of the opening roll uses its numbers."""

    scale: Scale
    """House rule: the possible values of a win."""

    higher_number: bool
    """House rule: if only one of two numbers can be played, it must be the higher."""

    free_entry: bool = False
    """House rule: checkers on the board may move while others are in hand."""

    entry_limits_complement: bool = False
    """House rule: no complement if a checker is in hand or on the bar after the number rolled."""

    first_double_face_only: bool = False
    """House rule: the first doubles of each side in a game earn no complement and no extra roll."""

    one_two: bool = False
    """House rule: a 2-1 earns four 5s or four 6s, then an extra roll."""

    opponent_completes: bool = False
    """House rule: the opponent plays the numbers of a stage that a side cannot play."""

    winner_starts: bool = False
    """House rule: the winner of a game rolls first in the next game of the match."""

    cube: bool = False
    """House rule: before rolling, a side may offer to double the points of the game."""

    def __post_init__(self) -> None:
        if not self.direction.numbers_differ:
            if not self.starts_in_hand:
                raise ValueError("start: in a parallel direction both sides would share points")
            if self.landing.may_trap:
                raise ValueError("landing: trapping makes no sense in a parallel direction")
        for field in ("free_entry", "entry_limits_complement"):
            if getattr(self, field) and not self.starts_in_hand:
                raise ValueError(f"{field}: makes no sense if the checkers do not start in hand")
        for field in ("entry_limits_complement", "first_double_face_only", "one_two"):
            if getattr(self, field) and not self.doubles.have_complement:
                raise ValueError(f"{field}: makes no sense if doubles have no complement")
        if self.cube and self.start is not Start.STANDARD:
            raise ValueError("cube: the sources of this game have no doubling cube")

    def across(self, point: int) -> int:
        """Return the opponent's number for a point."""
        return self.direction.across(point)

    @property
    def starts_in_hand(self) -> bool:
        """True if the checkers start off the board and must enter."""
        return self.start is Start.HAND

    @property
    def has_extra_rolls(self) -> bool:
        """True if playing all numbers of some roll can earn an extra roll."""
        return self.doubles.have_complement

    def check(self, position: Position) -> None:
        """Reject positions that are impossible in this game.

        Raises:
            ValueError: if both sides share a point without a trap, if a checker is trapped
                without a trapper or although trapping is not allowed, or if both sides have
                borne off all their checkers.
        """
        for point in position.points(Side.WHITE):
            across = self.across(point)
            white = position.is_trapped(Side.WHITE, point)
            black = position.is_trapped(Side.BLACK, across)
            if white and black:
                raise ValueError(f"on White's {point} both sides are trapped; only one can be")
            if position.count(Side.BLACK, across) and not (white or black):
                alone = " unless one of them is trapped" if self.landing.may_trap else ""
                raise ValueError(f"White and Black cannot both be on White's {point}{alone}")
        for side in Side:
            for point in position.trapped(side):
                name = side.name.capitalize()
                if not self.landing.may_trap:
                    raise ValueError(f"nothing can be trapped in {self.title}: {name}'s {point}")
                if not position.count(side.other, self.across(point)):
                    raise ValueError(f"{name}'s checker on {point} has no trapper")
        if all(position.has_borne_off_all(side) for side in Side):
            raise ValueError("both sides have borne off all their checkers")

    def points_for_win(self, position: Position, winner: Side) -> int:
        """Return the value of a win in a final position.

        Three points if the loser has borne off no checker and still has one in hand, on the bar or
        in the entry board; two if the loser has borne off none; otherwise one. This is the Russian
        scale; other scales have a lower maximum.
        """
        loser = winner.other
        if position.count(loser, Place.OFF):
            worth = 1
        elif position.to_enter(loser) or any(position.count(loser, p) for p in ENTRY_BOARD):
            worth = 3
        else:
            worth = 2
        return min(worth, self.scale.max_points)


_RUSSIAN: Final = Rules(
    name="russian",
    aliases=("ru", "rus"),
    title="Russian Backgammon",
    short_title="Russian",
    summary="Both sides move the same way; doubles can bring eight moves.",
    description=(
        "Both sides enter, move and bear off in the same direction.\n"
        "Doubles can add their complement: four 5s, then four 2s (7 minus 5)."
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
    summary="Russian by Falood's rules for first doubles and the 2-1.",
    description=(
        "Russian as D. B. Falood described it: your first doubles can be limited,\n"
        "and a 2-1 can earn four 5s or four 6s."
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
    summary="Sides move opposite ways; doubles can bring eight moves.",
    description=(
        "All checkers start in hand; the sides move in opposite directions.\n"
        "Doubles can add their complement: four 5s, then four 2s (7 minus 5)."
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
    summary="Standard backgammon, with the doubling cube.",
    description=(
        "Standard backgammon, for comparison and a quick match.\n"
        "The cube doubles a game's points; gammons and backgammons count."
    ),
    direction=Direction.CONTRARY,
    start=Start.STANDARD,
    doubles=Doubles.FACE,
    landing=Landing.HIT,
    opening=Opening.KEEP,
    scale=Scale.ONE_TWO_THREE,
    higher_number=True,
    cube=True,
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
