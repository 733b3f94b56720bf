"""What is opened over another screen or done there, each imported when it is first wanted.

The first frame does not wait for any of them; Textual does the same with its widgets.
"""
# mypy: implicit-reexport
# ruff: noqa: F401

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backgammon_tui.tui.ask_journal import problems_told
    from backgammon_tui.tui.board_screen import BoardScreen
    from backgammon_tui.tui.boards import lesson_board
    from backgammon_tui.tui.dialogs.choose import Consent, choose_level, choose_player, menu
    from backgammon_tui.tui.dialogs.dialog import Dialog, Say
    from backgammon_tui.tui.dialogs.forms import SaveLesson, ask_position, tell_fair_dice
    from backgammon_tui.tui.dialogs.game_log import game_log, score_sheet
    from backgammon_tui.tui.dialogs.grid import throws
    from backgammon_tui.tui.dialogs.help import Help, RulesAndKeys
    from backgammon_tui.tui.dialogs.options import Options
    from backgammon_tui.tui.dialogs.result import ResultScreen
    from backgammon_tui.tui.dialogs.rules_choice import ChooseRuleset, choose_quiz_games
    from backgammon_tui.tui.dialogs.share import Share
    from backgammon_tui.tui.dialogs.trouble import TroubleScreen
    from backgammon_tui.tui.hand_over import write_picture
    from backgammon_tui.tui.match_screen import MatchScreen
    from backgammon_tui.tui.modes.lesson.mode import LessonMode
    from backgammon_tui.tui.modes.quiz.mode import QuizMode
    from backgammon_tui.tui.modes.replay.mode import ReplayMode
    from backgammon_tui.tui.modes.replay.reading import begin_review, read_replay, sample_replay
    from backgammon_tui.tui.modes.replay.reviewing import KeptGame
    from backgammon_tui.tui.modes.sandbox.mode import SandboxMode
    from backgammon_tui.tui.screens.learn import LearnScreen
    from backgammon_tui.tui.screens.open_match import choose_open, read_left, read_open, resume
    from backgammon_tui.tui.screens.records import RecordsScreen
    from backgammon_tui.tui.screens.rulebook import RulebookScreen
    from backgammon_tui.tui.screens.start import StartScreen
else:
    _MODULES = {
        "ask_journal": ("problems_told",),
        "board_screen": ("BoardScreen",),
        "boards": ("lesson_board",),
        "dialogs.choose": ("Consent", "choose_level", "choose_player", "menu"),
        "dialogs.dialog": ("Dialog", "Say"),
        "dialogs.forms": ("SaveLesson", "ask_position", "tell_fair_dice"),
        "dialogs.grid": ("throws",),
        "dialogs.help": ("Help", "RulesAndKeys"),
        "dialogs.game_log": ("game_log", "score_sheet"),
        "dialogs.options": ("Options",),
        "dialogs.result": ("ResultScreen",),
        "dialogs.rules_choice": ("ChooseRuleset", "choose_quiz_games"),
        "dialogs.share": ("Share",),
        "dialogs.trouble": ("TroubleScreen",),
        "hand_over": ("write_picture",),
        "match_screen": ("MatchScreen",),
        "modes.lesson.mode": ("LessonMode",),
        "modes.quiz.mode": ("QuizMode",),
        "modes.replay.mode": ("ReplayMode",),
        "modes.replay.reading": ("begin_review", "read_replay", "sample_replay"),
        "modes.replay.reviewing": ("KeptGame",),
        "modes.sandbox.mode": ("SandboxMode",),
        "screens.learn": ("LearnScreen",),
        "screens.open_match": ("choose_open", "read_left", "read_open", "resume"),
        "screens.records": ("RecordsScreen",),
        "screens.rulebook": ("RulebookScreen",),
        "screens.start": ("StartScreen",),
    }

    def __getattr__(name: str) -> object:
        """What makes a screen, from its module, which is imported now."""
        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(f"backgammon_tui.tui.{module}"), name)
        raise AttributeError(name)
