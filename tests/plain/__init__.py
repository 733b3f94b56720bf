"""The game as lines of text."""
