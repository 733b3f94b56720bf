"""Quiz tasks as lessons of one step: what is asked, and an answer to every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from backgammon_tui.analysis.difference import differences
from backgammon_tui.analysis.facts import count_throws, look_at
from backgammon_tui.analysis.stages import THROWS
from backgammon_tui.engine import (
    RULESETS,
    Effect,
    Game,
    OpeningThrow,
    Play,
    Rules,
    Side,
    Situation,
    Throw,
    Withheld,
)
from backgammon_tui.engine.events import Ending, HandedOver, StageBegun, StageLost
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.lessons.judging import whole_play
from backgammon_tui.teach.lessons.parts import (
    Act,
    Figure,
    Lesson,
    LessonQuestion,
    LessonStep,
    LessonText,
    Task,
    Try,
    TypedQuestion,
)
from backgammon_tui.teach.quiz.item import FaultyItem, Item, Kind
from backgammon_tui.teach.quiz.puzzle import Puzzle
from backgammon_tui.teach.typed_actions import done, read_typed
from backgammon_tui.words.event_sentences import describe_end
from backgammon_tui.words.fact_sentences import describe_losses
from backgammon_tui.words.naming import (
    STANDARD,
    capitalized,
    count,
    join,
    numbers,
    plural,
    write_dice,
)
from backgammon_tui.words.reason_sentences import describe_lost, describe_withheld

_MOST_LEGAL: Final = 300
"""The most plays of a throw at which any legal one is asked for."""


def lesson_of(item: Item, rules: Rules, puzzle: Puzzle | None = None) -> Lesson:
    """Return the task of an item as a lesson of one step.

    Args:
        rules: The rules of the table: under house rules the answer may be another one.
        puzzle: What rollouts say of it, if it is a puzzle.

    Raises:
        FaultyItem: if it makes no task under these rules.
    """
    if rules.name != item.ruleset:
        raise FaultyItem(f"the item is about {item.ruleset}, not {rules.name}")
    if item.kind in (Kind.BEST, Kind.OPENING) and rules != RULESETS[rules.name]:
        raise FaultyItem("nobody has worked out what is best under these house rules")
    try:
        step = _STEPS[item.kind](item, rules, puzzle)
    except FaultyItem:
        raise
    except ValueError as error:
        raise FaultyItem(str(error)) from None
    return Lesson(_TITLES[item.kind], rules, (step,))


_TITLES: Final = MappingProxyType(
    {
        Kind.BEST: "Which play is best?",
        Kind.OPENING: "Keep or reroll?",
        Kind.LEGAL: "Play by the rules",
        Kind.HITS: "Every play that hits",
        Kind.PLAYABLE: "How many can be played?",
        Kind.SHOTS: "How many throws hit?",
        Kind.COMPLEMENT: "Is there a complement?",
        Kind.POINTS: "What is the win worth?",
    }
)


def _step(
    situation: Situation | None,
    asked: Task | LessonQuestion,
    does: Throw | OpeningThrow | None = None,
    *,
    is_best: bool = False,
    margin: float = 0.0,
) -> LessonStep:
    acts = (Act(0, does),) if does else ()
    claims = (LessonText(0, Figure.WORTH.value),) if is_best else ()
    return LessonStep(0, situation, "", acts, asked, claims, margin)


def _task(
    text: str, hint: str, after: str, solutions: Iterable[str], *, all_: bool = False
) -> Task:
    texts = tuple(LessonText(0, each) for each in solutions)
    return Task(0, text, (), hint, after, texts, all_)


def _question(
    text: str, hint: str, after: str, right: str, against: Mapping[str, str]
) -> TypedQuestion:
    """Return a question with an answer to each possible answer but the right one."""
    tries = tuple(Try(0, each, None, said) for each, said in against.items() if each != right)
    answers = tuple(against)
    return TypedQuestion(0, text, tries, hint, after, None, LessonText(0, right), answers)


# ---- plays


def _ask_best(item: Item, rules: Rules, puzzle: Puzzle | None) -> LessonStep:
    game = item.game(rules)
    if not item.dice:
        raise FaultyItem("a puzzle needs a throw")
    best = whole_play(game, item.play)
    after = hint = ""
    if puzzle:
        hint = f"The theme is {puzzle.theme.value}."
        after = _describe_second(game, best, puzzle)
    text = "Find the best play."
    hint = hint or "Try a play: the answer says what it costs."
    task = _task(text, hint, after, (item.play,))
    margin = puzzle.margin if puzzle else 0.0
    return _step(item.situation, task, Throw(*item.dice), is_best=True, margin=margin)


def _describe_second(game: Game, best: Play, puzzle: Puzzle) -> str:
    """Say by how much the second best play is behind, and what speaks against it."""
    second = whole_play(game, puzzle.second)
    losses = describe_losses(differences(game, second, best))
    why = f": it {losses}" if losses else ""
    return (
        f"Played out many times, the next best play, {puzzle.second}, costs"
        f" {puzzle.margin:.2f} points{why}."
    )


def _ask_opening(item: Item, rules: Rules, puzzle: Puzzle | None) -> LessonStep:
    if not item.dice or item.play not in ("keep", "reroll"):
        raise FaultyItem("an opening has a throw, and keep or reroll")
    read_typed(item.game(rules), item.play)
    text = f"{_who(Side.WHITE)} starts with {write_dice(item.dice)}: keep it, or reroll?"
    hint = "Compare the best play of this throw with an average throw."
    after = ""
    tries: tuple[Try, ...] = ()
    if puzzle:
        doing = "Keeping" if puzzle.second == "keep" else "Rerolling"
        after = f"{doing} costs {puzzle.margin:.2f} points by rollout."
        tries = (Try(0, puzzle.second, None, after),)
    task = Task(0, text, tries, hint, after, (LessonText(0, item.play),))
    return _step(None, task, OpeningThrow(*item.dice))


def _ask_legal(item: Item, rules: Rules, _: Puzzle | None) -> LessonStep:
    plays = _plays(item, rules)
    if not item.dice or not 1 <= len(plays) <= _MOST_LEGAL:
        raise FaultyItem("there is nothing to play, or too much")
    text = "You tried an illegal play here. Make a legal one."
    solutions = (write_moves(play.moves) for play in plays)
    task = _task(text, "w says why a move is illegal.", "", solutions)
    return _step(item.situation, task, Throw(*item.dice))


def _ask_hits(item: Item, rules: Rules, _: Puzzle | None) -> LessonStep:
    hits = [
        write_moves(play.moves)
        for play in _plays(item, rules)
        if any(move.effect is not Effect.NOTHING for move in play.moves)
    ]
    if not item.dice or len(hits) < 2:
        raise FaultyItem("there are not several plays that hit")
    verb = "hit or trap" if rules.landing.may_trap else "hit"
    text = f"{capitalized(count(len(hits)))} plays {verb}. Find them all, one after the other."
    hint = "Both numbers may be played by one checker, or the other number anywhere."
    task = _task(text, hint, f"{_list(hits)}.", hits, all_=True)
    return _step(item.situation, task, Throw(*item.dice))


def _plays(item: Item, rules: Rules) -> tuple[Play, ...]:
    return tuple(play for play in item.game(rules).legal_plays() if play.moves)


# ---- numbers, yes and no


def _ask_playable(item: Item, rules: Rules, _: Puzzle | None) -> LessonStep:
    game = item.game(rules)
    if item.dice is None:
        raise FaultyItem("this kind of question needs a throw")
    begun = next(event for event in game.events if isinstance(event, StageBegun))
    moves = max((play.moves for play in game.legal_plays()), key=len, default=())
    after = done(game, moves) if moves else game
    if after.is_over:
        raise FaultyItem("a play that wins need not use all it could")
    why = _why_lost(after, begun.side)
    most, right = len(begun.numbers), begun.playable
    these = "the two numbers" if most == 2 else f"the {numbers(begun.numbers)}"
    example = f"For instance {write_moves(moves)}." if moves else ""
    more = f"You must play as many as you can, and more can be played. {example}".strip()
    against = {
        str(answer): more if answer < right else f"No play uses that many. {why}".strip()
        for answer in range(most + 1)
    }
    text = f"{_who(begun.side)} throws {write_dice(item.dice)}. How many of {these} can be played?"
    hint = "Look at each number from each checker, and at both orders."
    question = _question(text, hint, f"{example} {why}".strip(), str(right), against)
    return _step(item.situation, question)


def _why_lost(game: Game, side: Side) -> str:
    """Say why numbers could not be played; empty if all could."""
    lost = [event for event in game.events if isinstance(event, StageLost | HandedOver)]
    if not lost:
        return ""
    return f"{_who(side)} cannot play {describe_lost(lost[0].numbers, STANDARD)}."


def _ask_shots(item: Item, rules: Rules, _: Puzzle | None) -> LessonStep:
    item.game(rules)
    by_hit: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    for dice, _weight in THROWS:
        by_hit[look_at(rules, item.situation, dice).hits].append(dice)
    right = count_throws(rules, item.situation).hits
    verb = "hit or trap" if rules.landing.may_trap else "hit"
    few = f"More {verb}: {write_dice(by_hit[True][-1])}, for instance." if right else ""
    many = f"Fewer {verb}: {write_dice(by_hit[False][0])} does not." if right < _ALL else ""
    against = {str(answer): few if answer < right else many for answer in range(_ALL + 1)}
    text = f"{_who(item.situation.side)} throws next. How many of its 36 throws can {verb}?"
    hint = "A throw of two different numbers counts twice, a doublet once."
    if rules.doublets.have_complement:
        hint += " Hits with the complement count, too."
    named = [write_dice(dice) for dice in by_hit[True]]
    after = f"{right} of 36: {_list(named)}." if named else "None of the 36."
    return _step(item.situation, _question(text, hint, after, str(right), against))


_ALL: Final = 36


def _ask_complement(item: Item, rules: Rules, _: Puzzle | None) -> LessonStep:
    before = item.game(rules)
    side, dice = item.situation.side, item.dice
    if dice is None or not rules.doublets.have_complement or dice[0] != dice[1]:
        raise FaultyItem("this kind of question needs a doublet and its complement")
    play = whole_play(before, item.play)
    outlook = before.outlook(play.position)
    withheld = outlook.withheld if outlook else _withheld(before)
    if not outlook and not withheld:
        raise FaultyItem("no complement is due after this play")
    name, after = _who(side), done(before, play.moves)
    number = 7 - dice[0]
    playable = outlook.playable if outlook else 0
    if withheld:
        why = f"No complement: {describe_withheld(withheld, name)}."
    elif playable:
        why = f"{name} can play {count(playable)} of the four {number}s."
    else:
        why = _why_lost(after, side)
    text = (
        f"{name} has thrown {write_dice(dice)} and played {item.play}. Can {name} now play a"
        f" {number} of the complement?"
    )
    hint = "Look for checkers in hand or on the bar, for the first doublet, and for closed points."
    right = "yes" if playable else "no"
    question = _question(text, hint, why, right, {"yes": why, "no": why})
    return _step(Situation(play.position, side, after.had_doublet), question)


def _withheld(game: Game) -> Withheld | None:
    """Return the rule that grants no complement of the present throw, whatever is played."""
    stages = game.thrown.stages if game.thrown else ()
    return next((stage.withheld for stage in stages if stage.withheld), None)


def _ask_points(item: Item, rules: Rules, _: Puzzle | None) -> LessonStep:
    result = item.game(rules).result
    if result is None:
        raise FaultyItem("the game is not over")
    so = describe_end(result, rules, STANDARD)
    if result.ending is Ending.DEAD:
        text = "No checker of either side can ever move again. How many points is the game worth?"
    else:
        assert result.winner
        name = _who(result.winner)
        text = f"{name} has borne off the last checker. How many points is the game worth?"
    # A win is worth a point at least; a scale of one point would offer a single answer.
    least = 1 if result.winner and rules.scale.most > 1 else 0
    against = {
        str(points): so if points in (0, result.points) else _ASKS_FOR[points]
        for points in range(least, rules.scale.most + 1)
    }
    hint = "Look at the loser's checkers: how many are off, and where is the last one?"
    question = _question(text, hint, so, str(result.points), against)
    return _step(item.situation, question)


_ASKS_FOR: Final = {
    points: f"{plural(points, 'point')} {'is' if points == 1 else 'are'} for a loser who has {has}."
    for points, has in (
        (1, "borne off a checker"),
        (2, "borne off nothing"),
        (3, "borne off nothing and still has a checker far back"),
    )
}


def _who(side: Side) -> str:
    return STANDARD.name(side)


def _list(texts: Iterable[str]) -> str:
    return join([*texts])


_STEPS: Final[Mapping[Kind, Callable[[Item, Rules, Puzzle | None], LessonStep]]] = MappingProxyType(
    {
        Kind.BEST: _ask_best,
        Kind.OPENING: _ask_opening,
        Kind.LEGAL: _ask_legal,
        Kind.HITS: _ask_hits,
        Kind.PLAYABLE: _ask_playable,
        Kind.SHOTS: _ask_shots,
        Kind.COMPLEMENT: _ask_complement,
        Kind.POINTS: _ask_points,
    }
)
