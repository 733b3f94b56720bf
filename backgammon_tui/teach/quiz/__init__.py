"""Positions of real play as tasks: puzzles, and questions with computed answers.

`tasks` makes a one-step lesson of each; `rounds` is a quiz in progress.
"""
