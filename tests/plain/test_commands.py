from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from backgammon_tui.engine import Move, Side
from backgammon_tui.modes.mode import commands_of, meets
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.plain.conversation import write_plays
from backgammon_tui.plain.match import MatchConversation
from backgammon_tui.session import Session
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.words.reason_sentences import describe_meanings
from tests.engine.examples import rules_named
from tests.modes.examples import new_table
from tests.plain.talk import answer, say

MOVED = ("6 3", "24/18 13/10")


def test_help_names_every_command() -> None:
    message = answer("russian", "help")
    mode = PlayMode.begin(Session(new_table(rules_named("russian"), 1), Storage()), Storage())
    words = [
        word
        for command in (
            *(command for command in mode.commands if meets(mode, command.exists)),
            *commands_of(MatchConversation),
        )
        for word in command.words
    ]
    assert len(words) > 20
    assert not [word for word in words if word not in message]
    assert answer("russian", "?") == message
    assert all(len(line) <= 60 for line in say("russian", ["help"]).lines)


def test_help_lists_only_available_commands() -> None:
    kinds = ("k, r", "5, 6", "hand/22", "9/7^", "gnubg")
    there = {
        name: [kind for kind in kinds if kind in answer(name, "help")]
        for name in ("russian", "falood", "never-finishing", "backgammon")
    }
    assert "SHA-256" in answer("backgammon", "dice", typed=False)
    assert there == {
        "russian": ["k, r", "hand/22"],
        "falood": ["5, 6", "hand/22"],
        "never-finishing": ["9/7^"],
        "backgammon": ["gnubg"],
    }
    assert "computer:easy" in answer("russian", "help")


# ---- leaving and saving


def test_save_writes_a_new_transcript_only(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    message = answer("backgammon", *MOVED, f"save {file}")
    assert message.startswith("Written to")
    text = file.read_text(encoding="utf-8")
    assert read_transcript(text).games[0].effective_actions
    assert answer("backgammon", f"save {file}").startswith(
        "The file could not be written: File exists."
    )
    assert file.read_text(encoding="utf-8") == text


def test_file_name_with_control_characters_is_rejected() -> None:
    message = answer("backgammon", "save \x1b[31mx")
    assert message.startswith("Not saved: a file name must consist of visible characters.")
    assert message.isprintable()


def test_ambiguous_move_names_a_few_meanings() -> None:
    meanings = [(Move(Side.WHITE, 24, 24 - number, number),) for number in (1, 2, 3, 4, 5, 6)]
    assert describe_meanings(meanings[:2]) == "24/22 or 24/23"
    text = describe_meanings(meanings)
    assert text == "24/18 or 24/19 or 24/20 or 24/21 or 2 more"


def test_save_error_is_reported() -> None:
    assert answer("backgammon", "save no/such/folder/x").startswith(
        "The file could not be written: "
    )


# ---- lists


@pytest.mark.parametrize(
    ("count", "last"),
    [(40, "  40  24/23"), (41, "and 1 more; name a first move, such as plays 24/")],
)
def test_list_has_at_most_forty_plays(count: int, last: str) -> None:
    rows: Any = [SimpleNamespace(text="24/23")] * count
    assert [*write_plays(rows, range(count))][40:] == [last] * (count - 40)
    assert [*write_plays(rows, range(count))][-1] == last


# ---- numbers of plays

LISTED = "These are the plays now. Type the number again to play it."


@pytest.mark.parametrize("number", ["1", "play 1"])
def test_number_plays_only_from_a_list_that_was_shown(number: str) -> None:
    shown = answer("backgammon", "6 3", number)
    assert shown.startswith("   1  24/18 24/21")
    assert LISTED in shown
    assert "24/18 24/21" in answer("backgammon", "6 3", number, number, "last")
    assert "24/18 24/21" in answer("backgammon", "6 3", "plays", number, "last")


def test_number_counts_for_the_list_of_this_roll_only() -> None:
    again = ["6 3", "plays", "1", "5 4"]
    assert LISTED in answer("backgammon", *again, "1")
    # A move changes the list, and so does undoing it.
    assert LISTED in answer("backgammon", "6 3", "plays", "24/18", "1")
    assert LISTED in answer("backgammon", "6 3", "plays", "24/18", "undo", "1")
    # Other answers do not.
    for between in ("board", "hello", "plays 99", "why 24/23"):
        assert (LISTED in answer("backgammon", "6 3", "plays", between, "1")) is (
            between == "plays 99"
        )


def test_number_that_the_list_leaves_out_is_listed_first() -> None:
    typed = [*MOVED, "4 4", "plays 24/", "50"]
    shown = answer("backgammon", *typed)
    assert "  50  " in shown
    assert LISTED in shown
    assert LISTED not in answer("backgammon", *typed, "50")


def test_play_is_read_from_a_russian_keyboard() -> None:
    assert "24/18 24/21" in answer("backgammon", "6 3", "24.18 24.21", "last")
