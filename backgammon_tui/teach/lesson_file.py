"""Lesson files: text that a teacher writes, read as a lesson. `LESSONS.md` tells the format."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from backgammon_tui.dice import read_dice
from backgammon_tui.engine import RULESETS, Cause, OpeningThrow, Rules, Situation, Throw, Withheld
from backgammon_tui.engine.notation import Unreadable
from backgammon_tui.teach.lesson_check import check_lesson
from backgammon_tui.teach.lesson_lines import LessonError, Tag, blocks_of
from backgammon_tui.teach.lesson_parts import (
    Act,
    Lesson,
    LessonQuestion,
    LessonStep,
    LessonText,
    Task,
    Try,
)
from backgammon_tui.teach.subjects import read_subject
from backgammon_tui.teach.typed_actions import check_readable
from backgammon_tui.text_file import quote
from backgammon_tui.values import NamedTuple
from backgammon_tui.words.rule_settings import change_rule


class _Kind(NamedTuple):
    """What may be said of a tag."""

    stands: int
    """Its place in a step: what is shown and done stands before what is asked."""

    longest: int = 0
    """The most characters of a text that people read: a lesson is played, not read."""

    is_single: bool = True


_HEAD: Final = {"Title": _Kind(0, 40), "Ruleset": _Kind(0), "Rule": _Kind(0, is_single=False)}
_STEP: Final = {
    "Start": _Kind(0),
    "Say": _Kind(1, 400),
    "Opening": _Kind(1, is_single=False),
    "Throw": _Kind(1, is_single=False),
    "Played": _Kind(1, is_single=False),
    "Task": _Kind(2, 200),
    "Question": _Kind(2, 200),
    "About": _Kind(3),
    "Answer": _Kind(3, 300),
    "Choice": _Kind(3, 200, is_single=False),
    "Solution": _Kind(3, is_single=False),
    "Try": _Kind(3, 200, is_single=False),
    "Hint": _Kind(3, 200),
    "After": _Kind(3, 300),
    "Claim": _Kind(3, is_single=False),
}
_KINDS: Final = _HEAD | _STEP

_MOST_CHOICES: Final = 9
"""The most answers of a question: with more it would be a list."""

_MOST_ANSWERS: Final = 30
"""The most solutions of a task, and the most wrong tries."""

_REASONS: Final[dict[str, Cause | Withheld]] = {
    reason.value: reason for reason in (*Cause, *Withheld)
}


def read_lesson(text: str) -> Lesson:
    """The lesson that a text tells, checked against the rules in every step."""
    head, steps = _split(text)
    lesson = Lesson(_read_title(head), _read_rules(head), tuple(_read_step(s) for s in steps))
    check_lesson(lesson)
    return lesson


def read_head(text: str) -> tuple[str, str]:
    """The title and the ruleset of a lesson whose steps are not looked at."""
    head, _ = _split(text)
    return _read_title(head), _read_rules(head).name


def _split(text: str) -> tuple[list[Tag], list[list[Tag]]]:
    blocks = blocks_of(text)
    if len(blocks) < 2:
        raise LessonError(1, "a lesson has a title, a ruleset and, after a blank line, steps")
    head, *steps = blocks
    return head, steps


class _Tags:
    """The tags of one block, by name."""

    def __init__(self, tags: Sequence[Tag], known: Mapping[str, _Kind]) -> None:
        self.line = tags[0].line
        self._by_name: dict[str, list[Tag]] = defaultdict(list)
        for tag in tags:
            if tag.name not in known:
                problem = f"there is no tag {quote(tag.name)} here, only {', '.join(known)}"
                raise LessonError(tag.line, problem)
            if tag.name in self._by_name and known[tag.name].is_single:
                raise LessonError(tag.line, f"{tag.name} stands twice")
            if not tag.text:
                raise LessonError(tag.line, f"{tag.name} says nothing")
            self._by_name[tag.name].append(tag)

    def all(self, *names: str) -> list[Tag]:
        """All tags of these names as they stand in the file."""
        found = [tag for name in names for tag in self._by_name.get(name, ())]
        return sorted(found, key=lambda tag: tag.line)

    def find(self, *names: str) -> Tag | None:
        """The only tag of these names, if there is one."""
        found = self.all(*names)
        if len(found) > 1:
            raise LessonError(found[1].line, f"{found[1].name} stands beside {found[0].name}")
        return found[0] if found else None

    def get(self, name: str) -> Tag:
        """The tag of this name, which must be there."""
        tag = self.find(name)
        if tag is None:
            raise LessonError(self.line, f"there is no tag {name}")
        return tag

    def words(self, name: str) -> str:
        """The text of a tag that people read, checked for its length; empty without the tag."""
        tag = self.find(name)
        return _words(tag, tag.text) if tag else ""


def _words(tag: Tag, text: str) -> str:
    longest = _KINDS[tag.name].longest
    if len(text) > longest:
        raise LessonError(
            tag.line, f"{tag.name} has at most {longest} characters, this one {len(text)}"
        )
    return text


# ---- the head


def _read_title(head: Sequence[Tag]) -> str:
    tags = _Tags(head, _HEAD)
    tags.get("Title")
    return tags.words("Title")


def _read_rules(head: Sequence[Tag]) -> Rules:
    tags = _Tags(head, _HEAD)
    ruleset = tags.get("Ruleset")
    if ruleset.text not in RULESETS:
        known = ", ".join(RULESETS)
        raise LessonError(ruleset.line, f"there is no ruleset {quote(ruleset.text)}, only {known}")
    rules = RULESETS[ruleset.text]
    for tag in tags.all("Rule"):
        rules = LessonError.read(tag.line, partial(change_rule, rules), tag.text)
    return rules


# ---- steps


def _read_step(block: Sequence[Tag]) -> LessonStep:
    tags = _Tags(block, _STEP)
    for before, after in pairwise(block):
        if _STEP[after.name].stands < _STEP[before.name].stands:
            raise LessonError(after.line, f"{after.name} must stand before {before.name}")
    asked = tags.find("Task", "Question")
    for name in ("About", "Answer", "Choice", "Solution", "Try", "Hint", "After"):
        for tag in tags.all(name)[:1]:
            if asked is None:
                raise LessonError(tag.line, f"{name} without a Task or a Question")
    start = tags.find("Start")
    step = LessonStep(
        tags.line,
        LessonError.read(start.line, Situation.parse, start.text) if start else None,
        tags.words("Say"),
        tuple(_read_act(tag) for tag in tags.all("Opening", "Throw", "Played")),
        _read_asked(tags, asked) if asked else None,
        tuple(LessonText(tag.line, tag.text) for tag in tags.all("Claim")),
    )
    if not (step.say or step.acts or step.asked):
        raise LessonError(step.line, "a step says, throws, plays or asks something")
    return step


def _read_act(tag: Tag) -> Act:
    if tag.name == "Played":
        return Act(tag.line, _readable(tag.line, tag.text))
    kind = Throw if tag.name == "Throw" else OpeningThrow
    return Act(tag.line, kind(*LessonError.read(tag.line, read_dice, tag.text)))


def _readable(line: int, text: str) -> str:
    try:
        check_readable(text)
    except Unreadable:
        problem = f"{quote(text)} is no move, nor keep, reroll, 5, 6 or resign 1"
        raise LessonError(line, problem) from None
    return text


def _read_asked(tags: _Tags, asked: Tag) -> Task | LessonQuestion:
    is_free = asked.name == "Question" and tags.find("About") is None
    if is_free and not tags.all("Answer"):
        raise LessonError(asked.line, "the Question has no About; with an Answer it needs none")
    for name in ("Answer" if is_free else "Solution", "Hint"):
        if not tags.all(name):
            raise LessonError(asked.line, f"the {asked.name} has no {name}")
    for name in ("Solution", "Try", "After") if is_free else ("Answer", "Choice"):
        for tag in tags.all(name)[:1]:
            problem = "has Answer and Choices instead" if is_free else "has an About or is a Task"
            raise LessonError(tag.line, f"no {name} here: this {asked.name} {problem}")
    if is_free:
        return _read_free_question(tags, asked)
    return _read_task(tags, asked) if asked.name == "Task" else _read_question(tags, asked)


def _read_task(tags: _Tags, asked: Tag) -> Task:
    for about in tags.all("About"):
        raise LessonError(about.line, "a Task has no About; a Question has")
    for name in ("Solution", "Try"):
        for extra in tags.all(name)[_MOST_ANSWERS:]:
            raise LessonError(extra.line, f"a Task has at most {_MOST_ANSWERS} of these")
    solutions = tuple(LessonText(tag.line, tag.text) for tag in tags.all("Solution"))
    tries = tuple(_read_try(tag) for tag in tags.all("Try"))
    for answer in (*solutions, *tries):
        _readable(answer.line, answer.text)
    text, hint, after = (tags.words(name) for name in ("Task", "Hint", "After"))
    return Task(asked.line, text, tries, hint, after, solutions)


def _read_question(tags: _Tags, asked: Tag) -> LessonQuestion:
    about = tags.get("About")
    solution, *more = tags.all("Solution")
    if more:
        raise LessonError(more[0].line, "a Question has one Solution")
    tries = tuple(_read_try(tag) for tag in tags.all("Try"))
    if not 1 <= len(tries) < _MOST_CHOICES:
        problem = f"a Question has a Try for each wrong answer, 1 to {_MOST_CHOICES - 1}"
        raise LessonError(asked.line, problem)
    subject = LessonError.read(about.line, read_subject, about.text)
    text, hint, after = (tags.words(name) for name in ("Question", "Hint", "After"))
    right = LessonText(solution.line, solution.text)
    return LessonQuestion(asked.line, text, tries, hint, after, subject, right)


def _read_free_question(tags: _Tags, asked: Tag) -> LessonQuestion:
    """A question of which the teacher says what is right; each answer has a sentence why."""
    answer, choices = tags.get("Answer"), tags.all("Choice")
    if not 1 <= len(choices) < _MOST_CHOICES:
        problem = f"a Question has a Choice for each wrong answer, 1 to {_MOST_CHOICES - 1}"
        raise LessonError(asked.line, problem)
    for tag in (answer, *choices):
        if not tag.value or not tag.more:
            problem = f"why this {tag.name} is right or wrong stands indented below it"
            raise LessonError(tag.line, problem)
        if [each.value for each in (answer, *choices)].count(tag.value) > 1:
            raise LessonError(tag.line, "this answer stands twice")
    tries = tuple(Try(tag.line, tag.value, None, _words(tag, tag.more)) for tag in choices)
    right = LessonText(answer.line, answer.value)
    text, hint, why = tags.words("Question"), tags.words("Hint"), _words(answer, answer.more)
    return LessonQuestion(asked.line, text, tries, hint, why, None, right)


def _read_try(tag: Tag) -> Try:
    text, colon, named = (part.strip() for part in tag.value.partition(":"))
    if colon and named not in _REASONS:
        known = ", ".join(_REASONS)
        raise LessonError(tag.line, f"{quote(named)} is no reason; there are: {known}")
    answer = _words(tag, tag.more)
    if not colon and not answer:
        raise LessonError(tag.line, "what is said to this Try stands indented below it")
    return Try(tag.line, text, _REASONS.get(named), answer)
