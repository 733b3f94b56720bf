from __future__ import annotations

from pathlib import Path

import pytest

from backgammon_tui.engine import RULESETS, Move, Roll, StartingPosition
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.settings import Settings
from backgammon_tui.storage.sandbox_lines import SandboxLines, keep_lines, read_lines

RULES = RULESETS["backgammon"]


def tried(*keys: str | Key) -> SandboxMode:
    mode = SandboxMode.begin(RULES, Settings())
    for key in ("3", "1", Key.ENTER, *keys):
        mode, _ = mode.handle(Key.SPACE if key == " " else key)
    return mode


def kept(mode: SandboxMode) -> SandboxLines:
    lines = mode.kept_lines
    assert lines
    return lines


TWO = tried(*"8/5 6/5", Key.ENTER, "u", "u", *"24/23 13/10", Key.ENTER)._named("Safe?")


def test_lines_are_read_as_they_were_kept(tmp_path: Path) -> None:
    assert len(TWO.tries.lines) == 2
    keep_lines(tmp_path, "a", kept(TWO))
    assert read_lines(tmp_path, "a") == kept(TWO)
    assert read_lines(tmp_path, "b") is None


def test_sandbox_opens_with_its_lines_and_goes_back(tmp_path: Path) -> None:
    keep_lines(tmp_path, "a", kept(TWO))
    lines = read_lines(tmp_path, "a")
    assert lines
    again = SandboxMode.begin(RULES, Settings()).with_kept_lines(lines)
    assert again.game.position == TWO.game.position
    assert again.kept_lines == kept(TWO)
    assert again.tries.described() == TWO.tries.described()
    undone = again.undo().undo()
    assert isinstance(undone.state.table.actions[-1], Roll)  # type: ignore[union-attr]
    assert len(undone.tries.lines) == 2


def test_lines_of_a_set_up_board_are_dropped_with_it(tmp_path: Path) -> None:
    keep_lines(tmp_path, "a", kept(TWO))
    assert TWO.empty().kept_lines is None
    keep_lines(tmp_path, "a", None)
    assert read_lines(tmp_path, "a") is None


def test_oldest_sandboxes_are_dropped(tmp_path: Path) -> None:
    for number in range(40):
        keep_lines(tmp_path, str(number), kept(TWO))
    assert read_lines(tmp_path, "9") is None
    assert read_lines(tmp_path, "10")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"a": 1}', '{"a": {"ruleset": "chess"}}', "\x00", '{"a": {"lines": [[]]}}'],
)
def test_damaged_file_has_no_lines_and_can_be_written(tmp_path: Path, text: str) -> None:
    (tmp_path / "sandbox.json").write_text(text)
    assert read_lines(tmp_path, "a") is None
    keep_lines(tmp_path, "a", kept(TWO))
    assert read_lines(tmp_path, "a") == kept(TWO)


def test_illegal_lines_are_not_opened(tmp_path: Path) -> None:
    lines = kept(TWO)
    assert isinstance(lines.lines[0].actions[1], Move)
    keep_lines(tmp_path, "a", lines)
    file = tmp_path / "sandbox.json"
    file.write_text(file.read_text().replace("8/5", "8/4"))
    assert read_lines(tmp_path, "a") is None
    elsewhere = lines._replace(start=StartingPosition.parse("W 24:15 / B 24:15; W to move"))
    keep_lines(tmp_path, "a", elsewhere)
    assert read_lines(tmp_path, "a") is None
