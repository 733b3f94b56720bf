from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from backgammon_tui.engine import (
    RULESETS,
    Phase,
    Place,
    Position,
    Rules,
    Side,
    StartingPosition,
    legal_plays,
)
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.modes.board import PLACES, PointPlace, TrayPlace
from backgammon_tui.modes.effects import Leave
from backgammon_tui.modes.inputs import ChooseRow, Key
from backgammon_tui.modes.mode import Frame, meets
from backgammon_tui.modes.play.choosing import NOTATION
from backgammon_tui.modes.sandbox import (
    PlacementError,
    SandboxMode,
    Setup,
    add_checker,
    remove_checker,
    toggle_hand_off,
    trap,
)
from backgammon_tui.modes.text import Glyphs, TextStyle
from backgammon_tui.settings import Settings
from backgammon_tui.teach.lessons.lesson_file import read_lesson
from backgammon_tui.teach.lessons.writing import write_lesson
from tests.engine.examples import B, W, rules_named
from tests.engine.strategies import dice, few, house_rules, names, positions, seeds, sides
from tests.modes.examples import DATE, do

RUNNING = "W 24:5 20:5 19:5 / B hand:15"
boards = house_rules().flatmap(lambda rules: st.tuples(st.just(rules), positions(rules)))
HAND, OFF = (TrayPlace(kind, W) for kind in (Place.HAND, Place.OFF))


def sandbox(name: str, line: str = "", side: Side = W, **house_rules: Any) -> SandboxMode:
    """Return a sandbox with a position, or at the start."""
    rules = rules_named(name, **house_rules)
    starting_position = StartingPosition(Position.parse(line), side) if line else None
    return opened(rules, starting_position)


def opened(rules: Rules, starting_position: StartingPosition | None = None) -> SandboxMode:
    record = MatchRecord(rules, "White", "Black", DATE, None)
    setup = (
        Setup(rules, *starting_position)
        if starting_position
        else Setup(rules, rules.start.position)
    )
    return SandboxMode.at_setup(record, setup, Settings())


def played(box: SandboxMode, *inputs: str) -> SandboxMode:
    """Return the sandbox after keys during play."""
    for typed in inputs:
        assert box.state
        before = box.state
        for key in [typed] if typed.isalpha() else typed:
            before = do(before, key)
            box = box.at_state(before)
    return box


def line(box: SandboxMode) -> str:
    return str(box.game.position)


def message_of(box: SandboxMode) -> str:
    notice = box.state.notice if box.state else box.notice
    return notice.text if notice else ""


# ---- setting up


def test_rule_change_keeps_a_possible_position() -> None:
    box = sandbox("russian", "W 24:2 hand:13 / B 23:2 hand:13")
    assert line(box.with_rules(rules_named("backgammon"))) == "W 24:2 off:13 / B 23:2 off:13"
    assert line(box.with_rules(rules_named("russian", free_entry=True))) == line(box)
    clash = sandbox("backgammon", "W 20:15 / B 20:15").with_rules(rules_named("russian"))
    assert line(clash) == "W hand:15 / B hand:15"
    assert "this position is impossible" in message_of(clash)
    assert line(clash.undo()) == "W 20:15 / B 20:15"
    trapped = sandbox("never-finishing", "W 20:1 off:14 / B 5:1! off:14")
    assert trapped.with_rules(rules_named("backgammon")).setup == sandbox("backgammon").setup


def test_rule_change_keeps_the_start() -> None:
    box = sandbox("russian").with_rules(rules_named("backgammon"))
    assert line(box) == "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
    assert message_of(box) == ""


@pytest.mark.parametrize(
    ("text", "side"),
    [(RUNNING, W), (f"\n{RUNNING};", W), (f"{RUNNING}; B to move\nmore", B)],
)
def test_position_line_can_be_pasted(text: str, side: Side) -> None:
    box = sandbox("russian").type_number("5").type_number("3").paste(text)
    assert (line(box), box.setup.side, box.setup.dice) == (RUNNING, side, (5, 3))


@pytest.mark.parametrize("text", ["W 24:2", "", "\x1b[2J", "W 24:15 / B 24:15", "[b]W[/b] " * 99])
def test_invalid_line_is_rejected(text: str) -> None:
    box = sandbox("russian", RUNNING)
    after = box.paste(text)
    assert message_of(after)
    assert "\x1b" not in message_of(after)
    assert after.setup == box.setup


# ---- moving the cursor


@pytest.mark.parametrize(
    ("start", "key", "end"),
    [
        (PointPlace(24), Key.LEFT, PointPlace(23)),
        (PointPlace(24), Key.DOWN, PointPlace(1)),
        (PointPlace(24), Key.RIGHT, TrayPlace(Place.OFF, B)),
        (PointPlace(19), Key.LEFT, TrayPlace(Place.BAR, B)),
        (PointPlace(13), Key.LEFT, TrayPlace(Place.HAND, B)),
        (PointPlace(12), Key.LEFT, TrayPlace(Place.HAND, W)),
        (TrayPlace(Place.HAND, W), Key.UP, TrayPlace(Place.HAND, B)),
        (PointPlace(18), Key.RIGHT, TrayPlace(Place.BAR, B)),
        (TrayPlace(Place.HAND, W), Key.LEFT, TrayPlace(Place.OFF, W)),
        (PointPlace(1), Key.DOWN, PointPlace(24)),
    ],
)
def test_arrows_visit_points_and_trays(start: Any, key: Key, end: Any) -> None:
    assert replace(sandbox("russian"), cursor=start).move_cursor(key).cursor == end


def test_arrows_follow_a_mirrored_board() -> None:
    box = sandbox("russian").with_options(Settings(mirrored=True))
    assert box.move_cursor(Key.RIGHT).cursor == PointPlace(23)


def test_unused_hand_is_not_visited() -> None:
    box = replace(sandbox("backgammon"), cursor=PointPlace(12))
    assert box.move_cursor(Key.LEFT).cursor == TrayPlace(Place.OFF, W)


@pytest.mark.parametrize("name", ["russian", "backgammon"])
def test_arrows_reach_every_setup_place(name: str) -> None:
    reached, open_ = set(), [sandbox(name)]
    while open_:
        box = open_.pop()
        if box.cursor not in reached:
            reached.add(box.cursor)
            open_ += [box.move_cursor(key) for key in (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT)]
    hands = {TrayPlace(Place.HAND, side) for side in Side}
    assert reached == set(PLACES) - (hands if name == "backgammon" else set())


# ---- playing


@few
@given(boards, sides, dice)
def test_plays_match_the_engine(
    board: tuple[Rules, Position], side: Side, numbers: tuple[int, int]
) -> None:
    rules, position = board
    box = opened(rules, StartingPosition(position, side)).roll(numbers).play()
    if box.setup.problem:
        assert box.state is None
        return
    assert box.state
    stage = numbers if numbers[0] != numbers[1] else numbers * 2
    allowed = {p.position for p in legal_plays(rules, position, side, stage) if p.moves}
    if box.game.phase is Phase.MOVE and box.game.left == tuple(sorted(stage, reverse=True)):
        assert {row.position for row in box.state.choosing.rows} == allowed
    else:
        assert not allowed


# ---- undo and redo


def inputs(chance: random.Random, box: SandboxMode) -> SandboxMode:
    """Return any possible inputs."""
    if box.state is None:
        moves: list[Callable[[], SandboxMode]] = [
            lambda: box.point_at(chance.choice(PLACES), takes=chance.random() < 0.3),
            lambda: box.point_at(PointPlace(chance.randint(1, 24))).trap(),
            box.choose_other,
            lambda: box.type_number(str(chance.randint(0, 7))),
            lambda: box.move_cursor(chance.choice([Key.UP, Key.LEFT])),
            box.toggle_hand_off,
            box.toggle_first_doubles,
            box.swap_colours,
            box.pass_turn,
            box.play,
            box.play,
            lambda: box.with_rules(rules_named(chance.choice(["russian", "backgammon"]))),
        ]
        return chance.choice(moves)()
    state = box.state
    if state.news:
        return box.handle(Key.ENTER)[0]
    if state.question:
        return box.handle(chance.choice(state.question.answers).key)[0]
    if state.game.awaits_roll:
        roll = (chance.randint(1, 6), chance.randint(1, 6))
        return chance.choice([lambda: box.roll(roll), box.pass_turn, box.set_up])()
    if state.choosing.rows:
        chosen, _ = box.handle(ChooseRow(chance.randrange(len(state.choosing.rows))))
        return chosen.handle(Key.ENTER)[0]
    return box.set_up()


@few
@given(names, seeds)
def test_everything_can_be_undone_and_redone(name: str, seed: int) -> None:
    chance, box = random.Random(seed), sandbox(name)
    for _ in range(40):
        box = inputs(chance, box)
        position = box.game.position
        assert Position.parse(str(position)) == position
    back, states = box, [box]
    while back.past:
        back = back.undo()
        states.append(back)
    assert back.setup == Setup(rules_named(name), rules_named(name).start.position)
    for state in reversed(states[:-1]):
        back = back.redo()
        assert back.setup == state.setup
        assert (back.state and back.state.table) == (state.state and state.state.table)


@given(boards, sides)
def test_setup_round_trips_through_a_position_line(
    board: tuple[Rules, Position], side: Side
) -> None:
    rules, position = board
    setup = Setup(rules, *StartingPosition(position, side, frozenset({side})))
    box = opened(rules).paste(str(setup.starting_position))
    assert box.setup == setup


# ---- saving and leaving


def test_match_can_start_before_a_roll() -> None:
    box = sandbox("russian", RUNNING)
    for mode, side in ((box, W), (played(box.roll((6, 3)).play(), "24/15", "enter"), B)):
        _, (leave,) = mode.begin_match()
        assert isinstance(leave, Leave)
        assert leave.table
        game = leave.table.game
        assert (game.position, game.side, game.awaits_roll) == (mode.game.position, side, True)


def test_lesson_omits_undone_moves() -> None:
    box = sandbox("russian", RUNNING).roll((6, 3)).play()
    box = played(played(box, "24/15", "enter").undo().undo(), "20/14 19/16", "enter")
    assert box.state
    table = box.state.table
    starting_position = table.record.games[-1].starting_position
    assert starting_position
    text = write_lesson("Two runners", table.record.rules, starting_position, table.actions)
    assert "Solution: 20/14 19/16\n" in text
    assert read_lesson(text).title == "Two runners"


def keys_of(box: SandboxMode) -> list[str]:
    """Return the keys of the available commands."""
    return [
        command.key
        for command in box.commands
        if command.method and command.key and meets(box, command.exists)
    ]


def test_waiting_game_prevents_a_new_match() -> None:
    assert "P" in keys_of(sandbox("russian"))
    assert "P" not in keys_of(replace(sandbox("russian"), can_begin=False))
    assert "^" not in keys_of(sandbox("russian"))
    assert "h" not in keys_of(sandbox("backgammon"))
    assert "E" not in keys_of(sandbox("russian"))
    assert "E" in keys_of(sandbox("russian").play())


def test_sandbox_keys_do_not_clash_with_notation() -> None:
    # The sign = belongs to a move being typed.
    assert {*keys_of(sandbox("never-finishing").play())} & {*NOTATION} == {"="}
    typing = playing(*"13/9")
    assert typing.handle("=")[1] == ()
    assert typing.handle("=")[0].notice == typing.notice


# ---- hiding the list of plays


FRAME = Frame(80, (21, 22), Glyphs())


def playing(*press: Key | str) -> SandboxMode:
    """Return a sandbox with 3-1 to be played from the start of Backgammon."""
    mode = SandboxMode.begin(RULESETS["backgammon"], Settings())
    for key in ("3", "1", Key.ENTER, *press):
        mode, _ = mode.handle(key)
    return mode


def panel(mode: SandboxMode) -> str:
    return "\n".join(line.text for line in mode.view(FRAME).panel.lines)


def test_key_toggles_the_list_of_plays() -> None:
    assert "24/21 24/23" in panel(playing())
    hidden = panel(playing("V"))
    assert "/21" not in hidden
    assert "16 plays" in hidden
    assert panel(playing("V", "V")) == panel(playing())


def test_small_window_does_not_name_the_only_play() -> None:
    assert "type a play" in playing("V").brief(57, FRAME.glyphs)[-1].text


# ---- adding and removing checkers


Change = Callable[..., Position]

changes = st.sampled_from([add_checker, remove_checker, trap, toggle_hand_off])

any_places = st.sampled_from([*range(1, 25), *Place])


def is_possible(rules: Rules, change: Change, place: int) -> bool:
    """Return True if the sandbox offers a change, and shows the place."""
    if change is trap:
        return rules.landing.may_trap and place in range(1, 25)
    return rules.starts_in_hand or (place != Place.HAND and change is not toggle_hand_off)


@given(boards, st.lists(st.tuples(changes, sides, any_places), max_size=30))
def test_edited_positions_stay_valid(
    board: tuple[Rules, Position], inputs: list[tuple[Change, Side, int]]
) -> None:
    rules, position = board
    for change, side, place in inputs:
        if not is_possible(rules, change, place):
            continue
        where = (side,) if change is toggle_hand_off else (side, place)
        try:
            position = change(rules, position, *where)
        except PlacementError:
            continue
        # Reading the line counts the checkers.
        assert Position.parse(str(position)) == position
        if not all(position.has_borne_off_all(side) for side in Side):
            rules.check(position)


@given(boards, sides, any_places)
def test_added_checker_can_be_removed(
    board: tuple[Rules, Position], side: Side, place: int
) -> None:
    rules, before = board
    assume(is_possible(rules, add_checker, place))
    try:
        after = add_checker(rules, before, side, place)
    except PlacementError:
        return
    assert after.count(side, place) == before.count(side, place) + 1
    if place in (*range(1, 25), Place.BAR):
        assert remove_checker(rules, after, side, place).count(side, place) == before.count(
            side, place
        )


def test_enter_rolls_while_a_roll_is_due() -> None:
    box = sandbox("backgammon").roll((3, 1)).play()
    assert box.state
    assert not box.awaits_dice
    waiting = played(box, "8/5 6/5", "enter")
    assert waiting.awaits_dice
    rolled, _ = waiting.handle(Key.ENTER)
    assert rolled.game.rolled
    assert not rolled.awaits_dice


@pytest.mark.parametrize(("keys", "style"), [("", "DIM"), ("6", "BRIGHT"), ("63", "BRIGHT")])
def test_set_numbers_are_bright(keys: str, style: str) -> None:
    box = sandbox("backgammon")
    for key in keys:
        box, _ = box.handle(key)
    lines = box.view(Frame(100, (30, 28), Glyphs())).panel.lines
    (numbers,) = (line for line in lines if line.click == "g" and len(line.spans) == 2)
    assert numbers.spans[1].style is TextStyle[style]
