"""The dialog for unusable records: the problem and its remedies."""

from __future__ import annotations

import asyncio

from textual import work
from textual.content import Content
from textual.widgets import OptionList, Static

from backgammon_tui.session import Remedy, remedies
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.tui.dialogs.choose import Choose, Offer
from backgammon_tui.tui.dialogs.dialog import MessageBox
from backgammon_tui.words.naming import capitalized, plural


class TroubleScreen(Choose[Remedy]):
    """Nothing is done until the players choose; Escape changes nothing."""

    def __init__(self, problem: JournalProblem) -> None:
        ways = remedies(problem)
        offers = [Offer(remedy, capitalized(effect)) for remedy, effect in ways.items()]
        super().__init__(
            "The records cannot be used",
            offers,
            text=str(problem),
            hint="Enter: choose   Esc: back",
            message="Nothing is lost, and nothing has been changed.",
        )

    def choose(self, index: int) -> None:
        """Continue with the chosen remedy."""
        assert self.app.storage.journal
        # The file may have been repaired, or will be.
        self.app.storage.journal.close()
        if self.offers[index].value is Remedy.RESTORE:
            self.query_one(OptionList).display = False
            self._restore()
        else:
            super().choose(index)

    def action_close(self) -> None:
        if self.query_one(OptionList).display:
            super().action_close()

    @work
    async def _restore(self) -> None:
        def report(matches: int) -> None:
            message = f"{plural(matches, 'match')} read from the damaged file."
            self.app.call_from_thread(self.show_message, message)

        try:
            message = await asyncio.to_thread(self.app.storage.restore, report)
        except JournalProblem as problem:
            self.query_one("#message", Static).update(Content(str(problem)))
            self.query_one(OptionList).display = True
            self.query_one(OptionList).focus()
        else:
            await self.app.push_screen_wait(MessageBox[None](message))
            self.dismiss(Remedy.RESTORE)
