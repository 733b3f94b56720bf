"""The rules: positions, plays, games and matches. Depends only on the standard library."""

from backgammon_tui.engine.events import Ending, Event, Result
from backgammon_tui.engine.game import Game, Match, StartingPosition
from backgammon_tui.engine.generator import Play, legal_plays
from backgammon_tui.engine.legal import legal_moves
from backgammon_tui.engine.moves import (
    Action,
    AgreeDraw,
    ChooseDoubles,
    Effect,
    KeepOpening,
    Move,
    OpeningRoll,
    RerollOpening,
    Resign,
    Roll,
)
from backgammon_tui.engine.position import CHECKERS, POINTS, Place, Position, Side
from backgammon_tui.engine.reasons import Cause, NotAllowed, Reason
from backgammon_tui.engine.rules import (
    RULESETS,
    Direction,
    Doubles,
    Landing,
    Opening,
    Rules,
    Scale,
    Start,
    ruleset_name,
)
from backgammon_tui.engine.turn import (
    Outlook,
    Phase,
    Rolled,
    Stage,
    StageKind,
    Status,
    Turn,
    Withheld,
)

__all__ = [
    "CHECKERS",
    "POINTS",
    "RULESETS",
    "Action",
    "AgreeDraw",
    "Cause",
    "ChooseDoubles",
    "Direction",
    "Doubles",
    "Effect",
    "Ending",
    "Event",
    "Game",
    "KeepOpening",
    "Landing",
    "Match",
    "Move",
    "NotAllowed",
    "Opening",
    "OpeningRoll",
    "Outlook",
    "Phase",
    "Place",
    "Play",
    "Position",
    "Reason",
    "RerollOpening",
    "Resign",
    "Result",
    "Roll",
    "Rolled",
    "Rules",
    "Scale",
    "Side",
    "Stage",
    "StageKind",
    "Start",
    "StartingPosition",
    "Status",
    "Turn",
    "Withheld",
    "legal_moves",
    "legal_plays",
    "ruleset_name",
]
