"""The effect of each action on a game; only `Game` calls this.

A stage begins by itself when the one before is complete, and a turn ends by itself when its
last number is played or lost; nothing is asked that the rules decide.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, assert_never

from backgammon_tui.engine import actions, events
from backgammon_tui.engine.actions import Action
from backgammon_tui.engine.events import Ending, Event, Result
from backgammon_tui.engine.legal import after, after_legal, is_dead, single_moves
from backgammon_tui.engine.moment import GameState
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.reasons import Cause, NotAllowed, Reason, lost_numbers, why_not_move
from backgammon_tui.engine.rules import Opening
from backgammon_tui.engine.turn import (
    CHOSEN,
    Again,
    Phase,
    Stage,
    StageKind,
    Status,
    Turn,
    Withheld,
    follow,
    plan,
)

OfGame = TypeVar("OfGame", bound=GameState)


def go_on(game: OfGame, action: Action) -> OfGame:
    """Return the game after an action; `NotAllowed`, with the reason as data, if it may not be."""
    match action:
        case Move():
            return _move(game, action)
        case actions.Throw():
            return _throw(game, action)
        case actions.OpeningThrow():
            return _opening_throw(game, action)
        case actions.KeepOpening() | actions.ThrowOpeningAgain():
            return _answer_opening(game, keeps=isinstance(action, actions.KeepOpening))
        case actions.ChooseDoublet():
            return _choose(game, action)
        case actions.Resign():
            return _resign(game, action)
        case actions.AgreeDraw():
            if game.is_over:
                raise NotAllowed(Reason(Cause.NOT_NOW, Side.WHITE))
            return _drawn(replace(game, events=()), Ending.AGREED_DRAW)
        case _:
            assert_never(action)


# ---- throws


def _expect(game: OfGame, *phases: Phase) -> None:
    if game.phase not in phases:
        raise NotAllowed(Reason(Cause.NOT_NOW, game.actor or Side.WHITE))


def _expect_dice(game: OfGame, *numbers: int) -> None:
    wrong = tuple(n for n in numbers if type(n) is not int or not 1 <= n <= 6)
    if wrong:
        raise NotAllowed(Reason(Cause.IMPOSSIBLE_NUMBER, game.actor or Side.WHITE, numbers=wrong))


def _opening_throw(game: OfGame, action: actions.OpeningThrow) -> OfGame:
    _expect(game, Phase.OPENING)
    _expect_dice(game, action.white, action.black)
    game = replace(game, opening=action, events=())
    if action.white == action.black:
        return _add(game, events.OpeningTied(action.white))
    side = Side.WHITE if action.white > action.black else Side.BLACK
    game = _add(replace(game, side=side), events.OpeningWon(side, action.white, action.black))
    match game.rules.opening:
        case Opening.CHOOSE:
            return replace(game, phase=Phase.KEEP_OR_AGAIN)
        case Opening.KEEP:
            return _begin_throw(game, side, (action.white, action.black))
        case Opening.AGAIN:
            return replace(game, phase=Phase.THROW)


def _answer_opening(game: OfGame, keeps: bool) -> OfGame:
    _expect(game, Phase.KEEP_OR_AGAIN)
    side, opening = game.side, game.opening
    assert side
    assert opening
    if not keeps:
        return replace(game, phase=Phase.THROW, events=(events.OpeningThrownAgain(side),))
    game = replace(game, events=(events.OpeningKept(side),))
    return _begin_throw(game, side, (opening.white, opening.black))


def _throw(game: OfGame, action: actions.Throw) -> OfGame:
    _expect(game, Phase.THROW, Phase.THROW_AGAIN)
    dice = (action.first, action.second)
    _expect_dice(game, *dice)
    side = game.side
    assert side
    thrown = events.DiceThrown(side, dice, again=game.phase is Phase.THROW_AGAIN)
    return _begin_throw(replace(game, events=(thrown,)), side, dice)


def _begin_throw(game: OfGame, side: Side, dice: tuple[int, int]) -> OfGame:
    """Lay out the stages of a throw and begin the first."""
    first_doublet = side not in game.had_doublet
    thrown = plan(game.rules, game.position, side, dice, first_doublet)
    turn = game.turn or Turn(side, game.position, ())
    had_doublet = game.had_doublet | {side} if dice[0] == dice[1] else game.had_doublet
    turn = turn._replace(throws=(*turn.throws, thrown))
    return _begin_stage(replace(game, turn=turn, had_doublet=had_doublet), thrown.stages[0])


# ---- stages


def _turn(game: OfGame) -> Turn:
    """Return the turn being played, which must have begun."""
    assert game.turn
    return game.turn


def _begin_stage(game: OfGame, stage: Stage) -> OfGame:
    begun = stage._replace(status=Status.CURRENT, before=game.position)
    turn = _turn(game).with_stage(stage, begun)
    game = replace(game, phase=Phase.MOVE, turn=turn)
    playable = game.playable()
    one_of: tuple[int, ...] = ()
    if playable == 1 and begun.kind is StageKind.DICE:
        possible = {move.number for move in game.legal_moves()}
        one_of = tuple(number for number in begun.numbers if number in possible)
    game = _add(game, events.StageBegun(turn.side, begun.kind, begun.numbers, playable, one_of))
    return game if playable else _stuck(game)


def _move(game: OfGame, move: Move) -> OfGame:
    _expect(game, Phase.MOVE, Phase.COMPLETE)
    turn = _turn(game)
    if move.side is not game.actor:
        raise NotAllowed(Reason(Cause.NOT_NOW, move.side))
    position = _after(game, move)
    if position is None:
        reason = why_not_move(game.rules, game.position, move.side, game.left, move)
        raise NotAllowed(reason or Reason(Cause.NOT_NOW, move.side))
    freed = set(game.position.trapped(move.side.other)) - set(position.trapped(move.side.other))
    stage = turn.stage._replace(moves=(*turn.stage.moves, move))
    turn = turn.with_stage(turn.stage, stage)
    game = replace(game, position=position, turn=turn, events=(events.Moved(move, bool(freed)),))
    if position.has_borne_off_all(move.side):
        status = Status.DONE if move.side is turn.side else Status.LAPSED
        return _won(_close_stage(game, status, Status.LAPSED), move.side)
    if not stage.left:
        return _completed(game, by=move.side)
    if not game.playable():
        return _stuck(game)
    if game.phase is Phase.MOVE:
        return game
    game = replace(game, phase=Phase.MOVE)
    points = sorted({move.target for move in game.legal_moves()}, reverse=True)
    return _add(game, events.Resumed(turn.side, stage.left, tuple(points)))


def _after(game: OfGame, move: Move) -> Position | None:
    """Return the position after a move; None if it is not allowed."""
    if game.phase is Phase.MOVE:
        return after_legal(game.rules, game.position, move.side, game.left, move)
    return after(game.rules, game.position, move) if move in game.legal_moves() else None


def _stuck(game: OfGame) -> OfGame:
    """Let the opponent complete what the side cannot play, or lose it."""
    turn = _turn(game)
    side, left = turn.side, turn.stage.left
    opponent_can = game.rules.opponent_completes and single_moves(
        game.rules, game.position, side.other, left
    )
    if opponent_can and game.phase is Phase.COMPLETE:
        return game
    lost = lost_numbers(game.rules, game.position, side, turn.stage.to_play)
    if opponent_can:
        return _add(replace(game, phase=Phase.COMPLETE), events.HandedOver(side.other, lost))
    later = tuple(s.kind for s in turn.thrown.stages if s.status is Status.DUE)
    reroll = turn.thrown.reroll is Status.DUE
    game = _add(game, events.StageLost(side, turn.stage.kind, lost, later, reroll))
    return _end_turn(_close_stage(game, Status.LOST, Status.LOST))


def _completed(game: OfGame, by: Side) -> OfGame:
    """Go on to what follows a stage whose last number was played."""
    turn = _turn(game)
    side, is_own = turn.side, by is turn.side
    game = _add(game, events.StageCompleted(turn.stage.kind, by))
    following = follow(game.rules, game.position, side, turn.thrown.earned, full=is_own)
    turn = turn.ending_stage(Status.DONE if is_own else Status.COMPLETED_BY_OPPONENT)
    if following is None:
        turn = turn.closing(Status.LOST)
    elif isinstance(following, Withheld):
        turn = turn.with_thrown(turn.thrown.withholding(following))
    game = replace(game, turn=turn)
    if is_dead(game.rules, game.position):
        return _drawn(replace(game, turn=turn.closing(Status.LAPSED)), Ending.DEAD)
    match following:
        case Stage():
            if following.numbers:
                return _begin_stage(game, following)
            return replace(game, phase=Phase.CHOOSE)
        case Again.THROW:
            turn = turn.with_thrown(turn.thrown._replace(reroll=Status.DONE))
            game = replace(game, phase=Phase.THROW_AGAIN, turn=turn)
            return _add(game, events.RerollEarned(side))
        case Withheld():
            return _end_turn(_add(game, events.StageWithheld(side, following)))
        case None:
            return _end_turn(game)
        case _:
            assert_never(following)


def _choose(game: OfGame, action: actions.ChooseDoublet) -> OfGame:
    _expect(game, Phase.CHOOSE)
    turn = _turn(game)
    if action.number not in CHOSEN:
        raise NotAllowed(Reason(Cause.IMPOSSIBLE_NUMBER, turn.side, numbers=(action.number,)))
    stage = turn.thrown.stages[-1]
    chosen = stage._replace(numbers=(action.number,) * 4)
    turn = turn.with_stage(stage, chosen)
    game = replace(game, turn=turn, events=(events.DoubletChosen(turn.side, action.number),))
    return _begin_stage(game, chosen)


def _close_stage(game: OfGame, status: Status, later: Status) -> OfGame:
    """End the present stage, and all that was still due after it."""
    return replace(game, turn=_turn(game).ending_stage(status).closing(later))


# ---- endings


def ended_if_decided(game: OfGame) -> OfGame:
    """Return the game itself, or the game over where its position leaves nothing to play for."""
    for winner in Side:
        if game.position.has_borne_off_all(winner):
            return _won(game, winner)
    return _drawn(game, Ending.DEAD) if is_dead(game.rules, game.position) else game


def _end_turn(game: OfGame) -> OfGame:
    """Pass the turn on, unless nobody can ever move again."""
    turn = _turn(game)
    if is_dead(game.rules, game.position):
        return _drawn(game, Ending.DEAD)
    game = replace(game, phase=Phase.THROW, side=turn.side.other, turn=None, last_turn=turn)
    return _add(game, events.TurnEnded(turn.side))


def _resign(game: OfGame, action: actions.Resign) -> OfGame:
    if game.is_over:
        raise NotAllowed(Reason(Cause.NOT_NOW, action.side))
    if type(action.points) is not int or action.points not in game.rules.scale.points:
        raise NotAllowed(Reason(Cause.NOT_ON_SCALE, action.side, numbers=(action.points,)))
    result = Result(Ending.RESIGNED, action.side.other, action.points)
    return _over(replace(game, events=()), result)


def _won(game: OfGame, winner: Side) -> OfGame:
    points = game.rules.points_for_win(game.position, winner)
    return _over(game, Result(Ending.BORNE_OFF, winner, points))


def _drawn(game: OfGame, ending: Ending) -> OfGame:
    return _over(game, Result(ending, None, 0))


def _over(game: OfGame, result: Result) -> OfGame:
    return _add(replace(game, phase=Phase.OVER, side=None, result=result), events.GameEnded(result))


def _add(game: OfGame, event: Event) -> OfGame:
    return replace(game, events=(*game.events, event))
