"""A player's page: games by opponent, points lost, lessons and puzzles, and the next lesson."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final, NamedTuple

from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.review import Choice
from backgammon_tui.analysis.value import evaluator_digest
from backgammon_tui.engine import RULESETS, Side
from backgammon_tui.explain.plays import Losses, ReviewedGame, Theme, losses
from backgammon_tui.game_review import is_agreed, read_game
from backgammon_tui.match.table import Table
from backgammon_tui.names import display_name, is_computer
from backgammon_tui.stats import Learnt, SavedItem, learnt
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import read_progress, read_review
from backgammon_tui.storage.journal.query import GameQuery, finished_games
from backgammon_tui.teach.lessons.catalogue import CourseLesson, course
from backgammon_tui.teach.quiz import HARDEST, QuizProgress
from backgammon_tui.words.columns import NARROW, cut, left, right, wrap
from backgammon_tui.words.naming import capitalized, describe_when, plural
from backgammon_tui.words.problems import JournalProblem
from backgammon_tui.words.records import GameLine
from backgammon_tui.words.rule_settings import short_title

_MAX_GAMES: Final = 20
"""Maximum number of games, the latest ones, whose reviews are added up."""

_MAX_OPPONENTS: Final = 8
_MAX_BARS: Final = 10
_RECENT: Final = 5


class Opponent(NamedTuple):
    name: str
    games: int
    won: int
    lost: int
    last: str
    """Time of the end of the last game: UTC, in ISO form."""


class PlayerSummary(NamedTuple):
    opponents: tuple[Opponent, ...]
    """The opponent played last comes first; the computer is included."""

    losses: Losses
    unreviewed: tuple[tuple[int, Table], ...]
    """Row numbers of the latest games that can be reviewed but have not been."""

    learnt: tuple[Learnt, ...]
    puzzles: QuizProgress
    courses: tuple[tuple[str, int, int], ...]
    """For each ruleset with a finished lesson: finished lessons and all lessons."""

    next_lesson: CourseLesson | None
    why: Theme | None
    """The theme for which the lesson is proposed; None if it is simply the next one."""


def summarize_player(journal: Journal, name: str) -> PlayerSummary:
    games = finished_games(journal, GameQuery(name))
    reviewed, unreviewed = _reviewed(journal, name, games[:_MAX_GAMES])
    lost = losses(reviewed)
    kept = read_progress(journal, name)
    next_lesson, why = _choose_lesson(name, games, lost, kept.keys())
    courses = []
    for ruleset in RULESETS:
        done = [lesson.item in kept for lesson in course(ruleset)]
        if any(done):
            courses.append((ruleset, sum(done), len(done)))
    items = (SavedItem(name, item, data) for item, data in kept.items())
    return PlayerSummary(
        tuple(_opponents(name, games)),
        lost,
        tuple(unreviewed),
        tuple(learnt(items)),
        QuizProgress.read(kept),
        tuple(courses),
        next_lesson,
        why,
    )


def _side_of(line: GameLine, name: str) -> Side:
    return Side.WHITE if line.white.casefold() == name.casefold() else Side.BLACK


def _opponents(name: str, games: Sequence[GameLine]) -> Iterator[Opponent]:
    by_name: dict[str, list[GameLine]] = {}
    for line in games:
        other = line.black if _side_of(line, name) is Side.WHITE else line.white
        by_name.setdefault(other, []).append(line)
    for other, lines in by_name.items():
        winners = Counter(
            None if line.result.winner is None else line.result.winner is _side_of(line, name)
            for line in lines
        )
        yield Opponent(other, len(lines), winners[True], winners[False], lines[0].finished)


def _reviewed(
    journal: Journal, name: str, games: Sequence[GameLine]
) -> tuple[list[ReviewedGame], list[tuple[int, Table]]]:
    reviewed, unreviewed = [], []
    for line in games:
        side = _side_of(line, name)
        other = line.black if side is Side.WHITE else line.white
        # Opening a game reports why it cannot be read or rated.
        with suppress(JournalProblem, NotJudged):
            table = read_game(journal, line.game)
            judge = evaluator_digest(table.record.rules)
            findings = read_review(journal, line.game, judge, table.actions)
            if findings is None:
                if is_agreed(table.record):
                    unreviewed.append((line.game, table))
                continue
            own = (
                finding
                for finding in findings
                if isinstance(finding, Choice) and finding.side is side
            )
            reviewed.append(
                ReviewedGame(
                    line.game, line.ruleset, other, line.finished, table.history, tuple(own)
                )
            )
    return reviewed, unreviewed


def _choose_lesson(
    name: str, games: Sequence[GameLine], lost: Losses, done: Collection[str]
) -> tuple[CourseLesson | None, Theme | None]:
    """Return the next lesson: about the costliest theme of the last game, or the next in order."""
    if is_computer(name):
        return None, None
    ruleset = games[0].ruleset if games else next(iter(RULESETS))
    left_over = [lesson for lesson in course(ruleset) if lesson.item not in done]
    for theme, _ in lost.themes:
        for lesson in left_over:
            if lesson.theme is theme:
                return lesson, theme
    return next(iter(left_over), None), None


# ---- text


def describe_player(summary: PlayerSummary, now: datetime, bar: str) -> Iterator[str]:
    """Yield the lines of a player's page, at most `NARROW` columns wide."""
    if summary.opponents:
        yield left("Games", _NAME) + right("games", 6) + right("won", 4) + right("lost", 5)
        for opponent in summary.opponents[:_MAX_OPPONENTS]:
            figures = "".join(map(right, map(str, opponent[1:4]), (6, 4, 5)))
            name = left(cut(display_name(opponent.name), _NAME - 2), _NAME)
            yield f"{name}{figures}  {_when(opponent.last, now)}"
        yield ""
    yield from _describe_losses(summary, now, bar)
    yield from _describe_learnt(summary, now.date().toordinal())


_NAME: Final = 20


def _when(moment: str, now: datetime) -> str:
    with suppress(ValueError):
        return describe_when(moment, now)
    return ""


def _describe_losses(summary: PlayerSummary, now: datetime, bar: str) -> Iterator[str]:
    losses = summary.losses
    if summary.unreviewed:
        waiting = plural(len(summary.unreviewed), "game")
        yield from wrap(f"The computer is reviewing {waiting} of yours.", NARROW)
        yield ""
    if not losses.games:
        return
    yield "Points lost per choice, by the computer's reviews"
    maximum = max(game.lost for game in losses.games[:_MAX_BARS]) or 1
    for game in losses.games[:_MAX_BARS]:
        length = round(_BAR * game.lost / maximum)
        text = left(_when(game.finished, now), 13) + left(cut(short_title(game.ruleset), 15), 16)
        yield f"{text}{game.lost:.3f} {bar * length}".rstrip()
    if len(losses.games) >= 2 * _RECENT:
        recent, before = losses.mean(0, _RECENT), losses.mean(_RECENT, 2 * _RECENT)
        yield f"The last {_RECENT} games: {recent:.3f}. The {_RECENT} before: {before:.3f}."
    yield ""
    yield left("By part of the game", _NAME) + right("choices", 9) + right("lost per choice", 16)
    for part, choices, lost in losses.parts:
        name = left(capitalized(part.value), _NAME)
        yield f"{name}{right(str(choices), 9)}{right(f'{lost / choices:.3f}', 16)}"
    yield ""
    if losses.themes:
        yield "Mistakes by theme, in points"
        for theme, lost in losses.themes:
            yield f"{left(capitalized(theme.value), 30)}{right(f'{lost:.2f}', 6)}"
        yield ""


_BAR: Final = 8


def _describe_learnt(summary: PlayerSummary, today: int) -> Iterator[str]:
    for ruleset, done, count in summary.courses:
        yield f"{left('Lessons', 9)}{left(short_title(ruleset), 18)}{done} of {count} done"
    for entry in summary.learnt:
        if entry.quiz:
            name = left(short_title(entry.quiz), 18)
            yield f"{left('Quiz', 9)}{name}{entry.right} of {entry.total} right"
    if summary.puzzles.days:
        reached, streak = summary.puzzles.reached(), summary.puzzles.streak(today)
        yield from wrap(
            f"Puzzles up to level {reached} of {HARDEST}; {plural(streak, 'day')} in a row.", NARROW
        )
    if summary.courses or any(entry.quiz for entry in summary.learnt):
        yield ""
    if lesson := summary.next_lesson:
        cost = dict(summary.losses.themes).get(summary.why) if summary.why else None
        why = f" Its theme has cost you {cost:.2f} points." if cost else ""
        game = short_title(lesson.ruleset)
        text = f"l: next, {game} lesson {lesson.number}, {lesson.title}.{why}"
        yield from wrap(text, NARROW)
        yield ""
