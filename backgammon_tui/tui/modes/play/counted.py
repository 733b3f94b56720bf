"""What the next throws would do after each play of the list, shown beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.turn import Phase
from backgammon_tui.tui.effects import OfMode, Step, Work
from backgammon_tui.tui.modes.play.rows import PlayRow, RowFacts

if TYPE_CHECKING:
    from backgammon_tui.tui.modes.play.state import PlayState


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
