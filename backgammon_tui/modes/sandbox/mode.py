"""The mode of the sandbox: a board to set up and to try things on, for two or a whole class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Self

from backgammon_tui.dice import Dice, FairDice, new_seed
from backgammon_tui.engine import Game, Phase, Rules, Side, StartingPosition
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import dice_view, position_before_roll, strip_view
from backgammon_tui.modes.effects import (
    AllRolls,
    ChooseGame,
    Do,
    EnterPosition,
    Given,
    Leave,
    NewLesson,
    Step,
    Window,
)
from backgammon_tui.modes.inputs import Input, Key, Paste, PointAt
from backgammon_tui.modes.mode import (
    KEYS,
    OPTIONS,
    PRESENTATION,
    QUIT,
    Command,
    Frame,
    ModeView,
    changes,
)
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.board import play_view
from backgammon_tui.modes.play.board_mode import ESCAPE, TO_BOARD, WHY, BoardMode, after_highlighted
from backgammon_tui.modes.play.handling import handle
from backgammon_tui.modes.play.panel import brief_lines, play_panel
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.sandbox.panel import (
    CHANGE_TAKES,
    sandbox_header,
    setup_brief,
    setup_dice,
    setup_panel,
    setup_view,
)
from backgammon_tui.modes.sandbox.state import SandboxState, Setup, open_sandbox
from backgammon_tui.modes.text import Glyphs, TextLine
from backgammon_tui.settings import Settings
from backgammon_tui.words.naming import STANDARD, Naming, sentence

_ROOMY: Final = 90
"""Minimum width in columns at which the footer has room for all keys."""

_TAKEN_UP: Final = "This is what you tried last. u undoes it, step by step."
_HIDDEN: Final = "The plays are hidden. p lists them."
_LIST_KEYS: Final = (
    *(Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT),
    *(Key.PAGE_UP, Key.PAGE_DOWN, Key.HOME, Key.END),
)
_BRUSHES: Final = {side.value.lower(): side for side in Side}


@dataclass(frozen=True)
class SandboxMode(BoardMode):
    """A sandbox; its answer is a table if somebody wants to play on as a match."""

    menu_title = "Sandbox"

    state: SandboxState
    draft: str = ""
    """The key of the starting point, under which the sandbox is remembered."""

    is_agreed: bool = True
    """True if win chances may be shown: beside a game only if the players agreed to it."""

    hides_plays: bool = False
    """True if the plays are not listed, so that a class can look for them."""

    @classmethod
    def begin(cls, rules: Rules, options: Settings) -> Self:
        """Open a sandbox for a game, from its start."""
        record = MatchRecord(rules, STANDARD.white, STANDARD.black, "", None)
        state = open_sandbox(record, Setup(rules, rules.start.position), options)
        return cls(state, f"sandbox {rules.name}")

    @classmethod
    def beside(cls, record: MatchRecord, game: Game, options: Settings) -> Self:
        """Open a sandbox at the last roll of a game; no match can begin while that one waits."""
        starting_position = position_before_roll(game) or StartingPosition(
            game.position, Side.WHITE
        )
        is_played = game.turn is not None and game.phase is not Phase.ROLL_AGAIN
        dice = game.turn.rolled.dice if game.turn and is_played and game.side else None
        setup = replace(Setup.of(record.rules, starting_position), dice=dice)
        state = replace(open_sandbox(record, setup, options), can_begin=False)
        draft = f"sandbox beside {record.rules.name} {starting_position} {dice or ''}"
        return cls(state, draft, record.has_hints_for_all)

    @property
    def options(self) -> Settings:
        return self.state.options

    @property
    def naming(self) -> Naming:
        return self.state.naming

    @property
    def input(self) -> PlayState | None:
        return self.state.playing

    def take_at_board(self, given: Input) -> Step[Self]:
        assert self.state.playing
        return self.update(self.state.update(handle(self.state.playing, given)))

    def show(self, notice: Notice) -> Step[Self]:
        playing = self.state.playing
        if playing is None or playing.news:
            return self, ()
        return self.update(self.state.update(replace(playing, notice=notice)))

    @property
    def closing(self) -> str:
        return super().closing or ("clear" if self.state.typed else "")

    @property
    def commands(self) -> tuple[Command, ...]:
        return _PLAYING if self.state.playing else _SETTING_UP

    def resume(self, fresh: Self) -> Self:
        """Return the sandbox as it was left, with the present look of the board."""
        if not self.state.past:
            return fresh
        return replace(self, state=self.state.with_options(fresh.options).say(_TAKEN_UP))

    # ---- what is done

    def take(self, given: Input) -> Step[Self]:
        """Take a key, a click or a paste."""
        state, playing = self.state, self.state.playing
        if isinstance(given, Paste):
            return self.update(state.paste(given.text))
        if playing is None:
            return self._set_up(given)
        is_of_dice = isinstance(given, PointAt) and given.place is None
        if is_of_dice and not playing.news:
            return self.open_rolls()
        if self.hides_plays and given in _LIST_KEYS and not playing.choosing.on_board:
            return self.update(state.say(_HIDDEN))
        if given in (Key.ENTER, Key.SPACE) and state.awaits_dice:
            return self.roll(FairDice(new_seed()).roll(1))
        return super().take(given)

    def turn_list(self) -> Step[Self]:
        """Hide the list of plays from a class, or show it again."""
        playing = self.state.playing
        assert playing
        unchosen = playing.select(playing.choosing.choose(None))
        is_chosen = playing.choosing.row is not None
        after = self.state.update(unchosen) if is_chosen else self.state
        mode, effects = self.update(after)
        return replace(mode, hides_plays=not self.hides_plays), effects

    def _set_up(self, given: Input) -> Step[Self]:
        state = self.state
        match given:
            case PointAt(None):
                return self.open_rolls()
            case PointAt(place, is_second) if place:
                state = state.point_at(place, takes=is_second)
            case Key.UP | Key.DOWN | Key.LEFT | Key.RIGHT:
                state = state.walk(given)
            case Key.ESCAPE if not state.typed:
                return self.leave()
            case Key.ESCAPE | Key.BACKSPACE:
                state = state.erase()
            case Key.SPACE | "=":
                state = state.add()
            case "_":
                state = state.take()
            case str() if given.isdecimal():
                state = state.type_number(given)
            case str() if given == CHANGE_TAKES:
                state = state.change_takes()
            case str() if given.lower() in _BRUSHES:
                state = state.choose(_BRUSHES[given.lower()])
        return self.update(state)

    def update(self, state: SandboxState) -> Step[Self]:
        """Return the mode with another state; here nobody is made to wait, or to look up."""
        playing = state.playing
        if playing is None:
            return replace(self, state=state), ()
        effects = tuple(each for each in playing.effects if each in (Do.TUMBLE, Do.NEW_LIST))
        return replace(self, state=replace(state, playing=replace(playing, effects=()))), effects

    def refuse(self, said: str) -> Step[Self]:
        return self.update(self.state.say(said, is_refusal=True))

    def roll(self, dice: Dice) -> Step[Self]:
        return self.update(self.state.roll(dice))

    # ---- what is opened

    def with_options(self, options: Settings) -> Self:
        return replace(self, state=self.state.with_options(options))

    def open_keys(self) -> Step[Self]:
        return self.open(self.keys_and_rules(self.state.game.rules))

    def open_rolls(self) -> Step[Self]:
        """Open the 36 rolls; one can be chosen while numbers are wanted."""
        state, playing = self.state, self.state.playing
        if playing is None and state.setup.problem:
            return self.refuse(state.setup.problem)
        takes = playing is None or playing.awaits_roll
        highlighted = state.setup.dice if playing is None else None
        take = SandboxMode.roll if takes else None
        game = after_highlighted(playing) if playing else state.game
        return self.open(AllRolls(game, state.naming, highlighted, takes), take)

    def share(self) -> Step[Self]:
        """Open the dialog that copies and writes the table."""
        state = self.state
        if state.playing:
            return self.share_table(state.playing.table)
        if state.setup.problem:
            return self.refuse(state.setup.problem)
        record = replace(state.record, rules=state.setup.rules)
        return self.share_table(Table.begin_at(record, state.setup.starting_position, None))

    def save_lesson(self) -> Step[Self]:
        """Open the dialog that makes a lesson of the moves played."""
        playing = self.state.playing
        if playing is None or not playing.table.actions:
            return self.refuse("Play something first: what you play becomes the solution.")
        return self.open(NewLesson(playing.table))

    def begin_match(self) -> Step[Self]:
        """Begin a match from this position."""
        try:
            here = self.state.here
        except ValueError as error:
            return self.refuse(sentence(error))
        record = replace(self.state.record, rules=self.state.game.rules)
        return self, (Leave(Table.begin_at(record, here, FairDice(new_seed()))),)

    # ---- what is shown

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        """Return the play in a line or two; while a position is set up, the place at the cursor."""
        if self.state.playing:
            return brief_lines(self.state.playing, width, glyphs, lists_plays=not self.hides_plays)
        return setup_brief(self.state, width, glyphs)

    def view(self, frame: Frame) -> ModeView:
        """Build the view of the moves made, or of the position that is set up."""
        state, playing = self.state, self.state.playing
        header = sandbox_header(state, frame.width, frame.glyphs)
        tells = self.options.chances and self.is_agreed
        if playing:
            game = playing.game
            strip, dice = strip_view(game), dice_view(game)
            panel = play_panel(playing, frame, lists_plays=not self.hides_plays)
            judged = game if tells else None
            return ModeView(header, play_view(playing), strip, dice, panel, judged=judged)
        setup = state.setup
        judged = setup.game if tells and not setup.problem else None
        shown = [each for each in self.commands if each.label and not each.in_footer]
        keys = [each._replace(label=each.word(self)) for each in shown if each.exists(self)]
        panel = setup_panel(state, keys, frame)
        dice = setup_dice(state)
        return ModeView(header, setup_view(state), dice=dice, panel=panel, judged=judged)


# ---- the commands


_Own = Command


def _asks(
    window: Callable[[Rules], Window[Given]],
    take: Callable[[SandboxState, Given], SandboxState],
) -> Callable[[SandboxMode], Step[SandboxMode]]:
    return lambda mode: mode.open(
        window(mode.state.setup.rules),
        lambda mode, given: mode.update(take(mode.state, given)),
    )


def _beside(
    key: str,
    word: str | Callable[[SandboxMode], str],
    text: str,
    run: Callable[[SandboxMode], Step[object]],
    exists: Callable[[SandboxState], bool] = lambda state: True,
) -> _Own:
    return Command(key, run, word, title=text, exists=lambda m: exists(m.state), in_footer=False)


_ASK_LINE: Final = _asks(EnterPosition, SandboxState.with_coded)
_ASK_RULES: Final = _asks(ChooseGame, SandboxState.with_rules)
_OTHER: Final = _beside("v", "turn", "The other side to roll", changes(SandboxState.pass_on))
_ROLLS: Final = _beside("g", "rolls", "The roll chart", SandboxMode.open_rolls)
_COPY: Final = _beside("c", "export", "Export", SandboxMode.share)
_LESSON: Final = _beside("s", "lesson", "Save what was played as a lesson", SandboxMode.save_lesson)
_MATCH: Final = _beside(
    "m",
    "match",
    "Play on from here as a match",
    SandboxMode.begin_match,
    lambda state: state.can_begin,
)
_REDO: Final[_Own] = Command("U", changes(SandboxState.redo))
_UNDO: Final = "undo the last change to the board; U brings it back"
_MENU: Final[_Own] = Command("l", SandboxMode.open_menu, "menu", "everything you can do here")
_ALWAYS: Final[tuple[_Own, ...]] = (
    PRESENTATION._replace(label=""),
    KEYS._replace(label="help", title="Keys and rules"),
    OPTIONS,
    QUIT._replace(title="Leave the sandbox"),
    _MENU,
    ESCAPE,
)
"""The commands both while a position is set up and while moves are made."""

_SETTING_UP: Final[tuple[_Own, ...]] = (
    Command(shown="arrows", label="walk", help="walk from place to place", min_width=_ROOMY),
    Command("+", changes(SandboxState.add), "put", "put a checker there; so do space and a click"),
    Command(
        "-", changes(SandboxState.take), "take", "take one away; so does the second mouse button"
    ),
    Command(
        "tab",
        changes(lambda state: state.choose(state.brush.other)),
        "other",
        "place the other side's checkers; so do w and b",
    ),
    Command(
        shown="12",
        label="numbers",
        help="the numbers rolled; 0 leaves them open",
        min_width=_ROOMY,
    ),
    Command("enter", changes(SandboxState.play), "play", "make moves", "Play from here"),
    Command("u", changes(SandboxState.undo), "undo", _UNDO),
    _REDO,
    _beside(
        "t",
        "trap",
        "Trap a checker, or free it",
        changes(SandboxState.trap),
        lambda state: state.setup.rules.landing.may_trap,
    ),
    _beside(
        "h",
        lambda mode: "to off" if mode.state.has_hand else "to hand",
        "Put the rest in hand, or off",
        changes(SandboxState.toggle_hand_off),
        lambda state: state.setup.rules.starts_in_hand,
    ),
    _beside(
        "f",
        "double",
        "First double already rolled, or not",
        changes(SandboxState.turn_first_double),
        lambda state: state.setup.rules.first_double_face_only,
    ),
    _OTHER,
    _beside("z", "empty", "Empty the board", changes(SandboxState.empty)),
    _beside("a", "start", "Back to the start of the game", changes(SandboxState.at_start)),
    _beside("x", "swap", "Swap colours", changes(SandboxState.exchange)),
    _beside("p", "paste", "Paste or type a position line", _ASK_LINE),
    _beside("r", "game", "Another game, house rules", _ASK_RULES),
    _ROLLS,
    _COPY,
    _LESSON,
    _MATCH,
    *_ALWAYS,
)

_PLAYING: Final[tuple[_Own, ...]] = (
    Command(
        "enter",
        label=lambda mode: "roll" if mode.state.awaits_dice else "play",
        help="play what the board previews; roll dice, unless you type the numbers",
    ),
    Command(shown="24/20 13/9", help="type moves, as in a game"),
    TO_BOARD,
    Command("u", changes(SandboxState.undo), "U undo", _UNDO),
    _REDO,
    WHY._replace(label=""),
    Command("e", changes(SandboxState.set_up), "set up", "", "Change the board as it stands"),
    Command(
        "p",
        SandboxMode.turn_list,
        lambda mode: "list plays" if mode.hides_plays else "hide plays",
        "hide the list of plays from a class; again: show it",
        "Hide the list of plays, or show it",
        min_width=_ROOMY,
    ),
    _OTHER._replace(in_footer=True),
    _ROLLS._replace(in_footer=True),
    _COPY,
    _LESSON._replace(in_footer=True, min_width=_ROOMY),
    _MATCH,
    *_ALWAYS,
)
