"""`f`: what the next throws do, beside the plays of sandbox, lesson and coached match."""

from __future__ import annotations

from typing import Any

from backgammon_tui.modes.effects import Work
from backgammon_tui.modes.inputs import Key, Paste
from backgammon_tui.modes.lesson.mode import LessonMode
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.play.mode import PlayMode
from backgammon_tui.modes.sandbox.mode import SandboxMode
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.settings import Settings
from backgammon_tui.teach.lessons.catalogue import course
from tests.engine.examples import W, rules_named
from tests.modes.examples import seated

SHOTS = "W 24:3 21:8 19:4 / B 23:5 22:1 20:3 18:4 14:2"
FRAME = Frame(120, (32, 34), Glyphs())


def counted(mode: Any) -> Any:
    """The mode after `f`, with its work done."""
    after, effects = mode.handle("f")
    for effect in effects:
        if isinstance(effect, Work):
            after, _ = effect.then(after, effect.run())
    return after


def words(mode: Any) -> str:
    panel = mode.view(FRAME).panel
    told = ("".join(span.text for span in line.spans) for line in panel.lines)
    return " ".join(" ".join(told).split())


def sandbox() -> Any:
    mode: Any = SandboxMode.begin(rules_named("russian"), Settings())
    for given in (Paste(f"{SHOTS}; W to move; first doublet W B"), "6", "4", Key.ENTER):
        mode, _ = mode.handle(given)
    return mode


def test_in_the_sandbox_the_shots_stand_beside_the_plays() -> None:
    mode = counted(sandbox())
    assert "34" in words(mode)
    assert "Beside each play: how many of the 36" in words(mode)
    for _ in range(20):
        mode, _ = mode.handle(Key.DOWN)
    told = words(mode)
    assert "22 of the opponent's 36 throws hit" in told
    assert "21/15 19/15 would leave 0." in told


def test_pressed_again_they_go_and_while_one_types_it_is_a_letter() -> None:
    mode = counted(counted(sandbox()))
    assert "Beside each play" not in words(mode)
    typed, _ = sandbox().handle("2")
    assert counted(typed).state.playing.facts == ()


def test_in_a_lesson_they_come_with_the_list() -> None:
    entry = course("russian")[12]
    before = LessonMode.begin(entry.read(), Settings(), entry)
    assert not counted(before).state.input.facts
    hinted, _ = before.handle("t")
    after = counted(hinted)
    assert after.state.input.facts
    assert "how many of the 36" in words(after)


def test_in_a_match_only_who_has_a_coach_sees_them() -> None:
    state = seated("russian", SHOTS, W, "64", "enter")
    assert not counted(PlayMode(state)).state.facts
    coached = seated("russian", SHOTS, W, "64", "enter", options=Settings(coach_white=True))
    assert counted(PlayMode(coached)).state.facts


def test_a_lesson_is_displayed_for_a_class_from_step_to_step_until_the_key_comes_again() -> None:
    entry = course("russian")[12]
    mode = LessonMode.begin(entry.read(), Settings(), entry)
    big, _ = mode.handle("d")
    assert big.options.big
    later, _ = big.handle("l")
    assert later.state.run.lesson.title == course("russian")[13].title
    assert later.options.big
    usual, _ = later.handle("d")
    assert not usual.options.big
    typed, _ = mode.handle("2")
    assert not typed.handle("d")[0].options.big
