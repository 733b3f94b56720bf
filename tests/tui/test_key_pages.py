"""The pages of keys are true: each key that one names has an effect, and no other key has one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from random import Random
from string import ascii_letters, punctuation
from typing import Final

import pytest

from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import Leave, Open
from backgammon_tui.modes.inputs import KEYS, Key
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Mode
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.replay import ReplayMode, WatchMode, sample_replay
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.settings import Forced, Settings
from backgammon_tui.storage.journal.match_lock import Follower
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.shared_board import SharedBoard
from backgammon_tui.teach.lessons.courses import find_lesson
from backgammon_tui.tui.app import MOMENT
from backgammon_tui.tui.dialogs.pages import KeysAndRules
from backgammon_tui.tui.dialogs.result import ResultScreen
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.records import MatchPage, PlayerPage, RecordsScreen
from backgammon_tui.tui.screens.rulebook import RulebookScreen
from backgammon_tui.words.naming import STANDARD
from tests.cli.program import keep, transcript, won
from tests.engine.examples import NAMES, W, rules_named
from tests.modes.examples import new_table, table_from
from tests.tui.screen import GamePilot, app_at, running, storage

LINE = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
LAST = "W 1:1 off:14 / B 2:6 1:3 off:6"
SETTINGS = Settings(forced=Forced.STEP)

# ---- boards


def match(name: str) -> PlayMode:
    line = "W hand:9 24:6 / B hand:15" if name not in ("backgammon", "never-finishing") else LINE
    table = table_from(name, line, W).roll((3, 1))
    return PlayMode(PlayState.open(table.apply(table.game.moves[0]), SETTINGS))


def boards() -> Iterator[tuple[str, Mode]]:
    for name in NAMES:
        yield name, match(name)
    lesson = find_lesson("russian/1")
    assert lesson
    assert not isinstance(lesson, str)
    begun = LessonMode.begin(lesson, SETTINGS)
    yield "lesson to read", begun
    while not begun.run.is_asked:
        begun, _ = begun.handle(Key.ENTER)
    yield "lesson", begun
    for seed in range(4):
        asked, _ = LessonMode.quiz((rules_named("russian"),), storage(), Random(seed))
        yield f"quiz {seed}", asked
    yield "sandbox", SandboxMode.begin(rules_named("russian"), SETTINGS)
    played = match("backgammon").state.table
    yield "sandbox beside", SandboxMode.beside(played.record, played.game, SETTINGS)
    yield "sample game", sample_replay(SETTINGS)
    over = table_from("backgammon", LAST, W).roll((2, 1))
    over = over.apply(over.game.moves[0]).accept()
    yield "replay", ReplayMode(over, SETTINGS)
    follower = Follower(journal_file())
    yield "watched match", WatchMode(played, SETTINGS, follower=follower)
    rules = rules_named("french")
    board = SharedBoard("A lesson", rules, rules.start.position, W, texts=tuple("abcdef"))
    yield "watched lesson", WatchMode(played, SETTINGS, follower=follower, board=board)


def pressed(key: str) -> list[Key | str]:
    """Return the presses that an entry of the page names; none if it is only a note."""
    names = {"esc": Key.ESCAPE, **KEYS}
    words = key.split(" ")
    if key in ("up down", "left right"):
        words = words[:1]
    is_key = [word in names or len(word) == 1 for word in words]
    return [names.get(word, word) for word in words] if all(is_key) else []


ANYTHING: Final = f"{ascii_letters}{punctuation}"


def effective(mode: Mode, key: str) -> bool:
    """Return True if an entry's key changes the mode, opens a window or shows a reason."""
    presses = pressed(key)
    if key.startswith("esc ") and len(presses) > 1:  # The command is only in the menu.
        commands = {command.menu_key: command for command in mode.commands}
        return mode.do(commands[str(presses[-1])]) != (mode, ())
    both = KEYS["right"] if key == "left right" else presses[-1]
    return any(mode.handle(press) != (mode, ()) for press in (presses[-1], both))


@pytest.mark.usefixtures("folders")
def test_listed_key_of_a_board_does_something() -> None:
    dead: dict[str, list[str]] = {}
    for name, mode in boards():
        # A note about signs, or several presses, such as a roll.
        notes = {"c", "6 3", "24/20 13/9"}
        keys = [key for key, _ in mode.list_keys() if pressed(key) and key not in notes]
        assert len(keys) > 4
        dead[name] = [key for key in keys if not effective(mode, key)]
    assert {name: keys for name, keys in dead.items() if keys} == {}


def test_no_other_key_of_a_board_opens_or_leaves_anything() -> None:
    for name, mode in boards():
        listed = {str(press).lower() for key, _ in mode.list_keys() for press in pressed(key)}
        # In the sandbox, `=` and `_` are plus and minus on the same key.
        listed |= {"?", "=", "_"} if "+" in listed else {"?"}
        for key in ANYTHING:
            if key.lower() not in listed:
                after, wanted = mode.handle(key)
                assert after.game == mode.game, (name, key)
                assert not [effect for effect in wanted if isinstance(effect, Open | Leave)], key


# ---- screens without a board

Opener = Callable[[GamePilot], Awaitable[None]]


async def first_screen(pilot: GamePilot) -> None:
    await pilot.pause()


async def learn(pilot: GamePilot) -> None:
    await pilot.push(LearnScreen("russian"))


async def records(pilot: GamePilot) -> None:
    await pilot.push(RecordsScreen())
    await pilot.answered()


async def games(pilot: GamePilot) -> None:
    await records(pilot)
    await pilot.type("right")


async def player(pilot: GamePilot) -> None:
    await pilot.push(PlayerPage("Anna"))
    await pilot.answered()


async def computer(pilot: GamePilot) -> None:
    await pilot.push(PlayerPage("computer:strong"))
    await pilot.answered()


async def page_of_match(pilot: GamePilot) -> None:
    await pilot.push(MatchPage(1))


async def rulebook(pilot: GamePilot) -> None:
    await pilot.push(RulebookScreen(rules_named("russian")))
    await pilot.type("right")


async def help_page(pilot: GamePilot) -> None:
    await pilot.push(KeysAndRules("Keys", [("x", "Something")], rules_named("russian")))


def ended(length: int | None) -> Table:
    table = new_table(
        rules_named("backgammon"), length=length, starting_position=f"{LAST}; W to move"
    ).roll((2, 1))
    return table.apply(table.game.moves[0])


def result_of(table: Table) -> Opener:
    async def open_result(pilot: GamePilot) -> None:
        await pilot.push(ResultScreen(table, STANDARD))

    return open_result


SCREENS: Final = {
    "first screen": first_screen,
    "learn": learn,
    "records": records,
    "games": games,
    "player": player,
    "computer": computer,
    "match": page_of_match,
    "rulebook": rulebook,
    "help": help_page,
    "result": result_of(ended(None)),
    "accepted result": result_of(ended(None).accept()),
    "won match": result_of(ended(1).accept()),
}


PRESSES: Final = {"left right": "right", "up down": "down", "esc": "escape"}


async def listed_keys(pilot: GamePilot) -> list[str]:
    await pilot.type("?")
    page = pilot.screen
    assert isinstance(page, KeysAndRules)
    await pilot.type("escape")
    return [key for key, _ in page._keys if key != "ctrl+c"]


@pytest.mark.parametrize("opener", SCREENS.values(), ids=[*SCREENS])
async def test_keys_of_a_screen_match_its_page(opener: Opener) -> None:
    keep(
        transcript(won(), won(2, loser="W"), black="computer:strong", date="2026-03-02"),
        transcript(won(), date="2026-03-01"),
    )
    app = app_at()
    async with running(app) as pilot:
        await opener(pilot)
        keys = await listed_keys(pilot)
        assert keys
        opened, before = pilot.screen, pilot.text
        # A Russian keyboard has the full stop and the slash on one key.
        known = {*"".join(keys).lower(), "?", "."}
        await pilot.at_once(*(key for key in ANYTHING if key.lower() not in known))
        assert (pilot.screen, pilot.text) == (opened, before)
        dead = []
        # Leaving the first screen ends the program.
        for key in sorted(filter(pressed, keys), key=lambda key: key == "Q"):
            while len(app.screen_stack) > 1:
                app.pop_screen()
            await opener(pilot)
            before, screen, focused = pilot.text, pilot.screen, pilot.screen.focused
            await pilot.pause(MOMENT)
            await pilot.type(PRESSES.get(key, key))
            has_left = app._exit or pilot.screen is not screen or screen.focused is not focused
            dead += [key] * (not has_left and pilot.text == before)
        assert dead == []
