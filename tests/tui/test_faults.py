"""Terminals that send anything, and faults of the program: nothing is lost, and it is said so."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.tui.left import record
from tests.tui.screen import app_at, running
from tests.tui.terminal import Terminal

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
        terminal.wait_for_text("Opening roll")
        for number, (name, sent) in enumerate(SENT.items(), 1):
            terminal.write(sent)
            terminal.press(str(number))
            terminal.wait_for(lambda: terminal.find(f"› {number}") is not None, name)  # noqa: B023
            terminal.press("backspace")
            terminal.wait_for(lambda: terminal.find("› ▏") is not None, name)
        terminal.write(b"\x03")
        assert terminal.wait_for_exit() == 130


def test_after_a_fault_the_terminal_is_as_it_was_and_the_game_can_be_gone_on_with(
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
def test_no_bytes_at_random_end_the_program(seed: int, kept: Path) -> None:
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


async def test_a_fault_ends_the_program_before_anything_is_written_of_its_variables() -> None:
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
