"""What a game waits for, its stages and its turns, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from backgammon_tui.engine import Effect, Game, Phase, Rolled, Side, Stage, Status, Turn
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.match.table import Awaited, MatchState
from backgammon_tui.words.event_sentences import describe_result
from backgammon_tui.words.naming import Naming, numbers, plural, write_dice
from backgammon_tui.words.reason_sentences import withheld_in_short


def describe_doing(game: Game | Awaited) -> str:
    return _DOING.get(game.phase, "to play")


_DOING: Final = {
    Phase.ROLL: "to roll",
    Phase.ROLL_AGAIN: "has an extra roll",
    Phase.KEEP_OR_REROLL: "starts",
    Phase.CHOOSE: "chooses",
    Phase.COMPLETE: "completes",
}


def describe_match(state: MatchState, awaited: Awaited | None, naming: Naming) -> str:
    """Describe in a few words what a match waits for; None stands for no game being played."""
    if state is MatchState.WON:
        return "the match is won"
    return describe_standing(awaited, naming) if awaited else "next game"


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
            return f"{actor} to play {numbers(game.due)}"
        case Phase.COMPLETE:
            assert game.side
            return f"{actor} to play {numbers(game.due)} for {naming.name(game.side)}"
        case Phase.ROLL | Phase.ROLL_AGAIN:
            return f"{actor} {describe_doing(game)}"
        case Phase.OVER:
            return "a result to accept"


def describe_awaited(game: Game, naming: Naming) -> str:
    """Describe in one sentence the action that a game waits for."""
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
            return f"{name} plays {numbers(game.due)} for {owner} with {own}, one move at a time."
        case Phase.OVER:
            return describe_result(game.result, naming) if game.result else "The game is over."
        case Phase.ROLL | Phase.ROLL_AGAIN | Phase.MOVE | Phase.CHOOSE:
            return f"{describe_standing(game, naming)}."


# ---- a turn: its stages and its moves

_STATES = {
    Status.DUE: "to come",
    Status.DONE: "done",
    Status.COMPLETED_BY_OPPONENT: "completed by the opponent",
    Status.LOST: "lost",
    Status.NOT_GRANTED: "not earned",
}


class LogStyle(NamedTuple):
    """The separators between the parts of a roll in one line, and the parts to include."""

    tie: str = " "
    """The separator between words that belong together, such as lost numbers."""
    is_full: bool = False
    """True if the line names the numbers of a second stage, and what was not granted."""
    tells_lost: bool = True
    """True if the line names what was lost or not granted, where nothing else does."""


USUAL: Final = LogStyle()
_FULL: Final = LogStyle(is_full=True)


def describe_stages(game: Game) -> str:
    """Write the turn's stages: `4 4 4 4 done; 3 3 3 3 now, 3 3 left; an extra roll`."""
    turn = game.turn and game.turn_to_show
    if not turn:
        return "No dice have been rolled in this turn."
    parts = []
    for rolled in turn.rolls:
        parts += [
            _describe_stage(stage) for stage in rolled.stages if stage.status != Status.LAPSED
        ]
        if rolled.extra_roll and rolled.extra_roll is not Status.LAPSED:
            came = rolled.extra_roll is not Status.DUE
            parts.append(f"an extra roll {_STATES[rolled.extra_roll]}" if came else "an extra roll")
    return "; ".join(parts)


def _describe_stage(stage: Stage) -> str:
    shown = " ".join(str(number) for number in stage.numbers) or "four 5s or 6s"
    if stage.status is Status.CURRENT:
        left = " ".join(str(number) for number in stage.to_play)
        return f"{shown} now, {left} left" if stage.moves else f"{shown} now"
    return f"{shown} {_STATES[stage.status]}"


def describe_turn(turn: Turn, naming: Naming) -> str:
    rolls = "; an extra roll ".join(describe_rolls(turn, naming, _FULL))
    return f"{naming.name(turn.side)} {rolls}{describe_totals(turn)}"


def describe_totals(turn: Turn) -> str:
    """Sum up a turn, to stand after it: ` (35 pips, 2 hits)`; empty if nobody moved."""
    own = [move for move in turn.moves if move.side is turn.side]
    pips = sum(min(move.origin, 25) - move.target for move in own)
    hits = sum(move.effect is Effect.HIT for move in own)
    traps = sum(move.effect is Effect.TRAP for move in own)
    totals = [plural(pips, "pip")]
    totals += [plural(hits, "hit")] if hits else []
    totals += [plural(traps, "trap")] if traps else []
    return f" ({', '.join(totals)})" if turn.moves else ""


def describe_lost_numbers(turn: Turn, naming: Naming) -> str:
    """Name the numbers that a turn has lost."""
    lost = (stage for stage in turn.rolled.stages if stage.status is Status.LOST)
    left = next((stage.to_play for stage in lost), ())
    return f"{naming.name(turn.side)} lost {numbers(left)}."


def _describe_moves(rolled: Rolled, owner: Side, naming: Naming, joins: LogStyle) -> str:
    texts = []
    for index, stage in enumerate(rolled.stages):
        done = []
        for side, run in groupby(stage.moves, key=lambda move: move.side):
            mover = "" if side is owner else f"{naming.name(side)} "
            done.append(mover + write_moves(run))
        is_lost = stage.left and stage.status is Status.LOST and stage.before
        if is_lost and joins.tells_lost:
            # If both dice are lost, the roll itself already names them.
            lost = () if joins.is_full and len({*stage.left}) > 1 else stage.to_play
            done.append(joins.tie.join(["lost", *_describe_lost(lost)]))
        if done and index and joins.is_full:
            done[0] = f"{stage.numbers[0]}s{joins.tie}{done[0]}"
        texts += done
    if joins.is_full and joins.tells_lost:
        texts += _describe_not_granted(rolled, joins)
    if texts:
        return ", ".join(texts)
    waits = any(stage.status is Status.CURRENT for stage in rolled.stages)
    return "to play" if waits else "lost"


def _describe_not_granted(rolled: Rolled, joins: LogStyle) -> Iterator[str]:
    """Name the stages that a roll did not bring: `no complement: 1st double`, `double lost`."""
    for stage in rolled.stages:
        named = "complement" if stage.numbers else "double"
        if stage.withheld:
            yield f"no{joins.tie}{named}: {withheld_in_short(stage.withheld)}"
        elif stage.status is Status.LOST and not stage.before:
            yield f"{named}{joins.tie}lost"


def _describe_lost(lost: Sequence[int]) -> list[str]:
    if len(lost) > 1 and len({*lost}) == 1:
        return numbers(lost).split()
    return [str(number) for number in lost]


def describe_rolls(turn: Turn, naming: Naming, joins: LogStyle = USUAL) -> list[str]:
    """Write a turn without its player for a log, roll by roll: `6-1 13/7 8/7`."""
    if turn.is_lost:
        return [f"{write_dice(turn.rolled.dice)} turn lost"]
    return [
        f"{write_dice(rolled.dice)} {_describe_moves(rolled, turn.side, naming, joins)}"
        for rolled in turn.rolls
    ]


def describe_finished(turn: Turn, naming: Naming, joins: LogStyle) -> list[str]:
    """Write the finished stages of the current turn, as `describe_rolls` does.

    The list is empty until one is finished.
    """
    rolls = [
        rolled._replace(stages=tuple(s for s in rolled.stages if s.status in _FINISHED))
        for rolled in turn.rolls
    ]
    finished = tuple(rolled for rolled in rolls if rolled.stages)
    return describe_rolls(turn._replace(rolls=finished), naming, joins)


_FINISHED: Final = (Status.DONE, Status.COMPLETED_BY_OPPONENT, Status.LOST)
