"""What games amount to."""
