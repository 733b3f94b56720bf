from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import AgreeDraw
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from tests.cli.program import (
    expect_harmless,
    keep,
    lines,
    opened,
    output,
    refusal,
    run,
    run_python,
    transcript,
    won,
)
from tests.dialogs import compare
from tests.engine.examples import rules_named
from tests.storage.matches import SEED
from tests.storage.transcripts.samples import COMPLETED, HEAD, SAMPLE, TYPED_GAME

# ---- replay


def replayed(text: str) -> tuple[int, list[str]]:
    done = run("replay", "-", typed=text)
    assert done.err == ""
    return done.code, done.out.splitlines()


def begun(lines: str) -> str:
    return f"{HEAD}\nGame 1\nDice: typed\n{lines}"


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        (HEAD, []),
        (SAMPLE, ["W 24:1 22:1 20:2 hand:11 / B 23:1 21:1 hand:11 bar:2 | B wins 2"]),
        (
            COMPLETED,
            [
                "W 24:14 18:1 / B 23:1 22:1 20:2 17:4 13:5 11:1 10:1 | draw",
                "W hand:15 / B 22:3 hand:12 | unfinished, B to play the 3",
            ],
        ),
        (COMPLETED[: COMPLETED.index("  5 5 5 5")], ["unfinished, B chooses four 5s or four 6s"]),
        (begun(""), ["unfinished, the opening roll"]),
        (begun("1 opening 3-3\n"), ["unfinished, the opening roll"]),
        (begun("1 opening 2-6\n"), ["unfinished, B keeps or rerolls"]),
        (begun("1 opening 2-6\n  B rolls again\n"), ["unfinished, B to roll"]),
        (begun("1 opening 2-6\n  B keeps\n"), ["unfinished, B to play the 6 and the 2"]),
        (begun("1 opening 2-6\n  B keeps\n  6 2: hand/19\n"), ["unfinished, B to play the 2"]),
        (begun("1 opening 2-6\n  B keeps\n  6 2: hand/19 hand/23\n"), ["unfinished, W to roll"]),
    ],
)
def test_replay_prints_one_line_per_game(text: str, ends: list[str]) -> None:
    lines = [line for line in replayed(text)[1] if not line.startswith("Dice of game ")]
    assert len(lines) == len(ends)
    assert all(line.endswith(end) for line, end in zip(lines, ends, strict=True))


BEFORE, AFTER = SAMPLE[: SAMPLE.index("4 W 5-2")], SAMPLE[SAMPLE.index("W resigns") :]
FORGED = BEFORE.replace("1 B 2-1\n  2 1: hand/24/22", "1 B 3-1\n  3 1: hand/24/21")
CONTRADICTS = "3 of 4 rolls agree; turn 1: the roll is 3-1 and should be 2-1"
TYPED_ROLL = "dice typed\n4 W 6-5\n  6 5: hand/19 hand/20\n"
TYPED_IN = "cannot be verified: typed in after typed dice replaced fair dice in turn 4"


@pytest.mark.parametrize(
    ("text", "code", "verdict"),
    [
        (SAMPLE, 0, "8 of 8 rolls agree."),
        (f"{SAMPLE[: SAMPLE.index('1 B 2-1')]}{AFTER}", 0, "1 of 1 roll agrees."),
        (FORGED + AFTER, 1, f"{CONTRADICTS}."),
        (TYPED_GAME, 0, "typed in."),
        (SAMPLE.replace(AFTER, ""), 3, "8 rolls cannot be verified: the seed is not shown."),
        (BEFORE + TYPED_ROLL + AFTER, 3, f"4 of 4 rolls agree; 1 roll {TYPED_IN}."),
        (FORGED + TYPED_ROLL + AFTER, 1, f"{CONTRADICTS}; 1 roll {TYPED_IN}."),
    ],
)
def test_dice_are_verified(text: str, code: int, verdict: str) -> None:
    exit_code, lines = replayed(text)
    assert (exit_code, lines[-1]) == (code, f"Dice of game 1: {verdict}")


# ---- export and import


WON_LATER = """
Game 2
Dice: typed
1 W 5-2
  5 2: 24/19 24/22
B resigns 1
"""


@pytest.mark.parametrize("text", [SAMPLE, COMPLETED, TYPED_GAME])
def test_imported_transcript_is_exported_unchanged(text: str, here: Path) -> None:
    (here / "in.txt").write_text(text, encoding="utf-8")
    assert lines("import", "in.txt") == ["in.txt: match 1."]
    assert lines("export", "1", "out.txt") == ["Written to out.txt."]
    out = (here / "out.txt").read_text(encoding="utf-8")
    assert run("export", "1").out == out
    assert read_transcript(out) == read_transcript(text)
    assert "in.txt: the file already exists" in refusal("export", "1", "in.txt")
    assert (here / "in.txt").read_text(encoding="utf-8") == text


def test_standard_output_is_utf_8_in_any_locale() -> None:
    keep(transcript(won(), white="梅"))
    code = "import sys; sys.stdout.reconfigure(encoding='latin-1')\n"
    code += "from backgammon_tui.cli import main; main(['export', '1'])"
    assert "White: 梅\n" in run_python(code).out


# ---- one game of a match


def test_winner_starts_game_exports_its_position() -> None:
    first = WON_LATER.replace("Game 2", "Game 1").replace("1 W", "1 opening 5-2\n1 W")
    keep(transcript(first, WON_LATER, ruleset="never-finishing"))
    lines("export", "1", "two.txt", "--game", "2")
    (game,) = read_transcript(Path("two.txt").read_text()).games
    assert str(game.starting_position) == "W 24:15 / B 24:15; W to move"
    assert "| W wins 1\n" in output("replay", "two.txt")
    assert lines("import", "two.txt") == ["two.txt: match 2."]


# ---- import


def test_longer_import_replaces_the_shorter(here: Path) -> None:
    text = transcript(opened())
    (here / "whole.txt").write_text(f"{text[:-1]} hand/23\nB resigns 1\n")
    (here / "half.txt").write_text(text)
    (here / "other.txt").write_text(transcript(won()))
    assert lines("import", "half.txt", "whole.txt", "half.txt", "other.txt") == [
        "half.txt: match 1.",
        "whole.txt: match 1.",
        "half.txt: already imported as match 1.",
        "other.txt: match 2.",
    ]
    assert len(lines("matches", "--games")) == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD, "bad.txt: nothing has been played in this match"),
        (f"{HEAD}\nGame 1\nDice: typed\n", "bad.txt: nothing has been played in this match"),
        ("nonsense", "bad.txt: line 1: a transcript begins with"),
        (SAMPLE.replace("1 opening 2-6", "1 opening 3-6"), "bad.txt: the roll of turn 1 in "),
    ],
)
def test_import_continues_after_a_bad_file(text: str, message: str, here: Path) -> None:
    (here / "good.txt").write_text(transcript(won()))
    (here / "bad.txt").write_text(text)
    assert message in refusal("import", "bad.txt")
    assert lines("matches") == ["There are no matches."]
    done = run("import", "bad.txt", "good.txt")
    assert (done.code, done.out) == (2, "good.txt: match 1.\n")
    assert message in done.err
    assert done.err.endswith("backgammon-tui: 1 of 2 files imported\n")
    assert len(lines("matches")) == 2


MAT = """ 3 point match

 Game 1
 Anna : 0                              Boris : 0
  1) 31: 8/5 6/5                       66: 24/18(2) 13/7(2)
      Wins 1 point

 Game 2
 Anna : 1                              Boris : 0
  1) 31: 8/5 6/5                       66: 24/18(2) 12/6(2)
      Wins 1 point
"""


def test_games_before_a_fault_are_imported_on_request(here: Path) -> None:
    (here / "in.mat").write_text(MAT)
    fault = "line 10: not a move: 12/6(2)"
    words = refusal("import", "in.mat")
    assert fault in words or "line 10: " in words
    assert words.endswith("Add --partly to import the games before it: 1 game of 2")
    assert lines("matches") == ["There are no matches."]
    (reply,) = lines("import", "in.mat", "--partly")
    assert reply.startswith("in.mat: match 1, 1 game of 2; line 10: ")
    assert "1:0" in output("matches")
    (reply,) = lines("import", "in.mat", "--partly")
    assert reply == "in.mat: already imported as match 1."
    (here / "bad.mat").write_text(MAT.replace("8/5", "8/4"))
    assert "partly" not in refusal("import", "bad.mat", "--partly")


OTHER = bytes(32)


def match_with(*seeds: bytes, white: str = "Anna", date: str = "2026-03-01") -> MatchRecord:
    """Return a match whose games are drawn after a roll, each with the fair dice of a seed."""
    record = MatchRecord(rules_named("backgammon"), white, "Boris", date, None)
    table = Table.new_match(record, FairDice(seeds[0]))
    for seed in seeds[1:]:
        table = table.roll().apply(AgreeDraw()).accept().next_game(FairDice(seed))
    return table.roll().apply(AgreeDraw()).accept().record


# ---- earlier dice


def put(name: str, record: MatchRecord) -> None:
    Path(name).write_text(write_transcript(record), encoding="utf-8")


def test_repeated_seed_within_match_is_refused() -> None:
    put("twice.txt", match_with(SEED, OTHER, SEED))
    message = "game 3 reuses the dice of game 1, so its rolls could be known in advance"
    done = run("replay", "twice.txt")
    assert done.code == 1
    assert done.out.splitlines()[-1] == f"{message.capitalize()}."
    assert done.out.count("agree") == 3, "each roll is as its seed gives it"
    hidden = re.sub("Seed: .*\n", "", Path("twice.txt").read_text())
    assert run("replay", "-", typed=hidden).code == 1
    assert run("import", "-", typed=hidden).code == 2
    assert refusal("import", "twice.txt") == f"twice.txt: {message}"
    assert run("matches").out == "There are no matches.\n"


def test_repeated_seed_across_matches_is_reported() -> None:
    put("one.txt", whole := match_with(OTHER, SEED))
    put("half.txt", replace(whole, games=whole.games[:1]))
    put("two.txt", match_with(SEED, white="Clara", date="2026-04-01"))
    assert run("replay", "one.txt").code == 0
    assert run("import", "half.txt", "one.txt", "two.txt").out.splitlines() == [
        "half.txt: match 1.",
        "one.txt: match 1.",
        "two.txt: match 2. It reuses the dice of 1.2 (match.game),"
        " so the rolls of the later game could be known in advance.",
    ]


# ---- faulty files of other programs

FAULTY = Path(__file__).parents[1] / "data" / "mat" / "faulty"


def test_faulty_files_are_refused_with_line_and_reason(here: Path) -> None:
    """The sentences are in `faulty_files.txt`: one for each file. Valid files are imported."""
    (here / "good.mat").write_text(MAT.split(" Game 2")[0])
    (here / "5_mb_of_one_line.mat").write_text(f" 5 point match{'x' * 5_000_000}")
    (here / "5_mb_of_blanks.mat").write_text(" " * 5_000_000)
    files = [*map(str, sorted(FAULTY.iterdir())), *sorted(file.name for file in here.glob("5*"))]
    done = run("import", *files, "good.mat")
    expect_harmless(done)
    *refused, count = done.err.splitlines()
    words = [line.removeprefix("backgammon-tui: ").replace(f"{FAULTY}/", "") for line in refused]
    compare(FILE, "".join(f"{line}\n" for line in words))
    assert len(refused) == len(files)
    assert (done.out, count) == (
        "good.mat: match 1.\n",
        f"backgammon-tui: 1 of {len(files) + 1} files imported",
    )
    assert len(lines("matches")) == 2


FILE = Path(__file__).with_name("faulty_files.txt")


def test_match_from_another_score_does_not_replace_one(here: Path) -> None:
    (here / "late.mat").write_text(MAT.split("  1)")[0].replace(": 0", ": 1") + ROW)
    (here / "early.mat").write_text(MAT.split(" Game 2")[0])
    assert lines("import", "late.mat", "early.mat") == ["late.mat: match 1.", "early.mat: match 2."]


ROW = "  1) 31: 8/5 6/5                       66: 24/18(2) 13/7(2)\n"


@pytest.mark.parametrize("name", ["cut_in_heading", "escape_in_game_2", "two_matches"])
def test_fault_between_games_keeps_earlier_games(name: str) -> None:
    (reply,) = lines("import", str(FAULTY / f"{name}.mat"), "--partly")
    assert ": match 1, 1 game of 2; line " in reply
    assert len(lines("matches", "--games")) == 3


def test_list_names_a_game_whose_double_was_passed(here: Path) -> None:
    (here / "in.mat").write_text(MAT.split("      Wins")[0] + PASSED)
    assert lines("import", "in.mat") == ["in.mat: match 1."]
    assert "Anna wins 1, passed " in output("matches", "--games")


PASSED = "  2)  Doubles => 2                      Drops\n      Wins 1 point\n"
