"""Questions between players and to the computer, the tutor's warnings, and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from backgammon_tui.engine import (
    Action,
    ChooseDoubles,
    Game,
    KeepOpening,
    Match,
    Move,
    Phase,
    RerollOpening,
    Resign,
    Side,
)
from backgammon_tui.engine.game import MAX_CUBE
from backgammon_tui.engine.moves import CubeAction
from backgammon_tui.match.record import TakeBack, numbers_of
from backgammon_tui.match.table import (
    Proposal,
    propose_draw,
    propose_help,
    propose_resignation,
    propose_step_back,
    propose_take_back,
)
from backgammon_tui.modes.effects import Settled, Shown, SimpleEffect
from backgammon_tui.modes.notice import Notice, NoticeKind
from backgammon_tui.modes.play.choosing import PlayRow
from backgammon_tui.modes.play.state import (
    NO,
    Advice,
    Answer,
    BoardState,
    DoubleOrRoll,
    Hint,
    Pace,
    PlayState,
    Question,
    Waits,
    answer_why,
    double_or_roll,
    roll,
)
from backgammon_tui.names import Level
from backgammon_tui.settings import Forced, Help
from backgammon_tui.words.naming import (
    WINS,
    Naming,
    capitalized,
    join,
    numbers,
    plural,
    sentence,
    write_dice,
)
from backgammon_tui.words.reason_sentences import NOT_IN_CRAWFORD, describe_unjudged
from backgammon_tui.words.turns import describe_redo, describe_undo

if TYPE_CHECKING:
    from backgammon_tui.analysis.review import Choice
    from backgammon_tui.analysis.value import Estimate

YES_NO: Final = (Answer("y", "yes"), Answer(NO, "no (or Esc)"))


@dataclass(frozen=True)
class Proposed(Question):
    """A proposal that the other player accepts or rejects."""

    asks_computer: ClassVar = True
    """False if the computer always agrees; its opponent is asked instead."""
    proposal: Proposal

    def apply_answer(self, state: PlayState, answer: Answer) -> PlayState:
        if answer.key == "y":
            return self.agreed(state.close_question())
        return _go_on(state)

    def agreed(self, state: PlayState) -> PlayState:
        return state.settle(self.proposal.agreed(state.table))


class TakeBackRoll(Proposed):
    title = "Take back"
    reason = "A roll is taken back only if both players agree. The computer always agrees."
    asks_computer = False  # So the player knows what would be taken back.

    def agreed(self, state: PlayState) -> PlayState:
        table = self.proposal.agreed(state.table)
        if table.game.phase is Phase.MOVE and table.game.stage:
            return state.rewound_to(table, f"Play {numbers(table.game.stage.to_play)} again.")
        if table.game.phase is Phase.CHOOSE:
            return state.rewound_to(table, "Choose again.")
        again = " The dice will be the same again." if table.dice else ""
        return state.rewound_to(table, f"Back to before the roll.{again}")


class Retype(TakeBackRoll):
    """A typed roll that may be mistyped; the player who typed it answers."""

    title = "Retype the roll"
    reason = "You can retype a mistyped roll of real dice."


_DRAW: Final = "offers a draw"


class OfferDraw(Proposed):
    title = "Draw"
    reason = "If both agree, the game is a draw and scores nothing."
    rule_subject = Phase.OVER


class ConfirmDraw(OfferDraw):
    """The question to the player before the computer is asked, whose consent ends the game."""

    asks_computer = False

    def agreed(self, state: PlayState) -> PlayState:
        return propose(state, OfferDraw, self.proposal, _DRAW)


class AcceptResignation(Proposed):
    title = "Resignation"
    reason = "Your opponent must accept a resignation for fewer points than a win can be worth."
    rule_subject = Phase.OVER


class AcceptHelp(Proposed):
    """Computer help that needs the other player's consent."""

    title = "Computer help"
    reason = "The computer helps both players or neither; both must agree."

    def agreed(self, state: PlayState) -> PlayState:
        table = self.proposal.agreed(state.table)
        message = f"Computer help: {table.help.label}."
        return replace(state.close_question(), table=table).say(message)


class ChooseHelp(Question):
    title = "Computer help"
    reason = "Two players must agree on it. The score sheet records the help."

    def apply_answer(self, state: PlayState, answer: Answer) -> PlayState:
        fresh = state.close_question()
        if answer.key == NO:
            return fresh
        help = list(Help)[int(answer.key)]
        wish = "no help" if help is Help.OFF else f"{help.label} for both"
        return propose(fresh, AcceptHelp, propose_help(state.table, help), f"asks for {wish}")


class ResignFor(Question):
    title = "Resign"
    rule_subject = Phase.OVER

    def apply_answer(self, state: PlayState, answer: Answer) -> PlayState:
        resignation = next(
            (action for action in answer.actions if isinstance(action, Resign)), None
        )
        if resignation is None:
            return _go_on(state)
        points = resignation.points
        proposal = propose_resignation(state.table, points)
        if points == state.game.win_points[-1]:  # The opponent cannot refuse the maximum.
            return state.close_question().settle(proposal.agreed(state.table))
        kind = WINS[points // state.game.stake]
        wish = f"resigns a {kind}: {plural(points, 'point')}"
        return propose(state, AcceptResignation, proposal, wish, "accept")

    def why(self, state: BoardState) -> Notice:
        text = "You may resign for any number of points that a win can be worth."
        if state.game.win_points == (1,):
            text = "Every win is worth 1 point in this game, and so is a resignation."
        return Notice(text, why=self.rule_subject)


@dataclass(frozen=True)
class TutorWarning(Question):
    """A warning about a costly stage, which can be taken back."""

    title = "The tutor"
    closing_label = "go on"
    is_about_last_play = True
    safe_key = "y"
    facts: str
    """The rolls that follow the play made and the better one, if counted."""

    def apply_answer(self, state: PlayState, answer: Answer) -> PlayState:
        seen = state.close_question()
        return take_stage_back(seen) if answer.key == "y" else seen

    def why(self, state: BoardState) -> Notice:
        return Notice(f"{self.facts} You can change the tutor's limit in Options.".strip())


@dataclass(frozen=True)
class TryAgain(TutorWarning):
    """A warning that withholds the cost and the better play until the player keeps the play."""

    title = "Try first"
    closing_label = "keep it"
    verdict: str
    """The cost and the better play."""

    def apply_answer(self, state: PlayState, answer: Answer) -> PlayState:
        after = super().apply_answer(state, answer)
        return after if answer.key == "y" else after.say(self.verdict)

    def why(self, state: BoardState) -> Notice:
        return Notice("Try another play, or keep this one to see its cost and the better play.")


class DoubleFirst(DoubleOrRoll):
    """The tutor's question before a roll with which a double would be missed."""

    title = "The tutor"
    closing_label = "wait"

    def apply_answer(self, state: PlayState, answer: Answer) -> PlayState:
        asked = replace(state.close_question(), asks_to_roll=True)
        return asked.make(answer.actions) if answer.actions else roll(asked)


def judge_roll(
    game: Game, minimum: float, match: Match, *, is_withheld: bool = False
) -> DoubleFirst | None:
    """Return a question about a roll if a double would be better by at least so many points.

    If `is_withheld`, the players decide without seeing the cost.
    """
    from backgammon_tui.analysis import NotJudged
    from backgammon_tui.analysis.review import missed_double
    from backgammon_tui.words.advice import write_cost

    with suppress(NotJudged):
        missed = missed_double(game, match)
        if missed and missed.reported_cost >= minimum:
            costs = (
                "may be costly"
                if is_withheld
                else f"costs about {write_cost(missed.cost, game.stake)}"
            )
            return DoubleFirst(f"Rolling now {costs}. Double first?", double_or_roll(game).answers)
    return None


# ---- proposals


def _go_on(state: PlayState) -> PlayState:
    fresh = state.close_question()
    return fresh if fresh.game.is_over else fresh.say("The game goes on.")


def propose(
    state: PlayState, kind: type[Proposed], proposal: Proposal, wish: str, consent: str = "agree"
) -> PlayState:
    name, asker = state.naming.name, proposal.asked_by
    text = f"{name(asker)} {wish}. {name(asker.other)}, do you {consent}?"
    return state.ask(kind(text, YES_NO, proposal))


def ask_take_back(state: PlayState, roll: int | None = None) -> PlayState:
    """Ask whether to take back a roll and everything since; the asker's last one if None."""
    table = state.table
    try:
        proposal = propose_take_back(table, roll)
    except ValueError as error:
        return state.say(sentence(error))
    assert isinstance(proposal.action, TakeBack)
    at, *since = table.rolls[proposal.action.roll - 1 :]
    first, *later = [_describe_roll(state, index) for index in (at, *since)]
    if not later and isinstance(table.actions[-1], Move):
        first += " with its moves"
    taken_back = join([first, *(later if len(later) <= 2 else ["everything after it"])])
    return _ask_back(state, taken_back, proposal)


def ask_step_back(state: PlayState, step: int) -> PlayState:
    """Ask whether to take back the last step of a turn: an extra roll, a stage or a choice."""
    table = state.table
    try:
        proposal = propose_step_back(table, step)
    except ValueError as error:
        return state.say(sentence(error))
    before, action = table.history[step], table.actions[step]
    if isinstance(action, ChooseDoubles):
        taken_back = f"the choice of four {action.number}s"
    elif isinstance(action, Move) and before.stage:
        name = state.naming.name(action.side)
        whose = f"{name}'s" if table.only_person is None else "your"
        taken_back = f"{whose} moves with {numbers(before.stage.to_play)}"
    else:
        taken_back = _describe_roll(state, step)
    return _ask_back(state, taken_back, proposal)


def _ask_back(state: PlayState, taken: str, proposal: Proposal) -> PlayState:
    table = state.table
    if table.only_person:
        answers = (Answer("y", "yes, take it back"), Answer(NO, "no, go on (or Esc)"))
        return state.ask(TakeBackRoll(f"Take back {taken}?", answers, proposal))
    other = state.naming.name(proposal.asked_by.other)
    text = f"This takes back {taken}. {other}, do you agree?"
    return state.ask(TakeBackRoll(text, YES_NO, proposal))


def _describe_roll(state: PlayState, at: int) -> str:
    """Describe a roll by its player: `Anna's 3-1`, or `your 3-1` against the computer."""
    table, roller = state.table, state.table.history[at].side
    whose = f"{state.naming.name(roller)}'s" if roller else "the opening roll"
    if roller and (person := table.only_person):
        whose = "your" if roller is person else "the computer's"
    return f"{whose} {write_dice(numbers_of(table.actions[at]))}"


def take_back_from(state: PlayState, turn: str) -> PlayState:
    turns = [str(number) for number in state.table.turn_numbers]
    if turn in turns:
        return ask_take_back(state, turns.index(turn) + 1)
    if not turns:
        return state.say("There is no roll to take back.")
    which = f"Turns 1 to {turns[-1]}" if turns[-1] != "1" else "Only turn 1"
    return state.say(f"{which} can be taken back.")


def resign(state: PlayState, points: str) -> PlayState:
    """Ask about resigning, like `ask_resign`; valid `points` answer the question at once."""
    asked = ask_resign(state)
    question = asked.question
    # With a turned cube, a number could mean the points or the kind of the win.
    answer = question.find(points.lower()) if question and state.game.stake == 1 else None
    return question.apply_answer(asked, answer) if question and answer else asked


def ask_resign(state: PlayState) -> PlayState:
    if state.game.is_over:
        return state
    if state.game.actor is None:
        return state.say("Nobody can resign before it is clear who starts.")
    loser = propose_resignation(state.table, state.game.win_points[0]).asked_by
    return state.ask(resign_for(state.game, loser, state.naming))


def resign_for(game: Game, loser: Side, naming: Naming) -> ResignFor:
    is_one = len(game.win_points) == 1
    answers = []
    for worth, points in zip(game.rules.scale.points, game.win_points, strict=True):
        key, kind = ("y", "yes") if is_one else (str(worth), WINS[worth])
        answers.append(Answer(key, f"{kind}: {plural(points, 'point')}", (Resign(loser, points),)))
    which = "Does {} resign this game?" if is_one else "For how many points does {} resign?"
    return ResignFor(which.format(naming.name(loser)), (*answers, Answer(NO, "no: play on")))


def ask_draw(state: PlayState) -> PlayState:
    if state.game.is_over:
        return state
    proposal = propose_draw(state.table)
    if state.table.only_person is None:
        return propose(state, OfferDraw, proposal, _DRAW)
    answers = (Answer("y", "yes: offer a draw"), Answer(NO, "no: play on"))
    return state.ask(ConfirmDraw("Do you offer the computer a draw?", answers, proposal))


_HELP: Final = (
    "no help",
    "hints and the winning chances",
    "try first: a costly play can be tried again",
    "hints, the winning chances and a tutor",
)


def ask_help(state: PlayState) -> PlayState:
    answers = [
        Answer(str(at), text)
        for at, (help, text) in enumerate(zip(Help, _HELP, strict=True))
        if help is not state.table.help
    ]
    text = f"Now: {state.table.help.label}. What help do you want?"
    return state.ask(ChooseHelp(text, (*answers, Answer(NO, "no change"))))


def why_no_double(state: PlayState) -> str:
    """Return the reason why nobody can double now; empty if the side to roll can."""
    table, game, record = state.table, state.game, state.table.record
    if game.cube is None:
        if record.length == 1:
            return "A match to 1 point is played without the cube."
        return NOT_IN_CRAWFORD
    if isinstance(state.open_question, DoubleFirst):
        return ""
    if state.waits_for is Waits.ANSWER:
        return "Answer the question first."
    if game.cube.owner not in (None, game.actor):
        return f"{state.naming.name(game.cube.owner)} owns the cube."
    is_own_turn = game.phase is Phase.ROLL and game.side and not table.level_on(game.side)
    if state.waits_for is not Waits.ROLL or not is_own_turn:
        return "Double at the start of your turn, before you roll."
    if game.may_double and not table.may_double:
        return "Nobody can double while the next roll is known."
    if not game.may_double:
        return f"The cube goes no higher than {MAX_CUBE:,}."
    return "" if table.has_live_cube else "You win the match with this game anyway."


def undo(state: PlayState) -> PlayState:
    """Undo the last move or a play with a warning; ask about a roll that may be mistyped."""
    if isinstance(state.open_question, TutorWarning):
        return take_stage_back(state.close_question())
    if state.open_question:
        return state
    table = state.table
    if state.table.can_person_undo:
        back = table.undo()
        return replace(state.rewound_to(back, describe_undo(back.undone[-1][0])), undone=state)
    number = len(table.rolls)
    is_typed = table.dice is None and number > table.played.dice_since
    since = table.actions[table.rolls[-1] :] if table.rolls else ()
    is_unplayed = not any(isinstance(a, Move) and table.level_on(a.side) is None for a in since)
    if is_typed and is_unplayed and not table.accepted:
        rolled = write_dice(numbers_of(table.actions[table.rolls[-1]]))
        turn = state.game.latest_turn
        roller = turn.side if turn else state.game.side or Side.WHITE
        proposal = Proposal(TakeBack(number, roller), roller)
        answers = (Answer("y", "yes, retype it"), Answer(NO, "no"))
        return state.ask(Retype(f"Was {rolled} mistyped?", answers, proposal))
    if state.news:
        return state
    if not table.accepted and (step := table.last_step) is not None:
        return ask_step_back(state, step)
    moves = [(at, action) for at, action in enumerate(table.actions) if isinstance(action, Move)]
    played = [at for at, move in moves if table.level_on(move.side) is None]
    # Go back to before the last roll that a person has played.
    return ask_take_back(state, sum(roll < played[-1] for roll in table.rolls) if played else None)


NOTHING_UNDONE: Final = "{} redoes moves and rolls undone with {}; there is none now."


def redo(state: PlayState) -> PlayState:
    if state.open_question or state.news:
        return state
    if not state.table.undone:
        return (
            state
            if state.is_computers_turn
            else state.say(NOTHING_UNDONE.format(*map(state.options.keys.shown, "Uu")))
        )
    table, message = state.table.redo(), describe_redo(state.table.undone[-1])
    if state.undone is None:
        return state.settle(table, table.events_since(state.table)).say(message)
    # An acknowledged notice is not shown again; the record has both steps.
    before = state.undone.close_question().with_options(state.options)
    again = replace(before, table=table, choosing=before.choosing.accepted)
    redone = Settled(tuple(table.events_since(state.table)), is_redone=True)
    again = again.with_effects(redone, SimpleEffect.READING_PAUSE, SimpleEffect.NEW_LIST)
    # With several moves undone, the older notice is about another move.
    replies = NoticeKind.ANSWER, NoticeKind.REFUSAL
    is_reply = before.choosing.refused or (again.notice and again.notice.kind in replies)
    is_current = again.undone is None and not is_reply
    return again if again.news or is_current else again.say(message)


_LATER: Final = "a"


class PlayQuickly(Question):
    """The offer, made once in a match, to play turns without a choice quickly."""

    title = "Nothing to choose"
    # A press meant for the game gives this answer, so it changes no option.
    safe_key = escape = _LATER

    def apply_answer(self, state: PlayState, answer: Answer) -> PlayState:
        closed = state.close_question()
        if answer.key == _LATER:
            return closed
        is_quick = answer.key != NO
        forced = Forced.QUICK if is_quick else Forced.STEP
        options = replace(closed.options, forced=forced)
        pace = Pace.SKIPPING if is_quick else closed.pace
        return replace(closed, options=options, pace=pace).with_effects(SimpleEffect.OPTIONS)

    def why(self, state: BoardState) -> Notice:
        return answer_why(state.close_question())


class BearOffAlone(Question):
    """The offer, made once in a game, to let the computer finish it for both sides."""

    title = "No contact is left"
    reason = "Neither side can hit or block the other any more. You can undo as usual."
    escape = NO

    def apply_answer(self, state: PlayState, answer: Answer) -> PlayState:
        closed = state.close_question()
        if answer.key == NO:
            return closed
        return closed.settle(replace(closed.table, finisher=Level.STRONGEST), ())


def offer_to_bear_off(state: PlayState) -> PlayState:
    whose = "both sides" if state.table.only_person is None else "you"
    text = f"No contact is left: let {whose} bear off by the computer's choice?"
    answers = Answer("y", "yes: every roll and move is in the log"), Answer(NO, "no (or Esc)")
    return state.ask(BearOffAlone(text, answers))


def offer_to_play_quickly(state: PlayState) -> PlayState:
    answers = (
        Answer("y", "yes"),
        Answer(NO, "no, step by step"),
        Answer(_LATER, "ask later (or Esc)"),
    )
    if state.news:
        reason = state.news.text
    else:
        reason = f"Your only legal play is {state.choosing.rows[0].text}."
    text = f"{reason} Play turns without a choice quickly from now on?"
    return state.ask(PlayQuickly(text, answers))


# ---- tutor and hints


def take_stage_back(state: PlayState) -> PlayState:
    """Undo the stage or choice that the tutor warned of, or ask to take back an opening roll."""
    _, moves = state.table.stage_played or (None, ())
    table = state.table
    if isinstance(table.actions[-1], ChooseDoubles | CubeAction) and table.can_undo:
        return state.rewound_to(table.undo(), describe_undo(table.actions[-1]))
    if not moves:
        return ask_take_back(state, len(table.rolls))
    for _ in moves:
        table = table.undo()
    numbers_left = numbers(table.game.stage.to_play) if table.game.stage else "it"
    return state.rewound_to(table, f"Play {numbers_left} again.")


def take_advice(state: PlayState, advice: Advice) -> PlayState:
    """Show the computer's opinion of the plays, its choice first, or highlighted."""
    notice = Notice(advice.message, kind=NoticeKind.HINT)
    first_look = state.advice
    if first_look and advice.hints:
        # The players may have moved in the list or asked for reasons in the meantime.
        is_shown = state.notice is not None and state.notice.text == first_look.message
        refined = advice._replace(is_explained=first_look.is_explained)
        settled = replace(state, advice=refined)
        settled = settled.with_effects(Shown(refined), SimpleEffect.NEW_LIST)
        return settled.show(notice) if is_shown else settled
    choosing = state.choosing
    unchosen = choosing if choosing.is_on_board else choosing.choose(None)
    advised = replace(state, advice=advice, choosing=unchosen).show(notice)
    advised = advised.with_effects(Shown(advice), SimpleEffect.NEW_LIST)
    keys = [answer.key for answer in state.question.answers] if state.question else []
    return advised.highlight(keys.index(advice.answer)) if advice.answer in keys else advised


def hint_on(state: PlayState, advice: Advice) -> PlayState:
    """Highlight the hinted answer, or show reasons for the chosen play or else the hinted one."""
    if not advice.hints:
        return take_advice(state, advice)
    row = state.choosing.row
    choice = state.choosing.with_text("").choose(advice.hints[0].row if row is None else row)
    explained = advice._replace(is_explained=True)
    chosen = replace(state.select(choice), advice=explained)
    return chosen.with_effects(Shown(explained), SimpleEffect.NEW_LIST)


# ---- the opinion of the computer, formed in threads

_FIGURES: Final = (
    "Each number is the computer's estimate of how many points of the score a play loses{times}."
)

_MAX_HINTS: Final = 3
_MAX_EXPLAINED: Final = 12
_OPENING_ANSWERS: Final = (KeepOpening(), RerollOpening())
_DOUBLES: Final = (ChooseDoubles(5), ChooseDoubles(6))


def advise(
    game: Game, rows: Sequence[PlayRow], match: Match | None = None, *, at_once: bool = False
) -> Advice:
    """Return advice for a pending choice; `at_once` for a quick estimate."""
    # Imported here, as in `judge`, because few players ask for it and it loads the analysis.
    from backgammon_tui.analysis import NotJudged, net_for
    from backgammon_tui.analysis.cube_rating import rate_cube
    from backgammon_tui.analysis.review import Choice, review
    from backgammon_tui.analysis.value import estimates
    from backgammon_tui.words import advice

    try:
        net_choice = net_for(game.rules)
        unmet = advice.describe_unmet(net_choice, game.rules)
        if game.phase in (Phase.ROLL, Phase.DOUBLED):
            rating = rate_cube(game, match or Match(game.rules))
            answer = (
                ("y" if rating.advice.should_take else NO) if game.phase is Phase.DOUBLED else ""
            )
            return Advice(advice.describe_cube_hint(game, rating) + unmet, answer=answer)
        if not rows:
            is_opening = game.phase is Phase.KEEP_OR_REROLL
            answers = _OPENING_ANSWERS if is_opening else _DOUBLES
            rated = [finding for answer in answers for finding in review(game, [answer])]
            choices = [finding for finding in rated if isinstance(finding, Choice)]
            return Advice(advice.describe_answers(choices) + unmet, answer=_key(choices[0].best[0]))
        ranked = estimates(game, at_once=at_once)
    except NotJudged as why:
        return Advice(describe_unjudged(why))
    places = {row.position: index for index, row in enumerate(rows)}
    # A cost is shown only beside costs of the same depth.
    ranked = tuple(sorted(ranked, key=lambda estimate: not estimate.is_searched))
    plays = ranked[: _MAX_HINTS if at_once else _MAX_EXPLAINED]
    hints = tuple(
        _hint(play, reason, places[play.play.position], is_choice=play is plays[0])
        for play, reason in zip(plays, advice.describe_hints(game, plays), strict=True)
    )
    first, explained = hints[:_MAX_HINTS], hints[_MAX_HINTS:]
    lead = _FIGURES.format(times=", times the cube" * (game.stake > 1))
    return Advice(f"{lead}{unmet}", first, explained, is_settled=not at_once)


def _hint(estimate: Estimate, reason: str, row: int, *, is_choice: bool) -> Hint:
    if not is_choice and estimate.is_significant and estimate.is_searched:
        reason = f"costs about {estimate.cost:.2f}: {reason}"
    text = f"{capitalized(reason)}."
    return Hint(row, estimate.cost, text, estimate.is_significant, estimate.is_searched)


def _key(answer: Action) -> str:
    if isinstance(answer, ChooseDoubles):
        return str(answer.number)
    return "k" if isinstance(answer, KeepOpening) else "r"


def judge(
    game: Game,
    done: Sequence[Action],
    minimum: float,
    match: Match | None = None,
    *,
    is_withheld: bool = False,
) -> TutorWarning | None:
    """Return a warning about a stage or an answer, if it cost at least so many points.

    If `is_withheld`, the players may try again before they see the better play.
    """
    from backgammon_tui.analysis import NotJudged, net_for
    from backgammon_tui.analysis.review import Choice, review
    from backgammon_tui.words import advice

    try:
        findings = review(game, done, match)
        choices = [actions for actions in findings if isinstance(actions, Choice)]
        net_choice = net_for(game.rules)
    except NotJudged:
        return None
    if not choices or choices[0].reported_cost < minimum:
        return None
    (choice,) = choices
    made, better = (advice.write_actions(actions) for actions in (choice.made, choice.best))
    costs = "cost" if isinstance(choice.made[0], ChooseDoubles) else "costs"
    reason = "" if game.awaits_cube else advice.describe_worse(game, choice.made, choice.best)
    so = f": it {reason}" if reason else ""
    verdict = (
        f"{capitalized(made)} {costs} about {advice.write_cost(choice.cost, game.stake)}{so}."
        f" The computer's choice: {better}."
        f"{advice.describe_unmet(net_choice, game.rules)}"
    )
    facts = "" if game.awaits_cube else _compared(game, choice, made, better)
    is_opening = isinstance(done[0], KeepOpening | RerollOpening)
    back = "ask to take back the roll" if is_opening else "take it back"
    if not is_withheld or game.awaits_cube:
        return TutorWarning(verdict, (Answer("y", back), Answer(NO, "no, go on")), facts)
    answers = Answer("y", back if is_opening else "try another"), Answer(NO, "no, keep it")
    return TryAgain(f"{capitalized(made)} is costly{so}.", answers, facts, verdict)


def _compared(game: Game, choice: Choice, made: str, better: str) -> str:
    """Return the facts after the play made and after the better one, if they are plays."""
    from backgammon_tui.analysis.difference import facts_after
    from backgammon_tui.words import advice

    by_moves = {play.moves: play for play in game.legal_plays()}
    sentences = []
    for text, actions in ((made, choice.made), (better, choice.best)):
        if play := by_moves.get(tuple(act for act in actions if isinstance(act, Move))):
            facts = advice.describe_facts(facts_after(game, play), choice.side)
            sentences.append(f"{text}: {facts}.")
    return " ".join(sentences)
