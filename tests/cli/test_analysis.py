"""`rollout` and `review`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from backgammon_tui.cli.arguments import read_numbers
from backgammon_tui.engine import RULESETS, Game, Roll, Side
from backgammon_tui.modes.play.choosing import PlayList
from tests.cli.program import opened, refusal, run, transcript, won
from tests.plain.talk import say

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


def test_plays_are_ranked() -> None:
    done = run("rollout", "backgammon", ENDING, "W", "21", "--games", "36", "--workers", "1")
    *plays, settled, estimate = done.out.splitlines()
    assert done.code == 0
    assert done.err == ""
    assert settled.startswith("Each ± is one standard error. The first play is ")
    points = [float(line.split()[0]) for line in plays]
    assert points == sorted(points, reverse=True)
    assert "own estimate" in estimate


def test_invalid_rollouts_are_refused() -> None:
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


def test_review_names_error_and_better_play(played: Path) -> None:
    done = run("review", str(played))
    assert done.code == 0, done.err
    (error,) = (line for line in done.out.splitlines() if "computer's choice" in line)
    assert "Boris: 6/3 6/5" in error
    assert "8/5 6/5" in error
    assert "Anna: 1 choice" in done.out or "Anna: 2 choices" in done.out
    assert "How likely Anna was to win" in done.out


def test_match_and_transcript_have_equal_reviews(played: Path) -> None:
    assert run("import", str(played)).code == 0
    assert run("review", "1").out == run("review", str(played)).out


def test_unfinished_game_is_reviewed_if_both_agree(tmp_path: Path) -> None:
    file = tmp_path / "open.txt"
    file.write_text(transcript(opened()))
    done = run("review", str(file))
    assert "Game 1 is not over. Where both players agree" in done.err
    assert done.code == 1
    assert run("review", str(file), "--agreed").code == 0
    # Whoever settled before the match that both may ask the computer has agreed.
    file.write_text(transcript(opened()).replace("\nGame", "Hints: WB\n\nGame"))
    assert run("review", str(file)).code == 0
    file.write_text(transcript(won(), opened(2)))
    assert "Game 2 is not over." in run("review", str(file)).out


def test_invalid_reviews_are_refused(tmp_path: Path) -> None:
    assert "such file" in refusal("review", str(tmp_path / "none.txt"))


pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")

LONG = (
    "rollout", "russian", "W 24:5 20:5 19:5 / B 23:2 21:2 hand:11", "W", "64",
    "--games", "100000", "--workers", "2",
)  # fmt: skip

PATIENCE = 60.0
SOON = 2.0
"""The seconds after which no worker may be left."""


def status(pid: int | str) -> list[str]:
    """State, parent and the other fields of a process; a dead one has none."""
    try:
        _, _, rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
    except OSError:
        return ["Z", "0"]
    return rest.split()


def workers(pid: int) -> list[int]:
    """The living processes of a rollout that play games."""
    workers = []
    for path in Path("/proc").glob("[0-9]*"):
        state, parent, *_ = status(path.name)
        if int(parent) == pid and state != "Z":
            with suppress(OSError):
                workers += [int(path.name)] * (b"spawn_main" in (path / "cmdline").read_bytes())
    return workers


def used(pid: int) -> int:
    """The ticks that a process has computed for."""
    return int(status(pid)[11])


def is_alive(pid: int) -> bool:
    return status(pid)[0] != "Z"


@contextmanager
def rolling() -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A rollout without end, and its two workers once they play."""
    process = subprocess.Popen(
        [sys.executable, "-m", "backgammon_tui", *LONG],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    begun: list[int] = []
    try:
        deadline = time.monotonic() + PATIENCE
        while len(begun) < 2 or any(used(process_id) < 50 for process_id in begun):
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.05)
            begun = workers(process.pid)
        yield process, begun
    finally:
        for process_id in (process.pid, *begun):
            if is_alive(process_id):
                os.kill(process_id, signal.SIGKILL)
        process.communicate()


def expect_all_gone(begun: list[int]) -> None:
    deadline = time.monotonic() + SOON
    while any(map(is_alive, begun)):
        assert time.monotonic() < deadline, "a worker is left"
        time.sleep(0.02)


def test_killed_worker_is_reported() -> None:
    with rolling() as (process, begun):
        os.kill(begun[0], signal.SIGKILL)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out) == (1, "")
        text = "A process that played games has ended; the rollout is not done."
        assert err == f"backgammon-tui: {text}\n"
        expect_all_gone(begun)


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGTERM, id="SIGTERM", marks=pytest.mark.long),
        pytest.param(signal.SIGKILL, id="SIGKILL"),
        pytest.param(signal.SIGHUP, id="SIGHUP", marks=pytest.mark.long),
        pytest.param(signal.SIGINT, id="SIGINT", marks=pytest.mark.long),
    ],
)
def test_workers_end_with_their_parent(number: signal.Signals) -> None:
    with rolling() as (process, begun):
        process.send_signal(number)
        expect_all_gone(begun)
        out, err = process.communicate(timeout=SOON)
        assert out == ""
        assert "Traceback" not in err
        code = -number if number is signal.SIGKILL else 128 + number
        assert process.returncode == code


START = "W hand:15 / B hand:15"


def test_each_play_has_a_line() -> None:
    done = run("plays", "russian", "W 24:1 hand:14 / B hand:15", "B", "1", "4")
    assert done.out.splitlines() == ["hand/21 hand/24*  W hand:14 bar:1 / B 24:1 21:1 hand:13"]
    assert done.code == 0


def test_every_list_of_plays_has_one_order() -> None:
    """Typing `play 1` plays the first row of the screen."""
    position = RULESETS["backgammon"].start.position
    game = Game.from_position(RULESETS["backgammon"], position, Side.WHITE).apply(Roll(6, 3))
    plays = PlayList(game)
    rows = [row.text for row in plays.rows]
    printed = run("plays", "backgammon", str(position), "W", "63").out.splitlines()
    assert [line.partition("  ")[0] for line in printed] == rows
    plain = say("backgammon", ["6 3", "plays"]).answers[2]
    assert [line.split(maxsplit=1)[1] for line in plain[: len(rows)]] == rows
    assert rows[:2] == ["24/18 24/21", "24/18/15"]


def test_position_without_plays_is_reported() -> None:
    done = run("plays", "backgammon", "W bar:1 6:14 / B 6:2 5:2 1:11", "W", "65")
    assert done.out == "(nothing can be played)  W 6:14 bar:1 / B 6:2 5:2 1:11\n"
    assert done.code == 0


def test_house_rules_can_be_changed() -> None:
    position = "W 24:1 hand:14 / B hand:15"
    strict = run("plays", "russian", position, "W", "5", "3").out
    free = run("plays", "russian", position, "W", "5", "3", "--rule", "free-entry=on").out
    assert set(strict.splitlines()) < set(free.splitlines())


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("5 3", (5, 3)), ("53", (5, 3)), ("44", (4,) * 4), ("4 4 4", (4,) * 3), ("6", (6,))],
)
def test_typed_numbers_are_read(text: str, numbers: tuple[int, ...]) -> None:
    assert read_numbers(text) == numbers


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess", START, "W", "5", "3"], "invalid choice: 'chess'"),
        (["russian", "W hand:14 / B hand:15", "W", "5", "3"], "White has 14 checkers, not 15"),
        (
            ["russian", "nonsense\x1b[31m", "W", "5", "3"],
            "a position line has no invisible characters",
        ),
        (["russian", "x" * 10_000, "W", "5", "3"], "at most 500 characters"),
        (["russian", START, "X", "5", "3"], "invalid choice: 'X'"),
        (["russian", START, "W", "7"], "numbers are two from 1 to 6 or equal ones, not 7"),
        (["russian", START, "W", "5", "3", "2", "1", "1"], "numbers are two from 1 to 6"),
        (["russian", START, "W"], "required: NUMBERS"),
        (["russian", "W 5:15 / B 5:15", "W", "5", "3"], "both stand on White's 5"),
        (["russian", START, "W", "5", "--rule", "x=y"], "no house rule 'x'"),
        ([], "required: ruleset"),
    ],
)
def test_invalid_questions_are_rejected(arguments: list[str], message: str) -> None:
    assert message in refusal("plays", *arguments)


@pytest.mark.parametrize("numbers", ["123", "12 4", "112", "7", "0", "11111"])
def test_numbers_outside_a_stage_are_refused(numbers: str) -> None:
    assert "numbers" in refusal("plays", "russian", START, "W", *numbers.split())
