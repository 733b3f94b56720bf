"""The graph of a stage: its nodes, its edges, and what is a path in it."""

from __future__ import annotations

import random
from functools import cache

import pytest

from backgammon_tui.engine import Game, Phase, Throw, legal_moves
from backgammon_tui.engine.legal import Node, PlayGraph
from backgammon_tui.engine.notation import paths_along, read_routes, write_moves
from tests.engine.examples import NAMES, B, W, rules_named, situation
from tests.engine.strategies import state_after

STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def paths(game: Game, text: str) -> list[str]:
    return [write_moves(path.moves) for path in paths_along(game.graph(), read_routes(text))]


def test_a_route_is_walked_by_every_way_between_its_stops() -> None:
    game = situation("backgammon", STANDARD, W).apply(Throw(3, 1))
    assert set(paths(game, "8/4")) == {"8/5/4", "8/7/4"}
    assert paths(game, "8/5/4") == ["8/5/4"]
    assert paths(game, "24/19") == []


def test_routes_are_made_in_any_order() -> None:
    """The 5 enters; only then may the 3 be played."""
    game = situation("backgammon", "W 13:14 bar:1 / B 24:15", W).apply(Throw(5, 3))
    assert paths(game, "13/10 bar/20") == ["bar/20 13/10"]
    assert paths(game, "13/10") == []


def test_an_edge_leads_to_a_full_play_or_is_none() -> None:
    """Black holds 2, so that the 1 is played first; then the 6 leads to 1."""
    game = situation("backgammon", "W 8:1 1:14 / B 23:2 20:13", W).apply(Throw(6, 1))
    assert [write_moves([edge.move]) for edge in game.graph().root.edges] == ["8/7"]


def test_the_opponent_completes_by_single_moves_of_one_node_each() -> None:
    line = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"
    game = situation("french", line, W, opponent_completes=True).apply(Throw(2, 1))
    assert game.phase is Phase.COMPLETE
    assert game.actor is B
    graph = game.graph()
    assert len(graph.list_plays()) == len(graph.root.edges) == len(game.legal_moves())
    assert all(edge.node.edges == () for edge in graph.root.edges)


@cache
def stage(seed: int) -> Game:
    """A throw from somewhere in a random game."""
    for again in range(100):
        chance = random.Random(1000 * seed + again)
        game = state_after(rules_named(chance.choice(NAMES)), seed, chance.randint(1, 400))
        if game.phase is Phase.THROW:
            game = game.apply(Throw(chance.randint(1, 6), chance.randint(1, 6)))
        if game.phase is Phase.MOVE and game.legal_moves():
            return game
    raise AssertionError("a hundred games without a play")


@pytest.mark.parametrize("seed", range(16))
def test_its_paths_end_where_plays_do_and_its_edges_are_the_legal_moves(seed: int) -> None:
    game = stage(seed)
    assert game.side
    graph = game.graph()
    seen: set[Node] = set()
    ends: set[int] = set()
    waiting = [graph.root]
    while waiting and len(seen) < 300:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        allowed = legal_moves(game.rules, node.position, game.side, node.left) if node.left else ()
        assert tuple(edge.move for edge in node.edges) == allowed
        onward = {end for edge in node.edges for end in edge.node.plays}
        assert set(node.plays) == (onward or {node.position.packed})
        ends |= set() if node.edges else {node.position.packed}
        waiting += [edge.node for edge in node.edges]
    found = {play.position.packed for play in game.legal_plays()}
    assert ends <= found == set(graph.root.plays)
    assert ends == found or waiting


@pytest.mark.parametrize("seed", range(40))
def test_the_moves_to_an_end_lead_there(seed: int) -> None:
    game = stage(seed)
    graph = game.graph()
    chance = random.Random(seed)
    node = chance.choice(graph.root.edges).node
    for end in chance.sample(sorted(node.plays), min(5, len(node.plays))):
        reached = node
        for move in node.moves_to(end):
            reached = next(edge.node for edge in reached.edges if edge.move == move)
        assert reached.position.packed == end


def test_equal_stages_have_equal_nodes() -> None:
    """A state that is read again from the journal equals the one that was left."""
    rules = rules_named("backgammon")
    start = rules.start.position
    one, same = (PlayGraph(rules, start, W, (3, 1)) for _ in range(2))
    assert one.start == same.start
    assert hash(one.root) == hash(same.root)
    assert one.root != PlayGraph(rules, start, W, (3, 2)).root
    assert one.root != PlayGraph(rules, start, B, (3, 1)).root
    assert one.root != PlayGraph(rules_named("french"), start, W, (3, 1)).root
