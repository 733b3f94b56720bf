"""Training of networks by self-play, and matches between them. Run `python -m training`.

Only this package needs numpy and numba (the extra `train`); no other package imports it. It
implements the rules a second time, compiled and over small arrays, because training takes hundreds
of thousands of games. Tests compare both implementations.
"""
