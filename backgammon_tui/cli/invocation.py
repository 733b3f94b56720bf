"""An invocation of the program: the command among the arguments, and carrying it out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module

from backgammon_tui.cli.arguments import Parser, UsageProblem, add_folder, use_folder
from backgammon_tui.cli.commands import add_game, build_parsers
from backgammon_tui.engine import ruleset_name


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the arguments; options of a command may stand before it, as in `--plain resume`.

    Raises:
        UsageProblem: if they cannot be used.
    """
    # Only a parser that knows which options have values finds the first other word.
    front = Parser(add_help=False)
    add_folder(front)
    add_game(front)
    front.add_argument("words", nargs=argparse.REMAINDER)
    words = front.parse_known_args(arguments)[0].words
    before = arguments[: len(arguments) - len(words)]
    main, parsers = build_parsers()
    if not words:
        return main.parse_args(before)
    name = ruleset_name(words[0])
    if name not in parsers:
        _expect_meant(name, [*parsers])
    return main.parse_args([name, *before, *words[1:]])


def _expect_meant(word: str, names: Sequence[str]) -> None:
    """Refuse a word that looks like one of the names."""
    from difflib import get_close_matches  # Most words do not need it.

    meant = get_close_matches(word, names, n=1, cutoff=0.75) or [
        name for name in names if len(word) > 2 and name.startswith(word)
    ]
    if meant:
        raise UsageProblem(f"there is no {word}: did you mean {meant[0]}?")


def run(options: argparse.Namespace) -> int:
    """Carry out a command and return its exit code.

    Raises:
        UsageProblem: if an argument or a file cannot be used.
        Refusal: if the request cannot be met.
    """
    if options.needs_folder or options.folder:
        use_folder(options)
    module, _, function = options.run.partition(".")
    return int(getattr(import_module(f"backgammon_tui.cli.{module}"), function)(options))
