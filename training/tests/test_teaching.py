"""The manifest lists everything on which a network depends, and training repeats its bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

from backgammon_tui.analysis import nets
from backgammon_tui.analysis.nets import MANIFEST, Grade, manifest
from backgammon_tui.engine import RULESETS
from training import compiling
from training.__main__ import _again
from training.learner import Schedule
from training.net import fresh
from training.net_files import Checkpoint
from training.publishing import Course, Start, again, commit, publish
from training.teaching import Clock, first_checkpoint, start_of

PACKAGE = Path(nets.__file__).parent
PROJECT = Path(__file__).parents[2]

COURSE = Course("russian", Grade.EARLY, Schedule(games=2_000, begin=300), 7, 2, None)


def small_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Publish without the games that measure hidden units, because they need compilation."""
    monkeypatch.setattr("training.publishing.greatest_hidden", lambda learner, games: 2.0)


def test_manifest_describes_the_whole_course(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_file(monkeypatch)
    publish(tmp_path, "some.net", COURSE, Checkpoint(fresh(7), 1_000, 7), {})
    entry, course = again(tmp_path / "some.net")
    assert course == COURSE
    assert entry["games"] == 1_000
    assert entry["schedule"]["games"] == 2_000
    assert set(entry["versions"]) >= {"commit", "python", "numpy", "numba"}
    (net_choice,) = manifest(tmp_path)
    assert net_choice.is_sound
    assert net_choice.is_trained_for(COURSE.rules)


def test_training_may_start_from_a_published_net(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_file(monkeypatch)
    publish(tmp_path, "some.net", COURSE, Checkpoint(fresh(7), 1_000, 7), {})
    start, games = start_of(tmp_path / "some.net")
    assert games == 1_000
    on = Course("russian", Grade.FULL, Schedule(games=5, begin=games), 8, 1, start)
    publish(tmp_path, "more.net", on, Checkpoint(fresh(8), 1_005, 8), {})
    _, course = again(tmp_path / "more.net")
    assert course.start == Start("some.net", start.sha256)
    with pytest.raises(ValueError, match=r"none\.net is not listed in the manifest"):
        first_checkpoint(tmp_path / "none.net", 1)


def test_incomplete_manifest_is_refused(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(json.dumps([{"file": "old.net", "ruleset": "russian"}]))
    with pytest.raises(ValueError, match=r"does not say how old\.net was trained"):
        again(tmp_path / "old.net")
    with pytest.raises(ValueError, match="not listed in the manifest"):
        again(tmp_path / "other.net")


def test_continued_net_is_retrained_from_its_parent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_file(monkeypatch)
    publish(tmp_path, "some.net", COURSE, Checkpoint(fresh(7), 1_000, 7), {})
    parent = Start("some.net", "0" * 64)
    on = Course("russian", Grade.FULL, Schedule(games=5, begin=1_000), 8, 1, parent)
    publish(tmp_path, "more.net", on, Checkpoint(fresh(8), 1_005, 8), {})
    for start in (None, PACKAGE / "russian-early.net"):
        with pytest.raises(ValueError, match=r"is not the network that the training of more\.net"):
            _again(tmp_path / "more.net", start, tmp_path)


def test_commit_is_omitted_without_clean_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.publishing.__file__", str(tmp_path / "training" / "some.py"))
    assert commit() is None
    git = ["git", "-c", "user.name=N", "-c", "user.email=e", "-C", str(tmp_path)]
    (tmp_path / "training").mkdir()
    (tmp_path / "training" / "some.py").write_text("")
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "All"]):
        subprocess.run([*git, *words], check=True)
    assert len(commit() or "") == 40
    (tmp_path / "training" / "some.py").write_text("changed")
    assert commit() is None


def test_remaining_time_is_shown_after_first_round(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 50.0
    monkeypatch.setattr("training.teaching.time.monotonic", lambda: now)
    clock = Clock(500)
    assert clock.report(500, 6_500) == "500 of 6,500 games"
    now += 10
    assert clock.report(1_500, 6_500) == ("1,500 of 6,500 games, 100 a second, about 1 min left")


def test_nothing_is_compiled_with_fastmath() -> None:
    """With it, a network depended on what had been compiled before."""
    for source in Path(compiling.__file__).parent.glob("*.py"):
        assert "fastmath=" not in source.read_text(encoding="utf-8"), source


def teach(folder: Path, cache: Path, *options: str) -> str:
    """Run the trainer in its own process, and return its output."""
    command = [sys.executable, "-m", "training", *options, "--folder", str(folder)]
    ran = subprocess.run(
        command,
        cwd=PROJECT,
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout + ran.stderr


@pytest.mark.long
def test_compilation_cache_does_not_change_the_net(tmp_path: Path) -> None:
    options = ("falood", "--games", "1000", "--measure", "0")
    cold = teach(tmp_path / "cold", tmp_path / "cache", *options)
    warm = teach(tmp_path / "warm", tmp_path / "cache", *options)
    assert "The first run compiles the trainer" in cold
    assert "compiles" not in warm
    assert "about" in cold
    cold_net, warm_net = (tmp_path / folder / "falood.net" for folder in ("cold", "warm"))
    assert cold_net.read_bytes() == warm_net.read_bytes()


def has_course(file: str) -> bool:
    """Return True if the manifest lists the training of a network. Only older networks lack it."""
    try:
        again(PACKAGE / file)
    except ValueError:
        return False
    return True


EARLY = [
    net_choice.file
    for net_choice in manifest()
    if net_choice.grade not in (Grade.FULL, Grade.ENDING) and has_course(net_choice.file)
]
"""Networks whose training takes minutes."""


def test_early_nets_list_their_training() -> None:
    for name in RULESETS:
        assert sum(file.startswith(name) for file in EARLY) >= 3


@pytest.mark.long
@pytest.mark.parametrize("file", EARLY)
def test_early_nets_are_reproduced(file: str, tmp_path: Path) -> None:
    text = teach(tmp_path, tmp_path.parent / "cache", "--again", file)
    assert "byte for byte" in text
