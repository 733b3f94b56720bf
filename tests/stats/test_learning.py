"""Progress of learners, from saved items."""

from __future__ import annotations

from backgammon_tui.stats.learning import Effort, Learnt, SavedItem, learnt


def test_lessons_and_quizzes_of_each_learner_in_order() -> None:
    kept = [
        SavedItem("Zoe", "quiz score/russian", "3 4"),
        SavedItem("Zoe", "quiz/legal | russian | W 24:1", "0 738000"),
        SavedItem("Zoe", "quiz score/french", "nonsense"),
        SavedItem("Zoe", "lesson/russian/10", "2026-03-01T10:00:00+00:00"),
        SavedItem("Zoe", "step/russian/2/1", "0 738000"),
        SavedItem("Zoe", "step/russian/2/3", "1 738000"),
        SavedItem("Zoe", "lesson/russian/2 step", "2"),
        SavedItem("anna", "step/own/my/one.txt/3", "0 738000"),
    ]
    assert list(learnt(kept)) == [
        Learnt("anna", "own/my/one.txt", missed=1),
        Learnt("Zoe", "russian/2", missed=2),
        Learnt("Zoe", "russian/10", "2026-03-01T10:00:00+00:00"),
        Learnt("Zoe", "quiz russian", right=3, asked=4),
    ]


def test_numbers_of_any_length() -> None:
    assert Effort.read(text := f"{10**9 - 1} {10**9 - 1}") == Effort(10**9 - 1, 10**9 - 1)
    assert Effort.read(f"{text}0") == Effort.read(f"1{text}") == Effort()
    names = "own/2", f"own/{'9' * 9}", f"own/1{'0' * 5_000}"
    found = learnt(SavedItem("Zoe", f"lesson/{name}", "") for name in reversed(names))
    assert {each.what for each in found} == {*names}
