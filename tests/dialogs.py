"""Texts kept in files, mostly dialogs: keys and clicks, and the texts that they make visible.

A heading and the opened screen begin each dialog; each line of keys starts again from there. Named
keys and clicks are in angle brackets. `BLESS=1` rewrites the texts; then read the diff.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from difflib import unified_diff
from pathlib import Path


def compare(file: Path, text: str) -> None:
    """Compare a text with the one that a file keeps."""
    if os.environ.get("BLESS"):
        file.write_text(text, "utf-8")
    kept = file.read_text("utf-8")
    changes = unified_diff(kept.splitlines(), text.splitlines(), "kept", "now", lineterm="", n=2)
    assert text == kept, "\n".join(changes)


def headings(file: Path) -> list[str]:
    names = re.findall(r"^== (.*)", file.read_text("utf-8"), re.MULTILINE)
    assert len({*names}) == len(names)
    return names


def opened(file: Path, heading: str) -> str:
    """Return the lines below a heading, above its first keys."""
    return _block(file, heading).split("\n> ")[0].partition("\n")[2]


def _block(file: Path, heading: str) -> str:
    after = file.read_text("utf-8").split(f"== {heading}\n")[1]
    return f"== {heading}\n{after}".split("\n\n== ")[0].rstrip()


def check(file: Path, heading: str, see: Callable[[str, str], str]) -> None:
    """Compare visible texts with the file; `see` takes the lines of the heading and the keys."""
    old, lines = _block(file, heading), opened(file, heading)
    below, *dialogs = old.split("\n> ")
    asked = [dialog.partition("\n")[0] for dialog in dialogs]
    new = "\n".join([below, *(f"> {keys}\n  {see(lines, keys)}" for keys in asked)])
    if os.environ.get("BLESS"):
        file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    assert new == old


def keys_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the keys of a line: a name and an object if in brackets, otherwise a character."""
    for name, character in re.findall(r"<(.*?)>|(.)", text):
        yield (name.partition(" ")[0], name.partition(" ")[2]) if name else ("", character)


def changed(text: str, change: str) -> str:
    """Return a text after a change `OLD => NEW`, or with a line `+ NEW` at its end."""
    change = change.encode("ascii", "backslashreplace").decode("unicode_escape")
    if change.startswith("+ "):
        return f"{text}{change[2:]}\n"
    old, _, new = change.partition(" =>")
    assert text.count(old) == 1
    return text.replace(old, new.removeprefix(" "))
