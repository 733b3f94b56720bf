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
from backgammon_tui.words.beginner import advise, explain_events
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.rule_settings import describe_rules
from backgammon_tui.words.turns import describe_awaited, describe_news
from tests.engine.strategies import walk

PACKAGE: Final = Path(backgammon_tui.__file__).parent
PROJECT: Final = PACKAGE.parent

RULED_OUT: Final = {
    r"\bthrow(s|n|ing)?\b|\bthrew\b": "roll",
    r"\bdoublets?\b": "doubles",
    r"\b(another|the other|no other) roll\b(?! of)": "an extra roll",
    r"\bthe 36 rolls as a square|roll grid": "roll chart",
    r"\ba roll ahead\b": "one roll ahead",
    r"\bprogram:[a-z]|\bagainst (the )?program\b|\bask(s)? the program\b": "computer",
    r"\bthe program (plays|judges|considers|thinks|agrees|likes)\b": "the computer plays",
    r"\bcoach(es|ed|ing)?\b": "beginner help",
    r"\b(big|usual) view\b|\bdisplay for a class\b": "presentation mode",
    r"\blook(ing|s)? back\b(?! (at|from))": "summary",
    r"\bsituations?\b": "position",
    r"\bpupils?\b": "learner",
    r"--board (cells|pixels)\b": "--board text, --board graphics",
    r"\bseven[- ]bits?\b": "ASCII",
    r"\bopen[- ]ended\b": "no limit",
    r"\b(an )?open match(es)?\b": "unfinished match",
    r"second roll|\byou roll twice\b": "an extra roll; reroll of the opener",
    r"under ?side|underneath": "complement",
    r"still to enter|to be entered|waiting to enter": "in hand, on the bar",
    r"\bplain game": "single game",
    r"cells are needed": "the window is too small",
    r"\b(pips?|numbers?) lost\b|\blost (pips|numbers)\b": "unplayable",
    r"\blost in play\b": "lost by mistakes",
    r"\bsame way round\b": "in the same direction",
    r"\btakes? in (a|the) transcript|bring in a transcript": "import",
    r"\btable rules?\b": "house rules",
    r"\bgo(es|ne)? on with (the|a) (last|match|game)": "resume",
    r"\blone checker": "blot",
    r"\bhat\b": "caret",
    r"\bface only\b|on (its|both) faces?\b": "four 5s, then four 2s, then an extra roll",
    r"leads? (from|to) point": "enters on, goes to",
    r"of which \w+ can be played": "name the number",
    r"as long as checkers wait|come in before": "in hand; enter",
}
"""Patterns that no displayed text matches, each with its replacement."""

_SCHEMA: Final = "storage/journal/journal.py"
"""The tables of the journal, whose comments are for users of other tools."""


def texts_in_code() -> Iterator[tuple[str, str]]:
    """Return the string literals of the package with their places, without docstrings."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        text = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                where = f"{path.relative_to(PACKAGE)}:{node.lineno}"
                if id(node) not in text and where.partition(":")[0] != _SCHEMA:
                    yield where, node.value


def texts_in_files() -> Iterator[tuple[str, str]]:
    """Return pages, lessons, the sample game and the documents, without comments."""
    files = [path for path in PACKAGE.rglob("*.txt") if "sample" not in path.parts]
    files += PACKAGE.rglob("*.md")
    files += [*PROJECT.glob("*.md"), *PROJECT.glob("docs/*.md")]
    for path in files:
        lines = path.read_text(encoding="utf-8").splitlines()
        yield (
            str(path.name),
            " ".join(re.sub("`[^`]*`", "", line) for line in lines if not _is_unseen(line)),
        )


def _is_unseen(line: str) -> bool:
    return line.startswith(("# ", "> "))


def texts_of_help() -> Iterator[tuple[str, str]]:
    main, parsers = build_parsers()
    yield "--help", main.format_help()
    for name, parser in parsers.items():
        yield name, parser.format_help()
    for rules in RULESETS.values():
        yield rules.name, f"{rules.summary} {rules.description} {describe_rules(rules)}"


def texts_of_games() -> Iterator[tuple[str, str]]:
    naming = Naming("Anna", "Boris")
    for rules in RULESETS.values():
        for game, _, following in walk(rules, 7, 150):
            text = describe_news(following.events, naming)
            text += [advise(game, naming), explain_events(following.events, following, naming)]
            yield (f"a game of {rules.name}", " ".join([*text, describe_awaited(game, naming)]))


def ruled_out(text: str) -> list[str]:
    """Return the ruled-out words of a text, with their replacements."""
    text = " ".join(text.split())
    return [
        f"{result[0]!r}: say {better!r}"
        for pattern, better in RULED_OUT.items()
        for result in [re.search(pattern, text, re.IGNORECASE)]
        if result
    ]


@pytest.mark.parametrize(
    "texts",
    [texts_in_code, texts_in_files, texts_of_help, texts_of_games],
    ids=lambda f: f.__name__,
)
def test_banned_words_are_not_displayed(texts: object) -> None:
    assert callable(texts)
    result = {where: words for where, text in texts() if (words := ruled_out(text))}
    assert not result, result


def test_banned_word_is_found() -> None:
    assert ruled_out("There is no second\nthrow.") == ["'throw': say 'roll'"]
    assert not ruled_out("Both roll a 4, so both roll again.")
