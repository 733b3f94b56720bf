"""An option is one field: menu, file and command line find there all that they need."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import Side
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.settings import MENU, SETTINGS, Setting, Settings


@pytest.mark.parametrize("setting", MENU, ids=lambda setting: setting.name)
def test_an_option_goes_through_its_values_and_comes_round(setting: Setting) -> None:
    settings, seen = Settings(), []
    for _ in setting.values:
        seen.append(setting.state(settings))
        settings = setting.change(settings)
    assert settings == Settings()
    assert len(set(seen)) == len(setting.values) >= 2


@pytest.mark.parametrize("setting", MENU, ids=lambda setting: setting.name)
def test_what_is_written_is_read_as_the_same_value(setting: Setting) -> None:
    changed = setting.change(Settings())
    assert setting.read(setting.write(changed)) == getattr(changed, setting.name)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("motion", "YES", True),
        ("motion", "0", False),
        ("numbering", "Track", Numbering.TRACK),
        ("white", " Anna ", "Anna"),
        ("theme", "", ""),
    ],
)
def test_values_as_a_person_writes_them(name: str, text: str, value: object) -> None:
    assert SETTINGS[name].read(text) == value


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("motion", "maybe", "it may be on or off"),
        ("numbering", "purple", "it may be standard, track or tables"),
        ("theme", "two words", "it may be one visible word of at most 40 characters"),
        ("white", "", "a name has at least one character"),
    ],
)
def test_what_cannot_be_read_says_what_may_stand_there(name: str, text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        SETTINGS[name].read(text)


def test_the_options_of_the_menu_change_no_names_and_the_big_view_does_not_last() -> None:
    here = Settings(theme="harbour", white="Anna")
    menu = Settings(theme="daylight", white="Zoe", mirrored=True, big=True)
    assert here.with_options_of(menu) == Settings(theme="harbour", white="Anna", mirrored=True)


def test_each_side_has_a_coach_of_its_own() -> None:
    assert Settings().coached == frozenset()
    assert Settings(coach_black=True).coached == {Side.BLACK}
