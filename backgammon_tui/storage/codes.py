"""Position codes of other programs: IDs of GNU Backgammon, and XGID.

They support only standard backgammon, with the cube, the score and the length of a match.

A position ID has 80 bits. The first are the 25 places of the player who is not on roll: points 1 to
24 in that player's numbering, then the bar. Each place has a one for each checker, then a zero. The
places of the player on roll follow, then zeros; checkers that are borne off are not written. The
bits fill ten bytes from the lowest bit of each, in Base64 without the `==` at the end. The start,
with five checkers on 6, three on 8 and five on 13, begins with 00000111 11001110 00001111: bytes
e0 73 f0, the letters 4HPw.

According to its manual, GNU Backgammon writes the player on roll first. In fact it writes the other
player first, as other programs expect.
"""

from __future__ import annotations

import re
from binascii import Error as Unbased
from binascii import a2b_base64, b2a_base64
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from backgammon_tui.dice import Dice, FairDice
from backgammon_tui.engine import (
    Cube,
    Double,
    Phase,
    Place,
    Position,
    Rules,
    ScoreBefore,
    Side,
    StartingPosition,
)
from backgammon_tui.engine.game import CENTRED
from backgammon_tui.engine.position import CHECKERS, POINTS
from backgammon_tui.engine.rules import Direction, Doubles, Landing, Start
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table

_PLACES: Final = (*range(1, POINTS + 1), Place.BAR)


def has_position_id(rules: Rules) -> bool:
    """Return True if the rules are those of backgammon, except the opening and points for a win."""
    return (
        rules.start is Start.STANDARD
        and rules.direction is Direction.CONTRARY
        and rules.doubles is Doubles.FACE
        and rules.landing is Landing.HIT
        and rules.higher_number
        and not rules.opponent_completes
    )


class DecodedPosition(NamedTuple):
    """The content of a code: a position, and perhaps a roll and a score."""

    starting_position: StartingPosition
    dice: Dice | None = None
    score: tuple[int, int] = (0, 0)
    """The points of White and Black before the game."""

    length: int | None = None
    """The points that win the match; None for no limit."""

    is_crawford: bool = False
    is_doubled: bool = False
    """True if the side to roll has offered a double."""

    @classmethod
    def from_table(cls, table: Table, side: Side) -> DecodedPosition:
        """Return the content of a code for the current game, in which `side` is to roll or play."""
        game, stage = table.game, table.game.stage
        dice = game.turn.rolled.dice if game.turn and stage and not stage.moves else None
        white, black = (table.match.score(side) for side in Side)
        return cls(
            StartingPosition(game.position, side, game.had_double, game.cube or CENTRED),
            dice,
            (white, black),
            table.record.length,
            table.record.games[-1].is_crawford,
            game.phase is Phase.DOUBLED,
        )

    def begin(self, record: MatchRecord, dice: FairDice | None) -> Table:
        """Return a table for a match that begins here, at this score if it has this length."""
        if self.length and self.length == record.length:
            is_after = max(self.score) + 1 == self.length and not self.is_crawford
            begun_at = ScoreBefore(*self.score, record.rules.cube and is_after)
            record = replace(record, begun_at=begun_at)
        table = Table.begin_at(record, self.starting_position, dice, self.dice)
        return table.apply(Double()) if self.is_doubled else table


_GNUBG: Final = re.compile(
    r"(?:GNUbgID:?\s*|(?:GNU Backgammon\s*)?Position ID\s*:\s*)?"
    r"(?P<position>[A-Za-z0-9+/]{14})"
    r"(?:(?::|\s*Match ID\s*:\s*)(?P<match>[A-Za-z0-9+/]{12}))?",
    re.ASCII | re.IGNORECASE,
)
_XGID: Final = re.compile(
    r"(?i:XGID=)?(?P<places>[-A-Oa-o]{26}):(?P<cube>\d{1,2}):(?P<owner>-1|0|1):(?P<turn>-1|1)"
    r":(?P<dice>\d{2}|[DBR])(?::(?P<white>\d{1,4})(?::(?P<black>\d{1,4})(?::(?P<rule>\d)"
    r"(?::(?P<length>\d{1,3})(?::\d{1,4})?)?)?)?)?",
    re.ASCII,
)


def read_code(text: str) -> DecodedPosition | None:
    """Parse a code; None for other text, `ValueError` if it cannot be played."""
    text = text.strip()
    if code := _XGID.fullmatch(text):
        return _read_xgid(code)
    if code := _GNUBG.fullmatch(text):
        return _read_gnubg(code["position"], code["match"] or _NEW_MATCH)
    if _claims_xgid(text):
        raise ValueError("an XGID has 26 places, then cube, owner, turn (1 or -1) and dice")
    return None


def read_starting_position(text: str, rules: Rules) -> DecodedPosition:
    coded = read_code(text)
    if coded is None:
        return DecodedPosition(StartingPosition.parse(text))
    if not has_position_id(rules):
        raise ValueError("codes of other programs only describe positions of backgammon")
    if not rules.cube and (coded.starting_position.cube != CENTRED or coded.is_doubled):
        raise ValueError("the doubling cube is turned in this code; turn on the house rule cube")
    return coded


def first_code(text: str) -> str:
    """Return the first line of a pasted text, or the IDs of GNU Backgammon from its two lines."""
    if ids := _TWO_LINES.search(text):
        return f"{ids[1]}:{ids[2]}"
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


_TWO_LINES: Final = re.compile(
    r"Position ID\s*:\s*([A-Za-z0-9+/]{14})\s+Match ID\s*:\s*([A-Za-z0-9+/]{12})",
    re.ASCII | re.IGNORECASE,
)


def complete(text: str) -> str:
    text = text.strip().rstrip(";").strip()
    return text if is_like_code(text) or ";" in text else f"{text}; W to move"


def is_like_code(text: str) -> bool:
    return bool(_GNUBG.fullmatch(text) or _XGID.fullmatch(text)) or _claims_xgid(text)


def _claims_xgid(text: str) -> bool:
    return text.upper().startswith("XGID")


# ---- positions as counts of checkers on the points and the bar


def _counts(position: Position, side: Side) -> list[int]:
    return [position.count(side, place) for place in _PLACES]


def _position(white: Sequence[int], black: Sequence[int]) -> Position:
    """Return the position with these checkers; missing ones count as borne off."""
    sides = []
    for counts in (white, black):
        off = CHECKERS - sum(counts)
        if off < 0:
            raise ValueError(f"a side has {CHECKERS} checkers, not {CHECKERS - off}")
        sides.append({**dict(zip(_PLACES, counts, strict=True)), Place.OFF: off})
    position = Position.from_counts(*sides)
    _check(position)
    if not (any(white) and any(black)):
        raise ValueError("the game is over in this position")
    return position


def _check(position: Position) -> None:
    if any(position.count(side, Place.HAND) for side in Side):
        raise ValueError("a position with checkers in hand has no Position ID")
    if any(map(position.has_trapped, Side)):
        raise ValueError("a position with trapped checkers has no Position ID")
    white, black = (position.points(side) for side in Side)
    if any(POINTS + 1 - point in black for point in white):
        raise ValueError("a position with both sides on one point has no Position ID")


# ---- IDs of GNU Backgammon


def position_id(position: Position, on_roll: Side) -> str:
    """Return the 14 characters for a position; raise `ValueError` if an ID cannot describe it."""
    _check(position)
    bits = at = 0
    for checkers in (*_counts(position, on_roll.other), *_counts(position, on_roll)):
        bits |= ((1 << checkers) - 1) << at
        at += checkers + 1
    return b2a_base64(bits.to_bytes(10, "little")).decode("ascii")[:14]


def read_position_id(text: str, on_roll: Side) -> Position:
    """Parse an ID with `on_roll` to act; raise `ValueError` if it cannot be played."""
    bits = _decode_base64(text, "position ID")
    counts = [0] * (2 * len(_PLACES))
    for index in range(len(counts)):
        while bits & 1:
            counts[index] += 1
            bits >>= 1
        bits >>= 1
    if bits:
        raise ValueError("this is not a position ID")
    other, own = counts[: len(_PLACES)], counts[len(_PLACES) :]
    return _position(own, other) if on_roll is Side.WHITE else _position(other, own)


def _decode_base64(text: str, kind: str) -> int:
    try:
        data = a2b_base64(text + "=" * (-len(text) % 4), strict_mode=True)
    except Unbased:
        raise ValueError(f"this is not a valid {kind}") from None
    return int.from_bytes(data, "little")


# A match ID has 66 bits, the lowest of each byte first. Player 1 of the ID is White here.

_CENTRED_OWNER: Final = 3
_NO_CUBE: Final = 15
"""The logarithm of a cube that is not in play."""


def _read_gnubg(position: str, match: str) -> DecodedPosition:
    bits = _decode_base64(match, "match ID")

    def field(start: int, width: int) -> int:
        return bits >> start & ((1 << width) - 1)

    log, owner = field(0, 4), field(4, 2)
    if owner not in (0, 1, _CENTRED_OWNER):
        raise ValueError("nobody can own the cube of this match ID")
    cube = Cube(1 if log == _NO_CUBE else 1 << log, {0: Side.BLACK, 1: Side.WHITE}.get(owner))
    dice = field(15, 3), field(18, 3)
    if not all(0 <= die <= 6 for die in dice) or (0 in dice and dice != (0, 0)):
        raise ValueError("the dice of this match ID are not a roll")
    is_doubled, actor = bool(field(12, 1)), Side.WHITE if field(11, 1) else Side.BLACK
    if is_doubled and dice != (0, 0):
        raise ValueError("this match ID has a roll, but a double is offered before the roll")
    side = actor.other if is_doubled else actor
    # The position is that of the side that must act.
    placed, length = read_position_id(position, actor), field(21, 15)
    return DecodedPosition(
        StartingPosition(placed, side, cube=cube.checked()),
        None if dice == (0, 0) else dice,
        (field(51, 15), field(36, 15)),
        length or None,
        bool(length and field(7, 1)),
        is_doubled,
    )


def match_id(coded: DecodedPosition) -> str:
    """Return the 12 characters of a match."""
    side, (value, owner) = coded.starting_position.side, coded.starting_position.cube
    turn, (white, black), (first, second) = side is Side.WHITE, coded.score, coded.dice or (0, 0)
    bits = value.bit_length() - 1 | (_CENTRED_OWNER if owner is None else owner is Side.WHITE) << 4
    bits |= turn << 6 | coded.is_crawford << 7 | 1 << 8
    bits |= (turn ^ coded.is_doubled) << 11 | coded.is_doubled << 12
    bits |= first << 15 | second << 18 | (coded.length or 0) << 21 | black << 36 | white << 51
    return b2a_base64(bits.to_bytes(9, "little")).decode("ascii")[:12]


_NEW_MATCH: Final = match_id(
    DecodedPosition(StartingPosition(Position.parse(Start.STANDARD.value), Side.WHITE))
)


def gnubg_id(coded: DecodedPosition) -> str:
    position, side, *_ = coded.starting_position
    actor = side.other if coded.is_doubled else side
    return f"{position_id(position, actor)}:{match_id(coded)}"


# ---- XGIDs

# X's places count from X's point 1, after O's bar; O's count in the other direction.


def _read_xgid(code: re.Match[str]) -> DecodedPosition:
    if code["dice"] in ("B", "R"):
        raise ValueError("this XGID has a beaver, which is not played here")
    is_doubled = code["dice"] == "D"
    dice = "00" if is_doubled else code["dice"]
    if dice != "00" and not set(dice) <= set("123456"):
        raise ValueError("the dice of this XGID are not a roll")
    white = [ord(place) - ord("A") + 1 if place.isupper() else 0 for place in code["places"]]
    black = [ord(place) - ord("a") + 1 if place.islower() else 0 for place in code["places"]]
    if white[0] or black[-1]:
        raise ValueError("a bar of this XGID holds checkers of the other side")
    position = _position(white[1:], black[-2::-1])
    cube = Cube(1 << min(int(code["cube"]), 20), _SIDES[code["owner"]]).checked()
    first, second = (int(die) for die in dice)
    length = int(code["length"] or 0)
    return DecodedPosition(
        StartingPosition(position, _SIDES[code["turn"]] or Side.WHITE, cube=cube),
        (first, second) if first else None,
        (int(code["white"] or 0), int(code["black"] or 0)),
        length or None,
        bool(length) and code["rule"] == "1",
        is_doubled,
    )


_SIDES: Final = {"1": Side.WHITE, "-1": Side.BLACK, "0": None}


def xgid(coded: DecodedPosition) -> str:
    """Return the XGID of a position, with White as X."""
    position, side, _, (value, owner) = coded.starting_position
    _check(position)
    white = [0, *_counts(position, Side.WHITE)]
    black = [*_counts(position, Side.BLACK)[::-1], 0]
    places = "".join(
        chr(ord("A") + own - 1) if own else chr(ord("a") + other - 1) if other else "-"
        for own, other in zip(white, black, strict=True)
    )
    sign = {side: text for text, side in _SIDES.items()}
    dice = "D" if coded.is_doubled else "".join(map(str, coded.dice or (0, 0)))
    parts = (places, value.bit_length() - 1, sign[owner], sign[side], dice, *coded.score)
    rest = (int(coded.is_crawford), coded.length or 0, 10)
    return f"XGID={':'.join(map(str, (*parts, *rest)))}"
