"""The screen program: the application with its driver and all screens."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast, overload

from textual import constants
from textual.binding import Binding
from textual.keys import key_to_character
from textual.screen import Screen

from backgammon_tui.modes import effects
from backgammon_tui.modes.effects import AnswerT, Window
from backgammon_tui.tui import LaunchOptions
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.words.problems import JournalProblem


def screen_program(launch: LaunchOptions) -> BackgammonApp:
    """Make the application for its terminal, or with the driver that the environment names."""
    if sys.platform == "win32" or constants.DRIVER:
        return BackgammonApp(launch, screen_of)
    from backgammon_tui.tui.driver import TerminalDriver

    return BackgammonApp(launch, screen_of, TerminalDriver)


@overload
def screen_of(app: BackgammonApp, shown: Window[AnswerT]) -> Screen[AnswerT | None]: ...
@overload
def screen_of(app: BackgammonApp, shown: LaunchOptions | JournalProblem) -> Screen[object]: ...
def screen_of(
    app: BackgammonApp, shown: LaunchOptions | JournalProblem | Window[object]
) -> Screen[Any]:  # The overloads give the type of the answer.
    """Make the first screen, a window, or the report of a problem.

    The modules of each are loaded on first use.
    """
    if isinstance(shown, LaunchOptions):
        return _first_screen(app, shown)
    if isinstance(shown, JournalProblem):
        from backgammon_tui.tui.dialogs.dialog import TroubleScreen

        return TroubleScreen(shown)
    return window_screen(shown)


def window_screen(window: Window[AnswerT]) -> Screen[AnswerT | None]:
    screen = window_screens()[type(window)](*vars(window).values())
    return cast("Screen[AnswerT | None]", screen)  # `_shows` has checked the type.


_ScreenOfFields = Callable[..., Screen[object]]


def _shows(
    window: Callable[..., Window[AnswerT]], screen: Callable[..., Screen[AnswerT | None]]
) -> tuple[type, _ScreenOfFields]:
    """Pair a window with the screen that gives its answer."""
    assert isinstance(window, type)
    return window, cast("_ScreenOfFields", screen)


def window_screens() -> Mapping[type, _ScreenOfFields]:
    """Return the screen of each window that modes and other screens open, by its fields."""
    from backgammon_tui.modes.sandbox import SandboxMode
    from backgammon_tui.tui.board_screen import BoardScreen
    from backgammon_tui.tui.dialogs import dialog, forms, pages
    from backgammon_tui.tui.dialogs.result import ResultScreen
    from backgammon_tui.tui.screens.rulebook import RulebookScreen

    return dict(
        (
            _shows(effects.AllRolls, pages.show_roll_chart),
            _shows(effects.ChangeOptions, dialog.Options),
            _shows(effects.AboutDice, lambda table: pages.about_dice(table.dice)),
            _shows(effects.ComparedLines, dialog.ComparisonBox),
            _shows(effects.ChooseGame, dialog.ChooseRuleset),
            _shows(effects.ChooseLevel, dialog.choose_level),
            _shows(effects.ChooseQuizGames, dialog.choose_quiz_games),
            _shows(effects.Confirm, dialog.Consent),
            _shows(effects.EnterPosition, forms.ask_position),
            _shows(effects.EnterText, forms.ask_text),
            _shows(effects.Export, pages.Share),
            _shows(effects.GameResult, ResultScreen),
            _shows(effects.GameSoFar, pages.game_log),
            _shows(effects.KeyPage, pages.KeysAndRules),
            _shows(effects.Menu, dialog.menu),
            _shows(effects.Message, dialog.MessageBox[None]),
            _shows(effects.NewLesson, forms.SaveLesson),
            _shows(effects.Rulebook, RulebookScreen),
            _shows(effects.SandboxBeside, lambda *game: BoardScreen(SandboxMode.beside(*game))),
            _shows(effects.ScoreSheet, pages.score_sheet),
        )
    )


def keys_of_screens() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield each screen without a board: its name, and its keys with their effects."""
    from backgammon_tui.tui.dialogs.pages import KeysAndRules
    from backgammon_tui.tui.dialogs.result import ResultScreen
    from backgammon_tui.tui.screens.learn import LearnScreen
    from backgammon_tui.tui.screens.records import PlayerPage, RecordsScreen
    from backgammon_tui.tui.screens.rulebook import RulebookScreen
    from backgammon_tui.tui.screens.start import StartScreen

    screens: dict[str, type[Screen[Any]]] = {
        "First screen": StartScreen,
        "Result of a game": ResultScreen,
        "Learn": LearnScreen,
        "Records": RecordsScreen,
        "Page of a player": PlayerPage,
        "Rulebook": RulebookScreen,
        "Keys and rules": KeysAndRules,
    }
    for name, screen in screens.items():
        bindings = (b for base in screen.__mro__ for b in vars(base).get("BINDINGS", ()))
        keys: dict[str, str] = {}
        for binding in bindings:
            if isinstance(binding, Binding) and binding.tooltip:
                key = key_to_character(binding.key) or ""
                shown = key if key.isprintable() and key else binding.key.split(",")[0]
                keys.setdefault(binding.key_display or shown, binding.tooltip)
        yield name, [*keys.items()]


def _first_screen(app: BackgammonApp, launch: LaunchOptions) -> Screen[None]:
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
