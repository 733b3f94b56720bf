"""The mode in which people watch a match that is played in another window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from threading import Event
from typing import ClassVar, Final, Self

from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import Step, work
from backgammon_tui.modes.mode import KEYS, PRESENTATION, Command, Frame, ModeView
from backgammon_tui.modes.replay.mode import ReplayMode
from backgammon_tui.modes.replay.state import ReplayState
from backgammon_tui.modes.text import Glyphs, TextLine, TextStyle, line, wrap
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.match_lock import Follower

_NOTHING_YET: Final = "No match has been played yet: the first roll of one shows it here."


@dataclass(frozen=True)
class WatchMode(ReplayMode):
    """The last stop of a game that is still being played; earlier turns can be looked at."""

    keys_title: ClassVar = "Keys while watching"
    commands: ClassVar = (
        Command(shown="left right", label="turn", help="a turn back or on; so do up and down"),
        Command(
            shown="end",
            label=lambda mode: "" if mode.state.at == mode.state.end else "now",
            help="back to the game as it stands",
        ),
        Command(shown="pgup pgdn", help="ten turns back or on"),
        PRESENTATION,
        Command("r", lambda mode: mode.open_rule(), label="rules", help="the rulebook"),
        KEYS,
        Command(
            "escape", lambda mode: mode.leave(), label="leave", help="leave; the match goes on"
        ),
    )

    follower: Follower | None = None
    has_match: bool = True
    """False until there is one to watch."""

    @classmethod
    def watch(cls, follower: Follower, match: MatchRecord, settings: Settings) -> Step[Self]:
        state = ReplayState(Table.sit_down(match, None))
        return cls(state, settings, follower=follower, has_match=False).wait()

    def wait(self) -> Step[Self]:
        """Wait in a thread until something has been written."""
        assert self.follower
        stopped = Event()
        read = partial(self.follower.wait, stopped)
        return self, (work(read, WatchMode._take, give_up=stopped.set),)

    def _take(self, found: Table | str | None) -> Step[WatchMode]:
        """Show the table as it stands now, unless people look at an earlier turn."""
        match found:
            case None:
                return self, ()
            case str():
                return self.tell(found).wait()
            case Table():
                state = ReplayState(found)
                looks_back = self.state.at < self.state.end and _has(found, self.state.shown)
                at = self.state.at if looks_back else state.end
                return replace(self, state=state.go_to(at), said="", has_match=True).wait()

    def view(self, frame: Frame) -> ModeView:
        """Build the view of the match; without one, only say that there is none."""
        if self.has_match:
            return super().view(frame)
        return ModeView(line(" No match yet", TextStyle.BRIGHT), None, said=self._nothing_yet)

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        """Return the turn that is shown; without a match, say that there is none."""
        if self.has_match:
            return super().brief(width, glyphs)
        return tuple(wrap(f" {self._nothing_yet}", width, TextStyle.BRIGHT)[:2])

    @property
    def _nothing_yet(self) -> str:
        return self.said or _NOTHING_YET

    def with_options(self, options: Settings) -> Self:
        return replace(self, settings=options)


def _has(table: Table, earlier: Table) -> bool:
    """Return True if a table has come about from an earlier one of the same game."""
    heads = [replace(each.record, games=(), white="", black="") for each in (table, earlier)]
    is_same = heads[0] == heads[1] and len(table.record.games) == len(earlier.record.games)
    return is_same and table.actions[: len(earlier.actions)] == earlier.actions
