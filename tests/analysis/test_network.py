from __future__ import annotations

import hashlib
from dataclasses import replace
from math import exp
from struct import Struct

import pytest

from backgammon_tui.analysis.nets import (
    HEADER,
    INPUTS,
    OUTCOMES,
    SIDE_INPUTS,
    TRAPPED_COUNT,
    Grade,
    NetChoice,
    Network,
    NoNet,
    inputs_of,
    manifest,
    net_for,
    units_of,
)
from backgammon_tui.engine import RULESETS, Place, Position, Side
from tests.engine.examples import rules_named
from tests.engine.strategies import walk


def data_of(name: str, grade: Grade = Grade.FULL) -> bytes:
    """Return the file of a bundled network."""
    return net_for(RULESETS[name], grade).data


NETS = [
    (name, grade)
    for name in RULESETS
    for grade in Grade
    if grade not in (Grade.ENDING, Grade.ADVANCED)
]


@pytest.mark.parametrize("net_choice", manifest(), ids=lambda net_choice: net_choice.file)
def test_files_match_the_manifest(net_choice: NetChoice) -> None:
    assert hashlib.sha256(net_choice.data).hexdigest() == net_choice.digest
    assert net_choice.is_sound


@pytest.mark.parametrize(("name", "grade"), NETS)
def test_every_ruleset_has_its_nets(name: str, grade: Grade) -> None:
    net_choice = net_for(RULESETS[name], grade)
    assert net_choice.is_trained_for(RULESETS[name])
    assert net_choice.games >= 100


def test_house_rule_may_be_new_to_a_net() -> None:
    free = rules_named("russian", free_entry=True)
    assert net_for(free).file == "russian.net"
    assert not net_for(free).is_trained_for(free)


def test_no_net_for_an_unknown_game() -> None:
    with pytest.raises(NoNet):
        net_for(replace(RULESETS["russian"], name="unknown"))


def test_file_that_is_not_a_net_is_rejected() -> None:
    for data in (b"BGNET1\n but no more", data_of("russian")[:-1], data_of("russian") + b"\0\0"):
        with pytest.raises(ValueError, match="a network is"):
            Network(data)


@pytest.mark.parametrize("grade", [Grade.FIRST, Grade.FULL])
@pytest.mark.parametrize("name", RULESETS)
def test_integer_net_is_close_to_floating_point(name: str, grade: Grade) -> None:
    pytest.importorskip("numba", reason="numba is not installed (extra: train)")
    np = pytest.importorskip("numpy")
    from backgammon_tui.analysis.nets import INPUTS
    from training.arrays import board_of, encoding
    from training.net_files import unpacked

    data = data_of(name, grade)
    whole, net, code = Network(data), unpacked(data), encoding()
    for _, _, game in walk(RULESETS[name], seed=8, longest=300):
        for side in Side:
            board = board_of(game.position, side)
            inputs = np.zeros(INPUTS)
            for at, count in enumerate(board):
                for i in range(code.lengths[at % 28, count]):
                    which = code.inputs[at % 28, count, i] + at // 28 * 134
                    inputs[which] = code.values[at % 28, count, i]
            hidden = np.maximum(inputs @ net.hidden + net.hidden_bias, 0)
            weights = np.exp(hidden @ net.out + net.out_bias)
            exact = weights / weights.sum()
            chances = whole.chances(game.position.packed, whole.view(side, 0, (False, False)))
            assert np.abs(exact - np.array(chances)).max() < 1e-5


def test_mirrored_positions_have_equal_values() -> None:
    net = net_for(RULESETS["backgammon"]).network
    position = Position.parse("W 24:2 13:5 8:3 6:5 / B 24:1 20:1 13:5 8:3 6:5")
    other = Position.parse("W 24:1 20:1 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5")
    plain = (False, False)
    assert net.chances(position.packed, net.view(Side.WHITE, 0, plain)) == net.chances(
        other.packed, net.view(Side.BLACK, 0, plain)
    )


@pytest.mark.parametrize("name", RULESETS)
def test_skipping_zeros_changes_nothing(name: str) -> None:
    """The reference sums every input and unit one by one; both agree to the last bit."""
    data = data_of(name)
    whole = Network(data)
    weights = [value for (value,) in Struct("<h").iter_unpack(data[HEADER:])]
    width = units_of(data)
    inputs = [weights[i * width : (i + 1) * width] for i in range(INPUTS + 1)]
    out = weights[len(inputs) * width :]
    for _, _, game in walk(RULESETS[name], seed=11, longest=120):
        units = list(inputs[INPUTS])
        for side, start in ((Side.WHITE, 0), (Side.BLACK, SIDE_INPUTS)):
            for place in (*range(1, 25), Place.HAND, Place.BAR, Place.OFF):
                held = game.position.count(side, place)
                trapped = game.position.is_trapped(side, place) if place <= 24 else False
                for which, amount in inputs_of(place, TRAPPED_COUNT if trapped else held):
                    for unit, weight in enumerate(inputs[start + which]):
                        units[unit] += amount * weight
        active = [max(unit, 0) for unit in units]
        sums = [
            (out[width * OUTCOMES + i] << whole.hidden_shift)
            + sum(unit * out[i * width + j] for j, unit in enumerate(active))
            for i in range(OUTCOMES)
        ]
        scale = 1.0 / (1 << whole.hidden_shift + whole.out_shift)
        exps = [exp((lane - max(sums)) * scale) for lane in sums]
        exact = tuple(lane / sum(exps) for lane in exps)
        view = whole.view(Side.WHITE, 0, (False, False))
        assert whole.chances(game.position.packed, view) == exact
