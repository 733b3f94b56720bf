"""Named tuples and frozen dataclasses that are made in half the time.

To those who use them, and to whoever checks types, they are those of the standard library. But
that compiles what each field is annotated with and each method of each class, and the first
frame waits for more than a hundred classes. Here nothing is compiled but what makes a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from typing import NamedTuple as NamedTuple  # noqa: TID251
else:
    from collections import namedtuple
    from dataclasses import MISSING, FrozenInstanceError, fields
    from dataclasses import dataclass as library_dataclass
    from operator import attrgetter

    class _TupleType(type):
        """The type that makes a named tuple of a class body."""

        def __new__(cls, name, bases, body):
            """The tuple with what else stands in the body; what fields are is not looked at."""
            types = body["__annotations__"]
            defaults = [body[field] for field in types if field in body]
            made = namedtuple(name, types, defaults=defaults, module=body["__module__"])
            made.__annotations__ = types
            for key in body.keys() - types.keys() - {"__module__", "__annotations__"}:
                setattr(made, key, body[key])
            return made

    NamedTuple = type.__new__(_TupleType, "NamedTuple", (), {})

    def dataclass(*, frozen, slots=False, kw_only=False):
        """Make a dataclass, which is frozen and whose defaults are values."""
        assert frozen
        make = library_dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
        return lambda cls: _with_methods(make(cls))

    def _with_methods(cls):
        names = [field.name for field in fields(cls)]
        values = attrgetter(*names) if names else lambda _: ()

        def show(self):
            told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
            return f"{type(self).__qualname__}({told})"

        def equals(self, other):
            return values(self) == values(other) if type(other) is type(self) else NotImplemented

        def restore(self, state):
            for name, value in zip(names, state, strict=True):
                object.__setattr__(self, name, value)

        methods = {
            "__init__": _maker(cls),
            "__repr__": show,
            "__eq__": equals,
            "__hash__": lambda self: hash(values(self)),
            "__setattr__": _refuse,
            "__delattr__": _refuse,
            "__getstate__": lambda self: [getattr(self, name) for name in names],
            "__setstate__": restore,
        }
        for name in methods.keys() - vars(cls).keys():
            setattr(cls, name, methods[name])
        return cls

    def _refuse(self, name, *_):
        raise FrozenInstanceError(f"cannot change field {name!r}")

    def _maker(cls):
        """The `__init__` of a class, which names its fields."""
        known = {"put": object.__setattr__}
        arguments, body = ["self"], []
        for field in fields(cls):
            if field.kw_only and "*" not in arguments:
                arguments.append("*")
            if field.default is MISSING:
                arguments.append(field.name)
            else:
                known[f"default_{field.name}"] = field.default
                arguments.append(f"{field.name}=default_{field.name}")
            body.append(f"put(self, {field.name!r}, {field.name})")
        if hasattr(cls, "__post_init__"):
            body.append("self.__post_init__()")
        lines = "\n ".join(body or ["pass"])
        exec(f"def __init__({', '.join(arguments)}):\n {lines}", known)
        return known["__init__"]
