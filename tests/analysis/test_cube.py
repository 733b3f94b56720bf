"""Decisions about the doubling cube, from given chances and by the computer."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import inf

import pytest

from backgammon_tui.analysis.cube import (
    MINE,
    NOBODY,
    THEIRS,
    Away,
    Money,
    Scores,
    WinShares,
    advise,
    equity,
    met,
    scores_for,
)
from backgammon_tui.analysis.cube_rating import rate_cube
from backgammon_tui.analysis.cube_rollout import MAX_GAMES, CubeRollout
from backgammon_tui.analysis.lookahead import Stopped
from backgammon_tui.engine import (
    Double,
    Ending,
    Game,
    Match,
    Pass,
    Result,
    ScoreBefore,
    StartingPosition,
    Take,
)
from backgammon_tui.names import Level
from backgammon_tui.players import choose
from tests.engine.examples import B, W, rules_named

NO_GAMMONS = WinShares((1.0, 0.0, 0.0), (1.0, 0.0, 0.0))
RULES = rules_named("backgammon", cube=True)


def chances(win: float, gammons: float = 0.0, lost_gammons: float = 0.0) -> tuple[float, ...]:
    return (win - gammons, gammons, 0.0, 1 - win - lost_gammons, lost_gammons, 0.0)


# ---- the model


@pytest.mark.parametrize(("x", "take_point"), [(0.0, 0.25), (1.0, 0.20)])
def test_take_points_match_theory(x: float, take_point: float) -> None:
    """Without gammons, passing costs as much as taking at 25 % with a dead cube, 20 % if live."""
    for off, takes in ((-0.005, False), (0.005, True)):
        advice = advise(Money(), chances(1 - take_point - off), 1, NOBODY, x)
        assert advice.should_take is takes


def test_equity_rises_with_the_chance_and_with_the_cube() -> None:
    for owner in (NOBODY, MINE, THEIRS):
        values = [equity(Money(), NO_GAMMONS, p / 50, 1, owner, 0.7) for p in range(51)]
        assert all(low < high for low, high in pairwise(values))
        assert (values[0], values[-1]) == (-1.0, 1.0)
    for chance in (0.2, 0.5, 0.75):
        theirs, centred, mine = (
            equity(Money(), NO_GAMMONS, chance, 1, owner, 0.7) for owner in (THEIRS, NOBODY, MINE)
        )
        assert theirs < centred < mine


@pytest.mark.parametrize(
    ("win", "gammons", "doubles", "takes", "too_good"),
    [
        (0.55, 0.10, False, True, False),
        (0.72, 0.05, True, True, False),
        (0.88, 0.05, True, False, False),
        (0.90, 0.65, False, False, True),
    ],
)
def test_advice_in_unlimited_play(
    win: float, gammons: float, doubles: bool, takes: bool, too_good: bool
) -> None:
    advice = advise(Money(), chances(win, gammons), 1, NOBODY)
    assert (advice.should_double, advice.should_take, advice.is_too_good) == (
        doubles,
        takes,
        too_good,
    )
    assert (min(advice.taken, advice.passed) > advice.hold) is doubles


def test_dead_cube_stays_and_a_hopeless_double_is_taken() -> None:
    # A cube of 2 is dead for an owner who needs 2 points.
    assert not advise(Away(2, 5), chances(0.9), 2, MINE).should_double
    behind = advise(Away(4, 1, is_after_crawford=True), chances(0.4), 1, NOBODY)
    assert behind.should_double


# ---- match equities


def test_match_equities_are_consistent() -> None:
    for post in (False, True):
        for mine in range(1, 12):
            assert met(mine, mine, post) == 0.5
            for theirs in range(1, 12):
                assert met(mine, theirs, post) == pytest.approx(1 - met(theirs, mine, post))
                if mine > 1:
                    assert met(mine - 1, theirs) >= met(mine, theirs)
    assert met(0, 3) == 1.0
    assert met(3, -1) == 0.0


KNOWN = {(1, 2): 0.677, (1, 3): 0.751, (1, 5): 0.842, (2, 3): 0.599, (2, 4): 0.669, (2, 7): 0.842}
KNOWN |= {(3, 4): 0.572, (3, 5): 0.648, (3, 7): 0.762, (4, 7): 0.699, (5, 6): 0.566, (6, 7): 0.563}
"""Equities of the table of GNU Backgammon, by the points that both sides need."""


@pytest.mark.parametrize("away", KNOWN)
def test_match_equities_agree_with_gnu_backgammon(away: tuple[int, int]) -> None:
    assert met(*away) == pytest.approx(KNOWN[away], abs=0.012)


@pytest.mark.parametrize(
    ("begun_at", "results", "scores"),
    [
        (ScoreBefore(), (), Away(7, 7)),
        (ScoreBefore(6, 2), (), Away(1, 5)),
        (ScoreBefore(6, 2), (Result(Ending.PASSED, B, 1),), Away(1, 4, is_after_crawford=True)),
        (ScoreBefore(6, 2, True), (), Away(1, 5, is_after_crawford=True)),
    ],
)
def test_scores_follow_the_match(
    begun_at: ScoreBefore, results: tuple[Result, ...], scores: Scores
) -> None:
    assert scores_for(Match(RULES, 7, results, begun_at), W) == scores
    assert isinstance(scores_for(Match(RULES), W), Money)


# ---- the computer

DECISIONS = {
    "W 6:1 5:3 4:3 3:3 2:3 off:2 / B 6:4 5:4 4:4 3:2 off:1; W to move": ((Double(),), (Pass(),)),
    "W 6:4 5:4 4:4 3:2 off:1 / B 3:2 2:3 1:3 off:7; W to move": ((), None),
    "W 6:3 5:3 4:3 3:3 2:3 / B 8:1 6:3 5:3 4:3 3:3 2:2; W to move": ((Double(),), (Take(),)),
}


@pytest.mark.parametrize("level", [Level.STRONG, Level.STRONGEST])
@pytest.mark.parametrize("line", DECISIONS)
def test_computer_decides_races(line: str, level: Level) -> None:
    game = StartingPosition.parse(line).game(RULES)
    expected, answer = DECISIONS[line]
    assert choose(game, level) == expected
    if answer:
        assert choose(game.apply(Double()), level) == answer


def test_computer_uses_the_score() -> None:
    """After the Crawford game the side behind doubles at once: it has nothing to lose."""
    game = Game.from_position(RULES, RULES.start.position, W)
    assert choose(game, Level.STRONG) == ()
    for score, action in ((ScoreBefore(2, 4, True), (Double(),)), (ScoreBefore(4, 2, True), ())):
        assert choose(game, Level.STRONG, match=Match(RULES, 5, (), score)) == action


def test_computer_never_doubles_a_dead_cube_or_the_opening() -> None:
    line = next(iter(DECISIONS))
    game = StartingPosition.parse(f"{line}; cube 2 W").game(RULES)
    assert choose(game, Level.STRONG) == (Double(),)
    match = Match(RULES, 5, (), ScoreBefore(3, 0))
    assert choose(game, Level.STRONG, match=match) == ()
    assert choose(Game.start(RULES), Level.STRONG) == ()
    assert choose(replace(game, cube=None), Level.STRONG) == ()


# ---- answers near the limit

HOLDING_GAME = "W 20:2 13:5 8:3 6:5 / B 13:4 8:3 7:2 6:4 4:2; B to move"


def test_answer_near_the_limit_is_rolled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = StartingPosition.parse(HOLDING_GAME).game(RULES)
    before, doubled = rate_cube(game, Match(RULES)), game.apply(Double())
    assert abs(before.advice.taken - before.advice.passed) < 0.3
    passed = before.advice.passed
    for mean, answer in ((passed - 0.05, Take()), (passed + 0.05, Pass())):
        monkeypatch.setattr(CubeRollout, "taken", lambda *_, mean=mean: mean)
        rating = rate_cube(doubled, Match(RULES))
        assert rating.advice.taken == mean
        assert rating.cost(answer) == 0.0
        # The displayed chance gives the same advice.
        assert (1 - rating.win > rating.take_point) is rating.advice.should_take
        assert choose(doubled, Level.STRONGEST) == (answer,)


def test_rollout_of_an_answer_can_be_repeated_and_stopped() -> None:
    rollout = CubeRollout(StartingPosition.parse(HOLDING_GAME).game(RULES), Match(RULES))
    first = rollout.play(is_taken=True, seed=1, number=0)
    assert first == rollout.play(is_taken=True, seed=1, number=0)
    with pytest.raises(Stopped):
        rollout.taken(lambda: True)


def test_rollout_of_an_answer_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game takes a tenth of a second by this clock, and the mean never settles the answer."""
    played: list[int] = []

    def play(self: CubeRollout, *, is_taken: bool, seed: int, number: int) -> float:
        played.append(number)
        return self.passed()

    monkeypatch.setattr(CubeRollout, "play", play)
    rollout = CubeRollout(StartingPosition.parse(HOLDING_GAME).game(RULES), Match(RULES))
    for seconds, games in ((0.05, 1), (0.25, 2), (0.35, 3), (inf, MAX_GAMES)):
        played.clear()
        rollout.taken(seconds=seconds, clock=lambda: len(played) / 10)
        assert len(played) == games


def test_race_and_clear_answers_are_not_rolled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CubeRollout, "taken", lambda *_: pytest.fail("a rollout"))
    for line in (
        "W 12:1 10:2 9:2 8:2 7:2 6:3 5:2 4:1 / B 10:2 9:2 8:2 7:2 6:3 5:2 4:1 3:1; B to move",
        "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move",
    ):
        rate_cube(StartingPosition.parse(line).game(RULES).apply(Double()), Match(RULES))
