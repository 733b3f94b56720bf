"""Problems with files, codes and transcripts from elsewhere, as parts of sentences."""

from __future__ import annotations

from enum import Enum


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
    """Say that the score of a code is ignored; empty if there is none."""
    if score == (0, 0):
        return ""
    white, black = score
    return f"The code has a score of {white} to {black}; the match begins at 0 to 0."
