"""Everything that is said about a state of a match, as single statements with their voices."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from backgammon_tui.engine import Game, Phase, Place, Side
from backgammon_tui.engine.moves import target_of
from backgammon_tui.engine.position import place_label
from backgammon_tui.engine.turn import Turn
from backgammon_tui.explain.roll_chart import roll_chart
from backgammon_tui.match.turns import turns_of
from backgammon_tui.modes.board import position_before_roll, strip_view
from backgammon_tui.modes.game_over import GameReport
from backgammon_tui.modes.play import panel
from backgammon_tui.modes.play.choosing import Heading
from backgammon_tui.modes.play.state import PlayState, answer_why, enter_line, why_cannot
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.words import beginner
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.plays import (
    describe_bearing_off,
    describe_chances,
    describe_outlook,
    describe_plays,
)
from backgammon_tui.words.terse import describe_due
from backgammon_tui.words.turns import (
    describe_awaited,
    describe_news,
    describe_passed,
    describe_stages,
    describe_standing,
    describe_turn,
    describe_worth,
)

NAMES: Final = ("Anna", "Boris")
NAMING: Final = Naming(*NAMES)
WIDE: Final = 40
_GLYPHS: Final = Glyphs()


class Statement(NamedTuple):
    voice: str
    text: str
    row: int | None = None
    """The play of the list that it is about."""


def sentences_of(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.?!]) (?=[A-Z0-9])", text) if part]


def statements(before: PlayState, state: PlayState, chance: random.Random) -> Iterator[Statement]:
    """Yield the statements about a state and about the events since the state before it."""
    game = state.game
    events, shown = state.table.events_since(before.table), state.news or state.notice
    texts = {
        "status": describe_standing(game, NAMING),
        "awaited": describe_awaited(game, NAMING),
        "title": panel._hint(state) if not game.is_over else "",
        "due": describe_due(game, NAMING) if game.phase is Phase.MOVE else "",
        "notice": shown.text if shown else "",
        "news": " ".join(describe_news(events, NAMING)),
        "help": beginner.advise(game, NAMING),
        "helped": beginner.explain_events(events, game, NAMING),
        "why": answer_why(state).text,
        "worth": describe_worth(game, NAMING),
    }
    for voice, text in texts.items():
        yield from (Statement(voice, part) for part in sentences_of(text))
    if game.turn:
        if stages := describe_stages(game):
            yield Statement("stages", stages)
        rows = [",".join(f"{s.text} {s.status.value}" for s in steps) for steps in strip_view(game)]
        if rows:
            yield Statement("strip", "|".join(rows))
    if game.latest_turn:
        yield Statement("log", describe_turn(game.latest_turn, NAMING))
    yield from _of_past_turns(recent_turns(state), chance)
    if state.question:
        yield Statement("question", state.question.text)
        for answer in state.question.answers:
            mark = panel.describe_kept(answer.keeps, _GLYPHS, is_narrow=False)
            yield Statement("answer", f"{answer.text} {mark}".rstrip())
    if game.stage:
        yield from _of_list(state, chance)
        yield from _of_refusals(state, chance)
    if game.is_over:
        yield from _of_result(state)
    elif game.side and chance.random() < 0.05:
        yield from _of_chart(game)


def recent_turns(state: PlayState) -> tuple[Turn, ...]:
    """Return up to three finished turns, the last at the end."""
    turns = [turn for turn in turns_of(state.table.history) if turn != state.game.turn]
    return tuple(turns[-3:])


def _of_past_turns(turns: tuple[Turn, ...], chance: random.Random) -> Iterator[Statement]:
    if not turns:
        return
    person = chance.choice([None, *Side])
    for part in sentences_of(describe_passed(turns, person, NAMING)):
        yield Statement("passed", part)


def _of_list(state: PlayState, chance: random.Random) -> Iterator[Statement]:
    game, rows = state.game, state.choosing.rows
    listing = panel.ListOfPlays(state, WIDE, _GLYPHS)
    if game.phase is Phase.MOVE:
        yield Statement("plays", describe_plays(game))
    for line in state.lines if len(state.lines) < 60 else state.lines[:12]:
        if isinstance(line, Heading):
            under = ";".join(rows[row].text for row in line.rows)
            text = f"{line.text} | {listing._mark(line.rows)} | {under}"
            yield Statement("heading", text, line.rows[0])
    for row in chance.sample(range(len(rows)), min(len(rows), 6)):
        yield Statement("mark", listing._mark([row]), row)
        outlook = game.outlook(rows[row].position)
        if outlook and game.side:
            text = describe_outlook(outlook, game.side, NAMING, is_known=False)
            yield Statement("outlook", text, row)
        if off := describe_bearing_off(rows[row].moves):
            yield Statement("off", off, row)
    for place in range(Place.BAR, 0, -1):
        if not (game.actor and game.position.count(game.actor, place) and chance.random() < 0.3):
            continue
        stuck = why_cannot(state, place)
        for part in sentences_of(stuck.text) if stuck else ():
            yield Statement(f"why {place}", part)


def _of_refusals(state: PlayState, chance: random.Random) -> Iterator[Statement]:
    game = state.game
    assert game.actor
    own = [place for place in range(1, 27) if game.position.count(game.actor, place)]
    for _ in range(2):
        origin = chance.choice(own) if chance.random() < 0.9 and own else chance.randint(1, 26)
        number = chance.choice([*game.due, chance.randint(1, 6)])
        target = target_of(origin, number)
        text = f"{place_label(origin)}/{place_label(target)}"
        reason = game.why_not(origin, target)
        if reason:
            yield from _refused(state, text)
    if state.choosing.rows:
        yield from _refused(state, _misspelt(chance.choice(state.choosing.rows).text, chance))


def _refused(state: PlayState, text: str) -> Iterator[Statement]:
    refused = enter_line(replace(state, notice=None), text)
    if refused.notice and refused.notice.is_refusal and not refused.question:
        for part in sentences_of(refused.notice.text):
            yield Statement(f"refusal {text}", part)


def _misspelt(play: str, chance: random.Random) -> str:
    """Return a play with one or two wrong, missing or additional characters."""
    letters = list(play)
    for _ in range(chance.randint(1, 2)):
        at, letter = chance.randrange(len(letters)), chance.choice("0123456789/*^()abofx,- ")
        match chance.randrange(4):
            case 0:
                letters.insert(at, letter)
            case 1 if len(letters) > 1:
                del letters[at]
            case _:
                letters[at] = letter
    return "".join(letters)


def _of_result(state: PlayState) -> Iterator[Statement]:
    report = GameReport(state.table, NAMING)
    yield Statement("result", report.title)
    yield Statement("result", report.reason)
    yield from (Statement("dice", text) for text in report.dice)
    yield from (Statement("figure", text) for text in report.figures(60, _GLYPHS))


def _of_chart(game: Game) -> Iterator[Statement]:
    here = position_before_roll(game)
    if here:
        yield Statement("chart", describe_chances(roll_chart(game.rules, here)))
