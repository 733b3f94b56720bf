"""Frozen dataclasses that are made quickly.

The standard library writes and compiles six methods for each frozen dataclass, which takes a
millisecond, and the first frame waited for dozens of them. Here all classes share theirs. Making
a value takes a little longer so; positions and rules, which a search has by the thousand, are
the usual ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import Any, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a class a frozen dataclass."""
    dataclass(init=False, repr=False, eq=False)(cls)
    for name, method in _METHODS.items():
        setattr(cls, name, method)
    cls.__frozen_names__ = tuple(each.name for each in fields(cls))  # type: ignore[attr-defined, arg-type]
    return cls


def _init(self: Any, *given: object, **named: object) -> None:
    cls = type(self)
    names: tuple[str, ...] = cls.__match_args__
    if len(given) > len(names):
        raise TypeError(f"{cls.__name__} takes {len(names)} values by place, not {len(given)}")
    values = dict(zip(names, given, strict=False))
    if twice := values.keys() & named.keys():
        raise TypeError(f"{cls.__name__} got twice: {', '.join(sorted(twice))}")
    values |= named
    mine = self.__dict__
    for name in cls.__frozen_names__:
        mine[name] = values.pop(name) if name in values else _default(cls, name)
    if values:
        raise TypeError(f"{cls.__name__} has no {', '.join(values)}")
    if begun := getattr(self, "__post_init__", None):
        begun()


def _default(cls: type, name: str) -> object:
    of: Field[Any] = cls.__dataclass_fields__[name]  # type: ignore[attr-defined]
    if of.default is not MISSING:
        return of.default
    if of.default_factory is not MISSING:
        return of.default_factory()
    raise TypeError(f"{cls.__name__} needs {name}")


def _values(self: Any) -> tuple[object, ...]:
    return tuple([getattr(self, name) for name in self.__frozen_names__])


def _eq(self: Any, other: object) -> object:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return _values(self) == _values(other)


def _hash(self: Any) -> int:
    return hash(_values(self))


def _repr(self: Any) -> str:
    told = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__frozen_names__)
    return f"{type(self).__qualname__}({told})"


def _refuse(self: Any, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed")


_METHODS: dict[str, Callable[..., object]] = {
    "__init__": _init,
    "__eq__": _eq,
    "__hash__": _hash,
    "__repr__": _repr,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
}
