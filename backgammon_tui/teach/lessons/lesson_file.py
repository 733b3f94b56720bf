"""Lesson files: parsing them, and checking them against the rules.

`LESSONS.md` describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar

from backgammon_tui.dice import Dice, read_dice
from backgammon_tui.engine.game import Game, StartingPosition
from backgammon_tui.engine.moves import OpeningRoll, Roll
from backgammon_tui.engine.reasons import Cause
from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.explain.facts import Theme
from backgammon_tui.teach.lessons.check import check_step
from backgammon_tui.teach.lessons.lesson import (
    GOALS,
    LIMITS,
    Act,
    Exercise,
    Lesson,
    LessonQuestion,
    LessonScore,
    LessonStep,
    LessonText,
    StepAssignment,
    Task,
    Try,
    check_readable,
    read_condition,
    read_subject,
)
from backgammon_tui.text_file import (
    Content,
    LineBlock,
    LineError,
    checked_lines,
    line_problem,
    only_visible,
    quote,
    read_blocks,
    split_lines,
)
from backgammon_tui.words.naming import plural
from backgammon_tui.words.rule_settings import change_rule, saved_base

HEADING: Final = "backgammon-tui lesson 1"
MAX_LESSON_LENGTH: Final = 50_000
_TAG: Final = re.compile(r"([A-Za-z]+):(?:\s+(.*))?", re.ASCII)
_ONE: Final = (1, 1)
_PERHAPS: Final = (0, 1)
_ANY: Final = (0, 1_000)
_HEAD: Final = {
    **{"Title": _ONE, "Ruleset": _ONE, "Theme": _PERHAPS},
    **{"Enough": _PERHAPS, "Place": _PERHAPS, "Rule": _ANY},
}
"""Allowed (min, max) count of each head tag."""

_SHOWN: Final = {
    **{"Start": _PERHAPS, "Score": _PERHAPS, "Say": _PERHAPS},
    **{"Opening": _ANY, "Roll": _ANY, "Played": _ANY, "Claim": _ANY},
}

MAX_SOLUTIONS: Final = 30
MAX_TRIES: Final = 30
_ASKED: Final = {
    "Task": {"Solution": (1, MAX_SOLUTIONS), "Try": (0, MAX_TRIES)},
    "Exercise": {"Goal": _ONE, "Limit": (0, 3), "Rolls": _ONE, "Answers": _ONE},
    "Question": {"About": _PERHAPS, "Solution": _ONE, "Try": (0, 40)},
}

MAX_TITLE: Final = 40
MAX_TASK: Final = 200
MAX_SAY: Final = 400
_MAX_LENGTHS: Final = {
    **{"Title": MAX_TITLE, "Say": MAX_SAY, "Hint": 200, "Try": 200, "After": 300},
    **dict.fromkeys(_ASKED, MAX_TASK),
}
"""Maximum number of characters of displayed texts, because a lesson is for playing."""

_ORDER: Final = {
    **{"Start": 0, "Score": 1},
    **dict.fromkeys(("Say", "Opening", "Roll", "Played"), 2),
    **dict.fromkeys(_ASKED, 3),
}
"""The order of tags in a step: position, events, question; all others come last."""

_MIN_BLOCKS: Final = 2

_DASHES: Final = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212", "------")
"""Dashes that word processors put in place of a hyphen in rolls."""

_PROSE: Final = ("Title", "Say", *_ASKED, "Hint", "After")

_REASONS: Final = {cause.value: cause for cause in Cause}


@lru_cache(512)
def read_lesson(text: str) -> Lesson:
    """Parse a lesson, play it by each of its solutions, and make every wrong try."""
    title, rules, *_ = read_head(text)
    _, blocks = _split(text)
    lesson = Lesson(title, rules, tuple(_read_step(block) for block in blocks))
    for problem in _against_rules(lesson, lesson.steps):
        raise problem
    return lesson


@lru_cache(512)
def lesson_problems(text: str) -> tuple[LineError, ...]:
    """Return every problem of a lesson, by line; none if it can be played."""
    lines = split_lines(text)
    read = ((number, line_problem(line)) for number, line in enumerate(lines, 1))
    problems = [LineError(number, problem) for number, problem in read if problem]
    if problems:
        text = "\n".join(only_visible(line.replace("\t", " ")) for line in lines)
    try:
        _, blocks = _split(text)
    except LineError as error:
        return (*problems, error)
    head = _attempt(problems, read_head, text)
    steps = [_attempt(problems, _read_step, block) for block in blocks]
    if head:
        readable = tuple(step or _UNREADABLE for step in steps)
        problems += _against_rules(Lesson(head.title, head.rules, readable), steps)
    return tuple(sorted(problems, key=attrgetter("line")))


Source = TypeVar("Source")


def _attempt(
    problems: list[LineError], read: Callable[[Source], Content], source: Source
) -> Content | None:
    try:
        return read(source)
    except LineError as error:
        problems.append(error)
        return None


_UNREADABLE: Final = LessonStep(0, None, "", (), None)


def _against_rules(lesson: Lesson, steps: Sequence[LessonStep | None]) -> Iterator[LineError]:
    """Yield the steps' problems; after one, the check continues with the next `Start`."""
    games: tuple[Game, ...] | None = (Game.start(lesson.rules),)
    for number, step in enumerate(steps):
        if step is None:
            games = None
        elif step.starting_position or games is not None:
            try:
                games = check_step(lesson, number, games or ())
            except LineError as error:
                games = None
                yield error


class LessonHead(NamedTuple):
    title: str
    rules: Rules
    theme: Theme | None
    is_enough: bool = False
    """True if the course up to this lesson is enough for a first game."""
    place: int = 0
    """-1 or 1 if it comes before or after the other lessons of its course, whatever its number."""


@lru_cache(512)
def read_head(text: str) -> LessonHead:
    block, _ = _split(text)
    tags = _by_name(_tags_of(block), _HEAD, "head", block[0].number)
    rules = saved_base(_named(tags["Ruleset"][0], "ruleset", RULESETS).name)
    for tag in tags["Rule"]:
        rules = tag.read(partial(change_rule, rules))
    themes = {theme.value: theme for theme in Theme}
    theme = next((_named(tag, "theme", themes) for tag in tags["Theme"]), None)
    is_enough = any(_named(tag, "value of Enough", {"yes": True}) for tag in tags["Enough"])
    place = sum(_named(tag, "place", {"first": -1, "last": 1}) for tag in tags["Place"])
    return LessonHead(_words(tags, "Title"), rules, theme, is_enough, place)


def _split(text: str) -> tuple[LineBlock, list[LineBlock]]:
    lines = checked_lines(text, "a lesson", MAX_LESSON_LENGTH)
    if next(lines).rstrip() != HEADING:
        raise LineError(1, f"a lesson begins with the line {HEADING!r}")
    blocks = [*read_blocks("\n".join(("", *lines)))]
    if len(blocks) < _MIN_BLOCKS:
        raise LineError(1, "a lesson needs a title, a ruleset and, after a blank line, steps")
    return blocks[0], blocks[1:]


# ---- tags


class Tag(NamedTuple):
    line: int
    name: str
    value: str
    more: str = ""

    @property
    def text(self) -> str:
        return f"{self.value} {self.more}".strip()

    def read(self, read: Callable[[str], Content]) -> Content:
        return LineError.read(self.line, read, self.text)


Tags = Mapping[str, Sequence[Tag]]


def _tags_of(block: LineBlock) -> list[Tag]:
    tags: list[Tag] = []
    for number, line in block:
        if line[0] != " ":
            if not (parts := _TAG.fullmatch(line.rstrip())):
                problem = f"{quote(line)} is not a tag; indent a line that continues the one above"
                raise LineError(number, problem)
            value = (parts[2] or "").strip()
            is_prose = parts[1] in _PROSE
            tags.append(Tag(number, parts[1], value if is_prose else value.translate(_DASHES)))
        elif not tags:
            raise LineError(number, "an indented line continues the line above it")
        else:
            tags[-1] = tags[-1]._replace(more=f"{tags[-1].more} {line.strip()}".strip())
    return tags


def _by_name(
    block: Sequence[Tag], allowed: Mapping[str, tuple[int, int]], part: str, line: int
) -> Tags:
    for tag in block:
        length = len(tag.more if tag.name == "Try" else tag.text)
        longest = _MAX_LENGTHS.get(tag.name, length)
        if tag.name not in allowed:
            known = ", ".join(allowed)
            raise LineError(
                tag.line,
                f"there is no tag {quote(tag.name)} in {_with_article(part)}, only {known}",
            )
        if not tag.text:
            raise LineError(tag.line, f"{tag.name} is empty")
        if length > longest:
            problem = f"{tag.name} has at most {longest} characters, this one {length}"
            raise LineError(tag.line, problem)
    tags = {name: [tag for tag in block if tag.name == name] for name in allowed}
    for name, (minimum, maximum) in allowed.items():
        many = len(tags[name])
        if not minimum <= many <= maximum:
            times = f"{minimum} to {maximum} times" if maximum > 1 else "once"
            problem = f"{name} occurs {times} in {_with_article(part)}, not {plural(many, 'time')}"
            raise LineError(tags[name][maximum].line if many > maximum else line, problem)
    return tags


def _with_article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "AEIOU" else f"a {kind}"


def _words(tags: Tags, name: str) -> str:
    return "".join(tag.text for tag in tags[name])


def _named(tag: Tag, kind: str, known: Mapping[str, Content]) -> Content:
    if tag.text in known:
        return known[tag.text]
    problem = f"there is no {kind} {quote(tag.text)}, only {', '.join(known)}"
    raise LineError(tag.line, problem)


# ---- steps


def _read_step(lines: LineBlock) -> LessonStep:
    block = _tags_of(lines)
    head = next((tag for tag in block if tag.name in _ASKED), None)
    kind, line = (head.name, head.line) if head else ("step that asks nothing", block[0].line)
    allowed: dict[str, tuple[int, int]] = dict(_SHOWN)
    if head:
        allowed |= {kind: _ONE, **_ASKED[kind], "Hint": _ONE, "After": _PERHAPS}
    tags = _by_name(block, allowed, kind, line)
    for before, after in pairwise(block):
        if _ORDER.get(after.name, 4) < _ORDER.get(before.name, 4):
            raise LineError(after.line, f"{after.name} must come before {before.name}")
    step = LessonStep(
        block[0].line,
        next((tag.read(StartingPosition.parse) for tag in tags["Start"]), None),
        _words(tags, "Say"),
        tuple(_read_act(tag) for tag in block if tag.name in ("Opening", "Roll", "Played")),
        _read_assignment(tags, head) if head else None,
        tuple(LessonText(tag.line, tag.text) for tag in tags["Claim"]),
        score=next((tag.read(LessonScore.parse) for tag in tags["Score"]), None),
    )
    if step.score and not step.starting_position:
        raise LineError(tags["Score"][0].line, "a Score needs a Start")
    if not (step.say or step.acts or step.assignment):
        raise LineError(step.line, "a step says, rolls, plays or asks something")
    return step


def _read_act(tag: Tag) -> Act:
    if tag.name == "Played":
        return Act(tag.line, tag.read(check_readable))
    kind = Roll if tag.name == "Roll" else OpeningRoll
    return Act(tag.line, kind(*tag.read(read_dice)))


def _read_assignment(tags: Tags, head: Tag) -> StepAssignment:
    solutions = tuple(LessonText(tag.line, tag.text) for tag in tags.get("Solution", ()))
    tries = tuple(_read_try(tag, is_task=head.name == "Task") for tag in tags.get("Try", ()))
    texts = head.line, head.text, tries, _words(tags, "Hint"), _words(tags, "After")
    match head.name:
        case "Task":
            for answer in (*solutions, *tries):
                LineError.read(answer.line, check_readable, answer.text)
            return Task(*texts, solutions)
        case "Question":
            subject = next((tag.read(read_subject) for tag in tags["About"]), None)
            return LessonQuestion(*texts, solutions[0], subject)
        case _:
            (goal,) = (tag.read(partial(read_condition, GOALS)) for tag in tags["Goal"])
            limits = tuple(tag.read(partial(read_condition, LIMITS)) for tag in tags["Limit"])
            return Exercise(*texts, goal, limits, _rolls(tags["Rolls"]), _rolls(tags["Answers"]))


def _rolls(tags: Sequence[Tag]) -> tuple[Dice, ...]:
    return tuple(
        LineError.read(tag.line, read_dice, dice) for tag in tags for dice in tag.text.split()
    )


def _read_try(tag: Tag, *, is_task: bool) -> Try:
    text, colon, named = (part.strip() for part in tag.value.partition(":"))
    if not is_task:
        text, colon, named = tag.value, "", ""
    if colon and named not in _REASONS:
        known = ", ".join(_REASONS)
        raise LineError(tag.line, f"{quote(named)} is not a reason; the reasons are: {known}")
    if not (colon or tag.more):
        raise LineError(tag.line, "indent the answer to this Try below it")
    return Try(tag.line, text, _REASONS.get(named), tag.more)
