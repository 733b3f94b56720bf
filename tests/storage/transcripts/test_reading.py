from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import Rules
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from backgammon_tui.text_file import LineError
from tests.engine.strategies import few, house_rules, seeds
from tests.storage.transcripts.samples import (
    COMPLETED,
    DAMAGES,
    HEAD,
    SAMPLE,
    TYPED_GAME,
    Damage,
    damaged,
    random_match,
    texts,
)

# ---- refusals


def refused(text: str) -> tuple[int, str]:
    """Return the refused line of a text and the reason."""
    with pytest.raises(LineError) as error:
        read_transcript(text)
    assert str(error.value) == f"line {error.value.line}: {error.value.problem}"
    assert error.value.problem.isprintable()
    return error.value.line, error.value.problem


FIVE_POINTS = "".join(f"Game {number}\nDice: typed\nW resigns 3\n" for number in (1, 2)).rstrip()
LAST = "  4 4 4 4: hand/21(4)\n"
OTHER_DICE = f"dice fair {'1' * 64}\n3 W 6-1\n  6 1: hand/19 hand/24\n"
OWN_LINE = "needs a line of its own"
TWO_STAGES = f"""\
{HEAD.replace("free_entry = on", "entry_limits_complement = off")}
Game 1
Dice: typed
1 opening 5-2
  W rolls again
1 W 4-4
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
        (
            "russian",
            "backgammon",
            3,
            "free_entry: makes no sense if the checkers do not start in hand",
        ),
        (HEAD, "", 1, "begins with"),
        (HEAD, "\n\n; nothing", 1, "begins with"),
        (HEAD, "\x00\x01\x02", 1, "cannot be seen"),
        (HEAD, "PK\x03\x04", 1, "cannot be seen"),
        (HEAD, "\ud800", 1, "cannot be seen"),
    ],
)
def test_faulty_head_is_rejected(old: str, new: str, line: int, problem: str) -> None:
    assert HEAD.count(old) == 1
    reread = refused(HEAD.replace(old, new))
    assert reread[0] == line
    assert problem in reread[1]


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
        ("Game 1\nDice: typed\nStart: W 1:15 / B 1:15; W to move", 9, "are both on"),
        ("Game 1\nDice: typed\n1 opening 5-5\nGame 2\nDice: typed", 12, "is not finished"),
        ("Game 1\nDice: typed\nhello", 11, "'hello' makes no sense here"),
        ("Game 1\nDice: typed\n1 opening 7-2", 11, "makes no sense here"),
        ("Game 1\nDice: typed\n2 opening 5-2", 11, "this is turn 1, not 2"),
        ("Game 1\nDice: typed\n1 W 5-2", 11, "cannot be done now. Each side rolls one die"),
        ("Game 1\nDice: typed\n1 opening 5-2\n  B keeps", 12, "not the turn of Boris"),
        ("Game 1\nDice: typed\n1 opening 5-2\n  5 2: hand/20", 12, "no stage of 5 2 begins"),
        ("Game 1\nDice: typed\n1 opening 5-2\n1 B 5-2", 12, "That cannot be done now."),
        ("Game 1\nDice: typed\n  W keeps", 11, "That cannot be done now."),
        ("Game 1\nDice: typed\ntakeback 1 asked by W", 11, "there is no turn 1 to go back to"),
        ("Game 1\nDice: typed\n1 opening 5-5\ntakeback 2 asked by W", 12, "there is no turn 2"),
        ("Game 1\nDice: typed\nW wins 1", 11, "the game is not over"),
        ("Game 1\nDice: typed\ndrawn", 11, "the game is not over"),
        (f"Game 1\nDice: typed\nSeed: {'0' * 64}", 11, "shown only when the game is over"),
        (
            f"Game 1\nDice: typed\ndraw agreed\nSeed: {'0' * 64}",
            12,
            "not match any commitment of this game",
        ),
        ("Game 1\nDice: typed\ndraw agreed\nW wins 1", 12, "did not end that way"),
        ("Game 1\nDice: typed\ndraw agreed\ndrawn\ndrawn", 13, "is already recorded"),
        ("Game 1\nDice: typed\nB resigns 3\nW wins 3\nW wins 3", 13, "is already recorded"),
        ("Game 1\nDice: typed\nW resigns 3\ndice typed", 12, "no dice are rolled after"),
        ("Game 1\nDice: typed\n01 opening 5-2", 11, "makes no sense here"),
        ("Game 1\nDice: typed\n1 opening 5-5\n01 opening 5-2", 12, "makes no sense here"),
        ("Game 1\nDice: typed\n1 opening 5-5\ntakeback 01 asked by W", 12, "makes no sense here"),
        (f"Game 1\nDice: typed\nCommitment: {'0' * 64}", 11, "typed dice have no Commitment"),
        ("Game 1\nDice: typed\ndraw agreed\nW resigns 1", 12, "cannot be done now"),
        ("Game 1\nDice: typed\nW resigns 3\nB wins 2", 12, "did not end that way"),
        ("Game 1\nDice: typed\nDice: fair\nW resigns 3", 11, "appears twice"),
        ("Game 1\nDice: typed\nW resigns 1\nDice: typed", 12, "makes no sense here"),
        (f"{FIVE_POINTS}\nGame 3\nDice: typed", 15, "the match is won"),
    ],
)
def test_faulty_game_lines_are_rejected(game: str, line: int, problem: str) -> None:
    reread = refused(f"{HEAD}\n{game}\n")
    assert reread[0] == line
    assert problem in reread[1]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 hand/22", "No number left enters"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 24/23", "no checker on point 24"),
        ("  5 2: hand/20 hand/23", "  5 3: hand/20 hand/22", "no stage of 5 3 begins here"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 hand/23 hand/21", "cannot be done now"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 hand!23", "not a move: 'hand/20 hand!23'"),
        ("  5 2: hand/20 hand/23", "  5 2: B hand/20", "it is not Boris's turn to move"),
        ("  5 2: hand/20 hand/23", "  5 2: W", "must be followed by moves"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 hand/23 |", "must be followed by moves"),
        ("  5 2: hand/20 hand/23", "  5 2: hand/20 | | hand/23", "must be followed by moves"),
        ("  5 2: hand/20 hand/23\n", "", "the line of the stage 5 2 is missing"),
        ("2 B 4-4", "2 W 4-4", "it is not the turn of Anna"),
        ("2 B 4-4", "3 B 4-4", "this is turn 2, not 3"),
        (LAST, f"{LAST}takeback 2 asked by B\n  5 2:\n", "no stage of 5 2 begins here"),
        (LAST, f"{LAST}{OTHER_DICE}takeback 2 asked by W\n", "the dice were changed after"),
        (LAST, f"{LAST}{OTHER_DICE}takeback 3 asked by W\n", ""),
        (TYPED_GAME, f"{SAMPLE}takeback 1 asked by W\n", "nothing can be taken back"),
        (TYPED_GAME, f"{SAMPLE}{SAMPLE[SAMPLE.index('Seed') :]}", "is already recorded"),
        (TYPED_GAME, f"{TWO_STAGES}  4 4 4 4: hand/21(4)\n  3 3 3 3: hand/22\n", ""),
        (TYPED_GAME, f"{TWO_STAGES}  4 4 4 4: hand/21(4) hand/22\n  3 3 3 3:\n", OWN_LINE),
        (TYPED_GAME, f"{TWO_STAGES}  4 4 4 4: hand/21(3) hand/21/18\n  3 3 3 3:\n", OWN_LINE),
    ],
)
def test_faulty_moves_are_rejected(old: str, new: str, problem: str) -> None:
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
def test_unplayable_stage_needs_its_line(following: str) -> None:
    head = HEAD.replace("russian", "backgammon").replace("Rule: free_entry = on\n", "")
    assert read_transcript(f"{head}\n{LOST}{following}\n")
    without = LOST.replace("  6 5:\n", "")
    assert read_transcript(f"{head}\n{without}")
    line, problem = refused(f"{head}\n{without}{following}\n")
    assert (line, problem) == (12, "the line of the stage 6 5 is missing before this one")


@pytest.mark.parametrize("ending", ["draw agreed\ndrawn", "B resigns 3\nW wins 3"])
def test_true_result_is_accepted_for_any_ending(ending: str) -> None:
    record = read_transcript(f"{TYPED_GAME}{ending}\n")
    assert record.games[0].play(record.rules).is_over
    back = f"{TYPED_GAME}{ending}\ntakeback 1 asked by W\n{ending}\n"
    assert read_transcript(back)


def test_match_has_a_maximum_number_of_games() -> None:
    head = HEAD.replace("Length: 5", "Length: open")
    games = "".join(f"Game {n}\nDice: typed\ndraw agreed\n" for n in range(1, 5_002))
    assert refused(head + games) == (8 + 3 * 5_000, "a match has at most 5,000 games")


def test_too_long_text_is_rejected_at_once() -> None:
    assert "at most 5,000,000 characters" in refused(HEAD + "\n" * 5_000_001)[1]
    assert refused(HEAD + ";" * 1_001) == (8, "a line has at most 1,000 characters")
    assert read_transcript(f"{HEAD}{';' * 1_000}\n")


def test_changes_by_editors_are_accepted() -> None:
    plain = read_transcript(SAMPLE)
    assert read_transcript(SAMPLE.replace("\n", "\r\n")) == plain
    assert read_transcript("\ufeff" + SAMPLE) == plain
    assert read_transcript(SAMPLE.rstrip("\n")) == plain
    assert read_transcript(SAMPLE.replace("\n", "  \n\n ; a remark\n")) == plain
    assert read_transcript(SAMPLE.replace("2 opening", "2 opening")) == plain
    assert write_transcript(plain) == SAMPLE


@given(st.text(max_size=300))
def test_any_text_is_read_or_rejected(text: str) -> None:
    for whole in (text, HEAD + text, TYPED_GAME + text):
        expect_refused_or_legal(whole)


LINES = sorted({*SAMPLE.split("\n"), *TYPED_GAME.split("\n"), "drawn", "dice typed"})


@given(st.lists(st.sampled_from(LINES), max_size=12))
def test_shuffled_lines_are_read_or_rejected(lines: list[str]) -> None:
    for begin in ("", HEAD, TYPED_GAME):
        text = begin + "\n".join(lines)
        expect_refused_or_legal(text)


# ---- damage


choices = st.integers(0, 10_000)
damages = st.sampled_from(DAMAGES)
whole_texts = st.integers(0, 13).map(lambda index: texts()[index])

SEEN: Final = (
    *(
        "Rule: ",
        "Dice: typed",
        "Dice: fair",
        "dice fair",
        "Seed: ",
        "Game 2",
        "Start: ",
    ),
    *("keeps", "rolls again", "takeback", " | B ", "resigns", "draw agreed", "wins"),
    *("hand/", "bar/", "/off", "/off=6", "*", "^", "(4)", "5 5 5 5: 1", "4 4 4 4:"),
)


def test_samples_cover_all_features() -> None:
    assert len(texts()) == 14
    written = "\n".join(texts())
    assert [mark for mark in SEEN if mark not in written] == []
    games = [game for text in texts() for game in read_transcript(text).games]
    assert len(games) > len(texts())


# ---- what a text says, read as simply as can be

PLAYED: Final = re.compile(r"[0-9]+ |takeback |  [WB] |[WB] resigns|draw agreed|Game ")
ROLL: Final = re.compile(r"(?<=[WB] )([1-6])-([1-6])")
"""A roll, whose larger number is written first."""
FIXED: Final = re.compile(r"Dice: |Commitment: |dice |Seed: ")
FREE: Final = re.compile(r"White: |Black: ")
SHORT: Final = {
    "in": "hand",
    **{word[:end]: word for word in ("hand", "bar", "off") for end in range(1, len(word))},
}


def larger_first(roll: re.Match[str]) -> str:
    return "-".join(sorted(roll.groups(), reverse=True))


def claims_of(text: str) -> tuple[list[str], list[set[str]], list[str]]:
    """Return the claims of a text: play line by line, places of each stage, and dice."""
    played: list[str] = []
    places: list[set[str]] = []
    fixed: list[str] = []
    for line in text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"):
        claim = (line if FREE.match(line) else re.sub(r"(^|\s);.*", "", line)).rstrip()
        numbers, colon, moves = claim.partition(":")
        if FIXED.match(claim):
            name, _, value = claim.partition(": ")
            fixed.append(f"{name}: {value.strip()}")
        elif PLAYED.match(claim):
            played.append(ROLL.sub(larger_first, claim))
        elif colon and numbers.startswith("  "):
            played.append("".join(sorted(numbers)))
            places.append(places_in(moves))
    return played, places, sorted(fixed)


def places_in(moves: str) -> set[str]:
    """The points and words that a line of moves names."""
    plain = re.sub(r"(^|\|) *[WB] |\([0-9]\)|=[0-9]", " ", moves)
    return {SHORT.get(name, name) for name in re.findall("[a-z]+|[0-9]+", plain.lower())}


def expect_nothing_overlooked(text: str) -> None:
    """See that what was read of an accepted text is all that it says."""
    played, places, fixed = claims_of(text)
    record = read_transcript(text)
    read = claims_of(write_transcript(record))
    # Where a game breaks off, the line of its last stages may be missing.
    assert played == read[0][: len(played)]
    assert not re.search("[a-z]", "".join(read[0][len(played) :]))
    assert fixed == read[2]
    for written, reread in zip(places, read[1], strict=False):
        assert written <= reread
    expect_playable_on(record)


def expect_playable_on(record: MatchRecord) -> None:
    """See that players can sit down where a match was left."""
    if record.games:
        results = [result for game in record.games if (result := game.play(record.rules).result)]
        table = Table.resume(record, results, {})
        assert table.game == record.games[-1].play(record.rules)


def first_difference(first: str, other: str) -> int:
    """The number of the first line in which two texts differ, from 1."""
    lines = zip([*first.split("\n"), ""], [*other.split("\n"), ""], strict=False)
    return next((i for i, (a, b) in enumerate(lines, 1) if a != b), 1)


def expect_refused_or_legal(text: str) -> bool:
    """Expect that a text is refused at one of its lines, or tells a game, again and again."""
    try:
        record = read_transcript(text)
    except LineError as error:
        return 1 <= error.line <= text.count("\n") + 1 or pytest.fail(str(error))
    written = write_transcript(record)
    reread = read_transcript(written)
    assert write_transcript(reread) == written
    for first, other in zip(record.games, reread.games, strict=True):
        assert first.play(record.rules) == other.play(reread.rules)
    return False


def expect_refused_where_damaged(text: str, wrong: str) -> bool:
    """Expect that a damaged text is refused where it is damaged or later, or is legal."""
    if not expect_refused_or_legal(wrong):
        expect_nothing_overlooked(wrong)
        return False
    with pytest.raises(LineError) as refused:
        read_transcript(wrong)
    assert refused.value.problem.isprintable()
    first = first_difference(text, wrong)
    before = "\n".join(text.split("\n")[: first - 1])
    try:
        read_transcript(before)
    except LineError:
        return True  # A head that is cut short is refused itself.
    assert refused.value.line >= first
    return True


# ---- damaging them


@given(whole_texts, damages, choices, choices)
def test_single_damage_is_detected(text: str, damage: Damage, a: int, b: int) -> None:
    expect_refused_where_damaged(text, damaged(text, damage, a, b))


@given(whole_texts, st.lists(st.tuples(damages, choices, choices), min_size=2, max_size=5))
def test_several_damages_are_detected(text: str, several: list[tuple[Damage, int, int]]) -> None:
    wrong = text
    for damage, a, b in several:
        wrong = damaged(wrong, damage, a, b)
    expect_refused_where_damaged(text, wrong)


@few
@given(house_rules(), seeds, st.integers(5, 120), damages, choices, choices)
def test_single_damage_to_any_match_is_detected(
    rules: Rules, seed: int, steps: int, damage: Damage, a: int, b: int
) -> None:
    text = write_transcript(random_match(rules, seed, steps))
    expect_nothing_overlooked(text)
    expect_refused_where_damaged(text, damaged(text, damage, a, b))


def expect_all_damages_noticed(text: str) -> None:
    # A third of all, in turn, so that every line is damaged in several ways.
    wrong = [
        damaged(text, damage, line, 7 * line)
        for way, damage in enumerate(DAMAGES)
        for line in range(way % 3, text.count("\n"), 3)
    ]
    refused = sum(expect_refused_where_damaged(text, damaged_text) for damaged_text in wrong)
    # Some damage is none, such as a remark, and some makes another legal game.
    assert len(wrong) / 2 < refused < len(wrong)


def test_every_damage_to_every_line_is_detected() -> None:
    expect_all_damages_noticed(texts()[3])


@pytest.mark.long
@pytest.mark.parametrize("index", range(14))
def test_every_damage_in_all_matches_is_detected(index: int) -> None:
    expect_all_damages_noticed(texts()[index])


@pytest.mark.parametrize("text", [SAMPLE, COMPLETED])
def test_game_may_end_after_any_line(text: str) -> None:
    lines = text.split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith("1 "))
    for end in range(first, len(lines)):
        if lines[end - 1] != "Game 2":
            record = read_transcript("\n".join(lines[:end]) + "\n")
            assert record.games


def test_long_transcripts_are_read_quickly() -> None:
    head = SAMPLE[: SAMPLE.index("Game")].replace("Length: 5", "Length: open")
    rolls = "".join("1 opening 5-5\n" for _ in range(1_000))
    back = "takeback 1 roll 1000 asked by W\n1 opening 5-5\n" * 1_000
    record = read_transcript(f"{head}Game 1\nDice: typed\n{rolls}{back}")
    assert len(record.games[0].entries) == 3_000
    games = "".join(f"Game {n}\nDice: typed\nW resigns 1\n" for n in range(1, 1_001))
    assert len(read_transcript(head + games).games) == 1_000
