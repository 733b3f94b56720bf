"""Dialogs with fields: names, games, a position, a lesson's title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Final, Generic

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from backgammon_tui.engine import RULESETS, Rules
from backgammon_tui.match.table import Table
from backgammon_tui.names import MAX_NAME, check_name, check_names
from backgammon_tui.storage.codes import (
    DecodedPosition,
    complete,
    first_code,
    has_position_id,
    read_starting_position,
)
from backgammon_tui.storage.journal.query import GameQuery
from backgammon_tui.storage.paths import lessons_folder
from backgammon_tui.teach.lessons import writing
from backgammon_tui.teach.lessons.courses import user_lessons
from backgammon_tui.teach.lessons.lesson_file import MAX_TASK, MAX_TITLE
from backgammon_tui.text_file import is_visible
from backgammon_tui.tui.app import ScreenAnswer
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.tui.page_parts import TextField
from backgammon_tui.words.naming import sentence


class _Field(TextField):
    def on_paste(self, event: events.Paste) -> None:
        if len(self.screen.query(Input)) == 1:
            event.prevent_default()


def field(value: str = "", hint: str = "", longest: int = 0, offers: Sequence[str] = ()) -> Input:
    suggester = SuggestFromList(offers, case_sensitive=False)
    return _Field(value, hint, max_length=longest, suggester=suggester, compact=True)


def first_line(text: str) -> str:
    return next(iter(text.strip().splitlines()), "")


class Fields(Dialog[ScreenAnswer], Generic[ScreenAnswer]):
    """A dialog of fields: Enter accepts them all; errors appear below.

    `take` makes the result, returns None to stay open, or raises `ValueError`.
    """

    def __init__(
        self,
        title: str,
        fields: Sequence[tuple[str, Input]],
        take: Callable[..., ScreenAnswer | None],
        text: str = "",
        hint: str = "Enter: accept   Esc: close",
        paste: Callable[[str], str] = first_line,
    ) -> None:
        super().__init__(title, text, hint)
        self.box = "page short" if text else ""
        self._fields = fields
        self._take = take
        self._paste = paste
        """Returns the part of a pasted text that goes into the only field."""

    def compose_body(self) -> ComposeResult:
        if self._text:
            yield from super().compose_body()
        for label, entry in self._fields:
            row = Horizontal(Static(Content(label), classes="label"), entry, classes="field")
            yield row if label else entry

    def on_paste(self, event: events.Paste) -> None:
        """Replace the text of the only field with a pasted line."""
        event.stop()
        for _, only in self._fields[:1]:
            only.value = self._paste(event.text)[: only.max_length or None]

    def on_input_submitted(self) -> None:
        try:
            answer = self._take(*(entry.value.strip() for _, entry in self._fields))
        except ValueError as error:
            self.say(sentence(error))
        else:
            if answer is not None:
                self.dismiss(answer)


def ask_name(title: str, offers: Sequence[str], name: str) -> Fields[str]:
    fields = [("", field(name, longest=MAX_NAME, offers=offers))]
    return Fields(title, fields, check_name, hint="Enter: save   Esc: cancel")


def ask_names(white: str, black: str, offers: Sequence[str]) -> Fields[tuple[str, str]]:
    fields = [
        (label, field(name, longest=MAX_NAME, offers=offers))
        for label, name in (("White", white), ("Black", black))
    ]
    return Fields("Who played this match?", fields, check_names, hint="Enter: save   Esc: cancel")


def ask_text(title: str, text: str, max_length: int) -> Fields[str]:
    def visible(typed: str) -> str:
        if not is_visible(typed):
            raise ValueError("type only visible characters")
        return typed

    entry = field(text, longest=max_length)
    return Fields(title, [("", entry)], visible, hint="Enter: save   Esc: cancel")


def ask_games(choice: GameQuery, names: Sequence[str]) -> Fields[GameQuery]:
    """Ask for a choice of finished games; an empty field allows any."""
    first = next(iter(RULESETS))
    fields = [
        ("Player", field(choice.player, "anybody", offers=names)),
        ("Against", field(choice.opponent, "anybody", offers=names)),
        ("Game", field(choice.ruleset, f"any, such as {first}", offers=list(RULESETS))),
        ("Since", field(choice.since, "a date, such as 2026-03-01")),
        ("Until", field(choice.until, "a date, such as 2026-03-31")),
    ]
    hint = "Enter: show   Esc: close"
    return Fields("Which games?", fields, _read_query, hint=hint)


def _read_query(player: str, opponent: str, ruleset: str, since: str, until: str) -> GameQuery:
    if ruleset and ruleset not in RULESETS:
        raise ValueError(f"the games are {', '.join(RULESETS)}")
    if opponent and not player:
        raise ValueError("name the player first, then the opponent")
    return GameQuery(player, opponent, ruleset, _read_day(since), _read_day(until))


def _read_day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise ValueError("write dates like 2026-03-01") from None


def ask_position(rules: Rules) -> Fields[DecodedPosition]:
    def take(text: str) -> DecodedPosition:
        coded = read_starting_position(complete(text), rules)
        if coded.starting_position.game(rules).is_over:
            raise ValueError("the game is already over in this position")
        return coded

    wording = (
        "Type or paste a position line, with the side to roll. Each side numbers the points by its"
        f" own pips to go. This is the starting position:\n\n  {rules.start.position}; W to move"
    )
    if has_position_id(rules):
        wording += "\n\nYou can also enter an XGID or a GNU Backgammon ID."
    fields = [("", field(longest=300))]
    return Fields(f"{rules.title} from a position", fields, take, wording, paste=first_code)


_OF_LESSONS: Final = (
    "Each play of the side that rolls first becomes a task. What should the learner find? play:"
    " what you played; best: the computer's best play; count: how many numbers can be played; hits:"
    " how many of the 36 rolls can hit; or a task in your own words. You can change the file with"
    " any editor."
)


class SaveLesson(Fields[None]):
    """A dialog that saves play as a lesson: Enter saves and shows the file, then closes."""

    def __init__(self, table: Table, tries: Sequence[writing.TriedPlay] = ()) -> None:
        self._table = table
        self._tries = tries
        self._is_written = False
        words = [task_kind.value for task_kind in writing.TaskKind]
        fields = [
            ("Title", field(longest=MAX_TITLE)),
            (
                "To find",
                field(writing.TaskKind.PLAY.value, longest=MAX_TASK, offers=words),
            ),
        ]
        super().__init__(
            "Save as a lesson", fields, self._write, _OF_LESSONS, "Enter: save   Esc: close"
        )

    def _write(self, typed: str, task_kind: str) -> None:
        if self._is_written:
            self.dismiss(None)
            return
        record = self._table.record
        starting_position = record.games[-1].starting_position
        assert starting_position
        title = writing.check_title(typed)
        actions = self._table.actions
        text = writing.write_lesson(
            title,
            record.rules,
            starting_position,
            actions,
            writing.read_task_kind(task_kind),
            self._tries,
        )
        has_twin = any(lesson.title == title for lesson in user_lessons(lessons_folder()))
        message = self.app.export_file(title, text, ".txt", lessons_folder())
        listed = "Learn lists it under this name, because another lesson has its title."
        self._is_written = True
        self.say(f"{message}\n{listed if has_twin else 'Learn lists it.'} Enter: close")
