"""What holds in every game and in every position."""

from __future__ import annotations

import copy
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import (
    RULESETS,
    Action,
    AgreeDraw,
    ChooseDoublet,
    Effect,
    KeepOpening,
    Move,
    NotAllowed,
    OpeningThrow,
    Phase,
    Place,
    Position,
    Reason,
    Resign,
    Rules,
    Side,
    Throw,
    ThrowOpeningAgain,
    legal_plays,
)
from backgammon_tui.engine.generator import max_playable
from backgammon_tui.engine.legal import after
from tests.engine.examples import onward
from tests.engine.strategies import (
    checkers,
    few,
    few_seeds,
    game_rules,
    game_seeds,
    many,
    mirrored,
    parts_of_stages,
    rules_and_positions,
    seeds,
    sides,
    state_after,
    walk,
)

Board = tuple[Rules, Position]
Numbers = tuple[int, ...]

lengths = st.sampled_from([0, 1, 5, 20, 50, 100, 150])

# ---- games


@few
@given(game_rules, game_seeds)
def test_in_every_game_each_side_has_fifteen_checkers_on_a_board_that_can_be(
    rules: Rules, seed: int
) -> None:
    for _, _, game in walk(rules, seed, 400):
        assert [checkers(game.position, side) for side in Side] == [15, 15]
        rules.check(game.position)
        assert Position.parse(str(game.position)) == game.position


@few
@given(game_rules, game_seeds)
def test_a_game_always_knows_who_acts_and_what_may_be_done(rules: Rules, seed: int) -> None:
    for before, _, game in walk(rules, seed, 400):
        assert game.events
        assert game.is_over == (game.result is not None) == (game.actor is None) or (
            game.phase is Phase.OPENING and game.actor is None
        )
        if game.phase in (Phase.MOVE, Phase.COMPLETE):
            assert game.legal_moves()
            assert all(move.side is game.actor for move in game.legal_moves())
            assert (game.playable() > 0) == (game.phase is Phase.MOVE)
        else:
            assert not game.legal_moves()
            assert not game.left
        if game.phase is Phase.THROW:
            assert game.side is not before.side or before.phase in (
                Phase.OPENING,
                Phase.KEEP_OR_AGAIN,
            )


@few
@given(game_rules, game_seeds)
def test_a_side_s_pips_fall_by_what_it_plays_and_rise_only_when_it_is_hit(
    rules: Rules, seed: int
) -> None:
    for game, action, following in walk(rules, seed, 400):
        if not isinstance(action, Move):
            assert following.position == game.position
            continue
        mover, other = action.side, action.side.other
        lost = game.position.pips(mover) - following.position.pips(mover)
        assert lost == min(action.origin, 25) - action.target <= action.number
        hit = following.position.pips(other) - game.position.pips(other)
        assert (hit > 0) == (action.effect is Effect.HIT)
        assert (action.target in game.position.points(mover)) <= (not hit)


@pytest.mark.parametrize("name", RULESETS)
@few
@given(seed=few_seeds)
def test_games_end_or_go_on_and_nothing_else(name: str, seed: int) -> None:
    game = state_after(RULESETS[name], seed, 3000)
    if game.result:
        assert game.phase is Phase.OVER
        assert game.result.points in (0, *game.rules.scale.points)
        assert (game.result.points == 0) == (game.result.winner is None)


moves = st.builds(
    Move,
    sides,
    st.sampled_from([*range(1, 25), *Place]),
    st.integers(0, 24),
    st.integers(0, 7),
    st.sampled_from(Effect),
)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(OpeningThrow, st.integers(0, 7), st.integers(0, 7)),
    st.builds(Throw, st.integers(-1, 8), st.integers(-1, 8)),
    st.builds(Resign, sides, st.integers(-1, 4)),
    st.builds(ChooseDoublet, st.integers(0, 7)),
    st.sampled_from([KeepOpening(), ThrowOpeningAgain(), AgreeDraw()]),
)


@given(game_rules, game_seeds, lengths, st.lists(st.one_of(moves, actions), min_size=20))
def test_an_action_that_is_refused_leaves_the_game_as_it_was(
    rules: Rules, seed: int, length: int, tried: list[Action]
) -> None:
    game = state_after(rules, seed, length)
    before = copy.deepcopy(game)
    for action in tried:
        try:
            game.apply(action)
        except NotAllowed as refusal:
            reason = refusal.reason
            assert isinstance(reason, Reason)
        else:
            assert not isinstance(action, Move) or action in game.legal_moves()
        assert game == before


@given(game_rules, game_seeds, lengths)
def test_why_not_has_no_reason_just_where_a_move_is_offered(
    rules: Rules, seed: int, length: int
) -> None:
    game = state_after(rules, seed, length)
    offered = {(move.origin, move.target) for move in game.legal_moves()}
    for origin in (*range(25), Place.HAND, Place.BAR):
        for target in range(25):
            assert (game.why_not(origin, target) is None) == ((origin, target) in offered)


# ---- plays


@many
@given(rules_and_positions(), sides, parts_of_stages)
def test_no_play_is_shorter_than_the_longest_but_those_that_end_the_game(
    board: Board, side: Side, numbers: Numbers
) -> None:
    rules, position = board
    longest = max_playable(rules, position, side, numbers)
    for play in legal_plays(rules, position, side, numbers):
        reached = play.position
        assert len(play.moves) == longest or reached.has_borne_off_all(side)
        assert [checkers(reached, each) for each in Side] == [15, 15]
        rules.check(reached)


@many
@given(rules_and_positions(), sides, parts_of_stages)
def test_the_moves_of_every_play_are_offered_and_lead_to_it(
    board: Board, side: Side, numbers: Numbers
) -> None:
    rules, position = board
    for play in legal_plays(rules, position, side, numbers)[:30]:
        reached = position
        for i, move in enumerate(play.moves):
            assert move in onward(rules, position, side, numbers, play.moves[:i])
            reached = after(rules, reached, move)
        assert reached == play.position
        assert onward(rules, position, side, numbers, play.moves) == ()


@many
@given(rules_and_positions(), sides, parts_of_stages, seeds)
def test_whatever_offered_moves_are_taken_they_lead_to_one_of_the_plays(
    board: Board, side: Side, numbers: Numbers, seed: int
) -> None:
    rules, position = board
    reachable = {play.position for play in legal_plays(rules, position, side, numbers)}
    chance = random.Random(seed)
    for _ in range(5):
        made: list[Move] = []
        reached = position
        while offered := onward(rules, position, side, numbers, made):
            assert len(set(offered)) == len(offered)
            made.append(chance.choice(offered))
            reached = after(rules, reached, made[-1])
        assert reached in reachable


@many
@given(rules_and_positions(), sides, parts_of_stages)
def test_the_sides_are_mirror_images(board: Board, side: Side, numbers: Numbers) -> None:
    rules, position = board
    plays = {play.position for play in legal_plays(rules, position, side, numbers)}
    others = legal_plays(rules, mirrored(position), side.other, numbers)
    assert plays == {mirrored(play.position) for play in others}
