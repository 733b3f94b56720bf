from __future__ import annotations

from hypothesis import given

from backgammon_tui.engine import RULESETS, AgreeDraw, Game, KeepOpening, OpeningRoll, Rules
from backgammon_tui.words.beginner import MAX_LENGTH, advise, explain_events
from backgammon_tui.words.naming import STANDARD, Naming
from tests.engine.examples import W, game_at, played, roll
from tests.engine.strategies import few, game_rules, game_seeds, walk

LONG_NAMES = Naming("W" * 40, "M" * 40)


def test_answer_has_at_most_160_characters() -> None:
    won = Game.start(RULESETS["french"]).apply(OpeningRoll(5, 3))
    kept = won.apply(KeepOpening())
    rest = " keeps the two numbers."
    for length, is_told in ((160, True), (161, False)):
        name = "W" * (length - len(rest))
        assert explain_events(kept.events, kept, Naming(name)) == (name + rest) * is_told


def test_losses_precede_explanations() -> None:
    """Long names leave no room for the moves."""
    game = game_at("russian", "W 20:4 3:11 / B 18:3 13:4 10:2 2:3 1:3", W, [W])
    game = played(roll(game, 5, 5), "20/15 20/15 20/15 20/15")
    text = explain_events(game.events, game, LONG_NAMES)
    assert "cannot play the 2" in text
    assert text.endswith("The extra roll is lost too.")
    before = "W 24:1 1:14 / B 12:2 7:1 2:12"
    game = game_at("backgammon", before, W, opponent_completes=True)
    game = played(roll(game, 6, 5), "24/18*")
    assert "cannot play the 5" in explain_events(game.events, game, LONG_NAMES)


def test_result_precedes_its_value() -> None:
    game = game_at("never-finishing", "W 6:1 off:14 / B 6:15", W, [W])
    over = played(roll(game, 6, 5), "6/off")
    text = explain_events(over.events, over, Naming("W" * 80, "M" * 80))
    assert "wins 2 points" in text
    assert "gammon" not in text


def test_agreed_draw_is_explained() -> None:
    game = Game.start(RULESETS["french"]).apply(AgreeDraw())
    assert explain_events(game.events, game, STANDARD) == "Both agree to a draw: no points."
    assert advise(game, STANDARD) == ""


@few
@given(game_rules, game_seeds)
def test_advice_is_short_and_never_empty(rules: Rules, seed: int) -> None:
    for _, _, game in walk(rules, seed, 120):
        for naming in (STANDARD, LONG_NAMES):
            assert bool(advise(game, naming)) is not game.is_over
            for text in (advise(game, naming), explain_events(game.events, game, naming)):
                assert len(text) <= MAX_LENGTH
                assert text == "" or text.endswith(".")
