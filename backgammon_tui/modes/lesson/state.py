"""A learner's state in the middle of a lesson: the input and the lesson's answer.

A `LessonState` is one immutable state of the lesson's screen: the run of the lesson, and an input
over the run's game in which moves are typed, picked and previewed as in any game. The run judges
every play made and every try.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Final, Self

from backgammon_tui.engine import Match, Resign
from backgammon_tui.engine.notation import WORDS, Unreadable
from backgammon_tui.match.record import DiceOrigin, GameRecord, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.inputs import Input, Key, TypedLine, next_highlighted
from backgammon_tui.modes.notice import Notice, news_of, refusal
from backgammon_tui.modes.play.handling import handle, press
from backgammon_tui.modes.play.prompts import ResignFor, WhichPlay, ask_resign, redo, undo
from backgammon_tui.modes.play.state import Answer, PlayState, Question
from backgammon_tui.settings import Settings
from backgammon_tui.teach.lessons.judging import mistakes
from backgammon_tui.teach.lessons.lesson import Lesson, LessonQuestion, Task, rule_of
from backgammon_tui.teach.lessons.run import ASKED, Awaited, Punishment, Run, Verdict, run_at
from backgammon_tui.teach.rulebook.pages import name_of_section_about
from backgammon_tui.teach.typed_actions import write_typed
from backgammon_tui.words.naming import STANDARD

_TAKEN: Final = (Verdict.RIGHT, Verdict.NOT_DONE, Verdict.ANSWERED, Verdict.MISSED)
"""The verdicts on plays that stand."""

_MAX_WORDS: Final = 60

_WORDS: Final = (("k", "keep"), ("r", "reroll"), ("y", "yes"), ("n", "no"))
"""The keys that answer at once, and the words that they begin."""

_WATCHING: Final = Notice("")
"""The news of an input in which nothing can be moved now."""


@dataclass(frozen=True)
class LessonState:
    """One state of a lesson on the board."""

    run: Run
    input: PlayState
    tried: str = ""
    """The play or answer last judged, as it would be typed."""

    shows_hint: bool = False

    punished: Punishment | None = None
    """A wrong play with the roll that punishes it, while the board shows that."""

    typed: str = ""
    """The answer being typed to a question, or words typed where no move contains them."""

    rest: str = ""
    """The letters and the Enter that complete the word whose first letter has just answered."""

    @classmethod
    def begin(cls, lesson: Lesson, options: Settings, step: int = 0) -> Self:
        run = run_at(lesson, step)
        return cls(run, _input_at(run, options))

    @property
    def shown(self) -> PlayState:
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
    def is_open(self) -> bool:
        """True if the plays may be listed.

        Before the first try they would give the answer away; a single play would even after it,
        and so would the list where every play of a kind is asked for.
        """
        if self.run.awaited is not Awaited.ACTION:
            return True
        if isinstance(self.run.asked, Task) and self.run.asked.needs_all:
            return False
        return self.shows_hint or (self.run.is_open and len(self.input.selection.rows) > 1)

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
        input, question = self.input, self.input.question
        if question:
            after = _answer_question(input, question, given)
            word = next((word for key, word in _WORDS if given in (key, key.upper())), "")
            rest = f"{word[1:]}\n" if after.question is not question and word else ""
            return replace(self._judged_or_updated(after), rest=rest)
        if self.typed:
            return self._type_words(given)
        if isinstance(given, str) and begins_words(input, given):
            text = input.selection.text + given
            return replace(self, typed=text, input=input.select(input.selection.with_text("")))
        return self._judged_or_updated(handle(input, given))

    def _judged_or_updated(self, after: PlayState) -> Self:
        return self._judge(after, after.tried) if after.tried else self.update(after)

    def _type_words(self, given: Input) -> Self:
        dropped = replace(self, typed="")
        match given:
            case Key.BACKSPACE:
                return replace(self, typed=self.typed[:-1])
            case Key.SPACE:
                return replace(self, typed=f"{self.typed.rstrip()} ")
            case Key.ENTER:
                return dropped._judge(self.input, (self.typed.strip(),))
            case str() if given.isalpha() or not self.typed.isalpha():
                return replace(self, typed=(self.typed + given)[:_MAX_WORDS])
            case _:
                return dropped._handle_at_board(given)

    def update(self, input: PlayState) -> Self:
        """Return the lesson with another input, and judge the moves made in it."""
        made = input.table.actions[len(self.input.table.actions) :]
        if not made or self.run.awaited is not Awaited.ACTION:
            return replace(self, input=input)
        before = self.input.selection
        is_typed = before.row is None and before.reading.moves == made
        tried = before.text.strip() if is_typed else write_typed(made)
        # The lesson comments on the play; after a wrong one it is the learner's turn again.
        selection = input.selection.turn_to(board=before.on_board)
        input = replace(input.acknowledge(), selection=selection, notice=None)
        return self._take(self.run.try_actions(made), input, tried)

    def _judge(self, input: PlayState, texts: tuple[str, ...]) -> Self:
        """Let the run judge the tried moves; of several meanings use one the lesson foresees."""
        input = replace(input, tried=())
        try:
            runs = {text: self.run.try_text(text) for text in texts}
        except Unreadable:
            said = f"{texts[0][:40]!a} is not a move. Type from/to, such as 13/9 or 6/off."
            emptied = input.select(input.selection.with_text(""))
            return replace(self, input=emptied.say(said, is_refusal=True))
        foreseen = (text for text, run in runs.items() if run.answer and run.answer.foreseen)
        text = next(foreseen, texts[0])
        return self._take(runs[text], input, text)

    def _take(self, run: Run, input: PlayState, tried: str = "") -> Self:
        """Take a run changed by an answer; the input stays if its game has not changed."""
        is_unclear = run.answer and run.answer.verdict is Verdict.UNCLEAR
        is_right = run.answer and run.answer.verdict in _TAKEN
        stays = input.game == run.game and (is_right or (is_unclear and input.asked))
        if not stays:
            input = _input_at(run, input.options, on_board=input.selection.on_board)
        elif run.awaited is not Awaited.ACTION:
            selection = input.selection.turn_to(board=False)
            input = replace(input, news=_WATCHING, selection=selection)
        return replace(
            self, run=run, input=input, tried="" if is_right else tried, shows_hint=False
        )

    def undo(self) -> Self:
        """Undo the last move, or the answer to a question."""
        run = self.run.undo()
        input = self.input
        if input.table.can_undo:
            back = undo(input)
            selection = back.selection.turn_to(board=input.selection.on_board)
            input = replace(back.acknowledge(), selection=selection)
        if input is self.input or input.game != run.game:
            input = _input_at(run, input.options)
        return replace(self, run=run, input=input, tried="")

    def redo(self) -> Self:
        return self.update(redo(self.input))

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
        return after._take(run, self.input, text)

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
        return self._take(self.run.show_solution(), self.input)

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
            return self._take(self.run.refuse_to_end(), self.input)
        return replace(self, input=ask_resign(self.input))

    def go_back_to(self, which: int) -> Self:
        costly = mistakes(self.run)
        return self._at(self.run.back(costly[which].at)) if which < len(costly) else self

    def _at(self, run: Run) -> Self:
        return type(self)(run, _input_at(run, self.input.options))


def _input_at(run: Run, options: Settings, *, on_board: bool = False) -> PlayState:
    """Return an input over the game of a run, in which moves can be made if the run awaits them."""
    # A lesson is not saved, so the record names only the game and the sides.
    record = MatchRecord(
        run.game.rules, STANDARD.white, STANDARD.black, "", None, (GameRecord(DiceOrigin.of(None)),)
    )
    table = Table(record, Match(run.game.rules, None), None, (run.before,))
    opened = PlayState.open(table.apply(*run.made), options, accepts_illegal=True)
    input = replace(opened.acknowledge(), notice=None)
    if run.awaited is not Awaited.ACTION:
        return replace(input, news=_WATCHING)
    if input.question and run.answer:
        # An Enter pressed out of habit after a wrong answer must not give another one.
        return input.highlight(None)
    return press(input, Key.TAB) if on_board and input.game.stage else input


def begins_words(input: PlayState, letter: str) -> bool:
    """Return True if no notation contains what is typed with a letter at its end."""
    if not letter.isalpha() or input.selection.row is not None:
        return False
    text = (input.selection.text + letter).lower()
    word = text[len(text.rstrip(ascii_lowercase)) :]
    is_notation = text == "c" or any(known.startswith(word) for known in WORDS)
    return input.game.stage is None or not is_notation


def _answer_question(input: PlayState, question: Question, given: Input) -> PlayState:
    """Take an input while a question is open.

    A character that is no answer here but could be one elsewhere is tried, so that the lesson
    explains why it is none.
    """
    key = input.highlighted.key if given in (Key.ENTER, Key.SPACE) and input.highlighted else given
    if not isinstance(key, str):
        return handle(input, given)
    # If yes is the only answer, its number means the same.
    answers = question.answers
    answer = next((each for each in answers if key in (each.key, _points_of(each))), None)
    if answer and _points_of(answer):
        # The lesson accepts whatever the rules allow.
        return input.make(answer.actions)
    if key.isdecimal() and not answer and not isinstance(question, WhichPlay):
        tried = f"resign {key}" if isinstance(question, ResignFor) else key
        return input.let_judge(tried)
    return handle(input, given)


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
