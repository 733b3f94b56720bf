"""The subjects of questions that the engine can answer by itself."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, NamedTuple

from backgammon_tui.dice import Dice, read_dice
from backgammon_tui.engine import Cause, Game, NotAllowed, Phase, StageKind, Throw, Withheld
from backgammon_tui.engine.chain import complement
from backgammon_tui.engine.events import StageBegun, StageWithheld
from backgammon_tui.engine.notation import Ambiguous, Unreadable
from backgammon_tui.teach.rulebook.sections import Why
from backgammon_tui.teach.typed_actions import do, is_stage_over, read_typed


class About(Enum):
    """The kind of a question; for most of them the example follows the value."""

    NUMBERS = "numbers of"
    """Number of moves of a throw that could be played now; of a doublet, of its face."""

    COMPLEMENT = "complement of"
    """The number on the underside of another."""

    FOLLOWS = "what follows"
    """The consequence of a play."""

    PLAY = "legal play"
    """The play among some that the rules allow."""

    WIN = "points of the win"
    """The points that a finished game has brought its winner."""


class Subject(NamedTuple):
    """The subject of one question."""

    about: About
    of: str = ""
    """The throw, the number or the play that it asks about, as it is written."""


class Consequence(Enum):
    """The consequences of a stage that has been played or lost."""

    COMPLEMENT = "the complement"
    THROW_AGAIN = "another throw"
    CHOICE = "four 5s or four 6s"
    OPPONENT = "the opponent goes on"
    END_OF_TURN = "the end of the turn"
    END_OF_GAME = "the end of the game"


class Judgement(NamedTuple):
    """The verdict on an answer, with the rule against a wrong one."""

    right: bool
    reason: Cause | Withheld | None = None
    """The rule against a wrong answer, if it is a single rule."""


_EXAMPLES: Final = {
    About.NUMBERS: "5-5",
    About.COMPLEMENT: "2",
    About.FOLLOWS: "hand/22(4)",
}


def read_subject(text: str) -> Subject:
    """Read the subject that a text names."""
    text = " ".join(text.split())
    about = next((each for each in About if text.startswith(each.value)), None)
    of = text.removeprefix(about.value).strip() if about else ""
    if about is None or bool(of) is not (about in _EXAMPLES):
        forms = (f"{each.value} {_EXAMPLES.get(each, '')}".strip() for each in About)
        raise ValueError(f"a question can be about {', '.join(forms)}; not {text[:40]!a}")
    if about is About.NUMBERS:
        read_dice(of)
    if about is About.COMPLEMENT and not re.fullmatch("[1-6]", of):
        raise ValueError("a complement is that of a number from 1 to 6")
    return Subject(about, of)


def rule_of(subject: Subject, answer: str) -> Why:
    """Return the rule that a question is about, which leads to a section of the rulebook.

    Args:
        answer: The right answer: if it is a resignation, the rule is how a game ends.
    """
    match subject.about:
        case About.NUMBERS:
            first, second = read_dice(subject.of)
            return StageKind.FACE if first == second else StageKind.DICE
        case About.COMPLEMENT:
            return StageKind.COMPLEMENT
        case About.PLAY:
            return Phase.OVER if answer.startswith("resign") else Phase.MOVE
        case About.WIN:
            return Phase.OVER
        case About.FOLLOWS:
            return StageKind.FACE


def judge(subject: Subject, game: Game, answer: str) -> Judgement:
    """Judge an answer in a game by the engine alone.

    Raises:
        ValueError: if the question cannot be put in this game, or the answer is none to it.
    """
    match subject.about:
        case About.NUMBERS:
            return Judgement(_count(answer) == _playable(game, read_dice(subject.of)))
        case About.COMPLEMENT:
            return Judgement(_count(answer) == complement(int(subject.of)))
        case About.WIN:
            if game.result is None or game.result.winner is None:
                raise ValueError("there is no win: the game is not over, or drawn")
            return Judgement(_count(answer) == game.result.points)
        case About.PLAY:
            return _judge_play(game, answer)
        case About.FOLLOWS:
            return _judge_following(game, subject.of, answer)


def _count(answer: str) -> int:
    if not re.fullmatch("[0-9]", answer):
        raise ValueError(f"the answer is a number, not {answer[:40]!a}")
    return int(answer)


def _playable(game: Game, dice: Dice) -> int:
    try:
        events = game.apply(Throw(*dice)).events
    except NotAllowed:
        raise ValueError("no throw is awaited here") from None
    return next(event.playable for event in events if isinstance(event, StageBegun))


def _judge_play(game: Game, text: str) -> Judgement:
    try:
        after = do(game, read_typed(game, text))[-1]
    except NotAllowed as error:
        return Judgement(False, error.reason.cause)
    except Unreadable:
        raise ValueError(f"{text[:40]!a} is no play") from None
    except Ambiguous:
        raise ValueError(f"{text[:40]!a} may mean different plays") from None
    if not is_stage_over(game, after):
        raise ValueError(f"{text[:40]!a} leaves numbers to be played")
    return Judgement(True)


def _judge_following(game: Game, play: str, answer: str) -> Judgement:
    try:
        named = Consequence(answer)
    except ValueError:
        possible = ", ".join(following.value for following in Consequence)
        raise ValueError(f"what follows is one of: {possible}") from None
    if not _judge_play(game, play).right:
        raise ValueError(f"{play[:40]!a} cannot be played")
    after = do(game, read_typed(game, play))[-1]
    if named is _following(after):
        return Judgement(True)
    withheld = [event.why for event in after.events if isinstance(event, StageWithheld)]
    concerned = named in (Consequence.COMPLEMENT, Consequence.THROW_AGAIN)
    return Judgement(False, withheld[0] if withheld and concerned else None)


def _following(game: Game) -> Consequence:
    match game.phase:
        case Phase.OVER:
            return Consequence.END_OF_GAME
        case Phase.CHOOSE:
            return Consequence.CHOICE
        case Phase.THROW_AGAIN:
            return Consequence.THROW_AGAIN
        case Phase.COMPLETE:
            return Consequence.OPPONENT
        case Phase.MOVE if game.stage and game.stage.kind is StageKind.COMPLEMENT:
            return Consequence.COMPLEMENT
        case _:
            return Consequence.END_OF_TURN
