from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from backgammon_tui.engine import RULESETS, Place, Side, StartingPosition
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.modes.board import PointPlace, TrayPlace
from backgammon_tui.modes.inputs import Input, PointAt
from backgammon_tui.modes.sandbox import SandboxMode, Setup
from backgammon_tui.settings import Settings
from tests.dialogs import check, headings, keys_in
from tests.modes.examples import DATE, key_or_text

FILE = Path(__file__).with_name("sandbox.txt")


@pytest.mark.parametrize("heading", headings(FILE))
def test_sandbox_follows_keys_and_clicks(heading: str) -> None:
    name, _, line = heading.partition(" | ")
    rules = RULESETS[name]
    setup = Setup(rules, rules.start.position)
    if line:
        setup = Setup(rules, *StartingPosition.parse(line))
    record = MatchRecord(rules, "White", "Black", DATE, None)

    def see(_: str, keys: str) -> str:
        mode = SandboxMode.at_setup(record, setup, Settings())
        for key in keys_in(keys):
            mode, _effects = mode.handle(entered(*key))
        return " | ".join(seen(mode))

    check(FILE, heading, see)


def entered(name: str, what: str) -> Input:
    match name:
        case "at" | "take":
            kind, _, side = what.partition(" ")
            tray = side and TrayPlace(Place[kind.upper()], Side[side.upper()])
            return PointAt(tray or PointPlace(int(kind)), name == "take")
        case _:
            return key_or_text(name, what)


def seen(mode: SandboxMode) -> Iterator[str]:
    """The board, the side to act, the numbers, the messages and the typed text."""
    setup, playing = mode.setup, mode.state
    game = mode.game
    yield str(StartingPosition(game.position, game.side or setup.side, game.had_double))
    if playing:
        yield f"left: {' '.join(map(str, game.left)) or game.phase.value}"
        if playing.choosing.is_on_board:
            yield f"cursor on {playing.choosing.cursor}"
        if playing.choosing.row is not None:
            yield f"chosen: {playing.choosing.rows[playing.choosing.row].text}"
    elif setup.dice:
        yield f"dice: {setup.dice[0]}-{setup.dice[1]}"
    if mode.typed:
        yield f"typed: {mode.typed}"
    if notice := (playing.news or playing.notice) if playing else mode.notice:
        kind = "news" if playing and playing.news else "refusal" if notice.is_refusal else "notice"
        yield f"{kind}: {notice.text}"
    if mode.hides_plays:
        yield "plays hidden"
