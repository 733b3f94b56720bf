"""Every test of the screen uses the same capable terminal and its own folder."""

from __future__ import annotations

import pytest
from textual import constants

from backgammon_tui.tui import app as tui_app
from tests.tui import shortcuts


@pytest.fixture(autouse=True)
def rich_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "LC_CTYPE", "LANG", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    # Textual has read the variable when it was imported.
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")
    # Tests type faster than people; tests of held keys set the time themselves.
    monkeypatch.setattr(tui_app, "MOMENT", 0.0)


shortcuts.take()
