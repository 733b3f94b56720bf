"""The dialog for unusable records: the problem, and the ways out."""

from __future__ import annotations

from typing import Final

from textual import work
from textual.content import Content
from textual.widgets import OptionList, Static

from backgammon_tui.session import Remedy, remedies
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.tui.dialogs.choose import Choose, Offer
from backgammon_tui.tui.dialogs.dialog import MessageBox

TEXTS: Final = {
    Remedy.RESCUE: "Set the damaged file aside and rescue what can be read",
    Remedy.REWRITE: "Write this match to the records again",
    Remedy.RETRY: "Try again",
    Remedy.PLAY_UNSAVED: "Play on without saving",
}


class TroubleScreen(Choose[Remedy]):
    """Nothing is done until the players choose; Escape leaves everything as it was."""

    def __init__(self, problem: JournalProblem) -> None:
        offers = [Offer(remedy, TEXTS[remedy]) for remedy in remedies(problem)]
        super().__init__(
            "The records cannot be used",
            offers,
            text=str(problem),
            hint="enter chooses, esc goes back",
            said="Nothing is lost, and nothing has been changed.",
        )

    def choose(self, index: int) -> None:
        """Go on as was chosen."""
        assert self.app.storage.journal
        # The file may have been put right, or is to be.
        self.app.storage.journal.close()
        if self.offers[index].value is Remedy.RESCUE:
            self.query_one(OptionList).display = False
            self._rescue()
        else:
            super().choose(index)

    def action_close(self) -> None:
        """Leave everything as it was, unless it is being rescued."""
        if self.query_one(OptionList).display:
            super().action_close()

    @work(thread=True)
    def _rescue(self) -> None:

        def tell(games: int) -> None:
            self.app.call_from_thread(self.tell, f"{games} games rescued so far.")

        try:
            said = str(self.app.storage.recover(tell))
        except JournalProblem as problem:
            self.app.call_from_thread(self._fail, problem)
        else:
            self.app.call_from_thread(self._finish, said)

    def _fail(self, problem: JournalProblem) -> None:
        self.query_one("#said", Static).update(Content(str(problem)))
        self.query_one(OptionList).display = True
        self.query_one(OptionList).focus()

    def _finish(self, said: str) -> None:
        self.app.push_screen(MessageBox(said), lambda _: self.dismiss(Remedy.RESCUE))
