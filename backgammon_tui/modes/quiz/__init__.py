"""Questions on positions of real play."""
