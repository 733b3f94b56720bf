from __future__ import annotations

import random

import pytest

from backgammon_tui import players
from backgammon_tui.analysis import NotJudged, value
from backgammon_tui.analysis.evaluator import in_order, to_play
from backgammon_tui.analysis.lookahead import Lookahead, candidates_ahead, look_ahead
from backgammon_tui.analysis.nets import Grade
from backgammon_tui.analysis.review import Choice, Finding, Luck, Mark, review, total
from backgammon_tui.analysis.value import evaluator_for
from backgammon_tui.engine import (
    Action,
    ChooseDoubles,
    Game,
    KeepOpening,
    Opening,
    OpeningRoll,
    Phase,
    Position,
    RerollOpening,
    Roll,
    Side,
)
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.players import Level, choose
from tests.engine.examples import B, W, game_at, rules_named


def test_worst_opening_is_an_error_and_best_is_free() -> None:
    start = Game.start(rules_named("backgammon"), W)
    rolled = start.apply(Roll(3, 1))
    good = choose(rolled, Level.STRONG)
    ((luck, choice)) = review(start, [Roll(3, 1), *good])
    assert isinstance(luck, Luck)
    assert luck.points > 0
    assert isinstance(choice, Choice)
    assert (choice.cost, choice.made, choice.best) == (0, good, good)
    bad = next(play for play in rolled.legal_plays() if write_moves(play.moves) == "6/3 6/5")
    _, choice = review(start, [Roll(3, 1), *bad.moves])
    assert isinstance(choice, Choice)
    assert choice.mark in (Mark.ERROR, Mark.BLUNDER)
    assert choice.best == good
    assert (choice.at, choice.side) == (1, W)


def test_forced_and_lost_stages_are_not_choices() -> None:
    position = Position.parse("W bar:1 6:14 / B 6:2 5:2 4:2 3:2 2:2 24:5")
    game = Game.from_position(rules_named("backgammon"), position, W)
    (luck,) = review(game, [Roll(6, 5)])
    assert isinstance(luck, Luck)


@pytest.mark.parametrize(
    "name",
    [
        "russian",
        pytest.param("falood", marks=pytest.mark.long),
        pytest.param("never-finishing", marks=pytest.mark.long),
    ],
)
def test_game_played_by_the_net_costs_little(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(players._GRADES, Level.STRONG, Grade.FULL)
    chance = random.Random(4)
    start = game = Game.start(rules_named(name))
    actions: list[Action] = []
    while not game.is_over and len(actions) < 100:
        chosen: tuple[Action, ...] = choose(game, Level.STRONG)
        if game.phase is Phase.OPENING:
            chosen = (OpeningRoll(chance.randint(1, 6), chance.randint(1, 6)),)
        elif game.phase in (Phase.ROLL, Phase.ROLL_AGAIN):
            chosen = (Roll(chance.randint(1, 6), chance.randint(1, 6)),)
        for action in chosen:
            game = game.apply(action)
            actions.append(action)
    findings = list(review(start, actions))
    choices = [finding for finding in findings if isinstance(finding, Choice)]
    # The review searches one roll deeper than the player, so it does not always agree.
    assert len(choices) > 5
    assert sum(choice.cost for choice in choices) < 0.02 * len(choices)
    assert not any(choice.mark is Mark.BLUNDER for choice in choices)
    assert any(isinstance(finding, Luck) for finding in findings)
    assert all(0 <= finding.win <= 1 for finding in findings)


def test_wrong_doubles_after_2_1_are_costly() -> None:
    # Four 6s from hand meet a closed point; four 5s enter.
    position = Position.parse("W 24:2 23:2 hand:11 / B 19:4 hand:11")
    game = Game.from_position(rules_named("falood"), position, W)
    actions: list[Action] = [Roll(2, 1)]
    after = game.apply(Roll(2, 1))
    for move in choose(after, Level.STRONG):
        actions.append(move)
        after = after.apply(move)
    *_, choice = review(game, [*actions, ChooseDoubles(6)])
    assert isinstance(choice, Choice)
    assert choice.best == (ChooseDoubles(5),)
    assert choice.cost > 0.1


def test_totals_add_up_for_each_side() -> None:
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
def test_mark_matches_the_displayed_cost(cost: float, mark: Mark) -> None:
    """Costs are displayed with two decimals."""
    assert Choice(1, W, None, (), (), cost, 0.5).mark is mark


def reviewed(game: Game, dice: Roll, made: str) -> Choice:
    """Return the finding for one play of a roll."""
    play = next(p for p in game.apply(dice).legal_plays() if write_moves(p.moves) == made)
    _, choice = review(game, [dice, *play.moves])
    assert isinstance(choice, Choice)
    return choice


def test_costs_are_one_roll_ahead() -> None:
    """The play made is always searched, however bad its first estimate is."""
    start = Game.start(rules_named("backgammon"), W)
    rolled = start.apply(Roll(4, 1))
    judge, stage = evaluator_for(rolled.rules), to_play(rolled)
    at_once = in_order(judge.rate(stage))
    best, *_ = candidates_ahead(Lookahead(judge), stage, at_once)
    for rated in (*at_once[:4], *at_once[-3:]):
        cost = reviewed(start, Roll(4, 1), write_moves(rated.play.moves)).cost
        behind = best.points - look_ahead(Lookahead(judge), stage, rated).points
        assert cost == pytest.approx(max(behind, 0.0))


def test_cost_within_its_error_is_not_reported() -> None:
    within, beyond = (Choice(1, W, None, (), (), 0.12, 0.5, error) for error in (0.12, 0.119))
    assert (within.reported_cost, within.mark) == (0, Mark.FINE)
    assert (beyond.reported_cost, beyond.mark) == (0.12, Mark.ERROR)
    both = total([within, beyond], W)
    assert (both.choices, both.cost, both.errors) == (2, 0.12, 1)


def test_missed_win_costs_its_loss() -> None:
    """White has two checkers left and bears off one, so Black bears off the last one first."""
    game = game_at("backgammon", "W 2:1 1:1 off:13 / B 1:1 off:14", W)
    assert reviewed(game, Roll(2, 1), "2/1/off").cost == pytest.approx(2)


def test_cheaper_win_costs_the_difference() -> None:
    """If White hits Black's last checker, Black loses a backgammon instead of a gammon."""
    game = game_at("russian", "W 6:1 off:14 / B 18:14 4:1", W, [W])
    assert reviewed(game, Roll(4, 2), "6/4*/off").cost == 0
    assert reviewed(game, Roll(4, 2), "6/2/off").cost == 1


def test_winning_doubles_cost_nothing() -> None:
    """Four 6s win a gammon at once; by its estimate the computer would prefer four 5s."""
    game = game_at("falood", "W 6:4 off:11 / B 18:14 1:1", W, [W, B])
    moves = game.apply(Roll(2, 1)).legal_plays()[0].moves
    *_, choice = review(game, [Roll(2, 1), *moves, ChooseDoubles(6)])
    assert isinstance(choice, Choice)
    assert (choice.cost, choice.best) == (0, (ChooseDoubles(6),))


@pytest.mark.parametrize(
    ("name", "dice", "best"),
    [("backgammon", (3, 1), KeepOpening()), ("russian", (2, 1), RerollOpening())],
)
def test_wrong_opening_choice_costs_the_difference(
    name: str, dice: tuple[int, int], best: Action
) -> None:
    start = Game.start(rules_named(name, opening=Opening.CHOOSE))
    asked = start.apply(OpeningRoll(*dice))
    findings = {
        answer: next(review(start, [OpeningRoll(*dice), answer]))
        for answer in (KeepOpening(), RerollOpening())
    }
    for answer, choice in findings.items():
        assert isinstance(choice, Choice)
        assert (choice.best, choice.made, choice.at) == ((best,), (answer,), 1)
        assert (choice.cost == 0) is (answer == best)
        assert choice.win == pytest.approx(value(asked).win)
        assert 0 <= choice.cost < 0.2


def test_unfinished_stage_is_not_a_choice() -> None:
    start = Game.start(rules_named("backgammon"), W)
    moves = start.apply(Roll(3, 1)).legal_plays()[0].moves
    (luck,) = review(start, [Roll(3, 1), moves[0]])
    assert isinstance(luck, Luck)


def test_opponents_completion_is_not_reviewed() -> None:
    game = Game.start(rules_named("russian", opponent_completes=True), W)
    with pytest.raises(NotJudged):
        list(review(game, []))


def test_win_chance_is_always_whites() -> None:
    ahead = Position.parse("W 1:1 off:14 / B 6:5 off:10")
    for side in Side:
        game = Game.from_position(rules_named("backgammon"), ahead, side)
        (luck, *_) = review(game, [Roll(6, 5)])
        assert luck.win > 0.9
