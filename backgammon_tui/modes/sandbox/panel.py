"""Header, panel and footer of the sandbox, and the board while it is set up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from backgammon_tui.engine import Phase, Roll, Side
from backgammon_tui.engine.events import StageBegun
from backgammon_tui.engine.turn import larger_first
from backgammon_tui.explain.facts import play_due
from backgammon_tui.modes.board import BoardView, DiceView, Marks, PointPlace, board_view
from backgammon_tui.modes.header import ROOMY
from backgammon_tui.modes.mode import Command, Frame
from backgammon_tui.modes.play.board import blocked_spots
from backgammon_tui.modes.play.panel import notice_lines
from backgammon_tui.modes.sandbox.state import SandboxState, Setup
from backgammon_tui.modes.text import (
    BLANK,
    Glyphs,
    Panel,
    Span,
    TextLine,
    TextStyle,
    measure,
    spread,
    wrap,
)
from backgammon_tui.words.board_text import describe_point
from backgammon_tui.words.columns import cells, fit
from backgammon_tui.words.naming import write_dice
from backgammon_tui.words.plays import describe_no_play, describe_plays
from backgammon_tui.words.rule_settings import describe_changes

CHANGE_TAKES = "takes"
"""The click that switches between putting and taking checkers; the keyboard has keys for both."""


def setup_view(sandbox: SandboxState) -> BoardView:
    """Build the view of the board while it is set up, with the cursor."""
    marks = Marks(blocked=blocked_spots(sandbox.notice), cursor=sandbox.spot(sandbox.brush))
    return board_view(
        sandbox.setup.game,
        marks,
        sandbox.naming,
        sandbox.brush,
        mirrored=sandbox.options.mirrored,
    )


def setup_dice(sandbox: SandboxState) -> DiceView:
    """Return the numbers to be played."""
    typed = (int(sandbox.typed),) if sandbox.typed else None
    shown = typed or (larger_first(sandbox.setup.dice) if sandbox.setup.dice else ())
    return DiceView(shown, sandbox.setup.side)


def sandbox_header(sandbox: SandboxState, width: int, glyphs: Glyphs) -> TextLine:
    """Return the line above the board: the game, the sides and their pips."""
    rules, game, naming = sandbox.game.rules, sandbox.game, sandbox.naming
    title = rules.title if width >= ROOMY else rules.short_title
    changes = describe_changes(rules)
    left = [Span(" Sandbox ", TextStyle.BADGE), Span(f" {title} ")]
    right = [
        Span(f" {glyphs.of(side)} {fit(naming.name(side), 12)} {game.position.pips(side)} ")
        for side in Side
    ]
    room = width - measure(left) - measure(right) - 1
    left.append(Span(fit(f" {changes}", room), TextStyle.DIM))
    return TextLine(spread(left, right, width))


# ---- the panel while a position is set up


def setup_panel(sandbox: SandboxState, keys: Sequence[Command], frame: Frame) -> Panel:
    """Build the panel while a position is set up, with the keys that do not fit in the footer."""
    (width, height), glyphs = frame.room, frame.glyphs
    below = list(_keys([key for key in keys if key.key not in _ABOVE], width))
    above = [*_title(sandbox, width, glyphs), BLANK, *_numbers(sandbox, width, glyphs)]
    said = notice_lines(sandbox.notice, width) or _there(sandbox, width)
    room = height - len(below)
    said = [BLANK, *said][: max(room - len(above), 0)]
    gap = [BLANK] * (room - len(above) - len(said))
    return Panel((*above, *said, *gap, *below)[:height])


def setup_brief(sandbox: SandboxState, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
    """Return the side whose checkers are put, and the notice or the place at the cursor."""
    told = notice_lines(sandbox.notice, width) or _there(sandbox, width)
    said = " ".join(span.text for each in told for span in each.spans)
    whose = f" {glyphs.of(sandbox.brush)} {said}"
    return (TextLine((Span(fit(whose, width), TextStyle.BRIGHT),)),)


_ABOVE: Final = ("v", "r", "f")
"""The keys that stand beside the values that they change."""


def _title(sandbox: SandboxState, width: int, glyphs: Glyphs) -> list[TextLine]:
    rules_key = (Span("r", TextStyle.KEY, "r"), Span(" game", TextStyle.DIM, "r"))
    head = TextLine(spread([Span("Set up", TextStyle.BRIGHT)], rules_key, width))
    sides = [_side(sandbox, side, width, glyphs) for side in Side]
    takes = "takes one" if sandbox.takes else "puts one"
    click = TextLine((Span("a click ", TextStyle.DIM), Span(takes, TextStyle.ACCENT)), CHANGE_TAKES)
    return [head, *sides, click]


def _side(sandbox: SandboxState, side: Side, width: int, glyphs: Glyphs) -> TextLine:
    key, is_chosen = side.value.lower(), sandbox.brush is side
    text = fit(f"{glyphs.of(side)} {sandbox.naming.name(side)}", width - 3)
    style = TextStyle.CHOSEN if is_chosen else TextStyle.PLAIN
    return TextLine((Span(f"{key} ", TextStyle.KEY), Span(f" {text} ", style)), key)


def _numbers(sandbox: SandboxState, width: int, glyphs: Glyphs) -> list[TextLine]:
    setup, naming = sandbox.setup, sandbox.naming
    shown = write_dice(setup.dice) if setup.dice else "type two numbers"
    if sandbox.typed:
        shown = f"{sandbox.typed}-{glyphs.caret}"
    style = TextStyle.TYPED if setup.dice or sandbox.typed else TextStyle.DIM
    who = fit(f"{glyphs.of(setup.side)} {naming.name(setup.side)}", width - 9)
    lines = [
        TextLine((Span("v ", TextStyle.KEY), Span(f"{who} rolls", TextStyle.BRIGHT)), "v"),
        TextLine((Span("  "), Span(shown, style)), "g"),
    ]
    if setup.rules.first_double_face_only:
        had = " ".join(glyphs.of(side) for side in Side if side in setup.had_double)
        text = fit(f"first double by: {had or 'nobody'}", width - 2)
        lines.append(TextLine((Span("f ", TextStyle.KEY), Span(text, TextStyle.DIM)), "f"))
    if setup.problem:
        return [*lines, *wrap(setup.problem, width, TextStyle.ALERT)]
    return [*lines, *(wrap(_describe_plays(setup), width) if setup.dice else [])]


def _describe_plays(setup: Setup) -> str:
    assert setup.dice
    game = setup.game.apply(Roll(*setup.dice))
    if game.phase is not Phase.MOVE:
        begun = next(event for event in game.events if isinstance(event, StageBegun))
        return describe_no_play(begun.numbers)
    return describe_plays(play_due(game), len(game.legal_plays()))


def _there(sandbox: SandboxState, width: int) -> list[TextLine]:
    setup, naming, place = sandbox.setup, sandbox.naming, sandbox.cursor
    if isinstance(place, PointPlace):
        side = sandbox.brush
        point = place.slot if side is Side.WHITE else setup.rules.across(place.slot)
        return wrap(describe_point(setup.rules, setup.position, side, point, naming), width)
    number = setup.position.count(place.side, place.kind)
    where = {"hand": "In hand", "bar": "On the bar", "off": "Off"}[place.kind.word]
    return wrap(f"{where}: {naming.name(place.side)} has {number}.", width)


def _keys(keys: Sequence[Command], width: int) -> Iterable[TextLine]:
    half = width // 2 - 1
    for at in range(0, len(keys), 2):
        spans: list[Span] = []
        for command in keys[at : at + 2]:
            word = fit(f" {command.label}", half)
            blank = " " * (half - cells(word))
            spans.append(Span(command.key, TextStyle.KEY, command.key))
            spans.append(Span(word + blank, TextStyle.DIM, command.key))
        yield TextLine(tuple(spans))
