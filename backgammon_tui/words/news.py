"""Sentences on what an action brought about, for logs and notices."""

from __future__ import annotations

from collections.abc import Sequence

from backgammon_tui.engine.events import Event, Moved, StageBegun, StageCompleted, TurnEnded
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.turn import StageKind
from backgammon_tui.words.event_sentences import describe_event
from backgammon_tui.words.naming import Naming


def describe_news(events: Sequence[Event], naming: Naming) -> list[str]:
    """What one action or one play has brought about; the moves stand first, together."""
    moves = [event.move for event in events if isinstance(event, Moved)]
    told = [f"{naming.name(moves[0].side)} plays {write_moves(moves)}."] if moves else []
    return told + describe_besides(events, naming)


def describe_besides(events: Sequence[Event], naming: Naming) -> list[str]:
    """What one action or one play has brought about besides the moves themselves."""
    return [describe_event(event, naming) for event in events if not _goes_without_saying(event)]


def _goes_without_saying(event: Event) -> bool:
    """Whether the next event, what is awaited, or the moves in notation already say it."""
    match event:
        case Moved():
            return not event.freed_checker
        case StageBegun():
            is_lost = not event.playable
            is_told = event.kind is not StageKind.COMPLEMENT
            return is_lost or (is_told and event.playable == len(event.numbers))
        case StageCompleted() | TurnEnded():
            return True
        case _:
            return False
