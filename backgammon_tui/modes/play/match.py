"""A match of two players: its state and its actions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Self

from backgammon_tui.engine import Effect, Move, Throw
from backgammon_tui.modes.effects import Do, Effects, Step
from backgammon_tui.modes.game_view import dice_view, strip_view
from backgammon_tui.modes.glyphs import Glyphs
from backgammon_tui.modes.header import CHANCE_GAP, match_header
from backgammon_tui.modes.inputs import Input, Key, NextStep
from backgammon_tui.modes.mode import Frame, ModeView
from backgammon_tui.modes.moving import MovingMode
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play import handling, proposals
from backgammon_tui.modes.play.brief import brief_lines
from backgammon_tui.modes.play.consulting import (
    Thought,
    answering,
    hinting,
    kept_refusal,
    play_choice,
    thinking,
    tutoring,
)
from backgammon_tui.modes.play.front import LastMove, Tutoring
from backgammon_tui.modes.play.marks import play_view
from backgammon_tui.modes.play.panel import play_panel
from backgammon_tui.modes.play.state import Pace, PlayState
from backgammon_tui.modes.text import TextLine
from backgammon_tui.modes.windows import ChangeOptions, GameResult
from backgammon_tui.opponent import people
from backgammon_tui.session import Session, next_game
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.table import Table
from backgammon_tui.words.naming import Naming

if TYPE_CHECKING:
    pass

_NEW_DICE: Final = (
    "This game was imported without the seed of its dice, so it goes on with new fair dice."
    " The menu (Esc) tells more under Fair dice."
)


_NO_HINTS: Final = "There are no hints for you here: who has them is settled before a match."
_THROW_FIRST: Final = "Throw first: a hint is about the numbers thrown."
_ONE_PLAY: Final = "There is only one play."
_NO_CHOICE: Final = "There is nothing to choose."


_NO_TIME: Final = 0.01
"""The seconds of a pause that is skipped."""


@dataclass(frozen=True)
class PlayedMatch(MovingMode):
    """A match at one table, with the dialogs around it."""

    state: PlayState
    is_saved: bool = True
    """True if the match is saved."""

    thought: Thought | None = None
    """The program's choice, found while its last move was still being shown."""

    awaits_thought: bool = False
    """True if the pause is over and only the program's choice is missing."""

    @classmethod
    def begin(cls, session: Session, storage: Storage) -> Self:
        """Open a match where it stands."""
        state = PlayState.open(session.table, storage.settings)
        if session.has_new_dice and not state.acknowledgement:
            state = replace(state, notice=Notice(_NEW_DICE))
        return cls(state, storage.is_on)

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
        if not state.awaits_choice or state.unshown_actions:
            return self.update(handling.go_on(state))
        if self.thought and self.thought.table is state.table:
            return self.play_thought(self.thought)
        return replace(self, awaits_thought=True), (thinking(state),)

    def take_thought(self, thought: Thought) -> Step[Self]:
        """Keep the program's choice, or do it where only that was missing."""
        if self.awaits_thought and not self.state.asking:
            return self.play_thought(thought)
        return replace(self, thought=thought), ()

    def play_thought(self, thought: Thought) -> Step[Self]:
        """Make the program's choice."""
        return self.update(play_choice(self.state, thought))

    # ---- what players do

    def handle(self, given: Input) -> Step[Self]:
        """Take an input; while the game skips ahead, any but `s` only stops it.

        A key held down repeats, and the `s` that began it must not stop it at once.
        """
        if not self.state.skips:
            return super().handle(given)
        return self.update(self.state if given == "s" else replace(self.state, pace=Pace.USUAL))

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
        after = replace(
            self,
            state=state,
            thought=self.thought if same else None,
            awaits_thought=self.awaits_thought and same,
        )
        effects: Effects = ()
        if state.options.motion and state.table.throw_number > before.table.throw_number:
            effects += (Do.TUMBLE,)
        if _is_startling(before, state):
            effects += (Do.SIGNAL,)
        effects += kept_refusal(before, state)
        if state.is_over and not state.question and (before.question or not before.is_over):
            if before.goes_on_alone:
                state = replace(state, front=LastMove())
                after = replace(after, state=state)
            else:
                effects += after.open_result()[1]
        proposed = state.put_to_program
        if proposed and proposed.proposal:
            name = state.naming.name(proposed.proposal.asked_by.other)
            asked = state.close_front().say(f"{name} thinks about it.")
            return replace(after, state=asked), (answering(asked, proposed),)
        tutor = tutoring(state, before)
        if tutor:
            after = replace(after, state=replace(state, front=Tutoring(state.front)))
            effects += (tutor,)
        elif state.awaits_choice and not same:
            effects += (thinking(state),)
        return after, effects

    def tell(self, said: str) -> Self:
        """Show a sentence in the panel."""
        return replace(self, state=self.state.say(said))

    def hint(self) -> Step[Self]:
        """Show the program's choice; asked again its reasons, and asked once more make it."""
        state = self.state
        if not state.may_ask:
            if state.awaits_throw:
                return self.tell(_THROW_FIRST), ()
            if state.selection.is_forced:
                return self.tell(_ONE_PLAY), ()
            is_choice = state.selection.rows or state.question
            return self.tell(_NO_HINTS if is_choice else _NO_CHOICE), ()
        if state.advice:
            return self.update(proposals.hint_on(state, state.advice))
        return self, (hinting(state),)

    # ---- what is opened

    def with_options(self, options: Settings) -> Step[Self]:
        """Change the preferences for play and for the look of the board."""
        return replace(self, state=self.state.with_options(options)), ()

    def open_options(self) -> Step[Self]:
        """Open the options of those who play here."""
        asked = ChangeOptions(self.options, self.naming, people(self.table))
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
        return shown.open(GameResult(self.table, self.state.naming, said), PlayedMatch.take_result)

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
            case NextStep.REMATCH:
                return self, (Do.REMATCH,)
            case NextStep.SWAPPED:
                # A player with a coach or a tutor keeps it on the other side.
                after, _ = self.with_options(self.options.swapped())
                return after, (Do.SWAPPED,)
            case NextStep.PICTURE:
                return self.take_picture(table, PlayedMatch.open_result)
            case NextStep.REVIEW:
                return self, (Do.REVIEW,)
            case NextStep.RECORDS:
                return self, (Do.RECORDS,)
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
        state = self.state.shown
        game = state.game
        judged = game if self.options.chances and state.is_agreed else None
        return ModeView(
            match_header(
                state.table,
                frame.width,
                frame.glyphs,
                state.named_side,
                is_saved=self.is_saved,
                gap=CHANCE_GAP if judged else 1,
            ),
            play_view(state),
            strip_view(game.moment),
            dice_view(game),
            play_panel(state, frame),
            judged=judged,
        )


def _is_startling(before: PlayState, after: PlayState) -> bool:
    """Return True if a checker was hit or a turn was lost."""
    before, after = before.shown, after.shown
    done = after.table.actions[len(before.table.actions) :]
    is_hit = any(isinstance(each, Move) and each.effect is Effect.HIT for each in done)
    told, known = after.acknowledgement or after.notice, (before.acknowledgement, before.notice)
    return is_hit or bool(told and told.about and told not in known)
