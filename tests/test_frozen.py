"""Frozen dataclasses that share their methods behave as those of the standard library."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, field, replace

import pytest

from backgammon_tui.frozen import frozen


@frozen
class Place:
    name: str
    count: int = 0
    marks: list[str] = field(default_factory=list)


@frozen
class Other:
    name: str
    count: int = 0
    marks: tuple[str, ...] = ()


@frozen
class Counted:
    number: int
    side: str = field(default="white", kw_only=True)

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError("fewer than none")


def test_values_are_given_by_place_or_by_name_and_have_defaults() -> None:
    assert Place("bar", 2) == Place(count=2, name="bar")
    assert Place("bar") == Place("bar", 0, [])
    assert Place("bar").marks is not Place("bar").marks
    assert Counted(1, side="black") != Counted(1)
    assert repr(Place("bar", 2)) == "Place(name='bar', count=2, marks=[])"


def test_values_of_another_class_are_never_equal() -> None:
    assert Other("bar") == Other("bar")
    assert hash(Other("bar")) == hash(Other("bar", 0))
    assert Other("bar") != Other("hand")
    assert Place("bar") != Other("bar")  # type: ignore[comparison-overlap]


def test_a_value_is_never_changed_but_replaced() -> None:
    place = Place("bar", 2)
    assert replace(place, count=3) == Place("bar", 3)
    with pytest.raises(FrozenInstanceError):
        place.count = 3  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del place.count
    assert place.count == 2


def test_what_is_missing_or_unknown_is_refused() -> None:
    with pytest.raises(TypeError, match="needs name"):
        Place()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="3 values by place, not 4"):
        Place("bar", 1, [], 4)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="twice: name"):
        Place("bar", name="hand")  # type: ignore[misc]
    with pytest.raises(TypeError, match="no size"):
        Place("bar", size=3)  # type: ignore[call-arg]


def test_a_class_checks_its_values() -> None:
    assert Counted(0).number == 0
    with pytest.raises(ValueError, match="fewer"):
        Counted(-1)
    with pytest.raises(ValueError, match="fewer"):
        replace(Counted(1), number=-1)
