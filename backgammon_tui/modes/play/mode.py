"""The mode in which two players play a match, with its commands."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Self

from backgammon_tui.engine import Throw
from backgammon_tui.frozen import frozen
from backgammon_tui.modes.commands import Command
from backgammon_tui.modes.effects import Do, Step
from backgammon_tui.modes.glyphs import Glyphs
from backgammon_tui.modes.inputs import Input, Key, NextStep
from backgammon_tui.modes.mode import KEYS, LEAVE, OPTIONS, Frame, ModeView
from backgammon_tui.modes.moving import COACHED_FACTS, ESCAPE, THROWS, TO_BOARD, WHY, MovingMode
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play import consulting, handling, proposals
from backgammon_tui.modes.play.aids import Advice, TutorVerdict
from backgammon_tui.modes.play.brief import brief_lines
from backgammon_tui.modes.play.commands import (
    CHOOSE_PLAY,
    DRAW,
    ENTER,
    JUMP,
    REDO,
    RESIGN,
    SKIP_AHEAD,
    TAKE_BACK,
    UNDO,
    hint_label,
    space_label,
)
from backgammon_tui.modes.play.front import LastMove, Thought, Tutoring
from backgammon_tui.modes.play.legend import FILTERS, LEGEND, NOTATION
from backgammon_tui.modes.play.questions import Question
from backgammon_tui.modes.play.state import Pace, PlayState
from backgammon_tui.modes.play.view import match_view
from backgammon_tui.modes.text import TextLine
from backgammon_tui.modes.windows import (
    ChangeOptions,
    DiceWords,
    GameResult,
    GameSoFar,
    Rulebook,
    SandboxBeside,
    ScoreSheet,
)
from backgammon_tui.session import Session, next_game
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.table import Table
from backgammon_tui.words.naming import Naming

_NEW_DICE: Final = (
    "This game was imported without the seed of its dice, so it goes on with new fair dice."
)

_NO_TIME: Final = 0.01
"""The seconds of a pause that is skipped."""


@frozen
class PlayMode(MovingMode):
    """A match at one table, with the dialogs around it."""

    state: PlayState
    is_saved: bool = True
    """True if the match is saved."""

    @classmethod
    def begin(cls, session: Session, storage: Storage) -> Self:
        """Open a match where it stands."""
        state = PlayState.open(session.table, storage.settings)
        if session.has_new_dice and not state.acknowledgement:
            state = replace(state, notice=Notice(_NEW_DICE))
        return cls(state, storage.is_on)

    @property
    def commands(self) -> tuple[Command[PlayMode], ...]:
        """All that can be done besides moving checkers."""
        return _COMMANDS

    @property
    def options(self) -> Settings:
        """The players' preferences for play and for the look of the board."""
        return self.state.options

    @property
    def input(self) -> PlayState:
        """The state of the table, which is also the input of the players."""
        return self.state

    def with_input(self, input: PlayState) -> Step[Self]:
        """Return the match after an input at the board."""
        return self.update(input)

    @property
    def naming(self) -> Naming:
        """The names of the players and the numbering of the points."""
        return self.state.naming

    @property
    def table(self) -> Table:
        """The match as it stands."""
        return self.state.table

    @property
    def awaits(self) -> object:
        """The table, and its open question or notice."""
        state = self.state
        asked = state.asking and state.asking.asked
        return state.table.actions, state.acknowledgement, asked, state.unshown_actions

    def decides(self, key: Key) -> bool:
        """Return True if Enter or Space decides something; they only hurry on a watched program."""
        return not self.state.is_watched and super().decides(key)

    @property
    def has_typed_dice(self) -> bool:
        """True if dice have just been typed, so that digits mean a play only later."""
        is_thrown = bool(self.state.selection.rows) and isinstance(self.table.actions[-1], Throw)
        return is_thrown and self.table.dice is None and not self.state.selection.text

    @property
    def pause(self) -> float | None:
        """The players' pause, if the program or the options let the game go on from here."""
        if not self.state.goes_on_alone:
            return None
        return _NO_TIME if self.state.is_hurried else self.options.pause.seconds

    def go_on(self) -> Step[Self]:
        """Go on after the pause: the program has its turn, or the game goes on."""
        state = self.state
        if isinstance(state.front, LastMove):
            return self.open_result()
        if not state.awaits_choice or state.unshown_actions or state.acting is None:
            return self.update(handling.go_on(state))
        thought = state.acting.thought
        if thought and thought.table is state.table:
            return self.update(consulting.play_choice(state, thought))
        due = state.with_acting(replace(state.acting, is_due=True))
        return replace(self, state=due), (consulting.thinking(state, PlayMode.take_thought),)

    def take_thought(self, thought: Thought) -> Step[Self]:
        """Keep the program's choice, or do it where only that was missing."""
        state, acting = self.state, self.state.acting
        if acting is None or not thought.actions:
            return self, ()
        if acting.is_due and not state.asking:
            return self.update(consulting.play_choice(state, thought))
        return replace(self, state=state.with_acting(replace(acting, thought=thought))), ()

    # ---- what players do

    def handle(self, given: Input) -> Step[Self]:
        """Take an input; while the game skips ahead, `s` hurries it and any other only stops it."""
        if not self.state.skips:
            return super().handle(given)
        return self.update(replace(self.state, pace=Pace.RUSHING if given == "s" else Pace.USUAL))

    def take(self, given: Input) -> Step[Self]:
        """Take a key, a click or a paste."""
        match given:
            case Key.ESCAPE if not self.closing:
                return self.open_menu()
            case Key.ENTER | Key.SPACE if self.state.is_over and not self.state.question:
                return self.open_result()
            case _:
                return super().take(given)

    def update(self, state: PlayState) -> Step[Self]:
        """Return the mode with another state; a game that has ended shows its result.

        The result is also shown after the answer to a question that could have let the game go on.
        """
        before, same = self.state, state.table is self.state.table
        if isinstance(before.front, LastMove) and isinstance(state.front, LastMove):
            state = state.close_front()
        after = replace(self, state=state)
        effects = consulting.effects_between(before, state)
        if state.is_over and not state.question and (before.question or not before.is_over):
            if before.goes_on_alone:
                state = state.with_front(LastMove())
                after = replace(after, state=state)
            else:
                effects += after.open_result()[1]
        if proposed := consulting.put_to_program(state):
            return after.ask_program(proposed)
        tutor = consulting.tutoring(state, before, PlayMode.take_verdict)
        if tutor:
            after = replace(after, state=state.with_front(Tutoring()))
            effects += (tutor,)
        elif state.awaits_choice and not same:
            effects += (consulting.thinking(state, PlayMode.take_thought),)
        return after, effects

    def take_verdict(self, verdict: TutorVerdict) -> Step[Self]:
        """Take the tutor's verdict of the stage just played."""
        if not self.state.is_tutored:
            return self, ()
        return self.update(proposals.take_verdict(self.state, verdict))

    def ask_program(self, question: Question) -> Step[Self]:
        """Ask the program for its answer to a proposal."""
        assert question.proposal
        name = self.naming.name(question.proposal.asked_by.other)
        waiting = replace(self, state=self.state.close_front().say(f"{name} thinks about it."))

        def take(mode: Self, agreed: bool | None) -> Step[Self]:
            if agreed:
                return mode.update(proposals.consent(mode.state, question, agreed=True))
            after = mode.tell(f"{name} does not agree. The game goes on.")
            # The proposal may have come in the middle of the program's turn.
            return after.go_on() if after.state.is_watched else after.settle_hint()

        return waiting, (consulting.answering(waiting.state, question, take),)

    def tell(self, said: str) -> Self:
        """Show a sentence in the panel."""
        return replace(self, state=self.state.say(said))

    def hint(self) -> Step[Self]:
        """Show the program's choice; asked again its reasons, and asked once more make it."""
        state = self.state
        if reason := consulting.why_no_hint(state):
            return self.tell(reason), ()
        if state.advice:
            return self.update(proposals.hint_on(state, state.advice))
        return self, (consulting.hinting(state, PlayMode.take_advice),)

    def take_advice(self, advice: Advice) -> Step[Self]:
        """Take the program's opinion of the plays."""
        after, effects = self.update(proposals.take_advice(self.state, advice))
        _, settling = after.settle_hint()
        return after, (*effects, *settling)

    def settle_hint(self) -> Step[Self]:
        """Ask on after a first look, also where other work has taken its place."""
        advice = self.state.advice
        is_settled = advice is None or advice.is_settled
        return self, () if is_settled else (consulting.hinting(self.state, PlayMode.take_advice),)

    # ---- what is opened

    def with_options(self, options: Settings) -> Step[Self]:
        """Change the preferences for play and for the look of the board."""
        return replace(self, state=self.state.with_options(options)), ()

    def open_options(self) -> Step[Self]:
        """Open the options of those who play here."""
        asked = ChangeOptions(self.options, self.naming, self.table.record.people)
        return self.open(asked, type(self).with_options)

    def open_keys(self) -> Step[Self]:
        """Open the keys and the rules."""
        return self.open(self.keys_and_rules(self.state.game.rules))

    def sit_at(self, table: Table) -> Step[Self]:
        """Continue at a table that something else has changed."""
        return self.update(PlayState.open(table, self.options))

    # ---- the end of a game

    def open_result(self, said: str = "") -> Step[Self]:
        """Open the result of the game, with a sentence on the last action there."""
        state = self.state
        if isinstance(state.front, LastMove):
            state = state.close_front()
        shown = replace(self, state=state)
        return shown.open(GameResult(self.table, self.state.naming, said), PlayMode.take_result)

    def take_result(self, step: NextStep) -> Step[Self]:
        """Carry out the players' choice after a game."""
        table = self.table
        match step:
            case NextStep.ACCEPT:
                accepted, _ = self.sit_at(table.accept())
                return accepted.open_result()
            case NextStep.TAKE_BACK:
                return self.update(proposals.ask_take_back(self.state))
            case NextStep.NEXT_GAME:
                return self.sit_at(next_game(table))
            case NextStep.REMATCH | NextStep.REVIEW | NextStep.RECORDS:
                return self, (Do[step.name],)
            case NextStep.SWAPPED:
                # A player with a coach or a tutor keeps it on the other side.
                after, _ = self.with_options(self.options.swapped())
                return after, (Do.SWAPPED,)
            case NextStep.PICTURE:
                return self.take_picture(table, PlayMode.open_result)
            case NextStep.BOARD:
                return self, ()
            case NextStep.LEAVE:
                return self.leave()

    # ---- what is shown

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        """Return the contents of the panel in a line or two."""
        return brief_lines(self.state.shown, width, glyphs)

    def view(self, frame: Frame) -> ModeView:
        """Build the view of the match."""
        return match_view(self.state.shown, frame, is_saved=self.is_saved)


# ---- the commands


_COMMANDS: Final[tuple[Command[PlayMode], ...]] = (
    Command(
        "space",
        lambda mode: mode.take(Key.SPACE),
        label=lambda mode: space_label(mode.state),
        usage="Enter",
        help="or enter: throw, take the only or highlighted play",
        is_enabled=lambda mode: bool(space_label(mode.state)),
    ),
    SKIP_AHEAD,
    *NOTATION,
    *FILTERS,
    CHOOSE_PLAY,
    JUMP,
    ENTER,
    TO_BOARD,
    UNDO,
    REDO,
    WHY,
    COACHED_FACTS,
    Command(
        "t",
        lambda mode: mode.hint(),
        words=("hint",),
        label=lambda mode: hint_label(mode.state),
        help="a hint, if agreed on; again: its reasons; again: plays it",
        title="Hint",
        is_enabled=lambda mode: mode.state.may_ask,
    ),
    KEYS._replace(label="help", title="Keys and rules"),
    Command(
        "v",
        words=("rulebook",),
        title="Rulebook",
        run=lambda mode: mode.open(Rulebook(mode.state.game.rules)),
    ),
    Command(
        "l",
        words=("log",),
        title="The game so far",
        run=lambda mode: mode.open(GameSoFar(mode.table, mode.naming)),
    ),
    Command(
        "m",
        words=("score",),
        title="Score sheet",
        run=lambda mode: mode.open(ScoreSheet(mode.table, mode.naming)),
    ),
    Command(
        menu_key="f",
        words=("words",),
        title="Fair dice",
        run=lambda mode: mode.open(DiceWords(mode.table), type(mode).sit_at),
        is_enabled=lambda mode: mode.table.dice is not None,
    ),
    Command("e", words=("export",), title="Export", run=lambda mode: mode.share_table(mode.table)),
    THROWS,
    Command(
        menu_key="x",
        title="Try things in the sandbox",
        run=lambda mode: mode.open(SandboxBeside(mode.table, mode.options)),
    ),
    TAKE_BACK,
    RESIGN,
    DRAW,
    Command(
        menu_key="o",
        title="Result",
        run=lambda mode: mode.open_result(),
        is_enabled=lambda mode: mode.state.game.is_over,
    ),
    OPTIONS._replace(key="p"),
    LEAVE._replace(menu_key="q"),
    ESCAPE._replace(
        label=lambda mode: mode.closing or "menu", help="close what is open, then the menu"
    ),
    *LEGEND,
)
