"""A finished game turn by turn, and the sample game with its notes."""

from __future__ import annotations

from datetime import date

import pytest
from textual import events
from textual.pilot import Pilot

from backgammon_tui.engine import RULESETS, AgreeDraw, Phase
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.replay import ReplayMode, sample_replay
from backgammon_tui.settings import Settings
from backgammon_tui.teach.rulebook.pages import pages
from backgammon_tui.teach.sample_game import RULESET, sample_game
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.lines import Lines
from tests.modes.examples import new_table
from tests.tui.screen import (
    Size,
    app_at,
    board_in,
    click_on,
    in_mode,
    leave,
    lines,
    matches,
    open_entry,
    play_state_of,
    press,
    record,
    running,
    running_at,
    text_of,
    wait_for,
)

TURNS = 24


def leave_game(*, fair: bool = True) -> None:
    """A drawn game of so many turns, each of the first legal moves."""
    table = new_table(RULESETS["backgammon"], 3 if fair else None, ("Anna", "Boris"))
    while len({game.last_turn for game in table.history}) <= TURNS:
        if table.game.phase is Phase.MOVE:
            table = table.apply(table.game.moves[0])
        else:
            table = table.roll() if fair else table.roll((3, 1))
    leave(table.apply(AgreeDraw()).accept())


async def look(pilot: Pilot[None]) -> None:
    """Go on from the first screen to the finished game."""
    await open_entry(pilot, "Records")
    await press(pilot, "right", "enter")
    assert in_mode(pilot.app, ReplayMode)


def place(app: BackgammonApp) -> str:
    """Return the number of the turn shown and the highlighted row."""
    mode = board_in(app, ReplayMode).mode
    assert isinstance(mode, ReplayMode)
    at = mode.at
    title = next(line[58:].split("of")[0].strip() for line in lines(app) if "turn " in line[58:])
    assert title == f"turn {min(at, TURNS)}"
    return str(at)


async def test_keys_and_mouse_navigate_a_replay() -> None:
    leave_game()
    async with running_at(is_bare=True) as (app, pilot):
        await look(pilot)
        assert "the start" in text_of(app)
        for key, at in {
            "left": 0,
            "right": 1,
            "space": 2,
            "pagedown": 12,
            "up": 11,
            "down": 12,
            "pageup": 2,
            "end": TURNS + 1,
            "home": 0,
        }.items():
            await press(pilot, key)
            assert place(app) == str(at), key
        panel = app.screen.query_one("#panel", Lines)
        row = next(at for at, text in enumerate(lines(app)[1:]) if text[58:].lstrip()[:2] == "7 ")
        await pilot.click(panel, offset=(4, row))
        assert place(app) == "7"
        await pilot._post_mouse_events([events.MouseScrollDown], panel, (4, 4))
        assert place(app) == "8"


async def test_number_and_enter_jump_to_a_turn() -> None:
    leave_game()
    async with running_at(is_bare=True) as (app, pilot):
        await look(pilot)
        await press(pilot, "17")
        assert "turn 17_ enter jumps to it" in lines(app)[-1]
        await press(pilot, "enter")
        assert place(app) == "17"
        await press(pilot, "999", "enter")
        assert place(app) == str(TURNS + 1)
        assert "no points." in text_of(app)
        await press(pilot, "1", "left", "enter")
        assert place(app) == str(TURNS)


async def test_new_match_starts_from_a_replay() -> None:
    leave_game()
    async with running_at() as (app, pilot):
        await look(pilot)
        await press(pilot, "end", "P")
        assert "The game is over here: go back a turn to play on." in lines(app)[-1]
        await press(pilot, "home", "right", "right", "P", "y")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        table = play_state_of(app).table
        old = record()
        assert (table.record.white, table.record.length) == ("Anna", None)
        assert table.record.date == date.today().isoformat()
        assert table.dice
        assert table.dice.commitment != old.games[0].dice.commitment
        await press(pilot, " ")
        assert play_state_of(app).table.roll_number == 2
    assert matches() == ["Anna - Boris"] * 2
    assert record(1) == old
    assert record(2).games[0].starting_position


def learner(*, is_bare: bool = True) -> BackgammonApp:
    app = app_at(is_bare=is_bare)
    app.storage.settings = Settings(learner="Anna")
    return app


async def look_at_sample(pilot: Pilot[None]) -> BoardScreen:
    """Go on from the first screen to the sample game."""
    await open_entry(pilot, "Learn a game")
    await press(pilot, "right")
    await click_on(pilot, "sample")
    return board_in(pilot.app, ReplayMode)


def panel_words(pilot: Pilot[None], width: int) -> str:
    """The words of the panel."""
    panel = pilot.app.screen.query_one("#panel", Lines).region
    beside = [line[panel.x :] for line in lines(pilot.app)[1:-1]]
    return " ".join(" ".join(beside).split())


def test_sample_game_has_its_ruleset() -> None:
    assert sample_game().rules.name == RULESET


def test_notes_refer_to_existing_sections() -> None:
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
async def test_space_alone_reads_every_note(size: Size) -> None:
    notes = sample_replay(Settings()).notes
    async with running(learner(), size) as pilot:
        screen = await look_at_sample(pilot)
        read: list[set[str]] = [set() for _ in notes]
        for _ in range(200):
            mode, panel = screen.mode, screen.area.shown_panel
            assert isinstance(mode, ReplayMode)
            read[mode.at].update(panel_words(pilot, size[0]).split())
            if mode.at == mode.end and panel.top == panel.last_top:
                break
            await press(pilot, " ")
        else:
            raise AssertionError("it has no end")
        for note, words in zip(notes, read, strict=True):
            assert set(" ".join(note.paragraphs).split()) <= words


async def test_turns_are_below_the_note_if_they_fit() -> None:
    async with running(learner(), (120, 36)) as pilot:
        await look_at_sample(pilot)
        await press(pilot, "right")
        assert "the start" in text_of(pilot.app)
        await click_on(pilot, "  4 ")
        assert "turn 4 of 41" in text_of(pilot.app)


async def test_sample_game_can_be_continued() -> None:
    app = learner(is_bare=False)
    async with running(app) as pilot:
        await look_at_sample(pilot)
        await press(pilot, "end", "P", "y")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        state = play_state_of(app)
        assert (state.game.phase, state.game.left) == (Phase.MOVE, (3,))
        assert sorted(row.text for row in state.choosing.rows) == ["13/10", "15/12", "5/2"]
        await press(pilot, "15/12", "enter", " ")
        assert play_state_of(app).table.dice
        assert play_state_of(app).table.roll_number == 3
