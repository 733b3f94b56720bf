"""The whole rules of each game in plain words: data files, whose examples the engine plays."""
