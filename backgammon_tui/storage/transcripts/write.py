"""Transcripts written from records of matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, groupby, islice

from backgammon_tui.engine import actions
from backgammon_tui.engine.action_text import write_action
from backgammon_tui.engine.actions import Action
from backgammon_tui.engine.events import Ending, Result
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.match import Match
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.position import Place, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import StageKind
from backgammon_tui.storage.record import (
    DiceKind,
    DiceOrigin,
    Entry,
    GameRecord,
    MatchRecord,
    NewDice,
    Standing,
    TakeBack,
    Undo,
    is_throw,
    write_hints,
)
from backgammon_tui.storage.table import Table
from backgammon_tui.words.rule_settings import changed_rules, write_value

HEADING = "backgammon-tui transcript 1"


def write_transcript(record: MatchRecord) -> str:
    """The transcript of a match, ending with a line feed."""
    lines = [HEADING, f"Ruleset: {record.rules.name}"]
    for rule in changed_rules(record.rules):
        lines.append(f"Rule: {rule.field} = {write_value(rule.value(record.rules))}")
    lines += [
        f"White: {record.white}",
        f"Black: {record.black}",
        f"Date: {record.date}",
        f"Length: {record.length or 'open'}",
    ]
    lines += [f"Hints: {write_hints(record.hints)}"] * bool(record.hints)
    for number, game in enumerate(record.games, 1):
        lines += ["", f"Game {number}", *_write_game(game, record.rules)]
    return "\n".join(lines) + "\n"


def _write_game(record: GameRecord, rules: Rules) -> Iterator[str]:
    yield from _write_game_tags(record)
    match = MatchRecord(rules, "White", "Black", "", None, (record,))
    table = Table.at_last_game(match, Match(rules, None))
    origins = [record.dice]
    for chunk in _chunks(_without_undone(record.entries)):
        match chunk[0]:
            case TakeBack() as back:
                yield f"takeback {back.throw} asked by {back.asked_by.value}"
                table = table.follow(back)
            case NewDice() if table.game.is_over:
                pass  # They came while the last checkers were moved and were never thrown.
            case NewDice() as new:
                table = table.follow(new)
                origins.append(new.dice)
                yield f"dice {new.dice.kind.value} {new.dice.commitment}".rstrip()
                yield from _write_words(new.dice)
            case _:
                done = [entry for entry in chunk if not isinstance(entry, _NO_ACTIONS)]
                tables = list(accumulate(done, Table.follow, initial=table))
                table = tables[-1]
                states = [table.game for table in tables]
                yield from _write_chunk(states, done, len(table.throws))
    if table.game.result:
        yield from _write_ending(table.game.result)
        # The same dice may have come twice, but a seed is shown once.
        seeds = dict.fromkeys(origin.seed for origin in origins if origin.seed)
        yield from (f"Seed: {seed}" for seed in seeds)


_NO_ACTIONS = (Undo, TakeBack, NewDice)


def _write_game_tags(record: GameRecord) -> Iterator[str]:
    yield f"Dice: {record.dice.kind.value}"
    if record.dice.kind is DiceKind.FAIR:
        yield f"Commitment: {record.dice.commitment}"
        yield from _write_words(record.dice)
    if record.situation:
        yield f"Start: {record.situation}"


def _write_words(dice: DiceOrigin) -> Iterator[str]:
    """The players' words for fair dice, where they typed any."""
    for side, word in zip(Side, dice.words, strict=True):
        if word:
            yield f"Word {side.value}: {word}"


def _without_undone(entries: Sequence[Entry]) -> list[Entry]:
    """The entries a transcript shows: undone actions leave no trace, taken-back ones do."""
    shown: list[Entry] = []
    places: list[int] = []
    """Where among the shown entries the standing actions are."""
    standing = Standing()
    for entry in entries:
        standing.add(entry)
        if isinstance(entry, Undo):
            place = places[entry.standing]
            shown[place:] = [later for later in shown[place:] if isinstance(later, NewDice)]
        elif not isinstance(entry, TakeBack | NewDice):
            places.append(len(shown))
        del places[len(standing.actions) :]
        if not isinstance(entry, Undo):
            shown.append(entry)
    return shown


def _chunks(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Each throw with what was done with it; take-backs and new dice stand alone.

    New dice stand before the first throw that comes from them, or before a resignation or
    a draw.
    """
    chunk: list[Entry] = []
    new_dice: list[Entry] = []
    for entry in entries:
        if isinstance(entry, NewDice):
            new_dice.append(entry)
            continue
        ends = isinstance(entry, actions.Resign | actions.AgreeDraw)
        wants_dice = is_throw(entry) or (new_dice and ends)
        if chunk and (wants_dice or isinstance(entry, TakeBack)):
            yield chunk
            chunk = []
        if wants_dice:
            yield from ([new] for new in new_dice)
            new_dice = []
        if isinstance(entry, TakeBack):
            yield [entry]
        else:
            chunk.append(entry)
    if chunk:
        yield chunk
    yield from ([new] for new in new_dice)


def _write_chunk(states: Sequence[Game], done: Sequence[Action], throw: int) -> Iterator[str]:
    """The lines of a throw and of everything done with it.

    Args:
        states: The game before each of the actions, and after the last.
        done: The throw and what was done; or an ending alone, after a take-back or new dice.
        throw: Its number in the game.
    """
    moves: list[tuple[Game, Move]] = []
    endings = []
    for game, action in zip(states, done, strict=False):
        letter = game.side.value if game.side else ""
        match action:
            case actions.OpeningThrow():
                yield f"{throw} {write_action(action)}"
            case actions.Throw():
                yield f"{throw} {letter} {action.first}-{action.second}"
            case actions.KeepOpening():
                yield f"  {letter} keeps"
            case actions.ThrowOpeningAgain():
                yield f"  {letter} throws again"
            case actions.Resign():
                endings.append(write_action(action))
            case actions.AgreeDraw():
                endings.append("draw agreed")
            case Move():
                moves.append((game, action))
            case actions.ChooseDoublet():
                pass  # The numbers of the stage say it.
    turn = states[-1].latest_turn
    if turn and is_throw(done[0]):
        made = iter(moves)
        thrown = turn.thrown
        for stage in thrown.stages:
            if stage.before is not None:
                numbers = thrown.dice if stage.kind is StageKind.DICE else stage.numbers
                yield _write_stage(numbers, turn.side, list(islice(made, len(stage.moves))))
    yield from endings


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
    """Moves of one side as they were made; what follows on is joined, what repeats counted."""
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
    """Which number bears a checker off, where reading would take the other one."""
    if move.target != Place.OFF:
        return ""
    fitting = [
        other.number
        for other in game.legal_moves()
        if (other.origin, other.target) == (move.origin, move.target)
    ]
    return f"={move.number}" if move.number != min(fitting) else ""


def _write_ending(result: Result) -> Iterator[str]:
    if result.ending is Ending.BORNE_OFF and result.winner:
        yield f"{result.winner.value} wins {result.points}"
    elif result.ending is Ending.DEAD:
        yield "drawn"
