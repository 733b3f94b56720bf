"""The worth of states and plays, as far as the program knows: pure Python, no screen.

The figures are the program's own estimate, from nets that taught themselves by play. What
judges raises `NotJudged` under rules that no net can learn, and `NoNet` where none was taught.
"""

from backgammon_tui.analysis.nets import Grade, NoNet, NotJudged, Taught, taught_for
from backgammon_tui.analysis.value import Value, ranked, value

__all__ = ["Grade", "NoNet", "NotJudged", "Taught", "Value", "ranked", "taught_for", "value"]
