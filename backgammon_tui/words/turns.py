"""Turns, events and pending decisions in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from backgammon_tui.engine import events
from backgammon_tui.engine.events import Event, Result
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import (
    Action,
    AgreeDraw,
    ChooseDoubles,
    Double,
    Effect,
    KeepOpening,
    Move,
    OpeningRoll,
    Pass,
    RerollOpening,
    Resign,
    Roll,
    Take,
)
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.position import Place, Side
from backgammon_tui.engine.reasons import Cause, Reason
from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.engine.turn import Phase, Rolled, Stage, StageKind, Status, Turn
from backgammon_tui.explain.ahead import Ahead, Reach, look_ahead, turn_to_show
from backgammon_tui.match.record import numbers_of
from backgammon_tui.match.table import Awaited
from backgammon_tui.match.turns import OfferedDouble, doubles_of, turns_of
from backgammon_tui.words.columns import TIED
from backgammon_tui.words.naming import (
    WINS,
    Naming,
    capitalized,
    count,
    list_points,
    numbers,
    playable_part,
    plural,
    write_dice,
)
from backgammon_tui.words.reason_sentences import (
    NOT_IN_CRAWFORD,
    WITHHELD_IN_SHORT,
    describe_cannot_play,
    describe_forfeit,
    describe_reason,
    describe_withheld,
)


def describe_event(event: Event, naming: Naming) -> str:
    """Describe an event; empty if the notation or the next event already implies it."""
    match event:
        case events.OpeningTied():
            return f"Both roll a {event.number}, so both roll again."
        case events.OpeningWon():
            rolls = f"{naming.white} rolls {event.white}, {naming.black} {event.black}"
            return f"{rolls}: {naming.name(event.side)} starts."
        case events.OpeningKept():
            return f"{naming.name(event.side)} keeps the two numbers."
        case events.OpeningRerolled():
            return f"{naming.name(event.side)} rerolls both dice."
        case events.DiceRolled():
            rolled = f"{naming.name(event.side)} rolls {write_dice(event.dice)}"
            return f"An extra roll: {rolled}." if event.again else f"{rolled}."
        case events.StageBegun():
            return _describe_begun(event, naming)
        case events.Moved():
            return _describe_moved(event, naming)
        case events.StageLost():
            return _lost_event(event, naming)
        case events.StageWithheld():
            why = describe_withheld(event.why, naming.name(event.side))
            return f"No complement{' and no extra roll' * event.extra_roll}: {why}."
        case events.DoublesChosen():
            return f"{naming.name(event.side)} chooses four {event.number}s."
        case events.HandedOver():
            return _describe_handed_over(event, naming)
        case events.Resumed():
            part = playable_part(event.numbers, event.playable)
            way = f"{part} (to {list_points(event.points, 'or')})"
            return f"{naming.name(event.side)} can go on with {way}."
        case events.ExtraRollEarned():
            why = "all the numbers have been played"
            return f"{naming.name(event.side)} has earned an extra roll: {why}."
        case events.Doubled():
            return f"{naming.name(event.side)} doubles to {event.value}."
        case events.Taken():
            name = naming.name(event.side)
            return f"{name} takes: the game is worth {event.value}, and {name} owns the cube."
        case events.Passed():
            return f"{naming.name(event.side)} passes."
        case events.GameEnded():
            return describe_result(event.result, naming)
        case events.StageCompleted() | events.TurnEnded():
            return ""


def _describe_handed_over(event: events.HandedOver, naming: Naming) -> str:
    owner, to = naming.name(event.to.other), naming.name(event.to)
    cannot = describe_cannot_play(event.to.other, event.numbers, naming)
    return f"{cannot} {to} plays on with {naming.checkers_of(event.to)} until {owner} can."


def _describe_begun(event: events.StageBegun, naming: Naming) -> str:
    name = naming.name(event.side)
    now = "Now the complement: " if event.kind is StageKind.COMPLEMENT else ""
    does = "plays" if event.playable == len(event.numbers) else "can play"
    part = playable_part(event.numbers, event.playable, event.one_of)
    return f"{now}{name} {does} {part}."


def _describe_moved(event: events.Moved, naming: Naming) -> str:
    move = event.move
    if not event.freed_checker:
        return ""
    verb = "bears off" if move.target == Place.OFF else "plays"
    if move.origin in (Place.HAND, Place.BAR):
        verb = "enters"
    moved = f"{naming.name(move.side)} {verb} {write_moves([move])}"
    return f"{moved} and frees {naming.name(move.side.other)}'s checker."


def describe_undo(action: Action) -> str:
    return f"{_name_action(action)} is undone."


def describe_redo(actions: Sequence[Action]) -> str:
    """Describe a redone action, or all that is redone with it; a double ends that."""
    if len(actions) == 1:
        return f"{_name_action(actions[0])} is back."
    moves = [action for action in actions if isinstance(action, Move)]
    if len(moves) == len(actions):
        return f"{write_moves(moves)} are back."
    after = "the moves" if len(moves) == len(actions) - 1 else "the rolls and moves"
    return f"{_name_action(actions[0])} is back, with {after} after it."


def _name_action(action: Action) -> str:
    match action:
        case Move():
            return write_moves([action])
        case Roll() | OpeningRoll():
            return f"The roll {write_dice(numbers_of(action))}"
        case KeepOpening():
            return "The choice to keep the roll"
        case RerollOpening():
            return "The choice to reroll"
        case ChooseDoubles():
            return f"The choice of four {action.number}s"
        case Double():
            return "The double"
        case Take() | Pass():
            return "The answer to the double"
        case Resign() | AgreeDraw():
            return "The end of the game"


def describe_trap(move: Move, naming: Naming) -> str:
    owner, trapper = naming.name(move.side.other), naming.name(move.side)
    return f"{owner}'s checker on {move.target} is trapped until {trapper} leaves."


def describe_trapped_under(owner: Side, naming: Naming) -> str:
    """Describe to the owner of a trapper the checker that it traps."""
    return f"{naming.name(owner)}'s checker is trapped here until your last one leaves."


def _lost_event(event: events.StageLost, naming: Naming) -> str:
    cannot = describe_cannot_play(event.side, event.numbers, naming)
    also = describe_forfeit(event.earned, extra_roll=event.extra_roll)
    return f"{cannot} {capitalized(also)} too." if also else cannot


def describe_result(result: Result, naming: Naming) -> str:
    winner = naming.name(result.winner) if result.winner else ""
    loser = naming.name(result.winner.other) if result.winner else ""
    points = plural(result.points, "point")
    match result.ending:
        case events.Ending.BORNE_OFF:
            return f"{winner} has borne off everything and wins {points}."
        case events.Ending.RESIGNED:
            return f"{loser} resigns; {winner} wins {points}."
        case events.Ending.PASSED:
            return f"{loser} passes the double; {winner} wins {points}."
        case events.Ending.AGREED_DRAW:
            return "Both agree to a draw: no points."
        case events.Ending.DEAD:
            return "Nobody can ever move again: the game is a draw, no points."


def describe_end(result: Result, rules: Rules, naming: Naming) -> str:
    """Describe a result's points and reason, or the ending if nobody bore off all checkers."""
    kind = describe_kind(result, rules, naming)
    if not kind:
        return describe_result(result, naming)
    return kind if rules.scale.max_points == 1 else f"{plural(result.points, 'point')}, {kind}"


def describe_worth(game: Game, naming: Naming) -> str:
    return capitalized(describe_kind(game.result, game.rules, naming)) if game.result else ""


def describe_kind(result: Result, rules: Rules, naming: Naming) -> str:
    """Name the kind of a win and its reason; empty unless the winner bore off all checkers."""
    if result.winner is None or result.ending is not events.Ending.BORNE_OFF:
        return ""
    if rules.scale.max_points == 1:
        if result.cube > 1:
            return f"With the cube at {result.cube} every win is {result.cube} points."
        if RULESETS[rules.name].scale is not rules.scale:
            return "By the house rules every win is 1 point."
        title = rules.title.removeprefix("The ")
        return f"In {'the ' * (title != rules.title)}{title} every win is 1 point."
    kind, name = (
        f"a {WINS[result.worth]}{f' with the cube at {result.cube}' * (result.cube > 1)}",
        naming.name(result.winner.other),
    )
    if result.worth == 1:
        return f"{kind}: {name} has borne off at least one checker."
    if result.worth == 2:
        return f"{kind}: {name} has borne off nothing."
    hand = "in hand, " if rules.starts_in_hand else ""
    board = "the winner's home board" if rules.direction.runs_against else "the entry board"
    place = f"{hand}on the bar or in {board}"
    return f"{kind}: {name} has borne off nothing and still has a checker {place}."


def describe_news(happened: Sequence[Event], naming: Naming) -> list[str]:
    """Describe the outcome of an action or a play, with all moves in the first sentence."""
    moves = [event.move for event in happened if isinstance(event, events.Moved)]
    sentences = [f"{naming.name(moves[0].side)} plays {write_moves(moves)}."] if moves else []
    return sentences + describe_besides(happened, naming)


def describe_besides(happened: Sequence[Event], naming: Naming) -> list[str]:
    """Describe the outcome of an action or a play without the moves."""
    by = completed_by_opponent(happened)
    lasting = (event for at, event in enumerate(happened) if not _is_undone(event, happened[at:]))
    sentences = [describe_event(event, naming) for event in lasting if not _is_shown(event)]
    return [*filter(None, sentences), *([describe_completed(by, naming)] if by else [])]


def _is_undone(event: Event, later: Sequence[Event]) -> bool:
    """Return True if a move frees a checker that a later one hits or traps again."""
    return isinstance(event, events.Moved) and any(
        isinstance(other, events.Moved)
        and other.move.side is event.move.side
        and other.move.target == event.move.origin
        and other.move.effect is not Effect.NOTHING
        for other in later
    )


def completed_by_opponent(happened: Sequence[Event]) -> Side | None:
    """Return the side that ended its opponent's turn by completing it, if any."""
    match happened:
        case [*_, events.StageCompleted(by=by), events.TurnEnded(side=side)] if by is not side:
            return by
        case _:
            return None


def describe_completed(by: Side, naming: Naming) -> str:
    return f"{naming.name(by)} has played the last number, so the turn is over."


def _is_shown(event: Event) -> bool:
    """Return True if the dice show the stage that begins, or if its loss is the next event."""
    if not isinstance(event, events.StageBegun):
        return False
    is_whole = event.playable == len(event.numbers)
    return not event.playable or (is_whole and event.kind is not StageKind.COMPLEMENT)


_MIN_PASSED: Final = 2
"""Minimum number of passed turns to mention; a single turn is still visible on the board."""


def describe_passed(
    turns: Sequence[Turn], person: Side | None, naming: Naming, known: object = None
) -> str:
    """Describe turns that passed while the game skipped ahead; empty if a single one lost nothing.

    Args:
        person: The only person who plays; None if two people do.
        known: The reason for a missing complement that is shown beside this text, if one is.
    """
    lost = sum(turn.is_lost for turn in turns)
    stages = [stage for turn in turns for rolled in turn.rolls for stage in rolled.stages]
    withheld = [stage.withheld for stage in stages if stage.withheld not in (None, known)]
    were = "was" if lost == 1 else "were"
    losses = [f"{plural(lost, 'turn')} {were} lost."] if lost else []
    # In the past tense, because the doubles at hand may have a complement.
    without = "Doubles had no complement"
    losses += [f"{without}: {WITHHELD_IN_SHORT[why]}." for why in dict.fromkeys(withheld)]
    if len(turns) < _MIN_PASSED and not losses:
        return ""
    passed = plural(len(turns), "turn")
    no_choice = f"{passed} passed without a choice."
    if person:
        no_choice = f"{naming.name(person)} had no choice in {passed}."
    return " ".join((no_choice, *losses))


def describe_doing(game: Game | Awaited) -> str:
    if game.phase is Phase.MOVE:
        return f"to play{_of_extra_roll(game)}"
    return _DOING[game.phase]


def _of_extra_roll(game: Game | Awaited) -> str:
    """Return words for an extra roll without doubles, because nothing else shows it."""
    turn = game.turn if isinstance(game, Game) else None
    is_extra = turn is not None and len(turn.rolls) > 1 and turn.stage.kind is StageKind.DICE
    return " the extra roll" if is_extra else ""


_DOING: Final = {
    Phase.ROLL: "to roll",
    Phase.ROLL_AGAIN: "has an extra roll",
    Phase.KEEP_OR_REROLL: "starts",
    Phase.CHOOSE: "chooses",
    Phase.DOUBLED: "takes or passes",
    Phase.COMPLETE: "completes",
}


def describe_standing(game: Game | Awaited, naming: Naming) -> str:
    """Describe the state of a game in a few words: `Anna to play two 3s`, `Boris to roll`."""
    actor = naming.name(game.actor) if game.actor else ""
    match game.phase:
        case Phase.OPENING:
            return "the opening roll"
        case Phase.KEEP_OR_REROLL:
            return f"{actor} keeps or rerolls"
        case Phase.CHOOSE:
            return f"{actor} chooses four 5s or four 6s"
        case Phase.MOVE:
            roll = _of_extra_roll(game)
            return f"{actor} to play{roll}{', ' if roll else ' '}{numbers(game.due)}"
        case Phase.COMPLETE:
            assert game.side
            return f"{actor} to play {name_completed(game.due)} for {naming.name(game.side)}"
        case Phase.ROLL | Phase.ROLL_AGAIN | Phase.DOUBLED:
            return f"{actor} {describe_doing(game)}"
        case Phase.OVER:
            return "a result to accept"


def name_completed(due: Sequence[int]) -> str:
    """Name the numbers to complete: `the 5`, `up to four 4s`, `the 6, the 5 or both`."""
    if len(set(due)) > 1:
        return f"{', '.join(f'the {number}' for number in due)} or both"
    return f"{'up to ' * (len(due) > 1)}{numbers(due)}"


def describe_awaited(game: Game, naming: Naming) -> str:
    name = naming.name(game.actor) if game.actor else ""
    match game.phase:
        case Phase.OPENING:
            return "Each side rolls one die; the higher starts."
        case Phase.KEEP_OR_REROLL:
            rolled = f" {write_dice(game.opening_dice)}" if game.opening_dice else ""
            return f"{name} keeps{rolled} or rerolls both dice."
        case Phase.COMPLETE:
            assert game.actor
            owner, own = naming.name(game.actor.other), naming.checkers_of(game.actor)
            due = name_completed(game.due)
            return f"{name} plays {due} for {owner} with {own}, one move at a time."
        case Phase.OVER:
            return describe_result(game.result, naming) if game.result else "The game is over."
        case Phase.ROLL | Phase.ROLL_AGAIN | Phase.MOVE | Phase.CHOOSE | Phase.DOUBLED:
            return f"{describe_standing(game, naming)}."


def describe_refusal(reason: Reason, game: Game, naming: Naming, *, is_crawford: bool) -> str:
    """Describe why a line of a record cannot be played; `is_crawford` of the Crawford game."""
    if reason.cause is Cause.NO_CUBE and is_crawford:
        return NOT_IN_CRAWFORD
    text = describe_reason(reason, naming)
    return f"{text} {describe_awaited(game, naming)}" if reason.cause is Cause.NOT_NOW else text


# ---- stages and moves of a turn

_STATES = {
    Status.DUE: "to come",
    Status.DONE: "done",
    Status.COMPLETED_BY_OPPONENT: "completed by the opponent",
    Status.LOST: "lost",
    Status.NOT_GRANTED: "not earned",
}


def describe_stages(game: Game) -> str:
    """Write the turn's stages: `4 4 4 4 done; 3 3 3 3 now, 3 3 left; an extra roll`."""
    turn = game.turn and turn_to_show(game)
    if not turn:
        return "No dice have been rolled in this turn."
    ahead = look_ahead(game)
    parts = []
    for rolled in turn.rolls:
        for stage in rolled.stages:
            if stage.status is Status.CURRENT and game.is_over:
                left = " ".join(str(number) for number in stage.to_play)
                parts.append(f"{left} not played")
            elif stage.status is Status.DUE and not game.is_over:
                parts.append(_describe_coming(stage, ahead))
            elif stage.status not in (Status.DUE, Status.LAPSED):
                parts.append(_describe_stage(stage))
        if rolled.extra_roll is Status.DUE and not game.is_over:
            parts.append(f"{'maybe ' * (ahead.extra_roll is Reach.POSSIBLE)}an extra roll")
        elif rolled.extra_roll not in (None, Status.DUE, Status.LAPSED):
            parts.append(f"an extra roll {_STATES[rolled.extra_roll]}")
    return "; ".join(parts)


def _describe_coming(stage: Stage, ahead: Ahead) -> str:
    """Describe the next stage: `maybe 3 3 3 3 to come`, `3 3 3 3 to come, at most two`."""
    maybe = "maybe " * (ahead.begins is Reach.POSSIBLE)
    shown = " ".join(str(number) for number in stage.numbers) or "four 5s or 6s"
    is_part = ahead.playable < 4 and not ahead.may_win
    few = f", at most {count(ahead.playable)}" if ahead.playable else ", none playable"
    return f"{maybe}{shown} to come{few if is_part else ''}"


def _describe_stage(stage: Stage) -> str:
    shown = " ".join(str(number) for number in stage.numbers) or "four 5s or 6s"
    if stage.status is Status.CURRENT:
        left = " ".join(str(number) for number in stage.to_play)
        return f"{shown} now, {left} left" if stage.moves else f"{shown} now"
    return f"{shown} {_STATES[stage.status]}"


def describe_turn(turn: Turn, naming: Naming) -> str:
    rolls = "; an extra roll ".join(describe_rolls(turn, naming)).replace(TIED, " ")
    return f"{naming.name(turn.side)} {rolls}{describe_totals(turn)}"


CRAWFORD: Final = "The Crawford game: nobody may double."


def describe_double(double: OfferedDouble, naming: Naming) -> str:
    """Describe a double to follow its player: `doubles to 2, Boris takes`."""
    text = f"doubles to {double.value}"
    if double.is_taken is None:
        return text
    verb = "takes" if double.is_taken else "passes"
    return f"{text}, {naming.name(double.side.other)} {verb}"


def after_double(double: OfferedDouble | None, rolls: Sequence[str], naming: Naming) -> list[str]:
    """Write the double that begins a turn before its rolls: `doubles to 2, Boris takes; 31 8/5`."""
    if not double:
        return [*rolls]
    return ["; ".join([describe_double(double, naming), *rolls[:1]]), *rolls[1:]]


def describe_turns(states: Sequence[Game], naming: Naming, first: int = 1) -> list[str]:
    """Write the turns of a game from the `first` on, each after the double that begins it."""
    doubles, turns, lines = doubles_of(states), turns_of(states), []
    for number in range(first, len(turns) + 2):
        if double := doubles.get(number):
            lines.append(f"{naming.name(double.side)} {describe_double(double, naming)}")
        if 0 < number <= len(turns):
            lines.append(describe_turn(turns[number - 1], naming))
    return lines


def describe_totals(turn: Turn) -> str:
    """Return a summary to append to a turn, ` (35 pips, 2 hits)`; empty if nobody moved."""
    own = [move for move in turn.moves if move.side is turn.side]
    pips = sum(min(move.origin, 25) - move.target for move in own)
    hits = sum(move.effect is Effect.HIT for move in own)
    traps = sum(move.effect is Effect.TRAP for move in own)
    totals = [plural(pips, "pip")]
    totals += [plural(hits, "hit")] if hits else []
    totals += [plural(traps, "trap")] if traps else []
    return f" ({', '.join(totals)})" if turn.moves else ""


def describe_lost_numbers(turn: Turn, naming: Naming) -> str:
    """Name the numbers left of the stage that the turn lost; later ones never began."""
    (left,) = (s.to_play for s in turn.rolled.stages if s.status is Status.LOST and s.before)
    return f"{naming.name(turn.side)} lost {numbers(left)}."


def describe_rolls(turn: Turn, naming: Naming, *, shows_lost: bool = True) -> list[str]:
    """Write a turn for a log, roll by roll, without its player: `6-1 13/7 8/7`.

    Words that belong together, such as lost numbers, are tied.

    Args:
        shows_lost: False to omit lost and withheld stages, because a notice describes them.
    """
    if turn.is_lost:
        return [f"{write_dice(turn.rolled.dice)} turn lost"]
    return [
        f"{write_dice(rolled.dice)} {_describe_moves(rolled, turn.side, naming, shows_lost)}"
        for rolled in turn.rolls
    ]


def _describe_moves(rolled: Rolled, owner: Side, naming: Naming, shows_lost: bool) -> str:
    texts = []
    for index, stage in enumerate(rolled.stages):
        done = []
        for side, run in groupby(stage.moves, key=lambda move: move.side):
            mover = "" if side is owner else f"{naming.name(side)} "
            done.append(mover + write_moves(run))
        if shows_lost and stage.left and stage.status is Status.LOST and stage.before:
            # If both dice are lost, the roll itself already names them.
            lost = "" if len({*stage.left}) > 1 else numbers(stage.to_play).removeprefix("the ")
            done.append(f"lost {lost}".rstrip().replace(" ", TIED))
        if stage.moves and index:
            done[0] = f"{stage.numbers[0]}s{TIED}{done[0]}"
        texts += done
    for stage in rolled.stages if shows_lost else ():
        named = "complement" if stage.numbers else "double"
        if stage.withheld:
            texts.append(f"no{TIED}{named}: {WITHHELD_IN_SHORT[stage.withheld]}")
        elif stage.status is Status.LOST and not stage.before:
            texts.append(f"{named}{TIED}lost")
    if texts:
        return ", ".join(texts)
    waits = any(stage.status is Status.CURRENT for stage in rolled.stages)
    return "to play" if waits else "lost"


def describe_finished(turn: Turn, naming: Naming) -> list[str]:
    """Write the finished stages of the current turn, if any, as `describe_rolls` does."""
    rolls = [
        rolled._replace(stages=tuple(s for s in rolled.stages if s.status in _FINISHED))
        for rolled in turn.rolls
    ]
    finished = tuple(rolled for rolled in rolls if rolled.stages)
    return describe_rolls(turn._replace(rolls=finished), naming)


_FINISHED: Final = (Status.DONE, Status.COMPLETED_BY_OPPONENT, Status.LOST)
