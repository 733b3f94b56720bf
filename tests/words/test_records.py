from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import combinations_with_replacement

from hypothesis import assume, given
from hypothesis import strategies as st
from rich.cells import cell_len

from backgammon_tui.engine import Ending, Match, Phase, Result, Rules, Side
from backgammon_tui.match.record import AgreeHelp, DiceKind, DiceOrigin, GameRecord, MatchRecord
from backgammon_tui.match.table import Awaited, MatchState
from backgammon_tui.settings import Help
from backgammon_tui.stats import NOTHING as NOBODY
from backgammon_tui.stats import ROLLS, Column, RollCounts, Tally, roll_index
from backgammon_tui.words.columns import NARROW
from backgammon_tui.words.records import (
    MatchLine,
    PlayerLine,
    describe_open,
    describe_score_sheet,
    describe_tally,
    draw_roll_counts,
    match_row,
    player_row,
)
from tests.engine.examples import NAMES, B, W, rules_named

NO_ROLLS = NOBODY.rolls
NOTHING = Column(0, 0, 0, 0, NOBODY, NO_ROLLS, NO_ROLLS)
OWN = NOTHING._replace(
    won=7,
    points=9,
    gammons=2,
    sums=NOBODY._replace(
        turns=1312,
        hits=71,
        doubles=248,
        chains=90,
        longest_chain=5,
        longest_turn=33,
        lost_numbers=301,
        forfeited=1007,
    ),
)
OTHER_SUMS = OWN.sums._replace(turns=1308, hits=80, forfeited=990)
OTHER = OWN._replace(won=4, points=4, gammons=0, sums=OTHER_SUMS)
TALLY = Tally("Anna", "Boris", 12, 1, OWN, OTHER)


def test_rows_of_traps_and_gammons_appear_if_any() -> None:
    other = OTHER._replace(sums=OTHER_SUMS._replace(traps=3), backgammons=1)
    text = "\n".join(describe_tally(TALLY._replace(other=other)))
    assert re.search(r"^Traps +0 +3$", text, re.MULTILINE)
    assert re.search(r"^  backgammons +0 +1$", text, re.MULTILINE)
    assert not re.search("Traps|backgammons", "\n".join(describe_tally(TALLY)))


def test_lost_numbers_are_explained_below_the_table() -> None:
    about = (
        "Unplayed numbers: those that a side could not play itself, and the complements lost with"
        " them."
    )
    assert " ".join(describe_tally(TALLY)).endswith(about)
    sums = OWN.sums._replace(lost_numbers=0)
    own, other = TALLY.own._replace(sums=sums), TALLY.other._replace(sums=sums)
    assert about not in " ".join(describe_tally(TALLY._replace(own=own, other=other)))


def test_no_games_give_no_table() -> None:
    nothing = Tally("Anna", None, 0, 0, NOTHING, NOTHING)
    assert describe_tally(nothing) == ["Anna against people", "", "No finished games yet."]
    message = (
        "1 game against the computer, counted separately:",
        "  press o",
        "Games from a position are not counted (2).",
    )
    apart = nothing._replace(against_computer=1, from_position=2)
    assert describe_tally(apart, ["press o"])[2:] == [*message]


names = st.text(st.sampled_from("aZ 梅🎲é\u0301[]\\\x1b\n\u202e"), min_size=1, max_size=40)


@given(names, names)
def test_names_do_not_change_the_layout(player: str, opponent: str) -> None:
    lines = describe_tally(TALLY._replace(player=player, opponent=opponent))
    expect_fitting_lines(lines)
    own_ends = {cell_len(line) for line in lines[3:15]}
    assert own_ends == {NARROW}, "both columns end where the page does"
    assert len(lines) == len(describe_tally(TALLY))


def expect_fitting_lines(lines: list[str]) -> None:
    """Assert that no line is too wide or contains anything unexpected."""
    for line in lines:
        assert cell_len(line) <= NARROW, line
        assert not re.search("[\x00-\x1f\x7f\u202e]", line), ascii(line)


# ---- the dice


def roll_counts_of(first: int = 20, **rolls: int) -> RollCounts:
    """Return counts with the same number of each roll, except for those written as `d31=5`."""
    result = [first] * ROLLS
    for name, number in rolls.items():
        result[roll_index(int(name[1]), int(name[2]))] = number
    return RollCounts(tuple(result))


def test_rolls_are_shown_next_to_expected_counts() -> None:
    assert draw_roll_counts(roll_counts_of(d11=6, d66=33, d31=30))[:13] == [
        "729 rolls of the program's dice",
        "│ marks the expected count",
        "",
        "Doubles   rolled  expected",
        "  1-1          6      20.2  ██▌     │",
        "  2-2         20      20.2  ████████│",
        "  3-3         20      20.2  ████████│",
        "  4-4         20      20.2  ████████│",
        "  5-5         20      20.2  ████████│",
        "  6-6         33      20.2  ████████│█████",
        "  all        119     121.5",
        "",
        "Other     rolled  expected",
    ]


def test_bars_can_be_ascii() -> None:
    lines = draw_roll_counts(roll_counts_of(d11=6, d66=33, d31=30), typed=True, ascii_only=True)
    assert all(line.isascii() for line in lines)
    assert lines[0] == "729 rolls of real dice, typed in"
    for expected in (
        "  1-1          6      20.2  ##      |",
        "  6-6         33      20.2  ########|#####",
        "  1          222     243.0  ################# |",
    ):
        assert expected in lines


def test_every_roll_has_a_row_and_doubles_half_a_bar() -> None:
    lines = draw_roll_counts(roll_counts_of(), ascii_only=True)
    for first, second in combinations_with_replacement(range(1, 7), 2):
        bar = "#" * (10 if first == second else 20) + "|"
        (row,) = (line.split() for line in lines if line.startswith(f"  {second}-{first} "))
        assert (float(row[1]), row[3]) == (float(row[2]), bar)


all_roll_counts = (
    st.lists(st.integers(0, 100_000), min_size=ROLLS, max_size=ROLLS).map(tuple).map(RollCounts)
)


@given(
    all_roll_counts
    | st.lists(st.integers(0, 2), min_size=ROLLS, max_size=ROLLS).map(tuple).map(RollCounts)
)
def test_all_counts_fit_the_columns(rolled: RollCounts) -> None:
    assume(rolled.total)
    for ascii_only in (False, True):
        expect_fitting_lines(draw_roll_counts(rolled, typed=True, ascii_only=ascii_only))


def test_single_roll_is_singular() -> None:
    assert draw_roll_counts(roll_counts_of(first=0, d31=1))[0] == "1 roll of the program's dice"


Scored = tuple[Result, Side | None]


def borne_off(winner: Side, points: int, starter: Side | None = W) -> Scored:
    return Result(Ending.BORNE_OFF, winner, points), starter


def sheet_of(
    rules: Rules,
    length: int | None,
    games: Sequence[Scored],
    awaited: str = "",
    players: tuple[str, str] = ("Anna", "Boris"),
) -> list[str]:
    dice = DiceOrigin(DiceKind.TYPED)
    records = tuple(GameRecord(dice, first=starter) for _, starter in games)
    record = MatchRecord(rules, *players, "2026-03-01", length, records)
    results = tuple(result for result, _ in games)
    return describe_score_sheet(record, Match(rules, length, results), awaited)


def test_score_sheet_lists_starter_and_value() -> None:
    games = [
        borne_off(W, 2),
        borne_off(B, 1, B),
        (Result(Ending.RESIGNED, W, 1), None),
        (Result(Ending.AGREED_DRAW, None, 0), B),
        (Result(Ending.DEAD, None, 0), None),
    ]
    rules = rules_named("never-finishing", free_entry=False, higher_number=True)
    sheet = sheet_of(rules, 5, games, "White to roll")
    assert sheet == [
        "The Never Finishing Game, a match to 5",
        "Anna is White, Boris is Black.",
        "House rules: higher number required: on.",
        "",
        "                                  Anna      Boris",
        "Game 1, Anna starts                  2",
        "  Anna wins a gammon: Boris has borne off",
        "  nothing.",
        "Game 2, Boris starts                            1",
        "  Boris wins a single game: Anna has borne off at",
        "  least one checker.",
        "Game 3                               1",
        "  Boris resigns; Anna wins 1 point.",
        "Game 4, Boris starts",
        "  Both agree to a draw: no points.",
        "Game 5",
        "  Nobody can ever move again: the game is a draw,",
        "  no points.",
        "Game 6: White to roll",
        "Total                                3          1",
        "",
        "Anna needs 2, Boris needs 4.",
    ]


def test_sheets_use_the_terms_of_ruleset_and_match() -> None:
    for name, length, game, texts in (
        ("french", None, borne_off(W, 1), ["Anna wins. Total"]),
        ("russian", None, borne_off(W, 3), ["in hand, on the bar or in the entry board."]),
        ("backgammon", None, borne_off(W, 3), ["on the bar or in the winner's home board."]),
        ("russian", 3, borne_off(B, 3), ["Boris has won the match."]),
        (
            "russian",
            None,
            borne_off(B, 3),
            ["Russian Backgammon, no limit", "House rules: as usual.", "1 game finished."],
        ),
    ):
        sheet = sheet_of(rules_named(name), length, [game])
        text = " ".join(line.strip() for line in sheet)
        assert [part for part in texts if part not in text] == []


endings = st.sampled_from(
    [
        borne_off(W, 1, B),
        borne_off(B, 3),
        (Result(Ending.RESIGNED, B, 2), W),
        (Result(Ending.DEAD, None, 0), None),
    ]
)
some_names = st.text(st.sampled_from("aW梅é [b]\u0301-"), min_size=1, max_size=40)


@given(st.sampled_from(NAMES), some_names, some_names, st.lists(endings, max_size=8))
def test_lines_fit_a_narrow_terminal(
    name: str, white: str, black: str, games: Sequence[Scored]
) -> None:
    rules = rules_named(name, scale=rules_named("backgammon").scale, winner_starts=True)
    sheet = sheet_of(rules, 999, games, "White completes" * 2, (white, black))
    assert max(map(cell_len, sheet)) <= NARROW


def test_sheet_mentions_help_and_cuts_long_names() -> None:
    rules, typed = rules_named("french"), GameRecord(DiceOrigin(DiceKind.TYPED))
    games = typed, typed.add(AgreeHelp(Help.TUTOR, W))
    record = MatchRecord(rules, "A" * 20, "B" * 21, "2026-03-01", None, games)
    text = " ".join(describe_score_sheet(record, Match(rules, None)))
    assert "Computer help: off, then hints and tutor, agreed in game 2." in text
    assert f"{'A' * 20} is White, {'B' * 17}..." in text


# ---- lists

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
    player = PlayerLine(NAME, 3, 4, 10, 7)
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
