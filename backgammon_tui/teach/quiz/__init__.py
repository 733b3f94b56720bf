"""Positions of real play as tasks: puzzles, and questions whose answers the engine works out.

`tasks` makes a lesson of one step of each; `rounds` is a quiz in progress.
"""
