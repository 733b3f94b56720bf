"""`rollout` and `review`: the computer's evaluation of plays and whole games."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Final

from backgammon_tui.analysis.evaluator import to_play
from backgammon_tui.analysis.nets import NetChoice, NotJudged, net_for
from backgammon_tui.analysis.rollout import PlayRollout, cluster, processes, roll_out
from backgammon_tui.analysis.value import require_judged
from backgammon_tui.cli.commands import read_roll, rules_of
from backgammon_tui.cli.console import (
    Refusal,
    UsageProblem,
    WorkCounter,
    can_print,
    damage_refused,
    find_match,
    leaving_on_signals,
    print_line,
    refused_as_usage,
    with_journal,
)
from backgammon_tui.cli.rules import read_match
from backgammon_tui.engine import Game, Phase, Roll, Rules
from backgammon_tui.game_review import KeptGame, Review
from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.query import all_games
from backgammon_tui.words.advice import (
    ASCII_BARS,
    BARS,
    describe_estimate,
    describe_play_rollout,
    describe_rollout,
)
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.reason_sentences import describe_unjudged


def print_rollout(options: argparse.Namespace) -> None:
    game = _game(options)
    net_choice = net_or_refusal(game.rules)
    rollouts: list[PlayRollout] = []
    # A rollout may take long.
    counting = WorkCounter("games of each play", patience=0)
    executor = _cluster(options.cluster) if options.cluster else processes(options.workers)
    try:
        with leaving_on_signals(), counting as counter, executor as workers:
            counter.report(0, options.games)
            for rollouts in roll_out(
                game.rules, to_play(game), options.games, options.seed, workers
            ):
                counter.report(max(len(rollout.points) for rollout in rollouts), options.games)
    except BrokenExecutor:
        raise Refusal("A worker process has ended, so the rollout is incomplete.") from None
    for rollout in rollouts:
        print_line(describe_play_rollout(rollout, rollouts[0]))
    left_out = len(game.legal_plays()) - len(rollouts)
    print_line(describe_rollout(rollouts, options.games, left_out))
    print_line(describe_estimate(net_choice, game.rules))


def net_or_refusal(rules: Rules) -> NetChoice:
    try:
        require_judged(rules)
        return net_for(rules)
    except NotJudged as why:
        raise Refusal(describe_unjudged(why)) from None


def _game(options: argparse.Namespace) -> Game:
    with refused_as_usage():
        starting_position, numbers = read_roll(options)
        game = starting_position.game(rules_of(options))
    if game.is_over:
        raise UsageProblem("the game is over in this position")
    if len(numbers) not in (2, 4):
        raise UsageProblem("a roll has two numbers")
    game = game.apply(Roll(numbers[0], numbers[1]))
    if game.phase is not Phase.MOVE:
        raise UsageProblem("nothing can be played with these numbers")
    return game


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        with cluster(address) as executor:
            yield executor
    except LookupError as why:
        raise Refusal(why.args[0]) from why


# ---- review


@with_journal
def review_match(journal: Journal, options: argparse.Namespace) -> None:
    name: str = options.match
    rows: tuple[int, ...] = ()
    if name.isascii() and name.isdigit() and not Path(name).exists():
        match = find_match(journal, int(name)).match
        record, rows = journal.read(match).record, all_games(journal, match)
    else:
        record = read_match(name)
    net_choice = net_or_refusal(record.rules)
    for number, row in zip_longest(range(1, len(record.games) + 1), rows):
        with damage_refused("The match"):
            table = Table.resume(record.only_game(number), (), {})
        if not (options.agreed or record.shows_estimates or table.game.is_over):
            if len(record.games) == 1:
                raise Refusal(_NOT_OVER.format(number))
            print_line(_NOT_OVER.format(number))
            continue
        review = Review.begin(table, KeptGame(journal.path, row) if row else None)
        with WorkCounter("choices and rolls looked at") as counter:
            while not review.is_done:
                review = review.review_step()
                counter.report(review.looked_at)
        print_line(f"Game {number}")
        bars = BARS if can_print(BARS) else ASCII_BARS
        for line in review.lines(Naming(record.white, record.black), bars):
            print_line(line)
    print_line(describe_estimate(net_choice, record.rules))


_NOT_OVER: Final = (
    "Game {} is not over. If both players agree to see the cost of each play, add --agreed."
)
