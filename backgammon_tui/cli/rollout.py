"""`rollout`: plays ranked by playing on from them many times."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from typing import Any

from backgammon_tui.analysis.nets import NotJudged, Taught, taught_for
from backgammon_tui.analysis.rollout import (
    Rolled,
    behind_error,
    is_clear,
    processes,
    roll_out,
)
from backgammon_tui.analysis.stages import to_play
from backgammon_tui.analysis.value import require_judged
from backgammon_tui.cli.arguments import Refusal, UsageProblem, refused_as_usage
from backgammon_tui.cli.console import leaving_on_signals, print_line
from backgammon_tui.cli.for_programs import print_json
from backgammon_tui.cli.legal_plays import read_numbers, rules_of
from backgammon_tui.cli.progress import WorkCounter
from backgammon_tui.engine import Game, Phase, Position, Rules, Side, Throw
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.words.net_sentences import describe_passed_over, describe_unjudged
from backgammon_tui.words.review_lines import (
    describe_estimate,
    describe_rolled,
    describe_rollout,
)


def print_rollout(options: argparse.Namespace) -> None:
    """Print the plays of a throw, best first."""
    game = _game(options)
    taught = net_for(game.rules)
    rolled: list[Rolled] = []
    # It always takes its time.
    counting = WorkCounter("games of each play", patience=0)
    try:
        with leaving_on_signals(), counting as counter, _workers(options) as workers:
            counter.tell_of(0, options.games)
            for rolled in roll_out(game.rules, to_play(game), options.games, options.seed, workers):
                counter.tell_of(max(len(one.points) for one in rolled), options.games)
    except BrokenExecutor:
        raise Refusal("A process that played games has ended; the rollout is not done.") from None
    if options.json:
        print_json(_for_programs(rolled, taught, options))
        return
    for one in rolled:
        print_line(describe_rolled(one, rolled[0]))
    print_line(describe_rollout(rolled, options.games))
    print_line(describe_estimate(taught, game.rules) + describe_passed_over(taught))


def _for_programs(
    rolled: Sequence[Rolled], taught: Taught, options: argparse.Namespace
) -> dict[str, object]:
    best, *others = rolled
    plays = [
        {
            "play": write_moves(one.play.moves),
            "position": str(one.play.position),
            "points": round(one.mean, 4),
            "error": round(one.error, 4),
            "behind": round(best.mean - one.mean, 4),
            "behind_error": 0.0 if one is best else round(behind_error(best, one), 4),
            "games": len(one.points),
            "clearly_worse": is_clear(best, one),
        }
        for one in rolled
    ]
    return {
        "plays": plays,
        "is_clear": all(is_clear(best, one) for one in others),
        "games": options.games,
        "seed": options.seed,
        "net": taught.digest,
        "taught_games": taught.games,
    }


def net_for(rules: Rules) -> Taught:
    """Return the net that judges a game; some games have none."""
    try:
        require_judged(rules)
        return taught_for(rules)
    except NotJudged as why:
        raise Refusal(describe_unjudged(why)) from None


def _game(options: argparse.Namespace) -> Game:
    """Return the game after the throw; no doublet in it is a side's first."""
    with refused_as_usage():
        position = Position.parse(options.position)
        numbers = read_numbers(" ".join(options.numbers))
        game = Game.from_position(rules_of(options), position, Side(options.side), had_doublet=Side)
    if game.is_over:
        raise UsageProblem("the game is over in this position")
    if len(numbers) == 1:
        raise UsageProblem("a throw has two numbers")
    game = game.apply(Throw(numbers[0], numbers[1]))
    if game.phase is not Phase.MOVE:
        raise UsageProblem("nothing can be played with these numbers")
    return game


def _workers(options: argparse.Namespace) -> AbstractContextManager[Executor]:
    return _cluster(options.cluster) if options.cluster else processes(options.workers)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise Refusal("A cluster needs Dask: pip install 'backgammon-tui[cluster]'.") from None
    try:
        client = distributed.Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise Refusal(f"No cluster answers at {address}.") from error
    with client:
        yield client.get_executor()
