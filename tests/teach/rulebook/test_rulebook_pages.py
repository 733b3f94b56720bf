"""The pages of the rulebook: complete, true, and about the rules in force."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields
from enum import Enum
from importlib.resources import files
from itertools import chain, product

import pytest
from hypothesis import given

from backgammon_tui.engine import (
    RULESETS,
    Cause,
    Opening,
    Phase,
    Place,
    Rules,
    StageKind,
    Withheld,
)
from backgammon_tui.engine.events import StageLost, StageWithheld
from backgammon_tui.explain.facts import Why
from backgammon_tui.teach.rulebook.pages import (
    WHY_BY_NAME,
    Listing,
    PageSection,
    Paragraph,
    Picture,
    SectionSource,
    holds,
    name_of_section_about,
    pages,
    read_sections,
    sections_of,
    write_rule,
)
from backgammon_tui.words.rule_settings import TABLE_RULES, TableRule
from tests.engine.strategies import few, game_rules, game_seeds, table_rules, walk
from tests.teach.lessons.example_claims import claims_checked

FOLDER = files("backgammon_tui.teach") / "pages"


@pytest.fixture(autouse=True, scope="module")
def _claims_checked() -> Iterator[None]:
    """Whatever page is read here, what its examples claim must be so."""
    with claims_checked():
        pages.cache_clear()
        yield
    pages.cache_clear()


def variants(rules: Rules) -> Iterator[Rules]:
    """A ruleset, and all that one table rule can make of it."""
    yield rules
    for rule in TABLE_RULES:
        if rule.makes_sense(rules):
            yield from (rule.change(rules, value) for value in rule.values)


ALL_VARIANTS = [variant for rules in RULESETS.values() for variant in variants(rules)]


def texts(section: PageSection) -> list[str]:
    """Everything that is to be read in a section."""
    found = []
    for block in section.blocks:
        match block:
            case Paragraph():
                found.append(block.text)
            case Listing():
                found += block.items
            case Picture():
                found.append(block.caption)
    return found


# ---- they can be read and are true


@given(table_rules())
def test_every_page_reads_under_all_rules(rules: Rules) -> None:
    """Reading them plays every example through the engine."""
    sections = pages(rules)
    assert sections[0].id == "minute"
    assert all(count == 1 for count in Counter(section.id for section in sections).values())
    for section in sections:
        assert section.title
        for block in section.blocks:
            if isinstance(block, Picture):
                rules.check(block.position)


@pytest.mark.parametrize("name", RULESETS)
def test_a_page_is_plain_sentences(name: str) -> None:
    for section in pages(RULESETS[name]):
        for text in texts(section):
            assert text.isascii()
            assert text.isprintable()
            assert "  " not in text
            assert not re.search(r"[<>{}_\[\]@]| [.,;:]", text), text


def test_a_page_refers_to_its_own_sections() -> None:
    for rules in ALL_VARIANTS:
        titles = {section.title for section in pages(rules)}
        for section in pages(rules):
            for text in texts(section):
                for title in re.findall(r"\bsee ([A-Z][^.:;,]*)", text):
                    assert title in titles, (rules.name, section.id)


_PLAY = re.compile(r"(?:hand|bar|\b\d{1,2})\*?/(?:off|\d)")


def test_plays_stand_only_where_the_engine_has_confirmed_them() -> None:
    for source in sources():
        for line in chain.from_iterable(source.blocks):
            assert line.text.startswith("> ") or not _PLAY.search(line.text)


# ---- the files


def texts_of_files() -> Iterator[tuple[str, str]]:
    """Every file, by its place in the folder of pages."""
    for folder, place in ((FOLDER, ""), (FOLDER / "common", "common/")):
        for file in folder.iterdir():
            if file.name.endswith(".txt"):
                yield f"{place}{file.name}", file.read_text(encoding="utf-8")


def sources() -> Iterator[SectionSource]:
    """Every section of every file."""
    for file, text in texts_of_files():
        yield from (each for each in read_sections(file, text) if each.file == file)


def test_each_ruleset_has_its_page_and_each_file_is_used() -> None:
    files = dict(texts_of_files())
    pages_of_rulesets = {f"{name}.txt" for name in RULESETS}
    assert {name for name in files if "/" not in name} == pages_of_rulesets
    used = {
        source.file for name in pages_of_rulesets for source in read_sections(name, files[name])
    }
    assert used == files.keys()


def conditions(source: SectionSource) -> list[str]:
    """The condition of a section and those of its blocks, in the order of the blocks."""
    firsts = [block[0].text for block in source.blocks]
    return [source.when, *(text[1:-1] if text[0] == "[" else "" for text in firsts)]


def test_every_block_is_shown_under_some_rules() -> None:
    """A condition that never holds is a slip of the pen."""
    two_changed = {rules for variant in ALL_VARIANTS for rules in variants(variant)}
    for source in sources():
        assert all(block[0].text[:1] != "[" or block[0].text[-1] == "]" for block in source.blocks)
        whole, *parts = conditions(source)
        under = [rules for rules in two_changed if holds(rules, whole)]
        for condition in parts:
            assert any(holds(rules, condition) for rules in under), (source.file, condition)


def test_a_condition_asks_kinds_of_rules_and_never_which_ruleset_it_is() -> None:
    example = RULESETS["russian"]
    kinds = {field.name: type(getattr(example, field.name)) for field in fields(Rules)}
    possible = {
        name: set(map(write_rule, kind if issubclass(kind, Enum) else (False, True)))
        for name, kind in kinds.items()
        if issubclass(kind, Enum | bool)
    }
    for term in (t for s in sources() for c in conditions(s) if c for t in c.split(" and ")):
        name, _, values = term.partition(" = ")
        assert set(values.split(" | ")) <= possible[name], term


# ---- every table rule has its place


@pytest.mark.parametrize("rule", TABLE_RULES, ids=lambda rule: rule.field)
def test_each_table_rule_has_a_section_that_says_what_is_in_force(rule: TableRule) -> None:
    for rules in RULESETS.values():
        if not rule.makes_sense(rules):
            continue
        said = []
        for value in rule.values:
            (section,) = (
                section
                for section in pages(rule.change(rules, value))
                if rule.field in section.table_rules
            )
            said.append(section.blocks)
        assert all(blocks not in said[:index] for index, blocks in enumerate(said)), rules.name


# ---- every reason has its place


def always(_: Rules) -> bool:
    return True


CAN_OCCUR: dict[Why, Callable[[Rules], bool]] = {
    **dict.fromkeys(WHY_BY_NAME.values(), always),
    Cause.TRAPPED: lambda rules: rules.landing.may_trap,
    Cause.HELD: lambda rules: rules.landing.may_trap,
    Cause.BLOT_THERE: lambda rules: rules.landing.may_trap,
    Cause.NO_TRAPPING: lambda rules: not rules.landing.may_trap,
    Cause.HAND_FIRST: lambda rules: rules.starts_in_hand and not rules.free_entry,
    Cause.HIGHER_NUMBER: lambda rules: rules.higher_number,
    Withheld.FIRST_DOUBLE: lambda rules: rules.first_double_face_only,
    Withheld.STILL_ENTERING: lambda rules: rules.entry_limits_complement,
    StageKind.COMPLEMENT: lambda rules: rules.doubles.have_complement,
    StageKind.CHOSEN: lambda rules: rules.one_two,
    Phase.KEEP_OR_REROLL: lambda rules: rules.opening is Opening.CHOOSE,
    Phase.CHOOSE: lambda rules: rules.one_two,
    Phase.ROLL_AGAIN: lambda rules: rules.doubles.have_complement,
    Phase.COMPLETE: lambda rules: rules.opponent_completes,
}


def test_a_section_names_table_rules_that_there_are() -> None:
    known = {rule.field for rule in TABLE_RULES}
    assert all(set(source.table_rules) <= known for source in sources())


def test_every_reason_has_a_name_in_the_files() -> None:
    assert set(WHY_BY_NAME.values()) == {*Cause, *Withheld, *StageKind, *Phase}
    assert len(WHY_BY_NAME) == len(Cause) + len(Withheld) + len(StageKind) + len(Phase)


@pytest.mark.parametrize("why", CAN_OCCUR, ids=str)
def test_each_reason_is_explained_once_on_every_page_where_it_can_occur(why: Why) -> None:
    for rules in ALL_VARIANTS:
        written = {
            source.id for source in sections_of(f"{rules.name}.txt") if why in source.explains
        }
        explaining = [section for section in pages(rules) if section.id in written]
        assert len(explaining) <= 1
        named = [(section.id, section.title) for section in explaining]
        assert name_of_section_about(rules, why) == (named[0] if named else None)
        if CAN_OCCUR[why](rules):
            assert explaining, (rules.name, why)
            assert any(texts(explaining[0]))


@few
@given(game_rules, game_seeds)
def test_whatever_is_refused_or_lost_in_a_game_is_explained(rules: Rules, seed: int) -> None:
    chance = random.Random(seed)
    for game, _, following in walk(rules, seed, 150):
        assert name_of_section_about(rules, game.phase)
        reason = game.why_not(chance.randint(1, Place.BAR), chance.randint(0, 24))
        if reason:
            assert name_of_section_about(rules, reason.cause)
        for event in following.events:
            match event:
                case StageWithheld():
                    assert name_of_section_about(rules, event.why)
                case StageLost():
                    assert name_of_section_about(rules, event.kind)
                    for lost in event.numbers:
                        for against in lost.reasons:
                            assert name_of_section_about(rules, against.cause)


def test_the_odds_that_a_page_gives_are_counted() -> None:
    rolls = list(product(range(1, 7), repeat=2))
    with_some = [sum(bool({*roll} & set(range(n))) for roll in rolls) for n in (2, 3, 4)]
    without = [sum(set(roll) <= set(range(n)) for roll in rolls) for n in (2, 3, 4, 5, 6)]
    (section,) = (each for each in pages(RULESETS["french"]) if each.id == "judging")
    told = " ".join(" ".join(block.items) for block in section.blocks if isinstance(block, Listing))
    assert with_some == [11, 20, 27]
    assert "11 show a given number, 20 show at least one of two" in told
    assert "27 at least one of three" in told
    assert without == [1, 4, 9, 16, 25]
    assert "1 is lost entirely if your opponent holds one of" in told
    assert "4 if it holds two, 9 if three, 16 if four, 25 if five" in told
