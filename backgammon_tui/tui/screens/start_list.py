"""The list of the first screen: the latest open match, the games, and the other entries."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.widgets.option_list import Option

from backgammon_tui.engine import RULESETS
from backgammon_tui.tui.widgets.choices import Choices
from backgammon_tui.words.naming import plural

if TYPE_CHECKING:
    from backgammon_tui.tui.screens.open_match import OpenMatch

RESUME: Final = "resume"
"""The id of the match that was left last."""


class StartEntry(Enum):
    """An entry of the list beside the games: its name, empty if counted, and its description."""

    OTHERS = "", "The other games that were not finished."
    POSITION = "From a position", "Start in the middle of a game: type or paste a position."
    LEARN = "Learn a game", "Lessons, the rulebook of each game, a quiz, a sandbox."
    RECORDS = "Records", "Matches, finished games to replay, players and their statistics."
    OPTIONS = "Options", "Colours, point numbers, automatic moves and more."
    LEAVE = "Leave", "Leave the program. Every game is saved."

    def __init__(self, title: str, told: str) -> None:
        self.title = title
        self.told = told


class StartList(Choices):
    """The list of games to begin, matches to resume and pages to open."""

    def __init__(self, matches: Sequence[OpenMatch]) -> None:
        """List the open matches, the latest first, before everything else."""
        super().__init__(*_options(matches), id="rulesets", markup=False)

    def offer(self, matches: Sequence[OpenMatch]) -> None:
        """List the matches that are open now."""
        self.clear_options()
        self.add_options(_options(matches))

    @property
    def highlighted_id(self) -> str:
        """The id of the highlighted row; empty before there is a list."""
        highlighted = self.highlighted_option
        return (highlighted and highlighted.id) or ""

    def stand_on(self, name: str) -> None:
        """Highlight an option."""
        self.highlighted = self.get_option_index(name)


def _options(matches: Sequence[OpenMatch]) -> list[Option | None]:
    options: list[Option | None] = []
    for match in matches[:1]:
        text = Content.assemble((match.names, "bold"), f"\n  {match.title}")
        options.append(Option(text, id=RESUME))
    if others := matches[1:]:
        options.append(Option(plural(len(others), "other open game"), id=StartEntry.OTHERS.name))
    options += [None] * bool(options)
    options += [Option(Content(rules.title), id=name) for name, rules in RULESETS.items()]
    listed = [Option(entry.title, id=entry.name) for entry in StartEntry if entry.title]
    return [*options, None, *listed]
