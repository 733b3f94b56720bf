from __future__ import annotations

import copy
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import (
    Action,
    AgreeDraw,
    ChooseDoubles,
    Effect,
    Game,
    KeepOpening,
    Move,
    NotAllowed,
    OpeningRoll,
    Phase,
    Place,
    Position,
    Reason,
    RerollOpening,
    Resign,
    Roll,
    Rules,
    Side,
    legal_plays,
)
from backgammon_tui.engine.generator import max_playable
from tests.engine.examples import NAMES, after, onward, rules_named
from tests.engine.strategies import (
    checkers,
    few,
    few_seeds,
    game_rules,
    game_seeds,
    many,
    mirrored,
    parts_of_stages,
    positions,
    rules_and_positions,
    seeds,
    sides,
    state_after,
    walk,
)
from tests.engine.twin import twin_playable, twin_plays
from tests.engine.vectors import Row, after_roll, rows, rules_of

# ---- vectors


every_ruleset = pytest.mark.parametrize("ruleset", NAMES)


@every_ruleset
@pytest.mark.parametrize("name", ["plays.jsonl", "rare.jsonl"])
def test_plays_match_the_vectors(name: str, ruleset: str) -> None:
    for row in rows(name, ruleset):
        rules, position, side = rules_of(row), Position.parse(row["position"]), Side(row["side"])
        plays = legal_plays(rules, position, side, row["numbers"])
        assert sorted(str(play.position) for play in plays) == row["plays"], row
        assert max_playable(rules, position, side, row["numbers"]) == row["used"], row


@every_ruleset
def test_turns_match_the_vectors(ruleset: str) -> None:
    for row in rows("turns.jsonl", ruleset):
        side = Side(row["roll"]["side"])
        had_double = [] if row["first_double"] else [side]
        position = Position.parse(row["position"])
        game = Game.from_position(rules_of(row), position, side, had_double)
        game = after_roll(game, row["roll"])
        assert (game.phase is Phase.ROLL_AGAIN) == row["roll"]["again"], row
        winner = game.result.winner if game.result else None
        assert winner == (Side(row["winner"]) if row["winner"] else None), row


@every_ruleset
def test_scores_match_the_vectors(ruleset: str) -> None:
    for row in rows("scores.jsonl", ruleset):
        position = Position.parse(row["position"])
        assert rules_of(row).points_for_win(position, Side(row["winner"])) == row["points"], row


@every_ruleset
def test_whole_games_match_the_vectors(ruleset: str) -> None:
    for row in rows("games.jsonl", ruleset):
        game = opened(rules_of(row), row["opening"])
        for i, roll in enumerate(row["rolls"]):
            game = after_roll(game, roll, kept=row["opening"]["kept"] and i == 0)
            assert (game.phase is Phase.ROLL_AGAIN) == roll["again"]
        assert game.result
        winner = game.result.winner.value if game.result.winner else None
        assert (winner, game.result.points) == (row["end"]["winner"], row["end"]["points"])


def opened(rules: Rules, opening: Row) -> Game:
    game = Game.start(rules)
    for white, black in opening.get("ties", []):
        game = game.apply(OpeningRoll(white, black))
        assert game.phase is Phase.OPENING
    game = game.apply(OpeningRoll(opening["white"], opening["black"]))
    assert game.side is Side(opening["first"])
    if game.phase is Phase.KEEP_OR_REROLL:
        game = game.apply(KeepOpening() if opening["kept"] else RerollOpening())
    assert (game.phase is Phase.MOVE) == opening["kept"]
    return game


# ---- counts


Numbers = tuple[int, ...]

COUNTS = (Path(__file__).parents[1] / "data" / "counts.txt").read_text().splitlines()


@pytest.mark.parametrize("line", [line for line in COUNTS if not line.startswith("#")])
def test_counts_match_the_table(line: str) -> None:
    name, position, side, numbers, plays, second, two_deep = map(str.strip, line.split(" | "))
    rules, mover = rules_named(name), Side(side)
    reached = legal_plays(rules, Position.parse(position), mover, tuple(map(int, numbers)))
    assert len(reached) == int(plays)
    replies = [
        legal_plays(rules, play.position, mover.other, tuple(map(int, second)))
        for play in reached
        if not play.position.has_borne_off_all(mover)
    ]
    assert sum(map(len, replies)) == int(two_deep)


# ---- the twin


def agree(rules: Rules, position: Position, side: Side, numbers: Numbers) -> None:
    lines = [str(play.position) for play in legal_plays(rules, position, side, numbers)]
    assert len(set(lines)) == len(lines)
    assert set(lines) == twin_plays(rules, position, side, numbers)
    assert max_playable(rules, position, side, numbers) == twin_playable(
        rules, position, side, numbers
    )


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_twin_agrees_in_every_ruleset(name: str, data: st.DataObject) -> None:
    rules = rules_named(name)
    position = data.draw(positions(rules))
    agree(rules, position, data.draw(sides), data.draw(parts_of_stages))


@given(st.sampled_from(NAMES), few_seeds, st.integers(5, 300), sides, parts_of_stages)
def test_twin_agrees_in_positions_of_games(
    name: str, seed: int, length: int, side: Side, numbers: Numbers
) -> None:
    rules = rules_named(name)
    agree(rules, state_after(rules, seed, length).position, side, numbers)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(20))
def test_twin_agrees_in_every_stage_of_whole_games(name: str, seed: int) -> None:
    for game, _, _ in walk(rules_named(name), seed):
        if game.phase is Phase.MOVE and game.side and game.stage:
            agree(game.rules, game.position, game.side, game.left)


# ---- games


Board = tuple[Rules, Position]

lengths = st.sampled_from([0, 1, 5, 20, 50, 100, 150])


@few
@given(game_rules, game_seeds)
def test_positions_of_games_stay_valid(rules: Rules, seed: int) -> None:
    for _, _, game in walk(rules, seed, 400):
        assert [checkers(game.position, side) for side in Side] == [15, 15]
        rules.check(game.position)
        assert Position.parse(str(game.position)) == game.position


@few
@given(game_rules, game_seeds)
def test_game_always_has_actor_and_legal_actions(rules: Rules, seed: int) -> None:
    for before, _, game in walk(rules, seed, 400):
        assert game.events
        assert game.is_over == (game.result is not None) == (game.actor is None) or (
            game.phase is Phase.OPENING and game.actor is None
        )
        if game.phase in (Phase.MOVE, Phase.COMPLETE):
            assert game.moves
            assert all(move.side is game.actor for move in game.moves)
            assert (game.playable > 0) == (game.phase is Phase.MOVE)
        else:
            assert not game.moves
            assert not game.left
        if game.phase is Phase.ROLL:
            assert game.side is not before.side or before.phase in (
                Phase.OPENING,
                Phase.KEEP_OR_REROLL,
                Phase.DOUBLED,
            )


@few
@given(game_rules, game_seeds)
def test_pips_fall_by_moves_and_rise_only_by_hits(rules: Rules, seed: int) -> None:
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


moves = st.builds(
    Move,
    sides,
    st.sampled_from([*range(1, 25), *Place]),
    st.integers(0, 24),
    st.integers(0, 7),
    st.sampled_from(Effect),
)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(OpeningRoll, st.integers(0, 7), st.integers(0, 7)),
    st.builds(Roll, st.integers(-1, 8), st.integers(-1, 8)),
    st.builds(Resign, sides, st.integers(-1, 4)),
    st.builds(ChooseDoubles, st.integers(0, 7)),
    st.sampled_from([KeepOpening(), RerollOpening(), AgreeDraw()]),
)


@given(game_rules, game_seeds, lengths, st.lists(st.one_of(moves, actions), min_size=20))
def test_rejected_action_leaves_game_unchanged(
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
            assert not isinstance(action, Move) or action in game.moves
        assert game == before


@given(game_rules, game_seeds, lengths)
def test_why_not_is_none_exactly_for_legal_moves(rules: Rules, seed: int, length: int) -> None:
    game = state_after(rules, seed, length)
    offered = {(move.origin, move.target) for move in game.moves}
    for origin in (*range(25), Place.HAND, Place.BAR):
        for target in range(25):
            assert (game.why_not(origin, target) is None) == ((origin, target) in offered)


# ---- plays


@many
@given(rules_and_positions(), sides, parts_of_stages, seeds)
def test_plays_match_sequences_of_legal_moves(
    board: Board, side: Side, numbers: Numbers, seed: int
) -> None:
    rules, position = board
    plays = legal_plays(rules, position, side, numbers)
    ends = {play.position for play in plays}
    longest = max_playable(rules, position, side, numbers)
    for play in plays:
        assert len(play.moves) == longest or play.position.has_borne_off_all(side)
        assert [checkers(play.position, item) for item in Side] == [15, 15]
        rules.check(play.position)
    for play in plays[:30]:
        reached = position
        for i, move in enumerate(play.moves):
            assert move in onward(rules, position, side, numbers, play.moves[:i])
            reached = after(rules, reached, move)
        assert reached == play.position
        assert onward(rules, position, side, numbers, play.moves) == ()
    chance = random.Random(seed)
    for _ in range(5):
        made: list[Move] = []
        reached = position
        while offered := onward(rules, position, side, numbers, made):
            assert len(set(offered)) == len(offered)
            made.append(chance.choice(offered))
            reached = after(rules, reached, made[-1])
        assert reached in ends
    others = legal_plays(rules, mirrored(position), side.other, numbers)
    assert ends == {mirrored(play.position) for play in others}, "the sides are alike"
