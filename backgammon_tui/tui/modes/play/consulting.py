"""What a match asks the program: work for the screen, and what becomes of the answer.

Whatever comes too late, because the players have gone on, is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from backgammon_tui.engine.actions import Action
from backgammon_tui.opponent import agrees, choice, level_on
from backgammon_tui.tui.effects import Step, Work
from backgammon_tui.tui.modes.play.hints import Advice, advise, judge_stage
from backgammon_tui.tui.modes.play.questions import Question

if TYPE_CHECKING:
    from backgammon_tui.tui.modes.play.mode import PlayMode
    from backgammon_tui.tui.modes.play.state import PlayState


Playing = TypeVar("Playing", bound="PlayMode")


def thinking(mode: PlayMode) -> Work[PlayMode, Sequence[Action]]:
    """The program's choice of what to do in its turn."""
    table = mode.table

    def take(mode: PlayMode, actions: Sequence[Action]) -> Step[PlayMode]:
        is_late = mode.table is not table or mode.state.asking
        return (mode, ()) if is_late else mode.update(mode.state.play_choice(actions))

    return Work(partial(choice, table), take, about=table)


def put(mode: Playing, question: Question) -> Step[Playing]:
    """The mode after something was proposed to the program, which answers soon."""
    table, proposal = mode.table, question.proposal
    assert proposal
    name = mode.state.naming.name(proposal.asked_by.other)

    def take(mode: Playing, agreed: bool | None) -> Step[Playing]:
        if mode.table is not table:
            return mode, ()
        if agreed:
            return mode.update(mode.state.consent(question, agreed=True))
        after = mode.tell(f"{name} does not agree. The game goes on.")
        # It may have been asked in the middle of its turn.
        return after.go_on() if after.state.is_watched else (after, ())

    asked = replace(mode, state=replace(mode.state, asking=None, is_tutored=False))
    work: Work[Playing, bool | None] = Work(partial(agrees, table, proposal), take, about=question)
    return asked.tell(f"{name} thinks about it."), (work,)


def tutoring(mode: PlayMode, before: PlayState) -> Work[PlayMode, str] | None:
    """What the tutor says of the stage just played; None where there is nothing to look at."""
    table, played = mode.table, mode.state.stage_played
    is_new = len(table.actions) > len(before.table.actions) and mode.table is not before.table
    if not is_new or played is None:
        return None
    game, moves = played
    side = moves[0].side
    least = mode.options.tutor(side).points
    if least is None or side not in table.record.hints or level_on(table, side):
        return None

    def take(mode: PlayMode, said: str) -> Step[PlayMode]:
        is_late = mode.table is not table or not mode.state.is_tutored
        return (mode, ()) if is_late else mode.update(mode.state.take_verdict(said))

    return Work(partial(judge_stage, game, moves, least), take, about=table)


def hinting(mode: PlayMode) -> Work[PlayMode, Advice]:
    """What the program says of the plays."""
    table, rows = mode.table, mode.state.rows

    def take(mode: PlayMode, advice: Advice) -> Step[PlayMode]:
        if mode.table is not table or mode.state.rows is not rows:
            return mode, ()
        return mode.update(mode.state.take_advice(advice))

    return Work(partial(advise, table.game, rows), take, about=table)
