"""The data files of the rulebook, as they are written: see `pages/FORMAT.md`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Final, NamedTuple, get_type_hints

from backgammon_tui.engine import Opening, Rules, Scale
from backgammon_tui.explain.facts import Why
from backgammon_tui.teach.blocks import (
    LineBlock,
    read_data_file,
    read_headed_parts,
)
from backgammon_tui.teach.rulebook.sections import WHY_BY_NAME
from backgammon_tui.text_file import LineError
from backgammon_tui.words.rule_settings import write_value


class SectionSource(NamedTuple):
    """A section as it is written, with all its alternatives."""

    file: str
    id: str
    title: str
    when: str
    """The condition under which it is shown; empty if it always is."""

    explains: tuple[Why, ...]
    table_rules: tuple[str, ...]
    blocks: tuple[LineBlock, ...]


@cache
def sections_of(file: str) -> tuple[SectionSource, ...]:
    return tuple(read_sections(file, read_data_file(f"pages/{file}")))


def read_sections(file: str, text: str) -> Iterator[SectionSource]:
    """Yield the sections of a text."""
    for head, blocks in read_headed_parts(text):
        own = tuple(block for block in blocks if not block[0].text.startswith(_USE))
        if head or own:
            try:
                yield _read_section(file, head or own[0], own)
            except LineError as error:
                raise LineError(error.line, f"{error.problem} ({file})") from None
        for line in (line for block in blocks if block not in own for line in block):
            yield from sections_of(f"common/{line.text.removeprefix(_USE)}.txt")


_USE: Final = "@use "
_HEADERS: Final = ("when", "silent", "explains", "table rules")


def _read_section(file: str, head: LineBlock, blocks: tuple[LineBlock, ...]) -> SectionSource:
    (number, first), *others = head
    name, _, title = first.removeprefix("== ").partition(" | ")
    said = dict(line.text.split(": ", 1) for line in others if ": " in line.text)
    if not title or not blocks or len(said) < len(others) or said.keys() - {*_HEADERS}:
        problem = f"a section is '== id | Title', below it {', '.join(_HEADERS)}, and blocks"
        raise LineError(number, problem)
    when, silent, reasons, rules = (said.get(header, "") for header in _HEADERS)
    if unknown := set(_listed(reasons)) - WHY_BY_NAME.keys():
        raise LineError(number, f"{unknown} are no reasons of the engine")
    explains = tuple(WHY_BY_NAME[why] for why in _listed(reasons))
    _check_branches(number, when, silent, blocks)
    return SectionSource(file, name, title, when, explains, _listed(rules), blocks)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()


def _check_branches(number: int, when: str, silent: str, blocks: tuple[LineBlock, ...]) -> None:
    """Refuse a section that speaks of some kinds of a rule and forgets another.

    A kind of which nothing is to be said is named as silent, so that a new kind of rule is told
    about in every section that depends on it.
    """
    firsts = [block[0] for block in blocks if block[0].text.startswith("[")]
    conditions = [(number, when), (number, silent)]
    conditions += [(first.number, first.text[1:-1]) for first in firsts]
    named: defaultdict[str, set[str]] = defaultdict(set)
    for line, condition in conditions:
        for field, values in LineError.read(line, _read_terms, condition):
            if unknown := set(values) - set(_kinds_of_rules().get(field, values)):
                raise LineError(line, f"{field} is never {' or '.join(sorted(unknown))}")
            named[field] |= set(values)
    for field, kinds in _kinds_of_rules().items():
        missing = [kind for kind in kinds if kind not in named[field]]
        if named[field] and missing and kinds != _SWITCH:
            problem = f"nothing is said of {field} = {' | '.join(missing)}"
            raise LineError(number, f"{problem}; if nothing is to be said, name it as silent")


_SWITCH: Final = ("on", "off")
"""The values of a rule that is no kind: under the other one there is nothing new to say."""


@cache
def _kinds_of_rules() -> Mapping[str, tuple[str, ...]]:
    """Return the fields of `Rules` that conditions may ask for, each with its possible values."""
    kinds: dict[str, tuple[str, ...]] = {}
    for field, kind in get_type_hints(Rules).items():
        if kind is bool:
            kinds[field] = _SWITCH
        elif isinstance(kind, type) and issubclass(kind, Enum):
            kinds[field] = tuple(map(write_rule, kind))
    return kinds


_TERM: Final = re.compile(r"(\w+) = (.+)")


def holds(rules: Rules, condition: str) -> bool:
    """Return True if rules meet a condition: `opening = choose | keep and start = hand`.

    An empty one always holds.
    """
    terms = _read_terms(condition)
    return all(write_rule(getattr(rules, field)) in values for field, values in terms)


def _read_terms(condition: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(map(_read_term, condition.split(" and "))) if condition else ()


def _read_term(term: str) -> tuple[str, tuple[str, ...]]:
    parts = _TERM.fullmatch(term)
    if parts is None:
        raise ValueError(f"{term!a} is not a condition such as 'free_entry = off'")
    return parts[1], tuple(parts[2].split(" | "))


def write_rule(value: object) -> str:
    """Return a rule's value as conditions write it; a start by its name, not by its position."""
    if isinstance(value, Enum) and not isinstance(value, Opening | Scale):
        return value.name.lower().replace("_", "-")
    assert isinstance(value, bool | Opening | Scale)
    return write_value(value)
