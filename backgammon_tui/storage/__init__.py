"""What is kept of games: the record in memory and the transcript in a file."""
