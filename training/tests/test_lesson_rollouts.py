"""The bundled rollouts of lessons can be made again."""

from __future__ import annotations

import pytest

from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.lessons.courses import find_lesson
from backgammon_tui.teach.lessons.replies import describe_stage, read_rollouts
from training.rollout_claims import games_to_roll

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

from training.lesson_rollouts import roll_out


@pytest.mark.long
def test_repeated_rollout_gives_saved_costs() -> None:
    lesson = find_lesson("french/11")
    assert lesson
    game = min(games_to_roll(lesson), key=lambda game: len(game.legal_plays()))
    kept = read_rollouts("french")[describe_stage(game)]
    again = {write_moves(estimate.play.moves): str(cost) for estimate, cost in roll_out(game)}
    assert again == kept
