"""Which finished games a list shows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.storage.journal.listing import GameQuery
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.words.sentence import sentence


class GameFilter(Dialog[GameQuery]):
    """A field for each thing that can be chosen; what is empty does not matter."""

    def __init__(self, choice: GameQuery, names: Sequence[str]) -> None:
        """Begin with a choice.

        Args:
            choice: What is chosen now.
            names: The players there are, to be offered.
        """
        super().__init__()
        self._choice = choice
        self._names = names

    def compose(self) -> ComposeResult:
        """Lay out the fields."""
        names = SuggestFromList(self._names, case_sensitive=False)
        rulesets = SuggestFromList(RULESETS, case_sensitive=False)
        with Vertical(classes="dialog"):
            yield Static("Which games?", classes="dialog-title")
            yield from self._field("Player", "player", self._choice.player, "anybody", names)
            yield from self._field("Against", "opponent", self._choice.opponent, "anybody", names)
            yield from self._field(
                "Ruleset", "ruleset", self._choice.ruleset, ", ".join(RULESETS), rulesets
            )
            yield from self._field("Since", "since", self._choice.since, "2026-03-01")
            yield from self._field("Until", "until", self._choice.until, "2026-03-31")
            yield Static("enter shows them, esc closes", id="said", classes="dialog-hint")

    @staticmethod
    def _field(
        label: str, name: str, value: str, hint: str, offers: SuggestFromList | None = None
    ) -> ComposeResult:
        with Horizontal(classes="field"):
            yield Static(label, classes="label")
            yield Input(value, placeholder=hint, suggester=offers, id=name, compact=True)

    @on(Input.Submitted)
    def _take(self) -> None:
        values = {field.id or "": field.value.strip() for field in self.query(Input)}
        try:
            if values["ruleset"] and values["ruleset"] not in RULESETS:
                raise ValueError(f"the rulesets are {', '.join(RULESETS)}")
            if values["opponent"] and not values["player"]:
                raise ValueError("name the player first, then the opponent")
            for name in ("since", "until"):
                values[name] = _day(values[name])
        except ValueError as error:
            self.query_one("#said", Static).update(Content(sentence(error)))
            return
        self.dismiss(GameQuery(**values))


def _day(text: str) -> str:
    """A day in ISO form.

    Raises:
        ValueError: if the text is none.
    """
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise ValueError("write days like 2026-03-01") from None
