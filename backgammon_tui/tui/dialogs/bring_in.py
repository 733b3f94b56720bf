"""A transcript comes into the records, from a file or pasted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from backgammon_tui.levels import spoken
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.storage.journal.whole_matches import AlreadyImported, add_match
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.storage.transcripts import TranscriptError, read_transcript
from backgammon_tui.storage.transcripts.read import read_transcript_file
from backgammon_tui.tui.ask_journal import RECORDS, ask_journal
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.tui.dialogs.paste_field import PasteField
from backgammon_tui.words.sentence import sentence


class BringIn(Dialog[str]):
    """Gives back what was brought in; a refusal names the line and changes nothing."""

    def __init__(self, storage: Storage) -> None:
        """Bring a transcript into a journal."""
        super().__init__()
        self._storage = storage
        self._is_reading = False

    def compose(self) -> ComposeResult:
        """Lay out the field."""
        with Vertical(classes="dialog page short"):
            yield Static("Import a transcript", classes="dialog-title")
            yield Static("Paste a transcript, or type the name of its file.")
            yield PasteField(id="file", compact=True)
            yield Static("enter imports it, esc closes", id="said", classes="dialog-hint")

    def on_paste(self, event: events.Paste) -> None:
        """A text of many lines is a transcript; one of one line the name of a file."""
        event.stop()
        if "\n" in event.text.strip():
            self._take(partial(read_transcript, event.text))
        else:
            self.query_one(Input).value = event.text.strip()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        name = event.value.strip().strip("\"'")
        if name:
            self._take(lambda: read_transcript_file(Path(name).expanduser()))

    def _take(self, read: Callable[[], MatchRecord]) -> None:
        """Take the match that a transcript is of."""
        if self._storage.journal is None:
            self._say("Nothing is being saved, so nothing can be imported.")
            return
        if not self._is_reading:
            self._is_reading = True
            self._say("Reading it.")
            self._add(read)

    @work(group=RECORDS, exclusive=True)
    async def _add(self, read: Callable[[], MatchRecord]) -> None:
        def add(journal: Journal) -> MatchRecord:
            record = read()
            add_match(journal, record)
            return record

        try:
            record = await ask_journal(self._storage, add)
        except TranscriptError as error:
            self._say(f"Line {error.line}: {error.problem}.")
        except OSError as error:
            self._say(f"The file cannot be read: {error.strerror or error}.")
        except (ValueError, RuntimeError) as error:
            self._say(sentence(error))
        except AlreadyImported:
            self._say("This match is already in the records.")
        except JournalProblem as problem:
            self._say(str(problem))
        else:
            self.dismiss(f"{spoken(record.white)} – {spoken(record.black)} is now in the records.")
        finally:
            self._is_reading = False

    def action_close(self) -> None:
        """Close without an answer, unless something is being brought in."""
        if not self._is_reading:
            self.dismiss(None)

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(Content(text))
