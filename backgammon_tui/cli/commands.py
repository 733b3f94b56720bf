"""The commands: their names, arguments and functions.

Functions are given by name, so a command does not import the modules of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from backgammon_tui.cli.arguments import (
    ASCII,
    DRAWING,
    FOLDER,
    LEARNER,
    LESSONS,
    LOOKS,
    NEW_GAME,
    ROLL,
    UNDER_RULE,
    WAYS_TO_PLAY,
    Argument,
    Parser,
    argument,
    game,
    match,
    number,
    port,
    switch,
)
from backgammon_tui.engine import RULESETS

_DESCRIPTION: Final = (
    "Russian, French and Never Finishing backgammon for two players at one keyboard,"
    " or for one against the computer."
)

_EXIT_CODES: Final = (
    "The exit code is 0 if every roll of fair dice was verified, 1 if a roll or a seed"
    " does not match the commitment, 2 if the file is not a transcript, 3 if some rolls of a game"
    " with fair dice cannot be verified: the seed is not shown, or later dice were typed in."
)

AddParser = Callable[[Any], Parser]
"""Adds a command to the group of commands and returns its parser."""


def _command(
    name: str,
    run: str,
    help: str,
    *arguments: Argument,
    epilog: str | None = None,
    **defaults: object,
) -> AddParser:
    """Define a command that a function of a module in this folder carries out."""
    description = f"{help[:1].upper()}{help[1:].removesuffix('.')}."

    def add(group: Any) -> Parser:
        parser: Parser = group.add_parser(name, help=help, description=description, epilog=epilog)
        parser.set_defaults(run=run, **defaults)
        parser.add(FOLDER, *arguments)
        return parser

    return add


def build_parsers() -> tuple[Parser, dict[str, Parser]]:
    """Return the main parser, and those of games and commands by name."""
    main = Parser(prog="backgammon-tui", description=_DESCRIPTION)
    main.set_defaults(run="start.start", ruleset=None, needs_folder=True)
    main.add(FOLDER, *NEW_GAME)
    group = main.add_subparsers(
        title="games (default: russian) and commands, each with its own --help",
        metavar="[GAME|COMMAND]",
        prog=main.prog,
    )
    for add in (*_GAMES, *_COMMANDS):
        add(group)
    return main, group.choices


_GAMES: Final = tuple(
    _command(
        rules.name,
        "start.start",
        f"{rules.summary} Also: {', '.join(rules.aliases)}.",
        *NEW_GAME,
        ruleset=rules.name,
    )
    for rules in RULESETS.values()
)
_COMMANDS: Final = (
    _command(
        "resume",
        "start.resume",
        "resume the last unfinished match, or the match with this number",
        match(nargs="?"),
        *WAYS_TO_PLAY,
    ),
    _command(
        "watch",
        "start.watch",
        "watch a match, a lesson or the sandbox in another window",
        match(
            "number of the match in the list of matches (default: the one played last)", nargs="?"
        ),
        *DRAWING,
    ),
    _command(
        "matches",
        "records.list_matches",
        "list saved matches, most recently played first",
        switch("--open", "only matches that can be resumed"),
        switch("--games", "list the finished games of each match as well"),
    ),
    _command("score", "records.show_score", "show the score sheet of a match", match()),
    _command(
        "statistics",
        "records.show_statistics",
        "show the statistics of a player and of the dice",
        argument("player", "NAME", "name of the player (default: list all players)", nargs="?"),
        argument("opponent", "OPPONENT", "only games against this player", nargs="?"),
        ASCII,
    ),
    _command(
        "export",
        "records.export",
        "write a transcript of a match",
        match(),
        argument("file", "FILE", "a new file (default: standard output, also -)", nargs="?"),
        number("--game", "N", "only this game of the match"),
        argument(
            "--format",
            None,
            "transcript, or mat for other programs, only for backgammon",
            choices=("transcript", "mat"),
            default="transcript",
        ),
    ),
    _command(
        "import",
        "records.import_files",
        "add transcripts and .mat files to the records",
        argument("files", "FILE", "a transcript or a .mat file; - for standard input", nargs="+"),
    ),
    _command(
        "lesson",
        "lessons.lesson",
        "learn a game by playing, or play and check a lesson of your own",
        argument(
            "lesson",
            "LESSON",
            "a lesson, such as russian/1, or a file (default: list the courses)",
            nargs="?",
        ),
        switch("--check", "check the lesson's claims about good play instead of playing it"),
        switch("--sheet", "print a worksheet with a page of answers"),
        LEARNER,
        LESSONS,
        *LOOKS,
    ),
    _command(
        "progress",
        "lessons.print_progress",
        "show each learner's progress",
        switch("--steps", "list lessons, their themes, and steps to repeat, with dates"),
        switch("--csv", "write CSV, for a spreadsheet"),
        LESSONS,
    ),
    _command(
        "rules",
        "rulebook.print_rules",
        "print a game's full rules, or compare all games",
        game("the game (default: compare all games)", nargs="?"),
        UNDER_RULE,
        switch("--sheet", "print a one-page handout, with the keys"),
        switch("--html", "write HTML, for printing"),
        needs_folder=False,
    ),
    _command(
        "plays",
        "transcripts.list_plays",
        "list the legal plays of a position",
        *ROLL,
        needs_folder=False,
    ),
    _command(
        "rollout",
        "analysis.print_rollout",
        "rank the plays of a roll by playing each one out many times",
        *ROLL,
        number("--games", "N", "maximum number of games for each play", default=360),
        number("--seed", "N", "seed of the dice", default=1),
        number("--workers", "W", "number of processes (default: one for each processor)"),
        argument("--cluster", "ADDRESS", "address of a running Dask cluster"),
    ),
    _command(
        "review",
        "analysis.review_match",
        "show the cost of each choice in a match",
        argument("match", "NUMBER|FILE", "number of a match, or a transcript file"),
        switch(
            "--agreed",
            "also review unfinished games: both players agree to see the cost of each play",
        ),
    ),
    _command(
        "replay",
        "transcripts.replay",
        "check a transcript and its fair dice, and show how its games ended",
        argument("file", "FILE", "a transcript; - for standard input"),
        needs_folder=False,
        epilog=_EXIT_CODES,
    ),
    _command(
        "serve",
        "serve.serve",
        "serve the game to browsers, each with its own matches",
        argument("--host", "HOST", "address to listen on", default="127.0.0.1"),
        argument("--port", "PORT", "port", type=port, default=8000),
        argument("--public-url", "URL", "address for browsers, if different", default=""),
        switch("--shared", "share one folder between all browsers, at home or in a class"),
        number("--sessions", "N", "maximum number of open pages", default=10),
        number(
            "--font-size",
            "PIXELS",
            "font size, like ?fontsize= in an address (default: fit the board)",
            default=0,
        ),
        LESSONS,
    ),
    _command(
        "completion",
        "shells.print_completion",
        "print a completion script for a shell",
        argument("shell", None, "the shell", choices=("bash", "zsh", "fish")),
        needs_folder=False,
    ),
    _command("man", "shells.print_man", "print the manual page, for man -l -", needs_folder=False),
)
