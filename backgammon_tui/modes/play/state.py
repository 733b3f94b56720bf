"""A game between two inputs: the choice of a play, questions, notices, and the effects of inputs.

A `BoardState` is any game in which plays are chosen, a `PlayState` that of a match at a table.
`waits_for` decides the effect of an input.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import ClassVar, Final, NamedTuple, Self

from backgammon_tui.dice import read_dice
from backgammon_tui.engine import (
    POINTS,
    Effect,
    Game,
    Move,
    Outlook,
    Phase,
    Place,
    Side,
    Stage,
    Turn,
    notation,
)
from backgammon_tui.engine.events import (
    DiceRolled,
    DoublesChosen,
    Event,
    HandedOver,
    Moved,
    OpeningKept,
    OpeningRerolled,
    OpeningTied,
    OpeningWon,
    Passed,
    StageLost,
    Taken,
)
from backgammon_tui.engine.moves import (
    Action,
    ChooseDoubles,
    Double,
    KeepOpening,
    Pass,
    RerollOpening,
    Take,
)
from backgammon_tui.engine.notation import (
    Unreadable,
    read_routes,
    read_whole_play,
    resolve,
    write_moves,
)
from backgammon_tui.engine.reasons import Cause, NotAllowed, Reason
from backgammon_tui.explain.ahead import following_choices
from backgammon_tui.explain.facts import WhyAnswer, why_now, why_stuck
from backgammon_tui.keyboards import typed_digits
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import TrayPlace, place_of
from backgammon_tui.modes.effects import AnyEffect, Effects, Settled, Shown, SimpleEffect
from backgammon_tui.modes.inputs import (
    Input,
    Key,
    Paste,
    PointAt,
    Scroll,
    TypedLine,
    next_highlighted,
)
from backgammon_tui.modes.notice import (
    Notice,
    NoticeKind,
    first_trap,
    news_of,
    news_with_beginner_help,
    predict_loss,
    refusal,
    remind,
)
from backgammon_tui.modes.play.choosing import (
    BETWEEN,
    NOTATION,
    AmbiguousPlay,
    Choosing,
    ChosenPlay,
    Heading,
    IllegalPlay,
    InputOutcome,
    Line,
    PlayList,
    PlayRow,
    UnfinishedPlay,
    amount_kept,
    count_retyped,
    label_of,
    lines_of,
    origin_begun,
)
from backgammon_tui.settings import Forced, Help, Settings
from backgammon_tui.words import beginner
from backgammon_tui.words.naming import STANDARD, Naming, join, plural, sentence, write_dice
from backgammon_tui.words.plays import FILTERS, describe_no_such_play
from backgammon_tui.words.terse import describe_all
from backgammon_tui.words.turns import describe_event, describe_passed, describe_trapped_under


class Waits(Enum):
    """The things that a game can wait for."""

    ANSWER = "the answer to a question"
    TUTOR = "the tutor's opinion of the last action"
    READER = "somebody to read the news"
    RESULT = "the players to look at the result"
    COMPUTER = "the computer's action"
    ROLL = "a roll"
    PLAY = "the choice of a play"


class Pace(Enum):
    """The extent of automatic play."""

    USUAL = "as set in the options"
    STOPPED = "nothing, because the players took moves back to this position"
    SKIPPING = "rolls and forced moves, without pauses, until a side has a choice"


class Hint(NamedTuple):
    row: int
    cost: float
    """Points by which the computer rates it below its own choice."""
    reason: str
    is_significant: bool = True
    is_searched: bool = True
    """False if the play was not searched as deep as the best, so its cost is not shown."""

    def mark(self, *, is_best: bool) -> str:
        if not self.is_searched:
            return ""
        return f"{self.cost:.2f}" if is_best or self.is_significant else "equal"


class Advice(NamedTuple):
    """The computer's opinion of the plays of a stage, or of a question."""

    message: str
    hints: tuple[Hint, ...] = ()
    """The listed plays, the computer's choice first; empty for a question."""
    explained: tuple[Hint, ...] = ()
    """Other rated plays, shown when they are highlighted."""
    answer: str = ""
    """The key of the computer's answer to a question."""
    is_explained: bool = False
    is_settled: bool = True
    """False for a quick estimate, which is about to be refined."""

    def cost(self, row: int) -> str:
        """Return the mark of a row of the list; empty if it has none.

        The plays below the hints have marks once reasons have been requested.
        """
        rated = (*self.hints, *self.explained) if self.is_explained else self.hints
        hint = next((hint for hint in rated if hint.row == row), None)
        if hint is None or not self.is_settled:
            return ""
        return hint.mark(is_best=hint is self.hints[0])

    def lines(self, rows: tuple[PlayRow, ...], shown: tuple[int, ...]) -> tuple[Line, ...]:
        marked = [hint.row for hint in self.hints if hint.row in shown]
        others = tuple(row for row in shown if row not in marked)
        if not marked:
            return lines_of(rows, shown)
        between = (Heading("others"),) if others else ()
        choice = "the computer's best" if self.is_settled else "at first sight"
        return (Heading(choice), *marked, *between, *lines_of(rows, others))

    def reason(self, row: int | None) -> str:
        """Return the counts of a play, once they have been requested."""
        if not self.is_explained:
            return ""
        known = (*self.hints, *self.explained)
        return next((hint.reason for hint in known if hint.row == row), "")


# ---- questions


class Answer(NamedTuple):
    key: str
    text: str
    actions: tuple[Action, ...] = ()
    """The actions of the play that one side can make; the board previews its moves."""
    choices: tuple[tuple[Move, ...], ...] = ()
    """The plays that remain after the answer, if another question is needed."""
    keeps: Outlook | None = None
    """The numbers that the answer brings, and how much of them can be played."""

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(action for action in self.actions if isinstance(action, Move))


NO: Final = "n"


@dataclass(frozen=True)
class Question:
    title: ClassVar[str]
    reason: ClassVar[str] = ""
    """The answer to `w`."""
    rule_subject: ClassVar[Phase | None] = None
    """The subject of its section of the rulebook."""
    is_about_last_play: ClassVar[bool] = False
    """True if the question is about the play just made."""
    closing_label: ClassVar[str] = "close"
    """The label of Escape."""
    safe_key: ClassVar[str] = NO
    """The key of the answer that is highlighted because it changes least."""
    is_highlighted: ClassVar[bool] = True
    """True if an answer is highlighted at first, the first one if none is safe."""
    escape: ClassVar[str] = ""
    """The key of the answer that Escape gives; empty if it gives none."""
    text: str
    answers: tuple[Answer, ...]

    def find(self, key: str) -> Answer | None:
        return next((answer for answer in self.answers if answer.key == key), None)

    def apply_answer(self, state: PlayState, answer: Answer) -> PlayState:
        return state.make(answer.actions)

    def why(self, state: BoardState) -> Notice:
        return Notice(self.reason, why=self.rule_subject)

    @property
    def safe_answer(self) -> int | None:
        keys = [answer.key for answer in self.answers]
        return keys.index(self.safe_key) if self.safe_key in keys else None


class KeepOrReroll(Question):
    title = "Keep or reroll"


class FivesOrSixes(Question):
    title = "After a 2-1"


class TakeOrPass(Question):
    title = "The doubling cube"
    reason = "Take to play on for twice the points, or pass and lose the points before the double."
    rule_subject = Phase.DOUBLED
    safe_key = ""
    is_highlighted = False  # A held key must not decide.


class DoubleOrRoll(Question):
    title = "The doubling cube"
    reason = "Double to play on for twice the points, if your opponent takes; or roll."
    rule_subject = Phase.DOUBLED
    safe_key = ""
    is_highlighted = False


def double_or_roll(game: Game) -> DoubleOrRoll:
    value = 2 * game.stake
    double = Answer("d", f"double to {value}", (Double(),))
    return DoubleOrRoll("Double or roll?", (double, Answer("r", "roll")))


_DECISIONS: Final = (Phase.KEEP_OR_REROLL, Phase.CHOOSE, Phase.DOUBLED)
"""The phases in which the rules ask a question."""


def rules_question(game: Game, naming: Naming) -> Question | None:
    """Return the choice that the rules give the side to act, if one is awaited."""
    side = game.side
    if side and game.opening_dice:
        numbers = write_dice(game.opening_dice)
        keep = Answer("k", f"keep: play {numbers} as the first turn", (KeepOpening(),))
        reroll = Answer("r", "reroll both dice", (RerollOpening(),))
        return KeepOrReroll(f"{naming.name(side)}: keep {numbers}?", (keep, reroll))
    if side and game.phase is Phase.DOUBLED:
        lost, value = plural(game.stake, "point"), 2 * game.stake
        take = Answer("y", f"take: play on for {value}, and own the cube", (Take(),))
        decline = Answer(NO, f"pass: {naming.name(side)} wins {lost}", (Pass(),))
        asked = f"{naming.name(side)} doubles to {value}. {naming.name(side.other)}: take?"
        return TakeOrPass(asked, (take, decline))
    if side and game.phase is Phase.CHOOSE:
        # The first answer is highlighted, so it is the one that keeps more.
        outlooks = sorted(following_choices(game), key=amount_kept, reverse=True)
        answers = tuple(_answer_double(outlook) for outlook in outlooks)
        return FivesOrSixes(f"{naming.name(side)}: four 5s or four 6s?", answers)
    return None


def first_highlighted(game: Game) -> int | None:
    """Return the answer to the rules' question that is highlighted at first, if any."""
    return None if game.awaits_cube else 0


def _answer_double(outlook: Outlook) -> Answer:
    number = outlook.numbers[0]
    return Answer(str(number), f"four {number}s", (ChooseDoubles(number),), keeps=outlook)


class WhichPlay(Question):
    """A choice among the plays that a text or a click may mean."""

    title = "Which play"
    reason = "All of these are legal, but they lead to different positions."

    def apply_answer(self, state: PlayState, answer: Answer) -> PlayState:
        if len(answer.choices) > 1:
            return state.ask(which_play(answer.choices))
        return super().apply_answer(state, answer)


def which_play(choices: Sequence[tuple[Move, ...]]) -> WhichPlay:
    """Ask about the first stop in which several plays differ."""
    texts = {write_moves(moves): moves for moves in choices}
    ways = {text: re.findall(_STOP, text) for text in texts}
    at = next(i for i, stops in enumerate(zip(*ways.values(), strict=False)) if len({*stops}) > 1)
    groups: dict[str, list[str]] = {}
    for text in sorted(texts, key=lambda text: ("^" in text, text)):
        groups.setdefault(ways[text][at], []).append(text)
    marks = [stop[-1] for stop in groups]
    is_mark = len({stop.rstrip("*^") for stop in groups}) == 1 and {*marks} <= {"*", "^"}
    keys = marks if is_mark else "123456789"
    answers = []
    for key, (stop, members) in zip(keys, groups.items(), strict=False):
        text = label_of(members[0]) if len(members) == 1 else f"{stop} and on"
        plays = tuple(texts[member] for member in members)
        answers.append(Answer(key, f"{_MEANS.get(key, '')}{text}", plays[0], plays))
    return WhichPlay("Which play do you mean?", tuple(answers))


_MEANS: Final = {"*": "hit: ", "^": "trap: "}

_STOP: Final = r"[^ /(]+(?:\(\d\))?"
"""Pattern of one place in a written play, with its mark and count."""


class ComputerPlan(NamedTuple):
    """The actions that the computer has chosen but not made yet."""

    actions: tuple[Action, ...]
    warning: str = ""
    """A sentence about the quality of the choice, if it is poor."""


@dataclass(frozen=True, kw_only=True)
class BoardState:
    """A game in which somebody chooses plays: selections, messages and questions."""

    marks_targets: ClassVar[bool] = True
    """True if the board marks the only destinations before a checker is chosen."""
    choosing: Choosing
    options: Settings
    notice: Notice | None = None
    """A sentence in the panel, which does not stop the game."""
    news: Notice | None = None
    """A notice to acknowledge before the game continues."""
    open_question: Question | None = None
    """A question by a player, about a text or from the tutor, which can be closed."""
    highlighted_answer: int | None = 0
    """Index of the question's highlighted answer; None after a key that is not an answer."""
    tried: frozenset[int] = frozenset()
    """The packed ends of plays that the list marks, because they were tried in the sandbox."""
    advice: Advice | None = None
    is_tutored: bool = False
    """True while the tutor examines the last action, so the game waits."""
    asks_to_roll: bool = False
    """True once a player has asked to roll, and the tutor looks for a missed double first."""
    effects: Effects = field(default=(), compare=False)
    """Requests of the last input to the screen, except that the state is always shown."""

    def with_effects(self, *effects: AnyEffect) -> Self:
        return replace(self, effects=(*self.effects, *effects))

    # ---- the game

    @cached_property
    def game(self) -> Game:
        return self.choosing.plays.game

    @property
    def naming(self) -> Naming:
        return STANDARD

    @property
    def is_computers_turn(self) -> bool:
        return False

    @cached_property
    def waits_for(self) -> Waits:
        """The first that applies; no other place decides which of these takes precedence."""
        if self.open_question:
            return Waits.ANSWER
        if self.is_tutored:
            return Waits.TUTOR
        if self.news:
            return Waits.READER
        if self.game.is_over:
            return Waits.RESULT
        if self.is_computers_turn:
            return Waits.COMPUTER
        if self.game.phase in _DECISIONS:
            return Waits.ANSWER
        return Waits.ROLL if self.game.awaits_roll else Waits.PLAY

    def wait(self) -> Self:
        """Let players read, because the game waits for something new."""
        return self.with_effects(SimpleEffect.READING_PAUSE)

    @property
    def named_side(self) -> Side | None:
        """The side that header and panel name: the one to act, once the other's news has been read.

        While the tutor warns, it is the side that has played.
        """
        asked = self.open_question
        is_tutored = self.waits_for is Waits.TUTOR and not self.asks_to_roll
        if is_tutored or (asked and asked.is_about_last_play):
            made = (event.move.side for event in self.game.events if isinstance(event, Moved))
            return next(made, self.game.actor)
        lost = self.news.about if self.news else None
        return lost or self.game.actor

    # ---- questions

    @cached_property
    def question(self) -> Question | None:
        """The question to answer, by the players or by the rules."""
        if self.waits_for is not Waits.ANSWER:
            return None
        return self.open_question or rules_question(self.game, self.naming)

    @property
    def highlighted(self) -> Answer | None:
        """The answer that Space and Enter give; None if they give none."""
        if self.question is None or self.highlighted_answer is None:
            return None
        return self.question.answers[self.highlighted_answer]

    def highlight(self, answer: int | None) -> Self:
        return replace(self, highlighted_answer=answer)

    def close_question(self) -> Self:
        if not self.open_question:
            return self
        first = first_highlighted(self.game)
        return replace(self, open_question=None, highlighted_answer=first).wait()

    def acknowledge(self) -> Self:
        return replace(self, news=None).wait()

    def answered(self, player_input: Input) -> Answer | Self:
        """Return the answer that an input gives to the question, or the state after it."""
        question = self.question
        assert question
        match player_input:
            case Key.ENTER | Key.SPACE | PointAt(None):
                return self.highlighted or self.list_answers()
            case Key.ESCAPE:
                return question.find(question.escape) or self.close_question()
            case Key.UP | Key.DOWN | Key.LEFT | Key.RIGHT:
                many = len(question.answers)
                return self.highlight(next_highlighted(self.highlighted_answer, player_input, many))
            case str():
                return question.find(player_input.lower()) or self.list_answers()
            case PointAt():
                return self.list_answers()
            case _:
                return self

    def list_answers(self) -> Self:
        """List the possible answers after another input, whose Enter has no effect."""
        assert self.question
        keys = join([answer.key for answer in self.question.answers], "or")
        refused = self.say(f"Answer first: {keys}.", is_refusal=True)
        return refused.highlight(self.question.safe_answer)

    # ---- selections

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the list, with plays written as they were typed."""
        rows, shown = self.choosing.listed, self.choosing.reading.shown
        return self.advice.lines(rows, shown) if self.advice else lines_of(rows, shown)

    @property
    def can_choose(self) -> bool:
        return bool(self.choosing.rows) and self.waits_for is Waits.PLAY

    @cached_property
    def pickable(self) -> frozenset[int]:
        return self.choosing.pickable if self.waits_for is Waits.PLAY else frozenset()

    @cached_property
    def preview(self) -> tuple[Move, ...]:
        asked = self.highlighted.moves if self.highlighted else ()
        return asked or self.choosing.preview

    def place_of(self, click: PointAt) -> int | None:
        """Return the place of a click for the side to act; None for dice and the other's trays."""
        side, place = self.game.actor, click.place
        if not (place and side):
            return None
        # Either tray means bearing off.
        is_own = not isinstance(place, TrayPlace) or side is place.side or place.kind is Place.OFF
        return None if not is_own else place_of(place, side, self.game.rules)

    @property
    def closing_label(self) -> str:
        """The label of Escape while it closes something; empty otherwise."""
        if self.notice and self.notice.is_opened:
            return "close"
        if self.open_question:
            return self.open_question.closing_label
        is_refused = self.notice and self.notice.is_refusal
        return self.choosing.closing_label or ("close" if self.advice or is_refused else "")

    def close(self) -> Self:
        if self.notice and self.notice.kind is NoticeKind.ANSWER:
            return replace(self, notice=None)
        if self.choosing.closing_label and not (self.notice and self.notice.is_opened):
            return self.select(self.choosing.close())
        return replace(self, notice=None, advice=None).with_effects(SimpleEffect.NEW_LIST)

    # ---- messages

    @property
    def can_ask_why(self) -> bool:
        """True if there is a reason to explain: of a question, of the stage or of the news."""
        if self.waits_for is Waits.COMPUTER:
            return False
        if self.rule or not self.game.awaits_roll:
            return True
        news = news_of(self.game.events, self.naming)
        return self.game.phase is Phase.ROLL_AGAIN or bool(news and news.why)

    @cached_property
    def rule(self) -> tuple[str, str] | None:
        """The id and title of the rulebook section behind the notice."""
        notice = self.news or self.notice
        if notice is None or notice.why is None:
            return None
        from backgammon_tui.teach import rulebook

        return rulebook.name_of_section_about(self.game.rules, notice.why)

    def say(self, text: str, *, is_refusal: bool = False) -> Self:
        return self.show(Notice(text, kind=NoticeKind.REFUSAL if is_refusal else NoticeKind.NEWS))

    def show(self, notice: Notice | None) -> Self:
        shown = replace(self, notice=notice)
        return shown.with_effects(Shown(notice)) if notice else shown

    def ask(self, question: Question) -> Self:
        answer = question.safe_answer
        if answer is None and question.is_highlighted:
            answer = 0
        asking = replace(self.close_question(), open_question=question, highlighted_answer=answer)
        # A rejected text goes with its reason.
        return replace(asking, notice=None, choosing=self.choosing.accepted).wait()

    # ---- the next state

    def select(self, choosing: Choosing, *, is_typed: bool = False) -> Self:
        # A typed text replaces a rejected one; another rejection may still be unread.
        is_unread = is_typed and self.notice and self.notice.is_refusal
        notice = self.notice if is_unread and not self.choosing.refused else None
        selected = replace(self, choosing=choosing, notice=notice)
        is_same = choosing.reading is self.choosing.reading
        return selected if is_same else selected.with_effects(SimpleEffect.NEW_LIST)

    def with_options(self, options: Settings) -> Self:
        changed, before = replace(self, options=options), self.choosing
        if options.front_first is self.options.front_first:
            return replace(changed, choosing=replace(before, mirrored=options.mirrored))
        fresh = choosing_in(self.game, options, is_listed=bool(before.rows))
        fresh = replace(fresh, is_on_board=before.is_on_board, cursor=before.cursor)
        return replace(changed, choosing=fresh, notice=None, advice=None)


def choosing_in(game: Game, options: Settings, *, is_listed: bool = True) -> Choosing:
    """Return the choice of a play of a game; not listed for the computer, which finds its own."""
    plays = PlayList(game, front_first=options.front_first, is_listed=is_listed)
    return Choosing(plays, mirrored=options.mirrored)


# ---- why


def answer_why(state: BoardState) -> Notice:
    """Explain the picked checker, the selected or typed play, or the turn."""
    choosing = state.choosing
    if state.open_question:
        return state.open_question.why(state)
    if state.game.awaits_roll:
        # The question may be about the unexpected end of the previous turn.
        news = news_of(state.game.events, state.naming)
        if news and news.why:
            return news
    place = None if choosing.reading.moves else choosing.reading.picked
    if place is None and choosing.is_on_board and not state.preview:
        place = choosing.cursor
    if stuck := why_cannot(state, place) if place is not None else None:
        return stuck
    row = state.choosing.chosen_row
    plays = [listed.play for listed in choosing.rows]
    chosen = None if row is None else plays[row]
    return _notice(state, why_now(state.game, plays, chosen))


def why_cannot(state: BoardState, place: int, kind: NoticeKind = NoticeKind.NEWS) -> Notice | None:
    """Return why a checker cannot use all of the remaining numbers; None if it can."""
    made = state.choosing.reading.made
    stuck = why_stuck(state.game, place, made[0].rest if made else None)
    return _notice(state, stuck, kind) if stuck else None


def why_untypable(state: BoardState, text: str) -> Notice | None:
    """Return why a text is invalid, if it names a checker to move."""
    game, made = state.game, state.choosing.reading.made
    if game.actor is None:
        return None
    if made and not any(path.rest.left for path in made):
        return refusal(Reason(Cause.NUMBER_NOT_THERE, game.actor), state.naming)
    own = (*game.position.points(game.actor), Place.HAND, Place.BAR)
    places = [place for place in own if game.position.count(game.actor, place)]
    place = origin_begun(text, places)
    return None if place is None else why_cannot(state, place, NoticeKind.REFUSAL)


def _notice(state: BoardState, answer: WhyAnswer, kind: NoticeKind = NoticeKind.NEWS) -> Notice:
    text = describe_all(answer.facts, state.naming)
    return Notice(text, answer.points, answer.side, kind, why=answer.why)


@dataclass(frozen=True, kw_only=True)
class PlayState(BoardState):
    """A state of the table, and the consequences of moves and rolls."""

    table: Table
    is_ending: bool = False
    """True while the last move of a game that ended automatically is visible, before its result."""
    choice: ComputerPlan | None = None
    """The computer's choice for the rest of its turn; its actions are made one by one."""
    is_due: bool = False
    """True if the pause before the computer's action is over and only its choice is missing."""
    is_pressed: bool = False
    """True if a key was pressed to skip the pauses of the computer's turn."""
    pace: Pace = Pace.USUAL
    skipped: tuple[Turn, ...] = ()
    """The turns of people that passed while the game skipped ahead."""
    undone: Self | None = None
    """The state in which a move was undone, to be restored by redo."""

    @classmethod
    def open(cls, table: Table, options: Settings) -> Self:
        """Return the state at a table with nothing selected.

        The last notice is shown again, because the match may have been left before it was read.
        """
        is_new = table.game.phase is Phase.OPENING and not table.actions
        pace = Pace.USUAL if is_new else Pace.STOPPED
        unlisted = choosing_in(table.game, options, is_listed=False)
        opened = cls(table=table, options=options, choosing=unlisted).settle(table, pace=pace)
        return replace(opened, effects=())

    # ---- the table

    @cached_property
    def beginner_help(self) -> str:
        """The advice before the player acts; empty without beginner help."""
        if self.is_computers_turn or not self.options.has_beginner_help(self.game.actor):
            return ""
        return beginner.advise(self.game, self.naming)

    @cached_property
    def naming(self) -> Naming:
        record = self.table.record
        return Naming.from_names(record.white, record.black)

    # ---- the computer

    @cached_property
    def is_computers_turn(self) -> bool:
        # People type the numbers of real dice after the computer has decided not to double.
        types = self.choice is not None and not self.choice.actions and self.table.dice is None
        return self.table.acting_level is not None and not types

    @property
    def awaits_choice(self) -> bool:
        is_chosen = self.choice is not None or (
            self.game.awaits_roll and not self.table.has_live_cube
        )
        return self.waits_for is Waits.COMPUTER and not is_chosen

    @property
    def why_no_hint(self) -> str:
        """The reason why there is no hint here; empty if there is one."""
        if self.table.help is Help.OFF:
            key = self.options.keys.shown("H")
            return f"Hints are off in this match. Press Esc, then {key} to ask for them."
        match self.waits_for:
            case Waits.PLAY if self.table.help is Help.TRY:
                return "Try a play first: you can take it back if it is costly."
            case Waits.ANSWER if self.open_question:
                return "Answer the question first. A hint is about numbers not yet played."
            case Waits.TUTOR | Waits.COMPUTER:
                return "Wait for your turn: a hint is about the numbers that you rolled."
            case Waits.ROLL if self.table.has_live_cube:
                return ""
            case Waits.READER | Waits.ROLL if self.game.awaits_roll:
                return "Roll first: a hint is about the numbers rolled."
            case Waits.READER | Waits.PLAY if self.choosing.is_forced:
                return "There is only one play."
            case Waits.ANSWER | Waits.PLAY:
                return ""
            case Waits.READER | Waits.RESULT | Waits.ROLL:
                return "There is nothing to choose."

    @property
    def continues_automatically(self) -> bool:
        """True if the options let the game continue automatically after a pause."""
        match self.waits_for:
            case Waits.COMPUTER:
                return True
            case Waits.RESULT:
                return self.is_ending
            case Waits.READER:
                lost = self.news.about if self.news else None
                if lost and self.table.level_on(lost):
                    return True
                is_automatic = self.options.forced is Forced.PLAY
            case Waits.PLAY:
                is_automatic = self.options.forced is Forced.PLAY
            case Waits.ROLL:
                is_automatic = self.options.rolls
            case Waits.ANSWER | Waits.TUTOR:
                return False
        return self.can_skip and (is_automatic if self.pace is Pace.USUAL else self.skips)

    @property
    def can_skip(self) -> bool:
        """True if the game can continue without anybody's choice."""
        match self.waits_for:
            case Waits.COMPUTER | Waits.READER:
                return True
            case Waits.ROLL:
                return self.table.dice is not None and not self.table.has_live_cube
            case Waits.PLAY:
                return self.choosing.is_forced
            case Waits.ANSWER | Waits.TUTOR | Waits.RESULT:
                return False

    @property
    def skips(self) -> bool:
        return self.pace is Pace.SKIPPING

    @property
    def is_hurried(self) -> bool:
        return self.skips or self.is_pressed

    # ---- the wait for something new

    @property
    def settled(self) -> Settled | None:
        """The reason why the game waits for something new; None if it waits as before."""
        return next((effect for effect in self.effects if isinstance(effect, Settled)), None)

    def wait(self) -> Self:
        waiting = super().wait()
        return waiting if self.settled else waiting.with_effects(Settled())

    def close_question(self) -> Self:
        """Close the question, even that of a tutor; a finished game shows its result then."""
        is_over = bool(self.open_question) and self.game.is_over
        closed = self.with_effects(Settled(is_over=True)) if is_over else self
        closed = super(PlayState, closed).close_question()
        if self.is_tutored or self.is_ending:
            return replace(closed, is_tutored=False, is_ending=False).wait()
        return closed

    def hurry(self) -> Self:
        return replace(self, is_pressed=True).wait() if self.is_computers_turn else self

    def at_pace(self, pace: Pace) -> Self:
        return replace(self, pace=pace).wait()

    @cached_property
    def upcoming_loss(self) -> Notice | None:
        """News of the numbers that the forced play will lose."""
        if not self.choosing.is_forced or self.game.phase is not Phase.MOVE:
            return None
        after = self.table.apply(*self.choosing.rows[0].moves)
        return predict_loss(after.events_since(self.table), self.naming)

    @property
    def dice_await_tutor(self) -> bool:
        """True if the tutor must look for a missed double before the program rolls the dice."""
        table, side = self.table, self.game.side
        if table.dice is None or side is None or table.level_on(side) or self.asks_to_roll:
            return False
        return table.help.judges_plays and table.has_live_cube

    # ---- advancing

    def make(self, actions: Sequence[Action]) -> Self:
        table = self.table.apply(*actions)
        made = self.settle(table, table.events_since(self.table))
        if not (made.news and self.upcoming_loss):
            return made
        return made.acknowledge().show(remind(made.news, made.game, made.naming))

    def settle(
        self, table: Table, events: Sequence[Event] | None = None, *, pace: Pace = Pace.USUAL
    ) -> Self:
        events = table.game.events if events is None else events
        notice = news_with_beginner_help(events, self.game, table.game, self.naming, self.options)
        if trapped := first_trap(events, self.table.history, table.game, self.naming):
            more = f" {notice.text}" if notice else ""
            notice = (notice or trapped)._replace(text=f"{trapped.text}{more}")
        # A held key must not skip these.
        is_stopped = any(isinstance(event, StageLost | HandedOver) for event in events)
        is_seen = table.game.is_over or not is_stopped
        is_computers_turn = table.acting_level is not None
        stays = table.game.actor is self.game.actor
        choosing = choosing_in(table.game, self.options, is_listed=not is_computers_turn)
        if self.choosing.is_on_board and stays:
            moved = next((e.move.target for e in reversed(events) if isinstance(e, Moved)), None)
            choosing = choosing.move_focus(board=True, cursor=moved)
        settled = type(self)(
            table=table,
            options=self.options,
            choosing=choosing,
            notice=notice if is_seen else None,
            news=None if is_seen else notice,
            highlighted_answer=first_highlighted(table.game),
            is_pressed=self.is_hurried and stays and is_computers_turn,
            pace=pace,
            effects=self._effects_of(table, events, notice),
        )
        if settled.upcoming_loss and not settled.news:
            settled = replace(settled, notice=settled.upcoming_loss)
        if not self.skips:
            return settled
        ended = table.game.last_turn
        is_missed = ended and ended is not self.game.last_turn and not table.level_on(ended.side)
        skipped = (*self.skipped, ended) if ended and is_missed else self.skipped
        return replace(settled, pace=self.pace, skipped=skipped)

    def _effects_of(self, table: Table, events: Sequence[Event], notice: Notice | None) -> Effects:
        settled = Settled(tuple(events), is_over=table.game.is_over)
        effects: Effects = (settled, SimpleEffect.READING_PAUSE, SimpleEffect.NEW_LIST)
        effects += (Shown(notice),) if notice else ()
        has_roll = any(isinstance(e, DiceRolled | OpeningWon | OpeningTied) for e in events)
        if has_roll and self.options.motion and not self.is_hurried:
            effects += (SimpleEffect.TUMBLE,)
        is_hit = any(isinstance(e, Moved) and e.move.effect is Effect.HIT for e in events)
        if is_hit or (notice and notice.about):
            effects += (SimpleEffect.SIGNAL,)
        return effects

    def rewound_to(self, table: Table, text: str) -> Self:
        return self.settle(replace(table, finisher=None), (), pace=Pace.STOPPED).say(text)


# ---- inputs

_COUNTED_EARLY: Final = r"(.+?)\((\d)\)([/-][^(]*).*"
"""A path with a count before its last point, as in 12/10(2)/8(2)."""

_A_ROLL: Final = "A roll is two numbers from 1 to 6."
_ROLL_BEGUN: Final = "[ ,/-]*([1-6][ ,/-]*){0,2}"


def handle(state: PlayState, player_input: Input) -> PlayState:
    respond: Callable[[PlayState, Input], PlayState]
    match state.waits_for:
        case Waits.TUTOR:
            return state
        case Waits.COMPUTER:
            # Show the computer's turn so far, without the pauses.
            return state.hurry()
        case Waits.ANSWER:
            respond = _answer
        case Waits.READER:
            respond = _acknowledge
        case Waits.ROLL:
            respond = _handle_at_roll
        case Waits.PLAY:
            respond = choose
        case Waits.RESULT:
            respond = _keep
    match player_input:
        case TypedLine(text):
            return enter_line(state, text)
        case Paste(text):
            return paste(state, text)
        case Scroll(by):
            return handle(state, Key.DOWN if by > 0 else Key.UP)
        case Key.ESCAPE if not state.open_question or (state.notice and state.notice.is_opened):
            return state.close()
        case _:
            return respond(state, player_input)


def _keep(state: PlayState, _: Input) -> PlayState:
    return state


def _answer(state: PlayState, player_input: Input) -> PlayState:
    question, after = state.question, state.answered(player_input)
    assert question
    return question.apply_answer(state, after) if isinstance(after, Answer) else after


def _acknowledge(state: PlayState, player_input: Input) -> PlayState:
    stays = state.continues_automatically
    is_key = isinstance(player_input, Key) and stays
    if not (is_key or isinstance(player_input, PointAt) or player_input in (Key.ENTER, Key.SPACE)):
        return state
    # Notices shown during automatic play stay visible.
    return replace(state.acknowledge(), notice=state.news if stays else None)


# ---- plays


def choose(state: PlayState, player_input: Input) -> PlayState:
    choosing = state.choosing
    match player_input:
        case PointAt(None):
            return choose(state, Key.SPACE)
        case PointAt():
            if (place := state.place_of(player_input)) is None:
                return state
            after = follow(state, choosing.pick(place))
            is_new = after.choosing.reading.picked == place and after.table is state.table
            return after.show(_trapped_under(after, place)) if is_new else after
        case Key.BACKSPACE if choosing.refused:
            return _type_back(state)
        case Key.ENTER if state.notice and state.notice.is_refusal and not choosing.is_ready:
            # This Enter was meant for the rejected text, so it plays nothing instead.
            text = f"Nothing was played. {state.notice.text}"
            notice = state.notice._replace(text=text, kind=NoticeKind.NEWS)
            return replace(state, choosing=choosing.reject()).show(notice)
        case _:
            is_space = player_input is Key.SPACE and not choosing.is_on_board
            is_typed = is_space or isinstance(player_input, str)
            return follow(state, choosing.on(player_input, state.lines), is_typed=is_typed)


def follow(state: PlayState, outcome: InputOutcome, *, is_typed: bool = False) -> PlayState:
    match outcome:
        case Choosing():
            if outcome is state.choosing:
                return state
            return state.select(outcome, is_typed=is_typed)
        case ChosenPlay(moves):
            return state.make(moves)
        case AmbiguousPlay(choosing, plays):
            return state.select(choosing).ask(which_play(plays))
        case IllegalPlay(choosing, texts, place):
            if place is None:
                return refuse(replace(state, choosing=choosing), texts[0])
            after = state.select(choosing)
            return after.show(why_cannot(after, place, NoticeKind.REFUSAL))
        case UnfinishedPlay(choosing, missing):
            many = len(choosing.reading.shown)
            return state.say(missing.value.format(many=many))


def _type_back(state: PlayState) -> PlayState:
    """Delete the last rejected character, or that of a text rejected by Enter."""
    kept, text = state.choosing.text, state.choosing.refused[:-1]
    state = state.select(state.choosing.with_text(kept))
    for character in text[len(kept) :]:
        state = follow(state, state.choosing.type(character), is_typed=True)
    return state


def refuse(state: PlayState, text: str) -> PlayState:
    """Reject a text that no play contains, with the reason if it has a whole move."""
    choosing = state.choosing
    if text[-1] in BETWEEN and state.notice and choosing.refused:
        # The character belongs to the rejected point, so the reason stays.
        return replace(state, choosing=choosing.refuse(text))
    meant, reason = _reason_against(state, text)
    return replace(state, choosing=choosing.refuse(meant)).show(reason)


def _reason_against(state: PlayState, text: str) -> tuple[str, Notice]:
    """Return the rejected text as it is meant, and the reason."""
    typed = text.strip()
    filter_ = "off" if typed == "of" else typed
    if filter_ in FILTERS:
        message = describe_no_such_play(state.game, filter_, state.naming)
        return text, Notice(message, kind=NoticeKind.REFUSAL)
    # The text before may lack a digit that was rejected at once: the 2 of 20, if no move leaves 20.
    refused = state.choosing.refused
    typed_on = text if text.startswith(refused) else refused + text[-1]
    if count_retyped(state.choosing.plays, typed_on):
        key = state.options.keys.shown("u")
        another = f"That is another play. Take back the moves made with {key} first."
        return typed_on, Notice(another, kind=NoticeKind.REFUSAL)
    for meant in dict.fromkeys((typed_on, text)):
        try:
            routes = read_routes(meant)
            resolve(state.game, routes)
        except NotAllowed as error:
            if meant == text or routes[-1].stops[-1].place < routes[-1].origin:
                return meant, refusal(error.reason, state.naming)
        except (Unreadable, notation.Ambiguous):
            pass
    for meant in (text, typed_on):
        if stuck := why_untypable(state, meant):
            return meant, stuck
    message = _misspelt(text) or f"No legal play contains {typed}."
    if typed.isdigit():
        message = f"No move from {typed} is legal."
    elif typed == "c":
        earned = state.game.earned
        has_complement = isinstance(earned, Stage) and earned.numbers
        message = "No play saves any of the complement."
        message = message if has_complement else "No complement follows these numbers."
    elif typed.endswith("(") and "/" in typed.split()[-1]:
        message = f"No play moves two checkers {typed[:-1].split()[-1]}."
    return text, Notice(message, kind=NoticeKind.REFUSAL)


def _misspelt(text: str) -> str:
    """Explain how to write a text that is not notation; empty if its form is not the fault."""
    words = text.split()
    for word in words:
        if counted := re.fullmatch(_COUNTED_EARLY, word):
            way, count, rest = counted.groups()
            meant = f": {way}{rest}({count})" if rest.strip("/-") else ""
            return f"Write the count once, after the last point{meant}."
        if word.startswith("/") and (len(words) > 1 or "(" in word):
            filter_ = word.partition("(")[0]
            return f"{filter_} on its own lists all plays that land there."
    return ""


def paste(state: PlayState, text: str) -> PlayState:
    for character in text[:100]:
        if state.question:
            break
        if character == " " and (state.choosing.text or state.choosing.refused):
            state = handle(state, Key.SPACE)
        elif character.lower() in NOTATION:
            state = handle(state, character)
    return state


def _trapped_under(state: PlayState, place: int) -> Notice | None:
    game, side = state.game, state.game.actor
    if side and place <= POINTS and game.position.is_trapped(side.other, game.rules.across(place)):
        return Notice(describe_trapped_under(side.other, state.naming))
    return None


# ---- dice


def _handle_at_roll(state: PlayState, player_input: Input) -> PlayState:
    choosing = state.choosing
    match player_input:
        case Key.SPACE | PointAt(None) if choosing.text:
            return _type_dice(state, " ")
        case Key.SPACE | Key.ENTER | PointAt(None):
            try:
                return roll(state, choosing.text)
            except ValueError:
                return state.say(_A_ROLL, is_refusal=True)
        case Key.BACKSPACE:
            return state.select(choosing.with_text(choosing.text[:-1]))
        case Key.TAB:
            return state.select(choosing.move_focus(board=not choosing.is_on_board))
        case str() if (typed := _dice_key(choosing.text, player_input)) in NOTATION:
            return _type_dice(state, typed)
        case _:
            return state


def _dice_key(before: str, character: str) -> str:
    """Return a key as typed into the dice; a dash separates two numbers, or is AZERTY's 6."""
    is_separator = character == "-" and bool(before.strip())
    return character if is_separator else typed_digits(character).lower()


def _type_dice(state: PlayState, character: str) -> PlayState:
    if state.table.dice is not None:
        return state.say("Roll first (Space), then type the moves.")
    text = state.choosing.text + character
    if not re.fullmatch(_ROLL_BEGUN, text):
        return state.say(_A_ROLL, is_refusal=True)
    return state.select(replace(state.choosing, text=text)) if len(text) < 6 else state


def roll(state: PlayState, text: str = "") -> PlayState:
    """Roll the dice, or real ones whose numbers are typed."""
    if state.table.dice is None and not text:
        return state.say("Roll your dice and type the numbers, such as 5 3.")
    if state.dice_await_tutor:
        return replace(state, asks_to_roll=True, is_tutored=True).wait()
    dice = read_dice(text) if state.table.dice is None else None
    return state.settle(state.table.roll(dice))


def enter_line(state: PlayState, text: str) -> PlayState:
    """Roll the typed dice or play the typed moves, or give the reason why that is impossible."""
    if state.question:
        return state.list_answers()
    try:
        if state.game.awaits_roll and state.table.dice is None:
            return roll(state, text)
        return state.make(read_whole_play(state.game, text))
    except NotAllowed as error:
        return state.show(refusal(error.reason, state.naming))
    except Unreadable:
        message = f"Unknown command or move: {text[:40]!r}. Type help for the list."
        message = _misspelt(text[:60].lower()) or message
        return state.say(message, is_refusal=True)
    except notation.Ambiguous as error:
        return state.ask(which_play(error.candidates))
    except ValueError as error:
        return state.say(sentence(error), is_refusal=True)


def advance(state: PlayState) -> PlayState:
    """Continue after a pause: the computer makes its next action, or rolls."""
    if state.waits_for is not Waits.COMPUTER:
        return handle(state, Key.SPACE)
    if state.choice is None or not state.choice.actions:
        return roll(state)
    action, *later = state.choice.actions
    after = state.make([action])
    # No notice for a double, because the question that follows names it.
    decisions = OpeningKept | OpeningRerolled | DoublesChosen | Taken | Passed
    made = [event for event in after.game.events if isinstance(event, decisions)]
    text = " ".join(describe_event(event, state.naming) for event in made)
    text = f"{state.choice.warning} {text}".strip()
    rest = ComputerPlan(tuple(later), state.choice.warning) if later else None
    return replace(after.say(text) if text else after, choice=rest)


def stop_skipping(state: PlayState) -> PlayState:
    """Return the state that waits for players again, with the count of turns they missed."""
    # If a key interrupts skipping, the next forced play waits for another key.
    pace = Pace.STOPPED if state.can_skip else Pace.USUAL
    stopped = replace(state.at_pace(pace), skipped=())
    if state.news or state.game.is_over:
        return stopped
    notice = state.notice or Notice("")
    person = state.table.only_person
    if not (passed := describe_passed(state.skipped, person, state.naming, notice.why)):
        return stopped
    passed += f" {state.options.keys.shown('m')} shows the log."
    return stopped.show(notice._replace(text=f"{passed} {notice.text}".strip()))
