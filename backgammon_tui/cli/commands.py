"""The commands beside playing a new game: their arguments, and where each is carried out.

Whoever asks for one command does not wait for what the others need.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Final

from backgammon_tui.cli.arguments import (
    COMMANDS,
    Parser,
    add_folder,
    add_looks,
    add_ways_to_play,
)
from backgammon_tui.engine.rules import RULESETS, ruleset_name


def run(name: str, arguments: Sequence[str]) -> int:
    """Run one command; the exit code.

    Raises:
        UsageProblem: if an argument or a file cannot be used.
        Refusal: if it cannot be done as things stand.
    """
    options = command_parser(name).parse_args(arguments)
    if name == "plays":
        from backgammon_tui.cli import plays

        return plays.list_plays(options)
    if name in ("replay", "verify-dice"):
        from backgammon_tui.cli import transcripts

        return transcripts.COMMANDS[name](options)
    if name == "resume":
        from backgammon_tui.cli import start

        return start.resume(options)
    if name == "rules":
        from backgammon_tui.cli import rules

        return rules.print_rules(options)
    if name == "lesson":
        from backgammon_tui.cli import lessons

        return lessons.lesson(options)
    from backgammon_tui.cli import kept

    return kept.run(name, options)


def command_parser(name: str) -> argparse.ArgumentParser:
    """The arguments of one of the commands."""
    parser = Parser(
        prog=f"backgammon-tui {name}",
        description=f"{COMMANDS[name].capitalize()}.",
        epilog=_EPILOGS.get(name),
        allow_abbrev=False,
    )
    _ARGUMENTS[name](parser)
    if name not in _WITHOUT_RECORDS:
        add_folder(parser)
    return parser


_EPILOGS: Final = {
    "verify-dice": "The exit code is 0 if every throw was verified, 1 if a throw or a seed"
    " contradicts what was promised, 2 if the file is no transcript, 3 if something cannot be"
    " verified: typed dice, or no seed shown."
}
_WITHOUT_RECORDS: Final = ("plays", "replay", "verify-dice", "rules")


def _add_resume(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "match", nargs="?", type=_number, metavar="NUMBER", help="of a match, as matches lists it"
    )
    add_ways_to_play(parser)


def _add_matches(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--open", action="store_true", help="only those that can be gone on with")


def _add_history(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--player", metavar="NAME", default="", help="only games of this player")
    parser.add_argument("--against", metavar="NAME", default="", help="and of this opponent")
    parser.add_argument("--ruleset", type=ruleset_name, choices=tuple(RULESETS), default="")
    parser.add_argument("--since", metavar="DAY", type=_day, help="such as 2026-03-01")
    parser.add_argument("--until", metavar="DAY", type=_day, help="the last day")


def _add_statistics(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "player", nargs="?", metavar="NAME", help="whose games (default: all players in a list)"
    )
    parser.add_argument("opponent", nargs="?", metavar="OPPONENT", help="only those against")
    parser.add_argument("--ascii", action="store_true", help="draw with seven-bit characters")


def _add_export(parser: argparse.ArgumentParser) -> None:
    _add_match(parser)
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a new file (default: standard output)"
    )
    parser.add_argument("--game", metavar="N", type=_number, help="only this game of the match")


def _add_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a transcript")


def _add_rename(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD", help="the player's name")
    parser.add_argument("new", metavar="NEW", help="the name from now on, in all matches")
    parser.add_argument(
        "--merge", action="store_true", help="if both names are players', make them one"
    )


def _add_deletion(parser: argparse.ArgumentParser) -> None:
    _add_match(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _add_rescue(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", type=_number, metavar="NUMBER", help="as matches lists it")


def _add_plays(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ruleset", type=ruleset_name, choices=tuple(RULESETS))
    parser.add_argument("position", help="a position line: 'W 24:1 hand:14 / B hand:15'")
    parser.add_argument("side", choices=("W", "B"), help="the side that plays")
    parser.add_argument(
        "numbers", nargs="+", help="the numbers: 5 3 or 53; a doublet, 44, is played four times"
    )
    parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[])
    parser.add_argument("--json", action="store_true", help="for programs")


def _add_transcript(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a transcript")


def _add_lesson(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "lesson",
        metavar="LESSON",
        nargs="?",
        help="such as russian/1, or a file; without it the courses are listed",
    )
    parser.add_argument("--player", metavar="NAME", help="who learns (default: the last one)")
    add_looks(parser)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "ruleset",
        nargs="?",
        type=ruleset_name,
        choices=tuple(RULESETS),
        help="without one: all games compared",
    )
    parser.add_argument(
        "--rule",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="as at a table that has changed this table rule; may be repeated",
    )


_ARGUMENTS: Final[dict[str, Callable[[argparse.ArgumentParser], None]]] = {
    "resume": _add_resume,
    "matches": _add_matches,
    "history": _add_history,
    "score": _add_match,
    "statistics": _add_statistics,
    "export": _add_export,
    "import": _add_import,
    "rename": _add_rename,
    "abandon": _add_match,
    "delete": _add_deletion,
    "rescue": _add_rescue,
    "rules": _add_rules,
    "lesson": _add_lesson,
    "plays": _add_plays,
    "replay": _add_transcript,
    "verify-dice": _add_transcript,
}


def _number(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError("a number counts from 1")
    return int(text)


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError("a day looks like 2026-03-01") from None
