"""The board in real pixels, for terminals that can draw pictures under their text.

`scene` says which sprite lies where for what a board shows, `layer` sends the sprites and places
them by the protocol in `kitty`. The sprites are drawn by `turning`, `pieces` and `grounds` with
the standard library alone.
"""
