"""Terminals that send anything, and faults of the program: nothing is lost, and it is said so."""

from __future__ import annotations

from pathlib import Path

from tests.tui.left import record
from tests.tui.terminal import Terminal
from tests.tui.test_paste import into_a_name

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


def test_whatever_the_terminal_sends_the_game_goes_on(kept: Path) -> None:
    with Terminal(PLAYED, environment=keep_in(kept)) as terminal:
        terminal.wait_for_text("Opening throw")
        for number, (name, sent) in enumerate(SENT.items(), 1):
            terminal.write(sent)
            terminal.press(str(number))
            terminal.wait_for(lambda: terminal.find(f"› {number}") is not None, name)  # noqa: B023
            terminal.press("backspace")
            terminal.wait_for(lambda: terminal.find("› ▏") is not None, name)
        terminal.write(b"\x03")
        assert terminal.wait_for_exit() == 130


def test_half_a_character_is_finished_by_the_next_byte() -> None:
    with Terminal(["-m", "backgammon_tui"]) as terminal:
        into_a_name(terminal)
        for byte in "Žo".encode():
            terminal.write(bytes([byte]))
            terminal.wait_until_quiet()
        terminal.wait_for_text("JŽo")


def test_after_a_fault_the_terminal_is_as_it_was_and_the_game_can_be_gone_on_with(
    kept: Path,
) -> None:
    with Terminal(["-m", "tests.tui.failing", "russian"], environment=keep_in(kept)) as terminal:
        terminal.wait_for_text("Opening throw")
        terminal.press("space")
        terminal.wait_until_quiet()
        terminal.press("!")
        assert terminal.wait_for_exit() == 70
        assert terminal.attributes == terminal.before
        told = bytes(terminal.output).rpartition(b"\x1b")[2].decode()
    (details,) = kept.glob("crash*.txt")
    assert "nothing is lost, and resume goes on with an open game" in told
    assert str(details) in told.replace("\r\n", "")
    assert "Traceback" not in told
    assert "RuntimeError: injected" in details.read_text()
    assert record().games[0].entries
    with Terminal(["-m", "backgammon_tui", "resume"], environment=keep_in(kept)) as terminal:
        terminal.wait_for_text("White")
