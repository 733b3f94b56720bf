"""The real program in a real terminal: whole games, and leaving it as it was found."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.settings import Settings
from tests.engine.examples import rules_named
from tests.modes.examples import new_table
from tests.tui.playing import Seats, Way, by_arrows, by_mouse, by_typing, play_on
from tests.tui.terminal import Terminal

# Seeds whose games are short.
ARROWS = {"russian": 2, "falood": 10, "french": 3, "never-finishing": 0, "backgammon": 10}
MOUSE = {"russian": 3, "falood": 3, "french": 10, "never-finishing": 5, "backgammon": 9}


def play_game(name: str, seed: int, way: Way, folder: Path, starting_position: str = "") -> int:
    """Play a game on the screen to its end, accept the result and leave; how many rolls."""
    fair = way is by_mouse
    table = new_table(
        rules_named(name), seed if fair else None, starting_position=starting_position
    )
    program = ["-m", "backgammon_tui", name, "--dice", "typed"]
    if starting_position:
        program += ["--from", starting_position]
    if fair:  # The dice cannot be typed by mouse, so they must be known otherwise.
        program = ["-m", "tests.tui.seeded", name, str(seed), starting_position]
    environment = {"BACKGAMMON_TUI_FOLDER": str(folder)}
    with Terminal(program, environment=environment) as terminal:
        seats = Seats(terminal, PlayState.open(table, Settings()))
        seats.agree()
        terminal.wait_until_quiet()  # A click is on one widget, and the board's parts come late.
        rolls = play_on(seats, way, random.Random(seed))
        result = seats.game.result
        assert result
        assert result.winner
        winner = seats.state.naming.name(result.winner)
        terminal.wait_for_text(f"{winner} wins")
        if way is by_mouse:
            leave_by_mouse(terminal)
        else:
            leave_by_keys(terminal)
        assert terminal.wait_for_exit() == 0
    return rolls


def leave_by_keys(terminal: Terminal) -> None:
    terminal.press("a")
    terminal.wait_for_text("next game")
    terminal.press("escape")
    terminal.wait_for_text("space shows the result")
    terminal.press("escape")
    terminal.wait_for_text("Quit")
    terminal.press("end", "enter")


def leave_by_mouse(terminal: Terminal) -> None:
    terminal.click_on("accept")
    terminal.wait_for_text("next game")
    terminal.click_on("esc")
    terminal.wait_for_text("wins")
    terminal.click_on("menu")
    terminal.click_on("Quit")


def test_the_end_of_a_french_game_by_mouse_alone(tmp_path: Path) -> None:
    end = "W 8:1 3:1 hand:2 off:11 / B 12:1 5:1 bar:1 off:12; W to move"
    assert play_game("french", 2, by_mouse, tmp_path, end) > 5


def test_the_end_of_a_never_finishing_game_by_typing(tmp_path: Path) -> None:
    end = "W 20:1 3:1 off:13 / B 14:1 2:1 bar:1 off:12; W to move"
    assert play_game("never-finishing", 37, by_typing, tmp_path, end) > 3


@pytest.mark.long
@pytest.mark.parametrize("way", [by_arrows, by_mouse, by_typing], ids=["arrows", "mouse", "typing"])
@pytest.mark.parametrize("name", list(RULESETS))
def test_every_game_can_be_played_in_every_way(name: str, way: Way, tmp_path: Path) -> None:
    seeds = MOUSE if way is by_mouse else ARROWS
    assert play_game(name, seeds[name], way, tmp_path) > 20


# ---- coming and going


def test_no_number_of_escapes_ends_the_program_but_enter_on_quit_gives_the_terminal_back() -> None:
    with Terminal(["-m", "backgammon_tui"]) as terminal:
        terminal.wait_for_text("Match to")
        for _ in range(5):
            terminal.press("escape")
            terminal.wait_until_quiet()
        terminal.wait_for_text("Quit the program.")
        assert terminal.attributes != terminal.before
        terminal.press("enter")
        assert terminal.wait_for_exit() == 0
        assert terminal.attributes == terminal.before
        end = bytes(terminal.output[-400:])
        for mode in (b"?1049l", b"?25h", b"?1000l", b"?1003l", b"?2004l"):
            assert b"\x1b[" + mode in end


def test_the_last_line_says_what_is_kept_and_how_to_resume_it() -> None:
    with Terminal(["-m", "backgammon_tui", "russian"]) as terminal:
        terminal.wait_for_text("Opening roll")
        terminal.press("space")
        terminal.wait_until_quiet()
        terminal.press("\x03")
        terminal.wait_for_exit()
        last = bytes(terminal.output).decode().split("\x1b[?1049l")[-1]
        assert "Your game is saved. To resume it: backgammon-tui resume\r" in last


@pytest.mark.parametrize("locale", ["C", pytest.param("de_DE.ISO-8859-1", marks=pytest.mark.long)])
def test_a_poor_locale_gets_letters_by_itself(locale: str) -> None:
    environment = {"LC_ALL": locale, "PYTHONUTF8": "0"}
    with Terminal(["-m", "backgammon_tui", "russian"], environment=environment) as terminal:
        terminal.wait_for_text("Opening roll")
        for text in ("O White 0", "X Black 0", "hand"):
            terminal.wait_for_text(text)


def test_without_a_terminal_there_is_one_line_and_exit_code_2() -> None:
    command = [sys.executable, "-m", "backgammon_tui"]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        "backgammon-tui: the board needs a terminal; --plain plays without one\n"
    )
