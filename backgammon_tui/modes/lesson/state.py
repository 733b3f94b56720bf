"""A learner's state in the middle of a lesson: the input and the lesson's answer.

A `LessonState` is one immutable state of the lesson's screen: the run of the lesson, and an input
over the run's game in which moves are typed, picked and previewed as in any game. The run judges
every play made and every try.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_lowercase
from typing import Final, Self

from backgammon_tui.engine import Action, Move, Resign
from backgammon_tui.engine.notation import WORDS, Unreadable
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.modes.inputs import (
    Input,
    Key,
    Paste,
    PointAt,
    Scroll,
    TypedLine,
    next_highlighted,
)
from backgammon_tui.modes.notice import Notice, news_of, refusal
from backgammon_tui.modes.play.choosing import (
    NOTATION,
    AmbiguousPlay,
    Choosing,
    ChosenPlay,
    IllegalPlay,
    InputOutcome,
    Missing,
    UnfinishedPlay,
)
from backgammon_tui.modes.play.handling import PUT_DOWN
from backgammon_tui.modes.play.prompts import (
    NOTHING_UNDONE,
    ResignFor,
    WhichPlay,
    resign_for,
    which_play,
)
from backgammon_tui.modes.play.state import Answer, BoardState, Question, choosing_in
from backgammon_tui.settings import Settings
from backgammon_tui.teach.lessons.judging import mistakes
from backgammon_tui.teach.lessons.lesson import Lesson, LessonQuestion, Task, rule_of
from backgammon_tui.teach.lessons.run import ASKED, Awaited, Punishment, Run, Verdict, run_at
from backgammon_tui.teach.rulebook.pages import name_of_section_about
from backgammon_tui.teach.typed_actions import write_typed
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.turns import describe_undo

_TAKEN: Final = (Verdict.RIGHT, Verdict.NOT_DONE, Verdict.ANSWERED, Verdict.MISSED)
"""The verdicts on plays that stand."""

_MAX_WORDS: Final = 60

_WORDS: Final = (("k", "keep"), ("r", "reroll"), ("y", "yes"), ("n", "no"))
"""The keys that answer at once, and the words that they begin."""

_WATCHING: Final = Notice("")
"""The news of an input in which nothing can be moved now."""


_NO_ROLL: Final = "The lesson rolls the dice."
_TRY: Final = "Type a play, or click its checkers."
_MISSING: Final = {
    Missing.CHOICE: _TRY,
    Missing.TARGET: PUT_DOWN,
    Missing.MOVES: "Type the whole play.",  # The plays are not listed at first.
}


@dataclass(frozen=True, kw_only=True)
class LearnersBoard(BoardState):
    """The game of a lesson, in which moves can be chosen that are not legal."""

    @cached_property
    def preview(self) -> tuple[Move, ...]:
        choosing = self.choosing
        is_more = choosing.row is None and choosing.text and choosing.is_stuck
        # A play with further moves would be more than the typed text.
        return () if is_more else super().preview


@dataclass(frozen=True)
class LessonState:
    """One state of a lesson on the board."""

    run: Run
    input: LearnersBoard
    tried: str = ""
    """The play or answer last judged, as it would be typed."""

    shows_hint: bool = False

    punished: Punishment | None = None
    """A wrong play with the roll that punishes it, while the board shows that."""

    typed: str = ""
    """The answer being typed to a question, or words typed where no move contains them."""

    undone: tuple[tuple[Action, ...], ...] = ()
    """The actions undone since the last try, the latest first."""

    rest: str = ""
    """The letters and the Enter that complete the word whose first letter has just answered."""

    @classmethod
    def begin(cls, lesson: Lesson, options: Settings, step: int = 0) -> Self:
        run = run_at(lesson, step)
        return cls(run, _input_at(run, options))

    @property
    def shown(self) -> LearnersBoard:
        """The input as the board shows it, with the points of the answer highlighted."""
        if self.punished:
            run = replace(self.run, made=self.punished.actions, is_solved=True)
            return _input_at(run, self.input.options)
        pointed, input = _pointed(self.run), self.input
        if pointed is None or (input.notice and not input.news):
            return input
        if input.news:
            return replace(input, news=pointed)
        return replace(input, notice=pointed)

    @property
    def record(self) -> MatchRecord:
        """The players of a match that may go on from here; a lesson itself is not saved."""
        return MatchRecord(self.run.game.rules, STANDARD.white, STANDARD.black, "", None)

    @property
    def is_open(self) -> bool:
        """True if the plays may be listed.

        Before the first try they would give the answer away; a single play would even after it,
        and so would the list where every play of a kind is asked for.
        """
        if self.run.awaited is not Awaited.ACTION:
            return True
        if isinstance(self.run.asked, Task) and self.run.asked.needs_all:
            return False
        return self.shows_hint or (self.run.is_open and len(self.input.choosing.rows) > 1)

    @property
    def why_closed(self) -> str:
        """The reason why the plays are not listed yet."""
        if isinstance(self.run.asked, Task) and self.run.asked.needs_all:
            return "The list would name the plays."
        if self.run.is_open:
            return "There is only one legal play. A hint helps: t."
        return "The list comes after your first try, or with a hint: t."

    @property
    def rule_asked(self) -> tuple[str, str] | None:
        """The id and the title of the section that a question is about."""
        asked = self.run.asked
        if not isinstance(asked, LessonQuestion) or asked.subject is None:
            return None
        return name_of_section_about(self.run.game.rules, rule_of(asked.subject))

    def say(self, text: str) -> Self:
        return replace(self, input=replace(self.input, notice=Notice(text)))

    # ---- moves and decisions

    def handle(self, given: Input) -> Self:
        """Take an input at the board, or at a question of the lesson."""
        match self.run.awaited:
            case Awaited.ACTION:
                return self._handle_at_board(given)
            case Awaited.TYPED:
                return self._type_answer(given)
            case _ if isinstance(given, TypedLine):
                return self.say("There is nothing to do here. Enter goes on.")
            case _:
                return self

    def _handle_at_board(self, given: Input) -> Self:
        input = self.input
        match given:
            case TypedLine(text):
                return self._judge((text,))
            case Paste(text):
                return self._paste(text)
            case _ if input.question:
                return self._answer_question(input.question, given)
            case _ if self.typed:
                return self._type_words(given)
            case str() if begins_words(input, given):
                text = input.choosing.text + given
                emptied = input.select(input.choosing.with_text(""))
                return replace(self, typed=text, input=emptied)
            case _:
                return self._choose(given)

    def _choose(self, given: Input) -> Self:
        """Take an input where a play is to be chosen."""
        input, choosing = self.input, self.input.choosing
        match given:
            case Key.ESCAPE:
                return replace(self, input=input.close())
            case Scroll(by):
                return self._choose(Key.DOWN if by > 0 else Key.UP)
            case PointAt() if input.game.stage:
                place = input.place_of(given)
                return self if place is None else self._follow(choosing.pick(place))
            case Key.TAB:
                return self._follow(choosing.on(given))
            case Key.SPACE | Key.ENTER | str() if input.awaits_roll:
                return self.say(_NO_ROLL)
            case _ if input.game.stage is None:
                return self
            case Key.ENTER if choosing.row is None and choosing.text and choosing.is_stuck:
                return self._judge((choosing.text.strip(),))
            case Key.ENTER:
                return self._follow(choosing.point())
            case Key.SPACE if choosing.on_board and (choosing.has_picked or not choosing.text):
                return self._follow(choosing.point())
            case _:
                outcome = choosing.on(given, input.lines)
                is_typed = isinstance(given, str) or given is Key.SPACE
                return self._follow(outcome, is_typed=is_typed)

    def _follow(self, outcome: InputOutcome, *, is_typed: bool = False) -> Self:
        """Return the lesson after what came of an input: illegal moves are judged, too."""
        input = self.input
        match outcome:
            case Choosing():
                if outcome is input.choosing:
                    return self
                chosen = input.type(outcome) if is_typed else input.select(outcome)
                return replace(self, input=chosen)
            case ChosenPlay(is_only=True):
                return self.say(_TRY)
            case ChosenPlay(moves, text):
                return self._make(moves, text)
            case AmbiguousPlay(choosing, plays, text):
                asked = replace(self, input=input.select(choosing).ask(which_play(plays)))
                return asked._judge((text,))
            case IllegalPlay(choosing, (text, *_), is_begun=True):
                return replace(self, input=input.select(input.choosing.with_text(text)))
            case IllegalPlay(choosing, texts):
                there = replace(self, input=input.select(choosing))
                return there._judge(texts) if texts else there
            case UnfinishedPlay(_, missing):
                return self.say(_MISSING[missing])

    def _paste(self, text: str) -> Self:
        """Paste a text, read as if it had been typed."""
        after = self
        for character in text[:_MAX_WORDS]:
            if after.run is not self.run or after.input.question:
                break
            if character == " " and after.input.choosing.text:
                after = after._choose(Key.SPACE)
            elif character.lower() in NOTATION:
                after = after._choose(character)
        return after

    def _answer_question(self, question: Question, given: Input) -> Self:
        """Take an input while a question is open.

        A character that is no answer here but could be one elsewhere is tried, so that the lesson
        explains why it is none.
        """
        input = self.input
        is_taken = given in (Key.ENTER, Key.SPACE) and input.highlighted
        key = input.highlighted.key if is_taken and input.highlighted else given
        if isinstance(key, str):
            # If yes is the only answer, its number means the same.
            known = (each for each in question.answers if key in (each.key, _points_of(each)))
            if (answer := next(known, None)) and _points_of(answer):
                # The lesson accepts whatever the rules allow.
                return self._make(answer.actions)
            if key.isdecimal() and not answer and not isinstance(question, WhichPlay):
                return self._judge((f"resign {key}" if isinstance(question, ResignFor) else key,))
        after = input.answered(given)
        if not isinstance(after, Answer):
            return replace(self, input=after)
        word = next((word for key, word in _WORDS if given in (key, key.upper())), "")
        return replace(self._take_answer(after), rest=f"{word[1:]}\n" if word else "")

    def _take_answer(self, answer: Answer) -> Self:
        if len(answer.choices) > 1:
            return replace(self, input=self.input.ask(which_play(answer.choices)))
        if answer.actions:
            return self._make(answer.actions)
        return replace(self, input=self.input.close_question().say("The game goes on."))

    def _type_words(self, given: Input) -> Self:
        """Take an input while words are typed, such as `resign 1`; Enter tries them."""
        dropped = replace(self, typed="")
        match given:
            case Key.BACKSPACE:
                return replace(self, typed=self.typed[:-1])
            case Key.SPACE:
                return replace(self, typed=f"{self.typed.rstrip()} ")
            case Key.ENTER:
                return dropped._judge((self.typed.strip(),))
            case str() if given.isalpha() or not self.typed.isalpha():
                return replace(self, typed=(self.typed + given)[:_MAX_WORDS])
            case _:
                return dropped._handle_at_board(given)

    def _make(self, actions: Sequence[Action], text: str = "") -> Self:
        """Let the run judge actions, which may have been typed as a text."""
        return self._take(self.run.try_actions(actions), text or write_typed(actions))

    def _judge(self, texts: Sequence[str]) -> Self:
        """Let the run judge typed moves; of several meanings use one the lesson foresees."""
        try:
            runs = {text: self.run.try_text(text) for text in texts}
        except Unreadable:
            said = f"{texts[0][:40]!a} is not a move. Type from/to, such as 13/9 or 6/off."
            emptied = self.input.select(self.input.choosing.with_text(""))
            return replace(self, input=emptied.say(said, is_refusal=True))
        foreseen = (text for text, run in runs.items() if run.answer and run.answer.foreseen)
        text = next(foreseen, texts[0])
        return self._take(runs[text], text)

    def _take(self, run: Run, tried: str = "") -> Self:
        """Take a run changed by an answer; a question of what was meant stays."""
        verdict = run.answer.verdict if run.answer else None
        is_right, input = verdict in _TAKEN, self.input
        if not (verdict is Verdict.UNCLEAR and input.asked):
            input = _input_at(run, input.options, on_board=input.choosing.on_board)
        if input.question and not input.asked and run.answer and not is_right:
            # An Enter pressed out of habit after a wrong answer must not give another one.
            input = input.highlight(None)
        return replace(
            self,
            run=run,
            input=input,
            tried="" if is_right else tried,
            shows_hint=False,
            undone=(),
        )

    def undo(self) -> Self:
        """Undo the last move, or the answer to a question."""
        run = self.run.undo()
        taken_back = self.run.made[len(run.made) :]
        input = _input_at(run, self.input.options, on_board=self.input.choosing.on_board)
        match taken_back:
            case (Move() as move,):
                input = input.say(describe_undo(move))
        return replace(self, run=run, input=input, tried="", undone=(taken_back[:1], *self.undone))

    def redo(self) -> Self:
        """Make the move again that was undone last."""
        if not self.undone:
            return self.say(NOTHING_UNDONE)
        actions, *rest = self.undone
        return replace(self._make(actions), undone=tuple(rest))

    # ---- what else can be done

    def _type_answer(self, given: Input) -> Self:
        key = self.run.key
        match given:
            case str() if not given.isdecimal() and (word := key.read(given)):
                return replace(self._give_answer(given), rest=f"{word[1:]}\n")
            case Key.UP | Key.DOWN | Key.LEFT | Key.RIGHT if not key.is_number:
                typed = key.answers.index(self.typed) if self.typed in key.answers else None
                return replace(
                    self, typed=key.answers[next_highlighted(typed, given, len(key.answers))]
                )
            case Key.BACKSPACE:
                return replace(self, typed=self.typed[:-1])
            case Key.ENTER | Key.SPACE:
                return self._give_answer(self.typed)
            case TypedLine(line):
                return self._give_answer(line)
            case str() if given.isdecimal():
                longer = (self.typed if self.typed.isdecimal() else "") + given
                return replace(self, typed=longer) if key.read(longer) else self
            case str():
                words = self.typed if not self.typed.isdecimal() else ""
                return replace(self, typed=(words + given)[:_MAX_WORDS])
            case _:
                return self

    def _give_answer(self, text: str) -> Self:
        run = self.run.try_answer(text)
        after = replace(self, typed="")
        if run is self.run:
            return after.say(run.key.instruction)
        return after._take(run, text)

    def show_hint(self) -> Self:
        is_open = self.run.awaited in ASKED
        return replace(self, shows_hint=is_open, input=replace(self.input, notice=None))

    def close(self) -> Self:
        """Close the sentence below the board, or else the hint."""
        input = self.input
        is_told = input.notice and input.notice.text
        hint = self.shows_hint and bool(is_told)
        told = replace(input, notice=None)
        return replace(self, input=told, shows_hint=hint, punished=None, typed="")

    def show_solution(self) -> Self:
        """Let the lesson solve the step."""
        if self.run.awaited not in ASKED:
            return self
        return self._take(self.run.show_solution())

    def put_back(self) -> Self:
        return self._at(self.run.back())

    def go_on(self) -> Self:
        run = self.run.go_on()
        return self if run is self.run else self._at(run)

    def ask_resign(self) -> Self:
        """Ask for the points of a resignation, or explain that a lesson cannot be resigned."""
        if self.run.awaited is not Awaited.ACTION:
            return self
        if not (isinstance(self.run.asked, Task) and self.run.asked.is_about_resigning):
            return self._take(self.run.refuse_to_end())
        loser = self.run.game.actor
        assert loser
        question = resign_for(self.run.game.rules, loser, STANDARD)
        return replace(self, input=self.input.ask(question))

    def go_back_to(self, which: int) -> Self:
        costly = mistakes(self.run)
        return self._at(self.run.back(costly[which].at)) if which < len(costly) else self

    def _at(self, run: Run) -> Self:
        return type(self)(run, _input_at(run, self.input.options))


def _input_at(run: Run, options: Settings, *, on_board: bool = False) -> LearnersBoard:
    """Return the game of a run, in which moves can be chosen if the run awaits them."""
    choosing = choosing_in(run.game, options)
    if run.awaited is not Awaited.ACTION:
        return LearnersBoard(choosing=choosing, options=options, news=_WATCHING)
    if on_board and run.game.stage:
        last = run.made[-1] if run.made else None
        choosing = choosing.turn_to(
            board=True, cursor=last.target if isinstance(last, Move) else None
        )
    return LearnersBoard(choosing=choosing, options=options)


def begins_words(input: BoardState, letter: str) -> bool:
    """Return True if no notation contains what is typed with a letter at its end."""
    if not letter.isalpha() or input.choosing.row is not None:
        return False
    text = (input.choosing.text + letter).lower()
    word = text[len(text.rstrip(ascii_lowercase)) :]
    is_notation = text == "c" or any(known.startswith(word) for known in WORDS)
    return input.game.stage is None or not is_notation


def _points_of(answer: Answer) -> str:
    points = (str(each.points) for each in answer.actions if isinstance(each, Resign))
    return next(points, "")


def _pointed(run: Run) -> Notice | None:
    """Return the points and the rule behind the last answer.

    Before an answer, they are the points that block the numbers rolled.
    """
    answer = run.answer
    if answer and answer.reason:
        return refusal(answer.reason, STANDARD)
    if answer:
        return news_of(answer.events, STANDARD)
    return news_of(run.told[-1], STANDARD) if run.told else None
