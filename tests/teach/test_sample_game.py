from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from backgammon_tui.engine import RULESETS, Effect, Game, Phase, Roll, Side, Turn
from backgammon_tui.engine.events import Moved
from backgammon_tui.explain.facts import do
from backgammon_tui.teach.rulebook import pages
from backgammon_tui.teach.sample_game import Note, sample_game
from backgammon_tui.text_file import read_data_file, read_headed_parts
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.turns import describe_rolls
from tests.engine.examples import B, W, played
from tests.engine.vectors import move_of, text_of

SAMPLE = sample_game()
HISTORY = (Game.start(SAMPLE.rules), *do(Game.start(SAMPLE.rules), SAMPLE.actions))


class SampleTurn(NamedTuple):
    played: Turn
    before: Game
    after: Game
    note: Note


def sample_turns() -> Iterator[SampleTurn]:
    ends = [index for index, game in enumerate(HISTORY) if game.phase is Phase.ROLL]
    stops = (*ends, len(HISTORY) - 1)
    for (before, after), note in zip(pairwise(stops), SAMPLE.notes[1:], strict=True):
        played = HISTORY[after].turn or HISTORY[after].last_turn
        assert played
        yield SampleTurn(played, HISTORY[before], HISTORY[after], note)


TURNS = tuple(sample_turns())


def logged(turn: Turn) -> str:
    """Return the rolls and plays of a turn as in a log, without notes: `6-2 hand/23, lost 6`."""
    log = " again ".join(describe_rolls(turn, STANDARD)).replace("\xa0", " ")
    return re.sub(r", no complement: .*|(?<=, )\ds ", "", log)


def vector() -> dict[str, Any]:
    text = text_of("falood_sample_game.json")
    assert text
    row: dict[str, Any] = json.loads(text)
    return row


def test_sample_has_41_turns_in_44_rolls() -> None:
    assert "".join(turn.played.side.value for turn in TURNS) == "BW" * 20 + "B"
    assert sum(isinstance(action, Roll) for action in SAMPLE.actions) == 44


def test_rules_match_the_article() -> None:
    assert SAMPLE.rules == RULESETS["falood"]
    assert not SAMPLE.rules.opponent_completes


def test_rolls_and_moves_match_the_vectors() -> None:
    rolled = [rolled for turn in TURNS for rolled in turn.played.rolls]
    for ours, theirs in zip(rolled, vector()["rolls"], strict=True):
        assert sorted(ours.dice) == sorted(theirs["dice"])
        for stage, their_stage in zip(ours.stages, theirs["stages"], strict=False):
            moves = [move_of(item) for item in their_stage["moves"]]
            assert Counter(stage.moves) == Counter(moves)


def test_positions_match_the_vectors() -> None:
    last = {roll["turn"]: roll["stages"][-1]["position"] for roll in vector()["rolls"]}
    for number, turn in enumerate(TURNS, 1):
        assert str(turn.after.position) == last[number]


def test_sample_ends_with_a_3_to_play() -> None:
    last, *_, moves, pips = HISTORY[-1], *SAMPLE.notes[-1].paragraphs
    assert (last.phase, last.left) == (Phase.MOVE, (3,))
    ways = re.findall(r"from (?:point )?(\d+) to (?:point )?(\d+)", moves)
    assert {(int(a), int(b)) for a, b in ways} == {
        (move.origin, move.target) for move in last.moves
    }
    white, black = re.findall(r"\d{3}", pips)
    assert (last.position.pips(W), last.position.pips(B)) == (int(white), int(black))


# ---- the notes


def test_notes_name_existing_sections() -> None:
    known = {section.id for section in pages(SAMPLE.rules)}
    for turn in TURNS:
        assert turn.note.sections
        assert set(turn.note.sections) <= known


def test_notes_are_one_to_three_plain_sentences() -> None:
    for turn in TURNS:
        for text in turn.note.paragraphs:
            assert 1 <= len(re.findall(r"[.!?](?= |$)", text)) <= 3, text
            assert text.isascii()
            assert "  " not in text
            assert not re.search(r"/\d|/off", text), "plays stand in the plays"


def test_notes_name_points_of_their_turn() -> None:
    """A wrong point would have no checker on it and none passing it."""
    for turn in TURNS:
        about = {place for move in turn.played.moves for place in (move.origin, move.target)}
        for position in (turn.before.position, turn.after.position):
            about |= {place for side in Side for place in position.points(side)}
        for named in re.findall(r"points? (\d+)", turn.note.paragraphs[0]):
            assert int(named) in about, turn.note


def test_pip_counts_in_notes_are_correct() -> None:
    counts = re.compile(r"(\d+) pips in one turn|comes to (\d+) pips")
    for turn in TURNS:
        before, after = (game.position.pips(turn.played.side) for game in (turn.before, turn.after))
        for pips in counts.findall(turn.note.paragraphs[0]):
            assert before - after == int("".join(pips)), turn.note


def test_white_could_have_hit_in_turn_28() -> None:
    game = HISTORY[HISTORY.index(TURNS[27].before) + 1]
    (moved, *_) = played(game, "20/18*").events
    assert isinstance(moved, Moved)
    assert moved.move.effect is Effect.HIT


# ---- the file

BOTH = re.compile(r"(?<![/\d])([1-6])([- ])([1-6])(?![/\d(])", re.ASCII)
"""Two dice, in the order in which they fell."""


def test_file_writes_turns_like_the_log() -> None:
    parts = read_headed_parts(read_data_file("sample/falood.txt"))
    heads = [[line.text for line in head] for head, _ in parts if len(head) > 1]
    for number, (turn, (title, line, _)) in enumerate(zip(TURNS, heads, strict=True), 1):
        larger = BOTH.sub(lambda two: two[2].join(sorted(two.group(1, 3), reverse=True)), line)
        assert (title, larger) == (f"== {number} {turn.played.side.value}", logged(turn.played))
