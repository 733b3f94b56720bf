"""The whole rules of each game in plain words, as they are in force at a table.

The pages are data files in `pages`: one for each ruleset, and in `pages/common` the
sections that several share. They are read when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from backgammon_tui.engine import Game, Position, Rules, StartingPosition
from backgammon_tui.explain.facts import Why
from backgammon_tui.teach import blocks as lines
from backgammon_tui.teach.blocks import joined
from backgammon_tui.teach.rulebook.examples import describe_example, from_start
from backgammon_tui.teach.rulebook.opening_table import describe_openings
from backgammon_tui.teach.rulebook.sections import (
    Block,
    Listing,
    PageSection,
    Paragraph,
    Picture,
)
from backgammon_tui.teach.rulebook.source import SectionSource, holds, sections_of
from backgammon_tui.text_file import LineError
from backgammon_tui.words.rule_settings import (
    TABLE_RULES,
    describe_for_beginners,
    describe_setting,
    describe_table_rule,
)


@cache
def pages(rules: Rules) -> tuple[PageSection, ...]:
    return tuple(decide(rules, source) for source in _sources(rules))


def first_picture(rules: Rules) -> Position:
    blocks = (block for section in pages(rules) for block in section.blocks)
    return next(block.position for block in blocks if isinstance(block, Picture))


def name_of_section_about(rules: Rules, why: Why) -> tuple[str, str] | None:
    """Return the id and title of the section that answers a reason, without reading the others.

    None if it cannot occur under these rules.
    """
    named = ((source.id, source.title) for source in _sources(rules) if why in source.explains)
    return next(named, None)


def _sources(rules: Rules) -> list[SectionSource]:
    return [source for source in sections_of(f"{rules.name}.txt") if holds(rules, source.when)]


def decide(rules: Rules, source: SectionSource) -> PageSection:
    """Return a section as it reads under some rules."""
    blocks: list[Block] = []
    for block in source.blocks:
        try:
            _add(rules, blocks, block)
        except ValueError as error:
            raise LineError(block[0].number, f"{error} ({source.file})") from None
    return PageSection(source.id, source.title, tuple(blocks), source.table_rules)


def _add(rules: Rules, blocks: list[Block], block: lines.LineBlock) -> None:
    (_, first), *others = block
    if first.startswith("["):
        if not holds(rules, first[1:-1]):
            return
        if not others:
            raise ValueError("a condition stands above the text that it is for")
        block = others
        (_, first), *others = block
    keyword, _, rest = first.partition(" ")
    match keyword:
        case "@picture":
            blocks.append(_draw(rules, rest, joined(others)))
        case "@example":
            blocks += describe_example(rules, rest, "\n".join(line.text for line in others))
        case "@table-rules":
            told = (
                describe_table_rule(rules, rule) for rule in TABLE_RULES if rule.makes_sense(rules)
            )
            blocks.append(Listing(tuple(told)))
        case "@openings":
            about, rolls = describe_openings(rules)
            blocks += [Paragraph(about), *([Listing(tuple(rolls))] if rolls else [])]
        case "-":
            text = "\n".join(line.text.strip() for line in block)
            items = text.removeprefix("- ").split("\n- ")
            blocks.append(Listing(tuple(item.replace("\n", " ") for item in items)))
        case "...":
            last = blocks.pop() if blocks else None
            if not isinstance(last, Paragraph):
                raise ValueError("there is no paragraph here to go on in")
            more = joined(block).removeprefix("... ")
            blocks.append(Paragraph(f"{last.text} {more}"))
        case _:
            blocks.append(Paragraph(joined(block)))


def _draw(rules: Rules, text: str, caption: str) -> Picture:
    text, side = from_start(rules, text), None
    if ";" in text:
        starting_position = StartingPosition.parse(text)
        position, side = starting_position.position, starting_position.side
    else:
        position = Position.parse(text)
    rules.check(position)
    return Picture(position, caption, side)


# ---- a handout: what a beginner needs at the board, on one page


def sheet(rules: Rules, keys: Iterable[tuple[str, str]]) -> tuple[PageSection, ...]:
    """Return the sections of a handout.

    Args:
        rules: The game, with the house rules in force.
        keys: Keys, each with its effect.
    """
    about = rules.description.replace("\n", " ")
    told = tuple(describe_for_beginners(rules))
    start = Picture(Game.start(rules).position)
    in_force = "; ".join(
        describe_setting(rules, rule) for rule in TABLE_RULES if rule.makes_sense(rules)
    )
    listed = tuple(f"{key}{_between(does)}{does}" for key, does in keys)
    return (
        PageSection("start", "", (Paragraph(about), start)),
        PageSection("rules", "The rules in short", (Listing(told),)),
        PageSection("table-rules", "House rules in force", (Paragraph(f"{in_force}."),)),
        PageSection("keys", "Keys", (Listing(listed),)),
    )


def _between(does: str) -> str:
    return ", " if does.startswith("or ") else ": "
