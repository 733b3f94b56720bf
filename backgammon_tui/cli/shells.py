"""`completion` and `man`: shell completion and the manual page.

Both are generated from the parsers, so they are always up to date.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, Final

from backgammon_tui import __version__
from backgammon_tui.cli.arguments import Parser, Refusal
from backgammon_tui.cli.commands import build_parsers
from backgammon_tui.cli.console import print_line
from backgammon_tui.engine import RULESETS

_FILES: Final = {"FILE": "FILE", "NUMBER|FILE": "FILE", "LESSON": "FILE", "DIR": "DIRECTORY"}
"""The placeholders for files and folders, with their names in shtab."""


def print_completion(options: argparse.Namespace) -> None:
    try:
        shtab: Any = import_module("shtab")
    except ImportError:
        needed = "Completion needs shtab: pip install 'backgammon-tui[completion]'."
        raise Refusal(needed) from None
    main, parsers = build_parsers()
    for parser in (main, *parsers.values()):
        for action in _arguments(parser):
            kind = _FILES.get(str(action.metavar))
            if kind:
                action.complete = getattr(shtab, kind)  # type: ignore[attr-defined]
    print_line(shtab.complete(main, shell=options.shell))


def print_man(_: argparse.Namespace) -> None:
    print_line("\n".join(_page()))


def _arguments(parser: Parser) -> Sequence[argparse.Action]:
    # argparse has no public API for this; shtab and documentation tools do the same.
    return parser._actions


# ---- manual page


def _page() -> Iterator[str]:
    main, parsers = build_parsers()
    games = [parser for name, parser in parsers.items() if name in RULESETS]
    commands = [parser for name, parser in parsers.items() if name not in RULESETS]
    yield f'.TH BACKGAMMON-TUI 6 "" "backgammon-tui {__version__}"'
    yield from (".SH NAME", r"backgammon\-tui \- backgammon and its relatives in the terminal")
    yield ".SH SYNOPSIS"
    for usage in ("[OPTION...] [GAME]", "COMMAND [OPTION...] [ARGUMENT...]"):
        yield from (r".B backgammon\-tui", _roff(usage), ".br")
    yield from (".SH DESCRIPTION", _roff(str(main.description)))
    yield from (".SH GAMES", "Default: russian.")
    for parser in games:
        yield from (".TP", rf"\fB{_roff(_name(parser))}\fR", _roff(str(parser.description)))
    yield ".SH OPTIONS OF A GAME"
    yield from _described(main)
    yield from (".SH COMMANDS", "Options may also precede a command.")
    for parser in commands:
        yield from (f".SS {_roff(_name(parser))}", _roff(str(parser.description)))
        yield from _described(parser)
        if parser.epilog:
            yield from (".PP", _roff(parser.epilog))
    for title, entries in _ENDING.items():
        yield f".SH {title}"
        for name, text in entries.items():
            yield from (".TP", rf"\fB{_roff(name)}\fR", _roff(text))


def _name(parser: Parser) -> str:
    return parser.prog.rpartition(" ")[2]


def _described(parser: Parser) -> Iterator[str]:
    for action in _arguments(parser):
        is_list = isinstance(action, argparse._SubParsersAction | argparse._HelpAction)
        if is_list or not action.help:
            continue
        choices = f"{{{','.join(map(str, action.choices))}}}" if action.choices else None
        value = "" if action.nargs == 0 else action.metavar or choices or action.dest.upper()
        names = ", ".join(rf"\fB{_roff(name)}\fR" for name in action.option_strings)
        yield from (".TP", f"{names} \\fI{_roff(str(value))}\\fR".strip(), _roff(action.help))


def _roff(text: str) -> str:
    line = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    return rf"\&{line}" if line.startswith(".") else line


_ENDING: Final = {
    "EXIT STATUS": {
        "0": "Success.",
        "1": "A check failed, a file could not be written, or the request cannot be met.",
        "2": "Bad arguments, or a file that cannot be read.",
        "3": "Dice cannot be verified.",
        "70": "The screen program has crashed; no data is lost.",
        "130": "Ended by Ctrl-C.",
    },
    "ENVIRONMENT": {
        "BACKGAMMON_TUI_FOLDER": "Folder for all files, like --folder.",
        "BACKGAMMON_TUI_LESSONS": "Folder of lessons, like --lessons.",
        "NO_COLOR": "Draw without colours.",
        "TEXTUAL_ANIMATIONS": "none turns animations off.",
    },
}
