"""The rules, as examples."""
