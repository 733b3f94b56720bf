"""The game on the screen: the only room that knows Textual."""
