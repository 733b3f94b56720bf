"""Answers in JSON, each held against its schema in `docs/json.md`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import write_progress
from backgammon_tui.storage.paths import journal_file
from tests.cli.program import keep, opened, run, transcript, won
from tests.storage.transcripts.samples import SAMPLE

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
SCHEMAS: dict[str, Any] = {
    name: json.loads(text)
    for name, text in re.findall(
        r"^## ([^\n]+)\n\n```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.M | re.S
    )
}
START = "W hand:15 / B hand:15"
TYPES: dict[str, type | tuple[type, ...]] = {
    "text": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def expect_shape(value: object, shape: Any, where: str = "") -> None:
    """Hold a value against a schema, in which every key has its place."""
    assert has_shape(value, shape), (where, value, shape)
    if isinstance(value, dict) and "NAME" not in shape:
        for key in value:
            expect_shape(value[key], shape[key], f"{where}/{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            fits = [each for each in shape if has_shape(item, each)]
            assert len(fits) == 1, (where, item)
            expect_shape(item, fits[0], f"{where}/{index}")


def has_shape(value: object, shape: Any) -> bool:
    """Return True if a value has the type, and an object the keys, of a schema."""
    if isinstance(shape, str):
        return any(is_kind(value, kind) for kind in shape.split("|"))
    if isinstance(shape, list):
        return isinstance(value, list) or (value is None and "null" in shape)
    if "NAME" in shape:
        return isinstance(value, dict) and all(is_kind(v, shape["NAME"]) for v in value.values())
    return isinstance(value, dict) and value.keys() == shape.keys()


def is_kind(value: object, kind: str) -> bool:
    if kind not in TYPES:
        return value == kind
    return isinstance(value, TYPES[kind]) and (kind == "boolean") == isinstance(value, bool)


@pytest.fixture(autouse=True)
def _kept() -> None:
    keep(
        transcript(won(), won(2, "W", 2), length="5"),
        transcript(opened(), rules="Rule: free_entry = on\n"),
    )
    with Journal(journal_file()) as journal:
        for item, data in (
            ("lesson/russian/1", "2026-03-01T12:00:00+00:00"),
            ("step/russian/2/3", "missed"),
            ("quiz score/russian", "7 9"),
        ):
            write_progress(journal, "Anna", item, data)


def answer(*arguments: str, typed: str = "") -> Any:
    done = run(*arguments, "--json", typed=typed)
    assert (done.code, done.err) == (0, "")
    assert done.out.isascii()
    assert done.out.count("\n") == 1
    return json.loads(done.out)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("matches", ["matches"]),
        ("history", ["history"]),
        ("score", ["score", "1"]),
        ("score", ["score", "2"]),
        ("statistics", ["statistics"]),
        ("statistics NAME", ["statistics", "anna"]),
        ("statistics NAME", ["statistics", "Anna", "Boris"]),
        ("replay FILE", ["replay", "-"]),
        ("review NUMBER|FILE", ["review", "1"]),
        ("rollout", ["rollout", "russian", START, "W", "53", "--games", "8"]),
        ("plays", ["plays", "russian", START, "W", "53"]),
        ("lesson", ["lesson", "--player", "Anna"]),
        ("progress", ["progress"]),
    ],
)
def test_each_answer_has_the_shape_of_its_schema(name: str, arguments: list[str]) -> None:
    value = answer(*arguments, typed=SAMPLE)
    assert any(value.values())
    expect_shape(value, SCHEMAS[name])


def test_every_schema_has_an_answer_here() -> None:
    (mark,) = test_each_answer_has_the_shape_of_its_schema.pytestmark  # type: ignore[attr-defined]
    assert {name for name, _ in mark.args[1]} == SCHEMAS.keys() - {"refusals"}


def test_a_list_of_nothing_is_an_empty_list(tmp_path: Path) -> None:
    for command in ("matches", "history", "statistics", "progress"):
        (found,) = answer(command, "--folder", str(tmp_path / "empty")).values()
        assert found == []


def test_the_answers_say_what_was_played() -> None:
    opened_match, won_match = answer("matches")["matches"]
    assert (won_match["white_points"], won_match["black_points"]) == (1, 2)
    assert (won_match["length"], won_match["state"]) == (5, "open")
    assert answer("matches", "--open")["matches"] == [opened_match, won_match]
    assert answer("score", "2")["house_rules"] == {"free_entry": "on"}
    own = answer("statistics", "Anna")["own"]
    assert (own["won"], own["points"], len(own["typed_throws"])) == (1, 1, 36)
    (game,) = answer("replay", "-", typed=SAMPLE)["games"]
    assert (game["winner"], game["points"], game["phase"]) == ("B", 2, None)
    (unfinished,) = answer("replay", "-", typed=transcript(opened()))["games"]
    assert (unfinished["ending"], unfinished["actor"], unfinished["left"]) == (None, "W", [2])
    (anna,) = answer("progress")["learners"]
    assert [each["title"] for each in anna["lessons"] if each["done"]] != [""]
    assert anna["quizzes"] == [{"quiz": "quiz russian", "right": 7, "asked": 9}]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["score", "99"], 1, "There is no match 99."),
        (["score", "x\x1b"], 2, "a number counts from 1"),
        (["replay", "missing"], 2, "missing: No such file"),
        (["lesson", "russian/1"], 2, "--json lists the courses"),
        (["progress", "--csv"], 2, "not allowed with"),
        (["verify-dice", "-"], 2, "unrecognized arguments: --json"),
        (["matchs"], 2, "did you mean matches?"),
    ],
)
def test_refusals_are_json_on_standard_error(arguments: list[str], code: int, said: str) -> None:
    done = run(*arguments, "--json")
    assert (done.code, done.out) == (code, "")
    told = json.loads(done.err)
    expect_shape(told, SCHEMAS["refusals"])
    assert told["exit_code"] == code
    assert said in told["error"]


def test_without_json_refusals_are_a_sentence() -> None:
    assert run("score", "99").err == "backgammon-tui: There is no match 99.\n"
