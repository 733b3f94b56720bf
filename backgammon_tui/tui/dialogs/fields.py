"""Fields to be typed in, which serve all dialogs that ask for more than a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.tui.game_app import ScreenAnswer
from backgammon_tui.words.naming import sentence


class Field(NamedTuple):
    """One field."""

    label: str = ""
    """The label before it; empty if the title says enough."""

    value: str = ""
    """The text in it at first."""

    hint: str = ""
    """The dim text shown until something is typed."""

    longest: int = 0
    """The greatest number of characters; 0 for no limit."""

    offers: Sequence[str] = ()
    """The suggestions to complete the typed text."""


class _PasteInput(Input):
    """A field that leaves pasted text to its dialog, as it may have many lines."""

    def on_paste(self, event: events.Paste) -> None:
        """Take nothing."""
        event.prevent_default()


class Fields(Dialog[ScreenAnswer], Generic[ScreenAnswer]):
    """A dialog of fields: Enter takes them from the last field or from any, and errors stand below.

    `take` makes the answer of it, None to stay open, or raises a ValueError.
    """

    def __init__(
        self,
        title: str,
        fields: Sequence[Field],
        take: Callable[..., ScreenAnswer | None],
        text: str | Content = "",
        hint: str = "enter takes it, esc closes",
        *,
        from_any: bool = False,
    ) -> None:
        super().__init__()
        self._title = title
        self._fields = fields
        self._take = take
        self._text = text
        self._hint = hint
        self._from_any = from_any

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog page short" if self._text else "dialog"):
            yield Static(Content(self._title), classes="dialog-title")
            if self._text:
                yield Static(self._text if isinstance(self._text, Content) else Content(self._text))
            for each in self._fields:
                label = Static(Content(each.label), classes="label")
                field = self._input(each)
                yield Horizontal(label, field, classes="field") if each.label else field
            yield Static(self._hint, id="said", classes="dialog-hint")

    def _input(self, field: Field) -> Input:
        make = _PasteInput if len(self._fields) == 1 else Input
        return make(
            field.value,
            placeholder=field.hint,
            max_length=field.longest,
            suggester=SuggestFromList(field.offers, case_sensitive=False),
            compact=True,
        )

    def on_paste(self, event: events.Paste) -> None:
        """Replace the text of the only field with the first pasted line."""
        event.stop()
        lines = event.text.strip().splitlines()
        for field in self.query(_PasteInput):  # None, if there are several fields.
            field.value = lines[0][: field.max_length or None] if lines else ""

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go on to the next field, or take the typed text."""
        fields = list(self.query(Input))
        if event.input is fields[-1] or self._from_any:
            self._submit(*(field.value.strip() for field in fields))
        else:
            self.focus_next()

    def _submit(self, *values: str) -> None:
        try:
            answer = self._take(*values)
        except ValueError as error:
            self.say(sentence(error))
        else:
            if answer is not None:
                self.dismiss(answer)

    def say(self, text: str) -> None:
        """Show a sentence below the fields."""
        self.query_one("#said", Static).update(Content(text))
