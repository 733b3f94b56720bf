"""Fields to be typed in, which serve all dialogs that ask for more than a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from backgammon_tui.tui.app import ScreenAnswer
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.tui.page_parts import Clickable, pressable
from backgammon_tui.words.naming import sentence


class _Field(Input):
    def on_paste(self, event: events.Paste) -> None:
        if len(self.screen.query(Input)) == 1:
            event.prevent_default()


def field(value: str = "", hint: str = "", longest: int = 0, offers: Sequence[str] = ()) -> Input:
    suggester = SuggestFromList(offers, case_sensitive=False)
    return _Field(value, hint, max_length=longest, suggester=suggester, compact=True)


class Fields(Dialog[ScreenAnswer], Generic[ScreenAnswer]):
    """A dialog of fields: Enter takes them from the last field or from any, and errors stand below.

    `take` makes the answer of it, None to stay open, or raises a ValueError.
    """

    def __init__(
        self,
        title: str,
        fields: Sequence[tuple[str, Input]],
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
            for label, entry in self._fields:
                row = Horizontal(Static(Content(label), classes="label"), entry, classes="field")
                yield row if label else entry
            yield Clickable(pressable(self._hint), id="said", classes="dialog-hint")

    def on_paste(self, event: events.Paste) -> None:
        """Replace the text of the only field with the first pasted line."""
        event.stop()
        lines = event.text.strip().splitlines()
        for _, only in self._fields[:1]:
            only.value = lines[0][: only.max_length or None] if lines else ""

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go on to the next field, or take the typed text."""
        fields = [entry for _, entry in self._fields]
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
        self.query_one("#said", Static).update(Content(text))
