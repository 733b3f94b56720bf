"""Best-play puzzles for the pool: `python -m tests.teach.quiz.gather_best russian 15 1`.

The program plays games with itself and stops where one play is clearly better than all
others: by 0.10 points at least, a throw ahead, which a rollout of the best plays confirms.
What it prints goes into `backgammon_tui/teach/quiz/best.txt`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from random import Random
from typing import Any

from backgammon_tui.analysis.ahead import ahead
from backgammon_tui.analysis.judge import Judged, in_order
from backgammon_tui.analysis.rollout import Unit, is_clear, play_unit, roll_out
from backgammon_tui.analysis.stages import to_play
from backgammon_tui.analysis.value import judge_for
from backgammon_tui.engine import RULESETS, Game, Phase, Rules, Side, Situation, Throw
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.players import Level, choose
from backgammon_tui.teach.quiz.item import Item, Kind

MARGIN = 0.10
CHOICES = 4
GAMES = 36
CUT = 3
LEAST, MOST = 6, 80
"""With how many plays a position is a puzzle."""


class AtOnce(Executor):
    """Does what is submitted, here and now."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def moments(rules: Rules, chance: Random) -> Iterator[tuple[Situation, Game]]:
    """The throws of a game of the program with itself, each with the situation before it."""
    game = Game.start(rules, first=chance.choice(list(Side)))
    while not game.is_over:
        if game.phase in (Phase.THROW, Phase.THROW_AGAIN):
            assert game.side
            situation = Situation(game.position, game.side, game.had_doublet)
            game = game.apply(Throw(chance.randint(1, 6), chance.randint(1, 6)))
            if game.phase is Phase.MOVE:
                yield situation, game
        else:
            for action in choose(game, Level.MEDIUM):
                game = game.apply(action)


def puzzle(situation: Situation, game: Game, chance: Random) -> Item | None:
    """The puzzle that a throw makes; None if no play is clearly the best."""
    plays = game.legal_plays()
    if not LEAST <= len(plays) <= MOST:
        return None
    judge, stage = judge_for(game.rules), to_play(game)
    ranked = in_order(judge.judged(stage))
    if ranked[0].ends or ranked[0].points - ranked[1].points < MARGIN:
        return None
    others = [ranked[1], *chance.sample(ranked[2:], CHOICES - 2)]
    looked = [ahead(judge, stage, one) for one in (ranked[0], ranked[1], *others[1:])]
    third = ahead(judge, stage, ranked[2])
    best, *rest = looked
    if best.points - max(one.points for one in (*rest, third)) < MARGIN:
        return None
    if not confirmed(game, ranked[0]):
        return None
    rest.sort(key=lambda one: -one.points)
    texts = tuple(write_moves(one.play.moves) for one in (best, *rest))
    costs = tuple(round(best.points - one.points, 2) for one in (best, *rest))
    assert game.thrown
    return Item(Kind.BEST, game.rules.name, situation, game.thrown.dice, texts, costs)


def confirmed(game: Game, best: Judged) -> bool:
    """Whether a rollout finds the play clearly better than all others."""
    *_, (first, second, *_) = roll_out(
        game.rules, to_play(game), GAMES, 1, AtOnce(), least=GAMES, play=broken_off
    )
    return first.play == best.play and is_clear(first, second)


def broken_off(unit: Unit) -> tuple[float, ...]:
    """A unit of games that the net judges after a few throws."""
    return play_unit(replace(unit, cut=CUT))


def main() -> None:
    name, wanted, seed, *seconds = sys.argv[1:]
    rules, chance = RULESETS[name], Random(f"best {name} {seed}")
    until = time.monotonic() + float(seconds[0] if seconds else 3600)
    found = 0
    while found < int(wanted) and time.monotonic() < until:
        in_game = 0
        for situation, game in moments(rules, chance):
            if in_game < 2 and chance.random() < 0.5:
                item = puzzle(situation, game, chance)
                if item:
                    print(item, flush=True)
                    found, in_game = found + 1, in_game + 1


if __name__ == "__main__":
    main()
