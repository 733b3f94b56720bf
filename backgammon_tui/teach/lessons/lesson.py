"""Lessons as data: pictures, text, play and questions, step by step.

Actions are kept as typed: moves in notation, `keep`, `reroll`, `5`, `6` or `resign 1`. Their
meaning depends on the game, which determines whose action it is and what is asked, so the text is
shorter than that of `write_action`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from typing import Final, NamedTuple

from backgammon_tui.analysis.difference import roll_facts
from backgammon_tui.analysis.evaluator import ROLLS
from backgammon_tui.dice import Dice, read_dice
from backgammon_tui.engine.events import HandedOver, StageBegun, StageLost
from backgammon_tui.engine.game import Game, Match, ScoreBefore, StartingPosition
from backgammon_tui.engine.generator import Play
from backgammon_tui.engine.moves import (
    Action,
    AgreeDraw,
    ChooseDoubles,
    Double,
    Effect,
    KeepOpening,
    Move,
    OpeningRoll,
    Pass,
    RerollOpening,
    Resign,
    Roll,
    Take,
)
from backgammon_tui.engine.notation import (
    Ambiguous,
    Unreadable,
    read_action,
    read_moves,
    read_routes,
    read_whole_play,
    write_moves,
)
from backgammon_tui.engine.position import Place, Side
from backgammon_tui.engine.reasons import Cause, NotAllowed, Reason, why_not_move
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Phase, StageKind, Withheld, complement, next_after, plan
from backgammon_tui.explain.facts import Why, count_hits_and_traps, done, play_made
from backgammon_tui.text_file import quote
from backgammon_tui.words.naming import STANDARD, count, join, numbers, write_dice
from backgammon_tui.words.reason_sentences import (
    describe_lost,
    describe_no_complement,
    describe_reason,
)
from backgammon_tui.words.rule_settings import describe_scale, name_landing_effects
from backgammon_tui.words.turns import describe_end


@dataclass(frozen=True)
class LessonText:
    line: int
    text: str


@dataclass(frozen=True)
class Try(LessonText):
    reason: Cause | None
    """The rule against it; None if it is legal but not the answer."""

    answer: str
    """The teacher's reply; may be empty if the rule is explanation enough."""


@dataclass(frozen=True)
class Assignment:
    line: int
    text: str
    tries: tuple[Try, ...]
    hint: str
    after: str


@dataclass(frozen=True)
class Task(Assignment):
    solutions: tuple[LessonText, ...]
    needs_all: bool = False


@dataclass(frozen=True)
class LessonQuestion(Assignment):
    """A question whose answer is a typed number, or yes or no."""

    solution: LessonText
    subject: Subject | None = None
    """The subject from which the engine computes the answers; None if the author gives them."""

    key: AnswerKey | None = None
    """The answers, if they do not depend on the game."""

    def key_in(self, game: Game) -> AnswerKey:
        if self.key:
            return self.key
        if self.subject:
            return answer_key(self.subject, game)
        free = _YES_NO if self.solution.text in _YES_NO else map(str, range(_MAX_ANSWER + 1))
        return AnswerKey(self.solution.text, dict.fromkeys(free, self.hint))


_YES_NO: Final = ("yes", "no")
_MAX_ANSWER: Final = 400
"""Maximum number in an answer to an author's question, above any pip count."""


class GoalState(Enum):
    """A state required by a condition, with `N` for its number; the first five can be goals."""

    ALL_IN = "all in"
    ALL_HOME = "all home"
    OFF = "N off"
    WON = "won"
    TURNS = "N turns"
    NOT_HIT = "not hit"
    NOT_TRAPPED = "not trapped"
    PRIME = "prime of N"
    TRAP = "a trap"
    AT_MOST = "at most N turns"


GOALS: Final = tuple(GoalState)[:5]
LIMITS: Final = tuple(GoalState)[5:]


class ExerciseCondition(NamedTuple):
    state: GoalState
    number: int = 0

    def __str__(self) -> str:
        return self.state.value.replace("N", str(self.number))


def read_condition(states: Sequence[GoalState], text: str) -> ExerciseCondition:
    number = re.search(r"[1-9]\d?", text)
    pattern = text.replace(number[0], "N", 1) if number else text
    for state in states:
        # One is "1 turn"; older lessons have "1 turns".
        singular = state.value.removesuffix("s") if number and number[0] == "1" else state.value
        if pattern in (state.value, singular):
            return ExerciseCondition(state, int(number[0]) if number else 0)
    raise ValueError(f"it is one of: {', '.join(state.value for state in states)}")


@dataclass(frozen=True)
class Exercise(Assignment):
    """Turns against the computer until a goal is reached or out of reach."""

    goal: ExerciseCondition
    limits: tuple[ExerciseCondition, ...]
    """The conditions that must hold at the end of each of the learner's turns."""

    rolls: tuple[Dice, ...]
    """The learner's rolls; after the last one, the first comes again."""

    answers: tuple[Dice, ...]


StepAssignment = Task | LessonQuestion | Exercise


@dataclass(frozen=True)
class Act:
    line: int
    does: Roll | OpeningRoll | str


UNPROVED: Final = ("rule", "opinion")
"""Claims that need no proof: the engine enforces rules, and opinions are the teacher's own."""


STATED_COST: Final = re.compile(r"costs (\d\.\d+)")
ALIKE: Final = 0.03


class PlayMeasure(Enum):
    """The measure by which a task compares all plays, if its solutions are claimed to be best."""

    HITS = "fewest hits"
    SHUT_OUT = "most shut out"
    COMPLEMENT = "complement kept"
    WORTH = "best"


_SCORE: Final = re.compile(r"(\d{1,3})-(\d{1,3}) to (\d{1,3})(, after Crawford)?")


class LessonScore(NamedTuple):
    """The score of a match, in which White comes first."""

    before: ScoreBefore
    length: int

    @classmethod
    def parse(cls, text: str) -> LessonScore:
        parts = _SCORE.fullmatch(text)
        if parts is None:
            raise ValueError("a score looks like '4-2 to 5' or '4-2 to 5, after Crawford'")
        before = ScoreBefore(int(parts[1]), int(parts[2]), parts[4] is not None)
        return cls(before, int(parts[3]))

    def match(self, rules: Rules) -> Match:
        """Return the match; raise `ValueError` if the score is impossible."""
        return Match(rules, self.length, begun_at=self.before)


@dataclass(frozen=True)
class LessonStep:
    line: int
    starting_position: StartingPosition | None
    say: str
    acts: tuple[Act, ...]
    assignment: StepAssignment | None
    claims: tuple[LessonText, ...] = ()
    """Claims about good and bad play that must be proved; see `LESSONS.md`."""

    margin: float = 0.0
    """Minimum cost of any play but the solutions, if known by rollout."""

    score: LessonScore | None = None
    """The score of the match in which the position arises; None in unlimited play."""

    def start(self, rules: Rules) -> Game:
        """Return the game at its `Start`; raise `ValueError` if the position is impossible."""
        assert self.starting_position
        game = self.starting_position.game(rules)
        is_crawford = self.score is not None and self.score.match(rules).is_crawford
        return replace(game, cube=None) if is_crawford else game

    @property
    def title(self) -> str:
        """The first words, on one line."""
        return " ".join((self.say or (self.assignment.text if self.assignment else "")).split())

    @property
    def measure(self) -> PlayMeasure | None:
        claimed = {claim.text for claim in self.claims}
        return next((measure for measure in PlayMeasure if measure.value in claimed), None)

    @property
    def is_about_good_play(self) -> bool:
        return any(claim.text not in UNPROVED for claim in self.claims)


@dataclass(frozen=True)
class Lesson:
    title: str
    rules: Rules
    steps: tuple[LessonStep, ...]

    def match_at(self, number: int) -> Match:
        """Return the match in which a step is played, at the score of the latest `Start`."""
        begun = (step for step in reversed(self.steps[: number + 1]) if step.starting_position)
        score = next((step.score for step in begun), None)
        return score.match(self.rules) if score else Match(self.rules)


# ---- questions with computed answers


class About(Enum):
    NUMBERS = "numbers of"
    OPPOSITE = "complement of"
    """The number on the opposite face of a die."""

    COMPLEMENT = "complement after"
    """Yes if a number of the complement can be played after a play of the doubles."""

    HITS = "rolls that hit"
    WINNING = "rolls that win"
    """The rolls that bear off the last checker."""

    WIN = "points of the win"


_EXAMPLES: Final = {About.NUMBERS: "5-5", About.OPPOSITE: "2", About.COMPLEMENT: "hand/22(4)"}


class Subject(NamedTuple):
    about: About
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.about.value} {self.detail}".strip()


def read_subject(text: str) -> Subject:
    text = " ".join(text.split())
    about = next((kind for kind in About if text.startswith(kind.value)), None)
    detail = text.removeprefix(about.value).strip() if about else ""
    if about is None or bool(detail) is not (about in _EXAMPLES):
        forms = (str(Subject(kind, _EXAMPLES.get(kind, ""))) for kind in About)
        raise ValueError(f"a question can be about {', '.join(forms)}; not {text[:40]!a}")
    if about is About.NUMBERS:
        read_dice(detail)
    if about is About.OPPOSITE and not re.fullmatch("[1-6]", detail):
        raise ValueError("a complement is that of a number from 1 to 6")
    return Subject(about, detail)


def rule_of(subject: Subject) -> Why:
    """Return the rule that a question is about, which determines a section of the rulebook."""
    if subject.about is About.NUMBERS:
        first, second = read_dice(subject.detail)
        return StageKind.FACE if first == second else StageKind.DICE
    return _RULES[subject.about]


_RULES: Final[Mapping[About, Why]] = {
    About.OPPOSITE: StageKind.COMPLEMENT,
    About.COMPLEMENT: StageKind.FACE,
    About.HITS: Cause.NOTHING_TO_HIT,
    About.WINNING: Phase.OVER,
    About.WIN: Phase.OVER,
}


@dataclass(frozen=True)
class AnswerKey:
    right: str
    replies: Mapping[str, str]
    """All possible answers in order, with the reply to each if it is wrong."""

    why: str = ""

    @property
    def answers(self) -> Sequence[str]:
        return tuple(self.replies)

    @property
    def wanted(self) -> str:
        first, last = self.answers[0], self.answers[-1]
        return f"a number from {first} to {last}" if self.is_number else "y or n"

    @property
    def instruction(self) -> str:
        verb, then = ("Type", ", then press enter") if self.is_number else ("Press", "")
        return f"{verb} {self.wanted}{then}."

    @property
    def is_number(self) -> bool:
        return self.answers[0].isdecimal()

    def read(self, text: str) -> str | None:
        """Parse an answer: a number, or yes or no by their first letters."""
        word = text.strip().lower()
        letters = {answer[:1]: answer for answer in self.replies if not answer.isdecimal()}
        return word if word in self.replies else letters.get(word)


def answer_key(subject: Subject, game: Game) -> AnswerKey:
    """Compute the answers to a question; raise `ValueError` if it makes no sense in this game."""
    match subject.about:
        case About.NUMBERS:
            return _numbers(game, *read_dice(subject.detail))
        case About.OPPOSITE:
            number = complement(int(subject.detail))
            reply = f"{subject.detail} and its complement make 7."
            return AnswerKey(str(number), {str(face): reply for face in range(1, 7)}, reply)
        case About.COMPLEMENT:
            return _complement(game, subject.detail)
        case About.HITS:
            return _hits(game)
        case About.WINNING:
            return _winning(game)
        case About.WIN:
            return _win(game)


def _numbers(game: Game, first: int, second: int) -> AnswerKey:
    try:
        rolled = game.apply(Roll(first, second))
    except NotAllowed:
        raise ValueError("no roll is awaited here") from None
    begun = next(event for event in rolled.events if isinstance(event, StageBegun))
    plays = [play.moves for play in rolled.legal_plays()]
    moves = max(plays, key=len, default=())
    after = done(rolled, moves) if moves else rolled
    if after.is_over:
        raise ValueError("a play that wins need not use all it could")
    why = _why_lost(after, begun.side)
    which = "For instance" if plays[1:] else "The only play is"
    example = f"{which} {write_moves(moves)}." if moves else ""
    more = f"You must play as many as you can, and more can be played. {example}".strip()
    replies = {
        str(answer): more if answer < begun.playable else f"No play uses that many. {why}".strip()
        for answer in range(len(begun.numbers) + 1)
    }
    return AnswerKey(str(begun.playable), replies, f"{example} {why}".strip())


def _why_lost(game: Game, side: Side) -> str:
    lost = [event for event in game.events if isinstance(event, StageLost | HandedOver)]
    if not lost:
        return ""
    these = describe_lost(lost[0].numbers, STANDARD)
    stage = game.latest_turn.stage if game.latest_turn else None
    if stage and stage.moves and stage.kind is not StageKind.DICE:
        these = f"another{these.removeprefix('the')}"
    cannot = f"{STANDARD.name(side)} cannot play {these}."
    if not game.position.count(side, Place.HAND) or game.rules.free_entry:
        return cannot
    return f"{cannot} {describe_reason(Reason(Cause.HAND_FIRST, side), STANDARD)}"


def _complement(game: Game, text: str) -> AnswerKey:
    play = whole_play(game, text)
    side, outlook = game.actor, game.outlook(play.position)
    assert side
    withheld = outlook.withheld if outlook else game.rolled and game.rolled.stages[-1].withheld
    playable = outlook.playable if outlook else 0
    is_face = game.stage is not None and game.stage.kind is StageKind.FACE
    name = STANDARD.name(side)
    if not game.rules.doubles.have_complement:
        why = "There is no complement in this game."
    elif withheld:
        why = describe_no_complement(withheld, name)
    elif outlook and playable:
        these = "all" if playable == len(outlook.numbers) else f"{count(playable)} of the"
        why = f"{name} can play {these} four {outlook.numbers[0]}s."
    elif outlook or (is_face and game.has_unplayable and not game.rules.opponent_completes):
        why = _why_lost(done(game, play.moves), side)
    else:
        raise ValueError("no complement is due after this play")
    return AnswerKey("yes" if playable else "no", {"yes": why, "no": why}, why)


def _hits(game: Game) -> AnswerKey:
    starting_position, right = to_roll(game), 0
    rolls: dict[bool, list[str]] = {True: [], False: []}
    later: dict[str, list[str]] = {}
    for dice, weight in ROLLS:
        hits = roll_facts(game.rules, starting_position, dice).can_hit
        rolls[hits].append(write_dice(dice))
        right += weight * hits
        if hits and not any(map(count_hits_and_traps, game.apply(Roll(*dice)).legal_plays())):
            later.setdefault(_SEQUELS[dice[0] == dice[1]], []).append(write_dice(dice))
    do = name_landing_effects(game.rules.landing)
    few = f"More rolls {do}: {rolls[True][-1]}, for instance." if rolls[True] else ""
    many = f"Fewer rolls {do}: {rolls[False][0]} does not." if rolls[False] else ""
    many = f"{many} {_why_no_complement(game)}".strip()
    replies = {str(answer): few if answer < right else many for answer in range(37)}
    why = f"{right} of 36: {join(rolls[True])}." if right else "None of the 36."
    if later:
        sequels = [f"{join(rolls)} only with {sequel}" for sequel, rolls in later.items()]
        of_several = f" Of these, {join(sequels)}."
        why += of_several if rolls[True][1:] else f" It hits only with {next(iter(later))}."
    return AnswerKey(str(right), replies, why)


def _winning(game: Game) -> AnswerKey:
    rolls = to_roll(game).game(game.rules)
    won = {dice: rolls.apply(Roll(*dice)).can_win for dice, _ in ROLLS}
    right = sum(weight * won[dice] for dice, weight in ROLLS)
    lost = [write_dice(dice) for dice, wins in won.items() if not wins]
    few = "More rolls win."
    many = f"Fewer rolls win: {lost[0]} does not." if lost else ""
    replies = {str(answer): few if answer < right else many for answer in range(37)}
    why = f"{right} of 36 win" + (f"; these do not: {join(lost)}." if lost else ".")
    return AnswerKey(str(right), replies, why)


_SEQUELS: Final = {True: "the complement", False: "the four 5s or 6s"}


def to_roll(game: Game) -> StartingPosition:
    if game.phase not in (Phase.ROLL, Phase.ROLL_AGAIN) or game.side is None:
        raise ValueError("no roll is awaited here")
    return StartingPosition(game.position, game.side, game.had_double)


def _win(game: Game) -> AnswerKey:
    result, maximum = game.result, game.rules.scale.max_points
    if result is None:
        raise ValueError("the game is not over")
    why, scale = describe_end(result, game.rules, STANDARD), describe_scale(game.rules)
    replies = {
        str(points): scale if result.winner and points <= maximum > 1 else why
        for points in range(1 if result.winner else 0, 4)
    }
    return AnswerKey(str(result.points), replies, why)


# ---- questions in words


def describe_question(subject: Subject, game: Game) -> str:
    name = STANDARD.name(game.side or Side.WHITE)
    if subject.about is About.NUMBERS:
        first, second = dice = read_dice(subject.detail)
        these = f"the {numbers((first,) * 4)}" if first == second else "the two numbers"
        return f"{name} rolls {write_dice(dice)}. How many of {these} can {name} play?"
    verb = name_landing_effects(game.rules.landing)
    question = f"{name} rolls next. How many of {name}'s 36 rolls can {verb}?"
    if not game.rules.first_double_face_only:
        return question
    had = "has already" if game.side in game.had_double else "has not yet"
    return f"{question} {name} {had} rolled doubles in this game."


def question_hint(subject: Subject, game: Game) -> str:
    if subject.about is About.NUMBERS:
        return "Look at each number from each checker, and at both orders."
    hint = "A roll of two different numbers counts twice, and doubles count once."
    if game.rules.doubles.have_complement:
        hint += f" {_why_no_complement(game) or 'Hits with the complement count, too.'}"
    return hint


def _why_no_complement(game: Game) -> str:
    rules, position, side, had_double = game.rules, game.position, game.side, game.had_double
    if side is None:
        return ""
    # Any doubles will do: the rules depend on the checkers to enter, not on the number.
    _, *earned = plan(rules, position, side, (1, 1), side not in had_double).stages
    if not earned:
        return ""
    why = earned[0].withheld or next_after(rules, position, side, earned[0])
    return describe_no_complement(why, STANDARD.name(side)) if isinstance(why, Withheld) else ""


# ---- typed actions


def read_typed(game: Game, text: str, *, may_repeat: bool = False) -> tuple[Action, ...]:
    """Parse the actions in a text for the current state.

    With `may_repeat`, the text may also repeat moves made before in the stage.
    Moves must be possible; other actions are checked only when they are applied. Raise
    `Unreadable`, `NotAllowed` or `Ambiguous` otherwise.
    """
    if text.strip().lower() in _ROLLS and game.phase is not Phase.MOVE:
        return _check_rolling(game)
    decision = _read_decision(text, game.actor or Side.WHITE)
    if isinstance(decision, ChooseDoubles) and game.phase is Phase.MOVE:
        raise Unreadable(text)  # No number can be chosen there, so it is an incomplete move.
    if decision:
        return (decision,)
    return read_whole_play(game, text) if may_repeat else read_moves(game, text)


_ROLLS: Final = ("roll", "rolls")
DOUBLE_OR_ROLL: Final = ("double", "doubles", *_ROLLS)


def _check_rolling(game: Game) -> tuple[Action, ...]:
    """Check that a side may roll instead of doubling; return no action, because the dice follow."""
    if game.phase is not Phase.ROLL:
        raise NotAllowed(Reason(Cause.NOT_NOW, game.actor or Side.WHITE))
    return ()


def check_readable(text: str) -> str:
    with suppress(Unreadable):
        is_roll = text.strip().lower() in _ROLLS
        if is_roll or _read_decision(text, Side.WHITE) or read_routes(text):
            return text
    words = "keep, reroll, double, roll, take, pass, 5, 6 or resign 1"
    raise ValueError(f"{quote(text)} is not a move, {words}")


def _read_decision(text: str, side: Side) -> Action | None:
    words = " ".join(text.lower().split())
    for line in (_CUBE_WORDS.get(words, words), f"double {words}", f"{side.value} {words}"):
        action = read_action(line)
        if isinstance(action, _DECISIONS):
            return action
    return None


_DECISIONS: Final = (
    *(KeepOpening, RerollOpening, ChooseDoubles),
    *(Double, Take, Pass, Resign, AgreeDraw),
)
_CUBE_WORDS: Final = {"double": "doubles", "take": "takes", "pass": "passes"}


def why_unclear(game: Game, error: Ambiguous) -> Reason | None:
    """Return the rule that requires a clearer text, if any: a blot is hit or trapped."""
    effects: dict[tuple[int, int], set[Effect]] = {}
    for move in chain.from_iterable(error.candidates):
        effects.setdefault((move.origin, move.target), set()).add(move.effect)
    for move in error.candidates[0]:
        if {Effect.HIT, Effect.TRAP} <= effects[move.origin, move.target]:
            unmarked = move._replace(effect=Effect.NOTHING)
            return why_not_move(game.rules, game.position, move.side, game.left, unmarked)
        game = game.apply(move)
    return None


def contains(attempt: str, part: str) -> bool:
    """Return True if an attempt contains a part of notation, by its origins and ends.

    A decision, such as `keep`, contains no part but itself. Both texts must be readable.
    """
    try:
        wanted, done = (
            [(route.origin, route.stops[-1]) for route in read_routes(text)]
            for text in (part, attempt)
        )
    except Unreadable:
        return part.strip().lower() == attempt.strip().lower()
    for origin, stop in wanted:
        fitting = [
            move
            for move in done
            if (move[0], move[1].place) == (origin, stop.place)
            and stop.effect in (None, move[1].effect)
        ]
        if not fitting:
            return False
        done.remove(fitting[0])
    return True


def write_typed(actions: Sequence[Action]) -> str:
    moves = [action for action in actions if isinstance(action, Move)]
    if moves:
        return write_moves(moves)
    match list(actions):
        case [KeepOpening()]:
            return "keep"
        case [RerollOpening()]:
            return "reroll"
        case [ChooseDoubles(number)]:
            return str(number)
        case [Double() | Take() | Pass() as action]:
            return type(action).__name__.lower()
        case [Resign(points=points)]:
            return f"resign {points}"
        case _:
            return ""


def whole_play(game: Game, text: str) -> Play:
    """Return the play that a text names; raise `ValueError` if it leaves numbers to be played."""
    if play := play_made(game, read_typed(game, text)):
        return play
    raise ValueError(f"{text} is not the whole play")
