"""A match between two inputs: its state, and what each input makes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Final, Self

from backgammon_tui import teach
from backgammon_tui.dice import read_dice
from backgammon_tui.engine import (
    POINTS,
    Action,
    Cause,
    Effect,
    Event,
    Game,
    Move,
    NotAllowed,
    Phase,
    Place,
    Reason,
    Side,
)
from backgammon_tui.engine.actions import ChooseDoubles, KeepOpening, RerollOpening
from backgammon_tui.engine.events import (
    DoublesChosen,
    HandedOver,
    Moved,
    OpeningKept,
    OpeningRerolled,
    StageLost,
)
from backgammon_tui.engine.notation import (
    Ambiguous,
    Unreadable,
    read_moves,
    read_routes,
    resolve,
    separated,
)
from backgammon_tui.explain.why import WhyAnswer, why_now, why_stuck
from backgammon_tui.match.computer import acting_level, level_on, sole_person
from backgammon_tui.match.consent import (
    Proposal,
    propose_draw,
    propose_resignation,
    propose_take_back,
)
from backgammon_tui.match.record import TakeBack, numbers_of
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import TrayPlace, place_of
from backgammon_tui.modes.effects import Do, Effects
from backgammon_tui.modes.inputs import (
    BoardCursor,
    ChooseRow,
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
    beginner_help_before,
    describe_passed,
    foretell,
    news_of,
    news_with_beginner_help,
    refusal,
    remind,
)
from backgammon_tui.modes.play.aids import Advice, TutorVerdict
from backgammon_tui.modes.play.choosing import (
    BETWEEN,
    NOTATION,
    InList,
    Line,
    PlayList,
    Selection,
    lines_of,
    next_row,
    origin_begun,
    typed_on,
)
from backgammon_tui.modes.play.prompts import (
    NO,
    YES_NO,
    Answer,
    Asked,
    Asking,
    ComputerChoice,
    ComputerTurn,
    Front,
    FrontState,
    LastMove,
    NewsPrompt,
    PlaybackPrompt,
    Question,
    Trying,
    TutorThinking,
    rules_question,
    which_play,
)
from backgammon_tui.settings import Settings
from backgammon_tui.words.event_sentences import describe_event, describe_redo, describe_undo
from backgammon_tui.words.naming import WINS, Naming, join, numbers, plural, sentence, write_dice
from backgammon_tui.words.reason_sentences import WITHOUT_NET, once
from backgammon_tui.words.terse import describe_all


class Pace(Enum):
    """The things that are done without waiting for a key."""

    USUAL = "those that the options say"
    BACK = "nothing, since the players went back to here"
    SKIPPING = "rolls and forced moves until somebody has a choice"
    RUSHING = "the same without pauses"


@dataclass(frozen=True)
class PlayState(FrontState):
    """A state of the table, and the way it goes on after moves and rolls."""

    table: Table
    options: Settings
    selection: Selection
    notice: Notice | None = None
    advice: Advice | None = None
    """The computer's opinion, if a player has asked for a hint."""
    pace: Pace = Pace.USUAL
    skipped: int = 0
    """The turns of people that were over while the game skipped ahead."""
    undone: Self | None = None
    """The state in which a move was undone, to be restored by redo."""

    @classmethod
    def open(cls, table: Table, options: Settings, *, accepts_illegal: bool = False) -> Self:
        """Return the state at a table where nothing has been chosen yet.

        The last notice is shown again, since the match may have been left before it was read.
        """
        plays = PlayList(table.game, is_listed=False, accepts_illegal=accepts_illegal)
        is_new = table.game.phase is Phase.OPENING and not table.actions
        pace = Pace.USUAL if is_new else Pace.BACK
        return cls(table, options, Selection(plays)).settle(table, pace=pace)

    # ---- the table

    @cached_property
    def game(self) -> Game:
        return self.table.game

    @cached_property
    def naming(self) -> Naming:
        record = self.table.record
        return Naming.of(record.white, record.black)

    @cached_property
    def awaits_roll(self) -> bool:
        return self.game.awaits_roll

    @cached_property
    def is_over(self) -> bool:
        return self.game.is_over and not self.unshown_actions

    @property
    def can_undo(self) -> bool:
        last = self.table.actions[-1] if self.table.can_undo else None
        return isinstance(last, Move) and level_on(self.table, last.side) is None

    # ---- the computer

    @cached_property
    def is_computers_turn(self) -> bool:
        return acting_level(self.table) is not None

    @property
    def awaits_choice(self) -> bool:
        return self.is_watched and self.is_computers_turn and not self.awaits_roll

    @cached_property
    def shown(self) -> Self:
        """The state with the computer's moves that have been shown so far."""
        if not self.unshown_actions:
            return self
        table = self.table.before(len(self.table.actions) - self.unshown_actions)
        nothing = Selection(
            PlayList(table.game, is_listed=False),
            focus=self.selection.focus if self.selection.on_board else InList(),
        )
        asked = self.fronts[-1:] if isinstance(self.front, Asking | TutorThinking) else ()
        fronts = (ComputerTurn(), *asked)
        return replace(self, table=table, selection=nothing, fronts=fronts, notice=None)

    def is_from_computer(self, notice: Notice | None) -> bool:
        return bool(notice and notice.about and level_on(self.table, notice.about))

    @property
    def may_ask(self) -> bool:
        """True if there is a choice of a side that may ask the computer for help."""
        if self.is_watched or self.is_tutored or self.asking or self.acknowledgement:
            return False
        is_choice = len(self.selection.rows) > 1 or self.question is not None
        return is_choice and self.game.actor in self.table.record.hints

    @property
    def goes_on_alone(self) -> bool:
        """True if the options let the game go on from here after a pause."""
        if self.is_tutored:
            return False
        if isinstance(self.front, LastMove) or self.is_watched:
            return True
        if not self.asking and self.is_from_computer(self.acknowledgement):
            return True
        if self.question or self.game.is_over:
            return False
        if self.pace is not Pace.USUAL:
            return self.skips and self.can_skip
        if self.acknowledgement or self.selection.is_forced:
            return self.options.plays_forced
        return self.awaits_roll and self.options.rolls and bool(self.table.dice)

    @property
    def can_skip(self) -> bool:
        """True where the game can go on without anybody's choice."""
        if self.is_watched:
            return True
        if self.front and not self.acknowledgement:
            return False
        if self.game.is_over or self.selection.accepts_illegal:
            return False
        rolls = self.awaits_roll and bool(self.table.dice)
        return rolls or self.selection.is_forced or self.acknowledgement is not None

    @property
    def skips(self) -> bool:
        return self.pace in (Pace.SKIPPING, Pace.RUSHING)

    @property
    def is_hurried(self) -> bool:
        return self.pace is Pace.RUSHING or super().is_hurried

    # ---- what is selected

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the list, with its plays by the route that is typed."""
        rows, shown = self.selection.rows, self.selection.reading.shown
        if respelled := self.selection.reading.respelled:
            as_typed = list(rows)
            for row in respelled:
                as_typed[row] = self.selection.spelled(row)
            rows = tuple(as_typed)
        return self.advice.lines(rows, shown) if self.advice else lines_of(rows, shown)

    @property
    def can_choose(self) -> bool:
        return bool(self.selection.rows) and not (self.question or self.acknowledgement)

    @cached_property
    def pickable(self) -> frozenset[int]:
        return frozenset() if self.acknowledgement or self.question else self.selection.pickable

    @cached_property
    def preview(self) -> tuple[Move, ...]:
        asked = self.highlighted.moves if self.highlighted else ()
        return asked or (() if self.refused else self.selection.preview)

    @cached_property
    def refused(self) -> str:
        return self.notice.refused if self.notice and self.selection.row is None else ""

    @property
    def is_rejected(self) -> bool:
        is_rejection = self.notice and self.notice.kind is NoticeKind.REJECTION
        return bool(is_rejection and self.refused)

    @cached_property
    def chosen_row(self) -> int | None:
        return None if self.refused else self.selection.chosen_row

    @property
    def is_opened(self) -> bool:
        return self.notice is not None and self.notice.is_opened

    @property
    def closing(self) -> str:
        """The label of Escape while it closes something, for footers; empty otherwise."""
        selection = self.selection
        if self.is_opened:
            return "close"
        if self.asking:
            return "go on" if self.asking.asked is Asked.TUTOR else "close"
        if selection.on_board:
            return ("put back" if selection.has_picked else "clear") if selection.text else "list"
        if selection.text or selection.row is not None or self.refused:
            return "clear"
        is_refused = self.notice and self.notice.is_refusal
        return "close" if self.advice or is_refused else ""

    def close(self) -> Self:
        """Close what was opened last."""
        if self.notice and self.notice.kind is NoticeKind.ANSWER:
            return replace(self, notice=None)
        if not self.is_opened and (self.selection.is_open or self.refused):
            return self.select(self.selection.close())
        return replace(self, notice=None, advice=None)

    # ---- what is asked and told

    @cached_property
    def beginner_help(self) -> str:
        return "" if self.acting else beginner_help_before(self.game, self.naming, self.options)

    @property
    def can_ask_why(self) -> bool:
        """True if there is a reason to tell: of a question, of the stage or of the news."""
        if self.rule or not self.awaits_roll:
            return not self.is_watched
        news = news_of(self.game.events, self.naming)
        return self.game.phase is Phase.ROLL_AGAIN or bool(news and news.why)

    @cached_property
    def rule(self) -> tuple[str, str] | None:
        """The id and the title of the rulebook section behind the notice."""
        told = self.acknowledgement or self.notice
        if told is None or told.why is None:
            return None
        return teach.rulebook.pages.name_of_section_about(self.game.rules, told.why)

    @cached_property
    def upcoming_loss(self) -> Notice | None:
        """News of the numbers that the forced play will lose."""
        if not self.selection.is_forced or self.game.phase is not Phase.MOVE:
            return None
        after = self.table.apply(*self.selection.rows[0].moves)
        return foretell(after.events_since(self.table), self.naming)

    # ---- going on

    def make(self, actions: Sequence[Action]) -> Self:
        """Make some actions."""
        table = self.table.apply(*actions)
        made = self.settle(table, table.events_since(self.table))
        if not (made.acknowledgement and self.upcoming_loss):
            return made
        told = remind(made.acknowledgement, made.game, made.naming)
        return replace(made.acknowledge(), notice=told)

    def settle(
        self, table: Table, events: Sequence[Event] | None = None, *, pace: Pace = Pace.USUAL
    ) -> Self:
        """Return the state after something happened, with its news and what is in front."""
        events = table.game.events if events is None else events
        notice = news_with_beginner_help(events, self.game, table.game, self.naming, self.options)
        is_seen = table.game.is_over or not must_be_seen(events)
        is_computers_turn = acting_level(table) is not None
        stays = table.game.actor is self.game.actor
        selection = Selection.of(self._list(table.game, is_listed=not is_computers_turn))
        if self.selection.on_board and stays:
            moved = next((e.move.target for e in reversed(events) if isinstance(e, Moved)), None)
            selection = selection.turn_to(board=True, cursor=moved)
        fronts: list[Front] = []
        asked = rules_question(table.game, self.naming)
        if is_computers_turn:
            was_forced = self.acting.was_forced if self.acting else self.selection.is_forced
            fronts.append(ComputerTurn(self.is_hurried and stays, was_forced))
        elif asked:
            fronts.append(Asking(asked, 0))
        if notice and not is_seen:
            fronts.append(NewsPrompt(notice))
        settled = type(self)(
            table,
            self.options,
            selection,
            fronts=tuple(fronts),
            notice=notice if is_seen else None,
            pace=pace,
        )
        if settled.upcoming_loss and not settled.acknowledgement:
            settled = replace(settled, notice=settled.upcoming_loss)
        if not self.skips:
            return settled
        ended = table.game.last_turn
        is_missed = ended and ended is not self.game.last_turn and not level_on(table, ended.side)
        return replace(settled, pace=self.pace, skipped=self.skipped + bool(is_missed))

    def rewound_to(self, table: Table, said: str) -> Self:
        return replace(self.settle(table, (), pace=Pace.BACK), notice=Notice(said))

    def say(self, text: str, *, is_refusal: bool = False) -> Self:
        kind = NoticeKind.REFUSAL if is_refusal else NoticeKind.NEWS
        return replace(self, notice=Notice(text, kind=kind))

    def ask(self, question: Question) -> Self:
        asking = Asking(question, question.without_effect or 0)
        return replace(self.close_front().with_front(asking), notice=None)

    def select(self, selection: Selection) -> Self:
        return replace(self, selection=selection, notice=None)

    def with_options(self, options: Settings) -> Self:
        """Change the preferences for play and for the look of the board."""
        changed, before, where = replace(self, options=options), self.options, self.selection
        if options.front_first is before.front_first:
            return changed
        fresh = Selection.of(changed._list(self.game, is_listed=bool(where.rows)))
        focus = where.focus if where.on_board else fresh.focus
        return replace(changed, selection=replace(fresh, focus=focus), notice=None, advice=None)

    def _list(self, game: Game, *, is_listed: bool) -> PlayList:
        return PlayList(
            game,
            front_first=self.options.front_first,
            is_listed=is_listed,
            accepts_illegal=self.selection.accepts_illegal,
        )


def answer_why(state: PlayState) -> Notice:
    """Explain the checker picked or walked to, the play typed or chosen, or the turn."""
    selection = state.selection
    if state.asking:
        about = f"{state.asking.why} {_ASKED[state.asking.asked]}".strip()
        if state.asking.asked is Asked.RESIGN and state.game.rules.scale.most == 1:
            about = "Every win is worth 1 point in this game, and so is a resignation."
        return Notice(about, why=_RESTS_ON.get(state.asking.asked))
    if state.awaits_roll:
        # The question may be about the unexpected end of the turn before.
        news = news_of(state.game.events, state.naming)
        if news and news.why:
            return news
    place = None if selection.reading.moves else selection.reading.picked
    if place is None and selection.on_board and not state.preview:
        place = selection.cursor
    stuck = why_cannot(state, place) if place is not None else None
    if stuck:
        return stuck
    row = state.chosen_row
    chosen = None if row is None else selection.rows[row]
    return _notice(state, why_now(state.game, selection.rows, chosen))


def why_cannot(state: PlayState, place: int, kind: NoticeKind = NoticeKind.NEWS) -> Notice | None:
    """Return the reason why a checker cannot use all of the numbers left; None if it can."""
    made = state.selection.reading.made
    stuck = why_stuck(state.game, place, made[0].node if made else None)
    return _notice(state, stuck, kind) if stuck else None


def why_untypable(state: PlayState, text: str) -> Notice | None:
    """Return the reason why a text leads nowhere, if it names a checker to be moved."""
    game, made = state.game, state.selection.reading.made
    if game.actor is None:
        return None
    if made and not any(path.node.left for path in made):
        return refusal(Reason(Cause.NUMBER_NOT_THERE, game.actor), state.naming)
    own = (*game.position.points(game.actor), Place.HAND, Place.BAR)
    places = [place for place in own if game.position.count(game.actor, place)]
    place = origin_begun(text, places)
    return None if place is None else why_cannot(state, place, NoticeKind.REFUSAL)


def _notice(state: PlayState, answer: WhyAnswer, kind: NoticeKind = NoticeKind.NEWS) -> Notice:
    text = describe_all(answer.facts, state.naming)
    return Notice(text, answer.points, answer.side, kind, why=answer.why)


_ASKED: Final = {
    Asked.WHICH: "All of these are legal, but they lead to different positions.",
    Asked.RESIGN: "You may resign for any number of points that a win can be worth.",
    Asked.ACCEPT_RESIGNATION: "A resignation counts only if it is accepted.",
    Asked.DRAW: "If both agree, the game is a draw and scores nothing.",
    Asked.TAKE_BACK: "A roll is taken back only if both players agree.",
    Asked.TUTOR: "The tutor warns from the cost set in Options.",
    Asked.CORRECT: "A roll of real dice that was mistyped can be retyped.",
}

_RESTS_ON: Final = {
    Asked.RESIGN: Phase.OVER,
    Asked.ACCEPT_RESIGNATION: Phase.OVER,
    Asked.DRAW: Phase.OVER,
}


def ask_take_back(state: PlayState, roll: int | None = None) -> PlayState:
    """Ask whether a roll and all since may be taken back; the asker's last one if None."""
    table = state.table
    try:
        proposal = propose_take_back(table, roll)
    except ValueError as error:
        return state.say(sentence(error))
    assert isinstance(proposal.action, TakeBack)
    at, *since = table.rolls[proposal.action.roll - 1 :]
    asker, name = proposal.asked_by, state.naming.name
    roller = table.history[at].side
    whose = f"{name(roller)}'s" if roller else "the opening roll"
    rolled, *later = [write_dice(numbers_of(table.actions[index])) for index in (at, *since)]
    end = since[0] if since else None
    also = " with its moves" if any(isinstance(a, Move) for a in table.actions[at:end]) else ""
    if later:
        also += f" and the {later[0]} after it" if len(later) == 1 else " and everything after it"
    text = f"This takes back {whose} {rolled}{also}. {name(asker.other)}, do you agree?"
    return state.ask(Question(Asked.TAKE_BACK, text, YES_NO, asker, proposal))


def take_back_from(state: PlayState, roll: str) -> PlayState:
    is_number = roll.isascii() and roll.isdecimal() and len(roll) < _MAX_DIGITS
    return ask_take_back(state, int(roll) if is_number else 0)


_MAX_DIGITS: Final = 6


def resign(state: PlayState, points: str) -> PlayState:
    asked = ask_resign(state)
    return answer(asked, points) if asked.question else asked


def ask_resign(state: PlayState) -> PlayState:
    """Ask the side to play for the points of its resignation."""
    if state.game.is_over:
        return state
    if state.game.actor is None:
        return state.say("Nobody can resign before it is clear who starts.")
    scale = state.game.rules.scale.points
    loser = propose_resignation(state.table, scale[0]).asked_by
    is_one = len(scale) == 1
    kinds = {points: ("y", "yes") if is_one else (str(points), WINS[points]) for points in scale}
    answers = [
        Answer(key, f"{kind}: {plural(points, 'point')}", points=points)
        for points, (key, kind) in kinds.items()
    ]
    which = "this game" if is_one else "for how many points"
    text = f"{state.naming.name(loser)} resigns {which}?"
    return state.ask(Question(Asked.RESIGN, text, (*answers, Answer(NO, "no: play on")), loser))


def ask_draw(state: PlayState) -> PlayState:
    """Ask the other player whether the game is a draw."""
    if state.game.is_over:
        return state
    proposal, name = propose_draw(state.table), state.naming.name
    asker = proposal.asked_by
    text = f"{name(asker)} offers a draw. {name(asker.other)}, do you agree?"
    return state.ask(Question(Asked.DRAW, text, YES_NO, asker, proposal))


def ask_which(state: PlayState, choices: Sequence[tuple[Move, ...]], text: str = "") -> PlayState:
    asked = state.ask(which_play(choices))
    return asked.let_judge(text) if text and state.selection.accepts_illegal else asked


def undo(state: PlayState) -> PlayState:
    """Undo the last move; ask first about a roll that may be mistyped."""
    if state.asking:
        return state
    table = state.table
    if state.can_undo:
        back = table.undo()
        said = describe_undo(back.undone[-1])
        return replace(state.rewound_to(back, said), undone=state)
    number = len(table.rolls)
    can_correct = table.dice is None and number > table.dice_since
    if can_correct and not table.accepted:
        rolled = write_dice(numbers_of(table.actions[table.rolls[-1]]))
        turn = state.game.latest_turn
        roller = turn.side if turn else state.game.side or Side.WHITE
        proposal = Proposal(TakeBack(number, roller), roller)
        answers = (Answer("y", "yes, retype it"), Answer(NO, "no"))
        text = f"Was {rolled} mistyped?"
        return state.ask(Question(Asked.CORRECT, text, answers, roller, proposal))
    return state if state.acknowledgement else ask_take_back(state, _roll_of_last_move(state))


def _roll_of_last_move(state: PlayState) -> int | None:
    """Return the number of the last roll of which a person has moved; None if nobody has."""
    table = state.table
    for at, action in reversed([*enumerate(table.actions)]):
        if isinstance(action, Move) and level_on(table, action.side) is None:
            return sum(roll < at for roll in table.rolls)
    return None


_NOTHING_UNDONE: Final = "U brings back what u has undone, not a roll that was taken back."


def redo(state: PlayState) -> PlayState:
    """Make the move again that was undone last."""
    if state.asking or state.acknowledgement:
        return state
    if not state.table.undone:
        return state if state.is_computers_turn else state.say(_NOTHING_UNDONE)
    table, said = state.table.redo(), describe_redo(state.table.undone[-1])
    if state.undone is None:
        return state.settle(table).say(said)
    # An acknowledged notice is not shown again; the record has both steps.
    again = replace(state.undone.close_front().with_options(state.options), table=table)
    # With several moves undone, the older notice is about another move.
    return again if again.acknowledgement or again.undone is None else again.say(said)


# ---- answers


def answer(state: PlayState, key: str) -> PlayState:
    """Give the answer with this key; the state stays the same if there is none."""
    question = state.question
    assert question
    given = next((each for each in question.answers if each.key == key.lower()), None)
    if given is None:
        return state
    match question.asked:
        case Asked.KEEP:
            action: Action = KeepOpening() if given.key == "k" else RerollOpening()
            return state.settle(state.table.apply(action))
        case Asked.DOUBLE:
            return state.settle(state.table.apply(ChooseDoubles(int(given.key))))
        case Asked.WHICH:
            if len(given.choices) > 1:
                return ask_which(state, given.choices)
            return state.make(given.moves)
        case Asked.RESIGN if given.points:
            return _offer_resignation(state, given.points)
        case Asked.TUTOR if given.key == "b":
            return _take_stage_back(state)
        case Asked.TUTOR:
            return state.close_front()
        case _:
            return consent(state, question, agreed=given.key == "y")


def _offer_resignation(state: PlayState, points: int) -> PlayState:
    proposal, name = propose_resignation(state.table, points), state.naming.name
    loser = proposal.asked_by
    kind = f"a {WINS[points]}: " if state.game.rules.scale.most > 1 else ""
    worth = f"{kind}{plural(points, 'point')}"
    text = f"{name(loser)} resigns {worth}. {name(loser.other)}, do you accept?"
    return state.ask(Question(Asked.ACCEPT_RESIGNATION, text, YES_NO, loser, proposal))


def say_what_is_asked(state: PlayState, question: Question) -> PlayState:
    """Name the possible answers after another input, whose Enter takes none with an effect."""
    keys = join([each.key for each in question.answers], "or")
    told = state.say(f"Answer first: {keys}.", is_refusal=True)
    return told.highlight(question.without_effect)


def consent(state: PlayState, question: Question, *, agreed: bool) -> PlayState:
    """Go on as the other player has agreed to a proposal, or has not."""
    fresh = state.close_front()
    if not agreed or question.proposal is None:
        return fresh if fresh.game.is_over else fresh.say("The game goes on.")
    table = question.proposal.agreed(state.table)
    if question.asked in (Asked.TAKE_BACK, Asked.CORRECT):
        again = " The same dice will come again." if table.dice else ""
        return fresh.rewound_to(table, f"Back to before the roll.{again}")
    return fresh.settle(table)


# ---- the tutor and hints


def _take_stage_back(state: PlayState) -> PlayState:
    """Undo the stage that the tutor spoke of; an answer stands until its roll is taken back."""
    _, moves = state.table.stage_played or (None, ())
    table = state.table
    if not moves:
        return ask_take_back(state.close_front(), len(table.rolls))
    for _ in moves:
        table = table.undo()
    due = numbers(table.game.stage.to_play) if table.game.stage else "it"
    return state.rewound_to(table, f"Play {due} again.")


def take_verdict(state: PlayState, verdict: TutorVerdict) -> PlayState:
    """Take the tutor's verdict of a stage; it asks if it has something to say."""
    seen = state.close_front()
    side = state.table.history[-2].actor
    back = "take it back" if state.table.stage_played else "ask to take back the roll"
    answers = (Answer("b", back), Answer("o", "go on"))
    if not verdict.said or not side:
        return seen
    return seen.ask(Question(Asked.TUTOR, verdict.said, answers, side, why=verdict.why))


def take_advice(state: PlayState, advice: Advice) -> PlayState:
    """Show the computer's opinion of the plays, its choice in front, or highlighted."""
    notice = Notice(advice.said, kind=NoticeKind.AID)
    first_look = state.advice
    if first_look and advice.hints:
        # Meanwhile the players may have moved in the list, or asked for reasons.
        is_shown = state.notice is not None and state.notice.text == first_look.said
        settled = replace(state, advice=advice._replace(is_explained=first_look.is_explained))
        return replace(settled, notice=notice) if is_shown else settled
    selection = state.selection
    unchosen = selection if selection.on_board else selection.choose(None)
    told = replace(state, advice=advice, selection=unchosen, notice=notice)
    keys = [each.key for each in state.question.answers] if state.question else []
    return told.highlight(keys.index(advice.answer)) if advice.answer in keys else told


def hint_on(state: PlayState, advice: Advice) -> PlayState:
    """Highlight the play of a hint when it is asked for again, with reasons; then make the play."""
    if advice.answer and state.question:
        return answer(state, advice.answer)
    if not advice.hints:
        return state.say(advice.said)
    if advice.is_played(state.chosen_row):
        return state.make(state.preview)
    choice = state.selection.with_text("").choose(advice.hints[0].row)
    return replace(state.select(choice), advice=advice._replace(is_explained=True))


# ---- the computer


def question_for_computer(state: PlayState) -> Question | None:
    """Return the question that the computer is to answer, if there is one."""
    question = state.asking
    if question is None or question.proposal is None or question.asked is Asked.CORRECT:
        return None
    return question if level_on(state.table, question.proposal.asked_by.other) else None


def play_choice(state: PlayState, thought: ComputerChoice) -> PlayState:
    """Return the state after the computer has done what it has chosen; one move of it is seen."""
    actions, said = thought.actions, "" if thought.by_net else once(WITHOUT_NET)
    after = state.make(actions)
    told = " ".join(
        describe_event(event, state.naming)
        for event in after.game.events
        if isinstance(event, OpeningKept | OpeningRerolled | DoublesChosen)
    )
    told = f"{said} {told}".strip()
    notice = Notice(told) if told else after.notice
    unshown_actions = 0 if state.is_hurried else len(actions) - 1
    after = replace(after, notice=notice)
    return after.with_front(PlaybackPrompt(unshown_actions)) if unshown_actions else after


_NO_HINTS: Final = "There are no hints for you here: who has them is settled before a match."
_ROLL_FIRST: Final = "Roll first: a hint is about the numbers rolled."
_ONE_PLAY: Final = "There is only one play."
_NO_CHOICE: Final = "There is nothing to choose."


def why_no_hint(state: PlayState) -> str:
    """Return the reason why there is no hint here; empty if there is one."""
    if state.may_ask:
        return ""
    if not state.table.record.hints:
        return _NO_HINTS
    if state.awaits_roll:
        return _ROLL_FIRST
    if state.selection.is_forced:
        return _ONE_PLAY
    return _NO_HINTS if state.selection.rows or state.question else _NO_CHOICE


_MAX_TEXT_LENGTH: Final = 60
_COUNTED_EARLY: Final = r"(.+?)\((\d)\)([/-][^(]*).*"
"""A way with a count before its last point, as in 12/10(2)/8(2)."""

_A_ROLL: Final = "A roll is two numbers from 1 to 6."
_NO_ROLL: Final = "The lesson rolls the dice."
_NO_COMPLEMENT: Final = "No play keeps anything of a complement."
_TYPE_DICE: Final = "Roll your dice and type the numbers, such as 5 3."


def type_notation(state: PlayState, character: str) -> PlayState:
    """Type a character of a move."""
    if state.game.stage is None:
        return state
    if state.is_rejected:
        state = replace(state, notice=None)
    begun = typed_on(state.selection.text, state.refused, character)
    left_out = separated(begun + character).removeprefix(begun).removesuffix(character)
    if left_out in (" ", "/"):
        state = type_notation(state, left_out)
        begun = typed_on(state.selection.text, state.refused, character)
    text = (begun + character)[:_MAX_TEXT_LENGTH]
    after = typed(state, text)
    if after is None and state.selection.accepts_illegal:
        return state.select(state.selection.with_text(text))
    return after or refuse(state, text)


def type_back(state: PlayState) -> PlayState:
    """Take back the last character that was refused, or that of a text refused by Enter."""
    kept, text = state.selection.text, state.refused[:-1]
    state = replace(state, notice=None)
    for character in text[len(kept) :]:
        state = type_notation(state, character)
    return state


def typed(state: PlayState, text: str) -> PlayState | None:
    """Type a whole text; None if no legal play contains it."""
    selection = state.selection.with_text(text)
    if selection.is_illegal:
        return None
    # The new text replaces a refused one; another refusal may not have been read yet.
    is_unread = state.notice and state.notice.is_refusal and not state.refused
    return replace(state, selection=selection, notice=state.notice if is_unread else None)


def refuse(state: PlayState, text: str) -> PlayState:
    """Refuse a text that no play contains, with the reason if it has a whole move."""
    if text[-1] in BETWEEN and state.notice and state.refused:
        # The character belongs to the refused point, so the reason stays.
        return replace(state, notice=state.notice._replace(refused=text))
    # Where nothing leaves 20, typing it is refused at the 2 already, and 24/19 at the 1.
    typed_on = text if text.startswith(state.refused) else state.refused + text[-1]
    for meant in dict.fromkeys((typed_on, text)):
        try:
            routes = read_routes(meant)
            resolve(state.game, routes)
        except NotAllowed as error:
            if meant == text or routes[-1].stops[-1].place < routes[-1].origin:
                refused = refusal(error.reason, state.naming)
                told = refused._replace(refused=meant)
                return replace(state, notice=told)
        except (Unreadable, Ambiguous):
            pass
    for meant in (text, typed_on):
        stuck = why_untypable(state, meant)
        if stuck:
            return replace(state, notice=stuck._replace(refused=meant))
    if misspelt := _misspelt(text):
        return replace(state, notice=Notice(misspelt, kind=NoticeKind.REFUSAL, refused=text))
    typed = text.strip()
    said = f"No legal play contains {typed}."
    if typed.isdigit():
        said = f"No move from {typed} is legal."
    elif typed == "c":
        said = _NO_COMPLEMENT
    elif typed.endswith("(") and "/" in typed.split()[-1]:
        said = f"No play moves two checkers {typed[:-1].split()[-1]}."
    return replace(state, notice=Notice(said, kind=NoticeKind.REFUSAL, refused=text))


def _misspelt(text: str) -> str:
    """Tell how to write a text that notation does not know; empty if its form is not the fault."""
    words = text.split()
    for word in words:
        if counted := re.fullmatch(_COUNTED_EARLY, word):
            way, count, rest = counted.groups()
            meant = f": {way}{rest}({count})" if rest.strip("/-") else ""
            return f"A count stands once, behind the last point{meant}."
        if word.startswith("/") and (len(words) > 1 or "(" in word):
            filter_ = word.partition("(")[0]
            return f"{filter_} shows all plays that land there, and stands alone."
    return ""


# ---- dice


def type_dice(state: PlayState, character: str) -> PlayState:
    """Type a character of a roll of real dice."""
    if state.selection.accepts_illegal:
        return state.say(_NO_ROLL)
    if state.table.dice is not None:
        return state.say("Roll first (Space), then type the moves.")
    before = state.selection.text
    digits = sum(each.isdigit() for each in before)
    if character not in "123456 -/" or (character.isdigit() and digits == 2):
        return state.say(_A_ROLL, is_refusal=True)
    text = before + character
    return state.select(replace(state.selection, text=text)) if len(text) < 6 else state


def enter_dice(state: PlayState) -> PlayState:
    """Take the numbers typed as the roll."""
    try:
        dice = read_dice(state.selection.text)
    except ValueError:
        return state.say(_A_ROLL, is_refusal=True)
    return state.settle(state.table.roll(dice))


def roll(state: PlayState) -> PlayState:
    """Roll the dice; real ones are typed."""
    if state.selection.accepts_illegal:
        return state.say(_NO_ROLL)
    if state.table.dice is None:
        return state.say(_TYPE_DICE)
    return state.settle(state.table.roll())


# ---- whole lines, as plain mode reads them


def enter_line(state: PlayState, text: str) -> PlayState:
    """Roll the typed dice, or play the typed moves; a refusal gives its reason."""
    if state.selection.accepts_illegal:
        return state.let_judge(text)
    if state.question:
        return say_what_is_asked(state, state.question)
    try:
        if state.awaits_roll and state.table.dice is None:
            return state.settle(state.table.roll(read_dice(text)))
        return state.make(read_moves(state.game, text))
    except NotAllowed as error:
        return replace(state, notice=refusal(error.reason, state.naming))
    except Unreadable:
        said = f"Unknown command or move: {text[:40]!a}. Type help for the list."
        said = _misspelt(text[:_MAX_TEXT_LENGTH].lower()) or said
        return state.say(said, is_refusal=True)
    except Ambiguous as error:
        return ask_which(state, error.candidates, text)
    except ValueError as error:
        return state.say(sentence(error), is_refusal=True)


_MAX_PASTE_LENGTH: Final = 100

_CHOOSE: Final = "Choose a play with up and down, or type it, then press enter; tab: the board."
_PUT_DOWN: Final = "Choose where it goes: click a marked point, or walk there (Tab, arrows)."
_TRY: Final = "Type a play, or click its checkers."


def handle(state: PlayState, given: Input) -> PlayState:
    """Return the state after a key, a typed character, a click or a paste."""
    if state.is_tutored:
        return state
    if state.is_watched:
        # Show the computer's turn as far as it has come, without the pauses.
        return state.hurry()
    match given:
        case Key():
            return press(state, given)
        case str():
            return type_character(state, given)
        case TypedLine(text):
            return enter_line(state, text)
        case ChooseRow(row) if state.selection.row == row:
            return press(state, Key.ENTER)
        case ChooseRow(row):
            return choose_row(state, row)
        case Paste(text):
            return paste(state, text)
        case Scroll(by):
            return press(state, Key.DOWN if by > 0 else Key.UP)
        case PointAt(None):
            return press(state, Key.ENTER if state.acknowledgement else Key.SPACE)
        case PointAt() if state.acknowledgement:
            return press(state, Key.ENTER)
        case PointAt(place):
            side = state.game.actor
            if not (place and side):
                return state
            # Borne off is borne off, in whichever tray.
            is_others = (
                isinstance(place, TrayPlace)
                and place.side is not side
                and place.kind is not Place.OFF
            )
            return state if is_others else pick(state, place_of(place, side, state.game.rules))


# ---- without a key


def go_on(state: PlayState) -> PlayState:
    """Go on after a pause: the computer's next action is seen, or it rolls."""
    if isinstance(state.front, PlaybackPrompt):
        left = state.unshown_actions - 1
        rest = replace(state, fronts=state.fronts[:-1])
        return rest.with_front(PlaybackPrompt(left)) if left else rest
    if state.acknowledgement or not state.is_computers_turn:
        return press(state, Key.SPACE)
    return roll(state)


def skip_ahead(state: PlayState) -> PlayState:
    return replace(state.hurry(), pace=Pace.SKIPPING) if state.can_skip else state


def stop_skipping(state: PlayState) -> PlayState:
    """Return the state that waits for players again, with the count of turns they missed."""
    stopped = replace(state, pace=Pace.USUAL, skipped=0)
    if state.acknowledgement or state.is_over:
        return stopped
    passed = describe_passed(state.skipped, sole_person(state.table), state.naming)
    notice = state.notice or Notice("")
    told = notice._replace(text=f"{passed} {notice.text}".strip())
    return replace(stopped, notice=told if passed else state.notice)


# ---- keys


def press(state: PlayState, key: Key) -> PlayState:
    """Return the state after a key that is no notation."""
    if key is Key.ESCAPE and (state.is_opened or not state.asking):
        return state.close()
    if state.question:
        return _press_at_question(state, state.question, key)
    if state.acknowledgement:
        if key not in (Key.ENTER, Key.SPACE) and not state.goes_on_alone:
            return state
        # Notices shown during automatic play stay visible.
        stays = state.goes_on_alone or state.is_from_computer(state.acknowledgement)
        return replace(state.acknowledge(), notice=state.acknowledgement if stays else None)
    selection = state.selection
    match key:
        case Key.SPACE:
            return _space(state)
        case Key.ENTER:
            return _enter_on_board(state) if selection.on_board else enter(state)
        case Key.BACKSPACE if state.refused:
            return type_back(state)
        case Key.BACKSPACE:
            return state.select(selection.with_text(selection.text[:-1]))
        case Key.TAB:
            to_board = not selection.on_board
            picked = selection.reading.picked
            return state.select(selection.turn_to(board=to_board, cursor=picked))
        case _ if selection.on_board:
            side = state.game.actor or Side.WHITE
            ground = BoardCursor(state.game.rules, side, state.options.mirrored)
            return state.select(selection.walk(ground, key))
        case _:
            row = next_row(state.lines, selection.row, key)
            return state if row is None else state.select(selection.choose(row))


def _press_at_question(state: PlayState, question: Question, key: Key) -> PlayState:
    match key:
        case Key.ENTER | Key.SPACE:
            if state.highlighted is None:
                return say_what_is_asked(state, question)
            return answer(state, state.highlighted.key)
        case Key.ESCAPE:
            return state.close_front()
        case Key.UP | Key.DOWN | Key.LEFT | Key.RIGHT:
            highlighted = next_highlighted(state.highlighted_answer, key, len(question.answers))
            return state.highlight(highlighted)
        case _:
            return state


def _space(state: PlayState) -> PlayState:
    selection = state.selection
    if selection.row is not None:
        return enter(state)
    if state.awaits_roll:
        return type_dice(state, " ") if selection.text else roll(state)
    if selection.has_picked and not state.refused:
        return _point_at_cursor(state) if selection.on_board else _put_down(state)
    if state.is_rejected:
        return state
    if selection.text.strip("*^c ") or state.refused:
        return type_notation(state, " ")
    if selection.text:
        return state.say(_CHOOSE)
    if selection.is_forced and not selection.accepts_illegal:
        return state.make(selection.rows[0].moves)
    if selection.on_board:
        return _point_at_cursor(state)
    return _say_choose(state) if state.game.stage else state


def _say_choose(state: PlayState) -> PlayState:
    return state.say(_TRY if state.selection.accepts_illegal else _CHOOSE)


def _put_down(state: PlayState) -> PlayState:
    target = state.selection.put_down_at
    return state.say(_PUT_DOWN) if target is None else pick(state, target)


def enter(state: PlayState) -> PlayState:
    """Play the typed or highlighted play."""
    selection, moves = state.selection, state.preview
    if state.awaits_roll:
        return enter_dice(state) if selection.text else roll(state)
    if state.game.stage is None:
        return state
    if selection.accepts_illegal and selection.row is None and selection.is_stuck:
        return state.let_judge(selection.text.strip())
    if selection.row is None and selection.reading.choices and not state.refused:
        return ask_which(state, selection.reading.choices, selection.text.strip())
    if moves:
        return state.make(moves)
    if state.is_rejected:
        return state
    if state.notice and state.notice.is_refusal:
        # This Enter was meant for the refused text, so it plays nothing instead.
        said = f"Nothing was played. {state.notice.text}"
        told = state.notice._replace(text=said, kind=NoticeKind.REJECTION)
        return replace(state, selection=selection.with_text(""), notice=told)
    if not selection.text and selection.is_forced and not selection.accepts_illegal:
        return state.make(selection.rows[0].moves)
    if selection.has_picked:
        return _put_down(state)
    if not selection.text:
        return _say_choose(state)
    if selection.accepts_illegal:
        return state.say("Type the whole play.")  # A lesson does not list the plays at first.
    return state.say(f"Type more, or choose one of the {len(selection.reading.shown)} in the list.")


def _enter_on_board(state: PlayState) -> PlayState:
    """Do at the cursor as `_point_at_cursor`; a checker with one target goes there at once.

    Not by Space, which held down would then play on, nor where illegal moves may be tried.
    """
    before, after = state.selection, _point_at_cursor(state)
    target = after.selection.put_down_at
    is_picked = before.reading.picked is None and after.selection.has_picked
    if is_picked and target is not None and not before.accepts_illegal:
        return pick(after, target)
    return after


def _point_at_cursor(state: PlayState) -> PlayState:
    selection = state.selection
    is_typed = (selection.text and not selection.has_picked) or state.refused
    if is_typed or state.awaits_roll or selection.cursor is None or state.preview:
        return enter(state)
    return pick(state, selection.cursor)


# ---- what is typed


def type_character(state: PlayState, character: str) -> PlayState:
    """Type a character: an answer, notation, dice, or a letter that acts."""
    if state.question:
        after = answer(state, character)
        return say_what_is_asked(state, state.question) if after is state else after
    character = character.lower()
    if state.acknowledgement or character not in NOTATION:
        return state
    return type_dice(state, character) if state.awaits_roll else type_notation(state, character)


def paste(state: PlayState, text: str) -> PlayState:
    """Paste a text, read as if it had been typed."""
    for character in text[:_MAX_PASTE_LENGTH]:
        if isinstance(state.front, Asking | Trying):
            break
        if character == " " and (state.selection.text or state.refused):
            state = press(state, Key.SPACE)
        elif character.lower() in NOTATION:
            state = type_character(state, character)
    return state


# ---- the list and the board


def choose_row(state: PlayState, row: int) -> PlayState:
    """Choose a row of the list."""
    selection = state.selection
    if state.question or state.acknowledgement or row not in selection.reading.shown:
        return state
    return state.select(selection.choose(row))


def pick(state: PlayState, place: int) -> PlayState:
    """Point at a place, to pick a checker there or to choose it as a target."""
    if state.question:
        return say_what_is_asked(state, state.question)
    if state.acknowledgement or state.game.stage is None:
        return state
    selection = state.selection
    if selection.is_illegal:
        selection = selection.with_text("")
    if selection.reading.picked is None and place not in selection.pickable:
        there = state.select(selection.point_at(place))
        if selection.accepts_illegal:
            return there.let_judge(*there.selection.moves_from(place))
        return replace(there, notice=why_cannot(there, place, NoticeKind.REFUSAL))
    picked = selection.pick(place)
    after = state.select(picked.selection)
    if picked.is_refused and selection.accepts_illegal:
        return after.let_judge(picked.way)
    if picked.is_refused:
        return refuse(after, picked.way)
    if picked.choices:
        return ask_which(after, picked.choices, picked.way)
    if picked.moves:
        return after.make(picked.moves)
    is_new = picked.selection.reading.picked == place
    return replace(after, notice=_trapped_under(after, place)) if is_new else after


def _trapped_under(state: PlayState, place: int) -> Notice | None:
    """Tell of a checker that lies trapped under the one that is picked, if one does."""
    side, rules = state.game.actor, state.game.rules
    if side is None or not 1 <= place <= POINTS:
        return None
    if not state.game.position.is_trapped(side.other, rules.across(place)):
        return None
    name = state.naming.name(side.other)
    return Notice(f"{name}'s checker is trapped here until your last one leaves.")


# ---- why


def why(state: PlayState) -> PlayState:
    answer = answer_why(state)._replace(kind=NoticeKind.ANSWER)
    return state if state.acknowledgement else replace(state, notice=answer)


# ---- what a change asks of the screen


def effects_between(before: PlayState, after: PlayState) -> Effects:
    """Return the effects of a change from one state to another."""
    effects: Effects = ()
    is_rolled = after.table.roll_number > before.table.roll_number
    if is_rolled and after.options.motion and not after.is_hurried:
        effects += (Do.TUMBLE,)
    if _is_startling(before, after):
        effects += (Do.SIGNAL,)
    return effects


def _is_startling(before: PlayState, after: PlayState) -> bool:
    before, after = before.shown, after.shown
    done = after.table.actions[len(before.table.actions) :]
    is_hit = any(isinstance(each, Move) and each.effect is Effect.HIT for each in done)
    told, known = after.acknowledgement or after.notice, (before.acknowledgement, before.notice)
    return is_hit or bool(told and told.about and told not in known)


def must_be_seen(events: Sequence[Event]) -> bool:
    return any(isinstance(event, StageLost | HandedOver) for event in events)
