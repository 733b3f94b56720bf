"""`quiz` and `sample`: what else teaches, as lines of text."""

from __future__ import annotations

import argparse
from datetime import date
from functools import partial

from backgammon_tui.cli.console import print_line, read_line
from backgammon_tui.cli.lessons import keep_progress, learner_of
from backgammon_tui.cli.problem import refused_as_usage
from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.plain.quiz import play_quiz
from backgammon_tui.plain.sample import read_sample
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import read_progress
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.storage.preferences import read_preferences
from backgammon_tui.teach.quiz.rounds import QuizProgress


def quiz(journal: Journal, options: argparse.Namespace) -> int:
    """Ask questions on a game, or on all of them; the exit code."""
    settings, _ = read_preferences()
    with refused_as_usage():
        learner = learner_of(options, settings)
    known = QuizProgress()
    try:
        if learner:
            known = QuizProgress.read(read_progress(journal, learner))
    except JournalProblem as problem:
        print_line(str(problem))
    keep = partial(keep_progress, journal, learner)
    names = [options.ruleset] if options.ruleset else list(RULESETS)
    games = [RULESETS[name] for name in names]
    play_quiz(games, known, date.today().toordinal(), read_line, print_line, keep)
    return 0


def sample(_: argparse.Namespace) -> int:
    """Tell the sample game; the exit code."""
    read_sample(read_line, print_line)
    return 0
