"""The game on the screen: the only package that depends on Textual."""
