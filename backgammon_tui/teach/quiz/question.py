"""Questions as they are asked, with an answer to every choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from backgammon_tui.engine import Rules
from backgammon_tui.teach.quiz.item import FaultyItem, Item, Kind
from backgammon_tui.teach.rulebook_pages import section_about
from backgammon_tui.teach.sections import Why


@dataclass(frozen=True)
class Statement:
    """A possible answer: a statement on the position, its truth and the reason."""

    text: str
    holds: bool

    explanation: str
    """The reason why it is right or wrong, in full sentences."""


@dataclass(frozen=True)
class QuizQuestion:
    """A question on a situation; exactly one of its choices is right.

    Its words use White, Black and standard numbers, as the rulebook does.
    """

    item: Item
    """The line of the pool that it is made from, by which answers are kept."""

    rules: Rules
    """The rules under which the answers hold."""

    text: str
    choices: tuple[Statement, ...]

    right: int
    """The index of the right choice."""

    section: str
    """The section of the rulebook that tells more."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The digits of its answers: of one that is a number, from none on, that number."""
        first = 0 if self.item.kind in (Kind.PLAYABLE, Kind.POINTS) else 1
        return tuple(str(key) for key in range(first, first + len(self.choices)))


def made_of(
    item: Item, rules: Rules, text: str, statements: Sequence[Statement], why: Why | str
) -> QuizQuestion:
    """Return a question with some statements as its choices, in their order.

    Args:
        why: The subject, or the section of the rulebook that tells more.
    """
    right = [index for index, statement in enumerate(statements) if statement.holds]
    if len(right) != 1:
        raise FaultyItem(f"{len(right)} of the choices are right, not one")
    if len({statement.text for statement in statements}) < len(statements):
        raise FaultyItem("two choices read alike")
    if len(statements) < 2:
        raise FaultyItem("there is nothing to choose")
    section = why if isinstance(why, str) else _section_about(rules, why)
    return QuizQuestion(item, rules, text, tuple(statements), right[0], section)


def _section_about(rules: Rules, why: Why) -> str:
    section = section_about(rules, why)
    if section is None:
        raise FaultyItem(f"no section is about {why.value!a} under these rules")
    return section.id


_MOST_OTHERS: Final = 3
"""Number of wrong answers offered besides the right one."""


def mixed(item: Item, statements: Sequence[Statement]) -> list[Statement]:
    """Return a true statement among some false ones, picked by the item's own chance."""
    chance = Random(str(item))
    holding = [statement for statement in statements if statement.holds]
    others = [statement for statement in statements if not statement.holds]
    chosen = chance.sample(holding, min(len(holding), 1))
    chosen += chance.sample(others, min(len(others), _MOST_OTHERS))
    chance.shuffle(chosen)
    return chosen
