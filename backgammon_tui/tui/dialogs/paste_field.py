"""A field to paste into, of whose text the dialog decides what it is."""

from __future__ import annotations

from textual import events
from textual.widgets import Input


class PasteField(Input):
    """A field that leaves what is pasted to its dialog, for it may have many lines."""

    def on_paste(self, event: events.Paste) -> None:
        """Take nothing."""
        event.prevent_default()
