"""Lesson files: text that a teacher writes, read as a lesson. `LESSONS.md` tells the format."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import Final, NamedTuple

from backgammon_tui.dice import Dice, read_dice
from backgammon_tui.engine import RULESETS, Cause, OpeningRoll, Roll, Rules, StartingPosition
from backgammon_tui.engine.notation import Unreadable
from backgammon_tui.explain.theme import Theme
from backgammon_tui.teach.blocks import LineBlock, read_blocks
from backgammon_tui.teach.lessons.check import check_lesson
from backgammon_tui.teach.lessons.parts import (
    Act,
    Exercise,
    Lesson,
    LessonQuestion,
    LessonStep,
    LessonText,
    StepAsked,
    Task,
    Try,
    read_goal,
    read_limit,
)
from backgammon_tui.teach.lessons.questions import read_subject
from backgammon_tui.teach.typed_actions import check_readable
from backgammon_tui.text_file import LineError, checked_lines, quote
from backgammon_tui.words.rule_settings import change_rule

HEADING: Final = "backgammon-tui lesson 1"
"""The first line of every lesson: the format and its version."""

MAX_LESSON_LENGTH: Final = 50_000

_TAG: Final = re.compile(r"([A-Za-z]+):(?:\s+(.*))?", re.ASCII)

_ONE: Final = (1, 1)
_PERHAPS: Final = (0, 1)
_ANY: Final = (0, 1_000)

_HEAD: Final = {"Title": _ONE, "Ruleset": _ONE, "Theme": _PERHAPS, "Rule": _ANY}
"""The least and the greatest number of times that each tag may stand in the head."""

_SHOWN: Final = {
    **{"Start": _PERHAPS, "Say": _PERHAPS},
    **{"Opening": _ANY, "Roll": _ANY, "Played": _ANY, "Claim": _ANY},
}
"""The same of the tags that may stand in every step."""

_ASKED: Final = {
    "Task": {"Task": _ONE, "Solution": (1, 30), "Try": (0, 30), "Hint": _ONE, "After": _PERHAPS},
    "Exercise": {
        **{"Exercise": _ONE, "Goal": _ONE, "Limit": (0, 3), "Rolls": _ONE, "Answers": _ONE},
        **{"Hint": _ONE, "After": _PERHAPS},
    },
    "Question": {
        **{"Question": _ONE, "About": _PERHAPS, "Solution": _ONE, "Try": (0, 40)},
        **{"Hint": _ONE, "After": _PERHAPS},
    },
}
"""The same for the other tags of a step, by the one that asks something."""

_MAX_LENGTHS: Final = {
    **{"Title": 40, "Say": 400, "Task": 200, "Exercise": 200, "Question": 200, "Hint": 200},
    **{"Try": 200, "After": 300},
}
"""Maximum number of characters of texts that people read: a lesson is played, not read."""

_ORDER: Final = {
    "Start": 0,
    **dict.fromkeys(("Say", "Opening", "Roll", "Played"), 1),
    **dict.fromkeys(_ASKED, 2),
}
"""The order of tags in a step: position, events, question; all others come last."""

_REASONS: Final = {cause.value: cause for cause in Cause}


def read_lesson(text: str) -> Lesson:
    """Read the lesson in a text, and check every step against the rules."""
    head, steps = _split(text)
    title, rules, _ = _read_head(head)
    lesson = Lesson(title, rules, tuple(_read_step(step) for step in steps))
    check_lesson(lesson)
    return lesson


class LessonHead(NamedTuple):
    """The head of a lesson file."""

    title: str
    rules: Rules
    theme: Theme | None
    """The theme of good play that the lesson teaches, if it names one."""


def read_head(text: str) -> LessonHead:
    head, _ = _split(text)
    return _read_head(head)


def _split(text: str) -> tuple[list[Tag], list[list[Tag]]]:
    blocks = blocks_of(text)
    if len(blocks) < 2:
        raise LineError(1, "a lesson has a title, a ruleset and, after a blank line, steps")
    head, *steps = blocks
    return head, steps


class _Tags:
    """The tags of one block, by name.

    Args:
        allowed: The least and the greatest number of times that each may stand there.
        what: The kind of the block.
        line: The line to name where a tag is missing.
    """

    def __init__(
        self, tags: Sequence[Tag], allowed: Mapping[str, tuple[int, int]], what: str, line: int
    ) -> None:
        self._by_name: dict[str, list[Tag]] = defaultdict(list)
        for tag in tags:
            if tag.name not in allowed:
                problem = (
                    f"there is no tag {quote(tag.name)} in a {what}, only {', '.join(allowed)}"
                )
                raise LineError(tag.line, problem)
            if not tag.text:
                raise LineError(tag.line, f"{tag.name} says nothing")
            length = len(tag.more if tag.name == "Try" else tag.text)
            if length > (longest := _MAX_LENGTHS.get(tag.name, length)):
                problem = f"{tag.name} has at most {longest} characters, this one {length}"
                raise LineError(tag.line, problem)
            self._by_name[tag.name].append(tag)
        for name, (fewest, most) in allowed.items():
            found = self._by_name[name]
            if not fewest <= len(found) <= most:
                times = f"{fewest} to {most} times" if most > 1 else "once"
                problem = f"{name} stands {times} in a {what}, not {len(found)} times"
                raise LineError(found[most].line if len(found) > most else line, problem)

    def all(self, *names: str) -> list[Tag]:
        """Return all tags of these names in the order of the file."""
        return sorted(
            (tag for name in names for tag in self._by_name[name]), key=attrgetter("line")
        )

    def get(self, name: str) -> Tag:
        return self._by_name[name][0]

    def words(self, name: str) -> str:
        return "".join(tag.text for tag in self._by_name[name])


# ---- lines and tags


class Tag(NamedTuple):
    """A tag with its text; its line counts from 1."""

    line: int
    name: str
    value: str
    more: str = ""
    """The indented lines below it."""

    @property
    def text(self) -> str:
        return f"{self.value} {self.more}".strip()


def blocks_of(text: str) -> list[list[Tag]]:
    """Return the blocks of a lesson, separated by blank lines; none of them is empty."""
    lines = checked_lines(text, "a lesson", MAX_LESSON_LENGTH)
    if next(lines).rstrip() != HEADING:
        raise LineError(1, f"a lesson begins with the line {HEADING!r}")
    return [_tags_of(block) for block in read_blocks("\n".join(("", *lines)))]


def _tags_of(block: LineBlock) -> list[Tag]:
    tags: list[Tag] = []
    for number, line in block:
        if line[0] != " ":
            tags.append(_tag(number, line))
        elif not tags:
            raise LineError(number, "an indented line goes on with the line above it")
        else:
            tags[-1] = tags[-1]._replace(more=f"{tags[-1].more} {line.strip()}".strip())
    return tags


def _tag(number: int, line: str) -> Tag:
    parts = _TAG.fullmatch(line.rstrip())
    if parts is None:
        raise LineError(number, f"{quote(line)} is not a tag; what goes on is indented")
    return Tag(number, parts[1], (parts[2] or "").strip())


# ---- the head


def _read_head(head: Sequence[Tag]) -> LessonHead:
    tags = _Tags(head, _HEAD, "head", head[0].line)
    ruleset = tags.get("Ruleset")
    if ruleset.text not in RULESETS:
        known = ", ".join(RULESETS)
        raise LineError(ruleset.line, f"there is no ruleset {quote(ruleset.text)}, only {known}")
    rules = RULESETS[ruleset.text]
    for tag in tags.all("Rule"):
        rules = LineError.read(tag.line, partial(change_rule, rules), tag.text)
    themes = [LineError.read(tag.line, _read_theme, tag.text) for tag in tags.all("Theme")]
    return LessonHead(tags.words("Title"), rules, themes[0] if themes else None)


def _read_theme(text: str) -> Theme:
    try:
        return Theme(text)
    except ValueError:
        known = ", ".join(theme.value for theme in Theme)
        raise ValueError(f"there is no theme {quote(text)}, only {known}") from None


# ---- steps


def _read_step(block: Sequence[Tag]) -> LessonStep:
    asked = next((tag for tag in block if tag.name in _ASKED), None)
    kind, line = "step that asks nothing", block[0].line
    if asked:
        kind, line = asked.name, asked.line
    tags = _Tags(block, _SHOWN | _ASKED.get(kind, {}), kind, line)
    for before, after in pairwise(block):
        if _ORDER.get(after.name, 3) < _ORDER.get(before.name, 3):
            raise LineError(after.line, f"{after.name} must stand before {before.name}")
    starts = [
        LineError.read(tag.line, StartingPosition.parse, tag.text) for tag in tags.all("Start")
    ]
    step = LessonStep(
        block[0].line,
        starts[0] if starts else None,
        tags.words("Say"),
        tuple(_read_act(tag) for tag in tags.all("Opening", "Roll", "Played")),
        _READ[kind](tags, asked) if asked else None,
        tuple(LessonText(tag.line, tag.text) for tag in tags.all("Claim")),
    )
    if not (step.say or step.acts or step.asked):
        raise LineError(step.line, "a step says, rolls, plays or asks something")
    return step


def _read_act(tag: Tag) -> Act:
    if tag.name == "Played":
        return Act(tag.line, _readable(tag.line, tag.text))
    kind = Roll if tag.name == "Roll" else OpeningRoll
    return Act(tag.line, kind(*LineError.read(tag.line, read_dice, tag.text)))


def _readable(line: int, text: str) -> str:
    try:
        check_readable(text)
    except Unreadable:
        problem = f"{quote(text)} is no move, nor keep, reroll, 5, 6 or resign 1"
        raise LineError(line, problem) from None
    return text


def _read_task(tags: _Tags, asked: Tag) -> Task:
    solutions = tuple(LessonText(tag.line, tag.text) for tag in tags.all("Solution"))
    tries = tuple(_read_try(tag) for tag in tags.all("Try"))
    for answer in (*solutions, *tries):
        _readable(answer.line, answer.text)
    hint, after = tags.words("Hint"), tags.words("After")
    return Task(asked.line, asked.text, tries, hint, after, solutions)


def _read_exercise(tags: _Tags, asked: Tag) -> Exercise:
    goal, limits = tags.get("Goal"), tags.all("Limit")
    return Exercise(
        asked.line,
        asked.text,
        (),
        tags.words("Hint"),
        tags.words("After"),
        LineError.read(goal.line, read_goal, goal.text),
        tuple(LineError.read(tag.line, read_limit, tag.text) for tag in limits),
        _read_rolls(tags.get("Rolls")),
        _read_rolls(tags.get("Answers")),
    )


def _read_rolls(tag: Tag) -> tuple[Dice, ...]:
    return tuple(LineError.read(tag.line, read_dice, dice) for dice in tag.text.split())


def _read_question(tags: _Tags, asked: Tag) -> LessonQuestion:
    abouts, solution = tags.all("About"), tags.get("Solution")
    subjects = [LineError.read(tag.line, read_subject, tag.text) for tag in abouts]
    return LessonQuestion(
        asked.line,
        asked.text,
        tuple(Try(tag.line, tag.value, None, _said(tag)) for tag in tags.all("Try")),
        tags.words("Hint"),
        tags.words("After"),
        LessonText(solution.line, solution.text),
        subjects[0] if subjects else None,
    )


_READ: Final[Mapping[str, Callable[[_Tags, Tag], StepAsked]]] = dict(
    zip(_ASKED, (_read_task, _read_exercise, _read_question), strict=True)
)


def _read_try(tag: Tag) -> Try:
    text, colon, named = (part.strip() for part in tag.value.partition(":"))
    if colon and named not in _REASONS:
        known = ", ".join(_REASONS)
        raise LineError(tag.line, f"{quote(named)} is no reason; there are: {known}")
    return Try(tag.line, text, _REASONS.get(named), tag.more if colon else _said(tag))


def _said(tag: Tag) -> str:
    if not tag.more:
        raise LineError(tag.line, "what is said to this Try stands indented below it")
    return tag.more
