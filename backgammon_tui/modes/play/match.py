"""The modes in which checkers are moved, and the match of two players."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import Event
from typing import Any, Final, Self, TypeAlias

from backgammon_tui.engine import (
    Action,
    ChooseDoubles,
    Double,
    Effect,
    Game,
    KeepOpening,
    Move,
    Phase,
    Place,
    RerollOpening,
    Side,
)
from backgammon_tui.engine.moves import CubeAction
from backgammon_tui.engine.rules import Rules
from backgammon_tui.keys import Keys
from backgammon_tui.match.table import Table, computer_agrees, computer_choice, has_net, next_game
from backgammon_tui.modes import board, effects
from backgammon_tui.modes.board import dice_view, strip_view
from backgammon_tui.modes.effects import (
    AllRolls,
    AnswerT,
    Rulebook,
    ScrollPanel,
    Settled,
    SimpleEffect,
    Step,
)
from backgammon_tui.modes.inputs import Input, Key, NextStep, Scroll
from backgammon_tui.modes.mode import Command, Frame, Mode, ModeView, command_of
from backgammon_tui.modes.notice import Notice, NoticeKind
from backgammon_tui.modes.play import prompts
from backgammon_tui.modes.play.panel import brief_lines, play_panel
from backgammon_tui.modes.play.state import (
    Advice,
    BoardState,
    ComputerPlan,
    Pace,
    PlayState,
    Waits,
    advance,
    answer_why,
    handle,
    roll,
    stop_skipping,
)
from backgammon_tui.modes.text import CHANCE_GAP, Glyphs, TextLine, match_header
from backgammon_tui.session import Session
from backgammon_tui.settings import Forced, Help, Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.words.board_text import mover_of
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.reason_sentences import WITHOUT_NET, once

_on_board: TypeAlias = Command["BoardMode"]


class BoardMode(Mode):
    state: BoardState | None
    """The moves being made; None while no moves are possible."""

    def take_at_board(self, player_input: Input) -> Step[Self]:
        assert isinstance(self.state, PlayState)
        return self.at(handle(self.state, player_input))

    @abstractmethod
    def at(self, state: Any) -> Step[Self]: ...  # Each mode has its own kind of state.

    @property
    def game(self) -> Game | None:
        return self.state.game if self.state else None

    @property
    def answers(self) -> Sequence[tuple[str, str]]:
        question = self.state.question if self.state else None
        return [(answer.key, answer.text) for answer in question.answers] if question else ()

    @property
    def is_typing(self) -> bool:
        choosing = self.state.choosing if self.state else None
        return bool(choosing and (choosing.text or choosing.refused))

    def is_confirm_key(self, key: Key) -> bool:
        """Return True if Enter or Space decides something; while typing, Space separates moves."""
        if self.state is None or self.state.waits_for is Waits.COMPUTER:
            return False
        choosing = self.state.choosing
        is_typed = choosing.row is None and choosing.text and not choosing.has_picked
        return key is Key.ENTER or not is_typed

    # ---- shared keys

    moves_note = _on_board(
        "24/20 13/9", "Type moves, such as 24/22(2), bar/20* (hits), 6/off", usage="24/20 13/9"
    )
    entering_note = _on_board(
        "hand/22",
        "Enter a checker from the hand (a 1 enters on 24, a 6 on 19)",
        usage="hand/22",
        exists=lambda mode: mode.game and mode.game.rules.starts_in_hand,
    )
    trapping_note = _on_board(
        "9/7^",
        "Trap the checker there (9/7* hits it)",
        usage="9/7^",
        exists=lambda mode: mode.game and mode.game.rules.landing.may_trap,
    )

    @property
    def focus_word(self) -> str:
        return "list" if self.state and self.state.choosing.is_on_board else "board"

    to_board = _on_board(
        "tab",
        "Switch between list and board (arrows move, Space picks)",
        label=lambda mode: mode.focus_word,
        is_enabled=lambda mode: mode.state and mode.state.can_choose,
        exists=lambda mode: mode.state,
    )

    @property
    def closing_label(self) -> str:
        return self.state.closing_label if self.state else ""

    @property
    def escape_label(self) -> str:
        return self.closing_label or "leave"

    def handle_input(self, player_input: Input) -> Step[Self]:
        match player_input:
            case Key.ESCAPE if not self.closing_label:
                return self.leave()
            case Scroll(by) if self.state is None or self.state.choosing.row is None:
                return self, (ScrollPanel(by),)
            case _:
                return self.take_at_board(player_input) if self.state else (self, ())

    # ---- why

    @property
    def rule(self) -> tuple[str, str] | None:
        return self.state.rule if self.state else None

    @property
    def why_label(self) -> str:
        return "rule" if self.state and self.state.rule else "why"

    @_on_board(
        "w",
        "Explain the current move or task; once more for the rule",
        words=("why",),
        label=lambda mode: mode.why_label,
        is_enabled=lambda mode: mode.state and mode.state.can_ask_why,
        exists=lambda mode: mode.state,
    )
    def why(self) -> Step[Self]:
        """Open the rule behind the current notice; without a rule, explain the state of play."""
        assert self.state
        if self.why_label == "why":
            answer = answer_why(self.state)._replace(kind=NoticeKind.ANSWER)
            return (self, ()) if self.state.news else self.at(self.state.show(answer))
        return self.open(Rulebook(self.state.game.rules, self.rule[0] if self.rule else None))

    @_on_board(
        "g",
        "Show the roll chart after the highlighted play",
        words=("rolls",),
        title="Roll chart",
        is_enabled=lambda mode: mode.game and mode.game.side,
        after=Mode.open_keys,
    )
    def open_roll_chart(self) -> Step[Self]:
        assert self.state
        return self.open(AllRolls(after_highlighted(self.state), self.state.naming))

    escape_note = _on_board(
        "escape",
        "Close the open window, then leave",
        label=lambda mode: mode.escape_label,
        after=Mode.switch_presentation,
    )


_with_menu: TypeAlias = Command["MenuMode"]


class MenuMode(BoardMode):
    """A board with a menu, which lists the commands."""

    keys_command = replace(command_of(Mode.open_keys), label="help", title="Keys and rules")

    options_command = replace(command_of(Mode.open_options), after=Mode.switch_presentation)

    @_with_menu("M", "Open the menu, which lists every command")
    def to_menu(self) -> Step[Self]:
        return self.open_menu()

    quit_command = replace(command_of(Mode.quit), title="Quit the match", after=to_menu)


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
    notice = state.news or state.notice
    blocked = {(notice.side, point) for point in notice.points} if notice else set()
    if side is None:
        return board.Marks(state.preview, made, blocked=blocked)
    origins: dict[board.SidePoint, board.CheckerState] = {}
    targets: Collection[Move] = ()
    picked = choosing.reading.picked
    if picked is None:
        origins = {(side, place): board.CheckerState.MOVABLE for place in state.pickable}
        if state.marks_targets and state.pickable and not state.preview:
            # A forced play shows its destinations at once, and so do moves from the trays.
            targets = game.moves if state.pickable <= _OUTSIDE else ()
            targets = choosing.rows[0].moves if choosing.is_forced else targets
    elif not (state.question or state.preview or choosing.reading.moves):
        origins = {(side, picked): board.CheckerState.PICKED}
        targets = choosing.reading.landings
    at = choosing.cursor if choosing.is_on_board else None
    cursor = None if at is None else (side, at)
    places = sorted({move.target for move in targets})
    landed = {(side, place): _target(place, targets) for place in places}
    return board.Marks(state.preview, made, origins, landed, blocked, cursor)


def _target(place: int, moves: Iterable[Move]) -> board.CheckerState:
    effects = {move.effect for move in moves if move.target == place}
    if Effect.HIT in effects:
        return board.CheckerState.HIT
    return board.CheckerState.TRAP if Effect.TRAP in effects else board.CheckerState.TARGET


def first_game(keys: Keys) -> str:
    return f"First game? Press {keys.shown('l')} for a course, {keys.shown('v')} for the rules."


_MARKS: Final = (
    "The mark after a play shows how much of the next stage it keeps: 2 of 4, or ↻ for all."
)
_FIRST_ROWS: Final = 8
"""Number of plays at the top of the list that are always visible."""

_NUMBERS: Final = "The numbers change with the turn: each side counts down to its own home."


command: TypeAlias = Command["PlayMode"]


_NO_SKIP: Final = "There is nothing to skip here."
_LEAVE: Final = "Leave this match? It is kept, and you can resume it."


@dataclass(frozen=True)
class PlayMode(MenuMode):
    """A match at one table, with its dialogs."""

    state: PlayState
    is_saved: bool = True
    offers_quick_play: bool = False
    """True until players are asked how to play turns without a choice."""
    offers_bear_off: bool = False
    """True if the players of a game are asked whether the computer may finish it."""
    bear_off_offered_in: int = 0
    """The number of the game in which they were asked last."""
    explains_marks: bool = False
    """True until the marks after plays have been explained."""
    explains_numbers: bool = False
    """True until the numbers of the points have changed sides before the players' eyes."""

    @classmethod
    def begin(cls, session: Session, storage: Storage) -> Self:
        state = PlayState.open(session.table, storage.settings)
        if session.notice:
            # The players acknowledge it, together with the last event.
            news = state.news or Notice("")
            text = f"{session.notice} {news.text}".strip()
            state = replace(state, news=news._replace(text=text))
        return cls(state, bool(storage.path))

    def asking(self) -> Self:
        """Return the mode that offers to play for people when they have nothing to choose."""
        return replace(self, offers_quick_play=True, offers_bear_off=True)

    def welcome(self) -> Self:
        """Show somebody who has never played where to begin, until the first roll."""
        return replace(self, state=self.state.say(first_game(self.options.keys)))

    @property
    def rules(self) -> Rules:
        return self.state.game.rules

    @property
    def options(self) -> Settings:
        return self.state.options

    @property
    def naming(self) -> Naming:
        return self.state.naming

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def pause(self) -> float | None:
        """The players' pause, if the game continues automatically from here."""
        if not self.state.continues_automatically:
            return None
        # While players skip ahead, a hundredth of a second is enough to draw.
        return 0.01 if self.state.is_hurried else float(self.options.pause.value)

    def advance(self) -> Step[Self]:
        state = self.state
        if state.is_ending:
            return self.open_result()
        if not state.awaits_choice:
            return self.at(advance(state))
        return replace(self, state=replace(state, is_due=True)), (self.think(),)

    def accept_plan(self, choice: ComputerPlan) -> Step[Self]:
        """Keep the computer's choice, and start to play it if the game waits for nothing else."""
        if not choice.actions and not self.table.has_live_cube:
            return self, ()
        chosen = replace(self.state, choice=choice)
        if chosen.waits_for is Waits.ROLL:
            return self.at(chosen.wait())
        if chosen.is_due and chosen.waits_for is Waits.COMPUTER:
            return self.at(advance(chosen))
        return replace(self, state=chosen), ()

    # ---- inputs

    def handle(self, player_input: Input) -> Step[Self]:
        """Handle an input; while the game skips ahead, keys other than `s` stop it."""
        if not self.state.skips:
            # A key during the last move of a game leaves it on the board without its result.
            seen = self
            if self.state.is_ending:
                seen = replace(self, state=replace(self.state, is_ending=False))
            return super(PlayMode, seen).handle(player_input)
        if player_input == "s":
            return self.step()
        return self.at(stop_skipping(self.state))

    def find_command(self, player_input: object) -> Command[Self] | None:
        # In the menu, `D` offers a draw, so here it does not double.
        return None if player_input == "D" else super().find_command(player_input)

    def handle_input(self, player_input: Input) -> Step[Self]:
        match player_input:
            case Key.ESCAPE if not self.state.closing_label:
                return self.open_menu()
            case Key.ENTER | Key.SPACE if self.state.waits_for is Waits.RESULT:
                return self.open_result()
            case "R" | "D" | "H" if self._is_free(player_input):
                key = self.options.keys.shown(player_input)
                return self.show_message(f"{key} works only in the menu: press Esc first.")
            case _:
                return super().handle_input(player_input)

    def quit(self) -> Step[Self]:
        """Ask before leaving, because the key may have been pressed for something else."""
        asked = effects.Confirm(_LEAVE)
        return self.open(asked, lambda mode, yes: mode.leave() if yes else (mode, ()))

    def _is_free(self, letter: str) -> bool:
        """Return True if a letter neither continues a play nor answers a question."""
        match self.state.waits_for:
            case Waits.ANSWER | Waits.COMPUTER | Waits.RESULT:
                return False
            case Waits.TUTOR | Waits.READER | Waits.ROLL | Waits.PLAY:
                typed = self.state.choosing.with_text(letter.lower())
                return not self.is_typing and typed.is_illegal

    def _play_quickly(self) -> Self:
        """Return the mode that passes turns without a choice, if the players want that."""
        state, is_play = self.state, self.state.waits_for is Waits.PLAY
        is_passed = state.can_skip and (is_play or state.waits_for is Waits.READER)
        if state.pace is not Pace.USUAL or not is_passed:
            return self
        match self.options.forced:
            case Forced.QUICK:
                return replace(self, state=state.hurry().at_pace(Pace.SKIPPING))
            case Forced.ASK if self.offers_quick_play and not state.continues_automatically:
                asking = prompts.offer_to_play_quickly(state)
                return replace(self, state=asking, offers_quick_play=False)
            case _:
                return self

    def _offer_bear_off(self) -> Self:
        """Ask before a roll, once, whether the computer may finish a game without contact.

        Nobody gives away the choice to double.
        """
        table, state = self.table, self.state
        number = len(table.record.games)
        is_due = self.offers_bear_off and number != self.bear_off_offered_in
        is_roll = state.waits_for is Waits.ROLL and table.game.last_turn and not table.game.cube
        if not (is_due and is_roll) or table.has_contact or not has_net(table):
            return self
        asking = prompts.offer_to_bear_off(state)
        return replace(self, state=asking, bear_off_offered_in=number)

    def _explain_numbers(self) -> Self:
        """Explain the numbers when players can see for the first time that they have changed."""
        if not (self.explains_numbers and self.state.game.rules.direction.numbers_differ):
            return self
        state, last = self.state, self.state.game.last_turn
        is_changed = Side.BLACK in (counting_side(state), last and last.side)
        is_waiting = state.waits_for is Waits.ROLL or state.can_choose
        if not (is_changed and is_waiting) or state.continues_automatically:
            return self
        notice = state.notice or Notice("")
        explained = state.show(notice._replace(text=f"{notice.text} {_NUMBERS}".strip()))
        return replace(self, state=explained, explains_numbers=False)

    def _explain_marks(self) -> Self:
        """Explain the marks after plays when players see one for the first time."""
        state = self.state
        if not self.explains_marks or not state.can_choose or state.continues_automatically:
            return self
        plays, shown = state.choosing.plays, state.choosing.reading.shown[:_FIRST_ROWS]
        kept = plays.keeping(shown)
        if kept is None or not kept.playable:
            return self
        notice = state.notice or Notice("")
        explained = state.show(notice._replace(text=f"{notice.text} {_MARKS}".strip()))
        explained = explained.with_effects(SimpleEffect.MARKS_EXPLAINED)
        return replace(self, state=explained, explains_marks=False)

    def at(self, state: PlayState) -> Step[Self]:
        """Return the mode with another state, and the effects of the change.

        A finished game shows its result, even after a question that could have let it continue.
        """
        if state.is_tutored and state.asks_to_roll and not self.state.is_tutored:
            waiting = replace(self, state=replace(state, effects=()))
            return waiting, (*state.effects, self.tutor_roll())
        settled = state.settled
        if settled is None:
            return replace(self, state=replace(state, effects=())), state.effects
        if state.skips and not state.can_skip:
            state = stop_skipping(state)
        after = replace(self, state=state)._play_quickly()._offer_bear_off()
        after = after._explain_numbers()._explain_marks()
        effects, state = after.state.effects, replace(after.state, effects=())
        after = replace(after, state=state)
        if settled.is_over and not state.question:
            if self.state.continues_automatically:
                after = replace(after, state=replace(state, is_ending=True))
            else:
                effects += after.open_result()[1]
        asked = state.open_question if isinstance(state.open_question, prompts.Proposed) else None
        if asked and asked.asks_computer and state.table.level_on(asked.proposal.asked_by.other):
            after, asking = after.ask_computer(asked)
            return after, (*effects, *asking)
        if settled.events is None:
            return after, effects
        is_new = settled.events and not settled.is_redone
        if tutoring := after.tutor() if is_new and after.table.help.judges_plays else None:
            return replace(after, state=replace(state, is_tutored=True)), (*effects, tutoring)
        return after, (*effects, after.think()) if state.awaits_choice else effects

    def show_verdict(self, warning: prompts.TutorWarning | None) -> Step[Self]:
        if not self.state.is_tutored:
            return self, ()
        judged = self.state.close_question()
        return self.at(judged.ask(warning) if warning else judged)

    def show_roll_verdict(self, question: prompts.DoubleFirst | None) -> Step[Self]:
        """Ask about a missed double; without one, roll the dice."""
        if not self.state.is_tutored:
            return self, ()
        judged = self.state.close_question()
        return self.at(judged.ask(question) if question else roll(judged))

    def ask_computer(self, question: prompts.Proposed) -> Step[Self]:
        name = self.naming.name(question.proposal.asked_by.other)
        closed = self.state.close_question().say(f"{name} is thinking about it.")
        waiting = replace(self, state=replace(closed, effects=()))

        def take(mode: Self, agreed: bool | None) -> Step[Self]:
            if agreed:
                return mode.at(question.agreed(mode.state))
            after, shown = mode.show_message(f"{name} does not agree. The game goes on.")
            # The proposal may have come in the middle of the computer's turn.
            is_watched = after.state.waits_for is Waits.COMPUTER
            after, effects = after.advance() if is_watched else after.settle_hint()
            return after, (*shown, *effects)

        run = partial(computer_agrees, self.table, question.proposal)
        return waiting, (waiting._ask(run, take, about=question),)

    def show_message(self, message: str) -> Step[Self]:
        return self.at(self.state.say(message))

    def take_advice(self, advice: Advice) -> Step[Self]:
        after, effects = self.at(prompts.take_advice(self.state, advice))
        _, settling = after.settle_hint()
        return after, (*effects, *settling)

    def settle_hint(self) -> Step[Self]:
        """Request the full hint after a quick estimate, even if other work has replaced it."""
        advice = self.state.advice
        is_settled = advice is None or advice.is_settled
        return self, () if is_settled else (self._advise(),)

    # ---- long work

    def _ask(
        self,
        run: Callable[[], AnswerT],
        then: Callable[[Self, AnswerT], Step[Self]],
        about: object,
        give_up: Callable[[], None] | None = None,
    ) -> effects.Work[Self, AnswerT]:
        """Request long work; its answer is dropped if the players have moved on."""
        table = self.table

        def take(mode: Self, answer: AnswerT) -> Step[Self]:
            return then(mode, answer) if mode.table is table else (mode, ())

        return effects.Work(run, take, about, give_up)

    def think(self) -> effects.Work[Self, ComputerPlan]:
        table, stop = self.table, Event()

        def think() -> ComputerPlan:
            actions = computer_choice(table, stop.is_set)
            return ComputerPlan(actions, "" if has_net(table) else once(WITHOUT_NET))

        return self._ask(think, type(self).accept_plan, about=table, give_up=stop.set)

    def tutor(self) -> effects.Work[Self, prompts.TutorWarning | None] | None:
        """Request the tutor's opinion of the last action; None if there is nothing to rate."""
        table = self.table
        last = table.actions[-1]
        chosen: tuple[Game, Sequence[Action]] | None = table.stage_played
        if isinstance(last, KeepOpening | RerollOpening | ChooseDoubles | CubeAction):
            chosen = table.history[-2], (last,)
        side = chosen and chosen[0].actor
        if chosen is None or side is None or table.level_on(side):
            return None
        is_withheld = table.help is Help.TRY
        limit = float(self.options.tutor.value)
        judged = (*chosen, limit, table.match_before)
        run = partial(prompts.judge, *judged, is_withheld=is_withheld)
        return self._ask(run, type(self).show_verdict, about=table)._replace(
            otherwise=lambda mode: mode.show_verdict(None)
        )

    def tutor_roll(self) -> effects.Work[Self, prompts.DoubleFirst | None]:
        """Request the tutor's opinion of a roll without a double."""
        table = self.table
        judged = table.game, float(self.options.tutor.value), table.match
        run = partial(prompts.judge_roll, *judged, is_withheld=table.help is Help.TRY)
        return self._ask(run, type(self).show_roll_verdict, about=table)._replace(
            otherwise=lambda mode: mode.show_roll_verdict(None)
        )

    def _advise(self) -> effects.Work[Self, Advice]:
        """Request the computer's opinion of the plays: a quick estimate, then one roll ahead."""
        table, plays, at_once = self.table, self.state.choosing.plays, self.state.advice is None

        def take(mode: Self, advice: Advice) -> Step[Self]:
            is_closed = not at_once and mode.state.advice is None
            is_listed = mode.state.choosing.plays is plays
            return mode.take_advice(advice) if is_listed and not is_closed else (mode, ())

        run = partial(prompts.advise, table.game, plays.rows, table.match, at_once=at_once)
        return self._ask(run, take, about=table if at_once else plays)

    # ---- windows

    def with_options(self, options: Settings) -> Self:
        return replace(self, state=self.state.with_options(options))

    def open_options(self) -> Step[Self]:
        hidden = {"chances"} if self.table.help.judges_plays else {"chances", "tutor"}
        people = self.table.record.people
        asked = effects.ChangeOptions(self.options, self.naming, people, frozenset(hidden))
        return self.open(asked, type(self).set_options)

    def open_table(self, table: Table) -> Step[Self]:
        opened = PlayState.open(table, self.options)
        effects = (Settled(()), SimpleEffect.READING_PAUSE, SimpleEffect.NEW_LIST)
        return self.at(replace(opened, effects=effects))

    def open_result(self, message: str = "") -> Step[Self]:
        """Open the result of the game, with a sentence about its last action."""
        shown = replace(self, state=replace(self.state, is_ending=False))
        result = effects.GameResult(self.table, self.state.naming, message)
        return shown.open(result, PlayMode.take_result)

    def take_result(self, step: NextStep) -> Step[Self]:
        table = self.table
        match step:
            case NextStep.ACCEPT:
                accepted, _ = self.open_table(table.accept())
                return accepted.open_result()
            case NextStep.TAKE_BACK:
                return self.at(prompts.undo(self.state))
            case NextStep.NEXT_GAME:
                return self.open_table(next_game(table))
            case NextStep.REMATCH | NextStep.REVIEW | NextStep.RECORDS:
                return self, (SimpleEffect[step.name],)
            case NextStep.SWAPPED:
                # A player with beginner help keeps it on the other side.
                swapped = self.with_options(self.options.swapped())
                return swapped, (SimpleEffect.OPTIONS, SimpleEffect.SWAPPED)
            case NextStep.PICTURE:
                return self, (effects.TakePicture(table, PlayMode.open_result),)
            case NextStep.BOARD:
                return self, ()
            case NextStep.QUIT:
                return self.leave()

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        return brief_lines(self.state, width, glyphs)

    def view(self, frame: Frame) -> ModeView:
        state = self.state
        game, table = state.game, state.table
        is_judged = table.record.shows_estimates
        width, gap = frame.width, CHANCE_GAP if is_judged else 1
        header = match_header(
            table,
            width,
            frame.glyphs,
            state.named_side,
            is_saved=self.is_saved,
            has_pips=self.options.pips,
            gap=gap,
        )
        view = play_view(state), strip_view(game), dice_view(game), play_panel(state, frame)
        return ModeView(header, *view, judged=game if is_judged else None)

    # ---- commands, in the order of the footer, the help page and the menu

    @property
    def space_label(self) -> str:
        """The label that Space and Enter share; empty while a play is to be chosen or typed."""
        state, choosing = self.state, self.state.choosing
        match state.waits_for:
            case Waits.TUTOR:
                return ""
            case _ if state.skips:
                return "stop"
            case Waits.COMPUTER:
                return "skip"
            case Waits.ANSWER:
                return "answer" if state.highlighted else ""
            case Waits.READER:
                return "skip" if state.continues_automatically else "go on"
            case Waits.ROLL:
                return "roll" if state.table.dice else ""
            case Waits.RESULT:
                return "result"
            case Waits.PLAY:
                is_typed = choosing.text or choosing.refused
                if choosing.row is None and (is_typed or not choosing.is_forced):
                    return "" if choosing.is_rejected else choosing.picking
                return "play"

    space_note = command(
        "space",
        "Roll, or make the highlighted or only play (also Enter)",
        label=lambda mode: mode.space_label,
        usage="Enter",
    )

    @command(
        "s",
        "Skip ahead to the next choice; anything else stops",
        words=("skip",),
        label=lambda mode: "" if mode.state.skips else "skip to a choice",
        is_enabled=lambda mode: mode.state.can_skip,
    )
    def skip_ahead(self) -> Step[Self]:
        state = self.state
        if not state.can_skip:
            return self.show_message(_NO_SKIP)
        return self.at(state.hurry().at_pace(Pace.SKIPPING))

    @property
    def double_label(self) -> str:
        return "" if prompts.why_no_double(self.state) else f"double to {2 * self.table.game.stake}"

    @command(
        "d",
        "Offer to double the points of the game, before you roll",
        words=("double",),
        title="Double",
        label=lambda mode: mode.double_label,
        exists=lambda mode: mode.rules.cube,
        is_enabled=lambda mode: mode.double_label,
    )
    def double(self) -> Step[Self]:
        if reason := prompts.why_no_double(self.state):
            return self.show_message(reason)
        return self.at(self.state.make([Double()]))

    filters_note = command(
        "24/ /16 *",
        "List only plays from 24, plays to 16, hits; off: bearing off",
        exists=lambda mode: not mode.rules.landing.may_trap,
        after=BoardMode.trapping_note,
    )
    trap_filters_note = command(
        "24/ /16 * ^",
        "List only plays from 24, to 16, hits, traps; off: bearing off",
        exists=lambda mode: mode.rules.landing.may_trap,
    )
    complement_filter_note = command(
        "c",
        "List only plays that keep most of the complement",
        exists=lambda mode: mode.rules.doubles.have_complement,
    )
    complement_note = command(
        "↻ 2 of 4",
        "Next to a play: ↻ keeps the whole complement; 2 of 4: part of it",
        exists=lambda mode: mode.rules.doubles.have_complement,
    )

    @property
    def has_choice(self) -> bool:
        choosing = self.state.choosing
        is_chosen = choosing.is_on_board or choosing.row is not None
        return self.state.can_choose and len(choosing.reading.shown) > 1 and not is_chosen

    list_note = command(
        "up down",
        "Choose a play in the list (also PgUp, PgDn, Home, End)",
        label="choose",
        is_enabled=lambda mode: mode.has_choice,
    )
    headings_note = command("left right", "Jump between the headings of the list")

    @property
    def enter_label(self) -> str:
        state = self.state
        match state.waits_for:
            case _ if self.space_label:
                return ""
            case Waits.ROLL:
                return "accept the roll"
            case Waits.PLAY:
                is_choice = self.has_choice and not state.choosing.refused
                return "play" if state.preview or is_choice else ""
            case Waits.ANSWER | Waits.TUTOR | Waits.READER | Waits.RESULT | Waits.COMPUTER:
                return ""

    enter_note = command(
        "enter", "Make the typed or chosen play", label=lambda mode: mode.enter_label
    )

    @property
    def undo_label(self) -> str:
        """Return the label of `u`, which asks to take back dice if no move can be undone."""
        state = self.state
        if isinstance(state.open_question, prompts.TutorWarning):
            return "take it back"
        if state.open_question:
            return ""
        if state.table.can_person_undo:
            return "undo"
        table = state.table
        was_just_rolled = table.dice and table.rolls[-1:] == (len(table.actions) - 1,)
        asks = state.game.awaits_roll or (state.options.rolls and was_just_rolled)
        asks = asks or (state.waits_for is Waits.PLAY and table.last_step is not None)
        return "take back" if asks and not state.news else ""

    @command(
        "u",
        "Undo a move; then take back the roll, the stage before it and so on",
        title="Undo a move, or take back a part of the turn",
        words=("undo",),
        label=lambda mode: mode.undo_label,
        is_enabled=lambda mode: mode.table.actions and not mode.table.accepted,
        after=BoardMode.to_board,
    )
    def undo(self) -> Step[Self]:
        return self.at(prompts.undo(self.state))

    @command(
        "U",
        "Redo a move, a roll or a stage",
        words=("redo",),
        title="Redo",
        is_enabled=lambda mode: mode.table.undone,
    )
    def redo(self) -> Step[Self]:
        return self.at(prompts.redo(self.state))

    @property
    def hint_label(self) -> str:
        state, advice = self.state, self.state.advice
        if advice is None or not advice.hints:
            return "hint"
        if not advice.is_explained:
            return "reasons"
        return "" if advice.hints[0].row == state.choosing.chosen_row else "best play"

    @command(
        "t",
        "Show a hint; once more for the reasons",
        words=("hint",),
        label=lambda mode: mode.hint_label,
        title="Hint",
        is_enabled=lambda mode: not mode.state.why_no_hint,
        after=BoardMode.why,
    )
    def hint(self) -> Step[Self]:
        state = self.state
        if state.why_no_hint:
            return self.show_message(state.why_no_hint)
        if state.advice:
            return self.at(prompts.hint_on(state, state.advice))
        return self, (self._advise(),)

    @command("v", words=("rulebook",), title="Rulebook", after=Mode.open_keys)
    def open_rulebook(self) -> Step[Self]:
        return self.open(effects.Rulebook(self.rules))

    @command("m", words=("log",), title="Log, move by move")
    def open_log(self) -> Step[Self]:
        return self.open(effects.GameSoFar(self.table, self.naming))

    @command("#", words=("score",), title="Score sheet")
    def open_score_sheet(self) -> Step[Self]:
        return self.open(effects.ScoreSheet(self.table))

    @command("l", title="Learn the game, in a course of lessons")
    def learn(self) -> Step[Self]:
        return self, (SimpleEffect.LEARN,)

    @command("e", words=("export",), title="Export")
    def export(self) -> Step[Self]:
        return self.share_table(self.table)

    @command("j", title="Try things in the sandbox", after=BoardMode.open_roll_chart)
    def open_sandbox(self) -> Step[Self]:
        return self.open(effects.SandboxBeside(self.table.record, self.state.game, self.options))

    @command(
        help="Ask to take back the last roll, or everything from a turn on",
        takes_text=True,
        words=("takeback",),
        usage="takeback [turn]",
    )
    def ask_take_back(self, turn: str | None = None) -> Step[Self]:
        if turn is None:
            return self.at(prompts.ask_take_back(self.state))
        return self.at(prompts.take_back_from(self.state, turn))

    @command(
        "f",
        "Explain the fair dice",
        title="Fair dice",
        is_enabled=lambda mode: mode.table.dice,
        after=Mode.open_options,
    )
    def open_dice(self) -> Step[Self]:
        return self.open(effects.AboutDice(self.table))

    @command(
        menu_key="R",
        title="Resign",
        takes_text=True,
        words=("resign",),
        is_enabled=lambda mode: not mode.state.game.is_over,
    )
    def resign(self, points: str | None = None) -> Step[Self]:
        state = self.state
        return self.at(prompts.resign(state, points) if points else prompts.ask_resign(state))

    @command(
        menu_key="D",
        title="Offer a draw",
        words=("draw",),
        is_enabled=lambda mode: not mode.state.game.is_over,
    )
    def offer_draw(self) -> Step[Self]:
        return self.at(prompts.ask_draw(self.state))

    @command(
        menu_key="H",
        title="Computer help",
        words=("aid",),
        is_enabled=lambda mode: not mode.state.game.is_over,
    )
    def ask_help(self) -> Step[Self]:
        return self.at(prompts.ask_help(self.state))

    @command("a", title="Result", exists=lambda mode: mode.state.game.is_over)
    def show_result(self) -> Step[Self]:
        return self.open_result()

    @property
    def escape_label(self) -> str:
        return self.state.closing_label or "menu"

    escape_note = replace(
        BoardMode.escape_note, help="Close the open window, then open the menu", after=None
    )

    bar_note = command(
        "bar",
        "The arrows at its ends, ◂ ▸, show which way both sides move",
        exists=lambda mode: not mode.rules.direction.numbers_differ,
    )
    numbers_note = command(
        "bar",
        "◂ ▸ at its ends: whose numbers are shown, and which way they move",
        exists=lambda mode: mode.rules.direction.numbers_differ,
    )
    header_note = command("header", "Above the board: points won in the match, pips to go")
    frames_note = command(
        "frames", "‹ › orange: can move; [ ] blue: lands here; ( ) hollow: leaves"
    )
    board_note = command("board", "Dot: moved or was hit last; ∘ a checker left; ✗ blocks the way")
    stripes_note = command(
        "stripes",
        "At the foot of a stack: a checker trapped until the others leave",
        exists=lambda mode: mode.rules.landing.may_trap,
    )
    played_note = command("numbers", "Opposite the dice: ✓ was played, ✗ cannot be played")

    completed_note = command(
        "numbers",
        "Opposite the dice: ' was played by the opponent",
        exists=lambda mode: mode.rules.opponent_completes,
    )
    mouse_note = command("mouse", "Click a checker and its target, a play twice, the dice or a key")
