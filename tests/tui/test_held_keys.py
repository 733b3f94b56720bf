"""A key that is held down, or pressed before its effect could be seen, decides nothing."""

from __future__ import annotations

import pytest

from backgammon_tui.tui import game_app
from backgammon_tui.tui.game_app import HeldKeys


class Clock:
    """A clock that a test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(game_app, "monotonic", lambda: self.now)
        monkeypatch.setattr(game_app, "MOMENT", 0.25)


def test_a_held_key_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, keys = Clock(monkeypatch), HeldKeys()
    counted = 0
    for _ in range(300):
        counted += not keys.comes_too_soon("space")
        clock.now += 0.03
    assert counted == 1
    clock.now += 0.25
    assert not keys.comes_too_soon("space")


def test_a_new_state_must_be_seen_before_a_key_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, keys = Clock(monkeypatch), HeldKeys()
    assert not keys.comes_too_soon("space")
    keys.see_new_state()
    clock.now += 0.2
    assert keys.comes_too_soon("enter")
    clock.now += 0.26
    assert not keys.comes_too_soon("enter")


def test_a_press_that_came_too_soon_makes_nobody_wait_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, keys = Clock(monkeypatch), HeldKeys()
    keys.see_new_state()
    clock.now += 0.1
    assert keys.comes_too_soon("space")
    clock.now += 0.2
    assert not keys.comes_too_soon("space")


def test_what_is_typed_right_after_a_press_that_came_too_soon_counts_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, keys = Clock(monkeypatch), HeldKeys()
    keys.see_new_state()
    clock.now += 0.1
    assert not keys.is_run_past
    assert keys.comes_too_soon("enter")
    clock.now += 0.2
    assert keys.is_run_past
    clock.now += 0.4
    assert not keys.is_run_past


@pytest.mark.parametrize(("later", "counts"), [(0.24, False), (0.26, True)])
def test_a_second_press_counts_a_moment_after_the_first(
    monkeypatch: pytest.MonkeyPatch, later: float, counts: bool
) -> None:
    """No held key repeats as slowly as this, but nobody has read anything in between."""
    clock, keys = Clock(monkeypatch), HeldKeys()
    assert not keys.comes_too_soon("space")
    clock.now += later
    assert keys.comes_too_soon("space") is not counts
    assert keys.is_held is not counts


def test_a_refused_press_makes_the_next_one_wait_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, keys = Clock(monkeypatch), HeldKeys()
    assert not keys.comes_too_soon("space")
    clock.now += 0.2
    assert keys.comes_too_soon("space")
    clock.now += 0.16
    assert not keys.comes_too_soon("space")
