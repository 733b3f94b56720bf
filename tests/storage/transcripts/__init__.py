"""Matches written as text and read again."""
