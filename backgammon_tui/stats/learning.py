"""The progress of each learner, as a class wants to see it: plain values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple


class SavedItem(NamedTuple):
    """One thing that is kept of a learner."""

    learner: str
    item: str
    data: str


@dataclass
class Learnt:
    """The progress of a learner in one lesson, or in the quiz on one game."""

    learner: str

    what: str
    """`russian/1`, `own/FILE` of a lesson of one's own, or `quiz russian`."""

    done: str = ""
    """The time when the lesson was done, in ISO 8601; empty if it was not, and of a quiz."""

    missed: int = 0
    """The number of steps that went wrong, or were shown, and wait to be done again."""

    right: int = 0
    asked: int = 0
    """The numbers of tasks of the quiz answered right, and answered."""

    @property
    def is_quiz(self) -> bool:
        return self.what.startswith(_QUIZ)


_QUIZ: Final = "quiz "
_SCORE: Final = re.compile(r"([0-9]{1,9}) ([0-9]{1,9})", re.ASCII)
_KNOWN: Final = re.compile(
    r"lesson/(?P<begun>.+) step|lesson/(?P<done>.+)"
    r"|step/(?P<missed>.+)/[0-9]+|quiz score/(?P<quiz>[a-z-]+)"
)


def learnt(kept: Iterable[SavedItem]) -> Iterator[Learnt]:
    """Return the progress of each learner, in the order of names, lessons and quizzes.

    Other saved items, such as single tasks, are left out.
    """
    entries: dict[tuple[str, str], Learnt] = {}
    for learner, item, data in kept:
        parts = _KNOWN.fullmatch(item)
        kind = parts.lastgroup if parts else None
        if parts is None or kind is None:
            continue
        score = _SCORE.fullmatch(data)
        if kind == "quiz" and not score:
            continue
        what = f"{_QUIZ}{parts[kind]}" if kind == "quiz" else parts[kind]
        entry = entries.setdefault((learner, what), Learnt(learner, what))
        match kind:
            case "done":
                entry.done = data
            case "missed":
                entry.missed += 1
            case "quiz" if score:
                entry.right, entry.asked = int(score[1]), int(score[2])
    yield from (entries[key] for key in sorted(entries, key=_order))


def _order(key: tuple[str, str]) -> tuple[str, bool, str, int]:
    learner, what = key
    place, _, number = what.rpartition("/")
    is_number = number.isdecimal() and len(number) < 10
    name, counted = (place, int(number)) if is_number else (what, 0)
    return learner.casefold(), what.startswith(_QUIZ), name, counted
