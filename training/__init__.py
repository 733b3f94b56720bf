"""Nets that teach themselves by play, and matches between them: `python -m` this package.

The only room that needs numpy and numba (the extra `train`); nothing imports it. The rules
are here a second time, over small arrays and compiled, because learning takes hundreds of
thousands of games; the tests hold them to the engine.
"""
