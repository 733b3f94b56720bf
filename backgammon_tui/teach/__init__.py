"""Lessons, rulebook and quiz: text and positions as data files, checked against the engine."""
