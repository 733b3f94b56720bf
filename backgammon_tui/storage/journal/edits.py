"""Changes to matches in the journal: names corrected, matches abandoned or deleted."""

from __future__ import annotations

import sqlite3

from backgammon_tui.names import check_name, check_names
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import move_progress
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble
from backgammon_tui.storage.journal.read import read_name
from backgammon_tui.storage.journal.write import MatchState, player_number


class CannotMerge(ValueError):
    """Two players have played each other, so that they cannot be one."""


def find_player(journal: Journal, name: str) -> str | None:
    """Return the player of a name as it was first written, if there is one."""
    found = journal.select(
        read_name, "SELECT name FROM player WHERE folded = ?", (name.strip().casefold(),)
    )
    return found[0] if found else None


def rename_player(journal: Journal, name: str, new: str) -> None:
    """Give a player another name in all matches; if somebody has it, the two become one.

    Raises:
        CannotMerge: if the two have played each other.
    """
    new = check_name(new)
    with journal.writing() as db:
        row = db.execute("SELECT id FROM player WHERE folded = ?", (name.casefold(),)).fetchone()
        if row is None:
            raise JournalProblem(Trouble.GONE, journal.path)
        (old,) = row
        if new.casefold() != name.casefold():
            into = player_number(db, new)
            (shared,) = db.execute(
                "SELECT count(*) FROM match WHERE (white, black) IN ((?, ?), (?, ?))",
                (old, into, into, old),
            ).fetchone()
            if shared:
                raise CannotMerge(f"{name} and {new} have played each other")
            db.execute("UPDATE match SET white = ? WHERE white = ?", (into, old))
            db.execute("UPDATE match SET black = ? WHERE black = ?", (into, old))
            db.execute("DELETE FROM player WHERE id = ?", (old,))
            move_progress(db, name, new)
            old = into
        db.execute("UPDATE player SET name = ? WHERE id = ?", (new, old))


def rename_match(journal: Journal, match: int, white: str, black: str) -> None:
    """Correct the names of the two players of one match."""
    white, black = check_names(white, black)
    with journal.writing() as db:
        changed = db.execute(
            "UPDATE match SET white = ?, black = ? WHERE id = ?",
            (player_number(db, white), player_number(db, black), match),
        )
        if not changed.rowcount:
            raise JournalProblem(Trouble.GONE, journal.path)
        _delete_idle_players(db)


def abandon_match(journal: Journal, match: int) -> None:
    """Mark a match as abandoned, so that it is not offered any more; it can still be resumed."""
    with journal.writing() as db:
        db.execute(
            "UPDATE match SET state = ? WHERE id = ? AND state = ?",
            (MatchState.ABANDONED.value, match, MatchState.PLAYING.value),
        )


def delete_match(journal: Journal, match: int) -> None:
    """Remove a match with its games and their seeds for ever.

    The caller holds the lock on it, so that nobody plays it.
    """
    with journal.writing() as db:
        delete_rows(db, match)
        _delete_idle_players(db)


def delete_rows(db: sqlite3.Connection, match: int) -> None:
    """Remove all that belongs to a match, in a transaction."""
    db.execute("DELETE FROM match WHERE id = ?", (match,))


def _delete_idle_players(db: sqlite3.Connection) -> None:
    """Delete the players who have no match any more."""
    db.execute(
        "DELETE FROM player WHERE id NOT IN (SELECT white FROM match UNION SELECT black FROM match)"
    )
