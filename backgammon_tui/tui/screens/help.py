"""The keys of the game screen and the rules of the game being played."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.engine.rules import Rules
from backgammon_tui.tui.screens.dialog import Dialog
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.rules_in_brief import describe_rules

KEYS = (
    ("space", "throw the dice; between moves while typing"),
    ("enter", "play what the board previews; go on after a lost turn"),
    ("24/20 13/9", "type moves: hand/22, bar/20*, 24/22(2), 6/off; 9/7^ traps"),
    ("* ^ off", "typed alone: only plays that hit, trap, bear off"),
    ("up down", "choose a whole play in the list; PgUp PgDn Home End too"),
    ("left right", "to the next heading of the list"),
    ("tab", "to the board and back; arrows walk, enter picks"),
    ("u U", "undo a move, bring it back"),
    ("w", "why? about what is picked, typed or awaited; then the rule itself"),
    ("g", "the 36 throws as a square: what each would do"),
    ("?", "this page"),
    ("esc", "close what is open, then the menu"),
    ("mouse", "click a checker and its target, a play twice, dice, keys"),
)


class Help(Dialog[None]):
    """Keys and rules on one page that scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "open_rulebook", "The whole rulebook", show=False)
    ]

    def __init__(self, rules: Rules, naming: Naming) -> None:
        """Explain a game, with the points called as the board calls them."""
        super().__init__()
        self._rules = rules
        self._speaker = naming

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with Vertical(classes="dialog page"):
            yield Static(Content(self._rules.title), classes="dialog-title")
            with VerticalScroll():
                yield Static(Content(describe_rules(self._rules, self._speaker)))
                yield Static(Content("\nKeys"), classes="dialog-title")
                for key, text in KEYS:
                    yield Static(
                        Content.assemble((f"{key:<11}", "$accent"), Content(text)),
                        classes="key-line",
                    )
            yield _Hint("r the whole rulebook, arrows scroll, esc closes", classes="dialog-hint")

    def action_open_rulebook(self) -> None:
        """Open all rules of the game; this page is still there afterwards."""
        from backgammon_tui.tui.screens.rulebook import RulebookScreen

        self.app.push_screen(RulebookScreen(self._rules))


class _Hint(Static):
    """The last line, which can be clicked."""

    async def on_click(self) -> None:
        """Open the rulebook."""
        await self.run_action("screen.open_rulebook")
