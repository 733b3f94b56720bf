"""The records cannot be used: what is wrong, and what is to be done."""

from __future__ import annotations

from typing import Final

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.session import Remedy, remedies
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.tui.dialogs.dialog import Dialog, Say
from backgammon_tui.tui.panel.choices import Choices

TEXTS: Final = {
    Remedy.RESCUE: "Set the damaged file aside and rescue what can be read",
    Remedy.REWRITE: "Write this match to the records again",
    Remedy.RETRY: "Try again",
    Remedy.PLAY_UNSAVED: "Play on without saving",
}


class TroubleScreen(Dialog[Remedy]):
    """Nothing is done until the players choose; Escape leaves everything as it was."""

    def __init__(self, problem: JournalProblem, storage: Storage) -> None:
        super().__init__()
        self._problem = problem
        self._storage = storage

    def compose(self) -> ComposeResult:
        """Lay out the sentence and the ways to go on."""
        options = (Option(TEXTS[remedy], id=remedy.name) for remedy in remedies(self._problem))
        with Vertical(classes="dialog list"):
            yield Static("The records cannot be used", classes="dialog-title")
            yield Static(Content(str(self._problem)), id="trouble")
            yield Static(
                "Nothing is lost, and nothing has been changed.",
                id="trouble-so",
                classes="dialog-hint",
            )
            yield Choices(*options, markup=False)
            yield Static("enter chooses, esc goes back", classes="dialog-hint")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on as was chosen."""
        remedy = Remedy[event.option_id or Remedy.RETRY.name]
        assert self._storage.journal
        # The file may have been put right, or is to be.
        self._storage.journal.close()
        if remedy is Remedy.RESCUE:
            self.query_one(OptionList).display = False
            self._rescue()
        else:
            self.dismiss(remedy)

    def action_close(self) -> None:
        """Leave everything as it was, unless it is being rescued."""
        if self.query_one(OptionList).display:
            self.dismiss(None)

    @work(thread=True)
    def _rescue(self) -> None:
        """Save what can be saved, which may take a while, and say what became of it."""

        def tell(games: int) -> None:
            self.app.call_from_thread(self._say, f"{games} games rescued so far.")

        try:
            said = str(self._storage.recover(tell))
        except JournalProblem as problem:
            self.app.call_from_thread(self._fail, problem)
        else:
            self.app.call_from_thread(self._finish, said)

    def _say(self, text: str) -> None:
        self.query_one("#trouble-so", Static).update(Content(text))

    def _fail(self, problem: JournalProblem) -> None:
        self.query_one("#trouble", Static).update(Content(str(problem)))
        self.query_one(OptionList).display = True
        self.query_one(OptionList).focus()

    def _finish(self, said: str) -> None:
        self.app.push_screen(Say(said), lambda _: self.dismiss(Remedy.RESCUE))
