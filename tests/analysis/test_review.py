"""Reviews: what choices cost and how lucky throws were."""

from __future__ import annotations

import random

import pytest

from backgammon_tui import players
from backgammon_tui.analysis import NotJudged, value
from backgammon_tui.analysis.judge import in_order
from backgammon_tui.analysis.nets import Grade
from backgammon_tui.analysis.review import Choice, Finding, Luck, Mark, review, total
from backgammon_tui.analysis.stages import to_play
from backgammon_tui.analysis.value import judge_for
from backgammon_tui.engine import (
    Action,
    ChooseDoublet,
    Game,
    KeepOpening,
    Opening,
    OpeningThrow,
    Phase,
    Position,
    Side,
    Throw,
    ThrowOpeningAgain,
)
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.players import Level, choose
from tests.analysis.test_look import ahead, best_ahead
from tests.engine.examples import B, W, rules_named, situation


def test_the_worst_opening_is_an_error_and_the_best_costs_nothing() -> None:
    start = Game.start(rules_named("backgammon"), W)
    thrown = start.apply(Throw(3, 1))
    good = choose(thrown, Level.STRONG)
    ((luck, choice)) = review(start, [Throw(3, 1), *good])
    assert isinstance(luck, Luck)
    assert luck.points > 0
    assert isinstance(choice, Choice)
    assert (choice.cost, choice.made, choice.best) == (0, good, good)
    bad = next(play for play in thrown.legal_plays() if write_moves(play.moves) == "6/3 6/5")
    _, choice = review(start, [Throw(3, 1), *bad.moves])
    assert isinstance(choice, Choice)
    assert choice.mark in (Mark.ERROR, Mark.BLUNDER)
    assert choice.best == good
    assert (choice.at, choice.side) == (1, W)


def test_forced_and_lost_stages_cost_nothing_and_are_no_choice() -> None:
    position = Position.parse("W bar:1 6:14 / B 6:2 5:2 4:2 3:2 2:2 24:5")
    game = Game.from_position(rules_named("backgammon"), position, W)
    (luck,) = review(game, [Throw(6, 5)])
    assert isinstance(luck, Luck)


@pytest.mark.parametrize(
    "name",
    [
        "russian",
        pytest.param("falood", marks=pytest.mark.long),
        pytest.param("never-finishing", marks=pytest.mark.long),
    ],
)
def test_a_whole_game_of_the_net_alone_costs_little(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(players._GRADES, Level.STRONG, Grade.FULL)
    chance = random.Random(4)
    start = game = Game.start(rules_named(name))
    actions: list[Action] = []
    while not game.is_over and len(actions) < 100:
        chosen: tuple[Action, ...] = choose(game, Level.STRONG)
        if game.phase is Phase.OPENING:
            chosen = (OpeningThrow(chance.randint(1, 6), chance.randint(1, 6)),)
        elif game.phase in (Phase.THROW, Phase.THROW_AGAIN):
            chosen = (Throw(chance.randint(1, 6), chance.randint(1, 6)),)
        for action in chosen:
            game = game.apply(action)
            actions.append(action)
    findings = list(review(start, actions))
    choices = [finding for finding in findings if isinstance(finding, Choice)]
    # The reviewer looks a throw further than the player, and so does not always agree.
    assert len(choices) > 5
    assert sum(choice.cost for choice in choices) < 0.02 * len(choices)
    assert not any(choice.mark is Mark.BLUNDER for choice in choices)
    assert any(isinstance(finding, Luck) for finding in findings)
    assert all(0 <= finding.win <= 1 for finding in findings)


def test_the_wrong_doublet_after_a_1_2() -> None:
    # Four 6s from hand meet a closed point; four 5s enter.
    position = Position.parse("W 24:2 23:2 hand:11 / B 19:4 hand:11")
    game = Game.from_position(rules_named("falood"), position, W)
    actions: list[Action] = [Throw(2, 1)]
    after = game.apply(Throw(2, 1))
    for move in choose(after, Level.STRONG):
        actions.append(move)
        after = after.apply(move)
    *_, choice = review(game, [*actions, ChooseDoublet(6)])
    assert isinstance(choice, Choice)
    assert choice.best == (ChooseDoublet(5),)
    assert choice.cost > 0.1


def test_totals() -> None:
    findings: list[Finding] = [
        Choice(1, W, None, (), (), 0.25, 0.5),
        Choice(3, W, None, (), (), 0.12, 0.5),
        Choice(5, W, None, (), (), 0.0, 0.5),
        Choice(7, B, None, (), (), 0.06, 0.5),
        Luck(0, W, (6, 6), 0.5, 0.5),
        Luck(2, W, (2, 1), -0.2, 0.6),
    ]
    white = total(findings, W)
    assert (white.choices, white.errors, white.blunders) == (3, 1, 1)
    assert white.cost == pytest.approx(0.37)
    assert white.luck == pytest.approx(0.3)
    assert total(findings, B).blunders == 0


@pytest.mark.parametrize(
    ("cost", "mark"),
    [
        (0.044, Mark.FINE),
        (0.046, Mark.DOUBTFUL),
        (0.094, Mark.DOUBTFUL),
        (0.096, Mark.ERROR),
        (0.194, Mark.ERROR),
        (0.196, Mark.BLUNDER),
    ],
)
def test_the_mark_fits_the_cost_as_it_is_shown(cost: float, mark: Mark) -> None:
    """Costs are shown with two decimals."""
    assert Choice(1, W, None, (), (), cost, 0.5).mark is mark


def reviewed(game: Game, dice: Throw, made: str) -> Choice:
    """The finding on one play of a throw."""
    play = next(p for p in game.apply(dice).legal_plays() if write_moves(p.moves) == made)
    _, choice = review(game, [dice, *play.moves])
    assert isinstance(choice, Choice)
    return choice


def test_every_cost_is_that_of_a_look_a_throw_ahead() -> None:
    """The play made is looked at, however bad it seems at once."""
    start = Game.start(rules_named("backgammon"), W)
    thrown = start.apply(Throw(4, 1))
    judge, stage = judge_for(thrown.rules), to_play(thrown)
    at_once, best = in_order(judge.judged(stage)), best_ahead(judge, stage)
    for one in (*at_once[:4], *at_once[-3:]):
        cost = reviewed(start, Throw(4, 1), write_moves(one.play.moves)).cost
        behind = best.points - ahead(judge, stage, one).points
        assert cost == pytest.approx(max(behind, 0.0))


def test_a_cost_within_its_error_is_none_that_is_told() -> None:
    within, beyond = (Choice(1, W, None, (), (), 0.12, 0.5, error) for error in (0.12, 0.119))
    assert (within.told_cost, within.mark) == (0, Mark.FINE)
    assert (beyond.told_cost, beyond.mark) == (0.12, Mark.ERROR)
    both = total([within, beyond], W)
    assert (both.choices, both.cost, both.errors) == (2, 0.12, 1)


def test_a_win_that_is_missed_costs_what_is_lost_by_it() -> None:
    """White has two checkers left and takes one off: Black then takes off its last."""
    game = situation("backgammon", "W 2:1 1:1 off:13 / B 1:1 off:14", W)
    assert reviewed(game, Throw(2, 1), "2/1/off").cost == pytest.approx(2)


def test_a_win_of_fewer_points_than_another_costs_the_difference() -> None:
    """Hit on its last way home, Black loses a backgammon instead of a gammon."""
    game = situation("russian", "W 6:1 off:14 / B 18:14 4:1", W, [W])
    assert reviewed(game, Throw(4, 2), "6/4*/off").cost == 0
    assert reviewed(game, Throw(4, 2), "6/2/off").cost == 1


def test_the_doublet_that_wins_costs_nothing() -> None:
    """Four 6s win a gammon at once; four 5s would be worth more by the program's estimate."""
    game = situation("falood", "W 6:4 off:11 / B 18:14 1:1", W, [W, B])
    moves = game.apply(Throw(2, 1)).legal_plays()[0].moves
    *_, choice = review(game, [Throw(2, 1), *moves, ChooseDoublet(6)])
    assert isinstance(choice, Choice)
    assert (choice.cost, choice.best) == (0, (ChooseDoublet(6),))


@pytest.mark.parametrize(
    ("name", "dice", "best"),
    [("backgammon", (3, 1), KeepOpening()), ("russian", (2, 1), ThrowOpeningAgain())],
)
def test_the_wrong_answer_to_the_opening_throw_costs_the_difference(
    name: str, dice: tuple[int, int], best: Action
) -> None:
    start = Game.start(rules_named(name, opening=Opening.CHOOSE))
    asked = start.apply(OpeningThrow(*dice))
    found = {
        answer: next(review(start, [OpeningThrow(*dice), answer]))
        for answer in (KeepOpening(), ThrowOpeningAgain())
    }
    for answer, choice in found.items():
        assert isinstance(choice, Choice)
        assert (choice.best, choice.made, choice.at) == ((best,), (answer,), 1)
        assert (choice.cost == 0) is (answer == best)
        assert choice.win == pytest.approx(value(asked).win)
        assert 0 <= choice.cost < 0.2


def test_a_stage_that_breaks_off_is_no_choice() -> None:
    start = Game.start(rules_named("backgammon"), W)
    moves = start.apply(Throw(3, 1)).legal_plays()[0].moves
    (luck,) = review(start, [Throw(3, 1), moves[0]])
    assert isinstance(luck, Luck)


def test_what_the_opponent_completes_is_not_reviewed() -> None:
    game = Game.start(rules_named("russian", opponent_completes=True), W)
    with pytest.raises(NotJudged):
        list(review(game, []))


def test_the_chance_to_win_is_white_s_whoever_throws() -> None:
    ahead = Position.parse("W 1:1 off:14 / B 6:5 off:10")
    for side in Side:
        game = Game.from_position(rules_named("backgammon"), ahead, side)
        (luck, *_) = review(game, [Throw(6, 5)])
        assert luck.win > 0.9
