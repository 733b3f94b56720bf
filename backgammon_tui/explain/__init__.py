"""What there is to say about a game, as facts; `words` has the phrases that make them sentences."""
