"""The score sheet of a match, in lines that fit on the smallest screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from backgammon_tui.engine import Ending, Match, Result, Rules, Side
from backgammon_tui.words.columns import NARROW, cut, left, right, wrap
from backgammon_tui.words.event_sentences import describe_end, describe_kind
from backgammon_tui.words.naming import Naming, describe_sides, join, plural
from backgammon_tui.words.rule_settings import describe_changes

_COLUMN: Final = 11
_LONGEST_NAME: Final = 20
"""The most columns of a name in a sentence."""


class ScoredGame(NamedTuple):
    """A finished game of a match."""

    result: Result
    starter: Side | None
    """The side that had the first turn; None if no turn was begun."""


def describe_score_sheet(
    rules: Rules,
    naming: Naming,
    length: int | None,
    games: Sequence[ScoredGame],
    awaited: str = "",
    hints: frozenset[Side] = frozenset(),
    practice: Sequence[int] = (),
) -> list[str]:
    """Write the games of a match with their points and starters, and the totals.

    Args:
        games: The games whose results are accepted.
        awaited: The action due in the present game, in a few words; empty if there is none.
        hints: The sides that may ask the program for help.
        practice: The numbers of the games in which dice were seen before a take-back.
    """
    white, black = (cut(naming.name(side), _LONGEST_NAME) for side in Side)
    naming = Naming(white, black, naming.numbering)
    match = Match(rules, length, tuple(game.result for game in games))
    changes = describe_changes(rules)
    helped = join([naming.name(side) for side in Side if side in hints])
    lines = [
        *wrap(f"{rules.title}, {f'a match to {length}' if length else 'open-ended'}", NARROW),
        *wrap(describe_sides(naming), NARROW),
        *wrap(f"House rules: {changes or 'as usual'}.", NARROW),
        *(wrap(f"The program helps {helped}.", NARROW) if helped else ()),
        "",
        _row("", cut(white, _COLUMN - 2), cut(black, _COLUMN - 2)),
    ]
    for number, game in enumerate(games, 1):
        lines += _describe_game(number, game, rules, naming)
    if awaited:
        lines += wrap(f"Game {match.game_number}: {awaited}", NARROW)
    for number in practice:
        lines += wrap(f"Game {number} is practice: dice were seen, then taken back.", NARROW)
    if games:
        lines.append(_row("Total", *(str(match.score(side)) for side in Side)))
    return [*lines, "", *wrap(_describe_outlook(match, naming), NARROW)]


def _describe_game(number: int, game: ScoredGame, rules: Rules, naming: Naming) -> list[str]:
    # Cut as in the heading of the column, so that the lines fit.
    starts = f", {cut(naming.name(game.starter), _COLUMN - 2)} starts" if game.starter else ""
    points = [str(game.result.points) if game.result.winner is side else "" for side in Side]
    said = describe_end(game.result, rules, naming)
    if game.result.winner and game.result.ending is Ending.BORNE_OFF:
        kind = describe_kind(game.result, rules, naming) if rules.scale.most > 1 else ""
        said = f"{naming.name(game.result.winner)} wins{f' {kind}' if kind else '.'}"
    return [_row(f"Game {number}{starts}", *points), *wrap(said, NARROW, "  ")]


def _row(text: str, white: str, black: str) -> str:
    room = NARROW - 2 * _COLUMN
    return (left(text, room) + right(white, _COLUMN) + right(black, _COLUMN)).rstrip()


def _describe_outlook(match: Match, naming: Naming) -> str:
    """Name the winner of the match, or the points that each side needs."""
    if match.winner:
        return f"{naming.name(match.winner)} has won the match."
    if not match.length:
        return f"{plural(len(match.results), 'game')} played."
    if match.score(Side.WHITE) == match.score(Side.BLACK):
        return f"Both need {match.length - match.score(Side.WHITE)}."
    lacks = (f"{naming.name(side)} needs {match.length - match.score(side)}" for side in Side)
    return f"{', '.join(lacks)}."
