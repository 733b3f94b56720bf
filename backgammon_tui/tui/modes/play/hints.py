"""Hints: what the program would play, what the others cost, and what can be counted of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.turn import Phase
from backgammon_tui.tui.effects import OfMode, Step, Work
from backgammon_tui.tui.modes.play.rows import Heading, Line, PlayRow, RowFacts, lines_of
from backgammon_tui.words.naming import signed
from backgammon_tui.words.sentence import capitalized

if TYPE_CHECKING:
    from backgammon_tui.tui.modes.play.state import PlayState


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


class Advice(NamedTuple):
    """What the program says of the plays of a stage, or of a question."""

    said: str
    """What it is, and how to ask on."""

    hints: tuple[Hint, ...] = ()
    """The program's choice first; none where there is a question."""

    reasons: tuple[str, ...] = ()
    """What can be counted of each, as a sentence."""

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
        return next(
            (why for hint, why in zip(self.hints, self.reasons, strict=True) if hint.row == row), ""
        )


def advise(game: Game, rows: Sequence[PlayRow]) -> Advice:
    """What the program says where a game waits for a choice; it takes its time."""
    from backgammon_tui.analysis import NotJudged, taught_for
    from backgammon_tui.teach.hinting import describe_choice, hinted
    from backgammon_tui.words.review_lines import describe_estimate, describe_unmet

    taught = taught_for(game.rules)
    if not rows:
        return Advice(f"{describe_choice(game)} {describe_estimate(taught, game.rules)}")
    try:
        found = hinted(game)
    except NotJudged:
        return Advice("Where the opponent completes, the program plays but does not judge.")
    places = {row.position: index for index, row in enumerate(rows)}
    hints = tuple(Hint(places[each.play.position], each.cost) for each in found)
    reasons = tuple(f"{capitalized(each.reason or 'nothing to count')}." for each in found)
    said = f"{_FIGURES}{describe_unmet(taught, game.rules)} t says why."
    return Advice(said, hints, reasons)


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


def count_facts(
    mode: OfMode, state: PlayState, take: Callable[[OfMode, RowFacts | None], Step[OfMode]]
) -> Step[OfMode]:
    """Count the facts of the list in the background, or take those away that are shown."""
    if state.facts:
        return take(mode, None)
    if state.game.phase is not Phase.MOVE:
        return mode, ()
    return mode, (Work(partial(_count, state.game, state.rows), take, about=state.game),)


def _count(game: Game, rows: tuple[PlayRow, ...]) -> RowFacts:
    from backgammon_tui.analysis.facts import facts  # Few ask for them.

    return RowFacts(game, tuple(facts(game, row) for row in rows))


def describe_aside(state: PlayState, row: int) -> str:
    """What stands beside a play of the list: how many throws hit, or what can follow."""
    if not state.facts:
        return ""
    facts = state.facts[row]
    if facts.outlook:
        return f"{facts.outlook.playable} of {len(facts.outlook.numbers)}"
    return str(facts.hits) if facts.thrower else ""


def describe_counted(state: PlayState) -> str:
    """The facts of the chosen play in words, or what the numbers of the list say."""
    from backgammon_tui.words.fact_sentences import describe_facts, describe_fewer

    row, mover = state.chosen_row, state.game.side
    if not state.facts or mover is None:
        return ""
    if row is None and state.facts[0].outlook:
        return "Beside each play: how much of the complement can follow."
    if row is None:
        return "Beside each play: how many of the 36 throws hit."
    facts = state.facts[row]
    fewest = min(range(len(state.rows)), key=lambda each: (state.facts[each].hits, each))
    other = describe_fewer(facts, mover, state.facts[fewest], state.rows[fewest].text)
    told = "; ".join(part for part in (describe_facts(facts, mover), other) if part)
    return f"{told[:1].upper()}{told[1:]}." if told else ""
