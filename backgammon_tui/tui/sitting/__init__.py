"""What the players are in the middle of: typed moves, the list, questions, gates, keys."""

from backgammon_tui.tui.sitting.keys import Key, Options
from backgammon_tui.tui.sitting.news import Notice
from backgammon_tui.tui.sitting.questions import Answer, Asked, Question
from backgammon_tui.tui.sitting.sitting import Sitting

__all__ = ["Answer", "Asked", "Key", "Notice", "Options", "Question", "Sitting"]
