from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE

import pytest

from backgammon_tui.engine import RULESETS, Game, Roll, Side
from backgammon_tui.modes.play.choosing import PlayList
from backgammon_tui.words.advice import ROLLOUT_UNIT
from tests.cli.program import PROGRAM, opened, output, refusal, run, transcript, won
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
    assert settled.startswith(f"{ROLLOUT_UNIT} The first play is ")
    points = [float(line.split()[0]) for line in plays]
    assert points == sorted(points, reverse=True)
    assert "own estimate" in estimate


MANY_PLAYS = "W 6:1 5:1 4:1 3:1 1:1 off:10 / B 2:2 off:13; W to move"


@pytest.mark.parametrize(("line", "side", "left_out"), [(MANY_PLAYS, (), 8), (ENDING, ("W",), 0)])
def test_early_stop_and_omitted_plays_are_reported(
    line: str, side: tuple[str, ...], left_out: int
) -> None:
    out = output("rollout", "backgammon", line, *side, "21", "--workers", "1")
    *plays, result, _ = out.splitlines()
    assert all(play.endswith("36 games)") for play in plays)
    assert (
        "The rollout stopped after 36 of 360 games: the first play is clearly the best." in result
    )
    assert (f" {left_out} plays were left out, because " in result) == bool(left_out)
    listed = output("plays", "backgammon", line.partition(";")[0], "W", "21").splitlines()
    assert len(listed) - len(plays) == left_out


def test_single_game_has_no_standard_error() -> None:
    out = output("rollout", "backgammon", ENDING, "W", "21", "--games", "1", "--workers", "1")
    assert "±" not in out
    assert "inf" not in out
    assert "(1 game)" in out


def test_review_names_error_and_better_play() -> None:
    Path("match.txt").write_text(transcript(GAME, ruleset="backgammon"), encoding="utf-8")
    out = output("review", "match.txt")
    (error,) = (line for line in out.splitlines() if "Better: " in line)
    assert error.startswith("  turn   2  Boris: ?? blunder: 6/3 6/5 costs 0.")
    assert "8/5 6/5" in error
    assert "Anna: 1 choice" in out or "Anna: 2 choices" in out
    assert "How likely Anna was to win" in out
    assert output("import", "match.txt")
    assert run("review", "1").out == out


def test_unfinished_game_is_reviewed_if_both_agree() -> None:
    file = Path("open.txt")
    file.write_text(transcript(opened()))
    message = refusal("review", "open.txt", code=1)
    assert message.startswith("Game 1 is not over. If both players agree")
    assert run("review", "open.txt", "--agreed").code == 0
    # Players who agreed to hints before the match have agreed to reviews.
    file.write_text(transcript(opened()).replace("\nGame", "Help: on\n\nGame"))
    assert run("review", "open.txt").code == 0
    file.write_text(transcript(won(), opened(2)))
    assert "Game 2 is not over." in run("review", "open.txt").out


def test_every_list_of_plays_has_one_order() -> None:
    """`play 1` makes the first play of the list on the screen."""
    position = RULESETS["backgammon"].start.position
    game = Game.from_position(RULESETS["backgammon"], position, Side.WHITE).apply(Roll(6, 3))
    plays = PlayList(game)
    rows = [row.text for row in plays.rows]
    printed = run("plays", "backgammon", str(position), "W", "63").out.splitlines()
    assert [line.partition("  ")[0] for line in printed] == rows
    plain = say("backgammon", ["6 3", "plays"]).answers[2]
    assert [line.split(maxsplit=1)[1] for line in plain[: len(rows)]] == rows
    assert rows[:2] == ["24/18 24/21", "24/18/15"]


# ---- processes of a rollout

LONG = (
    "rollout", "russian", "W 24:5 20:5 19:5 / B 23:2 21:2 hand:11", "W", "64",
    "--games", "100000", "--workers", "2",
)  # fmt: skip
PATIENCE = 60.0


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def status(pid: int | str) -> list[str]:
    """Return the state, parent and other fields of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["Z", "0"]


def workers(parent: int) -> list[int]:
    """Return the processes of a rollout that have played for a while."""
    pids = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
    fields = {pid: status(pid) for pid in pids}
    return [pid for pid in pids if fields[pid][1] == str(parent) and int(fields[pid][11]) >= 15]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
@pytest.mark.parametrize(("name", "code"), [("a worker", 1), ("SIGKILL", -9)])
def test_workers_end_with_their_parent(name: str, code: int) -> None:
    process = subprocess.Popen([*PROGRAM, *LONG], stdout=PIPE, stderr=PIPE, start_new_session=True)
    begun: list[int] = []
    try:
        wait_until(lambda: len(workers(process.pid)) == 2)
        begun = workers(process.pid)
        if name == "a worker":
            os.kill(begun[0], signal.SIGKILL)
        else:
            process.send_signal(signal.Signals[name])
        out, err = process.communicate(timeout=PATIENCE)
        wait_until(lambda: all(status(pid)[0] == "Z" for pid in begun))
    finally:
        for pid in (process.pid, *begun):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.communicate()
    assert (process.returncode, out) == (code, b"")
    assert b"Traceback" not in err
    if name == "a worker":
        assert err.endswith(b": A worker process has ended, so the rollout is incomplete.\n")
