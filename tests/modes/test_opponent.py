from __future__ import annotations

import pytest

from backgammon_tui.engine import ChooseDoubles, KeepOpening, Phase, RerollOpening
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import Open, Work
from backgammon_tui.modes.inputs import Input, Key
from backgammon_tui.modes.play.board import play_view
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.prompts import ask_take_back
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.names import display_name, parse_display_name, short_names
from backgammon_tui.settings import Settings
from tests.engine.examples import B, W, rules_named
from tests.modes.examples import message_of, new_table, panel_of, table_from
from tests.modes.working import after, done

PLAYERS = ("Anna", "computer:easy")
AHEAD = "W 23:15 / B 1:2 off:13"


def mode_at(table: Table) -> PlayMode:
    return PlayMode(PlayState.open(table, Settings()))


def watched(mode: PlayMode) -> PlayMode:
    """Return the mode when nothing continues automatically any more."""
    while mode.pause is not None:
        mode = done(mode.advance())
    return mode


RACE = "W 13:2 off:13 / B 13:2 off:13"


def at_its_roll(
    line: str = RACE, name: str = "backgammon", players: tuple[str, str] = PLAYERS
) -> PlayMode:
    """Return Anna's game with the computer, which is to play a typed 6-5."""
    return after(mode_at(table_from(name, line, B, players=players)), "6", "5", Key.ENTER)


def before_its_roll() -> PlayMode:
    """Return the same game before Enter is pressed."""
    return after(mode_at(table_from("backgammon", RACE, B, players=PLAYERS)), "6", "5")


def test_own_move_can_be_undone_before_the_reply() -> None:
    for line, is_forced in (("W hand:15", True), ("W 24:8 20:7", False)):
        starting_position = f"{line} / B 1:2 hand:13; W to move; first double W"
        table = new_table(rules_named("russian"), 2, PLAYERS, starting_position=starting_position)
        mode = after(mode_at(table), Key.SPACE)
        assert mode.state.choosing.is_forced is is_forced
        mode = after(mode, *[Key.DOWN] * (not is_forced), Key.SPACE)
        wording = " ".join(text(mode).split())
        assert ("Press u to take your move back." in wording) is not is_forced


def text(mode: PlayMode) -> str:
    lines = panel_of(mode.state, 30, 20).lines
    return "\n".join("".join(span.text for span in line.spans) for line in lines)


@pytest.mark.parametrize("key", [Key.SPACE, Key.DOWN, "x", "5"])
def test_key_skips_the_display_only(key: Input) -> None:
    for mode in (at_its_roll(), done(at_its_roll().advance())):
        hurried = after(mode, key)
        assert hurried.table is mode.table
        assert hurried.pause
        assert hurried.pause < 0.1
        assert watched(hurried).table == watched(at_its_roll()).table


def test_game_resumes_within_the_computers_turn() -> None:
    begun = done(at_its_roll().advance())
    resumed = watched(mode_at(begun.table))
    assert resumed.table == watched(begun).table
    assert resumed.state.game.actor is W


def test_computer_moves_survive_a_later_undo() -> None:
    mode = watched(at_its_roll())
    undone = after(mode, "u")
    assert undone.table is mode.table


def test_menu_opens_during_the_computers_turn() -> None:
    _, (effect,) = done(at_its_roll().advance()).handle(Key.ESCAPE)
    assert isinstance(effect, Open)


def test_computer_rolls_until_a_person_must_roll() -> None:
    mode = mode_at(new_table(rules_named("russian"), 3, players=PLAYERS))
    assert mode.pause is None
    mode = watched(after(mode, Key.SPACE, "k", Key.DOWN, Key.ENTER))
    assert mode.state.game.actor is W
    assert mode.state.game.awaits_roll
    assert not mode.state.can_undo


def test_two_computers_play_a_game() -> None:
    players = ("computer:easy", "computer:beginner")
    end = "W 3:1 off:14 / B 21:1 4:1 off:13; W to move"
    table = new_table(rules_named("backgammon"), 8, players=players, starting_position=end)
    mode = watched(mode_at(table))
    assert mode.state.game.is_over


def test_board_uses_the_computers_numbers_too() -> None:
    mode = at_its_roll()
    assert play_view(mode.state).numbers.side is B
    assert play_view(done(done(mode.advance()).advance()).state).numbers.side is W


def test_computer_name_is_in_words() -> None:
    assert display_name("computer:easy 2") == "Computer (easy) 2"
    assert parse_display_name("computer (Easy) 2") == "computer:easy 2"
    assert parse_display_name("Computer easy") == "Computer easy"
    assert short_names("Anna", "computer:easy") == ("Anna", "Computer")
    assert short_names("computer:easy", "computer:easy 2") == ("Easy", "Easy 2")
    assert short_names("Computer", "computer:easy") == ("Computer", "Computer (easy)")


def test_computer_answers_rules_questions_visibly() -> None:
    line = "W hand:15 / B 24:2 23:2 hand:11"
    mode = mode_at(table_from("falood", line, B, players=PLAYERS))
    mode = after(mode, "1", "2", Key.ENTER)
    while not isinstance(mode.table.actions[-1], ChooseDoubles):
        assert mode.state.question is None
        mode = done(mode.advance())
    assert "Computer chooses four" in message_of(mode.state)
    opened = mode_at(new_table(rules_named("russian"), None, players=PLAYERS))
    opened = done(after(opened, "1", "6", Key.ENTER).advance())
    assert isinstance(opened.table.actions[-1], KeepOpening | RerollOpening)
    assert message_of(opened.state).startswith("Computer ")


def test_computer_completes_a_persons_stage() -> None:
    line = "W 20:2 6:13 / B hand:15"
    table = table_from("russian", line, B, players=PLAYERS[::-1], opponent_completes=True)
    mode = mode_at(table)
    mode = after(mode, "5", "4", Key.ENTER)
    while mode.state.game.phase is Phase.MOVE:
        mode = after(mode, Key.DOWN, Key.ENTER)
    assert mode.state.game.phase is Phase.COMPLETE
    mode = watched(after(mode, Key.SPACE))
    assert mode.state.game.phase is not Phase.COMPLETE


def after_two_turns(players: tuple[str, str] = PLAYERS) -> PlayMode:
    """Return a game in which Anna and the computer have each played twice."""
    mode = mode_at(new_table(rules_named("russian"), 3, players=players))
    mode = watched(after(mode, Key.SPACE, "k", Key.DOWN, Key.ENTER))
    mode = watched(after(mode, Key.SPACE, Key.DOWN, Key.ENTER))
    assert [mode.table.history[at].side for at in mode.table.rolls] == [None, B, W, B]
    return mode


def test_take_back_includes_the_computers_roll() -> None:
    mode = after_two_turns()
    back = done(mode.at(ask_take_back(mode.state)))
    assert len(back.table.rolls) == 2
    assert message_of(back.state) == "Back to before the roll. The dice will be the same again."


def test_last_own_roll_is_taken_back() -> None:
    mode = watched(after(mode_at(new_table(rules_named("russian"), 3, players=PLAYERS)), Key.SPACE))
    mode = watched(after(mode, "k", Key.DOWN, Key.ENTER))
    mode = after(mode, Key.SPACE)
    assert [mode.table.history[at].side for at in mode.table.rolls][-1] is W
    back = done(mode.at(ask_take_back(mode.state)))
    assert len(back.table.rolls) == len(mode.table.rolls) - 1


def test_late_choice_is_dropped_at_another_table() -> None:
    mode = at_its_roll()
    work = mode.think()
    elsewhere = mode_at(mode.table.take_back(1, W))
    assert work.then(elsewhere, work.run()) == (elsewhere, ())


def test_computer_thinks_while_its_roll_is_shown() -> None:
    shown, effects = before_its_roll().handle(Key.ENTER)
    (work,) = (effect for effect in effects if isinstance(effect, Work))
    thought, nothing = work.then(shown, work.run())
    assert (thought.table, nothing) == (shown.table, ())
    assert thought.state.choice
    played, more = thought.advance()
    assert not any(isinstance(item, Work) for item in more)
    assert len(played.table.actions) > len(shown.table.actions)


def test_slow_choice_is_played_when_ready() -> None:
    shown, effects = before_its_roll().handle(Key.ENTER)
    (first,) = (effect for effect in effects if isinstance(effect, Work))
    waiting, (second,) = shown.advance()
    assert isinstance(second, Work)
    assert second.about is first.about  # Otherwise it would be started again.
    played, _ = first.then(waiting, first.run())
    assert len(played.table.actions) > len(shown.table.actions)


def test_cancelled_thinking_plays_nothing() -> None:
    mode = at_its_roll("W 13:2 6:13 / B 24:2 13:5 8:3 6:5", players=("Anna", "computer:strongest"))
    work = mode.think()
    assert work.give_up
    work.give_up()
    assert work.then(mode, work.run()) == (mode, ())
