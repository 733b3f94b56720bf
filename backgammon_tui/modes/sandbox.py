"""The sandbox: a position is set up and numbers are played from it, with unlimited undo.

Every change of the board can be undone, even rolls and the setup, because there is no opponent.
Each side always has fifteen checkers. Those that are neither on a point nor on the bar are the
*rest* of a side. They are in hand if the game starts there, until they are declared borne off. An
added checker comes from the rest; a removed one returns to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, partial
from typing import Final, NamedTuple, Self, TypeAlias

from backgammon_tui.dice import Dice, FairDice, new_seed
from backgammon_tui.engine.game import CENTRED, Cube, Game, StartingPosition
from backgammon_tui.engine.moves import Roll
from backgammon_tui.engine.position import CHECKERS, POINTS, TRAPPED, Place, Position, Side, field
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Phase, larger_first
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes import board, effects
from backgammon_tui.modes.effects import SimpleEffect, Step
from backgammon_tui.modes.inputs import (
    ChooseTried,
    Input,
    Key,
    Paste,
    PointAt,
    nearest,
    screen_spot,
)
from backgammon_tui.modes.mode import Command, Frame, Mode, ModeView, command_of, meets
from backgammon_tui.modes.notice import Notice, NoticeKind
from backgammon_tui.modes.play import prompts
from backgammon_tui.modes.play.choosing import LIST_KEYS, count_retyped
from backgammon_tui.modes.play.match import BoardMode, MenuMode, after_highlighted, play_view
from backgammon_tui.modes.play.panel import brief_lines, notice_lines, play_panel
from backgammon_tui.modes.play.state import Advice, PlayState, handle
from backgammon_tui.modes.text import (
    BLANK,
    MIN_WIDTH_FULL_NAME,
    Glyphs,
    KeyWord,
    Panel,
    Span,
    TextLine,
    TextStyle,
    measure,
    name_sides,
    spread,
    wrap,
)
from backgammon_tui.modes.tries import (
    MAX_COMMENT,
    NO_TRIES,
    Duel,
    Rollout,
    TriedLine,
    Tries,
    describe_answer,
    describe_duel,
    duel,
    list_costs,
)
from backgammon_tui.settings import Settings
from backgammon_tui.storage import codes
from backgammon_tui.storage.sandbox_lines import SandboxLine, SandboxLines
from backgammon_tui.storage.shared_board import SharedBoard
from backgammon_tui.words.board_text import describe_point
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import STANDARD, Naming, capitalized, sentence, write_dice
from backgammon_tui.words.plays import describe_plays
from backgammon_tui.words.rule_settings import describe_changes
from backgammon_tui.words.turns import describe_standing

_NONE_LEFT: Final = "All of {name}'s checkers are on the board. Take one away first."
_NOT_OFF: Final = "All the other checkers are off. Add or remove checkers on the points instead."


class PlacementError(ValueError):
    """A sentence and the side that it is about, whose names are `{name}` and `{other}`."""


def empty_board(rules: Rules) -> Position:
    line = f"{_rest_of(rules).word}:{CHECKERS}"
    return Position.parse(f"W {line} / B {line}")


def add_checker(rules: Rules, position: Position, side: Side, place: int) -> Position:
    """Add a checker of a side to a place from its rest.

    Opposing checkers there return to their own rest, unless one is trapped there.
    """
    if 1 <= place <= POINTS and position.is_trapped(side, place):
        held = "{name} has a trapped checker there, so {other} holds the point."
        raise PlacementError(held, side)
    position = _from_rest(position, side, place)
    opponent, across = side.other, rules.across(place)
    if 1 <= place <= POINTS and not position.is_trapped(opponent, across):
        while position.count(opponent, across):
            position = _moved(position, opponent, across, _rest(rules, position, opponent, across))
    return position


def remove_checker(rules: Rules, position: Position, side: Side, place: int) -> Position:
    """Return a checker of a side from a place to its rest.

    A checker that only it trapped is freed. A checker removed from the hand is borne off, and one
    removed from off is in hand, if the game has a hand.
    """
    if not position.count(side, place):
        raise PlacementError("There is no checker there.", side)
    if place == Place.OFF and not rules.starts_in_hand:
        raise PlacementError(_NOT_OFF, side)
    position = _moved(position, side, place, _rest(rules, position, side, place))
    if 1 <= place <= POINTS and not position.count(side, place):
        return _freed(position, side.other, rules.across(place))
    return position


def trap(rules: Rules, position: Position, side: Side, point: int) -> Position:
    """Trap an opposing checker on a point of `side`, or free it.

    Both checkers come from the rest if they are not there yet. A removed trapped checker returns to
    its owner's rest.
    """
    opponent, across = side.other, rules.across(point)
    if position.is_trapped(side, point):
        return remove_checker(rules, position, side, point)
    if position.is_trapped(opponent, across):
        return remove_checker(rules, position, opponent, across)
    if position.count(opponent, across) > 1:
        only = "Only a blot can be trapped, and {name} has more checkers there."
        raise PlacementError(only, opponent)
    for owner, place in ((side, point), (opponent, across)):
        if not position.count(owner, place):
            position = _from_rest(position, owner, place)
    return Position(position.packed + (TRAPPED - 1) * field(opponent, across))


def toggle_hand_off(_: Rules, position: Position, side: Side) -> Position:
    is_in_hand = position.count(side, Place.HAND) > 0
    source, target = (Place.HAND, Place.OFF) if is_in_hand else (Place.OFF, Place.HAND)
    if not (number := position.count(side, source)):
        raise PlacementError(_NONE_LEFT, side)
    return _moved(position, side, source, target, number)


def _rest_of(rules: Rules) -> Place:
    return Place.HAND if rules.starts_in_hand else Place.OFF


def _from_rest(position: Position, side: Side, place: int) -> Position:
    for rest in (Place.HAND, Place.OFF):
        if rest != place and position.count(side, rest):
            return _moved(position, side, rest, place)
    raise PlacementError(_NOT_OFF if place == Place.OFF else _NONE_LEFT, side)


def _rest(rules: Rules, position: Position, side: Side, place: int) -> Place:
    if place == Place.HAND:
        return Place.OFF
    has_off, has_hand = (position.count(side, rest) for rest in (Place.OFF, Place.HAND))
    return Place.OFF if has_off and not has_hand and place != Place.OFF else _rest_of(rules)


def _moved(position: Position, side: Side, origin: int, target: int, checkers: int = 1) -> Position:
    packed = _freed(position, side, origin).packed
    return Position(packed + checkers * (field(side, target) - field(side, origin)))


def _freed(position: Position, side: Side, place: int) -> Position:
    if not position.is_trapped(side, place):
        return position
    return Position(position.packed - (TRAPPED - 1) * field(side, place))


_WIDE: Final = 90  # Minimum width for a footer with all keys.

_RESUMED: Final = "This is the position that you left. {} undoes it, step by step."
_KEPT: Final = "These are the lines that you tried here last time. {} goes back, step by step."
_RETYPED: Final = "The moves made are taken back: Enter plays this instead."
_FINISH: Final = "Finish the play first, or undo it with {}."
_NOT_AGREED: Final = "The players have not agreed to see the computer's opinion."
_FIRST_PLACE: Final = board.PointPlace(24)
_USUAL: Final = Settings()

_CHANGE_TAKES: Final = "takes"
"""The click that switches between adding and removing checkers; the keyboard has keys for both."""


@dataclass(frozen=True)
class Setup:
    """A position with its rules, side and dice. The position may not be playable yet."""

    rules: Rules
    position: Position
    side: Side = Side.WHITE
    had_double: frozenset[Side] = frozenset()
    cube: Cube = CENTRED
    dice: Dice | None = None
    """The numbers to play; None while they are open."""

    @property
    def starting_position(self) -> StartingPosition:
        return StartingPosition(self.position, self.side, self.had_double, self.cube)

    @property
    def game(self) -> Game:
        return Game(self.rules, self.position, Phase.ROLL, self.side, self.had_double)

    @property
    def problem(self) -> str:
        """The reason why it cannot be played, as a sentence; empty if it can be."""
        try:
            if not self.starting_position.game(self.rules).is_over:
                return ""
        except ValueError as error:
            return sentence(error)
        if won := [side for side in Side if self.position.has_borne_off_all(side)]:
            return f"{STANDARD.name(won[0])} has borne off everything."
        return "Neither side could ever move here."


command: TypeAlias = Command["SandboxMode"]


def _during_setup(key: str, help: str = "", label: str = "", title: str = "") -> command:
    return command(key, help, label, title, exists=lambda mode: not mode.state)


def _beside(
    key: str,
    title: str,
    label: str | Callable[[SandboxMode], str],
    exists: Callable[[SandboxMode], object] | None = None,
) -> command:
    """Return a command whose key is in the panel while a position is set up."""
    return command(key, title=title, label=label, exists=exists, in_footer=_is_playing)


def _is_playing(mode: SandboxMode) -> bool:
    return mode.state is not None


def _has_lines(mode: SandboxMode) -> bool:
    return len(mode.tries.lines) > 1


def _is_setup(mode: SandboxMode) -> bool:
    return mode.state is None


class Scene(NamedTuple):
    setup: Setup
    table: Table | None = None
    """The table on which moves are made; None during setup."""
    tries: Tries = NO_TRIES

    def is_play_of(self, setup: Setup) -> bool:
        return self.table is not None and self.setup == setup


@dataclass(frozen=True, kw_only=True)
class SandboxMode(MenuMode):
    """A sandbox; its result is a table if somebody wants to continue as a match."""

    menu_title = "Sandbox"
    can_present = True
    keeps_lines = True

    record: MatchRecord
    """The players of a match that may start from here; it has no games."""
    setup: Setup
    options: Settings = _USUAL
    state: PlayState | None = None
    """The moves being made; None during setup."""
    brush: Side = Side.WHITE
    takes: bool = False
    """True if pointing at a place removes a checker instead of adding one."""
    cursor: board.BoardPlace = _FIRST_PLACE
    typed: str = ""
    notice: Notice | None = None
    """The notice during setup; during play `state` has its own."""
    past: tuple[Scene, ...] = ()
    future: tuple[Scene, ...] = ()
    draft: str = ""
    """The key of the starting point, under which the sandbox is remembered."""
    can_begin: bool = True
    """True if a match can start from here, which is impossible while another one waits."""
    is_agreed: bool = True
    """True if winning chances may be shown; during a game only if the players agreed."""
    hides_plays: bool = False
    """True if the plays are not listed, so a class can look for them."""
    tries: Tries = NO_TRIES
    """The lines played from this position; going back and playing another move begins another."""
    duel: Duel | None = None
    """The two lines that were compared last, which can be rolled out."""

    @classmethod
    def begin(cls, rules: Rules, options: Settings) -> Self:
        record = MatchRecord(rules, STANDARD.white, STANDARD.black, "", None)
        sandbox = cls.at_setup(record, Setup(rules, rules.start.position), options)
        return replace(sandbox, draft=f"sandbox {rules.name}")

    @classmethod
    def beside(cls, record: MatchRecord, game: Game, options: Settings) -> Self:
        """Open a sandbox at the last roll of a game; no match can start while that one waits."""
        start = board.position_before_roll(game) or StartingPosition(game.position, Side.WHITE)
        dice = _numbers_due(game)
        sandbox = cls.at_setup(record, Setup(record.rules, *start, dice), options)
        draft = f"sandbox beside {record.rules.name} {start} {dice or ''}"
        return replace(sandbox, can_begin=False, draft=draft, is_agreed=record.shows_estimates)

    @classmethod
    def at_setup(cls, record: MatchRecord, setup: Setup, options: Settings) -> Self:
        match = replace(record, date=date.today().isoformat(), length=None, games=())
        return cls(record=match, setup=setup, options=replace(options, presentation=False))

    @cached_property
    def naming(self) -> Naming:
        return Naming.from_names(self.record.white, self.record.black)

    @property
    def game(self) -> Game:
        return self.state.game if self.state else self.setup.game

    @property
    def awaits_dice(self) -> bool:
        """True if a roll is due and no part of it is typed."""
        is_open = self.state and not (self.state.news or self.state.choosing.text)
        return bool(is_open and self.game.awaits_roll)

    @property
    def closing_label(self) -> str:
        return super().closing_label or ("clear" if self.typed else "")

    @property
    def kept_lines(self) -> SandboxLines | None:
        """The lines to keep for the next start of the program; None before the first try."""
        if not self.tries.lines:
            return None
        lines = (SandboxLine(line.table.actions, line.comment) for line in self.tries.lines)
        start, dice = self.setup.starting_position, self.setup.dice
        return SandboxLines(self.setup.rules, start, dice, tuple(lines), self.tries.at)

    def with_kept_lines(self, kept: SandboxLines) -> Self:
        """Return the sandbox with the lines tried before the program was left."""
        sandbox = self._begin(Setup(kept.rules, *kept.start, kept.dice))
        assert sandbox.state
        record = sandbox.state.table.record
        start = Table.begin_at(replace(record, games=()), kept.start, None)
        lines = (TriedLine(start.apply(*line.actions), line.comment) for line in kept.lines)
        there = sandbox._at_line(Tries(tuple(lines), kept.at))
        return there.say(_KEPT.format(self.options.keys.shown("u")))

    def resume(self, fresh: Self) -> Self:
        return (
            self.with_options(fresh.options).say(_RESUMED.format(self.options.keys.shown("u")))
            if self.past
            else fresh
        )

    def with_options(self, options: Settings) -> Self:
        playing = self.state and self.state.with_options(options)
        return replace(self, options=options, state=playing)

    def say(self, text: str, *, is_refusal: bool = False) -> Self:
        kind = NoticeKind.REFUSAL if is_refusal else NoticeKind.NEWS
        notice = Notice(text, kind=kind)
        if self.state is None:
            return replace(self, notice=notice)
        return replace(self, state=replace(self.state, notice=notice))

    # ---- inputs

    def step(self) -> Step[Self]:
        """Return the mode and its effects, without the pauses of a match."""
        if self.state is None:
            return self, ()
        wanted = (SimpleEffect.TUMBLE, SimpleEffect.NEW_LIST)
        effects = tuple(effect for effect in self.state.effects if effect in wanted)
        return replace(self, state=replace(self.state, effects=())), effects

    def handle_input(self, player_input: Input) -> Step[Self]:
        playing = self.state
        if isinstance(player_input, Paste):
            return self.paste(player_input.text).step()
        if playing is None:
            return self._set_up(player_input)
        if isinstance(player_input, ChooseTried):
            return self._at_line(replace(self.tries, at=player_input.line)).step()
        if isinstance(player_input, PointAt) and player_input.place is None and not playing.news:
            return self.open_roll_chart()
        if self.hides_plays and player_input in LIST_KEYS and not playing.choosing.is_on_board:
            return self.say(f"The plays are hidden. {self.options.keys.shown('V')} lists them."), ()
        if player_input in (Key.ENTER, Key.SPACE) and self.awaits_dice:
            return self.roll(FairDice(new_seed()).roll(1)).step()
        return super().handle_input(player_input)

    def at(self, state: PlayState) -> Step[Self]:
        return self.at_state(state).step()

    def _set_up(self, player_input: Input) -> Step[Self]:
        match player_input:
            case PointAt(None):
                return self.open_roll_chart()
            case PointAt(place, is_second) if place:
                return self.point_at(place, takes=is_second), ()
            case Key.UP | Key.DOWN | Key.LEFT | Key.RIGHT:
                return self.move_cursor(player_input), ()
            case Key.ESCAPE if not self.typed:
                return self.leave()
            case Key.ESCAPE | Key.BACKSPACE:
                return replace(self, typed="", notice=None) if self.typed else self.take_one(), ()
            case Key.SPACE | "=":
                return self.add(), ()
            case "_":
                return self.take_one(), ()
            case str() if player_input.isdecimal():
                return self.type_number(player_input), ()
            case str() if player_input == _CHANGE_TAKES:
                return replace(self, takes=not self.takes, notice=None), ()
            case _:
                return self, ()

    # ---- setup

    def point_at(self, place: board.BoardPlace, *, takes: bool = False) -> Self:
        there = replace(self, cursor=place)
        return there.take_one() if takes or self.takes else there.add()

    def with_rules(self, rules: Rules) -> Self:
        """Set the position up under other rules, or their start if it is impossible there."""
        before, position, problem = self.setup, self.setup.position, ""
        if position == before.rules.start.position:
            position = rules.start.position
        elif position == empty_board(before.rules):
            position = empty_board(rules)
        elif not rules.starts_in_hand:
            for side in Side:
                in_hand = position.count(side, Place.HAND)
                position = _moved(position, side, Place.HAND, Place.OFF, in_hand)
        try:
            rules.check(position)
        except ValueError:
            if position != empty_board(rules):
                position = rules.start.position
                problem = f"In {rules.title} this position is impossible. Here is the start."
        setup = replace(before, rules=rules, position=position)
        after = replace(self, cursor=_FIRST_PLACE)._with_setup(setup)
        return after.say(problem) if problem else after

    def with_decoded(self, decoded: codes.DecodedPosition) -> Self:
        dice = decoded.dice or self.setup.dice
        setup = Setup(self.setup.rules, *decoded.starting_position, dice)
        return replace(self._with_setup(setup), typed="")

    def type_number(self, digit: str) -> Self:
        """Type a number to be played: two make a roll, 0 leaves it open."""
        if digit == "0":
            return self.roll(None)
        if digit not in "123456":
            return self.say("Numbers are from 1 to 6; 0 leaves them open.", is_refusal=True)
        if not self.typed:
            return replace(self, typed=digit, notice=None)
        return self.roll((int(self.typed), int(digit)))

    def paste(self, text: str) -> Self:
        """Set up a pasted position line or code; type other text as moves, if any are due."""
        line = codes.first_code(text)
        if self.state and not (line.startswith(Side.WHITE.value) or codes.is_like_code(line)):
            return self.at_state(handle(self.state, Paste(text)))
        try:
            decoded = codes.read_starting_position(codes.complete(line), self.setup.rules)
            self.setup.rules.check(decoded.starting_position.position)
        except ValueError as error:
            return self.say(sentence(error), is_refusal=True)
        return self.with_decoded(decoded)

    def move_cursor(self, key: Key) -> Self:
        rules, mirrored, spots = self.setup.rules, self.options.mirrored, {}
        for place in board.PLACES:
            side, number = replace(self, cursor=place).spot(Side.WHITE)
            is_used = number != Place.HAND or self.setup.position.count(side, number) > 0
            if is_used or rules.starts_in_hand or place == self.cursor:
                spots[place] = screen_spot(number, rules, side, mirrored=mirrored)
        return replace(self, cursor=nearest(self.cursor, spots, key), notice=None)

    def spot(self, brush: Side) -> tuple[Side, int]:
        side = brush if isinstance(self.cursor, board.PointPlace) else self.cursor.side
        return side, board.place_of(self.cursor, side, self.setup.rules)

    def _place(self, change: Callable[..., Position], *where: Side | int) -> Self:
        """Change the position, or explain why that is impossible."""
        rules = self.setup.rules
        try:
            position = change(rules, self.setup.position, *where)
        except PlacementError as error:
            sentence, side = error.args
            name, other = (self.naming.name(about) for about in (side, side.other))
            return self.say(sentence.format(name=name, other=other), is_refusal=True)
        return self._with_setup(replace(self.setup, position=position))

    # ---- making moves

    def roll(self, dice: Dice | None) -> Self:
        """Set the numbers to be played, unless another play is unfinished."""
        if self.state is None or dice is None:
            return replace(self, typed="")._with_setup(replace(self.setup, dice=dice))
        if not self.state.game.awaits_roll:
            return self.say(self._finish, is_refusal=True)
        state = self.state.select(self.state.choosing.close()).acknowledge()
        for digit in dice:
            state = handle(state, str(digit))
        return self.at_state(handle(state, Key.ENTER))

    def _begin(self, setup: Setup) -> Self:
        record = replace(self.record, rules=setup.rules)
        table = Table.begin_at(record, setup.starting_position, None, setup.dice)
        playing = PlayState.open(table, self.options).with_effects(SimpleEffect.NEW_LIST)
        sandbox = replace(self._remembered, setup=setup, state=playing, typed="")
        return replace(sandbox, tries=NO_TRIES, duel=None)

    def at_state(self, state: PlayState) -> Self:
        """Return the sandbox with another state of play; each of several moves can be undone."""
        if self.state is None or state.table is self.state.table:
            return replace(self, state=state)._retyped()
        scenes, table = [self._scene], self.state.table
        for action in state.table.actions[len(table.actions) : -1]:
            table = table.apply(action)
            scenes.append(Scene(self.setup, table, self.tries.after(table)))
        tries, marked = self.tries.after(state.table), replace(state, tried=frozenset())
        after = replace(self, state=marked, past=(*self.past, *scenes), future=(), tries=tries)
        return after._marking()

    def _retyped(self) -> Self:
        """Go back to the roll if another whole play of it is typed after some of its moves."""
        state, text = self.state, self.state.choosing.refused if self.state else ""
        if not (state and text and (moves := count_retyped(state.choosing.plays, text))):
            return self
        table = state.table.before(len(state.table.actions) - moves)
        there = self._remembered._at(Scene(self.setup, table, self.tries))
        assert there.state
        typed = there.state.choosing.with_text(text)
        return replace(there, state=there.state.select(typed)).say(_RETYPED)

    def _marking(self) -> Self:
        """Return the sandbox whose list marks the plays that were tried."""
        if self.state is None:
            return self
        return replace(self, state=replace(self.state, tried=self.tries.plays_in(self.state.game)))

    def _at_line(self, tries: Tries) -> Self:
        """Go to the end of a line that was tried; undo walks back along it."""
        line = tries.current
        if line is None:
            return self.say("Nothing has been tried yet: make a play first.")
        # A roll that was set up before is not a step of its own.
        steps = line.steps[1:] if self.setup.dice else line.steps
        scenes = [Scene(self.setup, table, tries) for table in steps]
        before = [scene for scene in self.past if not scene.is_play_of(self.setup)]
        there = replace(self, tries=tries, duel=None)._at(Scene(self.setup, line.table, tries))
        there = replace(there, past=(*before, *scenes), future=())
        return there.say(line.comment) if line.comment else there

    # ---- undo and redo

    @property
    def _scene(self) -> Scene:
        return Scene(self.setup, self.state.table if self.state else None, self.tries)

    @property
    def _remembered(self) -> Self:
        """The sandbox in which the next change can be undone."""
        return replace(self, past=(*self.past, self._scene), future=())

    def _at(self, scene: Scene) -> Self:
        playing = None
        if scene.table:
            # A user who comes back has already seen the lost numbers.
            opened = PlayState.open(scene.table, self.options).with_effects(SimpleEffect.NEW_LIST)
            playing = replace(opened, news=None, notice=opened.news or opened.notice)
        is_same = scene.setup == self.setup and scene.table is not None
        tries = self.tries.after(scene.table) if is_same and scene.table else scene.tries
        at = replace(self, setup=scene.setup, state=playing, typed="", notice=None, tries=tries)
        return at._marking()

    def _with_setup(self, setup: Setup) -> Self:
        before = self if setup == self.setup and not self.state else self._remembered
        return replace(before, setup=setup, state=None, notice=None, tries=NO_TRIES, duel=None)

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        if self.state:
            return brief_lines(self.state, width, glyphs, lists_plays=not self.hides_plays)
        lines = notice_lines(self.notice, width) or _cursor_lines(self, width)
        text = f" {glyphs.disc(self.brush)} {' '.join(line.text for line in lines)}"
        return (TextLine((Span(fit(text, width), TextStyle.BRIGHT),)),)

    @property
    def shared_board(self) -> SharedBoard:
        game, rolled = self.game, self.game.rolled and self.game.rolled.dice
        dice = rolled if self.state else self.setup.dice
        title, mover = f"Sandbox: {game.rules.title}", game.actor or Side.WHITE
        tried = self.tries.described() if len(self.tries.lines) > 1 else []
        texts = (f"{capitalized(describe_standing(game, STANDARD))}.", *tried)
        return SharedBoard(title, game.rules, game.position, mover, dice, texts)

    def view(self, frame: Frame) -> ModeView:
        header, playing = sandbox_header(self, frame.width, frame.glyphs), self.state
        is_judged = self.options.chances and self.is_agreed
        if playing:
            game = playing.game
            shown = play_view(playing), board.strip_view(game), board.dice_view(game)
            panel = self._panel(playing, frame)
            return ModeView(header, *shown, panel, judged=game if is_judged else None)
        setup = self.setup
        marks = board.Marks(cursor=self.spot(self.brush))
        mirrored = self.options.mirrored
        view = board.board_view(setup.game, marks, self.naming, self.brush, mirrored=mirrored)
        numbers = larger_first(setup.dice) if setup.dice else ()
        dice = board.DiceView((int(self.typed),) if self.typed else numbers, setup.side)
        judged = setup.game if is_judged and not setup.problem else None
        return ModeView(header, view, (), dice, setup_panel(self, frame), judged=judged)

    def _panel(self, playing: PlayState, frame: Frame) -> Panel:
        """Return the panel of a match, and at its foot the lines that were tried."""
        (width, height), lists = frame.room, not self.hides_plays
        lines = tried_lines(self.tries, width, min(height // 3, _MAX_TRIED))
        if not lines:
            return play_panel(playing, frame, lists_plays=lists)
        above = frame._replace(room=(width, height - len(lines)))
        panel = play_panel(playing, above, lists_plays=lists)
        gap = [BLANK] * (height - len(lines) - len(panel.lines))
        return panel._replace(lines=(*panel.lines, *gap, *lines))

    # ---- commands during setup, in the order of the footer and the help page

    arrows_note = command(
        "arrows", "Move from place to place", label="move", min_width=_WIDE, exists=_is_setup
    )

    @_during_setup("+", label="add", help="Put a checker there (also Space or a click)")
    def add(self) -> Self:
        return self._place(add_checker, *self.spot(self.brush))

    @_during_setup("-", label="remove", help="Take a checker away (or right-click it)")
    def take_one(self) -> Self:
        """Remove a checker at the cursor, of the chosen side if it has any there."""
        side, place = self.spot(self.brush)
        if not self.setup.position.count(side, place):
            side, place = self.spot(self.brush.other)
        return self._place(remove_checker, side, place)

    @_during_setup("tab", label="change colour", help="Place the other side's checkers")
    def choose_other(self) -> Self:
        return replace(self, brush=self.brush.other, notice=None)

    numbers_note = command(
        "6 3",
        "Set the roll (0: no roll)",
        label="set the roll",
        min_width=_WIDE,
        exists=_is_setup,
    )

    @_during_setup("enter", label="play", help="Make moves", title="Play from here")
    def play(self) -> Self:
        if self.setup.problem:
            return self.say(self.setup.problem, is_refusal=True)
        return self._begin(self.setup)

    # ---- commands while playing, and general commands

    enter_note = command(
        "enter",
        "Make the previewed play, or roll unless you type a roll",
        label=lambda mode: "roll" if mode.awaits_dice else "play",
        exists=_is_playing,
    )
    moves_note = replace(
        BoardMode.moves_note,
        help="Type moves, as in a game",
        usage="",
        exists=lambda mode: mode.state,
    )
    entering_note = trapping_note = Command[BoardMode]()  # The note above is enough.

    @command(
        "u",
        "Undo the last change to the board",
        label=lambda mode: "U undo" if mode.state else "undo",
        after=BoardMode.to_board,
    )
    def undo(self) -> Self:
        if not self.past:
            return self.say("There is nothing to undo.")
        *past, scene = self.past
        return replace(self._at(scene), past=tuple(past), future=(*self.future, self._scene))

    @command("U", "Redo the change that was undone", words=("redo",))
    def redo(self) -> Self:
        if not self.future:
            return self.say("There is nothing to redo.")
        *future, scene = self.future
        return replace(self._at(scene), past=(*self.past, self._scene), future=tuple(future))

    @command("[", "Go to the line tried before", exists=_is_playing)
    def to_previous_line(self) -> Self:
        return self._at_line(self.tries.turned(-1))

    @command(
        "]",
        "Go to the next line tried",
        label="next line",
        exists=_is_playing,
        in_footer=_has_lines,
    )
    def to_next_line(self) -> Self:
        return self._at_line(self.tries.turned(1))

    @command(
        "N",
        title="Name this line, or comment on it",
        label="name",
        exists=_is_playing,
        in_footer=_has_lines,
    )
    def comment_line(self) -> Step[Self]:
        line = self.tries.current
        if line is None:
            return self.say("Make a play first.").step()
        window = effects.EnterText("Name this line", line.comment, MAX_COMMENT)
        return self.open(window, lambda mode, text: mode._named(text).step())

    @property
    def may_name_number(self) -> bool:
        """True if the move being typed may end with its number, as 4/off=6 does."""
        return self.state is not None and self.state.choosing.text.endswith("off")

    def _named(self, comment: str) -> Self:
        return replace(self, tries=self.tries.commented(comment))

    @command(
        "=",
        title="Compare two lines; once more to roll them out",
        label="compare",
        exists=lambda mode: mode.state and not mode.may_name_number,
        in_footer=_has_lines,
    )
    def compare_lines(self) -> Step[Self]:
        if self.duel:
            return self.roll_out(self.duel)
        if self.why_no_estimate:
            return self.say(self.why_no_estimate).step()
        compared = duel(self.tries)
        if isinstance(compared, str):
            return self.say(compared).step()
        about = effects.Work(
            partial(describe_duel, compared, self.naming), _take_duel, about=compared
        )
        return replace(self, duel=compared), (about,)

    def roll_out(self, duel: Duel) -> Step[Self]:
        run = Rollout(duel)
        return self.say(run.text).step()[0], (self._roll_on(run),)

    def _roll_on(self, run: Rollout) -> effects.Work[Self, Rollout]:
        """Request the next games of a rollout, which ends when the lines change."""

        def take(mode: Self, after: Rollout) -> Step[Self]:
            if mode.duel is not run.duel:
                run.stop()
                return mode, ()
            shown = mode.say(after.text)
            return shown, () if after.is_done else (shown._roll_on(run),)

        done = len(run.rollouts[0].points) if run.rollouts else 0
        return effects.Work(run.next_batch, take, about=(run.duel, done), give_up=run.stop)

    # ---- the computer's opinion

    @property
    def why_no_estimate(self) -> str:
        return "" if self.is_agreed else _NOT_AGREED

    @property
    def why_no_hint(self) -> str:
        playing = self.state
        if self.why_no_estimate or playing is None:
            return self.why_no_estimate
        if playing.game.awaits_roll:
            return "Roll first: a hint is about the numbers rolled."
        return "" if playing.choosing.rows else "There is nothing to choose."

    @command("t", title="Hint: the computer's plays with their costs", exists=_is_playing)
    def hint(self) -> Step[Self]:
        playing = self.state
        if self.why_no_hint or playing is None:
            return self.say(self.why_no_hint).step()
        if playing.advice:
            return self.at_state(prompts.hint_on(playing, playing.advice)).step()
        return self, (self._advise(),)

    def _advise(self) -> effects.Work[Self, Advice]:
        """Request the computer's opinion of the plays: a quick estimate, then one roll ahead."""
        playing = self.state
        assert playing
        table, at_once = playing.table, playing.advice is None

        def take(mode: Self, advice: Advice) -> Step[Self]:
            if mode.state is None or mode.state.table is not table:
                return mode, ()
            after, effects = mode.at_state(prompts.take_advice(mode.state, advice)).step()
            return after, effects if advice.is_settled else (*effects, after._advise())

        run = partial(prompts.advise, playing.game, playing.choosing.rows, at_once=at_once)
        return effects.Work(run, take, about=(table, at_once))

    @command("T", title="Costs: list the cost of each choice", exists=_is_playing)
    def list_all_costs(self) -> Step[Self]:
        if self.why_no_hint or self.state is None:
            return self.say(self.why_no_hint).step()
        return self, (effects.Work(partial(list_costs, self.game), _take_costs, about=self.game),)

    @command(
        "x", title="Show the answer to a mistake: the opponent's best roll", exists=_is_playing
    )
    def show_answer(self) -> Step[Self]:
        if self.why_no_estimate:
            return self.say(self.why_no_estimate).step()
        if not self.game.awaits_roll or self.game.side is None:
            return self.say(
                "Finish the play first: then the opponent's best answer is shown."
            ).step()
        answer = partial(describe_answer, self.game, self.naming)
        return self, (effects.Work(answer, _take_answer, about=self.game),)

    why_command = replace(command_of(BoardMode.why), label="")

    @command("E", label="edit", title="Edit the board as it is now", exists=_is_playing)
    def set_up(self) -> Self:
        game = self.game
        before = board.position_before_roll(game)
        had = before.had_double if before else game.had_double
        side = game.side or self.setup.side
        return self._with_setup(
            Setup(game.rules, game.position, side, had, game.cube or CENTRED, _numbers_due(game))
        )

    @command(
        "V",
        "Hide or show the list of plays",
        label=lambda mode: "list plays" if mode.hides_plays else "hide plays",
        title="Hide or show the list of plays",
        min_width=_WIDE,
        exists=_is_playing,
    )
    def hide_plays(self) -> Self:
        playing = self.state
        assert playing
        if playing.choosing.row is not None:
            playing = playing.select(playing.choosing.choose(None))
        return replace(self, state=playing, hides_plays=not self.hides_plays)

    @_beside(
        "^",
        "Trap a checker, or free it",
        "trap",
        lambda mode: not mode.state and mode.setup.rules.landing.may_trap,
    )
    def trap(self) -> Self:
        if not isinstance(self.cursor, board.PointPlace):
            return self.say("Checkers are trapped on points.", is_refusal=True)
        return self._place(trap, *self.spot(self.brush))

    @property
    def has_hand(self) -> bool:
        return self.setup.position.count(self.brush, Place.HAND) > 0

    @_beside(
        "h",
        "Put the rest in hand, or off",
        lambda mode: "bear off" if mode.has_hand else "take up",
        lambda mode: not mode.state and mode.setup.rules.starts_in_hand,
    )
    def toggle_hand_off(self) -> Self:
        after = self._place(toggle_hand_off, self.brush)
        if after.setup is self.setup:
            return after
        place, where = (Place.HAND, "in hand") if after.has_hand else (Place.OFF, "off")
        number = after.setup.position.count(self.brush, place)
        return after.say(f"{self.naming.name(self.brush)} now has {number} {where}.")

    @_beside(
        "F",
        "Mark first doubles as rolled or not",
        "mark doubles",
        lambda mode: not mode.state and mode.setup.rules.first_double_face_only,
    )
    def toggle_first_doubles(self) -> Self:
        had = self.setup.had_double ^ {self.brush}
        return self._with_setup(replace(self.setup, had_double=had))

    @_beside("W", "Let the other side roll", "turn")
    def pass_turn(self) -> Self:
        if self.state is None:
            return self._with_setup(replace(self.setup, side=self.setup.side.other))
        game = self.state.game
        if game.side is None or not self.state.game.awaits_roll:
            return self.say(self._finish, is_refusal=True)
        return self._begin(Setup(game.rules, game.position, game.side.other, game.had_double))

    @_beside("Z", "Empty the board", "empty", _is_setup)
    def empty(self) -> Self:
        position = empty_board(self.setup.rules)
        if position == self.setup.position:
            return self.say("The board is empty.")
        return self._with_setup(replace(self.setup, position=position))

    @_beside("A", "Start the game again", "restart", _is_setup)
    def at_start(self) -> Self:
        position = self.setup.rules.start.position
        if position == self.setup.position:
            return self.say("The checkers are where the game starts.")
        return self._with_setup(replace(self.setup, position=position))

    @_beside("C", "Swap colours", "swap", _is_setup)
    def swap_colours(self) -> Self:
        setup = self.setup
        white, black = str(setup.position).split(" / ")
        position = Position.parse(f"W{black[1:]} / B{white[1:]}")
        had = frozenset(side.other for side in setup.had_double)
        setup = replace(setup, position=position, side=setup.side.other, had_double=had)
        return replace(self, brush=self.brush.other)._with_setup(setup)

    @_beside("i", "Import a position line", "import", _is_setup)
    def enter_position(self) -> Step[Self]:
        window = effects.EnterPosition(self.setup.rules)
        return self.open(window, lambda mode, decoded: mode.with_decoded(decoded).step())

    @_beside("G", "Change the game or its house rules", "game", _is_setup)
    def choose_game(self) -> Step[Self]:
        window = effects.ChooseGame(self.setup.rules)
        return self.open(window, lambda mode, rules: mode.with_rules(rules).step())

    @_beside("g", "Roll chart", "chart")
    def open_roll_chart(self) -> Step[Self]:
        """Open the roll chart; a roll can be chosen while numbers are wanted."""
        playing = self.state
        if playing is None and self.setup.problem:
            return self.say(self.setup.problem, is_refusal=True), ()
        game = after_highlighted(playing) if playing else self.game
        takes = playing is None or playing.game.awaits_roll
        chart = effects.AllRolls(game, self.naming, None if playing else self.setup.dice, takes)
        return self.open(chart, (lambda mode, dice: mode.roll(dice).step()) if takes else None)

    @command("e", label="export", title="Export", in_footer=lambda _: False)
    def export(self) -> Step[Self]:
        if self.state:
            return self.share_table(self.state.table)
        if self.setup.problem:
            return self.say(self.setup.problem, is_refusal=True), ()
        record = replace(self.record, rules=self.setup.rules)
        return self.share_table(Table.begin_at(record, self.setup.starting_position, None))

    @command(
        "L",
        label="save",
        title="Save what was played as a lesson",
        in_footer=_is_playing,
        min_width=_WIDE,
    )
    def save_lesson(self) -> Step[Self]:
        if self.state is None:
            if self.setup.problem:
                return self.say(self.setup.problem, is_refusal=True), ()
            record = replace(self.record, rules=self.setup.rules)
            start = self.setup.starting_position
            return self.open(effects.NewLesson(Table.begin_at(record, start, None)))
        table, lines = self.state.table, self.tries.lines
        tried = tuple((line.table.actions, line.comment) for line in lines)
        return self.open(effects.NewLesson(table, tried))

    @property
    def _finish(self) -> str:
        return _FINISH.format(self.options.keys.shown("u"))

    @command(
        "P",
        label="play on",
        title="Play on from here as a match",
        exists=lambda mode: mode.can_begin,
        in_footer=lambda _: False,
    )
    def begin_match(self) -> Step[Self]:
        game, playing = self.game, self.state
        problem = "" if playing else self.setup.problem
        if playing and not game.awaits_roll:
            ended = f"The game is over. Press {self.options.keys.shown('u')} to go back."
            problem = self._finish if game.side else ended
        if problem:
            return self.say(problem, is_refusal=True), ()
        assert game.side
        cube = game.cube or CENTRED
        start = StartingPosition(game.position, game.side, game.had_double, cube)
        record = replace(self.record, rules=game.rules)
        return self, (effects.Leave(Table.begin_at(record, start, FairDice(new_seed()))),)

    presentation_command = replace(command_of(Mode.switch_presentation), label="")
    keys_command = replace(MenuMode.keys_command, after=Mode.switch_presentation)
    quit_command = replace(command_of(Mode.quit), title="Quit the sandbox")
    menu_command = replace(command_of(MenuMode.to_menu), label="menu")


def _take_duel(mode: SandboxMode, text: str) -> Step[SandboxMode]:
    def take(mode: SandboxMode, _: bool) -> Step[SandboxMode]:
        return mode.roll_out(mode.duel) if mode.duel else mode.step()

    return mode.open(effects.ComparedLines(text), take)


def _take_costs(mode: SandboxMode, rows: list[tuple[str, str]]) -> Step[SandboxMode]:
    return mode.open(effects.KeyPage("What each play costs", tuple((c, p) for p, c in rows)))


def _take_answer(mode: SandboxMode, text: str) -> Step[SandboxMode]:
    return mode.say(text).step()


_MAX_TRIED: Final = 6


def tried_lines(tries: Tries, width: int, height: int) -> list[TextLine]:
    """Return the tree of the lines tried; nothing for a single line.

    The line on the board is highlighted, and the plays that it shares with others are bright.
    """
    if len(tries.lines) < 2:
        return []
    rows, chosen, number_width = list[TextLine](), 0, len(str(len(tries.lines))) + 1
    for row in tries.tree():
        is_on_board, is_end = tries.at in row.lines, bool(row.number)
        chosen = len(rows) if is_on_board else chosen
        indent = " " * min(2 * row.depth, width // 3)
        text = fit(f"{row.number:<{number_width}}{indent}{row.text}", width)
        style = TextStyle.BRIGHT if is_on_board else TextStyle.PLAIN
        style = TextStyle.CHOSEN if is_on_board and is_end else style
        goes_to = tries.at if is_on_board else row.lines[0]
        rows.append(TextLine((Span(text, style),), ChooseTried(goes_to)))
    first = max(0, min(chosen - height // 2, len(rows) - height + 1))
    return [TextLine((Span("[ ] lines tried", TextStyle.DIM),)), *rows[first : first + height - 1]]


def _numbers_due(game: Game) -> Dice | None:
    """Return the roll that is being played; None if no side is to play one."""
    is_played = game.side and game.phase is not Phase.ROLL_AGAIN
    return game.rolled.dice if game.rolled and is_played else None


def sandbox_header(sandbox: SandboxMode, width: int, glyphs: Glyphs) -> TextLine:
    rules, game, naming = sandbox.game.rules, sandbox.game, sandbox.naming
    title = rules.title if width >= MIN_WIDTH_FULL_NAME else rules.short_title
    left = [
        Span(" Sandbox ", TextStyle.ACCENT),
        Span(f" {title} "),
        Span(f" {describe_changes(rules)}", TextStyle.DIM),
    ]
    room = width - measure(left)
    right = name_sides(game, room, glyphs, naming, has_pips=sandbox.options.pips)
    return TextLine(spread(left, right, width))


# ---- the panel during setup


def setup_panel(sandbox: SandboxMode, frame: Frame) -> Panel:
    (width, height), glyphs = frame.room, frame.glyphs
    below = list(_keys(sandbox, width))
    above = [*_title(sandbox, width, glyphs), BLANK, *_numbers(sandbox, width, glyphs)]
    message = notice_lines(sandbox.notice, width) or _cursor_lines(sandbox, width)
    room = height - len(below)
    message = [BLANK, *message][: max(room - len(above), 0)]
    gap = [BLANK] * (room - len(above) - len(message))
    return Panel((*above, *message, *gap, *below)[:height])


_ABOVE: Final = ("W", "G", "F")  # The keys that are shown beside the values that they change.


def _title(sandbox: SandboxMode, width: int, glyphs: Glyphs) -> Iterator[TextLine]:
    game_key = KeyWord("G", "game", "G").spans
    yield TextLine(spread([Span("Set up", TextStyle.BRIGHT)], game_key, width))
    for side in Side:
        text = f" {fit(f'{glyphs.disc(side)} {sandbox.naming.name(side)}', width - 5)} "
        if sandbox.brush is side:
            yield TextLine((Span("    "), Span(text, TextStyle.CHOSEN)))
        else:
            yield TextLine((Span("tab ", TextStyle.KEY), Span(text)), Key.TAB)
    takes = " remove a checker" if sandbox.takes else " add a checker"
    yield TextLine((Span("click", TextStyle.KEY), Span(takes, TextStyle.ACCENT)), _CHANGE_TAKES)


def _numbers(sandbox: SandboxMode, width: int, glyphs: Glyphs) -> list[TextLine]:
    setup, naming = sandbox.setup, sandbox.naming
    shown = write_dice(setup.dice) if setup.dice else "type two numbers"
    if sandbox.typed:
        shown = f"{sandbox.typed}-{glyphs.caret}"
    style = TextStyle.BRIGHT if setup.dice or sandbox.typed else TextStyle.DIM
    who = fit(f"{glyphs.disc(setup.side)} {naming.name(setup.side)}", width - 9)
    lines = [
        TextLine((Span("W ", TextStyle.KEY), Span(f"{who} rolls", TextStyle.BRIGHT)), "W"),
        TextLine((Span("  "), Span(shown, style)), "g"),
    ]
    if setup.rules.first_double_face_only:
        had = " ".join(glyphs.disc(side) for side in Side if side in setup.had_double)
        text = fit(f"had doubles: {had or 'nobody'}", width - 2)
        lines.append(TextLine((Span("F ", TextStyle.KEY), Span(text, TextStyle.DIM)), "F"))
    if setup.problem:
        return [*lines, *wrap(setup.problem, width, TextStyle.ALERT)]
    if not setup.dice:
        return lines
    return [*lines, *wrap(describe_plays(setup.game.apply(Roll(*setup.dice))), width)]


def _cursor_lines(sandbox: SandboxMode, width: int) -> list[TextLine]:
    setup, naming = sandbox.setup, sandbox.naming
    side, place = sandbox.spot(sandbox.brush)
    if 1 <= place <= POINTS:
        return wrap(describe_point(setup.rules, setup.position, side, place, naming), width)
    where = {Place.HAND: "In hand", Place.BAR: "On the bar", Place.OFF: "Off"}[Place(place)]
    return wrap(f"{where}: {naming.name(side)} has {setup.position.count(side, place)}.", width)


def _keys(sandbox: SandboxMode, width: int) -> Iterator[TextLine]:
    """Yield the keys that do not fit in the footer, two in a line."""
    room = (width - 1) // 2 - 2
    labelled = [key for key in sandbox.commands if key.label and key.key not in _ABOVE]
    existing = [key for key in labelled if meets(sandbox, key.exists)]
    keys = [key for key in existing if not meets(sandbox, key.in_footer)]
    for at in range(0, len(keys), 2):
        words = [(key.key, fit(key.word(sandbox), room)) for key in keys[at : at + 2]]
        spans = [KeyWord(key, f"{word:<{room + 1}}", key).spans for key, word in words]
        yield TextLine(sum(spans, ()))
