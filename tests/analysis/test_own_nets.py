"""Nets that somebody has taught for house rules: used where exactly these are played."""

from __future__ import annotations

import hashlib
import json
import os
import random
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui import own_folders
from backgammon_tui.analysis import nets, value
from backgammon_tui.analysis.nets import MANIFEST, Grade, rules_met, taught_for
from backgammon_tui.analysis.network import MAGIC, WEIGHTS, Network
from backgammon_tui.engine import RULESETS, Game, Position
from backgammon_tui.own_folders import Own
from backgammon_tui.words import reason_sentences
from backgammon_tui.words.reason_sentences import describe_passed_over
from tests.analysis.test_network import data_of
from tests.engine.examples import W, rules_named

FREE = rules_named("russian", free_entry=True)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a net for Russian backgammon with free entry."""
    data = data_of("russian", Grade.EARLY)
    put(tmp_path, data)
    own_folders.keep_in(Own.NETS, lambda: tmp_path)
    yield tmp_path
    own_folders.keep_in(Own.NETS, None)


def test_it_judges_exactly_the_rules_it_was_taught() -> None:
    assert taught_for(FREE).games == 123
    assert taught_for(FREE).has_met(FREE)
    for other in (RULESETS["russian"], rules_named("russian", free_entry=True, one_two=True)):
        assert taught_for(other).file == "russian.net"
        assert not taught_for(FREE).has_met(other)
    own = value(Game.start(FREE, W))
    own_folders.keep_in(Own.NETS, None)
    assert value(Game.start(FREE, W)) != own


def test_the_points_of_a_win_need_no_net_of_their_own() -> None:
    assert taught_for(rules_named("russian", free_entry=True, scale="1,2")).games == 123


def test_lower_levels_play_by_the_nets_of_the_game() -> None:
    assert taught_for(FREE, Grade.FIRST).file == "russian-first.net"


def entry_of(data: bytes, **others: object) -> dict[str, object]:
    """The entry of the manifest for a net for Russian backgammon with free entry."""
    return {
        "file": "free.net",
        "ruleset": "russian",
        "grade": "full",
        "games": 123,
        "sha256": hashlib.sha256(data).hexdigest(),
        "rules": rules_met(FREE),
        **others,
    }


def put(folder: Path, data: bytes, **others: object) -> None:
    """Put a net into a folder, with a manifest that speaks of just this file."""
    (folder / "free.net").write_bytes(data)
    (folder / MANIFEST).write_text(json.dumps([entry_of(data, **others)]))


def weighted(weight: int, hidden_shift: int = 0, out_shift: int = 0) -> bytes:
    """A net all of whose weights are the same."""
    return MAGIC + bytes([hidden_shift, out_shift]) + struct.pack("<h", weight) * WEIGHTS


HIGHEST = 32767 // 20
"""Fifteen checkers in the hand add it twenty times, more than any other place."""

EXTREME = {
    "highest": weighted(32767),
    "lowest": weighted(-32768),
    "just too high": weighted(HIGHEST + 1),
    "shifted too far": weighted(1, hidden_shift=16),
    "shifted much too far": weighted(1, out_shift=255),
}


@pytest.mark.parametrize("data", EXTREME.values(), ids=EXTREME)
def test_a_net_with_extreme_weights_is_not_used(folder: Path, data: bytes) -> None:
    put(folder, data)
    taught = taught_for(FREE)
    assert taught.file == "russian.net"
    assert taught.passed_over.startswith("free.net: ")
    assert value(Game.start(FREE, W)).win


def test_a_net_just_within_the_range_is_used(folder: Path) -> None:
    put(folder, weighted(HIGHEST, hidden_shift=15, out_shift=15))
    assert taught_for(FREE).file == "free.net"
    assert 0 <= value(Game.start(FREE, W)).win <= 1


@given(st.integers(0), st.integers(0, 15))
def test_whatever_the_weights_a_net_judges_without_failing(seed: int, shift: int) -> None:
    data = random.Random(seed).randbytes(2 * WEIGHTS)
    net = Network(MAGIC + bytes([shift, shift]) + data)
    for line in ("W hand:15 / B hand:15", "W 1:15 / B 24:15", "W bar:15 / B off:14 1:1"):
        position = Position.parse(line)
        chances = net.chances(position.packed, net.view(W, 0, (True, True)))
        assert sum(chances) == pytest.approx(1)


WRONG: dict[str, dict[str, object]] = {
    "games as text": {"games": "many"},
    "games without end": {"games": float("inf")},
    "games that are none": {"games": float("nan")},
    "games below 0": {"games": -1},
    "games as truth": {"games": True},
    "very many games": {"games": 10**400},
    "a digest as a number": {"sha256": 7},
    "a list as the file": {"file": ["free.net"]},
    "a path elsewhere": {"file": "../free.net"},
    "a path from the root": {"file": "/dev/zero"},
    "a name that orders": {"file": "\x1b]52;c;x\x07"},
    "rules as a list": {"rules": []},
    "a rule as a number": {"rules": {**rules_met(FREE), "landing": 1}},
    "an unknown grade": {"grade": "best"},
    "a grade as a list": {"grade": []},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_manifest_with_a_wrong_value_is_not_used(folder: Path, wrong: dict[str, object]) -> None:
    put(folder, (folder / "free.net").read_bytes(), **wrong)
    taught = taught_for(FREE)
    assert (taught.file, taught.folder) == ("russian.net", None)
    assert taught.passed_over == "manifest.json is no list of nets"


@pytest.mark.parametrize("text", ["[" * 200_000, "{}", "3", '"x"', "[[]]", "\udcff", "[Infinity]"])
def test_a_manifest_that_is_something_else_is_not_used(folder: Path, text: str) -> None:
    (folder / MANIFEST).write_bytes(text.encode(errors="surrogateescape"))
    assert taught_for(FREE).file == "russian.net"
    assert taught_for(FREE).passed_over == "manifest.json is no list of nets"


@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
@pytest.mark.parametrize("name", ["free.net", MANIFEST])
@pytest.mark.parametrize(
    "kind", ["pipe", "device", "folder", "huge", "circle", "damaged", "missing"]
)
def test_what_is_no_file_or_too_large_is_not_waited_for(folder: Path, name: str, kind: str) -> None:
    path = folder / name
    path.unlink()
    match kind:
        case "pipe":
            os.mkfifo(path)
            writer = os.open(path, os.O_RDWR)  # Who reads it waits for what is never written.
        case "device":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
        case "circle":
            path.symlink_to(path)
        case "damaged":
            path.write_bytes(MAGIC)
        case "missing":
            pass
        case _:
            with path.open("wb") as file:
                file.truncate(8 << 30)
    taught = taught_for(FREE)
    assert taught.file == "russian.net"
    if kind == "pipe":
        os.close(writer)
    assert bool(taught.passed_over) is ((kind, name) != ("missing", MANIFEST))


def test_that_a_net_cannot_be_used_is_said_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reason_sentences, "_SAID", set())
    put(folder, EXTREME["highest"])
    told = [describe_passed_over(taught_for(FREE)) for _ in range(2)]
    assert told == [
        " A net in your own folder cannot be used: free.net: its weights are too large.",
        "",
    ]


def test_where_all_is_sound_nothing_is_said() -> None:
    assert taught_for(FREE).passed_over == ""
    assert taught_for(RULESETS["russian"]).passed_over == ""


@pytest.mark.parametrize(("size", "is_read"), [(8, True), (9, False)])
def test_a_file_longer_than_it_may_be_is_refused(tmp_path: Path, size: int, is_read: bool) -> None:
    (tmp_path / "own.net").write_bytes(bytes(size))
    if is_read:
        assert nets._read("own.net", tmp_path, 8) == bytes(8)
    else:
        with pytest.raises(ValueError, match="it has more than 8 bytes"):
            nets._read("own.net", tmp_path, 8)
