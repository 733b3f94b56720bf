"""Problems with files, codes and the records, as sentences or parts of sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Final

from backgammon_tui.text_file import escaped


class SentencePart(Enum):
    """A part of a sentence; the value has a place for each part that differs."""

    def __call__(self, *parts: object) -> str:
        return str(self.value).format(*parts)


class FileProblem(SentencePart):
    # Position codes of other programs
    NOT_AN_ID = "this is not a position ID"
    NOT_A_CODE = "this is not a valid {}"
    NOT_AN_XGID = "an XGID has 26 places, then cube, owner, turn (1 or -1) and dice"
    TOO_MANY_CHECKERS = "a side has {} checkers, not {}"
    HAND_HAS_NO_ID = "a position with checkers in hand has no Position ID"
    TRAPPED_HAS_NO_ID = "a position with trapped checkers has no Position ID"
    SHARED_HAS_NO_ID = "a position with both sides on one point has no Position ID"
    FOREIGN_BAR = "a bar of this XGID holds checkers of the other side"
    ONLY_BACKGAMMON = "codes of other programs only describe positions of backgammon"
    GAME_OVER = "the game is over in this position"
    CUBE_TURNED = "the doubling cube is turned in this {}; there is none here"
    CUBE_OFFERED = "a double is offered in this XGID; there is no cube here"
    NOT_A_ROLL = "the dice of this {} are not a roll"

    # .mat files
    OTHER_RULESET = "other programs support only {}, not {}"
    HOUSE_RULES = "other programs only support backgammon without house rules"
    DRAWN = "game {} was drawn, and .mat files cannot record a draw"
    BEGAN_IN_THE_MIDDLE = "game {} began in the middle: .mat files begin at the start"
    NO_LENGTH = "a .mat file states the length of its match: '5 point match'"
    NO_NAMES = "no game names its players"
    NOT_IN_MAT = "{} makes no sense in a .mat file"
    NOT_IN_GAME = "{} makes no sense in game {}"
    NOT_TURNS = "{} is not a row of turns"
    WITH_CUBE = "game {} is played with the doubling cube"
    BEGINS_WITH_DOUBLE = "game {} begins with a double, but a double cannot start a game"
    NOT_THE_TURN = "it is not {}'s turn in game {}"
    TURN_LOST = "{} cannot be played: the turn is lost"
    MUST_PLAY_MORE = "{} must play more than {} in game {}"
    UNFINISHED = "game {} is not finished"
    OVER_BEFORE = "game {} is over before this turn"
    WON_BEFORE = "the match is won before this game"
    OTHER_END = "game {} did not end that way"

    # Transcripts
    NOT_A_TRANSCRIPT = "a transcript begins with {}"
    TOO_MANY_GAMES = "a match has at most {:,} games"
    NOT_A_TAG = "{} is not a tag"
    NOT_A_HEAD_TAG = "{} is not a tag here, or appears twice"
    TAG_TWICE = "{} appears twice"
    NO_TAG = "there is no tag {}"
    NO_DICE_TAG = "the game has no tag Dice"
    NO_RULESET = "there is no ruleset {}"
    RULE_TWICE = "the rule {} appears twice"
    NOT_HELP = "help is on or tutor, not {}"
    NOT_A_DATE = "{} is not a date"
    NOT_A_LENGTH = "{}, or open"
    NOT_DICE = "dice are fair or typed, not {}"
    TYPED_COMMITMENT = "typed dice have no Commitment"
    MATCH_WON = "the match is won"
    OTHER_GAME_DUE = "expected {} here"
    GAME_NOT_FINISHED = "the previous game is not finished"
    NOT_A_LINE = "{} makes no sense here"
    AMBIGUOUS = "a move {}"
    MISSING_STAGE = "the line of the stage {} is missing before this one"
    NOT_TURN_OF = "it is not the turn of {}"
    OTHER_TURN = "this is turn {}, not {}"
    NO_STAGE = "no stage of {} begins here"
    NO_MOVES = "a side or a | must be followed by moves"
    NOT_TO_MOVE = "it is not {}'s turn to move"
    STAGE_COMPLETE = "the stage is complete: the next one needs a line of its own"
    SEED_SHOWN = "the seed has been shown, so nothing can be taken back"
    NO_TURN_TO_GO_BACK_TO = "there is no turn {} to go back to"
    NO_ROLL_TO_GO_BACK_TO = "there is no roll {} of turn {} to go back to"
    DICE_AFTER_END = "no dice are rolled after the game ends"
    NOT_OVER = "the game is not over"
    END_TWICE = "the end of the game is already recorded"
    OTHER_RESULT = "the game did not end that way"
    SEED_TOO_EARLY = "the seed is shown only when the game is over"
    SEED_TWICE = "this seed is already recorded"
    WRONG_SEED = "the seed does not match any commitment of this game"

    # Matches to import
    REUSED_DICE = "game {} reuses the dice of game {}, so its rolls could be known in advance"
    NOTHING_PLAYED = "nothing has been played in this match"
    WRONG_ROLL = "the roll of turn {} in game {} is {}-{}, but the seed of its dice gives {}-{}"
    OPPONENTS = "{} and {} have played each other"

    # The preferences
    NOT_A_FILE = "it is not a file"
    REPEATS = "line {} repeats an earlier one"
    NOT_KEY_AND_VALUE = "line {} is not of the form key = value"
    BAD_VALUE = "{} = {}, but {}"


def describe_left_out(score: tuple[int, int]) -> str:
    if score == (0, 0):
        return ""
    white, black = score
    return f"The code has a score of {white} to {black}; the match begins at 0 to 0."


# ---- the records


class StorageErrorKind(Enum):
    """A kind of problem; the value completes the sentence "The records file ..."."""

    DAMAGED = "is damaged"
    OTHER_VERSION = "was made by another version of the program"
    LOCKED = "is in use by another program"
    CANNOT_WRITE = "cannot be written to"


class StorageDetail(SentencePart):
    """The cause of a problem, which follows its kind in parentheses."""

    DISK_FULL = "the disk is full"
    NO_FOLDER = "this system has no folder for it"
    ROW = "a row"
    MATCH = "match {}"
    GAME = "game {}"
    NOT_A_NUMBER = "{} is not a number"
    NOT_TEXT = "{} is not text"
    NOT_VISIBLE = "{} is not all visible"
    CHANGED_HEADING = "its header has been changed"
    CHANGED_LINE = "line {} of match {} has been changed"
    END_MISSING = "the end of its log is missing"
    NOTHING_LEFT = "no part of match {} can be read"
    CANNOT_COPY = "it cannot be copied completely"


class JournalProblem(Exception):
    """The records, or a match in them, cannot be used; the text is a sentence for the players."""

    def __init__(
        self, kind: StorageErrorKind | None = None, path: Path = Path(), detail: str = ""
    ) -> None:
        super().__init__(kind, path, detail)
        self.kind = kind
        """None if the records can be used, but not the match."""

        self.path = path
        self.detail = detail

    def __str__(self) -> str:
        if self.kind is None:
            return ""
        # Path and detail may come from a damaged file and contain anything.
        more = f" ({escaped(self.detail)})" if self.detail else ""
        return f"The records file {self.kind.value}{more}: {escaped(str(self.path))}"


class MatchGone(JournalProblem):
    """The match is not in the journal, or not as it was written."""

    def __str__(self) -> str:
        return "The match is no longer in the records."


class MatchInUse(JournalProblem):
    def __str__(self) -> str:
        return "The match is open in another window; close it there first."


@contextmanager
def reporting_problems(report: Callable[[str], object]) -> Iterator[None]:
    """Run a block until the first problem with the records, and report the problem."""
    try:
        yield
    except JournalProblem as problem:
        report(str(problem))


NOTHING_RESTORED: Final = "The records can be read again, so nothing has been changed."


def describe_no_backup(problem: str) -> str:
    return f"No backup was made: {problem[0].lower()}{problem[1:]}"


def describe_way_out(when: str) -> str:
    """Describe in the imperative how damaged records are restored, from a backup of that time."""
    if when:
        return f"replace the damaged records with the backup of {when}"
    return "set the damaged records aside and start new ones with everything that can be read"


def describe_restored(damaged: str, when: str, matches: int) -> str:
    place = f"The backup of {when} has" if when else "New ones have"
    more = {0: "Nothing more was", 1: "One more match was"}.get(
        matches, f"{matches} more matches were"
    )
    return (
        f"The records were damaged. {place} replaced them. {more} read from the damaged file, which"
        f" is kept as {damaged}."
    )


# ---- other files


def describe_written(path: Path) -> str:
    # Outside the home folder, or without one, the path stays as it is.
    with suppress(RuntimeError, ValueError):
        path = "~" / path.relative_to(Path.home())  # Short enough for one line in most cases.
    return f"Written to {escaped(str(path))}."


def describe_not_written(error: OSError) -> str:
    return f"The file could not be written: {error.strerror or error}."


BACK_TO_DEFAULTS: Final = "All options are back to their defaults."

PREFERENCES_HEAD: Final = (
    "Preferences of backgammon-tui. Change a line, or delete it to get the default. When you",
    "change an option on the screen, the program rewrites this file. Unknown keys stay,",
    "comments do not.",
)


def describe_bad_values(path: Path, problems: Iterable[str]) -> str:
    return f"{escaped(str(path))}: {'; '.join(problems)}. The default is used instead."


def describe_unreadable(path: Path, error: OSError) -> str:
    return f"{escaped(str(path))} cannot be read: {error.strerror or error}."


def describe_damaged(path: Path, damage: ValueError, kept: Path | OSError) -> str:
    problem = f"{escaped(str(path))} is damaged: {damage}."
    if isinstance(kept, OSError):
        return f"{problem} It stays as it is: {kept.strerror or kept}."
    return f"{problem} It has been renamed to {escaped(str(kept))}."
