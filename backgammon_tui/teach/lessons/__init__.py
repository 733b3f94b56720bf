"""Lessons: read from a file, checked against the rules, played answer by answer, and judged."""
