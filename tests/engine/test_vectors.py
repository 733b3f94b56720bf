"""Every rule vector holds: plays, turns, scores, whole games and the printed sample game."""

from __future__ import annotations

import json

import pytest

from backgammon_tui.engine import (
    Game,
    KeepOpening,
    OpeningThrow,
    Phase,
    Place,
    Position,
    Rules,
    Side,
    ThrowOpeningAgain,
    legal_plays,
)
from backgammon_tui.engine.steps import after, max_playable
from tests.engine.examples import NAMES, onward, rules_named
from tests.engine.vectors import FOLDERS, Row, after_throw, move_of, rows, rules_of, text_of

every_folder = pytest.mark.parametrize("folder", FOLDERS)
every_ruleset = pytest.mark.parametrize("ruleset", NAMES)


@every_folder
@every_ruleset
@pytest.mark.parametrize("name", ["plays.jsonl", "rare.jsonl"])
def test_the_plays_of_a_stage(folder: str, name: str, ruleset: str) -> None:
    for row in rows(folder, name, ruleset):
        rules, position, side = rules_of(row), Position.parse(row["position"]), Side(row["side"])
        plays = legal_plays(rules, position, side, row["numbers"])
        assert sorted(str(play.position) for play in plays) == row["plays"], row
        assert max_playable(rules, position, side, row["numbers"]) == row["used"], row


@every_ruleset
def test_the_moves_of_each_play_are_offered_one_by_one_and_lead_to_it(ruleset: str) -> None:
    for row in rows("copy", "rare.jsonl", ruleset):
        rules, position, side = rules_of(row), Position.parse(row["position"]), Side(row["side"])
        for play in legal_plays(rules, position, side, row["numbers"])[:20]:
            reached = position
            for i, move in enumerate(play.moves):
                offered = onward(rules, position, side, row["numbers"], play.moves[:i])
                assert move in offered, row
                reached = after(rules, reached, move)
            assert reached == play.position


@every_folder
@every_ruleset
def test_turns(folder: str, ruleset: str) -> None:
    for row in rows(folder, "turns.jsonl", ruleset):
        side = Side(row["throw"]["side"])
        had_doublet = [] if row["first_doublet"] else [side]
        position = Position.parse(row["position"])
        game = Game.from_position(rules_of(row), position, side, had_doublet)
        game = after_throw(game, row["throw"])
        assert (game.phase is Phase.THROW_AGAIN) == row["throw"]["again"], row
        winner = game.result.winner if game.result else None
        assert winner == (Side(row["winner"]) if row["winner"] else None), row


@every_folder
@every_ruleset
def test_what_a_win_is_worth(folder: str, ruleset: str) -> None:
    for row in rows(folder, "scores.jsonl", ruleset):
        position = Position.parse(row["position"])
        assert rules_of(row).points_for_win(position, Side(row["winner"])) == row["points"], row


@every_folder
@every_ruleset
def test_whole_games_move_by_move(folder: str, ruleset: str) -> None:
    for row in rows(folder, "games.jsonl", ruleset):
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
    text = text_of("copy", "falood_sample_game.json")
    assert text
    row = json.loads(text)
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


def test_the_vectors_know_every_place() -> None:
    origins = {
        move_of(item).origin
        for ruleset in NAMES
        for row in rows("copy", "games.jsonl", ruleset)
        for throw in row["throws"]
        for stage in throw["stages"]
        for item in stage["moves"]
    }
    assert origins == {*range(1, 25), Place.HAND, Place.BAR}
