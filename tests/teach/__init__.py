"""Lessons: their files, what comes of each answer, and the courses."""
