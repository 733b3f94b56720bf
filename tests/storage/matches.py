"""Matches to save: random ones, and those of the vectors."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import (
    Action,
    AgreeDraw,
    ChooseDoubles,
    Double,
    Ending,
    KeepOpening,
    Match,
    Opening,
    OpeningRoll,
    Pass,
    Phase,
    Play,
    RerollOpening,
    Resign,
    Roll,
    Rules,
    Side,
    Take,
    legal_plays,
)
from backgammon_tui.match.record import DiceKind, DiceOrigin, GameRecord, MatchRecord, TakeBack
from backgammon_tui.match.table import Table
from backgammon_tui.storage.mat import RULES
from tests.engine.examples import NAMES, rules_named
from tests.engine.strategies import any_action
from tests.engine.vectors import Row, move_of, rows, rules_of

SEED = 0x21FEBF.to_bytes(32, "big")
"""A seed whose dice are 2-6 1-2 1-5 4-2 2-5 1-2 1-3."""
TYPED = DiceOrigin(DiceKind.TYPED)


def new_match(rules: Rules, length: int | None = None) -> MatchRecord:
    """Return a match between players with difficult names."""
    return MatchRecord(rules, "Anna [b]bold[/b]", "; Bo ; --to 5", "2026-03-01", length)


def begun_table(rules: Rules, fair: bool = True, length: int | None = None) -> Table:
    """Return a table before the first roll."""
    dice = FairDice(SEED) if fair else None
    return Table.new_match(new_match(rules, length), dice)


def crawford() -> Table:
    """Return a table after the first play of a Crawford game."""
    rules = rules_named("backgammon", cube=True)
    record = replace(new_match(rules, 3), white="Anna", black="Boris")
    begun = record.begun_at._replace(white=2)
    table = Table.new_match(replace(record, begun_at=begun), None).roll((6, 1))
    return table.apply(*table.game.legal_plays()[0].moves)


def match_of(record: MatchRecord) -> Match:
    """Return the results of the finished games of a record."""
    match = record.match
    for game in record.games:
        result = game.play(record.rules).result
        if result:
            match = match.add(result)
    return match


def random_table(
    rules: Rules, seed: int, steps: int, fair: bool = True, back: bool = True
) -> Table:
    """Return a table after this many steps, some of them undone or taken back."""
    chance = random.Random(seed)
    table = begun_table(rules, fair)
    for step in range(steps):
        table = any_step(table, chance, back, bytes([step % 256] * 32) if fair else None)
    return table


def any_step(table: Table, chance: random.Random, back: bool, seed: bytes | None) -> Table:
    dice = FairDice(seed) if seed else None
    if table.accepted:
        return table.next_game(dice)
    roll = chance.random()
    rolls = table.roll_number - 1
    if back and roll < 0.1 and table.can_undo:
        return table.undo()
    if back and roll < 0.15 and table.undone:
        return table.redo()
    if back and roll < 0.17 and rolls:
        number = chance.randint(max(1, rolls - 3), rolls)
        first, end = (*table.rolls, len(table.actions))[number - 1 : number + 1]
        kept = chance.choice((0, chance.randrange(end - first)))
        return table.apply(TakeBack(number, chance.choice([*Side]), kept))
    if table.game.is_over:
        return table.accept()
    if roll > 0.99:
        maximum = table.game.win_points[-1]
        return table.apply(Resign(Side.WHITE, maximum) if chance.randint(0, 1) else AgreeDraw())
    action = any_action(table.game, chance, may_double=table.may_double)
    if table.dice and isinstance(action, Roll | OpeningRoll):
        return table.roll()
    return table.apply(action)


def seeds_of(game: GameRecord) -> tuple[str, ...]:
    return tuple(origin.seed for origin in game.origins if origin.seed)


def vector_games() -> Iterator[MatchRecord]:
    """Return whole games from an independent program."""
    for name in NAMES:
        for row in rows("games.jsonl", name):
            game = GameRecord(TYPED, tuple(_actions(row)))
            yield replace(new_match(rules_of(row)), games=(game,))


def _actions(row: Row) -> Iterator[Action]:
    opening = row["opening"]
    for tie in opening.get("ties", []):
        yield OpeningRoll(*tie)
    yield OpeningRoll(opening["white"], opening["black"])
    if rules_of(row).opening is Opening.CHOOSE:
        yield KeepOpening() if opening["kept"] else RerollOpening()
    for index, roll in enumerate(row["rolls"]):
        first, second = roll["dice"]
        if index or not opening["kept"]:
            yield Roll(first, second)
        for stage, played_stage in enumerate(roll["stages"]):
            if stage and first != second:
                yield ChooseDoubles(played_stage["numbers"][0])
            yield from (move_of(item) for item in played_stage["moves"])


def play_on(table: Table, chance: random.Random, until: Phase) -> Table:
    """Return the table after random actions until the game needs a roll."""
    while table.game.phase is not until:
        table = any_step(table, chance, back=False, seed=None)
    return table


def random_match(seed: int, games: int = 3) -> MatchRecord:
    """Play this many games, or fewer if the match is won earlier."""
    chance = random.Random(seed)
    length = chance.choice([None, 3, 5, 7])
    record = MatchRecord(RULES, "Anna", "Boris", "2026-03-01", length)
    table = Table.new_match(record, FairDice(chance.randbytes(32)))
    while True:
        game = table.game
        if game.is_over:
            table = table.accept()
            if table.match.winner or len(table.record.games) == games:
                return table.record
            table = table.next_game(FairDice(chance.randbytes(32)))
        elif game.actor and chance.random() < 0.003:
            table = table.apply(Resign(game.actor, chance.choice(game.win_points)))
        elif table.may_double and chance.random() < 0.05:
            table = table.apply(Double())
        elif game.phase is Phase.DOUBLED:
            table = table.apply(Take() if chance.random() < 0.7 else Pass())
        elif game.phase in (Phase.OPENING, Phase.ROLL):
            table = table.roll()
        else:
            assert game.side
            plays = list(legal_plays(RULES, game.position, game.side, game.left))
            some = chance.sample(plays, min(5, len(plays)))
            table = table.apply(*min(some, key=lambda play: _left_behind(play, chance)).moves)


def _left_behind(play: Play, chance: random.Random) -> float:
    """Return a number that is small if a play hits or moves rear checkers."""
    targets = [move.target for move in play.moves]
    hits = sum(move.effect.value == 1 for move in play.moves)
    return max(targets, default=0) * chance.random() - 2 * hits


Content = tuple[object, ...]


def content_of(record: MatchRecord) -> list[Content]:
    """Return each game in a `.mat` file: rolls, doubles, end and points."""
    return [game_content(game) for game in record.games]


def game_content(record: GameRecord) -> Content:
    history = record.history(RULES)
    end = history[-1]
    actions: list[Action] = [
        action
        for action in record.effective_actions
        if not (isinstance(action, OpeningRoll) and action.white == action.black)
    ]
    is_resigned = end.result is not None and end.result.ending is Ending.RESIGNED
    while is_resigned and isinstance(actions[-1], Resign | Roll):
        actions.pop()  # The format cannot contain a roll after which a player resigned.
    rolls = [
        sorted((action.first, action.second)) for action in actions if isinstance(action, Roll)
    ]
    result = end.result and (end.result.winner, end.result.points)
    # Nor can it contain a double whose answer was a resignation.
    cubes = [game.cube for game in history if game.phase is not Phase.DOUBLED]
    return str(end.position), result, rolls, list(dict.fromkeys(cubes))
