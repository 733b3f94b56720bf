"""What `w` answers, and why a checker that was pointed at or typed cannot go on."""

from __future__ import annotations

from typing import Final

from backgammon_tui.engine.position import Place
from backgammon_tui.engine.turn import Phase
from backgammon_tui.teach.answers import WhyAnswer, why_now, why_stuck
from backgammon_tui.tui.modes.play.entry import begun
from backgammon_tui.tui.modes.play.moment import PlayMoment
from backgammon_tui.tui.modes.play.questions import Asked
from backgammon_tui.tui.notice import Notice, news_of


def answer_why(moment: PlayMoment) -> Notice:
    """Why things stand as they do, about what is picked, walked to, typed or chosen."""
    if moment.asking:
        about = _ASKED[moment.asking.asked]
        return Notice(about, why=_RESTS_ON.get(moment.asking.asked, moment.game.phase))
    if moment.awaits_throw:
        # The turn before may have ended otherwise than its player had hoped.
        news = news_of(moment.game.events, moment.naming)
        if news and news.why:
            return news
    place = None if moment.reading.moves else moment.reading.picked
    if place is None and moment.on_board and not moment.preview:
        place = moment.cursor
    stuck = why_cannot(moment, place) if place is not None else None
    if stuck:
        return stuck
    chosen = None if moment.chosen_row is None else moment.rows[moment.chosen_row]
    return _notice(why_now(moment.game, moment.naming, moment.rows, chosen))


def why_cannot(moment: PlayMoment, place: int, *, is_refusal: bool = False) -> Notice | None:
    """Why a checker cannot use all of the numbers left; None if it can."""
    after = moment.reading.made[0] if moment.reading.made else None
    stuck = why_stuck(moment.game, place, moment.naming, after)
    return _notice(stuck, is_refusal=is_refusal) if stuck else None


def why_untypable(moment: PlayMoment, text: str) -> Notice | None:
    """Why a text that leads nowhere does so, if it names a checker to be moved."""
    game = moment.game
    if game.actor is None:
        return None
    own = (*game.position.points(game.actor), Place.HAND, Place.BAR)
    places = [place for place in own if game.position.count(game.actor, place)]
    place = begun(text, places, moment.options.numbering)
    return None if place is None else why_cannot(moment, place, is_refusal=True)


def _notice(answer: WhyAnswer, *, is_refusal: bool = False) -> Notice:
    return Notice(answer.text, answer.points, answer.side, is_refusal=is_refusal, why=answer.why)


_ASKED: Final = {
    Asked.WHICH: "Each of these may be played; they lead to different positions.",
    Asked.RESIGN: "A side may resign for any points that a win can be worth.",
    Asked.ACCEPT_RESIGNATION: "A resignation counts only if it is accepted.",
    Asked.DRAW: "Both may agree on a draw, which scores nothing.",
    Asked.TAKE_BACK: "A throw is taken back only if both agree.",
    Asked.CORRECT: "Real dice that were typed wrong can be typed again.",
}

_RESTS_ON: Final = {
    Asked.RESIGN: Phase.OVER,
    Asked.ACCEPT_RESIGNATION: Phase.OVER,
    Asked.DRAW: Phase.OVER,
}
