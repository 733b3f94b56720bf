from __future__ import annotations

from backgammon_tui.match.record import TakeBack
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import Work
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.match import PlayMode, play_view
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.names import display_name, parse_display_name, short_names
from backgammon_tui.settings import Settings
from tests.engine.examples import B, W, rules_named
from tests.modes.examples import after, done, new_table, panel_of, table_from

PLAYERS = ("Anna", "computer:easy")


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
        panel = panel_of(mode.state, 30, 20)
        wording = " ".join(" ".join(line.text.split()) for line in panel.lines)
        assert ("Press u to take your move back." in wording) is not is_forced


def test_footer_offers_to_take_back_the_computers_reply() -> None:
    mode = watched(done(at_its_roll().advance()))
    assert mode.state.game.awaits_roll
    assert mode.undo_label == "take back"
    assert after(mode, "u").state.open_question


def test_game_resumes_within_the_computers_turn() -> None:
    begun = done(at_its_roll().advance())
    resumed = watched(mode_at(begun.table))
    assert resumed.table == watched(begun).table
    assert resumed.state.game.actor is W


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


def test_late_choice_is_dropped_at_another_table() -> None:
    mode = at_its_roll()
    work = mode.think()
    elsewhere = mode_at(mode.table.apply(TakeBack(1, W)))
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
