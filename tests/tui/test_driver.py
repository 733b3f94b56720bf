"""The driver writes short sequences, for terminals that split long ones."""

import re

from rich.color import ColorSystem
from rich.style import Style

from backgammon_tui.tui.driver import with_short_sequences

_MAX_PARAMETERS = 10
"""The numbers that mlterm reads of one sequence."""


def test_no_sequence_has_more_numbers_than_every_terminal_reads() -> None:
    for attributes in ("", "bold ", "bold italic underline "):
        for colors in ("#010203", "#010203 on #040506"):
            style = Style.parse(attributes + colors)
            text = style.render("word", color_system=ColorSystem.TRUECOLOR)
            sequences = re.findall(r"\x1b\[([\d;]*)m", with_short_sequences(text))
            assert max(sequence.count(";") + 1 for sequence in sequences) <= _MAX_PARAMETERS
            assert ";".join(sequences) == text[2:].replace("mword\x1b[0m", ";0")


def test_what_is_short_stays_as_it_is() -> None:
    for text in ("\x1b[38;2;1;2;3;48;2;4;5;6mA\x1b[0m", "\x1b[1;33mB\x1b[0m", "1;38;2;1;2;3m"):
        assert with_short_sequences(text) == text
