"""The whole rules of each game in plain words, as they are in force at a table.

The pages are data files in `pages`: one for each ruleset, and in `pages/common` the
sections that several share. They are read when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from backgammon_tui.engine import Game, Position, Rules, Situation
from backgammon_tui.teach.blocks import FaultyPage, read_data_file
from backgammon_tui.teach.examples import describe_example, from_start
from backgammon_tui.teach.opening_table import describe_openings
from backgammon_tui.teach.sections import Block, Listing, PageSection, Paragraph, Picture, Why
from backgammon_tui.teach.source import (
    Content,
    Continuation,
    ExampleSource,
    Insertion,
    SectionSource,
    Use,
    read_source,
)
from backgammon_tui.text_file import LineError
from backgammon_tui.words.rule_settings import TABLE_RULES, describe_setting, describe_table_rule
from backgammon_tui.words.rules_in_brief import describe_rules


@cache
def pages(rules: Rules) -> tuple[PageSection, ...]:
    """The sections of a ruleset's page, saying of every table rule what is in force."""
    sources = [source for source in _sources(rules.name) if source.condition.holds(rules)]
    return tuple(decide(rules, source) for source in sources)


def section_about(rules: Rules, why: Why) -> PageSection | None:
    """The section that answers a reason; None where it cannot occur under these rules."""
    return next((section for section in pages(rules) if why in section.explains), None)


def name_of_section_about(rules: Rules, why: Why) -> tuple[str, str] | None:
    """The id and the title of that section, without reading all the others."""
    for source in _sources(rules.name):
        if why in source.explains and source.condition.holds(rules):
            return source.id, source.title
    return None


@cache
def _sources(name: str) -> tuple[SectionSource, ...]:
    """The sections of a ruleset's page in order, those that it shares in their places."""
    sources: dict[str, SectionSource] = {}
    for part in _read(f"{name}.txt"):
        for source in _shared(f"{name}.txt", part) if isinstance(part, Use) else [part]:
            if source.id in sources:
                raise FaultyPage(source.file, source.line, f"{source.id!a} stands here twice")
            sources[source.id] = source
    return tuple(sources.values())


def _shared(file: str, use: Use) -> Iterator[SectionSource]:
    try:
        parts = _read(f"common/{use.id}.txt")
    except FileNotFoundError:
        raise FaultyPage(file, use.line, f"there is no common/{use.id}.txt") from None
    for part in parts:
        if isinstance(part, Use):
            raise FaultyPage(f"common/{use.id}.txt", part.line, "only a ruleset's page uses others")
        yield part


def _read(file: str) -> tuple[SectionSource | Use, ...]:
    return read_source(file, read_data_file(f"pages/{file}"))


def decide(rules: Rules, source: SectionSource) -> PageSection:
    """A section as it reads under some rules."""
    blocks: tuple[Block, ...] = ()
    for block in source.blocks:
        if not block.condition.holds(rules):
            continue
        try:
            blocks = _with_content(rules, blocks, block.content)
        except LineError as error:
            raise FaultyPage(source.file, error.line, error.problem) from None
        except ValueError as error:
            raise FaultyPage(source.file, block.line, str(error)) from None
    return PageSection(source.id, source.title, blocks, source.explains, source.table_rules)


def _with_content(rules: Rules, blocks: tuple[Block, ...], content: Content) -> tuple[Block, ...]:
    match content:
        case Continuation():
            last = blocks[-1] if blocks else None
            if not isinstance(last, Paragraph):
                raise ValueError("there is no paragraph here to go on in")
            return (*blocks[:-1], Paragraph(f"{last.text} {content.text}"))
        case ExampleSource(steps=()):
            return (*blocks, _draw(rules, content))
        case ExampleSource():
            return (*blocks, *describe_example(rules, content))
        case Insertion.TABLE_RULES:
            return (*blocks, Listing(tuple(describe_table_rules(rules))))
        case Insertion.OPENINGS:
            return (*blocks, *_openings(rules))
        case _:
            return (*blocks, content)


def _openings(rules: Rules) -> Iterator[Block]:
    about, lines = describe_openings(rules)
    yield Paragraph(about)
    if lines:
        yield Listing(tuple(lines))


def _draw(rules: Rules, source: ExampleSource) -> Picture:
    text = from_start(rules, source.situation)
    if ";" in text:
        situation = Situation.parse(text)
        picture = Picture(situation.position, source.caption, situation.side)
    else:
        picture = Picture(Position.parse(text), source.caption)
    rules.check(picture.position)
    return picture


def describe_table_rules(rules: Rules) -> Iterator[str]:
    """Each house rule that makes sense in a game, how it stands, and what it is."""
    return (describe_table_rule(rules, rule) for rule in TABLE_RULES if rule.makes_sense(rules))


# ---- a handout: what a beginner needs at the board, on one page


def sheet(rules: Rules, keys: Iterable[tuple[str, str]]) -> tuple[PageSection, ...]:
    """The sections of a handout.

    Args:
        rules: The game, with the house rules in force.
        keys: Keys, and what each does.
    """
    about, told = rules.description.replace("\n", " "), describe_rules(rules).split("\n")
    start = Picture(Game.start(rules).position)
    in_force = "; ".join(
        describe_setting(rules, rule) for rule in TABLE_RULES if rule.makes_sense(rules)
    )
    listed = tuple(f"{key}{_between(does)}{does}" for key, does in keys)
    return (
        PageSection("start", "The start", (Paragraph(about), start)),
        PageSection("rules", "The rules in short", (Listing(tuple(told)),)),
        PageSection("table-rules", "House rules in force", (Paragraph(f"{in_force}."),)),
        PageSection("keys", "Keys", (Listing(listed),)),
    )


def _between(does: str) -> str:
    return ", " if does.startswith("or ") else ": "
