"""`rename`, `abandon`, `delete` and `rescue`: changes to the records."""

from __future__ import annotations

import argparse

from backgammon_tui.cli.arguments import Refusal, refused_as_usage
from backgammon_tui.cli.console import one_line, print_line, says_yes
from backgammon_tui.cli.journal import find_match, find_player, with_journal
from backgammon_tui.cli.progress import WorkCounter
from backgammon_tui.names import check_name
from backgammon_tui.storage.journal import edits
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.recovery import recover
from backgammon_tui.storage.journal.write import MatchState


@with_journal
def rename(journal: Journal, options: argparse.Namespace) -> None:
    """Give a player another name; two players become one only on request."""
    with refused_as_usage():
        new = check_name(options.new)
    old = find_player(journal, options.old)
    other = edits.find_player(journal, new)
    if other and other.casefold() != old.casefold():
        _expect_yes(
            options.merge,
            f"{other} is a player, too. Are {old} and {other} the same?",
            "--merge makes the two one",
        )
    try:
        edits.rename_player(journal, old, new)
    except edits.CannotMerge as error:
        raise Refusal(f"{error}, so they cannot be one.") from None
    print_line(one_line(f"{old} is now called {new}."))


@with_journal
def abandon(journal: Journal, options: argparse.Namespace) -> None:
    """Take a match out of the open ones."""
    line = find_match(journal, options.match)
    if line.state is not MatchState.PLAYING:
        raise Refusal(f"Match {line.match} is not open.")
    with MatchLock.reserve(journal, line.match):
        edits.abandon_match(journal, line.match)
    print_line(f"Match {line.match} is no longer open; resume {line.match} still goes on with it.")


@with_journal
def delete(journal: Journal, options: argparse.Namespace) -> None:
    """Remove a match for ever, after asking."""
    line = find_match(journal, options.match)
    with MatchLock.reserve(journal, line.match):
        names = one_line(f"{line.white} - {line.black}")
        question = f"Delete match {line.match}, {names}, for ever?"
        _expect_yes(options.yes, question, "--yes deletes it")
        edits.delete_match(journal, line.match)
    print_line(f"Match {line.match} is deleted.")


@with_journal
def rescue_records(journal: Journal, options: argparse.Namespace) -> None:
    """Set the records aside and copy what can be saved into new ones."""
    if not journal.exists:
        raise Refusal("There are no records.")
    question = "Set the records aside and copy what can be saved into new ones?"
    _expect_yes(options.yes, question, "--yes does it")
    with WorkCounter("games read and copied") as counter:
        rescued = recover(journal, counter.tell, counter.tell)
    print_line(one_line(str(rescued)))


def _expect_yes(is_said: bool, question: str, option: str) -> None:
    """Ask for confirmation where the command line has none, or raise a `Refusal`."""
    if not is_said and not says_yes(question):
        raise Refusal(f"Nothing is changed; {option}.")
