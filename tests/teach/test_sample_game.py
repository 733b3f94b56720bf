from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from backgammon_tui.engine import RULESETS, Effect, Game, Phase, Roll, Turn
from backgammon_tui.engine.events import Moved
from backgammon_tui.explain.facts import do
from backgammon_tui.teach.rulebook import pages
from backgammon_tui.teach.sample_game import SampleTurn, sample_game
from backgammon_tui.text_file import read_data_file, read_headed_parts
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.turns import describe_rolls
from tests.engine.examples import B, W, played
from tests.engine.vectors import move_of, text_of

SAMPLE = sample_game()


def played_turn(turn: SampleTurn) -> Turn:
    after = SAMPLE.history[turn.after]
    result = after.turn or after.last_turn
    assert result
    return result


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
    assert [turn.number for turn in SAMPLE.turns] == list(range(1, 42))
    assert "".join(turn.side.value for turn in SAMPLE.turns) == "BW" * 20 + "B"
    assert sum(isinstance(action, Roll) for action in SAMPLE.actions) == 44


def test_rules_match_the_article() -> None:
    assert SAMPLE.rules == RULESETS["falood"]
    assert not SAMPLE.rules.opponent_completes


def test_rolls_and_moves_match_the_vectors() -> None:
    rolled = [rolled for turn in SAMPLE.turns for rolled in played_turn(turn).rolls]
    for ours, theirs in zip(rolled, vector()["rolls"], strict=True):
        assert sorted(ours.dice) == sorted(theirs["dice"])
        for stage, their_stage in zip(ours.stages, theirs["stages"], strict=False):
            moves = [move_of(item) for item in their_stage["moves"]]
            assert Counter(stage.moves) == Counter(moves)


def test_positions_match_the_vectors() -> None:
    last = {roll["turn"]: roll["stages"][-1]["position"] for roll in vector()["rolls"]}
    for turn in SAMPLE.turns:
        assert str(SAMPLE.history[turn.after].position) == last[turn.number]


def test_turns_cover_the_history() -> None:
    assert SAMPLE.history == (Game.start(SAMPLE.rules), *do(SAMPLE.history[0], SAMPLE.actions))
    assert SAMPLE.turns[0].before == 1, "the opening roll comes before them"
    for turn, following in zip(SAMPLE.turns, SAMPLE.turns[1:], strict=False):
        assert SAMPLE.history[turn.before].phase is Phase.ROLL
        assert SAMPLE.history[turn.before].side is turn.side
        assert turn.after == following.before
    assert SAMPLE.turns[-1].after == len(SAMPLE.history) - 1


def test_sample_ends_with_a_3_to_play() -> None:
    last = SAMPLE.history[-1]
    assert (last.phase, last.left) == (Phase.MOVE, (3,))
    ways = re.findall(r"from (?:point )?(\d+) to (?:point )?(\d+)", " ".join(SAMPLE.end))
    assert {(int(a), int(b)) for a, b in ways} == {
        (move.origin, move.target) for move in last.moves
    }
    white, black = re.findall(r"\d{3}", SAMPLE.end[1])
    assert (last.position.pips(W), last.position.pips(B)) == (int(white), int(black))


# ---- the notes


def test_notes_name_existing_sections() -> None:
    known = {section.id for section in pages(SAMPLE.rules)}
    for turn in SAMPLE.turns:
        assert turn.sections
        assert set(turn.sections) <= known


def test_notes_are_one_to_three_plain_sentences() -> None:
    for turn in SAMPLE.turns:
        for text in (turn.note, turn.printed or "Nothing."):
            assert 1 <= len(re.findall(r"[.!?](?= |$)", text)) <= 3, text
            assert text.isascii()
            assert "  " not in text
            assert not re.search(r"/\d|/off", text), "plays stand in the plays"


def test_notes_name_points_of_their_turn() -> None:
    """A wrong point would have no checker on it and none passing it."""
    for turn in SAMPLE.turns:
        moves = played_turn(turn).moves
        about = {place for move in moves for place in (move.origin, move.target)}
        for index in (turn.before, turn.after):
            position = SAMPLE.history[index].position
            about |= {*position.points(turn.side), *position.points(turn.side.other)}
        for named in re.findall(r"points? (\d+)", turn.note):
            assert int(named) in about, turn.number


@pytest.mark.parametrize(
    ("number", "pips"),
    [
        (turn.number, pips)
        for turn in SAMPLE.turns
        for pips in re.findall(r"(\d+) pips in one turn|comes to (\d+) pips", turn.note)
    ],
)
def test_pip_counts_in_notes_are_correct(number: int, pips: tuple[str, str]) -> None:
    turn = SAMPLE.turns[number - 1]
    before, after = (SAMPLE.history[index].position for index in (turn.before, turn.after))
    assert before.pips(turn.side) - after.pips(turn.side) == int("".join(pips))


def test_white_could_have_hit_in_turn_28() -> None:
    game = SAMPLE.history[SAMPLE.turns[27].before + 1]
    (moved, *_) = played(game, "20/18*").events
    assert isinstance(moved, Moved)
    assert moved.move.effect is Effect.HIT


# ---- the file

BOTH = re.compile(r"(?<![/\d])([1-6])([- ])([1-6])(?![/\d(])", re.ASCII)
"""Two dice, in the order in which they fell."""


def test_file_writes_turns_like_the_log() -> None:
    parts = (
        part.head for part in read_headed_parts(read_data_file("sample/falood.txt")) if part.head
    )
    heads = [[line.text for line in head] for head in parts if len(head) > 1]
    for turn, (title, line, _) in zip(SAMPLE.turns, heads, strict=True):
        larger = BOTH.sub(lambda two: two[2].join(sorted(two.group(1, 3), reverse=True)), line)
        assert (title, larger) == (f"== {turn.number} {turn.side.value}", logged(played_turn(turn)))
