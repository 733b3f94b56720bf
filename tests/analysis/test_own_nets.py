"""Nets that somebody has taught for house rules: used where exactly these are played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from backgammon_tui import own_folders
from backgammon_tui.analysis import value
from backgammon_tui.analysis.nets import MANIFEST, Grade, rules_met, taught_for
from backgammon_tui.engine import RULESETS, Game
from backgammon_tui.own_folders import Own
from tests.analysis.test_network import data_of
from tests.engine.examples import W, rules_named

FREE = rules_named("russian", free_entry=True)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a net for Russian backgammon with free entry."""
    data = data_of("russian", Grade.EARLY)
    entry = {
        "file": "free.net",
        "ruleset": "russian",
        "grade": "full",
        "games": 123,
        "sha256": hashlib.sha256(data).hexdigest(),
        "rules": rules_met(FREE),
    }
    (tmp_path / "free.net").write_bytes(data)
    (tmp_path / MANIFEST).write_text(json.dumps([entry]))
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


@pytest.mark.parametrize("damage", ["net", "no net", "manifest", "no manifest", "other"])
def test_where_it_is_damaged_the_net_of_the_ruleset_takes_its_place(
    folder: Path, damage: str
) -> None:
    match damage:
        case "net":
            (folder / "free.net").write_bytes(b"BGNET1\n")
        case "no net":
            (folder / "free.net").unlink()
        case "manifest":
            (folder / MANIFEST).write_text("[{")
        case "no manifest":
            (folder / MANIFEST).unlink()
        case "other":
            (folder / MANIFEST).write_text('[{"file": "free.net"}, 3]')
    assert taught_for(FREE).file == "russian.net"
