"""Recovery of a damaged journal: its games are copied into a new one, as far as they can be read.

`damage_check` sees whether there is any damage, `readable_copy` makes a copy of the file that
the database can read as far as possible, `readable_games` finds the games in it, and `recover`
writes them into a new journal, which takes the place of the damaged one.
"""
