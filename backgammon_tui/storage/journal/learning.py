"""Progress in lessons and the quiz, and saved reviews of games.

An item of progress has a name, such as `lesson/russian/1`; `teach` defines its data.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields
from enum import Enum
from math import isfinite
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from backgammon_tui.engine import Action, Side, StageKind
from backgammon_tui.engine.notation import read_action, write_action
from backgammon_tui.names import check_name
from backgammon_tui.stats import SavedItem
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.log import DAMAGE
from backgammon_tui.text_file import UNREADABLE

if TYPE_CHECKING:
    from backgammon_tui.analysis.review import Finding

# ---- progress

_NAME: Final = "name"
"""The item that contains a learner's name as it was typed last."""


def read_progress(journal: Journal, name: str) -> dict[str, str]:
    """Return the data of each item of a learner's progress; empty if they are unknown."""
    folded = _folded(name)
    query = "SELECT item, data FROM progress WHERE player = ? AND item != ?"
    return dict(journal.select(lambda item, data: (item, data), query, (folded, _NAME)))


def all_progress(journal: Journal) -> tuple[SavedItem, ...]:
    """Return the saved items of all learners, with their names as players if they have played."""
    return journal.select(
        SavedItem,
        "SELECT coalesce(name, typed.data, progress.player), progress.item, progress.data"
        " FROM progress LEFT JOIN player ON folded = progress.player"
        " LEFT JOIN progress AS typed ON typed.player = progress.player AND typed.item = ?"
        " WHERE progress.item != ?",
        (_NAME, _NAME),
    )


def count_learners(journal: Journal) -> int:
    """Return the number of named learners."""
    if not journal.exists:
        return 0
    query = "SELECT count(DISTINCT player) FROM progress WHERE player != ''"
    return sum(journal.select(int, query))


def write_progress(journal: Journal, name: str, item: str, data: str) -> None:
    folded = _folded(name)
    with journal.writing() as db:
        db.execute(_WRITE, (folded, item, data))
        if folded:
            db.execute(_WRITE, (folded, _NAME, check_name(name, is_kept=True)))


_WRITE: Final = "INSERT OR REPLACE INTO progress VALUES (?, ?, ?)"


def _folded(name: str) -> str:
    return check_name(name, is_kept=True).casefold() if name else ""


def adopt_progress(journal: Journal, name: str) -> None:
    """Move the progress made without a name to a learner, whose own items stay."""
    with journal.writing() as db:
        move_progress(db, "", check_name(name, is_kept=True))
        db.execute(_WRITE, (_folded(name), _NAME, check_name(name, is_kept=True)))


def move_progress(db: sqlite3.Connection, old: str, new: str) -> None:
    """Move the progress of one player to another, whose own items stay."""
    old, new = old.casefold(), new.casefold()
    db.execute("UPDATE OR IGNORE progress SET player = ? WHERE player = ?", (new, old))
    db.execute("DELETE FROM progress WHERE player = ?", (old,))


def copy_progress(damaged: sqlite3.Connection, journal: Journal) -> None:
    rows: list[tuple[str, str, str]] = []
    with suppress(*DAMAGE):
        for row in damaged.execute("SELECT player, item, data FROM progress"):
            if all(isinstance(value, str) for value in row):
                rows.append(row)
    with journal.writing(fully=False) as db:
        db.executemany(_WRITE, rows)


# ---- reviews, which take long to compute


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
                return tuple(_read_finding(data, len(actions)) for data in findings)
        except UNREADABLE:
            return None
    return None


def write_review(
    journal: Journal, game: int, judge: str, actions: Sequence[Action], findings: Sequence[Finding]
) -> None:
    data = [
        {field.name: _plain(getattr(finding, field.name)) for field in fields(finding)}
        for finding in findings
    ]
    with journal.writing(fully=False) as db:
        # The match may have been deleted in the meantime.
        write = "INSERT OR REPLACE INTO review SELECT id, ?, ?, ? FROM game WHERE id = ?"
        db.execute(write, (judge, _sum(actions), json.dumps(data), game))


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


def _read_finding(data: dict[str, Any], count: int) -> Finding:
    """Return a finding; `ValueError` if it is impossible in a game of `count` actions."""
    # Imported here because it loads networks, which learners' progress does not need.
    from backgammon_tui.analysis.review import Choice, Luck

    at, side, win = int(data["at"]), Side(data["side"]), float(data["win"])
    finding: Finding
    if "dice" in data:
        (first, second), points = map(int, data["dice"]), float(data["points"])
        finding = Luck(at, side, (first, second), points, win)
        is_possible = {first, second} <= {*range(1, 7)} and isfinite(points)
    else:
        kind = StageKind(data["kind"]) if data["kind"] else None
        made, best = _read_actions(data["made"]), _read_actions(data["best"])
        cost, error = float(data["cost"]), float(data["error"])
        finding = Choice(at, side, kind, made, best, cost, win, error)
        is_possible = isfinite(cost)
    if not (is_possible and 0 <= at < count and 0 <= win <= 1):
        raise ValueError("a review contains an impossible choice or roll")
    return finding


def _read_actions(texts: Sequence[str]) -> tuple[Action, ...]:
    actions = tuple(read_action(text) for text in texts)
    if None in actions:
        raise ValueError("a review contains an unknown action")
    return tuple(action for action in actions if action)
