"""Phrases that no colleague would say aloud, counted for each package.

`plain_english.txt` lists how many each package may still have; `BLESS=1` only lowers the numbers.
"""

from __future__ import annotations

import ast
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import backgammon_tui

PROJECT: Final = Path(backgammon_tui.__file__).parents[1]
RECORD: Final = Path(__file__).with_name("plain_english.txt")

DOCSTRING_STARTS: Final = re.compile(
    r"(The (most|least|fewest|longest|shortest)|Whoever|What|Whether|How|Where|Why|Who|Whose"
    r"|Which|That|When)\b"
)
PHRASES: Final = {
    "is no": re.compile(
        r"(?<!there )\b(is|are|was|were) no (?!longer|more|less|fewer)\w+", re.IGNORECASE
    ),
    "tells": re.compile(r"\btells?\b", re.IGNORECASE),
    "stands": re.compile(r"\bstands?\b", re.IGNORECASE),
    "anew": re.compile(r"\banew\b", re.IGNORECASE),
    "whoever": re.compile(r"\bwhoever\b|^The (most|least|fewest)\b", re.IGNORECASE),
}
NAMES: Final = ("told", "said", "found", "each", "one", "of", "given")
MAX_TEST_NAME: Final = 60


def faults_of(tree: ast.Module) -> Iterator[str]:
    docstrings = [
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]
    yield from ("what" for text in docstrings if DOCSTRING_STARTS.match(text))
    decorators = {
        id(call.func)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for call in node.decorator_list
        if isinstance(call, ast.Call)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if " " in text:
                yield from (kind for kind, phrase in PHRASES.items() if phrase.search(text))
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                if name in NAMES and id(node) not in decorators:
                    yield "names"
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name.startswith("test_") and len(name) > MAX_TEST_NAME:
                    yield "test names"
            case _:
                pass


def count() -> Counter[tuple[str, str]]:
    counted: Counter[tuple[str, str]] = Counter()
    for root in ("backgammon_tui", "training", "tests", "bench", "peers", "screenshots"):
        for path in (PROJECT / root).rglob("*.py"):
            if path != Path(__file__):
                package = "/".join(path.relative_to(PROJECT).parent.parts[:2])
                tree = ast.parse(path.read_text(encoding="utf-8"))
                counted.update((package, kind) for kind in faults_of(tree))
    return counted


def read_record() -> dict[tuple[str, str], int]:
    rows = [line.split(maxsplit=2) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    return {(package, kind): int(number) for package, number, kind in rows}


def test_odd_phrases_only_become_fewer() -> None:
    counted, allowed = count(), read_record()
    if os.environ.get("BLESS"):
        lowered = {key: min(number, counted[key]) for key, number in allowed.items()}
        lines = [
            f"{key[0]} {number} {key[1]}\n" for key, number in sorted(lowered.items()) if number
        ]
        RECORD.write_text("".join(lines), encoding="utf-8")
    else:
        assert counted == allowed, "write less oddly, or lower the record with BLESS=1"


def test_odd_phrases_are_found() -> None:
    tree = ast.parse('"""Whoever stands here."""\ntold = "That is no match."')
    assert sorted(faults_of(tree)) == ["is no", "names", "stands", "what", "whoever"]
