"""Phrases that no colleague would say aloud, counted for each package.

`plain_english.txt` lists how many each package may still have; `BLESS=1` only lowers the numbers.
"""

from __future__ import annotations

import ast
import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
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


NOT_IN_NAMES: Final = re.compile(
    r"throw|thrown|thrower|doublets?|coach(ed|ing)?|situations?|pupil|taught", re.IGNORECASE
)
"""Parts of identifiers for which `CONTRIBUTING.md` and `test_glossary.py` have other words."""

NOT_FIRST: Final = re.compile(r"MOST|LONGEST|LARGEST|LEAST|FEWEST|SHORTEST")
"""The same for the first part of a constant, which begins with MAX or MIN."""


def faults_of(tree: ast.Module) -> Iterator[str]:
    decorators = set[int]()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))) if DOCSTRING_STARTS.match(text):
                yield "what"
            case ast.Constant(value=str(text)) if " " in text:
                yield from (kind for kind, phrase in PHRASES.items() if phrase.search(text))
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                if name in NAMES and id(node) not in decorators:
                    yield "names"
                yield from _in_vocabulary(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                calls = (call.func for call in node.decorator_list if isinstance(call, ast.Call))
                decorators.update(map(id, calls))
                if not name.startswith("test_"):
                    yield from _in_vocabulary(name)
                elif len(name) > MAX_TEST_NAME:
                    yield "test names"
            case ast.ClassDef(name=name):
                yield from _in_vocabulary(name)


@cache
def _in_vocabulary(name: str) -> tuple[str, ...]:
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).strip("_").split("_")
    is_wrong = any(map(NOT_IN_NAMES.fullmatch, parts)) or NOT_FIRST.fullmatch(parts[0])
    return ("vocabulary",) if is_wrong else ()


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


def test_odd_phrases_never_increase() -> None:
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
    tree = ast.parse("OpeningThrow = _MOST_ROWS = at_most_rows = through_text = 0")
    assert [*faults_of(tree)] == ["vocabulary"] * 2
