"""A second generator of legal plays, as plain as can be, to compare the fast one with.

It reads and writes position lines and shares nothing with the engine but the fields of
`Rules`. A side's checkers are a dictionary from the words of the position line to counts,
where `20!` is the place of a checker trapped on point 20. Every order of the numbers is
tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backgammon_tui.engine import Direction, Position, Rules, Side

Checkers = dict[str, int]
Frozen = tuple[frozenset[tuple[str, int]], frozenset[tuple[str, int]]]

_PIPS_OF_WORDS = {"hand": 25, "bar": 25, "off": 0}


def twin_plays(rules: Rules, position: Position, side: Side, numbers: Sequence[int]) -> set[str]:
    """Return the position lines after all legal plays of the numbers."""
    return _search(rules, position, side, numbers)[0]


def twin_playable(rules: Rules, position: Position, side: Side, numbers: Sequence[int]) -> int:
    return _search(rules, position, side, numbers)[1]


def _search(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int]
) -> tuple[set[str], int]:
    white, black = (_read(half) for half in str(position).split(" / "))
    start = _freeze(white, black) if side is Side.WHITE else _freeze(black, white)
    layers = [{(start, tuple(sorted(numbers)))}]
    while layers[-1]:
        layers.append(
            {
                (board, left[:i] + left[i + 1 :])
                for before, left in layers[-1]
                for i in range(len(left))
                for board in _moved(rules, before, left[i])
            }
        )
    longest = layers[-2]
    used = len(layers) - 2
    if used == 1 and len(set(numbers)) == 2 and rules.higher_number:
        lowest_left = min(left for _, left in longest)
        longest = {(board, left) for board, left in longest if left == lowest_left}
    ends = {board for board, _ in longest}
    # Bearing off the last checker is always a full play.
    ends |= {board for layer in layers[1:] for board, _ in layer if ("off", 15) in board[0]}
    return {_line(side, board) for board in ends}, used


def _moved(rules: Rules, board: Frozen, number: int) -> Iterator[Frozen]:
    """Return every board after one checker has moved by the number."""
    mine, theirs = dict(board[0]), dict(board[1])
    for origin in mine:
        if origin == "off" or origin.endswith("!"):
            continue
        if "bar" in mine and origin != "bar":
            continue
        if "hand" in mine and origin not in ("hand", "bar") and not rules.free_entry:
            continue
        target = _pips(origin) - number
        if target <= 0:
            if _may_bear_off(mine, origin, number):
                yield _freeze(*_lifted(rules, mine, theirs, origin, "off"))
            continue
        there = _across(rules, str(target))
        if f"{target}!" in mine or theirs.get(there, 0) > 1:
            continue
        after, others = _lifted(rules, mine, theirs, origin, str(target))
        if there not in theirs:
            yield _freeze(after, others)
            continue
        del others[there]
        yield _freeze(after, {**others, "bar": others.get("bar", 0) + 1})
        if rules.landing.may_trap:
            yield _freeze(after, {**others, f"{there}!": 1})


def _lifted(
    rules: Rules, mine: Checkers, theirs: Checkers, origin: str, target: str
) -> tuple[Checkers, Checkers]:
    """Return the board after one checker has left its origin, where it may free another one."""
    mine, theirs = dict(mine), dict(theirs)
    mine[origin] -= 1
    mine[target] = mine.get(target, 0) + 1
    if not mine[origin]:
        del mine[origin]
        under = _across(rules, origin) if origin.isdigit() else ""
        if theirs.pop(f"{under}!", 0):
            theirs[under] = 1
    return mine, theirs


def _may_bear_off(mine: Checkers, origin: str, number: int) -> bool:
    farthest = max(_pips(place) for place in mine)
    return farthest <= 6 and (_pips(origin) == number or _pips(origin) == farthest)


def _pips(place: str) -> int:
    return _PIPS_OF_WORDS[place] if place in _PIPS_OF_WORDS else int(place.rstrip("!"))


def _across(rules: Rules, point: str) -> str:
    return point if rules.direction is Direction.PARALLEL else str(25 - int(point))


def _read(half: str) -> Checkers:
    checkers = {}
    for item in half.split()[1:]:
        place, count = item.split(":")
        checkers[place + "!" * count.endswith("!")] = int(count.rstrip("!"))
    return checkers


def _line(side: Side, board: Frozen) -> str:
    white, black = board if side is Side.WHITE else reversed(board)
    return f"W {_half(white)} / B {_half(black)}"


def _half(checkers: frozenset[tuple[str, int]]) -> str:
    return " ".join(
        f"{place.rstrip('!')}:{count}{'!' * place.endswith('!')}"
        for place, count in sorted(checkers, key=lambda item: _order(item[0]))
    )


def _order(place: str) -> int:
    """Sort points from high to low, then the words."""
    words = list(_PIPS_OF_WORDS)
    return words.index(place) if place in words else -_pips(place)


def _freeze(mine: Checkers, theirs: Checkers) -> Frozen:
    return frozenset(mine.items()), frozenset(theirs.items())
