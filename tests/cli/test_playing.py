from __future__ import annotations

import shlex
import signal
from io import StringIO
from pathlib import Path

import pytest

from backgammon_tui.cli.console import read_line
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.transcripts import read_transcript
from tests.cli.program import PROGRAM, Dialogue, output, posix, ran, refusal, run, run_process

# ---- typed input


def test_end_of_input_always_quits() -> None:
    for number, (typed, code) in enumerate([("", 0), ("\nroll\ndraw\n", 3)]):
        name = f"{number}.txt"
        done = run("--plain", "--transcript", name, typed=typed)
        assert (done.code, done.err) == (0, "")
        assert run("replay", name).code == code


def test_typed_text_is_shown_escaped() -> None:
    done = run_process(
        "--plain", "--dice", "typed", typed=b"\x1b[31m\xff\xfe\n\x00\nb\xc3\xa9\n" + b"x" * 50_000
    )
    assert done.code == 0
    assert "\x1b" not in done.out
    assert "\x00" not in done.out
    assert done.out.count("> ") == 5


@posix
def test_closed_output_is_not_an_error() -> None:
    talk = shlex.join([*PROGRAM, "--plain", "--dice", "typed"])
    done = ran(["sh", "-c", f"yes help | head -100 | {talk} | true"])
    assert "Traceback" not in done.err


def test_long_line_is_read_up_to_1000_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("x" * 1_200 + "\nnext\n"))
    assert [read_line(""), read_line("")] == ["x" * 1_000, "next\n"]


# ---- resume


TO_ONE = ("--plain", "backgammon", "--to", "1", "--white", "Anna", "--black", "Boris")


def kept(match: int = 1) -> MatchRecord:
    with Journal(journal_file()) as journal:
        return journal.read(match).record


# ---- resuming after a kill


def test_killed_game_can_be_resumed_to_its_end() -> None:
    with Dialogue(*TO_ONE) as game:
        game.play(30)
        assert game.read_prompt()
        done = refusal("resume", "--plain", code=1)
        assert done == "The match is open in another window; close it there first."
        game.kill()
    before = kept().games[0]
    assert len(before.entries) > 10
    with Dialogue("resume", "--plain", "--transcript", "match.txt") as game:
        game.play()
        assert game.end() == (0, "")
    assert "Game 1 is resumed." in game.output
    after = kept().games[0]
    assert after.entries[: len(before.entries)] == before.entries
    assert after.dice.commitment == before.dice.commitment
    assert run("export", "1").out == Path("match.txt").read_text(encoding="utf-8")
    assert " wins " in output("replay", "match.txt")
    assert output("import", "match.txt") == "match.txt: already imported as match 1.\n"
    elsewhere = ("--folder", "elsewhere")
    assert output(*elsewhere, "import", "match.txt") == "match.txt: match 1.\n"
    assert output(*elsewhere, "export", "1") == output("export", "1")


@posix
def test_termination_signal_ends_quietly() -> None:
    with Dialogue(*TO_ONE, "--transcript", "match.txt") as game:
        game.play(9)
        assert game.read_prompt()
        assert game.end(signal.SIGTERM) == (143, "")
    written = read_transcript(Path("match.txt").read_text(encoding="utf-8"))
    assert written.games[0].effective_actions == kept().games[0].effective_actions


def test_killed_game_leaves_no_empty_transcript() -> None:
    for _ in range(2):
        with Dialogue(*TO_ONE, "--transcript", "match.txt") as game:
            game.play(3)
            assert game.read_prompt()
            game.kill()
        assert [path for path in Path().iterdir() if path.is_file()] == []


@posix
def test_transcript_keeps_a_file_made_during_the_match() -> None:
    with Dialogue(*TO_ONE, "--transcript", "match.txt") as game:
        game.play(3)
        assert game.read_prompt()
        Path("match.txt").write_text("mine")
        game.end(signal.SIGTERM)
    assert Path("match.txt").read_text() == "mine"
    assert read_transcript(Path("match-2.txt").read_text(encoding="utf-8")).games


# ---- choosing the match


def test_resume_takes_last_open_or_numbered_match() -> None:
    run(*TO_ONE, typed="roll\n")
    run("--plain", "french", typed="roll\n")
    assert "Game 1 is resumed." in run("resume", "--plain").out
    assert run("resume", "--plain").out.startswith("French Backgammon:")
    assert run("resume", "1", "--plain").out.startswith("Backgammon: Anna is White")
    assert run("--plain", "resume", "1").out.startswith("Backgammon: Anna is White")


def test_new_match_mentions_the_unfinished_one() -> None:
    run(*TO_ONE, typed="roll\n")
    text = " ".join(run("--plain", "--dice", "typed").out.split())
    assert text.startswith("Unfinished game: Anna - Boris, Backgammon, ")
    assert "Run resume to continue it. Russian Backgammon: no limit." in text


def test_damaged_records_do_not_prevent_playing(kept: Path) -> None:
    kept.mkdir()
    (kept / "journal.sqlite").write_bytes(b"no database" * 1000)
    message = refusal("resume", "--plain", code=1)
    assert message.startswith("The records file is damaged")
    way = "set the damaged records aside and start new ones with everything that can be read"
    assert message.endswith(f". When you start the program, it offers to {way}.")
    talk = run(*TO_ONE, typed="\nroll\nrestore\nscore\n")
    assert f"Type restore to {way}." in " ".join(talk.out.split())
    assert "Not done, because it cannot be saved. The records file" in talk.out
    assert talk.code == 0
    assert list(kept.glob("journal-damaged-*.sqlite"))
    assert "Anna - Boris" in run("matches").out
    run("--plain", typed="")
    (kept / "journal.sqlite").write_bytes(b"no database" * 1000)
    text = " ".join(run("--plain", typed="restore\n").out.split())
    assert "Type restore to replace the damaged records with the backup of 20" in text
    assert "The records were damaged. The backup of 20" in text
    assert "Anna - Boris" in run("matches").out


# ---- positions, dice and preferences


def test_match_may_start_in_the_middle_of_a_game() -> None:
    starting_position = "W 24:2 hand:13 / B hand:15; W to move; first double B"
    arguments = ("--plain", "falood", "--from", starting_position, "--dice", "typed")
    done = run(*arguments, typed="5 4\nline\n")
    assert "White rolls 5-4." in done.out
    assert f"\nStart: {starting_position}\n" in run("export", "1").out
    assert "Game 1 is resumed." in run("resume", "--plain").out


def test_game_from_code_starts_with_its_roll() -> None:
    code = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:1:0:7:10"
    done = run("--plain", "backgammon", "--from", code, typed="8/5 6/5\nroll\n")
    assert "White 3, Black 1 in a match to 7." in done.out
    exported = run("export", "1").out
    assert "\nScore: 3-1\n" in exported
    dice, _, fair = exported.partition("\n  3 1: 8/5 6/5\n")
    assert "\nDice: typed\n" in dice, "the roll of the code"
    assert fair.startswith("dice fair ")


PREFERENCES = "white = Anna\nblack = Boris\n"


@pytest.mark.parametrize(
    ("arguments", "players"),
    [
        ([], "Anna is White, Boris is Black"),
        (["--white", "Carla"], "Carla is White, Boris is Black"),
        (["--white", "BORIS"], "BORIS is White, Anna is Black"),
        (["--black", "anna"], "Boris is White, anna is Black"),
        (["--white", "Boris", "--black", "Anna"], "Boris is White, Anna is Black"),
    ],
)
def test_last_players_names_are_the_default(arguments: list[str], players: str, kept: Path) -> None:
    kept.mkdir()
    (kept / "preferences.ini").write_text(f"{PREFERENCES}theme = two words\n")
    text = " ".join(run("--plain", "--dice", "typed", *arguments).out.split())
    assert players in text
    assert "preferences.ini: theme = 'two words'" in text[: text.index("Russian Backgammon")]
