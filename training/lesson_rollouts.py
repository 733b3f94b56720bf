"""Roll out the plays of lessons (`python -m training.lesson_rollouts RULESET ...`).

Rolls out every legal play of every step that asks for a good play, writes the cost of each play,
and prints the claims of lessons that the rollouts contradict. Stages already in the file are kept;
use `--again` after a change of networks.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from math import hypot, sqrt
from pathlib import Path
from statistics import stdev
from typing import Final

from backgammon_tui.analysis.cube_rollout import CubeRollout
from backgammon_tui.analysis.rollout import BATCH, PlayRollout, behind_error
from backgammon_tui.engine import RULESETS, Game, Phase, ruleset_name
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.lessons import replies
from backgammon_tui.teach.lessons.courses import course
from backgammon_tui.teach.lessons.replies import describe_stage, parse_rollouts
from backgammon_tui.teach.lessons.run import Run
from training.puzzle_rollouts import points_after
from training.rollout_claims import (
    CUBE_GAMES,
    GAMES,
    MAX_ERROR,
    RolloutCost,
    check_rollouts,
    decision_name,
    decisions_in,
    games_to_roll,
    is_far,
)

FOLDER: Final = Path(replies.__file__).parents[1] / "rollouts"

SEEDS: Final = (1, 2)

FIRST_GAMES: Final = 2 * BATCH
"""Number of games of each play, per seed, after which plays far behind are dropped."""

MAX_GAMES: Final = 8 * GAMES


def main() -> None:
    """Roll out the plays of the lessons, and write a file for each ruleset."""
    options = _parser().parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.rulesets or RULESETS:
        path = options.folder / f"{name}.txt"
        is_kept = path.exists() and not options.again
        costs = parse_rollouts(path.read_text(encoding="utf-8")) if is_kept else {}
        wanted = dict[str, Game]()
        for lesson in course(name):
            wanted |= {describe_stage(game): game for game in games_to_roll(lesson)}
        for stage, game in wanted.items():
            if stage not in costs:
                costs[stage] = {
                    write_moves(entry.play.moves): str(cost) for entry, cost in roll_out(game)
                }
                print(name, stage, *costs[stage].items(), sep="\n  ", flush=True)
                _write(path, name, {key: costs[key] for key in wanted if key in costs})
        decisions = {
            decision_name(run): run for entry in course(name) for run in decisions_in(entry)
        }
        for decision, run in decisions.items():
            if decision not in costs:
                costs[decision] = dict(roll_out_decision(run))
                print(name, decision, *costs[decision].items(), sep="\n  ", flush=True)
                asked = (*wanted, *decisions)
                _write(path, name, {key: costs[key] for key in asked if key in costs})
        _write(path, name, {key: costs[key] for key in (*wanted, *decisions)})
        for lesson in course(name):
            for problem in check_rollouts(lesson):
                print(lesson.place, problem, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.lesson_rollouts",
        description="Roll out the plays in lessons about good play that have no rollout yet.",
    )
    parser.add_argument("rulesets", nargs="*", type=ruleset_name, metavar="RULESET")
    parser.add_argument(
        "--again", action="store_true", help="also repeat rollouts that are already in the file"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="folder of the costs")
    return parser


class _PlayedOn:
    """A play and the points of its games, by seed."""

    def __init__(self, game: Game, number: int) -> None:
        self.play = game.legal_plays()[number]
        self._game = game
        self._by_seed = [PlayRollout(self.play, ()) for _ in SEEDS]

    @property
    def games(self) -> int:
        return len(self._by_seed[0].points)

    @property
    def mean(self) -> float:
        """Average points per game."""
        return sum(rollout.mean for rollout in self._by_seed) / len(SEEDS)

    def play_on(self, until: int) -> None:
        """Play on until each seed has this many games."""
        some = range(self.games, until)
        if some:
            self._by_seed = [
                PlayRollout(
                    self.play,
                    rollout.points + points_after(self._game, self.play, some, seed),
                )
                for seed, rollout in zip(SEEDS, self._by_seed, strict=True)
            ]

    def behind(self, best: _PlayedOn) -> RolloutCost:
        """Return the cost compared with the best play, in the games that both have played."""
        count = min(self.games, best.games)
        pairs = [
            (
                PlayRollout(best.play, better.points[:count]),
                PlayRollout(self.play, worse.points[:count]),
            )
            for better, worse in zip(best._by_seed, self._by_seed, strict=True)
        ]
        first, second = (better.mean - worse.mean for better, worse in pairs)
        error = hypot(*(behind_error(*pair) for pair in pairs)) / len(SEEDS)
        return RolloutCost((first, second), error if self is not best else 0.0, count)


def roll_out(game: Game) -> Iterator[tuple[_PlayedOn, RolloutCost]]:
    """Yield the legal plays of a stage with their costs, best first."""
    plays = [_PlayedOn(game, number) for number in range(len(game.legal_plays()))]
    for play in plays:
        play.play_on(FIRST_GAMES)
    while True:
        plays.sort(key=lambda play: -play.mean)
        best = plays[0]
        wanted = [play for play in plays if _needs_more(play, best)]
        if not wanted:
            break
        for play in wanted:
            play.play_on(play.games + FIRST_GAMES)
        best.play_on(max(best.games, *(play.games for play in wanted)))
    costs = [(play, play.behind(best)) for play in plays]
    yield from sorted(costs, key=lambda pair: pair[1].points)


def roll_out_decision(run: Run) -> Iterator[tuple[str, str]]:
    """Yield both answers about the cube with their costs, best first."""
    rollout = CubeRollout(run.before, run.lesson.match_at(run.number))
    is_doubled, passed = run.before.phase is Phase.DOUBLED, rollout.passed()
    games = range(CUBE_GAMES)
    by_seed = []
    for seed in SEEDS:
        taken = [rollout.play(is_taken=True, seed=seed, number=number) for number in games]
        # After a double, the opponent chooses the answer that is worse for the side that doubles.
        doubled = taken if sum(taken) / CUBE_GAMES < passed else [passed] * CUBE_GAMES
        held = [
            passed if is_doubled else rollout.play(is_taken=False, seed=seed, number=number)
            for number in games
        ]
        pairs = zip(taken if is_doubled else held, held if is_doubled else doubled, strict=True)
        by_seed.append([(other - own) / rollout.point() for own, other in pairs])
    gap, other_gap = (sum(gaps) / CUBE_GAMES for gaps in by_seed)
    error = hypot(*(_error(gaps) for gaps in by_seed)) / len(SEEDS)
    first, second = ("pass", "take") if is_doubled else ("roll", "double")
    if gap + other_gap < 0:
        first, second, gap, other_gap = second, first, -gap, -other_gap
    yield second, str(RolloutCost((0.0, 0.0), 0.0, CUBE_GAMES))
    yield first, str(RolloutCost((gap, other_gap), error, CUBE_GAMES))


def _error(gaps: Sequence[float]) -> float:
    return stdev(gaps) / sqrt(len(gaps))


def _needs_more(play: _PlayedOn, best: _PlayedOn) -> bool:
    cost = RolloutCost.parse(str(play.behind(best)))  # rounded as in the file
    if play.games >= MAX_GAMES:
        return False
    if cost.error > MAX_ERROR:
        return True
    return play.games < GAMES and not is_far(cost)


def _write(path: Path, name: str, costs: Mapping[str, Mapping[str, str]]) -> None:
    """Write the file atomically."""
    head = (
        f"# Plays of the lessons on {RULESETS[name].title}, made by"
        f" python -m training.lesson_rollouts (seeds {SEEDS[0]} and {SEEDS[1]}).\n"
        "# play | points behind the best by each seed | error of their mean | games by each seed\n"
    )
    blocks = (
        "\n".join([stage, *(f"{play} | {cost}" for play, cost in plays.items())])
        for stage, plays in costs.items()
    )
    unfinished = path.with_suffix(".part")
    unfinished.write_text(head + "".join(f"\n{block}\n" for block in blocks), encoding="utf-8")
    unfinished.replace(path)


if __name__ == "__main__":
    main()
