"""The game as lines of text: for pipes, for the ear, for narrow and for old terminals."""

from backgammon_tui.plain.conversation import Conversation

__all__ = ["Conversation"]
