"""The journal: every match that is played here, in one SQLite file.

`schema` has the tables, `rows_written` and `rows_read` turn records into rows and back,
`entry_text` an entry into a line. `journal` is the file, `match_lock` the right to play one
match of it, `listing` what lists show, `figures` the statistics of games, `edits` what players
change afterwards, `whole_matches` how transcripts come in. `recovery` makes a new journal of a
damaged one.

Whatever reads or writes raises `JournalProblem` where the file cannot be used, or what is asked
for is not there.
"""
# ruff: noqa: F401

from typing import TYPE_CHECKING

from backgammon_tui.lazy import submodules

if TYPE_CHECKING:
    from backgammon_tui.storage.journal import (
        edits,
        journal,
        lesson_progress,
        listing,
        match_lock,
        problems,
        rows_written,
        schema,
        whole_matches,
    )

__getattr__ = submodules(__name__)
