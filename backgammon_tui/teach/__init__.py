"""Learning the games: lessons that are played, checked against the engine."""
