"""The pictures of the README, and how they are made."""
