"""The command line: what begins a game, and the commands beside it.

Whoever asks for one command does not wait for what the others need, nor does who asks for help.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from enum import Enum
from importlib import import_module
from typing import Final, NamedTuple

from backgammon_tui import __version__
from backgammon_tui.cli.arguments import (
    Parser,
    add_folder,
    add_lessons,
    add_looks,
    add_settings,
    add_ways_to_play,
    use_folder,
)
from backgammon_tui.engine.rules import RULESETS, ruleset_name

_DESCRIPTION: Final = (
    "Russian, French and Never Finishing backgammon for two players at one keyboard."
)

_EXIT_CODES: Final = (
    "The exit code is 0 if every throw was verified, 1 if a throw or a seed"
    " contradicts what was promised, 2 if the file is no transcript, 3 if something cannot be"
    " verified: typed dice, or no seed shown."
)


class Needs(Enum):
    """What a command needs before it is carried out."""

    NOTHING = "nothing"
    FOLDER = "folder"
    """To know where files are kept."""

    JOURNAL = "journal"
    """The open journal, which it is given."""


class Subcommand(NamedTuple):
    """A word that makes the program do something other than begin a game."""

    name: str
    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]

    where: str
    """The module of this folder and the function that carry it out."""

    needs: Needs = Needs.JOURNAL
    epilog: str | None = None
    """What its own help says in the end."""


def run(name: str, arguments: Sequence[str]) -> int:
    """Run one command; the exit code. It raises what `problem` has."""
    command = _BY_NAME[name]
    options = command_parser(command).parse_args(arguments)
    if command.needs is not Needs.NOTHING:
        use_folder(options)
    module, _, function = command.where.partition(".")
    carry_out = getattr(import_module(f"backgammon_tui.cli.{module}"), function)
    if command.needs is not Needs.JOURNAL:
        return int(carry_out(options))
    from backgammon_tui.cli.journal import open_journal  # Loads the database.

    with open_journal() as journal:
        return int(carry_out(journal, options))


def command_parser(command: Subcommand) -> Parser:
    """The arguments of one of the commands."""
    parser = Parser(
        prog=f"backgammon-tui {command.name}",
        description=f"{command.help.capitalize()}.",
        epilog=command.epilog,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    if command.needs is not Needs.NOTHING:
        add_folder(parser)
    return parser


def find_command(parser: Parser, arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The command among arguments, if there is one, and the other arguments.

    Options of the game may stand before it, as in `--folder DIR matches`.
    """
    place = 0
    while place < len(arguments) and arguments[place].startswith("-"):
        place += 2 if parser.takes_value(arguments[place]) else 1
    if place >= len(arguments) or arguments[place] not in _BY_NAME:
        return None, list(arguments)
    return arguments[place], [*arguments[:place], *arguments[place + 1 :]]


def game_parser() -> Parser:
    """The arguments that begin a game."""
    games = "\n".join(
        f"  {', '.join((rules.name, *rules.aliases)):<28}{rules.summary}"
        for rules in RULESETS.values()
    )
    commands = "\n".join(f"  {each.name:<14}{each.help}" for each in COMMANDS)
    parser = Parser(
        prog="backgammon-tui",
        description=_DESCRIPTION,
        epilog=f"games:\n{games}\n\nother commands, each with --help of its own:\n{commands}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _add_game(parser, "the game to play (default: russian)")
    parser.add_argument("-V", "--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument("--where", action="store_true", help="print where files are kept")
    add_settings(parser, "white", "black")
    parser.add_argument(
        "--to", metavar="POINTS", type=_length, help="the match's length (default: open-ended)"
    )
    parser.add_argument(
        "--dice",
        choices=("fair", "typed"),
        default="fair",
        help="fair: by the program, to be verified; typed: you throw real dice",
    )
    _add_rule(parser, "change a house rule, such as free_entry=on or scale=1; may be repeated")
    parser.add_argument(
        "--hints",
        choices=("white", "black", "both"),
        help="who may ask the program for help (default: nobody)",
    )
    parser.add_argument(
        "--from",
        dest="situation",
        metavar="SITUATION",
        help="start in the middle of a game: 'W 24:2 hand:13 / B hand:15; W to move'",
    )
    add_ways_to_play(parser)
    add_folder(parser)
    add_lessons(parser)
    return parser


# ---- the arguments of each command


def _add_game(parser: argparse.ArgumentParser, told: str) -> None:
    """A game, which need not be said, and what its own help says of that."""
    parser.add_argument("ruleset", nargs="?", type=ruleset_name, choices=tuple(RULESETS), help=told)


def _add_rule(parser: argparse.ArgumentParser, told: str | None = None) -> None:
    parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[], help=told)


def _add_learner(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--player", metavar="NAME", help="who learns (default: the last one)")


def _add_resume(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "match", nargs="?", type=_number, metavar="NUMBER", help="of a match, as matches lists it"
    )
    add_ways_to_play(parser)


def _add_matches(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--open", action="store_true", help="only those that can be resumed")


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
    _add_consent(parser)


def _add_consent(parser: argparse.ArgumentParser) -> None:
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
    _add_rule(parser)
    parser.add_argument("--json", action="store_true", help="for programs")


def _add_list_plays(parser: argparse.ArgumentParser) -> None:
    _add_plays(parser)
    parser.add_argument(
        "--facts", action="store_true", help="how many of the 36 throws hit after each play"
    )


def _add_rollout(parser: argparse.ArgumentParser) -> None:
    _add_plays(parser)
    parser.add_argument(
        "--games", metavar="N", type=_number, default=360, help="of each play at most (360)"
    )
    parser.add_argument("--seed", metavar="N", type=_number, default=1, help="of the dice (1)")
    parser.add_argument("--workers", metavar="W", type=_number, help="processes (one a processor)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a running Dask cluster")


def _add_review(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "match", metavar="NUMBER|FILE", help="a match, as matches lists it, or a transcript"
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument(
        "--agreed",
        action="store_true",
        help="also a game that is not over: both players agree to see what each play cost",
    )


def _add_transcript(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a transcript")


def _add_lesson(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "lesson",
        metavar="LESSON",
        nargs="?",
        help="such as russian/1, or a file; without it the courses are listed",
    )
    _add_learner(parser)
    add_lessons(parser)
    add_looks(parser)


def _add_quiz(parser: argparse.ArgumentParser) -> None:
    _add_game(parser, "without one: questions on all games")
    _add_learner(parser)


def _add_nothing(_: argparse.ArgumentParser) -> None:
    """A command without arguments."""


def _add_progress(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--csv", action="store_true", help="for a spreadsheet")
    add_lessons(parser)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    _add_game(parser, "without one: all games compared")
    _add_rule(parser, "under this house rule; may be repeated")
    parser.add_argument("--sheet", action="store_true", help="a handout of one page, with the keys")
    parser.add_argument("--html", action="store_true", help="as HTML, to be printed")


def _number(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError("a number counts from 1")
    return int(text)


def _day(text: str) -> str:
    from datetime import date  # Few ask for days.

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError("a day looks like 2026-03-01") from None


def _length(text: str) -> int:
    from backgammon_tui.storage.record import read_length

    try:
        return read_length(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


COMMANDS: Final = (
    Subcommand(
        "resume",
        "resume the last open game, or a match by its number",
        _add_resume,
        "start.resume",
        Needs.FOLDER,
    ),
    Subcommand("matches", "list the matches that are kept", _add_matches, "records.list_matches"),
    Subcommand("history", "list the finished games", _add_history, "records.list_games"),
    Subcommand("score", "show the score sheet of a match", _add_match, "records.show_score"),
    Subcommand(
        "statistics",
        "show what a player's games amount to, and how the dice fell",
        _add_statistics,
        "records.show_statistics",
    ),
    Subcommand("export", "write a transcript of a match", _add_export, "exchange.export"),
    Subcommand("import", "take transcripts into the records", _add_import, "exchange.import_files"),
    Subcommand("rename", "give a player another name", _add_rename, "editing.rename"),
    Subcommand("abandon", "take a match out of the open ones", _add_match, "editing.abandon"),
    Subcommand("delete", "remove a match for ever", _add_deletion, "editing.delete"),
    Subcommand(
        "rescue",
        "set damaged records aside and copy what can be saved",
        _add_consent,
        "editing.rescue_records",
    ),
    Subcommand(
        "lesson",
        "learn a game by playing, or check and play a lesson of your own",
        _add_lesson,
        "lessons.lesson",
        Needs.FOLDER,
    ),
    Subcommand("quiz", "ask questions on positions, in lines of text", _add_quiz, "quiz.quiz"),
    Subcommand(
        "sample",
        "tell the sample game of Falood's article, in lines of text",
        _add_nothing,
        "quiz.sample",
        Needs.NOTHING,
    ),
    Subcommand(
        "progress",
        "say how far all learners have come",
        _add_progress,
        "learners.print_progress",
    ),
    Subcommand(
        "plays",
        "list the legal plays of a position",
        _add_list_plays,
        "legal_plays.list_plays",
        Needs.NOTHING,
    ),
    Subcommand(
        "rollout",
        "rank the plays of a throw by playing on from them many times",
        _add_rollout,
        "rollout.print_rollout",
        Needs.FOLDER,
    ),
    Subcommand(
        "review", "say what the choices of a match cost", _add_review, "review.review_match"
    ),
    Subcommand(
        "replay",
        "check a transcript and say how its games ended",
        _add_transcript,
        "transcripts.replay",
        Needs.NOTHING,
    ),
    Subcommand(
        "verify-dice",
        "check the throws of a transcript against the seed of its fair dice",
        _add_transcript,
        "transcripts.verify_dice",
        Needs.NOTHING,
        epilog=_EXIT_CODES,
    ),
    Subcommand(
        "rules",
        "print the whole rules of a game, or compare all games",
        _add_rules,
        "rulebook.print_rules",
        Needs.NOTHING,
    ),
)

_BY_NAME: Final = {command.name: command for command in COMMANDS}
