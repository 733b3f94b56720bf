"""Widgets that several screens have: lines of text that can be clicked, lists, keys."""
