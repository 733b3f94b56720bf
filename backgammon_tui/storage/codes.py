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
from collections.abc import Mapping
from typing import Final, NamedTuple

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Place, Position, Rules, Side, StartingPosition
from backgammon_tui.engine.position import CHECKERS, POINTS
from backgammon_tui.engine.rules import Direction, Doubles, Landing, Start

_BYTES: Final = 10
_LETTERS: Final = 14


def has_position_id(rules: Rules) -> bool:
    """Return True if positions of a game can be played on by the rules of standard backgammon.

    The opening and the points for a win make no difference.
    """
    return (
        rules.start is Start.STANDARD
        and rules.direction is Direction.CONTRARY
        and rules.doubles is Doubles.FACE
        and rules.landing is Landing.HIT
        and rules.higher_number
        and not rules.opponent_completes
    )


def position_id(position: Position, on_roll: Side) -> str:
    """Return the 14 characters for a position with `on_roll` to roll or to play.

    Raises:
        ValueError: if checkers are in hand or trapped, or both sides are on one point.
    """
    _check(position)
    bits = at = 0
    for side in (on_roll.other, on_roll):
        for place in (*range(1, POINTS + 1), Place.BAR):
            checkers = position.count(side, place)
            bits |= ((1 << checkers) - 1) << at
            at += checkers + 1
    return b2a_base64(bits.to_bytes(_BYTES, "little")).decode("ascii")[:_LETTERS]


def read_position_id(text: str, on_roll: Side) -> Position:
    """Parse an ID with `on_roll` to act; raise `ValueError` if it is invalid."""
    bits = unbased(text, "position ID")
    places: dict[Side, dict[int, int]] = {}
    for side in (on_roll.other, on_roll):
        counts: dict[int, int] = {}
        for place in (*range(1, POINTS + 1), Place.BAR):
            while bits & 1:
                counts[place] = counts.get(place, 0) + 1
                bits >>= 1
            bits >>= 1
        places[side] = with_off(counts)
    if bits:
        raise ValueError("this is not a position ID")
    position = Position.from_counts(places[Side.WHITE], places[Side.BLACK])
    _check(position)
    return position


def unbased(text: str, what: str) -> int:
    """Return the bits of an ID, the lowest of each byte first."""
    try:
        data = a2b_base64(text + "=" * (-len(text) % 4), strict_mode=True)
    except Unbased:
        raise ValueError(f"this is no {what}") from None
    return int.from_bytes(data, "little")


def with_off(counts: Mapping[int, int]) -> dict[int, int]:
    """Add the checkers borne off, which codes omit."""
    left = CHECKERS - sum(counts.values())
    if left < 0:
        raise ValueError(f"a side has {CHECKERS} checkers, not {CHECKERS - left}")
    return {**counts, Place.OFF: left}


def _check(position: Position) -> None:
    if any(position.count(side, Place.HAND) for side in Side):
        raise ValueError("a position with checkers in hand has no Position ID")
    if any(map(position.has_trapped, Side)):
        raise ValueError("a position with trapped checkers has no Position ID")
    white, black = (position.points(side) for side in Side)
    if any(POINTS + 1 - point in black for point in white):
        raise ValueError("a position with both sides on one point has no Position ID")


_GNUBG: Final = re.compile(
    r"(?:GNUbgID:?\s*)?(?P<position>[A-Za-z0-9+/]{14})(?::(?P<match>[A-Za-z0-9+/]{12}))?", re.ASCII
)
_XGID: Final = re.compile(
    r"(?i:XGID=)?(?P<places>[-A-Oa-o]{26}):(?P<cube>\d{1,2}):(?P<owner>-1|0|1):(?P<turn>-1|1)"
    r":(?P<dice>\d{2}|[DBR])(?::(?P<white>\d{1,4})(?::(?P<black>\d{1,4})(?::\d{1,4}){0,3})?)?",
    re.ASCII,
)


class Coded(NamedTuple):
    """The content of a code: a position, and perhaps a roll and a score."""

    starting_position: StartingPosition
    dice: Dice | None = None
    score: tuple[int, int] = (0, 0)
    """The points of White and Black before the game."""

    @property
    def left_out(self) -> str:
        """A sentence about the score; empty without one."""
        if self.score == (0, 0):
            return ""
        white, black = self.score
        return f"The code has a score of {white} to {black}; the match begins at 0 to 0."


def read_code(text: str) -> Coded | None:
    """Parse a code; None for other text, `ValueError` if it cannot be played."""
    text = text.strip()
    if code := _XGID.fullmatch(text):
        return _read_xgid(code)
    if code := _GNUBG.fullmatch(text):
        match = _MatchID.read(code["match"]) if code["match"] else _MatchID()
        position = read_position_id(code["position"], match.on_roll)
        return Coded(StartingPosition(_checked(position), match.on_roll), match.dice, match.score)
    if _claims_xgid(text):
        raise ValueError("an XGID has 26 places, then cube, owner, turn (1 or -1) and dice")
    return None


def read_starting_position(text: str, rules: Rules) -> Coded:
    """Parse a position line or a code; a `ValueError` says what is wrong."""
    coded = read_code(text)
    if coded is None:
        return Coded(StartingPosition.parse(text))
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


def _checked(position: Position) -> Position:
    if any(position.count(side, Place.OFF) == CHECKERS for side in Side):
        raise ValueError("the game is over in this position")
    return position


# ---- the match ID of GNU Backgammon


class _MatchID(NamedTuple):
    """The parts of a match ID that are used here: 66 bits, the lowest of each byte first."""

    on_roll: Side = Side.WHITE
    dice: Dice | None = None
    score: tuple[int, int] = (0, 0)
    """The points of White and Black."""

    @classmethod
    def read(cls, text: str) -> _MatchID:
        bits = unbased(text, "match ID")

        def field(start: int, width: int) -> int:
            return bits >> start & ((1 << width) - 1)

        if field(0, 4) not in (0, 15):
            raise ValueError("the doubling cube is turned in this match ID; there is none here")
        dice = field(15, 3), field(18, 3)
        if not all(0 <= die <= 6 for die in dice) or (0 in dice and dice != (0, 0)):
            raise ValueError("the dice of this match ID are not a roll")
        side = Side.WHITE if field(11, 1) else Side.BLACK
        # Player 1 of the ID is White here.
        return cls(side, dice if dice != (0, 0) else None, (field(51, 15), field(36, 15)))


def match_id(on_roll: Side, length: int | None, dice: Dice | None = None) -> str:
    """Return the 12 characters of a match at 0 to 0 with a centred cube."""
    turn = on_roll is Side.WHITE
    first, second = dice or (0, 0)
    bits = 3 << 4 | turn << 6 | 1 << 8 | turn << 11 | first << 15 | second << 18
    bits |= (length or 0) << 21
    return b2a_base64(bits.to_bytes(9, "little")).decode("ascii")[:12]


def gnubg_id(
    position: Position, on_roll: Side, length: int | None = None, dice: Dice | None = None
) -> str:
    return f"{position_id(position, on_roll)}:{match_id(on_roll, length, dice)}"


# ---- XGID


def _read_xgid(code: re.Match[str]) -> Coded:
    if int(code["cube"]) or int(code["owner"]):
        raise ValueError("the doubling cube is turned in this XGID; there is none here")
    if code["dice"] in ("D", "B", "R"):
        raise ValueError("a double is offered in this XGID; there is no cube here")
    if code["dice"] != "00" and not set(code["dice"]) <= set("123456"):
        raise ValueError("the dice of this XGID are not a roll")
    white: dict[int, int] = {}
    black: dict[int, int] = {}
    for index, letter in enumerate(code["places"]):
        if letter.isupper():
            white[_place(index)] = ord(letter) - ord("A") + 1
        elif letter.islower():
            black[_place(_LAST - index)] = ord(letter) - ord("a") + 1
    if 0 in white or 0 in black:
        raise ValueError("a bar of this XGID holds checkers of the other side")
    position = Position.from_counts(with_off(white), with_off(black))
    position_id(position, Side.WHITE)  # Rejects two sides on one point.
    side = Side.WHITE if code["turn"] == "1" else Side.BLACK
    first, second = (int(die) for die in code["dice"])
    score = int(code["white"] or 0), int(code["black"] or 0)
    return Coded(
        StartingPosition(_checked(position), side), (first, second) if first else None, score
    )


_LAST: Final = POINTS + 1
"""The index of X's bar in an XGID; O's bar comes first, and O counts from this end."""


def _place(index: int) -> int:
    return Place.BAR if index == _LAST else index


def xgid(position: Position, on_roll: Side, dice: Dice | None = None, length: int = 0) -> str:
    """Return the XGID of a position at 0 to 0, with White as X."""
    position_id(position, on_roll)  # Checks that the position can be encoded.
    places = ["-"] * (POINTS + 2)
    for side, first in ((Side.WHITE, "A"), (Side.BLACK, "a")):
        for own in (*range(1, POINTS + 1), Place.BAR):
            count = position.count(side, own)
            if count:
                index = _LAST if own == Place.BAR else own
                at = index if side is Side.WHITE else _LAST - index
                places[at] = chr(ord(first) + count - 1)
    turn = 1 if on_roll is Side.WHITE else -1
    rolled = "".join(map(str, dice)) if dice else "00"
    return f"XGID={''.join(places)}:0:0:{turn}:{rolled}:0:0:0:{length}:10"
