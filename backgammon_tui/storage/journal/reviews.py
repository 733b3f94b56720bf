"""Saved reviews of games, which take long to compute."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from enum import Enum
from math import isfinite
from typing import Any
from zlib import crc32

from backgammon_tui.analysis.review import Choice, Finding, Luck
from backgammon_tui.engine import Action, Side, StageKind
from backgammon_tui.engine.notation import read_action, write_action
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.text_file import UNREADABLE


def is_reviewed(journal: Journal, game: int) -> bool:
    return bool(journal.select(int, "SELECT 1 FROM review WHERE game = ?", (game,)))


def read_review(
    journal: Journal, game: int, judge: str, actions: Sequence[Action]
) -> tuple[Finding, ...] | None:
    """Return the findings of a game; None if this evaluator has not reviewed these actions."""
    query = "SELECT findings FROM review WHERE game = ? AND net = ? AND actions = ?"
    for text in journal.select(str, query, (game, judge, _sum(actions))):
        try:
            findings = json.loads(text)
            if isinstance(findings, list):
                return tuple(_checked(_finding(data), len(actions)) for data in findings)
        except UNREADABLE:
            return None
    return None


def _checked(finding: Finding, actions: int) -> Finding:
    """Return a finding; `ValueError` if it is impossible in a game of so many actions."""
    figures = (finding.win, finding.points if isinstance(finding, Luck) else finding.cost)
    if not (0 <= finding.at < actions and all(map(isfinite, figures)) and 0 <= finding.win <= 1):
        raise ValueError("a review contains an impossible choice or roll")
    if isinstance(finding, Luck) and not {*finding.dice} <= {*range(1, 7)}:
        raise ValueError("a review contains an impossible roll")
    return finding


def write_review(
    journal: Journal, game: int, judge: str, actions: Sequence[Action], findings: Sequence[Finding]
) -> None:
    data = [
        {field.name: _plain(getattr(finding, field.name)) for field in fields(finding)}
        for finding in findings
    ]
    with journal.writing(fully=False) as db:
        row = (game, judge, _sum(actions), json.dumps(data))
        # The match may have been deleted in the meantime.
        if db.execute("SELECT 1 FROM game WHERE id = ?", (game,)).fetchone():
            db.execute("INSERT OR REPLACE INTO review VALUES (?, ?, ?, ?)", row)


def _sum(actions: Sequence[Action]) -> int:
    return crc32("\n".join(map(write_action, actions)).encode())


def _plain(value: object) -> object:
    match value:
        case float():
            return round(value, 5)
        case Enum():
            return value.value
        case tuple():
            return [item if isinstance(item, int) else write_action(item) for item in value]
        case _:
            return value


def _finding(data: dict[str, Any]) -> Finding:
    at, side, win = int(data["at"]), Side(data["side"]), float(data["win"])
    if "dice" in data:
        first, second = data["dice"]
        return Luck(at, side, (int(first), int(second)), float(data["points"]), win)
    kind = StageKind(data["kind"]) if data["kind"] else None
    made, best = _actions(data["made"]), _actions(data["best"])
    cost, error = float(data["cost"]), float(data["error"])
    return Choice(at, side, kind, made, best, cost, win, error)


def _actions(texts: Sequence[str]) -> tuple[Action, ...]:
    actions = tuple(read_action(text) for text in texts)
    if None in actions:
        raise ValueError("a review contains an unknown action")
    return tuple(action for action in actions if action)
