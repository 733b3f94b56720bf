"""Claims of lessons about plays, checked against the bundled rollouts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from backgammon_tui.engine import RULESETS, Game
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.lessons.courses import CourseLesson, course, courses
from backgammon_tui.teach.lessons.lesson_file import read_lesson
from backgammon_tui.teach.lessons.replies import (
    costs_by_rollout,
    describe_answer,
    describe_stage,
    judge,
    parse_rollouts,
    read_rollouts,
)
from backgammon_tui.teach.lessons.run import Run, run_at
from tests.engine.examples import W, game_at, roll
from tests.teach.lessons.examples import begin, task, write
from training.rollout_claims import (
    CUBE_GAMES,
    GAMES,
    MAX_ERROR,
    RolloutCost,
    check_decision,
    check_rollouts,
    check_step,
    decision_name,
    decisions_in,
    games_to_roll,
)

LESSONS = [entry for lessons in courses() for entry in lessons]


@pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.place)
def test_rollouts_confirm_every_lesson(entry: CourseLesson) -> None:
    assert [str(problem) for problem in check_rollouts(entry)] == []


@pytest.mark.parametrize("name", RULESETS)
def test_rollouts_cover_exactly_the_lessons(name: str) -> None:
    asked = {describe_stage(game): game for entry in course(name) for game in games_to_roll(entry)}
    decisions = [decision_name(run) for entry in course(name) for run in decisions_in(entry)]
    kept = read_rollouts(name)
    assert list(kept) == [*asked, *dict.fromkeys(decisions)]
    for decision in decisions:
        assert set(kept[decision]) in ({"double", "roll"}, {"take", "pass"})
    for stage, game in asked.items():
        assert set(kept[stage]) == {write_moves(play.moves) for play in game.legal_plays()}


def test_every_cost_is_accurate() -> None:
    for name in RULESETS:
        for asked, costs in read_rollouts(name).items():
            is_of_cube = asked.partition(" | ")[2].startswith(("double", "take"))
            best, *others = map(RolloutCost.parse, costs.values())
            assert best.points == 0
            assert best.games >= (CUBE_GAMES if is_of_cube else GAMES)
            assert all(cost.points >= 0 for cost in others)
            assert all(cost.error <= MAX_ERROR for cost in others)


# ---- contradictory lessons

SHOTS = "Start: W 24:3 21:8 19:4 / B 23:5 22:1 20:3 18:4 14:2; W to move; first double W B"
BEST, SECOND, THIRD = "21/15 19/15", "21/15 21/17", "21/15/11"


def step(*lines: str, claim: str = "best") -> Run:
    text = f"{task(SHOTS, 'Roll: 6-4', *lines).rstrip()}\nClaim: {claim}\n"
    return run_at(read_lesson(write(text)))


def costs_of(game: Game, **known: RolloutCost | float) -> Mapping[int, RolloutCost]:
    """Return the known costs of plays, and 0.5 for all other plays."""
    by_text = {BEST: known.get("best", 0.0), SECOND: known.get("second", 0.5)}
    costs = {}
    for play in game.legal_plays():
        cost = by_text.get(write_moves(play.moves), 0.5)
        sure = cost if isinstance(cost, RolloutCost) else RolloutCost((cost, cost), 0.004, GAMES)
        costs[play.packed] = sure
    return MappingProxyType(costs)


def problems(run: Run, **known: RolloutCost | float) -> list[str]:
    return [str(problem) for problem in check_step(run, costs_of(run.before, **known))]


@pytest.mark.parametrize(("cost", "is_true"), [(0.0299, True), (0.0301, False)])
def test_accepted_play_costs_at_most_a_thirtieth(cost: float, is_true: bool) -> None:
    run = step(f"Solution: {BEST}", f"Solution: {SECOND}")
    assert (problems(run, second=cost) == []) is is_true


@pytest.mark.parametrize(("cost", "is_true"), [(0.0301, True), (0.0299, False)])
def test_rejected_play_costs_more_than_a_thirtieth(cost: float, is_true: bool) -> None:
    run = step(f"Solution: {BEST}")
    assert (problems(run, second=cost) == []) is is_true


@pytest.mark.parametrize(("cost", "is_true"), [(0.1199, True), (0.1201, False), (0.0799, False)])
def test_stated_cost_is_right_within_a_fiftieth(cost: float, is_true: bool) -> None:
    run = step(f"Solution: {BEST}", f"Try: {SECOND}", "  It costs 0.10 points.")
    assert (problems(run, second=cost) == []) is is_true


@pytest.mark.parametrize(("gap", "is_true"), [(0.0301, True), (0.0299, False)])
def test_better_play_leads_by_more_than_a_thirtieth(gap: float, is_true: bool) -> None:
    run = step(f"Solution: {BEST}", claim=f"{BEST} beats {SECOND}")
    assert (problems(run, second=gap) == []) is is_true


def test_count_question_rejects_by_count() -> None:
    assert problems(step(f"Solution: {BEST}", claim="fewest hits"), second=0.01) == []


@pytest.mark.parametrize(
    ("cost", "is_enough"),
    [
        (RolloutCost((0.2, 0.2), MAX_ERROR, GAMES), True),
        (RolloutCost((0.2, 0.2), MAX_ERROR + 0.0001, GAMES), False),
        (RolloutCost((0.1, 0.1), 0.011, GAMES), True),
        (RolloutCost((0.1, 0.1), 0.011, GAMES - 1), False),
        (RolloutCost((0.1, 0.1), 0.009, 36), True),
    ],
)
def test_fewer_games_suffice_only_for_plays_far_behind(cost: RolloutCost, is_enough: bool) -> None:
    run = step(f"Solution: {BEST}")
    assert (problems(run, second=cost) == []) is is_enough


def test_step_without_rollout_is_reported() -> None:
    run = begin(SHOTS.replace("24:3 21:8", "24:4 21:7"), "Roll: 6-4", f"Solution: {BEST}")
    assert costs_by_rollout(run.before) == {}
    (problem,) = check_step(run, {})
    assert "no play has been rolled out" in str(problem)


# ---- decisions about the cube

RACE = "Start: W 6:3 5:2 4:2 off:8 / B 6:5 5:3 off:7; W to move"


def decision(*lines: str) -> Run:
    text = write(task(RACE, *lines), ruleset="backgammon", head="\nRule: cube = on")
    return run_at(read_lesson(text))


@pytest.mark.parametrize(("cost", "is_true"), [(0.0301, True), (0.0299, False)])
def test_rejected_decision_costs_more_than_a_thirtieth(cost: float, is_true: bool) -> None:
    run = decision("Solution: double")
    sure = {
        word: RolloutCost((c, c), 0.004, GAMES) for word, c in (("double", 0.0), ("roll", cost))
    }
    assert ([*check_decision(run, sure)] == []) is is_true


def test_decision_without_rollout_is_reported() -> None:
    (problem,) = check_decision(decision("Solution: double"), {})
    assert "no decision has been rolled out" in str(problem)


# ---- the file


def test_rollout_file_is_read() -> None:
    line = "8/5 6/5 | 0.0312 -0.0080 | 0.0041 | 648"
    stages = parse_rollouts(f"# A remark.\n\nsome stage | 3-1\n{line}\n")
    cost = RolloutCost.parse(stages["some stage | 3-1"]["8/5 6/5"])
    assert cost == RolloutCost((0.0312, -0.008), 0.0041, 648)
    assert cost.points == pytest.approx(0.0116)
    assert f"8/5 6/5 | {cost}" == line


@pytest.mark.parametrize(
    ("name", "had", "dice", "text"),
    [
        ("falood", "", (3, 3), "3-3-3-3, first double"),
        ("falood", "W", (3, 3), "3-3-3-3, then 4-4-4-4"),
        ("falood", "W", (2, 1), "2-1, then chosen"),
        ("backgammon", "", (3, 1), "3-1"),
    ],
)
def test_earnings_of_a_stage_are_described(
    name: str, had: str, dice: tuple[int, int], text: str
) -> None:
    line = "W 13:15 / B 24:15" if name == "backgammon" else "W 24:15 / B 23:15"
    had_double = frozenset({W} if had else ())
    game = roll(game_at(name, line, W, had_double), *dice)
    assert describe_stage(game) == f"{line}; W to move{_had(game)} | {text}"


def _had(game: Game) -> str:
    return f"; first double {' '.join(side.value for side in game.had_double)}" * bool(
        game.had_double
    )


# ---- texts for the learner


def test_cost_of_a_play_is_its_rollout_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    run = step(f"Solution: {BEST}", f"Try: {SECOND}", "  Two blots.")
    for cost, text in ((0.0301, " It costs 0.03 points."), (0.0299, "")):
        costs = {end: cost.points for end, cost in costs_of(run.before, second=cost).items()}
        monkeypatch.setattr(
            "backgammon_tui.teach.lessons.replies.costs_by_rollout", lambda _, c=costs: c
        )
        answered = judge(run.try_text(SECOND))
        assert describe_answer(answered) == f"That is legal. Two blots.{text}"
