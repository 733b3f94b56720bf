"""Argument parsers, and the types of arguments."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from typing import Any, NoReturn

from backgammon_tui.engine import RULESETS, Rules
from backgammon_tui.engine.match import read_length
from backgammon_tui.settings import SETTINGS
from backgammon_tui.text_file import escaped
from backgammon_tui.words.rule_settings import change_rule


class UsageProblem(Exception):
    """An invalid argument or file; the text gives the reason."""


class Refusal(Exception):
    """A request that cannot be met at present; the text gives the reason."""


@contextmanager
def refused_as_usage() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise UsageProblem(str(error)) from error


class Parser(argparse.ArgumentParser):
    """A parser without abbreviations that raises `UsageProblem` instead of exiting."""

    def __init__(self, **more: Any) -> None:
        super().__init__(allow_abbrev=False, **more)

    def error(self, message: str) -> NoReturn:
        raise UsageProblem(message)

    def add(self, name: str, metavar: str | None, help: str, **more: Any) -> None:
        if default := more.get("default"):
            help += f" (default: {default})"
        self.add_argument(name, metavar=metavar, help=help, **more)

    def number(self, name: str, metavar: str, help: str, **more: Any) -> None:
        self.add(name, metavar, help, type=counted, **more)

    def switch(self, name: str, help: str) -> None:
        self.add_argument(name, action="store_true", help=help)

    def setting(self, name: str) -> None:
        kept = SETTINGS[name]
        self.add(f"--{name}", None if kept.choices else "NAME", kept.flag, choices=kept.choices)


# ---- argument types


def counted(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError("numbers start at 1")
    return int(text)


def port(text: str) -> int:
    if not re.fullmatch("0|[1-9][0-9]{0,4}", text) or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number up to 65535")
    return int(text)


def length(text: str) -> int:
    try:
        return read_length(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def read_numbers(text: str) -> tuple[int, ...]:
    """Parse the numbers of a stage, 1 to 6; two equal numbers are played four times."""
    digits = [c for c in text if c not in " ,-/"]
    are_numbers = 1 <= len(digits) <= 4 and all(digit in "123456" for digit in digits)
    if not are_numbers or (len(digits) != 2 and len({*digits}) > 1):
        raise ValueError(
            f"give two numbers from 1 to 6, or up to four equal ones, not {escaped(text)[:40]}"
        )
    numbers = tuple(int(digit) for digit in digits)
    return numbers * 2 if len(numbers) == 2 and len(set(numbers)) == 1 else numbers


def rules_of(options: argparse.Namespace) -> Rules:
    return reduce(change_rule, options.rule, RULESETS[options.ruleset or "russian"])
