"""Lessons: read from a file, checked against the rules, played answer by answer, and judged.

`reading` makes the values of `parts` from a text, and `check` holds them against the engine.
`running` is a lesson being played; `judging` says what a play costs, and `sentences` puts the
answers into words. `claims` proves what a lesson says of good play, `rollout_claims` holds the
courses against the rollouts that `rollout_costs` reads, `writing` makes a lesson of played moves,
and `catalogue` lists the courses.
"""
