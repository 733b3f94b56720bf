"""Taking back moves, stages and rolls with `u`, and redoing them with `U`."""

from __future__ import annotations

import random

from hypothesis import example, given
from hypothesis import strategies as st

from backgammon_tui.engine import Phase, Rules
from backgammon_tui.engine.moves import Double
from backgammon_tui.engine.rules import Opening, Scale
from backgammon_tui.match.table import Table
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.settings import Settings
from tests.engine.examples import W, rules_named
from tests.engine.strategies import few, house_rules, seeds
from tests.modes.examples import START, after, do, done, message_of, seated
from tests.storage.matches import random_table

PLAYERS = ("Anna", "Boris")
LINE = "W 24:6 18:9 / B 1:15"


def extra_roll(*inputs: str) -> PlayState:
    """Return Anna's turn after 3-3, all 3s and 4s, and 6-1 as the extra roll."""
    begun = seated("russian", LINE, W, "33", "enter", had_double=[W], players=PLAYERS)
    played = do(do(begun, "24/21(4)", "enter"), "24/20(2) 21/17(2)", "enter")
    assert played.game.phase is Phase.ROLL_AGAIN
    return do(played, "61", "enter", *inputs)


def asked(state: PlayState) -> str:
    assert state.open_question
    return state.open_question.text


def test_extra_roll_is_taken_back_alone_then_stage_by_stage() -> None:
    table = extra_roll().table
    state = do(extra_roll(), "u")
    assert asked(state) == "Was 6-1 mistyped?"
    state = do(state, "y")
    assert state.game == table.history[-2]
    state = do(state, "u")
    assert asked(state) == "This takes back Anna's moves with four 4s. Boris, do you agree?"
    state = do(state, "y")
    assert state.game.due == (4, 4, 4, 4)
    assert message_of(state) == "Play four 4s again."
    state = do(do(state, "u"), "y")
    assert state.game.due == (3, 3, 3, 3)
    state = do(do(state, "u"), "y")
    assert state.game.phase is Phase.ROLL
    for phase, due in ((Phase.MOVE, 3), (Phase.MOVE, 4), (Phase.ROLL_AGAIN, 0), (Phase.MOVE, 6)):
        state = do(state, "U")
        assert (state.game.phase, max(state.game.due, default=0)) == (phase, due)
    assert state.game == table.game
    assert message_of(state) == "The roll 6-1 is back."


def test_taken_back_stage_can_be_played_differently() -> None:
    state = do(extra_roll(), "u", "y", "u", "y")
    state = do(state, "24/20(2) 18/14(2)", "enter")
    assert state.game.phase is Phase.ROLL_AGAIN
    assert do(state, "U").table == state.table
    undone = do(state, "u")
    assert undone.game.due == (4,), "a new move needs no consent"


def test_moves_of_an_extra_roll_are_undone_first() -> None:
    moved = do(extra_roll(), "18/12", "enter")
    state = do(moved, "u")
    assert state.game == extra_roll().game
    assert do(state, "U").game == moved.game


def test_question_names_a_roll_and_up_to_two_after_it() -> None:
    state, texts = seated("backgammon", START, W, players=PLAYERS), []
    for roll, play in (("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7"), ("53", "8/3 6/3")):
        state = do(state, roll, "enter", play, "enter")
        texts.append(asked(PlayMode(state).ask_take_back("1")[0].state))
    assert texts == [
        f"This takes back Anna's 3-1{rest}. Boris, do you agree?"
        for rest in (
            " with its moves",
            " and Boris's 4-2",
            ", Boris's 4-2 and Anna's 6-1",
            " and everything after it",
        )
    ]


def test_refused_take_back_changes_nothing() -> None:
    before = do(extra_roll(), "u", "y")
    assert do(before, "u", "n").table == before.table


def test_choice_after_two_one_is_undone_without_consent() -> None:
    line = "W hand:12 24:3 / B 13:15"
    state = seated("falood", line, W, "21", "enter", "enter", had_double=[W], players=PLAYERS)
    state = do(state, "6")
    assert state.game.due == (6, 6, 6, 6)
    back = do(state, "u")
    assert back.game.phase is Phase.CHOOSE
    assert back.open_question is None
    assert do(back, "U").game == state.game
    assert do(back, "5").game.due == (5, 5, 5, 5)


# ---- random games


def step_back(state: PlayState) -> PlayState:
    """Press `u`, and agree if that is asked."""
    pressed = after(PlayMode(state), "u").state
    return after(PlayMode(pressed), "y").state if pressed.open_question else pressed


def resumed(table: Table) -> PlayState:
    """Return the state after the program was killed and the match resumed."""
    table = Table.resume(table.record, table.match.results, table.seeds)
    return PlayState.open(table, Settings())


DOUBLED = rules_named("backgammon", opening=Opening.AGAIN, scale=Scale.ONE, higher_number=False)


@few
@example(DOUBLED, 0, 28, 1, False)
@given(house_rules(), seeds, st.integers(1, 150), st.integers(1, 12), st.booleans())
def test_steps_taken_back_are_redone(
    rules: Rules, seed: int, steps: int, many: int, killed: bool
) -> None:
    table = random_table(rules, seed, steps, back=False)
    if table.game.is_over:
        return  # The end by agreement is not redone.
    states = [PlayState.open(table, Settings())]
    states[0] = done(PlayMode(states[0]).handle(Key.SPACE)).state if states[0].news else states[0]
    table = states[0].table
    for _ in range(many):
        back = step_back(states[-1])
        back = back.acknowledge() if back.news else back
        if len(back.table.actions) >= len(states[-1].table.actions):
            break
        states.append(resumed(back.table) if killed else back)
    state = states.pop()
    assert state.table.game == table.history[len(state.table.actions)]
    while states:
        state = after(PlayMode(state.acknowledge() if state.news else state), "U").state
        before = states.pop().table
        if state.table.actions != before.actions:
            count = len(state.table.actions)
            assert state.table.actions == before.actions[:count]
            assert isinstance(before.actions[count], Double), "only a double is not redone"
            return
        assert state.table.game == before.game
        assert state.table.played.rolls == before.played.rolls
    assert state.table.record.games[-1].play(rules) == table.game


@few
@given(house_rules(), seeds, st.integers(1, 150))
def test_dice_are_the_same_after_each_step_back(rules: Rules, seed: int, steps: int) -> None:
    table = random_table(rules, seed, steps, back=False)
    rolls = [table.actions[at] for at in table.rolls]
    state = PlayState.open(table, Settings())
    chance = random.Random(seed)
    for _ in range(chance.randint(1, 9)):
        state = step_back(state.acknowledge() if state.news else state)
    if state.game.awaits_roll and not state.table.accepted:
        number = state.table.roll_number
        rolled = state.table.roll()
        assert number > len(rolls) or rolled.actions[-1] == rolls[number - 1]
