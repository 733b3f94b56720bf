from __future__ import annotations

import random
import re
from functools import cache

import pytest
from rich.cells import cell_len

from backgammon_tui.engine import RULESETS
from backgammon_tui.engine.notation import join_repeats
from backgammon_tui.modes.header import CHANCE_GAP, match_header
from backgammon_tui.modes.inputs import ChooseRow, Key
from backgammon_tui.modes.play.choosing import Heading
from backgammon_tui.modes.play.panel import ListOfPlays, brief_lines
from backgammon_tui.modes.play.prompts import ask_resign
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import ASCII, Glyphs, Panel, TextLine
from backgammon_tui.settings import Settings
from backgammon_tui.words.lists import pair
from tests.engine.examples import NAMES, rules_named
from tests.modes.examples import (
    W,
    choose_row,
    do,
    footer_of,
    header_of,
    message_of,
    new_table,
    panel_of,
    seated,
    table_from,
    why,
)
from tests.modes.test_play_state import mash

# ---- width


MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"
STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
SHUT_AFTER_A_4 = "W bar:1 13:14 / B 24:2 23:2 22:2 20:2 16:2 8:2 7:3"
ROOMS = [(22, 22), (23, 19), (27, 28), (31, 34), (39, 58), (40, 60)]
PLAYERS = [("White", "Black"), ("漢字" * 10, "x" * 40), ("e\u0301" * 20, "🎲" * 20), ("שלום", "i")]


def text(line: TextLine) -> str:
    return "".join(span.text for span in line.spans)


def shown(state: PlayState, width: int = 31, height: int = 28, top: int = 0) -> list[str]:
    return [text(line) for line in composed(state, width, height, top).lines]


def composed(state: PlayState, width: int = 31, height: int = 28, top: int = 0) -> Panel:
    return panel_of(state, width, height, top)


@cache
def many_states() -> tuple[PlayState, ...]:
    """Return states in all phases, reached by random keys."""
    states: list[PlayState] = []
    for seed, players in enumerate(PLAYERS * 3):
        chance = random.Random(seed)
        rules = rules_named(NAMES[seed % len(NAMES)], opponent_completes=seed % 2 == 0)
        state = PlayState.open(new_table(rules, seed, players, 3), Settings())
        for step in range(150):
            state = mash(state, chance)
            if step % 6 == 0:
                states.append(state)
    return tuple(states)


@pytest.mark.parametrize("room", ROOMS)
def test_panel_never_exceeds_its_size(room: tuple[int, int]) -> None:
    width, height = room
    for state in many_states():
        result = composed(state, width, height, 0)
        assert len(result.lines) <= height
        for line in result.lines:
            # The list uses the margin.
            is_listed = isinstance(line.click, ChooseRow) or "─" in text(line)
            assert cell_len(text(line)) <= width + is_listed, text(line)


@pytest.mark.parametrize("width", [80, 100, 120, 200])
def test_header_and_footer_fit_one_line(width: int) -> None:
    for state in many_states():
        head, foot = header_of(state, width), footer_of(state, width)
        assert cell_len(text(head)) <= width
        assert cell_len(text(foot)) <= width
        for side in (W, W.other):
            assert re.search(rf" · {state.game.position.pips(side)}(p| pips) ", text(head))


@pytest.mark.parametrize("width", [57, 80])
def test_header_fits_short_names_in_every_game(width: int) -> None:
    """A narrow header omits the space for the win chance first."""
    for rules in RULESETS.values():
        table = new_table(rules, 1, ("Anna", "Ben"))
        for gap in (1, CHANCE_GAP):
            head = text(match_header(table, width, Glyphs(), W, gap=gap))
            assert "● Anna 0" in head
            assert "○ Ben 0" in head


def test_footer_keys_fit_80_columns() -> None:
    to_roll = PlayState.open(new_table(RULESETS["russian"], 1), Settings())
    to_play = seated("backgammon", STANDARD, W, "31", "enter")
    for word in ("roll", "help", "menu"):
        assert word in text(footer_of(to_roll, 80))
    for word in ("undo", "why"):  # There is nothing to undo or to explain.
        assert word not in text(footer_of(to_roll, 80))
    for word in ("choose", "board", "why", "help", "menu"):
        assert word in text(footer_of(to_play, 80))


def test_long_name_is_cut_with_an_ellipsis() -> None:
    state = seated("russian", MIDDLE, W, players=("Maximiliane von Hohenstein " * 2, "Bo"))
    head = header_of(state, 80)
    assert re.search(r"● Maximil[\w ]*… 0 ", text(head))
    assert "○ Bo 0" in text(head)


# ---- layout


def test_title_names_side_and_task() -> None:
    lines = shown(seated("backgammon", STANDARD, W, "31", "enter", players=("Ada", "Bo")))
    assert lines[0] == "● Ada to play"
    assert lines[1] == "", "the dice show what"


def test_chosen_row_is_always_visible() -> None:
    state = seated("backgammon", STANDARD, W, "33", "enter")
    top = 0
    for key in ("down", "pagedown", "end", "pageup", "right", "left", "home", "up"):
        state = do(state, key)
        result = composed(state, 22, 22, top)
        top = result.top
        assert ChooseRow(state.choosing.row or 0) in [line.click for line in result.lines]


def test_first_row_is_shown_with_its_heading() -> None:
    state = do(seated("backgammon", STANDARD, W, "33", "enter"), "end", "home")
    assert any(item.startswith("first 24/21 ──") for item in shown(state, top=60))


def test_list_counts_its_hidden_rows() -> None:
    state = seated("backgammon", STANDARD, W, "33", "enter")
    seen = [line for line in composed(state).lines if isinstance(line.click, ChooseRow)]
    assert f"↓ {len(state.choosing.rows) - len(seen)} more" in shown(state)
    assert any(item.startswith("↑ ") for item in shown(do(state, "end")))


def test_short_list_is_always_complete() -> None:
    one_turn = seated("backgammon", STANDARD, W, "31", "enter", "down", "enter")
    few = do(one_turn, "31", "enter", "8/5")
    for height in (22, 18, 16):
        panel = composed(why(few), 21, height)
        rows = [line for line in panel.lines if isinstance(line.click, ChooseRow)]
        assert len(rows) == len(few.choosing.reading.shown)


def outlooks(line: str, *dice: str) -> set[str]:
    state = seated("russian", line, W, *dice, "enter")
    panels = [shown(choose_row(state, row), 60) for row in range(len(state.choosing.rows))]
    return {line for lines in panels for line in lines if line.startswith("Next: ")}


def test_play_of_a_double_shows_its_outlook() -> None:
    assert outlooks("W 24:8 20:7 / B 21:2 17:2 14:2 13:9", "44") == {
        "Next: all four 3s, then an extra roll.",
        *(f"Next: only {n} of the four 3s." for n in ("three", "two", "one")),
        "Next: none of the four 3s.",
    }


def test_denied_stage_is_not_announced() -> None:
    winning = "Next: the 3s bear off the rest and win."
    assert outlooks("W 6:1 4:3 2:2 off:9 / B 24:15", "44") == {winning}
    assert outlooks("W hand:5 20:10 / B 22:5 18:10", "22") == set()
    assert outlooks("W hand:4 20:11 / B 22:5 18:10", "22") == set(), "of one play the title tells"
    assert outlooks("W hand:3 20:12 / B 22:5 14:10", "22") == {
        "Next: all four 5s, then an extra roll."
    }


@pytest.mark.parametrize("room", ROOMS)
def test_questions_are_complete_and_clickable(room: tuple[int, int]) -> None:
    for state in many_states():
        inputs = [line.click for line in composed(state, *room).lines]
        if state.question:
            assert {answer.key for answer in state.question.answers} <= set(inputs)
        elif state.news:
            assert Key.SPACE in inputs


def test_questions_come_first_and_are_clickable() -> None:
    state = ask_resign(seated("russian", MIDDLE, W))
    result = composed(state)
    lines = [text(line) for line in result.lines]
    assert lines[0] == "Resign", "not what would be due"
    assert "For how many points does" in lines[2]
    inputs = [line.click for line in result.lines if isinstance(line.click, str)]
    assert inputs == ["1", "2", "3", "n"]


def test_acknowledgement_names_its_key() -> None:
    shut_out = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"
    result = composed(seated("russian", shut_out, W, "33", "enter"), 22, 22)
    on = next(line for line in result.lines if text(line) == "space goes on")
    assert on.click is Key.SPACE


def test_ascii_glyphs_are_ascii() -> None:
    for glyph in (ASCII.white, ASCII.black, ASCII.prompt, ASCII.caret, ASCII.rule):
        assert glyph.isascii()


def test_listed_plays_are_complete() -> None:
    line = "W 24:1 21:2 19:2 hand:2 13:8 / B 22:1 18:2 10:3 4:3 20:1 hand:5"
    state = seated("russian", line, W, "33", "enter")
    text = " ".join(" ".join(shown(state, 21, 22)).split())
    for row in state.choosing.rows:
        assert row.text in text or join_repeats(row.text) in text


def test_short_spelling_keeps_a_play_on_one_line() -> None:
    state = seated("backgammon", "W 24:2 20:2 13:6 8:5 / B 3:1 16:1 6:13", W, "22", "enter")
    rows = shown(state, 21, 60)
    assert "24/22*(2) 20/18 13/11" in rows
    assert "24/22* 20/18 13/11 8/6" in rows, "22 cells, as the list takes the margin, too"


def rows_seen(state: PlayState, height: int) -> int:
    clicks = {line.click for line in composed(state, 21, height).lines}
    return sum(ChooseRow(row) in clicks for row in state.choosing.reading.shown)


@pytest.mark.parametrize("height", [22, 34])
def test_choosing_a_play_does_not_shrink_the_list(height: int) -> None:
    """The log shrinks instead, to make room for the play's consequences."""
    line = "W 24:8 20:7 / B 21:2 17:2 14:2 13:9"
    rolls = ("63", "enter", "down", "enter", "53", "enter", "down", "enter")
    for dice in ("44", "52"):
        state = seated("russian", line, W, *rolls, dice, "enter")
        assert rows_seen(do(state, "down"), height) >= rows_seen(state, height)


# ---- the log


@pytest.mark.parametrize(("height", "turns"), [(22, 2), (34, 10), (58, 16)])
def test_large_panel_shows_more_of_the_log(height: int, turns: int) -> None:
    turn = ("41", "enter", "down", "enter")
    state = seated("backgammon", STANDARD, W, *turn * 16, "11", "enter")
    assert len([item for item in shown(state, 38, height) if "4-1" in item]) == turns
    assert rows_seen(state, height) >= min(height // 3, 16)


# ---- complements in the list


# The last four on 24 can play 4s or wait; three points stop the 3s of some checkers.
SHARED = "W 24:4 14:6 9:5 / B 21:2 11:3 6:2 3:8"


def text_of(line: TextLine) -> str:
    return "".join(span.text for span in line.spans)


def listed(state: PlayState, glyphs: Glyphs | None = None) -> list[str]:
    result, _ = ListOfPlays(state, 30, glyphs or Glyphs()).visible(0, 60)
    return [text_of(item) for item in result]


def marks(state: PlayState) -> dict[int, int]:
    """Return the marks about the complement, by row."""
    plays = state.choosing.plays
    assert plays
    outlooks = {row: plays.outlook(row) for row in range(len(plays.rows))}
    return {row: outlook.playable for row, outlook in outlooks.items() if outlook}


@pytest.fixture
def state() -> PlayState:
    return seated("russian", SHARED, W, "44", "enter")


def test_each_play_shows_its_kept_numbers(state: PlayState) -> None:
    kept = marks(state)
    assert {0, 4} < {*kept.values()}, "some plays keep all and some nothing"
    rows = [line for line in state.lines if not isinstance(line, Heading)]
    texts = [text for text in listed(state) if not text.startswith("first ")]
    for row, text in zip(rows, texts, strict=False):
        if kept[row] == 4:
            assert text.endswith("↻ all")
        elif kept[row]:
            assert text.endswith(f" {kept[row]} of 4")
        else:
            assert "/4 " not in f"{text} "[-4:]


def test_c_lists_plays_that_keep_most(state: PlayState) -> None:
    kept = marks(state)
    shown = do(state, "c").choosing.reading.shown
    assert [*shown] == [row for row, count in kept.items() if count == 4]
    # Here the second play wins with the complement, which is just as good.
    winning = seated("russian", "W 8:1 5:3 off:11 / B 24:15", W, "44", "enter")
    assert [*do(winning, "c").choosing.reading.shown] == [0, 1]


def test_filtered_play_is_chosen_by_arrows_and_enter(state: PlayState) -> None:
    played = do(state, "c", "down", "enter")
    assert played.game.stage
    assert played.game.stage.numbers == (3, 3, 3, 3)
    assert not played.game.has_unplayable


def test_narrow_list_shows_only_the_sign(state: PlayState) -> None:
    result, _ = ListOfPlays(state, 21, Glyphs()).visible(0, 60)
    texts = [text_of(item) for item in result]
    assert any(text.endswith(" ↻") for text in texts)
    assert not any("↻ all" in text for text in texts)


def test_kept_complement_is_marked_with_plus_in_ascii(state: PlayState) -> None:
    assert any("+ all" in text for text in listed(state, ASCII))
    assert not any("↻" in text for text in listed(state, ASCII))


def test_headings_show_the_best_below_them() -> None:
    line = "W 24:3 22:2 20:3 18:3 16:2 14:2 / B 23:3 21:2 12:2 8:8"
    state = seated("russian", line, W, "44", "enter")
    headings = [text for text in listed(state) if text.startswith("first ")]
    assert headings
    assert any(text.endswith("↻ all") for text in headings)


@pytest.mark.parametrize(("name", "dice"), [("russian", "54"), ("backgammon", "44")])
def test_no_marks_without_a_complement(name: str, dice: str) -> None:
    line = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
    line = line if name == "backgammon" else SHARED
    state = seated(name, line, W, dice, "enter")
    assert not any(
        "↻" in text or text.endswith("of 4") for text in listed(state) if " " not in text
    )
    assert message_of(do(state, "c")) == "No play saves any of the complement."


def test_brief_notice_breaks_between_clauses() -> None:
    passed = "23 turns without a choice: 3 turns lost; no complement: still entering."
    state = seated("russian", MIDDLE, W).say(f"{passed} m shows the log.")
    assert [line.text for line in brief_lines(state, 57, Glyphs())] == [
        " 23 turns without a choice: 3 turns lost; …",
        " … no complement: still entering. m shows the log.",
    ]


@pytest.mark.parametrize("width", [80, 120, 200])
def test_computer_name_is_stable_in_the_header(width: int) -> None:
    players = ("Anna", "computer:medium")
    for line in ("W hand:15 / B hand:15", "W 1:1 off:14 / B 2:1 off:14"):
        table = table_from("russian", line, W, players=players)
        head = header_of(PlayState.open(table, Settings()), width)
        assert "○ Computer 0" in "".join(span.text for span in head.spans)


def test_long_names_fit_panel_and_records() -> None:
    players = ("Bartholomewhensonsky", "Alexandrinaposselten")
    table = table_from("russian", "W hand:15 / B hand:15", W, players=players)
    assert panel_of(PlayState.open(table, Settings()), 21, 22).lines[0].text == players[0]
    assert pair(*players, 22) == "Bartholo… – Alexandr…"
