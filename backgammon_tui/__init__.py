"""Russian, French and other kinds of backgammon in the terminal."""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

__version__ = "1.0.0"


def submodules(package: str) -> Callable[[str], ModuleType]:
    """Return the `__getattr__` of a package: its modules, each imported when it is first named."""

    def find(name: str) -> ModuleType:
        module = f"{package}.{name}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise  # The module exists, but one that it imports is missing.
            raise AttributeError(name) from error

    return find
