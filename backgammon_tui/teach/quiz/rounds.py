"""The rounds of a quiz, and a player's progress.

Questions answered wrongly return, first in the next round and then after days of rest, separately
for each player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from random import Random
from typing import Final, Self

from backgammon_tui.engine import Rules
from backgammon_tui.teach.lessons.run import LessonAnswer, Verdict
from backgammon_tui.teach.quiz.tasks import HARDEST, FaultyItem, Item, Kind, pool, rating
from backgammon_tui.teach.spacing import Card, answered, next_items, read_card, read_pair

ROUND: Final = 10

_CARD, _SCORE, _DAY = "quiz/", "quiz score/", "quiz day/"

_PUZZLES: Final = f"{Kind.BEST.value} |"
_BEGINNING: Final = 2
_KNOWN: Final = 3
"""Number of known puzzles of a difficulty before harder ones appear."""


@dataclass(frozen=True)
class QuizScore:
    right: int = 0
    total: int = 0

    def __str__(self) -> str:
        return f"{self.right} of {self.total}"

    def __add__(self, other: QuizScore) -> QuizScore:
        return QuizScore(self.right + other.right, self.total + other.total)


@dataclass(frozen=True)
class QuizProgress:
    """The saved progress of a player: a card for each question asked, and the scores."""

    cards: Mapping[str, Card] = field(default_factory=dict)
    scores: Mapping[str, QuizScore] = field(default_factory=dict)
    days: Mapping[int, QuizScore] = field(default_factory=dict)

    @classmethod
    def read(cls, kept: Mapping[str, str]) -> Self:
        """Parse entries by `write`, ignoring unreadable ones."""
        cards = (read_card(n, data) for n, data in _under(_CARD, kept))
        scores = ((n, read_pair(data)) for n, data in _under(_SCORE, kept))
        days = ((n, read_pair(data)) for n, data in _under(_DAY, kept) if read_pair(f"{n} 0"))
        return cls(
            {card.item: card for card in cards if card},
            {ruleset: QuizScore(*pair) for ruleset, pair in scores if pair},
            {int(day): QuizScore(*pair) for day, pair in days if pair},
        )

    def write(self, item: Item, today: int) -> Iterator[tuple[str, str]]:
        score = self.scores[item.ruleset]
        yield f"{_CARD}{item}", self.cards[str(item)].entry[1]
        yield f"{_SCORE}{item.ruleset}", f"{score.right} {score.total}"
        day = self.days[today]
        yield f"{_DAY}{today}", f"{day.right} {day.total}"

    def score(self, games: Sequence[Rules]) -> QuizScore:
        return sum((self.scores.get(rules.name, QuizScore()) for rules in games), QuizScore())

    def after(self, item: Item, is_right: bool, today: int) -> QuizProgress:
        card = answered(self.cards.get(str(item)) or Card(str(item), 0, today), is_right, today)
        answer = QuizScore(int(is_right), 1)
        score = self.scores.get(item.ruleset, QuizScore()) + answer
        day = self.days.get(today, QuizScore()) + answer
        scores = {**self.scores, item.ruleset: score}
        return QuizProgress({**self.cards, card.item: card}, scores, {**self.days, today: day})

    def streak(self, today: int) -> int:
        days = 0
        while today - days in self.days:
            days += 1
        return days

    def reached(self) -> int:
        """Return the maximum difficulty of puzzles, 2 to 5: each level opens the next."""
        known: Counter[int] = Counter()
        for card in self.cards.values():
            if card.box > 0 and card.item.startswith(_PUZZLES):
                with suppress(FaultyItem):
                    known[rating(Item.parse(card.item))] += 1
        reached = _BEGINNING
        while reached < HARDEST and known[reached] >= _KNOWN:
            reached += 1
        return reached


def own_mistake(item: Item, today: int) -> tuple[str, str]:
    return f"{_CARD}{item}", Card(str(item), 0, today).entry[1]


def next_round(
    known: QuizProgress, games: Sequence[Rules], today: int, chance: Random
) -> tuple[str, ...]:
    """Return more tasks than a round needs, because some may be impossible under the rules."""
    reached = known.reached()
    pools = {
        rules.name: [str(item) for item in pool(rules.name) if rating(item) <= reached]
        for rules in games
    }
    collected = [item for items in pools.values() for item in items]
    own = [item for item in known.cards if {*item.split(" | ")[1:2]} & pools.keys()]
    cards = known.cards
    items = next_items(cards.values(), [*collected, *own], today, chance)
    new = [item for item in items if item not in cards]
    puzzles = (item for item in new if item.startswith(_PUZZLES))
    rules = (item for item in new if not item.startswith(_PUZZLES))
    # Every other new task is a puzzle, except that tasks on the rules dominate at first.
    mixed = filter(None, chain.from_iterable(zip_longest(rules, puzzles)))
    return tuple(item if item in cards else next(mixed) for item in items)


def counts_as(answer: LessonAnswer) -> bool | None:
    """Return True for a right answer, False for a wrong one, None for a slip or half a play."""
    match answer.verdict:
        case Verdict.RIGHT:
            return True
        case Verdict.NOT_THE_TASK | Verdict.SHOWN:
            return False
        case Verdict.WRONG if not answer.reason:
            return False
        case _:
            return None


def _under(prefix: str, kept: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    names = (name for name in kept if name.startswith(prefix))
    return ((name.removeprefix(prefix), kept[name]) for name in names)
