"""A match between two players at one keyboard."""
