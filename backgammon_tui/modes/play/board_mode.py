"""The common part of modes in which checkers are moved: a match, a lesson, the sandbox."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Self

from backgammon_tui.engine import Game, Phase, Rules
from backgammon_tui.modes.effects import AllRolls, Rulebook, ScrollPanel, Step
from backgammon_tui.modes.inputs import Input, Key, Scroll
from backgammon_tui.modes.mode import Mode, command, note
from backgammon_tui.modes.notice import Notice, NoticeKind
from backgammon_tui.modes.play.handling import answer_why
from backgammon_tui.modes.play.state import BoardState


class BoardMode(Mode):
    """A mode in which moves are typed, chosen and picked."""

    @property
    @abstractmethod
    def input(self) -> BoardState | None:
        """The moves that are being made; None while none can be."""

    @abstractmethod
    def take_at_board(self, given: Input) -> Step[Self]:
        """Take an input at the board."""

    @abstractmethod
    def show(self, notice: Notice) -> Step[Self]:
        """Show a notice."""

    @property
    def game(self) -> Game | None:
        return self.input.game if self.input else None

    @property
    def answers(self) -> Sequence[tuple[str, str]]:
        question = self.input.question if self.input else None
        return [(each.key, each.text) for each in question.answers] if question else ()

    @property
    def types(self) -> bool:
        return bool(self.input and self.input.choosing.text)

    def decides(self, key: Key) -> bool:
        """Return True if Enter or Space decides something; Space separates moves while typing."""
        if self.input is None:
            return False
        choosing = self.input.choosing
        is_typed = choosing.row is None and choosing.text and not choosing.has_picked
        return key is Key.ENTER or not is_typed

    # ---- keys that such modes have

    @property
    def rules(self) -> Rules | None:
        return self.game.rules if self.game else None

    @property
    def starts_in_hand(self) -> bool:
        return bool(self.rules and self.rules.starts_in_hand)

    @property
    def may_trap(self) -> bool:
        return bool(self.rules and self.rules.landing.may_trap)

    moves_note = note(
        shown="24/20 13/9",
        usage="24/20 13/9",
        help="type moves, such as 24/22(2), bar/20* (hits), 6/off",
    )
    entering_note = note(
        shown="hand/22",
        usage="hand/22",
        help="a checker enters from the hand, a 1 on 24, a 6 on 19",
        exists=starts_in_hand,
    )
    trapping_note = note(
        shown="9/7^",
        usage="9/7^",
        help="traps the checker there; 9/7* hits it",
        exists=may_trap,
    )

    @property
    def can_choose(self) -> bool:
        return self.input is not None and self.input.can_choose

    @property
    def focus_word(self) -> str:
        return "list" if self.input and self.input.choosing.on_board else "board"

    to_board = note(
        "tab",
        label=focus_word,
        help="to the board and back; arrows walk, space or enter picks",
        is_enabled=can_choose,
    )

    @property
    def closing(self) -> str:
        return self.input.closing if self.input else ""

    @property
    def escape_label(self) -> str:
        return self.closing or "leave"

    escape_note = note("escape", label=escape_label, help="close what is open, then leave")

    def take(self, given: Input) -> Step[Self]:
        """Take a key, a click or a paste."""
        match given:
            case Key.ESCAPE if not self.closing:
                return self.leave()
            case Scroll(by) if self.input is None or self.input.choosing.row is None:
                return self, (ScrollPanel(by),)
            case _ if self.input:
                return self.take_at_board(given)
            case _:
                return self, ()

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

    @property
    def why_label(self) -> str:
        return "rule" if self.opens_rules else "why"

    @command(
        "w",
        words=("why",),
        label=why_label,
        help="explain what is picked, typed or to be played; again: the rule",
        is_enabled=can_ask_why,
    )
    def why(self) -> Step[Self]:
        """Open the rule behind the shown notice; without a rule, explain the state of play."""
        assert self.input
        if not self.opens_rules:
            return self.show(answer_why(self.input)._replace(kind=NoticeKind.ANSWER))
        section = self.rule[0] if self.rule else None
        return self.open(Rulebook(self.input.game.rules, section))

    @property
    def has_side(self) -> bool:
        return self.game is not None and self.game.side is not None

    @command(
        "g",
        words=("rolls",),
        help="the roll chart, after the highlighted play",
        title="The 36 rolls",
        is_enabled=has_side,
    )
    def open_rolls(self) -> Step[Self]:
        assert self.input
        return self.open(AllRolls(after_highlighted(self.input), self.input.naming))


def after_highlighted(state: BoardState) -> Game:
    after = state.game
    for move in state.preview:
        after = after.apply(move)
    return after if after.phase in (Phase.ROLL, Phase.ROLL_AGAIN) else state.game
