"""Roll out the openings of games (`python -m training.opening_tables RULESET ...`).

Writes the tables in `openings`, and the text of the rulebook about them. Run it again after a
network has improved.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from math import hypot
from pathlib import Path
from typing import Final

from backgammon_tui.analysis.evaluator import CUT, ROLLS, to_play
from backgammon_tui.analysis.nets import net_for
from backgammon_tui.analysis.rollout import BATCH, CLEAR, PlayRollout, processes, roll_out
from backgammon_tui.engine import RULESETS, Game, Roll, Rules, Side, ruleset_name
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach import rulebook
from training.opening_texts import FOLDER, describe_openings, opening_table
from training.rollouts import play_unit

TEXTS: Final = Path(rulebook.__file__).parents[1] / "openings"


def main() -> None:
    """Roll out the openings of games and write a file for each."""
    options = _parser().parse_args()
    with processes(options.workers) as workers:
        for name in options.rulesets or RULESETS:
            rules = RULESETS[name]
            rolls = []
            for entry in opening_rollouts(
                rules, options.games, options.minimum, options.seed, workers
            ):
                print(name, json.dumps(entry), file=sys.stderr, flush=True)
                rolls.append(entry)
            path = options.folder / f"{name}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_written(rules, options.seed, rolls), encoding="utf-8")
            if options.folder == FOLDER:
                lines = describe_openings(opening_table(name), rules)
                (TEXTS / f"{name}.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.opening_tables",
        description="Roll out every opening roll of a game, and write the rulebook's table.",
    )
    parser.add_argument("rulesets", nargs="*", type=ruleset_name, metavar="RULESET")
    parser.add_argument(
        "--games",
        type=int,
        default=12_960,
        help="maximum number of games of each play (default: 12960)",
    )
    parser.add_argument(
        "--minimum",
        type=int,
        default=3_600,
        help="minimum number of games of the best play (default: 3600)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="number of processes (default: 1)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="folder of the tables")
    return parser


def opening_rollouts(
    rules: Rules, games: int, minimum: int, seed: int, workers: Executor
) -> Iterator[dict[str, object]]:
    """Yield the table's entry for each roll: its plays with points and standard errors."""
    for (high, low), _ in ROLLS:
        stage = to_play(Game.start(rules, Side.WHITE).apply(Roll(high, low)))
        *_, rollouts = roll_out(
            rules, stage, games, seed, workers, minimum=minimum, batch=20 * BATCH, play=play_unit
        )
        best = rollouts[0]
        # A play that was dropped early may be close again after the best one was rolled out
        # further.
        plays = sorted(rollouts, key=lambda play: (_is_worse(best, play), -play.mean))
        entries = [_entry(play, _is_worse(best, play)) for play in plays]
        yield {"roll": f"{high}-{low}", "plays": entries}


def _is_worse(best: PlayRollout, play: PlayRollout) -> bool:
    """Return True if a play is clearly worse, given the errors in the table."""
    return play is not best and best.mean - play.mean > CLEAR * hypot(best.error, play.error)


def _entry(rollout: PlayRollout, is_worse: bool) -> dict[str, object]:
    return {
        "play": write_moves(rollout.play.moves),
        "points": round(rollout.mean, 4),
        "error": round(rollout.error, 4),
        "games": len(rollout.points),
        "clearly_worse": is_worse,
    }


def _written(rules: Rules, seed: int, rolls: list[dict[str, object]]) -> str:
    net_choice = net_for(rules)
    about = {
        "ruleset": rules.name,
        "net": net_choice.digest,
        "trained_games": net_choice.games,
        "cut_after_rolls": CUT,
        "clear": CLEAR,
        "seed": seed,
    }
    lines = ",\n  ".join(json.dumps(entry) for entry in rolls)
    head = json.dumps(about, indent=1).removesuffix("\n}")
    return f'{head},\n "rolls": [\n  {lines}\n ]\n}}\n'


if __name__ == "__main__":
    main()
