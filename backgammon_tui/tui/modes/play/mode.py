"""The mode in which two players play a match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self

from backgammon_tui.engine.actions import Throw
from backgammon_tui.engine.moves import Effect, Move
from backgammon_tui.session import Session, next_game
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.table import Table
from backgammon_tui.tui import openings
from backgammon_tui.tui.commands import Command, menu_commands
from backgammon_tui.tui.effects import (
    Do,
    Effects,
    Leave,
    OpenReview,
    Rematch,
    ScrollPanel,
    Step,
    TakePicture,
)
from backgammon_tui.tui.game_view import dice_view, strip_view
from backgammon_tui.tui.inputs import Input, Key, NextStep, Scroll
from backgammon_tui.tui.modes.mode import Frame, Mode, ModeView, changes
from backgammon_tui.tui.modes.play import asking, handling
from backgammon_tui.tui.modes.play.brief import brief_lines
from backgammon_tui.tui.modes.play.consulting import count_facts, hinting, put, thinking, tutoring
from backgammon_tui.tui.modes.play.marks import play_view
from backgammon_tui.tui.modes.play.mistaken import kept_refusal
from backgammon_tui.tui.modes.play.panel import play_panel
from backgammon_tui.tui.modes.play.rows import RowFacts
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.notice import Notice, is_coached
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.header import CHANCE_GAP, match_header
from backgammon_tui.tui.panel.text import TextLine

_NEW_DICE: Final = (
    "This game was imported without the seed of its dice, so it goes on with new fair dice."
    " The menu has more on them."
)


_NO_HINTS: Final = "There are no hints for you here: who has them is settled before a match."
_THROW_FIRST: Final = "Throw first: a hint is about the numbers thrown."
_ONE_PLAY: Final = "There is only one play."
_NO_CHOICE: Final = "There is nothing to choose."

_NO_TIME: Final = 0.01
"""The seconds of a pause that is skipped."""


@dataclass(frozen=True)
class PlayMode(Mode):
    """A match at one table, with the dialogs around it."""

    state: PlayState
    is_saved: bool = True
    """Whether what is done is kept."""

    @classmethod
    def begin(cls, session: Session, storage: Storage) -> Self:
        """A match where it stands."""
        state = PlayState.open(session.table, storage.settings)
        if session.has_new_dice and not state.acknowledgement:
            state = replace(state, notice=Notice(_NEW_DICE))
        return cls(state, storage.is_on)

    @property
    def options(self) -> Settings:
        """How the players like to play and to look at the board."""
        return self.state.options

    @property
    def commands(self) -> tuple[Command[PlayMode], ...]:
        """All that can be done besides moving checkers."""
        return COMMANDS

    @property
    def table(self) -> Table:
        """The match as it stands."""
        return self.state.table

    @property
    def scrolls(self) -> object:
        """The list of plays."""
        return self.state.lines

    @property
    def types(self) -> bool:
        """Whether a move is being typed."""
        return bool(self.state.selection.text)

    @property
    def awaits(self) -> object:
        """The table as it stands, and what is asked and to be acknowledged there."""
        state = self.state
        asked = state.asking and state.asking.asked
        return state.table.actions, state.acknowledgement, asked, state.unseen

    def decides(self, key: Key) -> bool:
        """Whether Enter or Space decides something; Space separates moves while typing."""
        text = self.state.selection.text if self.state.selection.row is None else ""
        separates = key is Key.SPACE and text and not text.endswith("/")
        return not (self.state.is_watched or separates)

    @property
    def has_typed_dice(self) -> bool:
        """Whether dice have just been typed, so that digits are meant for a play only later."""
        is_thrown = bool(self.state.selection.rows) and isinstance(self.table.actions[-1], Throw)
        return is_thrown and self.table.dice is None and not self.state.selection.text

    @property
    def pause(self) -> float | None:
        """The players' pause, if the program or the options let the game go on from here."""
        if not self.state.goes_on_alone:
            return None
        return _NO_TIME if self.state.is_hurried else self.options.pause.seconds

    def go_on(self) -> Step[Self]:
        """The mode after its pause: the program has its turn, or the game goes on."""
        state = self.state
        is_choice = state.is_watched and not state.unseen and not state.awaits_throw
        return (self, (thinking(self),)) if is_choice else self.update(handling.go_on(state))

    # ---- what players do

    def take(self, given: Input) -> Step[Self]:
        """The mode after a key, a click or a paste."""
        match given:
            case Key.ESCAPE if not self.state.is_open:
                return self.open_menu()
            case Key.ENTER | Key.SPACE if self.state.is_over and not self.state.question:
                return self.open_result()
            case Scroll(by) if self.state.selection.row is None:
                return self, (ScrollPanel(by),)
            case _:
                return self.update(handling.handle(self.state, given))

    def update(self, state: PlayState) -> Step[Self]:
        """The mode with another state; a game that has ended shows its result."""
        before, after = self.state, replace(self, state=state)
        effects: Effects = ()
        if state.options.motion and state.table.throw_number > before.table.throw_number:
            effects += (Do.TUMBLE,)
        if _is_startling(before, state):
            effects += (Do.SIGNAL,)
        effects += kept_refusal(before, state)
        if state.is_over and not before.is_over:
            effects += after.open_result()[1]
        if state.put_to_program:
            asked = replace(state, asking=None, is_tutored=False)
            return put(replace(after, state=asked), state.put_to_program)
        tutor = tutoring(after, before)
        if tutor:
            after = replace(after, state=replace(state, is_tutored=True))
            effects += (tutor,)
        return after, effects

    def tell(self, said: str) -> Self:
        """The mode with a sentence in the panel."""
        return replace(self, state=replace(self.state, notice=Notice(said)))

    def why(self) -> Step[Self]:
        """The rule that what is told rests on; where none is told, why things are so."""
        if self.state.rule:
            return self.open_rulebook(self.state.rule[0])
        return self.update(handling.why(self.state))

    def count_facts(self) -> Step[Self]:
        """What follows each play of the list, for those who have a coach."""
        return count_facts(self, self.state, PlayMode.take_facts)

    def take_facts(self, counted: RowFacts | None) -> Step[Self]:
        """The match with what was counted."""
        return self.update(replace(self.state, counted=counted))

    def hint(self) -> Step[Self]:
        """What the program would do here; asked again why, and again it is done."""
        state = self.state
        if not state.may_ask:
            if state.awaits_throw:
                return self.tell(_THROW_FIRST), ()
            if state.selection.is_forced:
                return self.tell(_ONE_PLAY), ()
            is_choice = state.selection.rows or state.question
            return self.tell(_NO_HINTS if is_choice else _NO_CHOICE), ()
        if state.advice:
            return self.update(asking.hint_on(state, state.advice))
        return self, (hinting(self),)

    # ---- what is opened

    def open_menu(self) -> Step[Self]:
        """What can be done."""
        every: list[Command[PlayMode]] = menu_commands(self.commands, self)
        offered = [each for each in every if each.in_menu]
        return self.open(openings.menu, "Menu", offered, then=PlayMode.take_from_menu)

    def open_options(self) -> Step[Self]:
        """The options."""
        about = (self.options, self.state.naming)
        return self.open(openings.Options, *about, then=PlayMode.with_options)

    def with_options(self, options: Settings) -> Step[Self]:
        """The mode looked at and played in another way."""
        return replace(self, state=self.state.with_options(options)), ()

    def open_help(self) -> Step[Self]:
        """The keys and the rules."""
        rules, naming = self.state.game.rules, self.state.naming
        return self.open(openings.rules_and_keys, self.commands, self, rules, naming)

    def open_rulebook(self, section: str | None = None) -> Step[Self]:
        """The rulebook, at a section if one is named."""
        return self.open(openings.RulebookScreen, self.state.game.rules, section)

    def sit_at(self, table: Table) -> Step[Self]:
        """The mode at a table as something else has left it."""
        return self.update(PlayState.open(table, self.options))

    # ---- the end of a game

    def open_result(self, said: str = "") -> Step[Self]:
        """How the game ended, what has just been done there, and what can be done now."""
        about = (self.table, self.state.naming, said)
        return self.open(openings.ResultScreen, *about, then=PlayMode.take_result)

    def take_result(self, step: NextStep) -> Step[Self]:
        """What the players want after a game."""
        table = self.table
        match step:
            case NextStep.ACCEPT:
                accepted, _ = self.sit_at(table.accept())
                result: Step[Self] = accepted.open_result()
                return result
            case NextStep.TAKE_BACK:
                return self.update(asking.ask_take_back(self.state))
            case NextStep.NEXT_GAME:
                return self.sit_at(next_game(table))
            case NextStep.REMATCH | NextStep.SWAPPED:
                return self._rematch(swapped=step is NextStep.SWAPPED)
            case NextStep.PICTURE:
                return self, (TakePicture(table, PlayMode.open_result),)
            case NextStep.REVIEW:
                return self, (OpenReview(table),)
            case NextStep.LEAVE:
                return self, (Leave(),)

    def _rematch(self, *, swapped: bool) -> Step[Self]:
        after, options = self, self.options
        if swapped:
            # Whoever has a coach or a tutor keeps it on the other side.
            after, _ = self.with_options(options.swapped())
        return after, (Rematch(swapped),)

    # ---- what is shown

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        """What the panel would say, in short."""
        return brief_lines(self.state.shown, width, glyphs)

    def view(self, frame: Frame) -> ModeView:
        """The match as it stands."""
        state = self.state.shown
        game = state.game
        judged = game if self.options.chances and state.is_agreed else None
        return ModeView(
            match_header(
                state.table,
                frame.width,
                frame.glyphs,
                is_saved=self.is_saved,
                gap=CHANCE_GAP if judged else 1,
            ),
            play_view(state),
            strip_view(game),
            dice_view(game),
            play_panel(state, frame),
            judged=judged,
        )


def _is_startling(before: PlayState, after: PlayState) -> bool:
    """Whether a checker was hit or a turn was lost."""
    before, after = before.shown, after.shown
    done = after.table.actions[len(before.table.actions) :]
    is_hit = any(isinstance(each, Move) and each.effect is Effect.HIT for each in done)
    told, known = after.acknowledgement or after.notice, (before.acknowledgement, before.notice)
    return is_hit or bool(told and told.about and told not in known)


# ---- the commands


def _goes_on(mode: PlayMode) -> str:
    """What Space and Enter alike do now; nothing where a play is to be chosen or typed."""
    state = mode.state
    if state.is_tutored:
        return ""
    if state.is_watched:
        return "skip"
    if state.question:
        return "answer"
    if state.acknowledgement:
        return "skip" if state.goes_on_alone else "go on"
    if state.awaits_throw:
        return "throw" if mode.table.dice else ""
    if state.game.is_over:
        return "result"
    if state.selection.row is None and (state.selection.text or not state.selection.is_forced):
        return "pick" if state.selection.on_board and not state.selection.text else ""
    return "play"


def _enter_label(mode: PlayMode) -> str:
    """What Enter does now, where Space does not do the same."""
    state = mode.state
    if _goes_on(mode) or state.question:
        return ""
    if state.awaits_throw:
        return "take"
    if state.preview:
        return "play"
    if state.selection.on_board and state.selection.reading.picked is not None:
        return "put back" if state.selection.cursor == state.selection.reading.picked else "move"
    return "pick" if state.selection.on_board else ""


def _hint_label(mode: PlayMode) -> str:
    """What the next `t` does."""
    advice = mode.state.advice
    if advice is None or not advice.hints:
        return "hint"
    return "play it" if advice.is_explained else "reasons"


def _try_things(mode: PlayMode) -> Step[PlayMode]:
    """A sandbox beside the game, where its last dice were thrown."""
    from backgammon_tui.tui.modes.sandbox.mode import SandboxMode  # Few want it.

    return mode.open(SandboxMode.beside, mode.table, mode.options)


def _has_choice(mode: PlayMode) -> bool:
    """Whether there are several plays, of which none is chosen yet."""
    state = mode.state
    is_chosen = state.selection.is_open or state.is_watched
    return len(state.selection.rows) > 1 and not (is_chosen or _is_stopped(mode))


def _is_stopped(mode: PlayMode) -> bool:
    """Whether something must be answered or acknowledged first."""
    return bool(mode.state.question or mode.state.acknowledgement)


def _has_hand(mode: PlayMode) -> bool:
    return mode.state.game.rules.starts_in_hand


def _may_trap(mode: PlayMode) -> bool:
    return mode.state.game.rules.landing.may_trap


def _is_played(mode: PlayMode) -> bool:
    return not mode.state.game.is_over


COMMANDS: Final[tuple[Command[PlayMode], ...]] = (
    Command(
        "space",
        lambda mode: mode.take(Key.SPACE),
        label=_goes_on,
        help="or enter: throw, play the only or the lit play, answer",
        title="Throw",
        is_enabled=lambda mode: bool(_goes_on(mode)),
        in_menu=False,
    ),
    Command(
        "enter",
        label=_enter_label,
        help="play what is typed",
    ),
    Command(shown="24/20 13/9", help="type moves, such as 24/22(2), bar/20* (hits), 6/off"),
    Command(shown="hand/22", help="a checker enters from the hand", exists=_has_hand),
    Command(shown="9/7^", help="traps the checker there; 9/7* hits it", exists=_may_trap),
    Command(
        shown="24/ * off",
        help="show only plays from 24, that hit, that bear off",
        exists=lambda mode: not _may_trap(mode),
    ),
    Command(
        shown="24/ * ^ off",
        help="show only plays from 24, that hit, trap, bear off",
        exists=_may_trap,
    ),
    Command(
        shown="up down",
        label="choose",
        help="choose a play in the list; so do PgUp PgDn Home End",
        is_enabled=_has_choice,
    ),
    Command(shown="left right", help="jump between the headings of the list"),
    Command(
        "tab",
        label=lambda mode: "list" if mode.state.selection.on_board else "board",
        help="to the board and back; arrows walk, enter picks",
        is_enabled=lambda mode: bool(mode.state.selection.rows) and not _is_stopped(mode),
    ),
    Command(
        "u",
        changes(asking.undo),
        label="undo",
        help="undo a move (U brings it back); the menu takes back throws",
        title="Undo",
        is_enabled=lambda mode: mode.state.can_undo and not mode.state.asking,
        in_menu=False,
    ),
    Command(
        "U",
        changes(asking.redo),
        title="Redo",
        is_enabled=lambda mode: bool(mode.table.undone),
        in_menu=False,
    ),
    Command(
        "w",
        PlayMode.why,
        label=lambda mode: "rule" if mode.state.rule else "why",
        help="why: of what is picked, typed or to be played; again: the rule",
        title="Why?",
        is_enabled=lambda mode: mode.state.can_ask_why,
        in_menu=False,
    ),
    Command(
        "f",
        PlayMode.count_facts,
        help="facts: how many of the 36 throws hit after each play, for who has a coach",
        exists=lambda mode: is_coached(mode.state.game, mode.options) and not mode.types,
    ),
    Command(
        "t",
        PlayMode.hint,
        label=_hint_label,
        help="a hint; then its reasons; then plays it",
        title="Hint",
        exists=lambda mode: bool(mode.table.record.hints),
        is_enabled=lambda mode: mode.state.may_ask,
    ),
    Command("?", PlayMode.open_help, label="help", help="this page", title="Keys and rules"),
    Command(title="Rulebook", run=PlayMode.open_rulebook),
    Command(
        title="The game so far",
        run=lambda mode: mode.open(openings.game_log, mode.table, mode.state.naming),
    ),
    Command(
        title="Score sheet",
        run=lambda mode: mode.open(openings.score_sheet, mode.table, mode.state.naming),
    ),
    Command(
        title="Fair dice",
        run=lambda mode: mode.open(openings.tell_fair_dice, mode.table, then=PlayMode.sit_at),
        is_enabled=lambda mode: mode.table.dice is not None,
    ),
    Command(title="Export", run=lambda mode: mode.share_table(mode.table)),
    Command(
        "g",
        lambda mode: mode.open(openings.throws, mode.state.game, mode.state.naming),
        help="the 36 throws as a square, and what each would do",
        title="The 36 throws",
        is_enabled=lambda mode: mode.state.game.side is not None,
    ),
    Command(
        title="Try things in the sandbox",
        run=_try_things,
    ),
    Command(
        title="Ask to take back the last throw",
        run=changes(asking.ask_take_back),
        is_enabled=lambda mode: not mode.table.accepted and bool(mode.table.actions),
    ),
    Command(title="Resign", run=changes(asking.ask_resign), is_enabled=_is_played),
    Command(title="Offer a draw", run=changes(asking.ask_draw), is_enabled=_is_played),
    Command(
        title="Result",
        run=PlayMode.open_result,
        is_enabled=lambda mode: mode.state.game.is_over,
    ),
    Command(title="Options", run=PlayMode.open_options, back_to_menu=True),
    Command(title="Leave", run=lambda mode: (mode, (Leave(),))),
    Command(
        "escape",
        label=lambda mode: mode.state.closing or "menu",
        help="close what is open, then the menu",
    ),
    Command(shown="header", help="above the board: points won in the match, pips to go"),
    Command(shown="board", help="dots: checkers moved last; ∘: one left or was hit there"),
    Command(shown="mouse", help="click a checker, then its target; a play twice; dice; keys"),
)
