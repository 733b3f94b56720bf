"""Progress of a class, joined from several computers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from backgammon_tui.stats import SavedItem
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import write_progress
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.progress_files import (
    ProgressFile,
    join_progress,
    read_progress_file,
    write_progress_file,
)
from tests.cli.program import lines, output, refusal, run

HITTING = "russian/4"


def save(learner: str, **items: str) -> None:
    with Journal(journal_file()) as journal:
        for item, data in items.items():
            write_progress(journal, learner, item.replace("_", "/"), data)


def export(name: str, source: str, written: str, *items: tuple[str, str, str]) -> None:
    """Write the file of another computer."""
    head = {"format": "backgammon-tui progress 1", "source": source, "written": written}
    Path(name).write_text(json.dumps({**head, "items": items}), encoding="utf-8")


def test_progress_is_written_and_read_again() -> None:
    save("Zoe", **{"lesson/russian/1": "2026-03-01T10:00:00+00:00", "step/russian/1/2": "0 739000"})
    out = output("progress", "--export", "zoe.json")
    assert "zoe.json" in out
    assert output("progress", "zoe.json") == "Zoe: 1 lesson done, 1 step to repeat\n"
    assert output("progress", "zoe.json", "--steps") == output("progress", "--steps")
    assert "zoe.json: the file already exists" in refusal("progress", "--export", "zoe.json")
    message = "--export writes the progress of this computer; give no other files"
    assert refusal("progress", "zoe.json", "--export", "b.json") == message


def test_files_of_several_computers_are_merged() -> None:
    late, early = "2026-03-05T10:00:00+00:00", "2026-03-02T10:00:00+00:00"
    export(
        "a", "pc 1", "1", ("Anna", "lesson/russian/1", late), ("Anna", "quiz score/french", "3 4")
    )
    export(
        "b",
        "pc 2",
        "2",
        ("ANNA", "lesson/russian/1", early),
        ("anna", f"step/{HITTING}/2", "1 739001"),
        ("Boris", f"lesson/{HITTING}", late),
        ("Anna", "quiz score/french", "1 6"),
    )
    # A second export from the first computer contains all entries of the earlier one.
    export(
        "c", "pc 1", "3", ("Anna", "lesson/russian/1", late), ("Anna", "quiz score/french", "5 8")
    )
    text = output("progress", "a", "b", "c")
    assert text.splitlines() == [
        "Anna: 1 lesson done, 1 step to repeat, 6 of 14 right in the quiz on French Backgammon",
        "Boris: 1 lesson done",
    ]
    assert output("progress", "c", "a", "b") == text, "in any order"
    assert f"Anna,{HITTING}," in output("progress", "a", "b", "--steps", "--csv")
    assert ",done,2026-03-02" in output("progress", "a", "b", "--steps", "--csv")
    assert not journal_file().exists(), "nothing is written here"


def test_progress_as_html_has_courses_and_themes() -> None:
    theme = ("Anna", "lesson/russian/13", "2026-03-05T10:00:00+00:00")
    export(
        "a",
        "pc",
        "1",
        theme,
        ("<b>", "lesson/russian/1", "x"),
        ("Anna", "step/russian/13/1", "0 1"),
    )
    html = output("progress", "a", "--html")
    assert "<td>Anna</td><td>1 of 21</td><td>0 of " in html
    assert "<th>safety</th>" in html
    assert "<td>1, 1 to repeat</td>" in html
    assert "&lt;b&gt;" in html
    assert "<b>" not in html


@pytest.mark.parametrize("cut", [0, 1, 40, 100, -3])
def test_file_cut_short_is_refused(cut: int) -> None:
    text = write_progress_file(Path("x"), "1", [SavedItem("Anna", "lesson/russian/1", "x")])
    Path("cut").write_text(text[:cut])
    Path("good").write_text(text)
    message = "cut: line 1: this is not a progress file, or it was cut short"
    assert refusal("progress", "good", "cut") == message
    assert refusal("progress", "cut", "good") == message


def test_files_other_than_progress_are_refused() -> None:
    Path("folder").mkdir()
    Path("wide").write_text(write_progress_file(Path("x"), "1", []), encoding="utf-16")
    assert refusal("progress", "folder") == "folder: Is a directory"
    assert refusal("progress", "wide") == "wide: line 1: this is not UTF-8 text"


@pytest.mark.parametrize(
    "items", ['[["a"]]', "[[1, 2, 3]]", "3", '[["\\u001b[31m", "lesson/russian/1", ""]]', "null"]
)
def test_impossible_items_are_refused(items: str) -> None:
    text = write_progress_file(Path("x"), "1", [])
    with pytest.raises(ValueError, match="not a progress file"):
        read_progress_file(text.replace("[\n\n]", items))


def test_empty_progress_is_written(kept: Path) -> None:
    output("progress", "--export", "none.json")
    assert lines("progress", "none.json") == ["Nobody has done a lesson or quiz yet."]
    assert join_progress([ProgressFile("pc", "1", ())]) == ()
    assert run("progress", "missing").code == 2
