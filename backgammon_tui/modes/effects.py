"""Effects that a mode requests from the screen, as data.

A window holds its data and the type of its answer; `tui.program` makes its screen.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Event, Game, Rules, Side
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.names import Level
from backgammon_tui.settings import Settings
from backgammon_tui.words.naming import STANDARD, Naming

if TYPE_CHECKING:
    from backgammon_tui.game_review import Review

# ---- windows with questions and choices


class Confirm(NamedTuple):
    """A question before something that may not be undone; the answer is true or false."""

    question: str


class Menu(NamedTuple):
    """A menu; the answer is the index of the chosen line."""

    title: str
    lines: tuple[tuple[str, str], ...]
    """Each line's key, which may be empty, and its text."""
    highlighted: int = 0
    menu_only_count: int = 0
    """Number of lines at the end whose keys work only in the menu."""


class ChangeOptions(NamedTuple):
    """The options, changed in place; the answer is the changed ones."""

    options: Settings
    naming: Naming = STANDARD
    people: frozenset[Side] = frozenset(Side)
    """The sides that people play; the computer needs no beginner help."""
    hidden: frozenset[str] = frozenset({"tutor"})
    """The options without an effect here."""


class ChooseGame(NamedTuple):
    """The rulesets, and the house rules of this one; the answer is the rules chosen."""

    rules: Rules


class ChooseQuizGames(NamedTuple):
    """The games that a quiz is about; the answer is the games chosen."""

    games: tuple[Rules, ...]


class ChooseLevel(NamedTuple):
    """The levels of the computer; the answer is its name."""

    text: str
    level: Level


class EnterPosition(NamedTuple):
    """A position line or a code, typed or pasted; the answer is what was read."""

    rules: Rules


class AllRolls(NamedTuple):
    """The roll chart; the answer is a roll, if it `takes` one."""

    game: Game
    naming: Naming
    highlighted: Dice | None = None
    takes: bool = False


# ---- windows of a match


class GameResult(NamedTuple):
    """The end of a game, with a sentence on the last action; the answer is the players' choice."""

    table: Table
    naming: Naming
    message: str = ""


class AboutDice(NamedTuple):
    table: Table


class GameSoFar(NamedTuple):
    table: Table
    naming: Naming


class ScoreSheet(NamedTuple):
    table: Table


class Export(NamedTuple):
    """The dialog that copies and writes a table; its answer is True if a picture is wanted."""

    table: Table
    message: str = ""


class NewLesson(NamedTuple):
    """A title for a lesson made from the moves of a table."""

    table: Table


class SandboxBeside(NamedTuple):
    """A sandbox where the last dice of a game were rolled; the answer is a table to play at."""

    record: MatchRecord
    game: Game
    options: Settings


# ---- windows to read


class Message(NamedTuple):
    text: str


class KeyPage(NamedTuple):
    """The keys of a mode, then the rules of a game in brief, if given."""

    title: str
    keys: tuple[tuple[str, str], ...]
    rules: Rules | None = None


class Rulebook(NamedTuple):
    rules: Rules
    section: str | None = None


_Choice = (
    ChangeOptions | ChooseGame | ChooseLevel | ChooseQuizGames | Confirm | EnterPosition | Menu
)
_OfMatch = AboutDice | Export | GameResult | GameSoFar | NewLesson | SandboxBeside | ScoreSheet
AnyWindow = _Choice | AllRolls | _OfMatch | KeyPage | Message | Rulebook

ModeT = TypeVar("ModeT")


class Open(NamedTuple):
    """A window over the board, and the use of its answer by the mode, see `Mode.open`."""

    window: AnyWindow
    then: Callable[[Any, Any], Step[Any]] | None = None
    """Called with the mode and the answer, unless the screen was closed without one."""
    closed: Callable[[Any], Step[Any]] | None = None
    """Called with the mode if the screen was closed without an answer."""


class Leave(NamedTuple):
    """Close the screen; exit if there is none below."""

    table: Table | None = None
    """A table at which the players want to continue."""


class ScrollPanel(NamedTuple):
    """Scroll the panel by some lines, down if positive."""

    by: int


class TakePicture(NamedTuple):
    table: Table
    then: Callable[[Any, str], Step[Any]]
    """Takes the mode and a message about the picture."""


class KeepProgress(NamedTuple):
    """Save items of a learner's progress by name."""

    items: tuple[tuple[str, str], ...]
    is_quiet: bool = False
    is_new: bool = False
    """True to keep items that are already saved."""


class Work(NamedTuple):
    """Long work in a thread, which replaces work begun before it."""

    run: Callable[[], Any]
    then: Callable[[Any, Any], Step[Any]]
    """A function of the mode and what `run` returned."""
    about: object = None
    """The subject of the work; work on an equal subject is not started again."""
    give_up: Callable[[], None] | None = None
    """Ends the work within milliseconds, from another thread; None if it is short anyway."""


class RunReview(NamedTuple):
    """A review that continues to its end, even after the screen is left."""

    review: Review
    then: Callable[[Any, Review], Step[Any]]


class Settled(NamedTuple):
    """The game waits for something new, after a move or roll, a question or a key."""

    events: tuple[Event, ...] | None = None
    """The events of moves and rolls, none after going back; None if the table is the same."""
    is_over: bool = False
    """True if the result is to be shown, even after a question that let the game stay open."""
    is_redone: bool = False


class Shown(NamedTuple):
    """A notice, a hint, or a step or answer of a lesson is new; the screen always shows it."""

    subject: object


class SimpleEffect(Enum):
    SIGNAL = "signal a hit or a lost turn as the players prefer"
    TUMBLE = "let the dice tumble"
    RECORDS = "show the records"
    LEARN = "show the courses of lessons"
    REVIEW = "review the game; the players may play on from any turn"
    REMATCH = "begin a rematch as a new match"
    SWAPPED = "begin a rematch with the players on swapped sides"
    READ_ON = "scroll the panel down a page; at its end go to the next turn"
    READING_PAUSE = "let players read before a key decides or the game continues"
    NEW_LIST = "show the list in the panel from its top"
    NEW_TEXT = "show the text from its top, instead of the board if only one fits"
    OPTIONS = "save the options, and switch presentation mode as set in them"


_OnScreen = Open | Leave | ScrollPanel | Settled | Shown | SimpleEffect
AnyEffect = _OnScreen | TakePicture | KeepProgress | Work | RunReview
Effects = tuple[AnyEffect, ...]

NEW_STEP: Effects = (SimpleEffect.READING_PAUSE, SimpleEffect.NEW_TEXT)
Step = tuple[ModeT, Effects]
"""The next state of a mode, and the effects for the screen."""
