"""The rules as data: one value for each ruleset, one field for each rule that differs.

Nothing outside the table at the end of this module asks which ruleset is played; every
question is put to a field. The sources of the rules are the descriptions of Russian,
French and Never Finishing backgammon, and D. B. Falood's article on the Russian game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, assert_never

from backgammon_tui.engine.moves import Effect
from backgammon_tui.engine.position import POINTS, Place, Position, Side


class Direction(Enum):
    """The ways in which the two sides' points lie on one another."""

    PARALLEL = "parallel"
    """Both sides move the same way: White's point p is Black's point p."""

    CONTRARY = "contrary"
    """The sides move in opposite directions: White's point p is Black's point 25 - p."""

    # By identity: the search asks for it with every position, and by name takes longer.
    __hash__ = object.__hash__

    def across(self, point: int) -> int:
        """Return the opponent's number of one's own `point`, 1 to 24."""
        match self:
            case Direction.PARALLEL:
                return point
            case Direction.CONTRARY:
                return POINTS + 1 - point
            case _:
                assert_never(self)

    @property
    def numbers_differ(self) -> bool:
        """True if a point has one number for White and another for Black."""
        match self:
            case Direction.PARALLEL:
                return False
            case Direction.CONTRARY:
                return True
            case _:
                assert_never(self)

    @property
    def runs_against(self) -> bool:
        """True if the sides run round the board in opposite senses, towards each other."""
        match self:
            case Direction.PARALLEL:
                return False
            case Direction.CONTRARY:
                return True
            case _:
                assert_never(self)

    @property
    def shares_home(self) -> bool:
        """True if both sides bear off from the same points, so that they meet to the end."""
        match self:
            case Direction.PARALLEL:
                return True
            case Direction.CONTRARY:
                return False
            case _:
                assert_never(self)


class Start(Enum):
    """The positions before the first roll; the value is the position line."""

    HAND = "W hand:15 / B hand:15"
    ACE_POINT = "W 24:15 / B 24:15"
    STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"

    @property
    def position(self) -> Position:
        """The position before the first roll."""
        return Position.parse(self.value)


class Doubles(Enum):
    """The numbers that a double is played for."""

    FACE = "face"
    """Four times its number."""

    COMPLEMENT = "complement"
    """Four times its number, four times its complement, and then an extra roll."""

    @property
    def have_complement(self) -> bool:
        """True if the complement follows the face."""
        match self:
            case Doubles.FACE:
                return False
            case Doubles.COMPLEMENT:
                return True
            case _:
                assert_never(self)


class Landing(Enum):
    """The effects that a checker may have on a blot where it lands."""

    HIT = "hit"
    HIT_OR_TRAP = "hit or trap"
    """The mover chooses."""

    # By identity, as `Direction`.
    __hash__ = object.__hash__

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The possible effects on the blot, the usual first."""
        match self:
            case Landing.HIT:
                return (Effect.HIT,)
            case Landing.HIT_OR_TRAP:
                return (Effect.HIT, Effect.TRAP)
            case _:
                assert_never(self)

    @property
    def closed_by(self) -> int:
        """The number of opposing checkers that close a point; fewer are a blot."""
        match self:
            case Landing.HIT | Landing.HIT_OR_TRAP:
                return 2
            case _:
                assert_never(self)

    @property
    def may_trap(self) -> bool:
        """True if a blot can be trapped."""
        return Effect.TRAP in self.effects


class Opening(Enum):
    """The use that the winner of the opening roll makes of its two numbers."""

    CHOOSE = "choose"
    """Keeps them or rolls both dice again, as it likes."""

    AGAIN = "again"
    """Always rolls both dice again."""

    KEEP = "keep"
    """Always keeps them."""


class Scale(Enum):
    """The points that a win can be worth."""

    ONE = (1,)
    ONE_TWO = (1, 2)
    ONE_TWO_THREE = (1, 2, 3)

    @property
    def points(self) -> tuple[int, ...]:
        """The points a win can be worth, least first."""
        return tuple(self.value)

    @property
    def most(self) -> int:
        """The points of the greatest win."""
        return max(self.points)


ENTRY_BOARD: Final = range(19, POINTS + 1)
"""The points on which checkers enter, in the numbering of the side that enters."""

HOME_BOARD: Final = range(1, 7)
"""The points from which checkers are borne off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of one game. House rules may be changed with `dataclasses.replace`.

    Raises:
        ValueError: naming the fields, if a rule makes no sense beside the others.
    """

    name: str
    """The key in `RULESETS`, as the command line and transcripts write it."""

    aliases: tuple[str, ...]
    """Other words that people type for it."""

    title: str
    """The name of the game as players say it."""

    short_title: str
    """The name where there is little room, at most 15 characters."""

    summary: str
    """Its difference from other games, in one line of at most 60 characters."""

    description: str
    """The game and its difference from others, in two lines of at most 72 characters."""

    direction: Direction
    start: Start
    doubles: Doubles
    landing: Landing

    opening: Opening
    """House rule: what the winner of the opening roll does with the numbers."""

    scale: Scale
    """House rule: the points that a win can be worth."""

    higher_number: bool
    """House rule: if only one of two numbers can be played, it is the higher one."""

    free_entry: bool = False
    """House rule: checkers on the board may move while others are in hand."""

    entry_limits_complement: bool = False
    """House rule: no complement while a checker is in hand or on the bar after the face."""

    first_double_face_only: bool = False
    """House rule: each side's first double of a game earns no complement and no extra roll."""

    one_two: bool = False
    """House rule: a 2-1 earns four 5s or four 6s, then an extra roll."""

    opponent_completes: bool = False
    """House rule: the opponent plays what a side cannot play of a stage."""

    winner_starts: bool = False
    """House rule: the winner of a game rolls first in the next one of the match."""

    def __post_init__(self) -> None:
        if not self.direction.numbers_differ:
            if not self.starts_in_hand:
                raise ValueError("start: in a parallel direction both sides would share points")
            if self.landing.may_trap:
                raise ValueError("landing: trapping makes no sense in a parallel direction")
        if not self.starts_in_hand:
            for field in ("free_entry", "entry_limits_complement"):
                if getattr(self, field):
                    raise ValueError(f"{field}: makes no sense where start is not in hand")
        if not self.doubles.have_complement:
            for field in ("entry_limits_complement", "first_double_face_only", "one_two"):
                if getattr(self, field):
                    raise ValueError(f"{field}: makes no sense where doubles have no complement")

    def across(self, point: int) -> int:
        """Return the opponent's number of one's own `point`, 1 to 24."""
        return self.direction.across(point)

    @property
    def starts_in_hand(self) -> bool:
        """True if the checkers start off the board and must be entered."""
        return self.start is Start.HAND

    def check(self, position: Position) -> None:
        """Refuse a position that cannot stand on this game's board.

        Raises:
            ValueError: if both sides stand on one point and none is trapped there, if a
                checker is marked as trapped where nobody traps it or where nothing can
                be trapped, or if both sides have borne off all their checkers.
        """
        for point in position.points(Side.WHITE):
            there = self.across(point)
            white = position.is_trapped(Side.WHITE, point)
            black = position.is_trapped(Side.BLACK, there)
            if white and black:
                raise ValueError(f"on White's {point} both sides are trapped; only one can be")
            if position.count(Side.BLACK, there) and not (white or black):
                raise ValueError(f"White and Black both stand on White's {point}, none is trapped")
        for side in Side:
            for point in position.trapped(side):
                name = side.name.capitalize()
                if not self.landing.may_trap:
                    raise ValueError(f"nothing can be trapped in {self.title}: {name}'s {point}")
                if not position.count(side.other, self.across(point)):
                    raise ValueError(f"nobody traps {name}'s checker on its {point}")
        if all(position.has_borne_off_all(side) for side in Side):
            raise ValueError("both sides have borne off all their checkers")

    def points_for_win(self, position: Position, winner: Side) -> int:
        """Return the worth of a win to `winner` in a final `position`: one of the scale's points.

        Three if the loser has borne off none and still has a checker in hand, on the bar
        or on its entry board; two if it has borne off none; else one (the Russian
        scoring; the other scales stop earlier).
        """
        loser = winner.other
        if position.count(loser, Place.OFF):
            worth = 1
        elif position.to_enter(loser) or any(position.count(loser, p) for p in ENTRY_BOARD):
            worth = 3
        else:
            worth = 2
        return min(worth, self.scale.most)
