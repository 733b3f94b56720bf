"""A player's games, the dice statistics, and the score sheet of a match, in narrow lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Final

from backgammon_tui.engine import Ending, Match, Result, Rules, Side
from backgammon_tui.names import display_name, is_computer, short_names
from backgammon_tui.settings import Help
from backgammon_tui.stats import DOUBLES, MIXED, Fall, Tally
from backgammon_tui.words.columns import NARROW, cut, left, right, wrap
from backgammon_tui.words.naming import Naming, describe_sides, plural
from backgammon_tui.words.rule_settings import describe_changes
from backgammon_tui.words.turns import describe_end, describe_kind

_COLUMN: Final = 12
_OPPONENTS: Final = "opponents"
_AGAINST: Final = " against "


def describe_tally(
    tally: Tally,
    against_computer: int = 0,
    from_position: int = 0,
    called: Callable[[int], str] = "game {}".format,
    choosing: Sequence[str] = (),
) -> list[str]:
    """Write a player's games as a table with columns for the player and the opponent.

    Args:
        called: Returns the title of a game by its row number.
        choosing: The ways to see the games against the computer, one per line.
    """
    room = (NARROW - len(_AGAINST)) // 2
    # Games of a person against the computer are counted separately.
    anybody = "everybody" if is_computer(tally.player) else "people"
    names = display_name(tally.player), display_name(tally.opponent or anybody)
    title = _AGAINST.join(cut(name, room) for name in names)
    uncounted = list[str]()
    if against_computer:
        text = f"{plural(against_computer, 'game')} against the computer, counted separately:"
        uncounted += [*wrap(text, NARROW), *(f"  {command}" for command in choosing)]
    if from_position:
        text = f"Games from a position are not counted ({from_position:,})."
        uncounted += wrap(text, NARROW)
    if not tally.games:
        return [title, "", *(uncounted or ["No finished games yet."])]
    drawn = f", {tally.draws:,} of them drawn" if tally.draws else ""
    lines = [title, f"{plural(tally.games, 'finished game')}{drawn}", *uncounted, ""]
    names = short_names(tally.player, tally.opponent or _OPPONENTS)
    lines.append(_row("", (cut(name, _COLUMN - 2) for name in names)))
    for label, counted, minimum in _ROWS:
        counts = [*map(attrgetter(counted), (tally.own, tally.other))]
        if max(counts) >= minimum:
            lines.append(_row(label, (f"{count:,}" for count in counts)))
    return [*lines, *_deciding_lines(tally, called)]


def _deciding_lines(tally: Tally, called: Callable[[int], str]) -> Iterator[str]:
    if tally.deciding:
        yield from ("", "The turns that changed the race most,", "at most one per side in a game")
    for number, turn in enumerate(tally.deciding, 1):
        head = f"{number} {plural(turn.swing, 'pip'):>9}  "
        yield head + cut(f"turn {turn.turn}, {display_name(turn.player)}", NARROW - len(head))
        yield " " * len(head) + cut(called(turn.game), NARROW - len(head))


def _row(label: str, counts: Iterable[str], column: int = _COLUMN) -> str:
    return left(label, NARROW - 2 * column) + "".join(right(count, column) for count in counts)


_ROWS: Final = (
    ("Games won", "won", 0),
    ("  gammons", "gammons", 1),
    ("  backgammons", "backgammons", 1),
    ("Points", "points", 0),
    ("Turns", "sums.turns", 0),
    ("Hits", "sums.hits", 0),
    ("Traps", "sums.traps", 1),
    ("Doubles", "sums.doubles", 0),
    ("Turns with several rolls", "sums.chains", 1),
    ("Most rolls in a turn", "sums.longest_chain", 2),
    ("Most moves in a turn", "sums.longest_turn", 0),
    ("Unplayable numbers", "sums.lost_numbers", 0),
    ("Unplayable pips", "sums.forfeited", 0),
)
"""The rows of the table: title, field of a `Column`, and minimum value to show."""


# ---- the dice


def draw_fall(fall: Fall, *, typed: bool = False, ascii_only: bool = False) -> list[str]:
    dice = "real dice, typed in" if typed else "the program's dice"
    if not fall.total:
        return [f"No rolls of {dice}."]
    doubles = [(f"{n}-{n}", fall.count(n, n), fall.expected(n, n)) for n, _ in DOUBLES]
    mixed = [(f"{a}-{b}", fall.count(a, b), fall.expected(a, b)) for a, b in MIXED]
    faces = [(str(n), seen, fall.total / 3) for n, seen in enumerate(fall.faces, 1)]
    mark = "|" if ascii_only else "│"
    lines = [f"{plural(fall.total, 'roll')} of {dice}", f"{mark} marks the expected count"]
    # Use one scale for both, so doubles are visibly half as likely.
    scale = _scale(doubles + mixed)
    lines += ["", _heading("Double"), *_bars(doubles, scale, ascii_only)]
    lines += [_figures("all", fall.doubles, fall.total / 6)]
    lines += ["", _heading("Other"), *_bars(mixed, scale, ascii_only)]
    return [*lines, "", _heading("Number"), *_bars(faces, _scale(faces), ascii_only)]


_Class = tuple[str, int, float]
_BAR: Final = 21


def _heading(what: str) -> str:
    return f"{what:<7}{'rolled':>9}{'expected':>10}"


def _figures(label: str, seen: int, expected: float) -> str:
    decimals = 1 if expected < 10_000 else 0
    return f"  {label:<5}{seen:>9,}{expected:>10,.{decimals}f}"


def _scale(classes: Sequence[_Class]) -> float:
    return (_BAR - 1) / max(max(seen, expected) for _, seen, expected in classes)


def _bars(classes: Sequence[_Class], scale: float, ascii_only: bool) -> list[str]:
    return [
        f"{_figures(label, seen, expected)}  {_bar(seen * scale, expected * scale, ascii_only)}"
        for label, seen, expected in classes
    ]


def _bar(length: float, mark: float, ascii_only: bool) -> str:
    if ascii_only:
        bar, sign = "#" * round(length), "|"
    else:
        # Only whole and half blocks, because console fonts lack finer ones.
        halves = round(length * 2)
        bar, sign = "█" * (halves // 2) + "▌" * (halves % 2), "│"
    place = round(mark)
    return f"{bar[:place]:<{place}}{sign}{bar[place:]}"


# ---- the score sheet of a match

_SCORE_COLUMN: Final = 11
_MAX_NAME: Final = 20


def describe_score_sheet(
    rules: Rules,
    naming: Naming,
    length: int | None,
    games: Sequence[tuple[Result, Side | None]],
    awaited: str = "",
    help: Sequence[tuple[int, Help]] = (),
) -> list[str]:
    """Write the games of a match with their points and starters, and the totals.

    Args:
        awaited: The action due in the current game, in a few words; empty if there is none.
        help: The computer's help, with the game in which it was agreed.
    """
    white, black = (cut(naming.name(side), _MAX_NAME) for side in Side)
    naming = Naming(white, black)
    sides = describe_sides(naming)
    match = Match(rules, length, tuple(result for result, _ in games))
    changes = describe_changes(rules)
    lines = [
        *wrap(f"{rules.title}, {f'a match to {length}' if length else 'no limit'}", NARROW),
        *(wrap(f"{', '.join(sides)}.", NARROW) if sides else ()),
        *wrap(f"House rules: {changes or 'as usual'}.", NARROW),
        *filter(None, [_describe_help(help)]),
        "",
        _row("", (cut(name, _SCORE_COLUMN - 2) for name in (white, black)), _SCORE_COLUMN),
    ]
    for number, (result, starter) in enumerate(games, 1):
        # Cut as in the column heading, so the lines fit.
        starts = f", {cut(naming.name(starter), _SCORE_COLUMN - 2)} starts" if starter else ""
        points = [str(result.points) if result.winner is side else "" for side in Side]
        lines.append(_row(f"Game {number}{starts}", points, _SCORE_COLUMN).rstrip())
        lines += wrap(_describe_end(result, rules, naming), NARROW, "  ")
    if awaited:
        lines += wrap(f"Game {match.game_number}: {awaited}", NARROW)
    if games:
        lines.append(_row("Total", (str(match.score(side)) for side in Side), _SCORE_COLUMN))
    return [*lines, "", *wrap(_describe_outlook(match, naming), NARROW)]


def _describe_help(agreed: Sequence[tuple[int, Help]]) -> str:
    if all(help is Help.OFF for _, help in agreed):
        return ""
    first, *later = agreed
    changes = [f"{help.label}, agreed in game {number}" for number, help in later]
    return f"Computer help: {', then '.join([first[1].label, *changes])}."


def _describe_end(result: Result, rules: Rules, naming: Naming) -> str:
    if result.winner is None or result.ending is not Ending.BORNE_OFF:
        return describe_end(result, rules, naming)
    kind = describe_kind(result, rules, naming) if rules.scale.max_points > 1 else ""
    return f"{naming.name(result.winner)} wins{f' {kind}' if kind else '.'}"


def _describe_outlook(match: Match, naming: Naming) -> str:
    if match.winner:
        return f"{naming.name(match.winner)} has won the match."
    if not match.length:
        return f"{plural(len(match.results), 'game')} finished."
    if match.score(Side.WHITE) == match.score(Side.BLACK):
        return f"Both need {match.length - match.score(Side.WHITE)}."
    lacks = (f"{naming.name(side)} needs {match.length - match.score(side)}" for side in Side)
    return f"{', '.join(lacks)}."
