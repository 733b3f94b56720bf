"""`rename`, `abandon`, `delete` and `rescue`: nothing is changed that was not wanted."""

from __future__ import annotations

from pathlib import Path

from tests.cli.foreign import answered, expect_refused
from tests.cli.kept_matches import keep, opened, transcript, won
from tests.cli.test_records import lines, refused

# ---- rename


def test_a_player_gets_another_name_in_all_matches() -> None:
    keep(transcript(won()), transcript(opened(), white="Carla", black="anna"))
    assert lines("rename", "ANNA", "Änne") == ["Anna is now called Änne."]
    assert [row.split()[1:4] for row in lines("matches")[1:]] == [
        ["Carla", "-", "Änne"],
        ["Änne", "-", "Boris"],
    ]
    assert lines("rename", "änne", "ÄNNE") == ["Änne is now called ÄNNE."]


def test_two_players_become_one_only_if_that_is_wanted() -> None:
    keep(transcript(won()), transcript(won(), white="Anne", black="Carla"))
    assert refused("rename", "Anne", "anna") == "Nothing is changed; --merge makes the two one."
    done = answered("rename", "Anne", "anna", typed="n\n")
    assert done.out == "Anna is a player, too. Are Anne and Anna the same? y/n "
    assert done.code == 1
    assert answered("rename", "Anne", "anna", typed="y\n").out.endswith(
        "Anne is now called anna.\n"
    )
    assert lines("statistics")[1] == "anna    2 games   2"


def test_who_has_played_each_other_cannot_be_one() -> None:
    keep(transcript(won()))
    said = refused("rename", "Anna", "Boris", "--merge")
    assert said == "Anna and Boris have played each other, so they cannot be one."


def test_names_that_cannot_be() -> None:
    keep(transcript(won()))
    assert refused("rename", "Carla", "Anna") == "There is no player Carla."
    assert "visible characters" in expect_refused(answered("rename", "Anna", "a\x1b[2J"))
    assert "no player \\x1b[2J." in refused("rename", "\x1b[2J", "Carla")


# ---- abandon, delete


def test_an_abandoned_match_is_no_longer_offered() -> None:
    keep(transcript(opened()), transcript(won(), length="1"))
    assert lines("abandon", "1") == ["Match 1 is no longer open; resume 1 still goes on with it."]
    assert lines("matches", "--open") == ["There is no open game."]
    assert refused("abandon", "1") == "Match 1 is not open."
    assert refused("abandon", "2") == "Match 2 is not open."
    assert answered("resume", "--plain", "1", typed="").code == 0


def test_a_match_is_deleted_only_if_that_is_wanted() -> None:
    keep(transcript(opened()), transcript(won(), black="Carla"))
    assert refused("delete", "1") == "Nothing is changed; --yes deletes it."
    done = answered("delete", "1", typed="\n")
    assert done.out == "Delete match 1, Anna - Boris, for ever? y/n "
    assert done.code == 1
    assert len(lines("matches")) == 3
    assert answered("delete", "1", typed="yes\n").out.endswith("Match 1 is deleted.\n")
    assert lines("delete", "2", "--yes") == ["Match 2 is deleted."]
    assert lines("matches") == ["There are no matches."]
    assert refused("delete", "2", "--yes") == "There is no match 2."


# ---- rescue


def test_damaged_records_are_set_aside(kept: Path) -> None:
    keep(transcript(won()))
    path = kept / "journal.sqlite"
    data = path.read_bytes()
    path.write_bytes(b"no database".ljust(100) + data[100:])
    assert refused("matches").startswith("The records file is damaged")
    assert refused("rescue") == "Nothing is changed; --yes does it."
    (said,) = lines("rescue", "--yes")
    assert said.startswith("The records were damaged. 1 game could be read")
    assert (kept / "journal-damaged-1.sqlite").exists()
    assert len(lines("history")) == 2


def test_without_records_there_is_nothing_to_rescue(kept: Path) -> None:
    assert refused("rescue", "--yes") == "There are no records."
    assert not kept.exists()
