from __future__ import annotations

import csv
from html.parser import HTMLParser
from pathlib import Path

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import write_progress
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.teach.deck import COLUMNS
from backgammon_tui.teach.quiz import Item, own_mistake, puzzles
from tests.cli.program import output, refusal

OWN = "best | backgammon | W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move | 3-1 | 8/5 6/5"


def rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_deck_has_a_card_for_each_puzzle(ruleset: str) -> None:
    output("quiz", ruleset, "--export", "deck.txt")
    text = Path("deck.txt").read_text(encoding="utf-8")
    assert text.startswith(
        "#separator:tab\n#html:true\n#tags column:5\n#guid column:6\n#columns:Que"
    )
    cards = rows(text)
    assert len({card[5] for card in cards}) == len(cards)
    assert len(cards) == len(puzzles(ruleset))
    for card in cards:
        assert len(card) == len(COLUMNS)
        assert card[0].endswith("Find the best play.")
        assert card[1].startswith("<svg ")
        assert card[3].startswith("In rollouts, the next best play, ")
        assert card[4].startswith(f"{ruleset} ")
    assert {item.play for item in map(Item.parse, puzzles(ruleset))} == {card[2] for card in cards}


class OpenTags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.tags.pop() == tag


def test_deck_is_read_as_anki_reads_it() -> None:
    output("quiz", "never-finishing", "--export", "deck.txt")
    with Path("deck.txt").open(encoding="utf-8", newline="") as file:
        head = [next(file) for _ in range(5)]
        cards = list(csv.reader(file, delimiter="\t"))
    assert head[-1] == "#columns:" + "\t".join(COLUMNS) + "\n"
    assert cards == rows(Path("deck.txt").read_text(encoding="utf-8"))
    for card in cards:
        assert len(card) == len(COLUMNS)
        assert all(not OpenTags(cell).tags for cell in card)
    output("quiz", "never-finishing", "--export", "again.txt")
    assert Path("again.txt").read_text() == Path("deck.txt").read_text(), "the same identifiers"


@pytest.mark.parametrize("name", ["=1+1", "<b>Anna</b>", '"Anna', "#deck:Anna"])
def test_awkward_names_do_not_reach_a_deck(name: str) -> None:
    with Journal(journal_file()) as journal:
        write_progress(journal, name, *own_mistake(Item.parse(OWN), 1))
    output("quiz", "--own", name, "--export", "own.txt")
    text = Path("own.txt").read_text(encoding="utf-8")
    assert len(rows(text)) == 1
    assert name not in text


def test_own_mistakes_are_written_with_their_cost() -> None:
    with Journal(journal_file()) as journal:
        for item in (OWN, next(iter(puzzles("backgammon")))):
            write_progress(journal, "Anna", *own_mistake(Item.parse(item), 1))
        write_progress(journal, "Anna", "lesson/russian/1", "x")
    output("quiz", "--own", "anna", "--export", "own.txt")
    (card,) = rows(Path("own.txt").read_text(encoding="utf-8"))
    assert card[2] == "8/5 6/5"
    assert card[3].startswith("The next best play, ")
    assert card[4] == "backgammon own-mistake"
    assert refusal("quiz", "russian", "--own", "Anna", "--export", "x", code=1).startswith(
        "No mistakes of Anna"
    )


def test_existing_deck_is_kept() -> None:
    Path("deck.txt").write_text("mine")
    assert "deck.txt: the file already exists" in refusal("quiz", "--export", "deck.txt")
    assert Path("deck.txt").read_text() == "mine"
