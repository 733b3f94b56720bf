"""Refused plays of whoever learns, kept as questions of the quiz."""

from __future__ import annotations

from datetime import date

from backgammon_tui.engine.notation import Numbering
from backgammon_tui.tui.effects import Effects, KeepProgress
from backgammon_tui.tui.game_view import situation_of_throw
from backgammon_tui.tui.modes.play.state import PlayState


def kept_refusal(before: PlayState, after: PlayState) -> Effects:
    """What is kept where a play has just been refused of somebody who learns.

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
    # Few learn while they play.
    from backgammon_tui.teach.quiz.mistakes import refused_item
    from backgammon_tui.teach.quiz.rounds import own_mistake

    # Of 24/19 the 1 is refused already, and then the 9.
    typed_on = before.notice.tried + notice.tried[-1] if before.notice else notice.tried
    for tried in (notice.tried, typed_on):
        item = refused_item(situation, game, tried)
        if item:
            kept = own_mistake(item, date.today().toordinal())
            return (KeepProgress((kept,), is_quiet=True, is_new=True),)
    return ()
