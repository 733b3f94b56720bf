"""Play games between two levels of the computer.

    python -m bench.levels strongest strong --games 200 --rulesets russian french

Each sequence of rolls is played twice, with the levels on exchanged sides. Each processor plays
its own games. Without `--rulesets`, all games are played in turn.
"""

from __future__ import annotations

import argparse
import random
import statistics
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from backgammon_tui.engine import RULESETS, Game, Roll, Rules, Side
from backgammon_tui.names import Level
from backgammon_tui.players import choose


def play(rules: Rules, seats: dict[Side, Level], seed: int) -> Game:
    """Return a finished game that White begins, with rolls from `seed`."""
    rnd = random.Random(seed)
    game = Game.start(rules, Side.WHITE)
    while not game.is_over:
        if game.awaits_roll:
            game = game.apply(Roll(rnd.randint(1, 6), rnd.randint(1, 6)))
            continue
        assert game.actor
        for action in choose(game, seats[game.actor]):
            game = game.apply(action)
    return game


def play_pair(name: str, level: Level, opponent: Level, seed: int) -> tuple[float, float]:
    """Return the mean of games and points won by `level` in two games with the same rolls."""
    games, points = [], []
    for side in Side:
        result = play(RULESETS[name], {side: level, side.other: opponent}, seed).result
        assert result
        games.append({side: 1.0, None: 0.5}.get(result.winner, 0.0))
        points.append({side: 1, None: 0}.get(result.winner, -1) * result.points)
    return statistics.mean(games), statistics.mean(points)


def mean(samples: list[float]) -> tuple[float, float]:
    """Return the mean of samples and half the width of its 95 % interval."""
    return statistics.mean(samples), 1.96 * statistics.stdev(samples) / len(samples) ** 0.5


def main() -> None:
    """Print games and points won by the first level in each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("level", type=Level)
    parser.add_argument("opponent", type=Level)
    parser.add_argument("--games", type=int, default=200, help="games of each ruleset")
    parser.add_argument("--rulesets", nargs="*", choices=RULESETS, default=RULESETS)
    options = parser.parse_args()
    pairs = options.games // 2
    with ProcessPoolExecutor() as processes:
        results = {
            name: processes.map(
                play_pair,
                repeat(name, pairs),
                repeat(options.level),
                repeat(options.opponent),
                range(pairs),
            )
            for name in options.rulesets
        }
        print(f"{options.games} games of each ruleset: {options.level} against {options.opponent}")
        for name, scores in results.items():
            games, points = map(mean, map(list, zip(*scores, strict=True)))
            won, margin = games
            gained, error = points
            print(
                f"{name:<16} {won:6.1%} ± {margin:.1%}  {gained:+.2f} ± {error:.2f} points",
                flush=True,
            )


if __name__ == "__main__":
    main()
