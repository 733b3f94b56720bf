"""A checker of statements: each is parsed and compared with the engine by looking ahead.

It is written from the rules and shares no code with `words`. A statement that no pattern
matches is an error, so a new sentence needs a check or a reason in `UNCHECKED`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

from backgammon_tui.engine import (
    CHECKERS,
    ChooseDoubles,
    Effect,
    Event,
    Game,
    Move,
    Phase,
    Place,
    Play,
    Position,
    Roll,
    Side,
    StartingPosition,
    Status,
    Withheld,
    events,
)
from backgammon_tui.engine.game import CENTRED
from backgammon_tui.engine.generator import max_playable
from backgammon_tui.engine.legal import unconstrained_steps
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.rules import HOME_BOARD
from backgammon_tui.engine.turn import Rolled, StageKind, Turn
from tests.words.written_turns import (
    COUNTS,
    NAMES,
    PLACES,
    counted,
    log_is,
    moves_in,
    place_of,
    stages_are,
    strip_is,
)

MAX_PLAYS: Final = 12
"""Maximum number of plays followed to their ends; if there are more, a sample is."""


class Future(NamedTuple):
    """The effects of the plays of the current stage, and after the next stage."""

    begins: frozenset[bool]
    """True if the next stage begin?"""
    playable: frozenset[int]
    """Counts of the next stage's numbers can be played, by choice of the doubles too."""
    rolls: frozenset[bool]
    """Is there an extra roll, if the side plays on and does not win?"""
    wins: bool
    """True if the next stage can win."""
    withheld: bool
    is_complete: bool
    """False if some plays were left out."""


def play_out(game: Game, play: Play) -> Game:
    for move in play.moves:
        game = game.apply(move)
    return game


def future(game: Game) -> Future:
    side = game.side
    assert side
    assert game.turn
    begins, playable, rolls = set[bool](), set[int](), set[bool]()
    wins = withheld = False
    is_complete = True
    ends: list[Game] = []
    if game.phase is Phase.CHOOSE:
        ends = [game]
    elif game.phase is Phase.COMPLETE:
        is_complete = not _complete(game, ends, [0])
    else:
        plays = game.legal_plays()
        step = max(1, len(plays) // MAX_PLAYS)
        is_complete = step == 1
        for play in plays[::step]:
            end = play_out(game, play)
            if end.phase is Phase.COMPLETE and _in_stage(end, game):
                is_complete &= not _complete(end, ends, [0])
            else:
                ends.append(end)
    for end in ends:
        if end.is_over:
            if end.result and end.result.winner is None:
                begins.add(False)
                rolls.add(False)
            continue
        if end.side is side and end.phase is Phase.ROLL_AGAIN:
            rolls.add(True)
            continue
        is_here = end.side is side and end.turn is not None
        if not is_here:
            last = end.last_turn
            stages = last.rolled.stages if last else ()
            # A next stage may have begun and been lost at once.
            has_begun = len(stages) > 1 and stages[-1].before is not None
            has_begun &= not _is_second(game)
            begins.add(has_begun)
            rolls.add(False)
            if has_begun:
                playable.add(0)
            withheld |= any(stage.withheld for stage in stages)
            continue
        begins.add(True)
        for begun in _begun(end):
            count, won, again, whole = _next_stage(begun, side)
            playable.add(count)
            wins |= won
            rolls |= again
            is_complete &= whole
    return Future(
        frozenset(begins), frozenset(playable), frozenset(rolls), wins, withheld, is_complete
    )


def _in_stage(end: Game, game: Game) -> bool:
    """Return True if the stage of a game goes on; the next may be handed over at once."""
    assert end.turn
    assert game.turn
    return end.turn.stage.kind is game.turn.stage.kind and len(end.turn.rolls) == len(
        game.turn.rolls
    )


def _is_second(game: Game) -> bool:
    return (
        bool(game.turn and game.turn.rolled.stages[-1].before is not None)
        and len(game.turn.rolled.stages if game.turn else ()) > 1
    )


def _begun(game: Game) -> list[Game]:
    if game.phase is Phase.CHOOSE:
        return [game.apply(ChooseDoubles(number)) for number in (5, 6)]
    return [game]


def _next_stage(game: Game, side: Side) -> tuple[int, bool, set[bool], bool]:
    """Return playable numbers, whether it can win, extra rolls, and whether all is known."""
    if game.phase is Phase.COMPLETE:
        ends: list[Game] = []
        is_known = not _complete(game, ends, [0])
        again = {end.phase is Phase.ROLL_AGAIN and end.side is side for end in ends}
        return 0, False, again | {False}, is_known
    if game.phase is not Phase.MOVE or game.side is not side:
        return 0, False, {False}, True
    plays = game.legal_plays()
    won = any(play.position.has_borne_off_all(side) for play in plays)
    playable = max(len(play.moves) for play in plays)
    if won:
        return playable, True, {False}, True
    if playable == len(game.due):
        end = play_out(game, plays[0])
        return playable, False, {end.phase is Phase.ROLL_AGAIN and end.side is side}, True
    if not game.rules.opponent_completes:
        return playable, False, {False}, True
    again, is_known = {False}, len(plays) < 20
    for play in plays[:20]:
        ends = []
        is_known &= not _complete(play_out(game, play), ends, [0])
        again |= {end.phase is Phase.ROLL_AGAIN and end.side is side for end in ends}
    return playable, False, again, is_known


def _complete(game: Game, ends: list[Game], seen: list[int]) -> bool:
    """Follow a completion to the end of its stage; return True if it is too long."""
    seen[0] += 1
    if seen[0] > 150:
        return True
    if game.phase is not Phase.COMPLETE:
        ends.append(game)
        return False
    assert game.turn
    here = (len(game.turn.rolls), game.turn.stage.kind)
    for move in game.moves:
        after = game.apply(move)
        in_stage = after.turn and (len(after.turn.rolls), after.turn.stage.kind) == here
        if in_stage and after.phase is Phase.MOVE:
            for play in after.legal_plays():
                if _complete(play_out(after, play), ends, seen):
                    return True
        elif _complete(after, ends, seen):
            return True
    return False


# ---- a case


@dataclass
class Case:
    """A state, the one before it and the events in between, as the engine has them."""

    before: Game
    game: Game
    happened: Sequence[Event]
    plays: tuple[Play, ...]
    """The plays of the list, in its order."""
    row: int | None = None
    place: int | None = None
    """The checker that an answer to "why" is about."""
    typed: str = ""
    """The text that a refusal is about."""

    recent: Sequence[Turn] = ()
    """The last finished turns, which a summary is about."""

    @property
    def side(self) -> Side:
        assert self.game.side
        return self.game.side

    shared: dict[str, Future] = field(default_factory=dict)
    """The look ahead, which the cases of all rows have in common."""

    @property
    def future(self) -> Future:
        if "future" not in self.shared:
            self.shared["future"] = future(self.game)
        return self.shared["future"]

    @cached_property
    def after_row(self) -> Game:
        assert self.row is not None
        return play_out(self.game, self.plays[self.row])

    def happened_to(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.happened if isinstance(event, kind)]


def can_use(game: Game, position: Position, side: Side, number: int) -> bool:
    return bool(unconstrained_steps(game.rules, position, side, [number]))


def holds(game: Game, position: Position, side: Side, point: int) -> bool:
    """Return True if the opponent of `side` closes a point in the numbering of `side`."""
    there = game.rules.across(point)
    return position.is_trapped(side, point) or (
        position.count(side.other, there) >= game.rules.landing.closed_by
    )


Verdict = bool | None
"""None if the look ahead is too short to decide."""

Check = Callable[[Case, re.Match[str]], Verdict]
CHECKS: Final[list[tuple[re.Pattern[str], str, Check]]] = []


def claim(pattern: str, voices: str = ".*") -> Callable[[Check], Check]:
    """Register the check of a form of statement, in some voices."""
    for short, whole in _PARTS.items():
        pattern = pattern.replace(short, whole)

    def register(check: Check) -> Check:
        CHECKS.append((re.compile(pattern), voices, check))
        return check

    return register


_NUMBERS: Final = r"(?:(?:two|three|four) \ds|the \d(?:(?:,| and| or|, the| nor) the \d)*)"
_PARTS: Final = {
    "{numbers}": f"(?P<numbers>{_NUMBERS})",
    "{name}": "(?P<name>Anna|Boris)",
    "{other}": "(?P<other>Anna|Boris)",
    "{part}": (
        rf"(?P<part>(?:only (?:one|two|three)|none) of the (?:two|three|four) \ds|only the \d"
        rf"|only one of the two \ds|neither the \d nor the \d|the \d or the \d, but not both"
        rf"|only one of the two numbers|{_NUMBERS})"
    ),
    "{due}": rf"(?P<numbers>{_NUMBERS}|the \d, the \d or both)",
    "{few}": "(?P<few>no|none|one|two|three|four)",
}


def read_numbers(text: str) -> list[int]:
    if match := re.fullmatch(r"(two|three|four) (\d)s", text):
        return [int(match[2])] * COUNTS[match[1]]
    return [int(digit) for digit in re.findall(r"\d", text)]


def is_part(game: Game, text: str) -> bool:
    """Return True if the described part of the stage's numbers is what can be played."""
    return part_is(text, game.due, game.playable, {move.number for move in game.moves})


def part_is(text: str, numbers: Sequence[int], playable: int, first: set[int]) -> bool:
    """Return True if a text names the part of numbers that can be played, `first` at first."""
    due = sorted(numbers)
    if match := re.fullmatch(r"(?:only )?(\w+) of the (\w+) (\d)s", text):
        whole = due == [int(match[3])] * COUNTS[match[2]]
        return whole and playable == COUNTS[match[1]]
    if match := re.fullmatch(r"only the (\d)", text):
        return playable == 1 and first == {int(match[1])} and len(set(due)) == 2
    if text.startswith("neither"):
        return not playable
    if match := re.fullmatch(r"the (\d) or the (\d), but not both", text):
        return playable == 1 and due == sorted(read_numbers(text)) and len(due) == 2
    if text == "only one of the two numbers":
        return playable == 1 and len(due) == 2
    return due == sorted(read_numbers(text)) and playable == len(due)


def verify(case: Case, voice: str, text: str) -> tuple[str, Verdict]:
    """Return the pattern that matches a statement, empty if none does, and if it is true."""
    if voice == "title":
        text = text[0].lower() + text[1:] if not text.startswith(tuple(NAMES)) else text
    for pattern, voices, check in CHECKS:
        if re.fullmatch(voices, voice) and (match := pattern.fullmatch(text)):
            return pattern.pattern, check(case, match)
    return "", False


# ---- whose turn it is, and the numbers


@claim(
    r"{name} to play(?: the extra roll,)?(?: (?:up to )?{due})?\.?(?: for {other})?\.?",
    "status|awaited",
)
def _to_play(case: Case, parsed: re.Match[str]) -> Verdict:
    game = case.game
    if game.actor is not NAMES[parsed["name"]]:
        return False
    if parsed["numbers"] and sorted(read_numbers(parsed["numbers"])) != sorted(game.due):
        return False
    return (parsed["other"] is None) == (game.phase is Phase.MOVE) and (
        parsed["other"] is None or NAMES[parsed["other"]] is game.side
    )


@claim(
    r"{name} plays {due} for {other} with (?P=name)'s own checkers, one move at a time\.",
    "awaited|title",
)
@claim(
    r"{name} plays up to {numbers} for {other} with (?P=name)'s own checkers,"
    r" one move at a time\.",
    "awaited|title",
)
def _plays_for(case: Case, parsed: re.Match[str]) -> Verdict:
    game = case.game
    if game.phase is not Phase.COMPLETE or game.actor is not NAMES[parsed["name"]]:
        return False
    if game.side is not NAMES[parsed["other"]]:
        return False
    due = sorted(read_numbers(parsed["numbers"])) == sorted(game.due)
    return due and (
        "up to" in parsed[0]
        or "or both" in parsed[0]
        or _can_all_be_played(game, NAMES[parsed["name"]])
    )


def _can_all_be_played(game: Game, by: Side) -> Verdict:
    """Return True if the opponent alone may play all numbers that are left."""
    open_games, seen = [game], 0
    while open_games:
        here = open_games.pop()
        seen += 1
        if seen > 300:
            return None
        for move in here.moves:
            after = here.apply(move)
            done = [e for e in after.events if isinstance(e, events.StageCompleted)]
            if done and done[0].by is by:
                return True
            if after.is_over and after.result and after.result.winner is by:
                return True
            if after.phase is Phase.COMPLETE and after.actor is by:
                open_games.append(after)
    return False


@claim(r"{name} (?:to roll|has an extra roll|keeps or rerolls|chooses four 5s or four 6s)\.?")
def _waits(case: Case, parsed: re.Match[str]) -> Verdict:
    phases = {
        "to roll": Phase.ROLL,
        "extra": Phase.ROLL_AGAIN,
        "keeps": Phase.KEEP_OR_REROLL,
        "chooses": Phase.CHOOSE,
    }
    phase = next(phase for word, phase in phases.items() if word in parsed[0])
    return case.game.phase is phase and case.game.actor is NAMES[parsed["name"]]


@claim(r"{name} keeps (?P<dice>\d-\d) or rerolls both dice\.")
def _keeps(case: Case, parsed: re.Match[str]) -> Verdict:
    is_hers = case.game.actor is NAMES[parsed["name"]]
    is_here = case.game.phase is Phase.KEEP_OR_REROLL and is_hers
    return is_here and _dice(parsed["dice"], case.game.opening_dice)


def _dice(text: str, dice: tuple[int, int] | None) -> bool:
    return dice is not None and sorted(map(int, text.split("-"))) == sorted(dice)


@claim(r"[Tt]ype (?:the numbers rolled|Anna's number first)\.", "title")
@claim(r"One die each; the higher starts\.", "title")
def _types(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.awaits_roll


@claim(r"[Ee]very number was played\.", "title")
def _every_number(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.phase is Phase.ROLL_AGAIN


@claim(r"Anna rolls (?P<w>\d), Boris (?P<b>\d): {name} starts and rerolls both dice\.", "title")
@claim(r"(?P<w>)(?P<b>){name} rerolls both dice\.", "title")
def _starts(case: Case, parsed: re.Match[str]) -> Verdict:
    is_hers = case.game.phase is Phase.ROLL and case.game.side is NAMES[parsed["name"]]
    return is_hers and (not parsed["w"] or _opened(case, parsed["w"], parsed["b"]))


def _opened(case: Case, white: str, black: str) -> bool:
    opening = case.game.opening
    return opening is not None and (opening.white, opening.black) == (int(white), int(black))


@claim(r"{name}: (?:(?P<choose>four 5s or four 6s)|keep (?P<dice>\d-\d))\?", "question")
@claim(
    r"(?P<name>)(?P<choose>)(?:keep: play (?P<dice>\d-\d) as the first turn|reroll both dice)",
    "answer",
)
def _asks(case: Case, parsed: re.Match[str]) -> Verdict:
    phase = Phase.CHOOSE if parsed["choose"] else Phase.KEEP_OR_REROLL
    is_mine = not parsed["name"] or case.game.side is NAMES[parsed["name"]]
    is_dice = not parsed["dice"] or _dice(parsed["dice"], case.game.opening_dice)
    return case.game.phase is phase and is_mine and is_dice


def value_of(text: str | None) -> int:
    return int((text or "0").replace(",", ""))


@claim(r"{name} doubles to (?P<value>[\d,]+)\. {other}: take\?", "question")
@claim(r"(?P<name>)take: play on for (?P<value>[\d,]+), and own the cube", "answer")
@claim(r"(?P<name>)pass: {other} wins (?P<half>[\d,]+) points?", "answer")
@claim(
    r"(?P<name>)Take and play on for (?P<value>[\d,]+),"
    r" or pass and lose (?P<half>[\d,]+) points?\.",
    "help|why",
)
@claim(
    r"(?P<name>)Take if you win at least one game in four from here; otherwise pass\.", "help|why"
)
def _doubled(case: Case, parsed: re.Match[str]) -> Verdict:
    """The values are twice the present stake to play on, and the present one to pass."""
    game, groups = case.game, parsed.groupdict()
    if game.phase is not Phase.DOUBLED:
        return False
    if parsed["name"] and game.side is not NAMES[parsed["name"]]:
        return False
    winner_or_taker = NAMES.get(groups.get("other") or "")
    if winner_or_taker and winner_or_taker is not (game.actor if parsed["name"] else game.side):
        return False
    value, half = groups.get("value"), groups.get("half")
    return (not value or value_of(value) == 2 * game.stake) and (
        not half or value_of(half) == game.stake
    )


@claim(r"{name} takes or passes\.?")
def _awaits_answer(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.phase is Phase.DOUBLED and case.game.actor is NAMES[parsed["name"]]


@claim(r"{name} doubles to (?P<value>[\d,]+)\.?")
def _has_doubled(case: Case, parsed: re.Match[str]) -> Verdict:
    is_hers = case.before.side is NAMES[parsed["name"]] and case.happened_to(events.Doubled) != []
    return is_hers and value_of(parsed["value"]) == 2 * case.before.stake


@claim(r"{name} takes: the game is worth (?P<value>[\d,]+), and {other} owns the cube\.")
def _taken(case: Case, parsed: re.Match[str]) -> Verdict:
    taker = NAMES[parsed["name"]]
    is_taken = case.before.phase is Phase.DOUBLED and case.before.actor is taker
    owns = case.game.cube is not None and case.game.cube.owner is NAMES[parsed["other"]] is taker
    return is_taken and owns and case.game.stake == value_of(parsed["value"])


@claim(
    r"{name} passes(?: the double; {other} wins (?P<value>[\d,]+) points?)?\.",
    "why|news|notice|helped|awaited|result",
)
def _passed(case: Case, parsed: re.Match[str]) -> Verdict:
    result, passer = case.game.result, NAMES[parsed["name"]]
    if result is None or result.winner is not passer.other:
        return False
    is_other = parsed["other"] is None or NAMES[parsed["other"]] is passer.other
    return is_other and (not parsed["value"] or value_of(parsed["value"]) == result.points)


@claim(r"the opening roll|Each side rolls one die; the higher starts\.", "status|awaited|title")
def _opening(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.phase is Phase.OPENING


@claim(r"a result to accept", "status")
def _result_waits(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.is_over


# ---- the rest of the turn


@claim(r"(?:[Cc]omplement: )?[Bb]ear off and win\.?", "due|title")
def _can_win(case: Case, parsed: re.Match[str]) -> Verdict:
    return any(play.position.has_borne_off_all(case.side) for play in case.game.legal_plays())


@claim(
    r"(?:[Cc]omplement: )?{part}(?:(?P<none>; no complement: .*)|, then (?P<then>.*?))?\.?",
    "due|title",
)
def _due(case: Case, parsed: re.Match[str]) -> Verdict:
    game, part = case.game, parsed["part"]
    if game.phase is not Phase.MOVE or not is_part(game, part[0].lower() + part[1:]):
        return False
    if "omplement: " in parsed[0].split(",")[0] and parsed[0].lower().startswith("complement"):
        assert game.stage
        if game.stage.kind is not StageKind.COMPLEMENT:
            return False
    if parsed["none"]:
        return _no_complement(case, parsed["none"])
    ahead = case.future
    if parsed["then"] is None:
        if game.has_unplayable or ahead.begins == {False} or not ahead.is_complete:
            return True
        return True not in ahead.begins and True not in ahead.rolls
    return then_follows(case, parsed["then"])


def _no_complement(case: Case, why: str) -> Verdict:
    game = case.game
    named = re.search(r"(Anna|Boris)'s first doubles", why)
    if named and game.side is not NAMES[named[1]]:
        return False
    if "first double" in why:
        return game.rules.first_double_face_only and True not in case.future.rolls
    return True not in case.future.begins and True not in case.future.rolls


def then_follows(case: Case, text: str) -> Verdict:
    """Check the text after "then" about the next stage and the extra roll."""
    ahead = case.future
    text = text.removesuffix(".")
    if "if all checkers are in, " in text:
        text = text.replace("if all checkers are in, ", "")
        if not (ahead.withheld or not ahead.is_complete):
            return False
    if text == "an extra roll":
        return ahead.rolls == {True}
    match = re.fullmatch(
        r"(?:(?P<no>no (?P<which>[\d or]+) can be played)"
        r"|(?P<count>four|at most one|at most two|at most three) (?P<these>[\ds or]+?))"
        r"(?P<roll> for an extra roll|, then an extra roll)?",
        text,
    )
    if match is None or True not in ahead.begins:
        return None if match and not ahead.is_complete else False
    most = max(ahead.playable, default=0)
    if not _are_next(case.game, match["which"] or match["these"]):
        return False
    if match["no"]:
        return (most == 0 and not ahead.wins) if ahead.is_complete or most else None
    if match["count"].startswith("at most"):
        at_most = COUNTS[match["count"].split()[-1]]
        return most == at_most if ahead.is_complete else (most <= at_most and None)
    if match["roll"] is None:
        # Four numbers can be played, or a win is possible.
        return True not in ahead.rolls and (
            most == 4 or ahead.wins or case.game.rules.opponent_completes
        )
    if "then" in match["roll"]:
        return False not in ahead.rolls
    return True if True in ahead.rolls else (None if not ahead.is_complete else False)


def _are_next(game: Game, text: str) -> bool:
    """Return True if these are the numbers of the next stage, by the rules."""
    rolled = game.rolled
    assert rolled
    first, second = rolled.dice
    expected = [7 - first] if first == second else [5, 6]
    return [int(digit) for digit in re.findall(r"\d", text)] == expected


@claim(r"Now {name} can play (?P<options>.*)\.", "why")
def _options(case: Case, parsed: re.Match[str]) -> Verdict:
    named = re.findall(r"(\d)s", parsed["options"])
    return (case.side is NAMES[parsed["name"]] and named == ["5", "6"]) and all(
        _option(case.game.apply(ChooseDoubles(number)), case.side, text)
        for number, text in zip((5, 6), parsed["options"].split("; or "), strict=True)
    )


def _option(begun: Game, side: Side, text: str) -> bool:
    count, wins, again, _ = _next_stage(begun, side)
    if text.endswith(", which can win"):
        return wins
    promised = text.endswith(", then an extra roll")
    if promised != (again == {True}):
        return False
    part = text.removesuffix(", then an extra roll")
    match = re.fullmatch(r"(?:only )?(\w+)(?: of the four)? (\d)s", part)
    return match is not None and COUNTS[match[1]] == count


@claim(r"four (?P<number>[56])s(?: (?P<mark>.*))?", "answer")
def _answer(case: Case, parsed: re.Match[str]) -> Verdict:
    begun = case.game.apply(ChooseDoubles(int(parsed["number"])))
    return mark_holds(parsed["mark"] or "", _next_stage(begun, case.side))


def mark_holds(mark: str, stage: tuple[int, bool, set[bool], bool]) -> bool:
    count, wins, again, _ = stage
    if mark == "wins":
        return wins
    if mark == "↻ all":
        return again == {True} and not wins
    if match := re.fullmatch(r"(\d) of (4)", mark):
        return count == int(match[1]) and not wins and True not in again - {count < 4}
    return mark == "" and count == 0 and not wins


@claim(r"(?P<mark>(?:wins|↻ all|\d of \d)?)", "mark")
def _mark(case: Case, parsed: re.Match[str]) -> Verdict:
    end = case.after_row
    if case.game.phase is not Phase.MOVE or end.side is not case.side:
        return not parsed["mark"]
    if not parsed["mark"] and (end.phase is not Phase.MOVE or case.game.rules.opponent_completes):
        return True  # The best of two doubles is marked; the rest may be for the opponent.
    return mark_holds(parsed["mark"], _next_stage(end, case.side))


@claim(r"Next: (?P<what>.*)\.|No complement: (?P<why>.*)\.", "outlook")
def _outlook(case: Case, parsed: re.Match[str]) -> Verdict:
    end, side = case.after_row, case.side
    if parsed["why"]:
        return end.side is not side and end.phase is not Phase.COMPLETE
    what = parsed["what"]
    stage = _next_stage(end, side)
    if not _are_next(case.game, "".join(re.findall(r"\d", what))):
        return False
    if match := re.fullmatch(r"the (\d)s bear off the rest and win", what):
        return stage[1]
    if match := re.fullmatch(r"all four (\d)s(, then an extra roll)?", what):
        return stage[0] == 4 and (stage[2] == {True}) == bool(match[2])
    match = re.fullmatch(r"(?:only )?(none|one|two|three) of the four (\d)s", what)
    return match is not None and stage[0] == COUNTS[match[1]]


# ---- the strip and the stages


@claim(r"(?P<rows>(?:[^|]+\|)*[^|]+)", "strip")
def _strip(case: Case, parsed: re.Match[str]) -> Verdict:
    game = case.game
    rows = [row.split(",") for row in parsed["rows"].split("|")]
    if game.latest_turn is None or not strip_is(game.latest_turn, rows):
        return False
    if not game.turn or game.phase not in (Phase.MOVE, Phase.COMPLETE, Phase.CHOOSE):
        return True
    if game.phase is Phase.MOVE and game.can_win:
        return not any(step.endswith(" due") for step in rows[-1] if step.startswith("roll"))
    ahead = case.future
    last = rows[-1]
    if last == ["roll again due"] and True not in ahead.rolls and ahead.is_complete:
        return False
    if last == ["roll again lost"] and True in ahead.rolls:
        return False
    coming = [row for row in rows[1:] if all(re.search("(due|lost)$", step) for step in row)]
    coming = [row for row in coming if row[0][0].isdigit() and "or" not in row[0]]
    if coming and game.turn.rolled.stages[-1].before is None and not ahead.wins:
        due = sum(step.endswith("due") for step in coming[-1])
        most = max(ahead.playable, default=0)
        if most > due:
            return False
        if due > most and ahead.is_complete and not game.rules.opponent_completes:
            return False
    lost = sum(step.endswith(" lost") for row in rows for step in row if "current" in "".join(row))
    if lost and game.rules.opponent_completes and game.phase is Phase.MOVE:
        return False
    if game.phase is Phase.MOVE and not game.rules.opponent_completes:
        playable = max(len(play.moves) for play in game.legal_plays())
        is_either = len(game.allowed) > 1 and playable == 1 < len({*game.due})
        return bool(lost == len(game.due) - playable) or (is_either and not lost)
    return True


@claim(r"(?P<parts>.+)", "stages")
def _stages(case: Case, parsed: re.Match[str]) -> Verdict:
    game = case.game
    turn = game.latest_turn
    if turn is None or not stages_are(turn.rolls, parsed["parts"]):
        return False
    if game.phase not in (Phase.MOVE, Phase.COMPLETE, Phase.CHOOSE) or game.can_win:
        return True
    ahead = case.future
    for text in parsed["parts"].split("; "):
        if text == "an extra roll" and (ahead.wins or False in ahead.rolls):
            return False
        if text == "maybe an extra roll" and True not in ahead.rolls:
            return None if not ahead.is_complete else False
        if text == "an extra roll lost" and (True in ahead.rolls and text == parsed["parts"][-18:]):
            return False
        if match := re.fullmatch(r"(maybe )?([\d ]+|four 5s or 6s) to come(, .*)?", text):
            if not match[1] and False in ahead.begins:
                return False
            if match[3] and not _at_most(ahead, match[3]):
                return False
    return True


def _at_most(ahead: Future, text: str) -> bool:
    most = max(ahead.playable, default=0)
    if not ahead.is_complete:
        return True
    return most == (0 if "none" in text else COUNTS[text.split()[-1]])


# ---- news of events


@claim(r"Both roll a (\d), so both roll again\.")
def _tied(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.opening is not None and case.game.opening.white == int(parsed[1])


@claim(r"Anna rolls (\d), Boris (\d): {name} starts\.")
def _won(case: Case, parsed: re.Match[str]) -> Verdict:
    white, black = int(parsed[1]), int(parsed[2])
    higher = (white > black) == (parsed["name"] == "Anna") and white != black
    return higher and _opened(case, parsed[1], parsed[2])


@claim(r"{name} (?:keeps the two numbers|rerolls both dice)\.")
def _kept(case: Case, parsed: re.Match[str]) -> Verdict:
    kind = events.OpeningKept if "keeps" in parsed[0] else events.OpeningRerolled
    return any(e.side is NAMES[parsed["name"]] for e in case.happened if isinstance(e, kind))


@claim(r"(?P<extra>An extra roll: )?{name} rolls (?P<dice>\d-\d)\.")
def _rolled(case: Case, parsed: re.Match[str]) -> Verdict:
    is_extra = case.before.phase is Phase.ROLL_AGAIN
    is_mine = case.before.side is NAMES[parsed["name"]]
    turn = case.game.latest_turn
    rolled = turn and _dice(parsed["dice"], turn.rolled.dice)
    return bool(parsed["extra"]) == is_extra and is_mine and bool(rolled)


@claim(r"{name} plays (?P<moves>[^ ]*[/][^ ]*)( [^ ]*[/][^ ]*)*\.")
def _played(case: Case, parsed: re.Match[str]) -> Verdict:
    """All moves, with their hits and traps, are named, and all are of this side."""
    moves = [event.move for event in case.happened if isinstance(event, events.Moved)]
    is_hers = all(move.side is NAMES[parsed["name"]] for move in moves)
    return bool(moves) and is_hers and moves_in(parsed[0]) == counted(moves)


@claim(r"{name} (?P<verb>plays|enters|bears off) (?P<move>[^ ]+) and frees {other}'s checker\.")
def _frees(case: Case, parsed: re.Match[str]) -> Verdict:
    """The checker was trapped before the event and is free now, and still there."""
    freed = [e.move for e in case.happened if isinstance(e, events.Moved) and e.freed_checker]
    owner = NAMES[parsed["other"]]
    rules = case.game.rules
    verbs = {0: "bears off", 25: "enters", 26: "enters"}
    return any(
        moves_in(parsed["move"]) == counted([move])
        and parsed["verb"] == verbs.get(move.target or move.origin * (move.origin > 24), "plays")
        and NAMES[parsed["name"]] is owner.other
        and move.side is owner.other
        and case.before.position.is_trapped(owner, rules.across(move.origin)) is True
        for move in freed
    )


@claim(r"{name} (?P<can>plays|can play) {part}\.|Now the complement: {other} .*\.", "n.*|why")
def _begins(case: Case, parsed: re.Match[str]) -> Verdict:
    text = parsed[0].removeprefix("Now the complement: ").removesuffix(".")
    match = re.fullmatch(r"(Anna|Boris) (plays|can play) (.*)", text)
    assert match
    is_complement = parsed[0].startswith("Now the complement")
    kind = StageKind.COMPLEMENT if is_complement else None
    if case.game.phase is not Phase.MOVE:
        # The stage may have been lost or handed over since.
        begun = [e for e in case.happened if isinstance(e, events.StageBegun)]
        return any(
            event.side is NAMES[match[1]]
            and (event.kind is StageKind.COMPLEMENT) == is_complement
            and part_is(match[3], event.numbers, event.playable, {*event.one_of})
            for event in begun
        )
    stage = case.game.stage
    assert stage
    if kind and stage.kind is not kind:
        return False
    return case.side is NAMES[match[1]] and is_part(case.game, match[3])


_REASON: Final = re.compile(
    r"(?P<numbers>(?:two|three|four) \ds|the \d(?:(?:,| or|, the) the \d)*) \((?P<why>[^)]*)\)"
)


@claim(r"(?P<then>Then )?{name} (?:then )?cannot play (?P<lost>.*\))\.")
def _cannot(case: Case, parsed: re.Match[str]) -> Verdict:
    side, game = NAMES[parsed["name"]], case.game
    if parsed["then"]:
        positions = [case.plays[0].position] if len(case.plays) == 1 else []
    elif " then cannot" in parsed[0]:
        positions = [play.position for play in game.legal_plays()]
    else:
        positions = [game.position]
    items = list(_REASON.finditer(parsed["lost"]))
    named = [number for item in items for number in read_numbers(item["numbers"])]
    if not items or not positions or not _are_left(case, side, named):
        return False
    return all(
        not can_use(game, position, side, number)
        and (position.has_borne_off_all(side) or reason_holds(game, position, side, number, why))
        for position in positions
        for item in items
        for number, why in [(n, item["why"]) for n in read_numbers(item["numbers"])]
    )


def _are_left(case: Case, side: Side, named: Sequence[int]) -> bool:
    """Return True if these are the numbers left, or some of those that are left for later."""
    happened = [e for e in case.happened if isinstance(e, events.StageLost | events.HandedOver)]
    if happened:
        return any(
            {lost.number for lost in event.numbers} == {*named}
            and side is (event.side if isinstance(event, events.StageLost) else event.to.other)
            for event in happened
        )
    turn = case.game.latest_turn
    if turn is None or turn.side is not side:
        return False
    left = {number for stage in turn.rolled.stages for number in stage.left or (5, 6)}
    return {*named} <= left


def reason_holds(game: Game, position: Position, side: Side, number: int, why: str) -> bool:
    """Check a reason for a number that cannot be played: each obstacle is as stated."""
    if match := re.match(r"(Anna|Boris) (holds|cannot)", why):
        named = NAMES[match[1]]
        if named is not (side.other if match[2] == "holds" else side):
            return False
    for part in why.split(", and "):
        if match := re.fullmatch(r"(?:Anna|Boris) holds ([\d, and]+)", part):
            points = [int(digits) for digits in re.findall(r"\d+", match[1])]
            if not all(holds(game, position, side, point) for point in points):
                return False
            sources = {min(point + number, 25) for point in points}
            if not all(
                position.count(side, source) or (source == 25 and position.to_enter(side))
                for source in sources
            ):
                return False
        elif part == "not all checkers are home":
            if all(p in HOME_BOARD for p in position.points(side)) and not position.to_enter(side):
                return False
        elif match := re.fullmatch(r"a checker is still on point (\d+)", part):
            if not position.count(side, int(match[1])):
                return False
        elif match := re.fullmatch(r"only the highest checker, on point (\d+), bears off.*", part):
            if max(position.points(side)) != int(match[1]):
                return False
        elif match := re.fullmatch(r"the checker on (?:point )?(\S+) must move first.*", part):
            if not higher_can_move(game, position, side, int(match[1]), number):
                return False
        elif match := re.fullmatch(
            r"the checkers? on points? ([\d, and]+) (?:is|are) trapped.*", part
        ):
            points = [int(digits) for digits in re.findall(r"\d+", match[1])]
            if not all(position.is_trapped(side, point) for point in points):
                return False
        elif match := re.fullmatch(
            r"(?:Anna|Boris) cannot bear off while (?:checkers are|a checker is) still (.*)", part
        ):
            if not _still_there(position, side, match[1]):
                return False
        elif re.fullmatch(r"no checker can use it|a higher checker.*", part):
            pass
        else:
            return False
    return True


def _still_there(position: Position, side: Side, text: str) -> bool:
    """Return True if all places outside the home board are named."""
    points = [int(digits) for digits in re.findall(r"\d+", text)]
    outside = [point for point in position.points(side) if point not in HOME_BOARD]
    off_board = [
        (word in text) == (position.count(side, place) > 0)
        for word, place in (("in hand", Place.HAND), ("the bar", Place.BAR))
    ]
    return all(off_board) and sorted(points) == sorted(outside)


def higher_can_move(game: Game, position: Position, side: Side, point: int, number: int) -> bool:
    """Return True if the checker that "must move first" is there and can move with the number."""
    if not position.count(side, point):
        return False
    steps = unconstrained_steps(game.rules, position, side, [number])
    return any(move.origin == point for move, _ in steps)


@claim(r"(?P<what>[Tt]he .*) (?:is|are) lost(?: too)?\.", "news|notice|helped|why")
def _forfeit(case: Case, parsed: re.Match[str]) -> Verdict:
    if case.game.phase is Phase.MOVE and len(case.plays) == 1:  # A forced play loses it.
        turn = play_out(case.game, case.plays[0]).latest_turn
        return turn is not None and _is_lost(turn.rolled, parsed["what"])
    turn = case.game.latest_turn
    return turn is not None and _is_lost(turn.rolled, parsed["what"])


def _is_lost(rolled: Rolled, what: str) -> bool:
    stages, roll = rolled.stages, rolled.extra_roll
    if ("extra roll" in what) and roll is not Status.LOST:
        return False
    last = stages[-1]
    has_not_begun = last.status is Status.LOST and last.before is None
    if "complement" in what or "chosen doubles" in what:
        kind = StageKind.COMPLEMENT if "complement" in what else StageKind.CHOSEN
        is_roll_lost = roll is Status.LOST
        is_named = ("extra roll" in what) == is_roll_lost
        return last.kind is kind and has_not_begun and is_named
    return "extra roll" in what and not has_not_begun


@claim(r"No complement(?P<roll> and no extra roll)?: (?P<why>.*)\.", "n.*|helped|refusal.*|why")
def _withheld(case: Case, parsed: re.Match[str]) -> Verdict:
    turn = case.game.latest_turn
    if turn is None:
        return False
    stages = turn.rolled.stages
    is_not_granted = stages[-1].status is Status.NOT_GRANTED
    if parsed["roll"] and turn.rolled.extra_roll is not Status.NOT_GRANTED:
        return False
    named = re.search(r"(Anna|Boris)'s first doubles", parsed["why"])
    if named and turn.side is not NAMES[named[1]]:
        return False
    if "first double" in parsed["why"]:
        return is_not_granted and case.game.rules.first_double_face_only
    return is_not_granted and case.game.position.to_enter(turn.side) > 0


@claim(r"{name} chooses four (?P<number>\d)s\.", "n.*")
def _chose(case: Case, parsed: re.Match[str]) -> Verdict:
    chosen = [e for e in case.happened if isinstance(e, events.DoublesChosen)]
    (side, number) = NAMES[parsed["name"]], int(parsed["number"])
    return any(event.side is side and event.number == number for event in chosen)


@claim(r"{name} plays on with (?P=name)'s own checkers until {other} can\.")
def _handed(case: Case, parsed: re.Match[str]) -> Verdict:
    handed = [e for e in case.happened if isinstance(e, events.HandedOver)]
    to = NAMES[parsed["name"]]
    return bool(handed) and handed[-1].to is to and NAMES[parsed["other"]] is to.other


@claim(r"{name} can go on with {part} \((?:to )?(?P<points>.*)\)\.", "n.*")
def _goes_on(case: Case, parsed: re.Match[str]) -> Verdict:
    game = case.game
    if game.phase is not Phase.MOVE or game.side is not NAMES[parsed["name"]]:
        return False
    if not is_part(game, parsed["part"]):
        return False
    targets = {"off" if move.target == 0 else str(move.target) for move in game.moves}
    return targets == set(re.findall(r"\d+|off", parsed["points"]))


@claim(r"Now {name} can go on\.", "helped")
def _resumes(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.phase is Phase.MOVE and case.game.side is NAMES[parsed["name"]]


@claim(r"{name} has played the last number, so the turn is over\.")
def _completed(case: Case, parsed: re.Match[str]) -> Verdict:
    last = case.game.last_turn
    return last is not None and last.side is not NAMES[parsed["name"]]


@claim(r"{name} has earned an extra roll: all the numbers have been played\.")
def _earned(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.phase is Phase.ROLL_AGAIN and case.game.side is NAMES[parsed["name"]]


@claim(
    r"{name} (?P<what>can play .*|cannot play .*), so {other} must, as far as possible\.", "helped"
)
def _must_complete(case: Case, parsed: re.Match[str]) -> Verdict:
    handed = [e for e in case.happened if isinstance(e, events.HandedOver)]
    if not handed or handed[-1].to is not NAMES[parsed["other"]]:
        return False
    named = [int(digit) for digit in re.findall(r"\d", parsed["what"])]
    left = {lost.number for lost in handed[-1].numbers}
    return (
        NAMES[parsed["name"]] is handed[-1].to.other
        and left <= {*named}
        and ("cannot" not in parsed["what"] or left == {*named})
    )


@claim(r"{name}'s checker on (?P<point>\d+) is trapped until {other} leaves\.", "notice")
def _trapped(case: Case, parsed: re.Match[str]) -> Verdict:
    """The point is in the trapper's numbering."""
    owner = NAMES[parsed["name"]]
    there = case.game.rules.across(int(parsed["point"]))
    is_other = NAMES[parsed["other"]] is owner.other
    return is_other and case.game.position.is_trapped(owner, there)


@claim(
    r"A trap: that checker cannot move, and {name} cannot land there, until {other} leaves\.",
    "helped",
)
def _trap(case: Case, parsed: re.Match[str]) -> Verdict:
    traps = [
        e.move
        for e in case.happened
        if isinstance(e, events.Moved) and e.move.effect is Effect.TRAP
    ]
    rules, position = case.game.rules, case.game.position
    lasting = [m for m in traps if position.is_trapped(m.side.other, rules.across(m.target))]
    sides = NAMES[parsed["name"]], NAMES[parsed["other"]]
    return any((move.side.other, move.side) == sides for move in lasting)


@claim(r"{name}'s checker is free again, and a blot\.", "helped")
def _freed(case: Case, parsed: re.Match[str]) -> Verdict:
    owner, rules, position = NAMES[parsed["name"]], case.game.rules, case.game.position
    freed = [
        rules.across(e.move.origin)
        for e in case.happened
        if isinstance(e, events.Moved) and e.freed_checker and e.move.side is owner.other
    ]
    return any(position.count(owner, p) == 1 and not position.is_trapped(owner, p) for p in freed)


@claim(
    r"(?P<head>A hit|Two hits|Three hits|Four hits): {name} must enter (?:that checker"
    r"|those checkers) from the bar before anything else\.",
    "helped",
)
def _hits(case: Case, parsed: re.Match[str]) -> Verdict:
    hits = [e for e in case.happened if isinstance(e, events.Moved) and e.move.effect is Effect.HIT]
    few = {"A": 1, "Two": 2, "Three": 3, "Four": 4}[parsed["head"].split()[0]]
    owner = NAMES[parsed["name"]]
    on_bar = case.game.position.count(owner, Place.BAR) or case.game.is_over
    return len(hits) == few and hits[0].move.side is owner.other and bool(on_bar)


@claim(r"All four (?P<n>\d)s are played; the complement is {numbers}\.", "helped")
def _complement_due(case: Case, parsed: re.Match[str]) -> Verdict:
    return read_numbers(parsed["numbers"]) == [7 - int(parsed["n"])] * 4


# ---- results


@claim(r"{name} has borne off everything and wins (?P<points>[\d,]+) points?\.")
def _wins(case: Case, parsed: re.Match[str]) -> Verdict:
    result = case.game.result
    if result is None or result.winner is not NAMES[parsed["name"]]:
        return False
    off = case.game.position.has_borne_off_all(NAMES[parsed["name"]])
    return off and result.points == int(parsed["points"].replace(",", ""))


@claim(r"{name} resigns; {other} wins (?P<points>[\d,]+) points?\.")
def _resigns(case: Case, parsed: re.Match[str]) -> Verdict:
    result = case.game.result
    points = int(parsed["points"].replace(",", ""))
    return (
        result is not None
        and result.winner is NAMES[parsed["other"]] is NAMES[parsed["name"]].other
        and result.points == points
    )


@claim(r"Both agree to a draw: no points\.|A draw")
def _draw(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.result is not None and case.game.result.winner is None


@claim(r"Nobody can ever move again: the game is a draw, no points\.")
def _dead(case: Case, parsed: re.Match[str]) -> Verdict:
    position = case.game.position
    return not any(can_use(case.game, position, side, n) for side in Side for n in range(1, 7))


@claim(r"{name} wins(?: the match)?", "result")
def _winner(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.result is not None and case.game.result.winner is NAMES[parsed["name"]]


@claim(
    r"(?:By the house rules |In .*)?[Ee]very win is 1 point\."
    r"|With the cube at (?P<cube>\d+) every win is (?P<points>\d+) points\."
)
def _one_point(case: Case, parsed: re.Match[str]) -> Verdict:
    from backgammon_tui.engine import RULESETS

    rules = case.game.rules
    if parsed["cube"]:
        return parsed["cube"] == parsed["points"] == str(case.game.stake)
    is_usual = RULESETS[rules.name].scale is rules.scale
    return rules.scale.max_points == 1 and (is_usual or not parsed[0].startswith("In "))


@claim(
    r"(?:(?P<points>[\d,]+) points?, )?(?P<kind>[Aa] (?:single game|gammon|backgammon))"
    r"(?: with the cube at (?P<cube>[\d,]+))?: {name} has (?:borne off at least one checker"
    r"|borne off nothing(?P<far> and still has a checker (?P<hand>in hand, )?on the bar or in"
    r" (?:the winner's home board|the entry board))?)\."
)
def _kind(case: Case, parsed: re.Match[str]) -> Verdict:
    game, loser = case.game, NAMES[parsed["name"]]
    if game.result is None or game.result.winner is loser:
        return False
    position, rules = game.position, game.rules
    off = position.count(loser, Place.OFF)
    far = position.to_enter(loser) > 0 or any(position.count(loser, p) for p in range(19, 25))
    kind = 1 if off else 3 if far else 2
    kind = min(kind, rules.scale.max_points)
    named = {"single": 1, "gammon": 2, "backgammon": 3}[parsed["kind"].split()[1]]
    if parsed["points"] and value_of(parsed["points"]) != game.result.points:
        return False
    if value_of(parsed["cube"] or "1") != game.result.cube or (parsed["far"] and not far):
        return False
    return kind == named and ("nothing" in parsed[0]) == (not off)


# ---- help


@claim(r"Each side rolls one die\.|Roll both dice\.|Each turn begins with a roll of both dice\.")
def _roll(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.awaits_roll


@claim(r"The higher number starts and (?P<does>.*)\.", "help|why")
def _opening_rule(case: Case, parsed: re.Match[str]) -> Verdict:
    does = {
        "may keep or reroll": "choose",
        "may reroll both dice": "choose",
        "rolls both dice": "again",
        "plays both numbers": "keep",
    }
    return case.game.rules.opening.value == does[parsed["does"]]


@claim(r"Keep (?P<dice>\d-\d) and play it, or reroll both dice\.", "help")
def _keep(case: Case, parsed: re.Match[str]) -> Verdict:
    return _dice(parsed["dice"], case.game.opening_dice)


@claim(
    r"A reroll can be doubles; the numbers you keep cannot\.|Only a reroll can be doubles\.",
    "help|why",
)
def _reroll(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.phase is Phase.KEEP_OR_REROLL


@claim(r"If you keep a 2-1, it earns four 5s or four 6s\.", "help")
def _keep_one_two(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.rules.one_two


@claim(r"(?:First|Play|Now|Now the complement: play) {numbers}\.", "help")
def _play(case: Case, parsed: re.Match[str]) -> Verdict:
    game = case.game
    if game.phase is not Phase.MOVE or not is_part(game, parsed["numbers"]):
        return False
    assert game.stage
    if parsed[0].startswith("First"):
        return game.stage.kind is StageKind.FACE and not game.stage.moves
    return "complement" not in parsed[0] or game.stage.kind is StageKind.COMPLEMENT


@claim(r"Play (?:up to )?{due} for {name} with your own checkers, one move at a time\.", "help")
def _play_for(case: Case, parsed: re.Match[str]) -> Verdict:
    game = case.game
    if game.phase is not Phase.COMPLETE or game.side is not NAMES[parsed["name"]]:
        return False
    is_due = sorted(read_numbers(parsed["numbers"])) == sorted(game.due)
    assert game.actor
    return is_due and (
        "up to" in parsed[0] or "or both" in parsed[0] or _can_all_be_played(game, game.actor)
    )


@claim(r"You can play {part}(?P<rest>, not the \d|: .*)?\.", "help")
def _can_play(case: Case, parsed: re.Match[str]) -> Verdict:
    game = case.game
    if game.phase is Phase.COMPLETE:
        numbers = {move.number for move in game.moves}
        return parsed["part"].startswith("only the") and numbers == {*read_numbers(parsed["part"])}
    if parsed["part"].startswith("the ") and ", but not both" in parsed["part"]:
        return is_part(game, parsed["part"])
    rest = parsed["rest"] or ""
    if rest.startswith(", not the"):
        number = int(rest[-1])
        if number not in game.due or can_use(game, game.position, case.side, number):
            return False
    return is_part(game, parsed["part"])


@claim(r"You can play (?:all of them|both), so you must\.", "help")
def _must_all(case: Case, parsed: re.Match[str]) -> Verdict:
    plays = case.game.legal_plays()
    return max(len(play.moves) for play in plays) == len(case.game.due)


@claim(r"The (?P<n>\d) is lost\.|The other (?:one is|(?P<few>\w+) are) lost\.", "help")
def _other_lost(case: Case, parsed: re.Match[str]) -> Verdict:
    game = case.game
    lost = len(game.due) - max(len(play.moves) for play in game.legal_plays())
    if parsed["n"]:
        number = int(parsed["n"])
        is_due = number in game.due
        return is_due and lost == 1 and not can_use(game, game.position, case.side, number)
    return lost == (COUNTS[parsed["few"]] if parsed["few"] else 1)


@claim(r"(?:The rest is lost; |So )(?P<what>.*) (?:is|are) lost(?: too)?\.", "help|why")
def _rest_lost(case: Case, parsed: re.Match[str]) -> Verdict:
    game = case.game
    rolled = game.rolled
    assert rolled
    last = rolled.stages[-1]
    if game.rules.opponent_completes or not game.has_unplayable:
        return False
    has_roll = rolled.extra_roll is Status.DUE
    kinds = {"complement": StageKind.COMPLEMENT, "chosen doubles": StageKind.CHOSEN}
    if any(word in parsed["what"] and last.kind is not kind for word, kind in kinds.items()):
        return False
    if ("extra roll" in parsed["what"]) != has_roll:
        return False
    named = "complement" in parsed["what"] or "chosen doubles" in parsed["what"]
    return named == (last.status is Status.DUE)


@claim(r"Enter (?:all the checkers in your hand|your .* on the bar) first\.", "help")
def _enter(case: Case, parsed: re.Match[str]) -> Verdict:
    game, actor = case.game, case.game.actor
    assert actor
    on_bar = game.position.count(actor, Place.BAR)
    if "bar" in parsed[0]:
        words = parsed[0].split()
        counted = 1 if words[2] == "checker" else COUNTS.get(words[2]) or int(words[2])
        return on_bar == counted
    return not on_bar and game.position.count(actor, Place.HAND) > 0 and not game.rules.free_entry


@claim(r"Enter checkers from your hand\.|Enter checkers, or move those on the board\.", "help")
def _may_enter(case: Case, parsed: re.Match[str]) -> Verdict:
    game, actor = case.game, case.game.actor
    assert actor
    return game.rules.free_entry and game.position.count(actor, Place.HAND) > 0


@claim(r"A 1 enters on 24, a 6 on 19\.", "help")
def _points(case: Case, parsed: re.Match[str]) -> Verdict:
    return True


@claim(r"All your checkers are home, so you may bear off\.|You may bear off\.", "help")
def _bear_off(case: Case, parsed: re.Match[str]) -> Verdict:
    game, actor = case.game, case.game.actor
    assert actor
    if game.phase is Phase.MOVE:
        return any(move.target == 0 for move in game.moves)
    points = game.position.points(actor)
    return not game.position.to_enter(actor) and all(p in HOME_BOARD for p in points)


@claim(r"Bear off your last (?:(?P<few>\w+) )?checkers? and you win\.", "help")
def _last(case: Case, parsed: re.Match[str]) -> Verdict:
    left = CHECKERS - case.game.position.count(case.side, Place.OFF)
    return _can_win(case, parsed) and left == COUNTS[parsed["few"] or "one"]


@claim(r"Land on a blot, and you hit it or trap it\.", "help")
def _may_trap(case: Case, parsed: re.Match[str]) -> Verdict:
    return any(move.effect is Effect.TRAP for move in case.game.moves)


@claim(r"(?:(?P<n>\d+) of the 36|All (?P<all>36)) rolls can (?P<what>hit|hit or trap)\.", "help")
def _shots(case: Case, parsed: re.Match[str]) -> Verdict:
    """The rolls are those that hit or trap."""
    stated = int(parsed["n"] or parsed["all"])
    return _count_shots(case.game, {Effect.HIT, Effect.TRAP}, stated)


def _count_shots(game: Game, effects: set[Effect], stated: int) -> Verdict:
    """Count the rolls with such an effect in their first stage; a later stage may add some."""
    counted, certain = 0, True
    for high in range(1, 7):
        for low in range(1, high + 1):
            after = game.apply(Roll(high, low))
            weight = 1 if high == low else 2
            has_more = bool(after.turn and len(after.turn.rolled.stages) > 1)
            is_mine = after.side is game.side and after.phase is Phase.MOVE
            plays = after.legal_plays() if is_mine else ()
            moves = {move for play in plays for move in play.moves}
            hits = any(move.effect in effects for move in moves)
            counted += weight * hits
            certain &= hits or not has_more
    return counted == stated if certain else (counted <= stated and None)


@claim(r"With (?P<n>\d+) of the 36 rolls you cannot play at all\.", "help")
def _shut_out(case: Case, parsed: re.Match[str]) -> Verdict:
    return _count_shut_out(case.game) == int(parsed["n"])


def _count_shut_out(game: Game) -> int:
    side = game.side
    assert side
    dead = [n for n in range(1, 7) if not can_use(game, game.position, side, n)]
    return len(dead) ** 2


@claim(r"You can play only the (?P<n>\d)\.", "help")
def _only_number(case: Case, parsed: re.Match[str]) -> Verdict:
    return {move.number for move in case.game.moves} == {int(parsed["n"])}


@claim(r"{name} plays the numbers that you cannot\.", "help")
def _opponent_plays(case: Case, parsed: re.Match[str]) -> Verdict:
    is_other = NAMES[parsed["name"]] is case.side.other
    return is_other and case.game.rules.opponent_completes and case.game.has_unplayable


@claim(r"After each move, {name} goes on if possible\.", "help")
def _after_each(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.phase is Phase.COMPLETE and case.game.side is NAMES[parsed["name"]]


@claim(r"Your first doubles have no complement\.", "help")
def _first_double(case: Case, parsed: re.Match[str]) -> Verdict:
    game = case.game
    return game.rules.first_double_face_only and game.side not in game.had_double


@claim(r"Doubles now have no complement: they cannot enter all your checkers\.", "help")
def _too_many(case: Case, parsed: re.Match[str]) -> Verdict:
    game = case.game
    assert game.side
    return game.rules.entry_limits_complement and game.position.to_enter(game.side) > 4


@claim(
    r"There is no complement"
    r"(?:: these are your first doubles| until all your checkers have entered)\.",
    "help",
)
def _none(case: Case, parsed: re.Match[str]) -> Verdict:
    return _no_complement(case, parsed[0])


@claim(
    r"(?P<when>Then|If that enters your last checkers, then)"
    r" (?:(?P<due>four \ds?|four 5s or four 6s, as you choose|four 5s or 6s|at most .*?)"
    r"(?P<roll>; play them all to earn an extra roll)?|you cannot play a (?P<no>[\d or]+))\.",
    "help",
)
def _help_then(case: Case, parsed: re.Match[str]) -> Verdict:
    ahead = case.future
    if parsed["when"] != "Then" and not ahead.withheld and ahead.is_complete:
        return False
    if parsed["no"]:
        return then_follows(case, f"no {parsed['no']} can be played")
    due = parsed["due"].replace("four 5s or four 6s, as you choose", "four 5s or 6s")
    if parsed["roll"]:
        return then_follows(case, f"{due} for an extra roll")
    return then_follows(case, due)


@claim(r"Then you have an extra roll\.", "help")
def _then_roll(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.future.rolls == {True}


@claim(r"Choose four 5s or four 6s\.", "help")
def _choose(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.phase is Phase.CHOOSE


@claim(r"You can play (?P<fives>\w+) of the 5s and (?P<sixes>\w+) of the 6s\.", "help")
def _both_doubles(case: Case, parsed: re.Match[str]) -> Verdict:
    said_counts = [{**COUNTS, "all": 4}[parsed[word]] for word in ("fives", "sixes")]
    begun = [case.game.apply(ChooseDoubles(number)) for number in (5, 6)]
    return said_counts == [_next_stage(game, case.side)[0] for game in begun]


@claim(r"All four earn an extra roll\.", "help")
def _all_four(case: Case, parsed: re.Match[str]) -> Verdict:
    begun = [case.game.apply(ChooseDoubles(number)) for number in (5, 6)]
    return any(_next_stage(game, case.side)[2] == {True} for game in begun)


# ---- the list


@claim(r"(?P<n>[\d,]+) plays? of {numbers}\.", "plays")
def _plays(case: Case, parsed: re.Match[str]) -> Verdict:
    counted = len(case.game.legal_plays()) == int(parsed["n"].replace(",", ""))
    return counted and is_part(case.game, parsed["numbers"])


@claim(r"(?P<what>.*) can be played\.(?: (?P<n>[\d,]+) plays?\.)?", "plays")
def _only_plays(case: Case, parsed: re.Match[str]) -> Verdict:
    if parsed["n"] and len(case.game.legal_plays()) != int(parsed["n"].replace(",", "")):
        return False
    what = parsed["what"]
    return is_part(case.game, what[0].lower() + what[1:])


@claim(r"Only one number can be played: the (\d) or the (\d)\.(?: (?P<n>\d+) plays?\.)?", "plays")
def _one_of_two(case: Case, parsed: re.Match[str]) -> Verdict:
    if parsed["n"] and len(case.game.legal_plays()) != int(parsed["n"]):
        return False
    first = {move.number for move in case.game.moves}
    return first == {int(parsed[1]), int(parsed[2])}


@claim(r"(?P<n>[\d,]+) plays?\.", "plays")
def _count(case: Case, parsed: re.Match[str]) -> Verdict:
    return len(case.game.legal_plays()) == int(parsed["n"].replace(",", ""))


MARKED_ROWS: Final = 4
"""Maximum number of rows under a heading whose best mark is computed."""


@claim(r"(?P<end>first|last) (?P<from>\w+)/(?P<to>\w+) \| (?P<mark>.*) \| (?P<rows>.*)", "heading")
def _heading(case: Case, parsed: re.Match[str]) -> Verdict:
    """Each row under a heading begins, or ends, with its move, and is a play of the list."""
    move = re.compile(rf"{parsed['from']}/{parsed['to']}(?=[*^/(\s]|$)")
    texts = parsed["rows"].split(";")
    rows = [text.split() for text in texts]
    plays = {frozenset(counted(play.moves).items()): row for row, play in enumerate(case.plays)}
    listed = [plays.get(frozenset(moves_in(text).items())) for text in texts]
    if None in listed or len({*listed}) < len(listed):
        return False
    if parsed["end"] == "first":
        fits = all(move.match(row[0]) for row in rows)
    else:
        ends = re.compile(rf"(^|/){parsed['from']}[*^]?/{parsed['to']}[*^]?(\(\d\))?$")
        fits = all(ends.search(row[-1]) for row in rows)
    if len(rows) > MARKED_ROWS or not parsed["mark"]:
        return fits
    marked = [_mark_is(replace(case, row=row), parsed["mark"]) for row in listed]
    return fits and (True in marked)


def _mark_is(case: Case, mark: str) -> bool:
    end = case.after_row
    is_here = case.game.phase is Phase.MOVE and end.side is case.side
    return is_here and mark_holds(mark, _next_stage(end, case.side))


@claim(r"(?P<all>(?:[Tt]he \d bears off from point \d(?:, | and |\.)?)+)", "off")
def _off(case: Case, parsed: re.Match[str]) -> Verdict:
    assert case.row is not None
    moves = [(m.number, m.origin) for m in case.plays[case.row].moves if m.target == 0]
    named = re.findall(r"[Tt]he (\d) bears off from point (\d)", parsed["all"])
    return all((int(n), int(p)) in moves and int(n) > int(p) for n, p in named)


# ---- why


@claim(
    r"(?:It|Both numbers|All three|All four) can be played, so (?:it|both|they) must be\.", "why"
)
def _all_must(case: Case, parsed: re.Match[str]) -> Verdict:
    counts = {"It": 1, "Bo": 2}.get(parsed[0][:2]) or (3 if "three" in parsed[0] else 4)
    playable = max(len(play.moves) for play in case.game.legal_plays())
    return playable == len(case.game.due) == counts


@claim(r"That leaves only one play\.", "why")
def _only_play(case: Case, parsed: re.Match[str]) -> Verdict:
    return len(case.plays) == 1


@claim(
    r"Not (?P<move>\S+): after that, {name} could not play {numbers}, which must be played\.", "why"
)
def _wasteful(case: Case, parsed: re.Match[str]) -> Verdict:
    """The move could be made if it did not waste a number."""
    game, side = case.game, case.game.actor
    if parsed["move"] in {_write(move) for move in game.moves} or side is not NAMES[parsed["name"]]:
        return False
    return any(
        re.sub("[*^]", "", _write(move)) == re.sub("[*^]", "", parsed["move"])
        and _wastes_after(game, side, reached, move.number, read_numbers(parsed["numbers"]))
        for move, reached in unconstrained_steps(game.rules, game.position, side, game.due)
    )


def _wastes_after(
    game: Game, side: Side, reached: Position, number: int, lost: Sequence[int]
) -> bool:
    left = list(game.due)
    left.remove(number)
    playable = max_playable(game.rules, reached, side, tuple(left))
    return playable + 1 < game.playable and not Counter(lost) - Counter(left)


def _write(move: Move) -> str:
    from backgammon_tui.engine.notation import write_moves

    return write_moves([move])


@claim(r"(?P<what>.*) can be played, (?:so it|and that many) must be\.", "why")
def _that_many(case: Case, parsed: re.Match[str]) -> Verdict:
    what = parsed["what"]
    return is_part(case.game, what[0].lower() + what[1:])


@claim(r"Only one of the two numbers can be played, so it must be the higher: the (?P<n>\d)\.")
def _higher(case: Case, parsed: re.Match[str]) -> Verdict:
    moves = {move.number for move in case.game.moves}
    return case.game.rules.higher_number and moves == {int(parsed["n"])} == {max(case.game.due)}


@claim(r"Only one of the two numbers can be played, whichever you like\.", "why")
def _whichever(case: Case, parsed: re.Match[str]) -> Verdict:
    moves = {move.number for move in case.game.moves}
    playable = max(len(play.moves) for play in case.game.legal_plays())
    return moves == {*case.game.due} and playable == 1


@claim(r"{name} must enter from the (?P<place>bar|hand)(?: first| before any other .*)\.")
def _must_enter(case: Case, parsed: re.Match[str]) -> Verdict:
    place = Place.BAR if parsed["place"] == "bar" else Place.HAND
    if case.game.actor is not NAMES[parsed["name"]]:
        return False
    there = case.game.position.count(NAMES[parsed["name"]], place) > 0
    return there and (place is Place.BAR or not case.game.rules.free_entry)


@claim(r"A play that bears off the last checker wins, however many numbers it uses\.", "why")
def _wins_any(case: Case, parsed: re.Match[str]) -> Verdict:
    return _can_win(case, parsed)


@claim(r"Any legal move will do, but you must make one if you can\.", "why")
def _any_move(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.phase is Phase.COMPLETE and bool(case.game.moves)


@claim(r"All numbers of the previous roll were played, which earns an extra roll\.", "why")
def _why_roll(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.phase is Phase.ROLL_AGAIN


@claim(r"A 2-1 played in full earns four 5s or four 6s; the player who rolled it chooses\.", "why")
def _why_choose(case: Case, parsed: re.Match[str]) -> Verdict:
    return case.game.phase is Phase.CHOOSE and case.game.rules.one_two


@claim(
    r"From (?P<place>the bar|the hand|point \d+) {numbers} cannot be played: (?P<why>.*)\.",
    r"why \d+",
)
def _from(case: Case, parsed: re.Match[str]) -> Verdict:
    if not_from(case, parsed["place"], parsed["numbers"]):
        return _because(case, parsed["numbers"], parsed["why"])
    return False


def _because(case: Case, numbers: str, why: str) -> Verdict:
    """Return True if the reason holds for each number from the place, as an answer to a move."""
    sentence = f"{why[0].upper()}{why[1:]}."
    assert case.place
    for number in read_numbers(numbers):
        target = max(min(case.place, 25) - number, 0)
        names = {place: word for word, place in PLACES.items()}
        typed = f"{names.get(case.place, case.place)}/{target or 'off'}"
        verdict = verify(replace(case, typed=typed), f"refusal {typed}", sentence)[1]
        if number not in case.game.due or not verdict:
            return verdict and None
    return True


@claim(r"(?:[Tt]he \d(?:(?:,| and) the \d)*|(?:Two|Three|Four) \ds) can\.", r"why \d+")
@claim(r"Nor can {numbers}: (?P<why>.*)\.", r"why \d+")
def _nor(case: Case, parsed: re.Match[str]) -> Verdict:
    """The rest of an answer: the reason of other numbers, and the usable ones."""
    if parsed[0].startswith("Nor"):
        usable = {move.number for move in case.game.moves if move.origin == case.place}
        if usable & {*read_numbers(parsed["numbers"])}:
            return False
        return _because(case, parsed["numbers"], parsed["why"])
    usable = {move.number for move in case.game.moves if move.origin == case.place}
    return {*read_numbers(re.sub(" can.$", "", parsed[0]))} <= usable


def not_from(case: Case, place: str, numbers: str) -> bool:
    actor = case.game.actor
    assert actor
    origin = {"the bar": 26, "the hand": 25}.get(place) or int(place.removeprefix("point "))
    if origin != case.place:
        return False
    usable = {move.number for move in case.game.moves if move.origin == origin}
    return not usable & {*read_numbers(numbers)}


# ---- refusals


@claim(r"{name} holds point (?P<point>\d+)\.", "refusal.*")
def _holds(case: Case, parsed: re.Match[str]) -> Verdict:
    mover, point = NAMES[parsed["name"]].other, int(parsed["point"])
    if mover is not case.game.actor or point not in targets_of(case):
        return False
    return holds(case.game, case.game.position, mover, point)


@claim(r"{name} traps a checker on point (?P<point>\d+) and so holds the point\.", "refusal.*")
def _traps(case: Case, parsed: re.Match[str]) -> Verdict:
    mover, point = NAMES[parsed["name"]].other, int(parsed["point"])
    is_asked = mover is case.game.actor and point in targets_of(case)
    return is_asked and case.game.position.is_trapped(mover, point)


@claim(
    r"{name} cannot bear off while (?:checkers are|(?P<one>a checker is)) still (?P<where>.*)\.",
    "refusal.*",
)
def _not_home(case: Case, parsed: re.Match[str]) -> Verdict:
    side = NAMES[parsed["name"]]
    return side is case.game.actor and any(
        (_count_away(position, side) == 1) == bool(parsed["one"])
        and _still_there(position, side, parsed["where"])
        for position, _ in walks(case)
    )


def _count_away(position: Position, side: Side) -> int:
    outside = [point for point in position.points(side) if point not in HOME_BOARD]
    return position.to_enter(side) + sum(position.count(side, point) for point in outside)


@claim(r"{name} has no checker (?:on (?P<place>the bar|point \d+)|in hand)\.", "refusal.*")
def _no_checker(case: Case, parsed: re.Match[str]) -> Verdict:
    side, position = NAMES[parsed["name"]], case.game.position
    place = {None: 25, "the bar": 26}.get(parsed["place"])
    place = place or int(parsed["place"].split()[-1])
    is_asked = side is case.game.actor and place in origins_of(case)
    return is_asked and not position.count(side, place)


@claim(r"The checkers? on points? (?P<point>\d+) is trapped and cannot move\.")
def _is_trapped(case: Case, parsed: re.Match[str]) -> Verdict:
    actor = case.game.actor
    assert actor
    point = int(parsed["point"])
    is_asked = point == case.place or point in origins_of(case)
    return is_asked and case.game.position.is_trapped(actor, point)


@claim(r"Only the highest checker, on point (?P<point>\d+), bears off with a larger number\.")
def _highest(case: Case, parsed: re.Match[str]) -> Verdict:
    actor = case.game.actor
    assert actor
    return max(case.game.position.points(actor)) == int(parsed["point"])


@claim(r"The checker on point (?P<point>\d+) must move first with {numbers}\.", "refusal.*")
def _must_move_first(case: Case, parsed: re.Match[str]) -> Verdict:
    actor = case.game.actor
    assert actor
    (number,) = read_numbers(parsed["numbers"])
    point = int(parsed["point"])
    if number not in case.game.due or min(origins_of(case), default=0) >= point:
        return False
    return higher_can_move(case.game, case.game.position, actor, point, number)


@claim(
    r"No number left (?P<way>enters on point (?P<on>\d+)|bears off from point (?P<off>\d+)"
    r"|moves a checker from point (?P<from>\d+) to point (?P<to>\d+))(?:; a (?P<n>\d) would)?\.",
    "refusal.*",
)
def _no_number(case: Case, parsed: re.Match[str]) -> Verdict:
    if parsed["on"]:
        origins, target = {25, 26}, int(parsed["on"])
    elif parsed["off"]:
        origins, target = {int(parsed["off"])}, 0
    else:
        origins, target = {int(parsed["from"])}, int(parsed["to"])
    if not any(end == target and origins & {*before} for *before, end in steps_of(case)):
        return False
    distance = min(*origins, 25) - target
    fits = [number == distance or (not target and number > distance) for number in range(7)]
    if all(any(fits[number] for number in left) for _, left in walks(case) if left):
        return False
    if not parsed["n"]:
        return True
    actor, number = case.game.actor, int(parsed["n"])
    assert actor
    would = any(
        move.origin in origins and move.target == target
        for position, _ in walks(case)
        for move, _ in unconstrained_steps(case.game.rules, position, actor, [number])
    )
    # Misspelt moves may come before, which this check cannot read.
    return would or (False if re.fullmatch(r"[\w/*^]+", case.typed) else None)


@claim(r"After that, {name} could not play {numbers}, which must be played\.", "refusal.*")
def _wastes(case: Case, parsed: re.Match[str]) -> Verdict:
    """A part of the typed text leaves so many of the numbers unplayable that fewer are played."""
    game, side = case.game, NAMES[parsed["name"]]
    lost = sorted(read_numbers(parsed["numbers"]))
    for position, left in walks(case):
        could = max_playable(game.rules, position, side, left)
        if len(game.due) - len(left) + could < game.playable and set(lost) <= set(left):
            return True
    return False


@claim(r"Nothing can be hit by bearing off\.", "refusal.*")
def _hits_off(case: Case, parsed: re.Match[str]) -> Verdict:
    return bool(re.search(r"(?:o(?:ff?)?|(?<!\d)0)[*^]", case.typed))


@claim(r"A checker that is off cannot move\.", "refusal.*")
def _moves_off(case: Case, parsed: re.Match[str]) -> Verdict:
    return bool(re.search(r"\b(?:o(?:ff?)?|0+)[*^]*[\s,]*[/-]", case.typed))


@claim(r"A checker must enter before it can bear off\.", "refusal.*")
def _bears_off_at_once(case: Case, parsed: re.Match[str]) -> Verdict:
    return any(start > 24 and end == Place.OFF for *_, start, end in steps_of(case))


@claim(r"That is more moves than there are numbers left\.", "refusal.*")
def _too_many_moves(case: Case, parsed: re.Match[str]) -> Verdict:
    """More moves are typed than there are numbers: a move may use several of them."""
    times = [int(times) for times in re.findall(r"\((\d+)\)", case.typed)]
    pips = [min(start, 25) - end for *_, start, end in steps_of(case)]
    needed = sum(max(1, -(-pip // max(case.game.due))) for pip in pips)
    return needed + sum(times) > len(case.game.due)


@claim(r"Write the count once, after the last point(?:: .*)?\.", "refusal.*")
def _counts_once(case: Case, parsed: re.Match[str]) -> Verdict:
    return bool(re.search(r"\(\d+\)\S*[^)\s,]", case.typed)) or case.typed.count("(") > 1


@claim(r"No legal play contains (?P<text>.*)\.")
def _no_legal_play(case: Case, parsed: re.Match[str]) -> Verdict:
    return parsed["text"].strip("'") not in {write_moves(play.moves) for play in case.plays}


@claim(r"That cannot be done now\.|Type help for the list\.")
def _plain_refusal(case: Case, parsed: re.Match[str]) -> Verdict:
    """Neither says anything about the game."""
    return True


@claim(r"Checkers only move forward\.", "refusal.*")
def _forward(case: Case, parsed: re.Match[str]) -> Verdict:
    hops = [hop for chain in chains(case.typed) for hop in pairwise(chain)]
    return any(min(origin, 25) <= target for origin, target in hops) or None


@claim(r"Unknown command or move: '(?P<text>.*)'\.", "refusal.*")
def _unknown(case: Case, parsed: re.Match[str]) -> Verdict:
    """It is not the text of a play in the list."""
    written = {write_moves(play.moves) for play in case.plays}
    return parsed["text"] == case.typed and parsed["text"] not in written


@claim(r"(?P<end>\S+) on its own lists all plays that land there\.", "refusal.*")
def _on_its_own(case: Case, parsed: re.Match[str]) -> Verdict:
    return parsed["end"] in case.typed and parsed["end"] != case.typed


@claim(r"{name} has only (?P<count>\d+) checkers? (?:on (?P<place>the bar|point \d+)|in hand)\.")
def _only_checkers(case: Case, parsed: re.Match[str]) -> Verdict:
    words = {"the bar": Place.BAR, None: Place.HAND}
    place = words.get(parsed["place"]) or int(parsed["place"].split()[-1])
    is_asked = case.game.actor is NAMES[parsed["name"]] and place in origins_of(case)
    return is_asked and case.game.position.count(NAMES[parsed["name"]], place) == int(
        parsed["count"]
    )


@claim(r"{name} has (?P<no>no|a) blot on (?:point )?(?P<point>\d+)(?::.*)?\.", "refusal.*")
def _blot(case: Case, parsed: re.Match[str]) -> Verdict:
    owner, game = NAMES[parsed["name"]], case.game
    there = game.rules.across(int(parsed["point"]))
    if owner is game.actor or int(parsed["point"]) not in targets_of(case):
        return False
    return any(
        (position.count(owner, there) == 1 and not position.is_trapped(owner, there))
        == (parsed["no"] == "a")
        for position, _ in walks(case)
    )


@claim(r"There is no trapping in this game\.", "refusal.*")
def _no_trapping(case: Case, parsed: re.Match[str]) -> Verdict:
    return not case.game.rules.landing.may_trap


@claim(r"After (?P<moves>\S+(?: \S+)*?), (?P<clause>.*)", "refusal.*")
def _after_moves(case: Case, parsed: re.Match[str]) -> Verdict:
    """The rest is true after some of the typed moves."""
    clause = parsed["clause"][0].upper() + parsed["clause"][1:]
    verdicts = set[Verdict]()
    for position, _ in walks(replace(case, typed=parsed["moves"])):
        after = replace(case, game=replace(case.game, position=position))
        verdicts.add(verify(after, "refusal", clause)[1])
    return True in verdicts or None  # Not every position is examined.


_BETWEEN: Final = r"(?:[\s,]*[/-][\s,/-]*|,|(?<=[a-z]))"
_CHAIN: Final = re.compile(
    rf"(?:h(?:and?|a)?|b(?:ar?)?|o(?:ff?)?|\d+)[*^]*(?:{_BETWEEN}(?:o(?:ff?)?|\d+)[*^]*)+"
)


_PLACE: Final = re.compile(r"h(?:and?|a)?|b(?:ar?)?|o(?:ff?)?|\d+")


def chains(text: str) -> list[list[int]]:
    """Read the typed chains of places, such as `24/20/18` and `b7`, as far as they are places.

    A place outside these belongs to the places beside it, as in `21 1`, if only blanks are between.
    """
    whole = list(_CHAIN.finditer(text))
    words = list(_PLACE.finditer(text))
    outside = [word for word in words if not any(_is_within(word, chain) for chain in whole)]
    loose = [
        [_place(first), _place(second)]
        for first, second in pairwise(words)
        if (first in outside or second in outside)
        and re.fullmatch(r"[*^]*[\s,]*", text[first.end() : second.start()])
    ]
    return [[*map(_place, _PLACE.finditer(chain[0]))] for chain in whole] + loose


def _is_within(word: re.Match[str], chain: re.Match[str]) -> bool:
    return chain.start() <= word.start() < chain.end()


def _place(word: re.Match[str]) -> int:
    return place_of(word[0] if word[0].isdigit() else word[0][0])


def steps_of(case: Case) -> Iterator[list[int]]:
    """Yield each typed hop as the places up to its end, at any of which it may begin."""
    for chain in chains(case.typed):
        for at in range(1, len(chain)):
            yield chain[: at + 1]


def targets_of(case: Case) -> set[int]:
    """Return the places where the typed moves may land, those on the way included."""
    due = {*case.game.due}
    return {
        place
        for *_, start, end in steps_of(case)
        for place in range(end, min(start, 25))
        if place == end or len(due) > 1 or (min(start, 25) - place) % min(due, default=1) == 0
    }


def origins_of(case: Case) -> set[int]:
    """Return the places that the typed moves leave; a bare entry may be from bar or hand."""
    return {start for *_, start, end in steps_of(case)}


def walks(case: Case) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Yield positions and numbers left after any of the typed moves in their order."""
    game, actor = case.game, case.game.actor
    assert actor
    targets = [chain[1:] for chain in chains(case.typed)]
    origins = [chain[0] for chain in chains(case.typed)]
    stops = {place for chain in targets for place in chain}
    open_ends, seen = [(game.position, tuple(game.due))], 0
    while open_ends and seen < 200:
        position, left = open_ends.pop()
        seen += 1
        yield position, left
        for move, reached in unconstrained_steps(game.rules, position, actor, left):
            is_typed = move.origin in {*origins, *stops} or any(
                end < move.origin <= start
                for start, chain in zip(origins, targets, strict=True)
                for end in chain
            )
            if is_typed:
                rest = list(left)
                rest.remove(move.number)
                open_ends.append((reached, tuple(rest)))


# ---- the log


@claim(r"{name} (?P<rolls>\d-\d .*?)(?: \((?P<pips>[\d,]+) (?P<noun>pips?)(?P<more>.*)\))?", "log")
def _log(case: Case, parsed: re.Match[str]) -> Verdict:
    """The dice, all moves, their pips, hits and traps, and the lost numbers are as played."""
    turn = case.game.latest_turn
    if turn is None or turn.side is not NAMES[parsed["name"]]:
        return False
    moves = [move for rolled in turn.rolls for stage in rolled.stages for move in stage.moves]
    own = [move for move in moves if move.side is turn.side]
    totals = [sum(min(move.origin, 25) - move.target for move in own)]
    totals += [sum(move.effect is effect for move in own) for effect in (Effect.HIT, Effect.TRAP)]
    written = {"pips": parsed["pips"] or "0", "hit": "0", "trap": "0"}
    for number, noun in re.findall(r"([\d,]+) (hit|trap)s?", parsed["more"] or ""):
        written[noun] = number
    are_totals = [value_of(number) for number in written.values()] == totals
    return are_totals and log_is(turn, parsed["rolls"])


@claim(r"{name} lost {numbers}\.", "notice")
def _lost_numbers(case: Case, parsed: re.Match[str]) -> Verdict:
    """These numbers are left of the stage that the last turn lost."""
    turn = case.recent[-1]
    left = [s.to_play for s in turn.rolled.stages if s.status is Status.LOST and s.before]
    is_hers = turn.side is NAMES[parsed["name"]]
    return is_hers and sorted(left[0]) == sorted(read_numbers(parsed["numbers"]))


@claim(r"(?P<n>\d+) turns? passed without a choice\.", "passed")
@claim(r"(?:Anna|Boris) had no choice in (?P<n>\d+) turns?\.", "passed")
def _passed_turns(case: Case, parsed: re.Match[str]) -> Verdict:
    return int(parsed["n"]) == len(case.recent) and ("turns" in parsed[0]) == (parsed["n"] != "1")


@claim(r"(?P<n>\d+) turns? (?P<verb>was|were) lost\.", "passed")
def _lost_turns(case: Case, parsed: re.Match[str]) -> Verdict:
    """A turn is lost if none of its numbers was played."""
    lost = sum(
        not any(stage.moves for rolled in turn.rolls for stage in rolled.stages)
        for turn in case.recent
    )
    return int(parsed["n"]) == lost and (parsed["verb"] == "was") == (lost == 1)


@claim(r"Doubles had no complement: (?P<why>1st doubles|not all in)\.", "passed")
def _without_complement(case: Case, parsed: re.Match[str]) -> Verdict:
    why = Withheld.FIRST_DOUBLE if "1st" in parsed["why"] else Withheld.STILL_ENTERING
    stages = [s for turn in case.recent for rolled in turn.rolls for s in rolled.stages]
    return any(stage.withheld is why for stage in stages)


# ---- result page and chart


@claim(
    r"Of 36 rolls: (?P<none>\d+) unplayable, (?P<hit>\d+) can hit(?:, (?P<trap>\d+) can trap)?,"
    r" (?P<win>\d+) win",
    "chart",
)
def _chart(case: Case, parsed: re.Match[str]) -> Verdict:
    game = before_roll(case.game)
    assert game.side
    rolls = [game.apply(Roll(a, b)) for a in range(1, 7) for b in range(1, 7)]
    wins = sum(_may_win(after, game.side) for after in rolls)
    if wins != int(parsed["win"]) or _count_shut_out(game) != int(parsed["none"]):
        return False
    verdicts = [_count_shots(game, {Effect.HIT}, int(parsed["hit"]))]
    if parsed["trap"]:
        verdicts.append(_count_traps(game) == int(parsed["trap"]))
    return False if False in verdicts else None if None in verdicts else True


def _count_traps(game: Game) -> int:
    """Count the rolls whose first stage can end with another checker trapped."""
    side, rolls = game.side, 0
    assert side
    before = {*game.position.trapped(side.other)}
    for high in range(1, 7):
        for low in range(1, high + 1):
            after = game.apply(Roll(high, low))
            is_mine = after.side is side and after.phase is Phase.MOVE
            ends = [play.position for play in after.legal_plays()] if is_mine else []
            traps = any({*end.trapped(side.other)} - before for end in ends)
            rolls += (1 if high == low else 2) * traps
    return rolls


def before_roll(game: Game) -> Game:
    """Return the game at the roll of its turn, or at the next one."""
    if game.awaits_roll or game.side is None:
        return game
    position, had, cube = game.position, game.had_double, game.cube or CENTRED
    if game.turn:
        rolled = game.turn.rolled
        position = rolled.stages[0].before or game.turn.before
        if rolled.stages[-1].withheld is Withheld.FIRST_DOUBLE:
            had -= {game.side}
    return StartingPosition(position, game.side, had, cube).game(game.rules)


def _may_win(game: Game, side: Side) -> bool:
    """Return True if the side can bear off its last checker before the next roll."""
    if game.is_over:
        return bool(game.result and game.result.winner is side)
    if game.phase is Phase.CHOOSE and game.side is side:
        return any(_may_win(begun, side) for begun in _begun(game))
    if game.phase is not Phase.MOVE or game.side is not side:
        return False
    if game.position.count(side, Place.OFF) < CHECKERS - 8:
        return False
    return any(_may_win(play_out(game, play), side) for play in game.legal_plays())
