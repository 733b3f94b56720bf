"""A match in plain text; moves and dice are saved before they are printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

from backgammon_tui.engine import Event, Opening, Phase, Side
from backgammon_tui.engine.events import Moved
from backgammon_tui.engine.game import AT_ZERO
from backgammon_tui.engine.notation import read_moves
from backgammon_tui.match.table import AfterGame, Table, after_game
from backgammon_tui.modes.effects import (
    AnyEffect,
    Export,
    GameResult,
    GameSoFar,
    ScoreSheet,
    Settled,
    Shown,
    SimpleEffect,
    Step,
    Window,
    Work,
)
from backgammon_tui.modes.inputs import Key, NextStep
from backgammon_tui.modes.mode import Command
from backgammon_tui.modes.notice import NoticeKind, news_of
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.prompts import why_no_double
from backgammon_tui.modes.play.state import Advice, Waits, roll
from backgammon_tui.names import LEVELS, display_name
from backgammon_tui.plain.conversation import Conversation, Quit, Reply, Talk
from backgammon_tui.session import Remedy, Session, remedies
from backgammon_tui.settings import Help
from backgammon_tui.storage import paths
from backgammon_tui.storage.journal.backups import describe_restoring
from backgammon_tui.storage.journal.query import open_numbers
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.text_file import is_visible
from backgammon_tui.words.naming import Naming, describe_sides, plural
from backgammon_tui.words.problems import (
    JournalProblem,
    StorageErrorKind,
    describe_no_backup,
    describe_not_written,
    describe_written,
    reporting_problems,
)
from backgammon_tui.words.rule_settings import describe_changes, describe_rules
from backgammon_tui.words.terse import describe_following_due, describe_options
from backgammon_tui.words.turns import (
    CRAWFORD,
    describe_awaited,
    describe_news,
    describe_redo,
    describe_stages,
    describe_turns,
    describe_worth,
)

command: TypeAlias = Command["MatchConversation"]


class MatchConversation(Conversation[PlayMode]):
    def __init__(
        self,
        session: Session,
        talk: Talk,
        notice: str = "",
        folder: str = "",
        *,
        is_asking: bool = False,
    ) -> None:
        begun = PlayMode.begin(session, session.storage)
        mode = begun.asking() if is_asking else begun
        super().__init__(mode, talk, session.storage)
        self._session = session
        self._notice = notice
        self._folder = folder
        self._events: list[Event] = []
        """Events that have not been described yet."""
        self._new: list[object] = []
        """Notices and hints that have not been described yet."""

    def run(self) -> None:
        try:
            super().run()
        finally:
            self._session.release()

    def say_goodbye(self) -> None:
        left, journal = self._session.left, self._session.storage.journal
        numbers = open_numbers(journal.path) if journal else ()
        self.talk.say(left.describe(numbers, self._folder))

    # ---- start

    def greet(self) -> None:
        if self._notice:
            self.talk.say(self._notice)
        match = self._session.table.record
        sides = describe_sides(Naming(display_name(match.white), display_name(match.black)))
        to = f"to {match.length}" if match.length else "no limit"
        self.talk.say(f"{match.rules.title}: {', '.join([*sides, to])}.")
        if describe_changes(match.rules):
            self.talk.say(f"House rules: {describe_changes(match.rules)}.")
        if self._session.match:
            self._describe_standing()
        elif match.begun_at != AT_ZERO:
            self._say_score()
        if self._session.notice:
            self.talk.say(self._session.notice)
        self.talk.say("Type help for the commands.")

    def _describe_standing(self) -> None:
        table = self.mode.table
        number = len(table.record.games)
        over = f"Game {number} is over." if table.accepted else f"Game {number} is resumed."
        self.talk.say(over)
        self._say_score()
        self.talk.say(self.draw())
        self.talk.say(self.last())
        if table.game.turn:
            self.talk.say(describe_stages(table.game))

    # ---- continuing

    def continue_past_messages(self) -> Step[Any] | None:
        """Continue past messages, because printed lines need no key press."""
        state = self.mode.state
        if self.mode.pause is None and state.waits_for is Waits.READER:
            return self.mode.handle(Key.SPACE)
        return super().continue_past_messages()

    def enter(self) -> Reply:
        """Roll, make a forced play, or accept an answer or result; otherwise ask again."""
        mode = self.mode
        if not mode.state.question:
            match after_game(mode.table):
                case AfterGame.RESULT:
                    return mode.take_result(NextStep.ACCEPT)
                case AfterGame.NEXT_GAME:
                    return mode.take_result(NextStep.NEXT_GAME)
                case None if mode.state.game.stage and len(self.rows) != 1:
                    return mode, ()
        return mode.handle(Key.ENTER)

    @property
    def takes_numbers(self) -> bool:
        return not self.mode.state.game.awaits_roll

    def take_step(self, step: Step[Any]) -> None:
        mode, effects = step
        if not save(self._session, mode.table, self.talk):
            return
        self.mode = mode
        for effect in effects:
            match effect:
                case Settled(events) if events:
                    self._events += events
                case Shown(subject):
                    self._new.append(subject)
        self._describe_new()
        for effect in effects:
            self.carry_out(effect)

    # ---- output

    def _describe_new(self) -> None:
        state, advice = self.mode.state, self.mode.state.advice
        if state.choice or (advice and not advice.is_settled):
            # The computer's play is described in one sentence, without a preview.
            return
        new, self._new = self._new, []
        if advice and advice in new:
            self._describe_advice(advice)
        events, self._events = self._events, []
        sentences = describe_news(events, self.mode.naming)
        sentences += [describe_worth(state.game, self.mode.naming)] if events else []
        moves = [event.move for event in events if isinstance(event, Moved)]
        known = {*sentences, *(describe_redo([move]) for move in moves), describe_redo(moves)}
        news = news_of(events, state.naming)
        # Beginner help describes events in its own words.
        if news and not state.options.has_beginner_help(state.game.actor):
            known.add(news.text)
        for sentence in filter(None, sentences):
            self.talk.say(sentence)
        for notice in (state.news, state.notice):
            if notice and notice in new and notice.text and notice.text not in known:
                self.talk.say(notice.text)
                if notice.kind is NoticeKind.ANSWER and state.rule:
                    self.talk.say(f"Rulebook: {state.rule[1]}.")

    def _describe_advice(self, advice: Advice) -> None:
        for index, hint in enumerate(advice.hints):
            best = "" if index else "Best: "
            self.talk.say(f"{best}{self.rows[hint.row].text}. {hint.reason}", " " * 4)

    def ask(self) -> str:
        """Name the next thing to do and the words to type."""
        mode, state = self.mode, self.mode.state
        question = state.open_question
        if question:
            self.talk.say(question.text)
            for key, text in mode.answers:
                is_lit = state.highlighted and state.highlighted.key == key
                text = text.removesuffix(" (or Esc)") + " (Enter)" * bool(is_lit)
                self.talk.say(f"  {key}  {text}", " " * 5)
            return "> "
        match after_game(mode.table):
            case AfterGame.REMATCH:
                self.talk.say("The match is over. save FILE: write it, quit: leave.")
            case AfterGame.NEXT_GAME:
                self.talk.say("Enter or next: start the next game, quit: leave.")
            case AfterGame.RESULT:
                back = "undo: go back" if mode.table.can_undo else "takeback: go back"
                self.talk.say(f"Enter or accept: accept the result, {back}.")
            case _:
                self.talk.say(f"{self._describe_due()} {self._hint()}")
        return "> "

    def _describe_due(self) -> str:
        """Name the player to act, the task and its reward; the roll named unplayable numbers."""
        game, naming = self.mode.state.game, self.mode.naming
        if self.mode.state.beginner_help:
            return self.mode.state.beginner_help
        if game.actor and game.has_unplayable:
            return f"{naming.name(game.actor)} to play."
        awaited = describe_awaited(game, naming)
        if game.phase is Phase.CHOOSE:
            return f"{awaited} {describe_options(game, naming)}"
        following = describe_following_due(game, naming) if game.phase is Phase.MOVE else ""
        return f"{awaited.removesuffix('.')}{following}." if following else awaited

    def _hint(self) -> str:
        state = self.mode.state
        match state.game.phase:
            case Phase.OPENING | Phase.ROLL | Phase.ROLL_AGAIN if state.table.dice:
                if why_no_double(state):
                    return "Enter: roll."
                return f"Enter: roll. Or type double to play for {2 * state.game.stake} points."
            case Phase.OPENING:
                return f"Type both numbers, {self.mode.naming.white}'s first."
            case Phase.ROLL | Phase.ROLL_AGAIN:
                return "Type both numbers."
            case Phase.KEEP_OR_REROLL:
                return "Type keep or reroll (k or r)."
            case Phase.CHOOSE:
                return "Type 5 or 6."
            case Phase.DOUBLED:
                lost, value = plural(state.game.stake, "point"), 2 * state.game.stake
                return f"Type take to play on for {value}, or pass to lose {lost} (y or n)."
            case _:
                if len(self.rows) == 1:
                    return f"Enter: play {self.rows[0].text}, the only play."
                return "Type your moves, or plays for the list."

    # ---- windows and effects

    def carry_out(self, effect: AnyEffect) -> None:
        match effect:
            case Work(run, then):
                self.take_step(then(self.mode, run()))
            case SimpleEffect.OPTIONS:
                self._session.storage.remember_options(self.mode.options)
            case SimpleEffect.REMATCH | SimpleEffect.SWAPPED:
                self._session.rematch(swapped=effect is SimpleEffect.SWAPPED)
                self.take_step(self.mode.open_table(self._session.table))
            case _:
                super().carry_out(effect)

    def open(self, window: Window[object]) -> object:
        match window:
            case GameResult(table):
                self._describe_result(table)
            case ScoreSheet():
                self._say_score()
            case GameSoFar(table):
                for text in describe_turns(table.history, self.mode.naming):
                    self.talk.say(text, " " * 4)
            case Export(table):
                self.talk.say(write_file(table, self.talk.ask("File > ")))
            case _:
                return super().open(window)
        return None

    def _say_score(self) -> None:
        match = self.mode.table.match
        scores = (f"{self.mode.naming.name(side)} {match.score(side)}" for side in Side)
        length = f" in a match to {match.length}" if match.length else ""
        record = self.mode.table.record
        is_crawford = record.is_crawford(record.games[-1]) and not self.mode.table.accepted
        crawford = f" {CRAWFORD}" if is_crawford else ""
        unsaved = " The match is not being saved." if self._session.is_unsaved else ""
        self.talk.say(f"{', '.join(scores)}{length}.{crawford}{unsaved}")

    def _describe_result(self, table: Table) -> None:
        if not table.accepted:
            return
        if table.dice:
            self.talk.say(f"The seed of the dice was\n{_in_two_lines(table.dice.seed.hex())}")
        self._say_score()
        if winner := table.match.winner:
            self.talk.say(f"{self.mode.naming.name(winner)} wins the match.")

    # ---- commands without a key

    @command(
        words=("roll",),
        takes_text=True,
        help="Roll the dice (also an empty line); for real dice, type 5 3",
    )
    def roll(self, text: str = "") -> Reply:
        return self.mode.at(roll(self.mode.state, text))

    keep_note = command(
        usage="k, r",
        help="Keep the opening numbers (also an empty line), or reroll",
        exists=lambda talk: talk.mode.rules.opening is Opening.CHOOSE,
    )
    choose_note = command(
        usage="5, 6",
        help="Choose the doubles after a 2-1",
        exists=lambda talk: talk.mode.rules.one_two,
    )

    @command(
        words=("why",), takes_text=True, usage="why 13/7", help="Explain why a move is not legal"
    )
    def why(self, text: str = "") -> Reply:
        if not text:
            return self.mode.why()
        read_moves(self.mode.state.game, text)
        return "That is legal."

    @command(words=("stage",), help="List this turn's numbers, played and to come")
    def stage(self) -> str:
        return describe_stages(self.mode.state.game)

    @command(words=("last",), help="Show the last turn, and this one so far")
    def last(self) -> str:
        table, present = self.mode.table, self.mode.state.game.turn
        ended = len(table.turns) - bool(present)
        texts = describe_turns(table.history, self.mode.naming, first=ended)
        if present and not present.moves:
            texts.pop()
        return "\n".join(texts) or "Nothing has been played yet."

    @command(words=("dice",), help="Explain the fair dice")
    def dice(self) -> str:
        dice = self.mode.table.dice
        if dice is None:
            return "The players roll real dice and type the numbers."
        return (
            f"Roll {self.mode.table.roll_number} comes next. The dice were fixed before the first"
            " roll. The seed is shown when the result is accepted, and replay checks a saved"
            f" transcript. The SHA-256 of the seed is\n{_in_two_lines(dice.commitment)}"
        )

    @command(words=("rules",), help="Show the rules of this game in brief")
    def rules(self) -> str:
        return describe_rules(self.mode.rules)

    @command(words=("save",), takes_text=True, usage="save FILE", help="Write a transcript")
    def save(self, name: str = "") -> str:
        return write_file(self.mode.table, name)

    @command(words=("accept",), help="Accept the result of a game")
    def accept(self) -> Reply:
        return self.mode.take_result(NextStep.ACCEPT)

    @command(words=("next",), help="Start the next game")
    def next(self) -> Reply:
        return self.mode.take_result(NextStep.NEXT_GAME)

    @command(words=("hint",), exists=lambda talk: talk.mode.table.help is Help.OFF)
    def hint(self) -> str:
        return "Hints are off in this match. Type aid to ask for them."

    computer_note = command(
        usage="computer:easy",
        help=f"Use this name for the computer, as in --black computer:easy; levels: {LEVELS}",
        exists=lambda talk: len(talk.mode.table.record.people) == 2,
    )


def _in_two_lines(digits: str) -> str:
    return f"{digits[:32]}\n{digits[32:]}"


# ---- files


def write_file(table: Table, name: str) -> str:
    if not name:
        return "Name a file: save game.txt"
    if not is_visible(name):
        return "Not saved: a file name must consist of visible characters."
    try:
        paths.write_file(Path(name), write_transcript(table.record))
    except OSError as error:
        return describe_not_written(error)
    return describe_written(Path(name))


def report_backup(storage: Storage, problem: JournalProblem, talk: Talk) -> None:
    if problem.kind is not StorageErrorKind.DAMAGED:
        talk.say(describe_no_backup(str(problem)))
        return
    talk.say(str(problem))
    way = describe_restoring(problem.path)
    talk.say(f"Type {Remedy.RESTORE.value} to {way}. Anything else leaves them as they are.")
    if talk.ask("> ").lower() == Remedy.RESTORE.value:
        _restore(storage, talk)


def _restore(storage: Storage, talk: Talk) -> None:
    with reporting_problems(talk.say):
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
    offered = remedies(problem)
    ways = ", ".join(f"{remedy.value} to {effect}" for remedy, effect in offered.items())
    talk.say(f"Not done, because it cannot be saved. {problem}")
    talk.say(f"Type {ways}, or quit to leave. Anything else leaves the game unchanged.")
    typed = talk.ask("> ").lower()
    if typed == "quit":
        raise Quit
    remedy = next((way for way in offered if way.value == typed.removeprefix("try ")), None)
    if remedy is None:
        return False
    session.apply_remedy(remedy)
    if remedy is Remedy.RESTORE:
        _restore(session.storage, talk)
    elif remedy is Remedy.PLAY_UNSAVED:
        talk.say("From here on nothing is saved. save FILE writes a transcript.")
    return True
