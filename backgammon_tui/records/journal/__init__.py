"""The journal: every match that is played here, kept in one SQLite file.

`schema` has the tables, `writing` and `reading` turn records into rows and back, `entries`
an entry into a line. `journal` is the file, `seat` the right to play one match of it,
`listing` what lists show, `editing` what players change afterwards, `adding` how whole
matches come in. `rescue` makes a new journal of what `mending` and `salvage` can still read
of a damaged one.
"""
