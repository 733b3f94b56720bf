"""Parts of a match that stand in front of the plays, each with the data that belongs to it alone.

They lie on each other, and only the foremost is open. Behind it there may be news that are still
to be read, and behind these the program's turn.
"""

from __future__ import annotations

from dataclasses import field, replace
from functools import cached_property
from typing import NamedTuple, Self

from backgammon_tui.engine import Action
from backgammon_tui.frozen import frozen
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.questions import Answer, Question
from backgammon_tui.storage.table import Table


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


@frozen
class Telling:
    """News that must be acknowledged before anything goes on."""

    notice: Notice


@frozen
class Tutoring:
    """The tutor, who is looking at what was just done."""


@frozen
class Trying:
    """Moves that a lesson judges, since no legal play contains them or several do."""

    moves: tuple[str, ...]
    """The moves as they would be typed.

    More than one where a click leaves open which number was meant.
    """


@frozen
class Asking:
    """A question."""

    question: Question
    answer: int
    """The index of the highlighted answer."""


Front = LastMove | Acting | Showing | Telling | Tutoring | Trying | Asking


@frozen
class FrontState:
    """A state with parts in front of its plays."""

    fronts: tuple[Front, ...] = field(default=(), kw_only=True)
    """The foremost part comes last."""

    @property
    def front(self) -> Front | None:
        """The foremost part; None while a play is chosen, dice are thrown, or the game is over."""
        return self.fronts[-1] if self.fronts else None

    @cached_property
    def closed(self) -> tuple[Front, ...]:
        """The parts that are left once players close a question, or the tutor has nothing to say.

        A question of the rules stays.
        """
        is_closed = self.asking or isinstance(self.front, Tutoring | LastMove)
        return self.fronts[:-1] if is_closed else self.fronts

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
        told = self.closed[-1] if self.closed else None
        return told.notice if isinstance(told, Telling) else None

    @property
    def is_tutored(self) -> bool:
        """True while the tutor looks at what was just done, so that nothing goes on."""
        return isinstance(self.front, Tutoring)

    @cached_property
    def is_watched(self) -> bool:
        """True while the program acts and nothing is asked, so that any key hurries it."""
        return isinstance(self.front, Acting | Showing)

    @property
    def acting(self) -> Acting | None:
        """The program's turn, if it is to act, also behind what stands in front of it."""
        last = self.fronts[0] if self.fronts else None
        return last if isinstance(last, Acting) else None

    @property
    def is_hurried(self) -> bool:
        """True if the program's turn is not waited for."""
        return self.acting is not None and self.acting.is_hurried

    @property
    def unshown_actions(self) -> int:
        """The number of the last actions, all the program's, that have not been shown yet."""
        shown = self.closed[-1] if self.closed else None
        return shown.unshown_actions if isinstance(shown, Showing) else 0

    def with_front(self, front: Front) -> Self:
        """Put a part in front of the others."""
        return replace(self, fronts=(*self.fronts, front))

    def let_judge(self, *moves: str) -> Self:
        """Return the state with moves for a lesson to judge; the same if there are none."""
        return self.with_front(Trying(moves)) if moves else self

    def with_acting(self, acting: Acting) -> Self:
        """Return the state with another turn of the program behind what is in front."""
        return replace(self, fronts=(acting, *self.fronts[1:]))

    def hurry(self) -> Self:
        """Return the state in which the program is not waited for any more."""
        hurried = self.acting and self.with_acting(replace(self.acting, is_hurried=True))
        fronts = (hurried or self).fronts
        return replace(self, fronts=tuple(e for e in fronts if not isinstance(e, Showing)))

    def close_front(self) -> Self:
        """Return the state without its question, or without its tutor."""
        return replace(self, fronts=self.closed)

    def acknowledge(self) -> Self:
        """Return the state once its news are read."""
        return replace(self, fronts=self.fronts[:-1]) if isinstance(self.front, Telling) else self

    def highlight(self, answer: int) -> Self:
        """Return the state with the arrows on another answer of its question."""
        if not isinstance(self.front, Asking):
            return self
        return replace(self, fronts=(*self.fronts[:-1], replace(self.front, answer=answer)))
