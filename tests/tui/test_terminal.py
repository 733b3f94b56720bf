"""The real program in a real terminal, which may send anything: whole games, lessons, faults."""

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
from tests.teach.lessons.examples import task, write
from tests.tui.playing import Seats, Way, by_arrows, by_mouse, by_typing, play_on
from tests.tui.screen import app_at, record, running
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


def test_mouse_alone_finishes_a_french_game(tmp_path: Path) -> None:
    end = "W 8:1 3:1 hand:2 off:11 / B 12:1 5:1 bar:1 off:12; W to move"
    assert play_game("french", 2, by_mouse, tmp_path, end) > 5


def test_typing_finishes_a_never_finishing_game(tmp_path: Path) -> None:
    end = "W 20:1 3:1 off:13 / B 14:1 2:1 bar:1 off:12; W to move"
    assert play_game("never-finishing", 37, by_typing, tmp_path, end) > 3


@pytest.mark.long
@pytest.mark.parametrize("way", [by_arrows, by_mouse, by_typing], ids=["arrows", "mouse", "typing"])
@pytest.mark.parametrize("name", list(RULESETS))
def test_every_game_works_by_every_input(name: str, way: Way, tmp_path: Path) -> None:
    seeds = MOUSE if way is by_mouse else ARROWS
    assert play_game(name, seeds[name], way, tmp_path) > 20


# ---- coming and going


def test_only_quit_ends_the_program() -> None:
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


def test_last_line_explains_how_to_resume() -> None:
    with Terminal(["-m", "backgammon_tui", "russian"]) as terminal:
        terminal.wait_for_text("Opening roll")
        terminal.press("space")
        terminal.wait_until_quiet()
        terminal.press("\x03")
        terminal.wait_for_exit()
        last = bytes(terminal.output).decode().split("\x1b[?1049l")[-1]
        assert "Your game is saved. To resume it: backgammon-tui resume\r" in last


@pytest.mark.parametrize("locale", ["C", pytest.param("de_DE.ISO-8859-1", marks=pytest.mark.long)])
def test_ascii_locale_gets_letters(locale: str) -> None:
    environment = {"LC_ALL": locale, "PYTHONUTF8": "0"}
    with Terminal(["-m", "backgammon_tui", "russian"], environment=environment) as terminal:
        terminal.wait_for_text("Opening roll")
        for text in ("O White 0", "X Black 0", "hand"):
            terminal.wait_for_text(text)


def test_missing_terminal_gives_exit_code_2() -> None:
    command = [sys.executable, "-m", "backgammon_tui"]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        "backgammon-tui: the board needs a terminal; --plain plays without one\n"
    )


def leave(terminal: Terminal) -> None:
    """Leave a lesson, and on the first screen the program."""
    terminal.press("escape")
    terminal.wait_for_text("Learn a game")
    terminal.press("escape")
    terminal.wait_for_text("Quit the program.")
    terminal.press("enter")


LESSON = write(
    task(
        *("Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move", "Roll: 6-3"),
        *("Solution: hand/19", "Try: hand/22: blocked", "  Look who stands there."),
    )
)


def test_own_lesson_is_played_in_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(LESSON, encoding="utf-8")
    command = ["-m", "backgammon_tui", "lesson", str(tmp_path / "mine.txt"), "--ascii"]
    with Terminal(command) as terminal:
        terminal.wait_for_text("O 6 and 3 to play")
        terminal.press("hand/22")
        terminal.wait_for_text("Illegal: enter")
        terminal.press("enter")
        terminal.wait_for_text("Look who stands")
        terminal.press("hand/19", "enter")
        terminal.wait_for_text("Right.")
        assert "\n".join(terminal.lines).isascii()
        terminal.press("enter")
        terminal.wait_for_text("That was the lesson.")
        leave(terminal)
        assert terminal.wait_for_exit() == 0


def test_faulty_lesson_is_rejected_before_the_screen(tmp_path: Path) -> None:
    text = LESSON.replace("Solution: hand/19", "Solution: hand/22")
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
    with Terminal(["-m", "backgammon_tui", "lesson", str(tmp_path / "mine.txt")]) as terminal:
        assert terminal.wait_for_exit() == 2
        assert terminal.output.count(b"\n") == 1
        assert b"mine.txt: line 8: the rules do not allow this: blocked" in terminal.output


OBEYED = ("\x0e", "\x08", "\x7f", "\x9b31m", "\x9d0;x\x9c", "\u202e", "\u200b", "\u3164")


def into_a_name(terminal: Terminal) -> None:
    """Go from the list to the first name; what is sent before it has the focus is lost."""
    terminal.wait_for_text("Match to")
    terminal.press("tab")
    while terminal.find("J") is None:
        terminal.press("J")
        terminal.wait_until_quiet()


def test_pasted_text_is_escaped_in_fields() -> None:
    with Terminal(["-m", "backgammon_tui"]) as terminal:
        into_a_name(terminal)
        for byte in "Žo".encode():
            terminal.write(bytes([byte]))
            terminal.wait_until_quiet()
        terminal.wait_for_text("JŽo")
        terminal.write(f"\x1b[200~Q{'-'.join(OBEYED)}Z\x1b[201~".encode())
        terminal.wait_for_text("Z")
        terminal.wait_until_quiet()
        shown = terminal.output.split(b"Q")[-1]
        assert [ascii(obeyed) for obeyed in OBEYED if obeyed.encode() in shown] == []


PLAYED = ["-m", "backgammon_tui", "russian", "--dice", "typed"]


def keep_in(folder: Path) -> dict[str, str]:
    return {"BACKGAMMON_TUI_FOLDER": str(folder)}


SENT = {
    "Latin-1": "é".encode("latin-1"),
    "Alt in eight bits": b"\xe1a",
    "Latin-1, pasted": b"\x1b[200~Zo\xeb \xe9t\xe9\x1b[201~",
    "no encoding at all": b"\xff\xfe\xc0\x80\xf8\x88",
    "a key with a colon": b"\x1b[1:u",
    "a key that is too large": b"\x1b[99999999999999999999P",
}


def test_strange_terminal_input_is_survived(kept: Path) -> None:
    with Terminal(PLAYED, environment=keep_in(kept)) as terminal:
        terminal.wait_for_text("Opening roll")
        for number, (name, sent) in enumerate(SENT.items(), 1):
            terminal.write(sent)
            terminal.press(str(number))
            terminal.wait_for(lambda: terminal.find(f"› {number}") is not None, name)  # noqa: B023
            terminal.press("backspace")
            terminal.wait_for(lambda: terminal.find("› ▏") is not None, name)
        terminal.write(b"\x03")
        assert terminal.wait_for_exit() == 130


def test_crash_restores_terminal_and_keeps_game(
    kept: Path,
) -> None:
    with Terminal(["-m", "tests.tui.failing", "russian"], environment=keep_in(kept)) as terminal:
        terminal.wait_for_text("Opening roll")
        terminal.press("space")
        terminal.wait_until_quiet()
        terminal.press("!")
        assert terminal.wait_for_exit() == 70
        assert terminal.attributes == terminal.before
        text = bytes(terminal.output).rpartition(b"\x1b")[2].decode()
    (details,) = kept.glob("crash*.txt")
    assert "nothing is lost; to resume the unfinished match, type 'backgammon-tui resume'" in text
    assert str(details) in text.replace("\r\n", "")
    assert "Traceback" not in text
    assert "RuntimeError: injected" in details.read_text()
    assert record().games[0].entries
    with Terminal(["-m", "backgammon_tui", "resume"], environment=keep_in(kept)) as terminal:
        terminal.wait_for_text("White")


PIECES = [
    *SENT.values(),
    *(b"\x1b", b"[", b"<", b"0", b"5", b";", b":", b"M", b"m", b"u", b"~", b"?", b"$y", b"R", b"P"),
    *(b"\x1b[", b"\x1b[<0;10;5M", b"\x1b[<0;10;5m", b"\x1bO", b"\x1b]0;", b"\x1bP", b"\x07"),
    *(b"\x1b[200~", b"\x1b[201~", b"\x1b[I", b"\x1b[48;9;9;9;9t", b"\x1b[?2048;1$y"),
    *(b"\xc3", b"\xa9", b"\xe2\x80", b"\xff", b"\x00", b"\x9b", b"\xed\xa0\x80", b"55296u"),
]
"""Parts of escape sequences, pastes and characters, and invalid bytes."""

LEAVING = (b"\x03", b"\x11", b"\x1c", b"\x1a", b"\x10", b"\r", b"\n")
"""Ctrl-C, Ctrl-Q, Ctrl-\\, Ctrl-Z, the palette, and Enter: one can leave from lists, too."""


def hostile_bytes(chance: random.Random, count: int) -> bytes:
    """Pieces in any order, and bytes of all values, but none of the keys that leave."""
    data = b"".join(
        chance.choice(PIECES) if chance.random() < 0.8 else chance.randbytes(3)
        for _ in range(count)
    )
    for key in LEAVING:
        data = data.replace(key, b"")
    return data


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_random_bytes_do_not_end_the_program(seed: int, kept: Path) -> None:
    """It is asked to leave in the end, and only then it does, as it was asked."""
    chance = random.Random(seed)
    with Terminal(PLAYED, environment=keep_in(kept)) as terminal:
        terminal.wait_for_text("Opening roll")
        for _ in range(40):
            terminal.write(hostile_bytes(chance, 30))
            list(terminal.read_bits(0.02))
            assert terminal.is_running
        # Whatever has been begun, such as a paste, is ended first.
        terminal.write(b"\x1b[201~")
        terminal.wait_until_quiet()
        terminal.write(b"\x03")
        assert terminal.wait_for_exit() == 130
        assert terminal.attributes == terminal.before
    assert not list(kept.glob("crash*"))


async def test_crash_prints_no_variables() -> None:
    written = []

    class Large:
        def __repr__(self) -> str:
            written.append(self)
            return "for many seconds"

    async def fail() -> None:
        async with running(app_at()) as pilot:
            try:
                large = Large()
                raise RuntimeError(f"injected {large is None}")
            except RuntimeError as error:
                pilot.app._handle_exception(error)

    with pytest.raises(RuntimeError, match="injected"):
        await fail()
    assert not written
