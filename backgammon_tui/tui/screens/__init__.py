"""The screens: starting, records, rulebook, lessons and matches."""
