"""Whatever is wrong with a transcript is named with its line; nothing else is raised."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from backgammon_tui.text_file import LineError
from tests.storage.transcripts.samples import HEAD, SAMPLE, TYPED_GAME
from tests.storage.transcripts.test_damage import expect_refused_or_legal


def refused(text: str) -> tuple[int, str]:
    """Return the refused line of a text and the reason."""
    with pytest.raises(LineError) as error:
        read_transcript(text)
    assert str(error.value) == f"line {error.value.line}: {error.value.problem}"
    assert error.value.problem.isprintable()
    return error.value.line, error.value.problem


FIVE_POINTS = "".join(f"Game {number}\nDice: typed\nW resigns 3\n" for number in (1, 2)).rstrip()
LAST = "  4 4 4 4: hand/21(4)\n"
OTHER_DICE = f"dice fair {'1' * 64}\n4 W 6-1\n  6 1: hand/19 hand/24\n"
OWN_LINE = "needs a line of its own"
TWO_STAGES = f"""\
{HEAD.replace("free_entry = on", "entry_limits_complement = off")}
Game 1
Dice: typed
1 opening 5-2
  W rolls again
2 W 4-4
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("backgammon-tui transcript 1", "backgammon-tui transcript 2", 1, "begins with"),
        ("backgammon-tui transcript 1", "", 1, "begins with"),
        ("Ruleset: russian", "Ruleset: chess", 2, "no ruleset 'chess'"),
        ("Ruleset: russian\n", "", 6, "no tag Ruleset"),
        ("White: Anna\n", "", 6, "no tag White"),
        ("Date: 2026-03-01\n", "", 6, "no tag Date"),
        ("Length: 5\n", "", 6, "no tag Length"),
        ("White: Anna", "White: Anna\nWhite: Anna", 5, "appears twice"),
        ("White: Anna", "Green: Anna", 4, "'Green' is not a tag here"),
        ("White: Anna", "White Anna", 4, "is not a tag"),
        ("White: Anna", "White: ", 4, "is not a tag"),
        ("White: Anna", f"White: {'x' * 41}", 4, "at most 40"),
        ("White: Anna", "White: \x1b[31mAnna", 4, "a tab, or another character"),
        ("White: Anna", "White: \u202eannA", 4, "a tab, or another character"),
        ("White: Anna", "White:\tAnna", 4, "a tab, or another character"),
        ("free_entry = on", "free_entry = maybe", 3, "free_entry can be off, on"),
        ("free_entry = on", "trapping = on", 3, "no house rule 'trapping"),
        ("free_entry = on", "scale = 1,3", 3, "scale can be 1, 1,2, 1,2,3"),
        ("2026-03-01", "2026-02-30", 6, "is not a date"),
        ("2026-03-01", "yesterday", 6, "is not a date"),
        ("Black: Boris", "Black: ANNA", 5, "different names"),
        (
            "free_entry = on",
            "free_entry = on\nRule: free-entry = off",
            4,
            "free_entry appears twice",
        ),
        ("Length: 5", "Length: 0", 7, "1 to 999 points, or open"),
        ("Length: 5", "Length: 1000", 7, "1 to 999 points, or open"),
        ("Length: 5", "Length: ٥", 7, "1 to 999 points, or open"),
        ("russian", "backgammon", 3, "free_entry: makes no sense where start is not in hand"),
        (HEAD, "", 1, "begins with"),
        (HEAD, "\n\n; nothing", 1, "begins with"),
        (HEAD, "\x00\x01\x02", 1, "cannot be seen"),
        (HEAD, "PK\x03\x04", 1, "cannot be seen"),
        (HEAD, "\ud800", 1, "cannot be seen"),
    ],
)
def test_the_head(old: str, new: str, line: int, problem: str) -> None:
    assert HEAD.count(old) == 1
    found = refused(HEAD.replace(old, new))
    assert found[0] == line
    assert problem in found[1]


@pytest.mark.parametrize(
    ("game", "line", "problem"),
    [
        ("Game 2\nDice: typed", 9, "'Game 1' belongs here"),
        ("Game one\nDice: typed", 9, "'Game 1' belongs here"),
        ("Game 1", 9, "no tag Dice"),
        ("Game 1\nDice: loaded", 10, "fair or typed"),
        ("Game 1\nDice: fair", 10, "64 hexadecimal digits"),
        ("Game 1\nDice: fair\nCommitment: 123", 11, "64 hexadecimal digits"),
        ("Game 1\nDice: typed\nDice: typed", 11, "appears twice"),
        ("Game 1\nDice: typed\nStart: W hand:15", 11, "a position looks like"),
        ("Game 1\nDice: typed\nStart: W 1:3 / B 2:4; W to move", 11, "White has 3 checkers"),
        ("Game 1\nDice: typed\nStart: W 1:15 / B 1:15; W to move", 9, "both stand on"),
        ("Game 1\nDice: typed\n1 opening 5-5\nGame 2\nDice: typed", 12, "is not finished"),
        ("Game 1\nDice: typed\nhello", 11, "'hello' makes no sense here"),
        ("Game 1\nDice: typed\n1 opening 7-2", 11, "makes no sense here"),
        ("Game 1\nDice: typed\n2 opening 5-2", 11, "this is roll 1, not 2"),
        ("Game 1\nDice: typed\n1 W 5-2", 11, "cannot be done now. Each side rolls one die"),
        ("Game 1\nDice: typed\n1 opening 5-2\n  B keeps", 12, "not the turn of Boris"),
        ("Game 1\nDice: typed\n1 opening 5-2\n  5 2: hand/20", 12, "no stage of 5 2 begins"),
        ("Game 1\nDice: typed\n1 opening 5-2\n2 B 5-2", 12, "That cannot be done now."),
        ("Game 1\nDice: typed\n  W keeps", 11, "That cannot be done now."),
        ("Game 1\nDice: typed\ntakeback 1 asked by W", 11, "no roll 1 to go back to"),
        ("Game 1\nDice: typed\n1 opening 5-5\ntakeback 0 asked by W", 12, "no roll 0"),
        ("Game 1\nDice: typed\nW wins 1", 11, "the game is not over"),
        ("Game 1\nDice: typed\ndrawn", 11, "the game is not over"),
        (f"Game 1\nDice: typed\nSeed: {'0' * 64}", 11, "shown only when the game is over"),
        (
            f"Game 1\nDice: typed\ndraw agreed\nSeed: {'0' * 64}",
            12,
            "not match any commitment of this game",
        ),
        ("Game 1\nDice: typed\ndraw agreed\nW wins 1", 12, "did not end that way"),
        ("Game 1\nDice: typed\ndraw agreed\ndrawn\ndrawn", 13, "has been said already"),
        ("Game 1\nDice: typed\nB resigns 3\nW wins 3\nW wins 3", 13, "has been said already"),
        ("Game 1\nDice: typed\nW resigns 3\ndice typed", 12, "no dice are rolled after"),
        ("Game 1\nDice: typed\n01 opening 5-2", 11, "makes no sense here"),
        ("Game 1\nDice: typed\n1 opening 5-5\n02 opening 5-2", 12, "makes no sense here"),
        ("Game 1\nDice: typed\n1 opening 5-5\ntakeback 01 asked by W", 12, "makes no sense here"),
        (f"Game 1\nDice: typed\nCommitment: {'0' * 64}", 11, "typed dice have no Commitment"),
        ("Game 1\nDice: typed\ndraw agreed\nW resigns 1", 12, "cannot be done now"),
        ("Game 1\nDice: typed\nW resigns 3\nB wins 2", 12, "did not end that way"),
        ("Game 1\nDice: typed\nDice: fair\nW resigns 3", 11, "appears twice"),
        ("Game 1\nDice: typed\nW resigns 1\nDice: typed", 12, "makes no sense here"),
        (f"{FIVE_POINTS}\nGame 3\nDice: typed", 15, "the match is won"),
    ],
)
def test_the_lines_of_a_game(game: str, line: int, problem: str) -> None:
    found = refused(f"{HEAD}\n{game}\n")
    assert found[0] == line
    assert problem in found[1]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 hand/22", "No number left enters"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 24/23", "no checker on point 24"),
        ("  5 2: hand/20 hand/23", "  5 3: hand/20 hand/22", "no stage of 5 3 begins here"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 hand/23 hand/21", "cannot be done now"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 hand!23", "not a move: 'hand/20 hand!23'"),
        ("  5 2: hand/20 hand/23", "  5 2: B hand/20", "it is not for Boris to move"),
        ("  5 2: hand/20 hand/23", "  5 2: W", "must be followed by moves"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 hand/23 |", "must be followed by moves"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 | | hand/23", "must be followed by moves"),
        ("  5 2: hand/20 hand/23\n", "", "the line of the stage 5 2 is missing"),
        ("3 B 4-4", "3 W 4-4", "it is not the turn of Anna"),
        ("3 B 4-4", "4 B 4-4", "this is roll 3, not 4"),
        (LAST, f"{LAST}takeback 3 asked by B\n  5 2:\n", "no stage of 5 2 begins here"),
        (LAST, f"{LAST}{OTHER_DICE}takeback 3 asked by W\n", "the dice were changed after"),
        (LAST, f"{LAST}{OTHER_DICE}takeback 4 asked by W\n", ""),
        (TYPED_GAME, f"{SAMPLE}takeback 1 asked by W\n", "nothing can be taken back"),
        (TYPED_GAME, f"{TWO_STAGES}  4 4 4 4: hand/21(4)\n  3 3 3 3: hand/22\n", ""),
        (TYPED_GAME, f"{TWO_STAGES}  4 4 4 4: hand/21(4) hand/22\n  3 3 3 3:\n", OWN_LINE),
        (TYPED_GAME, f"{TWO_STAGES}  4 4 4 4: hand/21(3) hand/21/18\n  3 3 3 3:\n", OWN_LINE),
    ],
)
def test_the_moves_of_a_game(old: str, new: str, problem: str) -> None:
    text = TYPED_GAME.replace(old, new)
    assert problem in refused(text)[1] if problem else read_transcript(text)


LOST = """\
Game 1
Dice: typed
Start: W 6:14 bar:1 / B 6:2 5:2 4:2 3:2 2:2 1:5; W to move
1 W 6-5
  6 5:
"""


@pytest.mark.parametrize(
    "following", ["2 B 4-3", "draw agreed", "W resigns 1", "takeback 1 asked by W", "dice typed"]
)
def test_a_stage_that_could_not_be_played_has_its_line_too(following: str) -> None:
    head = HEAD.replace("russian", "backgammon").replace("Rule: free_entry = on\n", "")
    assert read_transcript(f"{head}\n{LOST}{following}\n")
    without = LOST.replace("  6 5:\n", "")
    assert read_transcript(f"{head}\n{without}")
    line, problem = refused(f"{head}\n{without}{following}\n")
    assert (line, problem) == (12, "the line of the stage 6 5 is missing before this one")


@pytest.mark.parametrize("ending", ["draw agreed\ndrawn", "B resigns 3\nW wins 3"])
def test_the_true_result_may_stand_whatever_the_ending(ending: str) -> None:
    record = read_transcript(f"{TYPED_GAME}{ending}\n")
    assert record.games[0].play(record.rules).is_over
    back = f"{TYPED_GAME}{ending}\ntakeback 1 asked by W\n{ending}\n"
    assert read_transcript(back)


def test_a_match_has_an_end_to_its_games() -> None:
    head = HEAD.replace("Length: 5", "Length: open")
    games = "".join(f"Game {n}\nDice: typed\ndraw agreed\n" for n in range(1, 5_002))
    assert refused(head + games) == (8 + 3 * 5_000, "a match has at most 5,000 games")


def test_a_text_that_is_too_long_is_refused_at_once() -> None:
    assert "at most 5,000,000 characters" in refused(HEAD + "\n" * 5_000_001)[1]
    assert refused(HEAD + ";" * 1_001) == (8, "a line has at most 1,000 characters")
    assert read_transcript(f"{HEAD}{';' * 1_000}\n")


def test_what_editors_do_to_files_is_no_damage() -> None:
    plain = read_transcript(SAMPLE)
    assert read_transcript(SAMPLE.replace("\n", "\r\n")) == plain
    assert read_transcript("\ufeff" + SAMPLE) == plain
    assert read_transcript(SAMPLE.rstrip("\n")) == plain
    assert read_transcript(SAMPLE.replace("\n", "  \n\n ; a remark\n")) == plain
    assert read_transcript(SAMPLE.replace("2 opening", "2 opening")) == plain
    assert write_transcript(plain) == SAMPLE


@given(st.text(max_size=300))
def test_arbitrary_text(text: str) -> None:
    for whole in (text, HEAD + text, TYPED_GAME + text):
        expect_refused_or_legal(whole)


LINES = sorted({*SAMPLE.split("\n"), *TYPED_GAME.split("\n"), "drawn", "dice typed"})


@given(st.lists(st.sampled_from(LINES), max_size=12))
def test_lines_in_any_order(lines: list[str]) -> None:
    for begin in ("", HEAD, TYPED_GAME):
        text = begin + "\n".join(lines)
        expect_refused_or_legal(text)
