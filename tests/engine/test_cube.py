"""The doubling cube: who may turn it and when, and the points of games and matches with it."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import (
    RULESETS,
    Action,
    AgreeDraw,
    Cause,
    Cube,
    Double,
    Ending,
    Game,
    Match,
    NotAllowed,
    Pass,
    Phase,
    Resign,
    Result,
    Roll,
    ScoreBefore,
    Side,
    Start,
    StartingPosition,
    Take,
)
from backgammon_tui.engine.events import Doubled, Event, GameEnded, Passed, Taken
from backgammon_tui.engine.game import MAX_CUBE
from tests.engine.examples import B, W, game_at, played, rules_named
from tests.engine.strategies import walk

RULES = rules_named("backgammon", cube=True)
LINE = "W 8:3 6:5 5:4 4:3 / B 13:3 8:3 6:5 5:2 4:2"


def at(actions: str = "", line: str = LINE, side: Side = W) -> Game:
    return played(game_at("backgammon", line, side, cube=True), actions)


def refused(game: Game, action: Action) -> Cause:
    with pytest.raises(NotAllowed) as refusal:
        game.apply(action)
    return refusal.value.reason.cause


@pytest.mark.parametrize(
    ("actions", "phase", "actor", "cube", "events"),
    [
        ("double", Phase.DOUBLED, B, Cube(1), (Doubled(W, 2),)),
        ("double take", Phase.ROLL, W, Cube(2, B), (Taken(B, 2),)),
        ("double take 6-5 8/2 8/3 double take", Phase.ROLL, B, Cube(4, W), (Taken(W, 4),)),
    ],
)
def test_cube_changes_hands(
    actions: str, phase: Phase, actor: Side, cube: Cube, events: tuple[Event, ...]
) -> None:
    game = at(actions)
    assert (game.phase, game.actor, game.cube, game.events) == (phase, actor, cube, events)


def test_passed_double_wins_the_points_before_it() -> None:
    game = at("double take 6-5 8/2 8/3 double pass")
    assert game.result == Result(Ending.PASSED, B, 2, 2)
    assert game.events == (Passed(W), GameEnded(game.result))


@pytest.mark.parametrize(
    ("actions", "cause"),
    [
        ("double", Cause.NOT_NOW),
        ("double take", Cause.NOT_YOUR_CUBE),
        ("6-5", Cause.NOT_NOW),
        ("double pass", Cause.NOT_NOW),
    ],
)
def test_double_out_of_turn_is_rejected(actions: str, cause: Cause) -> None:
    assert refused(at(actions), Double()) is cause


def test_only_a_double_is_answered() -> None:
    for actions in ("", "double take", "6-5"):
        for answer in (Take(), Pass()):
            assert refused(at(actions), answer) is Cause.NOT_NOW
    assert refused(at("double"), Roll(2, 1)) is Cause.NOT_NOW


def test_nobody_doubles_before_the_opening_roll() -> None:
    opening = Game.start(RULES)
    assert not opening.may_double
    assert refused(opening, Double()) is Cause.NOT_NOW
    second = played(opening, "5:3 8/3 6/3")
    assert second.may_double
    assert second.apply(Double()).actor is W


@pytest.mark.parametrize("name", RULESETS)
def test_game_without_cube_has_no_doubles(name: str) -> None:
    rules = RULESETS[name]
    if rules.start is Start.STANDARD:
        rules = rules_named(name, cube=False)
    game = Game.start(rules, W)
    assert game.cube is None
    assert not game.may_double
    assert game.stake == 1
    assert refused(game, Double()) is Cause.NO_CUBE


@pytest.mark.parametrize(
    ("line", "worth"),
    [
        ("W 1:1 off:14 / B 6:14 off:1", 1),
        ("W 1:1 off:14 / B 6:15", 2),
        ("W 1:1 off:14 / B 6:14 bar:1", 3),
    ],
)
def test_points_are_multiplied_by_the_cube(line: str, worth: int) -> None:
    result = at("double take 2-1 1/off", line).result
    assert result == Result(Ending.BORNE_OFF, W, 2 * worth, 2)
    assert result
    assert result.worth == worth


def test_resignation_is_worth_a_multiple_of_the_cube() -> None:
    game = at("double take")
    assert game.win_points == (2, 4, 6)
    assert game.apply(Resign(B, 4)).result == Result(Ending.RESIGNED, W, 4, 2)
    for points in (1, 3, 8):
        assert refused(game, Resign(B, points)) is Cause.NOT_ON_SCALE


def test_open_double_does_not_change_the_points() -> None:
    game = at("double")
    assert game.apply(Resign(B, 1)).result == Result(Ending.RESIGNED, W, 1, 1)
    assert refused(game, Resign(B, 4)) is Cause.NOT_ON_SCALE
    assert game.apply(AgreeDraw()).result == Result(Ending.AGREED_DRAW, None, 0)


def test_cube_stops_at_its_maximum() -> None:
    game = StartingPosition.parse(f"{LINE}; W to move; cube {MAX_CUBE} W").game(RULES)
    assert not game.may_double
    assert refused(game, Double()) is Cause.NOT_YOUR_CUBE


@pytest.mark.parametrize("cube", ["cube 2 W", "cube 64", "cube 1024 B"])
def test_cube_of_a_starting_position_round_trips(cube: str) -> None:
    line = f"{LINE}; W to move; {cube}"
    start = StartingPosition.parse(line)
    assert str(start) == line
    assert start.game(RULES).cube == start.cube
    assert start.game(RULESETS["french"]).cube is None


@pytest.mark.parametrize("cube", ["cube 3", "cube 2048", "cube 0", "cube 2 X", "cube"])
def test_malformed_cube_is_rejected(cube: str) -> None:
    with pytest.raises(ValueError, match=r"cube|looks like"):
        StartingPosition.parse(f"{LINE}; W to move; {cube}")


# ---- matches

CUBE_2 = Result(Ending.PASSED, W, 2, 2)
ONE_TO_BLACK = Result(Ending.PASSED, B, 1)
DRAWN = Result(Ending.AGREED_DRAW, None, 0)


@pytest.mark.parametrize(
    ("length", "results", "begun_at", "crawford"),
    [
        (3, (), ScoreBefore(), False),
        (3, (CUBE_2,), ScoreBefore(), True),
        (3, (CUBE_2, ONE_TO_BLACK), ScoreBefore(), False),
        (3, (CUBE_2, ONE_TO_BLACK, ONE_TO_BLACK), ScoreBefore(), False),
        (3, (ONE_TO_BLACK, CUBE_2), ScoreBefore(), True),
        # A drawn Crawford game does not count.
        (3, (CUBE_2, DRAWN), ScoreBefore(), True),
        (3, (CUBE_2, ONE_TO_BLACK, DRAWN), ScoreBefore(), False),
        (7, (), ScoreBefore(6, 3), True),
        (7, (DRAWN,), ScoreBefore(6, 3), True),
        (7, (), ScoreBefore(6, 3, True), False),
        (7, (ONE_TO_BLACK,), ScoreBefore(6, 3), False),
        (7, (CUBE_2,), ScoreBefore(4, 3), True),
        (1, (), ScoreBefore(), True),
        (None, (CUBE_2,), ScoreBefore(), False),
    ],
)
def test_crawford_game_has_no_cube(
    length: int | None, results: tuple[Result, ...], begun_at: ScoreBefore, crawford: bool
) -> None:
    match = Match(RULES, length, results, begun_at)
    assert match.is_crawford is crawford
    game = match.next_game()
    assert game.cube == (None if crawford else Cube())
    assert not Match(RULESETS["russian"], length, results, begun_at).is_crawford


def test_match_begins_at_a_score() -> None:
    match = Match(RULES, 7, (CUBE_2,), ScoreBefore(4, 6))
    assert (match.score(W), match.score(B)) == (6, 6)
    assert match.add(ONE_TO_BLACK).winner is B
    with pytest.raises(ValueError, match="won before its first game"):
        Match(RULES, 5, (), ScoreBefore(5, 0))


def test_games_with_cube_reach_every_ending() -> None:
    endings = set()
    for seed in range(60):
        game = None
        for _, _, following in walk(RULES, seed):
            game = following
        assert game
        assert game.result
        assert game.result.points == game.result.worth * game.result.cube
        assert game.result.cube == game.stake
        endings.add(game.result.ending)
    assert {Ending.BORNE_OFF, Ending.PASSED} <= endings
