"""Pasted input is always treated as text."""

from __future__ import annotations

from tests.tui.terminal import Terminal

OBEYED = ("\x0e", "\x08", "\x7f", "\x9b31m", "\x9d0;x\x9c", "\u202e", "\u200b", "\u3164")


def into_a_name(terminal: Terminal) -> None:
    """Go from the list to the first name; what is sent before it has the focus is lost."""
    terminal.wait_for_text("Match to")
    terminal.press("tab")
    while terminal.find("J") is None:
        terminal.press("J")
        terminal.wait_until_quiet()


def test_a_field_finishes_half_a_character_and_what_is_pasted_reaches_the_terminal_harmless() -> (
    None
):
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
