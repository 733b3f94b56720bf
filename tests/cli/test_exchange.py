"""`export` and `import`: matches out of the records as transcripts, and into them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from backgammon_tui.engine import Side
from backgammon_tui.storage.transcripts import read_transcript
from tests.cli.foreign import answered, expect_refused
from tests.cli.kept_matches import keep, opened, transcript, won
from tests.cli.program import ran, run
from tests.cli.test_records import lines, refused
from tests.storage.transcripts.samples import COMPLETED, HEAD, SAMPLE, TYPED_GAME

WON_LATER = """
Game 2
Dice: typed
1 W 5-2
  5 2: 24/19 24/22
B resigns 1
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("text", [SAMPLE, COMPLETED, TYPED_GAME])
def test_what_comes_in_goes_out_again(text: str, here: Path) -> None:
    (here / "in.txt").write_text(text, encoding="utf-8")
    assert lines("import", "in.txt") == ["in.txt: match 1."]
    assert lines("export", "1", "out.txt") == ["Written to out.txt."]
    out = (here / "out.txt").read_text(encoding="utf-8")
    assert answered("export", "1").out == out
    assert read_transcript(out) == read_transcript(text)


def test_standard_output_is_utf_8_whatever_the_locale_says() -> None:
    keep(transcript(won(), white="梅"))
    code = "from backgammon_tui.cli import main; main(['export', '1'])"
    latin = "import sys; sys.stdout.reconfigure(encoding='latin-1')\n"
    done = ran([sys.executable, "-c", latin + code], b"", None)
    assert "White: 梅\n" in done.out


def test_a_file_is_never_written_over(here: Path) -> None:
    keep(transcript(won()))
    (here / "mine.txt").write_text("mine")
    assert "mine.txt: exists already" in expect_refused(answered("export", "1", "mine.txt"))
    assert (here / "mine.txt").read_text() == "mine"


# ---- one game of a match


def test_one_game_is_a_match_of_its_own(here: Path) -> None:
    keep(transcript(won(), won(2, "W", 3), length="5"))
    lines("export", "1", "two.txt", "--game", "2")
    text = (here / "two.txt").read_text(encoding="utf-8")
    record = read_transcript(text)
    assert record.length is None
    assert run("replay", "two.txt").out.endswith("| B wins 3\n")
    assert refused("export", "1", "--game", "3") == "Match 1 has no game 3."


def test_where_the_last_winner_throws_first_a_game_begins_with_a_situation(here: Path) -> None:
    first = WON_LATER.replace("Game 2", "Game 1").replace("1 W", "1 opening 5-2\n2 W")
    keep(transcript(first, WON_LATER, ruleset="never-finishing"))
    lines("export", "1", "two.txt", "--game", "2")
    text = (here / "two.txt").read_text(encoding="utf-8")
    (game,) = read_transcript(text).games
    assert game.situation
    assert (str(game.situation.position), game.situation.side) == ("W 24:15 / B 24:15", Side.WHITE)
    assert run("replay", "two.txt").out.endswith("| W wins 1\n")
    assert lines("import", "two.txt") == ["two.txt: match 2."]


# ---- import


def test_what_is_there_already_is_said(here: Path) -> None:
    (here / "half.txt").write_text(transcript(opened()))
    (here / "whole.txt").write_text(transcript(won()))
    assert lines("import", "whole.txt", "whole.txt") == [
        "whole.txt: match 1.",
        "whole.txt: there already, as match 1.",
    ]
    assert lines("import", "half.txt") == ["half.txt: match 2."]


def test_a_match_that_was_played_on_elsewhere_takes_the_place_of_its_beginning(
    here: Path,
) -> None:
    text = transcript(opened())
    (here / "whole.txt").write_text(f"{text[:-1]} hand/23\nB resigns 1\n")
    (here / "half.txt").write_text(text)
    assert lines("import", "half.txt", "whole.txt", "half.txt") == [
        "half.txt: match 1.",
        "whole.txt: match 1.",
        "half.txt: there already, as match 1.",
    ]
    assert len(lines("history")) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, "bad.txt: nothing has been played in this match"),
        (f"{HEAD}\nGame 1\nDice: typed\n", "bad.txt: nothing has been played in this match"),
        ("nonsense", "bad.txt: line 1: a transcript begins with"),
        (SAMPLE.replace("Word W: kiwi", "Word W: Kiwi"), "bad.txt: throw 1 of game 1 is "),
    ],
)
def test_where_one_file_is_wrong_none_comes_in(text: str, said: str, here: Path) -> None:
    (here / "good.txt").write_text(transcript(won()))
    (here / "bad.txt").write_text(text)
    assert said in expect_refused(answered("import", "good.txt", "bad.txt"))
    assert lines("matches") == ["There are no matches."]
