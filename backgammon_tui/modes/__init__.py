"""The modes of the board screen, one package each, and their common parts."""
