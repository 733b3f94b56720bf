"""Lessons on the board."""
