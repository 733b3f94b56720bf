"""The board in real pixels, for terminals that can draw pictures under text."""
