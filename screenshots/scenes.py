"""The game moments in the pictures, and a program that shows one of them.

python -m screenshots.scenes wide     # in a terminal

The positions come from games of the computer against itself at its strongest level.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

from backgammon_tui.cli import main
from backgammon_tui.engine import RULESETS, Roll, StageKind, StartingPosition
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.settings import Help
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.tui import LaunchOptions
from backgammon_tui.tui.program import screen_program


class Picture(NamedTuple):
    """A picture: a moment of a game, the keys pressed there, and the screen size."""

    name: str
    about: str
    """The alternative text; {stages} are the numbers to play in words."""
    ruleset: str
    line: str
    """A position before a roll; empty for the first screen."""
    roll: tuple[int, int] | None
    keys: Sequence[str]
    size: tuple[int, int] = (100, 30)
    theme: str = "lamplight"
    ascii_only: bool = False
    help: Help = Help.OFF
    records: str = ""
    """The name of a transcript to import first."""

    @property
    def alternative_text(self) -> str:
        if not self.roll:
            return self.about
        game = StartingPosition.parse(self.line).game(RULESETS[self.ruleset])
        turn = game.apply(Roll(*self.roll)).turn
        assert turn
        kinds = (StageKind.FACE, StageKind.COMPLEMENT)
        stages = [stage for stage in turn.rolled.stages if stage.kind in kinds]
        due = [f"four {stage.numbers[0]}s" for stage in stages]
        return self.about.format(stages=" and ".join(due))


FILM: Final = (
    "W 24:1 23:2 19:2 18:2 13:2 3:3 1:2 bar:1 / B 22:2 21:4 15:1 14:1 5:2 4:2 2:3; W to move"
)
FILM_TEXT: Final = (
    "A turn in Russian Backgammon: two hits with four 5s, then four 2s, then 6-6 as the extra roll"
)

LEARN: Final = [*["down"] * 6, "enter"]
"""From the first screen to the list of lessons, without a name."""

_RUSSIAN = "W 19:2 17:2 6:2 4:2 3:2 2:2 1:2 bar:1 / B 23:2 22:1 21:2 20:2 18:3 15:2 14:2 11:1"
_DOUBLES = "W 19:2 17:2 11:2 6:2 4:1 3:2 2:2 1:2 / B 23:4 22:3 21:3 20:4 14:1"
_FALOOD = "W 22:1 19:1 17:2 15:3 13:2 9:2 6:2 4:2 / B 20:1 18:1 16:1 14:3 5:3 3:2 2:2 1:2"
_FRENCH = "W 10:3 9:2 8:2 7:3 4:2 3:1 2:2 / B 20:2 19:2 11:1 9:2 8:2 6:2 5:3 4:1"
_TRAP = "W 21:1! 20:1 19:1 18:1 15:3 14:2 13:3 12:3 / B 19:5 18:3 17:3 16:2 9:1 4:1"
_OFF = "W 4:5 3:3 1:1 off:6 / B 23:3 18:1 13:1 9:1 6:4 5:2 4:3"
_MIDDLE = "W 18:3 17:2 16:3 13:2 12:2 5:2 bar:1 / B 24:1 15:1 14:2 8:1 4:4 3:2 2:2 1:2"
_HINTS = "W 23:1 22:1 19:6 18:2 13:2 8:2 bar:1 / B 20:1 17:1 16:1 15:2 14:2 6:2 3:2 2:2 1:2"
_BOTH = "first double B W"

PICTURES = (
    Picture(
        *("wide", "A hit from the bar in Russian Backgammon: {stages} to play"),
        *("russian", f"{_RUSSIAN}; W to move; {_BOTH}", (3, 3), ["down", "down"], (120, 36)),
    ),
    Picture(
        *("complement", "The complement of doubles: {stages} in one turn"),
        *("russian", f"{_DOUBLES}; B to move; {_BOTH}", (5, 5), ["down", "enter", "down"]),
    ),
    Picture(
        *("one-two", "The choice between four 5s and four 6s"),
        *("falood", f"{_FALOOD}; W to move; {_BOTH}", (2, 1), ["down", "enter"]),
    ),
    Picture(
        *("french", "A row of blocking points in French Backgammon"),
        *("french", f"{_FRENCH}; W to move; {_BOTH}", (4, 1), ["down", "down"], (120, 36)),
        theme="harbour",
    ),
    Picture(
        *("trap", "Plays that trap and plays that hit in the Never Finishing Game"),
        *("never-finishing", f"{_TRAP}; W to move; {_BOTH}", (6, 2), ["down", "down"], (120, 36)),
    ),
    Picture(
        *("hints", "The three best plays with their estimated costs"),
        *("russian", f"{_HINTS}; W to move; {_BOTH}", (6, 2), ["t"]),
        help=Help.ON,
    ),
    Picture(
        *("tutor", "The tutor's warning about a costly play"),
        *("never-finishing", f"{_TRAP}; W to move; {_BOTH}", (6, 2), [*"19/13 18/16*", "enter"]),
        help=Help.TUTOR,
    ),
    Picture(
        *(
            "review",
            "A doubtful play in the review of a game, below the chart of the winning chances",
            "french",
            "",
        ),
        *(None, [*["down"] * 5, "enter", "enter", "enter", "x", "y", "x"], (120, 36)),
        records="review.txt",
    ),
    Picture(
        *("sandbox", "Two plays compared in the sandbox"),
        *("russian", f"{_HINTS}; W to move; {_BOTH}", (6, 2)),
        [*("j", "enter", *"bar/23 22/16*", "enter"), "u", *"bar/23 19/13", "enter", "="],
        (120, 36),
        help=Help.ON,
    ),
    Picture(
        *("bearing-off", "Bearing off in the theme daylight"),
        *("backgammon", f"{_OFF}; W to move; {_BOTH}", (5, 3), ["down"], (100, 30), "daylight"),
    ),
    Picture(
        *("ascii", "ASCII characters in the theme contrast"),
        *("russian", f"{_MIDDLE}; W to move; {_BOTH}", (4, 2), ["down"], (80, 24), "contrast"),
        ascii_only=True,
    ),
    Picture(
        *("lesson", "The Russian lesson on hitting", "russian", "", None),
        [*LEARN, *["down"] * 3, "enter", *"h/19 h/22*"],
    ),
    Picture(
        *("rulebook", "The rulebook page of Russian Backgammon", "russian", "", None),
        [*LEARN, "v", "right"],
    ),
)


def show(picture: Picture) -> None:
    """Run the program at a picture's moment."""
    if picture.records:
        with redirect_stdout(StringIO()):  # The first output must be the screen.
            main(["import", str(Path(__file__).with_name(picture.records))])
    rules = replace(RULESETS[picture.ruleset], cube=False)
    table, match = None, MatchRecord(rules, "Anna", "Boris", "2026-03-01", 5, help=picture.help)
    if picture.line:
        start = StartingPosition.parse(picture.line)
        table = Table.begin_at(match, start, None, picture.roll)
        match = table.record
    launch = LaunchOptions(
        match,
        DiceKind.TYPED,
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
