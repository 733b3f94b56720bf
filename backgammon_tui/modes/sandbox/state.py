"""The sandbox: a position is set up and numbers are played from it, forth and back at will.

A sandbox is one immutable state; each action gives the next one. Every change of the board can be
undone, rolls and the setting up itself included, since there is no opponent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Final, Self

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Game, Phase, Place, Position, Rules, Side, StartingPosition
from backgammon_tui.match.record import MatchRecord, numbers_of
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import BoardPlace, PointPlace, place_of, places
from backgammon_tui.modes.effects import Do
from backgammon_tui.modes.inputs import BoardCursor, Key, Paste, nearest
from backgammon_tui.modes.notice import Notice, NoticeKind
from backgammon_tui.modes.play.handling import handle
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.sandbox import placing
from backgammon_tui.modes.sandbox.placing import PlacementError, describe_placement
from backgammon_tui.settings import Settings
from backgammon_tui.storage.codes import Coded, complete, is_like_code, read_starting_position
from backgammon_tui.words.naming import STANDARD, Naming, sentence


@dataclass(frozen=True)
class Setup:
    """A position with its rules, side and dice. The position may not be playable yet."""

    rules: Rules
    position: Position
    side: Side = Side.WHITE
    dice: Dice | None = None
    """The numbers to be played; None while they are open."""

    had_double: frozenset[Side] = frozenset()
    """The sides that have rolled a first double."""

    @classmethod
    def of(cls, rules: Rules, starting_position: StartingPosition) -> Self:
        """Return the setup of a position."""
        return cls(
            rules,
            starting_position.position,
            starting_position.side,
            None,
            starting_position.had_double,
        )

    @property
    def starting_position(self) -> StartingPosition:
        return StartingPosition(self.position, self.side, self.had_double)

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
            text = str(error)
            return sentence(text)
        won = [side for side in Side if self.position.has_borne_off_all(side)]
        if won:
            return f"{STANDARD.name(won[0])} has borne off everything."
        return "Neither side could ever move here."

    def under(self, rules: Rules) -> Self:
        """Return the setup under other rules, or their start if the position cannot stand there."""
        if self.position == self.rules.start.position:
            position = None
        elif self.position == placing.empty_board(self.rules):
            position = placing.empty_board(rules)
        else:
            position = placing.fitted(rules, self.position)
        return replace(self, rules=rules, position=position or rules.start.position)

    def exchanged(self) -> Self:
        """Exchange White and Black in everything."""
        return replace(
            self,
            position=placing.exchanged(self.position),
            side=self.side.other,
            had_double=frozenset(side.other for side in self.had_double),
        )


_FIRST_PLACE: Final = PointPlace(24)


@dataclass(frozen=True)
class Scene:
    """A step of the undo history."""

    setup: Setup
    table: Table | None = None
    """The table on which moves are made; None while a position is set up."""


@dataclass(frozen=True)
class SandboxState:
    """One state of the sandbox."""

    record: MatchRecord
    """The players of a match that may begin from here; it has no games."""

    setup: Setup
    options: Settings
    playing: PlayState | None = None
    """The moves that are being made; None while a position is set up."""

    brush: Side = Side.WHITE
    """The side whose checkers are put on points."""

    takes: bool = False
    """True if pointing at a place takes a checker instead of putting one there."""

    cursor: BoardPlace = _FIRST_PLACE
    typed: str = ""
    """The first of two numbers."""

    notice: Notice | None = None
    """The notice while a position is set up; during play `playing` has its own."""

    can_begin: bool = True
    """True if a match can begin from here; not while another one waits."""

    past: tuple[Scene, ...] = ()
    future: tuple[Scene, ...] = ()

    @cached_property
    def naming(self) -> Naming:
        return Naming.from_names(self.record.white, self.record.black)

    @property
    def awaits_dice(self) -> bool:
        """True if a roll is due and no part of it is typed."""
        playing = self.playing
        if playing is None or playing.news or playing.choosing.text:
            return False
        return playing.awaits_roll

    # ---- setting up

    def choose(self, brush: Side) -> SandboxState:
        return replace(self, brush=brush, notice=None)

    def change_takes(self) -> SandboxState:
        return replace(self, takes=not self.takes, notice=None)

    def point_at(self, place: BoardPlace, *, takes: bool = False) -> SandboxState:
        there = replace(self, cursor=place)
        return there.take() if takes or self.takes else there.add()

    def add(self) -> SandboxState:
        side, place = self.spot(self.brush)
        return self._placed(lambda rules, position: placing.put(rules, position, side, place))

    def take(self) -> SandboxState:
        """Take a checker away at the cursor, of the chosen side if it has any there."""
        side, place = self.spot(self.brush)
        if not self.setup.position.count(side, place) and isinstance(self.cursor, PointPlace):
            side, place = self.spot(self.brush.other)
        return self._placed(lambda rules, position: placing.take(rules, position, side, place))

    def trap(self) -> SandboxState:
        """Trap a checker under one of the chosen side at the cursor, or free it."""
        if not isinstance(self.cursor, PointPlace):
            return self.say("Checkers are trapped on points.", is_refusal=True)
        side, point = self.spot(self.brush)
        return self._placed(lambda rules, position: placing.trap(rules, position, side, point))

    def toggle_hand_off(self) -> SandboxState:
        """Move the rest of the chosen side from the hand off the board, or the other way round."""
        brush = self.brush
        after = self._placed(
            lambda rules, position: placing.toggle_hand_off(rules, position, brush)
        )
        if after.setup is self.setup:
            return after
        place, where = (Place.HAND, "in hand") if after.has_hand else (Place.OFF, "off")
        number = after.setup.position.count(brush, place)
        return after.say(f"{self.naming.name(brush)} now has {number} {where}.")

    @property
    def has_hand(self) -> bool:
        return self.setup.position.count(self.brush, Place.HAND) > 0

    def empty(self) -> SandboxState:
        return self._placed(lambda rules, _: placing.empty_board(rules))

    def at_start(self) -> SandboxState:
        return self._placed(lambda rules, _: rules.start.position)

    def exchange(self) -> SandboxState:
        return self._with(replace(self, brush=self.brush.other), self.setup.exchanged())

    def turn_first_double(self) -> SandboxState:
        """Change whether the chosen side has rolled a first double."""
        return self._with(
            self, replace(self.setup, had_double=self.setup.had_double ^ {self.brush})
        )

    def with_rules(self, rules: Rules) -> SandboxState:
        """Keep the board under other rules, or set up their start if it is impossible there."""
        changed = self.setup.under(rules)
        after = self._with(replace(self, cursor=_FIRST_PLACE), changed)
        moved = changed.position == rules.start.position != self.setup.position
        if moved and self.setup.position != self.setup.rules.start.position:
            return after.say(f"In {rules.title} this position is impossible. Here is the start.")
        return after

    def with_starting_position(self, starting_position: StartingPosition) -> SandboxState:
        setup = replace(Setup.of(self.setup.rules, starting_position), dice=self.setup.dice)
        return self._with(replace(self, playing=None, typed=""), setup)

    def with_coded(self, found: Coded) -> SandboxState:
        after = self.with_starting_position(found.starting_position)
        return after.roll(found.dice) if found.dice else after

    def type_number(self, digit: str) -> SandboxState:
        """Type a number to be played: two make a roll, 0 leaves it open."""
        if digit == "0":
            return self._with(replace(self, typed=""), replace(self.setup, dice=None))
        if digit not in "123456":
            return self.say("Numbers are from 1 to 6; 0 leaves them open.", is_refusal=True)
        if not self.typed:
            return replace(self, typed=digit, notice=None)
        return self.roll((int(self.typed), int(digit)))

    def paste(self, text: str) -> SandboxState:
        """Set up a pasted position line or code; other text is typed as moves, if any are due."""
        line = next((line.strip() for line in text.splitlines() if line.strip()), "")
        if self.playing and not (line.startswith(Side.WHITE.value) or is_like_code(line)):
            return self.update(handle(self.playing, Paste(text)))
        try:
            found = read_starting_position(complete(line), self.setup.rules)
            self.setup.rules.check(found.starting_position.position)
        except ValueError as error:
            return self.say(sentence(error), is_refusal=True)
        return self.with_coded(found)

    def erase(self) -> SandboxState:
        return replace(self, typed="", notice=None) if self.typed else self.take()

    def walk(self, key: Key) -> SandboxState:
        """Move the cursor to the next place in the direction of an arrow."""
        rules, options = self.setup.rules, self.options
        grounds = {side: BoardCursor(rules, side, options.mirrored) for side in Side}
        spots = {}
        for place in places():
            side = Side.WHITE if isinstance(place, PointPlace) else place.side
            if self._is_used(place):
                spots[place] = grounds[side].spot(place_of(place, side, rules))
        return replace(self, cursor=nearest(self.cursor, spots, key), notice=None)

    def _is_used(self, place: BoardPlace) -> bool:
        if isinstance(place, PointPlace) or place.kind is not Place.HAND or place == self.cursor:
            return True
        in_hand = self.setup.position.count(place.side, place.kind)
        return self.setup.rules.starts_in_hand or in_hand > 0

    def spot(self, brush: Side) -> tuple[Side, int]:
        side = brush if isinstance(self.cursor, PointPlace) else self.cursor.side
        return side, place_of(self.cursor, side, self.setup.rules)

    def _placed(self, change: Callable[[Rules, Position], Position]) -> SandboxState:
        try:
            position = change(self.setup.rules, self.setup.position)
        except PlacementError as error:
            return self.say(
                describe_placement(error, self.setup.rules, self.naming), is_refusal=True
            )
        return self._with(self, replace(self.setup, position=position))

    # ---- both

    def roll(self, dice: Dice) -> SandboxState:
        """Set the numbers to be played; refuse them while another play is not finished."""
        if self.playing is None:
            return self._with(replace(self, typed=""), replace(self.setup, dice=dice))
        if not self.playing.awaits_roll:
            return self.say(_FINISH, is_refusal=True)
        state = self.playing.select(self.playing.choosing.close()).acknowledge()
        for digit in dice:
            state = handle(state, str(digit))
        return self.update(handle(state, Key.ENTER))

    def pass_on(self) -> SandboxState:
        """Let the other side roll."""
        if self.playing is None:
            return self._with(self, replace(self.setup, side=self.setup.side.other))
        game = self.playing.game
        if game.side is None or not self.playing.awaits_roll:
            return self.say(_FINISH, is_refusal=True)
        starting_position = StartingPosition(game.position, game.side.other, game.had_double)
        return self._begin(Setup.of(game.rules, starting_position))

    def play(self) -> SandboxState:
        """Begin to make moves from the position, or show the reason why that cannot be."""
        if self.setup.problem:
            return self.say(self.setup.problem, is_refusal=True)
        return self._begin(self.setup)

    def _begin(self, setup: Setup) -> SandboxState:
        record = replace(self.record, rules=setup.rules)
        table = Table.begin_at(record, setup.starting_position, None)
        if setup.dice:
            table = table.roll(setup.dice)
        playing = PlayState.open(table, self.options).with_effects(Do.NEW_LIST)
        began = replace(self, setup=setup, playing=playing, typed="")
        return self._after(began)

    def update(self, state: PlayState) -> SandboxState:
        """Return the sandbox with another state of play; each of several moves can be undone."""
        if self.playing is None or state.table is self.playing.table:
            return replace(self, playing=state)
        scenes, table = [self._scene], self.playing.table
        for action in state.table.actions[len(table.actions) : -1]:
            table = table.apply(action)
            scenes.append(Scene(self.setup, table))
        return replace(self, playing=state, past=(*self.past, *scenes), future=())

    def set_up(self) -> SandboxState:
        """Set up the position on the board, with the numbers being played."""
        assert self.playing
        table, game = self.playing.table, self.playing.game
        side, had, dice = game.side or self.setup.side, game.had_double, None
        if table.rolls and game.phase in (Phase.MOVE, Phase.COMPLETE, Phase.CHOOSE):
            dice = numbers_of(table.actions[table.rolls[-1]])
            had = table.history[table.rolls[-1]].had_double
        setup = Setup(game.rules, game.position, side, dice, had)
        return self._after(replace(self, setup=setup, playing=None, notice=None))

    def with_options(self, options: Settings) -> SandboxState:
        state = self.playing and self.playing.with_options(options)
        return replace(self, options=options, playing=state)

    # ---- back and forth

    def undo(self) -> SandboxState:
        """Undo the last change of the board, a roll or the setting up included."""
        if not self.past:
            return self.say("There is nothing to undo.")
        *past, scene = self.past
        return replace(self._at(scene), past=tuple(past), future=(*self.future, self._scene))

    def redo(self) -> SandboxState:
        """Redo the last change that was undone."""
        if not self.future:
            return self.say("There is nothing to redo.")
        *future, scene = self.future
        return replace(self._at(scene), past=(*self.past, self._scene), future=tuple(future))

    @property
    def _scene(self) -> Scene:
        return Scene(self.setup, self.playing.table if self.playing else None)

    def _at(self, scene: Scene) -> SandboxState:
        state = None
        if scene.table:
            # A user who comes back has already seen the lost numbers.
            opened = PlayState.open(scene.table, self.options)
            state = replace(opened.acknowledge(), notice=opened.news or opened.notice)
            state = state.with_effects(Do.NEW_LIST)
        return replace(self, setup=scene.setup, playing=state, typed="", notice=None)

    def _with(self, after: SandboxState, setup: Setup) -> SandboxState:
        after = replace(after, setup=setup, notice=None)
        return after if setup == self.setup and self.playing is None else self._after(after)

    def _after(self, after: SandboxState) -> SandboxState:
        return replace(after, past=(*self.past, self._scene), future=())

    def say(self, text: str, *, is_refusal: bool = False) -> SandboxState:
        """Show a sentence."""
        notice = Notice(text, kind=NoticeKind.REFUSAL if is_refusal else NoticeKind.NEWS)
        if self.playing is None:
            return replace(self, notice=notice)
        return replace(self, playing=replace(self.playing, notice=notice))

    # ---- what comes of it

    @property
    def game(self) -> Game:
        return self.playing.game if self.playing else self.setup.game

    @property
    def here(self) -> StartingPosition:
        """The position from which a match can begin; a ValueError says why none can."""
        if self.playing is None:
            if self.setup.problem:
                raise ValueError(self.setup.problem)
            return self.setup.starting_position
        game = self.playing.game
        if game.side is None:
            raise ValueError("The game is over. u goes back.")
        if not self.playing.awaits_roll:
            raise ValueError(_FINISH)
        return StartingPosition(game.position, game.side, game.had_double)


_FINISH: Final = "Finish the play first, or undo it with u."


def open_sandbox(record: MatchRecord, setup: Setup, options: Settings) -> SandboxState:
    match = replace(record, date=date.today().isoformat(), length=None, games=())
    return SandboxState(match, setup, replace(options, presentation=False))
