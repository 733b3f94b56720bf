"""The characters and colours of the terminal, and the look that follows from them."""

from __future__ import annotations

import locale
import os
import sys
from typing import Any

from textual.app import App

from backgammon_tui.modes.text import ASCII, LETTERS, Glyphs, seven_bit
from backgammon_tui.tui.board import BoardLook
from backgammon_tui.tui.themes import ColorDepth


def look_for(*, ascii_only: bool, no_color: bool, depth: ColorDepth) -> BoardLook:
    """Return the look for a terminal; `ascii_only` is the players' wish."""
    is_ascii = ascii_only or not speaks_utf8()
    return BoardLook(
        ascii=is_ascii,
        letters=depth is ColorDepth.ANSI,
        colorless=no_color,
        blends=depth is ColorDepth.FULL and not no_color,
    )


def speaks_utf8() -> bool:
    """Return True if the locale promises more than seven-bit characters."""
    named = next(
        (os.environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(name)), ""
    )
    if named in ("C", "POSIX"):
        return False
    encoding = named.partition(".")[2] or _spoken()
    return encoding.replace("-", "").lower().startswith("utf8")


def _spoken() -> str:
    if sys.platform == "win32" and sys.__stdout__:
        return sys.__stdout__.encoding
    return locale.getpreferredencoding(False)


def glyphs_for(look: BoardLook, *, is_dark: bool) -> Glyphs:
    """Return the characters of header, panel and footer that go with a look.

    On a light ground a filled disc is the dark one.
    """
    if look.ascii:
        return ASCII
    if look.has_letters:
        return LETTERS
    return Glyphs() if is_dark else Glyphs(white="○", black="●")


def written(text: str, app: App[Any]) -> str:
    """Return a text of the program in the characters that the terminal has."""
    return seven_bit(text) if app.has_class("-ascii") else text


def advise_room(app: App[Any]) -> str:
    """Say what helps where the window is too small for a board."""
    if app.is_web:
        return "Turn the screen, or make the text smaller."
    return "backgammon-tui --plain plays in any window."
