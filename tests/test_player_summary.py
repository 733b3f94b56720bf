from __future__ import annotations

from datetime import UTC, datetime

import pytest

from backgammon_tui.analysis.review import Choice
from backgammon_tui.engine import RULESETS, Game, Roll, Side, StageKind, StartingPosition
from backgammon_tui.explain.plays import GamePart, Losses, ReviewedGame, Theme, losses, part_of
from backgammon_tui.game_review import is_agreed
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.player_summary import Opponent, PlayerSummary, describe_player, summarize_player
from backgammon_tui.settings import Help
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import write_progress
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.teach.lessons.lesson import read_typed
from backgammon_tui.words.columns import NARROW, cells
from tests.cli.program import keep, transcript, won

NOW = datetime(2026, 3, 3, 12, tzinfo=UTC)


def summary_of(name: str = "Anna") -> PlayerSummary:
    with Journal(journal_file()) as journal:
        return summarize_player(journal, name)


def texts_of(summary: PlayerSummary) -> list[str]:
    lines = list(describe_player(summary, NOW, "#"))
    assert all(cells(line) <= NARROW for line in lines)
    return lines


def test_last_opponent_comes_first_even_the_computer() -> None:
    keep(
        transcript(won(), won(2, loser="W"), black="computer:strong", date="2026-03-02"),
        transcript(won(), date="2026-03-01"),
    )
    first, second = summary_of().opponents
    assert first[:4] == ("computer:strong", 2, 1, 1)
    assert second[:4] == ("Boris", 1, 1, 0)
    assert texts_of(summary_of())[1].startswith("Computer (strong)        2   1    1")


def test_only_games_against_the_computer_wait_for_a_review() -> None:
    keep(transcript(won(), black="computer:strong"), transcript(won(), white="Carla"))
    assert len(summary_of().unreviewed) == 1
    assert summary_of("Carla").unreviewed == ()


def test_lessons_and_puzzles_are_counted() -> None:
    with Journal(journal_file()) as journal:
        write_progress(journal, "Anna", "lesson/french/1", "2026-03-01T10:00:00+00:00")
        write_progress(journal, "Anna", "quiz score/russian", "7 10")
        for day in (0, 1, 3):
            write_progress(journal, "Anna", f"quiz day/{NOW.date().toordinal() - day}", "1 1")
    summary = summary_of()
    assert summary.courses == (("french", 1, 15),)
    lines = " ".join(" ".join(texts_of(summary)).split())
    assert "Lessons French 1 of 15 done" in lines
    assert "Quiz Russian 7 of 10 right" in lines
    assert "Puzzles up to level 2 of 5; 2 days in a row." in lines


def test_next_lesson_is_first_undone_of_last_game() -> None:
    keep(transcript(won(), ruleset="french"))
    with Journal(journal_file()) as journal:
        write_progress(journal, "Anna", "lesson/french/1", "2026-03-01T10:00:00+00:00")
    summary = summary_of()
    assert summary.next_lesson
    assert (summary.next_lesson.place, summary.why) == ("french/2", None)
    assert summary_of("computer:strong").next_lesson is None


@pytest.mark.parametrize("games", [9, 10, 11])
def test_page_has_eight_opponents_and_ten_games(games: int) -> None:
    keep(transcript(won()))
    rolled_3_1 = rolled(START, (3, 1))
    choice = mistake(rolled_3_1, "13/9", "8/5 6/5", 0.2)
    lost_in = [
        ReviewedGame(n, "russian", "Boris", "2026-03-01", [rolled_3_1], (choice,))
        for n in range(games)
    ]
    others = tuple(Opponent(f"Player {n}", 1, 1, 0, "2026-03-01") for n in range(games))
    lines = texts_of(summary_of()._replace(losses=losses(lost_in), opponents=others))
    assert sum(line.startswith("Player ") for line in lines) == 8
    assert sum(line.endswith("#") for line in lines) == min(games, 10)
    assert any(line.startswith("The last 5 games: ") for line in lines) is (games >= 10)


def test_last_twenty_games_are_evaluated() -> None:
    keep(transcript(*(won(n) for n in range(1, 22)), black="computer:strong"))
    assert len(summary_of().unreviewed) == 20


# ---- points lost by theme

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move"


def rolled(line: str, dice: tuple[int, int], ruleset: str = "backgammon") -> Game:
    return StartingPosition.parse(line).game(RULESETS[ruleset]).apply(Roll(*dice))


def mistake(game: Game, made: str, best: str, cost: float) -> Choice:
    first, second = (read_typed(game, text) for text in (made, best))
    return Choice(0, Side.WHITE, StageKind.DICE, first, second, cost, 0.5)


def lost(game: Game, *choices: Choice) -> Losses:
    return losses([ReviewedGame(1, "backgammon", "Boris", "2026-03-01", [game], choices)])


def test_losses_add_up_by_part_and_theme() -> None:
    game = rolled(START, (3, 1))
    summary = lost(
        game, mistake(game, "13/9", "8/5 6/5", 0.2), mistake(game, "8/5 6/5", "8/5 6/5", 0.0)
    )
    assert summary.parts == ((GamePart.MIDDLE, 2, 0.2),)
    assert summary.themes == ((Theme.SAFETY, 0.2),)
    assert summary.mean(0, 1) == pytest.approx(0.1)


@pytest.mark.parametrize(("cost", "is_told"), [(0.029, False), (0.03, True)])
def test_themes_count_only_mistakes(cost: float, is_told: bool) -> None:
    game = rolled(START, (3, 1))
    assert bool(lost(game, mistake(game, "13/9", "8/5 6/5", cost)).themes) is is_told


def test_games_without_a_choice_are_omitted() -> None:
    assert lost(rolled(START, (3, 1))).games == ()


@pytest.mark.parametrize(
    ("line", "ruleset", "expected"),
    [
        (START, "backgammon", GamePart.MIDDLE),
        ("W 24:1 6:5 5:5 4:3 bar:1 / B 6:5 5:5 4:5; W to move", "backgammon", GamePart.ENTERING),
        ("W 6:5 5:5 4:5 / B 6:5 5:5 4:5; W to move", "backgammon", GamePart.BEARING_OFF),
        ("W 7:1 6:4 5:5 4:5 / B 6:5 5:5 4:5; W to move", "backgammon", GamePart.RACE),
        ("W 7:1 6:4 5:5 4:5 / B 24:1 5:9 4:5; W to move", "backgammon", GamePart.MIDDLE),
        ("W 7:1 6:4 5:5 4:5 / B 3:5 2:5 1:5; W to move", "russian", GamePart.MIDDLE),
        ("W 24:5 hand:10 / B hand:15; W to move", "russian", GamePart.ENTERING),
    ],
)
def test_part_of_a_game_is_recognized(line: str, ruleset: str, expected: GamePart) -> None:
    assert part_of(rolled(line, (2, 1), ruleset), Side.WHITE) is expected


@pytest.mark.parametrize(
    ("names", "help", "expected"),
    [
        (("Anna", "computer:easy"), Help.OFF, True),
        (("Anna", "Boris"), Help.OFF, False),
        (("Anna", "Boris"), Help.ON, True),
        (("computer:easy", "computer:strong"), Help.OFF, False),
    ],
)
def test_games_are_reviewed_automatically_if_agreed(
    names: tuple[str, str], help: Help, expected: bool
) -> None:
    record = MatchRecord(RULESETS["russian"], *names, "2026-03-01", None, help=help)
    assert is_agreed(record) is expected
