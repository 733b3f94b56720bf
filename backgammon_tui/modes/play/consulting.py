"""Requests of a match to the program and the screen: work for threads, effects of a change.

An answer that comes when the players have gone on is dropped.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from backgammon_tui.engine import (
    Effect,
    Move,
)
from backgammon_tui.engine.events import DoubletChosen, OpeningKept, OpeningThrownAgain
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.modes import play
from backgammon_tui.modes.effects import Do, Effects, KeepProgress
from backgammon_tui.modes.game_view import situation_of_throw
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.front import Asked, Question, Showing, Thought
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.opponent import level_on
from backgammon_tui.words.event_sentences import describe_event
from backgammon_tui.words.net_sentences import WITHOUT_NET, once


def put_to_program(state: PlayState) -> Question | None:
    """Return the question that the program is to answer, if there is one."""
    question = state.asking
    if question is None or question.proposal is None or question.asked in _OWN:
        return None
    return question if level_on(state.table, question.proposal.asked_by.other) else None


_OWN: Final = (Asked.CORRECT, Asked.PRACTICE)
"""Questions about a proposal that its own side answers."""


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
