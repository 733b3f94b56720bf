from __future__ import annotations

from binascii import b2a_base64
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import (
    RULESETS,
    Cube,
    Doubles,
    Landing,
    Opening,
    Phase,
    Position,
    Rules,
    Scale,
    Side,
    Start,
    StartingPosition,
)
from backgammon_tui.storage.codes import (
    DecodedPosition,
    _decode_base64,
    complete,
    first_code,
    gnubg_id,
    has_position_id,
    position_id,
    read_code,
    read_position_id,
    read_starting_position,
    xgid,
)
from backgammon_tui.storage.mat import RULES
from backgammon_tui.words.problems import describe_left_out
from tests.storage.matches import new_match, random_match

BACKGAMMON = RULESETS["backgammon"]
START = BACKGAMMON.start.position
W, B = Side.WHITE, Side.BLACK


def coded(position: Position, side: Side) -> DecodedPosition:
    return DecodedPosition(StartingPosition(position, side))


def positions(seed: int) -> list[Position]:
    """Return positions of a random game with all checkers on points, bar or off."""
    history = random_match(seed, games=1).games[0].history(RULES)
    return [game.position for game in history if not game.is_over]


def test_start_has_the_usual_codes() -> None:
    assert gnubg_id(coded(START, W)) == "4HPwATDgc/ABMA:cAkAAAAAAAAA"
    assert {position_id(START, side) for side in Side} == {"4HPwATDgc/ABMA"}
    assert read_code("4HPwATDgc/ABMA") == DecodedPosition(StartingPosition(START, W))
    no_cube = b2a_base64((_decode_base64("cAkAAAAAAAAA", "match ID") | 15).to_bytes(9, "little"))
    code = f"4HPwATDgc/ABMA:{no_cube.decode().strip()}"
    assert read_code(code) == DecodedPosition(StartingPosition(START, W))
    assert xgid(coded(START, W)) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    started = coded(START, B)._replace(dice=(3, 1), length=7)
    assert xgid(started).endswith(":0:0:-1:31:0:0:0:7:10")


cubes = st.builds(
    Cube, st.integers(0, 10).map(lambda log: 1 << log), st.sampled_from([None, *Side])
)
rolls = st.tuples(st.integers(1, 6), st.integers(1, 6))
scores = st.tuples(st.integers(0, 24), st.integers(0, 24))


@given(
    st.sampled_from(positions(2)),
    st.sampled_from(Side),
    cubes,
    st.one_of(st.just("doubled"), st.none(), rolls),
    scores,
    st.sampled_from([None, 25]),
    st.booleans(),
)
def test_code_round_trips(
    position: Position,
    side: Side,
    cube: Cube,
    rolled: tuple[int, int] | str | None,
    score: tuple[int, int],
    length: int | None,
    is_crawford: bool,
) -> None:
    assert read_position_id(position_id(position, side), side) == position
    dice = rolled if isinstance(rolled, tuple) else None
    is_crawford = is_crawford and length is not None
    start = StartingPosition(position, side, cube=cube)
    whole = DecodedPosition(start, dice, score, length, is_crawford, rolled == "doubled")
    assert read_code(xgid(whole)) == whole
    assert read_code(gnubg_id(whole)) == whole


@pytest.mark.parametrize(
    ("code", "score", "length", "cube", "crawford", "phase"),
    [
        ("00:3:1:0:7:10", (3, 1), 7, Cube(), False, Phase.ROLL),
        ("00:6:1:1:7:10", (6, 1), 7, None, True, Phase.ROLL),
        ("00:6:1:0:7:10", (6, 1), 7, Cube(), False, Phase.ROLL),
        ("D:3:1:0:7:10", (3, 1), 7, Cube(), False, Phase.DOUBLED),
        ("52:3:1:0:7:10", (3, 1), 7, Cube(), False, Phase.MOVE),
    ],
)
def test_match_begins_with_the_state_of_a_code(
    code: str,
    score: tuple[int, int],
    length: int,
    cube: Cube | None,
    crawford: bool,
    phase: Phase,
) -> None:
    text = f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{code}"
    rules = replace(BACKGAMMON, cube=True)
    read = read_starting_position(complete(text), rules)
    table = read.begin(new_match(rules, length), None)
    assert (table.match.score(W), table.match.score(B)) == score
    assert (table.record.length, table.game.phase, table.game.cube) == (length, phase, cube)
    assert table.match.is_crawford is table.record.games[0].is_crawford is crawford
    assert xgid(DecodedPosition.from_table(table, W)) == text
    other = read.begin(new_match(rules, 9), None)
    assert other.match.score(W) == 0


def test_score_without_its_match_is_reported() -> None:
    message = "The code has a score of 3 to 1; the match begins at 0 to 0."
    assert describe_left_out((3, 1)) == message
    assert not describe_left_out((0, 0))


def test_turned_cube_needs_its_house_rule() -> None:
    code = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10"
    with pytest.raises(ValueError, match="turn on the house rule cube"):
        read_starting_position(code, replace(BACKGAMMON, cube=False))
    read = read_starting_position(code, replace(BACKGAMMON, cube=True))
    assert read.starting_position.cube == Cube(2, W)


IDS = "4HPwATDgc/ABMA:cAkAAAAAAAAA"
SHOWN = """ GNU Backgammon  Position ID: 4HPwATDgc/ABMA
                 Match ID   : cAkAAAAAAAAA
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg
"""


@pytest.mark.parametrize(
    "text",
    [
        IDS,
        f"GNUBGID {IDS}",
        f"gnubgid: {IDS}",
        "Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAA",
        "Position ID: 4HPwATDgc/ABMA\nMatch ID: cAkAAAAAAAAA\n",
        "Position ID: 4HPwATDgc/ABMA",
        SHOWN,
    ],
)
def test_forms_of_ids_are_read(text: str) -> None:
    code = complete(first_code(text))
    assert read_starting_position(code, BACKGAMMON).starting_position == StartingPosition(START, W)


WRITTEN_BY_GNU_BACKGAMMON = {
    "XGID=-GH--------------------bc-:0:0:-1:62:6:3:0:7:10": "f/8AAAA3AAAAAA:MAHrADAAMAAA",
    "XGID=-b-A--EAC---eC---b-c-a-bB-:1:1:1:00:6:2:0:11:10": "JmfwATDE18EBMA:UQlgASAAMAAA",
    "XGID=-adCC-D--------aaA-cA-bcBA:0:0:1:21:2:0:0:11:10": "bhwFAC/ceQBEWA:cAllAQAAEAAA",
    "XGID=-Gb-Aa--Aa---A-AbA-B--cfA-:0:0:-1:D:3:3:0:7:10": "fgcGhBh/hCDJIA:MBngADAAGAAA",
    "XGID=-DcD--Ca-a-a-A--A--A--cfA-:0:0:1:00:3:6:1:7:10": "fgdAEhzP44CIIA:8AngAGAAGAAA",
    "XGID=-b-B-AE-B---eC---a-c--bbB-:2:1:-1:00:3:0:0:7:10": "TJ/BATA2TvABMA:EgHgAAAAGAAA",
    "XGID=-H--A-a-----aA-a---BAacfbB:0:0:-1:00:6:5:1:7:10": "/wggsGD7XSACAQ:sAHgAFAAMAAA",
    "XGID=aaABCcE-a-----A---Aa--ceB-:0:0:1:D:2:9:0:11:10": "2vkAITC+IwDiUA:cBFgAZAAEAAA",
}
"""IDs of GNU Backgammon for XGIDs of both sides: rolls, doubles, turned cubes, Crawford games."""


@pytest.mark.parametrize(("code", "written"), WRITTEN_BY_GNU_BACKGAMMON.items())
def test_ids_with_cube_match_gnu_backgammon(code: str, written: str) -> None:
    coded = read_code(code)
    assert coded
    assert gnubg_id(coded) == written
    position, match = written.split(":")
    for text in (
        written,
        f"GNUBGID {written}",
        f"Position ID: {position} Match ID: {match}",
        f" GNU Backgammon  Position ID: {position}\n                 Match ID   : {match}\n",
    ):
        assert read_code(complete(first_code(text))) == coded


REFUSED = {
    "4HPwATDgc/ABMA:OPlQAhABMAAA": "has a roll, but a double is offered before the roll",
    "XGID=-b----E-C---eE---c-e----B-:11:0:1:00:0:0:0:0:10": "the cube shows 1, 2, 4",
    "XGID=-b----E-C---eE---c-e----B-:1:0:1:B:0:0:0:0:10": "has a beaver",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:03:0:0:0:0:10": "are not a roll",
    "XGID=B------E-C--eE---c-e----B-:0:0:1:00:0:0:0:0:10": "the other side",
    "XGID=-o----O-O---eE---c-e----B-:0:0:1:00:0:0:0:0:10": "15 checkers, not",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10": "are not a roll",
    "XGID=-b----E-C---eE---c-e----B-:0:0:2:52:0:0:0:0:10": "turn .1 or -1.",
    "XGID=-b": "26 places",
    "//////////////": "15 checkers|no position ID",
    "4HPwATDgc/ABMA:YAkAAAAAAAAA": "nobody can own the cube",
    "AAAAAAAAAAAAAA": "the game is over",
}


@pytest.mark.parametrize(("code", "reason"), REFUSED.items())
def test_unplayable_code_is_rejected(code: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_code(code)


def test_position_line_and_code_are_interchangeable() -> None:
    for text, side in ((f"{START}; B to move", B), (f" {START};", W), (xgid(coded(START, B)), B)):
        start = read_starting_position(complete(text), BACKGAMMON).starting_position
        assert start == StartingPosition(START, side)
    for text in ("", "hello", str(START)):
        assert read_code(text) is None
    with pytest.raises(ValueError, match="only describe positions of backgammon"):
        read_starting_position(xgid(coded(START, B)), RULESETS["russian"])


@given(st.text(alphabet="ABab-XGID=:0123456789/+", max_size=60))
def test_any_text_is_read_ignored_or_rejected(text: str) -> None:
    code_read = None
    with suppress(ValueError):
        code_read = read_code(text)
    assert code_read is None or code_read.starting_position.game(BACKGAMMON)


# ---- position IDs, compared with GNU Backgammon's


@pytest.mark.parametrize(
    ("line", "on_roll", "written"),
    [
        # After 8/5 6/5: the side that has played comes first.
        ("W 24:2 13:5 8:2 6:4 5:2 / B 24:2 13:5 8:3 6:5", Side.BLACK, "sGfwATDgc/ABMA"),
        # During a turn, the side that plays comes last.
        ("W 24:2 13:5 8:2 6:4 5:2 / B 24:2 13:5 8:3 6:5", Side.WHITE, "4HPwATCwZ/ABMA"),
        ("W 15:1 13:5 8:3 6:4 5:2 / B 21:2 16:1 13:3 8:4 6:5", Side.BLACK, "sOfgEwDg8+AIBg"),
        ("W 2:1 off:14 / B 4:1 3:3 1:4 off:7", Side.BLACK, "AgAAPBcAAAAAAA"),
        ("W bar:14 off:1 / B bar:13 off:2", Side.BLACK, "AAAA/z8AAID/Dw"),
        ("W off:15 / B bar:15", Side.BLACK, "AAAAAAAA/v8AAA"),
    ],
)
def test_ids_match_gnu_backgammon(line: str, on_roll: Side, written: str) -> None:
    assert position_id(Position.parse(line), on_roll) == written


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("W hand:15 / B 24:15", "in hand"),
        ("W 24:15 / B 24:14 hand:1", "in hand"),
        ("W 24:14 18:1! / B 24:14 7:1", "trapped"),
        ("W 24:14 18:1 / B 24:14 7:1!", "trapped"),
        # As in a parallel game, where White's 18 and Black's 7 are two points.
        ("W 24:14 18:1 / B 24:14 7:1", "both sides on one point"),
    ],
)
def test_some_positions_have_no_id(line: str, problem: str) -> None:
    for side in Side:
        with pytest.raises(ValueError, match=problem):
            position_id(Position.parse(line), side)


@pytest.mark.parametrize(
    ("rules", "standard"),
    [
        (replace(BACKGAMMON, name="ours", title="Ours"), True),
        (replace(BACKGAMMON, opening=Opening.AGAIN, winner_starts=True), True),
        (replace(BACKGAMMON, scale=Scale.ONE), True),
        (replace(BACKGAMMON, doubles=Doubles.COMPLEMENT), False),
        (replace(BACKGAMMON, landing=Landing.HIT_OR_TRAP), False),
        (replace(BACKGAMMON, opponent_completes=True), False),
        (replace(BACKGAMMON, higher_number=False), False),
        (replace(BACKGAMMON, start=Start.ACE_POINT, cube=False), False),
    ],
)
def test_only_standard_backgammon_has_ids(rules: Rules, standard: bool) -> None:
    assert has_position_id(rules) is standard
    assert [rules.name for rules in RULESETS.values() if has_position_id(rules)] == ["backgammon"]
