"""Lessons of the command line on a real terminal."""

from __future__ import annotations

from pathlib import Path

from tests.teach.lessons.examples import task, write
from tests.tui.terminal import Terminal


def leave(terminal: Terminal) -> None:
    """Leave a lesson, and on the first screen the program."""
    terminal.press("escape")
    terminal.wait_for_text("Learn a game")
    terminal.press("escape")
    terminal.wait_for_text("Quit the program.")
    terminal.press("enter")


LESSON = write(
    task(
        *("Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move", "Roll: 6-3"),
        *("Solution: hand/19", "Try: hand/22: blocked", "  Look who stands there."),
    )
)


def test_a_lesson_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(LESSON, encoding="utf-8")
    command = ["-m", "backgammon_tui", "lesson", str(tmp_path / "mine.txt"), "--ascii"]
    with Terminal(command) as terminal:
        terminal.wait_for_text("O 6 and 3 to play")
        terminal.press("hand/22")
        terminal.wait_for_text("Illegal: enter")
        terminal.press("enter")
        terminal.wait_for_text("Look who stands")
        terminal.press("hand/19", "enter")
        terminal.wait_for_text("Right.")
        assert "\n".join(terminal.lines).isascii()
        terminal.press("enter")
        terminal.wait_for_text("That was the lesson.")
        leave(terminal)
        assert terminal.wait_for_exit() == 0


def test_a_faulty_lesson_is_refused_in_one_line_before_there_is_a_screen(tmp_path: Path) -> None:
    text = LESSON.replace("Solution: hand/19", "Solution: hand/22")
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
    with Terminal(["-m", "backgammon_tui", "lesson", str(tmp_path / "mine.txt")]) as terminal:
        assert terminal.wait_for_exit() == 2
        assert terminal.output.count(b"\n") == 1
        assert b"mine.txt: line 8: the rules do not allow this: blocked" in terminal.output
