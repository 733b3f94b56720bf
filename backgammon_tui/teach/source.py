"""The data files of the rulebook, as they are written: see `pages/FORMAT.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from backgammon_tui.engine import Opening, Rules, Scale
from backgammon_tui.teach.blocks import (
    Block,
    read_data_file,
    read_headed_parts,
)
from backgammon_tui.teach.sections import WHY_BY_NAME, Why
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
    blocks: tuple[Block, ...]


@cache
def sections_of(file: str) -> tuple[SectionSource, ...]:
    """The sections of a file in order, those of the files that it uses in their places."""
    return tuple(read_sections(file, read_data_file(f"pages/{file}")))


def read_sections(file: str, text: str) -> Iterator[SectionSource]:
    """The sections that a text tells."""
    for head, blocks in read_headed_parts(text):
        own = tuple(block for block in blocks if not block[0].text.startswith(_USE))
        if head or own:
            yield _read_section(file, head or own[0], own)
        for line in (line for block in blocks if block not in own for line in block):
            yield from sections_of(f"common/{line.text.removeprefix(_USE)}.txt")


_USE: Final = "@use "
_HEADERS: Final = {"when", "explains", "table rules"}


def _read_section(file: str, head: Block, blocks: tuple[Block, ...]) -> SectionSource:
    (number, first), *others = head
    name, _, title = first.removeprefix("== ").partition(" | ")
    said = dict(line.text.split(": ", 1) for line in others if ": " in line.text)
    if not title or not blocks or len(said) < len(others) or said.keys() - _HEADERS:
        problem = f"a section is '== id | Title', below it {sorted(_HEADERS)}, and blocks"
        raise LineError(number, f"{problem} ({file})")
    reasons, rules = (said.get(header, "") for header in ("explains", "table rules"))
    if unknown := set(_listed(reasons)) - WHY_BY_NAME.keys():
        raise LineError(number, f"{unknown} are no reasons of the engine ({file})")
    explains = tuple(WHY_BY_NAME[why] for why in _listed(reasons))
    return SectionSource(file, name, title, said.get("when", ""), explains, _listed(rules), blocks)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()


_TERM: Final = re.compile(r"(\w+) = (.+)")


def holds(rules: Rules, condition: str) -> bool:
    """Whether rules are as a condition says: `opening = choose | keep and start = hand`.

    One that is empty always holds.
    """
    terms = condition.split(" and ") if condition else ()
    return all(_is_so(rules, term) for term in terms)


def _is_so(rules: Rules, term: str) -> bool:
    parts = _TERM.fullmatch(term)
    if parts is None:
        raise ValueError(f"{term!a} is not a condition such as 'free_entry = off'")
    return write_rule(getattr(rules, parts[1])) in parts[2].split(" | ")


def write_rule(value: object) -> str:
    """A rule's value as conditions write it; a start by its name, not by its position."""
    if isinstance(value, Enum) and not isinstance(value, Opening | Scale):
        return value.name.lower().replace("_", "-")
    assert isinstance(value, bool | Opening | Scale)
    return write_value(value)
