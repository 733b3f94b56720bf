"""Files and position codes of other backgammon programs, for standard backgammon alone."""
