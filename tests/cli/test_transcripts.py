"""`replay`: transcripts and their dice checked from outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from backgammon_tui.storage.transcripts import write_transcript
from tests.cli.program import run
from tests.storage.matches import vector_games
from tests.storage.transcripts.samples import COMPLETED, HEAD, SAMPLE, TYPED_GAME


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def replayed(file: Path, text: str) -> list[str]:
    """The line for each game, without those on the dice."""
    return [line for line in checked(file, text)[1] if not line.startswith("Dice of game ")]


def checked(file: Path, text: str) -> tuple[int, list[str]]:
    file.write_text(text, encoding="utf-8")
    done = run("replay", str(file))
    assert done.err == ""
    return done.code, done.out.splitlines()


def test_each_game_has_a_line(file: Path) -> None:
    assert replayed(file, SAMPLE) == [
        "W 24:1 22:1 20:2 hand:11 / B 23:1 21:1 hand:11 bar:2 | B wins 2"
    ]
    assert replayed(file, COMPLETED) == [
        "W 24:14 18:1 / B 23:1 22:1 20:2 17:4 13:5 11:1 10:1 | draw",
        "W hand:15 / B 22:3 hand:12 | unfinished, B to play 3",
    ]
    assert replayed(file, HEAD) == []


@pytest.mark.parametrize(
    ("lines", "end"),
    [
        ("", "both to roll"),
        ("1 opening 3-3\n", "both to roll"),
        ("1 opening 2-6\n", "B to keep or reroll"),
        ("1 opening 2-6\n  B rolls again\n", "B to roll"),
        ("1 opening 2-6\n  B keeps\n", "B to play 6 2"),
        ("1 opening 2-6\n  B keeps\n  6 2: hand/19\n", "B to play 2"),
        ("1 opening 2-6\n  B keeps\n  6 2: hand/19 hand/23\n", "W to roll"),
    ],
)
def test_unfinished_game_names_the_next_action(file: Path, lines: str, end: str) -> None:
    (line,) = replayed(file, f"{HEAD}\nGame 1\nDice: typed\n{lines}")
    assert line.endswith(f" | unfinished, {end}")


def test_pending_choice_of_double_is_named(file: Path) -> None:
    text = COMPLETED[: COMPLETED.index("  5 5 5 5")]
    assert replayed(file, text)[0].endswith("unfinished, B to choose 5 or 6")


def test_game_of_another_program_is_read(file: Path) -> None:
    for record in list(vector_games())[::60]:
        (line,) = replayed(file, write_transcript(record))
        game = record.games[0].play(record.rules)
        assert game.result
        end = (
            f"{game.result.winner.value} wins {game.result.points}"
            if game.result.winner
            else "draw"
        )
        assert line == f"{game.position} | {end}"


# ---- the dice


def verified(file: Path, text: str) -> tuple[int, str]:
    """The exit code, and the line on the dice."""
    code, lines = checked(file, text)
    return code, lines[-1]


def test_matching_dice_are_verified(file: Path) -> None:
    assert verified(file, SAMPLE) == (0, "Dice of game 1: 8 of 8 rolls agree.")


def test_single_roll_agrees(file: Path) -> None:
    text = f"{SAMPLE[: SAMPLE.index('2 B 2-1')]}{SAMPLE[SAMPLE.index('W resigns') :]}"
    assert verified(file, text) == (0, "Dice of game 1: 1 of 1 roll agrees.")


def test_differing_dice_are_reported(file: Path) -> None:
    wrong = SAMPLE.replace("2 B 2-1\n  2 1: hand/24/22", "2 B 3-1\n  3 1: hand/24/21")
    wrong = wrong[: wrong.index("5 W 5-2")] + wrong[wrong.index("W resigns") :]
    code, verdict = verified(file, wrong)
    assert code == 1
    assert verdict == "Dice of game 1: 3 of 4 rolls agree; roll 2 is 3-1 and should be 2-1."


def test_typed_dice_promise_nothing(file: Path) -> None:
    assert verified(file, TYPED_GAME) == (0, "Dice of game 1: typed in.")


def test_unfinished_game_hides_its_seed(file: Path) -> None:
    text = SAMPLE[: SAMPLE.index("W resigns")]
    assert verified(file, text) == (
        3,
        "Dice of game 1: 8 rolls cannot be verified: the seed is not shown.",
    )


def test_switch_to_typed_dice_is_not_verified(file: Path) -> None:
    text = SAMPLE.replace("5 W 5-2\n", "dice typed\n5 W 5-2\n", 1)
    code, verdict = verified(file, text)
    assert code == 3
    assert "cannot be verified: typed in after fair dice were changed for typed ones" in verdict


def test_wrong_roll_outweighs_unverifiable_one(file: Path) -> None:
    wrong = SAMPLE.replace("2 B 2-1\n  2 1: hand/24/22", "2 B 3-1\n  3 1: hand/24/21")
    typed = "dice typed\n5 W 6-5\n  6 5: hand/19 hand/20\n"
    text = wrong[: wrong.index("5 W 5-2")] + typed + wrong[wrong.index("W resigns") :]
    assert verified(file, text)[0] == 1


def test_seed_without_its_commitment_contradicts(file: Path) -> None:
    file.write_text(SAMPLE.replace("Seed: 0000", "Seed: 0001"), encoding="utf-8")
    done = run("replay", str(file))
    assert (done.code, done.out) == (1, "")
    assert done.err.endswith("the seed does not match any commitment of this game\n")


def test_match_without_games_is_reported(file: Path) -> None:
    assert checked(file, HEAD) == (0, [])
