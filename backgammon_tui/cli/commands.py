"""The command line: what begins a game, and the commands beside it.

Whoever asks for one command does not wait for what the others need, nor does who asks for help.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from datetime import date
from enum import Enum
from importlib import import_module
from typing import Final, NamedTuple

from backgammon_tui import __version__
from backgammon_tui.cli.arguments import (
    ASCII,
    FOLDER,
    LESSONS,
    LOOKS,
    WAYS_TO_PLAY,
    Argument,
    Parser,
    UsageProblem,
    argument,
    setting,
    switch,
    use_folder,
)
from backgammon_tui.engine import RULESETS, ruleset_name
from backgammon_tui.engine.match import read_length

_DESCRIPTION: Final = (
    "Russian, French and Never Finishing backgammon for two players at one keyboard,"
    " or for one against the program."
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

    where: str
    """The module of this folder and the function that carry it out."""

    arguments: tuple[Argument, ...] = ()
    needs: Needs = Needs.JOURNAL
    epilog: str | None = None
    """What its own help says in the end."""


def run(name: str, arguments: Sequence[str]) -> int:
    """Run one command; the exit code. It raises a `UsageProblem` or a `Refusal`."""
    command = _BY_NAME[name]
    options = command_parser(command).parse_args(arguments)
    if command.needs is not Needs.NOTHING or options.folder:
        use_folder(options)
    module, _, function = command.where.partition(".")
    carry_out = getattr(import_module(f"backgammon_tui.cli.{module}"), function)
    if command.needs is not Needs.JOURNAL:
        return int(carry_out(options))
    from backgammon_tui.cli.journal import open_journal  # Help does without it.

    with open_journal() as journal:
        return int(carry_out(journal, options))


def command_parser(command: Subcommand) -> Parser:
    """The arguments of one of the commands."""
    parser = Parser(
        prog=f"backgammon-tui {command.name}",
        description=f"{command.help[:1].upper()}{command.help[1:]}.",
        epilog=command.epilog,
        allow_abbrev=False,
    )
    parser.add(command.arguments)
    parser.add([FOLDER])
    return parser


def find_command(parser: Parser, arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The command among arguments, if there is one, and the other arguments.

    Options of the game may stand before it, as in `--folder DIR matches`.
    """
    place = 0
    while place < len(arguments) and arguments[place].startswith("-"):
        place += 2 if parser.takes_value(arguments[place]) else 1
    if place >= len(arguments) or arguments[place] not in _BY_NAME:
        _expect_meant(arguments[place : place + 1])
        return None, list(arguments)
    return arguments[place], [*arguments[:place], *arguments[place + 1 :]]


def _expect_meant(words: Sequence[str]) -> None:
    """Refuse a word that is no game but looks like a command or a game."""
    from difflib import get_close_matches  # Most words do not need it.

    for word in words:
        if ruleset_name(word) in RULESETS:
            continue
        names = [*_BY_NAME, *RULESETS]
        meant = get_close_matches(word, names, n=1, cutoff=0.75) or [
            name for name in names if len(word) > 2 and name.startswith(word)
        ]
        if meant:
            raise UsageProblem(f"there is no {word}: did you mean {meant[0]}?")


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
    parser.add(_GAME)
    return parser


# ---- the arguments of each command


def _number(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError("a number counts from 1")
    return int(text)


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError("a day looks like 2026-03-01") from None


def _length(text: str) -> int:
    try:
        return read_length(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _ruleset(told: str) -> Argument:
    """A game, which need not be said, and what its own help says of that."""
    return argument("ruleset", told, nargs="?", type=ruleset_name, choices=tuple(RULESETS))


def _rule(told: str) -> Argument:
    return argument("--rule", told, "NAME=VALUE", action="append", default=[])


_GAME: Final = (
    _ruleset("the game to play (default: russian)"),
    argument(
        "-V, --version",
        "show the version and exit",
        action="version",
        version=f"%(prog)s {__version__}",
    ),
    switch("--where", "print where files are kept"),
    setting("white"),
    setting("black"),
    argument("--to", "the match's length (default: open-ended)", "POINTS", type=_length),
    argument(
        "--dice",
        "fair: by the program, to be verified; typed: you throw real dice",
        choices=("fair", "typed"),
        default="fair",
    ),
    _rule("change a house rule, such as free_entry=on or scale=1; may be repeated"),
    argument(
        "--hints",
        "who may ask the program for help (default: nobody)",
        choices=("white", "black", "both"),
    ),
    argument(
        "--from",
        "start in the middle of a game: 'W 24:2 hand:13 / B hand:15; W to move'",
        "SITUATION",
        dest="situation",
    ),
    *WAYS_TO_PLAY,
    FOLDER,
    LESSONS,
)
_LEARNER: Final = argument("--player", "who learns (default: the last one)", "NAME")
_MATCH: Final = argument("match", "as matches lists it", "NUMBER", type=_number)
_CONSENT: Final = switch("--yes", "do not ask")
_JSON: Final = switch("--json", "for programs")
_TRANSCRIPT: Final = argument("file", "a transcript; - for standard input", "FILE")
_PLAYS: Final = (
    argument("ruleset", "the game", type=ruleset_name, choices=tuple(RULESETS)),
    argument("position", "a position line: 'W 24:1 hand:14 / B hand:15'", "POSITION"),
    argument("side", "the side that plays", choices=("W", "B")),
    argument(
        "numbers",
        "the numbers: 5 3 or 53; a doublet, 44, is played four times",
        "NUMBERS",
        nargs="+",
    ),
    _rule("under this house rule; may be repeated"),
)

COMMANDS: Final = (
    Subcommand(
        "resume",
        "resume the last open game, or a match by its number",
        "start.resume",
        (
            argument("match", "of a match, as matches lists it", "NUMBER", nargs="?", type=_number),
            *WAYS_TO_PLAY,
        ),
        Needs.FOLDER,
    ),
    Subcommand(
        "matches",
        "list the matches that are kept",
        "records.list_matches",
        (switch("--open", "only those that can be resumed"),),
    ),
    Subcommand(
        "history",
        "list the finished games",
        "records.list_games",
        (
            argument("--player", "only games of this player", "NAME", default=""),
            argument("--against", "and of this opponent", "NAME", default=""),
            argument(
                "--ruleset", "of this game", type=ruleset_name, choices=tuple(RULESETS), default=""
            ),
            argument("--since", "such as 2026-03-01", "DAY", type=_day),
            argument("--until", "the last day", "DAY", type=_day),
        ),
    ),
    Subcommand("score", "show the score sheet of a match", "records.show_score", (_MATCH,)),
    Subcommand(
        "statistics",
        "show what a player's games amount to, and how the dice fell",
        "records.show_statistics",
        (
            argument("player", "whose games (default: all players in a list)", "NAME", nargs="?"),
            argument("opponent", "only those against", "OPPONENT", nargs="?"),
            ASCII,
        ),
    ),
    Subcommand(
        "export",
        "write a transcript of a match",
        "exchange.export",
        (
            _MATCH,
            argument("file", "a new file (default, and -: standard output)", "FILE", nargs="?"),
            argument("--game", "only this game of the match", "N", type=_number),
            argument(
                "--format",
                "transcript, or mat: a .mat file for other programs, of backgammon only"
                " (default: transcript)",
                choices=("transcript", "mat"),
                default="transcript",
            ),
        ),
    ),
    Subcommand(
        "import",
        "take transcripts and .mat files into the records",
        "exchange.import_files",
        (
            argument(
                "files", "a transcript or a .mat file; - for standard input", "FILE", nargs="+"
            ),
        ),
    ),
    Subcommand(
        "rename",
        "give a player another name",
        "editing.rename",
        (
            argument("old", "the player's name", "OLD"),
            argument("new", "the name from now on, in all matches", "NEW"),
            switch("--merge", "if both names are players', make them one"),
        ),
    ),
    Subcommand("abandon", "take a match out of the open ones", "editing.abandon", (_MATCH,)),
    Subcommand("delete", "remove a match for ever", "editing.delete", (_MATCH, _CONSENT)),
    Subcommand(
        "rescue",
        "set damaged records aside and copy what can be saved",
        "editing.rescue_records",
        (_CONSENT,),
    ),
    Subcommand(
        "lesson",
        "learn a game by playing, or check and play a lesson of your own",
        "lessons.lesson",
        (
            argument(
                "lesson",
                "such as russian/1, or a file; without it the courses are listed",
                "LESSON",
                nargs="?",
            ),
            _LEARNER,
            LESSONS,
            *LOOKS,
        ),
        Needs.FOLDER,
    ),
    Subcommand(
        "quiz",
        "ask questions on positions, in lines of text",
        "lessons.quiz",
        (_ruleset("without one: questions on all games"), _LEARNER),
    ),
    Subcommand(
        "sample",
        "tell the sample game of Falood's article, in lines of text",
        "lessons.sample",
        needs=Needs.NOTHING,
    ),
    Subcommand(
        "progress",
        "say how far all learners have come",
        "learners.print_progress",
        (switch("--csv", "for a spreadsheet"), LESSONS),
    ),
    Subcommand(
        "plays",
        "list the legal plays of a position",
        "legal_plays.list_plays",
        (*_PLAYS, _JSON, switch("--facts", "how many of the 36 throws hit after each play")),
        Needs.NOTHING,
    ),
    Subcommand(
        "rollout",
        "rank the plays of a throw by playing on from them many times",
        "rollout.print_rollout",
        (
            *_PLAYS,
            _JSON,
            argument("--games", "of each play at most (360)", "N", type=_number, default=360),
            argument("--seed", "of the dice (1)", "N", type=_number, default=1),
            argument("--workers", "processes (one a processor)", "W", type=_number),
            argument("--cluster", "of a running Dask cluster", "ADDRESS"),
        ),
        Needs.FOLDER,
    ),
    Subcommand(
        "review",
        "say what the choices of a match cost",
        "review.review_match",
        (
            argument("match", "a match, as matches lists it, or a transcript", "NUMBER|FILE"),
            _JSON,
            switch(
                "--agreed",
                "also a game that is not over: both players agree to see what each play cost",
            ),
        ),
    ),
    Subcommand(
        "replay",
        "check a transcript and say how its games ended",
        "transcripts.replay",
        (_TRANSCRIPT,),
        Needs.NOTHING,
    ),
    Subcommand(
        "verify-dice",
        "check the throws of a transcript against the seed of its fair dice",
        "transcripts.verify_dice",
        (_TRANSCRIPT,),
        Needs.NOTHING,
        epilog=_EXIT_CODES,
    ),
    Subcommand(
        "rules",
        "print the whole rules of a game, or compare all games",
        "rulebook.print_rules",
        (
            _ruleset("without one: all games compared"),
            _rule("under this house rule; may be repeated"),
            switch("--sheet", "a handout of one page, with the keys"),
            switch("--html", "as HTML, to be printed"),
        ),
        Needs.NOTHING,
    ),
)

_BY_NAME: Final = {command.name: command for command in COMMANDS}
