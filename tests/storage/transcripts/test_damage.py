"""A damaged transcript is refused with the line, or says no less than the game that is read."""

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
    SAMPLE,
    Damage,
    damaged,
    random_match,
    texts,
)

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


def test_the_matches_have_everything_in_them() -> None:
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


def said(text: str) -> tuple[list[str], list[set[str]], list[str]]:
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
    played, places, fixed = said(text)
    record = read_transcript(text)
    read = said(write_transcript(record))
    # Where a game breaks off, the line of its last stages may be missing.
    assert played == read[0][: len(played)]
    assert not re.search("[a-z]", "".join(read[0][len(played) :]))
    assert fixed == read[2]
    for written, found in zip(places, read[1], strict=False):
        assert written <= found
    expect_playable_on(record)


def expect_playable_on(record: MatchRecord) -> None:
    """See that players can sit down where a match was left."""
    if record.games:
        results = [result for game in record.games if (result := game.play(record.rules).result)]
        table = Table.resume(record, results, {})
        assert table.game == record.games[-1].play(record.rules)


def first_difference(one: str, other: str) -> int:
    """The number of the first line in which two texts differ, from 1."""
    lines = zip([*one.split("\n"), ""], [*other.split("\n"), ""], strict=False)
    return next((i for i, (a, b) in enumerate(lines, 1) if a != b), 1)


def expect_refused_or_legal(text: str) -> bool:
    """Expect that a text is refused at one of its lines, or tells a game, again and again."""
    try:
        record = read_transcript(text)
    except LineError as error:
        return 1 <= error.line <= text.count("\n") + 1 or pytest.fail(str(error))
    written = write_transcript(record)
    found = read_transcript(written)
    assert write_transcript(found) == written
    for one, other in zip(record.games, found.games, strict=True):
        assert one.play(record.rules) == other.play(found.rules)
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
def test_a_match_with_one_damage(text: str, damage: Damage, a: int, b: int) -> None:
    expect_refused_where_damaged(text, damaged(text, damage, a, b))


@given(whole_texts, st.lists(st.tuples(damages, choices, choices), min_size=2, max_size=5))
def test_a_match_with_several_damages(text: str, several: list[tuple[Damage, int, int]]) -> None:
    wrong = text
    for damage, a, b in several:
        wrong = damaged(wrong, damage, a, b)
    expect_refused_where_damaged(text, wrong)


@few
@given(house_rules(), seeds, st.integers(5, 120), damages, choices, choices)
def test_any_match_with_one_damage(
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
    refused = sum(expect_refused_where_damaged(text, each) for each in wrong)
    # Some damage is none, such as a remark, and some makes another legal game.
    assert len(wrong) / 2 < refused < len(wrong)


def test_every_kind_of_damage_to_every_line() -> None:
    expect_all_damages_noticed(texts()[3])


@pytest.mark.long
@pytest.mark.parametrize("index", range(14))
def test_every_kind_of_damage_to_every_line_of_all_matches(index: int) -> None:
    expect_all_damages_noticed(texts()[index])


@pytest.mark.parametrize("text", [SAMPLE, COMPLETED])
def test_a_game_may_end_after_any_line_of_play(text: str) -> None:
    lines = text.split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith("1 "))
    for end in range(first, len(lines)):
        if lines[end - 1] != "Game 2":
            record = read_transcript("\n".join(lines[:end]) + "\n")
            assert record.games


def test_many_rolls_games_and_take_backs_are_read_in_a_moment() -> None:
    head = SAMPLE[: SAMPLE.index("Game")].replace("Length: 5", "Length: open")
    rolls = "".join(f"{number} opening 5-5\n" for number in range(1, 1_001))
    back = "takeback 1000 asked by W\n1000 opening 5-5\n" * 1_000
    record = read_transcript(f"{head}Game 1\nDice: typed\n{rolls}{back}")
    assert len(record.games[0].entries) == 3_000
    games = "".join(f"Game {n}\nDice: typed\nW resigns 1\n" for n in range(1, 1_001))
    assert len(read_transcript(head + games).games) == 1_000
