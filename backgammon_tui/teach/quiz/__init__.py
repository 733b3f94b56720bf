"""Positions of real play as tasks: puzzles, and questions with computed answers.

An `Item` is a kind, a ruleset, a position, a roll and a play; it makes a one-step lesson. Some come
with the program; others are a player's own mistakes, the costly choices of a review. Tasks answered
wrongly return, first in the next round and then after days of rest, separately for each player.

Questions are repeated in the boxes of Leitner. A question that has been asked has a card in one of
six boxes. A right answer moves the card up a box, where it rests longer; a wrong one returns it to
the first box, which is asked again on the same day. `REST` lists the days of rest. Days are
integers, such as `datetime.date.toordinal` returns; the caller supplies the current day.

For the same retention over a year (97 to 98 %), learners simulated with the published parameters of
FSRS 4.5 need as many repeats with that algorithm, 17 to 20 a card, as with these boxes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from itertools import chain, zip_longest
from random import Random
from typing import Final, NamedTuple, Self

from backgammon_tui.analysis.evaluator import to_play
from backgammon_tui.analysis.lookahead import roll_gains, state_before_roll
from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.review import Choice
from backgammon_tui.analysis.value import evaluator_for
from backgammon_tui.dice import Dice, read_dice
from backgammon_tui.engine import RULESETS, Game, Move, Play, Roll, Rules, StartingPosition
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.turn import complement
from backgammon_tui.explain.facts import Theme, count_hits_and_traps, done
from backgammon_tui.teach.lessons.lesson import (
    About,
    Act,
    Lesson,
    LessonQuestion,
    LessonStep,
    LessonText,
    PlayMeasure,
    Subject,
    Task,
    answer_key,
    describe_question,
    question_hint,
    whole_play,
)
from backgammon_tui.teach.lessons.run import LessonAnswer, Verdict
from backgammon_tui.text_file import LineError, read_blocks, read_data_file
from backgammon_tui.words.advice import describe_punishing, explain_losses
from backgammon_tui.words.naming import STANDARD, capitalized, count, join, write_dice
from backgammon_tui.words.rule_settings import moves_as_usual, name_landing_effects


class Kind(Enum):
    BEST = "best"
    HITS = "hits"
    PLAYABLE = "playable"
    SHOTS = "shots"
    COMPLEMENT = "complement"
    POINTS = "points"


_MAX_LENGTH: Final = 800


@dataclass(frozen=True)
class Item:
    """A line of a data file, which is also the name of its saved entries.

    `best | russian | W 24:5 hand:10 / B 20:15; W to move | 5-3 | hand/20 24/21` is the kind, the
    ruleset, the position, the roll, and the play.
    """

    kind: Kind
    ruleset: str
    starting_position: StartingPosition
    dice: Dice | None = None
    play: str = ""
    """The best play, or the one in question."""

    def __str__(self) -> str:
        dice = "{}-{}".format(*self.dice) if self.dice else ""
        parts = self.kind.value, self.ruleset, str(self.starting_position), dice, self.play
        return " | ".join(filter(None, parts))

    @classmethod
    def parse(cls, line: str) -> Item:
        parts = [part.strip() for part in line[:_MAX_LENGTH].split("|")]
        if not 3 <= len(parts) <= 5:
            raise ValueError("an item has a kind, a ruleset, a position, a roll, a play")
        kind, ruleset, start, roll, play = [*parts, "", ""][:5]
        if ruleset not in RULESETS:
            raise ValueError(f"there is no ruleset {ruleset[:40]!a}")
        dice = read_dice(roll) if roll else None
        return cls(Kind(kind), ruleset, StartingPosition.parse(start), dice, play)

    def game(self, rules: Rules) -> Game:
        game = self.starting_position.game(rules)
        return game.apply(Roll(*self.dice)) if self.dice else game


# ---- bundled tasks

HARDEST: Final = 5


class Puzzle(NamedTuple):
    item: Item
    second: str
    margin: float
    """The points by which the best play is better than the second best."""

    theme: Theme
    rating: int

    @classmethod
    def parse(cls, line: str) -> Puzzle:
        item, second, figures, theme, missed = map(str.strip, line.rsplit("|", 4))
        levels = len(missed.strip("-"))  # Levels that miss the best play.
        rating = min(levels + 1, HARDEST)
        return cls(Item.parse(item), second, float(figures.split()[0]), Theme(theme), rating)


@cache
def puzzles(ruleset: str) -> Mapping[str, Puzzle]:
    numbered = chain.from_iterable(read_blocks(read_data_file(f"quiz/puzzles/{ruleset}.txt")))
    read = (LineError.read(number, Puzzle.parse, line) for number, line in numbered)
    return {str(puzzle.item): puzzle for puzzle in read}


@cache
def rule_tasks() -> tuple[Item, ...]:
    numbered = chain.from_iterable(read_blocks(read_data_file("quiz/rules.txt")))
    return tuple(LineError.read(number, Item.parse, line) for number, line in numbered)


def pool(ruleset: str) -> tuple[Item, ...]:
    on_rules = (item for item in rule_tasks() if item.ruleset == ruleset)
    return (*on_rules, *(puzzle.item for puzzle in puzzles(ruleset).values()))


def puzzle_of(item: Item) -> Puzzle | None:
    return puzzles(item.ruleset).get(str(item))


def rating(item: Item) -> int:
    puzzle = puzzle_of(item)
    return puzzle.rating if puzzle else 0


# ---- one-step lessons


def lesson_of(item: Item, rules: Rules) -> Lesson:
    """Return the one-step lesson of an item; may raise `ValueError` under house rules."""
    if rules.name != item.ruleset:
        raise ValueError(f"the item is about {item.ruleset}, not {rules.name}")
    if item.kind is Kind.BEST and not moves_as_usual(rules):
        raise ValueError("the best play under these house rules is not known")
    title, make = _TASKS[item.kind]
    return Lesson(title, rules, (make(item, rules),))


def _dice(item: Item) -> Dice:
    if not item.dice:
        raise ValueError("this kind of task needs a roll")
    return item.dice


# ---- plays


def _ask_best(item: Item, rules: Rules) -> LessonStep:
    roll, game, puzzle = Roll(*_dice(item)), item.game(rules), puzzle_of(item)
    best = whole_play(game, item.play)
    hint, after, margin = "Try a play: the answer says what it costs.", "", 0.0
    if puzzle:
        why = _why_second(game, whole_play(game, puzzle.second), best, puzzle.margin)
        hint, margin = THEME_HINTS[puzzle.theme], puzzle.margin
        cost = f"{margin:.2f} points of the score"
        after = f"In rollouts, the next best play, {puzzle.second}, costs {cost}{why}."
    task = Task(0, "Find the best play.", (), hint, after, (LessonText(0, item.play),))
    claims = (LessonText(0, PlayMeasure.WORTH.value),)
    return LessonStep(0, item.starting_position, "", (Act(0, roll),), task, claims, margin)


def _why_second(game: Game, second: Play, best: Play, margin: float) -> str:
    """Return the drawbacks of the second best play, or the rolls that punish it most."""
    if losses := explain_losses(game, second, best, margin):
        return f": it {losses}"
    with suppress(NotJudged):
        judge, stage = evaluator_for(game.rules), to_play(game)
        rated = {rated.play: rated for rated in judge.rate(stage)}
        after, instead = (state_before_roll(judge, stage, rated[play]) for play in (second, best))
        if after and instead and after.side is instead.side is stage.side.other:
            gains = roll_gains(judge, after, instead)
            punishing = describe_punishing(gains, STANDARD.name(after.side))
            return f": {punishing}" if punishing else ""
    return ""


def _ask_hits(item: Item, rules: Rules) -> LessonStep:
    roll = Roll(*_dice(item))
    plays = item.game(rules).legal_plays()
    hits = [write_moves(play.moves) for play in plays if count_hits_and_traps(play)]
    if len(hits) < 2:
        raise ValueError("there is at most one play that hits")
    many = f"{capitalized(count(len(hits)))} plays {name_landing_effects(rules.landing)}."
    text = f"{many} Find them all, one after another."
    hint = "One checker may play both numbers, or the other number may be played anywhere."
    solutions = tuple(LessonText(0, hit) for hit in hits)
    task = Task(0, text, (), hint, f"{join(hits)}.", solutions, needs_all=True)
    return LessonStep(0, item.starting_position, "", (Act(0, roll),), task)


# ---- numbers, yes and no


def _ask_number(item: Item, rules: Rules) -> LessonStep:
    subject = Subject(About.HITS)
    if item.kind is Kind.PLAYABLE:
        subject = Subject(About.NUMBERS, "{}-{}".format(*_dice(item)))
    game = item.starting_position.game(rules)
    text, hint = describe_question(subject, game), question_hint(subject, game)
    return _question(subject, game, text, hint, item.starting_position)


def _question(
    subject: Subject, game: Game, text: str, hint: str, start: StartingPosition
) -> LessonStep:
    key = answer_key(subject, game)
    right = LessonText(0, key.right)
    question = LessonQuestion(0, text, (), hint, key.why, right, subject, key)
    return LessonStep(0, start, "", (), question)


def _ask_complement(item: Item, rules: Rules) -> LessonStep:
    before = item.game(rules)
    side, dice = item.starting_position.side, _dice(item)
    if not rules.doubles.have_complement or dice[0] != dice[1]:
        raise ValueError("this kind of question needs doubles and their complement")
    name, play = STANDARD.name(side), whole_play(before, item.play)
    text = (
        f"{name} has rolled {write_dice(dice)} and played {item.play}. Can {name} now play a"
        f" {complement(dice[0])} of the complement?"
    )
    hint = "Look for checkers in hand or on the bar, for first doubles, and for closed points."
    after = done(before, play.moves)
    start = StartingPosition(play.position, side, after.had_double)
    return _question(Subject(About.COMPLEMENT, item.play), before, text, hint, start)


def _ask_points(item: Item, rules: Rules) -> LessonStep:
    game = item.game(rules)
    happened = "No checker of either side can ever move again."
    if game.result and game.result.winner:
        happened = f"{STANDARD.name(game.result.winner)} has borne off the last checker."
    text = f"{happened} How many points is the game worth?"
    hint = "Look at the loser's checkers: how many are off, and where is the last one?"
    return _question(Subject(About.WIN), game, text, hint, item.starting_position)


_TASKS: Final[Mapping[Kind, tuple[str, Callable[[Item, Rules], LessonStep]]]] = {
    Kind.BEST: ("Which play is best?", _ask_best),
    Kind.HITS: ("Every play that hits", _ask_hits),
    Kind.PLAYABLE: ("How many can be played?", _ask_number),
    Kind.SHOTS: ("How many rolls hit?", _ask_number),
    Kind.COMPLEMENT: ("Is there a complement?", _ask_complement),
    Kind.POINTS: ("What is the win worth?", _ask_points),
}


THEME_HINTS: Final = {
    Theme.ENTERING: "Think of entering and the complement: which play leaves more of your numbers"
    " playable?",
    Theme.POINTS: "Think of points and primes: which play makes or keeps the points that block"
    " most?",
    Theme.HIT: "To hit or not: compare the best play that hits with the best that does not.",
    Theme.TRAP: "To trap, to hit or neither: compare the best play of each kind.",
    Theme.SAFETY: "Think of safety: after each play, count the rolls that would hit you.",
    Theme.BEARING_OFF: "Think of bearing off: compare the checkers that come off with the gaps"
    " and blots that are left.",
    Theme.RACING: "It is a race: waste no pips, and leave no gaps at home.",
    Theme.EXTRA_ROLL: "Think of an extra roll: which play makes it more likely for you, or less"
    " likely for your opponent?",
}


# ---- the player's own mistakes

MIN_COST: Final = 0.10


def choice_item(history: Sequence[Game], choice: Choice) -> Item | None:
    """Return a task for the best play, if a choice on the first stage of a roll cost enough."""
    game, rolled = history[choice.at], history[choice.at - 1]
    is_first = choice.at and rolled.side and not rolled.stage
    if choice.reported_cost < MIN_COST or not is_first or not game.turn:
        return None
    assert rolled.side
    item = Item(
        Kind.BEST,
        game.rules.name,
        StartingPosition(rolled.position, rolled.side, rolled.had_double),
        game.turn.rolled.dice,
        write_moves(tuple(action for action in choice.best if isinstance(action, Move))),
    )
    try:
        lesson_of(item, game.rules)
        same = item.game(game.rules)
    except ValueError:
        return None
    return item if (same.position, same.left) == (game.position, game.left) else None


# ---- the rounds of a quiz, and a player's progress

ROUND: Final = 10

_CARD, _SCORE, _DAY = "quiz/", "quiz score/", "quiz day/"

_PUZZLES: Final = f"{Kind.BEST.value} |"
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
    cards: Mapping[str, Card] = field(default_factory=dict)
    scores: Mapping[str, QuizScore] = field(default_factory=dict)
    days: Mapping[int, QuizScore] = field(default_factory=dict)

    @classmethod
    def read(cls, saved: Mapping[str, str]) -> Self:
        """Parse entries by `write`, ignoring unreadable ones."""
        cards = (read_card(n, data) for n, data in _under(_CARD, saved))
        scores = ((n, read_pair(data)) for n, data in _under(_SCORE, saved))
        days = ((n, read_pair(data)) for n, data in _under(_DAY, saved) if read_pair(f"{n} 0"))
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
                with suppress(ValueError):
                    known[rating(Item.parse(card.item))] += 1
        reached = 2
        while reached < HARDEST and known[reached] >= _KNOWN:
            reached += 1
        return reached


def own_mistake(item: Item, today: int) -> tuple[str, str]:
    return f"{_CARD}{item}", Card(str(item), 0, today).entry[1]


def next_round(
    known: QuizProgress, games: Sequence[Rules], today: int, chance: Random
) -> tuple[str, ...]:
    """Return more tasks than a round needs, because some may be impossible under the rules."""
    reached, cards, names = known.reached(), known.cards, {rules.name for rules in games}
    offered = chain.from_iterable(pool(rules.name) for rules in games)
    collected = [str(item) for item in offered if rating(item) <= reached]
    own = [item for item in cards if {*item.split(" | ")[1:2]} & names]
    items = next_items(cards.values(), [*collected, *own], today, chance)
    new = [item for item in items if item not in cards]
    puzzles = (item for item in new if item.startswith(_PUZZLES))
    rules = (item for item in new if not item.startswith(_PUZZLES))
    # Every other new task is a puzzle, except that tasks on the rules dominate at first.
    mixed = filter(None, chain.from_iterable(zip_longest(rules, puzzles)))
    return tuple(item if item in cards else next(mixed) for item in items)


def counts_as(answer: LessonAnswer) -> bool | None:
    """Return True for a right answer, False for a wrong one, None for a slip or half a play."""
    if answer.verdict is Verdict.RIGHT:
        return True
    is_slip = answer.verdict is Verdict.WRONG and answer.reason
    wrong = Verdict.NOT_THE_TASK, Verdict.SHOWN, Verdict.WRONG
    return False if answer.verdict in wrong and not is_slip else None


def _under(prefix: str, saved: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    names = (name for name in saved if name.startswith(prefix))
    return ((name.removeprefix(prefix), saved[name]) for name in names)


# ---- spaced repetition

REST: Final = (0, 1, 3, 7, 16, 35)


@dataclass(frozen=True)
class Card:
    item: str
    box: int
    """0 to 5; higher means better known."""

    due: int

    @property
    def entry(self) -> tuple[str, str]:
        return self.item, f"{self.box} {self.due}"


def read_pair(written: str) -> tuple[int, int] | None:
    pair = re.fullmatch(r"(\d{1,12}) (\d{1,12})", written, re.ASCII)
    return (int(pair[1]), int(pair[2])) if pair else None


def read_card(item: str, written: str) -> Card | None:
    pair = read_pair(written)
    return Card(item, *pair) if pair and pair[0] < len(REST) else None


def answered(card: Card, is_right: bool, today: int) -> Card:
    box = min(card.box + 1, len(REST) - 1) if is_right else 0
    return Card(card.item, box, today + REST[box])


def next_items(
    cards: Iterable[Card], pool: Iterable[str], today: int, chance: Random
) -> tuple[str, ...]:
    """Return the items that may be asked today, in order.

    First come due items, least known first and in random order within a box; then, in random order,
    new ones; then resting ones, those due soonest first. A round takes any number from the front;
    wrong answers are due again in the next. Cards of questions outside the pool are ignored.
    """
    items = list(dict.fromkeys(pool))
    chance.shuffle(items)
    known = {card.item: card for card in cards}

    def rank(item: str) -> tuple[int, int]:
        card = known.get(item)
        if card is None:
            return 1, 0
        return (0, card.box) if card.due <= today else (2, card.due)

    return tuple(sorted(items, key=rank))
