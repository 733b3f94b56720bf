"""A finished game to be looked at."""
