"""A match as a conversation: one line in, some lines out."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from backgammon_tui.dice import read_dice
from backgammon_tui.engine.actions import ChooseDoublet
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import Ambiguous, Unreadable, read_moves
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.engine.turn import Phase
from backgammon_tui.levels import display_name
from backgammon_tui.opponent import acting_level, choice, has_net
from backgammon_tui.plain.commands import COMMANDS, go_on
from backgammon_tui.plain.playing import NotDone, Playing
from backgammon_tui.plain.talk import Quit, Read, Talk, Write
from backgammon_tui.plain.typed_command import by_word
from backgammon_tui.session import Session
from backgammon_tui.storage import journal as kept
from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.words.leaving import describe_left
from backgammon_tui.words.naming import STANDARD, Naming, sentence
from backgammon_tui.words.net_sentences import WITHOUT_NET, once
from backgammon_tui.words.reason_sentences import describe_meanings, describe_reason
from backgammon_tui.words.rule_settings import describe_changes
from backgammon_tui.words.turn_lines import describe_stages

_RUN: Final = by_word(COMMANDS)


class Conversation:
    """A conversation in lines of text with two players at one table.

    Args:
        session: The match: before the first throw, or as it was left.
        notice: A sentence that the players are told first; empty for none.
        folder: The folder that the command line named, which it must name again to resume.
    """

    def __init__(
        self, session: Session, read: Read, write: Write, notice: str = "", folder: str = ""
    ) -> None:
        match = session.table.record
        self._talk = Talk(read, write, Naming.of(match.white, match.black))
        self._session = session
        self._playing = Playing(self._talk, session)
        self._notice = notice
        self._folder = folder

    @property
    def record(self) -> MatchRecord:
        """The match as far as it has been played."""
        return self._session.table.record

    def run(self) -> None:
        """Play until the players leave, which they may do after the match to save it."""
        playing = self._playing
        try:
            self._begin()
            with suppress(NotDone):
                self._prepare_dice()
            while True:
                if playing.table.needs_dice:
                    with suppress(NotDone):
                        playing.exchange_dice()
                if _program_acts(playing):
                    continue
                self._talk.say(playing.describe_awaited())
                self._answer(playing, self._talk.ask("> "))
        except Quit:
            left, journal = self._session.left, self._session.storage.journal
            said = describe_left(
                left.match,
                kept.query.open_numbers(journal.path) if journal else (),
                self._folder,
                is_won=left.is_won,
                is_unsaved=left.is_unsaved,
            )
            self._talk.say(said)
        finally:
            self._session.release()

    def _begin(self) -> None:
        """Tell the game that is played and, if it was left, its state."""
        if self._notice:
            self._talk.say(self._notice)
        match = self.record
        told = [
            f"{display_name(match.name(side))} is {STANDARD.name(side)}"
            for side in Side
            if match.name(side) != STANDARD.name(side)
        ]
        told.append(f"to {match.length}" if match.length else "open-ended")
        self._talk.say(f"{match.rules.title}: {', '.join(told)}.")
        if describe_changes(match.rules):
            self._talk.say(f"House rules: {describe_changes(match.rules)}.")
        if self._session.match:
            self._describe_standing()
        self._talk.say("Type help for the commands.")

    def _prepare_dice(self) -> None:
        """Tell of new dice, and ask for words if the players want that and typed none yet."""
        table = self._session.table
        if self._session.has_new_dice:
            self._playing.tell_new_dice()
        if table.dice and table.takes_words and not (table.dice.white_word + table.dice.black_word):
            self._playing.offer_words()

    def _describe_standing(self) -> None:
        table = self._session.table
        number = len(table.record.games)
        over = f"Game {number} is over." if table.accepted else f"You go on with game {number}."
        self._talk.say(over)
        for name in ("score", "board", "last"):
            _RUN[name](self._playing, "")
        if table.game.turn:
            self._talk.say(describe_stages(table.game))

    def _answer(self, playing: Playing, line: str) -> None:
        """Carry out a typed line; a refusal gives its reason and changes nothing."""
        word, _, rest = line.partition(" ")
        run = _RUN.get(word.lower())
        try:
            if run:
                run(playing, rest.strip())
            elif line:
                _take_entry(playing, line)
            else:
                go_on(playing)
        except NotDone:
            pass  # The players know, for it was their choice.
        except NotAllowed as error:
            self._talk.say(describe_reason(error.reason, self._talk.naming))
        except Unreadable:
            self._talk.say(f"{line[:40]!a} is no command and no move; help lists them.")
        except Ambiguous as error:
            self._talk.say(f"That may mean {describe_meanings(error.candidates)}.")
        except ValueError as error:
            self._talk.say(sentence(error))


def _take_entry(playing: Playing, line: str) -> None:
    """Take typed dice, the choice of a doublet, or moves."""
    table = playing.table
    if table.game.moment.awaits_throw and not table.dice:
        playing.change(table.throw(read_dice(line)))
    elif playing.game.phase is Phase.CHOOSE and line in ("5", "6"):
        playing.apply(ChooseDoublet(int(line)))
    elif line.isdecimal():
        _RUN["play"](playing, line)
    else:
        playing.make(read_moves(playing.game, line))


def _program_acts(playing: Playing) -> bool:
    """Let the program do one thing if it is its turn, and return True if it did."""
    if acting_level(playing.table) is None:
        return False
    try:
        if playing.game.moment.awaits_throw:
            playing.change(playing.table.throw())
        else:
            _choose(playing)
    except NotDone:
        return False
    return True


def _choose(playing: Playing) -> None:
    actions = choice(playing.table)
    if not has_net(playing.table) and (said := once(WITHOUT_NET)):
        playing.talk.say(said)
    moves = tuple(action for action in actions if isinstance(action, Move))
    if moves:
        playing.make(moves)
    else:
        playing.apply(*actions)
