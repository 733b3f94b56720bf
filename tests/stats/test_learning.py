"""Progress of learners, from saved items."""

from __future__ import annotations

from backgammon_tui.stats.learning import Learnt, SavedItem, learnt


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
