"""Proposals of players, take-backs, answers, the tutor's words, hints, the program's turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from backgammon_tui.engine.actions import Action, ChooseDoublet, KeepOpening, ThrowOpeningAgain
from backgammon_tui.engine.events import DoubletChosen, OpeningKept, OpeningThrownAgain
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.modes.notice import Notice, NoticeKind
from backgammon_tui.modes.play.aids import Advice, TutorVerdict
from backgammon_tui.modes.play.front import (
    NO,
    YES_NO,
    Answer,
    Asked,
    Question,
    Showing,
    Thought,
    which_play,
)
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.opponent import level_on
from backgammon_tui.session import Proposal, propose_draw, propose_resignation, propose_take_back
from backgammon_tui.storage.record import TakeBack, numbers_of
from backgammon_tui.words.event_sentences import describe_event, describe_redo, describe_undo
from backgammon_tui.words.naming import WINS, join, numbers, plural, sentence, write_dice
from backgammon_tui.words.reason_sentences import WITHOUT_NET, once


def ask_take_back(state: PlayState, throw: int | None = None) -> PlayState:
    """Ask whether a throw and all since may be taken back; the asker's last one if None."""
    table = state.table
    try:
        proposal = propose_take_back(table, throw)
    except ValueError as error:
        return state.say(sentence(error))
    assert isinstance(proposal.action, TakeBack)
    at, *since = table.throws[proposal.action.throw - 1 :]
    asker, name = proposal.asked_by, state.naming.name
    thrower = table.history[at].side
    whose = f"{name(thrower)}'s" if thrower else "the opening throw"
    thrown, *later = [write_dice(numbers_of(table.actions[index])) for index in (at, *since)]
    end = since[0] if since else None
    also = " with its moves" if any(isinstance(a, Move) for a in table.actions[at:end]) else ""
    if later:
        also += f" and the {later[0]} after it" if len(later) == 1 else " and everything after it"
    text = f"This takes back {whose} {thrown}{also}. {name(asker.other)}, do you agree?"
    return state.ask(Question(Asked.TAKE_BACK, text, YES_NO, asker, proposal))


def take_back_from(state: PlayState, throw: str) -> PlayState:
    """Ask whether all from a throw on, named by its number, may be taken back."""
    is_number = throw.isascii() and throw.isdecimal() and len(throw) < _LONGEST_NUMBER
    return ask_take_back(state, int(throw) if is_number else 0)


_LONGEST_NUMBER: Final = 6


def resign(state: PlayState, points: str) -> PlayState:
    """Offer a resignation for so many points; ask for them where the game has no such win."""
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
    """Ask which of several plays is meant, by a text that counts as tried where one learns."""
    asked = state.ask(which_play(choices))
    return asked.let_judge(text) if text and state.selection.accepts_illegal else asked


def undo(state: PlayState) -> PlayState:
    """Undo the last move; ask first about a throw that may be mistyped."""
    if state.asking:
        return state
    table = state.table
    if state.can_undo:
        back = table.undo()
        said = describe_undo(back.undone[-1])
        return replace(state.settle_back(back, said), undone=state)
    number = len(table.throws)
    can_correct = table.dice is None and number > table.dice_since
    if can_correct and not table.accepted:
        thrown = write_dice(numbers_of(table.actions[table.throws[-1]]))
        turn = state.game.latest_turn
        thrower = turn.side if turn else state.game.side or Side.WHITE
        proposal = Proposal(TakeBack(number, thrower), thrower)
        answers = (Answer("y", "yes, retype it"), Answer(NO, "no"))
        text = f"Was {thrown} mistyped?"
        return state.ask(Question(Asked.CORRECT, text, answers, thrower, proposal))
    return state if state.acknowledgement else ask_take_back(state, _throw_of_last_move(state))


def _throw_of_last_move(state: PlayState) -> int | None:
    """Return the number of the last throw of which a person has moved; None if nobody has."""
    table = state.table
    for at, action in reversed([*enumerate(table.actions)]):
        if isinstance(action, Move) and level_on(table, action.side) is None:
            return sum(throw < at for throw in table.throws)
    return None


_NOTHING_UNDONE: Final = "U brings back what u has undone, not a throw that was taken back."


def redo(state: PlayState) -> PlayState:
    """Make the move again that was undone last."""
    if state.asking or state.acknowledgement:
        return state
    if not state.table.undone:
        return state if state.is_programs else state.say(_NOTHING_UNDONE)
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
            action: Action = KeepOpening() if given.key == "k" else ThrowOpeningAgain()
            return state.settle(state.table.apply(action))
        case Asked.DOUBLET:
            return state.settle(state.table.apply(ChooseDoublet(int(given.key))))
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
        return fresh.settle_back(table, f"Back to before the throw.{again}")
    return fresh.settle(table)


# ---- the tutor and hints


def _take_stage_back(state: PlayState) -> PlayState:
    """Undo the stage that the tutor spoke of; an answer stands until its throw is taken back."""
    _, moves = state.table.stage_played or (None, ())
    table = state.table
    if not moves:
        return ask_take_back(state.close_front(), len(table.throws))
    for _ in moves:
        table = table.undo()
    due = numbers(table.game.stage.to_play) if table.game.stage else "it"
    return state.settle_back(table, f"Play {due} again.")


def take_verdict(state: PlayState, verdict: TutorVerdict) -> PlayState:
    """Take the tutor's verdict of a stage; it asks if it has something to say."""
    seen = state.close_front()
    side = state.table.history[-2].actor
    back = "take it back" if state.table.stage_played else "ask to take back the throw"
    answers = (Answer("b", back), Answer("o", "go on"))
    if not verdict.said or not side:
        return seen
    return seen.ask(Question(Asked.TUTOR, verdict.said, answers, side, why=verdict.why))


def take_advice(state: PlayState, advice: Advice) -> PlayState:
    """Show the program's opinion of the plays, its choice in front, or highlighted."""
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


# ---- the program


def put_to_program(state: PlayState) -> Question | None:
    """Return the question that the program is to answer, if there is one."""
    question = state.asking
    if question is None or question.proposal is None or question.asked is Asked.CORRECT:
        return None
    return question if level_on(state.table, question.proposal.asked_by.other) else None


def play_choice(state: PlayState, thought: Thought) -> PlayState:
    """Return the state after the program has done what it has chosen; one move of it is seen."""
    actions, said = thought.actions, "" if thought.by_net else once(WITHOUT_NET)
    after = state.make(actions)
    told = " ".join(
        describe_event(event, state.naming)
        for event in after.game.events
        if isinstance(event, OpeningKept | OpeningThrownAgain | DoubletChosen)
    )
    told = f"{said} {told}".strip()
    notice = Notice(told) if told else after.notice
    unshown_actions = 0 if state.is_hurried else len(actions) - 1
    after = replace(after, notice=notice)
    return after.with_front(Showing(unshown_actions)) if unshown_actions else after


_NO_HINTS: Final = "There are no hints for you here: who has them is settled before a match."
_THROW_FIRST: Final = "Throw first: a hint is about the numbers thrown."
_ONE_PLAY: Final = "There is only one play."
_NO_CHOICE: Final = "There is nothing to choose."


def why_no_hint(state: PlayState) -> str:
    """Return the reason why there is no hint here; empty if there is one."""
    if state.may_ask:
        return ""
    if not state.table.record.hints:
        return _NO_HINTS
    if state.awaits_throw:
        return _THROW_FIRST
    if state.selection.is_forced:
        return _ONE_PLAY
    return _NO_HINTS if state.selection.rows or state.question else _NO_CHOICE
