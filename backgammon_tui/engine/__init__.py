"""The rules: positions, plays, games and matches, with the standard library alone."""

from backgammon_tui.engine.actions import (
    Action,
    AgreeDraw,
    ChooseDoublet,
    KeepOpening,
    OpeningThrow,
    Resign,
    Throw,
    ThrowOpeningAgain,
)
from backgammon_tui.engine.events import Ending, Event, Result
from backgammon_tui.engine.game import Game, Situation
from backgammon_tui.engine.generator import Play, legal_plays
from backgammon_tui.engine.legal import legal_moves
from backgammon_tui.engine.match import Match
from backgammon_tui.engine.moves import Effect, Move
from backgammon_tui.engine.position import CHECKERS, POINTS, Place, Position, Side
from backgammon_tui.engine.reasons import Cause, NotAllowed, Reason
from backgammon_tui.engine.rules import (
    Direction,
    Doublets,
    Landing,
    Opening,
    Rules,
    Scale,
    Start,
)
from backgammon_tui.engine.rulesets import RULESETS, ruleset_name
from backgammon_tui.engine.turn import (
    Outlook,
    Phase,
    Stage,
    StageKind,
    Status,
    Thrown,
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
    "ChooseDoublet",
    "Direction",
    "Doublets",
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
    "OpeningThrow",
    "Outlook",
    "Phase",
    "Place",
    "Play",
    "Position",
    "Reason",
    "Resign",
    "Result",
    "Rules",
    "Scale",
    "Side",
    "Situation",
    "Stage",
    "StageKind",
    "Start",
    "Status",
    "Throw",
    "ThrowOpeningAgain",
    "Thrown",
    "Turn",
    "Withheld",
    "legal_moves",
    "legal_plays",
    "ruleset_name",
]
