"""A match in plain text; moves and dice are saved before they are printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from backgammon_tui.engine import Event, Phase, Side
from backgammon_tui.match.table import Table, Wait, waits_for
from backgammon_tui.modes.effects import (
    AnyEffect,
    AnyWindow,
    Export,
    GameResult,
    GameSoFar,
    ScoreSheet,
    SimpleEffect,
    Step,
    Work,
)
from backgammon_tui.modes.inputs import Key, NextStep
from backgammon_tui.modes.mode import Command, Mode
from backgammon_tui.modes.notice import Notice, NoticeKind, has_beginner_help, news_of
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import Advice
from backgammon_tui.names import display_name
from backgammon_tui.plain.commands import MOVING, draw, play_number
from backgammon_tui.plain.conversation import Conversation
from backgammon_tui.plain.match_commands import MATCH, describe_last, in_two_lines, write_file
from backgammon_tui.plain.talk import Quit, Talk
from backgammon_tui.session import Remedy, Session, remedies
from backgammon_tui.stats import turns_of
from backgammon_tui.storage.journal.backups import describe_restoring
from backgammon_tui.storage.journal.problems import JournalProblem, problems_reported
from backgammon_tui.storage.journal.query import open_numbers
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.words.naming import STANDARD, capitalized
from backgammon_tui.words.rule_settings import describe_changes
from backgammon_tui.words.storage_problems import StorageErrorKind, describe_no_backup
from backgammon_tui.words.turns import (
    describe_awaited,
    describe_news,
    describe_stages,
    describe_turn,
    describe_worth,
)

_MAX_NAME: Final = 28
"""Maximum number of columns of a name in a prompt."""


class MatchConversation(Conversation[PlayMode]):
    """Two players, or one and the computer, at the table of a session.

    Args:
        notice: A sentence to print first; empty for none.
        folder: The folder option, which must be repeated to resume.
    """

    def __init__(
        self,
        session: Session,
        talk: Talk,
        notice: str = "",
        folder: str = "",
        *,
        offers_passing: bool = False,
    ) -> None:
        mode = replace(PlayMode.begin(session, session.storage), offers_passing=offers_passing)
        super().__init__(mode, talk, session.storage)
        self._session = session
        self._notice = notice
        self._folder = folder
        self._told = session.table
        """The table as last described to the players."""
        self._heard: tuple[Notice | None, ...] = ()
        """The notices that the players have already seen."""

    def run(self) -> None:
        """Play until the players leave; after the match they can still save it."""
        try:
            super().run()
        finally:
            self._session.release()

    def say_goodbye(self) -> None:
        """Explain how to resume."""
        left, journal = self._session.left, self._session.storage.journal
        numbers = open_numbers(journal.path) if journal else ()
        self.talk.say(left.describe(numbers, self._folder))

    @property
    def commands(self) -> Sequence[Command]:
        return (*MATCH, *MOVING, *super().commands)

    # ---- start

    def greet(self) -> None:
        """Name the game and, if it is resumed, describe its state."""
        if self._notice:
            self.talk.say(self._notice)
        match = self._session.table.record
        texts = [
            f"{display_name(match.name(side))} is {STANDARD.name(side)}"
            for side in Side
            if match.name(side) != STANDARD.name(side)
        ]
        texts.append(f"to {match.length}" if match.length else "no limit")
        self.talk.say(f"{match.rules.title}: {', '.join(texts)}.")
        if describe_changes(match.rules):
            self.talk.say(f"House rules: {describe_changes(match.rules)}.")
        if self._session.match:
            self._describe_standing()
        if self._session.has_new_dice and self.mode.state.notice:
            self.talk.say(self.mode.state.notice.text)
        self.talk.say("Type help for the commands.")

    def _describe_standing(self) -> None:
        table = self.mode.table
        number = len(table.record.games)
        over = f"Game {number} is over." if table.accepted else f"Game {number} is resumed."
        self.talk.say(over)
        self._say_score()
        self.talk.say(draw(table.game, self.mode.naming))
        self.talk.say(describe_last(self.mode))
        if table.game.turn:
            self.talk.say(describe_stages(table.game))

    # ---- continuing

    def going_on(self) -> Step[Any] | None:
        """Continue past messages, because printed lines need no key press."""
        state = self.mode.state
        if self.mode.pause is None and state.news and not state.question:
            return self.mode.handle(Key.SPACE)
        return super().going_on()

    def enter(self) -> Step[Mode]:
        """Roll, make a forced play, or accept an answer or result; otherwise ask again."""
        mode = self.mode
        if not mode.state.question:
            match waits_for(mode.table):
                case Wait.RESULT:
                    return mode.take_result(NextStep.ACCEPT)
                case Wait.NEXT_GAME:
                    return mode.take_result(NextStep.NEXT_GAME)
                case None if mode.state.game.stage and len(mode.state.choosing.rows) != 1:
                    return mode, ()
        return mode.handle(Key.ENTER)

    def typed(self, line: str) -> Step[Any]:
        """Handle the number of a listed play, or another line that is not a command."""
        if line.isdecimal() and not self.mode.state.awaits_roll:
            return play_number(self.mode, line)
        return super().typed(line)

    def take_step(self, step: Step[Any]) -> None:
        """Save and describe a new state of the match, then carry out its effects."""
        mode, effects = step
        if not save(self._session, mode.table, self.talk):
            return
        before, self.mode = self.mode, mode
        self.describe_changes(before)
        for effect in effects:
            self.carry_out(effect)

    # ---- output

    def describe_changes(self, before: PlayMode) -> None:
        """Describe the events at the table, then notices and aids."""
        state, advice = self.mode.state, self.mode.state.advice
        if state.choice or (advice and not advice.is_settled):
            # The computer's play is described in one sentence, without a preview.
            return
        if advice and advice is not before.state.advice:
            self._tell_advice(advice, before.state.advice)
        events = self._new_events()
        sentences = describe_news(events, self.mode.naming)
        if events:
            sentences.append(describe_worth(state.game, self.mode.naming))
        for sentence in (*sentences, *self._new_notices(events, sentences)):
            if sentence:
                self.talk.say(sentence)

    def _new_events(self) -> list[Event]:
        """Return the events since the last report; none if the players went back."""
        before, self._told = self._told, self.mode.table
        known = len(before.actions)
        goes_on = self._told.actions[:known] == before.actions and len(self._told.actions) > known
        return self._told.events_since(before) if goes_on else []

    def _new_notices(self, events: Sequence[Event], known_texts: Sequence[str]) -> Iterator[str]:
        state = self.mode.state
        known = {*known_texts, state.upcoming_loss.text if state.upcoming_loss else ""}
        # Beginner help describes events in its own words.
        if not has_beginner_help(state.game, state.options) and (
            news := news_of(events, state.naming)
        ):
            known.add(news.text)
        heard, self._heard = self._heard, (state.news, state.notice)
        for notice in self._heard:
            if notice and notice.text not in known and all(notice is not other for other in heard):
                yield notice.text
                if notice.kind is NoticeKind.ANSWER and state.rule:
                    yield f"Rulebook: {state.rule[1]}."

    def _tell_advice(self, advice: Advice, before: Advice | None) -> None:
        if before and before.is_settled and before.hints == advice.hints:
            self.talk.say("Type hint again to play the first of them.")
            return
        rows = self.mode.state.choosing.rows
        for index, hint in enumerate(advice.hints):
            best = "" if index else "Best: "
            self.talk.say(f"{best}{rows[hint.row].text}. {hint.reason}", " " * 4)
        if advice.others:
            self.talk.say(f"{capitalized(advice.others)}.")

    def ask(self) -> str:
        """Name the next thing to do and the words to type."""
        mode, state = self.mode, self.mode.state
        question = state.asked
        if question:
            self.talk.say(question.text)
            for key, text in mode.answers:
                is_lit = state.highlighted and state.highlighted.key == key
                text = text.removesuffix(" (or Esc)") + " (Enter)" * bool(is_lit)
                self.talk.say(f"  {key}  {text}", " " * 5)
            return "> "
        match waits_for(mode.table):
            case Wait.REMATCH:
                self.talk.say("The match is over. save FILE: write it, quit: leave.")
            case Wait.NEXT_GAME:
                self.talk.say("Enter or next: start the next game, quit: leave.")
            case Wait.RESULT:
                back = "undo: go back" if mode.table.can_undo else "takeback: go back"
                self.talk.say(f"Enter or accept: accept the result, {back}.")
            case _:
                self.talk.say(f"{self._describe_due()} {self._hint()}")
        return "> "

    def _describe_due(self) -> str:
        """Name the player to act and the task; unplayable numbers were named with the roll."""
        game = self.mode.state.game
        if self.mode.state.beginner_help:
            return self.mode.state.beginner_help
        if game.actor and game.has_unplayable:
            return f"{self.mode.naming.name(game.actor)} to play."
        return describe_awaited(game, self.mode.naming)

    def _hint(self) -> str:
        """Return a hint at the words to type, unless the sentence already names them."""
        state = self.mode.state
        match state.game.phase:
            case Phase.OPENING | Phase.ROLL | Phase.ROLL_AGAIN if state.table.dice:
                return "Enter: roll."
            case Phase.OPENING:
                return f"Type both numbers, {self.mode.naming.white}'s first."
            case Phase.ROLL | Phase.ROLL_AGAIN:
                return "Type both numbers."
            case Phase.KEEP_OR_REROLL:
                return "Type keep or reroll (k or r)."
            case Phase.CHOOSE:
                return "Type 5 or 6."
            case _:
                rows = state.choosing.rows
                if len(rows) == 1:
                    return f"Enter: play {rows[0].text}, the only play."
                return "Type your moves, or plays for the list."

    # ---- windows and effects

    def carry_out(self, effect: AnyEffect) -> None:
        """Carry out an effect of the match."""
        match effect:
            case Work(run, then):
                self.take_step(then(self.mode, run()))
            case SimpleEffect.OPTIONS:
                self._session.storage.remember_options(self.mode.options)
            case SimpleEffect.REMATCH | SimpleEffect.SWAPPED:
                self._session.rematch(swapped=effect is SimpleEffect.SWAPPED)
                self.take_step(self.mode.sit_at(self._session.table))
            case _:
                super().carry_out(effect)

    def open(self, window: AnyWindow) -> object:
        """Print a window of a match; return the answer, if there is one."""
        match window:
            case GameResult(table):
                self._tell_result(table)
            case ScoreSheet():
                self._say_score()
            case GameSoFar(table):
                for turn in turns_of(table.history):
                    self.talk.say(describe_turn(turn, self.mode.naming), " " * 4)
            case Export(table):
                self.talk.say(write_file(table, self.talk.ask("File > ")))
            case _:
                return super().open(window)
        return None

    def _say_score(self) -> None:
        match = self.mode.table.match
        scores = (f"{self.mode.naming.name(side)} {match.score(side)}" for side in Side)
        length = f" in a match to {match.length}" if match.length else ""
        unsaved = " The match is not being saved." if self._session.is_unsaved else ""
        self.talk.say(f"{', '.join(scores)}{length}.{unsaved}")

    def _tell_result(self, table: Table) -> None:
        if not table.accepted:
            return
        if table.dice:
            self.talk.say(f"The seed of the dice was\n{in_two_lines(table.dice.seed.hex())}")
        self._say_score()
        if winner := table.match.winner:
            self.talk.say(f"{self.mode.naming.name(winner)} wins the match.")


# ---- saving

_REMEDIES: Final = {
    Remedy.RETRY: "try once more",
    Remedy.PLAY_UNSAVED: "play on without saving the match",
}
"""The effects of the remedies; a player types the remedy's value."""


def report_backup(storage: Storage, problem: JournalProblem, talk: Talk) -> None:
    """Report a failed backup; offer an earlier one if the records are damaged."""
    if problem.kind is not StorageErrorKind.DAMAGED:
        talk.say(describe_no_backup(str(problem)))
        return
    talk.say(str(problem))
    way = describe_restoring(problem.path)
    talk.say(f"Type {Remedy.RESTORE.value} to {way}. With anything else they stay as they are.")
    if talk.ask("> ").lower() == Remedy.RESTORE.value:
        _restore(storage, talk)


def _restore(storage: Storage, talk: Talk) -> None:
    with problems_reported(talk.say):
        talk.say(storage.restore())


def save(session: Session, table: Table, talk: Talk) -> bool:
    """Save a changed table; return False if it cannot be saved and must not be used."""
    while True:
        try:
            session.update(table)
        except JournalProblem as problem:
            if not _is_remedied(session, problem, talk):
                return False
        else:
            return True


def _is_remedied(session: Session, problem: JournalProblem, talk: Talk) -> bool:
    """Ask for a remedy; return True if saving can be retried."""
    offered = {remedy.value: remedy for remedy in remedies(problem)}
    effects = {
        remedy: _REMEDIES.get(remedy) or describe_restoring(problem.path)
        for remedy in offered.values()
    }
    ways = ", ".join(f"{remedy.value} to {effect}" for remedy, effect in effects.items())
    talk.say(f"Not done, because it cannot be saved. {problem}")
    talk.say(f"Type {ways}, or quit to leave. Anything else leaves the game unchanged.")
    typed = talk.ask("> ").lower()
    if typed == "quit":
        raise Quit
    remedy = offered.get(typed.removeprefix("try "))
    if remedy is None:
        return False
    session.apply_remedy(remedy)
    if remedy is Remedy.RESTORE:
        _restore(session.storage, talk)
    elif remedy is Remedy.PLAY_UNSAVED:
        talk.say("From here on nothing is saved. save FILE writes a transcript.")
    return True
