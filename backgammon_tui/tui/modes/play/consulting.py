"""What a match asks the program: work for the screen, and what becomes of the answer.

Whatever comes too late, because the players have gone on, is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, Self, TypeVar

from backgammon_tui.engine.actions import Action
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.turn import Phase
from backgammon_tui.opponent import agrees, choice, level_on
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.effects import OfMode, Step, Work
from backgammon_tui.tui.modes.play.asking import consent, take_advice, take_verdict
from backgammon_tui.tui.modes.play.handling import play_choice
from backgammon_tui.tui.modes.play.hints import Advice, advise, judge_stage
from backgammon_tui.tui.modes.play.questions import Question
from backgammon_tui.tui.modes.play.rows import PlayRow, RowFacts
from backgammon_tui.tui.modes.play.state import PlayState


class AskingMatch(Protocol):
    """A match at a table, as far as the program is asked about it."""

    @property
    def table(self) -> Table:
        """The match as it stands."""

    @property
    def state(self) -> PlayState:
        """What the players are in the middle of."""

    def update(self, state: PlayState) -> Step[Self]:
        """The match with another state."""

    def tell(self, said: str) -> Self:
        """The match with a sentence in the panel."""

    def go_on(self) -> Step[Self]:
        """The match after its pause."""


OfMatch = TypeVar("OfMatch", bound=AskingMatch)


def thinking(mode: OfMatch) -> Work[OfMatch, Sequence[Action]]:
    """The program's choice of what to do in its turn."""
    table = mode.table

    def take(mode: OfMatch, actions: Sequence[Action]) -> Step[OfMatch]:
        is_late = mode.table is not table or mode.state.asking
        return (mode, ()) if is_late else mode.update(play_choice(mode.state, actions))

    return Work(partial(choice, table), take, about=table)


def put(mode: OfMatch, question: Question) -> Step[OfMatch]:
    """The mode after something was proposed to the program, which answers soon."""
    table, proposal = mode.table, question.proposal
    assert proposal
    name = mode.state.naming.name(proposal.asked_by.other)

    def take(mode: OfMatch, agreed: bool | None) -> Step[OfMatch]:
        if mode.table is not table:
            return mode, ()
        if agreed:
            return mode.update(consent(mode.state, question, agreed=True))
        after = mode.tell(f"{name} does not agree. The game goes on.")
        # It may have been asked in the middle of its turn.
        return after.go_on() if after.state.is_watched else (after, ())

    work: Work[OfMatch, bool | None] = Work(partial(agrees, table, proposal), take, about=question)
    return mode.tell(f"{name} thinks about it."), (work,)


def tutoring(mode: OfMatch, before: PlayState) -> Work[OfMatch, str] | None:
    """What the tutor says of the stage just played; None where there is nothing to look at."""
    table, played = mode.table, mode.state.stage_played
    is_new = len(table.actions) > len(before.table.actions) and mode.table is not before.table
    if not is_new or played is None:
        return None
    game, moves = played
    side = moves[0].side
    least = mode.state.options.tutor(side).points
    if least is None or side not in table.record.hints or level_on(table, side):
        return None

    def take(mode: OfMatch, said: str) -> Step[OfMatch]:
        is_late = mode.table is not table or not mode.state.is_tutored
        return (mode, ()) if is_late else mode.update(take_verdict(mode.state, said))

    return Work(partial(judge_stage, game, moves, least), take, about=table)


def hinting(mode: OfMatch) -> Work[OfMatch, Advice]:
    """What the program says of the plays."""
    table, rows = mode.table, mode.state.selection.rows

    def take(mode: OfMatch, advice: Advice) -> Step[OfMatch]:
        if mode.table is not table or mode.state.selection.rows is not rows:
            return mode, ()
        return mode.update(take_advice(mode.state, advice))

    return Work(partial(advise, table.game, rows), take, about=table)


def count_facts(
    mode: OfMode, state: PlayState, take: Callable[[OfMode, RowFacts | None], Step[OfMode]]
) -> Step[OfMode]:
    """Count the facts of the list in the background, or take those away that are shown."""
    if state.facts:
        return take(mode, None)
    if state.game.phase is not Phase.MOVE:
        return mode, ()
    return mode, (Work(partial(_count, state.game, state.selection.rows), take, about=state.game),)


def _count(game: Game, rows: tuple[PlayRow, ...]) -> RowFacts:
    from backgammon_tui.analysis.facts import facts  # Few ask for them.

    return RowFacts(game, tuple(facts(game, row) for row in rows))
