"""The commands: what each is called, which arguments it takes, which function carries it out.

A function is named, not imported, so that no command waits for what another one needs, and
help waits for none.
"""

from __future__ import annotations

from typing import Any, Final

from backgammon_tui import __version__
from backgammon_tui.cli.arguments import (
    Parser,
    add_ascii,
    add_drawing,
    add_folder,
    add_json,
    add_learner,
    add_lessons,
    add_looks,
    add_match,
    add_rule,
    add_ruleset,
    add_setting,
    add_switch,
    add_ways_to_play,
    counted,
    day,
    length,
    port,
)
from backgammon_tui.engine import RULESETS

_DESCRIPTION: Final = (
    "Russian, French and Never Finishing backgammon for two players at one keyboard,"
    " or for one against the program."
)

_EXIT_CODES: Final = (
    "The exit code is 0 if every throw was verified, 1 if a throw or a seed"
    " contradicts what was promised, 2 if the file is no transcript, 3 if something cannot be"
    " verified: typed dice, or no seed shown."
)


class _Commands:
    """The parsers of the commands, beside the one that begins a game."""

    def __init__(self, main: Parser, folder: Parser) -> None:
        self.by_name: dict[str, Parser] = {}
        self._parsers = main.add_subparsers(
            title="games (without one: russian) and commands, each with --help of its own",
            metavar="[GAME|COMMAND]",
            prog=main.prog,
        )
        self._folder = folder

    def add(self, name: str, run: str, help: str, **more: Any) -> Parser:
        """Add a command, which a function of a module of this folder carries out."""
        description = f"{help[:1].upper()}{help[1:]}".removesuffix(".")
        parser = self._parsers.add_parser(
            name, help=help, description=f"{description}.", parents=[self._folder], **more
        )
        parser.set_defaults(run=run)
        self.by_name[name] = parser
        return parser


def build_parsers() -> tuple[Parser, dict[str, Parser]]:
    """Return the parser of all arguments, and those of games and commands by their names."""
    folder = Parser(add_help=False)
    add_folder(folder)
    main = Parser(prog="backgammon-tui", description=_DESCRIPTION, parents=[folder])
    main.set_defaults(run="start.start", ruleset=None, needs_folder=True)
    add_game(main)
    commands = _Commands(main, folder)
    for rules in RULESETS.values():
        help = f"{rules.summary} Also: {', '.join(rules.aliases)}."
        parser = commands.add(rules.name, "start.start", help)
        parser.set_defaults(ruleset=rules.name)
        add_game(parser)
    _add_records(commands)
    _add_changes(commands)
    _add_lessons(commands)
    _add_analysis(commands)
    _add_files(commands)
    _add_serve(commands)
    _add_help(commands)
    return main, commands.by_name


def add_game(parser: Parser) -> None:
    """Add the options that begin a game."""
    parser.add_argument(
        "-V",
        "--version",
        action="version",
        version=f"backgammon-tui {__version__}",
        help="show the version and exit",
    )
    add_switch(parser, "--where", "print where files are kept")
    add_setting(parser, "white")
    add_setting(parser, "black")
    parser.add_argument(
        "--to", metavar="POINTS", type=length, help="the match's length (default: open-ended)"
    )
    parser.add_argument(
        "--dice",
        choices=("fair", "typed"),
        default="fair",
        help="fair: by the program, to be verified; typed: you throw real dice",
    )
    add_rule(parser, "change a house rule, such as free_entry=on or scale=1; may be repeated")
    parser.add_argument(
        "--hints",
        choices=("white", "black", "both"),
        help="who may ask the program for help (default: nobody)",
    )
    parser.add_argument(
        "--from",
        metavar="SITUATION",
        dest="situation",
        help="start in the middle of a game: 'W 24:2 hand:13 / B hand:15; W to move'",
    )
    add_ways_to_play(parser)
    add_lessons(parser)


# ---- the records


def _add_records(commands: _Commands) -> None:
    parser = commands.add(
        "resume", "start.resume", "resume the last open game, or a match by its number"
    )
    add_match(parser, nargs="?")
    add_ways_to_play(parser)

    parser = commands.add(
        "watch", "watch.watch", "watch a match that is played in another window, read only"
    )
    parser.add_argument(
        "match",
        metavar="NUMBER",
        type=counted,
        nargs="?",
        help="of a match, as matches lists it (default: whichever is played last)",
    )
    add_drawing(parser)

    parser = commands.add("matches", "records.list_matches", "list the matches that are kept")
    add_switch(parser, "--open", "only those that can be resumed")
    add_json(parser)

    parser = commands.add("history", "records.list_games", "list the finished games")
    parser.add_argument("--player", metavar="NAME", default="", help="only games of this player")
    parser.add_argument("--against", metavar="NAME", default="", help="and of this opponent")
    add_ruleset(parser, "of this game", "--ruleset", default="")
    parser.add_argument("--since", metavar="DAY", type=day, help="such as 2026-03-01")
    parser.add_argument("--until", metavar="DAY", type=day, help="the last day")
    add_json(parser)

    parser = commands.add("score", "records.show_score", "show the score sheet of a match")
    add_match(parser)
    add_json(parser)

    parser = commands.add(
        "statistics",
        "records.show_statistics",
        "show what a player's games amount to, and how the dice fell",
    )
    parser.add_argument(
        "player", metavar="NAME", nargs="?", help="whose games (default: all players in a list)"
    )
    parser.add_argument("opponent", metavar="OPPONENT", nargs="?", help="only those against")
    add_json(parser)
    add_ascii(parser)


def _add_changes(commands: _Commands) -> None:
    parser = commands.add("export", "exchange.export", "write a transcript of a match")
    add_match(parser)
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a new file (default, and -: standard output)"
    )
    parser.add_argument("--game", metavar="N", type=counted, help="only this game of the match")
    parser.add_argument(
        "--format",
        choices=("transcript", "mat"),
        default="transcript",
        help="transcript, or mat: a .mat file for other programs, of backgammon only"
        " (default: transcript)",
    )

    parser = commands.add(
        "import", "exchange.import_files", "take transcripts and .mat files into the records"
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="a transcript or a .mat file; - for standard input",
    )

    parser = commands.add("rename", "editing.rename", "give a player another name")
    parser.add_argument("old", metavar="OLD", help="the player's name")
    parser.add_argument("new", metavar="NEW", help="the name from now on, in all matches")
    add_switch(parser, "--merge", "if both names are players', make them one")

    parser = commands.add("abandon", "editing.abandon", "take a match out of the open ones")
    add_match(parser)

    parser = commands.add("delete", "editing.delete", "remove a match for ever")
    add_match(parser)
    add_switch(parser, "--yes", "do not ask")

    parser = commands.add(
        "rescue",
        "editing.rescue_records",
        "set damaged records aside and copy what can be saved",
    )
    add_switch(parser, "--yes", "do not ask")


# ---- learning


def _add_lessons(commands: _Commands) -> None:
    parser = commands.add(
        "lesson",
        "lessons.lesson",
        "learn a game by playing, or check and play a lesson of your own",
    )
    parser.add_argument(
        "lesson",
        metavar="LESSON",
        nargs="?",
        help="such as russian/1, or a file; without it the courses are listed",
    )
    add_json(parser)
    add_learner(parser)
    add_lessons(parser)
    add_looks(parser)

    parser = commands.add("quiz", "lessons.quiz", "set tasks on positions, in lines of text")
    add_ruleset(parser, "without one: tasks on all games", nargs="?")
    add_learner(parser)

    parser = commands.add(
        "sample",
        "lessons.sample",
        "tell the sample game of Falood's article, in lines of text",
    )
    parser.set_defaults(needs_folder=False)

    parser = commands.add(
        "progress", "learners.print_progress", "say how far all learners have come"
    )
    ways = parser.add_mutually_exclusive_group()
    add_switch(ways, "--csv", "for a spreadsheet")
    add_json(ways)
    add_lessons(parser)

    parser = commands.add(
        "rules",
        "rulebook.print_rules",
        "print the whole rules of a game, or compare all games",
    )
    parser.set_defaults(needs_folder=False)
    add_ruleset(parser, "without one: all games compared", nargs="?")
    add_rule(parser, "under this house rule; may be repeated")
    add_switch(parser, "--sheet", "a handout of one page, with the keys")
    add_switch(parser, "--html", "as HTML, to be printed")


# ---- positions and transcripts


def _add_analysis(commands: _Commands) -> None:
    parser = commands.add("plays", "legal_plays.list_plays", "list the legal plays of a position")
    parser.set_defaults(needs_folder=False)
    _add_throw(parser)
    add_json(parser)
    add_switch(parser, "--facts", "how many of the 36 throws hit after each play")

    parser = commands.add(
        "rollout",
        "rollout.print_rollout",
        "rank the plays of a throw by playing on from them many times",
    )
    _add_throw(parser)
    add_json(parser)
    parser.add_argument(
        "--games", metavar="N", type=counted, default=360, help="of each play at most (360)"
    )
    parser.add_argument("--seed", metavar="N", type=counted, default=1, help="of the dice (1)")
    parser.add_argument("--workers", metavar="W", type=counted, help="processes (one a processor)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a running Dask cluster")

    parser = commands.add("review", "review.review_match", "say what the choices of a match cost")
    parser.add_argument(
        "match", metavar="NUMBER|FILE", help="a match, as matches lists it, or a transcript"
    )
    add_json(parser)
    add_switch(
        parser,
        "--agreed",
        "also a game that is not over: both players agree to see what each play cost",
    )


def _add_throw(parser: Parser) -> None:
    add_ruleset(parser, "the game")
    parser.add_argument(
        "position", metavar="POSITION", help="a position line: 'W 24:1 hand:14 / B hand:15'"
    )
    parser.add_argument("side", choices=("W", "B"), help="the side that plays")
    parser.add_argument(
        "numbers",
        metavar="NUMBERS",
        nargs="+",
        help="the numbers: 5 3 or 53; a doublet, 44, is played four times",
    )
    add_rule(parser, "under this house rule; may be repeated")


def _add_files(commands: _Commands) -> None:
    parser = commands.add(
        "replay", "transcripts.replay", "check a transcript and say how its games ended"
    )
    parser.set_defaults(needs_folder=False)
    _add_transcript(parser)
    add_json(parser)

    parser = commands.add(
        "verify-dice",
        "transcripts.verify_dice",
        "check the throws of a transcript against the seed of its fair dice",
        epilog=_EXIT_CODES,
    )
    parser.set_defaults(needs_folder=False)
    _add_transcript(parser)


def _add_transcript(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a transcript; - for standard input")


# ---- browsers


def _add_serve(commands: _Commands) -> None:
    parser = commands.add("serve", "serve.serve", "play in browsers, each with matches of its own")
    parser.add_argument(
        "--host", metavar="HOST", default="127.0.0.1", help="address to listen on (127.0.0.1)"
    )
    parser.add_argument("--port", metavar="PORT", type=port, default=8000, help="port (8000)")
    parser.add_argument(
        "--public-url", metavar="URL", default="", help="the address for browsers, if it is another"
    )
    add_switch(parser, "--shared", "all browsers share one folder: a table at home, a class")
    parser.add_argument(
        "--sessions", metavar="N", type=counted, default=10, help="pages at a time at most (10)"
    )
    parser.add_argument(
        "--font-size",
        metavar="PIXELS",
        type=counted,
        default=0,
        help="of the page, as ?fontsize= in its address (default: at which the board fits)",
    )
    add_lessons(parser)


# ---- help


def _add_help(commands: _Commands) -> None:
    parser = commands.add(
        "completion", "shells.print_completion", "print a script that completes words in a shell"
    )
    parser.set_defaults(needs_folder=False)
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell")

    parser = commands.add("man", "shells.print_man", "print the manual page, for man -l -")
    parser.set_defaults(needs_folder=False)
