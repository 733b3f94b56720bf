from __future__ import annotations

from datetime import UTC, datetime

from backgammon_tui.engine import Phase
from backgammon_tui.match.lists import MatchLine, PlayerLine
from backgammon_tui.match.table import Awaited, MatchState
from backgammon_tui.words.lists import describe_open, match_row, player_row
from tests.engine.examples import B, W

NAME = "Anna-Maria Schmidt-Rottluff"
NOW = datetime(2026, 3, 1, tzinfo=UTC)
MATCH = MatchLine(
    1, "russian", NAME, "Bo", 5, MatchState.WON, None, "2024-06-15T12:00:00+00:00", 3, 5, 2
)


def test_narrow_list_cuts_names_and_games() -> None:
    rows = [match_row(MATCH, NOW, width, is_deleted=False) for width in (76, 77)]
    assert rows == [
        "15 Jun 2024  Anna-M… – Bo Russian    5:2 to 5 Anna-Maria Schmidt-Rottlu… won",
        "15 Jun 2024   Anna-Maria Schmi… – Bo  Russian          5:2 to 5     Anna… won",
    ]
    minimum = MATCH._replace(ruleset="backgammon", state=MatchState.ENDED)
    row = match_row(minimum, NOW, 55, is_deleted=False)
    assert row == "15 Jun 2024  Anna-M… – Bo Backgammon 5:2 to 5 ended"
    player = PlayerLine(1, NAME, 3, 2, 4, 7, 0)
    assert [player_row(player, width) for width in (76, 77)] == [
        "Anna-Maria Schmidt-…  10 games · 7 against the computer",
        f"{NAME:<40}  10 games · 7 against the computer",
    ]
    is_open = MATCH._replace(state=MatchState.PLAYING)
    shown = (f"{NAME} – Bo", "Russian, 5:2, match to 5, next game", "15 Jun 2024")
    assert describe_open(is_open, NOW) == shown


def test_resume_addresses_a_person_who_plays_the_computer() -> None:
    line = MATCH._replace(
        ruleset="never-finishing",
        white="computer:easy",
        black="Eve",
        length=None,
        state=MatchState.PLAYING,
    )
    for awaited, address in {
        Awaited(Phase.ROLL, B, B, ()): "your roll",
        Awaited(Phase.ROLL_AGAIN, B, B, ()): "your extra roll",
        Awaited(Phase.MOVE, B, B, (3, 3)): "you are to play two 3s",
        Awaited(Phase.ROLL, W, W, ()): "the computer to roll",
        Awaited(Phase.COMPLETE, W, B, (3,)): "the computer to play the 3 for Eve",
        Awaited(Phase.OPENING, None, None, ()): "the opening roll",
    }.items():
        names, title, _ = describe_open(line._replace(awaited=awaited), NOW)
        assert names == "Eve against the computer"
        assert title == f"Never Finishing, 2:5, {address}"
