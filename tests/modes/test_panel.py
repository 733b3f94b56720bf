from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache

import pytest
from rich.cells import cell_len

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.inputs import ChooseRow, Key
from backgammon_tui.modes.play.choosing import Heading
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.panel import ListOfPlays
from backgammon_tui.modes.play.prompts import offer_to_play_quickly
from backgammon_tui.modes.play.state import Advice, Hint, PlayState
from backgammon_tui.modes.text import (
    ASCII,
    CHANCE_GAP,
    Glyphs,
    Span,
    TextStyle,
    match_header,
    measure,
    turn_lines,
)
from backgammon_tui.settings import Settings
from backgammon_tui.words.records import pair
from tests.engine.examples import NAMES, rules_named
from tests.modes.examples import (
    START,
    W,
    brief_of,
    do,
    footer_of,
    header_of,
    new_table,
    panel_of,
    seated,
    table_from,
    view_of,
    why,
    wording,
)
from tests.modes.random_games import mash

# ---- width


MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"
STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
ROOMS = [(22, 22), (23, 19), (27, 28), (31, 34), (39, 58), (40, 60)]
PLAYERS = [("White", "Black"), ("漢字" * 10, "x" * 40), ("e\u0301" * 20, "🎲" * 20), ("שלום", "i")]


def shown(state: PlayState, width: int = 31, height: int = 28, top: int = 0) -> list[str]:
    return [line.text for line in panel_of(state, width, height, top).lines]


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


@pytest.mark.parametrize("height", [19, 20, 21])
def test_list_keeps_eight_lines_beside_a_long_turn(height: int) -> None:
    """The log of long turns shrinks to make room for the list."""
    help = Settings(beginner_help_white=True, beginner_help_black=True)
    state = seated("russian", "W 24:4 20:3 19:5 18:2 17:1 / B 23:4 15:5 12:2 11:2 10:2", W)
    state = do(state.with_options(help), "55", "enter")
    for roll in ("21", "33", "21", "44"):
        while not state.game.awaits_roll:
            state = do(state, *(["down"] if state.can_choose else []), "enter")
        state = do(state, roll, "enter")
    assert len(state.choosing.rows) == 11
    listed = [
        line
        for line in panel_of(state, 21, height).lines
        if isinstance(line.click, ChooseRow) or "─" in line.text or "more" in line.text
    ]
    assert len(listed) >= 8


@pytest.mark.parametrize("room", ROOMS)
def test_panel_never_exceeds_its_size(room: tuple[int, int]) -> None:
    width, height = room
    for state in many_states():
        result = panel_of(state, width, height, 0)
        assert len(result.lines) <= height
        for line in result.lines:
            # The list uses the margin.
            is_listed = isinstance(line.click, ChooseRow) or "─" in line.text
            assert cell_len(line.text) <= width + is_listed, line.text


@pytest.mark.parametrize("width", [80, 100, 120, 200])
def test_header_and_footer_fit_one_line(width: int) -> None:
    for state in many_states():
        head, foot = header_of(state, width), footer_of(state, width)
        assert cell_len(head.text) <= width
        assert cell_len(foot.text) <= width
        for side in (W, W.other):
            assert re.search(rf" · {state.game.position.pips(side)}(p| pips) ", head.text)


@pytest.mark.parametrize("width", [57, 80])
def test_header_fits_short_names_in_every_game(width: int) -> None:
    """A narrow header omits the space for the winning chances first."""
    for rules in RULESETS.values():
        table = new_table(rules, 1, ("Anna", "Ben"))
        for gap in (1, CHANCE_GAP):
            head = match_header(table, width, Glyphs(), W, gap=gap).text
            assert "● Anna 0" in head
            assert "○ Ben 0" in head


def test_footer_keys_fit_80_columns() -> None:
    to_roll = PlayState.open(new_table(RULESETS["russian"], 1), Settings())
    to_play = seated("backgammon", STANDARD, W, "31", "enter")
    for word in ("roll", "help", "menu"):
        assert word in footer_of(to_roll, 80).text
    for word in ("undo", "why"):  # There is nothing to undo or to explain.
        assert word not in footer_of(to_roll, 80).text
    for word in ("choose", "board", "why", "help", "menu"):
        assert word in footer_of(to_play, 80).text


def test_long_name_is_cut_with_an_ellipsis() -> None:
    state = seated("russian", MIDDLE, W, players=("Maximiliane von Hohenstein " * 2, "Bo"))
    head = header_of(state, 80)
    assert re.search(r"● Maximil[\w ]*… 0 ", head.text)
    assert "○ Bo 0" in head.text


# ---- layout


def test_chosen_row_is_always_visible() -> None:
    state = seated("backgammon", STANDARD, W, "33", "enter")
    top = 0
    for key in ("down", "pagedown", "end", "pageup", "right", "left", "home", "up"):
        state = do(state, key)
        result = panel_of(state, 22, 22, top)
        top = result.top
        assert ChooseRow(state.choosing.row or 0) in [line.click for line in result.lines]


def test_first_row_is_shown_with_its_heading() -> None:
    state = do(seated("backgammon", STANDARD, W, "33", "enter"), "end", "home")
    assert any(item.startswith("first 24/21 ──") for item in shown(state, top=60))


def test_short_list_is_always_complete() -> None:
    one_turn = seated("backgammon", STANDARD, W, "31", "enter", "down", "enter")
    few = do(one_turn, "31", "enter", "8/5")
    for height in (22, 18, 16):
        panel = panel_of(why(few), 21, height)
        rows = [line for line in panel.lines if isinstance(line.click, ChooseRow)]
        assert len(rows) == len(few.choosing.reading.shown)


@pytest.mark.parametrize("room", ROOMS)
def test_questions_are_complete_and_clickable(room: tuple[int, int]) -> None:
    for state in many_states():
        inputs = [line.click for line in panel_of(state, *room).lines]
        if state.question:
            assert {answer.key for answer in state.question.answers} <= set(inputs)
        elif state.news:
            assert Key.SPACE in inputs


def test_ascii_glyphs_are_ascii() -> None:
    for glyph in (ASCII.white, ASCII.black, ASCII.prompt, ASCII.caret, ASCII.rule):
        assert glyph.isascii()


def test_listed_plays_are_complete() -> None:
    line = "W 24:1 21:2 19:2 hand:2 13:8 / B 22:1 18:2 10:3 4:3 20:1 hand:5"
    state = seated("russian", line, W, "33", "enter")
    text = " ".join(" ".join(shown(state, 21, 22)).split())
    for row in state.choosing.rows:
        assert row.text in text


def rows_seen(state: PlayState, height: int) -> int:
    clicks = {line.click for line in panel_of(state, 21, height).lines}
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


@pytest.mark.parametrize(
    ("width", "glyphs", "mark"),
    [(30, Glyphs(), "↻ all"), (21, Glyphs(), " ↻"), (30, ASCII, "@ all")],
)
def test_mark_of_a_kept_complement_fits_the_list(width: int, glyphs: Glyphs, mark: str) -> None:
    # The last four on 24 can play 4s or wait; three points stop the 3s of some checkers.
    line = "W 24:4 14:6 9:5 / B 21:2 11:3 6:2 3:8"
    state = seated("russian", line, W, "44", "enter")
    rows, _ = ListOfPlays(state, width, glyphs).visible(0, 60)
    marked = [row.text for row in rows if row.text.endswith((" ↻", "all"))]
    assert marked
    assert all(text.endswith(mark) for text in marked)


@pytest.mark.parametrize("text", ["", "8/"])
def test_list_scrolls_no_farther_than_chosen_row_and_heading(text: str) -> None:
    state, room, scrolled = seated("backgammon", STANDARD, W, "31", "enter"), 5, 0
    state = do(state, text, "end")
    _, top = ListOfPlays(state, 31, Glyphs()).visible(0, room)
    while (at := state.lines.index(state.choosing.row or 0)) > 1:
        before = top
        state = do(state, "up")
        _, top = ListOfPlays(state, 31, Glyphs()).visible(top, room)
        at = state.lines.index(state.choosing.row or 0)
        if top < before:
            scrolled += 1
            assert top == at - (at > 0 and isinstance(state.lines[at - 1], Heading))
    assert scrolled


def test_short_list_counts_the_rest() -> None:
    state = seated("backgammon", STANDARD, W, "31", "enter")
    rows, _ = ListOfPlays(state, 31, Glyphs()).visible(0, 2)
    assert rows[-1].text == "↓ 16 more"


def test_brief_panel_counts_playable_numbers() -> None:
    either = "W 20:1 18:1 1:13 / B 10:2 12:2 16:2 18:9"
    above, _ = brief_of(seated("backgammon", either, W, "65", "enter"), Glyphs())
    assert above == " White can play only the 6."


def test_brief_notice_breaks_between_clauses() -> None:
    passed = "23 turns passed without a choice; 3 of them lost. No complement: entering."
    state = seated("russian", MIDDLE, W).say(f"{passed} m shows the log.")
    assert brief_of(state, Glyphs()) == [
        " 23 turns passed without a choice; 3 of them lost. …",
        " … No complement: entering. m shows the log.",
    ]


@pytest.mark.parametrize("width", [80, 120, 200])
def test_computer_name_is_stable_in_the_header(width: int) -> None:
    players = ("Anna", "computer:medium")
    for line in ("W hand:15 / B hand:15", "W 1:1 off:14 / B 2:1 off:14"):
        table = table_from("russian", line, W, players=players)
        head = header_of(PlayState.open(table, Settings()), width)
        assert "○ Computer 0" in head.text


def test_long_names_fit_panel_and_records() -> None:
    players = ("Bartholomewhensonsky", "Alexandrinaposselten")
    table = table_from("russian", "W hand:15 / B hand:15", W, players=players)
    assert panel_of(PlayState.open(table, Settings()), 21, 22).lines[0].text == players[0]
    assert pair(*players, 22) == "Bartholo… – Alexandr…"


def test_complement_is_kept_on_one_line_of_the_log() -> None:
    roll = "5-5 20/10 19/14(2), 2s\N{NO-BREAK SPACE}24/22 23/19(2) (28 pips)"
    rows = [row.text for row in turn_lines(Span("● "), [roll], 31)]
    assert rows == ["● 5-5 20/10 19/14(2),", "    2s 24/22 23/19(2) (28 pips)"]
    assert [row.text for row in turn_lines(Span("● "), [roll], 20)][1:3] == [
        "    19/14(2),",
        "    2s 24/22",
    ]


def test_brief_question_fits_on_screens_of_every_width() -> None:
    played = PlayMode(seated("backgammon", START, W, "31", "enter", "8/5 6/5", "enter"))
    mode, _ = played.ask_take_back()
    question = mode.state.open_question
    assert question
    for width in range(57, 80):
        first, answers = mode.brief(width, Glyphs())
        assert max(measure(first.spans), measure(answers.spans)) <= width
        assert (first.text.strip() == question.text) is (len(question.text) < width)
    assert 57 < len(question.text) < 80


@pytest.mark.parametrize("width", range(57, 120, 9))
def test_brief_question_asks_on_screens_of_every_width(width: int) -> None:
    entering = seated("russian", "W hand:15 / B hand:15", W, "51", "enter")
    asking = offer_to_play_quickly(entering)
    assert asking.question
    shown = " ".join(line.text for line in PlayMode(asking).brief(width, Glyphs()))
    assert "Play turns without a choice quickly from now on?" in shown
    assert all(answer.text.split(",")[0] in shown for answer in asking.question.answers)


def test_brief_entry_has_no_hint_beside_typed_text() -> None:
    rolled = seated("backgammon", STANDARD, W, "31", "enter")
    assert "up down choose" in brief_of(rolled, Glyphs())[-1]
    assert "choose" not in brief_of(do(rolled, "8/5"), Glyphs())[-1]


def test_opening_names_the_number_to_type_first() -> None:
    hint = "White's number first."
    typed, fair = (
        PlayState.open(new_table(RULESETS["russian"], seed), Settings()) for seed in (None, 1)
    )
    assert hint in wording(panel_of(typed, 40, 30))
    assert hint not in wording(panel_of(fair, 40, 30))


def test_refusal_is_emphasized_on_a_small_screen() -> None:
    rolled = seated("backgammon", STANDARD, W, "31", "enter")
    for state, style in (
        (rolled.say("Well."), TextStyle.PLAIN),
        (do(rolled, "8/1"), TextStyle.ALERT),
    ):
        first, *_ = PlayMode(state).brief(57, Glyphs())
        assert first.spans[0].style is style


@pytest.mark.parametrize("width", range(19, 40))
def test_narrow_list_keeps_the_costs_of_hints(width: int) -> None:
    line = "W 24:2 20:2 18:2 15:2 13:2 11:2 9:2 7:1 / B 23:15"
    state = seated("russian", line, W, "22", "enter")
    hints = tuple(Hint(row, 0.3 * (row > 0), "") for row in range(3))
    lines = view_of(replace(state, advice=Advice("", hints)), 120, (width, 40)).panel.lines
    texts = [line.text for line in lines if line.click in (ChooseRow(1), ChooseRow(2))]
    assert sum("0.30" in text for text in texts) == 2
