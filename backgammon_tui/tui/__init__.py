"""Everything that is drawn with Textual."""
