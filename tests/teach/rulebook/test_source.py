"""The format of the data files, and what is said of faulty ones."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib.resources import files

import pytest

from backgammon_tui.engine import RULESETS, Cause, Position, StageKind, Withheld
from backgammon_tui.teach.rulebook import pages
from backgammon_tui.teach.rulebook.pages import (
    Listing,
    PageSection,
    Paragraph,
    Picture,
    decide,
    holds,
    read_sections,
)
from backgammon_tui.text_file import LineError
from tests.engine.examples import W, rules_named


def section(*lines: str, name: str = "russian") -> PageSection:
    """A section with these lines as it reads in one of the games."""
    (read,) = read_sections("a.txt", "\n".join(["== a | A", "", *lines]))
    return decide(rules_named(name), read)


def test_a_section_says_what_it_is_about() -> None:
    text = """# A remark.
== doubles | Doubles
when: doubles = complement
silent: doubles = face
explains: face lost, still entering, not now
table rules: one_two, scale

Text.
"""
    (read,) = read_sections("a.txt", text)
    assert (read.id, read.title) == ("doubles", "Doubles")
    assert read.explains == (StageKind.FACE, Withheld.STILL_ENTERING, Cause.NOT_NOW)
    assert read.table_rules == ("one_two", "scale")
    assert holds(RULESETS["russian"], read.when)
    assert not holds(RULESETS["backgammon"], read.when)


def test_blank_lines_part_paragraphs_and_lists() -> None:
    blocks = section(
        "One", "and two.", "", "- a,", "- b", "  and c.", "# not this", "", "Three."
    ).blocks
    assert blocks == (
        Paragraph("One and two."),
        Listing(("a,", "b and c.")),
        Paragraph("Three."),
    )


def test_blocks_are_shown_where_their_condition_holds() -> None:
    lines = ("[free_entry = off]", "All first.", "", "[free_entry = on]", "As you like.")
    assert section(*lines).blocks == (Paragraph("All first."),)
    assert section(*lines, name="russian-free").blocks == (Paragraph("As you like."),)


def test_a_paragraph_can_go_on() -> None:
    lines = ("One.", "", "[entry_limits_complement = on]", "... Two.", "", "... Three.")
    assert section(*lines).blocks == (Paragraph("One. Two. Three."),)
    assert section(*lines, name="backgammon").blocks == (Paragraph("One. Three."),)


def test_a_picture_has_a_caption_and_may_say_who_is_to_move() -> None:
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


def test_the_table_rules_are_listed_as_they_are_in_force() -> None:
    (listing,) = section("@table-rules", name="russian-free").blocks
    assert isinstance(listing, Listing)
    assert listing.items[0].startswith("free entry: on (usually off).")
    assert listing.items[-1].startswith("points for a win: 1, 2 or 3.")
    assert len(listing.items) == 9


def test_a_page_uses_sections_of_others() -> None:
    text = "== a | A\n\nText.\n\n@use board\n@use trapping\n\n== d | D\n\nText.\n"
    sections = list(read_sections("a.txt", text))
    assert [each.id for each in sections] == ["a", "board", "trapping", "d"]
    assert sections[1].file == "common/board.txt"


TRAPS = ["[landing = hit-or-trap]", "Trap it."]


def test_a_section_that_speaks_of_one_kind_speaks_of_all() -> None:
    with pytest.raises(LineError, match="nothing is said of landing = hit; "):
        section(*TRAPS)
    assert section(*TRAPS, "", "[landing = hit]", "Hit it.").blocks == (Paragraph("Hit it."),)
    silent = "\n".join(["== a | A", "silent: landing = hit", "", *TRAPS])
    assert len(list(read_sections("a.txt", silent))) == 1


def test_a_new_kind_of_rule_is_asked_for_in_every_section_that_depends_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kinds = {**pages._kinds_of_rules(), "landing": ("hit", "hit-or-trap", "block")}
    monkeypatch.setattr(pages, "_kinds_of_rules", lambda: kinds)
    told = set()
    for file in (files("backgammon_tui.teach") / "pages" / "common").iterdir():
        with suppress(LineError):
            list(read_sections(file.name, file.read_text(encoding="utf-8")))
            continue
        told.add(file.name.removesuffix(".txt"))
    assert told == {"bearing-off", "board", "ending", "hitting", "moving", "trapping"}


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        (["== a | A", "", "[landing = hop]", "Text."], 3, "landing is never hop"),
        (["Text."], 1, "a section is"),
        (["== a", "", "Text."], 1, "a section is"),
        (["== a | A"], 1, "a section is"),
        (["== b | B", "", "Text.", "", "== a | A"], 5, "a section is"),
        (["== a | A", "color: red", "", "Text."], 1, "a section is"),
        (["== a | A", "red", "", "Text."], 1, "a section is"),
        (["== a | A", "explains: bad luck", "", "Text."], 1, "'bad luck'} are no reasons"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_line(
    lines: list[str], line: int, said: str
) -> None:
    with pytest.raises(LineError, match=said) as refusal:
        list(read_sections("a.txt", "\n".join(lines)))
    assert refusal.value.line == line
    assert str(refusal.value).endswith(" (a.txt)")


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        (["- a", "", "... b"], 5, "no paragraph here to go on in"),
        (["@picture W hand:14 / B hand:15"], 3, "White has 14 checkers"),
        (["@picture W 5:15 / B 5:15"], 3, "both stand on White's 5"),
        (["@picture start; W plays"], 3, "a position looks like"),
        (["@picture begin"], 3, "a position line looks like"),
        (["@example start", "> W rolls 5-3"], 3, "a position looks like"),
        (
            ["[entry_limits_complement = on]", "@picture W 5:15 / B 5:15"],
            3,
            "both stand on White's 5",
        ),
        (["[entry_limits_complement = on]"], 3, "a condition stands above the text"),
        (["[start]", "Text."], 3, "'start' is not a condition"),
        (
            ["@example W hand:1 / B hand:15; W to move", "> W rolls 5-3"],
            3,
            "White has 1 checker, not 15",
        ),
        (
            ["@example start; W to move", "> W rolls 5-3", "> W plays hand/24"],
            3,
            "W plays hand/24: No number left enters",
        ),
    ],
)
def test_what_the_engine_denies_is_refused_with_its_line(
    lines: list[str], line: int, said: str
) -> None:
    with pytest.raises(LineError, match=said) as refusal:
        section(*lines)
    assert refusal.value.line == line


def test_the_example_of_the_description_is_one() -> None:
    description = (files("backgammon_tui.teach") / "pages" / "FORMAT.md").read_text("utf-8")
    (lines,) = re.findall("```\n(@example .*?)```", description, re.DOTALL)
    assert len(section(*lines.splitlines()).blocks) == 2


# ---- conditions on the rules in force


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
def test_where_a_condition_holds(text: str, names: set[str]) -> None:
    assert {name for name, rules in RULESETS.items() if holds(rules, text)} == names


def test_what_a_table_has_changed_counts() -> None:
    assert holds(rules_named("russian-free"), "free_entry = on")
    assert not holds(RULESETS["russian"], "free_entry = on")


def test_no_condition_always_holds() -> None:
    assert all(holds(rules, "") for rules in RULESETS.values())


@pytest.mark.parametrize("text", ["free_entry", "free_entry=on", "start != hand"])
def test_what_is_no_condition(text: str) -> None:
    with pytest.raises(ValueError, match="is not a condition"):
        holds(RULESETS["russian"], text)
