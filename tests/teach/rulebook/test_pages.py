from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from enum import Enum
from importlib.resources import files
from itertools import chain, pairwise, product
from pathlib import Path
from typing import get_type_hints

import pytest
from hypothesis import given

from backgammon_tui.engine import (
    RULESETS,
    Cause,
    Game,
    NotAllowed,
    Opening,
    Phase,
    Place,
    Position,
    Rules,
    StageKind,
    Withheld,
)
from backgammon_tui.engine.events import StageLost, StageWithheld
from backgammon_tui.engine.notation import read_moves
from backgammon_tui.explain.facts import Why
from backgammon_tui.teach.rulebook import (
    WHY_BY_NAME,
    Block,
    ExampleStep,
    Listing,
    PageSection,
    Paragraph,
    Picture,
    SectionSource,
    blocks_under,
    compare,
    decide,
    describe_example,
    holds,
    name_of_section_about,
    pages,
    play_example,
    read_sections,
    sections_of,
    sources_under,
    terms_of,
    write_rule,
)
from backgammon_tui.text_file import LineError
from backgammon_tui.words.rule_settings import (
    HOUSE_RULES,
    HouseRule,
    describe_house_rule,
    describe_rules,
)
from tests.dialogs import check, headings
from tests.engine.examples import W, rules_named
from tests.engine.strategies import few, game_rules, game_seeds, house_rules, walk

FOLDER = files("backgammon_tui.teach") / "pages"


def variants(rules: Rules) -> Iterator[Rules]:
    """Return a ruleset with each setting of each house rule."""
    yield rules
    for rule in HOUSE_RULES:
        if rule.makes_sense(rules):
            yield from (rule.change(rules, value) for value in rule.values)


ALL_VARIANTS = [variant for rules in RULESETS.values() for variant in variants(rules)]


def texts(section: PageSection) -> list[str]:
    result = []
    for block in section.blocks:
        match block:
            case Paragraph():
                result.append(block.text)
            case Listing():
                result += block.items
            case Picture():
                result.append(block.caption)
    return result


# ---- readability and truth


@given(house_rules())
def test_every_page_is_valid_under_all_rules(rules: Rules) -> None:
    """Reading a page plays every example in the engine."""
    sections = pages(rules)
    assert sections[0].id == "minute"
    assert all(count == 1 for count in Counter(section.id for section in sections).values())
    for section in sections:
        assert section.title
        for block in section.blocks:
            if isinstance(block, Picture):
                rules.check(block.position)


@pytest.mark.parametrize("name", RULESETS)
def test_page_has_plain_sentences(name: str) -> None:
    for section in pages(RULESETS[name]):
        for text in texts(section):
            assert text.isascii()
            assert text.isprintable()
            assert "  " not in text
            assert not re.search(r"[<>{}_\[\]@]| [.,;:]", text), text


def test_page_refers_to_its_own_sections() -> None:
    for rules in ALL_VARIANTS:
        titles = {section.title for section in pages(rules)}
        for section in pages(rules):
            for text in texts(section):
                for title in re.findall(r"\bsee ([A-Z][^.:;,]*)", text):
                    assert title in titles, (rules.name, section.id)


_PLAY = re.compile(r"(?:hand|bar|\b\d{1,2})\*?/(?:off|\d)")


def test_plays_in_pages_are_checked_by_the_engine() -> None:
    for source in sources():
        for line in chain.from_iterable(source.blocks):
            assert line.text.startswith("> ") or not _PLAY.search(line.text)


_ROLLS_AGAIN = re.compile(r"extra roll|rolls? again")


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_no_rule_promises_an_extra_roll_if_none_can_be_earned(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house rule without extra rolls would need only its field and this property."""
    monkeypatch.setattr(Rules, "has_extra_rolls", property(lambda rules: False))
    about = {"opening", "sources"}  # Sections about ties, and about what the sources say.
    for variant in variants(rules):
        sections = [decide(variant, source) for source in sources_under(variant)]
        sentences = [text for s in sections if s.id not in about for text in texts(s)]
        sentences += [describe_rules(variant), variant.summary, variant.description]
        sentences += [describe_house_rule(variant, rule) for rule in HOUSE_RULES]
        row = next(row for row in compare(variant).rows if row.field == "doubles")
        sentences += [cell.text for cell in row.cells]
        assert [text for text in sentences if _ROLLS_AGAIN.search(text)] == []


def test_rules_with_extra_rolls_describe_them() -> None:
    for variant in ALL_VARIANTS:
        minute, *_ = pages(variant)
        for text in (" ".join(texts(minute)), describe_rules(variant)):
            assert bool(_ROLLS_AGAIN.search(text)) == variant.has_extra_rolls


# ---- the files


def texts_of_files() -> Iterator[tuple[str, str]]:
    """Return every file by its path in the folder of pages."""
    for folder, place in ((FOLDER, ""), (FOLDER / "common", "common/")):
        for file in folder.iterdir():
            if file.name.endswith(".txt"):
                yield f"{place}{file.name}", file.read_text(encoding="utf-8")


def sources() -> Iterator[SectionSource]:
    """Return every section of every file."""
    for file, text in texts_of_files():
        yield from (section for section in read_sections(file, text) if section.file == file)


def test_each_ruleset_has_a_page_and_all_files_are_used() -> None:
    files = dict(texts_of_files())
    pages_of_rulesets = {f"{name}.txt" for name in RULESETS}
    assert {name for name in files if "/" not in name} == pages_of_rulesets
    used = {
        source.file for name in pages_of_rulesets for source in read_sections(name, files[name])
    }
    assert used == files.keys()


def conditions(source: SectionSource) -> list[str]:
    """Return the condition of a section and those of its blocks, in order."""
    firsts = [block[0].text for block in source.blocks]
    return [source.when, *(text[1:-1] if text[0] == "[" else "" for text in firsts)]


def test_every_block_is_used_under_some_rules() -> None:
    """A condition that is never true is a mistake."""
    two_changed = {rules for variant in ALL_VARIANTS for rules in variants(variant)}
    for source in sources():
        assert all(block[0].text[:1] != "[" or block[0].text[-1] == "]" for block in source.blocks)
        whole, *parts = conditions(source)
        under = [rules for rules in two_changed if holds(rules, whole)]
        for condition in parts:
            assert any(holds(rules, condition) for rules in under), (source.file, condition)


# ---- house rules


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.field)
def test_each_house_rule_is_described_in_a_section(rule: HouseRule) -> None:
    for rules in RULESETS.values():
        if not rule.makes_sense(rules):
            continue
        lines = []
        for value in rule.values:
            (section,) = (
                section
                for section in pages(rule.change(rules, value))
                if rule.field in section.house_rules
            )
            lines.append(section.blocks)
        assert all(blocks not in lines[:index] for index, blocks in enumerate(lines)), rules.name


# ---- reasons


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
    Phase.DOUBLED: lambda rules: rules.cube,
    Cause.NO_CUBE: lambda rules: rules.cube,
    Cause.NOT_YOUR_CUBE: lambda rules: rules.cube,
}


def test_sections_name_existing_house_rules() -> None:
    known = {rule.field for rule in HOUSE_RULES}
    assert all(set(source.house_rules) <= known for source in sources())


def test_every_reason_has_a_name_in_the_files() -> None:
    assert set(WHY_BY_NAME.values()) == {*Cause, *Withheld, *StageKind, *Phase}
    assert len(WHY_BY_NAME) == len(Cause) + len(Withheld) + len(StageKind) + len(Phase)


@pytest.mark.parametrize("why", CAN_OCCUR, ids=str)
def test_each_possible_reason_is_explained_once(why: Why) -> None:
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
def test_every_loss_in_a_game_is_explained(rules: Rules, seed: int) -> None:
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


def test_stated_odds_are_correct() -> None:
    rolls = list(product(range(1, 7), repeat=2))
    with_some = [sum(bool({*roll} & set(range(n))) for roll in rolls) for n in (2, 3, 4)]
    without = [sum(set(roll) <= set(range(n)) for roll in rolls) for n in (2, 3, 4, 5, 6)]
    (section,) = (page for page in pages(RULESETS["french"]) if page.id == "judging")
    text = " ".join(" ".join(block.items) for block in section.blocks if isinstance(block, Listing))
    assert with_some == [11, 20, 27]
    assert "11 show a given number, 20 show at least one of two" in text
    assert "27 at least one of three" in text
    assert without == [1, 4, 9, 16, 25]
    assert "1 is lost entirely if your opponent holds one of" in text
    assert "4 if two points are held, 9 if three, 16 if four, and 25 if five" in text


# ---- the data files


def section(*lines: str, name: str = "russian") -> PageSection:
    """Return a section with these lines under the rules of a game."""
    (read,) = read_sections("a.txt", "\n".join(["== a | A", "", *lines]))
    return decide(rules_named(name), read)


def test_section_lists_its_subjects() -> None:
    text = """# A remark.
== doubles | Doubles
when: doubles = complement
silent: doubles = face
explains: face lost, still entering, not now
house rules: one_two, scale

Text.
"""
    (read,) = read_sections("a.txt", text)
    assert (read.id, read.title) == ("doubles", "Doubles")
    assert read.explains == (StageKind.FACE, Withheld.STILL_ENTERING, Cause.NOT_NOW)
    assert read.house_rules == ("one_two", "scale")
    assert holds(RULESETS["russian"], read.when)
    assert not holds(RULESETS["backgammon"], read.when)


def test_empty_lines_separate_paragraphs_and_lists() -> None:
    blocks = section(
        "One", "and two.", "", "- a,", "- b", "  and c.", "# not this", "", "Three."
    ).blocks
    assert blocks == (
        Paragraph("One and two."),
        Listing(("a,", "b and c.")),
        Paragraph("Three."),
    )


def test_blocks_depend_on_their_condition() -> None:
    lines = ("[free_entry = off]", "All first.", "", "[free_entry = on]", "As you like.")
    assert section(*lines).blocks == (Paragraph("All first."),)
    assert section(*lines, name="russian-free").blocks == (Paragraph("As you like."),)


def test_paragraph_can_span_lines() -> None:
    lines = ("One.", "", "[entry_limits_complement = on]", "... Two.", "", "... Three.")
    assert section(*lines).blocks == (Paragraph("One. Two. Three."),)
    assert section(*lines, name="backgammon").blocks == (Paragraph("One. Three."),)


def test_picture_has_caption_and_mover() -> None:
    line = "W 24:1 hand:14 / B hand:15"
    blocks = section(
        *(f"@picture {line}", "A blot", "on 24.", ""),
        *(f"@picture {line}; W to move", "", "@picture start"),
    ).blocks
    assert blocks == (
        Picture(Position.parse(line), "A blot on 24."),
        Picture(Position.parse(line), "", W),
        Picture(RULESETS["russian"].start.position),
    )


def test_house_rules_are_listed_with_their_values() -> None:
    (listing,) = section("@house-rules", name="russian-free").blocks
    assert isinstance(listing, Listing)
    assert listing.items[0].startswith("free entry: on (usually off).")
    assert listing.items[-1].startswith("points for a win: 1, 2 or 3.")
    assert len(listing.items) == 9


def test_page_can_use_shared_sections() -> None:
    text = "== a | A\n\nText.\n\n@use board\n@use trapping\n\n== d | D\n\nText.\n"
    sections = list(read_sections("a.txt", text))
    assert [section.id for section in sections] == ["a", "board", "trapping", "d"]
    assert sections[1].file == "common/board.txt"


Kinds = dict[str, tuple[str, ...]]

KINDS: Kinds = {
    name: ("on", "off") if kind is bool else tuple(map(write_rule, kind))
    for name, kind in get_type_hints(Rules).items()
    if isinstance(kind, type) and issubclass(kind, Enum | bool)
} | {"has_extra_rolls": ("on", "off")}
"""The fields of `Rules` that conditions may test, with their possible values."""


def kinds_left_out(source: SectionSource, kinds: Kinds = KINDS) -> list[str]:
    """Return the kinds of a rule that a section omits although it mentions others."""
    named: dict[str, set[str]] = {}
    for condition in [*conditions(source), source.silent]:
        for field, values in terms_of(condition):
            assert {*values} <= {*kinds[field]}, (source.file, condition)
            named.setdefault(field, set()).update(values)
    # Only one value of a rule that is on or off needs a text.
    switches = {field for field, values in kinds.items() if "on" in values}
    return [
        f"{field} = {kind}"
        for field in named.keys() - switches
        for kind in kinds[field]
        if kind not in named[field]
    ]


def test_section_covers_all_kinds_of_a_rule() -> None:
    for source in sources():
        assert not kinds_left_out(source), source.id


def test_new_kind_of_rule_needs_text_everywhere() -> None:
    kinds = {**KINDS, "landing": (*KINDS["landing"], "block")}
    left_out = {source.file for source in sources() if kinds_left_out(source, kinds)}
    assert left_out == {
        f"common/{name}.txt"
        for name in ("bearing-off", "board", "ending", "hitting", "moving", "trapping")
    }


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["@picture W hand:14 / B hand:15"], "White has 14 checkers"),
        (["@picture begin"], "a position line looks like"),
        (
            ["@example start; W to move", "> W rolls 5-3", "> W plays hand/24"],
            "number not there",
        ),
    ],
)
def test_impossible_block_is_rejected_with_its_line(lines: list[str], message: str) -> None:
    with pytest.raises(LineError, match=message) as refusal:
        section(*lines)
    assert refusal.value.line == 3


def test_documented_example_is_valid() -> None:
    description = (files("backgammon_tui.teach") / "pages" / "FORMAT.md").read_text("utf-8")
    (lines,) = re.findall("```\n(@example .*?)```", description, re.DOTALL)
    assert len(section(*lines.splitlines()).blocks) == 2


# ---- conditions


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("direction = parallel", {"russian", "falood"}),
        ("start = ace-point | standard", {"never-finishing", "backgammon"}),
        ("opening = choose | keep", {"russian", "french", "backgammon"}),
        ("scale = 1,2", {"never-finishing"}),
        ("one_two = on", {"falood"}),
        ("start = hand and direction = contrary", {"french"}),
        ("doubles = complement and higher_number = on", {"russian", "falood", "french"}),
    ],
)
def test_conditions_are_evaluated(text: str, names: set[str]) -> None:
    assert {name for name, rules in RULESETS.items() if holds(rules, text)} == names


def test_conditions_use_house_rules() -> None:
    assert holds(rules_named("russian-free"), "free_entry = on")
    assert not holds(RULESETS["russian"], "free_entry = on")


def test_empty_condition_always_holds() -> None:
    assert all(holds(rules, "") for rules in RULESETS.values())


# ---- examples

EXAMPLES = Path(__file__).with_name("examples.txt")
"""Steps of examples and their descriptions; positions in brackets are pictures."""


@pytest.mark.parametrize("heading", headings(EXAMPLES))
def test_steps_of_an_example_are_described(heading: str) -> None:
    game, _, start = heading.partition(" | ")
    name, *house_rules = game.split()
    rules = rules_named(name, **dict.fromkeys(house_rules, True))

    def described(_: str, steps: str) -> str:
        text = "\n".join(f"> {step}" for step in steps.split("; "))
        return " | ".join(map(wording, describe_example(rules, start, text)))

    check(EXAMPLES, heading, described)


def wording(block: Block) -> str:
    if isinstance(block, Picture):
        return f"[{block.position}; {block.side.value if block.side else '-'} to move]"
    assert isinstance(block, Listing)
    return " / ".join(block.items)


# ---- claims of examples


@few
@given(house_rules())
def test_claims_of_examples_are_true(rules: Rules) -> None:
    for source in sections_of(f"{rules.name}.txt"):
        for (_, first), *others in blocks_under(rules, source) if holds(rules, source.when) else ():
            if first.startswith("@example "):
                steps = "\n".join(line.text for line in others)
                start = first.removeprefix("@example ")
                for before, step in pairwise(play_example(rules, start, steps)):
                    assert_claim(before.game, step)


def assert_claim(before: Game, step: ExampleStep) -> None:
    if step.command.startswith("then "):
        assert step.command.removeprefix("then ") in true_claims(step.game)
        assert not step.comment, "text belongs to a step that is shown"
    elif " cannot " in step.command:
        play, _, why = step.command.partition(" cannot ")[2].partition(": ")
        with pytest.raises(NotAllowed) as refused:
            read_moves(before, play)
        assert refused.value.reason.cause is WHY_BY_NAME[why]


def true_claims(game: Game) -> list[str]:
    """Return everything that a `then` step may claim about the game now."""
    claims = [str(game.position)]
    for event in game.events:
        if isinstance(event, StageLost):
            lost = sorted((number.number for number in event.numbers), reverse=True)
            claims.append(f"lost {' '.join(map(str, lost))}")
        elif isinstance(event, StageWithheld):
            claims.append(f"not granted: {event.why.value}")
    actor = game.actor.value if game.actor else ""
    match game.phase:
        case Phase.ROLL | Phase.ROLL_AGAIN:
            claims.append(f"{actor} {game.phase.value.replace('roll', 'rolls')}")
        case Phase.MOVE | Phase.COMPLETE:
            claims.append(f"{actor} to play {' '.join(map(str, game.left))}")
        case Phase.CHOOSE:
            claims.append(f"{actor} to choose")
        case Phase.OVER:
            winner = game.result.winner if game.result else None
            points = game.result.points if game.result else 0
            claims.append(f"{winner.value} wins {points}" if winner else "drawn")
        case _:
            pass
    return claims
