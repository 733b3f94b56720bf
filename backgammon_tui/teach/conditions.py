"""Conditions on the rules in force, such as `free_entry = off and start = hand`."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from backgammon_tui.engine.rules import RULESETS, Opening, Rules, Scale
from backgammon_tui.words.rule_settings import write_value

_TERM: Final = re.compile(r"(?P<field>\w+)\s*(?P<not>!?)=\s*(?P<values>.+)")


@dataclass(frozen=True)
class _Term:
    field: str
    values: frozenset[str]
    negated: bool


@dataclass(frozen=True)
class Condition:
    """A condition on the rules, under which a part of a page is shown; without terms, always."""

    terms: tuple[_Term, ...] = ()

    def holds(self, rules: Rules) -> bool:
        """Whether all its terms hold under these rules."""
        return all(
            (_write(getattr(rules, term.field)) in term.values) is not term.negated
            for term in self.terms
        )


def read_condition(text: str) -> Condition:
    """A condition as data files write it.

    Terms are joined by `and`, the values of a term by `|`; `!=` is none of them.
    """
    return Condition(tuple(_read_term(term.strip()) for term in text.split(" and ")))


def _read_term(text: str) -> _Term:
    parts = _TERM.fullmatch(text)
    if parts is None:
        raise ValueError(f"{text!a} is not a condition such as 'free_entry = off'")
    field = parts["field"]
    if field not in _POSSIBLE:
        raise ValueError(f"{field!a} is no rule that can be asked, only {', '.join(_POSSIBLE)}")
    values = frozenset(value.strip() for value in parts["values"].split("|"))
    unknown = sorted(values - _POSSIBLE[field])
    if unknown:
        possible = ", ".join(sorted(_POSSIBLE[field]))
        raise ValueError(f"{field} can be {possible}, not {unknown[0]!a}")
    return _Term(field, values, bool(parts["not"]))


def _write(value: object) -> str:
    """A rule's value as conditions write it; a start by its name, not by its position."""
    if isinstance(value, Enum) and not isinstance(value, Opening | Scale):
        return value.name.lower().replace("_", "-")
    assert isinstance(value, bool | Opening | Scale)
    return write_value(value)


def _possible_values() -> dict[str, frozenset[str]]:
    """The values of every rule; names and texts are none, so no page asks which ruleset it is."""
    example = next(iter(RULESETS.values()))
    values = {field.name: getattr(example, field.name) for field in dataclasses.fields(Rules)}
    return {
        name: frozenset(map(_write, type(value) if isinstance(value, Enum) else (False, True)))
        for name, value in values.items()
        if isinstance(value, Enum | bool)
    }


_POSSIBLE: Final = _possible_values()
