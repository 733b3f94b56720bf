"""The paints of the board: names for colours that a theme gives."""

from __future__ import annotations

from enum import IntEnum, auto


class Paint(IntEnum):
    """A colour by what it is for.

    Each has a theme variable of the same name, `board-wood` and so on. They are read from
    the theme and not through component classes, of which each costs the first frame a part
    of a millisecond. Paints are small numbers because pictures are kept as bytes; those up
    to `BAND` are what checkers and dice lie on.
    """

    CLEAR = 0
    """Nothing: what lies below is seen."""
    WOOD = auto()
    FELT = auto()
    POINT_ODD = auto()
    POINT_EVEN = auto()
    POINT_CURSOR = auto()
    TRAY = auto()
    BAND = auto()
    INK = auto()
    INK_DIM = auto()
    WHITE_FACE = auto()
    WHITE_NEXT = auto()
    WHITE_RIM = auto()
    WHITE_SHADE = auto()
    WHITE_RING = auto()
    WHITE_INK = auto()
    BLACK_FACE = auto()
    BLACK_NEXT = auto()
    BLACK_RIM = auto()
    BLACK_SHADE = auto()
    BLACK_RING = auto()
    BLACK_INK = auto()
    LIT = auto()
    LIT_INK = auto()
    PICKED = auto()
    TARGET = auto()
    TARGET_INK = auto()
    GHOST = auto()
    LAST = auto()
    BLOCKED = auto()
    BLOCKED_INK = auto()
    TRAPPED = auto()
    TRAPPED_INK = auto()
    CURSOR = auto()
    CURSOR_INK = auto()
    BAND_INK = auto()
    BAND_DIM = auto()
    DONE = auto()
    LOST = auto()

    @property
    def variable(self) -> str:
        """The theme variable that colours this paint."""
        return f"board-{self.name.lower().replace('_', '-')}"


PAINTS = tuple(paint for paint in Paint if paint is not Paint.CLEAR)
"""Every paint that has a colour."""
