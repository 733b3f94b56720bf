"""Moves as text and back, as examples."""
