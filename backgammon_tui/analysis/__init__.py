"""Evaluation of game states and plays. Pure Python, without any user interface.

All values are estimates by networks trained by self-play; docs/computer.md gives their accuracy.
Functions that evaluate raise `NotJudged` under rules for which no network can be trained, and
`NoNet` if no usable network is available for the game.
"""

from backgammon_tui.analysis.nets import Grade, NetChoice, NoNet, NotJudged, net_for
from backgammon_tui.analysis.value import Value, ranked, value

__all__ = ["Grade", "NetChoice", "NoNet", "NotJudged", "Value", "net_for", "ranked", "value"]
