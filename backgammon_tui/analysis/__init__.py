"""The worth of states and plays, as far as the computer knows: pure Python, no screen.

The figures are the computer's own estimate, from networks trained by self-play. What
judges raises `NotJudged` under rules that no network can learn, and `NoNet` where none was trained.
"""

from backgammon_tui.analysis.nets import Grade, NetChoice, NoNet, NotJudged, net_for
from backgammon_tui.analysis.value import Value, ranked, value

__all__ = ["Grade", "NetChoice", "NoNet", "NotJudged", "Value", "net_for", "ranked", "value"]
