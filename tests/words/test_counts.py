"""Nouns agree with their counts: `1 shot`, never `1 shots`, in every sentence that counts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import backgammon_tui

PACKAGE: Final = Path(backgammon_tui.__file__).parent

_NOUNS: Final = (
    "blots|characters|checkers|choices|columns|copies|days|files|games|lessons|lines|matches"
    "|mistakes|numbers|pages|people|pips|plays|points|puzzles|rolls|seconds|shots|steps|tasks"
    "|times|turns|words"
)
_COUNTED: Final = re.compile(rf" (?:legal |more |other |own )?(?:{_NOUNS})\b")
_VERBS: Final = re.compile(r"\bname\(|\bnaming\.|^name$|\.value$|^who$|by$")
"""Expressions for a player, after whom `rolls` and `plays` are verbs."""

NEVER_ONE: Final = {
    "ago": "one is called yesterday",
    "cell.in_all": "a whole stage comes before the others",
    "count": "a position may have one",
    "count(len(hits))": "one is worded apart",
    "count(len(run.costs))": "one is worded apart",
    "count(needs)": "only from two",
    "count(number)": "one is worded apart",
    "capitalized(count(len(hits)))": "only from two",
    "capitalized(least)": "two",
    "games": "of the rollout, only if it stopped early",
    "left_out": "one is worded apart",
    "len(rolls)": "only from many",
    "longest": "a limit",
    "matches": "one is worded apart",
    "max(mine, other)": "a gammon or a backgammon",
    "maximum": "one is worded apart",
    "own": "as many as a browser may have",
    "result.cube": "only if turned",
    "self.games": "of a rollout, fixed",
    "signed(finding.points)": "a decimal number",
    "streak": "only from two",
    "their": "of the matches",
    "to": "a player",
    "2 * state.game.stake": "only from two",
}
"""Values before a noun that need not agree with it, each with the reason."""


def counted_values() -> Iterator[tuple[str, str]]:
    """Yield the values in f-strings before the plural of a noun, with their places."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.JoinedStr):
                continue
            for value, text in pairwise(node.values):
                match value, text:
                    case ast.FormattedValue(format_spec=None), ast.Constant(value=str(after)):
                        if _COUNTED.match(after):
                            yield ast.unparse(value.value), f"{path.name}:{node.lineno}"


def test_each_count_in_a_sentence_agrees_with_its_noun() -> None:
    values = [
        (value, place)
        for value, place in counted_values()
        if not (_VERBS.search(value) or value.strip("_").isupper() or value.endswith(" the 36'"))
    ]
    assert [(value, place) for value, place in values if value not in NEVER_ONE] == []
    assert {value for value, _ in values} == set(NEVER_ONE)
