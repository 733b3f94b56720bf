"""Matches of backgammon played at random, some games resigned."""

from __future__ import annotations

import random

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import Ending, Phase, Play, Resign, Throw, legal_plays
from backgammon_tui.engine.actions import Action, OpeningThrow
from backgammon_tui.storage.match_files import RULES
from backgammon_tui.storage.record import GameRecord, MatchRecord
from backgammon_tui.storage.table import Table


def random_match(seed: int, games: int = 3) -> MatchRecord:
    """Play so many games, or fewer where the match is won before."""
    chance = random.Random(seed)
    length = chance.choice([None, 3, 5, 7])
    record = MatchRecord(RULES, "Anna", "Boris", "2026-03-01", length)
    table = Table.sit_down(record, FairDice(chance.randbytes(32)))
    while True:
        game = table.game
        if game.is_over:
            table = table.accept()
            if table.match.winner or len(table.record.games) == games:
                return table.record
            table = table.next_game(FairDice(chance.randbytes(32)))
        elif game.actor and chance.random() < 0.003:
            table = table.apply(Resign(game.actor, chance.choice([1, 2, 3])))
        elif game.phase in (Phase.OPENING, Phase.THROW):
            table = table.throw()
        else:
            assert game.side
            plays = list(legal_plays(RULES, game.position, game.side, game.left))
            some = chance.sample(plays, min(5, len(plays)))
            table = table.apply(*min(some, key=lambda play: _left_behind(play, chance)).moves)


def _left_behind(play: Play, chance: random.Random) -> float:
    """A number that is small where a play hits or brings its rear checkers on."""
    targets = [move.target for move in play.moves]
    hits = sum(move.effect.value == 1 for move in play.moves)
    return max(targets, default=0) * chance.random() - 2 * hits


Told = tuple[object, ...]


def told(record: MatchRecord) -> list[Told]:
    """Return what a `.mat` file tells of each game: throws, end and points."""
    return [_told(game) for game in record.games]


def _told(record: GameRecord) -> Told:
    end = record.play(RULES)
    actions: list[Action] = [
        each
        for each in record.standing
        if not (isinstance(each, OpeningThrow) and each.white == each.black)
    ]
    is_resigned = end.result is not None and end.result.ending is Ending.RESIGNED
    while is_resigned and isinstance(actions[-1], Resign | Throw):
        actions.pop()  # A throw that was left by resigning has no place in the format.
    throws = [sorted((each.first, each.second)) for each in actions if isinstance(each, Throw)]
    result = end.result and (end.result.winner, end.result.points)
    return str(end.position), result, throws
