"""Boxes over the screen: lists to choose from, fields, pages to read."""
