from __future__ import annotations

import re

import pytest
from rich.color import ColorSystem
from rich.style import Style

from backgammon_tui.settings import BoardStyle
from backgammon_tui.tui.driver import with_short_sequences
from backgammon_tui.tui.terminal_answers import Answers, Terminal, question

KITTY = "\x1bP>|kitty(0.41.1)\x1b\\\x1b[6;20;9t\x1b_Gi=31;OK\x1b\\\x1b[?62;c"


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("TMUX", "STY", "TERM_PROGRAM"):
        monkeypatch.delenv(name, raising=False)


def test_answers_are_removed_from_typed_text() -> None:
    answers = Answers()
    assert answers.taken_from(f"24/{KITTY}20\x1b[A") == "24/20\x1b[A"
    assert answers.is_complete
    assert answers.terminal() == Terminal("kitty(0.41.1)", (9, 20), True)
    assert not answers.is_complete
    assert answers.taken_from("x\x1bP>|kit") == "x"
    assert answers.left_over() == "\x1bP>|kit", "the answer never ends"
    assert answers.left_over() == ""


def test_answers_in_pieces_are_recognized() -> None:
    for first in range(2, len(KITTY) - 1):
        if KITTY[first - 1] == "\x1b" and KITTY[first] != "\\":
            continue  # A lone Escape is a key.
        answers = Answers()
        typed = answers.taken_from("a" + KITTY[:first])
        typed += answers.taken_from(KITTY[first:] + "b")
        assert typed == "ab"
        assert answers.terminal() == Terminal("kitty(0.41.1)", (9, 20), True)


@pytest.mark.parametrize("size", [1, 5, 4096])
def test_answers_in_pasted_text_are_kept(size: int) -> None:
    answers = Answers()
    pasted = f"\x1b[200~{KITTY}24/20\x1b[201~"
    parts = [pasted[at : at + size] for at in range(0, len(pasted), size)]
    assert "".join(map(answers.taken_from, parts)) + answers.left_over() == pasted
    assert not answers.is_complete
    assert answers.terminal() == Terminal()
    assert answers.taken_from(f"a{KITTY}{pasted}{KITTY}b") == f"a{pasted}b"
    assert answers.terminal() == Terminal("kitty(0.41.1)", (9, 20), True)


@pytest.mark.parametrize("pause", [2, 4, 5])
def test_paste_marks_may_arrive_in_pieces(pause: int) -> None:
    answers, begin, end = Answers(), "\x1b[200~", "\x1b[201~"
    parts = [begin[:pause], f"{begin[pause:]}{KITTY}{end[:pause]}", f"{end[pause:]}{KITTY}"]
    passed = "".join(answers.taken_from(part) + answers.left_over() for part in parts)
    assert passed == begin + KITTY + end
    assert answers.is_complete


@pytest.mark.parametrize(
    "typed",
    ["\x1b", "\x1b[A", "\x1b[6~", "\x1b[1;5A", "\x1bP", "\x1b[<0;3;4M", "\x1b[?2026;2$y", "é"],
)
def test_keys_and_other_reports_pass_through(typed: str) -> None:
    for parts in ([typed], [*typed]):
        answers = Answers()
        passed = "".join(answers.taken_from(part) for part in parts) + answers.left_over()
        assert passed == typed
        assert not answers.is_complete


@pytest.mark.parametrize("cell", ["0;0", "1;9", "20;0", "9999;9999", "20;400"])
def test_implausible_cell_sizes_are_ignored(cell: str) -> None:
    answers = Answers()
    answers.taken_from(f"\x1b[6;{cell}t\x1b[?62;c")
    assert answers.terminal().cell_size is None


LISTED = ["kitty(0.41.0)", "kitty(0.100.0)", "kitty(1.0.0)", "Konsole 25.04.2"]
OTHERS = [
    *("kitty(0.40.1)", "kitty(0.26.5)", "kitty(0.9.0)", "kittykitty", "tmux 3.3a", ""),
    *("Konsole 25.03.9", "Konsole 22.12.3", "XTerm(398)", "WezTerm 20240203-110809-5046fc22"),
    *(f"kitty({'9' * 5000}.0)", f"kitty(0.{'9' * 5000})"),
]


@pytest.mark.parametrize("name", [*LISTED, *OTHERS])
def test_graphics_start_only_in_known_terminals(name: str) -> None:
    is_listed = name in LISTED
    terminal = Terminal(name, (9, 20), True)
    assert terminal.can_draw(BoardStyle.AUTOMATIC) is is_listed
    assert terminal.can_draw(BoardStyle.GRAPHICS)
    assert not terminal.can_draw(BoardStyle.TEXT)
    assert Terminal(name, (9, 20)).can_draw(BoardStyle.GRAPHICS) is is_listed


def test_incapable_terminals_get_no_query(monkeypatch: pytest.MonkeyPatch) -> None:
    assert question(BoardStyle.TEXT) == ""
    assert "\x1b_G" not in question(BoardStyle.AUTOMATIC)
    assert "\x1b_G" in question(BoardStyle.GRAPHICS)
    # The last query is one that every terminal answers, so it marks the end of the answers.
    for style in (BoardStyle.AUTOMATIC, BoardStyle.GRAPHICS):
        assert question(style).endswith("\x1b[c")
    for name, value in (
        ("TMUX", "/tmp/tmux-0/default,1,0"),
        ("STY", "1.pts-0"),
        ("TERM_PROGRAM", "Apple_Terminal"),
        ("TERM", "linux"),
        ("TERM", "screen-256color"),
        ("TERM", "dumb"),
    ):
        with monkeypatch.context() as context:
            context.setenv(name, value)
            assert question(BoardStyle.GRAPHICS) == ""


_MAX_PARAMETERS = 10
"""Maximum number of parameters that mlterm reads in a sequence."""


def test_long_sequences_are_split() -> None:
    for attributes in ("", "bold ", "bold italic underline "):
        for colors in ("#010203", "#010203 on #040506"):
            style = Style.parse(attributes + colors)
            text = style.render("word", color_system=ColorSystem.TRUECOLOR)
            sequences = re.findall(r"\x1b\[([\d;]*)m", with_short_sequences(text))
            assert max(sequence.count(";") + 1 for sequence in sequences) <= _MAX_PARAMETERS
            assert ";".join(sequences) == text[2:].replace("mword\x1b[0m", ";0")
    for text in ("\x1b[38;2;1;2;3;48;2;4;5;6mA\x1b[0m", "\x1b[1;33mB\x1b[0m", "1;38;2;1;2;3m"):
        assert with_short_sequences(text) == text, "it is short"
