"""Where a match begins, if not at the start: a position line, pasted or typed."""

from __future__ import annotations

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.situation import Situation
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.tui.dialogs.paste_field import PasteField
from backgammon_tui.words.sentence import sentence

_LONGEST = 300


class PositionScreen(Dialog[Situation]):
    """Enter takes the position if the game can be played from there."""

    def __init__(self, rules: Rules) -> None:
        """Ask for a position of a game."""
        super().__init__()
        self._rules = rules

    def compose(self) -> ComposeResult:
        """Lay out the field."""
        example = f"{self._rules.start.position}; W to move"
        with Vertical(classes="dialog page short"):
            yield Static(Content(f"{self._rules.title} from a position"), classes="dialog-title")
            yield Static(
                Content(
                    "Type or paste a position line and who is to throw. Each side counts its"
                    f" own points by the pips to go. This is the start:\n\n  {example}"
                )
            )
            yield PasteField(max_length=_LONGEST, id="situation", compact=True)
            yield Static("enter takes it, esc closes", id="position-said", classes="dialog-hint")

    def on_paste(self, event: events.Paste) -> None:
        """Take the first line of what is pasted, wherever the cursor is."""
        event.stop()
        lines = event.text.strip().splitlines()
        self.query_one(Input).value = lines[0][:_LONGEST] if lines else ""

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        text = event.value.strip().rstrip(";").strip()
        try:
            # A bare position line is White's to throw.
            situation = Situation.parse(text if ";" in text else f"{text}; W to move")
            if situation.game(self._rules).is_over:
                raise ValueError("the game is already over in this position")
        except ValueError as error:
            self.query_one("#position-said", Static).update(Content(sentence(error)))
            return
        self.dismiss(situation)
