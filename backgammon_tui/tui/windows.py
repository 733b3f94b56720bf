"""The screens of all windows that modes and other screens open."""

from __future__ import annotations

from typing import Any, assert_never

from textual.screen import Screen

from backgammon_tui.modes import effects
from backgammon_tui.modes.effects import AnyWindow
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
from backgammon_tui.tui.dialogs.pages import KeysAndRules, about_dice, game_log, score_sheet
from backgammon_tui.tui.dialogs.result import ResultScreen
from backgammon_tui.tui.dialogs.share import Share
from backgammon_tui.tui.screens.rulebook import RulebookScreen


def window_screen(window: AnyWindow) -> Screen[Any]:
    match window:
        case effects.AllRolls(game, naming, highlighted, takes):
            return rolls(game, naming, highlighted, takes)
        case effects.ChangeOptions(options, naming, people, hidden):
            return Options(options, naming, people, hidden)
        case effects.AboutDice(table):
            return about_dice(table.dice)
        case effects.ChooseGame(rules):
            return ChooseRuleset(rules)
        case effects.ChooseLevel(text, level):
            return choose_level(text, level)
        case effects.ChooseQuizGames(games):
            return choose_quiz_games(games)
        case effects.Confirm(question):
            return Consent(question)
        case effects.EnterPosition(rules):
            return ask_position(rules)
        case effects.Export(table, message):
            return Share(table, message)
        case effects.GameResult(table, naming, message):
            return ResultScreen(table, naming, message)
        case effects.GameSoFar(table, naming):
            return game_log(table, naming)
        case effects.KeyPage(title, keys, rules):
            return KeysAndRules(title, keys, rules)
        case effects.Menu(title, lines, highlighted, only_here):
            return menu(title, lines, highlighted, only_here)
        case effects.Message(text):
            return MessageBox(text)
        case effects.NewLesson(table):
            return SaveLesson(table)
        case effects.Rulebook(rules, section):
            return RulebookScreen(rules, section)
        case effects.SandboxBeside(record, game, options):
            return BoardScreen(SandboxMode.beside(record, game, options))
        case effects.ScoreSheet(table, naming):
            return score_sheet(table, naming)
        case _:
            assert_never(window)
