"""What was played in the sandbox becomes a lesson file, once it has a title."""

from __future__ import annotations

from backgammon_tui.storage.paths import lessons_folder
from backgammon_tui.storage.table import Table
from backgammon_tui.teach.lesson_writing import LONGEST_TITLE, check_title, write_lesson
from backgammon_tui.tui.dialogs.fields import Field, Fields
from backgammon_tui.tui.hand_over import hand_over

_TOLD = (
    "Each play of the side that throws first becomes a task, with what you played as its solution."
    " You can change the file with any editor."
)


class SaveLesson(Fields[None]):
    """Enter writes what was played at a table and says where it is; the next one closes."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._is_written = False
        title = Field(hint="title", longest=LONGEST_TITLE)
        super().__init__(
            "Save as a lesson", [title], self._write, _TOLD, "enter writes it, esc closes"
        )

    def _write(self, typed: str) -> None:
        if self._is_written:
            self.dismiss(None)
            return
        record = self._table.record
        situation = record.games[-1].situation
        assert situation
        title = check_title(typed)
        text = write_lesson(title, record.rules, situation, self._table.actions)
        said = hand_over(self.app, title, text, ".txt", lessons_folder())
        self._is_written = True
        self.say(f"{said}\nIt is listed under Learn. enter closes")
