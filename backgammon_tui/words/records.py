"""A player's records in words: lists of matches and games, statistics, and the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Final, NamedTuple

from backgammon_tui.engine import Ending, Match, Result, Rules, Side
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Awaited, MatchState
from backgammon_tui.names import COMPUTER, MAX_NAME, display_name, is_computer, short_names
from backgammon_tui.settings import Help
from backgammon_tui.stats import DOUBLES, MIXED, Column, RollCounts, SideSummary, Tally
from backgammon_tui.words.columns import NARROW, cells, cut, fit, fit_both, left, right, wrap
from backgammon_tui.words.naming import WINS, Naming, describe_sides, describe_when, plural
from backgammon_tui.words.rule_settings import describe_changes, short_title
from backgammon_tui.words.turns import CRAWFORD, describe_end, describe_kind, describe_standing


class MatchLine(NamedTuple):
    """A match in a list."""

    match: int
    ruleset: str
    white: str
    black: str
    length: int | None
    state: MatchState
    awaited: Awaited | None
    """The state of the present game; None between games."""

    touched: str
    """Time of the last change in UTC and ISO form."""

    games: int
    white_points: int
    black_points: int

    @property
    def is_open(self) -> bool:
        return self.state is MatchState.PLAYING


class GameLine(NamedTuple):
    game: int
    """The ID of its row."""

    match: int
    number: int
    """The number of the game in its match, from 1."""

    ruleset: str
    white: str
    black: str
    result: Result
    finished: str
    """Time of its end in UTC and ISO form."""


class PlayerLine(NamedTuple):
    name: str
    games: int
    """Finished games that count for the player: from the start, against people."""

    points: int
    game_count: int
    against_computer: int


# ---- lists


def waiting_for(match: MatchLine) -> str:
    if match.state is MatchState.WON:
        return "the match is won"
    if match.awaited is None:
        return "next game"
    return describe_standing(match.awaited, Naming.from_names(match.white, match.black))


def pair(white: str, black: str, width: int = 2 * MAX_NAME + 3) -> str:
    return " – ".join(fit_both(short_names(white, black), width - 3))


def describe_open(match: MatchLine, now: datetime) -> tuple[str, str, str]:
    """Describe players, state and time of an unfinished match.

    If one person plays the computer, address them: `Eve against the computer`, `French, 0:0, your
    roll`.
    """
    names, awaited, first = pair(match.white, match.black), waiting_for(match), Side.WHITE
    players = (Side.WHITE, match.white), (Side.BLACK, match.black)
    people = [(side, name) for side, name in players if not is_computer(name)]
    if len(people) == 1:
        ((first, person),) = people
        names, awaited = f"{person} against the computer", _address(awaited, person)
    length = f", match to {match.length}" if match.length else ""
    title = f"{short_title(match.ruleset)}, {_points(match, first)}{length}, {awaited}"
    return names, title.removesuffix(", "), describe_when(match.touched, now)


def _address(awaited: str, person: str) -> str:
    name, _, doing = awaited.partition(f"{person} ")
    if not name and doing:
        return _ADDRESS.get(doing, f"you are {doing}")
    return awaited.replace(COMPUTER, "the computer", 1)


_ADDRESS: Final = {
    "to roll": "your roll",
    "has an extra roll": "your extra roll",
    "keeps or rerolls": "you keep or reroll",
    "chooses four 5s or four 6s": "you choose four 5s or four 6s",
}


def _points(match: MatchLine, first: Side = Side.WHITE) -> str:
    points = match.white_points, match.black_points
    own, other = points if first is Side.WHITE else points[::-1]
    return f"{own}:{other}"


def match_row(match: MatchLine, now: datetime, width: int, *, is_deleted: bool) -> str:
    when = describe_when(match.touched, now)
    names = pair(match.white, match.black, _columns(width)[1])
    score = _points(match) + (f" to {match.length}" if match.length else "")
    row = _list_row((when, names, short_title(match.ruleset), score, ""), width)
    if is_deleted or match.state is not MatchState.WON:
        return row + ("deleted" if is_deleted else match.state.label)
    winner = Side.WHITE if match.white_points > match.black_points else Side.BLACK
    return row + _with_name(
        Naming.from_names(match.white, match.black).name(winner), " won", width, row
    )


def game_row(game: GameLine, now: datetime, width: int) -> str:
    names = pair(game.white, game.black, _columns(width)[1])
    when = describe_when(game.finished, now)
    row = _list_row((when, names, short_title(game.ruleset), ""), width)
    whole = row + describe_outcome(game)
    if cells(whole) <= width or not game.result.winner:
        return whole
    winner = Naming.from_names(game.white, game.black).name(game.result.winner)
    return row + _with_name(winner, f" wins {game.result.points}", width, row)


def describe_outcome(game: GameLine) -> str:
    """Describe the end of a game briefly: `Anna wins 1, resigned`, `Boris wins 2, gammon`.

    A game whose double was passed is `Anna wins 1, passed`.
    """
    result = game.result
    if not result.winner:
        return "drawn"
    winner = Naming.from_names(game.white, game.black).name(result.winner)
    how = _ENDING_WORDS.get(result.ending) or (WINS[result.worth] if result.worth > 1 else "")
    return f"{winner} wins {result.points}{f', {how}' if how else ''}"


_ENDING_WORDS: Final = {Ending.RESIGNED: "resigned", Ending.PASSED: "passed"}


def _with_name(name: str, does: str, width: int, row: str) -> str:
    room = width - cells(row) - len(does)
    return _cell(name, min(room, cells(name))) + does


def _list_row(cells: Sequence[str], width: int) -> str:
    gap = "  " if width >= _MIN_WIDE else " "
    *first, last = cells
    return gap.join((*map(_cell, first, _columns(width)), last))


def _columns(width: int) -> tuple[int, ...]:
    return _COLUMNS if width >= _MIN_WIDE else _NARROW


_MIN_WIDE: Final = 77
_COLUMNS: Final = (12, 22, 15, 11)
_NARROW: Final = (12, 12, 10, 8)
"""The widths of date, names, game and score on wide and narrow screens."""


def player_row(player: PlayerLine, width: int) -> str:
    counts = [f"{plural(player.game_count, 'game'):>9}"]
    counts += [f"{player.against_computer} against the computer"] if player.against_computer else []
    room = MAX_NAME if width >= _MIN_WIDE else 20
    row = f"{_cell(display_name(player.name), room)} {' · '.join(counts)}"
    return row if cells(row) <= width else _cell(row, width)


def _cell(text: str, width: int) -> str:
    return left(fit(text, width), width)


# ---- a player's games

_COLUMN: Final = 12
_AGAINST: Final = " against "


def describe_tally(
    tally: Tally,
    choosing: Sequence[str] = (),
) -> list[str]:
    """Write a player's games as a table with columns for the player and the opponent.

    Args:
        choosing: The ways to see the games against the computer, one per line.
    """
    room = (NARROW - len(_AGAINST)) // 2
    # Games of a person against the computer are counted separately.
    anybody = "everybody" if is_computer(tally.player) else "people"
    names = display_name(tally.player), display_name(tally.opponent or anybody)
    title = _AGAINST.join(cut(name, room) for name in names)
    uncounted = list[str]()
    if tally.against_computer:
        text = f"{plural(tally.against_computer, 'game')} against the computer, counted separately:"
        uncounted += [*wrap(text, NARROW), *(f"  {command}" for command in choosing)]
    if tally.from_position:
        text = f"Games from a position are not counted ({tally.from_position:,})."
        uncounted += wrap(text, NARROW)
    if not tally.games:
        return [title, "", *(uncounted or ["No finished games yet."])]
    drawn = f", {tally.draws:,} of them drawn" if tally.draws else ""
    lines = [title, f"{plural(tally.games, 'finished game')}{drawn}", *uncounted, ""]
    names = short_names(tally.player, tally.opponent or "opponents")
    lines.append(_row("", (cut(name, _COLUMN - 2) for name in names)))
    for label, wins, minimum in _WINS:
        counts = [getattr(side, wins) for side in (tally.own, tally.other)]
        if max(counts) >= minimum:
            lines.append(_row(label, (f"{count:,}" for count in counts)))
    sums = [side.sums for side in (tally.own, tally.other)]
    shown = ((statistic.title, counts) for statistic, counts in statistics_of(sums))
    lines += [_row(label, (f"{count:,}" for count in counts)) for label, counts in shown]
    is_any_lost = any(side.lost_numbers for side in sums)
    return lines + (["", *wrap(UNPLAYED, NARROW)] if is_any_lost else [])


UNPLAYED: Final = (
    "Unplayed numbers: those that a side could not play itself, and the complements lost with them."
)


def _row(label: str, counts: Iterable[str], column: int = _COLUMN) -> str:
    return left(label, NARROW - 2 * column) + "".join(right(count, column) for count in counts)


_WINS: Final = (
    ("Games won", "won", 0),
    ("  gammons", "gammons", 1),
    ("  backgammons", "backgammons", 1),
    ("Points", "points", 0),
)
"""The first rows of the table: title, field of a `Column`, and minimum value to show."""


class Statistic(NamedTuple):
    title: str
    brief: str
    """The title after a game; empty if it is shown only for all games of a player."""

    count: Callable[[SideSummary], int]
    minimum: int = 0
    """The count of either side from which it is shown."""


STATISTICS: Final = (
    Statistic("Turns", "turns", attrgetter("turns")),
    Statistic("Hits", "hits", attrgetter("hits")),
    Statistic("Traps", "traps", attrgetter("traps"), 1),
    Statistic("Doubles", "doubles", attrgetter("doubles")),
    Statistic("Turns with several rolls", "", attrgetter("chains"), 1),
    Statistic("Most rolls in a turn", "most rolls a turn", attrgetter("longest_chain"), 2),
    Statistic("Most moves in a turn", "", attrgetter("longest_turn")),
    Statistic("Unplayed numbers", "unplayed numbers", attrgetter("lost_numbers")),
    Statistic("Unplayed pips", "unplayed pips", attrgetter("forfeited")),
)


def statistics_of(sides: Collection[SideSummary]) -> Iterator[tuple[Statistic, list[int]]]:
    """Yield the statistics that are worth a row, each with the counts of both sides."""
    for statistic in STATISTICS:
        counts = [*map(statistic.count, sides)]
        if max(counts) >= statistic.minimum:
            yield statistic, counts


# ---- the dice


def draw_all_roll_counts(column: Column, *, ascii_only: bool) -> list[list[str]]:
    kinds = ((RollCounts(column.fair_rolls), False), (RollCounts(column.typed_rolls), True))
    return [
        draw_roll_counts(rolled, typed=typed, ascii_only=ascii_only)
        for rolled, typed in kinds
        if rolled.total
    ]


def draw_roll_counts(
    rolled: RollCounts, *, typed: bool = False, ascii_only: bool = False
) -> list[str]:
    dice = "real dice, typed in" if typed else "the program's dice"
    doubles = [(f"{n}-{n}", rolled.count(n, n), rolled.expected(n, n)) for n, _ in DOUBLES]
    mixed = [(f"{a}-{b}", rolled.count(a, b), rolled.expected(a, b)) for a, b in MIXED]
    faces = [(str(n), seen, rolled.total / 3) for n, seen in enumerate(rolled.face_counts, 1)]
    mark = "|" if ascii_only else "│"
    lines = [f"{plural(rolled.total, 'roll')} of {dice}", f"{mark} marks the expected count"]
    # Use one scale for both, so doubles are visibly half as likely.
    scale = _scale(doubles + mixed)
    lines += ["", _heading("Doubles"), *_bars(doubles, scale, ascii_only)]
    lines += [_figures("all", rolled.doubles, rolled.total / 6)]
    lines += ["", _heading("Other"), *_bars(mixed, scale, ascii_only)]
    return [*lines, "", _heading("Number"), *_bars(faces, _scale(faces), ascii_only)]


_Class = tuple[str, int, float]
_BAR: Final = 21


def _heading(label: str) -> str:
    return f"{label:<7}{'rolled':>9}{'expected':>10}"


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


def describe_score_sheet(record: MatchRecord, match: Match, awaited: str = "") -> list[str]:
    """Write the finished games of a match with their points and starters, and the totals.

    Args:
        awaited: The action due in the current game, in a few words; empty if there is none.
    """
    rules, length = match.rules, match.length
    naming = Naming.from_names(record.white, record.black)
    white, black = (cut(naming.name(side), 20) for side in Side)
    naming = Naming(white, black)
    sides = describe_sides(naming)
    changes = describe_changes(rules)
    lines = [
        *wrap(f"{rules.title}, {f'a match to {length}' if length else 'no limit'}", NARROW),
        *(wrap(f"{', '.join(sides)}.", NARROW) if sides else ()),
        *wrap(f"House rules: {changes or 'as usual'}.", NARROW),
        *filter(None, [_describe_help(record.help_agreed)]),
        "",
        _row("", (cut(name, _SCORE_COLUMN - 2) for name in (white, black)), _SCORE_COLUMN),
    ]
    for number, (game, result) in enumerate(zip(record.games, match.results, strict=False), 1):
        starter = game.starter
        # Cut as in the column heading, so the lines fit.
        starts = f", {cut(naming.name(starter), _SCORE_COLUMN - 2)} starts" if starter else ""
        points = [str(result.points) if result.winner is side else "" for side in Side]
        lines.append(_row(f"Game {number}{starts}", points, _SCORE_COLUMN).rstrip())
        crawford = f"{CRAWFORD} " if record.is_crawford(game) else ""
        lines += wrap(f"{crawford}{_describe_end(result, rules, naming)}", NARROW, "  ")
    if awaited:
        is_crawford = any(map(record.is_crawford, record.games[-1:]))
        name = ", the Crawford game" if is_crawford else ""
        lines += wrap(f"Game {match.game_number}{name}: {awaited}", NARROW)
    if match.results:
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
