"""Finished games to count, written down shortly."""

from __future__ import annotations

from typing import Any

from backgammon_tui.engine import RULESETS, Ending, Game, Result, Side
from backgammon_tui.stats import ROLLS, PlayedGame, SideSummary, roll_index, summarize

QUIET = summarize([Game.start(RULESETS["backgammon"])]).white
"""A side that has not even rolled."""


def part(*rolled: tuple[int, int], **counts: int) -> SideSummary:
    """One side's game with these rolls and counts."""
    rolls = [0] * ROLLS
    for first, second in rolled:
        rolls[roll_index(first, second)] += 1
    data: dict[str, Any] = {**QUIET.as_data(), **counts, "rolls": rolls}
    return SideSummary.from_data(data)


def game(
    key: int,
    white: str,
    black: str,
    winner: Side | None,
    points: int = 1,
    *,
    white_side: SideSummary = QUIET,
    black_side: SideSummary = QUIET,
    typed: bool = False,
) -> PlayedGame:
    """A game that ended so."""
    result = Result(Ending.BORNE_OFF if winner else Ending.DEAD, winner, points if winner else 0)
    return PlayedGame(
        key, "russian", "2026-03-01", white, black, typed, result, white_side, black_side
    )
