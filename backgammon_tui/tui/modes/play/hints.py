"""Hints: what the program would play, what the others cost, and what can be counted of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.tui.modes.play.rows import Heading, Line, PlayRow, lines_of

_MOST = 3
"""So many plays are marked."""

_CHOICE = "program's choice"


class Hint(NamedTuple):
    """A play that is marked in the list."""

    row: int
    cost: float
    """The points by which the program takes it to be worse than its choice."""


@dataclass(frozen=True)
class Advice:
    """What the program says of the plays of a stage, or of a question."""

    said: str
    """What it is, and how to ask on."""

    hints: tuple[Hint, ...] = ()
    """The program's choice first; none where there is a question."""

    reasons: str = ""
    """What can be counted of each."""

    is_explained: bool = False

    def cost(self, row: int) -> str:
        """What a row of the list is marked with; empty if it is not marked."""
        cost = next((hint.cost for hint in self.hints if hint.row == row), None)
        return "" if cost is None else f"−{cost:.2f}" if cost >= 0.005 else "0.00"

    def lines(self, rows: tuple[PlayRow, ...], shown: tuple[int, ...]) -> tuple[Line, ...]:
        """The lines of the list, those that are marked in front."""
        marked = [hint.row for hint in self.hints if hint.row in shown]
        others = tuple(row for row in shown if row not in marked)
        if not marked:
            return lines_of(rows, shown)
        return (Heading(_CHOICE, len(marked)), *marked, *lines_of(rows, others))


def advise(game: Game, rows: Sequence[PlayRow]) -> Advice:
    """What the program says where a game waits for a choice; it takes its time."""
    from backgammon_tui.analysis import NotJudged, ranked, taught_for
    from backgammon_tui.analysis.facts import facts
    from backgammon_tui.words.fact_sentences import describe_facts
    from backgammon_tui.words.review_lines import describe_estimate

    if not rows:
        return Advice(f"{_answer(game)} {describe_estimate(taught_for(game.rules), game.rules)}")
    try:
        found = ranked(game)[:_MOST]
    except NotJudged:
        return Advice("Where the opponent completes, the program plays but does not judge.")
    places = {row.position: index for index, row in enumerate(rows)}
    best = found[0][1]
    hints = tuple(Hint(places[play.position], best - points) for play, points in found)
    said = f"t says why. {describe_estimate(taught_for(game.rules), game.rules)}"
    mover = game.side or Side.WHITE
    reasons = [
        f"{rows[hint.row].text}: {describe_facts(facts(game, play), mover) or 'nothing to count'}."
        for hint, (play, _) in zip(hints, found, strict=True)
    ]
    return Advice(said, hints, f"{' '.join(reasons)} t plays {rows[hints[0].row].text}.")


def judge_stage(game: Game, moves: Sequence[Move], least: float) -> str:
    """What the tutor says of a stage; nothing if it has cost less than so many points."""
    from backgammon_tui.analysis import NotJudged, taught_for
    from backgammon_tui.analysis.review import Choice, review
    from backgammon_tui.words.review_lines import describe_estimate, write_actions

    try:
        found = [each for each in review(game, moves) if isinstance(each, Choice)]
    except NotJudged:
        return ""
    if not found or found[0].cost < least:
        return ""
    (choice,) = found
    made, better = (write_actions(each) for each in (choice.made, choice.best))
    return (
        f"{made} costs about {choice.cost:.2f} points. The program's choice: {better}."
        f" {describe_estimate(taught_for(game.rules), game.rules)}"
    )


def _answer(game: Game) -> str:
    """What the program would answer to what the rules ask."""
    from backgammon_tui.players import Level, choose
    from backgammon_tui.words.review_lines import write_actions

    return f"The program's choice: {write_actions(choose(game, Level.STRONG))}."
