"""Plays that look possible and are not, each forbidden by a rule of the engine's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Final

from backgammon_tui.engine import POINTS, Cause, Effect, Game, Move, Place
from backgammon_tui.engine.moves import target_of
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.quiz.item import FaultyItem
from backgammon_tui.teach.quiz.legal import judge
from backgammon_tui.teach.quiz.mistakes import SLIPS


def tempting_plays(game: Game, chance: Random) -> tuple[str, ...]:
    """One legal play of the present stage among three that are not, in any order.

    Empty where there are too few that anybody would think of.
    """
    legal = game.legal_plays()
    if not legal:
        return ()
    right = write_moves(chance.choice(legal).moves)
    by_cause: dict[Cause | None, list[str]] = {}
    candidates = list(dict.fromkeys(_candidates(game, chance)))
    if not _is_nearly_home(game):
        candidates = [text for text in candidates if Place.OFF.word not in text]
    for text in chance.sample(candidates, min(_TRIED, len(candidates))):
        try:
            verdict = judge(game, text)
        except FaultyItem:
            continue
        if not verdict.is_legal:
            by_cause.setdefault(verdict.cause, []).append(text)
    telling = [cause for cause in by_cause if cause and cause not in SLIPS]
    plain = [cause for cause in by_cause if cause not in telling]
    chance.shuffle(telling)
    # One for each rule as far as there are, and then others.
    wrong = [by_cause[cause].pop() for cause in telling]
    wrong += [text for cause in telling for text in by_cause[cause]][:2]
    if plain and len(telling) < 3:
        wrong.insert(2, chance.choice(by_cause[chance.choice(plain)]))
    if len(wrong) < 3:
        return ()
    plays = [right, *wrong[:3]]
    chance.shuffle(plays)
    return tuple(plays)


_TRIED: Final = 80
"""How many plays are tried; there may be thousands."""


def _is_nearly_home(game: Game) -> bool:
    """Whether anybody would think of bearing off."""
    side, position = game.side, game.position
    assert side
    outside = sum(position.count(side, point) for point in position.points(side) if point > 6)
    return outside + position.to_enter(side) <= 2


def _candidates(game: Game, chance: Random) -> Iterator[str]:
    """Plays that forget one rule, and plays with one slip of the pen."""
    stage, side = game.stage, game.side
    assert stage
    assert side
    places = (Place.BAR, Place.HAND, *game.position.points(side))
    origins = [place for place in places if game.position.count(side, place)]
    first, *_, last = stage.numbers
    for here, there in product(origins, repeat=2):
        if first == last:
            yield write_moves([_move(game, here, first)] * 2 + [_move(game, there, first)] * 2)
            yield write_moves(_way(game, here, first, first) + _way(game, there, first, first))
        else:
            yield write_moves([_move(game, here, first), _move(game, there, last)])
    for here in origins:
        yield write_moves(_way(game, here, first, last))
        yield write_moves(_way(game, here, last, first))
        yield write_moves([_move(game, here, first)])
        yield write_moves([_move(game, here, last)])
    legal = game.legal_plays()
    for play in chance.sample(legal, min(4, len(legal))):
        yield from _slips(play.moves)


def _move(game: Game, origin: int, number: int) -> Move:
    """A move whether it is allowed or not, with the mark that it would have."""
    side, target = game.side, target_of(origin, number)
    assert side
    hits = target and game.position.count(side.other, game.rules.across(target)) == 1
    return Move(side, origin, target, number, Effect.HIT if hits else Effect.NOTHING)


def _way(game: Game, origin: int, *numbers: int) -> list[Move]:
    """The moves of one checker by several numbers, as far as the board goes."""
    moves: list[Move] = []
    for number in numbers:
        if origin == Place.OFF:
            break
        moves.append(_move(game, origin, number))
        origin = moves[-1].target
    return moves


def _slips(moves: Sequence[Move]) -> Iterator[str]:
    """A play with one thing written wrongly."""
    *others, last = moves
    if last.target and last.effect is not Effect.HIT:
        yield write_moves([*others, last._replace(effect=Effect.HIT)])
        yield write_moves([*others, last._replace(target=last.target - 1)])
    if POINTS >= last.origin > last.target > 0:
        yield write_moves([*others, last._replace(origin=last.target, target=last.origin)])
