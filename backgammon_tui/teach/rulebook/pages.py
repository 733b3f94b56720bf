"""The whole rules of each game in plain words, including the house rules in force.

The pages are data files in `pages`, described in `pages/FORMAT.md`: one for each ruleset, and
shared sections in `pages/common`. They are read on first use. The engine confirms every example.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple, get_type_hints

from backgammon_tui.engine import (
    Cause,
    Game,
    NotAllowed,
    Opening,
    Phase,
    Position,
    Rules,
    Scale,
    Side,
    StageKind,
    StartingPosition,
    Withheld,
)
from backgammon_tui.engine.actions import ChooseDoubles, Roll
from backgammon_tui.engine.events import (
    ExtraRollEarned,
    GameEnded,
    HandedOver,
    Resumed,
    StageLost,
    StageWithheld,
)
from backgammon_tui.engine.notation import read_moves, write_moves
from backgammon_tui.explain.facts import Why, done
from backgammon_tui.teach import blocks as lines
from backgammon_tui.teach.blocks import (
    LineBlock,
    joined,
    read_data_file,
    read_headed_parts,
)
from backgammon_tui.teach.rulebook.tables import describe_openings
from backgammon_tui.text_file import LineError
from backgammon_tui.words.naming import STANDARD, write_dice
from backgammon_tui.words.reason_sentences import describe_reason
from backgammon_tui.words.rule_settings import (
    HOUSE_RULES,
    describe_for_beginners,
    describe_house_rule,
    describe_setting,
    write_value,
)
from backgammon_tui.words.turns import describe_event

WHY_BY_NAME: Final[Mapping[str, Why]] = MappingProxyType(
    {
        **{cause.value: cause for cause in Cause},
        **{withheld.value: withheld for withheld in Withheld},
        **{f"{kind.value} lost": kind for kind in StageKind},
        **{f"awaiting {phase.value}": phase for phase in Phase if phase is not Phase.OVER},
        "game over": Phase.OVER,
    }
)


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Listing:
    """A list of items: cases of a rule, or the steps of an example."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    position: Position
    caption: str = ""
    side: Side | None = None


Block = Paragraph | Listing | Picture


@dataclass(frozen=True)
class PageSection:
    """A section of a ruleset's page under the rules in force."""

    id: str
    """Its name in the data files, for links."""

    title: str
    blocks: tuple[Block, ...]

    house_rules: tuple[str, ...] = ()
    """The house rules described in it, as fields of `Rules`."""


# ---- data files


class SectionSource(NamedTuple):
    """A section as written, with all its alternatives."""

    file: str
    id: str
    title: str
    when: str
    explains: tuple[Why, ...]
    house_rules: tuple[str, ...]
    blocks: tuple[LineBlock, ...]


@cache
def sections_of(file: str) -> tuple[SectionSource, ...]:
    return tuple(read_sections(file, read_data_file(f"pages/{file}")))


def read_sections(file: str, text: str) -> Iterator[SectionSource]:
    for head, blocks in read_headed_parts(text):
        own = tuple(block for block in blocks if not block[0].text.startswith(_USE))
        if head or own:
            try:
                yield _read_section(file, head or own[0], own)
            except LineError as error:
                raise LineError(error.line, f"{error.problem} ({file})") from None
        for line in (line for block in blocks if block not in own for line in block):
            yield from sections_of(f"common/{line.text.removeprefix(_USE)}.txt")


_USE: Final = "@use "
_HEADERS: Final = ("when", "silent", "explains", "house rules")


def _read_section(file: str, head: LineBlock, blocks: tuple[LineBlock, ...]) -> SectionSource:
    (number, first), *others = head
    name, _, title = first.removeprefix("== ").partition(" | ")
    headers = dict(line.text.split(": ", 1) for line in others if ": " in line.text)
    if not title or not blocks or len(headers) < len(others) or headers.keys() - {*_HEADERS}:
        problem = f"a section is '== id | Title', below it {', '.join(_HEADERS)}, and blocks"
        raise LineError(number, problem)
    when, silent, reasons, rules = (headers.get(header, "") for header in _HEADERS)
    if unknown := set(_listed(reasons)) - WHY_BY_NAME.keys():
        raise LineError(number, f"{unknown} are not reasons of the engine")
    explains = tuple(WHY_BY_NAME[why] for why in _listed(reasons))
    _check_branches(number, when, silent, blocks)
    return SectionSource(file, name, title, when, explains, _listed(rules), blocks)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()


def _check_branches(number: int, when: str, silent: str, blocks: tuple[LineBlock, ...]) -> None:
    """Reject a section that covers only some kinds of a rule.

    Kinds that need no text are listed as silent, so a new kind of rule must be described in every
    section that depends on it.
    """
    firsts = [block[0] for block in blocks if block[0].text.startswith("[")]
    conditions = [(number, when), (number, silent)]
    conditions += [(first.number, first.text[1:-1]) for first in firsts]
    named: defaultdict[str, set[str]] = defaultdict(set)
    for line, condition in conditions:
        for field, values in LineError.read(line, _read_terms, condition):
            if unknown := set(values) - set(_kinds_of_rules().get(field, values)):
                raise LineError(line, f"{field} is never {' or '.join(sorted(unknown))}")
            named[field] |= set(values)
    for field, kinds in _kinds_of_rules().items():
        missing = [kind for kind in kinds if kind not in named[field]]
        if named[field] and missing and kinds != _SWITCH:
            problem = f"nothing is said of {field} = {' | '.join(missing)}"
            raise LineError(number, f"{problem}; if nothing is to be said, name it as silent")


_SWITCH: Final = ("on", "off")
"""The values of a boolean rule, of which only one needs a text."""


@cache
def _kinds_of_rules() -> Mapping[str, tuple[str, ...]]:
    """Return the fields of `Rules` that conditions may use, each with its possible values."""
    kinds: dict[str, tuple[str, ...]] = {}
    for field, kind in get_type_hints(Rules).items():
        if kind is bool:
            kinds[field] = _SWITCH
        elif isinstance(kind, type) and issubclass(kind, Enum):
            kinds[field] = tuple(map(write_rule, kind))
    return kinds


_TERM: Final = re.compile(r"(\w+) = (.+)")


def holds(rules: Rules, condition: str) -> bool:
    """Return True if rules meet a condition: `opening = choose | keep and start = hand`.

    An empty condition always holds.
    """
    terms = _read_terms(condition)
    return all(write_rule(getattr(rules, field)) in values for field, values in terms)


def _read_terms(condition: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(map(_read_term, condition.split(" and "))) if condition else ()


def _read_term(term: str) -> tuple[str, tuple[str, ...]]:
    parts = _TERM.fullmatch(term)
    if parts is None:
        raise ValueError(f"{term!a} is not a condition such as 'free_entry = off'")
    return parts[1], tuple(parts[2].split(" | "))


def write_rule(value: object) -> str:
    """Return a rule's value as conditions write it; a start by its name, not by its position."""
    if isinstance(value, Enum) and not isinstance(value, Opening | Scale):
        return value.name.lower().replace("_", "-")
    assert isinstance(value, bool | Opening | Scale)
    return write_value(value)


# ---- examples: a position and some steps from it

_TOLD: Final = (StageLost, StageWithheld, HandedOver, Resumed, ExtraRollEarned, GameEnded)
"""The events that an example describes itself; its steps explain the rest."""


def from_start(rules: Rules, text: str) -> str:
    return re.sub(r"\Astart\b", str(rules.start.position), text)


@dataclass(frozen=True)
class _Run:
    """An example of the rulebook, played and described step by step."""

    game: Game

    rolled: Game
    blocks: tuple[Block, ...]
    items: tuple[str, ...] = ()
    """Sentences about the steps since the last picture, which become one list."""

    def describe_step(self, game: Game, what: str, comment: str) -> _Run:
        """Return the example after one more step, which led to `game`."""
        events = [
            describe_event(event, STANDARD) for event in game.events if isinstance(event, _TOLD)
        ]
        item = " ".join(part for part in (what, *events, comment) if part)
        return replace(self, game=game, items=(*self.items, item))

    def show(self, caption: str) -> _Run:
        picture = Picture(self.game.position, caption, self.game.side)
        return replace(self, blocks=(*self.finished(), picture), items=())

    def finished(self) -> tuple[Block, ...]:
        return (*self.blocks, Listing(self.items)) if self.items else self.blocks


def describe_example(rules: Rules, starting_position: str, text: str) -> tuple[Block, ...]:
    """Return an example for display: its picture, and its steps in words.

    Args:
        starting_position: The position at its start.
        text: The caption and the steps; each step is a line that begins with `> `, with its text
            below.

    Raises:
        ValueError: if its position is impossible, a step is invalid, or the engine denies it.
    """
    game = StartingPosition.parse(from_start(rules, starting_position)).game(rules)
    caption, *steps = (part.strip() for part in f"\n{text}".split("\n> "))
    picture = Picture(game.position, _in_one_line(caption), game.side)
    # The start of a game needs no separate picture.
    needed = caption or game.position != rules.start.position
    run = _Run(game, game, (picture,) if needed else ())
    for step in steps:
        command, _, comment = step.partition("\n")
        try:
            run = _follow(run, command, _in_one_line(comment))
        except NotAllowed as error:
            reason = describe_reason(error.reason, STANDARD)
            raise ValueError(f"{command}: {reason}") from None
        except ValueError as error:
            raise ValueError(f"{command}: {error}") from None
    return run.finished()


def _in_one_line(text: str) -> str:
    return " ".join(line.strip() for line in text.split("\n"))


def _follow(run: _Run, command: str, comment: str) -> _Run:
    for pattern, follow in _STEPS.items():
        if parts := re.fullmatch(pattern, command):
            return follow(run, comment, *parts.groups())
    raise ValueError("this is not a step of an example")


def _rolls(run: _Run, comment: str, side: str, first: str, second: str) -> _Run:
    _expect_to_act(run.game, side)
    dice = int(first), int(second)
    game = run.game.apply(Roll(*dice))
    another = "An extra roll: " if run.game.phase is Phase.ROLL_AGAIN else ""
    what = f"{another}{STANDARD.name(Side(side))} rolls {write_dice(dice)}."
    run = run.describe_step(game, what, comment)
    return replace(run, rolled=game)


def _plays(run: _Run, comment: str, alternative: str | None, side: str, text: str) -> _Run:
    before = run.rolled if alternative else run.game
    _expect_to_act(before, side)
    moves = read_moves(before, text)
    verb = "could also play" if alternative else "plays"
    what = f"{STANDARD.name(Side(side))} {verb} {write_moves(moves)}."
    return run.describe_step(done(before, moves), what, comment)


def _cannot(run: _Run, comment: str, side: str, text: str, why: str) -> _Run:
    _expect_to_act(run.game, side)
    try:
        read_moves(run.game, text)
    except NotAllowed as error:
        if error.reason.cause is not WHY_BY_NAME.get(why):
            raise ValueError(f"{text} is refused as {error.reason.cause.value!a}") from None
        what = f"{text} is not allowed. {describe_reason(error.reason, STANDARD)}"
    else:
        raise ValueError(f"{text} is allowed")
    return run.describe_step(replace(run.game, events=()), what, comment)


def _chooses(run: _Run, comment: str, side: str, number: str) -> _Run:
    _expect_to_act(run.game, side)
    game = run.game.apply(ChooseDoubles(int(number)))
    return run.describe_step(game, f"{STANDARD.name(Side(side))} chooses four {number}s.", comment)


def _expect_to_act(game: Game, side: str) -> None:
    if game.actor is not Side(side):
        raise ValueError(f"it is not {STANDARD.name(Side(side))} who acts now")


_Follow = Callable[..., _Run]

THEN: Final = r"then (.+)"
"""A step that only states what follows; the tests check it."""


_STEPS: Final[dict[str, _Follow]] = {
    r"([WB]) rolls(?: again)? ([1-6])-([1-6])": _rolls,
    r"(or )?([WB]) plays (.+)": _plays,
    r"([WB]) cannot ([^:]+): (.+)": _cannot,
    r"([WB]) chooses ([56])": _chooses,
    r"show": _Run.show,
    THEN: lambda run, *_: run,
}


# ---- pages


@cache
def pages(rules: Rules) -> tuple[PageSection, ...]:
    return tuple(decide(rules, source) for source in _sources(rules))


def first_picture(rules: Rules) -> Position:
    blocks = (block for section in pages(rules) for block in section.blocks)
    return next(block.position for block in blocks if isinstance(block, Picture))


def name_of_section_about(rules: Rules, why: Why) -> tuple[str, str] | None:
    """Return the id and title of the section that answers a reason, without reading the others.

    None if it cannot occur under these rules.
    """
    named = ((source.id, source.title) for source in _sources(rules) if why in source.explains)
    return next(named, None)


def _sources(rules: Rules) -> list[SectionSource]:
    return [source for source in sections_of(f"{rules.name}.txt") if holds(rules, source.when)]


def decide(rules: Rules, source: SectionSource) -> PageSection:
    blocks: list[Block] = []
    for block in source.blocks:
        try:
            _add(rules, blocks, block)
        except ValueError as error:
            raise LineError(block[0].number, f"{error} ({source.file})") from None
    return PageSection(source.id, source.title, tuple(blocks), source.house_rules)


def _add(rules: Rules, blocks: list[Block], block: lines.LineBlock) -> None:
    (_, first), *others = block
    if first.startswith("["):
        if not holds(rules, first[1:-1]):
            return
        if not others:
            raise ValueError("put a condition above its text")
        block = others
        (_, first), *others = block
    keyword, _, rest = first.partition(" ")
    match keyword:
        case "@picture":
            blocks.append(_draw(rules, rest, joined(others)))
        case "@example":
            blocks += describe_example(rules, rest, "\n".join(line.text for line in others))
        case "@house-rules":
            rules_in_force = (
                describe_house_rule(rules, rule) for rule in HOUSE_RULES if rule.makes_sense(rules)
            )
            blocks.append(Listing(tuple(rules_in_force)))
        case "@openings":
            about, rolls = describe_openings(rules)
            blocks += [Paragraph(about), *([Listing(tuple(rolls))] if rolls else [])]
        case "-":
            text = "\n".join(line.text.strip() for line in block)
            items = text.removeprefix("- ").split("\n- ")
            blocks.append(Listing(tuple(item.replace("\n", " ") for item in items)))
        case "...":
            last = blocks.pop() if blocks else None
            if not isinstance(last, Paragraph):
                raise ValueError("there is no paragraph here to go on in")
            more = joined(block).removeprefix("... ")
            blocks.append(Paragraph(f"{last.text} {more}"))
        case _:
            blocks.append(Paragraph(joined(block)))


def _draw(rules: Rules, text: str, caption: str) -> Picture:
    text, side = from_start(rules, text), None
    if ";" in text:
        starting_position = StartingPosition.parse(text)
        position, side = starting_position.position, starting_position.side
    else:
        position = Position.parse(text)
    rules.check(position)
    return Picture(position, caption, side)


# ---- handout: everything a beginner needs at the board, on one page


def sheet(rules: Rules, keys: Iterable[tuple[str, str]]) -> tuple[PageSection, ...]:
    """Return the sections of a handout.

    Args:
        rules: The game, with the house rules in force.
        keys: Keys, each with its effect.
    """
    about = rules.description.replace("\n", " ")
    in_short = tuple(describe_for_beginners(rules))
    start = Picture(Game.start(rules).position)
    in_force = "; ".join(
        describe_setting(rules, rule) for rule in HOUSE_RULES if rule.makes_sense(rules)
    )
    listed = tuple(f"{key}{_between(does)}{does}" for key, does in keys)
    return (
        PageSection("start", "", (Paragraph(about), start)),
        PageSection("rules", "The rules in short", (Listing(in_short),)),
        PageSection("house-rules", "House rules in force", (Paragraph(f"{in_force}."),)),
        PageSection("keys", "Keys", (Listing(listed),)),
    )


def _between(does: str) -> str:
    return ", " if does.startswith("or ") else ": "
