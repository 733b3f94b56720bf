"""Requests of a match to the program and the screen: work for threads, effects of a change.

An answer that comes when the players have gone on is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from threading import Event
from typing import Final, Protocol, TypeVar

from backgammon_tui.engine import (
    Action,
    ChooseDoublet,
    Effect,
    Game,
    KeepOpening,
    Move,
    ThrowOpeningAgain,
)
from backgammon_tui.engine.events import DoubletChosen, OpeningKept, OpeningThrownAgain
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.modes import play
from backgammon_tui.modes.effects import Do, Effects, KeepProgress, Step, Work, work
from backgammon_tui.modes.game_view import situation_of_throw
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.aids import Advice, TutorVerdict
from backgammon_tui.modes.play.front import Showing, Thought
from backgammon_tui.modes.play.questions import Asked, Question
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.windows import Given
from backgammon_tui.opponent import agrees, choice, has_net, level_on
from backgammon_tui.storage.table import Table
from backgammon_tui.words.event_sentences import describe_event
from backgammon_tui.words.net_sentences import WITHOUT_NET, once


class _AtTable(Protocol):
    """A mode at a table."""

    @property
    def state(self) -> PlayState:
        """The state of the table."""


AtTable = TypeVar("AtTable", bound=_AtTable)
Then = Callable[[AtTable, Given], Step[AtTable]]
"""The use that a mode makes of an answer."""


def _unless_late(table: Table, then: Then[AtTable, Given]) -> Then[AtTable, Given]:
    """Drop an answer that comes when the players have gone on from a table."""
    return lambda mode, answer: then(mode, answer) if mode.state.table is table else (mode, ())


def thinking(state: PlayState, then: Then[AtTable, Thought]) -> Work:
    """Ask for the program's choice for its turn."""
    table, stop = state.table, Event()

    def think() -> Thought:
        return Thought(table, choice(table, stop.is_set), has_net(table))

    return work(think, _unless_late(table, then), about=table, give_up=stop.set)


def put_to_program(state: PlayState) -> Question | None:
    """Return the question that the program is to answer, if there is one."""
    question = state.asking
    if question is None or question.proposal is None or question.asked in _OWN:
        return None
    return question if level_on(state.table, question.proposal.asked_by.other) else None


_OWN: Final = (Asked.CORRECT, Asked.PRACTICE)
"""Questions about a proposal that its own side answers."""


def answering(state: PlayState, question: Question, then: Then[AtTable, bool | None]) -> Work:
    """Ask for the program's answer to a proposal."""
    table = state.table
    assert question.proposal
    run = partial(agrees, table, question.proposal)
    return work(run, _unless_late(table, then), about=question)


def tutoring(state: PlayState, before: PlayState, then: Then[AtTable, TutorVerdict]) -> Work | None:
    """Ask for the tutor's opinion of what was just done; None if there is nothing to judge."""
    table = state.table
    if table is before.table or len(table.actions) <= len(before.table.actions):
        return None
    last = table.actions[-1]
    chosen: tuple[Game, Sequence[Action]] | None = table.stage_played
    if isinstance(last, KeepOpening | ThrowOpeningAgain | ChooseDoublet):
        chosen = table.history[-2], (last,)
    if chosen is None:
        return None
    game, done = chosen
    side = game.actor
    least = state.options.tutor(side).points if side else None
    if side is None or least is None or side not in table.record.hints or level_on(table, side):
        return None

    run = partial(play.verdicts.judge, game, done, least, state.naming.numbering)
    return work(run, _unless_late(table, then), about=table)


def hinting(state: PlayState, then: Then[AtTable, Advice]) -> Work:
    """Ask for the program's opinion of the plays: at first sight, or after that a throw ahead."""
    table, plays, at_once = state.table, state.selection.plays, state.advice is None

    def take(mode: AtTable, advice: Advice) -> Step[AtTable]:
        is_closed = not at_once and mode.state.advice is None
        is_listed = mode.state.selection.plays is plays
        return then(mode, advice) if is_listed and not is_closed else (mode, ())

    run = partial(play.verdicts.advise, table.game, plays.rows, plays.numbering, at_once=at_once)
    return work(run, _unless_late(table, take), about=table if at_once else plays)


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
    after = replace(after, notice=notice)
    return after.with_front(Showing(unshown_actions)) if unshown_actions else after


_NO_HINTS: Final = "There are no hints for you here: who has them is settled before a match."
_THROW_FIRST: Final = "Throw first: a hint is about the numbers thrown."
_ONE_PLAY: Final = "There is only one play."
_NO_CHOICE: Final = "There is nothing to choose."


def why_no_hint(state: PlayState) -> str:
    """Return the reason why there is no hint here; empty if there is one."""
    if state.may_ask:
        return ""
    if not state.table.record.hints:
        return _NO_HINTS
    if state.awaits_throw:
        return _THROW_FIRST
    if state.selection.is_forced:
        return _ONE_PLAY
    return _NO_HINTS if state.selection.rows or state.question else _NO_CHOICE


# ---- what a change asks of the screen


def effects_between(before: PlayState, after: PlayState) -> Effects:
    """Return the effects of a change from one state to another."""
    effects: Effects = ()
    is_thrown = after.table.throw_number > before.table.throw_number
    if is_thrown and after.options.motion and not after.is_hurried:
        effects += (Do.TUMBLE,)
    if _is_startling(before, after):
        effects += (Do.SIGNAL,)
    return effects + _saved_refusal(before, after)


def _is_startling(before: PlayState, after: PlayState) -> bool:
    """Return True if a checker was hit or a turn was lost."""
    before, after = before.shown, after.shown
    done = after.table.actions[len(before.table.actions) :]
    is_hit = any(isinstance(each, Move) and each.effect is Effect.HIT for each in done)
    told, known = after.acknowledgement or after.notice, (before.acknowledgement, before.notice)
    return is_hit or bool(told and told.about and told not in known)


def _saved_refusal(before: PlayState, after: PlayState) -> Effects:
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
