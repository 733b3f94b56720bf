"""A match as a conversation: one line in, some lines out."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from backgammon_tui.dice import FairDice, check_word, new_seed, read_dice
from backgammon_tui.engine.actions import (
    Action,
    AgreeDraw,
    ChooseDoublet,
    KeepOpening,
    Resign,
    ThrowOpeningAgain,
)
from backgammon_tui.engine.events import Event, Moved, StageBegun
from backgammon_tui.engine.game import Phase
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import (
    Ambiguous,
    Unreadable,
    read_moves,
    write_moves,
)
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.engine.turn import StageKind
from backgammon_tui.plain.help import COMMANDS
from backgammon_tui.records.record import DiceKind, MatchRecord, is_throw
from backgammon_tui.records.table import Table
from backgammon_tui.records.transcript import write_transcript
from backgammon_tui.words.board import draw_board, tell_point, tell_position
from backgammon_tui.words.events import tell_awaited, tell_event, tell_worth
from backgammon_tui.words.reasons import tell_reason
from backgammon_tui.words.rulebook import tell_rules
from backgammon_tui.words.rules import tell_changes
from backgammon_tui.words.speaker import Speaker, plural
from backgammon_tui.words.turn import tell_stages, tell_turn

WIDTH: Final = 60
_LONGEST_LIST: Final = 40


class Leave(Exception):
    """The players leave, or the input has ended."""


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
        self._read = read
        self._write = write
        self._kind = dice_kind
        self._speaker = Speaker(match.white, match.black)
        self._table: Table | None = None
        self._match = match

    @property
    def record(self) -> MatchRecord:
        """The match as far as it has been played."""
        return self._table.record if self._table else self._match

    def run(self) -> None:
        """Play until the players leave, which they may do after the match to save it."""
        match = self.record
        length = f"to {match.length}" if match.length else "open-ended"
        self._say(f"{match.rules.title}: {match.white} is White, {match.black} is Black, {length}.")
        if tell_changes(match.rules):
            self._say(f"Changed at this table: {tell_changes(match.rules)}.")
        self._say("Type help for the commands.")
        try:
            self._table = Table.sit_down(self._match, self._new_dice())
            while True:
                self._say_awaited()
                self._answer(self._ask("> "))
        except Leave:
            if self._table and not self._table.accepted:
                self._say("The game is not finished.")

    # ---- asking and saying

    def _say(self, text: str) -> None:
        for line in text.split("\n"):
            for part in textwrap.wrap(line, WIDTH, break_long_words=True) or [""]:
                self._write(part)

    def _show(self, text: str) -> None:
        """Say lines as they are, without joining or breaking them."""
        for line in text.split("\n"):
            self._write(line)

    def _ask(self, prompt: str) -> str:
        line = self._read(prompt)
        if line is None:
            raise Leave
        return line.strip()

    def _consents(self, side: Side, question: str) -> bool:
        answer = self._ask(f"{self._speaker.name(side)}, {question} y/n ")
        return answer.lower() in ("y", "yes")

    def _say_awaited(self) -> None:
        table = self._sitting
        if table.match.winner:
            self._say("The match is over: save FILE writes it down, quit leaves.")
        elif table.accepted:
            self._say("next begins the next game, quit leaves.")
        elif table.game.is_over:
            back = "undo and takeback go back" if table.can_undo else "takeback goes back"
            self._say(f"accept takes the result, {back}.")
        else:
            self._say(f"{tell_awaited(table.game, self._speaker)} {self._hint(table)}")

    def _hint(self, table: Table) -> str:
        """What to type, where the sentence alone does not tell."""
        match table.game.phase:
            case Phase.OPENING if table.dice:
                return "Type throw."
            case Phase.OPENING:
                return f"Type both numbers, {self._speaker.white}'s first."
            case Phase.KEEP_OR_AGAIN:
                return "Type keep or again."
            case Phase.CHOOSE:
                return "Type 5 or 6."
            case _:
                return ""

    @property
    def _sitting(self) -> Table:
        assert self._table
        return self._table

    # ---- one line

    def _answer(self, line: str) -> None:
        """Do what a line asks for; a refusal says why and changes nothing."""
        word, _, rest = line.partition(" ")
        command = _COMMANDS.get(word.lower())
        try:
            if command:
                command(self, rest.strip())
            elif line:
                self._take_entry(line)
        except NotAllowed as error:
            self._say(tell_reason(error.reason, self._speaker))
        except Unreadable:
            self._say(f"{line[:40]!a} is no command and no move; help lists them.")
        except Ambiguous as error:
            choices = " or ".join(sorted({write_moves(moves) for moves in error.candidates}))
            self._say(f"That may mean {choices}.")
        except ValueError as error:
            self._say(f"{str(error)[:1].upper()}{str(error)[1:]}.")

    def _take_entry(self, line: str) -> None:
        """Dice, the choice of a doublet, or moves."""
        phase = self._sitting.game.phase
        if phase in (Phase.OPENING, Phase.THROW, Phase.THROW_AGAIN) and not self._sitting.dice:
            self._change(self._sitting.throw(read_dice(line)))
        elif phase is Phase.CHOOSE and line in ("5", "6"):
            self._apply(ChooseDoublet(int(line)))
        else:
            self._make(read_moves(self._sitting.game, line))

    def _make(self, moves: tuple[Move, ...]) -> None:
        events: list[Event] = []
        table = self._sitting
        for move in moves:
            table = table.apply(move)
            events += table.game.events
        self._table = table
        self._tell(events)

    def _apply(self, action: Action) -> None:
        self._change(self._sitting.apply(action))

    def _change(self, table: Table) -> None:
        self._table = table
        self._tell(list(table.game.events))

    def _tell(self, events: list[Event]) -> None:
        moves = [event.move for event in events if isinstance(event, Moved)]
        if moves:
            self._say(f"{self._speaker.name(moves[0].side)} plays {write_moves(moves)}.")
        for event in events:
            if not _goes_without_saying(event):
                self._say(tell_event(event, self._speaker))
        worth = tell_worth(self._sitting.game, self._speaker)
        if worth:
            self._say(worth)

    # ---- commands

    def _throw(self, text: str) -> None:
        if self._sitting.dice:
            self._change(self._sitting.throw())
        elif text:
            self._change(self._sitting.throw(read_dice(text)))
        else:
            self._say("The dice are yours: throw them and type the numbers, such as 5 3.")

    def _keep(self, _: str) -> None:
        self._apply(KeepOpening())

    def _again(self, text: str) -> None:
        if self._sitting.game.phase is Phase.THROW_AGAIN:
            self._throw(text)
        else:
            self._apply(ThrowOpeningAgain())

    def _play(self, number: str) -> None:
        plays = self._plays()
        if not plays:
            self._say("There is nothing to play now.")
            return
        if not number.isascii() or not number.isdigit() or not 1 <= int(number[:9]) <= len(plays):
            count = len(plays)
            self._say(
                "There is one play: play 1." if count == 1 else f"Type play 1 to play {count}."
            )
            return
        self._make(plays[int(number) - 1][1])

    def _plays(self) -> list[tuple[str, tuple[Move, ...]]]:
        """The legal plays, or single moves of a completing side, by their text."""
        game = self._sitting.game
        found = [play.moves for play in game.legal_plays()]
        if game.phase is Phase.COMPLETE:
            found = [(move,) for move in game.legal_moves()]
        texts = [(write_moves(moves), moves) for moves in found if moves]
        texts.sort(key=lambda pair: [(-m.origin, -m.target) for m in sorted_moves(pair[1])])
        return texts

    def _list_plays(self, start: str) -> None:
        plays = self._plays()
        start = start.lower()
        shown = [(i, text) for i, (text, _) in enumerate(plays, 1) if text.startswith(start)]
        if not shown:
            self._say("There is no such play." if plays else "There is nothing to play now.")
        for index, text in shown[:_LONGEST_LIST]:
            self._write(f"{index:>4}  {text}")
        if shown[_LONGEST_LIST:]:
            more = len(shown) - _LONGEST_LIST
            self._say(f"and {more} more; name a first move, such as plays {shown[0][1][:3]}")

    def _board(self, _: str) -> None:
        game = self._sitting.game
        self._show(draw_board(game.rules, game.position, self._speaker))

    def _where(self, _: str) -> None:
        for side in Side:
            self._say(tell_position(self._sitting.game.position, side, self._speaker))

    def _point(self, text: str) -> None:
        point = self._speaker.numbering.read(text)
        if point is None:
            self._say("Points are 1 to 24, in the numbers of the side to play.")
            return
        game = self._sitting.game
        side = game.actor or Side.WHITE
        self._say(tell_point(game.rules, game.position, side, point, self._speaker))

    def _line(self, _: str) -> None:
        self._show(str(self._sitting.game.position))

    def _stage(self, _: str) -> None:
        self._say(tell_stages(self._sitting.game))

    def _last(self, _: str) -> None:
        game = self._sitting.game
        turn = game.turn or game.last_turn
        self._say(tell_turn(turn, self._speaker) if turn else "Nothing has been played yet.")

    def _why(self, text: str) -> None:
        if not text:
            self._say("Name a move: why 13/7")
            return
        read_moves(self._sitting.game, text)
        self._say("It is allowed.")

    def _undo(self, _: str) -> None:
        self._table = self._sitting.undo()
        self._say("The last move is undone.")

    def _redo(self, _: str) -> None:
        self._change(self._sitting.redo())

    def _take_back(self, text: str) -> None:
        table = self._sitting
        if table.accepted:
            self._say("The result is accepted; nothing can be taken back.")
            return
        throws = [index for index, action in enumerate(table.actions) if is_throw(action)]
        if not throws:
            self._say("Nothing has been thrown yet.")
            return
        wanted = text or str(len(throws))
        number = int(wanted[:9]) if wanted.isascii() and wanted.isdigit() else 0
        if not 1 <= number <= len(throws):
            self._say(f"Throws 1 to {len(throws)} can be taken back: takeback {len(throws)}")
            return
        before = table.history[throws[number - 1]]
        asking = before.side or Side.WHITE
        if table.dice and not self._consents(asking.other, f"back to before throw {number}?"):
            self._say("Nothing is taken back.")
            return
        self._table = table.take_back(number, asking)
        same = "; the dice will show the same numbers" if table.dice else ""
        self._say(f"Back to before throw {number}{same}.")

    def _resign(self, text: str) -> None:
        side = self._sitting.game.actor
        if side is None:
            over = self._sitting.game.is_over
            when = "The game is over." if over else "It is not decided yet who starts."
            self._say(f"{when} Nobody can resign now.")
            return
        if text not in ("", "1", "2", "3"):
            self._say("Say for how many points: resign 1, 2 or 3.")
            return
        points = int(text or "1")
        action = Resign(side, points)
        self._sitting.game.apply(action)
        question = f"do you accept {plural(points, 'point')}?"
        if self._consents(side.other, question):
            self._apply(action)
        else:
            self._say("The game goes on.")

    def _draw(self, _: str) -> None:
        side = self._sitting.game.actor or Side.WHITE
        self._sitting.game.apply(AgreeDraw())
        if self._consents(side.other, "do you agree to a draw?"):
            self._apply(AgreeDraw())
        else:
            self._say("The game goes on.")

    def _accept(self, _: str) -> None:
        self._table = self._sitting.accept()
        if self._sitting.dice:
            self._say("The seed of the dice was")
            self._show(_in_two(self._sitting.dice.seed.hex()))
        self._score("")
        winner = self._sitting.match.winner
        if winner:
            self._say(f"{self._speaker.name(winner)} wins the match.")

    def _next(self, _: str) -> None:
        if not self._sitting.accepted:
            self._say("The game is not over, or its result is not accepted.")
            return
        self._table = self._sitting.next_game(self._new_dice())

    def _score(self, _: str) -> None:
        match = self._sitting.match
        scores = (f"{self._speaker.name(side)} {match.score(side)}" for side in Side)
        length = f" in a match to {match.length}" if match.length else ""
        self._say(f"{', '.join(scores)}{length}.")

    def _dice(self, _: str) -> None:
        dice = self._sitting.dice
        if dice is None:
            self._say("The players throw real dice and type the numbers.")
            return
        self._say(
            f"Throw {self._sitting.throw_number} comes next. The dice were fixed before the"
            " first throw. The seed is shown when the result is accepted, and verify-dice"
            " checks a saved transcript. The SHA-256 of the seed is"
        )
        self._show(_in_two(dice.commitment))

    def _save(self, name: str) -> None:
        if not name:
            self._say("Name a file: save game.txt")
            return
        path = Path(name)
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(write_transcript(self.record))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            self._say(f"Not saved: {reason}.")
        else:
            self._say(f"Saved as {path}.")

    def _rules(self, _: str) -> None:
        self._say(tell_rules(self._sitting.game.rules))

    def _help(self, _: str) -> None:
        self._show(COMMANDS)

    def _quit(self, _: str) -> None:
        raise Leave

    # ---- dice

    def _new_dice(self) -> FairDice | None:
        """The dice of the next game, with the players' words."""
        if self._kind is DiceKind.TYPED:
            return None
        dice = FairDice(new_seed())
        self._say("The dice are fixed. Their commitment:")
        self._show(_in_two(dice.commitment))
        self._say("Each player may add a word, so that nobody alone has chosen them.")
        white, black = (self._ask_word(side) for side in Side)
        return replace(dice, white_word=white, black_word=black)

    def _ask_word(self, side: Side) -> str:
        while True:
            word = self._ask(f"{self._speaker.name(side)}, a word, or nothing: ")
            try:
                return check_word(word)
            except ValueError as error:
                self._say(f"{str(error).capitalize()}.")


def _goes_without_saying(event: Event) -> bool:
    """Whether what is awaited, or the moves in notation, already say it."""
    match event:
        case Moved():
            return not event.freed
        case StageBegun():
            plain = event.kind in (StageKind.DICE, StageKind.FACE)
            return plain and event.playable == len(event.numbers)
        case _:
            return False


def _in_two(digits: str) -> str:
    """Sixty-four digits in two lines, for narrow terminals."""
    return f"{digits[:32]}\n{digits[32:]}"


def sorted_moves(moves: tuple[Move, ...]) -> list[Move]:
    """Moves with the far origins first."""
    return sorted(moves, key=lambda move: (-move.origin, -move.target))


_COMMANDS: Final[dict[str, Callable[[Conversation, str], None]]] = {
    "throw": Conversation._throw,
    "t": Conversation._throw,
    "keep": Conversation._keep,
    "again": Conversation._again,
    "play": Conversation._play,
    "plays": Conversation._list_plays,
    "board": Conversation._board,
    "where": Conversation._where,
    "point": Conversation._point,
    "line": Conversation._line,
    "stage": Conversation._stage,
    "last": Conversation._last,
    "why": Conversation._why,
    "undo": Conversation._undo,
    "redo": Conversation._redo,
    "takeback": Conversation._take_back,
    "resign": Conversation._resign,
    "draw": Conversation._draw,
    "accept": Conversation._accept,
    "next": Conversation._next,
    "score": Conversation._score,
    "dice": Conversation._dice,
    "save": Conversation._save,
    "rules": Conversation._rules,
    "help": Conversation._help,
    "?": Conversation._help,
    "quit": Conversation._quit,
}
