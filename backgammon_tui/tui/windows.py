"""The screen of every window that a mode or another screen asks for.

The modules of dialogs and screens load when one is first wanted, see `submodules`.
"""

from __future__ import annotations

from typing import Any, assert_never

from textual.screen import Screen

from backgammon_tui import tui
from backgammon_tui.engine import Rules
from backgammon_tui.modes import effects
from backgammon_tui.modes.effects import AnyWindow, Given, Window
from backgammon_tui.tui import dialogs, screens


def screen_of(window: AnyWindow) -> Screen[Any]:
    """Make the screen of a window."""
    match window:
        case effects.AllRolls(game, naming, highlighted, takes):
            return _answers(window, dialogs.grid.rolls(game, naming, highlighted, takes))
        case effects.ChangeOptions(options, naming, people):
            return _answers(window, dialogs.options.Options(options, naming, people))
        case effects.AboutDice(table):
            return _answers(window, dialogs.pages.about_dice(table.dice))
        case effects.ChooseGame(rules):
            return _answers(window, dialogs.options.ChooseRuleset(rules))
        case effects.ChooseLevel(text, level):
            return _answers(window, dialogs.choose.choose_level(text, level))
        case effects.ChooseQuizGames(games):
            return _answers(window, dialogs.options.choose_quiz_games(games))
        case effects.Confirm(question):
            return _answers(window, dialogs.choose.Consent(question))
        case effects.EnterPosition(rules):
            return _answers(window, dialogs.forms.ask_position(rules))
        case effects.Export(table, said):
            return _answers(window, dialogs.share.Share(table, said))
        case effects.GameResult(table, naming, said):
            return _answers(window, dialogs.result.ResultScreen(table, naming, said))
        case effects.GameSoFar(table, naming):
            return _answers(window, dialogs.pages.game_log(table, naming))
        case effects.KeyPage(title, keys, Rules() as rules):
            return _answers(window, dialogs.pages.RulesAndKeys(title, keys, rules))
        case effects.KeyPage(title, keys):
            return _answers(window, dialogs.pages.Help(title, keys))
        case effects.Menu(title, lines, highlighted):
            return _answers(window, dialogs.choose.menu(title, lines, highlighted))
        case effects.Message(text):
            return _answers(window, dialogs.dialog.MessageBox(text))
        case effects.NewLesson(table):
            return _answers(window, dialogs.forms.SaveLesson(table))
        case effects.Rulebook(rules, section):
            return _answers(window, screens.rulebook.RulebookScreen(rules, section))
        case effects.SandboxBeside(table, options):
            return _answers(window, tui.boards.sandbox_beside(table, options))
        case effects.ScoreSheet(table, naming):
            return _answers(window, dialogs.pages.score_sheet(table, naming))
        case _:
            assert_never(window)


def _answers(_: Window[Given], screen: Screen[Given | None]) -> Screen[Any]:
    return screen
