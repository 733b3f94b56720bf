"""Russian, French and other kinds of backgammon in the terminal."""

__version__ = "1.1.0"
