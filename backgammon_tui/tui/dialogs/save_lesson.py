"""What was played in the sandbox becomes a lesson file, once it has a title."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from backgammon_tui.storage.places import lessons_folder
from backgammon_tui.storage.table import Table
from backgammon_tui.teach.lesson_writing import LONGEST_TITLE, check_title, write_lesson
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.tui.hand_over import hand_over
from backgammon_tui.words.sentence import sentence


class SaveLesson(Dialog[None]):
    """Enter writes the lesson and says where it is."""

    def __init__(self, table: Table) -> None:
        """Write what was played at a table that began with a situation."""
        super().__init__()
        self._table = table
        self._is_written = False

    def compose(self) -> ComposeResult:
        """Lay out the field."""
        with Vertical(classes="dialog page short"):
            yield Static("Save as a lesson", classes="dialog-title")
            yield Static(
                "Each play of the side that throws first becomes a task, with what you played"
                " as its solution. You can change the file with any editor."
            )
            yield Input(placeholder="title", max_length=LONGEST_TITLE, compact=True)
            yield Static("enter writes it, esc closes", id="share-said", classes="dialog-hint")

    @on(Input.Submitted)
    def _write(self, event: Input.Submitted) -> None:
        if self._is_written:
            self.dismiss(None)
            return
        record = self._table.record
        situation = record.games[-1].situation
        assert situation
        try:
            title = check_title(event.value)
            text = write_lesson(title, record.rules, situation, self._table.actions)
        except ValueError as error:
            self._say(sentence(error))
            return
        said = hand_over(self.app, title, text, ".txt", lessons_folder())
        self._is_written = True
        self._say(f"{said}\nIt is listed under Learn. enter closes")

    def _say(self, text: str) -> None:
        self.query_one("#share-said", Static).update(Content(text))
