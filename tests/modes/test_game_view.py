from __future__ import annotations

from backgammon_tui.engine import (
    RULESETS,
    Game,
    OpeningRoll,
    Phase,
    Place,
    Position,
    RerollOpening,
    Side,
    StartingPosition,
    Status,
)
from backgammon_tui.modes.board import (
    TRAYS,
    BoardView,
    CheckerState,
    NumbersView,
    PlaceView,
    PointPlace,
    TrayPlace,
    dice_view,
    position_before_roll,
)
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.settings import Settings
from tests.engine.examples import game_at, played, roll, rules_named
from tests.modes.examples import B, W, board_of, do, new_table, pick, seated, view_of

STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"
RUNNING = "W 24:5 20:5 19:5 / B hand:15"
BLOTS = "W 24:13 9:1 1:1 / B 18:1 17:1 2:13"


BLACK_BAR = TrayPlace(Place.BAR, B)


def at(view: BoardView, slot: int) -> PlaceView:
    return view.places[PointPlace(slot)]


def slots(view: BoardView, **wanted: object) -> set[int]:
    """Return the points, as White counts, whose view has these values."""
    return {
        slot
        for slot in range(1, 25)
        if all(getattr(at(view, slot), name) == value for name, value in wanted.items())
    }


# ---- checkers and numbers


def test_all_checkers_are_on_board_or_in_trays() -> None:
    view = board_of(seated("russian", "W 24:2 13:5 hand:6 bar:1 off:1 / B 22:5 hand:10", W))
    for side in Side:
        on_points = sum(at(view, slot).count for slot in slots(view, side=side))
        assert on_points + sum(view.places[TrayPlace(kind, side)].count for kind in TRAYS) == 15


def test_parallel_sides_share_the_numbers() -> None:
    view = board_of(seated("russian", MIDDLE, B))
    assert [at(view, n).label for n in range(1, 25)] == [str(n) for n in range(1, 25)]
    assert (view.numbers.numbers_differ, view.runs_against) == (False, False)


def test_contrary_board_shows_the_movers_numbers() -> None:
    for side, labels in ((W, ("24", "1")), (B, ("1", "24"))):
        view = board_of(seated("backgammon", STANDARD, side))
        assert view.numbers.numbers_differ
        assert view.runs_against
        assert (at(view, 24).label, at(view, 1).label) == labels
        assert view.numbers == NumbersView(("White", "Black"), side, numbers_differ=True)


def test_places_are_described() -> None:
    line = "W 24:2 13:5 8:2 6:5 bar:1 / B 24:2 13:5 8:3 6:5"
    players = ("White", "Anna")
    view = board_of(seated("backgammon", line, W, players=players))
    described = [view.describe(PointPlace(slot)) for slot in (13, 1, 2)]
    assert described == [
        "Point 13: 5 of White's checkers; Anna's 12",
        "Point 1: two of Anna's checkers; Anna's 24",
        "Point 2: empty; Anna's 23",
    ]
    bars = [view.describe(TrayPlace(Place.BAR, side)) for side in Side]
    assert bars == ["Bar: one of White's checkers", "Bar: none of Anna's checkers"]
    view = board_of(seated("never-finishing", "W 24:1! hand:14 / B 1:3 hand:12", W))
    assert view.describe(PointPlace(24)) == (
        "Point 24: three of Black's checkers above one of White's, trapped; Black's 1"
    )


def test_black_checkers_use_blacks_numbers() -> None:
    view = board_of(seated("backgammon", STANDARD, W))
    assert (at(view, 1).side, at(view, 1).count, at(view, 24).side) == (B, 2, W)


def test_point_that_blocks_lost_numbers_is_marked() -> None:
    closed = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"
    assert slots(board_of(seated("russian", closed, W, "33", "enter")), is_blocked=True) == {22}


# ---- before a move


def test_off_tray_is_a_target() -> None:
    state = pick(seated("backgammon", "W 6:1 4:2 off:12 / B 24:15", W, "64", "enter"), 6)
    assert board_of(state).at(TrayPlace(Place.OFF, W)).target is CheckerState.TARGET


# ---- previews


def test_preview_adds_ghosts_to_the_checkers() -> None:
    state = do(seated("backgammon", STANDARD, W, "31", "enter"), "8/5 6/5")
    view = board_of(state)
    assert (at(view, 8).count, at(view, 8).ghost_out) == (3, 1)
    assert (at(view, 6).count, at(view, 6).ghost_out) == (5, 1)
    assert (at(view, 5).count, at(view, 5).ghost_in, at(view, 5).ghost_side) == (0, 2, W)


def test_preview_shows_only_final_places() -> None:
    view = board_of(do(seated("backgammon", STANDARD, W, "31", "enter"), "24/23/20"))
    assert (at(view, 24).ghost_out, at(view, 20).ghost_in) == (1, 1)
    assert (at(view, 23).ghost_in, at(view, 23).ghost_out) == (0, 0)


def test_preview_of_a_hit_moves_the_blot_to_the_bar() -> None:
    view = board_of(do(seated("never-finishing", BLOTS, W, "21", "enter"), "9/7*"))
    assert (at(view, 7).ghost_out, at(view, 7).ghost_in) == (1, 1)
    assert view.at(BLACK_BAR).ghost_in == 1


def test_preview_of_a_trap_leaves_the_blot() -> None:
    view = board_of(do(seated("never-finishing", BLOTS, W, "21", "enter"), "9/7^"))
    assert (at(view, 7).ghost_out, at(view, 7).ghost_in) == (0, 1)
    assert view.at(BLACK_BAR).ghost_in == 0


def test_answers_to_a_question_can_be_previewed() -> None:
    asked = pick(pick(seated("never-finishing", BLOTS, W, "21", "enter"), 9), 6)
    assert asked.question
    views = [board_of(asked.highlight(at)) for at in range(3)]
    assert [view.at(BLACK_BAR).ghost_in for view in views] == [1, 1, 0]


# ---- after a move


def test_last_turn_stays_marked_until_the_next_roll() -> None:
    played = seated("backgammon", STANDARD, W, "31", "enter", "8/5 6/5", "enter")
    view = board_of(played)
    assert (at(view, 8).last_out, at(view, 6).last_out, at(view, 5).last_in) == (1, 1, 2)
    rolled = board_of(do(played, "42", "enter"))
    assert slots(rolled, last_in=0, last_out=0) == set(range(1, 25))


def test_trapped_checker_is_under_its_trapper() -> None:
    state = do(seated("never-finishing", BLOTS, W, "21", "enter"), "9/8^", "enter")
    view = board_of(state)
    assert (at(view, 8).side, at(view, 8).count, at(view, 8).trapped) == (W, 1, B)


# ---- the dice


def test_larger_die_comes_first() -> None:
    assert dice_view(seated("backgammon", STANDARD, W, "13", "enter").game).numbers == (3, 1)
    assert dice_view(seated("backgammon", STANDARD, W).game).numbers == ()


def test_played_number_is_marked_on_its_die() -> None:
    state = seated("backgammon", STANDARD, W, "13", "enter", "8/5", "enter")
    view = dice_view(state.game)
    assert (view.side, view.used) == (W, frozenset({0}))


def test_opening_dice_belong_to_both_sides() -> None:
    state = do(PlayState.open(new_table(RULESETS["russian"]), Settings()), "53", "enter")
    view = dice_view(state.game)
    assert (view.numbers, view.side) == ((5, 3), None)


def test_board_is_mirrored_only_on_request() -> None:
    liked = Settings(mirrored=True)
    assert board_of(seated("backgammon", STANDARD, W, options=liked)).mirrored
    assert not board_of(seated("backgammon", STANDARD, W)).mirrored


# ---- the 36 rolls


def test_chart_is_for_the_side_to_roll() -> None:
    game = game_at("falood", RUNNING, B, [W])
    assert position_before_roll(game) == StartingPosition(
        Position.parse(RUNNING), B, frozenset({W})
    )


def test_chart_during_a_play_uses_the_roll_position() -> None:
    game = played(roll(game_at("falood", RUNNING, W), 5, 5), "24/19 24/19")
    assert position_before_roll(game) == StartingPosition(Position.parse(RUNNING), W)
    second = game_at("falood", RUNNING, W, [W])
    stage = played(roll(second, 5, 5), "24/19 24/19 24/19 24/19")
    assert position_before_roll(stage) == StartingPosition(
        Position.parse(RUNNING), W, frozenset({W})
    )


def test_chart_before_an_extra_roll_shows_that_roll() -> None:
    game = played(roll(game_at("russian", RUNNING, W), 5, 5), "24/19 " * 4 + "20/18 " * 4)
    result = position_before_roll(game)
    assert result
    assert str(result.position) == "W 24:1 20:1 19:9 18:4 / B hand:15"


def test_no_chart_before_the_opening() -> None:
    game = Game.start(rules_named("russian"))
    assert position_before_roll(game) is None
    decided = game.apply(OpeningRoll(5, 3))
    assert position_before_roll(decided) == StartingPosition(game.position, W)
    assert position_before_roll(decided.apply(RerollOpening())) == StartingPosition(
        game.position, W
    )


def test_awaited_extra_roll_is_the_current_step() -> None:
    line = "W 24:15 / B 23:1 off:14"
    played = seated("french", line, W, "33", "enter")
    while played.choosing.rows:
        played = do(played, "down", "enter")
    if played.game.phase is not Phase.ROLL_AGAIN:
        raise AssertionError(played.game.phase)
    *_, ((last,)) = view_of(played, 100).stages
    assert last.status is Status.CURRENT


def test_unplayable_number_is_marked_before_any_move() -> None:
    line = "W 20:1 18:1 1:13 / B 10:2 12:2 16:2 18:9"
    ((*steps,),) = view_of(seated("backgammon", line, W, "65", "enter"), 100).stages
    assert [step.status is Status.LOST for step in steps].count(True) == 1
