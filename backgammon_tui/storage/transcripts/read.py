"""Transcripts read as records of matches, every line checked by the rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Final

from backgammon_tui.engine import Match
from backgammon_tui.storage.record import GameRecord, MatchRecord, Tell
from backgammon_tui.storage.transcripts import tags
from backgammon_tui.storage.transcripts.play_lines import GameReader
from backgammon_tui.storage.transcripts.write import HEADING
from backgammon_tui.text_file import LineError, NumberedLine, read_text

MOST_BYTES: Final = 4 * tags.LONGEST_TRANSCRIPT
"""No text of so many characters has more."""

MOST_GAMES: Final = 5_000
"""More than anybody plays: the score is counted anew for each of them."""


def read_transcript_file(path: Path, tell: Tell = lambda line: None) -> MatchRecord:
    """Return the match in a transcript file."""
    return read_transcript(read_text(path, MOST_BYTES), tell)


def read_transcript(text: str, tell: Tell = lambda line: None) -> MatchRecord:
    """Return the match in a transcript; `tell` hears the number of each line of play."""
    lines = list(tags.lines_of(text))
    if not lines or lines[0].text != HEADING:
        raise LineError(1, f"a transcript begins with {HEADING!r}")
    starts = [index for index, line in enumerate(lines) if line.text.startswith("Game ")]
    if len(starts) > MOST_GAMES:
        problem = f"a match has at most {MOST_GAMES:,} games"
        raise LineError(lines[starts[MOST_GAMES]].number, problem)
    head = lines[1 : starts[0] if starts else len(lines)]
    record = tags.read_head(head, lines[-1].number)
    match = Match(record.rules, record.length)
    games: list[GameRecord] = []
    reading: GameReader | None = None
    for begin, end in pairwise([*starts, len(lines)]):
        if reading:
            reading.expect_finished(lines[begin])
        reading = _read_game(record, match, lines[begin], lines[begin + 1 : end], tell)
        games.append(reading.record)
        if reading.game.result:
            match = match.add(reading.game.result)
    return replace(record, games=tuple(games))


def _read_game(
    record: MatchRecord,
    match: Match,
    heading: NumberedLine,
    lines: list[NumberedLine],
    tell: Tell,
) -> GameReader:
    if heading.text != f"Game {match.game_number}" or match.winner:
        due = f"Game {match.game_number}"
        problem = "the match is won" if match.winner else f"{due!r} belongs here"
        raise LineError(heading.number, problem)
    game_tags = list(takewhile(lambda line: tags.GAME_TAG.match(line.text), lines))
    game_record = tags.read_game_tags(heading, game_tags, match.starter)
    try:
        reading = GameReader(record, game_record)
    except ValueError as error:
        raise LineError(heading.number, str(error)) from None
    for line in lines[len(game_tags) :]:
        reading.read(line)
        tell(line.number)
    return reading
