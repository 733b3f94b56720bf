"""A mode in plain text: each typed line gets a reply of one or more lines.

Typed words run the commands of the mode and those of the conversation, which print what a screen
draws. Everything else goes to the mode as a `TypedLine`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import zip_longest
from shutil import get_terminal_size
from typing import Any, Final, Generic, TypeAlias, TypeVar

from backgammon_tui.engine import Game, NotAllowed, Phase, Side
from backgammon_tui.engine.notation import POINT_LABELS
from backgammon_tui.explain.roll_chart import roll_chart
from backgammon_tui.keyboards import in_notation, us_keys
from backgammon_tui.modes.board import position_before_roll
from backgammon_tui.modes.effects import (
    AllRolls,
    AnyEffect,
    Confirm,
    KeepProgress,
    KeyPage,
    Leave,
    Message,
    Open,
    Rulebook,
    SimpleEffect,
    Step,
    TakePicture,
    Window,
)
from backgammon_tui.modes.inputs import ChooseRow, Key, TypedLine
from backgammon_tui.modes.mode import Command, commands_of, meets
from backgammon_tui.modes.play.choosing import BETWEEN, NOTATION, PlayRow
from backgammon_tui.modes.play.match import BoardMode
from backgammon_tui.storage.codes import has_position_id, position_id
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.rulebook import pages, write_section
from backgammon_tui.words.board_text import describe_point, describe_position, draw_board
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import MINUS, Naming, sentence
from backgammon_tui.words.plays import (
    describe_chances,
    describe_kept,
    describe_legend,
    write_cell,
)
from backgammon_tui.words.problems import JournalProblem, reporting_problems
from backgammon_tui.words.reason_sentences import NOT_NOW, describe_reason

# ---- printing lines, and asking for lines

_MAX_WIDTH, _MIN_WIDTH = 60, 20

_TO_ASCII: Final = str.maketrans({MINUS: "-", "\N{HORIZONTAL ELLIPSIS}": "..."})


def columns() -> int:
    return max(min(get_terminal_size((_MAX_WIDTH, 24)).columns, _MAX_WIDTH), _MIN_WIDTH)


class Quit(Exception):
    """The players leave, or the input has ended."""


class Talk:
    def __init__(self, read: Callable[[str], str | None], write: Callable[[str], None]) -> None:
        """Take functions that print a line and read one after a prompt, None at the end."""
        self._read = read
        self._write = write
        self.lines_printed = 0

    def say(self, text: str, indent: str = "") -> None:
        """Print sentences, wrapped into lines; all but the first line are indented."""
        for line in text.translate(_TO_ASCII).split("\n"):
            for part in wrap(line, columns(), below=indent) or [""]:
                self._write(part)
                self.lines_printed += 1

    def ask(self, prompt: str) -> str:
        line = self._read(prompt)
        if line is None:
            raise Quit
        return line.strip()


# ---- conversations

AnyBoardMode = TypeVar("AnyBoardMode", bound=BoardMode)

Reply = Step[Any] | str
"""The reply to a line: a step of the mode, or only a text."""

_HELP_BEGINS: Final = 16
"""Column in which the explanations of commands start."""

_MAX_PLAYS: Final = 40
_NOTHING: Final = "There is nothing to play now."
_NO_BOARD: Final = "There is no board now."
_ONLY_ON_SCREEN: Final = "Only the full-screen mode has this command."


command: TypeAlias = Command["Conversation[Any]"]  # Its commands are the same for all modes.


class Conversation(ABC, Generic[AnyBoardMode]):
    """A mode in plain text, and the people who type to it."""

    def __init__(self, mode: AnyBoardMode, talk: Talk, storage: Storage) -> None:
        self.mode = mode
        self.talk = talk
        self.storage = storage
        self.is_left = False
        self._listed: tuple[PlayRow, ...] = ()
        """The plays of the list that was shown last."""
        self._shown: frozenset[int] = frozenset()
        """The indices of those that it named."""

    def run(self) -> None:
        try:
            self.greet()
            while not self.is_left:
                if step := self.continue_past_messages():
                    self.take_step(step)
                else:
                    self.answer(self.talk.ask(self.ask()))
        except Quit:
            pass
        self.say_goodbye()

    # ---- output of a mode

    @abstractmethod
    def greet(self) -> None:
        """Name the game or lesson, and show its state."""

    @abstractmethod
    def ask(self) -> str:
        """Name the next thing to do and return the prompt."""

    def say_goodbye(self) -> None:
        self.talk.say("Until next time.")

    def continue_past_messages(self) -> Step[Any] | None:
        return None if self.mode.pause is None else self.mode.advance()

    # ---- input

    def answer(self, line: str) -> None:
        """Carry out a typed line, or give the reason why it is rejected or has no effect."""
        lines, game, answers = self.talk.lines_printed, self.mode.game, self.mode.answers
        try:
            answer = self._answer(line)
        except NotAllowed as error:
            answer = describe_reason(error.reason, self.mode.naming)
        except ValueError as error:
            answer = sentence(error)
        if isinstance(answer, str):
            self.talk.say(answer)
        else:
            self.take_step(answer)
        is_silent = self.talk.lines_printed == lines and self.mode.game == game
        if line and is_silent and not (answers or self.mode.answers or self.is_left):
            self.talk.say(NOT_NOW)

    def _answer(self, line: str) -> Reply:
        mode = self.mode
        if not line:
            return self.enter()
        keyed = us_keys(line)
        if key := _key_of(mode.answers, keyed.lower()):
            return mode.handle(key)
        word, _, rest = line.partition(" ")
        more = [rest.strip()] if rest else []
        for owner, known in self._typed_commands():
            is_known = {word.lower(), us_keys(word).lower()} & {*known.words}
            if known.method and is_known and (known.takes_text or not rest):
                run = mode.do if owner is mode else self._do
                return run(known, *more)
        usual = self.storage.settings.keys.usual(keyed)
        if len(line) == 1 and (pressed := mode.find_command(usual)):
            return mode.do(pressed)
        if keyed.isdecimal() and self.takes_numbers:
            return self.play(keyed)
        moves = in_notation(keyed)
        is_notation = {*moves.lower()} <= {*NOTATION, *BETWEEN}
        return mode.handle(TypedLine(moves if is_notation else line))

    @property
    @abstractmethod
    def takes_numbers(self) -> bool:
        """True if a number alone is that of a play in the list."""

    def enter(self) -> Reply:
        return self.mode.handle(Key.ENTER)

    # ---- effects

    @abstractmethod
    def take_step(self, step: Step[Any]) -> None:
        """Describe a new state of the mode and carry out its effects."""

    def carry_out(self, effect: AnyEffect) -> None:
        match effect:
            case Open(KeyPage()):
                self.talk.say("\n".join(self._help()))
            case Open(window, then):
                answer = self.open(window)
                if answer is not None and then:
                    self.take_step(then(self.mode, answer))
            case Leave():
                self.is_left = True
            case KeepProgress():
                ignored = suppress(JournalProblem)
                with ignored if effect.is_quiet else reporting_problems(self.talk.say):
                    self.storage.keep_progress(effect.items, is_new=effect.is_new)
            case TakePicture() | SimpleEffect.RECORDS | SimpleEffect.LEARN | SimpleEffect.REVIEW:
                self.talk.say(_ONLY_ON_SCREEN)
            case _:
                pass

    def open(self, window: Window[object]) -> object:
        talk = self.talk
        match window:
            case Message(text):
                talk.say(text)
            case Rulebook(rules, section):
                shown = (page for page in pages(rules) if section in (None, page.id))
                talk.say("\n\n".join(write_section(rules, page, columns()) for page in shown))
            case AllRolls(game, naming):
                talk.say("\n".join(_roll_chart_lines(game, naming)))
            case Confirm(question):
                talk.say(question)
                return us_keys(talk.ask("y/n ")).lower() in ("y", "yes")
            case _:
                talk.say(_ONLY_ON_SCREEN)
        return None

    def _help(self) -> Iterator[str]:
        own = self.storage.settings.keys
        for _, known in self._typed_commands():
            text = known.help or known.title
            if not text or not (known.words or known.usage):
                continue
            keys = [own.shown(known.key)] if len(known.key) == 1 else []
            typed = known.usage or ", ".join([*keys, *known.words])
            head, below = f"{typed:<{_HELP_BEGINS}}", " " * _HELP_BEGINS
            if len(typed) >= _HELP_BEGINS:
                yield typed
                head = below
            yield from wrap(text, columns(), head, below)

    # ---- commands that replace the screen

    def _do(self, command: Command[Any], *text: str) -> Reply:
        reply: Reply = getattr(self, command.method)(*text)
        return reply

    def _typed_commands(self) -> Iterator[tuple[object, Command[Any]]]:
        """Yield the commands of the conversation and of the mode, each with its owner."""
        for owner in (self, self.mode):
            commands = commands_of(type(owner))
            yield from ((owner, known) for known in commands if meets(owner, known.exists))

    @command(
        words=("play",), takes_text=True, usage="3, play 3", help="Make play number 3 of the list"
    )
    def play(self, number: str = "") -> Reply:
        rows = self.rows
        row = int(number) - 1 if number.isascii() and number.isdecimal() and len(number) < 6 else -1
        if not rows:
            return _NOTHING
        if row not in range(len(rows)):
            return "There is one play: 1." if len(rows) == 1 else f"Type 1 to {len(rows)}."
        if len(rows) > 1 and not self._is_shown(row):
            # A number is a choice only from a list that the players have seen.
            listed = self._list(range(row - row % _MAX_PLAYS, len(rows)))
            return f"{listed}\nThese are the plays now. Type the number again to play it."
        chosen, _ = self.mode.take_at_board(ChooseRow(row))
        return chosen.take_at_board(ChooseRow(row))

    @command(
        words=("plays",),
        takes_text=True,
        usage="plays, plays 24/",
        help="List the legal plays, or only those from 24",
    )
    def list_plays(self, start: str = "") -> str:
        named = [i for i, row in enumerate(self.rows) if row.text.startswith(start.lower())]
        return self._list(named)

    def _list(self, named: Sequence[int]) -> str:
        self._listed, self._shown = self.rows, frozenset(named[:_MAX_PLAYS])
        if not (self.mode.state and self.rows):
            return "\n".join(write_plays(self.rows, named))
        plays, naming = self.mode.state.choosing.plays, self.mode.naming
        side = plays.game.side or Side.WHITE
        asides = (describe_kept(plays.outlook(row), side, naming) for row in named[:_MAX_PLAYS])
        return "\n".join(write_plays(self.rows, named, [*asides]))

    def _is_shown(self, row: int) -> bool:
        """Return True if the list shown last has this play, and nothing has changed since."""
        return self.rows is self._listed and row in self._shown

    @property
    def rows(self) -> tuple[PlayRow, ...]:
        return self.mode.state.choosing.rows if self.mode.state else ()

    @command(words=("board",), help="Draw the board")
    def draw(self) -> str:
        mode, game = self.mode, self.mode.game
        return draw_board(game, mode.naming, columns(), mode.counting) if game else _NO_BOARD

    @command(words=("where",), help="List the places of all checkers")
    def where(self) -> str:
        game, naming = self.mode.game, self.mode.naming
        lines = [describe_position(game.position, side, naming) for side in Side] if game else []
        return "\n".join(lines) or _NO_BOARD

    @command(
        words=("point",), takes_text=True, usage="point 14", help="Show the checkers on a point"
    )
    def point(self, text: str = "") -> str:
        point, game = POINT_LABELS.get(text), self.mode.game
        if point is None or game is None:
            return "Points are 1 to 24, as the side to play numbers them."
        side = game.actor or Side.WHITE
        return describe_point(game.rules, game.position, side, point, self.mode.naming)

    @command(words=("line",), help="Show the position in one line")
    def line(self) -> str:
        return str(self.mode.game.position) if self.mode.game else _NO_BOARD

    @property
    def has_id(self) -> bool:
        return self.mode.game is not None and has_position_id(self.mode.game.rules)

    @command(words=("id",), help="Show the position as a gnubg ID", exists=lambda talk: talk.has_id)
    def id(self) -> str:
        game = self.mode.game
        return position_id(game.position, game.actor or Side.WHITE) if game else _NO_BOARD

    @command(words=("quit",), help="Leave")
    def quit(self) -> Step[Any]:
        return self.mode.leave()


def write_plays(
    rows: Sequence[PlayRow], shown: Sequence[int], asides: Sequence[str] = ()
) -> Iterator[str]:
    """Yield the plays with these indices, numbered, as many as fit, each with its aside."""
    if not shown:
        yield "There is no such play." if rows else _NOTHING
    for index, aside in zip_longest(shown[:_MAX_PLAYS], asides, fillvalue=""):
        text = f"{int(index) + 1:>4}  {rows[int(index)].text}{aside}"
        yield from wrap(text, columns(), below=" " * 8)
    if shown[_MAX_PLAYS:]:
        more = len(shown) - _MAX_PLAYS
        yield f"and {more} more; name a first move, such as plays {rows[shown[0]].text[:3]}"


def _key_of(answers: Sequence[tuple[str, str]], line: str) -> str:
    """Return the key of a typed answer: the key itself, its whole text or its first word."""
    texts = {key: text.lower() for key, text in answers}
    begun = [key for key, text in texts.items() if text.split()[:1] in ([line], [f"{line}:"])]
    named = [key for key, text in texts.items() if line in (key, text)] or begun
    return named[0] if len(named) == 1 else ""


# ---- roll chart

_CELL: Final = 8


def _roll_chart_lines(game: Game, naming: Naming) -> Iterator[str]:
    starting_position = position_before_roll(game)
    if starting_position is None:
        yield "The opening roll has not yet decided who starts."
        return
    chart = roll_chart(game.rules, starting_position)
    has_rolled = game.turn is not None and game.phase is not Phase.ROLL_AGAIN
    name = naming.name(chart.side)
    yield f"{f'What {name} could have rolled' if has_rolled else f'{name}: the next roll'}:"
    yield "   " + "".join(f"{die:<{_CELL}}" for die in range(1, 7)).rstrip()
    for number, row in enumerate(chart.rows, 1):
        yield f"{number}  " + "".join(f"{write_cell(cell):<{_CELL}}" for cell in row).rstrip()
    yield from describe_legend(chart)
    yield describe_chances(chart)
