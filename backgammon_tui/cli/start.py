"""Begin a match as the arguments ask for it."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Final, TextIO

from backgammon_tui.cli.output import one_line, print_line
from backgammon_tui.cli.problem import UsageProblem, refused_as_usage
from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.records.names import check_names
from backgammon_tui.records.places import FOLDER_VARIABLE, data_folder
from backgammon_tui.records.record import DiceKind, MatchRecord
from backgammon_tui.records.table import Table
from backgammon_tui.words.rules import change_rule

_LONGEST_LINE: Final = 1_000
"""What goes beyond it in a line that somebody types is dropped."""


def start(options: argparse.Namespace) -> int:
    """Play the match; the exit code.

    Raises:
        UsageProblem: if the options do not make a match.
    """
    if options.folder:
        os.environ[FOLDER_VARIABLE] = options.folder
    if options.where:
        print_line(one_line(str(data_folder())))
        return 0
    with refused_as_usage():
        match = match_from(options)
    dice = DiceKind(options.dice)
    if options.plain:
        return _play_plain(match, dice, options.transcript)
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        raise UsageProblem("the board needs a terminal; --plain plays without one")
    return _play_on_screen(match, dice, options)


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; None is one that was closed before we began."""
    return stream is not None and stream.isatty()


def _play_on_screen(match: MatchRecord, dice: DiceKind, options: argparse.Namespace) -> int:
    # The first frame does not wait for the collector; the app lets it work again.
    gc.disable()
    from backgammon_tui.tui.app import BackgammonApp, Wishes

    table = None
    if options.ruleset:
        fair = FairDice(new_seed()) if dice is DiceKind.FAIR else None
        table = Table.sit_down(match, fair)
    app = BackgammonApp(Wishes(match, dice, table, options.theme, options.ascii))
    _while_writing(options.transcript, app.run, lambda: app.records or (match,))
    return app.return_code or 0


def match_from(options: argparse.Namespace) -> MatchRecord:
    """The match that the options describe, without games.

    Raises:
        ValueError: if a name or a table rule cannot be.
    """
    rules = RULESETS[options.ruleset or "russian"]
    for setting in options.rule:
        rules = change_rule(rules, setting)
    white, black = check_names(options.white, options.black)
    return MatchRecord(rules, white, black, date.today().isoformat(), options.to)


def _play_plain(match: MatchRecord, dice: DiceKind, transcript: str | None) -> int:
    from backgammon_tui.plain import Conversation

    conversation = Conversation(match, dice, read_line, print_line)
    _while_writing(transcript, conversation.run, lambda: (conversation.record,))
    return 0


def _while_writing(
    transcript: str | None, play: Callable[[], object], records: Callable[[], Sequence[MatchRecord]]
) -> None:
    """Play, and write the match to a new file in the end, if one is named.

    Rematches are matches of their own and go to files numbered after the first.
    """
    if transcript is None:
        play()
        return
    from backgammon_tui.records.transcript import write_transcript  # Few ask for one.

    # Made at once, so that no match is played in vain for a file that cannot be.
    with _new_file(transcript) as file:
        try:
            play()
        finally:
            first, *rematches = records()
            file.write(write_transcript(first))
    print_line(f"Written to {one_line(transcript)}.")
    for number, rematch in enumerate(rematches, 2):
        with _new_file(f"{transcript}.{number}") as file:
            file.write(write_transcript(rematch))
        print_line(f"Written to {one_line(transcript)}.{number}.")


def _new_file(name: str) -> TextIO:
    """A file that did not exist, open for writing.

    Raises:
        UsageProblem: if it cannot be made.
    """
    try:
        return Path(name).open("x", encoding="utf-8")
    except FileExistsError:
        raise UsageProblem(f"{name}: exists already; a transcript is a new file") from None
    except OSError as error:
        raise UsageProblem(f"{name}: {error.strerror}") from None
    except ValueError as error:
        raise UsageProblem(f"{name}: {error}") from None


def read_line(prompt: str) -> str | None:
    """A line of standard input; where that is no terminal it is echoed after the prompt."""
    print(prompt, end="", flush=True)
    if sys.stdin is None:
        print_line("")
        return None
    line = rest = sys.stdin.readline(_LONGEST_LINE)
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(_LONGEST_LINE)
    if not line:
        print_line("")
        return None
    if not sys.stdin.isatty():
        print_line(one_line(line.rstrip("\n")))
    return line
