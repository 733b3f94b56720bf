"""The base of every screen: one that is covered or closed takes no input and cannot close."""

from __future__ import annotations

from typing import Generic, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import Screen

ScreenAnswer = TypeVar("ScreenAnswer")


class TopmostScreen(Screen[ScreenAnswer], Generic[ScreenAnswer]):
    """A screen that acts only while it is on top.

    A terminal can deliver several keys and clicks in one read. Textual hands all of them to the
    screen that is on top at that moment, though the first of them may close it or cover it.
    """

    def dismiss(self, result: ScreenAnswer | None = None) -> AwaitComplete:
        """Close the screen with an answer, unless it is closed already or covered.

        Textual would close whatever screen is on top.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()

    async def on_event(self, event: events.Event) -> None:
        """Drop keys, clicks and pasted text that came too late for this screen."""
        if isinstance(event, (events.InputEvent, events.Paste)) and not self.is_active:
            event.stop()
            return
        await super().on_event(event)
