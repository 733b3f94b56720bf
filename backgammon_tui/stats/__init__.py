"""What games amount to: summaries, statistics, and the dice against chance."""
