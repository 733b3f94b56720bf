"""The modes of the one board screen, each in a folder of its own, and their common parts."""
