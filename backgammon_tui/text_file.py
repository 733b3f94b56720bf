"""Text files: those from elsewhere, read safely, and the program's own, in blocks of lines.

File names, paths, the environment and output of other programs may contain anything. Everything
printed is passed through `escaped`, everything drawn through `tui.terminal_output` as well.
"""

from __future__ import annotations

import os
import shlex
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

Content = TypeVar("Content")

UNREADABLE: Final = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)
"""Errors of reading an untrusted value, which may have any type and length."""


class NumberedLine(NamedTuple):
    """A line of a text without trailing spaces; `number` counts from 1."""

    number: int
    text: str


class LineError(ValueError):
    """An invalid line of a text; `line` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem

    @classmethod
    def read(cls, line: int, read: Callable[[str], Content], text: str) -> Content:
        """Parse the text of a line; errors include the line number."""
        with at_line(line):
            return read(text)


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Turn an invalid value in a block into a `LineError`."""
    try:
        yield
    except LineError:
        raise
    except ValueError as error:
        raise LineError(number, str(error)) from None


_MAX_LINE_LENGTH: Final = 1_000


def checked_lines(text: str, kind: str, longest: int) -> Iterator[str]:
    """Yield the lines of an untrusted text; reject long lines and invisible characters."""
    if len(text) > longest:
        raise LineError(1, f"{kind} has at most {longest:,} characters")
    for number, line in enumerate(split_lines(text), 1):
        if problem := line_problem(line):
            raise LineError(number, problem)
        yield line


def split_lines(text: str) -> list[str]:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")


def line_problem(line: str) -> str:
    if len(line) > _MAX_LINE_LENGTH:
        return f"a line has at most {_MAX_LINE_LENGTH:,} characters"
    if "\t" in line:
        return "there is a tab in this line; use spaces instead"
    return "" if is_visible(line) else "this line contains an invisible character"


def quote(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


def read_text(path: Path, max_bytes: int) -> str:
    return decode(read_bytes(path, max_bytes), max_bytes)


def read_bytes(path: Path, max_bytes: int) -> bytes:
    """Return a file, or if it is longer, one byte more than the maximum."""
    with open(path, "rb", opener=_open_at_once) as file:
        return file.read(max_bytes + 1)


def decode(data: bytes, max_bytes: int) -> str:
    if len(data) > max_bytes:
        raise LineError(1, f"a file has at most {max_bytes:,} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise LineError(line, "this is not UTF-8 text") from None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting for a writer if it is a named pipe."""
    if os.name == "nt":
        return os.open(path, flags)
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor


# ---- files of blocks: lessons, rulebook pages, the sample game, the quiz

LineBlock = Sequence[NumberedLine]


def read_data_file(path: str) -> str:
    return (Path(__file__).parent / "teach" / path).read_text(encoding="utf-8")


def read_blocks(text: str) -> Iterator[LineBlock]:
    """Yield blocks of lines, which empty lines separate; lines that start with `#` are comments."""
    block: list[NumberedLine] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            continue
        if line.strip():
            block.append(NumberedLine(number, line.rstrip()))
        elif block:
            yield block
            block = []
    if block:
        yield block


def read_headed_parts(text: str) -> list[tuple[LineBlock, list[LineBlock]]]:
    """Return each heading with its lines and blocks; first the blocks before any heading."""
    parts: list[tuple[LineBlock, list[LineBlock]]] = [((), [])]
    for block in read_blocks(text):
        if block[0].text.startswith("== "):
            parts.append((block, []))
        else:
            parts[-1][1].append(block)
    return parts


def joined(block: LineBlock) -> str:
    return " ".join(line.text.strip() for line in block)


# ---- characters

_EMPTY: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters in the categories of letters and symbols that are nevertheless invisible."""

NON_JOINER, JOINER = "\u200c", "\u200d"
"""Invisible characters that belong to words in some scripts, and to signs such as families."""

_VIRAMA: Final = 9
"""The combining class of the marks after which joiners select forms of Indic letters."""


def is_visible(text: str) -> bool:
    """Return True if every character can be seen, or joins two that can."""
    characters = set(text)
    if JOINER in characters or NON_JOINER in characters:
        return all(shown_places(text))
    return all(map(_is_shown, characters))


def shown_places(text: str) -> list[bool]:
    """Return for each character whether it can be seen, or joins two that can."""
    return [
        _is_shown(character) or (character in (NON_JOINER, JOINER) and _joins(text, place))
        for place, character in enumerate(text)
    ]


def _joins(text: str, place: int) -> bool:
    """Return True if a joiner changes how its neighbours look, so it is not merely hidden."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if not (before and after):
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return unicodedata.category(after)[0] == "L"
    if text[place] == NON_JOINER:
        # Arabic letters, such as those of Persian, join without it.
        return _is_arabic(text[:place].rstrip(_ARABIC_MARKS)[-1:]) and _is_arabic(after)
    is_sign = unicodedata.category(before) in ("So", "Sk") or before == "\ufe0f"
    return is_sign and unicodedata.category(after) == "So"


_ARABIC_MARKS: Final = "".join(map(chr, range(0x64B, 0x660)))


def _is_arabic(character: str) -> bool:
    return bool(character) and unicodedata.bidirectional(character) == "AL"


def only_visible(text: str) -> str:
    shown = zip(text, shown_places(text), strict=True)
    return "".join(character for character, is_shown in shown if is_shown or character == "\n")


def shell_word(text: str) -> str:
    """Return a text as a word of a command that can be printed and typed into a shell."""
    if is_visible(text):
        return shlex.quote(text)
    parts = [
        character.replace("\\", "\\\\").replace("'", "\\'")
        if is_shown
        else "".join(f"\\x{byte:02x}" for byte in os.fsencode(character))
        for character, is_shown in zip(text, shown_places(text), strict=True)
    ]
    return f"$'{''.join(parts)}'"


def escaped(text: str, keep: str = "") -> str:
    r"""Replace invisible characters, except those in `keep`, by escapes such as `\x1b`."""
    if is_visible(text):
        return text
    shown = zip(text, shown_places(text), strict=True)
    return "".join(c if c in keep or is_shown else f"\\x{ord(c):02x}" for c, is_shown in shown)


def _is_shown(character: str) -> bool:
    kind = unicodedata.category(character)
    return kind[0] != "C" and kind not in ("Zl", "Zp") and character not in _EMPTY
