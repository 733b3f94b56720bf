from __future__ import annotations

import random
from dataclasses import replace

import pytest

from backgammon_tui.engine import RULESETS, Phase, Rules
from backgammon_tui.modes.effects import Open, Rulebook, SimpleEffect
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.panel import log_lines, logged_turns
from backgammon_tui.modes.play.prompts import PassQuickly
from backgammon_tui.modes.play.state import Pace, PlayState, stop_skipping
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.settings import Forced, Settings
from tests.modes.examples import (
    B,
    W,
    after,
    do,
    done,
    message_of,
    new_table,
    requests,
    seated,
    table_from,
)

STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"

SHUT_OUT = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"


def begun(rules: Rules, seed: int) -> PlayMode:
    """Return a match just after its opening roll."""
    mode = PlayMode(PlayState.open(new_table(rules, seed), Settings()))
    while mode.state.game.phase is Phase.OPENING:
        mode, _ = mode.handle(Key.SPACE)
    return mode


def run(mode: PlayMode, maximum: int = 500) -> PlayMode:
    """Continue the game as long as it continues automatically."""
    for _ in range(maximum):
        if mode.pause is None:
            return mode
        mode, _ = mode.advance()
    raise AssertionError("it does not stop")


def has_choice(mode: PlayMode) -> bool:
    state = mode.state
    return len(state.choosing.rows) > 1 or state.question is not None or state.game.is_over


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("seed", range(10))
def test_first_choice_needs_at_most_four_presses(name: str, seed: int) -> None:
    mode, pressed = begun(RULESETS[name], seed), 0
    chance = random.Random(seed)
    while not has_choice(mode) or mode.state.game.phase is Phase.KEEP_OR_REROLL:
        is_opening = mode.state.game.phase is Phase.KEEP_OR_REROLL
        mode, _ = mode.handle(chance.choice("kr") if is_opening else "s")
        mode, pressed = run(mode), pressed + 1
    assert pressed <= 4


@pytest.mark.parametrize("key", [Key.SPACE, Key.ESCAPE, "u", "7", Key.UP])
def test_key_during_skipping_only_stops_it(key: Key | str) -> None:
    mode = begun(RULESETS["russian"], 1)
    if mode.state.question:
        mode, _ = mode.handle("r")
    mode, _ = mode.handle("s")
    mode, _ = mode.advance()
    before = mode.table
    stopped, effects = mode.handle(key)
    assert stopped.pause is None
    assert (stopped.table, effects) == (before, (SimpleEffect.READING_PAUSE,))
    assert stopped.handle("s")[0].pause is not None


def test_second_press_skips_faster() -> None:
    mode = begun(RULESETS["falood"], 1)
    mode, _ = mode.handle("s")
    assert mode.pause == mode.options.pause.seconds
    for _ in range(4):
        mode, _ = mode.handle("s")
        assert mode.pause
        assert mode.pause < 0.1
    mode, effects = mode.advance()
    assert (mode.state.skips, requests(effects)) == (True, [])
    assert not run(mode).state.skips


def test_skipping_continues_after_the_computers_turn() -> None:
    table = new_table(RULESETS["russian"], 2, ("Anna", "computer:easy"))
    watched = after(PlayMode(PlayState.open(table, Settings())), Key.SPACE)
    assert watched.state.is_watched
    for key, stops_at in ((Key.SPACE, Phase.ROLL), ("s", Phase.MOVE)):
        mode = after(watched, key)
        while mode.pause is not None:
            mode = done(mode.advance())
        assert mode.state.game.phase is stops_at
        assert mode.state.game.side is W


def skipped(seed: int, black: str = "Boris") -> tuple[PlayMode, str]:
    """Return a game skipped to its first choice, and the number of people's turns on the way."""
    table = new_table(RULESETS["russian"], seed, ("Anna", black))
    mode = after(PlayMode(PlayState.open(table, Settings())), Key.SPACE, "k", "s")
    while mode.pause is not None:
        mode = done(mode.advance())
    turns = {id(item.last_turn): item.last_turn for item in mode.table.history if item.last_turn}
    return mode, str(sum(black == "Boris" or turn.side is W for turn in turns.values()))


def test_skipped_turns_are_summarised() -> None:
    mode, turns = skipped(2)
    assert message_of(mode.state).startswith(f"{turns} turns passed without a choice. ")
    assert "No complement: still entering." in message_of(mode.state)
    assert message_of(mode.state).endswith(" m shows the log.")
    assert not message_of(after(mode, Key.DOWN).state), "it goes with the next key"
    mode, turns = skipped(2, "computer:easy")
    assert message_of(mode.state).startswith(f"Anna had no choice in {turns} turns.")


def test_summary_and_notice_name_a_missing_complement_once() -> None:
    table = new_table(RULESETS["russian"], 2, ("Anna", "Boris"))
    mode = after(PlayMode(PlayState.open(table, Settings())), Key.SPACE, "k", "s")
    while "No complement and" not in message_of(stop_skipping(mode.state)):
        assert mode.pause is not None
        mode = done(mode.advance())
    assert message_of(stop_skipping(mode.state)).lower().count("no complement") == 1


def test_single_skipped_turn_is_not_summarised() -> None:
    state = seated("russian", SHUT_OUT, W, "33", "enter", "space", options=Settings())
    played = seated("backgammon", STANDARD, W, "31", "enter", "8/5 6/5", "enter").game.last_turn
    assert played
    mode = PlayMode(replace(state, pace=Pace.SKIPPING, skipped=(played,))).handle("x")[0]
    assert message_of(mode.state) == message_of(state)


@pytest.mark.parametrize(
    ("maximum", "logged"),
    [(1, []), (2, ["● …", "    6/4(2)"]), (3, ["● 2-2", "    13/11(2)", "    6/4(2)"])],
)
def test_log_shows_the_end_of_a_long_turn(maximum: int, logged: list[str]) -> None:
    state = seated("backgammon", STANDARD, W, "22", "enter")
    after = do(state, "13/11(2) 6/4(2)", "enter")
    assert [
        line.text for line in log_lines(logged_turns(after, Glyphs(), 10), 12, maximum)
    ] == logged


def offered(seed: int = 2) -> PlayMode:
    """Return a player's first match at its first turn without a choice."""
    table = new_table(RULESETS["russian"], seed, ("Anna", "Boris"))
    begun = PlayMode(PlayState.open(table, Settings()), offers_passing=True)
    return after(begun, Key.SPACE, "k")


def test_passing_is_offered_at_the_first_forced_turn() -> None:
    mode = offered()
    question = mode.state.open_question
    assert isinstance(question, PassQuickly)
    assert question.text.startswith("Your only legal play is hand/")
    asked = after(mode, "w")
    assert "must enter from the hand" in message_of(asked.state)
    (opened,) = asked.handle("w")[1]
    assert isinstance(opened, Open)
    assert isinstance(opened.window, Rulebook)
    assert opened.window.section
    mode = after(mode, Key.SPACE)
    assert mode.options.forced is Forced.QUICK
    assert mode.pause == pytest.approx(0.01)
    mode = run(mode)
    assert has_choice(mode)
    assert "turns passed without a choice" in message_of(mode.state)


@pytest.mark.parametrize("key", ["n", Key.ESCAPE])
def test_passing_is_offered_only_once(key: Key | str) -> None:
    mode, effects = offered().handle(key)
    assert mode.options.forced is Forced.STEP
    assert SimpleEffect.OPTIONS in effects
    assert mode.pause is None
    mode = after(mode, Key.SPACE, Key.SPACE)
    assert not mode.state.open_question


def test_key_stops_passing_until_next_forced_turn() -> None:
    mode = after(offered(), "y")
    mode = done(mode.advance())
    stopped = after(mode, Key.DOWN)
    assert stopped.pause is None


@pytest.mark.parametrize(("name", "is_said"), [("french", True), ("russian", False)])
def test_change_of_point_numbers_is_explained_once(name: str, is_said: bool) -> None:
    table = table_from(name, "W 13:15 / B 14:15", W)
    mode = PlayMode(PlayState.open(table, Settings()), explains_numbers=True)
    turn = (*"53", Key.ENTER, Key.DOWN, Key.ENTER)
    mode = after(mode, *turn)
    assert mode.state.game.side is B
    text = "The numbers change with the turn: each side counts down to its own home."
    assert (message_of(mode.state) == text) is is_said
    mode = after(mode, *turn, *turn)
    assert mode.state.game.side is B
    assert message_of(mode.state) == ""
