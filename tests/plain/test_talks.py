"""Conversations in plain text, in `talks.txt`. After a change, proofread the diff.

A conversation begins with a line such as `== french fair free_entry=on to=3`, or `== lesson` for
the lesson of `test_lessons.py`. Typed text follows `> `. `BLESS=1 pytest
tests/plain/test_talks.py` writes the answers again.
"""

from __future__ import annotations

from pathlib import Path

from backgammon_tui.dice import FairDice
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.settings import Help
from backgammon_tui.words.rule_settings import change_rule
from tests.dialogs import compare
from tests.engine.examples import rules_named
from tests.plain.talk import Talk, expect_narrow_and_plain, learn, say_at

FILE = Path(__file__).with_name("talks.txt")


def talk_of(title: str, lines: list[str]) -> Talk:
    """Return the conversation in which these lines are typed."""
    name, *options = title.split()
    if name == "lesson":
        return learn(*lines)
    rules, help = rules_named(name), Help.ON if "hints" in options else Help.OFF
    length = 1
    for option in options:
        if option.startswith("to="):
            length = int(option.removeprefix("to="))
        elif "=" in option:
            rules = change_rule(rules, option)
    match = MatchRecord(rules, "Anna", "Boris", "2026-03-01", length, help=help)
    dice = FairDice(bytes(range(32))) if "fair" in options else None
    return say_at(Table.new_match(match, dice), *lines)


def written(part: str) -> str:
    title, *text = part.split("\n")
    typed = [line[2:] for line in text if line.startswith("> ")]
    talk = talk_of(title, typed)
    expect_narrow_and_plain(talk)
    prompts = [f"> {line}" for line in typed]
    paragraphs = [talk.answers[0]]
    paragraphs += [[line, *answer] for line, answer in zip(prompts, talk.answers[1:], strict=True)]
    return "\n".join([title, *(line for lines in paragraphs for line in lines)]) + "\n"


def test_conversations_match_the_golden_file() -> None:
    head, *parts = FILE.read_text().split("\n== ")
    compare(FILE, "\n== ".join([head, *map(written, parts)]))
