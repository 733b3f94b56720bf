"""Hints: what the program would play, and what the others cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from backgammon_tui.engine import Action, ChooseDoublet, Game, KeepOpening, Move
from backgammon_tui.tui.modes.play.rows import Heading, Line, PlayRow, lines_of
from backgammon_tui.words.naming import capitalized, signed

_CHOICE = "program's choice"
_OTHERS = "other plays"
_FIGURES = (
    "Each figure is what a play loses against the best, in points, by the program's own estimate."
)


class Hint(NamedTuple):
    """A play that is marked in the list."""

    row: int
    cost: float
    """The points by which the program takes it to be worse than its choice."""

    reason: str
    """What can be counted of it, as a sentence."""


class Advice(NamedTuple):
    """What the program says of the plays of a stage, or of a question."""

    said: str
    """What it is, and how to ask on."""

    hints: tuple[Hint, ...] = ()
    """The program's choice first; none where there is a question."""

    answer: str = ""
    """The key of the program's answer where there is a question."""

    is_explained: bool = False

    def cost(self, row: int) -> str:
        """What a row of the list is marked with; empty if it is not marked."""
        cost = next((hint.cost for hint in self.hints if hint.row == row), None)
        return "" if cost is None else signed(-cost)

    def lines(self, rows: tuple[PlayRow, ...], shown: tuple[int, ...]) -> tuple[Line, ...]:
        """The lines of the list, those that are marked in front."""
        marked = [hint.row for hint in self.hints if hint.row in shown]
        others = tuple(row for row in shown if row not in marked)
        if not marked:
            return lines_of(rows, shown)
        rest = lines_of(rows, others)
        between = (Heading(_OTHERS),) if rest and not isinstance(rest[0], Heading) else ()
        return (Heading(_CHOICE), *marked, *between, *rest)

    def reason(self, row: int | None) -> str:
        """What can be counted of a play that is marked, once that was asked."""
        if not self.is_explained:
            return ""
        return next((hint.reason for hint in self.hints if hint.row == row), "")


def advise(game: Game, rows: Sequence[PlayRow]) -> Advice:
    """What the program says where a game waits for a choice; it takes its time."""
    from backgammon_tui.analysis import NotJudged, taught_for
    from backgammon_tui.teach.hinting import describe_answers, hinted, judged_answers
    from backgammon_tui.words.review_lines import describe_unmet

    taught = taught_for(game.rules)
    unmet = describe_unmet(taught, game.rules)
    if not rows:
        answers = judged_answers(game)
        return Advice(describe_answers(answers) + unmet, answer=_key(answers[0].best[0]))
    try:
        found = hinted(game)
    except NotJudged:
        return Advice("Where the opponent completes, the program plays but does not judge.")
    places = {row.position: index for index, row in enumerate(rows)}
    reasons = (f"{capitalized(each.reason or 'nothing to count')}." for each in found)
    hints = tuple(
        Hint(places[each.play.position], each.cost, reason)
        for each, reason in zip(found, reasons, strict=True)
    )
    return Advice(f"{_FIGURES}{unmet} Press t for the reasons.", hints)


def _key(answer: Action) -> str:
    """The key with which the program's answer is given."""
    match answer:
        case ChooseDoublet():
            return str(answer.number)
        case _:
            return "k" if isinstance(answer, KeepOpening) else "r"


def judge_stage(game: Game, moves: Sequence[Move], least: float) -> str:
    """What the tutor says of a stage; nothing if it has cost less than so many points."""
    from backgammon_tui.analysis import NotJudged, taught_for
    from backgammon_tui.analysis.review import Choice, review
    from backgammon_tui.words.review_lines import describe_unmet, write_actions

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
        f"{describe_unmet(taught_for(game.rules), game.rules)}"
    )
