from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from backgammon_tui.teach.lessons import claims, replies
from backgammon_tui.teach.lessons.claims import check_claims
from backgammon_tui.teach.lessons.lesson_file import read_lesson
from tests.dialogs import check, headings
from tests.engine.examples import W, game_at, roll
from tests.teach.lessons.examples import task, unproved, write

SHOTS = "Start: W 24:3 21:8 19:4 / B 23:5 22:1 20:3 18:4 14:2; W to move; first double W B"
"""With a 6-4, only 21/15 19/15 leaves no blot."""


FILE = Path(__file__).with_name("claims.txt")
"""Steps, claims at their end, and what is wrong with them."""


@pytest.mark.parametrize("heading", headings(FILE))
def test_claims_are_checked(heading: str) -> None:
    check(FILE, heading, partial(problems, heading.split(" | ")[0]))


def problems(ruleset: str, step: str, claim: str) -> str:
    lesson = read_lesson(write(f"{step}\nClaim: {claim}\n", ruleset=ruleset))
    return " | ".join(map(str, check_claims(lesson))) or "true"


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
    monkeypatch.setattr(claims, "worth", lambda game, play: next(points))
    step = task(SHOTS, "Roll: 6-4", "Solution: 21/15 19/15", "Try: 19/13/9", "  No.").rstrip()
    assert (problems("russian", step, "21/15 19/15 beats 19/13/9") == "true") is holds


@pytest.mark.parametrize(("cost", "is_as_good"), [(0.0299, True), (0.0301, False)])
def test_plays_within_a_thirtieth_are_equal(
    monkeypatch: pytest.MonkeyPatch, cost: float, is_as_good: bool
) -> None:
    game = roll(game_at("backgammon", "W 13:1 12:1 off:13 / B 14:15", W), 2, 1)
    best, *others = game.legal_plays()
    assert {*replies.worth_of(game, {best.packed})} == {best.packed}
    costs = {best.packed: 0.5, **dict.fromkeys((play.packed for play in others), 0.5 - cost)}
    monkeypatch.setattr(replies, "worth_of", lambda *_: costs)
    assert (len(replies.best_plays(game)) > 1) is is_as_good
