from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from backgammon_tui.engine import Game, Phase
from backgammon_tui.engine.events import StageLost, StageWithheld
from backgammon_tui.teach.rulebook import pages


@contextmanager
def claims_checked() -> Iterator[None]:
    """In a `with` block: a claim that is not so is refused like a step that the engine denies."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(pages._STEPS, pages.THEN, then)
        yield


def then(run: Any, comment: str, claim: str) -> Any:
    """A step that claims something, which must be so."""
    if claim not in _true_claims(run.game):
        so = "; ".join(_true_claims(run.game))
        raise ValueError(f"not {claim[:80]!a} but {so}")
    if comment:
        raise ValueError("text belongs to a step that is shown")
    return run


def _true_claims(game: Game) -> tuple[str, ...]:
    """Everything that a `then` step may claim of the game at this moment."""
    claims = [str(game.position)]
    for event in game.events:
        if isinstance(event, StageLost):
            lost = sorted((number.number for number in event.numbers), reverse=True)
            claims.append(f"lost {' '.join(map(str, lost))}")
        elif isinstance(event, StageWithheld):
            claims.append(f"not granted: {event.why.value}")
    actor = game.actor.value if game.actor else ""
    left = " ".join(map(str, game.left))
    match game.phase:
        case Phase.ROLL | Phase.ROLL_AGAIN:
            claims.append(f"{actor} {game.phase.value.replace('roll', 'rolls')}")
        case Phase.MOVE | Phase.COMPLETE:
            claims.append(f"{actor} to play {left}")
        case Phase.CHOOSE:
            claims.append(f"{actor} to choose")
        case Phase.OVER:
            result = game.result
            winner = result.winner if result else None
            claims.append(f"{winner.value} wins {result.points}" if result and winner else "drawn")
        case _:
            pass
    return tuple(claims)
