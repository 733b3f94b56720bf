"""What is wrong with arguments, files and records, apart from what is wrong with the program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class UsageProblem(Exception):
    """An argument or a file that cannot be used; the text says why."""


class Refusal(Exception):
    """What was asked for cannot be done as things stand; the text says why."""


@contextmanager
def refused_as_usage() -> Iterator[None]:
    """In a `with` block: a `ValueError` of a value that was given becomes a `UsageProblem`."""
    try:
        yield
    except ValueError as error:
        raise UsageProblem(str(error)) from error
