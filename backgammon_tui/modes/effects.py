"""Effects that a mode requests from the screen, as data.

A window names the type of its answer; `tui.program` has its screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NamedTuple,
    Self,
    TypeAlias,
    TypeVar,
    dataclass_transform,
)

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Event, Game, Rules, Side
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.inputs import NextStep
from backgammon_tui.names import Level
from backgammon_tui.settings import Settings
from backgammon_tui.words.naming import STANDARD, Naming

if TYPE_CHECKING:
    from backgammon_tui.game_review import Review
    from backgammon_tui.storage.codes import DecodedPosition
    from backgammon_tui.teach.lessons.writing import TriedPlay

_Decoded: TypeAlias = "DecodedPosition"

# ---- windows with questions and choices

Answer_co = TypeVar("Answer_co", covariant=True)


@dataclass_transform(frozen_default=True)
class Window(Generic[Answer_co]):
    """A request for a window; its type names the answer, None for a window to read.

    Each subclass becomes a frozen dataclass when its first window is made. Each takes half a
    millisecond, so making all of them at the start would delay the first frame.
    """

    def __new__(cls, *args: object, **options: object) -> Self:
        if "__dataclass_fields__" not in vars(cls):
            dataclass(frozen=True)(cls)
        return super().__new__(cls)


class Confirm(Window[bool]):
    """A question before something that may not be undone."""

    question: str


class Menu(Window[int]):
    """A menu; the answer is the index of the chosen line."""

    title: str
    lines: tuple[tuple[str, str], ...]
    """Each line's key, which may be empty, and its text."""
    highlighted: int = 0
    menu_only_count: int = 0
    """Number of lines at the end whose keys work only in the menu."""


class ChangeOptions(Window[Settings]):
    """The options, changed in place."""

    options: Settings
    naming: Naming = STANDARD
    people: frozenset[Side] = frozenset(Side)
    """The sides that people play; the computer needs no beginner help."""
    hidden: frozenset[str] = frozenset({"tutor"})
    """The options without an effect here."""


class ChooseGame(Window[Rules]):
    """The rulesets, and the house rules of this one."""

    rules: Rules


class ChooseQuizGames(Window[tuple[Rules, ...]]):
    """The games that a quiz is about."""

    games: tuple[Rules, ...]


class ChooseLevel(Window[str]):
    """The levels of the computer; the answer is its name."""

    text: str
    level: Level


class EnterPosition(Window[_Decoded]):
    """A position line or a code, typed or pasted."""

    rules: Rules


class AllRolls(Window[Dice]):
    """The roll chart, in which a roll can be chosen if it `takes` one."""

    game: Game
    naming: Naming
    highlighted: Dice | None = None
    takes: bool = False


# ---- windows of a match


class GameResult(Window[NextStep]):
    """The end of a game, with a sentence on the last action."""

    table: Table
    naming: Naming
    message: str = ""


class AboutDice(Window[None]):
    table: Table


class GameSoFar(Window[None]):
    table: Table
    naming: Naming


class ScoreSheet(Window[None]):
    table: Table


class Export(Window[bool]):
    """The dialog that copies and writes a table; the answer is True if a picture is wanted."""

    table: Table
    message: str = ""


class EnterText(Window[str]):
    """A short text, such as a comment; it may be empty."""

    title: str
    text: str
    max_length: int


class NewLesson(Window[None]):
    """A title for a lesson made from the moves of a table, and from other plays that were tried."""

    table: Table
    tries: tuple[TriedPlay, ...] = ()


class SandboxBeside(Window[None]):
    """A sandbox with the position of a game before its last roll."""

    record: MatchRecord
    game: Game
    options: Settings


# ---- windows to read


class Message(Window[None]):
    text: str


class ComparedLines(Window[bool]):
    """Two lines of the sandbox compared; the answer is True if they are to be rolled out."""

    text: str


class KeyPage(Window[None]):
    """The keys of a mode, then the rules of a game in brief, if given."""

    title: str
    keys: tuple[tuple[str, str], ...]
    rules: Rules | None = None


class Rulebook(Window[None]):
    rules: Rules
    section: str | None = None


# ---- effects

ModeT = TypeVar("ModeT")
AnswerT = TypeVar("AnswerT")

Checked = Any
"""A mode or answer whose type was checked where an effect was made.

The screen of the mode carries its effects out, so it need not name their types.
"""


class Open(NamedTuple, Generic[ModeT, AnswerT]):
    """A window over the board, and the use of its answer by the mode, see `Mode.open`."""

    window: Window[AnswerT]
    then: Callable[[ModeT, AnswerT], Step[ModeT]] | None = None
    """Called with the mode and the answer, unless the screen was closed without one."""
    closed: Callable[[ModeT], Step[ModeT]] | None = None
    """Called with the mode if the screen was closed without an answer."""


class Leave(NamedTuple):
    """Close the screen; exit if there is none below."""

    table: Table | None = None
    """A table at which the players want to continue."""
    ruleset: str = ""
    """A game for which the players want to set up a match on the first screen."""


class ScrollPanel(NamedTuple):
    """Scroll the panel by some lines, down if positive."""

    by: int


class TakePicture(NamedTuple, Generic[ModeT]):
    table: Table
    then: Callable[[ModeT, str], Step[ModeT]]
    """Takes the mode and a message about the picture."""


class KeepProgress(NamedTuple):
    """Save items of a learner's progress by name."""

    items: tuple[tuple[str, str], ...]
    is_quiet: bool = False
    is_new: bool = False
    """True to keep items that are already saved."""


class Work(NamedTuple, Generic[ModeT, AnswerT]):
    """Long work in a thread, which replaces work begun before it."""

    run: Callable[[], AnswerT]
    then: Callable[[ModeT, AnswerT], Step[ModeT]]
    """A function of the mode and the result of `run`."""
    about: object = None
    """The subject of the work; work on an equal subject is not started again."""
    give_up: Callable[[], None] | None = None
    """Ends the work within milliseconds, from another thread; None if it is short anyway."""
    otherwise: Callable[[ModeT], Step[ModeT]] | None = None
    """The next step if the work fails; None if the mode does not wait for it."""


class RunReview(NamedTuple, Generic[ModeT]):
    """A review that continues to its end, even after the screen is left."""

    review: Review
    then: Callable[[ModeT, Review], Step[ModeT]]


class Settled(NamedTuple):
    """The game waits for something new, after a move or roll, a question or a key."""

    events: tuple[Event, ...] | None = None
    """The events of moves and rolls; empty after going back, None if the table is the same."""
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
    NEW_TEXT = "show the text from its top; if the board does not fit as well, hide it"
    MARKS_EXPLAINED = "remember that the marks after plays have been explained"
    OPTIONS = "save the options, and switch presentation mode as set in them"


_OnScreen = Open[Checked, Checked] | Leave | ScrollPanel | Settled | Shown | SimpleEffect
_Later = TakePicture[Checked] | Work[Checked, Checked] | RunReview[Checked]
AnyEffect = _OnScreen | _Later | KeepProgress
Effects = tuple[AnyEffect, ...]

NEW_STEP: Effects = (SimpleEffect.READING_PAUSE, SimpleEffect.NEW_TEXT)
Step = tuple[ModeT, Effects]
"""The next state of a mode, and the effects for the screen."""
