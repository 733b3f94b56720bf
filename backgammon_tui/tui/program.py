"""The screen program: the application with its driver and all screens."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from textual import constants
from textual.screen import Screen

from backgammon_tui.modes import effects
from backgammon_tui.modes.effects import AnyWindow
from backgammon_tui.tui import LaunchOptions
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.words.problems import JournalProblem


def screen_program(launch: LaunchOptions) -> BackgammonApp:
    """Make the application for its terminal, or with the driver that the environment names."""
    if sys.platform == "win32" or constants.DRIVER:
        return BackgammonApp(launch, screen_of)
    from backgammon_tui.tui.driver import TerminalDriver

    return BackgammonApp(launch, screen_of, TerminalDriver)


def screen_of(app: BackgammonApp, shown: LaunchOptions | AnyWindow | JournalProblem) -> Screen[Any]:
    """Make the first screen, a window, or the report of a problem.

    The modules of each are loaded on first use.
    """
    if isinstance(shown, LaunchOptions):
        return _first_screen(app, shown)
    if isinstance(shown, JournalProblem):
        from backgammon_tui.tui.dialogs.dialog import TroubleScreen

        return TroubleScreen(shown)
    return window_screens()[type(shown)](*shown)


def window_screens() -> Mapping[type, Callable[..., Screen[Any]]]:
    """Return the screen of each window that modes and other screens open, by its fields."""
    from backgammon_tui.modes.sandbox import SandboxMode
    from backgammon_tui.tui.board_screen import BoardScreen
    from backgammon_tui.tui.dialogs import dialog, forms, pages
    from backgammon_tui.tui.dialogs.result import ResultScreen
    from backgammon_tui.tui.screens.rulebook import RulebookScreen

    return {
        effects.AllRolls: pages.rolls,
        effects.ChangeOptions: dialog.Options,
        effects.AboutDice: lambda table: pages.about_dice(table.dice),
        effects.ChooseGame: dialog.ChooseRuleset,
        effects.ChooseLevel: dialog.choose_level,
        effects.ChooseQuizGames: dialog.choose_quiz_games,
        effects.Confirm: dialog.Consent,
        effects.EnterPosition: forms.ask_position,
        effects.Export: pages.Share,
        effects.GameResult: ResultScreen,
        effects.GameSoFar: pages.game_log,
        effects.KeyPage: pages.KeysAndRules,
        effects.Menu: dialog.menu,
        effects.Message: dialog.MessageBox,
        effects.NewLesson: forms.SaveLesson,
        effects.Rulebook: RulebookScreen,
        effects.SandboxBeside: lambda *game: BoardScreen(SandboxMode.beside(*game)),
        effects.ScoreSheet: pages.score_sheet,
    }


def _first_screen(app: BackgammonApp, launch: LaunchOptions) -> Screen[Any]:
    """Start at a table, with a lesson, watching a match, or with the list of games."""
    settings = app.storage.settings
    if launch.table:
        from backgammon_tui.tui.screens.match_screen import MatchScreen

        return MatchScreen(app.start_session(launch.table, launch.lock), app.storage)
    if launch.lesson:
        from backgammon_tui.modes.lesson import LessonMode
        from backgammon_tui.tui.board_screen import BoardScreen

        mode = LessonMode.begin(launch.lesson, settings, app.storage.read_progress())
        return BoardScreen(mode)
    if launch.follower:
        from backgammon_tui.modes.replay import WatchMode
        from backgammon_tui.tui.board_screen import BoardScreen

        return BoardScreen(*WatchMode.watch(launch.follower, launch.match, settings))
    from backgammon_tui.tui.screens.start import StartScreen

    return StartScreen(launch.match, launch.dice)
