"""The sample game as lines, turn by turn."""

from __future__ import annotations

from backgammon_tui.modes.replay.mode import ReplayMode, sample_replay
from backgammon_tui.plain.lessons import ReplayConversation
from backgammon_tui.plain.talk import WIDTH
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.sample_game import sample_game
from tests.plain.talk import Talk, typing


def read(*lines: str) -> Talk:
    state, notes = sample_replay()
    mode, waiting = ReplayMode.begin(state, Settings(), notes), iter(lines)
    return typing(
        lambda talk: ReplayConversation(mode, talk, Storage()), lambda _: next(waiting, None)
    )


def test_the_sample_game_is_told_turn_by_turn() -> None:
    talk = read("", "12", "board", "rule", "back", "99", "words", "v", "quit")
    assert talk.answers[1][1] == "Turn 1, Black: 4-3 hand/21 hand/22"
    assert talk.answers[2][1] == "Turn 12, White: 4-1 turn lost"
    assert talk.answers[3][0] == "O White: 312 pips, hand 2"
    assert talk.answers[4][0] == "What you must play"
    assert talk.answers[5][1].startswith("Turn 11, ")
    assert talk.answers[6][1].startswith("Turn 41, ")
    assert talk.answers[7] == talk.answers[8] == ["Type the number of a turn, or help."]


def test_all_of_it_fits() -> None:
    talk = read(*[""] * 42, "help", "rule")
    assert talk.asked[40] == "40 of 41 > "
    assert all(len(line) <= WIDTH for line in talk.lines)
    assert " ".join(sample_game().end)[:30] in " ".join(talk.lines)
    assert "This is the end of the game. quit leaves." in talk.lines
