"""Lessons: read from a file, checked against the rules, played answer by answer, and judged.

A `lesson` is data, which `reading` makes of a text and holds against the engine. A `run` is a
lesson being played; `verdicts` puts its answers into words, and `judging` says what a play costs.
`claims` proves what a lesson says of good play, `rollout_claims` holds the courses against
rollouts, `writing` makes a lesson of played moves, and `catalogue` lists the courses.
"""
