"""Somebody in the middle of a lesson on the board: what is done, and what is answered to it.

A learning is one immutable state of the lesson's screen: the run of the lesson, and a sitting
over the run's game in which moves are typed, picked and previewed as in any game. Whatever is
made or tried there, the run judges.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self

from backgammon_tui.engine.match import Match
from backgammon_tui.engine.notation import Unreadable
from backgammon_tui.engine.turn import Withheld
from backgammon_tui.records.record import DiceOrigin, GameRecord, MatchRecord
from backgammon_tui.records.table import Table
from backgammon_tui.teach.lesson import Lesson
from backgammon_tui.teach.running import Awaited, Run, Verdict
from backgammon_tui.teach.typed_actions import write_typed
from backgammon_tui.tui.sitting import Key, Notice, Options
from backgammon_tui.tui.sitting.news import news_of, refusal
from backgammon_tui.tui.sitting.trying import Trying
from backgammon_tui.words.speaker import Speaker

NAMES: Final = Speaker()
"""What the sides are called in every lesson."""

_WATCHING: Final = Notice("")
"""The gate of a sitting in which nothing can be moved now."""


@dataclass(frozen=True)
class Learning:
    """One state of a lesson on the board."""

    run: Run
    sitting: Trying
    tried: str = ""
    """What the last answer is about, as it would be typed."""

    shows_hint: bool = False
    lit: int | None = None
    """Which answer of a question the arrows stand on."""

    @classmethod
    def begin(cls, lesson: Lesson, options: Options) -> Self:
        """The beginning of a lesson."""
        run = Run.begin(lesson)
        return cls(run, _seat(run, options))

    @property
    def shown(self) -> Trying:
        """The sitting as the board shows it, with the points lit that the answer is about."""
        pointed, sitting = _pointed(self.run), self.sitting
        if pointed is None or (sitting.notice and not sitting.gate):
            return sitting
        if sitting.gate:
            return replace(sitting, gate=pointed)
        return replace(sitting, notice=pointed)

    @property
    def choice_keys(self) -> tuple[str, ...]:
        """The keys of the question's answers: an answer of one digit is its own."""
        texts = [choice.text for choice in self.run.choices]
        if all(len(text) == 1 and text.isdecimal() for text in texts):
            return tuple(texts)
        return tuple(str(number) for number in range(1, len(texts) + 1))

    # ---- moves and decisions

    def become(self, sitting: Trying) -> Self:
        """The learning after something was done in the sitting."""
        if self.run.awaited is not Awaited.ACTION:
            return self
        if sitting.tried:
            return self._judge(sitting)
        made = sitting.table.actions[len(self.sitting.table.actions) :]
        if not made:
            return replace(self, sitting=sitting)
        is_typed = self.sitting.row is None and self.sitting.reading.moves == made
        tried = self.sitting.text.strip() if is_typed else write_typed(made)
        return self._take(self.run.try_actions(made), sitting, tried)

    def _judge(self, sitting: Trying) -> Self:
        """Have the run judge what was tried, of several meanings one that it foresees."""
        texts, sitting = sitting.tried, replace(sitting, tried=())
        try:
            runs = {text: self.run.try_text(text) for text in texts}
        except Unreadable:
            said = f"{texts[0]} is no move; moves are typed as from/to, such as 13/9 or 6/off."
            return replace(self, sitting=replace(sitting, notice=Notice(said, is_refusal=True)))
        foreseen = (text for text, run in runs.items() if run.answer and run.answer.foreseen)
        text = next(foreseen, texts[0])
        return self._take(runs[text], sitting, text)

    def _take(self, run: Run, sitting: Trying, tried: str = "") -> Self:
        """Go on as an answer has left the run.

        Args:
            run: The run after it.
            sitting: The sitting in which it was given, which stays if it is still so.
            tried: What the answer is about.
        """
        is_unclear = run.answer and run.answer.verdict is Verdict.UNCLEAR
        is_right = run.answer and run.answer.verdict in (Verdict.RIGHT, Verdict.NOT_DONE)
        stays = sitting.game == run.game and (is_right or (is_unclear and sitting.asking))
        if not stays:
            sitting = _seat(run, sitting.options, on_board=sitting.on_board)
        elif run.awaited is not Awaited.ACTION:
            sitting = replace(sitting, gate=_WATCHING, on_board=False)
        return replace(
            self, run=run, sitting=sitting, tried="" if is_right else tried, shows_hint=False
        )

    def undo(self) -> Self:
        """The learning before the last move, or before the answer to a question."""
        run = self.run.undo()
        sitting = self.sitting.undo() if self.sitting.table.can_undo else None
        if sitting is None or sitting.game != run.game:
            sitting = _seat(run, self.sitting.options)
        return replace(self, run=run, sitting=sitting, tried="", lit=None)

    def redo(self) -> Self:
        """The learning with the move that was undone last made again."""
        return self.become(self.sitting.redo())

    # ---- what else can be done

    def choose(self, index: int) -> Self:
        """The learning after an answer to a question, counted from 0."""
        if self.run.awaited is not Awaited.CHOICE:
            return self
        text = self.run.choices[index].text
        return replace(self._take(self.run.choose(index), self.sitting, text), lit=None)

    def light(self, by: int) -> Self:
        """The learning with the arrows on another answer of the question."""
        count = len(self.run.choices)
        if not count:
            return self
        first = 0 if by > 0 else count - 1
        return replace(self, lit=first if self.lit is None else (self.lit + by) % count)

    def show_hint(self) -> Self:
        """The learning with the hint shown."""
        is_open = self.run.awaited in (Awaited.ACTION, Awaited.CHOICE)
        return replace(self, shows_hint=is_open)

    def show_solution(self) -> Self:
        """The learning with the step solved by the lesson."""
        if self.run.awaited not in (Awaited.ACTION, Awaited.CHOICE):
            return self
        return replace(self._take(self.run.show_solution(), self.sitting), lit=None)

    def put_back(self) -> Self:
        """The learning as it was when the step asked."""
        return self._anew(self.run.back())

    def go_on(self) -> Self:
        """The learning at the next step, if this one is read or solved."""
        run = self.run.go_on()
        return self if run is self.run else self._anew(run)

    def ask_resign(self) -> Self:
        """The learning in which the side to play is asked for how many points it resigns."""
        if self.run.awaited is not Awaited.ACTION:
            return self
        return replace(self, sitting=self.sitting.ask_resign())

    def _anew(self, run: Run) -> Self:
        return replace(
            self,
            run=run,
            sitting=_seat(run, self.sitting.options),
            tried="",
            shows_hint=False,
            lit=None,
        )


def _seat(run: Run, options: Options, *, on_board: bool = False) -> Trying:
    """A sitting over the game of a run, in which moves can be made if the run awaits them."""
    # Nothing of a lesson is kept, so the record says no more than who plays what.
    record = MatchRecord(
        run.game.rules, NAMES.white, NAMES.black, "", None, (GameRecord(DiceOrigin.of(None)),)
    )
    table = Table(record, Match(run.game.rules, None), None, (run.before,))
    for action in run.made:
        table = table.apply(action)
    sitting = Trying.open(table, options)
    if run.awaited is not Awaited.ACTION:
        return replace(sitting, gate=_WATCHING)
    return sitting.press(Key.TAB) if on_board and sitting.game.stage else sitting


def _pointed(run: Run) -> Notice | None:
    """The points that the last answer is about, and the rule that it rests on.

    As long as nothing is answered, those that stand in the way of what was thrown.
    """
    answer = run.answer
    if answer and answer.reason:
        return refusal(answer.reason, NAMES)
    if answer and answer.foreseen and isinstance(answer.foreseen.reason, Withheld):
        return Notice("", why=answer.foreseen.reason)
    if answer:
        return news_of(answer.events, NAMES)
    return news_of(run.told[-1], NAMES) if run.told else None
