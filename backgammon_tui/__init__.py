"""Russian, French and Never Finishing backgammon for two players at one keyboard."""

__version__ = "0.1.0"
