"""The game moments in the pictures, and a program that shows one of them.

python -m screenshots.scenes wide     # in a terminal
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import RULESETS, Effect, Game, KeepOpening, Phase, StageKind
from backgammon_tui.engine.moves import ChooseDoubles
from backgammon_tui.engine.position import Side
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.tui import LaunchOptions
from backgammon_tui.tui.program import screen_program

PlayMoment = Callable[[Table], bool]


class Picture(NamedTuple):
    """A picture: a moment of a game, the keys pressed there, and the screen size."""

    name: str
    ruleset: str
    moment: PlayMoment | None
    """A moment of a game; None for the first screen."""

    keys: Sequence[str]
    size: tuple[int, int] = (100, 30)
    theme: str = "lamplight"
    ascii_only: bool = False


def in_stage(kind: StageKind, minimum: int = 6) -> PlayMoment:
    """Return a test for a stage of a kind with enough legal plays."""

    def matches(table: Table) -> bool:
        stage = table.game.stage
        return bool(stage and stage.kind is kind and len(table.game.legal_plays()) >= minimum)

    return matches


def traps_offered(table: Table) -> bool:
    """Return True if a play can trap while another checker is already trapped."""
    game = table.game
    trapped = any(game.position.trapped(side) for side in Side)
    return trapped and any(move.effect is Effect.TRAP for move in game.moves)


def bearing_off(table: Table) -> bool:
    """Return True once both sides have begun to bear off."""
    game = table.game
    off = [game.position.count(side, 0) for side in Side]
    return min(off) > 1 and len(game.legal_plays()) > 2


def choosing(table: Table) -> bool:
    """Return True after a 2-1."""
    return table.game.phase is Phase.CHOOSE


def midgame(table: Table) -> bool:
    """Return True in the middle of a game."""
    return table.roll_number > 24 and len(table.game.legal_plays()) > 8


LEARN = [*["down"] * 6, "enter"]
"""From the first screen to the list of lessons, without a name."""

PICTURES = (
    Picture("complement", "russian", in_stage(StageKind.COMPLEMENT, 12), ["down", "down"]),
    Picture("wide", "russian", in_stage(StageKind.FACE, 30), ["down"], (120, 36)),
    Picture("one-two", "falood", choosing, []),
    Picture("french", "french", midgame, ["down", "down"], (120, 36), "harbour"),
    Picture("trap", "never-finishing", traps_offered, ["^"], (120, 36)),
    Picture("bearing-off", "backgammon", bearing_off, ["down"], (100, 30), "daylight"),
    Picture("ascii", "russian", midgame, ["down"], (80, 24), "contrast", ascii_only=True),
    Picture("lesson", "russian", None, [*LEARN, "enter", "space", *"h/19 h/22"], (100, 30)),
    Picture("rulebook", "russian", None, [*LEARN, "v", "right"]),
)


def games(ruleset: str) -> Iterator[Table]:
    """Play games between two random players with fixed dice."""
    for number in range(100):
        rng = random.Random(number)
        match = MatchRecord(RULESETS[ruleset], "Anna", "Boris", "2026-03-01", 5)
        table = Table.new_match(match, FairDice(number.to_bytes(32, "big")))
        while not table.game.is_over:
            yield table
            table = advance(table, rng)


def advance(table: Table, rng: random.Random) -> Table:
    """Return the table after the next pending action."""
    game: Game = table.game
    match game.phase:
        case Phase.KEEP_OR_REROLL:
            return table.apply(KeepOpening())
        case Phase.CHOOSE:
            return table.apply(ChooseDoubles(rng.choice((5, 6))))
        case Phase.MOVE | Phase.COMPLETE:
            for move in rng.choice(game.legal_plays()).moves:
                table = table.apply(move)
            return table
        case _:
            return table.roll()


def show(picture: Picture) -> None:
    """Run the program at a picture's moment."""
    table, match = None, MatchRecord(RULESETS[picture.ruleset], "Anna", "Boris", "2026-03-01", 5)
    if picture.moment:
        table = next(table for table in games(picture.ruleset) if picture.moment(table))
        match = table.record
    launch = LaunchOptions(
        match,
        DiceKind.FAIR,
        table,
        theme=picture.theme,
        ascii_only=picture.ascii_only,
        journal=journal_file(),
    )
    screen_program(launch).run()


if __name__ == "__main__":
    name, *theme = sys.argv[1:]
    picture = next(picture for picture in PICTURES if picture.name == name)
    show(picture._replace(theme=theme[0]) if theme else picture)
