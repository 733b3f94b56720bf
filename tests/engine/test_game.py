"""Games and matches: the opening, pending actions, and the end."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import (
    RULESETS,
    AgreeDraw,
    Cause,
    Doubles,
    Ending,
    Game,
    Match,
    NotAllowed,
    Outlook,
    Phase,
    Position,
    Resign,
    Result,
    Side,
    Status,
    Withheld,
)
from backgammon_tui.engine.events import (
    DiceRolled,
    Event,
    GameEnded,
    Moved,
    StageBegun,
    StageLost,
    TurnEnded,
)
from tests.engine.examples import NAMES, B, W, game_at, happened, played, roll, rules_named
from tests.engine.strategies import walk

# ---- events


@pytest.mark.parametrize(
    ("line", "dice", "playable", "one_of"),
    [
        ("W 13:1 off:14 / B 24:1 14:2 17:2 off:10", (2, 3), 1, (3,)),
        ("W 13:1 off:14 / B 24:1 16:2 off:12", (2, 1), 2, ()),
        # One of four equal numbers is no choice between two.
        ("W 13:1 off:14 / B 24:1 16:2 off:12", (2, 2), 1, ()),
    ],
)
def test_stage_names_the_numbers_of_which_one_can_be_played(
    line: str, dice: tuple[int, int], playable: int, one_of: tuple[int, ...]
) -> None:
    (begun,) = happened(roll(game_at("backgammon", line, W), *dice), StageBegun)
    assert isinstance(begun, StageBegun)
    assert (begun.playable, begun.one_of) == (playable, one_of)


@pytest.mark.parametrize(
    ("name", "line", "actions", "expected"),
    [
        (
            "backgammon",
            "W 13:1 bar:1 off:13 / B 3:2 1:13",
            "3-1",
            [DiceRolled, StageBegun, StageLost, TurnEnded],
        ),
        ("french", "W 2:3 off:12 / B 10:15", "2-2 2/off(3)", [Moved, GameEnded]),
        (
            "never-finishing",
            "W 24:1! 2:1 1:13 / B 24:1! 1:14",
            "6-1 2/1",
            [Moved, StageLost, GameEnded],
        ),
    ],
)
def test_events_follow_in_order(
    name: str, line: str, actions: str, expected: list[type[Event]]
) -> None:
    events = played(game_at(name, line, W), actions).events
    assert [type(event) for event in events] == expected


def test_events_report_hits_traps_and_freed_checkers() -> None:
    line = "W 10:1 7:1 1:13 / B 18:1! 11:14"
    game = roll(game_at("never-finishing", line, W), 3, 3)
    game = played(game, "7/4")
    (freed,) = happened(game, Moved)
    assert isinstance(freed, Moved)
    assert freed.freed_checker
    (trapped,) = happened(played(game, "10/7^"), Moved)
    assert isinstance(trapped, Moved)
    assert not trapped.freed_checker


# ---- next stage


def test_outlook_counts_playable_numbers_of_next_stage() -> None:
    game = roll(game_at("french", "W 24:1 13:3 off:11 / B 19:2 11:13", W), 1, 1)
    in_part = Position.parse("W 24:1 12:2 11:1 off:11 / B 19:2 11:13")
    assert game.outlook(in_part) == Outlook((6, 6, 6, 6), 3)
    in_full = Position.parse("W 23:1 13:2 10:1 off:11 / B 19:2 11:13")
    assert game.outlook(in_full) == Outlook((6, 6, 6, 6), 4, extra_roll=True)


def test_outlook_reports_denied_complement() -> None:
    game = roll(game_at("russian-free", "W 20:14 hand:1 / B hand:15", W), 3, 3)
    entering = Position.parse("W 20:10 17:4 hand:1 / B hand:15")
    entered = Position.parse("W 22:1 20:11 17:3 / B hand:15")
    assert game.outlook(entering) == Outlook((4, 4, 4, 4), 0, Withheld.STILL_ENTERING)
    assert game.outlook(entered) == Outlook((4, 4, 4, 4), 4, extra_roll=True)


def test_outlook_is_none_without_a_known_next_stage() -> None:
    game = roll(Game.start(RULESETS["backgammon"], W), 6, 1)
    assert game.outlook(game.position) is None
    last = roll(game_at("french", "W 2:4 off:11 / B 10:15", W), 2, 2)
    assert last.outlook(Position.parse("W off:15 / B 10:15")) is None
    choice = roll(game_at("falood", "W hand:15 / B hand:15", W), 2, 1)
    assert choice.outlook(Position.parse("W 24:1 23:1 hand:13 / B hand:15")) is None


def test_outlook_is_none_if_complement_is_lost() -> None:
    game = roll(game_at("french", "W 15:2 7:1 1:12 / B 16:15", W), 6, 6)
    (play,) = game.legal_plays()
    assert len(play.moves) == 1
    assert game.outlook(play.position) is None


# ---- endings


def test_dead_position_after_a_stage_ends_the_game() -> None:
    line = "W 24:1! 2:4 1:10 / B 24:1! 1:14"
    game = roll(game_at("never-finishing", line, W, doubles=Doubles.COMPLEMENT), 1, 1)
    game = played(game, "2/1 2/1 2/1 2/1")
    assert game.result == Result(Ending.DEAD, None, 0)
    assert not happened(game, StageBegun)
    assert game.rolled
    assert [stage.status for stage in game.rolled.stages] == [Status.DONE, Status.LAPSED]


@pytest.mark.parametrize("points", [1, 2, 3])
def test_side_resigns_for_any_points_of_the_scale(points: int) -> None:
    game = Game.start(RULESETS["russian"]).apply(Resign(W, points))
    assert game.result == Result(Ending.RESIGNED, B, points)


@pytest.mark.parametrize(("name", "points"), [("french", 2), ("never-finishing", 3), ("falood", 0)])
def test_resigning_for_other_points_is_rejected(name: str, points: int) -> None:
    with pytest.raises(NotAllowed) as refusal:
        Game.start(RULESETS[name]).apply(Resign(W, points))
    assert refusal.value.reason.cause is Cause.NOT_ON_SCALE
    assert refusal.value.reason.numbers == (points,)


def test_draw_can_be_agreed_at_any_time() -> None:
    game = roll(Game.start(RULESETS["russian"], W), 3, 1)
    assert game.apply(AgreeDraw()).result == Result(Ending.AGREED_DRAW, None, 0)
    with pytest.raises(NotAllowed):
        game.apply(AgreeDraw()).apply(AgreeDraw())


# ---- lost numbers


def test_lower_of_mutually_exclusive_numbers_is_lost() -> None:
    game = roll(game_at("backgammon", "W 13:1 1:14 / B 23:15", W), 6, 5)
    assert game.playable == 1
    assert game.unconstrained_numbers == {5, 6}
    assert game.lost == (5,)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "french"])
def test_numbers_predicted_as_lost_are_lost(name: str) -> None:
    """No play of a stage uses the numbers that the game reports as lost.

    French games lose none: the opponent completes them.
    """
    announced = 0
    for seed in range(8):
        upcoming_loss: set[int] = set()
        for game, _, following in walk(rules_named(name), seed, 150):
            upcoming_loss |= set(game.lost)
            for event in happened(following, StageLost):
                assert isinstance(event, StageLost)
                assert upcoming_loss <= {lost.number for lost in event.numbers}
                announced += bool(upcoming_loss)
            if not following.stage or following.stage.moves == ():
                upcoming_loss = set()
    assert announced


# ---- matches


WHITE_WINS = Result(Ending.BORNE_OFF, W, 2)
BLACK_WINS = Result(Ending.RESIGNED, B, 1)
DRAWN = Result(Ending.AGREED_DRAW, None, 0)
DEAD = Result(Ending.DEAD, None, 0)


def match_of(*results: Result, name: str = "russian", length: int | None = None) -> Match:
    match = Match(RULESETS[name], length)
    for result in results:
        match = match.add(result)
    return match


def test_points_add_up_and_draws_score_none() -> None:
    match = match_of(WHITE_WINS, DRAWN, BLACK_WINS, WHITE_WINS, DEAD)
    assert (match.score(W), match.score(B)) == (4, 1)
    assert match.game_number == 6


def test_first_to_reach_the_length_wins() -> None:
    assert match_of(WHITE_WINS, length=3).winner is None
    assert match_of(WHITE_WINS, WHITE_WINS, length=3).winner is W
    assert match_of(BLACK_WINS, length=1).winner is B


def test_match_without_length_has_no_winner() -> None:
    match = match_of(*[WHITE_WINS] * 100)
    assert match.winner is None
    assert match.next_game().phase is Phase.OPENING


def test_won_match_has_no_next_game() -> None:
    with pytest.raises(ValueError, match="the match has been won"):
        match_of(WHITE_WINS, length=2).next_game()


@pytest.mark.parametrize("length", [0, -1])
def test_match_length_is_at_least_one(length: int) -> None:
    with pytest.raises(ValueError, match=f"at least 1 point, not {length}"):
        Match(RULESETS["russian"], length)


@pytest.mark.parametrize("name", [name for name in RULESETS if name != "never-finishing"])
def test_every_game_begins_with_an_opening_roll(name: str) -> None:
    for results in ((), (WHITE_WINS,), (BLACK_WINS, DRAWN)):
        game = match_of(*results, name=name).next_game()
        assert (game.phase, game.side) == (Phase.OPENING, None)


@pytest.mark.parametrize(
    ("results", "starter"),
    [
        ((), None),
        ((WHITE_WINS,), W),
        ((WHITE_WINS, BLACK_WINS), B),
        ((WHITE_WINS, DRAWN), None),
        ((BLACK_WINS, DEAD), None),
        ((DEAD, BLACK_WINS), B),
    ],
)
def test_last_winner_starts_in_never_finishing_and_by_house_rule(
    results: tuple[Result, ...], starter: Side | None
) -> None:
    for rules in (RULESETS["never-finishing"], rules_named("russian", winner_starts=True)):
        match = Match(rules, results=results)
        assert match.starter is starter
        game = match.next_game()
        assert (game.phase, game.side) == (Phase.ROLL if starter else Phase.OPENING, starter)
    assert (
        Match(rules_named("never-finishing", winner_starts=False), results=results).starter is None
    )
