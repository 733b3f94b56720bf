from __future__ import annotations

import pytest

from backgammon_tui.cli import claims as claims_module
from backgammon_tui.cli.claims import check_claims
from backgammon_tui.teach.lessons import replies
from backgammon_tui.teach.lessons.reading import read_lesson
from tests.engine.examples import W, game_at, roll
from tests.teach.lessons.claiming import unproved
from tests.teach.lessons.examples import task, write

SHOTS = "Start: W 24:3 21:8 19:4 / B 23:5 22:1 20:3 18:4 14:2; W to move; first double W B"
"""With a 6-4, only 21/15 19/15 leaves no blot."""


def problems_of(step: str, *claims: str, ruleset: str = "russian") -> list[str]:
    """Return what is wrong with the claims at the end of a step."""
    lines = "\n".join([step.rstrip(), *(f"Claim: {claim}" for claim in claims), ""])
    return [*map(str, check_claims(read_lesson(write(lines, ruleset=ruleset))))]


def problems(*claims: str, solution: str = "21/15 19/15") -> list[str]:
    step = task(SHOTS, "Roll: 6-4", f"Solution: {solution}", "Try: 19/13/9", "  No.")
    return problems_of(step, *claims)


@pytest.mark.parametrize("claim", ["good", "8/5: hit by 15", "hit by < many", "8/5 beats"])
def test_other_sentences_are_not_claims(claim: str) -> None:
    (output,) = problems(claim)
    assert "a claim is" in output


def test_true_claims_are_not_reported() -> None:
    claims = ["21/15 21/17: hit by = 34", "21/15 21/17: shuts out < 1", "fewest hits", "opinion"]
    judged = ["21/15 19/15 beats 19/13/9", "21/15 19/15: worth < 1.0", "21/15 19/15: worth > -1.5"]
    assert problems(*claims, *judged) == []


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        ("21/15 21/17: hit by < 30", "it is 34"),
        ("19/13/9 beats 21/15 19/15", "only by -0."),
        ("21/15 19/15: worth > 1.0", "it is -0."),
        ("most shut out", "missing"),
        ("24/18 24/20: hit by = 1", "the rules do not allow this play: blocked"),
        ("hits = 17", "no roll is awaited here"),
        ("21/15: hit by = 1", "is not the whole play"),
        ("splendid", "a claim is"),
    ],
)
def test_false_claims_are_reported_with_their_line(claim: str, problem: str) -> None:
    (output,) = problems(claim)
    assert output.startswith("line 12")
    assert problem in output


def test_suboptimal_solution_is_reported() -> None:
    assert "too many" in problems("fewest hits", solution="21/15 21/17")[0]


@pytest.mark.parametrize(
    ("dice", "claim", "problem"),
    [
        ("2-1", "reroll beats keep", ""),
        ("6-5", "reroll beats keep", "6-5"),
        ("6-5", "keep is as good as reroll", ""),
        ("2-1", "keep is as good as reroll", "2-1"),
        ("2-1", "reroll beats keep after 3-1 6-4 6-5", "6-4, 6-5"),
    ],
)
def test_opening_claims_are_checked_with_the_table(dice: str, claim: str, problem: str) -> None:
    step = task(f"Opening: {dice}", "Say: You start.", "Solution: reroll")
    assert problems_of(step, claim) == ([f"line 10: {claim}: {problem}"] if problem else [])


def test_opening_claims_need_an_opening_roll() -> None:
    assert "nothing can be kept here" in problems("reroll beats keep")[0]


SIXES = (
    "Start: W 22:1 20:2 10:2 9:2 8:2 4:2 3:2 2:1 1:1 / B 20:2 18:2 11:1 10:1 4:2 2:5 1:2;"
    " W to move; first double B W"
)
"""The best of 60 plays of four 6s, one roll ahead, ranks low in the first estimate."""


def test_best_play_claims_consider_all_plays() -> None:
    solutions = ("Solution: 22/16 20/14* 20/14 8/2", "Solution: 22/16 20/14* 20/14/8")
    (output,) = problems_of(task(SIXES, "Roll: 6-6", *solutions), "best", ruleset="french")
    assert "missing 22/16 20/14* 8/2(2)" in output
    assert "too many 22/16 20/14* 20/14 8/2" in output


def test_stated_costs_of_tries_are_checked() -> None:
    step = task(SHOTS, "Roll: 6-4", "Solution: 21/15 19/15", "Try: 21/15 21/17", "  It costs {}.")
    assert problems_of(step.format("0.10"), "fewest hits") == []
    assert "21/15 21/17 costs 0." in problems_of(step.format("0.20"), "fewest hits")[0]


def test_sentence_about_good_play_needs_a_claim() -> None:
    plain = task(SHOTS, "Say: Safe is better.", "Roll: 6-4", "Solution: 21/15 19/15")
    lesson = read_lesson(write(plain))
    assert [problem.line for problem in unproved(lesson)] == [5]
    assert not list(unproved(read_lesson(write(plain.rstrip() + "\nClaim: opinion\n"))))


@pytest.mark.parametrize(("lead", "holds"), [(0.0499, False), (0.0501, True)])
def test_better_play_leads_by_a_twentieth(
    monkeypatch: pytest.MonkeyPatch, lead: float, holds: bool
) -> None:
    points = iter([lead, 0.0])
    monkeypatch.setattr(claims_module, "worth", lambda game, play: next(points))
    assert (problems("21/15 19/15 beats 19/13/9") == []) is holds


@pytest.mark.parametrize(("cost", "is_as_good"), [(0.0299, True), (0.0301, False)])
def test_plays_within_a_thirtieth_are_equal(
    monkeypatch: pytest.MonkeyPatch, cost: float, is_as_good: bool
) -> None:
    game = roll(game_at("backgammon", "W 13:1 12:1 off:13 / B 14:15", W), 2, 1)
    best, *others = game.legal_plays()
    costs = {best.packed: 0.5, **dict.fromkeys((play.packed for play in others), 0.5 - cost)}
    monkeypatch.setattr(replies, "worth_of", lambda *_: costs)
    assert (len(replies.best_plays(game)) > 1) is is_as_good
