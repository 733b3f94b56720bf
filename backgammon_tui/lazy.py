"""Modules that are imported when they are first looked at, so that no start waits for them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType


def submodules(package: str) -> Callable[[str], ModuleType]:
    """The `__getattr__` of a package: its modules, each imported when it is first named."""

    def find(name: str) -> ModuleType:
        try:
            return import_module(f"{package}.{name}")
        except ModuleNotFoundError as error:
            raise AttributeError(name) from error

    return find
