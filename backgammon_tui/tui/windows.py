"""The screens of all windows that modes and other screens open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from textual.screen import Screen

from backgammon_tui.modes import effects
from backgammon_tui.modes.effects import AnyWindow
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.dialogs.dialog import (
    ChooseRuleset,
    Consent,
    MessageBox,
    Options,
    choose_level,
    choose_quiz_games,
    menu,
)
from backgammon_tui.tui.dialogs.forms import SaveLesson, ask_position
from backgammon_tui.tui.dialogs.grid import rolls
from backgammon_tui.tui.dialogs.pages import KeysAndRules, about_dice, game_log, score_sheet
from backgammon_tui.tui.dialogs.result import ResultScreen
from backgammon_tui.tui.dialogs.share import Share
from backgammon_tui.tui.screens.rulebook import RulebookScreen

SCREENS: Final[Mapping[type, Callable[..., Screen[Any]]]] = {
    effects.AllRolls: rolls,
    effects.ChangeOptions: Options,
    effects.AboutDice: lambda table: about_dice(table.dice),
    effects.ChooseGame: ChooseRuleset,
    effects.ChooseLevel: choose_level,
    effects.ChooseQuizGames: choose_quiz_games,
    effects.Confirm: Consent,
    effects.EnterPosition: ask_position,
    effects.Export: Share,
    effects.GameResult: ResultScreen,
    effects.GameSoFar: game_log,
    effects.KeyPage: KeysAndRules,
    effects.Menu: menu,
    effects.Message: MessageBox,
    effects.NewLesson: SaveLesson,
    effects.Rulebook: RulebookScreen,
    effects.SandboxBeside: lambda *game: BoardScreen(SandboxMode.beside(*game)),
    effects.ScoreSheet: score_sheet,
}
"""The screen of each window, which takes the window's fields."""


def window_screen(window: AnyWindow) -> Screen[Any]:
    return SCREENS[type(window)](*window)
