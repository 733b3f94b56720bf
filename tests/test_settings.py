from __future__ import annotations

import pytest

from backgammon_tui.engine import Side
from backgammon_tui.settings import MENU, Setting, Settings


@pytest.mark.parametrize("setting", MENU, ids=lambda setting: setting.name)
def test_option_cycles_through_its_values(setting: Setting) -> None:
    settings, seen = Settings(), []
    for _ in setting.values:
        seen.append(setting.state(settings))
        settings = setting.change(settings)
    assert settings == Settings()
    assert len(set(seen)) == len(setting.values) >= 2


@pytest.mark.parametrize("setting", MENU, ids=lambda setting: setting.name)
def test_written_value_is_read_back(setting: Setting) -> None:
    changed = setting.change(Settings())
    assert setting.read(setting.write(changed)) == getattr(changed, setting.name)


def test_menu_options_keep_names_and_reset_presentation_mode() -> None:
    here = Settings(theme="harbour", white="Anna")
    menu = Settings(theme="daylight", white="Zoe", mirrored=True, presentation=True)
    assert here.with_options_of(menu) == Settings(theme="harbour", white="Anna", mirrored=True)


def test_each_side_has_its_own_beginner_help() -> None:
    actors = (Side.WHITE, Side.BLACK, None)
    assert not any(map(Settings().has_beginner_help, actors))
    black = Settings(beginner_help_black=True)
    assert [black.has_beginner_help(actor) for actor in actors] == [False, True, True]
