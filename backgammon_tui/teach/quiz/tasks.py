"""Quiz tasks as lessons of one step: what is asked, and an answer to every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from backgammon_tui.engine import (
    RULESETS,
    Effect,
    Game,
    OpeningRoll,
    Play,
    Roll,
    Rules,
    Side,
    StartingPosition,
)
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.turn import complement
from backgammon_tui.explain.made import done
from backgammon_tui.explain.theme import Theme
from backgammon_tui.teach.lessons.parts import (
    Act,
    Figure,
    Lesson,
    LessonQuestion,
    LessonStep,
    LessonText,
    Task,
    Try,
)
from backgammon_tui.teach.lessons.questions import (
    About,
    AnswerKey,
    Subject,
    answer_key,
    describe_question,
    question_hint,
)
from backgammon_tui.teach.quiz.item import FaultyItem, Item, Kind
from backgammon_tui.teach.quiz.puzzle import Puzzle, puzzle_of
from backgammon_tui.teach.typed_actions import read_typed, whole_play
from backgammon_tui.words.fact_sentences import explain_losses
from backgammon_tui.words.naming import (
    STANDARD,
    capitalized,
    count,
    join,
    write_dice,
)
from backgammon_tui.words.rule_settings import striking


def lesson_of(item: Item, rules: Rules) -> Lesson:
    """Return the task of an item as a lesson of one step.

    Args:
        rules: The rules of the table: under house rules the answer may be another one.

    Raises:
        FaultyItem: if it makes no task under these rules.
    """
    if rules.name != item.ruleset:
        raise FaultyItem(f"the item is about {item.ruleset}, not {rules.name}")
    if item.kind in (Kind.BEST, Kind.OPENING) and rules != RULESETS[rules.name]:
        raise FaultyItem("nobody has worked out what is best under these house rules")
    try:
        title, make = _TASKS[item.kind]
        return Lesson(title, rules, (make(item, rules),))
    except FaultyItem:
        raise
    except ValueError as error:
        raise FaultyItem(str(error)) from None


def _step(
    starting_position: StartingPosition | None,
    asked: Task | LessonQuestion,
    does: Roll | OpeningRoll | None = None,
    *,
    is_best: bool = False,
    margin: float = 0.0,
) -> LessonStep:
    acts = (Act(0, does),) if does else ()
    claims = (LessonText(0, Figure.WORTH.value),) if is_best else ()
    return LessonStep(0, starting_position, "", acts, asked, claims, margin)


def _task(
    text: str, hint: str, after: str, solutions: Iterable[str], *, all_: bool = False
) -> Task:
    texts = tuple(LessonText(0, each) for each in solutions)
    return Task(0, text, (), hint, after, texts, all_)


# ---- plays


def _ask_best(item: Item, rules: Rules) -> LessonStep:
    game, puzzle = item.game(rules), puzzle_of(item)
    if not item.dice:
        raise FaultyItem("a puzzle needs a roll")
    best = whole_play(game, item.play)
    after = hint = ""
    if puzzle:
        hint = THEME_HINTS[puzzle.theme]
        after = _describe_second(game, best, puzzle)
    text = "Find the best play."
    hint = hint or "Try a play: the answer says what it costs."
    task = _task(text, hint, after, (item.play,))
    margin = puzzle.margin if puzzle else 0.0
    return _step(item.starting_position, task, Roll(*item.dice), is_best=True, margin=margin)


def _describe_second(game: Game, best: Play, puzzle: Puzzle) -> str:
    second = whole_play(game, puzzle.second)
    losses = explain_losses(game, second, best)
    why = f": it {losses}" if losses else ""
    return (
        f"Played out many times, the next best play, {puzzle.second}, costs"
        f" {puzzle.margin:.2f} points{why}."
    )


def _ask_opening(item: Item, rules: Rules) -> LessonStep:
    if not item.dice or item.play not in ("keep", "reroll"):
        raise FaultyItem("an opening has a roll, and keep or reroll")
    read_typed(item.game(rules), item.play)
    text = f"{STANDARD.name(Side.WHITE)} starts with {write_dice(item.dice)}: keep it, or reroll?"
    hint = "Compare the best play of this roll with an average roll."
    after = ""
    tries: tuple[Try, ...] = ()
    if puzzle := puzzle_of(item):
        doing = "Keeping" if puzzle.second == "keep" else "Rerolling"
        after = f"{doing} costs {puzzle.margin:.2f} points by rollout."
        tries = (Try(0, puzzle.second, None, after),)
    task = Task(0, text, tries, hint, after, (LessonText(0, item.play),))
    return _step(None, task, OpeningRoll(*item.dice))


def _ask_hits(item: Item, rules: Rules) -> LessonStep:
    hits = [
        write_moves(play.moves)
        for play in _plays(item, rules)
        if any(move.effect is not Effect.NOTHING for move in play.moves)
    ]
    if not item.dice or len(hits) < 2:
        raise FaultyItem("there are not several plays that hit")
    many = f"{capitalized(count(len(hits)))} plays {striking(rules.landing)}."
    text = f"{many} Find them all, one after the other."
    hint = "One checker may play both numbers, or the other number may be played anywhere."
    task = _task(text, hint, f"{join(hits)}.", hits, all_=True)
    return _step(item.starting_position, task, Roll(*item.dice))


def _plays(item: Item, rules: Rules) -> tuple[Play, ...]:
    return tuple(play for play in item.game(rules).legal_plays() if play.moves)


# ---- numbers, yes and no


def _ask_number(item: Item, rules: Rules) -> LessonStep:
    subject = Subject(About.HITS)
    if item.kind is Kind.PLAYABLE:
        if item.dice is None:
            raise FaultyItem("this kind of question needs a roll")
        subject = Subject(About.NUMBERS, "{}-{}".format(*item.dice))
    game = item.starting_position.game(rules)
    text, hint = describe_question(subject, game), question_hint(subject, game)
    return _question(text, hint, answer_key(subject, game), item.starting_position)


def _question(
    text: str, hint: str, key: AnswerKey, starting_position: StartingPosition
) -> LessonStep:
    right = LessonText(0, key.right)
    return _step(starting_position, LessonQuestion(0, text, (), hint, key.why, right, key=key))


def _ask_complement(item: Item, rules: Rules) -> LessonStep:
    before = item.game(rules)
    side, dice = item.starting_position.side, item.dice
    if dice is None or not rules.doubles.have_complement or dice[0] != dice[1]:
        raise FaultyItem("this kind of question needs a double and its complement")
    key = answer_key(Subject(About.COMPLEMENT, item.play), before)
    name, play = STANDARD.name(side), whole_play(before, item.play)
    text = (
        f"{name} has rolled {write_dice(dice)} and played {item.play}. Can {name} now play a"
        f" {complement(dice[0])} of the complement?"
    )
    hint = "Look for checkers in hand or on the bar, for the first double, and for closed points."
    after = done(before, play.moves)
    return _question(text, hint, key, StartingPosition(play.position, side, after.had_double))


def _ask_points(item: Item, rules: Rules) -> LessonStep:
    game = item.game(rules)
    key = answer_key(Subject(About.WIN), game)
    assert game.result
    happened = "No checker of either side can ever move again."
    if game.result.winner:
        happened = f"{STANDARD.name(game.result.winner)} has borne off its last checker."
    text = f"{happened} How many points is the game worth?"
    hint = "Look at the loser's checkers: how many are off, and where is the last one?"
    return _question(text, hint, key, item.starting_position)


_TASKS: Final[Mapping[Kind, tuple[str, Callable[[Item, Rules], LessonStep]]]] = MappingProxyType(
    {
        Kind.BEST: ("Which play is best?", _ask_best),
        Kind.OPENING: ("Keep or reroll?", _ask_opening),
        Kind.HITS: ("Every play that hits", _ask_hits),
        Kind.PLAYABLE: ("How many can be played?", _ask_number),
        Kind.SHOTS: ("How many rolls hit?", _ask_number),
        Kind.COMPLEMENT: ("Is there a complement?", _ask_complement),
        Kind.POINTS: ("What is the win worth?", _ask_points),
    }
)
"""The title of the tasks of each kind, and the function that makes one."""


THEME_HINTS: Final = {
    Theme.ENTERING: "Think of entering and the complement: after which play do more of your"
    " numbers fit?",
    Theme.POINTS: "Think of points and primes: which play makes or keeps the points that block"
    " most?",
    Theme.HIT: "To hit or not: compare the best play that hits with the best that does not.",
    Theme.TRAP: "To trap, to hit or neither: compare the best play of each kind.",
    Theme.SAFETY: "Think of safety: after each play, count the rolls that would hit you.",
    Theme.BEARING_OFF: "Think of bearing off: compare the checkers that come off with the gaps"
    " and blots that are left.",
    Theme.RACING: "It is a race: waste no pips, and leave no gaps at home.",
    Theme.EXTRA_ROLL: "Think of an extra roll: which play makes it likelier for you, or"
    " unlikelier for your opponent?",
    Theme.OPENING: "Compare the best play of this roll with an average roll.",
}
"""The hint of a puzzle with each theme."""
