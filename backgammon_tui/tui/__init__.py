"""The full-screen game; the only package that depends on Textual."""
