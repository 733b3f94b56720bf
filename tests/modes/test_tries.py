"""Lines tried in the sandbox."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from backgammon_tui.engine import RULESETS, Move
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.modes.effects import (
    ComparedLines,
    EnterText,
    KeyPage,
    NewLesson,
    Open,
    SandboxBeside,
    Work,
)
from backgammon_tui.modes.inputs import ChooseTried, Key
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.modes.text import Glyphs, TextStyle
from backgammon_tui.modes.tries import MAX_COSTS, Rollout, duel
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.lessons.courses import course
from backgammon_tui.teach.lessons.lesson import Lesson, LessonQuestion, Task
from backgammon_tui.teach.lessons.lesson_file import read_lesson
from backgammon_tui.teach.lessons.writing import read_task_kind, write_lesson
from tests.modes.examples import W

WORDS = {"enter": Key.ENTER, " ": Key.SPACE}


def press(mode: SandboxMode, *keys: str) -> SandboxMode:
    """Press keys, and carry out the work that they request."""
    for key in keys:
        for character in [key] if key in WORDS else key:
            mode, wanted = mode.handle(WORDS.get(character, character))
            mode = carry_out(mode, *wanted)
    return mode


def carry_out(mode: SandboxMode, *wanted: object) -> SandboxMode:
    for effect in wanted:
        if isinstance(effect, Work):
            mode, more = effect.then(mode, effect.run())
            mode = carry_out(mode, *more)
    return mode


def opened(mode: SandboxMode, key: str) -> object:
    """Return the window that a key opens, perhaps after some work."""
    mode, wanted = mode.handle(key)
    for effect in wanted:
        if isinstance(effect, Work):
            _, wanted = effect.then(mode, effect.run())
    return next(effect.window for effect in wanted if isinstance(effect, Open))


@pytest.fixture
def begun() -> SandboxMode:
    """Return a sandbox at the start of Backgammon with a 6-1 to play."""
    mode = SandboxMode.begin(RULESETS["backgammon"], Settings())
    return press(mode, "61", "enter")


def two_lines(begun: SandboxMode) -> SandboxMode:
    return press(begun, "13/7 8/7", "enter", "uu", "24/18 24/23", "enter")


def texts(mode: SandboxMode) -> list[str]:
    return mode.tries.described()


def panel(mode: SandboxMode) -> str:
    lines = mode.view(Frame(120, (34, 30), Glyphs())).panel.lines
    return "\n".join(line.text for line in lines)


# ---- lines


def test_going_back_begins_another_line(begun: SandboxMode) -> None:
    mode = two_lines(begun)
    assert texts(mode) == ["1 13/7 8/7", "2 24/18 24/23"]
    assert mode.tries.at == 1
    assert "1 13/7 8/7\n2 24/18 24/23" in panel(mode)
    back = press(mode, "[")
    assert (back.tries.at, back.game.position) == (
        0,
        press(begun, "13/7 8/7", "enter").game.position,
    )
    assert press(back, "]").game.position == mode.game.position
    assert press(back, "[").tries.at == 1
    clicked, _ = mode.handle(ChooseTried(0))
    assert clicked.game == back.game


def tree(mode: SandboxMode) -> list[str]:
    return [f"{row.number}{'  ' * row.depth} {row.text}" for row in mode.tries.tree()]


def test_lines_that_part_later_are_a_tree(begun: SandboxMode) -> None:
    mode = press(two_lines(begun), "[", "53", "enter", "8/3 6/3", "enter")
    mode = press(mode, "uu", "13/8 13/10", "enter")
    assert tree(mode) == [
        " 13/7 8/7, 5-3",
        "1   8/3 6/3",
        "3   13/8 13/10",
        "2 24/18 24/23",
    ]
    assert "  13/7 8/7, 5-3\n1   8/3 6/3\n3   13/8 13/10\n2 24/18 24/23" in panel(mode)
    walked = [press(mode, *"]" * count).tries.at + 1 for count in range(5)]
    assert walked == [3, 2, 1, 3, 2], "in the order of the tree"
    assert duel(mode.tries)[2] == (1, 3)
    clicked, _ = press(mode, "]").handle(ChooseTried(0))
    assert clicked.tries.at == 0
    lines = press(mode, "]").view(Frame(80, (21, 22), Glyphs())).panel.lines
    assert [row.click for row in lines[-4:]] == [ChooseTried(at) for at in (0, 0, 2, 1)]
    assert all(len(row.text) <= 21 for row in lines)
    on_board = mode.view(Frame(80, (21, 22), Glyphs())).panel.lines[-4:]
    styles = [row.spans[0].style for row in on_board]
    assert styles == [TextStyle.BRIGHT, TextStyle.PLAIN, TextStyle.CHOSEN, TextStyle.PLAIN]


def test_tree_has_each_line_once_in_any_order(begun: SandboxMode) -> None:
    chance, mode = Random(5), begun
    for _ in range(150):
        state = mode.state
        assert state
        if chance.random() < 0.3 and len(mode.past) > 2:
            mode = mode.undo()
        elif mode.awaits_dice:
            mode = press(mode, chance.choice(["31", "42"]), "enter")
        elif state.game.moves:
            mode = mode.at_state(state.make([chance.choice(state.game.moves)]))
        if chance.random() < 0.1:
            mode = mode._named(chance.choice(["good", ""]))
        shown = [row.lines[0] for row in mode.tries.tree() if row.number]
        assert sorted(shown) == [*range(len(mode.tries.lines))]
    assert len(mode.tries.lines) > 5


def test_line_grows_with_its_rolls_and_plays(begun: SandboxMode) -> None:
    mode = press(two_lines(begun), "53", "enter", "8/3 6/3", "enter")
    assert texts(mode) == ["1 13/7 8/7", "2 24/18 24/23, 5-3, 8/3 6/3"]
    undone = press(press(mode, "["), "u")
    assert texts(undone) == texts(mode), "undoing keeps the lines"
    assert len(press(undone, "8/7", "enter").tries.lines) == 2, "the same play is the same line"


def test_undo_walks_back_along_a_line(begun: SandboxMode) -> None:
    mode = press(two_lines(begun), "[")
    assert press(mode, "uu").game.position == begun.game.position
    assert press(mode, "uuUU").game.position == mode.game.position
    assert press(mode, "uuu").state is None, "the setup is before the roll"


@pytest.mark.parametrize("typed", ["24/18 24/23", "24/23 24/18", "24/18 6/5", "8/2 8/7"])
def test_another_whole_play_is_typed_over_the_rest_of_one(begun: SandboxMode, typed: str) -> None:
    half = press(begun, "13/7 8/7", "enter", "u")
    retyped = press(half, typed)
    assert retyped.state
    assert retyped.state.preview, "Enter plays it"
    assert press(retyped, "u").game == half.game
    mode = press(retyped, "enter")
    assert texts(mode) == ["1 13/7 8/7", f"2 {mode.tries.texts()[1]}"]
    assert mode.game.position == press(begun, typed, "enter").game.position
    assert press(mode, "uuu").game == half.game, "two moves and the change back to the roll"


@pytest.mark.parametrize("typed", ["24/18", "24/18 24/1", "24/18 13/7", "8/2 6/4"])
def test_moves_stay_unless_a_whole_play_is_typed(begun: SandboxMode, typed: str) -> None:
    half = press(begun, "13/7 8/7", "enter", "u")
    refused = press(half, typed)
    assert refused.game == half.game
    assert refused.state
    assert not refused.state.preview


def test_any_whole_play_is_typed_over_any_moves() -> None:
    chance = Random(7)
    for name in ("russian", "never-finishing", "backgammon"):
        start = press(SandboxMode.begin(RULESETS[name], Settings()), "42", "enter")
        plays = start.game.legal_plays()
        for _ in range(6):
            first, second = chance.choice(plays), chance.choice(plays)
            assert start.state
            half = start.at_state(start.state.make(first.moves[:1]))
            mode = press(half, write_moves(second.moves), "enter")
            assert mode.game.position == second.position


def test_new_play_replaces_unnamed_unfinished_play(begun: SandboxMode) -> None:
    mode = press(begun, "13/7", "enter", "u", "24/18", "enter", "u", "8/2 8/7", "enter")
    assert texts(mode) == ["1 8/2 8/7"]
    named = press(begun, "13/7", "enter")._named("half")
    assert len(press(named, "u", "24/18", "enter").tries.lines) == 2


def test_new_position_begins_without_lines(begun: SandboxMode) -> None:
    mode = two_lines(begun)
    edited = press(mode, "E", "W")
    assert edited.tries.lines == ()
    assert texts(press(edited, "uu")) == texts(mode), "and undo brings them back"


def test_tried_plays_are_marked_in_the_list(begun: SandboxMode) -> None:
    mode = press(two_lines(begun), "uu")
    assert mode.state
    assert len(mode.state.tried) == 2
    rows = [row for row in panel(mode).split("\n") if row.endswith(" tried") and "[" not in row]
    assert [row.split("tried")[0].strip() for row in rows] == ["24/18 24/23", "13/7 8/7"]


def saved_lesson(mode: SandboxMode, kind: str) -> Lesson:
    """Return the lesson that the sandbox saves, read again."""
    lesson = opened(mode, "L")
    assert isinstance(lesson, NewLesson)
    start, table = mode.setup.starting_position, lesson.table
    task_kind = read_task_kind(kind)
    text = write_lesson("T", table.record.rules, start, table.actions, task_kind, lesson.tries)
    return read_lesson(text)


def test_comment_is_shown_watched_and_exported(begun: SandboxMode) -> None:
    mode = two_lines(begun)
    window = opened(mode, "N")
    assert isinstance(window, EnterText)
    named = press(mode._named("runs too far"), "[")
    assert texts(named)[1] == "2 24/18 24/23: runs too far"
    assert "2 24/18 24/23: runs too far" in named.shared_board.texts
    for kind in ("play", "best", "Make the point."):
        task = saved_lesson(named, kind).steps[0].assignment
        assert isinstance(task, Task)
        assert task.solutions[0].text == "13/7 8/7"
        assert [(tried.text, tried.answer) for tried in task.tries] == [
            ("24/18 24/23", "runs too far")
        ]


DOCUMENT = Path(__file__).parents[2] / "docs" / "learning.md"


def test_two_at_one_keyboard_see_the_documented_panel() -> None:
    text = DOCUMENT.read_text(encoding="utf-8").partition("### Two at one keyboard")[2]
    advice, picture, *_ = re.split(r"```(?:text)?\n", text)
    typed = [" ".join(words.split()) for words in re.findall(r"`([^`]+)`", advice)]
    assert typed[:6] == ["j", "V", "B", "24/23 13/10", "Enter", "N"]
    first, name, answer, second_name = typed[3], typed[6], typed[8], typed[10]
    assert (typed[7], typed[9], typed[11:]) == ("u", "Enter", ["[", "]", "="])
    mode = press(SandboxMode.begin(RULESETS["backgammon"], Settings()), "31", "enter", "V")
    mode = press(mode, first, "enter")._named(name)
    mode = press(mode, "u", answer, "enter")._named(second_name)
    assert panel(mode).split() == picture.split()
    for line in picture.splitlines():
        assert line in panel(mode)
    assert press(mode, "[").tries.at == 0
    compared = opened(mode, "=")
    assert isinstance(compared, ComparedLines)


@pytest.mark.parametrize("kind", ["play", "best", "Make the point."])
def test_comment_of_the_saved_line_follows_its_play(begun: SandboxMode, kind: str) -> None:
    mode = press(two_lines(begun)._named("runs too far"), "[")._named("the bar point")
    task = saved_lesson(mode, kind).steps[0].assignment
    assert isinstance(task, Task)
    assert task.after == "the bar point"
    assert [tried.answer for tried in task.tries] == ["runs too far"]


@pytest.mark.parametrize("kind", ["hits", "count"])
def test_lines_are_saved_with_questions_about_numbers(begun: SandboxMode, kind: str) -> None:
    mode = press(two_lines(begun)._named("runs too far"), "[")._named("the bar point")
    question, shown = saved_lesson(mode, kind).steps
    assert isinstance(question.assignment, LessonQuestion)
    assert shown.say == "The bar point. Also tried: 24/18 24/23: runs too far."
    assert shown.acts


def test_many_lines_still_make_a_lesson(begun: SandboxMode) -> None:
    mode, rules = begun, RULESETS["backgammon"]
    assert mode.state
    tries = tuple(
        (mode.state.table.apply(*play.moves).actions, "c" * 60)
        for play in mode.state.game.legal_plays()
    )[:50]
    start = mode.setup.starting_position
    for kind in ("play", "best", "hits", "count"):
        text = write_lesson("T", rules, start, tries[0][0], read_task_kind(kind), tries)
        assert read_lesson(text).steps


def test_lesson_may_ask_for_hits_without_a_play() -> None:
    mode = SandboxMode.begin(RULESETS["backgammon"], Settings())
    lesson = opened(mode, "L")
    assert isinstance(lesson, NewLesson)
    start = mode.setup.starting_position
    text = write_lesson("T", lesson.table.record.rules, start, (), read_task_kind("hits"))
    assert "About: rolls that hit" in text
    assert read_lesson(text).steps[0].assignment
    with pytest.raises(ValueError, match="a lesson needs a play"):
        write_lesson("T", lesson.table.record.rules, start, (), read_task_kind("play"))


# ---- the computer's opinion


def test_hint_lists_plays_with_their_costs(begun: SandboxMode) -> None:
    mode = press(begun, "t")
    assert mode.state
    assert mode.state.advice
    assert mode.state.advice.is_settled
    assert "the computer's best" in panel(mode)
    costs = opened(begun, "T")
    assert isinstance(costs, KeyPage)
    assert costs.keys[0] == ("0.00", "13/7 8/7")
    assert len(costs.keys) == len(begun.state.choosing.rows) if begun.state else False
    assert "Roll first" in panel(press(begun, "13/7 8/7", "enter", "t"))


@pytest.mark.parametrize(
    ("name", "line", "dice"),
    [
        ("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", "31"),
        ("russian", "W 24:4 20:3 18:2 15:2 11:2 9:2 / B 14:3 12:5 10:4 8:3", "33"),
    ],
)
def test_chart_of_costs_has_a_cost_for_every_play_listed(name: str, line: str, dice: str) -> None:
    mode = press(SandboxMode.begin(RULESETS[name], Settings()).paste(f"{line}; W to move"), dice)
    mode = press(mode, "enter")
    window = opened(mode, "T")
    assert isinstance(window, KeyPage)
    plays = len(mode.game.legal_plays())
    listed = window.keys if plays <= MAX_COSTS else window.keys[:-1]
    assert min(plays, MAX_COSTS) <= len(listed) <= plays
    costs = [float(cost) for cost, _ in listed if cost != "equal"]
    assert len(costs) > 3
    assert costs == sorted(costs)
    if plays > MAX_COSTS:
        others = f"{plays - len(listed)} other plays, which a quick estimate rates lower"
        assert window.keys[-1] == ("", others)


def test_answer_names_the_best_roll(begun: SandboxMode) -> None:
    assert "Finish the play first" in panel(press(begun, "x"))
    text = panel(press(begun, "24/18 24/23", "enter", "x")).replace("\n", " ")
    assert "Black's best roll is " in text
    assert "better than the average roll by " in text


def test_lines_are_compared_by_cost_and_counts(begun: SandboxMode) -> None:
    window = opened(two_lines(begun), "=")
    assert isinstance(window, ComparedLines)
    first, second, verdict = window.text.split("\n\n")
    assert first.startswith("1  13/7 8/7 is as good as the best play. ")
    assert re.match(r"2  24/18 24/23 costs 0\.\d\d points of the score\. ", second)
    assert "opponent's 36 rolls hit" in second
    assert "2 blots" in second
    assert re.match(r"Line 1 is 0\.\d\d points better, by the computer's estimate: it ", verdict)


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        (["13/7 8/7", "enter"], "There is only one line"),
        (["13/7 8/7", "enter", "uu", "24/18", "enter"], "Play both lines to the end"),
        (["13/7 8/7", "enter", "53", "enter", "u", "42", "enter"], "These lines differ in a roll"),
        (["13/7 8/7", "enter", "uu", "8/7 13/7", "enter"], "There is only one line"),
    ],
)
def test_other_lines_are_not_compared(begun: SandboxMode, keys: list[str], reason: str) -> None:
    compared = duel(press(begun, *keys).tries)
    assert isinstance(compared, str)
    assert compared.startswith(reason)


@pytest.mark.parametrize("typed", ["", "8", "24/18", "24/18 ", "24/18 19", "x"])
def test_lines_are_compared_in_the_middle_of_a_play(begun: SandboxMode, typed: str) -> None:
    mode = press(two_lines(begun), "uu", typed)
    assert isinstance(opened(mode, "="), ComparedLines)
    before = press(begun, typed).state
    alone = press(begun, typed, "=").state
    assert before
    assert alone
    assert alone.notice
    assert alone.notice.text.startswith("There is only one line")
    assert alone.choosing.text == before.choosing.text


def test_number_of_a_move_is_typed_with_equals() -> None:
    """A checker that bears off may use either number, so `=` belongs to the move."""
    mode = SandboxMode.begin(RULESETS["backgammon"], Settings())
    mode = mode.paste("W 4:3 2:2 off:10 / B 24:3 off:12; W to move")
    typed = press(mode, "64", "enter", "4/off=6", "enter")
    assert typed.state
    assert typed.state.table.actions[-1] == Move(W, 4, 0, 6)


def test_footer_names_the_keys_of_lines(begun: SandboxMode) -> None:
    for width in (80, 120):
        shown = two_lines(begun).footer(width).text
        assert "] next line  N name  = compare" in shown
        assert "M menu" in shown
        assert "compare" not in begun.footer(width).text


def test_nothing_is_estimated_in_a_match_without_consent(begun: SandboxMode) -> None:
    mode = replace(two_lines(begun), is_agreed=False)
    for key in "tTx=":
        assert "have not agreed" in panel(press(mode, key)).replace("\n", " ")


def test_rollout_reports_progress_and_one_standard_error(begun: SandboxMode) -> None:
    compared = duel(two_lines(begun).tries)
    assert not isinstance(compared, str)
    run = Rollout(compared, games=72)
    assert run.text == "Rollout [............] 0 of 72 games"
    assert run.next_batch().text.startswith("Rollout [######......] 36 of 72 games: 13/7 8/7 +0.")
    assert run.next_batch().is_done
    assert run.text.startswith("Rollout of 72 games: 13/7 8/7 +0.")
    assert "24/18 24/23" in run.text
    assert run.text.endswith("Each ± is one standard error.")


def test_stopped_rollout_ends_its_process(begun: SandboxMode) -> None:
    compared = duel(two_lines(begun).tries)
    assert not isinstance(compared, str)
    run = Rollout(compared)
    run.stop()
    assert run.next_batch().is_done


def test_sandbox_of_a_lesson_may_ask_the_computer() -> None:
    entry = course("backgammon")[0]
    _, wanted = LessonMode.begin(entry, Settings()).handle("j")
    window = next(effect.window for effect in wanted if isinstance(effect, Open))
    assert isinstance(window, SandboxBeside)
    beside = SandboxMode.beside(window.record, window.game, window.options)
    assert beside.why_no_estimate == ""
    quiz, _ = LessonMode.quiz((RULESETS["backgammon"],), Storage())
    _, wanted = quiz.handle("j")
    window = next(effect.window for effect in wanted if isinstance(effect, Open))
    assert isinstance(window, SandboxBeside)
    beside = SandboxMode.beside(window.record, window.game, window.options)
    assert beside.why_no_estimate, "the task would be given away"


def test_impossible_rollout_is_reported(
    begun: SandboxMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKGAMMON_TUI_CLUSTER", "tcp://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "distributed", None)
    compared = duel(two_lines(begun).tries)
    assert not isinstance(compared, str)
    run = Rollout(compared).next_batch()
    assert run.is_done
    assert run.text.startswith("The rollout is not possible: A cluster needs Dask")


REPLACED = """
import io, sys
from backgammon_tui.analysis.rollout import processes
class Replaced(io.StringIO):
    def fileno(self):
        return -1
if __name__ == "__main__":
    sys.stderr = Replaced()
    with processes(1) as executor:
        print(executor.submit(abs, -1).result())
"""


def test_rollout_starts_without_a_file_for_errors() -> None:
    """A full-screen program replaces standard error by an object whose file number is -1."""
    ran = subprocess.run([sys.executable, "-c", REPLACED], capture_output=True, text=True)
    assert (ran.stdout, ran.returncode) == ("1\n", 0), ran.stderr
