"""The rest of a turn as found by looking ahead, compared with all ways to play it."""

from __future__ import annotations

from hypothesis import given

from backgammon_tui.engine import ChooseDoubles, Game, Phase, Rules, Side, StageKind, Status
from backgammon_tui.explain.ahead import (
    Ahead,
    Reach,
    following_choices,
    look_ahead,
    turn_to_show,
)
from tests.engine.examples import B, W, game_at, played, roll
from tests.engine.strategies import few, game_rules, game_seeds, walk

BOTH = [W, B]


def test_roll_out_of_reach_is_not_promised() -> None:
    line = "W 16:1 2:4 off:10 / B 18:2 15:1 12:1 8:4 7:2 5:2 3:1 1:2"
    game = played(roll(game_at("falood", line, W, BOTH), 2, 1), "16/14 14/13")
    assert game.phase is Phase.CHOOSE
    assert [outlook.extra_roll for outlook in following_choices(game)] == [False, False]
    assert look_ahead(game).extra_roll is Reach.NEVER
    assert _statuses(game)[-1] is Status.LOST


def test_choices_differ_in_playable_numbers() -> None:
    game = roll(game_at("falood", "W 24:3 hand:12 / B 20:2 13:13", W, [W]), 2, 1)
    assert look_ahead(game).extra_roll is Reach.POSSIBLE
    chosen = following_choices(played(game, "hand/23 hand/24"))
    assert [(outlook.playable, outlook.extra_roll) for outlook in chosen] == [(0, False), (4, True)]


def test_next_stage_may_be_out_of_reach() -> None:
    game = roll(game_at("russian", "W 20:4 3:11 / B 18:3 13:4 10:2 2:3 1:3", W, BOTH), 5, 5)
    ahead = look_ahead(game)
    assert (ahead.begins, ahead.playable, ahead.extra_roll) == (Reach.CERTAIN, 0, Reach.NEVER)


def test_complement_depends_on_entering_all() -> None:
    game = roll(game_at("russian", "W 24:11 hand:4 / B 18:1 12:14", W, BOTH, free_entry=True), 4, 4)
    ahead = look_ahead(game)
    assert (ahead.begins, ahead.extra_roll) == (Reach.POSSIBLE, Reach.POSSIBLE)
    late = played(game, "24/20")
    assert look_ahead(late).begins is Reach.NEVER
    assert _statuses(late) == [Status.CURRENT, Status.NOT_GRANTED, Status.NOT_GRANTED]


def test_win_makes_extra_roll_unnecessary() -> None:
    game = roll(game_at("russian", "W 4:4 3:4 off:7 / B 24:15", W, BOTH), 4, 4)
    ahead = look_ahead(game)
    assert ahead.may_win
    assert ahead.extra_roll is Reach.NEVER
    assert _statuses(game) == [Status.CURRENT, Status.DUE, Status.LAPSED]


def test_unplayable_numbers_lose_the_next_stage() -> None:
    line = "W 20:3 22:1 3:11 / B 17:3 13:4 10:2 2:3 1:3"
    usual = roll(game_at("russian", line, W, BOTH), 5, 5)
    assert _statuses(usual) == [Status.CURRENT, Status.LOST, Status.LOST]
    completed = roll(game_at("russian", line, W, BOTH, opponent_completes=True), 5, 5)
    assert look_ahead(completed).begins is not Reach.CERTAIN


def test_nothing_is_kept_while_opponent_completes() -> None:
    line = "W 18:1 off:14 / B 22:4 14:4 11:7"
    game = roll(game_at("russian", line, W, BOTH, opponent_completes=True), 4, 4)
    assert game.phase is Phase.COMPLETE
    assert all(game.outlook(game.position) is None for _ in game.moves)


def _statuses(game: Game) -> list[Status]:
    turn = turn_to_show(game)
    assert turn
    rolled = turn.rolled
    statuses = [stage.status for stage in rolled.stages]
    return [*statuses, rolled.extra_roll] if rolled.extra_roll else statuses


@few
@given(game_rules, game_seeds)
def test_ahead_agrees_with_every_way_to_play(rules: Rules, seed: int) -> None:
    steps = [game for game, _, _ in walk(rules, seed, 150) if game.stage and not game.stage.moves]
    for game in steps[:60]:
        if game.phase is Phase.MOVE and len(game.legal_plays()) <= 60 and not game.can_win:
            assert_agrees(game, look_ahead(game))


def assert_agrees(game: Game, ahead: Ahead) -> None:
    """Play every play of the stage, with the engine alone, and then every play of the next."""
    assert game.side
    rolled_again: set[bool] = set()
    begun: set[bool] = set()
    for play in game.legal_plays():
        after = game
        for move in play.moves:
            after = after.apply(move)
        if after.phase is Phase.COMPLETE or game.rules.opponent_completes:
            return
        begun.add(_begins(game, after))
        rolled_again |= {_rolls_again(end, game.side) for end in _after_next_stage(game, after)}
    if ahead.may_win:
        return
    is_stage = ahead.stage is not None
    assert ahead.extra_roll is Reach.seen(rolled_again)
    assert not is_stage or ahead.begins is Reach.seen(begun)


def _begins(game: Game, after: Game) -> bool:
    turn = after.latest_turn
    return turn is not None and len(turn.rolled.stages) == 2 and _has_begun(after)


def _has_begun(after: Game) -> bool:
    turn = after.latest_turn
    assert turn
    last = turn.rolled.stages[-1]
    return after.phase is Phase.CHOOSE or (
        last.before is not None and last.kind in (StageKind.COMPLEMENT, StageKind.CHOSEN)
    )


def _after_next_stage(game: Game, after: Game) -> list[Game]:
    if after.phase is Phase.CHOOSE:
        chosen = [after.apply(ChooseDoubles(number)) for number in (5, 6)]
        return [end for begun in chosen for end in _after_next_stage(game, begun)]
    if after.phase is not Phase.MOVE or after.side is not game.side or after.turn is None:
        return [after]
    (play, *_) = after.legal_plays()
    for move in play.moves:
        after = after.apply(move)
    return [after]


def _rolls_again(game: Game, side: Side) -> bool:
    return game.phase is Phase.ROLL_AGAIN and game.side is side
