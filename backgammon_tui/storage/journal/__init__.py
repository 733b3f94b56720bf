"""The journal: every match played here, in one SQLite file.

`journal` is the file with its tables, `log` the lines of each match, `match_lock` the right to play
a match. `query` lists matches, games and players, `edits` changes and restores whole matches,
`learning` keeps progress in lessons and reviews of games, and `backups` copies the journal at every
start.

All functions raise `JournalProblem` if the file cannot be used or the match does not exist.
"""
