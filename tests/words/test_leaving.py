"""What is said to somebody who leaves."""

from __future__ import annotations

from backgammon_tui.words.leaving import describe_left


def told(match: int | None, *open_matches: int) -> str:
    return describe_left(match, open_matches, is_won=False, is_unsaved=False)


def test_the_last_game_is_resumed_without_its_number_and_others_are_counted() -> None:
    said = "Your game is saved. To resume it: backgammon-tui resume"
    assert told(2, 2) == said
    assert told(2, 2, 1, 4) == f"{said}\n2 other open games: backgammon-tui matches"
    # Resumed, and left again before anything was done in it.
    assert told(1, 2, 1) == f"{said} 1\n1 other open game: backgammon-tui matches"
    assert told(None) == "The game is not finished."


def test_the_folder_of_the_command_line_is_named_again() -> None:
    said = describe_left(2, (2, 1), "/srv/my games", is_won=False, is_unsaved=False)
    assert "backgammon-tui resume --folder '/srv/my games'" in said
    assert "backgammon-tui matches --folder '/srv/my games'" in said
