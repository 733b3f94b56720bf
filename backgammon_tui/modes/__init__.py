"""What the one board screen is for, each in a folder of its own."""
