"""A quiz in progress: rounds of questions, answers, and the player's progress.

A quiz is one immutable state, shown on a screen or told in lines of text. What was answered wrongly
comes back: first in the next round, and then after days of rest, for each player by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Final, Self

from backgammon_tui.engine import Game, Move, Rules
from backgammon_tui.engine.notation import read_moves
from backgammon_tui.teach.quiz.best import difficulty
from backgammon_tui.teach.quiz.item import FaultyItem, Item, Kind
from backgammon_tui.teach.quiz.pool import ask, pool
from backgammon_tui.teach.quiz.question import QuizQuestion
from backgammon_tui.teach.quiz.turns import played_out
from backgammon_tui.teach.spacing import Card, answered, next_items, read_card

ROUND: Final = 10
"""Number of questions in a round."""

_LONGEST: Final = 30
"""The greatest length of a question's saved entry."""

_CARD, _SCORE, _DAY = "quiz/", "quiz score/", "quiz day/"
"""The prefixes of the names of saved cards, scores and days."""

_PUZZLE: Final = f"{Kind.BEST.value} |"
"""The prefix of puzzles."""

_KNOWN: Final = 3
"""Number of puzzles to be known before harder ones come."""


@dataclass(frozen=True)
class QuizScore:
    """The numbers of right answers and of all answers."""

    right: int = 0
    asked: int = 0

    def __str__(self) -> str:
        return f"{self.right} of {self.asked}"

    def __add__(self, other: QuizScore) -> QuizScore:
        return QuizScore(self.right + other.right, self.asked + other.asked)


@dataclass(frozen=True)
class QuizProgress:
    """The saved progress of a player: a card for each question asked, and the scores."""

    cards: Mapping[str, Card] = field(default_factory=dict)
    scores: Mapping[str, QuizScore] = field(default_factory=dict)
    """By ruleset."""

    days: Mapping[int, QuizScore] = field(default_factory=dict)
    """By day."""

    @classmethod
    def read(cls, kept: Mapping[str, str]) -> Self:
        """Read the entries that `write` has written, without those that cannot be read."""
        cards: dict[str, Card] = {}
        scores: dict[str, QuizScore] = {}
        days: dict[int, QuizScore] = {}
        for name, data in kept.items():
            if name.startswith(_CARD):
                card = read_card(name.removeprefix(_CARD), data)
                if card:
                    cards[card.item] = card
            elif name.startswith(_SCORE) and (score := _read_score(data)):
                scores[name.removeprefix(_SCORE)] = score
            elif name.startswith(_DAY) and (score := _read_score(data)):
                day = name.removeprefix(_DAY)
                if day.isascii() and day.isdigit() and len(day) < _LONGEST:
                    days[int(day)] = score
        return cls(cards, scores, days)

    def write(self, item: Item, today: int) -> Iterator[tuple[str, str]]:
        """Yield the entries to save after an answer given today, each with its name."""
        score = self.scores[item.ruleset]
        yield f"{_CARD}{item}", self.cards[str(item)].write()
        yield f"{_SCORE}{item.ruleset}", f"{score.right} {score.asked}"
        day = self.days[today]
        yield f"{_DAY}{today}", f"{day.right} {day.asked}"

    def score(self, games: Sequence[Rules]) -> QuizScore:
        """Return the score in some games."""
        return sum((self.scores.get(rules.name, QuizScore()) for rules in games), QuizScore())

    def after(self, item: Item, is_right: bool, today: int) -> QuizProgress:
        """Return the progress after an answer."""
        card = answered(self.cards.get(str(item)) or Card(str(item), 0, today), is_right, today)
        answer = QuizScore(int(is_right), 1)
        score = self.scores.get(item.ruleset, QuizScore()) + answer
        day = self.days.get(today, QuizScore()) + answer
        scores = {**self.scores, item.ruleset: score}
        return QuizProgress({**self.cards, card.item: card}, scores, {**self.days, today: day})

    def streak(self, today: int) -> int:
        """Return the number of days in a row, up to today, with an answer."""
        days = 0
        while today - days in self.days:
            days += 1
        return days

    def reached(self) -> int:
        """Return the greatest difficulty for puzzles, 0 to 2: each level opens the next one."""
        known = [0, 0, 0]
        for card in self.cards.values():
            if card.box > 0 and card.item.startswith(_PUZZLE):
                with suppress(FaultyItem):
                    known[difficulty(Item.parse(card.item))] += 1
        return 0 if known[0] < _KNOWN else 1 if known[1] < _KNOWN else 2


def own_mistake(item: Item, today: int) -> tuple[str, str]:
    """Return the entry for a player's own mistake, with its name; the next round asks it."""
    return f"{_CARD}{item}", Card(str(item), 0, today).write()


@dataclass(frozen=True)
class QuizState:
    """One state of a quiz."""

    games: tuple[Rules, ...]
    """The rules of the games that it is about."""

    known: QuizProgress
    today: int
    """The day, as `datetime.date.toordinal` counts."""

    question: QuizQuestion | None = None
    """None before the first question, and when a round is over."""

    chosen: int | None = None
    """The answer that was given."""

    highlighted: int | None = None
    """The answer on which the arrows stand."""

    waiting: tuple[str, ...] = ()
    """The items of the rest of the round."""

    score: QuizScore = QuizScore()
    """Of the round."""

    evening: QuizScore = QuizScore()
    """Since the quiz was opened."""

    @classmethod
    def begin(cls, games: Sequence[Rules], known: QuizProgress, today: int) -> Self:
        """Return a quiz before its first question."""
        return cls(tuple(games), known, today)

    # ---- the next question

    def next_question(self, chance: Random) -> Self:
        """Return the quiz with its next question, or with none at the end of a round.

        It stays the same until the present question is answered.
        """
        if self.question and not self.is_answered:
            return self
        question, waiting = None, self.waiting if self.question else self._next_round(chance)
        if not self.question or self.number < ROUND:
            question, waiting = self._first_of(waiting)
        score = self.score if self.question else QuizScore()
        return replace(
            self, question=question, waiting=waiting, chosen=None, highlighted=None, score=score
        )

    def _first_of(self, items: tuple[str, ...]) -> tuple[QuizQuestion | None, tuple[str, ...]]:
        """Return the first question that can be asked, and the items after it."""
        for at, item in enumerate(items, 1):
            with suppress(FaultyItem):  # Under other rules it may make a question.
                parsed = Item.parse(item)
                rules = next(rules for rules in self.games if rules.name == parsed.ruleset)
                return ask(parsed, rules), items[at:]
        return None, ()

    def _next_round(self, chance: Random) -> tuple[str, ...]:
        reached = self.known.reached()
        pools = {
            rules.name: [str(item) for item in pool(rules.name) if difficulty(item) <= reached]
            for rules in self.games
        }
        collected = [item for items in pools.values() for item in items]
        found = [item for item in self.known.cards if {*item.split(" | ")[1:2]} & pools.keys()]
        cards = self.known.cards.values()
        return next_items(cards, [*collected, *found], self.today, chance)

    # ---- answering

    @property
    def is_answered(self) -> bool:
        """True if the question has been answered."""
        return self.chosen is not None

    @property
    def is_right(self) -> bool:
        """True if the answer given is the right one."""
        return self.question is not None and self.chosen == self.question.right

    @property
    def number(self) -> int:
        """The number of the question in the round, from 1."""
        return self.score.asked + (not self.is_answered)

    def choose(self, index: int) -> Self:
        """Answer the question; no change if there is no such answer, or one was given."""
        question = self.question
        if question is None or self.is_answered or not 0 <= index < len(question.choices):
            return self
        is_right = index == question.right
        known = self.known.after(question.item, is_right, self.today)
        return replace(
            self,
            chosen=index,
            highlighted=None,
            known=known,
            score=self.score + QuizScore(int(is_right), 1),
            evening=self.evening + QuizScore(int(is_right), 1),
        )

    # ---- what the board shows

    @cached_property
    def _thrown(self) -> Game | None:
        return self.question.item.game(self.question.rules) if self.question else None

    @property
    def game(self) -> Game | None:
        """The game before the throw; once the question is answered, after its play."""
        question = self.question
        if question is None:
            return None
        if not self.is_answered:
            # After the throw it may be the other side's turn already, which tells the answer.
            return question.item.situation.game(question.rules)
        return played_out(self._thrown, self._play) if self._thrown and self._play else self._thrown

    @property
    def _play(self) -> str:
        """The play that the question names, if any."""
        item = self.question.item if self.question else None
        return item.plays[0] if item and item.kind is not Kind.LEGAL and item.plays else ""

    @property
    def preview(self) -> tuple[Move, ...]:
        """The moves that the board shows: the question's, or after the answer the solution's."""
        question, game = self.question, self._thrown
        if question is None or game is None:
            return ()
        match question.item.kind:
            case Kind.LEGAL if self.is_answered:
                return read_moves(game, question.choices[question.right].text)
            case Kind.PLAYABLE if self.is_answered:
                return max((play.moves for play in game.legal_plays()), key=len, default=())
            case Kind.LEGAL | Kind.PLAYABLE:
                return ()
            case _:
                return read_moves(game, self._play) if self._play and not self.is_answered else ()


def _read_score(data: str) -> QuizScore | None:
    """Read a saved score; None if it cannot be read."""
    numbers = data[:_LONGEST].split(" ")
    if len(numbers) != 2 or not all(each.isascii() and each.isdigit() for each in numbers):
        return None
    return QuizScore(*map(int, numbers))
