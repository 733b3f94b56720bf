"""Small things of the command line: standard input and output, words that were meant, help."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.kept_matches import keep, transcript, won
from tests.cli.program import refusal, run
from tests.storage.transcripts.samples import SAMPLE


def test_a_dash_is_standard_input_and_output() -> None:
    keep(transcript(won()))
    text = run("export", "1").out
    assert run("export", "1", "-").out == text
    assert not Path("-").exists()
    assert run("replay", "-", typed=SAMPLE).out.endswith(" | B wins 2\n")
    assert run("verify-dice", "-", typed=SAMPLE).code == 0
    assert run("import", "-", typed=SAMPLE).out == "standard input: match 2.\n"
    assert refusal("replay", "-", typed="x").startswith("backgammon-tui: standard input: line 1: ")
    assert refusal("replay", "-").startswith("backgammon-tui: standard input: line 1: ")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("match", "matches"),
        ("matchs", "matches"),
        ("stat", "statistics"),
        ("resum", "resume"),
        ("rusian", "russian"),
        ("verify", "verify-dice"),
    ],
)
def test_a_word_that_looks_like_another_is_asked_about(word: str, meant: str) -> None:
    assert refusal(word) == f"backgammon-tui: there is no {word}: did you mean {meant}?"
    assert refusal("--folder", "x", word).endswith(f"did you mean {meant}?")


def test_a_word_that_looks_like_none_gets_the_games() -> None:
    assert "choose from" in refusal("xyzzy")


def test_help_keeps_names_and_writes_placeholders_in_capitals() -> None:
    assert "Falood's article" in " ".join(run("sample", "--help").out.split())
    for command in ("plays", "rollout", "export", "replay", "rename", "resume", "lesson"):
        usage = run(command, "--help").out.partition("\n\n")[0]
        bare = re.sub(r"\{[^}]*\}|--[a-z-]+|backgammon-tui [a-z-]+|usage:|-h", "", usage)
        assert bare == bare.upper(), bare


def test_a_side_with_one_checker_has_one() -> None:
    said = refusal("plays", "russian", "W 1:1 / B hand:15", "W", "53")
    assert said.endswith("White has 1 checker, not 15")


def test_a_match_that_there_is_not_is_missed_before_the_terminal() -> None:
    done = run("resume", "99")
    assert (done.code, done.err) == (1, "backgammon-tui: There is no match 99.\n")


def test_lessons_are_listed_with_a_blank_between_place_and_title() -> None:
    for line in run("lesson").out.splitlines():
        assert not line.startswith("  ") or re.match(r"  [a-z-]+/\d+ +\S", line), line


@pytest.mark.parametrize(
    "command", [("rules",), ("rules", "russian"), ("sample",), ("replay", "-")]
)
def test_every_command_takes_a_folder(command: tuple[str, ...], tmp_path: Path) -> None:
    done = run(*command, "--folder", str(tmp_path / "kept"), typed=SAMPLE)
    assert done.code == 0
    assert run("--folder", str(tmp_path / "kept"), *command, typed=SAMPLE).out == done.out
