"""The windows that a mode may ask the screen to open, by name: a mode knows no Textual."""

from __future__ import annotations

from enum import Enum, auto


class Window(Enum):
    """A dialog or another board; `windows` makes it of what the mode gives with it."""

    CONFIRM = auto()
    FAIR_DICE = auto()
    GAME_LOG = auto()
    KEYS = auto()
    LEVEL = auto()
    MENU = auto()
    MESSAGE = auto()
    OPTIONS = auto()
    POSITION = auto()
    QUIZ_GAMES = auto()
    RESULT = auto()
    RULEBOOK = auto()
    RULES_AND_KEYS = auto()
    RULESET = auto()
    SANDBOX = auto()
    SAVE_LESSON = auto()
    SCORE_SHEET = auto()
    SHARE = auto()
    THROWS = auto()
