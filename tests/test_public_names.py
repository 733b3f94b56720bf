"""Public names and the command line stay as they are; `BLESS=1` writes the list after a change."""

from __future__ import annotations

import inspect
import re
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path

from backgammon_tui.cli.commands import build_parsers
from backgammon_tui.engine import RULESETS
from tests.dialogs import compare

MODULES = ("engine", "dice", "players", "analysis", "storage.transcripts")

KEPT = Path(__file__).with_name("public_names.txt")


def listed_names() -> Iterator[str]:
    """Return the public names of each module, with signatures and members."""
    for module in MODULES:
        public = import_module(f"backgammon_tui.{module}")
        yield f"backgammon_tui.{module}"
        for name in sorted(public.__all__):
            yield from lines_of(name, getattr(public, name))
        yield ""
    yield "command line"
    main, parsers = build_parsers()
    yield from arguments_of("backgammon-tui", main)
    for name in sorted(parsers.keys() - RULESETS.keys()):
        yield from arguments_of(f"backgammon-tui {name}", parsers[name])


def arguments_of(name: str, parser: ArgumentParser) -> Iterator[str]:
    """Return the options of a command with their values, and its positional arguments."""
    usage = " ".join(parser.format_usage().split())
    yield f"  {name} {usage.partition(parser.prog)[2].strip()}"


def lines_of(name: str, value: object) -> Iterator[str]:
    if inspect.isclass(value):
        base = value.__base__
        yield f"  class {name}" + ("" if base in (None, object) else f"({base.__name__})")
        yield from (f"    {line}" for line in [*data_of(value), *methods_of(value)])
    elif inspect.isfunction(value):
        yield f"  {name}{signature(value)}"
    elif isinstance(value, int):
        yield f"  {name} = {value!r}"
    else:
        alias = hasattr(value, "__args__")
        shown = str(value) if alias else type(value).__name__
        yield f"  {name}: {re.sub(r'[a-z_.]+[.](?=[A-Z])', '', shown)}"


def data_of(class_: type) -> Iterator[str]:
    """Return the members of an enum, or the fields of a data class or named tuple."""
    if issubclass(class_, Enum):
        yield from (f"{member.name} = {member.value!r}" for member in class_)
    elif is_dataclass(class_):
        for field in fields(class_):
            yield f"{field.name}: {field.type}" + ("" if field.default is MISSING else " = ...")
    elif issubclass(class_, tuple):
        defaults = getattr(class_, "_field_defaults", {})
        for name, annotation in inspect.get_annotations(class_).items():
            shown = getattr(annotation, "__forward_arg__", annotation)
            yield f"{name}: {shown}" + (" = ..." if name in defaults else "")


def methods_of(class_: type) -> Iterator[str]:
    ours = [base for base in class_.__mro__ if base.__module__.startswith("backgammon_tui.")]
    for name in sorted({name for base in ours for name in vars(base) if not name.startswith("_")}):
        member = inspect.getattr_static(class_, name)
        if isinstance(member, (classmethod, staticmethod)):
            yield f"{name}{signature(member.__func__)}"
        elif inspect.isfunction(member):
            yield f"{name}{signature(member)}"
        elif getter := getattr(member, "fget", None) or getattr(member, "func", None):
            yield f"{name} -> {inspect.get_annotations(getter)['return']}"


def signature(function: Callable[..., object]) -> str:
    text = str(inspect.signature(function)).replace("'", "")
    return re.sub(r" = <.*?>(?=[,)])", " = ...", text)


def test_public_names_keep_their_signatures() -> None:
    compare(KEPT, "\n".join(listed_names()) + "\n")
