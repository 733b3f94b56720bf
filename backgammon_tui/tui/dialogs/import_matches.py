"""A transcript comes into the records, from a file or pasted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual import events, work

from backgammon_tui.match.record import MatchRecord
from backgammon_tui.names import display_name
from backgammon_tui.storage.journal.edits import AlreadyImported, add_match, same_dice
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.storage.match_files import read_match_file, read_match_text
from backgammon_tui.text_file import LineError
from backgammon_tui.tui.app import RECORDS
from backgammon_tui.tui.dialogs.fields import Fields, field
from backgammon_tui.words.naming import sentence


class ImportDialog(Fields[str]):
    """A dialog for importing a match; a rejected text changes nothing, and its line is named."""

    def __init__(self) -> None:
        self._is_reading = False
        # The files of a server are none of its visitors' business.
        text = "Paste a transcript."
        if not self.app.is_web:
            text = "Paste a transcript, or type the name of its file."
        hint = "enter imports it, esc closes"
        super().__init__("Import a transcript", [("", field())], self._open, text, hint)

    def on_paste(self, event: events.Paste) -> None:
        """Read several pasted lines as a transcript, a single one as the name of a file."""
        if "\n" in event.text.strip():
            event.stop()
            event.prevent_default()
            self._import(partial(read_match_text, event.text))

    def _open(self, typed: str) -> None:
        name = typed.strip("\"'")
        if name and self.app.is_web:
            self.say("Paste the whole transcript, of several lines.")
        elif name:
            self._import(lambda: read_match_file(Path(name).expanduser()))

    def _import(self, read: Callable[[], MatchRecord]) -> None:
        if self.app.storage.journal is None:
            self.say("Nothing is being saved, so nothing can be imported.")
        elif not self._is_reading:
            self._is_reading = True
            self.say("Reading it.")
            self._add(read)

    @work(group=RECORDS, exclusive=True)
    async def _add(self, read: Callable[[], MatchRecord]) -> None:
        def add(journal: Journal) -> tuple[MatchRecord, bool]:
            record = read()
            return record, bool(same_dice(journal, add_match(journal, record)))

        try:
            record, has_same_dice = await self.app.ask_journal(add)
        except LineError as error:
            self.say(f"Line {error.line}: {error.problem}.")
        except OSError as error:
            self.say(f"The file cannot be read: {error.strerror or error}.")
        except (ValueError, RuntimeError) as error:
            self.say(sentence(error))
        except AlreadyImported:
            self.say("This match is already in the records.")
        except JournalProblem as problem:
            self.say(str(problem))
        else:
            white, black = display_name(record.white), display_name(record.black)
            message = f"{white} – {black} is now in the records."
            more = " Another match there has the same dice." if has_same_dice else ""
            self.dismiss(f"{message}{more}")
        finally:
            self._is_reading = False

    def action_close(self) -> None:
        if not self._is_reading:
            super().action_close()
