"""The words beside the board fit their room, whatever is said and whoever plays."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from rich.cells import cell_len

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.header import CHANCE_GAP, match_header
from backgammon_tui.modes.inputs import ChooseRow
from backgammon_tui.modes.play.handling import why
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import Glyphs, Panel, TextLine
from backgammon_tui.settings import Settings
from tests.engine.examples import NAMES, rules_named
from tests.modes.examples import W, do, footer_of, header_of, new_table, panel_of, seated
from tests.modes.test_play_state_held import mash

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
    """States in all phases, reached by pressing keys at random."""
    found: list[PlayState] = []
    for seed, players in enumerate(PLAYERS * 3):
        chance = random.Random(seed)
        rules = rules_named(NAMES[seed % len(NAMES)], opponent_completes=seed % 2 == 0)
        state = PlayState.open(new_table(rules, seed, players, 3), Settings())
        for step in range(150):
            state = mash(state, chance)
            if step % 6 == 0:
                found.append(state)
    return tuple(found)


@pytest.mark.parametrize("room", ROOMS)
def test_the_panel_never_outgrows_its_room(room: tuple[int, int]) -> None:
    width, height = room
    for state in many_states():
        found = composed(state, width, height, 0)
        assert len(found.lines) <= height
        for line in found.lines:
            assert cell_len(text(line)) <= width, text(line)


def test_the_disc_before_the_title_is_of_the_side_that_moves_also_where_it_completes() -> None:
    line = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"
    state = seated("french", line, W, "21", "enter", opponent_completes=True)
    assert shown(state)[0].startswith(f"{Glyphs().white} White cannot go on")
    assert shown(do(state, "enter"))[0].startswith(f"{Glyphs().black} Black completes")


@pytest.mark.parametrize("width", [80, 100, 120, 200])
def test_header_and_footer_fit_one_line(width: int) -> None:
    for state in many_states():
        head, foot = header_of(state, width), footer_of(state, width)
        assert cell_len(text(head)) <= width
        assert cell_len(text(foot)) <= width
        for side in (W, W.other):
            assert re.search(rf" · {state.game.position.pips(side)}(p| pips) ", text(head))


@pytest.mark.parametrize("width", [57, 80])
def test_the_header_has_room_for_short_names_in_every_game(width: int) -> None:
    """Narrow ones drop the room for the win chance first."""
    for rules in RULESETS.values():
        table = new_table(rules, 1, ("Anna", "Ben"))
        for gap in (1, CHANCE_GAP):
            head = text(match_header(table, width, Glyphs(), W, gap=gap))
            assert "● Anna 0" in head
            assert "○ Ben 0" in head


def test_every_key_of_the_footer_is_seen_at_80() -> None:
    to_throw = PlayState.open(new_table(RULESETS["russian"], 1), Settings())
    to_play = seated("backgammon", STANDARD, W, "31", "enter")
    for word in ("throw", "help", "menu"):
        assert word in text(footer_of(to_throw, 80))
    for word in ("undo", "why"):  # There is nothing to be undone, and nothing to wonder at.
        assert word not in text(footer_of(to_throw, 80))
    for word in ("choose", "board", "why", "help", "menu"):
        assert word in text(footer_of(to_play, 80))


def test_a_long_name_is_cut_with_an_ellipsis() -> None:
    state = seated("russian", MIDDLE, W, players=("Maximiliane von Hohenstein " * 2, "Bo"))
    head = header_of(state, 80)
    assert re.search(r"● Maximil[\w ]*… 0 ", text(head))
    assert "○ Bo 0" in text(head)


# ---- what stands where


def test_who_plays_what_stands_first() -> None:
    lines = shown(seated("backgammon", STANDARD, W, "31", "enter", players=("Ada", "Bo")))
    assert lines[0] == "● Ada to play"
    assert lines[1] == "", "the dice show what"


def test_the_entry_line_counts_what_is_left() -> None:
    state = seated("backgammon", STANDARD, W, "31", "enter")
    assert shown(state)[2].split() == ["›", "▏", "16", "plays"]
    assert shown(do(state, "8/5"))[2].split() == ["›", "8/5▏", "4", "of", "16", "plays"]
    assert shown(do(state, "down"))[2].split()[-1] == "1/16"


def test_the_chosen_row_is_always_in_sight() -> None:
    state = seated("backgammon", STANDARD, W, "33", "enter")
    top = 0
    for key in ("down", "pagedown", "end", "pageup", "right", "left", "home", "up"):
        state = do(state, key)
        found = composed(state, 22, 22, top)
        top = found.top
        assert ChooseRow(state.selection.row or 0) in [line.click for line in found.lines]


def test_the_first_row_comes_with_its_heading() -> None:
    state = do(seated("backgammon", STANDARD, W, "33", "enter"), "end", "home")
    assert any(each.startswith("first 24/21 ──") for each in shown(state, top=60))


def test_a_list_says_how_much_of_it_is_out_of_sight() -> None:
    state = seated("backgammon", STANDARD, W, "33", "enter")
    seen = [each for each in composed(state).lines if isinstance(each.click, ChooseRow)]
    assert f"↓ {len(state.selection.rows) - len(seen)} more" in shown(state)
    assert any(each.startswith("↑ ") for each in shown(do(state, "end")))


def test_a_short_list_is_whole_whatever_else_is_said() -> None:
    one_turn = seated("backgammon", STANDARD, W, "31", "enter", "down", "enter")
    few = do(one_turn, "31", "enter", "8/5")
    for height in (22, 18, 16):
        panel = composed(why(few), 21, height)
        rows = [each for each in panel.lines if isinstance(each.click, ChooseRow)]
        assert len(rows) == len(few.selection.reading.shown)


def test_the_log_stays_at_the_bottom_and_tells_what_is_not_granted() -> None:
    waits = do(seated("falood", MIDDLE, W), "44", "enter", "down", "enter")
    thrown = do(waits, "63", "enter")
    assert shown(waits, 21, 22)[-1] == "● 4-4 24/20/16(2)", "the rest is being told"
    for state in (thrown, do(thrown, "down")):
        told = shown(state, 30, 22)[-2:]
        assert told == ["● 4-4 24/20/16(2),", "    no complement: 1st doublet"]


def test_a_doublet_with_its_complement_takes_two_lines_of_the_log() -> None:
    state = do(seated("russian", "W 24:15 / B 2:15", W), "44", "enter")
    after = do(state, "24/20(4)", "enter", "20/17(4)", "enter")
    told = [each.strip() for each in shown(after, 21, 22)[-2:]]
    assert told == ["● 4-4 24/20(4),", "3s 20/17(4)"]


def test_the_log_tells_the_opening_throw_and_keeps_together_what_is_lost() -> None:
    state = do(PlayState.open(new_table(RULESETS["russian"]), Settings()), "53", "enter", "k")
    assert "Opening: ● 5, ○ 3" in shown(state, 31, 22)
    lost = do(seated("russian", SHUT_AFTER_A_4, W, "54", "enter"), "space", "space")
    assert any("lost 5" in each for each in shown(lost, 14, 22))


def test_what_is_lost_already_is_not_looked_forward_to() -> None:
    state = seated("russian", "W 20:3 3:12 / B 24:8 12:4 4:3", W, "44", "enter")
    told = " ".join(shown(state))
    assert "The complement and the other throw are lost too." in told
    assert "another throw" not in told.replace("The complement and the other throw", "")
    assert "all four" not in told
