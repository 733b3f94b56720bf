from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Self

import pytest
from rich.cells import cell_len

from backgammon_tui.engine import Move, Rules
from backgammon_tui.modes.effects import Leave, Menu, Open, SimpleEffect
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Command, Mode, command_of, commands_of, meets
from backgammon_tui.modes.play.choosing import NOTATION
from backgammon_tui.modes.play.match import BoardMode, MenuMode, PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.replay import ReplayMode
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.lessons.courses import course, find_lesson
from tests.engine.examples import rules_named
from tests.modes.examples import W, after, chosen, new_table, pressed, seated
from tests.modes.random_games import GAMES, play_states
from tests.teach.lessons.examples import own_lesson, task, write

# ---- lists of commands


RULES = rules_named("russian")


def play() -> PlayMode:
    return PlayMode(PlayState.open(new_table(RULES, 1), Settings()))


def lesson() -> LessonMode:
    entry = find_lesson("russian/1")
    assert entry
    return LessonMode.begin(entry, Settings())


def sandbox() -> SandboxMode:
    return SandboxMode.begin(RULES, Settings())


def modes() -> list[Mode]:
    """Return each mode at its start, and the sandbox also during play."""
    playing, _ = sandbox().handle(Key.ENTER)
    quiz, _ = LessonMode.quiz([RULES], Storage(None, Settings(learner="Anna")), Random(1))
    replay = ReplayMode(new_table(RULES, 1), Settings())
    return [play(), lesson(), sandbox(), playing, quiz, replay]


@pytest.mark.parametrize("mode", modes(), ids=lambda mode: type(mode).__name__)
def test_keys_are_unique_and_documented(mode: Mode) -> None:
    usable = [
        item for item in mode.commands if item.method and item.key and meets(mode, item.exists)
    ]
    assert len({item.key for item in usable}) == len(usable)
    documented = {"?", *(key for key, _ in mode.list_keys())}
    for item in usable:
        assert item.key == "U" or item.label or item.key_name in documented, item.key
        assert mode.find_command(item.click) is item


def test_mode_inherits_the_commands_of_its_bases() -> None:
    for base in (BoardMode, MenuMode):
        for mode in (PlayMode, SandboxMode):
            assert {item.method for item in commands_of(base)} <= {
                item.method for item in commands_of(mode)
            }

    class Later(PlayMode):
        hint_command = replace(command_of(PlayMode.hint), title="Ask the computer")

        @Command["Later"]("first", "Follow a command defined again")
        def follow(self) -> Self:
            return self

        @Command["Later"]("second", "Follow an inherited one", after=BoardMode.to_board)
        def follow_inherited(self) -> Self:
            return self

    before, keys = commands_of(PlayMode), [item.key for item in commands_of(Later)]
    assert [key for key in keys if key not in {"first", "second"}] == [item.key for item in before]
    assert keys[keys.index("t") + 1] == "first"
    assert keys[keys.index("tab") + 1] == "second"


def test_first_commands_of_a_class_come_before_inherited_ones() -> None:
    class Noting(PlayMode):
        first_note = Command["Noting"]("any", "The first line of the list")

    assert commands_of(Noting)[0].help == "The first line of the list"


@pytest.mark.parametrize("mode", modes(), ids=lambda mode: type(mode).__name__)
def test_capital_key_never_acts_as_the_small_letter(mode: Mode) -> None:
    """Shift+S lists a lesson's steps, so it must not skip the task of a quiz."""
    capitals = {command.key for command in mode.commands if command.key.isupper()}
    assert capitals
    for key in capitals:
        command = mode.find_command(key)
        assert command is None or command.key == key


def test_list_of_keys_has_no_duplicates() -> None:
    for mode in modes():
        keys, texts = zip(*mode.list_keys(), strict=True)
        assert "?" not in keys
        assert len({*texts}) == len(texts)
        assert all("U: redo" not in text for text in texts) or "U" not in keys


def test_menu_lines_have_unique_keys() -> None:
    begun = play()
    for mode in (begun, begun.handle(Key.SPACE)[0]):
        offered = mode.menu_commands
        keys = [item.key_name or item.menu_key for item in offered]
        assert all(keys)
        assert len({*keys}) == len(keys)
        # A key that also works on the board does not begin a move.
        on_board = {item.key for item in offered if item.key}
        assert not on_board & ({*NOTATION} - {"f"})  # In `off`, it is not the first letter.


def test_menu_omits_commands_without_an_effect() -> None:
    begun = play()
    rolled, _ = begun.handle(Key.SPACE)
    titles = [{item.title for item in mode.menu_commands} for mode in (begun, rolled)]
    assert titles[1] - titles[0] >= {"Undo a move, or take back a part of the turn"}
    over = PlayMode(chosen(rolled.state, "D")).handle("y")[0]
    finished = {item.title for item in over.menu_commands}
    assert not finished & {"Resign", "Offer a draw", "Computer help"}
    assert "Result" in finished - titles[1]


def test_menu_key_is_the_same_on_every_board() -> None:
    playing, _ = sandbox().handle(Key.ENTER)
    for mode in (play(), sandbox(), playing):
        (opened,) = mode.handle("M")[1]
        assert isinstance(opened, Open)
        assert isinstance(opened.window, Menu)
        assert all(key for key, _ in opened.window.lines)


def test_typed_move_does_not_run_commands() -> None:
    rolled = PlayMode(seated("russian", "W hand:15 / B hand:15", W, "64", "enter"))
    tried = LessonMode.begin(own_lesson(write(TASK)), Settings())
    beside = SandboxMode.beside(rolled.table.record, rolled.state.game, Settings())
    trying, _ = beside.handle(Key.ENTER)
    begun: list[BoardMode] = [rolled, tried, trying]
    for mode in begun:
        for letter in "hand":
            mode, _ = mode.handle(letter)
        assert mode.state
        assert (mode.state.choosing.text or mode.state.choosing.refused) == "hand"
        assert not {*"hand"} & {key for key, _ in mode.list_keys()}


def test_letters_of_a_rejected_move_are_not_commands() -> None:
    mode = SandboxMode.begin(rules_named("backgammon"), Settings())
    for key in ("5", "3", Key.ENTER, *"hand"):
        mode, _ = mode.handle(key)
    assert mode.state
    assert mode.state.choosing.refused == "hand"
    assert not mode.options.presentation


TASK = task("Start: W hand:15 / B hand:15; W to move", "Roll: 6-4", "Solution: hand/19 hand/21")


@pytest.mark.parametrize("mode", modes(), ids=lambda mode: type(mode).__name__)
def test_footer_fits_and_clicks_act_as_keys(mode: Mode) -> None:
    for width in (57, 80, 120):
        spans = mode.footer(width).spans
        assert cell_len("".join(span.text for span in spans).rstrip()) <= width
        keys = {item.click for item in mode.commands if item.click}
        shown = {span.click for span in spans if span.click}
        assert shown <= keys
        assert {"?", Key.ESCAPE} & keys <= shown


def test_key_returns_state_and_effects() -> None:
    rolled, effects = play().handle(Key.SPACE)
    assert rolled.table.roll_number == 2
    assert SimpleEffect.TUMBLE in effects
    same, effects = rolled.handle(Key.ESCAPE)
    assert same is rolled
    assert [type(effect) for effect in effects] == [Open]


def test_escape_leaves_if_nothing_is_open() -> None:
    for mode in (lesson(), modes()[4], modes()[5]):
        assert mode.handle(Key.ESCAPE)[1] == (Leave(),)


def test_dialog_result_reaches_the_mode() -> None:
    mode, (menu,) = play().handle(Key.ESCAPE)
    assert isinstance(menu, Open)
    assert menu.then
    assert isinstance(menu.window, Menu)
    titles = [title for _, title in menu.window.lines]
    _, (opened,) = menu.then(mode, titles.index("Options"))
    assert isinstance(opened, Open)
    assert opened.then
    after, effects = opened.then(mode, Settings(mirrored=True))
    assert after.options.mirrored
    assert SimpleEffect.OPTIONS in effects
    assert isinstance(effects[-1], Open)


# ---- Escape


OPENED = ((), ("w",), ("w", Key.DOWN), (Key.TAB, "w"))
WITH_BEGINNER_HELP = Settings(beginner_help_white=True, beginner_help_black=True)


def opened_things(mode: BoardMode) -> list[object]:
    state = mode.state
    if state is None:
        return []
    selection = state.choosing
    things = [
        state.open_question,
        state.advice,
        state.notice and state.notice.is_opened,
        selection.text,
        selection.is_on_board,
    ]
    return [thing for thing in (*things, selection.row is not None) if thing]


def closed(mode: BoardMode) -> BoardMode:
    """Return the mode after Escape has closed everything open."""
    for _ in range(12):
        is_open, before = bool(mode.closing_label), mode
        mode, effects = mode.handle_input(Key.ESCAPE)
        has_next_stage = any(isinstance(effect, Open | Leave) for effect in effects)
        assert has_next_stage is not is_open, opened_things(before)
        if has_next_stage:
            assert not opened_things(before)
            return before
        assert mode != before
    raise AssertionError(opened_things(mode))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_match_escape_closes_then_opens_the_menu(
    rules: Rules,
) -> None:
    for state in play_states(rules, 6):
        for keys in OPENED:
            closed(after(PlayMode(state.with_options(WITH_BEGINNER_HELP)), *keys))


def test_escape_closes_before_it_leaves() -> None:
    for entry in course("russian")[:7]:
        for keys in (*OPENED, ("t", Key.DOWN, "w")):
            closed(after(LessonMode.begin(entry, Settings()), *keys))
    table = new_table(GAMES[0], None)
    for begun in ((), ("5",), ("5", "3", Key.ENTER)):
        for keys in OPENED:
            sandbox = SandboxMode.begin(table.record.rules, Settings())
            closed(after(sandbox, *begun, *keys))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_redo_restores_the_exact_state_without_a_refused_text(rules: Rules) -> None:
    for state in play_states(rules, 6):
        back = pressed(state, "u")
        is_undone = len(back.table.actions) < len(state.table.actions)
        if is_undone and isinstance(state.table.actions[-1], Move):
            again = pressed(back, "U")
            assert again.table == back.table.redo(), "the record has both steps"
            assert again.game == state.game
            if state.choosing.refused:
                state = replace(state, choosing=state.choosing.accepted, notice=again.notice)
            assert replace(again, table=state.table, undone=None) == replace(state, undone=None)


def test_filters_in_the_list_of_keys_follow_the_rules() -> None:
    listed = {
        name: {
            key
            for key, _ in PlayMode(
                PlayState.open(new_table(rules_named(name)), Settings())
            ).list_keys()
        }
        for name in ("russian", "never-finishing", "backgammon")
    }
    filters = {name: keys & {"24/ /16 *", "24/ /16 * ^", "c"} for name, keys in listed.items()}
    assert filters == {
        "russian": {"24/ /16 *", "c"},
        "never-finishing": {"24/ /16 * ^"},
        "backgammon": {"24/ /16 *"},
    }
