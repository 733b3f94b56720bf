"""Effects of a change of a match: dice that tumble, a signal, a mistake to save."""

from __future__ import annotations

from backgammon_tui.engine import Effect, Move
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.modes import play
from backgammon_tui.modes.effects import Do, Effects, KeepProgress
from backgammon_tui.modes.game_view import situation_of_throw
from backgammon_tui.modes.play.state import PlayState


def effects_between(before: PlayState, after: PlayState) -> Effects:
    """Return the effects of a change from one state to another."""
    effects: Effects = ()
    if after.options.motion and after.table.throw_number > before.table.throw_number:
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
