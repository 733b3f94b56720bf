"""Notices to the players after an event, worded for beginners if they want help."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from backgammon_tui.engine import Cause, Effect, Event, Game, Phase, Place, Reason, Side, StageKind
from backgammon_tui.engine.events import (
    HandedOver,
    Moved,
    OpeningTied,
    OpeningWon,
    Resumed,
    StageBegun,
    StageLost,
    StageWithheld,
)
from backgammon_tui.settings import Settings
from backgammon_tui.words import beginner, turns
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.reason_sentences import describe_reason

if TYPE_CHECKING:
    from backgammon_tui.explain.facts import Why


class NoticeKind(Enum):
    NEWS = "an event"
    REFUSAL = "an input without effect, with the reason"
    ANSWER = "an answer to 'why?'; Escape closes it first"
    HINT = "a hint; Escape closes it with the listed plays"


class Notice(NamedTuple):
    """A sentence for the players, with the points that it is about."""

    text: str
    points: tuple[int, ...] = ()
    side: Side = Side.WHITE
    """The side whose numbering the points are in."""
    kind: NoticeKind = NoticeKind.NEWS
    about: Side | None = None
    """The side that could not continue, if the notice is about that."""
    only_counts_playable: bool = False
    """True if the notice only counts the playable numbers."""
    why: Why | None = None
    """The subject of the rulebook section behind the notice; None if there is none."""

    @property
    def is_refusal(self) -> bool:
        return self.kind is NoticeKind.REFUSAL

    @property
    def is_opened(self) -> bool:
        return self.kind in (NoticeKind.ANSWER, NoticeKind.HINT)


def news_of(events: Sequence[Event], naming: Naming) -> Notice | None:
    """Return a notice of events that the board does not show, with the blocking points."""
    if completed_by := turns.completed_by_opponent(events):
        return Notice(turns.describe_completed(completed_by, naming), why=Phase.COMPLETE)
    if not (news := [event for event in events if _is_news(event)]):
        return None
    text = " ".join(turns.describe_event(event, naming) for event in news)
    stopping = [event for event in events if isinstance(event, StageLost | HandedOver)]
    stopped = (e.side if isinstance(e, StageLost) else e.to.other for e in stopping)
    reasons = [r for event in stopping for number in event.numbers for r in number.reasons]
    blocking = [reason for reason in reasons if reason.cause in (Cause.BLOCKED, Cause.HELD)]
    points = dict.fromkeys(point for reason in blocking for point in reason.points)
    side = reasons[0].side if reasons else Side.WHITE
    due = all(isinstance(event, StageBegun) for event in news)
    about = next(stopped, None)
    return Notice(text, tuple(points), side, NoticeKind.NEWS, about, due, _why(events))


def first_trap(
    events: Sequence[Event], before: Sequence[Game], game: Game, naming: Naming
) -> Notice | None:
    """Return a notice of a game's first trap that lasts, which is only a stripe on the board."""
    made = [e.move for e in events if isinstance(e, Moved) and e.move.effect is Effect.TRAP]
    position, across = game.position, game.rules.across
    traps = [move for move in made if position.is_trapped(move.side.other, across(move.target))]
    if not traps or any(game.position.has_trapped(side) for game in before for side in Side):
        return None
    move = traps[-1]
    return Notice(turns.describe_trap(move, naming), (move.target,), move.side)


def predict_loss(events: Sequence[Event], naming: Naming) -> Notice | None:
    """Return news of the numbers that will be lost; None if there are none."""
    news = news_of(events, naming)
    if not news or not any(isinstance(event, StageLost) for event in events):
        return None
    return news._replace(text=f"Then {news.text}", about=None)


def remind(lost: Notice, game: Game, naming: Naming) -> Notice:
    """Return news of lost numbers that were predicted, after the play that lost them."""
    turn = game.last_turn
    if turn is None or not game.rules.direction.numbers_differ:
        return lost._replace(points=())
    # The board now has the numbers of the other side.
    return lost._replace(text=turns.describe_lost_numbers(turn, naming), points=())


def refusal(reason: Reason, naming: Naming) -> Notice:
    points, why = tuple(point for point in reason.points if 1 <= point <= 24), reason.cause
    if why is Cause.NUMBER_NOT_THERE:
        # The rule of entering is in its own section of the rulebook.
        entering = {Place.BAR: Cause.BAR_FIRST, Place.HAND: Cause.HAND_FIRST}
        why = next((cause for place, cause in entering.items() if place in reason.points), why)
    return Notice(describe_reason(reason, naming), points, reason.side, NoticeKind.REFUSAL, why=why)


def _is_news(event: Event) -> bool:
    """Return True if the players must be informed because the board does not show the event."""
    if isinstance(event, StageBegun):
        is_next = event.kind in (StageKind.COMPLEMENT, StageKind.CHOSEN)
        return event.playable > 0 and (is_next or event.playable < len(event.numbers))
    is_opening = isinstance(event, OpeningTied | OpeningWon)
    return is_opening or isinstance(event, StageLost | StageWithheld | HandedOver | Resumed)


def _why(events: Sequence[Event]) -> Why | None:
    for event in reversed(events):
        match event:
            case HandedOver() | Resumed():
                return Phase.COMPLETE
            case StageLost():
                return event.kind
            case StageWithheld():
                return event.why
    return None


def news_with_beginner_help(
    events: Sequence[Event], before: Game, game: Game, naming: Naming, options: Settings
) -> Notice | None:
    """Return the news, explained if the side that acted or acts now has beginner help."""
    news = news_of(events, naming)
    if not any(map(options.has_beginner_help, (before.actor, game.actor))):
        return news
    if text := beginner.explain_events(events, game, naming):
        return (news or Notice(""))._replace(text=text)
    # Beginner help names the numbers to play anyway.
    return news if news and news.why else None
