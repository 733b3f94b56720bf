"""Typed moves and the list of plays that they filter."""

from __future__ import annotations

import random
from functools import cache
from itertools import count
from time import process_time

import pytest

from backgammon_tui.engine import Game, legal_plays
from backgammon_tui.engine.notation import read_moves, write_moves
from backgammon_tui.modes.play.choosing import EntryReading, Heading, lines_of, read_entry
from backgammon_tui.modes.play.match import play_marks
from backgammon_tui.modes.play.panel import entry_lines
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.settings import Settings
from tests.engine.examples import NAMES, rules_named
from tests.engine.strategies import state_after
from tests.modes.examples import W, do, message_of, seated

# ---- typing a play


STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def preview(state: PlayState) -> str:
    return write_moves(state.preview)


@pytest.mark.parametrize("text", ["22/18/17", "22/21/17", "22/18"])
def test_list_spells_a_play_as_typed(text: str) -> None:
    state = do(seated("russian", "W 22:1 21:1 1:13 / B hand:15", W, "41", "enter"), text)
    spelled = [state.choosing.spelled(row) for row in state.choosing.reading.shown]
    assert any(play.text.startswith(text) and "/17" in play.text for play in spelled)
    assert preview(do(state, "down")) == spelled[0].text


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("*", "No play hits: Black has no blot."),
        ("^", "No checker can be trapped in Backgammon."),
        ("off", "No play bears off a checker with these numbers."),
    ],
)
def test_filter_without_plays_names_its_effect(typed: str, message: str) -> None:
    state = do(seated("backgammon", STANDARD, W, "31", "enter"), typed)
    assert state.choosing.refused == typed
    assert message_of(state) == message


@pytest.mark.parametrize("room", [21, 60])
def test_typed_text_has_a_count_of_plays(room: int) -> None:
    three_one = seated("backgammon", STANDARD, W, "31", "enter")
    for text in ("8", "24/20", "24/21 6/5", "24/2 ", "8/2 6/5 24/21"):
        state = do(three_one, text)
        lines = [line.text for line in entry_lines(state, room, Glyphs())]
        assert lines[-1].endswith("✗" if state.choosing.refused else (" play", " plays"))
        assert max(map(len, lines)) <= room


# Checkers on 18 and 3 only, so the first digit of 20 to 24 leads nowhere, but the second one does.
FAR = "W 18:8 3:7 / B 13:5 8:3 6:7"


@pytest.mark.parametrize("keys", [(), ("tab",)])
@pytest.mark.parametrize("origin", [20, 21, 22, 23, 24])
def test_refused_move_stays_as_typed_and_is_the_one_explained(
    origin: int, keys: tuple[str, ...]
) -> None:
    state = do(seated("backgammon", FAR, W, "52", "enter"), *keys)
    for target in (origin - 5, origin - 2):
        text = f"{origin}/{target}"
        for end in range(1, len(text) + 1):
            refused = do(state, text[:end])
            assert refused.choosing.refused == text[:end]
            assert not refused.choosing.text
        assert refused.notice
        assert refused.notice.text == f"White has no checker on point {origin}."
    assert do(state, "2", "backspace", "3").choosing.text == "3"
    assert do(state, "9", "3").choosing.text == "3", "no point is called 93"


def test_another_whole_play_asks_to_take_back_the_moves_made() -> None:
    half = do(seated("backgammon", STANDARD, W, "31", "enter"), "24/23", "enter")
    other = do(half, "8/5 6/5")
    assert (other.game, preview(other)) == (half.game, "")
    assert other.notice
    assert other.notice.text == "That is another play. Take back the moves made with u first."
    part = do(half, "8/5 6/4")
    assert part.notice
    assert "another play" not in part.notice.text
    assert preview(do(half, "u", "8/5 6/5")) == "8/5 6/5"


@pytest.mark.parametrize("typed", ["n", "99", "24/99", "of", "n enter"])
@pytest.mark.parametrize("keys", [("u",), ("u", "U"), ("u", "u", "n"), ("u", "U", "u", "U")])
def test_undo_and_redo_do_not_restore_refused_text(typed: str, keys: tuple[str, ...]) -> None:
    half = do(seated("backgammon", STANDARD, W, "31", "enter"), "24/23", "enter")
    refused = do(half, *typed.split())
    assert refused.choosing.refused
    state = do(refused, *keys)
    assert not state.choosing.refused
    assert refused.notice
    assert refused.notice.text not in message_of(state)


def test_question_leaves_no_refused_text_without_its_reason() -> None:
    rolled = seated("backgammon", STANDARD, W, "31", "enter")
    asked = do(rolled, "n", "u")
    assert asked.open_question
    for answer in ("n", "escape"):
        assert not do(asked, answer).choosing.refused


def test_comma_separates_moves() -> None:
    state = seated("russian", "W 11:1 5:1 1:13 / B 24:15", W, "54", "enter")
    for text in ("11/6,5/1", "11/6, 5/1", "11/6 , 5/1", "11,6,5,1"):
        assert preview(do(state, text)) == preview(do(state, "11/6 5/1")) == "11/6 5/1", text
        assert write_moves(read_moves(state.game, text)) == "11/6 5/1"


# ---- every legal play can be typed


@cache
def random_stage(seed: int) -> PlayState:
    """Return a stage from the middle of a random game with several plays, but not too many."""
    return next(stage for again in count() if (stage := _stage(seed + 60 * again)))


def _stage(seed: int) -> PlayState | None:
    chance = random.Random(seed)
    rules = rules_named(chance.choice(NAMES))
    game = state_after(rules, seed, chance.randint(1, 400))
    if game.side is None:
        return None
    state = seated(rules.name, str(game.position), game.side, free_entry=rules.free_entry)
    state = do(state, f"{chance.randint(1, 6)}{chance.randint(1, 6)}", "enter")
    return state if 0 < len(state.choosing.rows) < 250 else None


every_stage = pytest.mark.parametrize("seed", range(20))


@every_stage
def test_every_row_can_be_typed_move_by_move(seed: int) -> None:
    state = random_stage(seed)
    index = random.Random(seed).randrange(len(state.choosing.rows))
    row = state.choosing.rows[index]
    text = " ".join(write_moves([move]) for move in row.moves)
    typing = state
    for character in text:
        typing = do(typing, character)
        assert index in typing.choosing.reading.shown
    assert typing.choosing.text == text
    played = do(typing, "enter")
    if played.question is None:
        made = len(state.table.history) - 1 + len(row.moves)
        assert played.table.history[made].position == row.position


def test_typed_order_does_not_hide_the_row() -> None:
    for seed in range(20):
        state = random_stage(seed)
        row, text = shuffled(state, seed)
        for length in range(1, len(text) + 1):
            reading = read(state, text[:length])
            assert reading, f"{text[:length]} of {text}"
            assert row in reading.shown, f"{text[:length]} of {text}"


def read(state: PlayState, text: str) -> EntryReading | None:
    return read_entry(state.choosing.plays, text)


def shuffled(state: PlayState, seed: int) -> tuple[int, str]:
    """Return a row with its moves written one by one in random order."""
    chance = random.Random(seed)
    index = chance.randrange(len(state.choosing.rows))
    moves = state.choosing.rows[index].moves
    mixed = chance.sample(moves, len(moves))
    return index, " ".join(write_moves([move]) for move in mixed)


@every_stage
def test_previewed_moves_can_be_played(seed: int) -> None:
    state = random_stage(seed)
    text = write_moves(random.Random(seed).choice(state.choosing.rows).moves)
    for length in range(len(text)):
        reading = read(state, text[:length])
        game = state.game
        for move in reading.moves if reading else ():
            game = game.apply(move)


@every_stage
def test_rows_are_all_plays_of_the_stage(seed: int) -> None:
    state = random_stage(seed)
    positions = {row.position for row in state.choosing.rows}
    assert positions == {play.position for play in state.game.legal_plays()}


# ---- long lists


MANY = "W 24:1 23:2 22:1 20:1 19:1 17:1 15:1 14:2 10:2 8:1 5:1 2:1 / B 22:12 18:1 16:1 9:1"
"""A Never Finishing position in which 1-1 has 2,376 plays."""

TYPED = [
    "1",
    "10/",
    "10/9",
    "8/",
    "22/",
    "8/7*",
    "22/21 19/18 10/9",
    "23/22 22/21/20/19",
    "*",
    "/1",
]


def search(game: Game) -> float:
    """Return the seconds needed to find all plays."""
    assert game.side
    began = process_time()
    list(legal_plays(game.rules, game.position, game.side, game.left))
    return process_time() - began


def show(state: PlayState) -> None:
    """Compute the board's marks and the visible lines of the list, as the screen does."""
    play_marks(state)
    for row in state.choosing.reading.shown[: len(state.lines)][:25]:
        _ = state.choosing.spelled(row).text


@pytest.mark.parametrize("text", TYPED)
def test_typed_character_takes_at_most_eleven_searches(text: str) -> None:
    """The limit is eleven searches of 1.3 ms; at most 9.8 were measured."""
    before = seated("never-finishing", MANY, W, "11", "enter")
    assert len(before.choosing.rows) == 2376
    slowest = []
    for _ in range(3):
        state = seated("never-finishing", MANY, W, "11", "enter")
        show(state)
        spent = []
        for character in text:
            began = process_time()
            state = do(state, "space" if character == " " else character)
            show(state)
            spent.append(process_time() - began)
        slowest.append(max(spent))
    assert min(slowest) < 11 * min(search(before.game) for _ in range(9))


# ---- list of plays


def test_typed_route_determines_the_heading() -> None:
    line = "W 24:8 13:4 9:3 / B 24:8 17:1 18:1 13:3 9:2"
    state = do(seated("never-finishing", line, W, "21", "enter"), "9/7")
    spelled = [
        item.text if isinstance(item, Heading) else state.choosing.spelled(item).text
        for item in state.lines
    ]
    assert spelled[3] == "first 9/7"
    assert spelled[-1] == "9/7^/6"  # In the whole list it is 9/8^/6, under 9/8.
    assert "9/8^/6" in [row.text for row in state.choosing.rows]
    assert not any(isinstance(item, Heading) for item in state.lines[4:])


def test_headings_for_single_rows_are_omitted() -> None:
    rows = seated("backgammon", STANDARD, W, "33", "enter").choosing.rows
    firsts = [next(i for i, row in enumerate(rows) if row.heading == h) for h in ("24/21", "8/5")]
    assert lines_of(rows, tuple(firsts)) == tuple(firsts)


def test_list_may_start_with_checkers_nearest_home() -> None:
    state = seated("backgammon", STANDARD, W, "31", "enter")
    front = state.with_options(Settings(front_first=True))
    assert [state.choosing.rows[0].text, state.choosing.rows[-1].text] == ["24/21 24/23", "6/3/2"]
    assert front.choosing.rows[0].text == "6/3/2"
    double = seated("backgammon", STANDARD, W, "33", "enter").with_options(front.options)
    assert str(double.lines[0]).startswith("Heading(text='last 5/2'")
    assert {row.position for row in front.choosing.rows} == {
        row.position for row in state.choosing.rows
    }


def test_nothing_typed_is_not_illegal() -> None:
    to_roll = seated("russian", "W 24:2 hand:13 / B hand:15", W)
    assert not to_roll.choosing.is_illegal
    assert not do(to_roll, "53", "enter").choosing.is_illegal
