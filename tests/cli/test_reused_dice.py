"""A seed used twice: the later game's throws could be known, whatever each of them proves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import AgreeDraw
from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.storage.table import Table
from backgammon_tui.storage.transcripts import write_transcript
from tests.cli.program import refusal, run
from tests.engine.examples import rules_named
from tests.storage.matches import SEED

OTHER = bytes(32)
SAID = "game {1} has the dice of game {0} again, which could be known before it"


def match_with(*seeds: bytes, white: str = "Anna", date: str = "2026-03-01") -> MatchRecord:
    """A match whose games are drawn after a throw, each with the fair dice of a seed."""
    record = MatchRecord(rules_named("backgammon"), white, "Boris", date, None)
    table = Table.sit_down(record, FairDice(seeds[0]))
    for seed in seeds[1:]:
        table = table.throw().apply(AgreeDraw()).accept().next_game(FairDice(seed))
    return table.throw().apply(AgreeDraw()).accept().record


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(name: str, record: MatchRecord) -> None:
    Path(name).write_text(write_transcript(record), encoding="utf-8")


@pytest.mark.parametrize(
    ("seeds", "games"),
    [
        ((SEED, SEED), (1, 2)),
        ((SEED, OTHER, SEED), (1, 3)),
        ((OTHER, SEED, SEED), (2, 3)),
    ],
)
def test_within_a_match_it_is_refused(seeds: tuple[bytes, ...], games: tuple[int, int]) -> None:
    put("twice.txt", match_with(*seeds))
    said = SAID.format(*games)
    done = run("verify-dice", "twice.txt")
    assert done.code == 1
    assert done.out.splitlines()[-1] == f"{said.capitalize()}."
    assert done.out.count("agree") == len(seeds), "each throw is as its seed gives it"
    assert refusal("import", "twice.txt") == f"backgammon-tui: twice.txt: {said}"
    assert run("matches").out == "There are no matches.\n"


def test_other_seeds_are_fine() -> None:
    put("fair.txt", match_with(SEED, OTHER))
    done = run("verify-dice", "fair.txt")
    assert (done.code, "again" in done.out) == (0, False)
    assert run("import", "fair.txt").out == "fair.txt: match 1.\n"


def test_a_seed_that_is_not_shown_is_known_by_its_commitment() -> None:
    text = write_transcript(match_with(SEED, SEED))
    Path("twice.txt").write_text("".join(
        line for line in text.splitlines(keepends=True) if not line.startswith("Seed: ")
    ))  # fmt: skip
    assert run("verify-dice", "twice.txt").code == 1
    assert run("import", "twice.txt").code == 2


def test_across_matches_that_is_said() -> None:
    put("one.txt", match_with(OTHER, SEED))
    put("two.txt", match_with(SEED, white="Clara", date="2026-04-01"))
    assert run("import", "one.txt", "two.txt").out.splitlines() == [
        "one.txt: match 1.",
        "two.txt: match 2. It has the dice of 1.2 (match.game):"
        " the throws of the later one could be known before it.",
    ]


def test_a_match_that_takes_the_place_of_its_beginning_is_no_other_match() -> None:
    whole = match_with(OTHER, SEED)
    put("half.txt", replace(whole, games=whole.games[:1]))
    put("whole.txt", whole)
    assert run("import", "half.txt", "whole.txt").out == "half.txt: match 1.\nwhole.txt: match 1.\n"
