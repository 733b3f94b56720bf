"""`rollout` and `review`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.kept_matches import opened, transcript, won
from tests.cli.program import refusal, run

ENDING = "W 6:1 4:1 1:1 off:12 / B 2:2 off:13"

GAME = """
Game 1
Dice: typed
1 opening 6-5
  6 5: 24/18/13
2 B 3-1
  3 1: 6/3 6/5
B resigns 1
"""


def test_the_plays_of_a_throw_ranked() -> None:
    done = run("rollout", "backgammon", ENDING, "W", "21", "--games", "36", "--workers", "1")
    *plays, settled, estimate = done.out.splitlines()
    assert done.code == 0
    assert done.err == ""
    assert settled.startswith("Each ± is one standard error. The first play is ")
    points = [float(line.split()[0]) for line in plays]
    assert points == sorted(points, reverse=True)
    assert "own estimate" in estimate


def test_a_rollout_for_programs_says_the_errors_and_stops_when_the_best_is_clear() -> None:
    done = run(
        "rollout", "backgammon", ENDING, "W", "21", "--games", "720", "--workers", "1", "--json"
    )
    assert (done.code, done.err) == (0, "")
    told = json.loads(done.out)
    best, *others = told["plays"]
    assert (told["is_clear"], told["games"], told["seed"]) == (True, 720, 1)
    assert best["games"] < 720
    assert (best["behind"], best["behind_error"], best["clearly_worse"]) == (0, 0, False)
    for other in others:
        assert other["clearly_worse"]
        assert other["behind"] > 2 * other["behind_error"]
        assert other["behind"] == pytest.approx(best["points"] - other["points"], abs=2e-4)


def test_what_cannot_be_rolled_out() -> None:
    assert "nothing can be played" in refusal(
        "rollout", "backgammon", "W bar:1 6:14 / B 6:2 5:2 4:2 3:2 2:2 24:5", "W", "65"
    )
    for numbers in ("6", "444"):
        assert "two numbers" in refusal("rollout", "backgammon", ENDING, "W", numbers)
    done = run("rollout", "russian", "W hand:15 / B hand:15", "W", "21",
               "--rule", "opponent_completes=on")  # fmt: skip
    assert (done.code, done.out) == (1, "")
    assert "does not judge" in done.err


@pytest.fixture
def played(tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(transcript(GAME, ruleset="backgammon"), encoding="utf-8")
    return file


def test_a_review_names_the_error_and_what_was_better(played: Path) -> None:
    done = run("review", str(played))
    assert done.code == 0, done.err
    (error,) = (line for line in done.out.splitlines() if "program's choice" in line)
    assert "Boris: 6/3 6/5" in error
    assert "8/5 6/5" in error
    assert "Anna: 1 choice" in done.out or "Anna: 2 choices" in done.out
    assert "How likely Anna was to win" in done.out


def test_a_review_for_programs_and_of_a_kept_match(played: Path) -> None:
    assert run("import", str(played)).code == 0
    kept, read = (json.loads(run("review", name, "--json").out) for name in ("1", str(played)))
    assert kept == read
    (game,) = kept["games"]
    costs = [finding["cost"] for finding in game["findings"] if "cost" in finding]
    assert max(costs) > 0.1
    throws = [finding for finding in game["findings"] if "luck" in finding]
    assert throws
    assert all(0 <= throw["white_wins"] <= 1 for throw in throws)


def test_a_game_that_is_not_over_is_reviewed_if_both_players_agree(tmp_path: Path) -> None:
    file = tmp_path / "open.txt"
    file.write_text(transcript(opened()))
    done = run("review", str(file))
    assert "Game 1 is not over. Where both players agree" in done.err
    assert done.code == 1
    assert run("review", str(file), "--agreed").code == 0
    # Whoever settled before the match that both may ask the program has agreed.
    file.write_text(transcript(opened()).replace("\nGame", "Hints: WB\n\nGame"))
    assert run("review", str(file)).code == 0
    file.write_text(transcript(won(), opened(2)))
    assert "Game 2 is not over." in run("review", str(file)).out
    assert json.loads(run("review", str(file), "--json").out)["games"][1]["findings"] is None


def test_what_cannot_be_reviewed(tmp_path: Path) -> None:
    assert "such file" in refusal("review", str(tmp_path / "none.txt"))
