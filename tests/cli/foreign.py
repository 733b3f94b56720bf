"""Texts that try to be more than texts, and what the program may say of them."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Final
from unittest.mock import patch

from backgammon_tui.cli import main
from backgammon_tui.text_file import is_visible
from tests.cli.program import Ran

OBEYED: Final = {
    "escape": "\x1b[2J\x1b]0;title\x07",
    "C1": "\x9b31m\x9d0;title\x9c",
    "C0": "\x01\x07\x08\x0e\x0f\x7f",
    "return": "a\rb",
    "line feed": "a\nb",
    "tab": "a\tb",
    "next line": "a\x85b",
    "separators": "a\u2028b\u2029c",
    "bidi": "a\u202eb\u2066c\u061cd",
    "joiners": "a\u200bb\u200dc\ufeffd",
    "no byte of UTF-8": "a\udcffb",
    "private": "a\ue000b\U0010ffff",
    "tags": "a\U000e0041b",
}
"""What terminals obey, or show as nothing, or cannot show at all."""

MARKUP: Final = (
    "[bold]x[/bold]",
    "[link=http://a.b]x[/link]",
    "[@click=app.quit]x[/]",
    "[/]",
    "\\[b]",
    ":warning:",
    "{0.__class__} {x!r:>99}",
    "%s %(x)s %n",
    "$(touch x) `touch x`",
    "__import__('os')",
    "; touch x | cat > x",
    "../../x",
    "--help",
    "<b>&amp;</b>",
    "x\u0301\u0302\u0303\u0304\u0305" * 6,
    "漢字 👩 שלום مرحبا",
)
"""Names and words that are allowed, and are nothing but characters to the program."""


class Typed(StringIO):
    """A terminal at which somebody types."""

    def isatty(self) -> bool:
        return True


def answered(*arguments: str, typed: str | None = None) -> Ran:
    """What the program answers, in this process, to what somebody types at a terminal.

    Where nobody does there is no terminal.
    """
    out, err = StringIO(), StringIO()
    io = StringIO() if typed is None else Typed(typed)
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io):
        code = main(arguments)
    return Ran(code, out.getvalue(), err.getvalue())


def expect_harmless(done: Ran) -> None:
    """See that nothing that a terminal would obey was written but line feeds."""
    for line in (done.out + done.err).split("\n"):
        assert is_visible(line), ascii(line)
    assert "Traceback" not in done.err


def expect_refused(done: Ran) -> str:
    """The one line of a refusal, which is harmless."""
    expect_harmless(done)
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.split("\n")[:-1]
    assert line.startswith("backgammon-tui: ")
    return line
