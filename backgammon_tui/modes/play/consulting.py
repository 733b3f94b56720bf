"""Questions of a match to the program: work for the screen, and the use of the answers.

Whatever comes too late, because the players have gone on, is dropped.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from threading import Event
from typing import Any, NamedTuple, Protocol

from backgammon_tui.engine import Action
from backgammon_tui.engine.events import DoubletChosen, OpeningKept, OpeningThrownAgain
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.modes import play
from backgammon_tui.modes.effects import Effects, KeepProgress, Step, Work, work
from backgammon_tui.modes.game_view import situation_of_throw
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.aids import Advice
from backgammon_tui.modes.play.front import Showing
from backgammon_tui.modes.play.proposals import consent, take_advice, take_verdict
from backgammon_tui.modes.play.questions import Question
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.opponent import agrees, choice, has_net, level_on
from backgammon_tui.storage.table import Table
from backgammon_tui.words.event_sentences import describe_event
from backgammon_tui.words.net_sentences import WITHOUT_NET, once


class Consulting(Protocol):
    """A mode that asks the program, with the parts that the answers need."""

    @property
    def state(self) -> PlayState:
        """The state of the players' input."""

    @property
    def table(self) -> Table:
        """The match as it stands."""

    def update(self, state: PlayState, /) -> Step[Any]:
        """Take another state."""

    def tell(self, said: str, /) -> Consulting:
        """Say a sentence in the panel."""

    def go_on(self) -> Step[Any]:
        """Go on after a pause."""

    def take_thought(self, thought: Thought, /) -> Step[Any]:
        """Take the program's choice."""


class Thought(NamedTuple):
    """The program's choice for its turn."""

    table: Table
    """The match as it stood."""

    actions: tuple[Action, ...]
    by_net: bool
    """False if it had to choose without any net."""


def thinking(state: PlayState) -> Work:
    """Ask for the program's choice for its turn."""
    table, stop = state.table, Event()

    def take(mode: Consulting, thought: Thought) -> Step[Any]:
        is_late = mode.table is not table or not thought.actions
        return (mode, ()) if is_late else mode.take_thought(thought)

    def think() -> Thought:
        return Thought(table, choice(table, stop.is_set), has_net(table))

    return work(think, take, about=table, give_up=stop.set)


def answering(state: PlayState, question: Question) -> Work:
    """Return the work that finds the program's answer to a proposal."""
    table, proposal = state.table, question.proposal
    assert proposal
    name = state.naming.name(proposal.asked_by.other)

    def take(mode: Consulting, agreed: bool | None) -> Step[Any]:
        if mode.table is not table:
            return mode, ()
        if agreed:
            return mode.update(consent(mode.state, question, agreed=True))
        after = mode.tell(f"{name} does not agree. The game goes on.")
        # The proposal may have come in the middle of the program's turn.
        return after.go_on() if after.state.is_watched else (after, settling(after.state))

    return work(partial(agrees, table, proposal), take, about=question)


def tutoring(state: PlayState, before: PlayState) -> Work | None:
    """Ask for the tutor's opinion of the stage just played; None if there is nothing to judge."""
    table, played = state.table, state.table.stage_played
    is_new = len(table.actions) > len(before.table.actions) and table is not before.table
    if not is_new or played is None:
        return None
    game, moves = played
    side = moves[0].side
    least, numbering = state.options.tutor(side).points, state.naming.numbering
    if least is None or side not in table.record.hints or level_on(table, side):
        return None

    def take(mode: Consulting, said: str) -> Step[Any]:
        is_late = mode.table is not table or not mode.state.is_tutored
        return (mode, ()) if is_late else mode.update(take_verdict(mode.state, said))

    return work(lambda: play.verdicts.judge_stage(game, moves, least, numbering), take, about=table)


def hinting(state: PlayState, *, at_once: bool = True) -> Work:
    """Ask for the program's opinion of the plays: at first sight, and then a throw ahead."""
    table, rows, numbering = state.table, state.selection.rows, state.naming.numbering

    def take(mode: Consulting, advice: Advice) -> Step[Any]:
        given_up = not at_once and mode.state.advice is None
        if given_up or mode.table is not table or mode.state.selection.rows is not rows:
            return mode, ()
        after, effects = mode.update(take_advice(mode.state, advice))
        return after, (*effects, *settling(after.state))

    return work(
        lambda: play.verdicts.advise(table.game, rows, numbering, at_once=at_once),
        take,
        about=table if at_once else rows,
    )


def settling(state: PlayState) -> Effects:
    """Return the work that settles a first look, also where other work has taken its place."""
    advice = state.advice
    return (hinting(state, at_once=False),) if advice and not advice.is_settled else ()


def play_choice(state: PlayState, thought: Thought) -> PlayState:
    """Return the state after the program has done what it has chosen; one move of it is seen."""
    actions, said = thought.actions, "" if thought.by_net else once(WITHOUT_NET)
    after = state.make(actions)
    told = " ".join(
        describe_event(event, state.naming)
        for event in after.game.events
        if isinstance(event, OpeningKept | OpeningThrownAgain | DoubletChosen)
    )
    told = f"{said} {told}".strip()
    notice = Notice(told) if told else after.notice
    unshown_actions = 0 if state.is_hurried else len(actions) - 1
    front = Showing(unshown_actions, after.front) if unshown_actions else after.front
    return replace(after, front=front, notice=notice)


def kept_refusal(before: PlayState, after: PlayState) -> Effects:
    """Return the effect that saves a learner's refused play for the quiz.

    Only the name under which progress is saved has mistakes of its own, and only in standard
    numbers, in which questions are asked.
    """
    notice, game = after.notice, after.game
    is_new = notice is not None and notice.tried and notice != before.notice
    learner = after.options.learner.casefold()
    if not is_new or not notice or not learner or not game.actor:
        return ()
    name = after.table.record.name(game.actor).casefold()
    situation = situation_of_throw(game)
    if name != learner or not situation or after.options.numbering is not Numbering.STANDARD:
        return ()
    # Typing 24/19 is refused at the 1 already, and then at the 9.
    typed_on = before.notice.tried + notice.tried[-1] if before.notice else notice.tried
    card = play.verdicts.refused_card(situation, game, notice.tried, typed_on)
    return (KeepProgress((card,), is_quiet=True, is_new=True),) if card else ()
