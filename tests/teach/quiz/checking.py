"""Answers worked out a second time, from position lines and the plain generator alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations

from backgammon_tui.engine import Direction, Position, Rules, Scale, Side
from backgammon_tui.teach.quiz.item import Kind
from backgammon_tui.teach.quiz.question import QuizQuestion
from backgammon_tui.teach.rulebook_pages import pages
from tests.engine.twin import twin_playable, twin_plays

Half = Counter[str]
"""One side's checkers: from the words of a position line, `20!` for a trapped one, to counts."""

_COUNTS = {"none": 0, "one": 1, "two": 2, "three": 3, "both": 2, "all": 4}


class Impossible(Exception):
    """A play that cannot even be made by hand."""


def check(question: QuizQuestion) -> None:
    """Whether a question is well made and its answer right."""
    item = question.item
    texts = [choice.text for choice in question.choices]
    assert 2 <= len(set(texts)) == len(texts) <= 5
    assert 0 <= question.right < len(texts)
    for text in (question.text, *(choice.explanation for choice in question.choices)):
        assert re.fullmatch(r"[A-Z0-9][ -~]*[.?]", text) or text[0] in "hb", text
        assert "  " not in text
        assert ".." not in text
    assert question.section in {section.id for section in pages(question.rules)}
    _CHECKS[item.kind](question)


# ---- by kind


def _check_legal(question: QuizQuestion) -> None:
    """Only the right play leads to a position that the plain generator finds."""
    before, side, numbers = _start(question)
    ends = twin_plays(question.rules, before, side, numbers)
    for index, choice in enumerate(question.choices):
        try:
            end = by_hand(question.rules, str(before), side, choice.text)
        except Impossible:
            end = ""
        assert (end in ends) == (index == question.right), choice.text


def _check_playable(question: QuizQuestion) -> None:
    before, side, numbers = _start(question)
    right = question.choices[question.right].text
    assert _COUNTS[right] == twin_playable(question.rules, before, side, numbers)


def _check_pips(question: QuizQuestion) -> None:
    before, side, numbers = _start(question)
    rules = question.rules
    pips = numbers[0] * twin_playable(rules, before, side, numbers)
    if pips == 4 * numbers[0] and rules.doublets.have_complement and not _is_first(question):
        below = (7 - numbers[0],) * 4
        pips += below[0] * max(
            twin_playable(rules, after, side, below) if _grants(rules, after, side) else 0
            for after in map(Position.parse, twin_plays(rules, before, side, numbers))
        )
    told = question.choices[question.right].text
    assert told == "none" if not pips else told.endswith(f": {pips} pip{'s' if pips > 1 else ''}")


def _check_follows(question: QuizQuestion) -> None:
    before, side, numbers = _start(question)
    rules, right = question.rules, question.choices[question.right].text
    after = Position.parse(by_hand(rules, str(before), side, question.item.plays[0]))
    if len(set(numbers)) == 2:
        assert ("chooses four 5s or four 6s" in right) == rules.one_two
        return
    if not rules.doublets.have_complement:
        assert "four times and no more" in right
    elif _is_first(question):
        assert "first doublet" in right
    elif not _grants(rules, after, side):
        assert "checkers have entered" in right
    else:
        below = 7 - numbers[0]
        playable = twin_playable(rules, after, side, (below,) * 4)
        expected = f"plays four {below}s and gets another throw"
        if playable < 4:
            expected = (
                f"{['none', 'only one', 'only two', 'only three'][playable]} of the four {below}s"
            )
        assert expected in right


def _check_why(question: QuizQuestion) -> None:
    before, side, _ = _start(question)
    rules, right = question.rules, question.choices[question.right].text
    after = before
    if question.item.plays:
        after = Position.parse(by_hand(rules, str(before), side, question.item.plays[0]))
    if "follow?" in question.text:
        assert ("first doublet" in right) == _is_first(question)
        assert ("have entered" in right) == (not _is_first(question))
        return
    (number,) = re.findall(r"can no (\d)", question.text)
    assert twin_playable(rules, after, side, (int(number),)) == 0
    mine, theirs = halves(str(after), side)
    assert ("on the bar" in right) == (mine["bar"] > 0)
    assert ("in hand" in right) == (mine["hand"] > 0 == mine["bar"] and not rules.free_entry)
    for names in re.findall(r"holds ([\d, and]+)", right):
        for point in re.findall(r"\d+", names):
            assert theirs[_across(rules, point)] > 1


def _check_points(question: QuizQuestion) -> None:
    side = question.item.situation.side
    loser, winner = halves(str(question.item.situation.position), side)
    right = question.choices[question.right].text
    if winner["off"] < 15:
        assert right == "None: it is a draw."
        return
    back = loser["hand"] + loser["bar"] + sum(loser[str(point)] for point in range(19, 25))
    worth = 1 if loser["off"] else 3 if back else 2
    assert int(right[0]) == min(worth, max(Scale(question.rules.scale).points))


def _check_trap(question: QuizQuestion) -> None:
    """Each statement is weighed by what stands in the position line."""
    before, side, _ = _start(question)
    (point, there) = re.findall(r"'s (\d+) is \w+'s (\d+)\.", question.text)[0]
    line = by_hand(question.rules, str(before), side, question.item.plays[0])
    mine, theirs = halves(line, side)
    for index, choice in enumerate(question.choices):
        (holds,) = (
            holds for pattern, holds in _STATEMENTS.items() if re.search(pattern, choice.text)
        )
        expected = holds(mine, theirs, point, there)
        assert expected == (index == question.right), choice.text


_STATEMENTS: dict[str, Callable[[Half, Half, str, str], bool]] = {
    "is trapped and cannot move": lambda mine, theirs, point, there: theirs[f"{there}!"] > 0,
    "is free once": lambda mine, theirs, point, there: theirs[f"{there}!"] > 0,
    "is free, and a blot": lambda mine, theirs, point, there: theirs[there] == 1,
    "may not land there": lambda mine, theirs, point, there: (
        theirs[f"{there}!"] > 0 or mine[point] > 1
    ),
    "has a blot there": lambda mine, theirs, point, there: (
        mine[point] == 1 and not theirs[f"{there}!"]
    ),
    "may land there and hit": lambda mine, theirs, point, there: (
        mine[point] == 1 and not theirs[f"{there}!"]
    ),
    "from the bar first": lambda mine, theirs, point, there: theirs["bar"] > 0,
    "may bear off": lambda mine, theirs, point, there: all(
        place == "off" or (place.rstrip("!").isdigit() and int(place.rstrip("!")) <= 6)
        for place in theirs
    ),
    "left the blot alone": lambda mine, theirs, point, there: False,
    "adding a second": lambda mine, theirs, point, there: False,
}


def _check_best(question: QuizQuestion) -> None:
    """All plays are legal, and the right one is the first of the item."""
    before, side, numbers = _start(question)
    ends = twin_plays(question.rules, before, side, numbers)
    assert question.choices[question.right].text == question.item.plays[0]
    for choice in question.choices:
        assert by_hand(question.rules, str(before), side, choice.text) in ends


_CHECKS: dict[Kind, Callable[[QuizQuestion], None]] = {
    Kind.LEGAL: _check_legal,
    Kind.PLAYABLE: _check_playable,
    Kind.PIPS: _check_pips,
    Kind.FOLLOWS: _check_follows,
    Kind.WHY: _check_why,
    Kind.POINTS: _check_points,
    Kind.TRAP: _check_trap,
    Kind.BEST: _check_best,
}


# ---- by hand


def _start(question: QuizQuestion) -> tuple[Position, Side, tuple[int, ...]]:
    """The position, who has thrown, and the numbers of the first stage."""
    item = question.item
    assert item.dice
    first, second = item.dice
    numbers = (first,) * 4 if first == second else (first, second)
    return item.situation.position, item.situation.side, numbers


def _is_first(question: QuizQuestion) -> bool:
    """Whether a doublet has no complement because it is the first."""
    situation = question.item.situation
    return question.rules.first_doublet_face_only and situation.side not in situation.had_doublet


def _grants(rules: Rules, after: Position, side: Side) -> bool:
    mine, _ = halves(str(after), side)
    return not (rules.entry_limits_complement and mine["hand"] + mine["bar"])


def halves(line: str, side: Side) -> tuple[Half, Half]:
    """The checkers of a side and of its opponent."""
    white, black = map(_half, line.split(" / "))
    return (white, black) if side is Side.WHITE else (black, white)


def _half(text: str) -> Half:
    half: Half = Counter()
    for item in text.split()[1:]:
        place, count = item.split(":")
        half[place + "!" * count.endswith("!")] = int(count.rstrip("!"))
    return half


def by_hand(rules: Rules, line: str, side: Side, play: str) -> str:
    """The position line after the moves of a play, whatever most rules say.

    Raises:
        Impossible: if there is no checker to move, nothing for a mark to stand for, or a
            point that is closed.
    """
    for routes in permutations(_routes(play)):
        mine, theirs = halves(line, side)
        try:
            for route in routes:
                for origin, target in pairwise(route):
                    _carry(rules, mine, theirs, origin.rstrip("*^"), target)
        except Impossible:
            continue
        white, black = (mine, theirs) if side is Side.WHITE else (theirs, mine)
        return f"W {_write(white)} / B {_write(black)}"
    raise Impossible(play)


def _routes(play: str) -> list[list[str]]:
    """The ways of single checkers; those that are written once for several, several times."""
    routes = []
    for word in play.split():
        route, _, times = word.partition("(")
        routes += [route.split("/")] * int(times.rstrip(")") or 1)
    return routes


def _carry(rules: Rules, mine: Half, theirs: Half, origin: str, landing: str) -> None:
    target, mark = landing.rstrip("*^"), landing[len(landing.rstrip("*^")) :]
    if not mine[origin] or (target != "off" and int(target) >= (_pips(origin))):
        raise Impossible(f"{origin}/{landing}")
    mine[origin] -= 1
    under = _across(rules, origin) if origin.isdigit() else ""
    if not mine[origin] and theirs[f"{under}!"]:
        theirs[f"{under}!"], theirs[under] = 0, 1
    there = _across(rules, target) if target != "off" else ""
    is_blot = bool(there) and theirs[there] == 1
    if bool(mark) != is_blot or (mark == "^" and not rules.landing.may_trap):
        raise Impossible(f"{origin}/{landing}")
    # Another way may lead to the same end without touching down here.
    if theirs[there] > 1 or mine[f"{target}!"]:
        raise Impossible(f"{origin}/{landing}")
    if is_blot:
        theirs[there] = 0
        theirs["bar" if mark == "*" else f"{there}!"] += 1
    mine[target] += 1


def _pips(place: str) -> int:
    return int(place) if place.isdigit() else 25


def _across(rules: Rules, point: str) -> str:
    return point if rules.direction is Direction.PARALLEL else str(25 - int(point))


def _write(half: Half) -> str:
    order = [*(f"{point}{mark}" for point in range(24, 0, -1) for mark in ("", "!")),
             "hand", "bar", "off"]  # fmt: skip
    return " ".join(
        f"{place.rstrip('!')}:{half[place]}{'!' * place.endswith('!')}"
        for place in order
        if half[place]
    )
