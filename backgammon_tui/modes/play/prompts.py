"""Parts of a match that stand in front of the plays, each with the data that belongs to it alone.

They lie on each other, and only the foremost is open. Behind it there may be news that are still
to be read, and behind these the computer's turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple, Self

from backgammon_tui.engine import Action, Game, Move, Phase, Side
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.match.consent import Proposal
from backgammon_tui.match.table import Table
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.choosing import label_of
from backgammon_tui.words.naming import Naming, write_dice

# ---- questions, each with one highlighted answer that Space and Enter take


class Asked(Enum):
    """The subject of a question, as the heading in the panel."""

    KEEP = "Keep or reroll"
    DOUBLE = "After a 2-1"
    WHICH = "Which play"
    """A choice among the plays that a text or a click may mean."""
    TAKE_BACK = "Take back"
    RESIGN = "Resign"
    ACCEPT_RESIGNATION = "Resignation"
    DRAW = "Draw"
    CORRECT = "Retype the roll"
    """A typed roll that may be mistyped."""
    TUTOR = "The tutor"
    """A stage that has cost much and may be taken back."""


class Answer(NamedTuple):
    """One answer to a question and its key."""

    key: str
    text: str
    moves: tuple[Move, ...] = ()
    """The moves that the board previews for it."""
    choices: tuple[tuple[Move, ...], ...] = ()
    """The plays that remain after it, if a further question is needed."""
    points: int = 0


class Question(NamedTuple):
    """A question to a player."""

    asked: Asked
    text: str
    answers: tuple[Answer, ...]
    side: Side = Side.WHITE
    """The side that asked, if the other one answers."""
    proposal: Proposal | None = None
    why: str = ""
    """The answer to `w`, where it is not the same for all such questions."""

    @property
    def is_of_rules(self) -> bool:
        return self.asked in (Asked.KEEP, Asked.DOUBLE)

    @property
    def without_effect(self) -> int | None:
        return next((i for i, answer in enumerate(self.answers) if answer.key == NO), None)


NO: Final = "n"
YES_NO: Final = (Answer("y", "yes"), Answer(NO, "no (or Esc)"))
_REROLL: Final = Answer("r", "reroll both dice")


def rules_question(game: Game, naming: Naming) -> Question | None:
    """Return the choice that the rules leave to the side to act, if one is awaited."""
    side = game.side
    if side and game.opening_dice:
        numbers = write_dice(game.opening_dice)
        answers = (Answer("k", f"keep: play {numbers} as the first turn"), _REROLL)
        text = f"{naming.name(side)}: keep {numbers}?"
        return Question(Asked.KEEP, text, answers, side)
    if side and game.phase is Phase.CHOOSE:
        answers = (
            Answer("5", "four 5s, then an extra roll"),
            Answer("6", "four 6s, then an extra roll"),
        )
        return Question(Asked.DOUBLE, f"{naming.name(side)}: four 5s or four 6s?", answers, side)
    return None


def which_play(choices: Sequence[tuple[Move, ...]]) -> Question:
    """Ask about the first stop in which several plays differ."""
    texts = {write_moves(moves): moves for moves in choices}
    ways = {text: re.findall(_STOP, text) for text in texts}
    at = next(i for i, stops in enumerate(zip(*ways.values(), strict=False)) if len({*stops}) > 1)
    groups: dict[str, list[str]] = {}
    for text in sorted(texts, key=lambda text: ("^" in text, text)):
        groups.setdefault(ways[text][at], []).append(text)
    marks = [stop[-1] for stop in groups]
    is_mark = len({stop.rstrip("*^") for stop in groups}) == 1 and {*marks} <= {"*", "^"}
    keys = marks if is_mark else "123456789"
    answers = tuple(
        Answer(
            key,
            (_MEANS[key] if is_mark else "")
            + (label_of(members[0]) if len(members) == 1 else f"{stop} and on"),
            texts[members[0]],
            tuple(texts[member] for member in members),
        )
        for key, (stop, members) in zip(keys, groups.items(), strict=False)
    )
    return Question(Asked.WHICH, "Which play do you mean?", answers)


_MEANS: Final = {"*": "hit: ", "^": "trap: "}

_STOP: Final = r"[^ /(]+(?:\(\d\))?"
"""One place of a play in notation, with its mark and count."""


# ---- the parts


@dataclass(frozen=True)
class LastMove:
    """The last move of a game that has ended by itself, seen before the result."""


class ComputerChoice(NamedTuple):
    """The computer's choice for its turn."""

    table: Table
    actions: tuple[Action, ...]
    by_net: bool
    """False if it had to choose without any net."""


@dataclass(frozen=True)
class ComputerTurn:
    """The computer, which is to act."""

    is_hurried: bool = False
    """True if a key was pressed to skip the pauses of its turn."""

    was_forced: bool = False
    """True after a play that left its opponent no choice."""

    thought: ComputerChoice | None = None
    """Its choice, found while its last move was still being shown."""

    is_due: bool = False
    """True if the pause is over and only the choice is missing."""


@dataclass(frozen=True)
class PlaybackPrompt:
    """Actions of the computer that are shown one by one."""

    unshown_actions: int
    """The number of the last actions that have not been shown yet."""


@dataclass(frozen=True)
class NewsPrompt:
    """News that must be acknowledged before anything goes on."""

    notice: Notice


@dataclass(frozen=True)
class TutorThinking:
    """The tutor, who is looking at what was just done."""


@dataclass(frozen=True)
class Trying:
    """Moves that a lesson judges, since no legal play contains them or several do."""

    moves: tuple[str, ...]
    """The moves as they would be typed.

    More than one where a click leaves open which number was meant.
    """


@dataclass(frozen=True)
class Asking:
    """A question."""

    question: Question
    answer: int | None
    """The index of the highlighted answer; None after a key that is no answer."""


Front = LastMove | ComputerTurn | PlaybackPrompt | NewsPrompt | TutorThinking | Trying | Asking


@dataclass(frozen=True)
class FrontState:
    """A state with parts in front of its plays."""

    fronts: tuple[Front, ...] = field(default=(), kw_only=True)
    """The foremost part comes last."""

    @property
    def front(self) -> Front | None:
        return self.fronts[-1] if self.fronts else None

    @cached_property
    def closed(self) -> tuple[Front, ...]:
        """The parts that are left once players close a question, or the tutor has nothing to say.

        A question of the rules stays.
        """
        is_closed = self.asking or isinstance(self.front, TutorThinking | LastMove)
        return self.fronts[:-1] if is_closed else self.fronts

    @cached_property
    def question(self) -> Question | None:
        return self.front.question if isinstance(self.front, Asking) else None

    @cached_property
    def asking(self) -> Question | None:
        return None if self.question and self.question.is_of_rules else self.question

    @property
    def highlighted_answer(self) -> int | None:
        return self.front.answer if isinstance(self.front, Asking) else None

    @property
    def highlighted(self) -> Answer | None:
        """The answer that Space and Enter take; None if they take none."""
        if self.question is None or self.highlighted_answer is None:
            return None
        return self.question.answers[self.highlighted_answer]

    @cached_property
    def acknowledgement(self) -> Notice | None:
        told = self.closed[-1] if self.closed else None
        return told.notice if isinstance(told, NewsPrompt) else None

    @property
    def is_tutored(self) -> bool:
        return isinstance(self.front, TutorThinking)

    @cached_property
    def is_watched(self) -> bool:
        return isinstance(self.front, ComputerTurn | PlaybackPrompt)

    @property
    def acting(self) -> ComputerTurn | None:
        last = self.fronts[0] if self.fronts else None
        return last if isinstance(last, ComputerTurn) else None

    @property
    def is_hurried(self) -> bool:
        return self.acting is not None and self.acting.is_hurried

    @property
    def unshown_actions(self) -> int:
        shown = self.closed[-1] if self.closed else None
        return shown.unshown_actions if isinstance(shown, PlaybackPrompt) else 0

    def with_front(self, front: Front) -> Self:
        return replace(self, fronts=(*self.fronts, front))

    def let_judge(self, *moves: str) -> Self:
        return self.with_front(Trying(moves)) if moves else self

    def with_acting(self, acting: ComputerTurn) -> Self:
        return replace(self, fronts=(acting, *self.fronts[1:]))

    def hurry(self) -> Self:
        """Return the state in which the computer is not waited for any more."""
        hurried = self.acting and self.with_acting(replace(self.acting, is_hurried=True))
        fronts = (hurried or self).fronts
        return replace(self, fronts=tuple(e for e in fronts if not isinstance(e, PlaybackPrompt)))

    def close_front(self) -> Self:
        return replace(self, fronts=self.closed)

    def acknowledge(self) -> Self:
        """Return the state once its news are read."""
        return (
            replace(self, fronts=self.fronts[:-1]) if isinstance(self.front, NewsPrompt) else self
        )

    def highlight(self, answer: int | None) -> Self:
        """Return the state with another answer of its question highlighted, or none."""
        if not isinstance(self.front, Asking):
            return self
        return replace(self, fronts=(*self.fronts[:-1], replace(self.front, answer=answer)))
