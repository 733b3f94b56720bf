from __future__ import annotations

import dataclasses
import pickle
import typing
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from backgammon_tui import values


@values.dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A value whose fields are named."""

    name: str
    shown: str = "x"

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError(self.name)


@values.dataclass(frozen=True)
class Nothing:
    """A value without fields."""


class Pair(values.NamedTuple):
    """Two numbers."""

    first: int
    second: int = 2

    @property
    def total(self) -> int:
        return self.first + self.second


def make(dataclass: Callable[..., Any]) -> Any:
    @dataclass(frozen=True)
    class Shape:
        sides: int
        name: str = "shape"

    return Shape


def test_a_dataclass_is_as_that_of_the_standard_library() -> None:
    def shown(shape: Any) -> list[str]:
        made = shape(3), shape(3, name="b"), replace(shape(3), sides=4)
        fields = [(field.name, field.type) for field in dataclasses.fields(shape)]
        match made[1]:
            case shape(sides, name):
                told = f"{name} of {sides}"
        return [*map(repr, made), *map(repr, fields), repr(shape.__match_args__), told]

    ours, theirs = make(values.dataclass), make(dataclasses.dataclass)
    assert shown(ours) == shown(theirs)
    assert hash(ours(3)) == hash(ours(3))
    assert ours(3) == ours(3) != ours(4)
    assert ours(3) != theirs(3)
    for wrong in ([], [3, "b", 4]):
        with pytest.raises(TypeError):
            ours(*wrong)


def test_fields_that_are_named() -> None:
    assert repr(Named(name="b")) == "Named(name='b', shown='x')"
    with pytest.raises(TypeError):
        Named("b")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match=r"^$"):
        Named(name="")


@pytest.mark.parametrize("value", [Named(name="b"), Nothing(), Pair(1)])
def test_values_that_are_written_and_read(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value


def test_no_value_can_be_changed() -> None:
    value = Named(name="b")
    with pytest.raises(FrozenInstanceError):
        value.name = "c"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del value.name
    assert Nothing() == Nothing()


def test_a_named_tuple_is_as_that_of_the_standard_library() -> None:
    class Theirs(typing.NamedTuple):
        first: int
        second: int = 2

    assert tuple(Pair(1)) == tuple(Theirs(1))
    assert Pair(1).total == 3
    assert repr(Pair(first=1)) == "Pair(first=1, second=2)"
    assert (Pair._fields, Pair._field_defaults) == (Theirs._fields, Theirs._field_defaults)
    assert (Pair.__doc__, Pair.__module__) == ("Two numbers.", __name__)
