"""A damaged transcript is refused with the line, or what is left of it is a legal game."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from backgammon_tui.storage.transcripts import (
    read_transcript,
    write_transcript,
)
from backgammon_tui.text_file import LineError
from tests.engine.strategies import is_short
from tests.storage.transcripts.samples import COMPLETED, SAMPLE

WHOLE = {"russian": SAMPLE, "falood": COMPLETED}
JUNK = (" ", "x", "*", "9", ";", "=6", "(4)", " hand/20", "|", ":", "\x00", "\x1b[2J", "\u200b")


def damaged(line: str) -> Iterator[str]:
    """A line damaged in many ways; two lines where it is doubled."""
    yield ""
    yield f"{line}\n{line}"
    yield line.lower()
    yield line.upper()
    yield line.strip()
    yield f"  {line}"
    for at, character in enumerate(line):
        yield line[:at]
        yield line[:at] + line[at + 1 :]
        if character.isdigit():
            yield from (
                line[:at] + digit + line[at + 1 :] for digit in "01234567" if digit != character
            )
        else:
            yield line[:at] + "?" + line[at + 1 :]
    for at in range(0, len(line) + 1, 3):
        yield from (line[:at] + junk + line[at:] for junk in JUNK)


def damaged_texts(text: str) -> Iterator[str]:
    """A text with one line damaged, or with two lines exchanged."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        for wrong in damaged(line):
            yield "\n".join([*lines[:number], wrong, *lines[number + 1 :]])
        for other in range(number + 1, min(number + 6, len(lines))):
            exchanged = lines.copy()
            exchanged[number], exchanged[other] = exchanged[other], line
            yield "\n".join(exchanged)


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


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_the_undamaged_text_is_as_the_program_writes_it(text: str) -> None:
    assert write_transcript(read_transcript(text)) == text


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_a_damaged_line(text: str) -> None:
    some = random.Random(1).sample(list(damaged_texts(text)), 150)
    refused = sum(map(expect_refused_or_legal, some))
    assert refused > len(some) / 2


@pytest.mark.long
@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_every_damaged_line(text: str) -> None:
    for wrong in damaged_texts(text):
        expect_refused_or_legal(wrong)


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_a_text_that_breaks_off(text: str) -> None:
    for at in range(0, len(text), 5 if is_short else 1):
        expect_refused_or_legal(text[:at])


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_a_game_may_end_after_any_line_of_play(text: str) -> None:
    lines = text.split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith("1 "))
    for end in range(first, len(lines)):
        if lines[end - 1] != "Game 2":
            record = read_transcript("\n".join(lines[:end]) + "\n")
            assert record.games


@pytest.mark.parametrize("times", [1, 2, 5, 20])
def test_several_damages_at_once(times: int) -> None:
    chance = random.Random(times)
    for _ in range(100):
        text = SAMPLE
        for _ in range(times):
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice([*JUNK, "\n", "5", "W", "B"]) + text[at + 1 :]
        expect_refused_or_legal(text)


def test_many_throws_games_and_take_backs_are_read_in_a_moment() -> None:
    head = SAMPLE[: SAMPLE.index("Game")].replace("Length: 5", "Length: open")
    throws = "".join(f"{number} opening 5-5\n" for number in range(1, 3_001))
    back = "takeback 3000 asked by W\n3000 opening 5-5\n" * 3_000
    record = read_transcript(f"{head}Game 1\nDice: typed\n{throws}{back}")
    assert len(record.games[0].entries) == 9_000
    games = "".join(f"Game {n}\nDice: typed\nW resigns 1\n" for n in range(1, 3_001))
    assert len(read_transcript(head + games).games) == 3_000
