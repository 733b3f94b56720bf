"""Copying and writing: each thing to the clipboard and to a file of its own."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from backgammon_tui.engine import RULESETS, AgreeDraw, StartingPosition
from backgammon_tui.match.table import Table
from backgammon_tui.modes.replay import ReplayMode
from backgammon_tui.storage.codes import gnubg_id, xgid
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.tui.dialogs.share import Share, Shared
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.naming import Naming
from tests.engine.examples import B
from tests.modes.examples import new_table, table_from
from tests.tui.left import leave
from tests.tui.screen import (
    choose,
    in_mode,
    open_entry,
    play_state_of,
    press,
    running_at,
    text_of,
    wait_for,
    words_of,
)

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def second_game() -> Table:
    """Backgammon in the second game of a match to 3, after a roll."""
    table = table_from("backgammon", START, B, had_double=[B])
    return table.roll((3, 1)).apply(AgreeDraw()).accept().next_game(None).roll((5, 2))


async def share(pilot: Pilot[None]) -> None:
    """Open the list of what can be shared."""
    await press(pilot, "escape")
    await choose(pilot, "Export")
    assert isinstance(pilot.app.screen, Share)


async def test_everything_is_copied_and_written(kept: Path) -> None:
    async with running_at(second_game()) as (app, pilot):
        await share(pilot)
        table = play_state_of(app).table
        position, side = table.game.position, table.game.side
        assert side
        assert table.game.turn
        dice = table.game.turn.rolled.dice
        expected = {
            "The match as a transcript": None,
            "This game as a transcript": None,
            "The position as a line": f"{StartingPosition(position, side)}\n",
            "The position as a GNU": f"{gnubg_id(position, side, dice=dice)}\n",
            "The position as an XGID": f"{xgid(position, side, dice)}\n",
            "The board as text": f"{draw_board(table.game, Naming())}\n",
        }
        written: set[Path] = set()
        for prompt, text in expected.items():
            await choose(pilot, prompt)
            (path,) = set((kept / "shared").iterdir()) - written
            written.add(path)
            assert path.read_text(encoding="utf-8") == app.clipboard
            assert app.clipboard == text or text is None
            assert words_of(app, "#below").splitlines()[-1] == f"Copied. Written to {path}."
            if prompt == "The match as a transcript":
                assert read_transcript(app.clipboard) == table.record
            elif prompt == "This game as a transcript":
                assert read_transcript(app.clipboard) == table.record.only_game(2)


async def test_a_picture_of_the_board_is_written_without_the_dialog(kept: Path) -> None:
    async with running_at(second_game()) as (app, pilot):
        await share(pilot)
        await choose(pilot, "The board as a picture")
        await wait_for(pilot, lambda: ".svg" in text_of(app))
        (path,) = (kept / "shared").iterdir()
        picture = path.read_text(encoding="utf-8")
        assert path.suffix == ".svg"
        assert "Backgammon" in picture
        assert "Copy" not in picture


def test_only_backgammon_has_position_ids_and_only_a_begun_game_a_line() -> None:
    begun = table_from("russian", "W hand:15 / B hand:15", B)
    others = {Shared.ID, Shared.XGID, Shared.MAT}
    assert {item for item in Shared if not item.makes_sense(begun)} == others
    new = new_table(RULESETS["backgammon"])
    positions = {Shared.LINE, Shared.ID, Shared.XGID}
    assert {item for item in Shared if not item.makes_sense(new)} == positions


async def test_what_a_replay_shows_is_shared(kept: Path) -> None:
    table = table_from("backgammon", START, B).roll((3, 1))
    leave(table.apply(table.game.moves[0]).apply(AgreeDraw()).accept())
    async with running_at(is_bare=True) as (app, pilot):
        await open_entry(pilot, "Records")
        await press(pilot, "right", "enter", "e")
        await choose(pilot, "The position as a line")
        assert app.clipboard == f"{START}; B to move\n"
        await choose(pilot, "The board as a picture")
        await wait_for(pilot, lambda: "-board.svg" in text_of(app))
        await press(pilot, "escape")
        assert in_mode(app, ReplayMode)
        names = sorted(path.name.rpartition("-")[2] for path in (kept / "shared").iterdir())
        assert names == ["board.svg", "position.txt"]


def no_folder(kept: Path) -> None:
    """Leave no place for the folder of what is shared."""
    kept.mkdir(exist_ok=True)
    (kept / "shared").write_text("no folder")


async def test_what_cannot_be_written_is_copied_all_the_same(kept: Path) -> None:
    async with running_at(second_game()) as (app, pilot):
        await share(pilot)
        no_folder(kept)
        await choose(pilot, "The position as a line")
        assert app.clipboard.startswith("W ")
        assert "Copied. The file could not be written: " in words_of(app, "#below")
