"""Lessons, rulebook and quiz: text and positions as data files, checked by the engine."""
