"""Parts of a match that stand in front of the plays: just one of them is open at a time.

Each has the data that belongs to it alone, and the part that is in front once it is closed.
"""

from __future__ import annotations

from dataclasses import field, replace
from functools import cached_property
from typing import Final, NamedTuple, Self, assert_never

from backgammon_tui.engine import Action
from backgammon_tui.frozen import frozen
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.questions import Answer, Question
from backgammon_tui.storage.table import Table


@frozen
class Choosing:
    """No part: a play is chosen, dice are thrown, or the game is over."""


@frozen
class LastMove:
    """The last move of a game that has ended by itself, seen before the result."""


class Thought(NamedTuple):
    """The program's choice for its turn."""

    table: Table
    """The match as it stood."""

    actions: tuple[Action, ...]
    by_net: bool
    """False if it had to choose without any net."""


@frozen
class Acting:
    """The program, which is to act."""

    is_hurried: bool = False
    """True if a key was pressed to skip the pauses of its turn."""

    was_forced: bool = False
    """True after a play that left its opponent no choice."""

    thought: Thought | None = None
    """Its choice, found while its last move was still being shown."""

    is_due: bool = False
    """True if the pause is over and only the choice is missing."""


@frozen
class Showing:
    """Actions of the program that are shown one by one."""

    unshown_actions: int
    """The number of the last actions that have not been shown yet."""

    then: Front

    @property
    def next(self) -> Front:
        """The part in front after one more action has been shown."""
        return (
            replace(self, unshown_actions=self.unshown_actions - 1)
            if self.unshown_actions > 1
            else self.then
        )


@frozen
class Telling:
    """News that must be acknowledged before anything goes on."""

    notice: Notice
    then: Front


@frozen
class Tutoring:
    """The tutor, who is looking at the stage just played."""

    then: Front


@frozen
class Trying:
    """Moves that a lesson judges, since no legal play contains them or several do."""

    moves: tuple[str, ...]
    """The moves as they would be typed.

    More than one where a click leaves open which number was meant.
    """
    then: Front


@frozen
class Asking:
    """A question."""

    question: Question
    answer: int
    """The index of the highlighted answer."""

    then: Front


Front = Choosing | LastMove | Acting | Showing | Telling | Tutoring | Trying | Asking

CHOOSING: Final = Choosing()


def below(front: Front) -> Front:
    """Return what is in front when players close a question, or the tutor has nothing to say."""
    if isinstance(front, Asking) and front.question.is_of_rules:
        return front
    if isinstance(front, LastMove):
        return CHOOSING
    return front.then if isinstance(front, Asking | Tutoring) else front


def last(front: Front) -> Front:
    """Return what is in front when all else is closed."""
    while not isinstance(front, Choosing | LastMove | Acting):
        if isinstance(front, Asking) and front.question.is_of_rules:
            return front
        front = front.then
    return front


def hurried(front: Front) -> Front:
    """Return what is in front when the program is not waited for any more."""
    match front:
        case Acting():
            return replace(front, is_hurried=True)
        case Showing():
            return hurried(front.then)
        case Telling() | Tutoring() | Trying() | Asking():
            return replace(front, then=hurried(front.then))
        case Choosing() | LastMove():
            return front
        case _:
            assert_never(front)


def with_acting(front: Front, acting: Acting) -> Front:
    """Return what is in front with another turn of the program behind it."""
    if isinstance(front, Choosing | LastMove | Acting):
        return acting
    return replace(front, then=with_acting(front.then, acting))


@frozen
class FrontState:
    """A state with one part in front."""

    front: Front = field(default=CHOOSING, kw_only=True)

    @cached_property
    def question(self) -> Question | None:
        """The question that must be answered now, if any."""
        return self.front.question if isinstance(self.front, Asking) else None

    @cached_property
    def asking(self) -> Question | None:
        """The question that must be answered now, unless the rules ask it."""
        return None if self.question and self.question.is_of_rules else self.question

    @property
    def highlighted_answer(self) -> int:
        """The index of the highlighted answer of the question."""
        return self.front.answer if isinstance(self.front, Asking) else 0

    @property
    def highlighted(self) -> Answer | None:
        """The answer that Space and Enter take."""
        return self.question.answers[self.highlighted_answer] if self.question else None

    @cached_property
    def acknowledgement(self) -> Notice | None:
        """The news that must be acknowledged before anything goes on."""
        told = below(self.front)
        return told.notice if isinstance(told, Telling) else None

    @property
    def is_tutored(self) -> bool:
        """True while the tutor looks at the stage just played, so that nothing goes on."""
        return isinstance(self.front, Tutoring)

    @cached_property
    def is_watched(self) -> bool:
        """True while the program acts and nothing is asked, so that any key hurries it."""
        return isinstance(self.front, Acting | Showing)

    @property
    def acting(self) -> Acting | None:
        """The program's turn, if it is to act, also behind what stands in front of it."""
        front = last(self.front)
        return front if isinstance(front, Acting) else None

    @property
    def is_hurried(self) -> bool:
        """True if the program's turn is not waited for."""
        return self.acting is not None and self.acting.is_hurried

    @property
    def unshown_actions(self) -> int:
        """The number of the last actions, all the program's, that have not been shown yet."""
        front = below(self.front)
        return front.unshown_actions if isinstance(front, Showing) else 0

    def let_judge(self, *moves: str) -> Self:
        """Return the state with moves for a lesson to judge; the same if there are none."""
        return replace(self, front=Trying(moves, self.front)) if moves else self

    def with_acting(self, acting: Acting) -> Self:
        """Return the state with another turn of the program behind what is in front."""
        return replace(self, front=with_acting(self.front, acting))

    def close_front(self) -> Self:
        """Return the state without its question, or without its tutor."""
        return replace(self, front=below(self.front))

    def acknowledge(self) -> Self:
        """Return the state once its news are read."""
        return replace(self, front=self.front.then) if isinstance(self.front, Telling) else self

    def highlight(self, answer: int) -> Self:
        """Return the state with the arrows on another answer of its question."""
        if not isinstance(self.front, Asking):
            return self
        return replace(self, front=replace(self.front, answer=answer))
