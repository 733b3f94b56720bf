"""The whole rules of each game in plain words, as they are in force at a table, and their tables.

The pages are data files in `pages`, as `pages/FORMAT.md` describes them: one for each ruleset, and
in `pages/common` the sections that several share. They are read when they are first asked for.
The engine confirms every example. The files in `openings` are written by
`python -m training.opening_tables`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from backgammon_tui.dice import read_dice
from backgammon_tui.engine import (
    RULESETS,
    Cause,
    Direction,
    Doubles,
    Game,
    Landing,
    NotAllowed,
    Opening,
    Phase,
    Position,
    Rules,
    Scale,
    Side,
    StageKind,
    Start,
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
from backgammon_tui.teach.blocks import LineBlock, joined, read_data_file, read_headed_parts
from backgammon_tui.text_file import LineError
from backgammon_tui.words.naming import STANDARD, write_dice
from backgammon_tui.words.reason_sentences import describe_reason
from backgammon_tui.words.rule_settings import (
    HOUSE_RULES,
    changed_rules,
    describe_house_rule,
    describe_setting,
    describe_value,
    rules_in_brief,
    striking,
    write_value,
)
from backgammon_tui.words.turns import describe_event

# ---- comparison of all games

_STANDARD: Final = RULESETS["backgammon"]


@dataclass(frozen=True)
class TableCell:
    text: str
    changed: bool = False


@dataclass(frozen=True)
class TableRow:
    field: str
    label: str
    cells: tuple[TableCell, ...]

    @property
    def shortened(self) -> tuple[TableCell, ...]:
        first, *others = self.cells
        same = {first.text} - {SENSELESS}
        cut = (replace(cell, text=SAME) if cell.text in same else cell for cell in others)
        return (first, *cut)


@dataclass(frozen=True)
class Comparison:
    columns: tuple[Rules, ...]
    rows: tuple[TableRow, ...]


def compare(rules: Rules | None = None) -> Comparison:
    """Compare all rulesets rule by rule, with the rules of the current game for its ruleset."""
    usual = (_STANDARD, *(ruleset for ruleset in RULESETS.values() if ruleset is not _STANDARD))
    columns = tuple(
        rules if rules and rules.name == usual_rules.name else usual_rules for usual_rules in usual
    )
    changed = {rule.field for rule in changed_rules(rules)} if rules else set()
    rows = []
    for field, label in LABELS.items():
        cells = (
            TableCell(_describe(column, field), column is rules and field in changed)
            for column in columns
        )
        rows.append(TableRow(field, label, tuple(cells)))
    return Comparison(columns, tuple(rows))


LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "title": "game",
        "name": "on the command line",
        "direction": "direction",
        "start": "start",
        "doubles": "double",
        "landing": "landing on a blot",
        **{rule.field: rule.title for rule in HOUSE_RULES},
    }
)

SAME: Final = "="
"""The sign for a value equal to the first column."""

COMPLEMENT: Final = "complement: 7 minus the number"
SENSELESS: Final = "-"
"""The sign for a house rule that does not apply to a game."""


def _describe(rules: Rules, field: str) -> str:
    match getattr(rules, field):
        case str(text):
            return text
        case Direction.PARALLEL:
            return "both the same way"
        case Direction.CONTRARY:
            return "in opposite directions"
        case Start.HAND:
            return "all in hand"
        case Start.ACE_POINT:
            return "all on point 24"
        case Start.STANDARD:
            return "on 24, 13, 8 and 6"
        case Doubles.FACE:
            return "four times"
        case Doubles.COMPLEMENT:
            return "four times, complement four times, an extra roll"
        case Landing() as landing:
            return striking(landing)
        case value:
            rule = next(rule for rule in HOUSE_RULES if rule.field == field)
            return describe_value(value) if rule.makes_sense(rules) else SENSELESS


# ---- opening rolls


_NOT_ROLLED_OUT: Final = "These rolls have not been rolled out under your house rules."


def opening_lines(rules: Rules) -> list[str]:
    """Return an explanation and a line for each first roll; none under house rules."""
    if rules != RULESETS[rules.name]:
        return []
    return read_data_file(f"openings/{rules.name}.txt").splitlines()


# ---- the pages

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
    silent: str
    """The kinds of rules that it need not mention, as a condition."""

    explains: tuple[Why, ...]
    house_rules: tuple[str, ...]
    blocks: tuple[LineBlock, ...]


@cache
def sections_of(file: str) -> tuple[SectionSource, ...]:
    return tuple(read_sections(file, read_data_file(f"pages/{file}")))


def read_sections(file: str, text: str) -> Iterator[SectionSource]:
    for head, blocks in read_headed_parts(text):
        own = tuple(block for block in blocks if not block[0].text.startswith(_USE))
        if head:
            yield _read_section(file, head, own)
        for line in (line for block in blocks if block not in own for line in block):
            yield from sections_of(f"common/{line.text.removeprefix(_USE)}.txt")


_USE: Final = "@use "
_HEADERS: Final = ("when", "silent", "explains", "house rules")


def _read_section(file: str, head: LineBlock, blocks: tuple[LineBlock, ...]) -> SectionSource:
    first, *others = (line.text for line in head)
    name, title = first.removeprefix("== ").split(" | ")
    headers = dict(line.split(": ", 1) for line in others)
    when, silent, reasons, rules = (headers.get(header, "") for header in _HEADERS)
    explains = tuple(WHY_BY_NAME[why] for why in _listed(reasons))
    return SectionSource(file, name, title, when, silent, explains, _listed(rules), blocks)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()


def holds(rules: Rules, condition: str) -> bool:
    """Return True if rules meet a condition, if any: `opening = choose | keep and start = hand`."""
    terms = terms_of(condition)
    return all(write_rule(getattr(rules, field)) in values for field, values in terms)


def terms_of(condition: str) -> list[tuple[str, list[str]]]:
    terms = (term.split(" = ") for term in condition.split(" and ") if term)
    return [(field, values.split(" | ")) for field, values in terms]


def write_rule(value: object) -> str:
    """Return a rule's value as conditions write it; a start by its name, not by its position."""
    if isinstance(value, Enum) and not isinstance(value, Opening | Scale):
        return value.name.lower().replace("_", "-")
    assert isinstance(value, bool | Opening | Scale)
    return write_value(value)


# ---- examples

_DESCRIBED: Final = (StageLost, StageWithheld, HandedOver, Resumed, ExtraRollEarned, GameEnded)


def from_start(rules: Rules, text: str) -> str:
    return re.sub(r"\Astart\b", str(rules.start.position), text)


class ExampleStep(NamedTuple):
    command: str
    comment: str
    sentence: str
    game: Game


def play_example(rules: Rules, starting_position: str, text: str) -> Iterator[ExampleStep]:
    """Play an example: its start, then each step.

    The text has the caption and the steps, each a line that begins with `> ` with its text below.
    """
    game = StartingPosition.parse(from_start(rules, starting_position)).game(rules)
    caption, *steps = (part.strip() for part in f"\n{text}".split("\n> "))
    yield ExampleStep("", _in_one_line(caption), "", game)
    rolled = game
    for step in steps:
        command, _, comment = step.partition("\n")
        sentence = ""
        if command != "show" and not command.startswith("then "):
            sentence, game = _take_step(rolled if command.startswith("or ") else game, command)
        if " rolls " in command:
            rolled = game
        yield ExampleStep(command, _in_one_line(comment), sentence, game)


def _in_one_line(text: str) -> str:
    return " ".join(line.strip() for line in text.split("\n"))


def _take_step(game: Game, command: str) -> tuple[str, Game]:
    side, verb, *words = command.removeprefix("or ").split(" ")
    assert game.actor is Side(side), command
    name, text = STANDARD.name(game.actor), " ".join(words)
    match verb:
        case "rolls":
            dice = read_dice(words[-1])
            another = "An extra roll: " if game.phase is Phase.ROLL_AGAIN else ""
            return f"{another}{name} rolls {write_dice(dice)}.", game.apply(Roll(*dice))
        case "plays":
            moves = read_moves(game, text)
            plays = "could also play" if command.startswith("or ") else "plays"
            return f"{name} {plays} {write_moves(moves)}.", done(game, moves)
        case "chooses":
            return f"{name} chooses four {text}s.", game.apply(ChooseDoubles(int(text)))
        case "cannot":
            text = text.partition(":")[0]
            try:
                read_moves(game, text)
            except NotAllowed as error:
                reason = describe_reason(error.reason, STANDARD)
                return f"{text} is not allowed. {reason}", replace(game, events=())
    raise ValueError(f"{command}: this is not a step of an example")


def describe_example(rules: Rules, starting_position: str, text: str) -> Iterator[Block]:
    start, *steps = play_example(rules, starting_position, text)
    # The start of a game needs no separate picture.
    if start.comment or start.game.position != rules.start.position:
        yield Picture(start.game.position, start.comment, start.game.side)
    items: list[str] = []
    for command, comment, sentence, game in steps:
        if sentence:
            events = [describe_event(e, STANDARD) for e in game.events if isinstance(e, _DESCRIBED)]
            items.append(" ".join(filter(None, (sentence, *events, comment))))
        elif command == "show":
            if items:
                yield Listing(tuple(items))
            items = []
            yield Picture(game.position, comment, game.side)
    if items:
        yield Listing(tuple(items))


# ---- pages


@cache
def pages(rules: Rules) -> tuple[PageSection, ...]:
    return tuple(decide(rules, source) for source in _sources(rules))


def first_picture(rules: Rules) -> Position:
    blocks = (block for section in pages(rules) for block in section.blocks)
    return next(block.position for block in blocks if isinstance(block, Picture))


def name_of_section_about(rules: Rules, why: Why) -> tuple[str, str] | None:
    """Return the id and title of the section that answers a reason; None if it cannot occur."""
    named = ((source.id, source.title) for source in _sources(rules) if why in source.explains)
    return next(named, None)


def _sources(rules: Rules) -> list[SectionSource]:
    return [source for source in sections_of(f"{rules.name}.txt") if holds(rules, source.when)]


def decide(rules: Rules, source: SectionSource) -> PageSection:
    blocks: list[Block] = []
    for block in blocks_under(rules, source):
        try:
            _add(rules, blocks, block)
        except ValueError as error:
            raise LineError(block[0].number, f"{error} ({source.file})") from None
    return PageSection(source.id, source.title, tuple(blocks), source.house_rules)


def blocks_under(rules: Rules, source: SectionSource) -> Iterator[LineBlock]:
    for block in source.blocks:
        condition = block[0].text
        if not condition.startswith("["):
            yield block
        elif holds(rules, condition[1:-1]):
            yield block[1:]


def _add(rules: Rules, blocks: list[Block], block: LineBlock) -> None:
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
            about, *rolls = opening_lines(rules) or [_NOT_ROLLED_OUT]
            blocks += [Paragraph(about), *([Listing(tuple(rolls))] if rolls else [])]
        case "-":
            text = "\n".join(line.text.strip() for line in block)
            items = text.removeprefix("- ").split("\n- ")
            blocks.append(Listing(tuple(item.replace("\n", " ") for item in items)))
        case "...":
            last = blocks.pop()
            assert isinstance(last, Paragraph)
            blocks.append(Paragraph(f"{last.text} {joined(block).removeprefix('... ')}"))
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


# ---- handouts


def sheet(rules: Rules, keys: Iterable[tuple[str, str]]) -> tuple[PageSection, ...]:
    about = rules.description.replace("\n", " ")
    in_short = tuple(rules_in_brief(rules))
    start = Picture(Game.start(rules).position)
    in_force = "; ".join(
        describe_setting(rules, rule) for rule in HOUSE_RULES if rule.makes_sense(rules)
    )
    listed = tuple(f"{key}{_between(does)}{does}" for key, does in keys)
    return (
        PageSection("start", "", (Paragraph(about), start)),
        PageSection("rules", "The rules in brief", (Listing(in_short),)),
        PageSection("house-rules", "House rules in force", (Paragraph(f"{in_force}."),)),
        PageSection("keys", "Keys", (Listing(listed),)),
    )


def _between(does: str) -> str:
    return ", " if does.startswith("or ") else ": "
