"""The modes in which checkers are moved, and their board with its marks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Final, Self

from backgammon_tui.engine import Effect, Game, Phase, Place, Side
from backgammon_tui.modes import board
from backgammon_tui.modes.effects import AllRolls, Rulebook, ScrollPanel, Step
from backgammon_tui.modes.inputs import Input, Key, Scroll
from backgammon_tui.modes.mode import Mode, command, note
from backgammon_tui.modes.notice import Notice, NoticeKind
from backgammon_tui.modes.play.state import BoardState, PlayState, answer_why, handle
from backgammon_tui.words.board_text import mover_of


class BoardMode(Mode):
    @property
    @abstractmethod
    def input(self) -> BoardState | None:
        """The moves being made; None while no moves are possible."""

    def take_at_board(self, player_input: Input) -> Step[Self]:
        assert isinstance(self.input, PlayState)
        return self.at(handle(self.input, player_input))

    @abstractmethod
    def at(self, state: Any) -> Step[Self]: ...

    @property
    def game(self) -> Game | None:
        return self.input.game if self.input else None

    @property
    def answers(self) -> Sequence[tuple[str, str]]:
        question = self.input.question if self.input else None
        return [(answer.key, answer.text) for answer in question.answers] if question else ()

    @property
    def is_typing(self) -> bool:
        choosing = self.input.choosing if self.input else None
        return bool(choosing and (choosing.text or choosing.refused))

    def is_confirm_key(self, key: Key) -> bool:
        """Return True if Enter or Space decides something; while typing, Space separates moves."""
        if self.input is None:
            return False
        choosing = self.input.choosing
        is_typed = choosing.row is None and choosing.text and not choosing.has_picked
        return key is Key.ENTER or not is_typed

    # ---- shared keys

    moves_note = note(
        shown="24/20 13/9",
        usage="24/20 13/9",
        help="Type moves, such as 24/22(2), bar/20* (hits), 6/off",
    )
    entering_note = note(
        shown="hand/22",
        usage="hand/22",
        help="Enter a checker from the hand (a 1 enters on 24, a 6 on 19)",
        exists="game.rules.starts_in_hand",
    )
    trapping_note = note(
        shown="9/7^",
        usage="9/7^",
        help="Trap the checker there (9/7* hits it)",
        exists="game.rules.landing.may_trap",
    )

    @property
    def focus_word(self) -> str:
        return "list" if self.input and self.input.choosing.on_board else "board"

    to_board = note(
        "tab",
        label=focus_word,
        help="Switch between list and board (arrows move, Space picks)",
        is_enabled="input.can_choose",
    )

    @property
    def closing_label(self) -> str:
        return self.input.closing_label if self.input else ""

    @property
    def escape_label(self) -> str:
        return self.closing_label or "leave"

    escape_note = note("escape", label=escape_label, help="Close the open window, then leave")

    def handle_input(self, player_input: Input) -> Step[Self]:
        match player_input:
            case Key.ESCAPE if not self.closing_label:
                return self.leave()
            case Scroll(by) if self.input is None or self.input.choosing.row is None:
                return self, (ScrollPanel(by),)
            case _:
                return self.take_at_board(player_input) if self.input else (self, ())

    @command("M", help="Open the menu, which lists every command")
    def to_menu(self) -> Step[Self]:
        return self.open_menu()

    # ---- why

    @property
    def rule(self) -> tuple[str, str] | None:
        return self.input.rule if self.input else None

    @property
    def opens_rules(self) -> bool:
        return self.rule is not None

    @property
    def can_ask_why(self) -> bool:
        return self.input is not None and self.input.can_ask_why

    @command(
        "w",
        words=("why",),
        label=lambda mode: "rule" if mode.opens_rules else "why",
        help="Explain the current move or task; press again for the rule",
        is_enabled="can_ask_why",
    )
    def why(self) -> Step[Self]:
        """Open the rule behind the current notice; without a rule, explain the state of play."""
        assert self.input
        if not self.opens_rules:
            answer = answer_why(self.input)._replace(kind=NoticeKind.ANSWER)
            return (self, ()) if self.input.news else self.at(self.input.show(answer))
        return self.open(Rulebook(self.input.game.rules, self.rule[0] if self.rule else None))

    @command(
        "g",
        words=("rolls",),
        help="Show the roll chart after the highlighted play",
        title="Roll chart",
        is_enabled="game.side",
    )
    def open_roll_chart(self) -> Step[Self]:
        assert self.input
        return self.open(AllRolls(after_highlighted(self.input), self.input.naming))


def after_highlighted(state: BoardState) -> Game:
    after = state.game
    for move in state.preview:
        after = after.apply(move)
    return after if after.phase in (Phase.ROLL, Phase.ROLL_AGAIN) else state.game


# ---- the board

_OUTSIDE: Final = frozenset({Place.HAND, Place.BAR})


def counting_side(state: BoardState) -> Side:
    """Return the side whose numbers label the points.

    The numbers must match those in the header and the panel, which use the numbering of the side
    that the panel names. So they follow that side and not the position: they stay while a lost turn
    is read, while the tutor warns, and on the last play of a game; they change when the next side
    is to roll and no notice is about the other one.
    """
    about = state.notice.about if state.game.awaits_roll and state.notice else None
    return about or state.named_side or mover_of(state.game)


def play_view(state: BoardState, counting: Side | None = None) -> board.BoardView:
    counting, mirrored = counting or counting_side(state), state.options.mirrored
    marks = play_marks(state)
    return board.board_view(state.game, marks, state.naming, counting, mirrored=mirrored)


def play_marks(state: BoardState) -> board.Marks:
    """Mark the chosen moves, the checkers and destinations to choose from, and blocking points."""
    choosing = state.choosing
    game, side = state.game, state.game.actor
    # The computer's moves of this turn stay marked, because nobody saw them being chosen.
    made = game.turn.moves if state.is_computers_turn and game.turn else board.last_moves(game)
    blocked = blocked_spots(state.news or state.notice)
    if side is None:
        return board.Marks(state.preview, made, blocked=blocked)
    origins: dict[board.SidePoint, board.CheckerState] = {}
    targets: dict[board.SidePoint, board.CheckerState] = {}
    picked = choosing.reading.picked
    if picked is None:
        origins = {(side, place): board.CheckerState.MOVABLE for place in state.pickable}
        if state.marks_targets and state.pickable and not state.preview:
            # A forced play shows its destinations at once, and so do moves from the trays.
            is_outside = state.pickable <= _OUTSIDE
            moves = game.moves if is_outside else ()
            moves = choosing.rows[0].moves if choosing.is_forced else moves
            places = {move.target for move in moves}
            targets = {
                (side, at): _target([move.effect for move in moves if move.target == at])
                for at in places
            }
    elif not (state.question or state.preview or choosing.reading.moves):
        origins = {(side, picked): board.CheckerState.PICKED}
        reached, landings = choosing.reading.targets, choosing.reading.landings
        targets = {(side, place): _target(reached[place]) for place in landings}
    at = choosing.cursor if choosing.on_board else None
    cursor = None if at is None else (side, at)
    return board.Marks(state.preview, made, origins, targets, blocked, cursor)


def blocked_spots(notice: Notice | None) -> set[board.SidePoint]:
    return {(notice.side, point) for point in notice.points} if notice else set()


def _target(effects: Iterable[Effect]) -> board.CheckerState:
    if Effect.HIT in effects:
        return board.CheckerState.HIT
    return board.CheckerState.TRAP if Effect.TRAP in effects else board.CheckerState.TARGET
