"""Position codes of other programs: IDs of GNU Backgammon, and XGID.

They support only standard backgammon. A turned cube is rejected because there is none here. A match
begins at 0 to 0 here, so a score is ignored and reported.

A position ID has 80 bits. The first are the 25 places of the player who is not on roll: points 1 to
24 in that player's numbering, then the bar. Each place has a one for each checker, then a zero. The
places of the player on roll follow, then zeros; checkers that are borne off are not written. The
bits fill ten bytes from the lowest bit of each, in Base64 without the `==` at the end. The start,
with five checkers on 6, three on 8 and five on 13, begins with 00000111 11001110 00001111: bytes
e0 73 f0, the letters 4HPw.

According to its manual, GNU Backgammon writes the player on roll first. It writes the other player
first, and other programs read it so.
"""

from __future__ import annotations

import re
from binascii import Error as Unbased
from binascii import a2b_base64, b2a_base64
from collections.abc import Sequence
from typing import Final, NamedTuple

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Place, Position, Rules, Side, StartingPosition
from backgammon_tui.engine.position import CHECKERS, POINTS
from backgammon_tui.engine.rules import Direction, Doubles, Landing, Start

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
    """The points of White and Black before the game, which are ignored."""


_GNUBG: Final = re.compile(
    r"(?:GNUbgID:?\s*)?(?P<position>[A-Za-z0-9+/]{14})(?::(?P<match>[A-Za-z0-9+/]{12}))?", re.ASCII
)
_XGID: Final = re.compile(
    r"(?i:XGID=)?(?P<places>[-A-Oa-o]{26}):(?P<cube>\d{1,2}):(?P<owner>-1|0|1):(?P<turn>-1|1)"
    r":(?P<dice>\d{2}|[DBR])(?::(?P<white>\d{1,4})(?::(?P<black>\d{1,4})(?::\d{1,4}){0,3})?)?",
    re.ASCII,
)


def read_code(text: str) -> DecodedPosition | None:
    """Parse a code; None for other text, `ValueError` if it cannot be played."""
    text = text.strip()
    if code := _XGID.fullmatch(text):
        return _read_xgid(code)
    if code := _GNUBG.fullmatch(text):
        on_roll, dice, score = _read_match_id(code["match"] or _NEW_MATCH)
        position = read_position_id(code["position"], on_roll)
        return DecodedPosition(StartingPosition(position, on_roll), dice, score)
    if _claims_xgid(text):
        raise ValueError("an XGID has 26 places, then cube, owner, turn (1 or -1) and dice")
    return None


def read_starting_position(text: str, rules: Rules) -> DecodedPosition:
    coded = read_code(text)
    if coded is None:
        return DecodedPosition(StartingPosition.parse(text))
    if not has_position_id(rules):
        raise ValueError("codes of other programs only describe positions of backgammon")
    return coded


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
    bits = _unbased(text, "position ID")
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


def _unbased(text: str, what: str) -> int:
    try:
        data = a2b_base64(text + "=" * (-len(text) % 4), strict_mode=True)
    except Unbased:
        raise ValueError(f"this is not a valid {what}") from None
    return int.from_bytes(data, "little")


def _read_match_id(text: str) -> tuple[Side, Dice | None, tuple[int, int]]:
    """Return the side on roll, the dice and the points of White and Black.

    An ID has 66 bits, the lowest of each byte first. Player 1 of the ID is White here.
    """
    bits = _unbased(text, "match ID")

    def field(start: int, width: int) -> int:
        return bits >> start & ((1 << width) - 1)

    if field(0, 4) not in (0, 15):
        raise ValueError("the doubling cube is turned in this match ID; there is none here")
    dice = field(15, 3), field(18, 3)
    if not all(0 <= die <= 6 for die in dice) or (0 in dice and dice != (0, 0)):
        raise ValueError("the dice of this match ID are not a roll")
    side = Side.WHITE if field(11, 1) else Side.BLACK
    return side, dice if dice != (0, 0) else None, (field(51, 15), field(36, 15))


def match_id(on_roll: Side, length: int | None, dice: Dice | None = None) -> str:
    """Return the 12 characters of a match at 0 to 0 with a centred cube."""
    turn = on_roll is Side.WHITE
    first, second = dice or (0, 0)
    bits = 3 << 4 | turn << 6 | 1 << 8 | turn << 11 | first << 15 | second << 18
    bits |= (length or 0) << 21
    return b2a_base64(bits.to_bytes(9, "little")).decode("ascii")[:12]


_NEW_MATCH: Final = match_id(Side.WHITE, None)


def gnubg_id(
    position: Position, on_roll: Side, length: int | None = None, dice: Dice | None = None
) -> str:
    return f"{position_id(position, on_roll)}:{match_id(on_roll, length, dice)}"


# ---- XGIDs

# X's places count from X's point 1, after O's bar; O's count in the other direction.


def _read_xgid(code: re.Match[str]) -> DecodedPosition:
    if int(code["cube"]) or int(code["owner"]):
        raise ValueError("the doubling cube is turned in this XGID; there is none here")
    if code["dice"] in ("D", "B", "R"):
        raise ValueError("a double is offered in this XGID; there is no cube here")
    if code["dice"] != "00" and not set(code["dice"]) <= set("123456"):
        raise ValueError("the dice of this XGID are not a roll")
    white = [ord(place) - ord("A") + 1 if place.isupper() else 0 for place in code["places"]]
    black = [ord(place) - ord("a") + 1 if place.islower() else 0 for place in code["places"]]
    if white[0] or black[-1]:
        raise ValueError("a bar of this XGID holds checkers of the other side")
    position = _position(white[1:], black[-2::-1])
    side = Side.WHITE if code["turn"] == "1" else Side.BLACK
    first, second = (int(die) for die in code["dice"])
    score = int(code["white"] or 0), int(code["black"] or 0)
    return DecodedPosition(
        StartingPosition(position, side), (first, second) if first else None, score
    )


def xgid(position: Position, on_roll: Side, dice: Dice | None = None, length: int = 0) -> str:
    """Return the XGID of a position at 0 to 0, with White as X."""
    _check(position)
    white = [0, *_counts(position, Side.WHITE)]
    black = [*_counts(position, Side.BLACK)[::-1], 0]
    places = "".join(
        chr(ord("A") + own - 1) if own else chr(ord("a") + other - 1) if other else "-"
        for own, other in zip(white, black, strict=True)
    )
    turn = 1 if on_roll is Side.WHITE else -1
    rolled = "".join(map(str, dice)) if dice else "00"
    return f"XGID={places}:0:0:{turn}:{rolled}:0:0:0:{length}:10"
