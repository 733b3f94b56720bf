"""Writing match records as transcripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice

from backgammon_tui.engine import actions
from backgammon_tui.engine.events import Ending, Result
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.match import Match
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import write_action, write_moves
from backgammon_tui.engine.position import Place, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import StageKind, larger_first
from backgammon_tui.match.record import (
    AgreeHelp,
    DiceKind,
    DiceOrigin,
    GameRecord,
    MatchRecord,
    NewDice,
    TakeBack,
    is_roll,
    write_entry,
)
from backgammon_tui.match.table import Table, turn_due
from backgammon_tui.settings import Help
from backgammon_tui.words.rule_settings import changed_rules, write_value

HEADING = "backgammon-tui transcript 1"


def write_transcript(record: MatchRecord) -> str:
    """Return the transcript of a match, ending with a line feed."""
    lines = [HEADING, f"Ruleset: {record.rules.name}"]
    for rule in changed_rules(record.rules):
        lines.append(f"Rule: {rule.field} = {write_value(rule.value(record.rules))}")
    lines += [
        f"White: {record.white}",
        f"Black: {record.black}",
        f"Date: {record.date}",
        f"Length: {record.length or 'open'}",
    ]
    lines += [f"Help: {record.help.value}"] * (record.help is not Help.OFF)
    for number, game in enumerate(record.games, 1):
        lines += ["", f"Game {number}", f"Dice: {game.dice.kind.value}"]
        if game.dice.kind is DiceKind.FAIR:
            lines.append(f"Commitment: {game.dice.commitment}")
        if game.starting_position:
            lines.append(f"Start: {game.starting_position}")
        lines += _write_game(game, record.rules)
    return "\n".join(lines) + "\n"


def _write_game(record: GameRecord, rules: Rules) -> Iterator[str]:
    match = MatchRecord(rules, "White", "Black", "", None, (record,))
    table = Table.at_last_game(match, Match(rules, None))
    written, turns = 0, list[int]()
    origins, new_dice, new_help = [record.dice], list[NewDice](), list[AgreeHelp]()
    for entry in record.entries:
        # New dice are written before their first roll, or before a resignation or a draw.
        shows_dice = is_roll(entry) or (
            bool(new_dice) and isinstance(entry, actions.Resign | actions.AgreeDraw)
        )
        if shows_dice or isinstance(entry, TakeBack):
            yield from _write_actions(table, written, turns)
            written = len(table.actions)
        if shows_dice:
            yield from map(write_entry, new_help)
            yield from map(write_entry, new_dice)
            origins += [entry.dice for entry in new_dice]
            new_dice, new_help = [], []
        if is_roll(entry):
            turns.append(turn_due(table.game, turns))
        table = table.follow(entry)
        match entry:
            case TakeBack():
                yield _write_take_back(entry, turns)
                turns = turns[: entry.roll - 1]
                written = len(table.actions)
            case NewDice():
                new_dice.append(entry)
            case AgreeHelp():
                new_help.append(entry)
    yield from _write_actions(table, written, turns)
    yield from map(write_entry, new_help)
    if result := table.game.result:
        yield from _write_result(result, origins)
    else:
        # New dice that were never rolled.
        yield from map(write_entry, new_dice)


def _write_result(result: Result, origins: Iterable[DiceOrigin]) -> Iterator[str]:
    if result.ending is Ending.BORNE_OFF and result.winner:
        yield f"{result.winner.value} wins {result.points}"
    elif result.ending is Ending.DEAD:
        yield "drawn"
    # The same dice may be used twice, but a seed is written once.
    seeds = dict.fromkeys(origin.seed for origin in origins if origin.seed)
    yield from (f"Seed: {seed}" for seed in seeds)


def _write_take_back(entry: TakeBack, turns: list[int]) -> str:
    turn = turns[entry.roll - 1]
    number = entry.roll - turns.index(turn)
    roll = f" roll {number}" if number > 1 else ""
    return f"takeback {turn}{roll} asked by {entry.asked_by.value}"


def _write_actions(table: Table, first: int, turns: list[int]) -> Iterator[str]:
    """Write the effective actions from the index `first`: a roll with its moves, or an ending."""
    done, states, turn_number = (
        table.actions[first:],
        table.history[first:],
        turns[-1] if turns else 0,
    )
    if not done:
        return
    moves: list[tuple[Game, Move]] = []
    endings = []
    for game, action in zip(states, done, strict=False):
        match action:
            case Move():
                moves.append((game, action))
            case actions.ChooseDoubles():
                pass  # The line of the stage shows its numbers.
            case actions.Resign() | actions.AgreeDraw():
                endings.append(_write_line(action, turn_number, game.side))
            case _:
                yield _write_line(action, turn_number, game.side)
    turn = states[-1].latest_turn
    if turn and is_roll(done[0]):
        made = iter(moves)
        rolled = turn.rolled
        for stage in rolled.stages:
            if stage.before is not None:
                numbers = (
                    larger_first(rolled.dice) if stage.kind is StageKind.DICE else stage.numbers
                )
                yield _write_stage(numbers, turn.side, list(islice(made, len(stage.moves))))
    yield from endings


def _write_line(action: actions.Action, number: int, side: Side | None) -> str:
    """Return the line of an action, with the number of its turn and the side that acts."""
    text, letter = write_action(action), side.value if side else ""
    match action:
        case actions.OpeningRoll():
            return f"{number} {text}"
        case actions.Roll():
            return f"{number} {letter} {text.removeprefix('roll ')}"
        case actions.KeepOpening() | actions.RerollOpening():
            return f"  {letter} {text}"
        case _:
            return text


def _write_stage(numbers: Iterable[int], side: Side, moves: Sequence[tuple[Game, Move]]) -> str:
    runs = [
        (mover, _write_in_order(list(run)))
        for mover, run in groupby(moves, key=lambda made: made[1].side)
    ]
    if all(mover is side for mover, _ in runs):
        text = "".join(text for _, text in runs)
    else:
        text = " | ".join(f"{mover.value} {text}" for mover, text in runs)
    return f"  {' '.join(map(str, numbers))}: {text}".rstrip()


def _write_in_order(moves: Sequence[tuple[Game, Move]]) -> str:
    ways: list[str] = []
    last: Move | None = None
    for game, move in moves:
        text = write_moves([move]) + _write_number(game, move)
        if last and last.target == move.origin:
            ways[-1] += text[text.index("/") :]
        else:
            ways.append(text)
        last = move
    counted = ((text, len(list(same))) for text, same in groupby(ways))
    return " ".join(f"{text}({times})" if times > 1 else text for text, times in counted)


@lru_cache(maxsize=256)
def _write_number(game: Game, move: Move) -> str:
    """Return the number that bears a checker off, if reading would infer another."""
    if move.target != Place.OFF:
        return ""
    fitting = [
        other.number
        for other in game.moves
        if (other.origin, other.target) == (move.origin, move.target)
    ]
    return f"={move.number}" if move.number != min(fitting) else ""
