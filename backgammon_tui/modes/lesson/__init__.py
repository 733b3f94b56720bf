"""A lesson on the board."""
