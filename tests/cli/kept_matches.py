"""Matches in the records, for commands that list and change them."""

from __future__ import annotations

from backgammon_tui.storage.journal.edits import add_match
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.transcripts import read_transcript

HEAD = """\
backgammon-tui transcript 1
Ruleset: {ruleset}
{rules}White: {white}
Black: {black}
Date: {date}
Length: {length}
"""

WON = """
Game {number}
Dice: typed
1 opening 5-2
  W keeps
  5 2: hand/20 hand/23
{loser} resigns {points}
"""


def transcript(
    *games: str,
    ruleset: str = "russian",
    rules: str = "",
    white: str = "Anna",
    black: str = "Boris",
    date: str = "2026-03-01",
    length: str = "open",
) -> str:
    """The transcript of a match."""
    head = HEAD.format(
        ruleset=ruleset, rules=rules, white=white, black=black, date=date, length=length
    )
    return head + "".join(games)


def won(number: int = 1, loser: str = "B", points: int = 1) -> str:
    """A game in which White enters two checkers and then somebody resigns."""
    return WON.format(number=number, loser=loser, points=points)


OPEN = """
Game {number}
Dice: typed
1 opening 3-3
2 opening 5-2
  W keeps
  5 2: hand/20
"""


def opened(number: int = 1) -> str:
    """A game that breaks off in its first turn."""
    return OPEN.format(number=number)


def keep(*texts: str) -> list[int]:
    """Take transcripts into the records; their numbers there."""
    with Journal(journal_file()) as journal:
        return [add_match(journal, read_transcript(text)) for text in texts]
