"""The rules of each game in plain words: data files with examples that the engine checks."""
