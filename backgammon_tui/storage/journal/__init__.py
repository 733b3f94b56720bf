"""The journal: every match that is played here, in one SQLite file.

`journal` is the file with its tables; `log` has the lines of each match, which prove themselves.
`match_lock` is the right to play one match of it, `query` finds matches, games and players for
lists, `list_rows` lays them out. `edits` changes matches afterwards and takes whole ones in.
`backups` copies the journal at every start, and `restoring` puts a copy in the place of a damaged
one.

All functions that read or write raise `JournalProblem` if the file cannot be used, or the match
or game is not there.
"""
