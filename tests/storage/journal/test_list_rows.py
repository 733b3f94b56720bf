"""Rows of lists are made for the width they have."""

from __future__ import annotations

from datetime import UTC, datetime

from backgammon_tui.storage.journal.list_rows import describe_open, match_row, player_row
from backgammon_tui.storage.journal.query import MatchLine, PlayerLine
from backgammon_tui.storage.journal.write import MatchState

NAME = "Anna-Maria Schmidt-Rottluff"
NOW = datetime(2026, 3, 1, tzinfo=UTC)
MATCH = MatchLine(
    1, "russian", NAME, "Bo", 5, MatchState.WON, "", "2024-06-15T12:00:00+00:00", 3, 5, 2
)


def test_a_list_of_76_columns_cuts_names_and_games() -> None:
    rows = [match_row(MATCH, NOW, width, is_deleted=False) for width in (76, 77)]
    assert rows == [
        "15 Jun 2024  Anna-Mar… – Bo Russian  5:2 to 5 Anna-Maria Schmidt-Rottlu… won",
        "15 Jun 2024   Anna-Maria Schmi… – Bo  Russian          5:2 to 5     Anna… won",
    ]
    player = PlayerLine(1, NAME, 3, 2, 4, 7, 0)
    assert [player_row(player, width) for width in (76, 77)] == [
        "Anna-Maria Schmidt-…  10 games · 7 against the program",
        f"{NAME:<40}  10 games · 7 against the program",
    ]
    assert describe_open(MATCH, NOW) == (f"{NAME} – Bo", "Russian 5:2 to 5", "15 Jun 2024")
