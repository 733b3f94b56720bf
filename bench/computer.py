"""Time the plays of the computer at its strongest level in each game.

    python -m bench.computer

The positions come from games that the strong level plays with itself. It takes a few minutes.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

from backgammon_tui.engine import RULESETS, Game, Phase, Roll, Rules, Side
from backgammon_tui.names import Level
from backgammon_tui.players import choose

CHOICES = 100
LIMIT = 0.8
"""Maximum seconds of 95 % of the choices."""


def choices(rules: Rules, rnd: random.Random) -> Iterator[Game]:
    """Yield games that wait for a player's choice."""
    while True:
        game = Game.start(rules, Side.WHITE)
        while not game.is_over:
            if game.awaits_roll:
                game = game.apply(Roll(rnd.randint(1, 6), rnd.randint(1, 6)))
                continue
            if game.phase is Phase.MOVE and len(game.legal_plays()) > 1:
                yield game
            for action in choose(game, Level.STRONG):
                game = game.apply(action)


def time_choices(rules: Rules) -> list[float]:
    """Return the processor seconds of each choice but the first, which loads the network."""
    games = choices(rules, random.Random(8))
    choose(next(games), Level.STRONGEST)
    times = []
    for _ in range(CHOICES):
        game = next(games)
        begin = time.process_time()
        choose(game, Level.STRONGEST)
        times.append(time.process_time() - begin)
    return times


def main() -> None:
    """Print the times of choices in each game."""
    print(f"{'seconds for a choice':<22}{'mean':>8}{'p50':>8}{'p95':>8}   p95 at most {LIMIT}")
    for name, rules in RULESETS.items():
        times = time_choices(rules)
        p95 = statistics.quantiles(times, n=20)[-1]
        mean, median = statistics.mean(times), statistics.median(times)
        print(f"{name:<22}{mean:>8.2f}{median:>8.2f}{p95:>8.2f}")


if __name__ == "__main__":
    main()
