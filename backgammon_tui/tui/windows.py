"""The windows that modes and screens ask for by name, each imported when it is first wanted."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from backgammon_tui.modes.window import Window


def make(window: Window, *about: Any) -> Any:
    """Make a dialog, a screen or the mode of another board."""
    module, name = _WINDOWS[window]
    return getattr(import_module(f"backgammon_tui.tui.{module}"), name)(*about)


_WINDOWS: Final = {
    Window.CONFIRM: ("dialogs.choose", "Consent"),
    Window.FAIR_DICE: ("dialogs.forms", "tell_fair_dice"),
    Window.GAME_LOG: ("dialogs.game_log", "game_log"),
    Window.KEYS: ("dialogs.help", "Help"),
    Window.LEVEL: ("dialogs.choose", "choose_level"),
    Window.MENU: ("dialogs.choose", "menu"),
    Window.MESSAGE: ("dialogs.dialog", "Say"),
    Window.OPTIONS: ("dialogs.options", "Options"),
    Window.POSITION: ("dialogs.forms", "ask_position"),
    Window.QUIZ_GAMES: ("dialogs.rules_choice", "choose_quiz_games"),
    Window.RESULT: ("dialogs.result", "ResultScreen"),
    Window.RULEBOOK: ("screens.rulebook", "RulebookScreen"),
    Window.RULES_AND_KEYS: ("dialogs.help", "RulesAndKeys"),
    Window.RULESET: ("dialogs.rules_choice", "ChooseRuleset"),
    Window.SANDBOX: ("boards", "sandbox_beside"),
    Window.SAVE_LESSON: ("dialogs.forms", "SaveLesson"),
    Window.SCORE_SHEET: ("dialogs.game_log", "score_sheet"),
    Window.SHARE: ("dialogs.share", "Share"),
    Window.THROWS: ("dialogs.grid", "throws"),
}
