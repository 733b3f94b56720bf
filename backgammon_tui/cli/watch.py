"""`watch`: a match that is played in another window, shown move by move."""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import date

from backgammon_tui.cli.arguments import UsageProblem
from backgammon_tui.cli.console import has_screen
from backgammon_tui.cli.journal import find_match, open_journal
from backgammon_tui.cli.start import launch_for, play_on_screen
from backgammon_tui.engine import RULESETS
from backgammon_tui.storage.journal.following import Follower
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.preferences import read_preferences
from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.words.naming import STANDARD


def watch(options: argparse.Namespace) -> int:
    """Watch a match on the largest board and return the exit code.

    Raises:
        UsageProblem: if there is no terminal.
        Refusal: if there is no such match.
    """
    if not has_screen():
        raise UsageProblem("watching needs a terminal")
    settings, notice = read_preferences()
    if options.match:
        with open_journal() as journal:
            find_match(journal, options.match)
    today = date.today().isoformat()
    match = MatchRecord(RULESETS["russian"], STANDARD.white, STANDARD.black, today, None)
    launch = launch_for(options, replace(settings, big=True), notice, match)
    follower = Follower(journal_file(), options.match)
    return play_on_screen(launch._replace(follower=follower))
