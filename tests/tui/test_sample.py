"""The sample game on the board: every turn with its note, the rules behind it, playing on."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from backgammon_tui.engine import Phase
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.replay import ReplayMode, sample_replay
from backgammon_tui.settings import Settings
from backgammon_tui.teach.rulebook.pages import pages
from backgammon_tui.teach.sample_game import RULESET, sample_game
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.lines import Lines
from tests.tui.screen import (
    Size,
    app_at,
    board_in,
    click_on,
    in_mode,
    lines,
    open_entry,
    play_state_of,
    press,
    running,
    text_of,
    wait_for,
)


def learner(*, is_bare: bool = True) -> BackgammonApp:
    app = app_at(is_bare=is_bare)
    app.storage.settings = Settings(learner="Anna")
    return app


async def look(pilot: Pilot[None]) -> BoardScreen:
    """Go on from the first screen to the sample game."""
    await open_entry(pilot, "Learn a game")
    await press(pilot, "right")
    await click_on(pilot, "sample")
    return board_in(pilot.app, ReplayMode)


def said(pilot: Pilot[None], width: int) -> str:
    """The words of the panel."""
    panel = pilot.app.screen.query_one("#panel", Lines).region
    beside = [line[panel.x :] for line in lines(pilot.app)[1:-1]]
    return " ".join(" ".join(beside).split())


def test_it_is_the_game_of_the_ruleset_that_it_is_listed_under() -> None:
    assert sample_game().rules.name == RULESET


def test_every_stop_has_a_note_and_every_section_is_in_the_book() -> None:
    replay, game = sample_replay(Settings()), sample_game()
    notes = replay.notes
    assert len(notes) == replay.end + 1 == len(game.turns) + 1
    assert replay.table.game == game.history[-1]
    ids = {section.id for section in pages(game.rules)}
    for turn, note in zip(game.turns, notes[1:], strict=True):
        shown = replay.at_turn(turn.number).shown
        assert shown.game == game.history[turn.after]
        assert note.paragraphs[0] == turn.note
        assert set(note.sections) == set(turn.sections) <= ids
    assert notes[0].paragraphs == game.introduction
    assert notes[-1].paragraphs[-len(game.end) :] == game.end


@pytest.mark.parametrize("size", [(80, 21), pytest.param((120, 36), marks=pytest.mark.long)])
async def test_every_word_of_every_note_can_be_read_by_space_alone(size: Size) -> None:
    notes = sample_replay(Settings()).notes
    async with running(learner(), size) as pilot:
        screen = await look(pilot)
        read: list[set[str]] = [set() for _ in notes]
        for _ in range(200):
            mode, panel = screen.mode, screen.area.shown_panel
            assert isinstance(mode, ReplayMode)
            read[mode.at].update(said(pilot, size[0]).split())
            if mode.at == mode.end and panel.top == panel.last_top:
                break
            await press(pilot, " ")
        else:
            raise AssertionError("it has no end")
        for note, words in zip(notes, read, strict=True):
            assert set(" ".join(note.paragraphs).split()) <= words


async def test_where_there_is_room_the_turns_stand_below_the_note() -> None:
    async with running(learner(), (120, 36)) as pilot:
        await look(pilot)
        await press(pilot, "right")
        assert "the start" in text_of(pilot.app)
        await click_on(pilot, "  4 ")
        assert "turn 4 of 41" in text_of(pilot.app)


async def test_playing_on_where_the_print_breaks_off() -> None:
    app = learner(is_bare=False)
    async with running(app) as pilot:
        await look(pilot)
        await press(pilot, "end", "P", "y")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        state = play_state_of(app)
        assert (state.game.phase, state.game.left) == (Phase.MOVE, (3,))
        assert sorted(row.text for row in state.choosing.rows) == ["13/10", "15/12", "5/2"]
        await press(pilot, "15/12", "enter", " ")
        assert play_state_of(app).table.dice
        assert play_state_of(app).table.roll_number == 3
