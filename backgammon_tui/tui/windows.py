"""The screen of every window that a mode or another screen asks for."""

from __future__ import annotations

from typing import Any, assert_never

from textual.screen import Screen

from backgammon_tui.engine import Rules
from backgammon_tui.modes import effects
from backgammon_tui.modes.effects import AnyWindow, Given, Window
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.dialogs.choose import (
    ChooseRuleset,
    Consent,
    Options,
    choose_level,
    choose_quiz_games,
    menu,
)
from backgammon_tui.tui.dialogs.dialog import MessageBox
from backgammon_tui.tui.dialogs.forms import SaveLesson, ask_position
from backgammon_tui.tui.dialogs.grid import rolls
from backgammon_tui.tui.dialogs.pages import Help, RulesAndKeys, about_dice, game_log, score_sheet
from backgammon_tui.tui.dialogs.result import ResultScreen
from backgammon_tui.tui.dialogs.share import Share
from backgammon_tui.tui.screens.rulebook import RulebookScreen


def window_screen(window: AnyWindow) -> Screen[Any]:
    """Make the screen of a window."""
    match window:
        case effects.AllRolls(game, naming, highlighted, takes):
            return _answers(window, rolls(game, naming, highlighted, takes))
        case effects.ChangeOptions(options, naming, people):
            return _answers(window, Options(options, naming, people))
        case effects.AboutDice(table):
            return _answers(window, about_dice(table.dice))
        case effects.ChooseGame(rules):
            return _answers(window, ChooseRuleset(rules))
        case effects.ChooseLevel(text, level):
            return _answers(window, choose_level(text, level))
        case effects.ChooseQuizGames(games):
            return _answers(window, choose_quiz_games(games))
        case effects.Confirm(question):
            return _answers(window, Consent(question))
        case effects.EnterPosition(rules):
            return _answers(window, ask_position(rules))
        case effects.Export(table, said):
            return _answers(window, Share(table, said))
        case effects.GameResult(table, naming, said):
            return _answers(window, ResultScreen(table, naming, said))
        case effects.GameSoFar(table, naming):
            return _answers(window, game_log(table, naming))
        case effects.KeyPage(title, keys, Rules() as rules):
            return _answers(window, RulesAndKeys(title, keys, rules))
        case effects.KeyPage(title, keys):
            return _answers(window, Help(title, keys))
        case effects.Menu(title, lines, highlighted):
            return _answers(window, menu(title, lines, highlighted))
        case effects.Message(text):
            return _answers(window, MessageBox(text))
        case effects.NewLesson(table):
            return _answers(window, SaveLesson(table))
        case effects.Rulebook(rules, section):
            return _answers(window, RulebookScreen(rules, section))
        case effects.SandboxBeside(record, game, options):
            return _answers(window, BoardScreen(SandboxMode.beside(record, game, options)))
        case effects.ScoreSheet(table, naming):
            return _answers(window, score_sheet(table, naming))
        case _:
            assert_never(window)


def _answers(_: Window[Given], screen: Screen[Given | None]) -> Screen[Any]:
    return screen
