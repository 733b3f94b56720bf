"""`replay`: transcripts and their dice checked from outside."""

from __future__ import annotations

import pytest

from backgammon_tui.storage.transcripts import write_transcript
from tests.cli.program import run
from tests.storage.matches import vector_games
from tests.storage.transcripts.samples import COMPLETED, HEAD, SAMPLE, TYPED_GAME


def replayed(text: str) -> tuple[int, list[str]]:
    done = run("replay", "-", typed=text)
    assert done.err == ""
    return done.code, done.out.splitlines()


def opened(lines: str) -> str:
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
                "W hand:15 / B 22:3 hand:12 | unfinished, B to play 3",
            ],
        ),
        (COMPLETED[: COMPLETED.index("  5 5 5 5")], ["unfinished, B to choose 5 or 6"]),
        (opened(""), ["unfinished, both to roll"]),
        (opened("1 opening 3-3\n"), ["unfinished, both to roll"]),
        (opened("1 opening 2-6\n"), ["unfinished, B to keep or reroll"]),
        (opened("1 opening 2-6\n  B rolls again\n"), ["unfinished, B to roll"]),
        (opened("1 opening 2-6\n  B keeps\n"), ["unfinished, B to play 6 2"]),
        (opened("1 opening 2-6\n  B keeps\n  6 2: hand/19\n"), ["unfinished, B to play 2"]),
        (opened("1 opening 2-6\n  B keeps\n  6 2: hand/19 hand/23\n"), ["unfinished, W to roll"]),
    ],
)
def test_each_game_has_a_line(text: str, ends: list[str]) -> None:
    lines = [line for line in replayed(text)[1] if not line.startswith("Dice of game ")]
    assert len(lines) == len(ends)
    assert all(line.endswith(end) for line, end in zip(lines, ends, strict=True))


def test_game_of_another_program_is_read() -> None:
    for record in list(vector_games())[::60]:
        game = record.games[0].play(record.rules)
        assert game.result
        winner = game.result.winner
        end = f"{winner.value} wins {game.result.points}" if winner else "draw"
        assert replayed(write_transcript(record))[1][0] == f"{game.position} | {end}"


BEFORE, AFTER = SAMPLE[: SAMPLE.index("5 W 5-2")], SAMPLE[SAMPLE.index("W resigns") :]
OTHER_ROLL = ("2 B 2-1\n  2 1: hand/24/22", "2 B 3-1\n  3 1: hand/24/21")
TYPED_ROLL = "dice typed\n5 W 6-5\n  6 5: hand/19 hand/20\n"
TYPED_IN = "cannot be verified: typed in after fair dice were changed for typed ones before roll 5"


@pytest.mark.parametrize(
    ("text", "code", "verdict"),
    [
        (SAMPLE, 0, "8 of 8 rolls agree."),
        (f"{SAMPLE[: SAMPLE.index('2 B 2-1')]}{AFTER}", 0, "1 of 1 roll agrees."),
        (
            BEFORE.replace(*OTHER_ROLL) + AFTER,
            1,
            "3 of 4 rolls agree; roll 2 is 3-1 and should be 2-1.",
        ),
        (TYPED_GAME, 0, "typed in."),
        (SAMPLE.replace(AFTER, ""), 3, "8 rolls cannot be verified: the seed is not shown."),
        (BEFORE + TYPED_ROLL + AFTER, 3, f"4 of 4 rolls agree; 1 roll {TYPED_IN}."),
        (
            BEFORE.replace(*OTHER_ROLL) + TYPED_ROLL + AFTER,
            1,
            f"3 of 4 rolls agree; roll 2 is 3-1 and should be 2-1; 1 roll {TYPED_IN}.",
        ),
    ],
)
def test_dice_are_verified(text: str, code: int, verdict: str) -> None:
    found, lines = replayed(text)
    assert (found, lines[-1]) == (code, f"Dice of game 1: {verdict}")


def test_seed_without_its_commitment_contradicts() -> None:
    done = run("replay", "-", typed=SAMPLE.replace("Seed: 0000", "Seed: 0001"))
    assert (done.code, done.out) == (1, "")
    assert done.err.endswith("the seed does not match any commitment of this game\n")
