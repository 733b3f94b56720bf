"""What each colour of the board is for; the themes say which colour that is."""

from __future__ import annotations

from enum import IntEnum, auto


class ColorRole(IntEnum):
    """A colour by its use.

    Each has a theme variable of the same name, `board-wood` and so on. They are read from
    the theme and not through component classes, of which each costs the first frame a part
    of a millisecond.
    """

    WOOD = 0
    WOOD_LIGHT = auto()
    WOOD_DARK = auto()
    FELT = auto()
    POINT_ODD = auto()
    POINT_EVEN = auto()
    POINT_TIP = auto()
    """What the points take on towards their tips."""
    POINT_EDGE = auto()
    """The outline of points; none where it is the felt's colour."""
    POINT_CURSOR = auto()
    TRAY = auto()
    INK = auto()
    INK_DIM = auto()
    WHITE_FACE = auto()
    WHITE_LIGHT = auto()
    WHITE_DARK = auto()
    WHITE_RIM = auto()
    WHITE_INK = auto()
    WHITE_LIT = auto()
    """The rim of a white checker that may move."""
    WHITE_TARGET = auto()
    """The rim of a white checker that is to arrive."""
    BLACK_FACE = auto()
    BLACK_LIGHT = auto()
    BLACK_DARK = auto()
    BLACK_RIM = auto()
    BLACK_INK = auto()
    BLACK_LIT = auto()
    BLACK_TARGET = auto()
    LIT = auto()
    """The accent, on wood and felt: what may move, what is due now."""
    LIT_INK = auto()
    TARGET = auto()
    """Where something may go, on wood and felt."""
    HOLLOW = auto()
    """The rim of what is about to leave."""
    HOLLOW_GROUND = auto()
    """What is seen through an outline takes this on, to set it off."""
    LAST = auto()
    """What the last turn moved."""
    BLOCKED = auto()
    BLOCKED_INK = auto()
    TRAPPED = auto()
    CURSOR = auto()
    CURSOR_INK = auto()
    BAND_INK = auto()
    BAND_DIM = auto()
    CHIP = auto()
    """The ground of a number that is yet to be played."""
    CHIP_INK = auto()
    DONE = auto()
    LOST = auto()

    @property
    def variable(self) -> str:
        """The theme variable that gives the colour."""
        return f"board-{self.name.lower().replace('_', '-')}"
