"""Summaries of games, statistics, and the dice against chance."""
