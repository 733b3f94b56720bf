"""What teaches the games: text and positions as data files, checked against the engine."""
