"""Which game a quiz is about, or all of them."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.tui.screens.dialog import Dialog

_ALL = "all"


class QuizGames(Dialog[tuple[Rules, ...]]):
    """Enter takes the game that is lit."""

    def __init__(self, games: tuple[Rules, ...]) -> None:
        """Begin with the games as they are."""
        super().__init__()
        self._games = games

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="dialog"):
            yield Static("Questions on which game?", classes="dialog-title")
            yield OptionList(
                *(Option(Content(rules.title), id=name) for name, rules in RULESETS.items()),
                Option("All games", id=_ALL),
                markup=False,
            )
            yield Static("enter chooses, esc closes", classes="dialog-hint")

    def on_mount(self) -> None:
        """Stand on the game as it is."""
        games = self.query_one(OptionList)
        name = self._games[0].name if len(self._games) == 1 else _ALL
        games.highlighted = games.get_option_index(name)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a game, or all."""
        name = event.option_id or _ALL
        self.dismiss(tuple(RULESETS.values()) if name == _ALL else (RULESETS[name],))
