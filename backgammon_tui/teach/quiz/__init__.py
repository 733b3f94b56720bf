"""Positions of real play as tasks: puzzles, and questions whose answers the engine works out.

An `item.Item` is one line of text: a kind, a ruleset, a position, a roll and a play. `puzzle`
has those that come with the program, `mistakes` makes them of a player's own, and `tasks` makes a
lesson of one step of each under the rules of a table. `rounds` is a quiz in progress.
"""
