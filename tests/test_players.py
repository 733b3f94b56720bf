from __future__ import annotations

import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.analysis import value
from backgammon_tui.analysis.evaluator import Chances, EvalState, Evaluator, StageToPlay
from backgammon_tui.analysis.lookahead import Lookahead
from backgammon_tui.analysis.nets import Network, SideSums
from backgammon_tui.engine import (
    RULESETS,
    ChooseDoubles,
    Game,
    KeepOpening,
    Opening,
    OpeningRoll,
    Phase,
    Play,
    Position,
    RerollOpening,
    Roll,
    Rules,
    Side,
)
from backgammon_tui.players import Level, Stopped, choose
from tests.engine.examples import B, W, game_at, played, rules_named
from tests.engine.strategies import (
    few,
    game_rules,
    game_seeds,
    house_rules,
    positions,
    sides,
    state_after,
)

WAITS_FOR_NO_CHOICE = (Phase.OPENING, Phase.ROLL, Phase.ROLL_AGAIN, Phase.OVER)

quick_levels = st.sampled_from([Level.BEGINNER, Level.EASY, Level.MEDIUM, Level.STRONG])


def answered(game: Game, level: Level) -> Game:
    """Return the game after the choice of a level."""
    actions = choose(game, level)
    after = game
    for action in actions:
        after = after.apply(action)
    if game.phase in WAITS_FOR_NO_CHOICE:
        assert actions == ()
    else:
        assert actions
        assert (after.phase, after.stage) != (game.phase, game.stage)
    return after


@few
@given(game_rules, game_seeds, st.integers(0, 300), quick_levels)
def test_every_request_of_random_games_is_answered(
    rules: Rules, seed: int, length: int, level: Level
) -> None:
    game = state_after(rules, seed, length)
    for _ in range(6):
        game = answered(game, level)
        if game.phase in (Phase.ROLL, Phase.ROLL_AGAIN):
            game = game.apply(Roll(seed % 6 + 1, seed % 5 + 1))


@given(st.data(), house_rules(), sides, quick_levels)
def test_any_position_and_roll_gets_a_play(
    data: st.DataObject, rules: Rules, side: Side, level: Level
) -> None:
    game = Game.from_position(rules, data.draw(positions(rules)), side)
    if not game.is_over:
        roll = Roll(data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6)))
        answered(game.apply(roll), level)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("level", Level)
def test_every_level_chooses_keep_or_reroll(name: str, level: Level) -> None:
    game = Game.start(RULESETS[name]).apply(OpeningRoll(6, 1))
    answered(game, level)
    if game.phase is Phase.KEEP_OR_REROLL:
        assert choose(game, level) in [(KeepOpening(),), (RerollOpening(),)]


@pytest.mark.parametrize("level", Level)
def test_doubles_are_chosen_after_2_1(level: Level) -> None:
    # Four 6s from its hand meet Black's closed point; four 5s enter.
    position = Position.parse("W 24:2 23:2 hand:11 / B 19:4 hand:11")
    game = Game.from_position(rules_named("falood"), position, W).apply(Roll(2, 1))
    game = answered(game, level)
    assert game.phase is Phase.CHOOSE
    assert choose(game, level) == (ChooseDoubles(5),)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("name", RULESETS)
def test_win_on_the_board_is_taken(name: str, level: Level) -> None:
    position = Position.parse("W 6:1 2:1 off:13 / B 18:1 12:1 off:13")
    game = Game.from_position(RULESETS[name], position, W).apply(Roll(6, 2))
    assert answered(game, level).is_over


@pytest.mark.parametrize("level", Level)
def test_win_by_doubles_after_2_1_is_taken(level: Level) -> None:
    """Four 6s win a gammon; four 5s hit and may win a backgammon."""
    game = game_at("falood", "W 6:4 off:11 / B 18:14 1:1", W, [W, B]).apply(Roll(2, 1))
    game = answered(game, Level.STRONG)
    assert choose(game, level) == (ChooseDoubles(6),)


@pytest.mark.parametrize("level", Level)
def test_win_by_completing_is_taken(monkeypatch: pytest.MonkeyPatch, level: Level) -> None:
    """White is trapped and cannot play, whatever the value of freeing the checker."""

    def likes_to_free(judge: Evaluator, spot: EvalState) -> Chances:
        wins = 0.0 if spot.position.has_borne_off_all(B) else 1.0
        return (wins, 0.0, 0.0, 1 - wins, 0.0, 0.0, 0.0)

    monkeypatch.setattr(Evaluator, "chances", likes_to_free)
    line = "W 23:1! 1:5 off:9 / B 2:1 off:14"
    game = game_at("never-finishing", line, W, opponent_completes=True).apply(Roll(6, 1))
    assert (game.phase, game.actor) == (Phase.COMPLETE, B)
    (move,) = choose(game, level)
    assert game.apply(move).is_over


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.STRONG])
def test_computer_completes_only_its_own_moves(level: Level) -> None:
    rules = rules_named("russian", opponent_completes=True)
    position = Position.parse("W hand:15 / B 20:2 6:13")
    game = Game.from_position(rules, position, W).apply(Roll(5, 4))
    while game.phase is Phase.MOVE:
        game = answered(game, level)
    assert game.phase is Phase.COMPLETE
    assert game.actor is B
    game = answered(game, level)
    assert game.phase is not Phase.COMPLETE


def test_best_completing_move_for_next_roll_is_made() -> None:
    line = "W 20:6 16:4 12:4 bar:1 / B 21:2 19:2 14:5 10:3 7:3"
    game = game_at("russian", line, W, opponent_completes=True).apply(Roll(6, 4))
    after = {move: game.apply(move).position for move in game.moves}
    worth = {
        move: value(game_at("russian", str(position), B)).points for move, position in after.items()
    }
    assert choose(game, Level.STRONGEST)[0] == max(worth, key=worth.__getitem__)


ONWARD: dict[str, Game] = {
    "play": Game.start(rules_named("backgammon"), W).apply(Roll(4, 1)),
    "opening": Game.start(rules_named("russian")).apply(OpeningRoll(2, 1)),
    "double": played(
        game_at("falood", "W hand:15 / B hand:15", W).apply(Roll(2, 1)), "hand/23 hand/24"
    ),
}


@pytest.mark.parametrize("asked", ONWARD)
@pytest.mark.parametrize("level", Level)
def test_only_strongest_level_searches_ahead(
    monkeypatch: pytest.MonkeyPatch, level: Level, asked: str
) -> None:
    seen = []
    best = Lookahead.best

    def watched(look: Lookahead, stage: StageToPlay) -> tuple[float, Play, bool]:
        seen.append(stage)
        return best(look, stage)

    monkeypatch.setattr(Lookahead, "best", watched)
    choose(ONWARD[asked], level)
    assert bool(seen) is (level is Level.STRONGEST)


@pytest.mark.parametrize("level", [Level.STRONG, Level.STRONGEST])
def test_opening_roll_is_kept_if_worth_more_than_a_reroll(level: Level) -> None:
    """A 3-1 makes the 5-point in backgammon; in Russian a 2-1 is the worst roll."""
    backgammon, russian = (
        Game.start(rules_named(name, opening=Opening.CHOOSE)) for name in ("backgammon", "russian")
    )
    assert choose(backgammon.apply(OpeningRoll(3, 1)), level) == (KeepOpening(),)
    assert choose(russian.apply(OpeningRoll(2, 1)), level) == (RerollOpening(),)


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.STRONGEST])
def test_answers_are_equal_in_every_process(level: Level) -> None:
    line = "W 13:4 8:3 6:5 22:1 20:2 / B 24:2 13:4 8:3 6:6"
    code = (
        "from backgammon_tui.engine import *\n"
        "from backgammon_tui.players import Level, Stopped, choose\n"
        f"game = Game.from_position(RULESETS['backgammon'], Position.parse({line!r}), Side.WHITE)\n"
        f"print(choose(game.apply(Roll(5, 3)), Level[{level.name!r}]))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    game = Game.from_position(rules_named("backgammon"), Position.parse(line), W)
    assert ran.stdout.strip() == str(choose(game.apply(Roll(5, 3)), level))


def test_beginner_makes_mistakes_but_not_at_random() -> None:
    """It often chooses a different play from the strong level, but hardly ever a random one."""
    rnd = random.Random(3)
    game = Game.start(rules_named("backgammon"), W)
    same = choices = 0
    while not game.is_over:
        if game.phase in (Phase.ROLL, Phase.ROLL_AGAIN):
            game = game.apply(Roll(rnd.randint(1, 6), rnd.randint(1, 6)))
            continue
        plays = len(game.legal_plays())
        if plays > 1:
            choices += 1
            same += choose(game, Level.BEGINNER) == choose(game, Level.STRONG)
        game = answered(game, Level.STRONG)
    assert 0.2 * choices < same < 0.95 * choices


@pytest.mark.parametrize(
    ("level", "name", "line", "roll", "maximum"),
    [
        (
            Level.STRONG,
            "french",
            "W 23:1 22:1 21:1 20:1 19:1 16:1 12:1 11:2 6:2 5:2 2:2 / B 24:1 22:1 hand:12 bar:1",
            2,
            1_200,
        ),
        (
            Level.STRONGEST,
            "falood",
            "W 22:2 21:4 20:3 19:3 18:1 14:1 12:1 / B 24:1 23:4 hand:8 bar:2",
            6,
            45_000,
        ),
    ],
)
def test_choices_are_fast(
    monkeypatch: pytest.MonkeyPatch, level: Level, name: str, line: str, roll: int, maximum: int
) -> None:
    """A position takes some 12 microseconds; these choices are among the longest."""
    seen = []
    chances = Network.chances

    def counted(net: Network, packed: int, view: SideSums) -> tuple[float, ...]:
        seen.append(packed)
        return chances(net, packed, view)

    monkeypatch.setattr(Network, "chances", counted)
    game = Game.from_position(RULESETS[name], Position.parse(line), W, had_double=Side)
    choose(game.apply(Roll(roll, roll)), level)
    assert 0 < len(seen) < maximum


@pytest.mark.parametrize("after", [0, 1, 500])
def test_choosing_stops_on_request(after: int) -> None:
    """The search asks before each roll, every few milliseconds."""
    asked: list[None] = []

    def should_stop() -> bool:
        asked.append(None)
        return len(asked) > after

    game = Game.start(rules_named("backgammon"), W).apply(Roll(6, 2))
    with pytest.raises(Stopped):
        choose(game, Level.STRONGEST, should_stop)
    assert len(asked) == after + 1
