"""Tasks on positions of real play."""
