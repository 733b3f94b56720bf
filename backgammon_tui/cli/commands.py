"""The commands, their names, arguments and functions, and texts generated from them.

Functions are given by name, so a command does not import the modules of the others.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any, Final, NoReturn

from backgammon_tui import __version__
from backgammon_tui.cli.console import Refusal, UsageProblem, print_line
from backgammon_tui.engine import RULESETS, Position, Rules, Side, StartingPosition, ruleset_name
from backgammon_tui.engine.game import read_length
from backgammon_tui.settings import SETTINGS
from backgammon_tui.text_file import escaped
from backgammon_tui.words.rule_settings import change_rule


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
        raise argparse.ArgumentTypeError("a number is from 1 to 999,999,999")
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


# ---- the commands and their arguments

_DESCRIPTION: Final = (
    "Russian, French, Never Finishing and standard backgammon, for two players at one"
    " keyboard or one against the computer."
)

_EXIT_CODES: Final = """exit codes:
  0  every roll of fair dice was verified
  1  a roll or a seed does not match the commitment
  2  the file is not a transcript
  3  some rolls of fair dice cannot be verified, because the seed is
     not shown or later dice were typed in"""


def build_parsers() -> tuple[Parser, dict[str, Parser]]:
    main = Parser(prog="backgammon-tui", description=_DESCRIPTION)
    main.set_defaults(run="start.start", ruleset=None, needs_folder=True)
    add_shared(main, "--folder")
    add_new_game(main)
    group = main.add_subparsers(
        title="games (default: russian) and commands, each with its own --help",
        metavar="[GAME|COMMAND]",
        prog=main.prog,
    )
    for rules in RULESETS.values():
        help = f"{rules.summary} Also: {', '.join(rules.aliases)}."
        add_new_game(_command(group, rules.name, "start.start", help, ruleset=rules.name))
    _add_matches(group)
    _add_files(group)
    _add_learning(group)
    _add_analysis(group)
    _add_others(group)
    return main, group.choices


def _command(
    group: Any, name: str, run: str, help: str, epilog: str | None = None, **defaults: object
) -> Parser:
    description = f"{help[:1].upper()}{help[1:].removesuffix('.')}."
    # The lines of an epilog are a list.
    formatter = argparse.RawDescriptionHelpFormatter if epilog else argparse.HelpFormatter
    parser: Parser = group.add_parser(
        name, help=help, description=description, epilog=epilog, formatter_class=formatter
    )
    parser.set_defaults(run=run, **defaults)
    add_shared(parser, "--folder")
    return parser


_SHARED: Final = {
    "--folder": ("DIR", "keep all files in this folder (or set BACKGAMMON_TUI_FOLDER)"),
    "--lessons": ("DIR", "list the lessons in this folder as well (or set BACKGAMMON_TUI_LESSONS)"),
    "--as": ("NAME", "name of this window in `watch`, which shows `teacher` first"),
    "--transcript": ("FILE", "write the match to a new file when you leave"),
    "--plain": ("", "play in plain text"),
    "--ascii": ("", "draw with ASCII characters only"),
}
"""Options of several commands: the placeholder of the value, if they have one, and the help."""

_DRAWING: Final = ("--ascii", "theme", "board")
_PLAYING: Final = ("--plain", *_DRAWING, "--transcript", "--as")


def add_shared(parser: Parser, *names: str) -> None:
    for name in names:
        metavar, help = _SHARED.get(name, ("", ""))
        if not help:
            parser.setting(name)
        elif metavar:
            parser.add(name, metavar, help)
        else:
            parser.switch(name, help)


def add_new_game(parser: Parser) -> None:
    version = f"backgammon-tui {__version__}"
    help = "show the version and exit"
    parser.add_argument("-V", "--version", action="version", version=version, help=help)
    parser.switch("--where", "print where files are kept")
    add_shared(parser, "white", "black")
    parser.add("--to", "POINTS", "length of the match (default: no limit)", type=length)
    help = "fair: rolled by the program and verifiable; typed: you roll real dice"
    parser.add("--dice", None, help, choices=("fair", "typed"), default="fair")
    _add_rule(parser, "change a house rule, such as free_entry=on or scale=1")
    help = (
        "hints from the computer: off; on; try, which lets you try a costly play again; or tutor,"
    )
    help += " which also names the better play"
    choices = ("off", "on", "try", "tutor")
    parser.add("--hints", None, f"{help} (default: off)", choices=choices)
    help = "start from this position, such as 'W 24:2 hand:13 / B hand:15; W to move'"
    parser.add("--from", "POSITION", help, dest="starting_position")
    add_shared(parser, *_PLAYING, "--lessons")


def _add_rule(parser: Parser, help: str = "apply this house rule") -> None:
    help += "; may be repeated"
    parser.add_argument("--rule", metavar="NAME=VALUE", help=help, action="append", default=[])


def _add_game(parser: Parser, help: str, **more: Any) -> None:
    parser.add("ruleset", None, help, type=ruleset_name, choices=tuple(RULESETS), **more)


def _add_match(parser: Parser, more: str = "", **others: Any) -> None:
    parser.number("match", "NUMBER", f"number of the match in the list of matches{more}", **others)


def _add_roll(parser: Parser) -> None:
    _add_game(parser, "the game")
    help = "such as 'W 24:1 hand:14 / B hand:15'; without SIDE, add '; W to move'"
    parser.add("position", "POSITION", help)
    parser.add("side", "SIDE", "the side to move, W or B, unless POSITION names it")
    help = "the roll: 5 3 or 53; doubles, such as 44, are played four times"
    parser.add("numbers", "NUMBERS", help, nargs="*", default=[])
    _add_rule(parser)


def _add_matches(group: Any) -> None:
    help = "resume the last unfinished match, or match NUMBER"
    resume = _command(group, "resume", "start.resume", help)
    _add_match(resume, nargs="?")
    add_shared(resume, *_PLAYING)
    help = "follow the match, lesson or sandbox that is open in another window (for a projector)"
    watch = _command(group, "watch", "start.watch", help)
    help = "name of the window to watch, or number of a match (default: the window that acted last)"
    watch.add("window", "NAME|NUMBER", help, nargs="?")
    add_shared(watch, *_DRAWING)
    help = "list saved matches, most recently played first"
    matches = _command(group, "matches", "records.list_matches", help)
    matches.switch("--open", "list only matches that can be resumed")
    matches.switch("--games", "list the finished games of each match as well")
    _add_match(_command(group, "score", "records.show_score", "show the score sheet of a match"))
    help = "show the statistics of a player and of the dice"
    statistics = _command(group, "statistics", "records.show_statistics", help)
    statistics.add("player", "NAME", "name of the player (default: list all players)", nargs="?")
    statistics.add("opponent", "OPPONENT", "count only games against this player", nargs="?")
    add_shared(statistics, "--ascii")


def _add_files(group: Any) -> None:
    export = _command(group, "export", "records.export", "write a transcript of a match")
    _add_match(export)
    export.add("file", "FILE", "a new file, or - for standard output (the default)", nargs="?")
    export.number("--game", "N", "write only this game of the match")
    help = "transcript, or mat for other programs (backgammon only)"
    export.add("--format", None, help, choices=("transcript", "mat"), default="transcript")
    help = "add transcripts and .mat files to the records"
    files = _command(group, "import", "records.import_files", help)
    files.add("files", "FILE", "a transcript or a .mat file; - for standard input", nargs="+")
    files.switch("--partly", "if a .mat file has a fault, import the games before it")


def _add_learning(group: Any) -> None:
    help = "learn a game, or play and check a lesson of your own"
    lesson = _command(group, "lesson", "lessons.lesson", help)
    help = "a lesson, such as russian/1, or a file (default: list the courses)"
    lesson.add("lessons_named", "LESSON", help, nargs="*")
    lesson.switch("--check", "check lessons or folders of lessons instead of playing one")
    lesson.switch("--sheet", "print a worksheet with a page of answers")
    lesson.switch("--html", "write the worksheet as HTML, with drawn boards")
    help = "name of the learner, also for later lessons (default: the last one)"
    lesson.add("--player", "NAME", help)
    add_shared(lesson, "--lessons", "--plain", *_DRAWING, "--as")
    help = "write puzzles as flash cards for Anki"
    quiz = _command(group, "quiz", "quiz.export_deck", help)
    _add_game(quiz, "the game (default: all)", nargs="?")
    quiz.add("--export", "FILE", "a new file, with tabs between the columns", required=True)
    quiz.add("--own", "NAME", "write this player's own mistakes instead")
    help = "show each learner's progress, or merge files from several computers"
    progress = _command(group, "progress", "progress.progress", help)
    help = "a file written by --export; several are merged (default: the progress on this computer)"
    progress.add("files", "FILE", help, nargs="*")
    progress.add("--export", "FILE", "write all progress to a new file, for another computer")
    progress.switch("--steps", "list lessons, their themes, and steps to repeat, with dates")
    progress.switch("--csv", "write CSV, for a spreadsheet")
    progress.switch("--html", "write HTML: tables by learner, course, theme and step")
    add_shared(progress, "--lessons")
    help = "print a game's full rules, or compare all games"
    rules = _command(group, "rules", "rules.print_rules", help, needs_folder=False)
    _add_game(rules, "the game (default: compare all games)", nargs="?")
    _add_rule(rules)
    rules.switch("--sheet", "print a one-page handout, with the keys")
    rules.switch("--html", "write HTML, for printing")
    rules.switch("--openings", "add the table of first rolls and how to play them")


def _add_analysis(group: Any) -> None:
    help = "list the legal plays of a position"
    _add_roll(_command(group, "plays", "rules.list_plays", help, needs_folder=False))
    help = "rank the plays of a roll by playing each one out many times"
    rollout = _command(group, "rollout", "analysis.print_rollout", help)
    _add_roll(rollout)
    rollout.number("--games", "N", "maximum number of games for each play", default=360)
    rollout.number("--seed", "N", "seed of the dice", default=1)
    rollout.number("--workers", "W", "number of processes (default: one for each processor)")
    rollout.add("--cluster", "ADDRESS", "address of a running Dask cluster")
    help = "show the cost of each choice in a match"
    review = _command(group, "review", "analysis.review_match", help)
    review.add("match", "NUMBER|FILE", "number of a match, or a transcript file")
    help = "also review unfinished games, if both players agree to see the cost of each play"
    review.switch("--agreed", help)
    help = "check a transcript and its fair dice, and show how its games ended"
    replay = _command(group, "replay", "rules.replay", help, _EXIT_CODES, needs_folder=False)
    replay.add("file", "FILE", "a transcript; - for standard input")


def _add_others(group: Any) -> None:
    help = "serve the game to browsers, each with its own matches"
    serve = _command(group, "serve", "start.serve", help)
    serve.add("--host", "HOST", "address to listen on", default="127.0.0.1")
    serve.add("--port", "PORT", "port", type=port, default=8000)
    help = "address that browsers use, if it differs from HOST and PORT"
    serve.add("--public-url", "URL", help, default="")
    serve.switch("--shared", "let all browsers share one folder, for a family or a class")
    serve.number("--sessions", "N", "maximum number of open pages", default=32)
    help = "font size of all pages, in pixels (default: fit the board)"
    serve.number("--font-size", "PIXELS", help, default=0)
    add_shared(serve, "--lessons")
    help = "print the keys of all screens, with their names for the preferences"
    _command(group, "keys", "keys.print_keys", help)
    help = "print a completion script for a shell"
    completion = _command(
        group, "completion", "commands.print_completion", help, needs_folder=False
    )
    completion.add("shell", None, "the shell", choices=("bash", "zsh", "fish"))
    help = "print the manual page; to read it: backgammon-tui man | man -l -"
    _command(group, "man", "commands.print_man", help, needs_folder=False)


# ---- values of arguments


def read_numbers(text: str) -> tuple[int, ...]:
    """Parse the numbers of a stage, 1 to 6; two equal numbers are played four times."""
    digits = [c for c in text if c not in " ,-/"]
    if not digits:
        raise ValueError("the roll is missing: give two numbers from 1 to 6")
    are_numbers = 1 <= len(digits) <= 4 and all(digit in "123456" for digit in digits)
    if not are_numbers or (len(digits) != 2 and len({*digits}) > 1):
        raise ValueError(
            f"give two numbers from 1 to 6, or up to four equal ones, not {escaped(text)[:40]}"
        )
    numbers = tuple(int(digit) for digit in digits)
    return numbers * 2 if len(numbers) == 2 and len(set(numbers)) == 1 else numbers


def read_roll(options: argparse.Namespace) -> tuple[StartingPosition, tuple[int, ...]]:
    """Return the position and the numbers of a command with a roll.

    Unless the position says otherwise, both sides have rolled their first doubles.
    """
    side: str = options.side
    numbers: list[str] = options.numbers
    if " to move" in options.position:
        words = numbers if side in _SIDES else [side, *numbers]
        return StartingPosition.parse(options.position), read_numbers(" ".join(words))
    if side not in _SIDES:
        raise ValueError(f"the side to move is W or B, not {escaped(side)[:40]}")
    position = Position.parse(options.position)
    return StartingPosition(position, Side(side), frozenset(Side)), read_numbers(" ".join(numbers))


_SIDES: Final = [side.value for side in Side]


def rules_of(options: argparse.Namespace) -> Rules:
    return reduce(change_rule, options.rule, RULESETS[options.ruleset or "russian"])


# ---- completion and manual page, which are generated and so always up to date

_FILES: Final = {"FILE": "FILE", "NUMBER|FILE": "FILE", "LESSON": "FILE", "DIR": "DIRECTORY"}
"""The placeholders for files and folders, with their names in shtab."""


def print_completion(options: argparse.Namespace) -> None:
    try:
        import shtab
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
            yield from (".PP", "\n.br\n".join(map(_roff, parser.epilog.splitlines())))
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
