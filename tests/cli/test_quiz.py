from __future__ import annotations

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
    assert text.startswith("#separator:tab\n#html:true\n#tags column:5\n#columns:Question\tBoard\t")
    cards = rows(text)
    assert len(cards) == len(puzzles(ruleset))
    for card in cards:
        assert len(card) == len(COLUMNS)
        assert card[0].endswith("Find the best play.")
        assert card[1].startswith("<svg ")
        assert card[3].startswith("In rollouts, the next best play, ")
        assert card[4].startswith(f"{ruleset} ")
    assert {item.play for item in map(Item.parse, puzzles(ruleset))} == {card[2] for card in cards}


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
