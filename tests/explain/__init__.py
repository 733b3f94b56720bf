"""Facts about a game, before anybody puts them into words."""
