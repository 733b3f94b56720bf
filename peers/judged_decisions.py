"""Judge decisions of the computer in standard backgammon by other engines.

    python -m peers.judged_decisions --judge gnubg --decisions 600 --file gnubg.json

The positions come from games of the full network against itself. The file keeps each judged
decision, so an interrupted run can resume; the losses are printed at the end. gnubg-nn judges at
2-ply, bgsage at its 3-ply, which is the same depth.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from backgammon_tui.analysis.evaluator import in_order, to_play
from backgammon_tui.analysis.lookahead import Lookahead, best_two_ahead, candidates_ahead
from backgammon_tui.analysis.value import evaluator_for
from backgammon_tui.engine import RULESETS, Game, Phase, Place, Position, Roll, Side
from peers.boards import gnubg_board
from training.matches import Mean

RULES: Final = RULESETS["backgammon"]

NEAR: Final = 0.12
"""Points behind the best play, by the judge without lookahead, up to which a play may be best."""

CLOSE: Final = 5
"""Maximum number of such plays."""

Judge = Callable[[Position, Side, bool], float]
"""Returns the points of a side that has just moved; deep only if asked."""


def gnubg() -> Judge:
    import gnubg_nn

    def judged(position: Position, side: Side, deep: bool) -> float:
        chances = gnubg_nn.probabilities(gnubg_board(position, side.other), 2 if deep else 0)
        win, gammon, backgammon, lost_gammon, lost_backgammon = chances
        lead: float = 2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon
        return -lead

    return judged


def bgsage() -> Judge:
    from bgsage import create_analyzer

    shallow, deeper = (
        create_analyzer(level, cubeful=False, parallel_threads=1) for level in ("1ply", "3ply")
    )

    def judged(position: Position, side: Side, deep: bool) -> float:
        analysis: Any = (deeper if deep else shallow).post_move_analytics(
            sage_board(position, side), jacoby=False
        )
        return float(analysis.cubeless_equity)

    return judged


def sage_board(position: Position, side: Side) -> list[int]:
    """Return a board of bgsage: the opponent's bar, the points of the side, its own bar."""
    points = [
        position.count(side, point) - position.count(side.other, 25 - point)
        for point in range(1, 25)
    ]
    return [position.count(side.other, Place.BAR), *points, position.count(side, Place.BAR)]


JUDGES: Final = {"gnubg": gnubg, "bgsage": bgsage}

PLAYERS: Final = ("alone", "one roll ahead", "strongest")


def decisions(seed: int) -> Iterator[Game]:
    """Yield games that wait for a play, two from each game of the network against itself."""
    judge = evaluator_for(RULES)
    for number in range(1_000_000):
        chance = random.Random(f"judged {seed} {number}")
        waiting: list[Game] = []
        game = Game.start(RULES, chance.choice(list(Side)))
        while not game.is_over:
            if game.phase is Phase.MOVE:
                if len(game.legal_plays()) > 1:
                    waiting.append(game)
                for move in judge.best(to_play(game)).play.moves:
                    game = game.apply(move)
            else:
                game = game.apply(Roll(chance.randint(1, 6), chance.randint(1, 6)))
        yield from chance.sample(waiting, min(2, len(waiting)))


def choices(game: Game) -> dict[str, Position]:
    """Return the position that each player chooses."""
    judge, stage = evaluator_for(RULES), to_play(game)
    plays = in_order(judge.rate(stage))
    chosen = (
        plays[0],
        candidates_ahead(Lookahead(judge), stage, plays)[0],
        best_two_ahead(judge, stage),
    )
    return {name: rated.play.position for name, rated in zip(PLAYERS, chosen, strict=True)}


def losses(game: Game, judged: Judge) -> dict[str, float]:
    """Return the points that each player's choice loses to the best play, by the judge."""
    side, chosen = to_play(game).side, choices(game)
    shallow = {play.position: judged(play.position, side, False) for play in game.legal_plays()}
    best = max(shallow.values())
    close = sorted(shallow, key=lambda position: -shallow[position])[:CLOSE]
    wanted = {position for position in close if shallow[position] > best - NEAR}
    wanted |= set(chosen.values())
    if len(wanted) == 1:
        return dict.fromkeys(PLAYERS, 0.0)
    deep = {position: _points(position, side, judged) for position in wanted}
    return {name: max(deep.values()) - deep[position] for name, position in chosen.items()}


def _points(position: Position, side: Side, judged: Judge) -> float:
    if position.has_borne_off_all(side):
        return float(RULES.points_for_win(position, side))
    return judged(position, side, True)


def main() -> None:
    """Judge decisions and print the losses."""
    parser = argparse.ArgumentParser(prog="python -m peers.judged_decisions")
    parser.add_argument("--judge", choices=JUDGES, default="gnubg")
    parser.add_argument("--decisions", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, required=True)
    options = parser.parse_args()
    kept: list[dict[str, float]] = []
    if options.file.exists():
        kept = json.loads(options.file.read_text())
    judged = JUDGES[options.judge]()
    for number, game in enumerate(decisions(options.seed)):
        if number >= options.decisions:
            break
        if number >= len(kept):
            kept.append(losses(game, judged))
            if number % 20 == 19:
                options.file.write_text(json.dumps(kept))
    options.file.write_text(json.dumps(kept))
    for name in PLAYERS:
        loss = Mean.from_samples(1_000 * np.array([decision[name] for decision in kept]))
        print(f"{name}: {loss.value:.2f} ± {loss.margin:.2f} thousandths, {len(kept)} decisions")


if __name__ == "__main__":
    main()
