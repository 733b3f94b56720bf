"""Pictures are sent once, moved when they move, and none is left behind."""

from __future__ import annotations

import re
from typing import Any

from textual.geometry import Region

from backgammon_tui.tui.board import layer
from backgammon_tui.tui.board.layer import Layer, Sheet
from backgammon_tui.tui.board.scene import Drawing, Placement, Placements
from backgammon_tui.tui.board.sprites import Bitmap
from tests.tui.picture_screen import PictureScreen

_PLACE = re.compile(r"\x1b\[(\d+);(\d+)H\x1b_G([^;\x1b]*a=p[^\x1b]*)\x1b\\")


def dot(red: int) -> Bitmap:
    return Bitmap(2, 2, bytes((red, 0, 0)) * 4)


def at(x: int, red: int = 1, **more: Any) -> Placement:
    return Placement(Drawing(dot, (red,)), x, 0, 0, **more)


BOARD = Region(1, 2, 30, 20)


def test_equal_pictures_are_sent_once_and_only_what_moves_is_placed_anew() -> None:
    under, screen = Layer((10, 20)), PictureScreen()
    screen.take(under.changes([Sheet(BOARD, {"a": at(0), "b": at(25)})]))
    assert (len(screen.pictures), len(screen.placements)) == (1, 2)
    assert under.changes([Sheet(BOARD, {"a": at(0), "b": at(25)})]) == ""
    moved = under.changes([Sheet(BOARD, {"a": at(0), "b": at(37)})])
    screen.take(moved)
    (place,) = _PLACE.finditer(moved)
    # 37 pixels from the second column of ten.
    assert (place[1], place[2]) == ("3", "5")
    assert ",X=7," in place[3]
    assert len(screen.placements) == 2


def test_what_is_gone_is_taken_up_and_another_picture_replaces_the_first() -> None:
    under, screen = Layer((10, 20)), PictureScreen()
    screen.take(under.changes([Sheet(BOARD, {"a": at(0), "b": at(25)})]))
    screen.take(under.changes([Sheet(BOARD, {"a": at(0, red=2)})]))
    (placement,) = screen.placements.values()
    assert len(screen.pictures) == 2
    assert (placement["i"], 1) in screen.placements


def test_a_veil_lies_over_the_whole_board_as_long_as_a_dialog_is_open() -> None:
    under, screen = Layer((10, 20)), PictureScreen()
    table: Placements = {"a": at(0)}
    screen.take(under.changes([Sheet(BOARD, table)]))
    screen.take(under.changes([Sheet(BOARD, table, (0x101413, 153))]))
    veil = max(screen.placements.values(), key=lambda placement: placement["z"])
    assert (veil["c"], veil["r"]) == (30, 20)
    assert veil["z"] < -(1 << 30)
    screen.take(under.changes([Sheet(BOARD, table)]))
    assert len(screen.placements) == 1


def test_nothing_is_left_and_all_can_be_sent_again() -> None:
    under, screen = Layer((10, 20)), PictureScreen()
    table: Placements = {"a": at(0), "b": at(1, red=2)}
    screen.take(under.changes([Sheet(BOARD, table)]))
    screen.take(under.gone())
    assert not screen.pictures
    assert not screen.placements
    screen.take(under.changes([Sheet(BOARD, table)]))
    assert len(screen.placements) == 2


def test_pictures_that_lie_nowhere_are_freed_before_there_are_too_many() -> None:
    under, screen = Layer((10, 20)), PictureScreen()
    for height in range(1, 2 * layer._MAX_PICTURES):
        tall = Placement(Drawing(_tall, (height,)), 0, 0, 0)
        screen.take(under.changes([Sheet(BOARD, {"a": tall, "b": at(height % 3)})]))
        assert len(screen.pictures) <= layer._MAX_PICTURES + 1
        assert len(screen.placements) == 2


def _tall(height: int) -> Bitmap:
    return Bitmap(1, height, bytes(3 * height))
