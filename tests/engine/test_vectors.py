"""Every rule vector holds: plays, turns, scores, whole games and the printed sample game."""

from __future__ import annotations

import json

import pytest

from backgammon_tui.engine import (
    Game,
    KeepOpening,
    OpeningThrow,
    Phase,
    Position,
    Rules,
    Side,
    ThrowOpeningAgain,
    legal_plays,
)
from backgammon_tui.engine.generator import max_playable
from tests.engine.examples import NAMES, rules_named
from tests.engine.vectors import Row, after_throw, rows, rules_of, text_of

every_ruleset = pytest.mark.parametrize("ruleset", NAMES)


@every_ruleset
@pytest.mark.parametrize("name", ["plays.jsonl", "rare.jsonl"])
def test_the_plays_of_a_stage(name: str, ruleset: str) -> None:
    for row in rows(name, ruleset):
        rules, position, side = rules_of(row), Position.parse(row["position"]), Side(row["side"])
        plays = legal_plays(rules, position, side, row["numbers"])
        assert sorted(str(play.position) for play in plays) == row["plays"], row
        assert max_playable(rules, position, side, row["numbers"]) == row["used"], row


@every_ruleset
def test_turns(ruleset: str) -> None:
    for row in rows("turns.jsonl", ruleset):
        side = Side(row["throw"]["side"])
        had_doublet = [] if row["first_doublet"] else [side]
        position = Position.parse(row["position"])
        game = Game.from_position(rules_of(row), position, side, had_doublet)
        game = after_throw(game, row["throw"])
        assert (game.phase is Phase.THROW_AGAIN) == row["throw"]["again"], row
        winner = game.result.winner if game.result else None
        assert winner == (Side(row["winner"]) if row["winner"] else None), row


@every_ruleset
def test_what_a_win_is_worth(ruleset: str) -> None:
    for row in rows("scores.jsonl", ruleset):
        position = Position.parse(row["position"])
        assert rules_of(row).points_for_win(position, Side(row["winner"])) == row["points"], row


@every_ruleset
def test_whole_games_move_by_move(ruleset: str) -> None:
    for row in rows("games.jsonl", ruleset):
        game = opened(rules_of(row), row["opening"])
        for i, throw in enumerate(row["throws"]):
            game = after_throw(game, throw, kept=row["opening"]["kept"] and i == 0)
            assert (game.phase is Phase.THROW_AGAIN) == throw["again"]
        assert game.result
        winner = game.result.winner.value if game.result.winner else None
        assert (winner, game.result.points) == (row["end"]["winner"], row["end"]["points"])


def opened(rules: Rules, opening: Row) -> Game:
    game = Game.start(rules)
    for white, black in opening.get("ties", []):
        game = game.apply(OpeningThrow(white, black))
        assert game.phase is Phase.OPENING
    game = game.apply(OpeningThrow(opening["white"], opening["black"]))
    assert game.side is Side(opening["first"])
    if game.phase is Phase.KEEP_OR_AGAIN:
        game = game.apply(KeepOpening() if opening["kept"] else ThrowOpeningAgain())
    assert (game.phase is Phase.MOVE) == opening["kept"]
    return game


def test_the_sample_game_of_the_falood_article() -> None:
    row = json.loads(text_of("falood_sample_game.json"))
    *complete, broken_off = row["throws"]
    game = opened(rules_named("falood"), row["opening"])
    for throw in complete:
        game = after_throw(game, throw)
        thrown = game.thrown or (game.last_turn and game.last_turn.thrown)
        assert thrown
        lost = [sorted(stage["lost"]) for stage in throw["stages"]]
        assert [sorted(stage.left) for stage in thrown.stages[: len(lost)]] == lost
    game = after_throw(game, broken_off)
    assert game.left == (3,)
    assert len(complete) == 43
