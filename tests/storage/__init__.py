"""What is kept of games."""
