"""Time the generator of legal plays, and gnubg-nn and OpenSpiel if they are installed.

python -m bench.plays
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from backgammon_tui.engine import (
    RULESETS,
    Play,
    Position,
    Rules,
    Side,
    legal_moves,
    legal_plays,
)
from bench.sample import Turn, random_game, turns
from peers.boards import complete_rolls, from_open_spiel, gnubg_board, open_spiel_rolled

POSITIONS = 2_000
MAX_SAMPLE = 5_000
"""Number of positions of each ruleset in which the doubles with the most plays are searched."""

ROUNDS = 9
SLOW_ROUNDS = 2
"""Rounds of an engine that takes seconds for each."""

PART = 50
"""Rolls that are timed together. The fastest round counts for each part, because other
programs disturb most rounds somewhere."""

SEED = 7
BACKGAMMON = RULESETS["backgammon"]


@dataclass
class Row:
    """An engine, the rolls for which it finds plays, and its best times."""

    name: str
    find: Callable[..., object]
    singles: Sequence[tuple[Any, ...]]

    doubles: Sequence[tuple[Any, ...]]
    rounds: int = ROUNDS
    _best: dict[tuple[bool, int], float] = field(default_factory=dict, init=False)

    def run(self) -> None:
        """Find the plays of each roll once."""
        for is_double, rolls in enumerate((self.singles, self.doubles)):
            for first in range(0, len(rolls), PART):
                key = bool(is_double), first
                spent = seconds(self.find, rolls[first : first + PART])
                self._best[key] = min(self._best.get(key, spent), spent)

    @property
    def single(self) -> float:
        """Mean microseconds of a roll of two different numbers."""
        return self._mean(False, len(self.singles))

    @property
    def double(self) -> float:
        """Mean microseconds of doubles."""
        return self._mean(True, len(self.doubles))

    def _mean(self, is_double: bool, rolls: int) -> float:
        return sum(best for key, best in self._best.items() if key[0] is is_double) * 1e6 / rolls

    @property
    def mix(self) -> float:
        """Mean microseconds of a roll."""
        return mix(self.single, self.double)


def seconds(find: Callable[..., object], rolls: Sequence[tuple[Any, ...]]) -> float:
    start = time.perf_counter()
    for roll in rolls:
        find(*roll)
    return time.perf_counter() - start


def mix(single: float, double: float) -> float:
    """Return the mean of five rolls of different numbers and one of doubles."""
    return (5 * single + double) / 6


def take_turns(rows: Sequence[Row]) -> None:
    """Run the rows in turn, so other programs slow all of them alike."""
    for done in range(ROUNDS):
        for row in rows:
            if done < row.rounds:
                row.run()


def rolls(sample: Sequence[Turn]) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Return a roll of different numbers and doubles for each position."""
    rnd = random.Random(SEED)
    singles = [tuple(rnd.sample(range(1, 7), 2)) for _ in sample]
    doubles = [tuple([rnd.randint(1, 6)] * 4) for _ in sample]
    return singles, doubles


# ---- the engines


def list_plays(
    rules: Rules, position: Position, side: Side, numbers: tuple[int, ...]
) -> list[Play]:
    """Return our plays. The list creates each of them."""
    return list(legal_plays(rules, position, side, numbers))


def read_plays(
    rules: Rules, position: Position, side: Side, numbers: tuple[int, ...]
) -> list[object]:
    """Return the moves and the position of each of our plays."""
    return [(play.moves, play.position) for play in legal_plays(rules, position, side, numbers)]


def our_row(
    name: str, rules: Rules, sample: Sequence[Turn], find: Callable[..., object] = list_plays
) -> Row:
    singles, doubles = (
        [
            (rules, turn.position, turn.side, numbers)
            for turn, numbers in zip(sample, kind, strict=True)
        ]
        for kind in rolls(sample)
    )
    return Row(name, find, singles, doubles)


def gnubg_rows(sample: Sequence[Turn]) -> list[Row]:
    """Return rows of gnubg-nn, if it is installed: positions alone, and positions with steps."""
    gnubg = module("gnubg_nn")
    if gnubg is None:
        return []
    boards = [gnubg_board(turn.position, turn.side) for turn in sample]
    singles, doubles = (
        [(board, *numbers[:2]) for board, numbers in zip(boards, kind, strict=True)]
        for kind in rolls(sample)
    )
    return [
        Row("gnubg-nn, keys", gnubg.moves, singles, doubles),
        Row(
            "gnubg-nn, with steps",
            gnubg.moves,
            [(*roll, 1) for roll in singles],
            [(*roll, 1) for roll in doubles],
        ),
    ]


def open_spiel_rows(sample: Sequence[Turn]) -> list[Row]:
    """Return rows of OpenSpiel, if it is installed: numbers of plays, and states after them."""
    pyspiel = module("pyspiel")
    if pyspiel is None:
        return []
    waiting = open_spiel_states(pyspiel.load_game("backgammon"), sample)
    singles, doubles = (
        [
            (open_spiel_rolled(state, numbers, turn.side),)
            for state, turn, numbers in zip(waiting, sample, kind, strict=True)
            if turn.position != BACKGAMMON.start.position
        ]
        for kind in rolls(sample)
    )
    return [
        Row("OpenSpiel, actions", lambda state: state.legal_actions(), singles, doubles),
        Row(
            "OpenSpiel, complete rolls",
            lambda state: list(complete_rolls(state)),
            singles,
            doubles,
            SLOW_ROUNDS,
        ),
    ]


def open_spiel_states(game: Any, sample: Iterable[Turn]) -> list[Any]:
    """Return the states before each roll. OpenSpiel reaches them only by playing whole games."""
    states = []
    state: Any = None
    for turn in sample:
        if turn.position == BACKGAMMON.start.position:
            state = game.new_initial_state()
        states.append(state)
        rolled = open_spiel_rolled(state, turn.numbers, turn.side)
        state = next(s for s in complete_rolls(rolled) if from_open_spiel(s) == turn.after)
    return states


def module(name: str) -> Any:
    """Return the module of another engine, or print that it is not installed and return None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is left out, because it is not installed (extra: peers)")
        return None


def opened_with_two_numbers(count: int) -> list[Turn]:
    """Return turns of games that do not begin with doubles, because those of OpenSpiel do not."""
    rnd = random.Random(SEED)
    turns: list[Turn] = []
    while len(turns) < count:
        game = random_game(BACKGAMMON, rnd)
        first = next(game)
        if len(first.numbers) == 2:
            turns += [first, *game]
    return turns[:count]


# ---- the tables


def compare_engines() -> None:
    sample = opened_with_two_numbers(POSITIONS)
    ours = our_row("ours", BACKGAMMON, sample)
    read = our_row("ours, read", BACKGAMMON, sample, read_plays)
    rows = [ours, read, *gnubg_rows(sample), *open_spiel_rows(sample)]
    take_turns(rows)
    print(f"\nStandard backgammon, {len(sample):,} positions, µs a roll")
    print(f"{'':27}{'different':>12}{'doubles':>10}{'mix':>10}{'to ours':>10}")
    for row in rows:
        print(
            f"{row.name:27}{row.single:12.1f}{row.double:10.1f}{row.mix:10.1f}"
            f"{row.mix / ours.mix:10.2f}"
        )
    times = {row.name: row for row in rows}
    if gnubg := times.get("gnubg-nn, keys"):
        steps = times["gnubg-nn, with steps"]
        print(f"ours / gnubg-nn, keys: {ours.mix / gnubg.mix:.2f} (must be ≤ 7, goal ≤ 3.5)")
        print(f"ours, read / gnubg-nn, with steps: {read.mix / steps.mix:.2f} (goal ≤ 7)")
    if spiel := times.get("OpenSpiel, complete rolls"):
        actions = times["OpenSpiel, actions"]
        print(f"OpenSpiel, complete rolls / ours: {spiel.mix / ours.mix:.1f} (≥ 20, goal ≥ 40)")
        print(f"ours / OpenSpiel, actions, different numbers: {ours.single / actions.single:.2f}")


def compare_rulesets() -> None:
    samples = {name: turns(rules, POSITIONS, SEED) for name, rules in RULESETS.items()}
    rows = {name: our_row(name, RULESETS[name], sample) for name, sample in samples.items()}
    take_turns(list(rows.values()))
    plays = {
        name: mix(
            *(
                sum(len(list_plays(*roll)) for roll in rolls) / len(rolls)
                for rolls in (row.singles, row.doubles)
            )
        )
        for name, row in rows.items()
    }
    standard = rows["backgammon"].mix / plays["backgammon"]
    print(f"\nAll rulesets, {POSITIONS:,} positions each, mix")
    print(f"{'':27}{'µs a roll':>12}{'plays':>10}{'µs a play':>10}{'ratio':>10}")
    for name, row in rows.items():
        single = row.mix / plays[name]
        print(f"{name:27}{row.mix:12.1f}{plays[name]:10.1f}{single:10.2f}{single / standard:10.2f}")
    print("The ratio is to backgammon's time for a play (must be ≤ 1.5).")


def measure_largest() -> None:
    print(f"\nThe doubles with the most plays among {MAX_SAMPLE:,} positions with all six, ms")
    print(f"{'':27}{'plays':>12}{'plays, ms':>10}{'moves, ms':>10}")
    for name, rules in RULESETS.items():
        roll = max(
            (
                (rules, turn.position, turn.side, (number,) * 4)
                for turn in turns(rules, MAX_SAMPLE, SEED)
                for number in range(1, 7)
            ),
            key=lambda roll: len(legal_plays(*roll)),
        )
        row = min(seconds(list_plays, [roll]) for _ in range(ROUNDS)) * 1000
        moves = min(seconds(legal_moves, [roll]) for _ in range(ROUNDS)) * 1000
        print(f"{name:27}{len(list_plays(*roll)):12}{row:10.2f}{moves:10.2f}")
    print("All plays must take < 10 ms. The screen calls `legal_moves` at each move.")


if __name__ == "__main__":
    compare_engines()
    compare_rulesets()
    measure_largest()
