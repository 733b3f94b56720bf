"""Calibration: the factor that results ask for, and its effect on a network."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

import numpy as np

from training.arrays import Array
from training.calibration import Predictions, calibrated, factor_of, predictions, with_factor
from training.games import NetFiles, bundled
from training.matches import calibration_gap
from training.net import Net
from training.net_files import most_hidden_of, packed, unpacked


def made(lead: Array, factor: float, seed: int = 1) -> Predictions:
    """Return predictions of single wins and losses, with results for leads times a factor."""
    win, actual = (1 / (1 + np.exp(-times * lead)) for times in (1, factor))
    won = np.random.default_rng(seed).random(len(lead)) < actual
    return Predictions(win, 1 - win, lead, np.where(won, 1, -1), np.zeros(len(lead), np.bool_))


@pytest.mark.parametrize("factor", [0.8, 1.0, 1.1, 1.5])
def test_factor_matches_the_results(factor: float) -> None:
    lead = np.random.default_rng(2).normal(0, 1.5, 200_000)
    assert factor_of(made(lead, factor)) == pytest.approx(factor, abs=0.02)


def chances_of(net: Net, hidden: Array) -> Array:
    amounts = np.exp(hidden @ net.out + net.out_bias)
    return np.asarray(amounts / amounts.sum(axis=1, keepdims=True))


def test_factor_keeps_the_shares_of_points() -> None:
    random = np.random.default_rng(3)
    net = Net(*(random.normal(0, 0.3, shape) for shape in ((4, 8), 8, (8, 7), 7)))
    hidden = random.random((50, 8))
    before, after = chances_of(net, hidden), chances_of(with_factor(net, 1.2), hidden)
    lead, other = (np.log(chances[:, 0] / chances[:, 3]) for chances in (before, after))
    assert other == pytest.approx(1.2 * lead, abs=1e-5)
    for kind in (slice(0, 3), slice(3, 6)):
        shares, others = (
            chances[:, kind] / chances[:, kind].sum(axis=1, keepdims=True)
            for chances in (before, after)
        )
        assert others == pytest.approx(shares, abs=1e-5)


@pytest.mark.parametrize("name", RULESETS)
def test_file_has_room_for_the_same_inputs_after_calibration(name: str) -> None:
    data = bundled(RULESETS[name]).main
    assert packed(unpacked(data), most_hidden_of(data)) == data


@pytest.mark.long
def test_calibration_corrects_a_network_that_is_too_cautious() -> None:
    rules = RULESETS["russian"]
    files = bundled(rules)
    cautious = packed(with_factor(unpacked(files.main), 0.7), most_hidden_of(files.main))
    before = NetFiles(cautious, files.late)
    seen = predictions(rules, before, 5, 1_500)
    data, factor = calibrated(cautious, seen.at(~seen.late))
    assert 1.2 < factor < 1.7
    gaps = [
        calibration_gap(rules, NetFiles(main, files.late).player(), 1_500, 6)
        for main in (cautious, data)
    ]
    assert gaps[1] < gaps[0] / 2
