"""A match as a conversation: one line in, some lines out."""

from __future__ import annotations

from collections.abc import Callable

from backgammon_tui.dice import read_dice
from backgammon_tui.engine.actions import ChooseDoublet
from backgammon_tui.engine.game import Phase
from backgammon_tui.engine.notation import Ambiguous, Unreadable, read_moves
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.plain.commands import COMMANDS
from backgammon_tui.plain.playing import Playing
from backgammon_tui.plain.talk import Leave, Talk
from backgammon_tui.records.record import DiceKind, MatchRecord
from backgammon_tui.words.reasons import tell_meanings, tell_reason
from backgammon_tui.words.rules import tell_changes
from backgammon_tui.words.speaker import Speaker


class Conversation:
    """Two players at one table who type lines and are answered in lines.

    Args:
        match: Who plays what, without games yet.
        dice_kind: Where the numbers come from.
        read: Asks for a line with a prompt; None when there are no more.
        write: Says one line.
    """

    def __init__(
        self,
        match: MatchRecord,
        dice_kind: DiceKind,
        read: Callable[[str], str | None],
        write: Callable[[str], None],
    ) -> None:
        self._talk = Talk(Speaker(match.white, match.black), read, write)
        self._match = match
        self._kind = dice_kind
        self._playing: Playing | None = None

    @property
    def record(self) -> MatchRecord:
        """The match as far as it has been played."""
        return self._playing.table.record if self._playing else self._match

    def run(self) -> None:
        """Play until the players leave, which they may do after the match to save it."""
        self._greet()
        try:
            playing = self._playing = Playing(self._talk, self._match, self._kind)
            while True:
                self._talk.say(playing.tell_awaited())
                self._answer(playing, self._talk.ask("> "))
        except Leave:
            if self._playing and not self._playing.table.accepted:
                self._talk.say("The game is not finished.")

    def _greet(self) -> None:
        match = self._match
        length = f"to {match.length}" if match.length else "open-ended"
        self._talk.say(
            f"{match.rules.title}: {match.white} is White, {match.black} is Black, {length}."
        )
        if tell_changes(match.rules):
            self._talk.say(f"Changed at this table: {tell_changes(match.rules)}.")
        self._talk.say("Type help for the commands.")

    def _answer(self, playing: Playing, line: str) -> None:
        """Do what a line asks for; a refusal says why and changes nothing."""
        word, _, rest = line.partition(" ")
        command = COMMANDS.get(word.lower())
        try:
            if command:
                command(playing, rest.strip())
            elif line:
                _take_entry(playing, line)
        except NotAllowed as error:
            self._talk.say(tell_reason(error.reason, self._talk.speaker))
        except Unreadable:
            self._talk.say(f"{line[:40]!a} is no command and no move; help lists them.")
        except Ambiguous as error:
            self._talk.say(f"That may mean {tell_meanings(error.candidates)}.")
        except ValueError as error:
            self._talk.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")


def _take_entry(playing: Playing, line: str) -> None:
    """Dice, the choice of a doublet, or moves."""
    table, phase = playing.table, playing.game.phase
    if phase in (Phase.OPENING, Phase.THROW, Phase.THROW_AGAIN) and not table.dice:
        playing.change(table.throw(read_dice(line)))
    elif phase is Phase.CHOOSE and line in ("5", "6"):
        playing.apply(ChooseDoublet(int(line)))
    else:
        playing.make(read_moves(playing.game, line))
