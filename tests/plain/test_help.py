"""Hints, facts and the review in a game of lines."""

from __future__ import annotations

import re
from dataclasses import replace

from backgammon_tui.engine import RULESETS, Side
from backgammon_tui.settings import Settings
from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.storage.table import Table
from tests.plain.talk import Talk, hold_at, say, say_at

OPENING = ("6 3",)


def table(*, hints: bool = False) -> Table:
    match = MatchRecord(RULESETS["backgammon"], "Anna", "Boris", "2026-03-01", 1)
    return Table.sit_down(replace(match, hints=frozenset(Side) if hints else frozenset()), None)


def test_a_hint_names_the_plays_with_their_costs_where_it_was_agreed() -> None:
    talk = say_at(table(hints=True), "hint", *OPENING, "hint", "t", "t")
    told = " ".join(talk.answers[3])
    assert told.startswith("Best: 24/")
    assert "Costs about 0." in told
    assert re.search(r"leaves \d+ shots instead of \d+", " ".join(told.split()))
    assert "own estimate" in told
    assert all(line.isascii() for line in talk.answers[3])
    assert talk.answers[4][0] == "hint once more plays the first of them."
    assert talk.answers[5][0].startswith("Anna plays 24/")


def test_without_an_agreement_there_is_none() -> None:
    talk = say_at(table(), *OPENING, "hint", "facts")
    assert talk.answers[2][0] == "No hints: they are settled before a match, with --hints."
    assert talk.answers[3][0] == "   1  24/18 24/21  33 of the opponent's 36 throws hit"


def test_facts_are_told_beside_every_play() -> None:
    talk = say_at(table(hints=True), *OPENING, "facts")
    assert talk.answers[2][:2] == [
        "   1  24/18 24/21  33 of the opponent's 36 throws hit",
        "   2  24/18/15     28 of the opponent's 36 throws hit",
    ]
    assert say_at(table(), "3 6", "facts").answers[2][0] == talk.answers[2][0], "Black's, too"
    lines = iter([*OPENING, "facts"])
    coached = hold_at(table(), lambda _: next(lines, None), settings=Settings(coach_white=True))
    assert coached.answers[2][:2] == talk.answers[2][:2]


def test_the_36_throws_are_a_square_as_on_the_screen() -> None:
    told = say_at(table(), "throws", *OPENING, "g").answers
    assert told[1][0] == "It is not clear yet who throws."
    assert told[3][:3] == [
        "What Anna could have thrown:",
        "   1       2       3       4       5       6",
        "1  4       2       2       2       2       2",
    ]


def test_a_game_is_reviewed_when_it_is_over() -> None:
    talk: Talk = say("backgammon", [*OPENING, "1", "5 4", "1", "review", "resign 1", "y", "review"])
    assert talk.answers[5][0] == "A game is reviewed when it is over."
    told = talk.answers[-1]
    assert told[0] == "One moment."
    assert told[1].startswith("Anna: 1 choice")
    assert "Anna's win chance, turn by turn" in told
    assert all(len(line) <= 60 and line.isascii() for line in told)


def test_a_review_is_walked_through_turn_by_turn_and_left_for_the_game() -> None:
    game = [*OPENING, "1", "5 4", "6/1 6/2", "resign 1", "y", "review"]
    talk = say("backgammon", [*game, "", "mistake", "mistake", "choice", "99", "quit", "score"])
    assert talk.asked[7:10] == ["0 of 3 > ", "1 of 3 > ", "2 of 3 > "]
    first, mistake, no_more, choice, end, after = talk.answers[8:14]
    assert first[1] == "Turn 1, Anna: 6-3 24/18 24/21"
    assert first[2].startswith("24/18 24/21 costs 0.")
    assert mistake[1] == "Turn 2, Boris: 5-4 6/1 6/2"
    assert mistake[2].startswith("?? blunder: 6/1 6/2 costs 0.")
    assert no_more == ["No more mistakes."]
    assert choice[2].startswith("O White, Anna:")
    assert "On the board: the program's choice" in choice
    assert end[1] == "The end. Anna resigns; Boris wins 1 point."
    assert after == ["Enter or accept takes the result, takeback goes back."]
