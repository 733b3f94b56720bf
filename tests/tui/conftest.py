"""Every test of the screen sees the same rich terminal and writes into a folder of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual import constants
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from backgammon_tui.storage.places import FOLDER_VARIABLE
from backgammon_tui.tui import held_keys


@pytest.fixture(autouse=True)
def rich_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("NO_COLOR", "LC_CTYPE", "LANG", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    # Textual has read the variable when it was imported.
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "kept"))
    # Tests type faster than people; those of held keys give the time themselves.
    monkeypatch.setattr(held_keys, "MOMENT", 0.0)


_parse = Stylesheet._parse_rules
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def _parse_once(sheet: Stylesheet, css: str, *how: Any, **more: Any) -> list[RuleSet]:
    """Parse each style sheet once: hundreds of programs begin in one process of the tests."""
    key = (css, how, tuple(more.items()), tuple(sheet._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, *how, **more)
    return _parsed[key]


Stylesheet._parse_rules = _parse_once  # type: ignore[assignment, method-assign]
