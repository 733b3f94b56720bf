"""Answers to `w`, and to a checker pointed at or typed that cannot go on."""

from __future__ import annotations

from typing import Final

from backgammon_tui.engine import Cause, Phase, Place, Reason
from backgammon_tui.modes.notice import Notice, NoticeKind, news_of, refusal
from backgammon_tui.modes.play.entry import origin_begun
from backgammon_tui.modes.play.front import Asked
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.teach.why import WhyAnswer, why_now, why_stuck


def answer_why(state: PlayState) -> Notice:
    """Explain the checker picked or walked to, the play typed or chosen, or the turn."""
    selection = state.selection
    if state.asking:
        about = f"{state.asking.why} {_ASKED[state.asking.asked]}".strip()
        if state.asking.asked is Asked.RESIGN and state.game.rules.scale.most == 1:
            about = "Every win is worth 1 point in this game, and so is a resignation."
        return Notice(about, why=_RESTS_ON.get(state.asking.asked))
    if state.awaits_throw:
        # The question may be about the unexpected end of the turn before.
        news = news_of(state.game.events, state.naming)
        if news and news.why:
            return news
    place = None if selection.reading.moves else selection.reading.picked
    if place is None and selection.on_board and not state.preview:
        place = selection.cursor
    stuck = why_cannot(state, place) if place is not None else None
    if stuck:
        return stuck
    row = state.chosen_row
    chosen = None if row is None else selection.rows[row]
    return _notice(why_now(state.game, state.naming, selection.rows, chosen))


def why_cannot(state: PlayState, place: int, kind: NoticeKind = NoticeKind.NEWS) -> Notice | None:
    """Return the reason why a checker cannot use all of the numbers left; None if it can."""
    made = state.selection.reading.made
    stuck = why_stuck(state.game, place, state.naming, made[0].node if made else None)
    return _notice(stuck, kind) if stuck else None


def why_untypable(state: PlayState, text: str) -> Notice | None:
    """Return the reason why a text leads nowhere, if it names a checker to be moved."""
    game, made = state.game, state.selection.reading.made
    if game.actor is None:
        return None
    if made and not any(path.node.left for path in made):
        return refusal(Reason(Cause.NUMBER_NOT_THERE, game.actor), state.naming)
    own = (*game.position.points(game.actor), Place.HAND, Place.BAR)
    places = [place for place in own if game.position.count(game.actor, place)]
    place = origin_begun(text, places)
    return None if place is None else why_cannot(state, place, NoticeKind.REFUSAL)


def _notice(answer: WhyAnswer, kind: NoticeKind = NoticeKind.NEWS) -> Notice:
    return Notice(answer.text, answer.points, answer.side, kind, why=answer.why)


_ASKED: Final = {
    Asked.WHICH: "All of these are legal, but they lead to different positions.",
    Asked.RESIGN: "You may resign for any number of points that a win can be worth.",
    Asked.ACCEPT_RESIGNATION: "A resignation counts only if it is accepted.",
    Asked.DRAW: "If both agree, the game is a draw and scores nothing.",
    Asked.TAKE_BACK: "A throw is taken back only if both players agree.",
    Asked.TUTOR: "The tutor warns from the cost set in Options.",
    Asked.CORRECT: "A throw of real dice that was mistyped can be retyped.",
}

_RESTS_ON: Final = {
    Asked.RESIGN: Phase.OVER,
    Asked.ACCEPT_RESIGNATION: Phase.OVER,
    Asked.DRAW: Phase.OVER,
}
