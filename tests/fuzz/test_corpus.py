"""Every kept input is tried without the fuzzer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.corpus import seeds_of
from tests.fuzz.targets import TARGETS

KEPT = [(name, path) for name in TARGETS for path in seeds_of(name)]


@pytest.mark.parametrize(("name", "path"), KEPT, ids=lambda value: getattr(value, "name", value))
def test_kept_input_is_accepted_or_refused(name: str, path: Path) -> None:
    TARGETS[name](path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
@given(data=st.binary(max_size=400))
def test_any_bytes_are_accepted_or_refused(name: str, data: bytes) -> None:
    TARGETS[name](data)


def test_each_target_has_inputs() -> None:
    assert {name for name, _ in KEPT} == {*TARGETS}
