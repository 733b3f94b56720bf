"""A mode in plain text: each typed line is answered in lines.

Typed words run the commands of the mode, and those of `plain.commands`. Everything else goes to the
mode as a `TypedLine`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic, TypeVar

from backgammon_tui.engine import Game, NotAllowed, Phase
from backgammon_tui.explain.roll_chart import roll_chart
from backgammon_tui.modes.board import position_before_roll
from backgammon_tui.modes.effects import (
    AllRolls,
    AnyEffect,
    AnyWindow,
    Confirm,
    Effects,
    KeepProgress,
    KeyPage,
    Leave,
    Message,
    Open,
    Rulebook,
    ScrollPanel,
    SimpleEffect,
    Step,
    TakePicture,
    Work,
)
from backgammon_tui.modes.inputs import Key, TypedLine
from backgammon_tui.modes.mode import Command, Mode, find_command, find_word, typed_help
from backgammon_tui.plain.commands import IN_LINES
from backgammon_tui.plain.talk import Quit, Talk, columns
from backgammon_tui.storage.journal.problems import problems_reported
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.rulebook.output import write_section
from backgammon_tui.teach.rulebook.pages import pages
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import Naming, sentence
from backgammon_tui.words.reason_sentences import describe_reason
from backgammon_tui.words.roll_chart import describe_legend, describe_totals, write_cell

Shown = TypeVar("Shown", bound=Mode)

_HELP_BEGINS: Final = 16
"""Column in which the explanations of commands start."""


class Conversation(ABC, Generic[Shown]):
    """A mode in plain text, and the people who type to it."""

    def __init__(self, mode: Shown, talk: Talk, storage: Storage) -> None:
        self.mode = mode
        self.talk = talk
        self.storage = storage
        self.is_left = False

    def run(self) -> None:
        """Greet the people and answer their lines until they leave."""
        try:
            self.greet()
            while not self.is_left:
                if step := self.going_on():
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
    def describe_changes(self, before: Shown) -> None:
        """Describe the changes since an earlier state of the mode."""

    @abstractmethod
    def ask(self) -> str:
        """Name the next thing to do and return the prompt."""

    def say_goodbye(self) -> None:
        self.talk.say("Until next time.")

    def going_on(self) -> Step[Any] | None:
        return None if self.mode.pause is None else self.mode.advance()

    # ---- input

    @property
    def commands(self) -> Sequence[Command]:
        return (*self.mode.commands, *IN_LINES)

    def answer(self, line: str) -> None:
        """Carry out a typed line, or give the reason why it is rejected."""
        try:
            step = self._step(line)
        except NotAllowed as error:
            self.talk.say(describe_reason(error.reason, self.mode.naming))
        except ValueError as error:
            self.talk.say(sentence(error))
        else:
            if line and step[0] is self.mode and not step[1]:
                self.talk.say("That cannot be done now.")
            self.take_step(step)

    def _step(self, line: str) -> Step[Mode]:
        mode = self.mode
        if not line:
            return self.enter()
        if key := _key_of(mode.answers, line.lower()):
            return mode.handle(key)
        word, _, rest = line.partition(" ")
        command = find_word(self.commands, mode, word.lower(), has_rest=bool(rest))
        if command and rest:
            return mode.do(command, rest.strip())
        command = command or (find_command(self.commands, mode, line) if len(line) == 1 else None)
        return mode.do(command) if command else self.typed(line)

    def typed(self, line: str) -> Step[Any]:
        return self.mode.handle(TypedLine(line))

    def enter(self) -> Step[Mode]:
        return self.mode.handle(Key.ENTER)

    # ---- effects

    def take_step(self, step: Step[Any]) -> None:
        """Describe a new state of the mode and carry out its effects."""
        before = self.mode
        self.mode, effects = done(step)
        self.describe_changes(before)
        for effect in effects:
            self.carry_out(effect)

    def carry_out(self, effect: AnyEffect) -> None:
        """Carry out an effect of the mode."""
        match effect:
            case Open(KeyPage()):
                self.talk.say("\n".join(self._help()))
            case Open(window, then, closed):
                answer = self.open(window)
                if answer is not None and then:
                    self.take_step(then(self.mode, answer))
                elif answer is None and closed:
                    self.take_step(closed(self.mode))
            case Leave():
                self.is_left = True
            case KeepProgress():
                self._keep_progress(effect)
            case (
                TakePicture()
                | SimpleEffect.RECORDS
                | SimpleEffect.LEARN
                | SimpleEffect.REVIEW
                | SimpleEffect.REMATCH
                | SimpleEffect.SWAPPED
            ):
                self.talk.say("Only the full screen has this command.")
            case ScrollPanel() | Work() | SimpleEffect():
                pass  # Lines have no animations, and pending work is already done.

    def open(self, window: AnyWindow) -> object:
        """Print a window and ask its question; return the answer, None if there is none."""
        talk = self.talk
        match window:
            case Message(text):
                talk.say(text)
            case Rulebook(rules, section):
                shown = (page for page in pages(rules) if section in (None, page.id))
                talk.say("\n\n".join(write_section(rules, page, columns()) for page in shown))
            case AllRolls(game, naming):
                talk.say("\n".join(_square(game, naming)))
            case Confirm(question):
                return talk.agrees(question)
            case _:
                talk.say("Only the full screen has this command.")
        return None

    def _keep_progress(self, learnt: KeepProgress) -> None:
        with problems_reported(lambda message: None if learnt.is_quiet else self.talk.say(message)):
            self.storage.keep_progress(learnt.items, is_new=learnt.is_new)

    def _help(self) -> Iterator[str]:
        for typed, text in typed_help(self.commands, self.mode):
            head, below = f"{typed:<{_HELP_BEGINS}}", " " * _HELP_BEGINS
            if len(typed) >= _HELP_BEGINS:
                yield typed
                head = below
            yield from wrap(text, columns(), head, below)


def done(step: Step[Any]) -> Step[Any]:
    """Do the work that a mode requests, until only other effects are left."""
    mode, effects = step
    left: Effects = ()
    while effects:
        first, *others = effects
        match first:
            case Work(run, then):
                mode, more = then(mode, run())
            case _:
                left, more = (*left, first), ()
        effects = (*others, *more)
    return mode, left


def _key_of(answers: Sequence[tuple[str, str]], line: str) -> str:
    """Return the key of a typed answer: the key itself, its whole text or its first word."""
    texts = {key: text.lower() for key, text in answers}
    begun = [key for key, text in texts.items() if text.split()[:1] in ([line], [f"{line}:"])]
    named = [key for key, text in texts.items() if line in (key, text)] or begun
    return named[0] if len(named) == 1 else ""


# ---- roll chart

_CELL: Final = 8
"""Columns of a cell of the roll chart."""


def _square(game: Game, naming: Naming) -> Iterator[str]:
    starting_position = position_before_roll(game)
    if starting_position is None:
        yield "It is not clear yet who rolls."
        return
    grid = roll_chart(game.rules, starting_position)
    is_rolled = game.turn is not None and game.phase is not Phase.ROLL_AGAIN
    name = naming.name(grid.side)
    yield f"{f'What {name} could have rolled' if is_rolled else f'{name}: the next roll'}:"
    yield "   " + "".join(f"{die:<{_CELL}}" for die in range(1, 7)).rstrip()
    for number, row in enumerate(grid.rows, 1):
        yield f"{number}  " + "".join(f"{write_cell(cell):<{_CELL}}" for cell in row).rstrip()
    yield from describe_legend(grid)
    yield describe_totals(grid)
