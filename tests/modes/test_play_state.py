from __future__ import annotations

import random
from dataclasses import replace

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import (
    RULESETS,
    Action,
    AgreeDraw,
    ChooseDoubles,
    KeepOpening,
    OpeningRoll,
    Phase,
    Roll,
)
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.generator import legal_plays
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.rules import Rules
from backgammon_tui.match.record import (
    DiceKind,
    DiceOrigin,
    GameRecord,
    MatchRecord,
)
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import ScrollPanel
from backgammon_tui.modes.inputs import Key, Scroll
from backgammon_tui.modes.play.match import PlayMode, counting_side
from backgammon_tui.modes.play.state import (
    PlayState,
    Waits,
)
from backgammon_tui.settings import Forced, Settings
from tests.modes.examples import (
    DATE,
    B,
    W,
    choose_row,
    chosen,
    count_fifteen,
    do,
    footer_of,
    new_table,
    pressed,
    seated,
)
from tests.modes.random_games import GAMES, mash, play_states, tables

# ---- keys


STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"


def first_seat(name: str = "russian", seed: int | None = None) -> PlayState:
    return PlayState.open(new_table(RULESETS[name], seed), Settings())


def test_invalid_answer_disables_enter() -> None:
    asked = do(first_seat(), "53", "enter")
    states = (asked, do(asked, "y"), do(asked, "y", "down"))
    offered = ["space answer" in footer_of(state, 120).text for state in states]
    assert offered == [True, False, True]


# ---- playing


def test_hidden_rows_cannot_be_chosen() -> None:
    state = do(seated("backgammon", STANDARD, W, "31", "enter"), "8/5")
    hidden = next(
        i for i in range(len(state.choosing.rows)) if i not in state.choosing.reading.shown
    )
    assert choose_row(state, hidden) == state
    assert (
        choose_row(state, state.choosing.reading.shown[0]).choosing.row
        == state.choosing.reading.shown[0]
    )


# ---- take-backs, resignations and draws


def test_finished_game_ignores_inputs() -> None:
    over = do(chosen(seated("russian", MIDDLE, W), "D"), "y")
    for key in ("space", "enter", "down", "tab", "escape", "8/5", "u", "U"):
        assert do(over, key).game == over.game
    assert chosen(over, "D").table == over.table
    assert chosen(over, "R").table == over.table


def test_accepted_result_prevents_roll_correction() -> None:
    table = seated("russian", MIDDLE, W, "53", "enter").table.apply(AgreeDraw())
    assert do(PlayState.open(table, Settings()), "u").open_question
    accepted = PlayState.open(table.accept(), Settings())
    assert do(accepted, "u").question is None


# ---- the board by keys and clicks


@pytest.fixture
def three_one() -> PlayState:
    return seated("backgammon", STANDARD, W, "31", "enter")


@pytest.mark.parametrize("text", ["21/15 18/12", "5/1", "8/6", "20"])
def test_enter_after_rejected_text_works_on_the_board(text: str) -> None:
    dice = seated("russian", "W 24:5 20:5 8:5 / B hand:15", W, "63", "enter")
    in_list, on_board = do(dice, text), do(dice, "tab", text)
    for _ in range(2):
        in_list, on_board = do(in_list, "enter"), do(on_board, "enter")
        assert on_board.notice == in_list.notice
        assert on_board.choosing.text == in_list.choosing.text
        assert on_board.table == in_list.table


def test_arrows_visit_only_pickable_places(three_one: PlayState) -> None:
    board = do(three_one, "tab")
    visited = set()
    for key in ("left", "left", "left", "down", "right", "right", "right", "up", "left"):
        board = do(board, key)
        visited.add(board.choosing.cursor)
    assert visited == three_one.pickable == {24, 13, 8, 6}


@pytest.mark.parametrize("line", [STANDARD, "W 6:3 4:2 1:2 off:8 / B 23:2 off:13"])
def test_arrows_always_find_another_place(line: str) -> None:
    board = do(seated("backgammon", line, W, "31", "enter"), "tab")
    for start in board.pickable:
        there = replace(board, choosing=replace(board.choosing, is_on_board=True, cursor=start))
        for key in ("up", "down", "left", "right"):
            assert do(there, key).choosing.cursor in board.pickable - {start}


def test_arrows_reach_every_place() -> None:
    line = "W 24:2 22:1 19:1 17:1 13:3 12:1 8:2 7:1 6:1 3:1 1:1 / B 23:15"
    for options in (Settings(), Settings(mirrored=True)):
        start = do(seated("russian", line, W, "21", "enter", options=options), "tab")
        result, frontier = set(), [start]
        while frontier:
            state = frontier.pop()
            if state.choosing.cursor not in result:
                result.add(state.choosing.cursor)
                frontier += [do(state, key) for key in ("up", "down", "left", "right")]
        assert result == start.pickable


def test_numbers_follow_the_described_side() -> None:
    shut_out = "W bar:2 13:13 / B 6:2 5:2 4:2 3:2 2:2 1:2 9:3"
    lost = seated("backgammon", shut_out, W, "31", "enter")
    assert (lost.game.actor, lost.named_side, counting_side(lost)) == (B, W, W)
    assert do(lost, "space").named_side is counting_side(do(lost, "space")) is B
    won = seated("backgammon", "W 13:15 / B 1:1 off:14", B, "21", "enter", "enter")
    assert won.game.is_over
    assert (won.named_side, counting_side(won)) == (None, B)
    resigned = do(chosen(seated("french", STANDARD, W), "R"), "y")
    assert counting_side(resigned) is W
    options = Settings(forced=Forced.PLAY, rolls=True)
    in_hand = "W hand:15 / B 6:2 5:2 4:2 3:2 2:2 1:5"
    passed = do(seated("french", in_hand, W, "33", "enter", options=options), "space")
    assert (passed.game.actor, counting_side(passed)) == (B, W), "while the lost turn is shown"


# ---- held keys


def held(state: PlayState, *keys: Key) -> PlayState:
    """Return the state after the keys are pressed in turn until nothing changes."""
    for _ in range(300):
        before = state
        for key in keys:
            state = pressed(state, key)
        if state == before:
            break
    return state


def decided(state: PlayState, before: PlayState) -> list[Action]:
    result: list[Action] = []
    games = state.table.history[len(before.table.history) - 1 :]
    actions = state.table.actions[len(before.table.actions) :]
    for game, action in zip(games, actions, strict=False):
        match action:
            case Roll() | OpeningRoll():
                pass
            case Move():
                if choices(game) > 1:
                    result.append(action)
            case _:
                result.append(action)
    return result


def choices(game: Game) -> int:
    if game.phase is Phase.COMPLETE:
        return len(game.moves)
    assert game.side
    return len(legal_plays(game.rules, game.position, game.side, game.left))


ASKED_BY_THE_RULES = KeepOpening | ChooseDoubles


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("keys", [[Key.SPACE], [Key.SPACE, Key.ENTER]], ids=["space", "both"])
def test_space_and_enter_choose_no_play(rules: Rules, keys: list[Key]) -> None:
    for before in play_states(rules, 8):
        first = pressed(before, Key.ENTER)  # Enter makes the typed or chosen play.
        result = decided(held(first, *keys), first)
        assert [item for item in result if not isinstance(item, ASKED_BY_THE_RULES)] == []


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_space_and_enter_consent_to_nothing(rules: Rules) -> None:
    for before in play_states(rules, 8):
        for asked in (chosen(before, key) for key in "uRD"):
            if asked.open_question is None:
                continue
            for key in (Key.SPACE, Key.ENTER):
                after = pressed(asked, key)
                assert after.open_question is None
                assert after.table == asked.table


# ---- random keys


def check(state: PlayState) -> None:
    rules = state.game.rules
    assert count_fifteen(state)
    rules.check(state.game.position)
    assert all(0 <= index < len(state.choosing.rows) for index in state.choosing.reading.shown)
    assert state.choosing.row is None or state.choosing.row in state.choosing.reading.shown
    assert (state.question is not None) is (state.waits_for is Waits.ANSWER)
    assert not (state.pickable and (state.question or state.news))
    game = state.game
    for move in state.preview:
        game = game.apply(move)


def mash_on(rules: Rules, seed: int, events: int, *, typed_dice: bool) -> PlayState:
    chance = random.Random(seed)
    state = PlayState.open(new_table(rules, None if typed_dice else seed), Settings())
    for step in range(events):
        state = mash(state, chance)
        if state.game.is_over:
            state = mash_at_the_end(state, chance)
        check(state)
        if step % 100 == 0:
            assert state.table.record.games[-1].play(rules) == state.game
    assert state.table.record.games[-1].play(rules) == state.game
    return state


def mash_at_the_end(state: PlayState, chance: random.Random) -> PlayState:
    """Sometimes accept a finished game and start the next one."""
    if chance.random() < 0.5 or state.table.accepted:
        return state
    dice = state.table.dice and FairDice(chance.randbytes(32))
    table = state.table.accept()
    return PlayState.open(table.next_game(dice), state.options)


@pytest.mark.parametrize("typed_dice", [False, True], ids=["fair", "typed"])
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_random_keys_break_nothing(rules: Rules, typed_dice: bool) -> None:
    state = mash_on(rules, 1, 350, typed_dice=typed_dice)
    assert state.table.roll_number > 1


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 7))
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_long_random_keys_break_nothing(rules: Rules, seed: int) -> None:
    mash_on(rules, seed, 6000, typed_dice=bool(seed % 2))


def test_random_keys_make_progress() -> None:
    """The random keys finish at least one turn."""
    ended = [
        bool(mash_on(rules, 8, 300, typed_dice=False).game.last_turn) for rules in RULESETS.values()
    ]
    assert sum(ended) > 2


def test_table_can_be_opened_in_every_state() -> None:
    """A resumed match shows the same list as before."""
    for rules in GAMES:
        for table in tables(rules, 0)[:3]:
            record = table.record.games[-1]
            origin = DiceOrigin(DiceKind.FAIR)
            again = GameRecord(origin, record.entries, record.first)
            match = MatchRecord(rules, "White", "Black", DATE, None, (again,))
            resumed = Table(match, table.match, None, (again.play(rules),))
            single, other = (PlayState.open(item, Settings()) for item in (table, resumed))
            assert [row.position for row in single.choosing.rows] == [
                row.position for row in other.choosing.rows
            ]
            assert single.question == other.question


def test_wheel_scrolls_the_list_until_a_play_is_chosen() -> None:
    mode = PlayMode(seated("backgammon", STANDARD, W, "31", "enter"))
    assert mode.handle(Scroll(3)) == (mode, (ScrollPanel(3),))
    state = do(mode.state, "down", "down", "down")
    for by, key in ((1, "down"), (3, "down"), (-1, "up"), (-3, "up")):
        after = pressed(state, Scroll(by))
        assert after.choosing.row == do(state, key).choosing.row != state.choosing.row
        state = after
