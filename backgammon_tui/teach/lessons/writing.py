"""Writing a lesson of the plays that were made in the sandbox."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import Enum
from itertools import chain
from operator import attrgetter
from typing import Final

from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.value import require_judged
from backgammon_tui.engine.game import Game, StartingPosition
from backgammon_tui.engine.moves import Action, Move, Roll
from backgammon_tui.engine.notation import Ambiguous, write_moves
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Phase, StageKind
from backgammon_tui.explain.facts import do, is_stage_over, play_made
from backgammon_tui.teach.lessons.lesson import (
    About,
    Subject,
    answer_key,
    describe_question,
    question_hint,
    read_typed,
    write_typed,
)
from backgammon_tui.teach.lessons.lesson_file import (
    HEADING,
    MAX_LESSON_LENGTH,
    MAX_SAY,
    MAX_SOLUTIONS,
    MAX_TASK,
    MAX_TITLE,
    MAX_TRIES,
)
from backgammon_tui.teach.lessons.replies import best_plays
from backgammon_tui.text_file import is_visible
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import STANDARD, capitalized, numbers
from backgammon_tui.words.rule_settings import changed_rules, write_value
from backgammon_tui.words.terse import describe_playable

_WIDTH: Final = 90

TriedPlay = tuple[Sequence[Action], str]
"""The actions of a line that was tried, from the starting position, and its comment."""


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
    tries: Sequence[TriedPlay] = (),
) -> str:
    """Write a lesson in which the learner makes the plays of the side that rolls first.

    The actions of the other side are shown. An unfinished play is omitted. If `task_kind` is a
    text, the play made is its solution. Other plays that were tried in its place become tries, with
    their comments as answers; if numbers are asked for, the plays are shown with the one made. The
    comment of the line itself, if `tries` has it, follows its last play. Without actions, only
    rolls that hit can be asked for.

    Raises:
        ValueError: if the title is invalid, the side has finished no play, the lesson is too
            long, or the computer cannot evaluate a game whose best plays are asked for.
    """
    title = check_title(title)
    begin = starting_position.game(rules)
    try:
        steps = list(_steps(begin, actions, task_kind, tries))
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


_USUAL_ANSWER: Final = "Compare it with the solution."


def _other_plays(
    before: Game, done: Sequence[Action], tries: Sequence[TriedPlay]
) -> dict[int, tuple[str, str]]:
    """Return each other play of a stage that was tried, with its comment, by its packed end."""
    others = dict[int, tuple[str, str]]()
    made = play_made(before, done)
    for actions, comment in tries:
        counts = range(1, len(actions) + 1)
        played = ((count, play_made(before, actions[:count])) for count in counts)
        for count, play in played:
            if play and made and play.packed != made.packed:
                others.setdefault(play.packed, (_write(before, actions[:count]), comment))
            if play:
                break
    return others


def _try_lines(text: str, comment: str) -> list[str]:
    answer = wrap(comment or _USUAL_ANSWER, _WIDTH)
    return [f"Try: {text}", *(f"  {row}" for row in answer)]


def _say_lines(others: Sequence[tuple[str, str]], comment: str) -> list[str]:
    """Return the text of a play that is only shown: its comment, and the other plays tried."""
    tried = "; ".join(f"{text}: {why}" if why else text for text, why in others)
    parts = [capitalized(comment), tried and f"Also tried: {tried}"]
    text = " ".join(part if part[-1] in ".!?" else f"{part}." for part in parts if part)
    if len(text) > MAX_SAY:
        return _say_lines(others[:-1], comment)
    return _wrapped("Say", text) if text else []


def _task_lines(
    before: Game,
    done: Sequence[Action],
    task_kind: TaskKind | str,
    tried: dict[int, tuple[str, str]],
    after: str,
) -> list[str]:
    task = _task(before) if isinstance(task_kind, TaskKind) else task_kind
    solutions, claims = [_write(before, done)], list[str]()
    if task_kind is TaskKind.BEST and before.phase is Phase.MOVE:
        task, claims = f"Make the best play of {numbers(before.left)}.", ["Claim: best"]
        require_judged(before.rules)
        best = best_plays(before)[:MAX_SOLUTIONS]
        solutions, done = [_write(before, play.moves) for play in best], best[0].moves
        tried = {end: play for end, play in tried.items() if end not in {p.packed for p in best}}
    lines = [*_wrapped("Task", task), *(f"Solution: {text}" for text in solutions)]
    lines += chain.from_iterable(_try_lines(*play) for play in [*tried.values()][:MAX_TRIES])
    lines += _wrapped("Hint", _hint(before, done))
    return [*lines, *(_wrapped("After", after) if after else ()), *claims]


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
    begin: Game, actions: Sequence[Action], task_kind: TaskKind | str, tries: Sequence[TriedPlay]
) -> Iterator[list[str]]:
    comment = next((text for known, text in tries if tuple(known) == tuple(actions)), "")
    learner, lines, at = begin.side, list[str](), 0
    shown = list[tuple[str, str]]()
    if not actions and task_kind is TaskKind.HITS:
        yield _counted(task_kind, begin, "")
    counts = task_kind in (TaskKind.COUNT, TaskKind.HITS)
    plays = _plays(begin, actions)
    end = sum(len(done) for _, done in plays)
    for before, done in plays:
        others = [tried for tried in tries if tuple(tried[0][:at]) == tuple(actions[:at])]
        start, at = at, at + len(done)
        match done[0]:
            case Roll(first, second):
                roll = f"{first}-{second}"
                asks = counts and before.side is learner
                if question := _counted(task_kind, before, roll) if asks else []:
                    yield [*_say_lines(shown, ""), *lines, *question]
                    lines, shown = [], []
                lines.append(f"Roll: {roll}")
            case _ if before.actor is not learner:
                lines.append(f"Played: {_write(before, done)}")
            case _:
                tried = _other_plays(before, done, [(acts[start:], c) for acts, c in others])
                if counts:
                    lines.append(f"Played: {_write(before, done)}")
                    shown += tried.values()
                    continue
                after = comment if at == end else ""
                yield [*lines, *_task_lines(before, done, task_kind, tried, after)]
                lines = []
    text = _say_lines(shown, comment)
    while lines and not text and lines[-1].startswith("Roll: "):
        lines.pop()  # Nobody plays after it, and nothing is said of it.
    if text or lines:
        yield [*text, *lines]


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
