"""Matches as text and back."""
