"""The windows that a mode may ask for: each holds its data and knows the type of its answer.

A mode knows no Textual; `tui.windows` makes a screen of each.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Game, Rules, Side
from backgammon_tui.frozen import frozen
from backgammon_tui.levels import Level
from backgammon_tui.modes.inputs import NextStep
from backgammon_tui.settings import Settings
from backgammon_tui.storage.formats.codes import Coded
from backgammon_tui.storage.table import Table
from backgammon_tui.words.naming import STANDARD, Naming

Given = TypeVar("Given")


class Window(Generic[Given]):
    """A dialog or another board, opened over a mode; closing it may give an answer."""


# ---- questions and choices


@frozen
class Confirm(Window[bool]):
    """A question before something that may not be undone."""

    question: str


@frozen
class Menu(Window[int]):
    """The lines of a menu; the answer is the place of the one chosen."""

    title: str
    lines: tuple[tuple[str, str], ...]
    """Each line's key, which may be empty, and its text."""

    highlighted: int = 0


@frozen
class ChangeOptions(Window[Settings]):
    """The options, changed where they stand."""

    options: Settings
    naming: Naming = STANDARD
    people: frozenset[Side] = frozenset(Side)
    """The sides that people play; the program needs neither coach nor tutor."""


@frozen
class ChooseGame(Window[Rules]):
    """The rulesets, and the house rules of this one."""

    rules: Rules


@frozen
class ChooseQuizGames(Window[tuple[Rules, ...]]):
    """The games that a quiz is about."""

    games: tuple[Rules, ...]


@frozen
class ChooseLevel(Window[str]):
    """The levels of the program; the answer is its name."""

    text: str
    level: Level


@frozen
class EnterPosition(Window[Coded]):
    """A position line or a code, typed or pasted."""

    rules: Rules


@frozen
class AllThrows(Window[Dice]):
    """The 36 throws as a square, one of which can be chosen where it `takes` one."""

    game: Game
    naming: Naming
    highlighted: Dice | None = None
    takes: bool = False


# ---- a match


@frozen
class GameResult(Window[NextStep]):
    """The end of a game, with a sentence on the last action there."""

    table: Table
    naming: Naming
    said: str = ""


@frozen
class DiceWords(Window[Table]):
    """The proof that the dice are fair, with the words that the players may add."""

    table: Table


@frozen
class GameSoFar(Window[None]):
    """Every turn of a game."""

    table: Table
    naming: Naming


@frozen
class ScoreSheet(Window[None]):
    """The games of a match with their points."""

    table: Table
    naming: Naming


@frozen
class Export(Window[bool]):
    """The dialog that copies and writes a table; its answer is true if a picture is wanted."""

    table: Table
    said: str = ""


@frozen
class NewLesson(Window[None]):
    """A title under which the moves of a table become a lesson."""

    table: Table


@frozen
class SandboxBeside(Window[Table]):
    """A sandbox where the last dice of a match were thrown."""

    table: Table
    options: Settings


# ---- pages


@frozen
class Message(Window[None]):
    """A sentence to be read."""

    text: str


@frozen
class KeyPage(Window[None]):
    """The keys of a mode, and below them the rules of a game in short, if one is given."""

    title: str
    keys: tuple[tuple[str, str], ...]
    rules: Rules | None = None
    naming: Naming = STANDARD


@frozen
class Rulebook(Window[None]):
    """The rules of a game, opened at a section."""

    rules: Rules
    section: str | None = None


AnyWindow = (
    AllThrows
    | ChangeOptions
    | ChooseGame
    | ChooseLevel
    | ChooseQuizGames
    | Confirm
    | DiceWords
    | EnterPosition
    | Export
    | GameResult
    | GameSoFar
    | KeyPage
    | Menu
    | Message
    | NewLesson
    | Rulebook
    | SandboxBeside
    | ScoreSheet
)
"""All windows, so that the type checker names one without a screen."""
