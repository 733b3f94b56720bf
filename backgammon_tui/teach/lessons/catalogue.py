"""Lesson files: parsing them, checking them against the rules, finding and writing them.

`LESSONS.md` describes the format. A task may have several solutions, so a step may begin in several
games; it must agree with the rules in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache, partial
from importlib.resources import files
from itertools import pairwise
from operator import attrgetter
from typing import Final, NamedTuple

from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.value import require_judged
from backgammon_tui.dice import Dice, read_dice
from backgammon_tui.engine.game import Game, StartingPosition
from backgammon_tui.engine.moves import Action, Move, OpeningRoll, Roll
from backgammon_tui.engine.notation import Ambiguous, write_moves
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.reasons import Cause, NotAllowed, Reason
from backgammon_tui.engine.rules import RULESETS, Rules, ruleset_name
from backgammon_tui.engine.turn import Phase, StageKind
from backgammon_tui.explain.facts import Theme, do, is_stage_over
from backgammon_tui.teach import lessons as teaching
from backgammon_tui.teach.lessons.lesson import (
    GOALS,
    LIMITS,
    About,
    Act,
    Exercise,
    Lesson,
    LessonQuestion,
    LessonStep,
    LessonText,
    StepAssignment,
    Subject,
    Task,
    Try,
    answer_key,
    check_readable,
    describe_question,
    question_hint,
    read_condition,
    read_subject,
    read_typed,
    write_typed,
)
from backgammon_tui.teach.lessons.replies import best_plays, describe_after, describe_task
from backgammon_tui.teach.lessons.run import Run, Verdict, awaits_learner, reach, run_at
from backgammon_tui.teach.quiz import Card, answered, read_card
from backgammon_tui.text_file import (
    Content,
    LineBlock,
    LineError,
    checked_lines,
    escaped,
    is_visible,
    quote,
    read_blocks,
    read_text,
)
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import STANDARD, Naming, capitalized, numbers, write_dice
from backgammon_tui.words.reason_sentences import describe_meanings
from backgammon_tui.words.rule_settings import change_rule, changed_rules, write_value
from backgammon_tui.words.terse import describe_playable
from backgammon_tui.words.turns import describe_awaited

HEADING: Final = "backgammon-tui lesson 1"
MAX_LESSON_LENGTH: Final = 50_000
_TAG: Final = re.compile(r"([A-Za-z]+):(?:\s+(.*))?", re.ASCII)
_ONE: Final = (1, 1)
_PERHAPS: Final = (0, 1)
_ANY: Final = (0, 1_000)
_HEAD: Final = {"Title": _ONE, "Ruleset": _ONE, "Theme": _PERHAPS, "Rule": _ANY}
"""Allowed (min, max) count of each head tag."""

_SHOWN: Final = {
    **{"Start": _PERHAPS, "Say": _PERHAPS},
    **{"Opening": _ANY, "Roll": _ANY, "Played": _ANY, "Claim": _ANY},
}

_MAX_SOLUTIONS: Final = 30
_ASKED: Final = {
    "Task": {"Solution": (1, _MAX_SOLUTIONS), "Try": (0, 30)},
    "Exercise": {"Goal": _ONE, "Limit": (0, 3), "Rolls": _ONE, "Answers": _ONE},
    "Question": {"About": _PERHAPS, "Solution": _ONE, "Try": (0, 40)},
}

MAX_TITLE: Final = 40
MAX_TASK: Final = 200
_MAX_LENGTHS: Final = {
    **{"Title": MAX_TITLE, "Say": 400, "Hint": 200, "Try": 200, "After": 300},
    **dict.fromkeys(_ASKED, MAX_TASK),
}
"""Maximum number of characters of displayed texts, because a lesson is for playing."""

_ORDER: Final = {
    "Start": 0,
    **dict.fromkeys(("Say", "Opening", "Roll", "Played"), 1),
    **dict.fromkeys(_ASKED, 2),
}
"""The order of tags in a step: position, events, question; all others come last."""

_REASONS: Final = {cause.value: cause for cause in Cause}


@lru_cache(64)
def read_lesson(text: str) -> Lesson:
    """Parse a lesson, play it by each of its solutions, and make every wrong try."""
    title, rules, _ = read_head(text)
    _, steps = _split(text)
    lesson = Lesson(title, rules, tuple(_read_step(step) for step in steps))
    games: tuple[Game, ...] = (Game.start(rules),)
    for number in range(len(steps)):
        games = _check_step(lesson, number, games)
    return lesson


class LessonHead(NamedTuple):
    title: str
    rules: Rules
    theme: Theme | None


@lru_cache(512)
def read_head(text: str) -> LessonHead:
    head, _ = _split(text)
    tags = _by_name(head, _HEAD, "head", head[0].line)
    rules = _named(tags["Ruleset"][0], "ruleset", RULESETS)
    for tag in tags["Rule"]:
        rules = tag.read(partial(change_rule, rules))
    themes = {theme.value: theme for theme in Theme}
    theme = next((_named(tag, "theme", themes) for tag in tags["Theme"]), None)
    return LessonHead(_words(tags, "Title"), rules, theme)


def _split(text: str) -> tuple[list[Tag], list[list[Tag]]]:
    lines = checked_lines(text, "a lesson", MAX_LESSON_LENGTH)
    if next(lines).rstrip() != HEADING:
        raise LineError(1, f"a lesson begins with the line {HEADING!r}")
    head, *steps = [_tags_of(block) for block in read_blocks("\n".join(("", *lines)))] or [[]]
    if not steps:
        raise LineError(1, "a lesson needs a title, a ruleset and, after a blank line, steps")
    return head, steps


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
            tags.append(Tag(number, parts[1], (parts[2] or "").strip()))
        elif not tags:
            raise LineError(number, "an indented line continues the line above it")
        else:
            tags[-1] = tags[-1]._replace(more=f"{tags[-1].more} {line.strip()}".strip())
    return tags


def _by_name(
    block: Sequence[Tag], allowed: Mapping[str, tuple[int, int]], what: str, line: int
) -> Tags:
    for tag in block:
        length = len(tag.more if tag.name == "Try" else tag.text)
        longest = _MAX_LENGTHS.get(tag.name, length)
        if tag.name not in allowed:
            known = ", ".join(allowed)
            raise LineError(
                tag.line, f"there is no tag {quote(tag.name)} in a {what}, only {known}"
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
            problem = f"{name} occurs {times} in a {what}, not {many} times"
            raise LineError(tags[name][maximum].line if many > maximum else line, problem)
    return tags


def _words(tags: Tags, name: str) -> str:
    return "".join(tag.text for tag in tags[name])


def _named(tag: Tag, what: str, known: Mapping[str, Content]) -> Content:
    if tag.text in known:
        return known[tag.text]
    problem = f"there is no {what} {quote(tag.text)}, only {', '.join(known)}"
    raise LineError(tag.line, problem)


# ---- steps


def _read_step(block: Sequence[Tag]) -> LessonStep:
    head = next((tag for tag in block if tag.name in _ASKED), None)
    kind, line = (head.name, head.line) if head else ("step that asks nothing", block[0].line)
    allowed: dict[str, tuple[int, int]] = dict(_SHOWN)
    if head:
        allowed |= {kind: _ONE, **_ASKED[kind], "Hint": _ONE, "After": _PERHAPS}
    tags = _by_name(block, allowed, kind, line)
    for before, after in pairwise(block):
        if _ORDER.get(after.name, 3) < _ORDER.get(before.name, 3):
            raise LineError(after.line, f"{after.name} must come before {before.name}")
    step = LessonStep(
        block[0].line,
        next((tag.read(StartingPosition.parse) for tag in tags["Start"]), None),
        _words(tags, "Say"),
        tuple(_read_act(tag) for tag in block if tag.name in ("Opening", "Roll", "Played")),
        _read_assignment(tags, head) if head else None,
        tuple(LessonText(tag.line, tag.text) for tag in tags["Claim"]),
    )
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
    tries = tuple(_read_try(tag, of_task=head.name == "Task") for tag in tags.get("Try", ()))
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


def _read_try(tag: Tag, *, of_task: bool) -> Try:
    text, colon, named = (part.strip() for part in tag.value.partition(":"))
    if not of_task:
        text, colon, named = tag.value, "", ""
    if colon and named not in _REASONS:
        known = ", ".join(_REASONS)
        raise LineError(tag.line, f"{quote(named)} is not a reason; the reasons are: {known}")
    if not (colon or tag.more):
        raise LineError(tag.line, "indent the answer to this Try below it")
    return Try(tag.line, text, _REASONS.get(named), tag.more)


# ---- checking against the rules

_MAX_GAMES: Final = 50
"""Maximum number of games in which a step may begin, because solutions multiply."""


def _check_step(lesson: Lesson, number: int, games: tuple[Game, ...]) -> tuple[Game, ...]:
    step = lesson.steps[number]
    if step.starting_position:
        try:
            games = (step.starting_position.game(lesson.rules),)
        except ValueError as error:
            raise LineError(step.line, str(error)) from None
    if not games:
        raise LineError(step.line, "after an Exercise a step has a Start")
    for act in step.acts:
        games = tuple(_end(game, act.does, act.line) for game in games)
    runs = [Run(lesson, number, game) for game in games]
    match step.assignment:
        case LessonQuestion() as question:
            for run in runs:
                _check_question(run, question)
        case Exercise() as exercise:
            game, side = games[0], games[0].side
            if not (step.starting_position and side) or step.acts or game.phase is not Phase.ROLL:
                problem = "an Exercise begins with a Start, and its first roll"
                raise LineError(exercise.line, problem)
            if not awaits_learner(game.apply(Roll(*exercise.rolls[0])), side):
                problem = "nothing can be played with the first of the Rolls"
                raise LineError(exercise.line, problem)
            return ()  # The end of an exercise is unpredictable, so the next step has a Start.
        case Task() as task:
            games = tuple(dict.fromkeys(after for run in runs for after in _check_task(run, task)))
            if len(games) > _MAX_GAMES:
                raise LineError(
                    step.line, "there are too many ways to continue from here; give fewer Solutions"
                )
    return games


def _end(game: Game, does: Roll | OpeningRoll | str, line: int) -> Game:
    try:
        return replace(reach(game, does)[1], events=())
    except NotAllowed as error:
        raise LineError(line, _forbidden(game, error.reason)) from None
    except Ambiguous as error:
        raise LineError(line, _ambiguous(error.candidates)) from None


def _forbidden(game: Game, reason: Reason) -> str:
    if reason.cause is not Cause.NOT_NOW:
        return f"the rules do not allow this: {reason.cause.value}"
    awaited = describe_awaited(game, Naming()).rstrip(".")
    missing = "; is a Roll missing?" if game.phase in (Phase.ROLL, Phase.ROLL_AGAIN) else ""
    return f"this cannot be done now: {awaited}{missing}"


def _ambiguous(meanings: Sequence[Sequence[Move]]) -> str:
    return f"this may mean {describe_meanings(meanings)}"


# ---- tasks and questions


def _check_task(run: Run, task: Task) -> Iterator[Game]:
    """Yield the games after each solution, checking that every try gets its own reply."""
    for solution in task.solutions:
        end = _end(run.game, solution.text, solution.line)
        if not is_stage_over(run.game, end):
            left = " ".join(map(str, end.left))
            raise LineError(solution.line, f"this leaves numbers to be played: {left}")
        yield end
    for attempt in task.tries:
        if problem := _against_try(run, attempt):
            raise LineError(attempt.line, problem)


def _against_try(run: Run, attempt: Try) -> str:
    """Make a wrong try; return the problem if the lesson does not answer it, else an empty text."""
    answer = run.try_text(attempt.text).answer
    assert answer
    cause, named = answer.reason.cause if answer.reason else None, attempt.reason
    if answer.verdict is Verdict.UNCLEAR and cause is None:
        return _ambiguous(answer.meanings)
    if cause is None and named:
        return "no rule forbids this; leave the reason out and say what is wrong with it"
    if cause and named is None:
        return f"the rules do not allow this; name the reason: {cause.value}"
    if cause and named and cause is not named:
        return f"the reason against this is {cause.value!r}, not {named.value!r}"
    if answer.verdict in (Verdict.RIGHT, Verdict.NOT_DONE, Verdict.FOUND):
        return "this is a Solution, or the beginning of one"
    return "" if answer.foreseen is attempt else "this has the same result as a Try above"


def _check_question(run: Run, question: LessonQuestion) -> None:
    solution = question.solution
    try:
        key = run.key
    except NotAllowed as error:
        raise LineError(question.line, _forbidden(run.game, error.reason)) from None
    except ValueError as error:
        raise LineError(question.line, str(error)) from None
    for answer in (solution, *question.tries):
        if answer.text not in key.answers:
            raise LineError(
                answer.line, f"{quote(answer.text)} is not an answer; type {key.wanted}"
            )
    if solution.text != key.right:
        raise LineError(solution.line, f"this is not the right answer, but {key.right}: {key.why}")
    texts = [attempt.text for attempt in question.tries]
    for attempt in question.tries:
        if attempt.text == key.right:
            raise LineError(attempt.line, "this is the right answer, too")
        if texts.count(attempt.text) > 1:
            raise LineError(attempt.line, "this answer is given twice")


# ---- courses and user-made lessons

_NAME: Final = re.compile(r"\d\d-[a-z-]+\.txt", re.ASCII)
_PLACE: Final = re.compile(r"([a-z-]+)(?:/([1-9]\d{0,2}))?", re.ASCII)
MAX_BYTES: Final = 4 * MAX_LESSON_LENGTH
_MAX_OWN_LESSONS: Final = 200


@dataclass(frozen=True)
class CourseLesson:
    ruleset: str
    number: int
    """Its place in the course, from 1; 0 outside of courses."""

    text: str
    file: str = ""
    problem: str = ""
    """The reason why the file is not a lesson; empty for a lesson."""

    @property
    def place(self) -> str:
        return self.shown_file or f"{self.ruleset}/{self.number}"

    @property
    def name(self) -> str:
        # File names need not be valid text, but the journal only accepts text.
        file = self.file.encode(errors="backslashreplace").decode()
        return f"own/{file}" if file else f"{self.ruleset}/{self.number}"

    @property
    def item(self) -> str:
        return f"lesson/{self.name}"

    @property
    def step_item(self) -> str:
        return f"{self.item} step"

    def step_left(self, done: Mapping[str, str], lesson: Lesson) -> int:
        """Return the step at which the learner left, by the entries of `done`; 0 for none."""
        kept, _, _ = done.get(self.step_item, "").partition(" ")
        is_number = kept.isdecimal() and len(kept) < 10
        return int(kept) if is_number and int(kept) < len(lesson.steps) else 0

    @property
    def shown_file(self) -> str:
        return escaped(self.file)

    @property
    def title(self) -> str:
        return read_head(self.text).title

    @property
    def theme(self) -> Theme | None:
        return read_head(self.text).theme

    def read(self) -> Lesson:
        return read_lesson(self.text)


def course(ruleset: str) -> tuple[CourseLesson, ...]:
    folder = files("backgammon_tui.teach") / "courses" / ruleset
    names = sorted(file.name for file in folder.iterdir()) if folder.is_dir() else []
    texts = []
    for name in filter(_NAME.fullmatch, names):
        with suppress(OSError, ValueError):
            text = (folder / name).read_text(encoding="utf-8")
            read_head(text)
            texts.append(text)
    return tuple(CourseLesson(ruleset, number, text) for number, text in enumerate(texts, 1))


def user_lessons(ruleset: str = "") -> tuple[CourseLesson, ...]:
    lessons = (lesson for lesson in _own_files() if not lesson.problem)
    return tuple(lesson for lesson in lessons if ruleset in ("", lesson.ruleset))


def courses() -> tuple[tuple[CourseLesson, ...], ...]:
    return tuple(course(ruleset) for ruleset in RULESETS)


def course_to_open(done: Collection[str], last_played: str) -> str:
    """Return the game whose course suits a learner best.

    This is the first unfinished course; Russian for a learner without any; and the game played last
    for a learner who has finished one.
    """
    has_finished = False
    for lessons in courses():
        are_done = [lesson.item in done for lesson in lessons]
        if any(are_done) and not all(are_done):
            return lessons[0].ruleset
        has_finished |= any(are_done)
    return last_played if has_finished else next(iter(RULESETS))


def faulty_files() -> tuple[CourseLesson, ...]:
    return tuple(lesson for lesson in _own_files() if lesson.problem)


def _own_files() -> Iterator[CourseLesson]:
    folder = teaching.find_own_folder() if teaching.find_own_folder else None
    try:
        paths = sorted(folder.glob("*.txt"), key=lambda path: path.name) if folder else []
    except OSError:
        return
    for path in paths[:_MAX_OWN_LESSONS]:
        try:
            text = read_text(path, MAX_BYTES)
            yield CourseLesson(read_head(text).rules.name, 0, text, path.name)
        except (LineError, OSError) as error:
            problem = (isinstance(error, OSError) and error.strerror) or str(error)
            yield CourseLesson("", 0, "", path.name, problem)


def find_lesson(place: str) -> CourseLesson | None:
    """Return the lesson with a name such as `russian/3`, or the file of a user-made lesson.

    None if the text does not look like the name of a course lesson; `ValueError` if the course has
    no such lesson.
    """
    parts = _PLACE.fullmatch(place)
    ruleset = ruleset_name(parts[1]) if parts else ""
    if parts is None or ruleset not in RULESETS:
        names = place, f"{place}.txt"
        return next((lesson for lesson in user_lessons() if lesson.file in names), None)
    lessons = course(ruleset)
    number = int(parts[2] or 1)
    if not lessons:
        raise ValueError(f"the lessons of the course {ruleset} are missing")
    if number > len(lessons):
        raise ValueError(f"the course {ruleset} has {len(lessons)} lessons, not {number}")
    return lessons[number - 1]


# ---- steps to repeat

_STEP: Final = re.compile(r"step/(?P<lesson>.+)/(?P<step>[1-9]\d?)", re.A)


class Repeat(NamedTuple):
    entry: CourseLesson
    step: int
    card: Card

    def done(self, right: bool, today: int) -> tuple[str, str]:
        return answered(self.card, right, today).entry


def repeat_of(entry: CourseLesson, step: int, today: int) -> tuple[str, str]:
    return Card(f"step/{entry.name}/{step + 1}", 0, today).entry


def due_repeats(kept: Mapping[str, str], ruleset: str, today: int) -> tuple[Repeat, ...]:
    """Return the due steps of a game, least known first, except those of faulty lessons."""
    listed = *course(ruleset), *user_lessons(ruleset)
    lessons = {lesson.name: lesson for lesson in listed}
    repeats = []
    for item, written in kept.items():
        parts, card = _STEP.fullmatch(item), read_card(item, written)
        lesson = lessons.get(parts["lesson"]) if parts else None
        if parts and lesson and card and card.due <= today:
            with suppress(LineError):
                if int(parts["step"]) <= len(lesson.read().steps):
                    repeats.append(Repeat(lesson, int(parts["step"]) - 1, card))
    return tuple(sorted(repeats, key=lambda repeat: (repeat.card.box, repeat.card.item)))


# ---- writing a lesson of what was played

_WIDTH: Final = 90


class TaskKind(Enum):
    PLAY = "play"
    BEST = "best"
    COUNT = "count"
    HITS = "hits"


def read_task_kind(text: str) -> TaskKind | str:
    """Parse a task: one of the words, or the teacher's own text, if that is short and visible."""
    word = text.strip()
    if not word:
        return TaskKind.PLAY
    with suppress(ValueError):
        return TaskKind(word.lower())
    if len(word) > MAX_TASK or not is_visible(word):
        raise ValueError(f"a task must be at most {MAX_TASK} visible characters")
    return word


def write_lesson(
    title: str,
    rules: Rules,
    starting_position: StartingPosition,
    actions: Sequence[Action],
    task_kind: TaskKind | str = TaskKind.PLAY,
) -> str:
    """Write a lesson in which the learner makes the plays of the side that rolls first.

    The actions of the other side are shown. An unfinished play is omitted. If `task_kind` is a
    text, the play made is its solution.

    Raises:
        ValueError: if the title is invalid, the side has finished no play, the lesson is too
            long, or the computer cannot evaluate a game whose best plays are asked for.
    """
    title = check_title(title)
    begin = starting_position.game(rules)
    try:
        steps = list(_steps(begin, actions, task_kind))
    except NotJudged:
        raise ValueError("the computer gives no estimates under these house rules") from None
    if not any(line.startswith("Solution: ") for step in steps for line in step):
        raise ValueError("a lesson needs a play as its solution")
    changes = (f"{rule.field} = {write_value(rule.value(rules))}" for rule in changed_rules(rules))
    head = [f"Title: {title}", f"Ruleset: {rules.name}", *(f"Rule: {rule}" for rule in changes)]
    steps[0].insert(0, f"Start: {starting_position}")
    blocks = ([HEADING, *head], *steps)
    text = "\n\n".join("\n".join(lines) for lines in blocks) + "\n"
    if len(text) > MAX_LESSON_LENGTH:
        raise ValueError("this is too much for one lesson")
    return text


def check_title(title: str) -> str:
    title = title.strip()
    if not title:
        raise ValueError("a lesson needs a title")
    if len(title) > MAX_TITLE:
        raise ValueError(f"a title has at most {MAX_TITLE} characters, not {len(title)}")
    if not is_visible(title):
        raise ValueError("a title may only contain visible characters")
    return title


def _task_lines(before: Game, done: Sequence[Action], task_kind: TaskKind | str) -> list[str]:
    task = _task(before) if isinstance(task_kind, TaskKind) else task_kind
    solutions, claims = [_write(before, done)], list[str]()
    if task_kind is TaskKind.BEST and before.phase is Phase.MOVE:
        task, claims = f"Make the best play of {numbers(before.left)}.", ["Claim: best"]
        require_judged(before.rules)
        best = best_plays(before)[:_MAX_SOLUTIONS]
        solutions, done = [_write(before, play.moves) for play in best], best[0].moves
    lines = [*_wrapped("Task", task), *(f"Solution: {text}" for text in solutions)]
    return [*lines, *_wrapped("Hint", _hint(before, done)), *claims]


def _counted(task_kind: TaskKind | str, before: Game, roll: str) -> list[str]:
    is_count = task_kind is TaskKind.COUNT
    subject = Subject(About.NUMBERS, roll) if is_count else Subject(About.HITS)
    try:
        right = answer_key(subject, before).right
    except ValueError:
        return []  # A play may win before all numbers are used.
    return [
        *_wrapped("Question", describe_question(subject, before)),
        f"About: {subject}",
        f"Solution: {right}",
        *_wrapped("Hint", question_hint(subject, before)),
    ]


def _wrapped(tag: str, text: str) -> list[str]:
    return wrap(f"{tag}: {text}", _WIDTH, below="  ")


def _steps(
    begin: Game, actions: Sequence[Action], task_kind: TaskKind | str
) -> Iterator[list[str]]:
    learner, lines = begin.side, list[str]()
    counts = task_kind in (TaskKind.COUNT, TaskKind.HITS)
    for before, done in _plays(begin, actions):
        match done[0]:
            case Roll(first, second):
                roll = f"{first}-{second}"
                asks = counts and before.side is learner
                if question := _counted(task_kind, before, roll) if asks else []:
                    yield [*lines, *question]
                    lines = []
                lines.append(f"Roll: {roll}")
            case _ if before.actor is not learner or counts:
                lines.append(f"Played: {_write(before, done)}")
            case _:
                yield [*lines, *_task_lines(before, done, task_kind)]
                lines = []
    if lines:
        yield lines


def _plays(begin: Game, actions: Sequence[Action]) -> list[tuple[Game, tuple[Action, ...]]]:
    """Return the finished plays, decisions and rolls, each with the game before it."""
    plays, game, before = list[tuple[Game, tuple[Action, ...]]](), begin, begin
    done: tuple[Action, ...] = ()
    for action in actions:
        game, done = game.apply(action), (*done, action)
        if not isinstance(action, Move) or is_stage_over(before, game):
            plays.append((before, done))
            before, done = game, ()
    is_last_roll_played = not plays or not isinstance(plays[-1][1][0], Roll)
    return plays if is_last_roll_played or game.phase is not Phase.MOVE else plays[:-1]


def _write(before: Game, done: Sequence[Action]) -> str:
    after = do(before, done)[-1]
    moves = [action for action in done if isinstance(action, Move)]
    listed = (play.moves for play in before.legal_plays() if play.position == after.position)
    texts = [
        write_typed(done),
        *(write_moves(play) for play in listed),
        " ".join(f"{write_moves([move])}={move.number}" for move in moves),
    ]
    return next((text for text in texts if _leads_to(before, text, after)), texts[0])


def _leads_to(before: Game, text: str, after: Game) -> bool:
    try:
        reached = do(before, read_typed(before, text))[-1]
    except (NotAllowed, Ambiguous):
        return False
    state = attrgetter("position", "phase", "left")
    return bool(state(reached) == state(after))


def _task(game: Game) -> str:
    if game.phase is Phase.CHOOSE:
        return "Choose: four 5s or four 6s?"
    what = numbers(game.left)
    if game.phase is Phase.COMPLETE:
        other = STANDARD.name(game.side or Side.WHITE)
        return f"{other} cannot go on. Play {what} with your own checkers, one move at a time."
    is_complement = game.stage is not None and game.stage.kind is StageKind.COMPLEMENT
    return f"{'Now the complement: play' if is_complement else 'Play'} {what}."


def _hint(game: Game, done: Sequence[Action]) -> str:
    moves = [action for action in done if isinstance(action, Move)]
    if not moves:
        return "See which of them can be played."
    few = f"{capitalized(describe_playable(game))} can be played. "
    part = few if game.has_unplayable else ""
    return f"{part}One of the moves is {write_moves([max(moves, key=lambda m: m.origin)])}."


# ---- worksheets

_SHEET_WIDTH = 72


def worksheet_pages(lesson: Lesson) -> tuple[str, str]:
    runs = [run_at(lesson, number) for number in range(len(lesson.steps))]
    answerable = [run for run in runs if run.assignment]
    title = f"{lesson.rules.title}: {lesson.title}"
    tasks = [_heading(title), "Name: ______________________    Date: ______________"]
    answers = [_heading(f"Answers to {title}")]
    for number, run in enumerate(answerable, 1):
        tasks.append(_write_task(number, run))
        answers.append(_write_answer(number, run))
    return "\n\n".join(tasks), "\n\n".join(answers)


def _heading(title: str) -> str:
    return f"{title}\n{'=' * len(title)}"


def _write_task(number: int, run: Run) -> str:
    assert run.step
    game = run.game
    parts = [f"{number}.", *_paragraph(run.step.say), draw_board(game, STANDARD)]
    if game.rolled and game.due:
        parts.append(f"Roll: {write_dice(game.rolled.dice)}")
    parts += _paragraph(describe_task(run))
    parts += ["Answer: ".ljust(_SHEET_WIDTH, "_")] * (3 if run.is_exercise else 1)
    return "\n".join(parts)


def _write_answer(number: int, run: Run) -> str:
    if run.is_exercise:
        answer, after = "Several turns: play it out on the screen", describe_after(run)
    else:
        solutions = run.assignment.solutions if isinstance(run.assignment, Task) else ()
        answer = " or ".join(solution.text for solution in solutions) or run.key.right.capitalize()
        after = describe_after(run.show_solution())
    return "\n".join(_paragraph(f"{number}. {answer}. {after}".rstrip()))


def _paragraph(text: str) -> list[str]:
    return wrap(text, _SHEET_WIDTH) if text else []
