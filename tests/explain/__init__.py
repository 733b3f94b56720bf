"""Facts about a game, before they are put into words."""
