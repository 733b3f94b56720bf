"""The full rules of each game in plain words, with its house rules, and the tables on its pages.

The pages are data files in `teach/pages`, as `FORMAT.md` there describes: one for each ruleset, and
in `common` the sections that several share. They are read when they are first asked for. The engine
confirms every example. The files in `openings` are written by `python -m training.opening_tables`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from html import escape
from itertools import zip_longest
from textwrap import indent
from typing import Final, NamedTuple

from backgammon_tui.dice import read_dice
from backgammon_tui.engine.events import (
    ExtraRollEarned,
    GameEnded,
    HandedOver,
    Resumed,
    StageLost,
    StageWithheld,
)
from backgammon_tui.engine.game import Game, StartingPosition
from backgammon_tui.engine.moves import ChooseDoubles, Double, Pass, Roll, Take
from backgammon_tui.engine.notation import read_moves, write_moves
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.reasons import Cause, NotAllowed
from backgammon_tui.engine.rules import (
    RULESETS,
    Direction,
    Doubles,
    Landing,
    Opening,
    Rules,
    Scale,
    Start,
)
from backgammon_tui.engine.turn import Phase, StageKind, Withheld
from backgammon_tui.explain.facts import Why, done
from backgammon_tui.text_file import LineBlock, LineError, joined, read_data_file, read_headed_parts
from backgammon_tui.words.board_text import describe_outside, draw_board
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import STANDARD, write_dice
from backgammon_tui.words.reason_sentences import describe_reason
from backgammon_tui.words.rule_settings import (
    HOUSE_RULES,
    changed_rules,
    describe_house_rule,
    describe_setting,
    describe_value,
    moves_as_usual,
    name_landing_effects,
    rules_in_brief,
    write_value,
)
from backgammon_tui.words.turns import describe_event

# ---- comparison of all games


class TableCell(NamedTuple):
    text: str
    changed: bool = False

    @property
    def marked(self) -> str:
        return f"{self.text} !" if self.changed else self.text


class TableRow(NamedTuple):
    field: str
    label: str
    cells: tuple[TableCell, ...]

    @property
    def shortened(self) -> tuple[TableCell, ...]:
        first, *others = self.cells
        same = {first.text} - {NOT_APPLICABLE}
        cut = (cell._replace(text=SAME) if cell.text in same else cell for cell in others)
        return (first, *cut)


class Comparison(NamedTuple):
    columns: tuple[Rules, ...]
    rows: tuple[TableRow, ...]

    @property
    def signs(self) -> tuple[str, ...]:
        """The meanings of the signs and words in the cells."""
        same = f"{SAME} as in {self.columns[0].short_title}"
        return same, f"{NOT_APPLICABLE} does not apply", "complement: 7 minus the number"

    @property
    def has_changes(self) -> bool:
        return any(cell.changed for row in self.rows for cell in row.cells)


def compare(rules: Rules | None = None) -> Comparison:
    """Compare all rulesets rule by rule, with the rules of the current game for its ruleset."""
    columns = {"backgammon": RULESETS["backgammon"], **RULESETS}
    if rules:
        columns[rules.name] = rules
    changed = {rule.field for rule in changed_rules(rules)} if rules else set()
    rows = []
    for field, label in LABELS.items():
        cells = (
            TableCell(_describe(column, field), column is rules and field in changed)
            for column in columns.values()
        )
        rows.append(TableRow(field, label, tuple(cells)))
    return Comparison(tuple(columns.values()), tuple(rows))


LABELS: Final[Mapping[str, str]] = {
    "title": "game",
    "name": "on the command line",
    "direction": "direction",
    "start": "start",
    "doubles": "doubles",
    "landing": "landing on a blot",
    **{rule.field: rule.title for rule in HOUSE_RULES},
}

SAME: Final = "="
"""The sign for a value equal to the first column."""

NOT_APPLICABLE: Final = "-"
"""The sign for a house rule that does not apply to a game."""


_WORDS: Final[dict[object, str]] = {
    Direction.PARALLEL: "both the same way",
    Direction.CONTRARY: "in opposite directions",
    Start.HAND: "all in hand",
    Start.ACE_POINT: "all on point 24",
    Start.STANDARD: "on 24, 13, 8 and 6",
    Doubles.FACE: "four times",
    Doubles.COMPLEMENT: "four times, complement four times",
    **{landing: name_landing_effects(landing) for landing in Landing},
}


def _describe(rules: Rules, field: str) -> str:
    value = getattr(rules, field)
    if rule := next((rule for rule in HOUSE_RULES if rule.field == field), None):
        return describe_value(value) if rule.makes_sense(rules) else NOT_APPLICABLE
    text = _WORDS.get(value, str(value))
    return f"{text}, an extra roll" if field == "doubles" and rules.has_extra_rolls else text


# ---- opening rolls


OPENINGS: Final = "openings"
"""The section with the tables of first rolls."""


def opening_lines(rules: Rules) -> list[str]:
    """Return an explanation and a line for each first roll; none under house rules."""
    if not moves_as_usual(rules):
        return []
    return read_data_file(f"openings/{rules.name}.txt").splitlines()


# ---- the pages

WHY_BY_NAME: Final[Mapping[str, Why]] = {
    **{cause.value: cause for cause in Cause},
    **{withheld.value: withheld for withheld in Withheld},
    **{f"{kind.value} lost": kind for kind in StageKind},
    **{f"awaiting {phase.value}": phase for phase in Phase if phase is not Phase.OVER},
    "game over": Phase.OVER,
}


class Paragraph(NamedTuple):
    text: str


class Listing(NamedTuple):
    items: tuple[str, ...]


class Picture(NamedTuple):
    position: Position
    caption: str = ""
    side: Side | None = None


Block = Paragraph | Listing | Picture


class PageSection(NamedTuple):
    id: str
    """Its name in the data files, for links."""

    title: str
    blocks: tuple[Block, ...]
    house_rules: tuple[str, ...] = ()
    """The house rules that the section describes, as fields of `Rules`."""


# ---- data files


class SectionSource(NamedTuple):
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


def _read_section(file: str, head: LineBlock, blocks: tuple[LineBlock, ...]) -> SectionSource:
    first, *others = (line.text for line in head)
    name, title = first.removeprefix("== ").split(" | ")
    headers = dict(line.split(": ", 1) for line in others)
    when, silent = (headers.get(header, "") for header in ("when", "silent"))
    explains, rules = (
        headers[header].split(", ") if header in headers else ()
        for header in ("explains", "house rules")
    )
    reasons = tuple(WHY_BY_NAME[why] for why in explains)
    return SectionSource(file, name, title, when, silent, reasons, tuple(rules), blocks)


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


def expand_start(rules: Rules, text: str) -> str:
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
    game = StartingPosition.parse(expand_start(rules, starting_position)).game(rules)
    caption, *steps = (part.strip() for part in f"\n{text}".split("\n> "))
    yield ExampleStep("", " ".join(caption.split()), "", game)
    rolled = game
    for step in steps:
        command, _, comment = step.partition("\n")
        sentence = ""
        if command != "show" and not command.startswith("then "):
            sentence, game = _play_step(rolled if command.startswith("or ") else game, command)
        if " rolls " in command:
            rolled = game
        yield ExampleStep(command, " ".join(comment.split()), sentence, game)


def _play_step(game: Game, command: str) -> tuple[str, Game]:
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
        case "doubles":
            game = game.apply(Double())
            return f"{name} doubles to {2 * game.stake}.", game
        case "takes":
            game = game.apply(Take())
            return f"{name} takes.", game
        case "passes":
            return f"{name} passes.", game.apply(Pass())
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
    return tuple(decide(rules, source) for source in sources_under(rules))


def first_picture(rules: Rules) -> Position:
    blocks = (block for section in pages(rules) for block in section.blocks)
    return next(block.position for block in blocks if isinstance(block, Picture))


def name_of_section_about(rules: Rules, why: Why) -> tuple[str, str] | None:
    """Return the id and title of the section that answers a reason; None if it cannot occur."""
    named = ((source.id, source.title) for source in sources_under(rules) if why in source.explains)
    return next(named, None)


def sources_under(rules: Rules) -> list[SectionSource]:
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
            unknown = "These rolls have not been rolled out under your house rules."
            about, *rolls = opening_lines(rules) or [unknown]
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
    has_side = ";" in text
    text = expand_start(rules, text)
    position, side, *_ = StartingPosition.parse(text if has_side else f"{text}; W to move")
    rules.check(position)
    return Picture(position, caption, side if has_side else None)


# ---- handouts


def sheet(rules: Rules, keys: Iterable[tuple[str, str]]) -> tuple[PageSection, ...]:
    about = rules.description.replace("\n", " ")
    in_short = tuple(rules_in_brief(rules))
    start = Picture(Game.start(rules).position)
    in_force = "; ".join(
        describe_setting(rules, rule) for rule in HOUSE_RULES if rule.makes_sense(rules)
    )
    listed = tuple(f"{key}{', ' if does.startswith('or ') else ': '}{does}" for key, does in keys)
    return (
        PageSection("start", "", (Paragraph(about), start)),
        PageSection("rules", "The rules in brief", (Listing(in_short),)),
        PageSection("house-rules", "House rules in force", (Paragraph(f"{in_force}."),)),
        PageSection("keys", "Keys", (Listing(listed),)),
    )


# ---- plain text

_LINE_WIDTH: Final = 76
_INDENT: Final = "    "


def write_page(rules: Rules, sections: tuple[PageSection, ...]) -> str:
    title = f"{rules.title}\n{'=' * len(rules.title)}"
    return "\n\n".join([title, *(write_section(rules, section) for section in sections)]) + "\n"


def write_section(rules: Rules, section: PageSection, width: int = _LINE_WIDTH) -> str:
    title = f"{section.title}\n{'-' * len(section.title)}"
    blocks = [write_block(rules, block, width) for block in section.blocks]
    return "\n\n".join([title, *blocks] if section.title else blocks)


def write_block(rules: Rules, block: Block, width: int = _LINE_WIDTH) -> str:
    match block:
        case Paragraph():
            return "\n".join(wrap(block.text, width))
        case Listing():
            return "\n".join(line for item in block.items for line in wrap(item, width, "- ", "  "))
        case Picture():
            game = Game.from_position(rules, block.position, block.side or Side.WHITE)
            # A narrow page has no space for a margin beside the board.
            margin = _INDENT if width == _LINE_WIDTH else ""
            caption = "\n".join(wrap(block.caption, width - 2 * len(margin)))
            return indent("\n\n".join(filter(None, (draw_board(game, STANDARD), caption))), margin)


# ---- the comparison as text

_LABEL_WIDTH: Final = 19
_CELL_WIDTH: Final = 11


def write_comparison(comparison: Comparison) -> str:
    """Return all games side by side, ending with a line feed; a changed house rule has an `!`."""
    heads = [rules.short_title for rules in comparison.columns]
    lines = [*_write_row("", heads), "-" * (_LABEL_WIDTH + len(heads) * (1 + _CELL_WIDTH))]
    for row in comparison.rows:
        lines += _write_row(row.label, [cell.marked for cell in row.shortened])
    lines += ["", f"{'; '.join(comparison.signs)}."]
    if comparison.has_changes:
        lines.append("! changed by your house rules.")
    return "\n".join(lines) + "\n"


def _write_row(label: str, cells: list[str]) -> list[str]:
    columns = [wrap(label, _LABEL_WIDTH), *(wrap(cell, _CELL_WIDTH) for cell in cells)]
    padded = f"{{:<{_LABEL_WIDTH}}}" + f" {{:<{_CELL_WIDTH}}}" * len(cells)
    return [padded.format(*line).rstrip() for line in zip_longest(*columns, fillvalue="")]


# ---- HTML

_STYLE: Final = """
@page { size: A4; margin: 12mm 16mm; }
body { font: 10pt/1.35 Georgia, 'Times New Roman', serif; max-width: 44em; margin: auto; }
h1 { font-size: 19pt; margin: 0; } h2 { font-size: 12pt; margin: .9em 0 .2em; }
p { margin: .3em 0; } ul { margin: .2em 0; padding-left: 1.3em; }
figure { margin: .4em 0; break-inside: avoid; } svg { width: 100%; max-height: 64mm; }
figcaption { font-style: italic; } h2 { break-after: avoid; }
"""


def write_page_html(rules: Rules, sections: Sequence[PageSection]) -> str:
    lines = []
    for section in sections:
        head = f"<h2>{escape(section.title)}</h2>" if section.title else ""
        lines.append(f'<section id="{escape(section.id)}">{head}')
        lines += [line for block in section.blocks for line in _write_block(rules, block)]
        lines.append("</section>")
    return write_html(rules.title, lines)


def write_html(title: str, body: Iterable[str], style: str = "") -> str:
    """Return an HTML page for printing; the lines of `body` are HTML, the title is text."""
    shown = escape(title)
    head = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{shown}</title>',
        f"<style>{_STYLE}{style}</style></head>",
        f"<body><h1>{shown}</h1>",
    ]
    return "\n".join([*head, *body, "</body></html>"]) + "\n"


def _write_block(rules: Rules, block: Block) -> Iterator[str]:
    match block:
        case Paragraph():
            yield f"<p>{escape(block.text)}</p>"
        case Listing():
            yield f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in block.items)}</ul>"
        case Picture():
            caption = f"<figcaption>{escape(block.caption)}</figcaption>" if block.caption else ""
            drawing = draw_svg(rules, block.position, block.side or Side.WHITE)
            yield f"<figure>{drawing}{caption}</figure>"


# ---- the board as SVG

_CELL: Final = 40
_DEPTH: Final = 5
_TOP: Final = 28
_HEIGHT: Final = 464
_LEFT: Final = 6
_WIDTH: Final = 13 * _CELL
_FILL: Final = {Side.WHITE: "#fff", Side.BLACK: "#333"}


def draw_svg(rules: Rules, position: Position, counting: Side) -> str:
    parts = [
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_WIDTH}" height="{_HEIGHT - 2 * _TOP}" fill="#fff"'
        ' stroke="#333" stroke-width="2"/>',
        f'<rect x="{_LEFT + 6 * _CELL}" y="{_TOP}" width="{_CELL}" height="{_HEIGHT - 2 * _TOP}"'
        ' fill="#ccc"/>',
    ]
    for point in range(1, 25):
        parts += _point(rules, position, point, counting)
    if rules.direction.numbers_differ:
        bar = _LEFT + 6 * _CELL + _CELL // 2
        parts += [_text(STANDARD.name(counting), bar, at) for at in (_TOP - 8, _HEIGHT - _TOP + 18)]
    for row, side in enumerate(Side):
        outside = f"{STANDARD.name(side)}: {describe_outside(position, side)}"
        parts.append(
            f'<text x="{_LEFT + _WIDTH + 12}" y="{_TOP + 20 + 24 * row}" font-size="15"'
            f">{escape(outside)}</text>"
        )
    box = f"0 0 {_LEFT + _WIDTH + 220} {_HEIGHT}"
    return f'<svg viewBox="{box}" font-family="sans-serif">{"".join(parts)}</svg>'


def _point(rules: Rules, position: Position, point: int, counting: Side) -> Iterator[str]:
    is_top = point > 12
    column = point - 13 if is_top else 12 - point
    left = _LEFT + (column + (column > 5)) * _CELL
    middle = left + _CELL // 2
    foot, down = (_TOP, 1) if is_top else (_HEIGHT - _TOP, -1)
    shade = "#ddd" if point % 2 else "#bbb"
    tip = foot + down * 4.6 * _CELL * 0.8
    yield (
        f'<polygon points="{left},{foot} {left + _CELL},{foot} {middle},{tip:.0f}" fill="{shade}"/>'
    )
    across = rules.across(point)
    number = point if counting is Side.WHITE else across
    yield _text(str(number), middle, foot + (-8 if is_top else 18))
    # A trapped checker is at the bottom.
    owners = sorted(
        ((Side.WHITE, point), (Side.BLACK, across)),
        key=lambda place: not position.is_trapped(*place),
    )
    stack = [side for side, place in owners for _ in range(position.count(side, place))]
    radius = _CELL * 0.4
    for level, side in enumerate(stack[:_DEPTH]):
        y = foot + down * radius * (2 * level + 1.1)
        yield (
            f'<circle cx="{middle}" cy="{y:.0f}" r="{radius:.0f}" fill="{_FILL[side]}"'
            ' stroke="#333" stroke-width="2"/>'
        )
    if len(stack) > _DEPTH:
        y = foot + down * radius * (2 * _DEPTH - 0.9) + 5
        yield _text(str(len(stack)), middle, round(y), _FILL[stack[_DEPTH - 1].other])


def _text(text: str, x: int, y: int, color: str = "#000") -> str:
    return f'<text x="{x}" y="{y}" font-size="14" text-anchor="middle" fill="{color}">{text}</text>'
