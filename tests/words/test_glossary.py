"""One thing has one name: words that are ruled out stand in no text that is shown."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import backgammon_tui
from backgammon_tui.cli.commands import build_parsers
from backgammon_tui.engine import RULESETS
from backgammon_tui.teach.coach import after, before
from backgammon_tui.words.event_sentences import describe_news
from backgammon_tui.words.moments import describe_awaited
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.rule_settings import describe_rules
from tests.engine.strategies import walk

PACKAGE: Final = Path(backgammon_tui.__file__).parent
PROJECT: Final = PACKAGE.parent

RULED_OUT: Final = {
    r"throw(s|ing)? (the|both) dice again|throwing again|(or|to) throw again": "reroll",
    r"second throw|\byou throw again\b": "another throw; reroll of the opener",
    r"under ?side|underneath": "complement",
    r"still to enter|to be entered|waiting to enter": "in hand, on the bar",
    r"\bplain game": "single game",
    r"cells are needed": "the window is too small",
    r"\bpips? lost": "unplayable",
    r"\btakes? in (a|the) transcript|bring in a transcript": "import",
    r"\btable rules?\b": "house rules",
    r"\bgo(es|ne)? on with (the|a) (last|match|game)": "resume",
    r"\blone checker": "blot",
    r"\bhat\b": "caret",
    r"\bface only\b|on (its|both) faces?\b": "four 5s, then four 2s, then another throw",
    r"leads? (from|to) point": "enters on, goes to",
    r"of which \w+ can be played": "name the number",
    r"as long as checkers wait|come in before": "in hand; enter",
}
"""Patterns that no shown text has, each with what is said instead."""

ALLOWED: Final = ("table rules",)
"""Whole texts that may stand: the key in the head of a page's section, which is never shown."""


_SCHEMA: Final = "storage/journal/journal.py"
"""The tables of the journal, whose remarks are for whoever reads the file with other tools."""


def texts_in_code() -> Iterator[tuple[str, str]]:
    """The string literals of the package with where they stand, without docstrings."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        told = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                where = f"{path.relative_to(PACKAGE)}:{node.lineno}"
                if id(node) not in told and where.partition(":")[0] != _SCHEMA:
                    yield where, node.value


def texts_in_files() -> Iterator[tuple[str, str]]:
    """Pages, lessons, the sample game and what is told of the program, without remarks."""
    files = [*PACKAGE.rglob("*.txt"), *PACKAGE.rglob("*.md")]
    files += [*PROJECT.glob("[RC]*.md"), *PROJECT.glob("docs/*.md")]
    for path in files:
        lines = path.read_text(encoding="utf-8").splitlines()
        yield (
            str(path.name),
            " ".join(re.sub("`[^`]*`", "", line) for line in lines if not _is_unseen(line)),
        )


def _is_unseen(line: str) -> bool:
    """Whether a line of a data file is a remark, or a step that is told in other words."""
    return line.startswith(("# ", "> ", "table rules:", "@table-rules"))


def texts_of_help() -> Iterator[tuple[str, str]]:
    main, parsers = build_parsers()
    yield "--help", main.format_help()
    for name, parser in parsers.items():
        yield name, parser.format_help()
    for rules in RULESETS.values():
        yield rules.name, f"{rules.summary} {rules.description} {describe_rules(rules)}"


def texts_of_games() -> Iterator[tuple[str, str]]:
    """What players are told in a game of each ruleset, with and without a coach."""
    naming = Naming("Anna", "Boris")
    for rules in RULESETS.values():
        for game, _, following in walk(rules, 7, 150):
            told = describe_news(following.events, naming)
            told += [before(game, naming), after(following.events, following, naming)]
            yield (
                f"a game of {rules.name}",
                " ".join([*told, describe_awaited(game, naming)]),
            )


def ruled_out(text: str) -> list[str]:
    """The ruled-out words of a text, with what is said instead."""
    text = "" if text in ALLOWED else " ".join(text.split())
    return [
        f"{found[0]!r}: say {better!r}"
        for pattern, better in RULED_OUT.items()
        for found in [re.search(pattern, text, re.IGNORECASE)]
        if found
    ]


@pytest.mark.parametrize(
    "texts",
    [texts_in_code, texts_in_files, texts_of_help, texts_of_games],
    ids=lambda f: f.__name__,
)
def test_words_that_are_ruled_out_are_not_shown(texts: object) -> None:
    assert callable(texts)
    found = {where: words for where, text in texts() if (words := ruled_out(text))}
    assert not found, found


def test_a_ruled_out_word_would_be_found() -> None:
    assert ruled_out("There is no second\nthrow.") == [
        "'second throw': say 'another throw; reroll of the opener'"
    ]
    assert not ruled_out("Both throw a 4, so both throw again.")
