"""The choice of a play: the list of legal plays, the typed text, and the selection."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache
from itertools import chain, pairwise, product
from typing import Final, NamedTuple, Self

from backgammon_tui.engine import Effect, Game, Move, Outlook, Place, Play, Position, Side
from backgammon_tui.engine.legal import Path, unique_by_rest
from backgammon_tui.engine.moves import effect_of, step_order, target_of, unpack
from backgammon_tui.engine.notation import (
    EFFECTS,
    POINT_LABELS,
    WORDS,
    Hop,
    Route,
    Stop,
    Unreadable,
    extensions,
    keeps_order,
    paths_along,
    read_routes,
    separated,
    write_moves,
)
from backgammon_tui.engine.position import place_label
from backgammon_tui.modes.inputs import ChooseRow, Input, Key, nearest, screen_spot

_UNMARKED: Final = str.maketrans("", "", "*^")


class PlayRow:
    """A play of the list: its moves and the resulting position."""

    def __init__(self, play: Play, *, front_first: bool = False) -> None:
        self.play = play
        self.end = play.packed
        self.front_first = front_first
        order = play.order
        if front_first:
            self.order = [-key for key in reversed(order)]
        elif any(map(effect_of, play.steps)) and keeps_order(self.moves):
            self.order = [step_order(play.steps[0]), *order]
        else:
            self.order = order

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        return self.play.moves

    @property
    def position(self) -> Position:
        return self.play.position

    @cached_property
    def text(self) -> str:
        return write_moves(self.moves)

    @cached_property
    def heading(self) -> str:
        """The first move as written, or the last with the checkers nearest home first."""
        if self.front_first:
            last = self.text.translate(_UNMARKED).split()[-1:]
            return "/".join("".join(last).partition("(")[0].split("/")[-2:])
        group = self.order[0] >> 2 if self.order else 0
        return "/".join(place_label(place) for place in (31 - (group >> 5), group & 31))

    def begins_at(self, origins: Mapping[int, int]) -> bool:
        """Return True if at least the stated number of checkers leaves each place."""
        return all(
            sum((move.origin == place) - (move.target == place) for move in self.moves) >= count
            for place, count in origins.items()
        )


def amount_kept(outlook: Outlook) -> tuple[bool, bool, int]:
    """Return a sort key for how much of a stage is kept: a win before an extra roll."""
    return outlook.wins, outlook.extra_roll, outlook.playable


def label_of(text: str) -> str:
    return f"{text} in passing" if "^/" in text else text


class Heading(NamedTuple):
    """A line of the list above rows that start with the same move."""

    text: str
    rows: tuple[int, ...] = ()


Line = Heading | int
"""A heading, or the index of a row."""


@lru_cache(maxsize=2)
def lines_of(rows: tuple[PlayRow, ...], shown: tuple[int, ...]) -> tuple[Line, ...]:
    """Return the lines of the list, grouping rows that start alike under headings.

    Cached, because most keys leave them unchanged.
    """
    groups: dict[str, list[int]] = {}
    for index in shown:
        groups.setdefault(rows[index].heading, []).append(index)
    if len(shown) <= 6 or len(groups) == 1 or 2 * len(groups) > len(shown):
        return tuple(shown)
    lines: list[Line] = []
    for heading, members in groups.items():
        text = f"{'last' if rows[members[0]].front_first else 'first'} {heading}"
        lines += [Heading(text, tuple(members)), *members]
    return tuple(lines)


LIST_KEYS: Final = (
    *(Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT),
    *(Key.PAGE_UP, Key.PAGE_DOWN, Key.HOME, Key.END),
)

_STEPS: Final = {Key.DOWN: 1, Key.UP: -1, Key.PAGE_DOWN: 10, Key.PAGE_UP: -10}


def next_row(lines: tuple[Line, ...], row: int | None, key: Key) -> int | None:
    """Return the row that a key selects; left and right go to the first rows under headings."""
    if not (shown := [line for line in lines if isinstance(line, int)]):
        return None
    if key in (Key.LEFT, Key.RIGHT):
        pairs = pairwise(lines)
        starts = [b for a, b in pairs if isinstance(a, Heading) and isinstance(b, int)]
        starts = starts or shown[:1]
        if key is Key.RIGHT:
            return next((start for start in starts if row is None or start > row), starts[-1])
        return next((start for start in reversed(starts) if row and start < row), starts[0])
    if key not in _STEPS:
        return shown[-1 if key is Key.END else 0]
    # Without a selection, the first step selects one of the ends.
    start = {Key.DOWN: -1, Key.UP: len(shown)}.get(key, 0)
    at = shown.index(row) if row in shown else start
    return shown[min(max(at + _STEPS[key], 0), len(shown) - 1)]


# ---- the list

Rows = frozenset[int]


class PlayList:
    """The legal plays of the rest of a stage; doubles can have thousands.

    While the opponent completes a stage, these are its single moves.
    """

    def __init__(self, game: Game, *, front_first: bool = False, is_listed: bool = True) -> None:
        """List the plays, maybe with the checkers nearest home first; for the computer, none."""
        self.game: Final = game
        self.rest: Final = game.rest_of_stage
        self._outlooks: Final[dict[int, Outlook | None]] = {}
        plays = self.rest.list_plays() if is_listed else ()
        rows = [PlayRow(play, front_first=front_first) for play in plays]
        self.rows: Final = tuple(sorted(rows, key=lambda row: row.order))

    def outlook(self, row: int) -> Outlook | None:
        """Return the reward after a play, computed at the first call; None if there is none."""
        if row not in self._outlooks:
            self._outlooks[row] = self.game.outlook(self.rows[row].position)
        return self._outlooks[row]

    def keeping(self, rows: Iterable[int]) -> Outlook | None:
        ahead = [outlook for outlook in map(self.outlook, rows) if outlook and not outlook.withheld]
        return max(ahead, key=amount_kept, default=None)

    def keeping_most(self) -> Rows:
        """Return the rows that keep the most of the next stage; none if none keeps any of it."""
        best = self.keeping(self.all_rows)
        if best is None or not best.playable:
            return frozenset()
        ahead = ((row, self.outlook(row)) for row in self.all_rows)
        most = amount_kept(best)
        return frozenset([row for row, kept in ahead if kept and amount_kept(kept) == most])

    @cached_property
    def _by_move(self) -> dict[Move, list[int]]:
        by_step: dict[int, list[int]] = defaultdict(list)
        for index, row in enumerate(self.rows):
            for step in row.play.steps:
                by_step[step].append(index)
        return {unpack(step): rows for step, rows in by_step.items()}

    def with_move(self, fits: Callable[[Move], bool]) -> Rows:
        return frozenset().union(*[rows for move, rows in self._by_move.items() if fits(move)])

    def rows_with_moves(self, moves: Iterable[Move | Hop]) -> Rows:
        """Return the rows whose moves include all of these, in any order."""
        wanted = Counter([(move.origin, move.number, move.effect) for move in moves])
        any_effect = Counter([(origin, number, None) for origin, number, _ in wanted.elements()])
        rows = self.all_rows
        for (origin, number, effect), times in (wanted | any_effect).items():
            fitting = Counter[int]()
            for move, with_move in self._by_move.items():
                if (move.origin, move.number) == (origin, number) and effect in (None, move.effect):
                    fitting.update(with_move)
            rows &= {row for row, count in fitting.items() if count >= times}
        return rows

    @cached_property
    def all_rows(self) -> Rows:
        return frozenset(range(len(self.rows)))

    def reached_by(self, paths: Iterable[Path]) -> Rows:
        ends = set[int]().union(*[path.rest.plays for path in paths])
        return frozenset([index for index, row in enumerate(self.rows) if row.end in ends])

    def starting_elsewhere(self, rows: Rows, origins: Mapping[int, int]) -> Rows:
        """Return the rows in which fewer than the stated number of checkers leave the origins."""
        passing = rows & self.with_move(lambda move: move.target in origins)
        return frozenset([row for row in passing if not self.rows[row].begins_at(origins)])


NOTATION: Final = "0123456789/-*^()=,handbrofic"
"""The characters that go to the entry line from anywhere on the board."""

BETWEEN: Final = "/- (,"
"""Characters that end a point; the last one begins a count of checkers."""


def typed_on(accepted: str, refused: str, character: str = "") -> str:
    """Return the text that a character continues: the refused text, or the accepted text before it.

    A character continues the refused text if that is more than a point, or if both together begin a
    place, as in 23/18 if no checker is on 20 to 24.
    """
    tail = refused[len(accepted) :]
    if not refused.strip("("):
        return accepted
    ends_point = bool({*tail, character} & {*BETWEEN})
    begins_place = bool(tail and character and _places_begun(tail + character))
    return refused if ends_point or begins_place else accepted


def _items(text: str) -> tuple[list[str], bool]:
    """Return the typed moves with bare pairs joined, and True if the last may be continued."""
    items: list[str] = []
    waits = False  # True after a point that may begin a pair.
    text = text.removesuffix("=") if text.endswith("off=") else text  # A digit will follow.
    for word in text.replace("-", "/").split():
        is_point = "/" not in word and "(" not in word
        if is_point and waits:
            items[-1] += f"/{word}"
            waits = False
        else:
            items.append(word)
            waits = is_point
    is_closed = text[-1:].isspace()
    if is_closed and waits:
        items[-1] += "/"
    return items, waits or not is_closed


def _routes(items: Sequence[str]) -> tuple[Route, ...] | None:
    try:
        return read_routes(" ".join(items))
    except Unreadable:
        return None


def origin_begun(text: str, places: Iterable[int]) -> int | None:
    """Return the origin of the last move of a text, if it is unambiguous.

    The move need not be possible; `places` are those with checkers of the typing side.
    """
    items, is_open = _items(text.lower())
    if not items or not is_open:
        return None
    origin, slash, _ = items[-1].partition("/")
    begun = _places_begun(origin)
    meant = [place for place in places if place in begun]
    if slash or (not meant and len(origin) > 1):
        return _PLACES.get(origin)
    return meant[0] if len(meant) == 1 else None


_PLACES: Final = POINT_LABELS | WORDS | {"i": Place.HAND}


def _places_begun(fragment: str) -> list[int]:
    return sorted({at for label, at in _PLACES.items() if label.startswith(fragment)})


def _landing_on(typed: str) -> Callable[[Move], bool]:
    stops = _targets_begun(typed)
    return lambda move: any(stop.is_reached_by(move) for stop in stops)


def _routes_begun(fragment: str) -> tuple[Route, ...]:
    way, slash, last = fragment.rpartition("/")
    if not slash:
        return tuple([Route(place, ()) for place in _places_begun(last)])
    if "/" in way:
        begun = _routes([way]) if "(" not in way else None
    else:
        begun = (Route(_PLACES[way], ()),) if way in _PLACES else None
    ends = _targets_begun(last)
    return tuple([Route(at, (*stops, stop)) for at, stops in begun or () for stop in ends])


def _targets_begun(typed: str) -> list[Stop]:
    if effect := EFFECTS.get(typed[-1:]):
        return [Stop(_PLACES[typed[:-1]], effect)] if typed[:-1] in _PLACES else []
    return [Stop(place) for place in _places_begun(typed)]


# ---- plays containing the text


class EntryReading(NamedTuple):
    """The meaning of a text in a stage of a game."""

    shown: tuple[int, ...]
    moves: tuple[Move, ...] = ()
    """The moves that it names, if it names whole moves and they lead to one position."""
    choices: tuple[tuple[Move, ...], ...] = ()
    """The moves that it may name, if they lead to different positions."""
    made: tuple[Path, ...] = ()
    """The paths of the whole moves typed before the last one."""
    picked: int | None = None
    """The checker whose route is being typed."""
    landings: tuple[Move, ...] = ()
    """Possible next moves of that checker so far; none once its route is complete."""
    is_stuck: bool = False
    """True if it names whole moves, but other moves must come first."""
    respelled: frozenset[int] = frozenset()
    """The rows whose listed moves do not contain it."""
    paths: tuple[Path, ...] = ()
    """The paths of all the moves typed, the last one perhaps unfinished."""

    @property
    def origins(self) -> frozenset[int]:
        return frozenset(step.move.origin for path in self.made[:1] for step in path.rest.steps)


@lru_cache(maxsize=8)  # Most keys leave the text unchanged.
def read_entry(plays: PlayList, text: str) -> EntryReading | None:
    """Read a text among the plays of a stage; None if no legal play contains it.

    A play contains the moves that can be made first on the way to it, and its listed moves. Alone,
    `*` hits, `^` traps, `off` bears off, `/16*` lands, and `c` keeps most of the complement.
    """
    if not plays.rows:
        return None
    text = text.lower()
    only, start = text.strip(), (Path((), plays.rest),)
    if not only:
        return EntryReading(tuple(range(len(plays.rows))), made=start)
    if only == "c":
        rows = plays.keeping_most()
    elif only.startswith("/"):
        rows = plays.with_move(_landing_on(only[1:]))
    elif only in EFFECTS:
        rows = plays.with_move(lambda move: move.effect is EFFECTS[only])
    elif "off".startswith(only):
        rows = plays.with_move(lambda move: move.target == Place.OFF)
    elif reading := _read(plays, text):
        return reading
    else:
        fits = _landing_on(only)
        rows = plays.with_move(lambda move: move.effect is not Effect.NOTHING and fits(move))
    return EntryReading(tuple(sorted(rows)), made=start) if rows else None


@lru_cache(maxsize=8)
def read_again(plays: PlayList, text: str) -> EntryReading | None:
    """Read a text that names a play from its first move, although a part of it has been made."""
    start = plays.game.stage_start
    from_start = _list_plays(start) if start else None
    reading = from_start and read_entry(from_start, text)
    if not (from_start and reading):
        return None
    whole = {from_start.rows[row].end: len(from_start.rows[row].moves) for row in reading.shown}
    rows = tuple(at for at, row in enumerate(plays.rows) if row.end in whole)
    if not rows:
        return None
    only = plays.rows[rows[0]]
    is_whole = len(rows) == 1 and whole[only.end] == len(reading.moves)
    return EntryReading(rows, only.moves if is_whole else ())


_list_plays = lru_cache(maxsize=2)(PlayList)


def _read(plays: PlayList, text: str) -> EntryReading | None:
    rest = plays.rest
    items, is_open = _items(text)
    # The moves before an unfinished one, then all of them as typed, then the last one half typed.
    before, named = _routes(items[:-1] if is_open else items), _routes(items) or ()
    if before is None:
        return None
    way, bracket, digit = items[-1].partition("(")
    counts = [f"{way}({count})" for count in "234" if bracket and count.startswith(digit)]
    counted = [routes for last in counts if (routes := _routes([*items[:-1], last]))]
    last = _routes_begun(items[-1]) if is_open else ()
    origin, slash, _ = items[-1].partition("/")
    picked = _PLACES.get(origin) if is_open and slash else None
    made = paths_along(rest, before)
    whole = paths_along(rest, named) if named else ()
    begun = [path for routes in counted for path in paths_along(rest, routes)]
    begun = begun or [p for path in made for route in last for p in extensions(path, route)]
    with_all = _listed(plays, named) if named else Rows()
    half = [*counted, *((*before, route) for route in last)]
    listed = with_all.union(*(_listed(plays, routes) for routes in half))
    paths = (*whole, *begun)
    reached = plays.reached_by(paths)
    if not (listed or reached):
        return None
    moves, choices = _meaning(plays, whole, with_all) if named else ((), ())
    started = () if picked is None else (picked,)
    origins = Counter(route.origin for route in named) if whole else Counter(started)
    others = plays.starting_elsewhere(reached & listed, origins) if origins else Rows()
    return EntryReading(
        tuple(sorted(listed | reached)),
        moves,
        choices,
        made=made if is_open else whole,
        picked=picked,
        is_stuck=bool(named and not whole),
        landings=() if moves or counted else tuple(dict.fromkeys(p.moves[-1] for p in begun)),
        respelled=reached - listed | others,
        paths=paths,
    )


def _meaning(
    plays: PlayList, whole: Sequence[Path], rows: Rows
) -> tuple[tuple[Move, ...], tuple[tuple[Move, ...], ...]]:
    """Return the moves that a text means and, if it is ambiguous, the possible readings."""
    if len({path.rest.position for path in whole}) > 1:
        return (), tuple(path.moves for path in unique_by_rest(whole))
    if whole:
        # If two ways lead to the same position, prefer the one in the list.
        return min(
            whole, key=lambda path: (path.pips, not plays.rows_with_moves(path.moves))
        ).moves, ()
    return (plays.rows[next(iter(rows))].moves if len(rows) == 1 else ()), ()


def _listed(plays: PlayList, routes: Iterable[Route]) -> frozenset[int]:
    ways = product(*(list(route.hops(plays.rest.left)) for route in routes))
    return Rows().union(*(plays.rows_with_moves(chain.from_iterable(way)) for way in ways))


_NO_PLAY: Final = EntryReading(())


# ---- outcomes of an input


class ChosenPlay(NamedTuple):
    moves: tuple[Move, ...]
    text: str = ""
    """The moves as typed; empty if the play was chosen or picked."""
    is_only: bool = False


class AmbiguousPlay(NamedTuple):
    choosing: Choosing
    plays: tuple[tuple[Move, ...], ...]
    text: str


class IllegalPlay(NamedTuple):
    choosing: Choosing
    texts: tuple[str, ...]
    """The moves as they would be typed; several if a click leaves the number open."""
    place: int | None = None
    """The clicked checker, if none of its moves is legal."""
    is_begun: bool = False


class Missing(Enum):
    """The part that an input lacks to choose a play, with the sentence that asks for it."""

    CHOICE = "Choose a play with up and down or type it, then press Enter. Tab goes to the board."
    TARGET = "Choose where it goes: click a marked point, or go there with Tab and the arrows."
    MOVES = "Type more, or choose one of the {many} in the list."


class UnfinishedPlay(NamedTuple):
    choosing: Choosing
    missing: Missing


@dataclass(frozen=True)
class Choosing:
    """The choice of a play of a stage: what is typed, chosen in the list or picked on the board.

    Each input gives the next choice or an outcome. Its owner makes the moves and shows the
    messages.
    """

    plays: PlayList
    text: str = ""
    row: int | None = None
    is_on_board: bool = False
    """True if the arrows move on the board instead of the list."""
    cursor: int | None = None
    """The cursor on the board; None in the list."""
    refused: str = ""
    """The typed text up to the part that no play contains; empty if all of it is valid."""
    is_rejected: bool = False
    """True if Enter has refused the text, so the next character begins a new text."""
    mirrored: bool = False

    # ---- inputs

    def on(self, player_input: Input, lines: tuple[Line, ...] = ()) -> InputOutcome:
        """Handle a key, a typed character or a click on a row of the displayed `lines`."""
        match player_input:
            case Key.SPACE:
                return self._space()
            case Key.ENTER:
                return self._enter_on_board() if self.is_on_board else self.enter()
            case Key.BACKSPACE:
                return self.with_text(self.text[:-1])
            case Key.TAB:
                return self.move_focus(board=not self.is_on_board, cursor=self.reading.picked)
            case Key() if self.is_on_board:
                return self.move_cursor(player_input)
            case Key():
                row = next_row(lines, self.row, player_input)
                return self if row is None else self.choose(row)
            case ChooseRow(row) if row == self.row:
                return self.enter()
            case ChooseRow(row):
                return self.choose(row) if row in self.reading.shown else self
            case ",":
                return self.type(",") if self.text or self.refused else self
            case str() if player_input.lower() in NOTATION:
                return self.type(player_input.lower())
            case _:
                return self

    def _space(self) -> InputOutcome:
        if self.row is not None:
            return self.enter()
        if self.has_picked and not self.refused:
            return self.point() if self.is_on_board else self._put_down()
        if self.is_rejected:
            return self
        if self.text.strip("*^c ") or self.refused:
            return self.type(" ")
        if self.text:
            return UnfinishedPlay(self, Missing.CHOICE)
        if self.is_forced:
            return ChosenPlay(self.rows[0].moves, is_only=True)
        return self.point() if self.is_on_board else UnfinishedPlay(self, Missing.CHOICE)

    def enter(self) -> InputOutcome:
        if self.row is None and self.reading.choices and not self.refused:
            return AmbiguousPlay(self, self.reading.choices, self.text.strip())
        if self.preview:
            is_typed = self.row is None and self.preview == self.reading.moves
            return ChosenPlay(self.preview, self.text.strip() if is_typed else "")
        if self.is_rejected:
            return self
        if self.is_illegal:
            return IllegalPlay(self, (self.text.strip(),))
        if not self.text and self.is_forced:
            return ChosenPlay(self.rows[0].moves, is_only=True)
        if self.has_picked:
            return self._put_down()
        return UnfinishedPlay(self, Missing.MOVES if self.text else Missing.CHOICE)

    def _enter_on_board(self) -> InputOutcome:
        """Handle Enter at the cursor as `point`; a checker with one destination moves at once.

        Space does not, because a held key would continue playing.
        """
        after = self.point()
        if isinstance(after, Choosing) and self.reading.picked is None and after.has_picked:
            moved = after._put_down()
            return after if isinstance(moved, UnfinishedPlay) else moved
        return after

    def point(self) -> InputOutcome:
        """Pick at the cursor, or accept typed text."""
        if not self._points or self.cursor is None:
            return self.enter()
        return self.pick(self.cursor)

    def _put_down(self) -> InputOutcome:
        """Choose the destination of the picked checker, if it has only one."""
        targets = self.pickable - {self.reading.picked}
        return self.pick(*targets) if len(targets) == 1 else UnfinishedPlay(self, Missing.TARGET)

    def type(self, character: str) -> Choosing | IllegalPlay:
        if self.is_rejected:
            return replace(self, refused="", is_rejected=False).type(character)
        begun = typed_on(self.text, self.refused, character)
        text = separated(begun + character)[:60]
        typed = self.with_text(text)
        if not typed.is_illegal:
            return typed
        # The character may be wrong only after the space or slash that it left out.
        before = self if text[:-1] == begun else self.with_text(text[:-1])
        return IllegalPlay(self if before.is_illegal else before, (text,), is_begun=True)

    def refuse(self, text: str) -> Self:
        """Keep a text that no play contains, so typing can continue."""
        return self if self.row is not None else replace(self, refused=text)

    def reject(self) -> Self:
        return replace(self.with_text(""), refused=self.refused, is_rejected=bool(self.refused))

    @property
    def accepted(self) -> Self:
        """The choice without a text that no play contains."""
        return self.with_text(self.text) if self.refused else self

    # ---- the list, the board and the text

    @property
    def rows(self) -> tuple[PlayRow, ...]:
        return self.plays.rows

    @cached_property
    def reading(self) -> EntryReading:
        return read_entry(self.plays, self.text) or read_again(self.plays, self.text) or _NO_PLAY

    @property
    def is_forced(self) -> bool:
        return self.plays.game.stage is not None and len(self.rows) == 1

    @property
    def closing_label(self) -> str:
        """The label of Escape while it clears a choice or leaves the board; empty otherwise."""
        if self.is_on_board:
            return ("put back" if self.has_picked else "clear") if self.text else "list"
        return "clear" if self.text or self.row is not None or self.refused else ""

    @property
    def is_ready(self) -> bool:
        """True if Enter makes a play, asks which one is meant, or points at a checker."""
        is_choice = self.reading.choices and self.row is None and not self.refused
        return bool(self.preview or is_choice or self._points)

    @property
    def _points(self) -> bool:
        """True if Enter and Space pick the place at the cursor."""
        is_typed = (self.text and not self.has_picked) or self.refused
        return not (is_typed or self.cursor is None or self.preview)

    @property
    def is_illegal(self) -> bool:
        """True if no legal play contains the text."""
        return bool(self.text) and not self.reading.shown

    @property
    def is_whole(self) -> bool:
        """True if the text names every move of one play."""
        row = self.chosen_row
        return row is not None and len(self.reading.moves) == len(self.rows[row].moves)

    @property
    def is_stuck(self) -> bool:
        """True if the text names whole moves that cannot be made in the typed order."""
        return self.is_illegal or self.reading.is_stuck

    @property
    def has_picked(self) -> bool:
        """True if a checker is picked and its destination is not typed yet."""
        return self.reading.picked is not None and self.text.endswith("/")

    @property
    def picking(self) -> str:
        """The label of Space and Enter on the board; empty elsewhere."""
        if not self.is_on_board:
            return ""
        if not self.has_picked:
            return "" if self.text else "pick"
        return "put back" if self.cursor == self.reading.picked else "move"

    @cached_property
    def pickable(self) -> frozenset[int]:
        """The places that can be picked next: origins, or the picked checker's destinations."""
        if not self.rows:
            return frozenset()
        if (picked := self.reading.picked) is None:
            return self.reading.origins
        runs = (run.moves[-1] for path in self.reading.made for run in path.runs(picked))
        return frozenset(move.target for move in runs) | {picked}

    @cached_property
    def chosen_row(self) -> int | None:
        """The row that is selected, typed in full, or the only one that matches the text."""
        if self.refused:
            return None
        if self.row is not None or len(self.reading.shown) != 1:
            return self.row
        (only,) = self.reading.shown
        if not self.reading.moves:
            return only if self.text and not self.is_on_board else None
        return only if len(self.reading.moves) == len(self.rows[only].moves) else None

    @cached_property
    def preview(self) -> tuple[Move, ...]:
        """The moves that the board previews and that Enter plays."""
        if self.refused:
            return ()
        row = self.row if self.reading.moves else self.chosen_row
        return self.reading.moves if row is None else self.spelled(row).moves

    @cached_property
    def listed(self) -> tuple[PlayRow, ...]:
        """The rows of the list, written as typed if that differs from their own notation."""
        if not self.reading.respelled:
            return self.rows
        rows = list(self.rows)
        for row in self.reading.respelled:
            rows[row] = self.spelled(row)
        return tuple(rows)

    def spelled(self, row: int) -> PlayRow:
        listed = self.rows[row]
        if row not in self.reading.respelled:
            return listed
        path = next(path for path in self.reading.paths if listed.end in path.rest.plays)
        moves = (*path.moves, *path.rest.plays[listed.end].moves)
        return PlayRow(Play.from_moves(moves, listed.position), front_first=listed.front_first)

    def moves_from(self, place: int) -> tuple[str, ...]:
        """Return the moves that the checker on a place cannot make, as typed."""
        if place == Place.OFF:
            return ()
        targets = [target_of(place, number) for number in dict.fromkeys(self.plays.game.left)]
        stuck = [target for target in targets if self.plays.game.why_not(place, target)]
        return tuple(f"{place_label(place)}/{place_label(target)}" for target in stuck)

    def with_text(self, text: str) -> Self:
        """Replace the text, even by one that no legal play contains."""
        return replace(self._at(board=self.is_on_board, cursor=self.cursor), text=text)

    def choose(self, row: int | None) -> Self:
        return self._at(row)

    def close(self) -> Self:
        """Clear everything selected, picked or typed; if there is nothing, leave the board."""
        cursor = self.cursor if self.reading.picked is None else self.reading.picked
        return self._at(board=self.is_on_board and bool(self.text), cursor=cursor).with_text("")

    def _at(
        self, row: int | None = None, *, board: bool = False, cursor: int | None = None
    ) -> Self:
        cursor = cursor if board else None
        return replace(
            self, row=row, is_on_board=board, cursor=cursor, refused="", is_rejected=False
        )

    def move_focus(self, *, board: bool, cursor: int | None = None) -> Self:
        """Move the cursor to a place on the board that can be picked, or to the list."""
        if self.is_on_board == board:
            return self
        if cursor not in self.pickable:
            cursor = max(self.pickable, default=None)
        return self._at(board=board, cursor=cursor)

    def move_cursor(self, key: Key) -> Self:
        if not self.pickable:
            return self
        rules, side = self.plays.game.rules, self.plays.game.actor or Side.WHITE
        start = max(self.pickable) if self.cursor is None else self.cursor
        spots = {
            place: screen_spot(place, rules, side, mirrored=self.mirrored)
            for place in {*self.pickable, start}
        }
        return self._at(board=True, cursor=nearest(start, spots, key))

    def pick(self, place: int) -> InputOutcome:
        """Point at a place: pick a checker, put it back, or choose its destination."""
        if self.is_illegal:
            return self.with_text("").pick(place)
        fresh = self._at(board=self.is_on_board, cursor=place)
        if self.reading.picked is None:
            if place not in self.pickable:
                return IllegalPlay(fresh, self.moves_from(place), place)
            blank = " " if self.text and not self.text.endswith(" ") else ""
            return fresh.with_text(f"{self.text}{blank}{place_label(place)}/")
        unpicked = fresh.with_text(" ".join(self.text.split()[:-1]))
        if place == self.reading.picked:
            return unpicked
        way = f"{self.text.rpartition('/')[0]}/{place_label(place)}"
        if place not in self.pickable:
            whole = fresh.with_text(f"{self.text} ") if self.reading.moves else unpicked
            if place in whole.reading.origins:
                return whole.pick(place)
            return IllegalPlay(fresh, (way,))
        chosen = fresh.with_text(way)
        if chosen.reading.choices:
            return AmbiguousPlay(fresh, chosen.reading.choices, way)
        return ChosenPlay(chosen.reading.moves) if chosen.reading.moves else chosen


def count_retyped(plays: PlayList, text: str) -> int:
    """Return how many moves to take back for another whole play of the stage; 0 if it is none."""
    start = plays.game.stage_start
    is_refused = Choosing(plays, text).is_illegal
    if start and is_refused and Choosing(_list_plays(start), text).is_whole:
        return len(start.left) - len(plays.game.left)
    return 0


InputOutcome = Choosing | ChosenPlay | AmbiguousPlay | IllegalPlay | UnfinishedPlay
"""The outcome of an input; a `Choosing` if nothing is chosen yet."""
