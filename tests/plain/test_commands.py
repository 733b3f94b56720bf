from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from backgammon_tui.engine import RULESETS, Move, Side
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.mode import Command, commands_of
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.plain.conversation import write_plays
from backgammon_tui.plain.match import MatchConversation
from backgammon_tui.session import Session
from backgammon_tui.settings import Help
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.words.reason_sentences import describe_meanings
from tests.engine.examples import rules_named
from tests.modes.examples import new_table
from tests.plain.talk import answer, say, say_at

MOVED = ("6 3", "24/18 13/10")


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("5 3", "Anna rolls 5, Boris 3: Anna starts."),
        ("roll 5 3", "Anna rolls 5, Boris 3: Anna starts."),
        ("5-5", "Both roll a 5, so both roll again."),
        ("roll", "Roll your dice and type the numbers, such as 5 3."),
        ("7 1", "Two numbers from 1 to 6 are a roll, such as 5 3."),
        ("hello", "Two numbers from 1 to 6 are a roll, such as 5 3."),
        ("keep", "Two numbers from 1 to 6 are a roll, such as 5 3."),
        ("play 1", "There is nothing to play now."),
        ("plays", "There is nothing to play now."),
        ("undo", "There is no roll to take back."),
        ("redo", "U brings back what u has undone"),
        ("takeback", "There is no roll to take back."),
        ("resign", "Nobody can resign before it is clear who starts."),
        ("accept", "There is no result to accept."),
        ("next", "The last result has not been accepted."),
        ("stage", "No dice have been rolled in this turn."),
        ("last", "Nothing has been played yet."),
        ("SCORE", "Anna 0, Boris 0."),
        ("dice", "The players roll real dice and type the numbers."),
        ("line", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"),
        ("id", "4HPwATDgc/ABMA"),
        ("why", "The higher number starts and plays both numbers. Rulebook: Who starts."),
        ("save", "Name a file: save game.txt"),
        ("", "Roll your dice and type the numbers, such as 5 3. Each side rolls one die;"),
    ],
)
def test_commands_work_before_the_first_roll(line: str, reply: str) -> None:
    assert answer("backgammon", line).startswith(reply)


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("24/18 13/10", "Anna plays 24/18 13/10."),
        ("24-18", "Anna plays 24/18. Anna to play the 3."),
        ("play 3", "Anna plays 24/18 13/10."),
        ("play 99", "Type 1 to 14."),
        ("play 1x", "Type 1 to 14."),
        ("play " + "9" * 5000, "Type 1 to 14."),
        ("plays 24/18/", "2  24/18/15"),
        ("plays 99", "There is no such play."),
        ("why 24/18", "That is legal."),
        ("why", "Both numbers can be played, so both must be. Rulebook: "),
        ("why 13/9", "No number left moves a checker from point 13 to point 9; a 4 would."),
        ("why 24/18/12", "No number left moves a checker from point 18 to point 12; a 6 would."),
        ("why 6/off", "Anna cannot bear off while checkers are still on points 24, 13 and 8."),
        ("why 8/2*", "Boris has no blot on point 2."),
        ("why what", "Not a move: 'what'."),
        ("point 24", "Point 24: Anna 2."),
        ("point 19", "Point 19: Boris 5."),
        ("point 7", "Point 7: empty."),
        ("point 25", "Points are 1 to 24"),
        ("stage", "6 3 now"),
        ("last", "Nothing has been played yet."),
        ("resign 4", "For how many points does Anna resign?   1  single game: 1 point"),
        ("takeback 2", "Turns 1 to 1 can be taken back."),
        ("takeback x", "Turns 1 to 1 can be taken back."),
        ("keep", "Unknown command or move: 'keep'. Type help for the list."),
        ("roll 6 1", "That cannot be done now."),
        ("24/20", "No number left moves a checker from point 24 to point 20; a 4 would."),
        ("pass", "Unknown command or move: 'pass'. Type help for the list."),
    ],
)
def test_commands_work_during_a_turn(line: str, reply: str) -> None:
    assert answer("backgammon", "6 3", line).strip().startswith(reply)


BEGUN = ("1 2", "2 1", "in/24 in/23")


@pytest.mark.parametrize(
    ("name", "lines", "reply"),
    [
        ("backgammon", (*MOVED, "5 4", "last"), "Anna 6-3 24/18 13/10 (9 pips) Boris to play"),
        ("backgammon", ("6 3", "3"), "Anna plays 24/18 13/10."),
        ("backgammon", ("6 3", "99"), "Type 1 to 14."),
        ("backgammon", ("6 3", "draw", "Y"), "Both agree to a draw: no points."),
        ("backgammon", ("6 3", "draw", " yes "), "Both agree to a draw: no points."),
        ("backgammon", ("6 3", "resign 2", "y"), "Anna resigns; Boris wins 2 points."),
        (
            "backgammon",
            ("6 3", "hint"),
            "No hints are agreed in this match. Type aid to ask for them.",
        ),
        (
            "russian",
            ("5 2",),
            "Anna keeps 5-2 or rerolls both dice. Type keep or reroll (k or r).",
        ),
        ("russian", ("5 2", "keep"), "Anna to play the 5 and the 2."),
        ("russian", ("5 2", "k"), "Anna to play the 5 and the 2."),
        ("russian", ("5 2", ""), "Anna to play the 5 and the 2."),
        ("russian", ("5 2", "reroll"), "Anna to roll."),
        ("russian", ("5 2", "r"), "Anna to roll."),
        ("falood", BEGUN, "Boris chooses four 5s or four 6s. Type 5 or 6."),
        ("falood", (*BEGUN, "5"), "Boris to play four 5s."),
        ("falood", (*BEGUN, "5", "in/20(4)"), "Boris has earned an extra roll: "),
        ("falood", (*BEGUN, "5", "in/20(4)", "roll 4 4"), "An extra roll: Boris rolls 4-4."),
    ],
)
def test_answers_after_several_lines(name: str, lines: tuple[str, ...], reply: str) -> None:
    assert reply in answer(name, *lines)


def test_undo_and_redo_moves() -> None:
    talk = say("backgammon", [*MOVED, "undo", "undo", "redo", "redo", "redo"])
    first_lines = [line[0] for line in talk.answers[3:]]
    assert first_lines == [
        "13/10 is undone.",
        "24/18 is undone.",
        "Anna plays 24/18.",
        "Anna plays 13/10.",
        "U brings back what u has undone, not a roll that was taken",
    ]


@pytest.mark.parametrize("line", ["24/20", "undo now", "roll 6 1", "\x1b[A"])
def test_rejected_command_changes_nothing(line: str) -> None:
    before = say("backgammon", ["6 3"]).record
    talk = say("backgammon", ["6 3", line])
    assert talk.record == before
    assert "Anna to play the 6 and the 3. Type your moves" in talk.last


def test_help_names_every_command() -> None:
    message = answer("russian", "help")
    mode = PlayMode.begin(Session(new_table(rules_named("russian"), 1), Storage()), Storage())
    commands: list[Command] = [*mode.commands, *commands_of(MatchConversation)]
    words = [word for command in commands for word in command.words]
    assert len(words) > 20
    assert not [word for word in words if word not in message]
    assert answer("russian", "?") == message
    assert all(len(line) <= 60 for line in say("russian", ["help"]).lines)


def test_help_lists_only_available_commands() -> None:
    kinds = ("k, r", "5, 6", "hand/22", "9/7^", "gnubg")
    there = {
        name: [kind for kind in kinds if kind in answer(name, "help")]
        for name in ("russian", "falood", "never-finishing", "backgammon")
    }
    assert "SHA-256" in answer("backgammon", "dice", typed=False)
    assert there == {
        "russian": ["k, r", "hand/22"],
        "falood": ["5, 6", "hand/22"],
        "never-finishing": ["9/7^"],
        "backgammon": ["gnubg"],
    }
    assert "computer:easy" in answer("russian", "help")


def test_rules_names_ruleset_and_changes() -> None:
    message = answer("french", "rules", free_entry=True)
    assert "The sides run in opposite directions" in message
    assert "Enter them all before any other moves" not in message
    assert "House rules: free entry: on." in message
    greeting = say("french", [], free_entry=True).last
    assert "House rules: free entry: on." in greeting


def test_board_and_position_are_described() -> None:
    board = say("backgammon", ["board"]).answers[-1]
    assert board[:2] == ["O White, Anna: 167 pips", "X Black, Boris: 167 pips"]
    assert "24   X" not in board
    message = answer("backgammon", "where")
    assert "Anna: 2 on point 24, 5 on point 13, 3 on point 8 and 5 on point 6;" in message


# ---- consent


@pytest.mark.parametrize(("wish", "reply"), [("draw", ""), ("resign 2", "No")])
def test_only_yes_is_consent(wish: str, reply: str) -> None:
    talk = say("backgammon", ["6 3", wish, "Y?", reply])
    assert "Boris, do you " in " ".join(talk.answers[-3])
    assert talk.answers[-3][-2:] == ["  y  yes", "  n  no (Enter)"]
    assert talk.answers[-2][0] == "Answer first: y or n."
    assert talk.answers[-1][0] == "The game goes on."
    assert talk.record == say("backgammon", ["6 3"]).record


def test_opponent_is_asked_for_take_back_of_fair_dice() -> None:
    begun = ["roll", "takeback"]
    asked = say("backgammon", [*begun, "n"], typed=False)
    assert "This takes back the opening roll " in asked.answers[-2][0]
    assert asked.answers[-1][0] == "The game goes on."
    back = say("backgammon", [*begun, "y", "roll"], typed=False)
    assert back.answers[-2][0] == "Back to before the roll. The same dice will come again."
    assert back.answers[-1] == [*back.answers[1], "The game is not finished."]


def test_typed_roll_is_corrected_without_asking() -> None:
    talk = say("backgammon", ["6 3", "undo", "y", "6 1"])
    assert talk.answers[2] == ["Was 6-3 mistyped?", "  y  yes, retype it", "  n  no (Enter)"]
    assert talk.answers[4][0] == "Anna rolls 6, Boris 1: Anna starts."


# ---- leaving and saving


def test_end_of_input_and_quit_leave() -> None:
    assert say("backgammon", []).lines[-1] == "The game is not finished."
    assert say("backgammon", ["6 3", "quit"]).lines[-1] == "The game is not finished."
    assert say("backgammon", ["6 3", "draw"]).lines[-1] == "The game is not finished."
    assert say("backgammon", [], typed=False).record is not None


def test_save_writes_a_new_transcript_only(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    message = answer("backgammon", *MOVED, f"save {file}")
    assert message.startswith("Written to")
    text = file.read_text(encoding="utf-8")
    assert read_transcript(text).games[0].effective_actions
    assert answer("backgammon", f"save {file}").startswith(
        "The file could not be written: File exists."
    )
    assert file.read_text(encoding="utf-8") == text


def test_file_name_with_control_characters_is_rejected() -> None:
    message = answer("backgammon", "save \x1b[31mx")
    assert message.startswith("Not saved: a file name must consist of visible characters.")
    assert message.isprintable()


def test_ambiguous_move_names_a_few_meanings() -> None:
    meanings = [(Move(Side.WHITE, 24, 24 - number, number),) for number in (1, 2, 3, 4, 5, 6)]
    assert describe_meanings(meanings[:2]) == "24/22 or 24/23"
    text = describe_meanings(meanings)
    assert text == "24/18 or 24/19 or 24/20 or 24/21 or 2 more"


def test_export_asks_for_a_file_name() -> None:
    talk = say("backgammon", ["export", ""])
    assert talk.asked == ["> ", "File > "]
    assert talk.answers[-1][0] == "Name a file: save game.txt"


def test_save_error_is_reported() -> None:
    assert answer("backgammon", "save no/such/folder/x").startswith(
        "The file could not be written: "
    )


# ---- numbers and empty lines


def test_empty_line_rolls_and_continues() -> None:
    rolled = say("backgammon", [""], typed=False)
    assert rolled.answers[0][-1].endswith("Enter: roll.")
    assert rolled.record
    assert len(rolled.record.games[0].entries) == 1
    next_game = say("backgammon", ["6 3", "resign 1", "y", ""])
    assert next_game.record
    assert len(next_game.record.games) == 2


def test_empty_line_makes_only_a_forced_play() -> None:
    several = say("backgammon", ["6 3", ""])
    assert several.answers[-1][0].startswith("Anna to play the 6 and the 3. Type your moves,")
    assert several.record
    assert len(several.record.games[0].entries) == 1
    forced = say("russian", ["6 5", "keep", ""])
    assert forced.answers[-1][0] == "Anna plays hand/19 hand/20."


def table(*, help: Help = Help.OFF) -> Table:
    match = MatchRecord(RULESETS["backgammon"], "Anna", "Boris", "2026-03-01", 1)
    return Table.new_match(replace(match, help=help), None)


def test_agreed_hint_lists_plays_with_costs() -> None:
    talk = say_at(table(help=Help.ON), "hint", "6 3", "hint", "t", "t")
    text = " ".join(talk.answers[3])
    assert text.startswith("Best: 24/")
    assert "Costs about 0." in text
    assert re.search(r"leaves \d+ shots instead of \d+", " ".join(text.split()))
    assert "own estimate" in text
    assert all(line.isascii() for line in talk.answers[3])
    assert talk.answers[4][0] == "Type hint again to play the first of them."
    assert talk.answers[5][0].startswith("Anna plays 24/")


def test_roll_chart_equals_the_screens() -> None:
    answers = say_at(table(), "rolls", "6 3", "g").answers
    assert answers[1][0] == "It is not clear yet who rolls."
    assert answers[3][:3] == [
        "What Anna could have rolled:",
        "   1       2       3       4       5       6",
        "1  4       2       2       2       2       2",
    ]


@pytest.mark.parametrize(
    ("count", "last"),
    [(40, "  40  24/23"), (41, "and 1 more; name a first move, such as plays 24/")],
)
def test_list_has_at_most_forty_plays(count: int, last: str) -> None:
    rows: Any = [SimpleNamespace(text="24/23")] * count
    assert [*write_plays(rows)][40:] == [last] * (count - 40)
    assert [*write_plays(rows)][-1] == last
