from __future__ import annotations

import random
from dataclasses import replace

import pytest

from backgammon_tui.engine import RULESETS, Phase, Rules
from backgammon_tui.modes.effects import Settled, SimpleEffect
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.panel import log_lines, logged_turns
from backgammon_tui.modes.play.prompts import PlayQuickly
from backgammon_tui.modes.play.state import Pace, PlayState
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.names import Level
from backgammon_tui.settings import Forced, Settings
from tests.modes.examples import (
    W,
    after,
    do,
    done,
    message_of,
    new_table,
    pressed,
    seated,
)

STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"

SHUT_OUT = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"


def begun(rules: Rules, seed: int) -> PlayMode:
    """Return a match just after its opening roll."""
    mode = PlayMode(PlayState.open(new_table(rules, seed), Settings()))
    while mode.state.game.phase is Phase.OPENING:
        mode, _ = mode.handle(Key.SPACE)
    return mode


@pytest.mark.parametrize("key", [Key.SPACE, Key.ENTER])
def test_game_key_does_not_answer_question_about_an_option(key: Key) -> None:
    """The highlighted answer leaves the question for the next match."""
    mode = replace(begun(RULESETS["russian"], 3), offers_quick_play=True)
    for _ in range(300):
        if mode.state.open_question:
            break
        mode, _ = mode.handle(key if not mode.state.question else "k")
    assert isinstance(mode.state.open_question, PlayQuickly)
    game = mode.state.game
    for answer in (key, "a", Key.ESCAPE):
        later, effects = mode.handle(answer)
        assert (later.state.open_question, later.state.game) == (None, game)
        assert later.options.forced is Forced.ASK
        assert SimpleEffect.OPTIONS not in effects
    for answer, forced in (("y", Forced.QUICK), ("n", Forced.STEP)):
        assert mode.handle(answer)[0].options.forced is forced
    chosen, _ = mode.handle(Key.UP)
    assert chosen.handle(key)[0].options.forced is Forced.STEP


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


@pytest.mark.parametrize("players", [("Anna", "Boris"), ("Anna", f"computer:{Level.EASY.value}")])
@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("seed", range(3))
def test_first_press_skips_without_pauses(name: str, seed: int, players: tuple[str, str]) -> None:
    mode = PlayMode(PlayState.open(new_table(RULESETS[name], seed, players), Settings()))
    waited = longest = 0.0
    for _ in range(8):
        mode, waited = after(mode, "k" if mode.state.question else "s"), 0.0
        while mode.pause is not None:
            waited += mode.pause
            mode = done(mode.advance())
        longest = max(longest, waited)
    assert longest < 3, "seconds, without those that drawing and thinking take"


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
    assert (stopped.table, effects) == (before, (SimpleEffect.READING_PAUSE, Settled()))
    assert stopped.handle("s")[0].pause is not None
    assert mode.handle("s")[0] == mode, "the key that skips goes on skipping"


def test_summary_and_notice_name_a_missing_complement_once() -> None:
    table = new_table(RULESETS["russian"], 2, ("Anna", "Boris"))
    mode = after(PlayMode(PlayState.open(table, Settings())), Key.SPACE, "k", "s")
    while "No complement and" not in message_of(pressed(mode.state, Key.SPACE)):
        assert mode.pause is not None
        mode = done(mode.advance())
    assert message_of(pressed(mode.state, Key.SPACE)).lower().count("no complement") == 1


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
        line.text for line in log_lines(logged_turns(after, 12, Glyphs(), 10), maximum)
    ] == logged


def test_marks_after_plays_are_explained_once() -> None:
    explanation = "The mark after a play shows how much of the next stage it keeps"
    middle = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"
    rolled = seated("russian", middle, W, options=Settings())
    mode = PlayMode(rolled, explains_marks=True)
    for key in ("4", "4", Key.ENTER):
        mode, effects = mode.handle(key)
    assert explanation in message_of(mode.state)
    assert SimpleEffect.MARKS_EXPLAINED in effects
    for key in (Key.DOWN, Key.ENTER, "u"):
        mode, effects = mode.handle(key)
        assert SimpleEffect.MARKS_EXPLAINED not in effects
    assert explanation not in message_of(mode.state)
    # Without marks there is nothing to explain.
    plain = PlayMode(rolled, explains_marks=True)
    for key in ("6", "3", Key.ENTER):
        plain, effects = plain.handle(key)
    assert plain.explains_marks
    assert SimpleEffect.MARKS_EXPLAINED not in effects
