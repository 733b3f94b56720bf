"""Boxes over the screen: lists to choose from, fields, and pages to read."""
