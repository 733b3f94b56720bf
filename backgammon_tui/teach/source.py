"""The data files of the rulebook, read but not yet decided: see `pages/FORMAT.md`."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from backgammon_tui.engine import RULESETS, Opening, Rules, Scale
from backgammon_tui.teach.blocks import Block, FaultyPage, NumberedLine, joined, read_blocks
from backgammon_tui.teach.sections import WHY_BY_NAME, Listing, Paragraph, Why
from backgammon_tui.text_file import LineError
from backgammon_tui.words.rule_settings import TABLE_RULES, write_value

# ---- conditions on the rules in force, such as `free_entry = off and start = hand`

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


# ---- sections and their blocks


@dataclass(frozen=True)
class ExampleStep:
    """One line of an example's script, with what the author has to say on it."""

    line: int
    command: str
    comment: str


@dataclass(frozen=True)
class ExampleSource:
    """A situation and what is tried in it, all of it checked against the engine.

    Without steps it is a picture.
    """

    situation: str
    caption: str
    steps: tuple[ExampleStep, ...] = ()


class Insertion(Enum):
    """A line that stands for what the program writes itself."""

    TABLE_RULES = "@table-rules"
    """The table rules in force."""

    OPENINGS = "@openings"
    """The table of the throws at the start."""


@dataclass(frozen=True)
class Continuation:
    """Sentences that go on in the paragraph before them."""

    text: str


Content = Paragraph | Continuation | Listing | ExampleSource | Insertion


@dataclass(frozen=True)
class BlockSource:
    """One block of a section and when it is shown."""

    line: int
    condition: Condition
    content: Content


@dataclass(frozen=True)
class SectionSource:
    """A section as it is written, with all its alternatives."""

    file: str
    line: int
    id: str
    title: str
    condition: Condition
    explains: tuple[Why, ...]
    table_rules: tuple[str, ...]
    blocks: tuple[BlockSource, ...]


@dataclass(frozen=True)
class Use:
    """A line `@use NAME`: here the sections of a shared file stand."""

    line: int
    id: str


def read_source(file: str, text: str) -> tuple[SectionSource | Use, ...]:
    """What a data file holds, in its order."""
    try:
        return tuple(_read_parts(file, text))
    except LineError as error:
        raise FaultyPage(file, error.line, error.problem) from None


def _read_parts(file: str, text: str) -> Iterator[SectionSource | Use]:
    heading: Block = ()
    blocks: list[BlockSource] = []
    for block in read_blocks(text):
        chunk = [NumberedLine(number, line.strip()) for number, line in block]
        number, first = chunk[0]
        if not first.startswith(("== ", "@use ")):
            if not heading:
                raise LineError(number, "a section begins with '== id | Title'")
            blocks.append(_read_block(chunk))
            continue
        if heading:
            yield _read_section(file, heading, blocks)
        heading, blocks = (chunk, []) if first.startswith("== ") else ((), [])
        if not heading:
            yield from (_read_use(*line) for line in chunk)
    if heading:
        yield _read_section(file, heading, blocks)


def _read_use(number: int, line: str) -> Use:
    keyword, _, section = line.partition(" ")
    if keyword != "@use":
        raise LineError(number, f"{line[:40]!a} is not '@use' with a section's id")
    return Use(number, section.strip())


# ---- sections

_HEADERS: Final = ("when", "explains", "table rules")


def _read_section(file: str, heading: Block, blocks: Sequence[BlockSource]) -> SectionSource:
    (number, first), *others = heading
    name, _, title = (part.strip() for part in first.removeprefix("== ").partition("|"))
    if not name or not title:
        raise LineError(number, "a section begins with '== id | Title'")
    if not blocks:
        raise LineError(number, f"section {name!a} is empty")
    condition = Condition()
    explains: list[Why] = []
    table_rules: list[str] = []
    for at, line in others:
        header, _, value = (part.strip() for part in line.partition(":"))
        match header:
            case "when":
                condition = LineError.read(at, read_condition, value)
            case "explains":
                explains += [_read_why(at, why) for why in value.split(",")]
            case "table rules":
                table_rules += [_read_table_rule(at, rule) for rule in value.split(",")]
            case _:
                known = ", ".join(_HEADERS)
                raise LineError(at, f"a section has no {header[:40]!a}, only {known}")
    return SectionSource(
        file, number, name, title, condition, tuple(explains), tuple(table_rules), tuple(blocks)
    )


def _read_why(number: int, text: str) -> Why:
    why = WHY_BY_NAME.get(text.strip())
    if why is None:
        raise LineError(number, f"{text.strip()[:40]!a} is no reason of the engine")
    return why


def _read_table_rule(number: int, text: str) -> str:
    field = text.strip()
    if all(field != rule.field for rule in TABLE_RULES):
        raise LineError(number, f"{field[:40]!a} is no house rule")
    return field


# ---- blocks


def _read_block(chunk: Block) -> BlockSource:
    number, first = chunk[0]
    condition = Condition()
    if first.startswith("["):
        if not first.endswith("]") or len(chunk) == 1:
            raise LineError(number, "a block's condition stands alone in its first line")
        condition = LineError.read(number, read_condition, first[1:-1])
        chunk = chunk[1:]
    return BlockSource(chunk[0][0], condition, _read_content(chunk))


def _read_content(chunk: Block) -> Content:
    (number, first), *others = chunk
    keyword, _, argument = first.partition(" ")
    match keyword:
        case "@picture":
            return ExampleSource(argument.strip(), joined(others))
        case "@example":
            caption, steps = _read_steps(others)
            if not steps:
                raise LineError(number, "an example has steps, lines that begin with '> '")
            return ExampleSource(argument.strip(), caption, steps)
        case Insertion.TABLE_RULES.value | Insertion.OPENINGS.value:
            return Insertion(keyword)
        case "-":
            return Listing(_read_items(chunk))
        case "...":
            return Continuation(joined(chunk).removeprefix("... "))
        case _ if keyword.startswith("@"):
            raise LineError(number, f"there is no block {keyword[:40]!a}")
        case _:
            return Paragraph(joined(chunk))


def _read_items(chunk: Block) -> tuple[str, ...]:
    items: list[str] = []
    for _, line in chunk:
        if line.startswith("- "):
            items.append(line.removeprefix("- ").strip())
        else:
            items[-1] += f" {line}"
    return tuple(items)


def _read_steps(lines: Block) -> tuple[str, tuple[ExampleStep, ...]]:
    """The text before the first step, and the steps with the text after each."""
    runs: list[list[NumberedLine]] = [[]]
    for line in lines:
        if line.text.startswith("> "):
            runs.append([])
        runs[-1].append(line)
    steps = (
        ExampleStep(number, command.removeprefix("> ").strip(), joined(comment))
        for (number, command), *comment in runs[1:]
    )
    return joined(runs[0]), tuple(steps)
