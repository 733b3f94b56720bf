"""Lessons: read from a file, checked against the rules, played answer by answer, and judged.

A `lesson` is data, which `reading` makes of a text and holds against the engine. A `run` is a
lesson being played; `verdicts` puts its answers into words, and `judging` says what a play costs.
`writing` makes a lesson of played moves, `worksheet` prints one, and `catalogue` lists the courses.
"""
