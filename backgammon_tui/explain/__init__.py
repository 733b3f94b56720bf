"""Facts about a game that are worth mentioning; `words` turns them into sentences."""
