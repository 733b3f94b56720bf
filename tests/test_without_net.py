from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from backgammon_tui.analysis import nets
from backgammon_tui.analysis.evaluator import to_play
from backgammon_tui.analysis.value import evaluator_for
from backgammon_tui.engine import RULESETS, AgreeDraw, Roll
from backgammon_tui.match.table import Proposal, computer_agrees, white_chance
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.prompts import judge
from backgammon_tui.modes.replay import ReplayMode
from backgammon_tui.names import Level
from backgammon_tui.players import choose
from backgammon_tui.settings import Help, Settings
from backgammon_tui.teach.lessons.lesson_file import read_lesson
from backgammon_tui.words import reason_sentences
from tests.cli.program import keep, run, transcript, won
from tests.engine.examples import W, rules_named
from tests.modes.examples import (
    POOR,
    after,
    message_of,
    new_table,
    played,
    table_from,
    tutored_at_3_1,
)
from tests.plain.talk import hold_at
from tests.teach.lessons.examples import task, write

NO_NET = "No usable network for this game was found: no hints, winning chances or reviews."


@pytest.fixture(autouse=True)
def without_nets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nets, "manifest", lambda folder=None: ())
    monkeypatch.setattr(reason_sentences, "_SHOWN", set())


def test_hint_on_screen_reports_missing_net() -> None:
    assert message_of(after(tutored_at_3_1(Help.ON), "t").state) == NO_NET


def test_tutor_and_win_chance_are_off_without_net() -> None:
    mode = played(tutored_at_3_1(Help.TUTOR), POOR)
    stage = mode.table.stage_played
    assert stage
    assert judge(*stage, 0.1) is None
    assert white_chance(mode.table.game) is None


def test_review_on_screen_reports_missing_net() -> None:
    table = new_table(rules_named("russian")).apply(AgreeDraw())
    mode, effects = ReplayMode(table, Settings()).begin_review()
    assert (mode.message, effects) == (NO_NET, ())


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("name", RULESETS)
def test_computer_plays_legally_without_net(name: str, level: Level) -> None:
    table = new_table(rules_named(name), 3)
    for _ in range(60):
        actions = choose(table.game, level)
        table = table.apply(*actions) if actions else table.roll()
    assert len(table.actions) > 60


def test_computer_uses_other_net_if_its_own_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    game = table_from("russian", "W 24:5 20:5 19:5 / B 23:15", W).game.apply(Roll(6, 4))
    best = evaluator_for(game.rules).best(to_play(game)).play.moves
    others = tuple(
        net_choice for net_choice in nets.manifest() if net_choice.grade is nets.Grade.FULL
    )
    monkeypatch.setattr(nets, "manifest", lambda folder=None: others)
    assert choose(game, Level.BEGINNER) == best


def test_missing_net_is_reported_once() -> None:
    players = ("Anna", "computer:easy")
    table = new_table(rules_named("russian"), 1, players)
    lines = iter(["roll", *["roll", "keep", ""] * 20])
    talk = hold_at(table, lambda _: next(lines, None))
    text = " ".join(talk.lines)
    assert text.count("The computer has no usable network for this game") == 1


def test_draw_that_cannot_be_judged_is_accepted() -> None:
    table = new_table(rules_named("russian"), 1, ("Anna", "computer:easy"))
    assert computer_agrees(table, Proposal(AgreeDraw(), W)) is True


def test_plain_hints_and_reviews_report_missing_net() -> None:
    table = table_from("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", W)
    table = replace(table, record=replace(table.record, help=Help.ON))
    lines = iter(["3 1", "hint"])
    talk = hold_at(table, lambda _: next(lines, None))
    assert NO_NET in " ".join(talk.answers[2])


def test_commands_report_missing_net(tmp_path: Path) -> None:
    keep(transcript(won()))
    for arguments in (("review", "1"), ("rollout", "russian", "W 1:1 2:14 / B 3:15", "W", "53")):
        done = run(*arguments)
        assert (done.code, done.out, done.err) == (1, "", f"backgammon-tui: {NO_NET}\n")


def test_lesson_claim_needing_net_is_refused_with_line(tmp_path: Path) -> None:
    text = write(
        task(
            "Start: W 24:5 20:5 19:5 / B 23:15; W to move",
            "Roll: 6-4",
            "Task: Play.",
            "Claim: best",
            "Solution: 24/18 24/20",
        )
    )
    read_lesson(text)
    (tmp_path / "own.txt").write_text(text)
    done = run("lesson", "--check", str(tmp_path / "own.txt"))
    assert done.code == 2
    assert "this cannot be checked: there is no network for the game" in done.out


def test_next_key_after_missing_hint_continues_play() -> None:
    mode = after(tutored_at_3_1(Help.ON), "t", Key.DOWN, Key.ENTER)
    assert len(mode.table.actions) > 1
