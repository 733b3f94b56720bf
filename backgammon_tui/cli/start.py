"""Start, resume, watch or serve a match.

Modules that few starts need are imported inside functions, to show the first frame sooner.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import date
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from backgammon_tui.cli.commands import rules_of
from backgammon_tui.cli.console import (
    Refusal,
    UsageProblem,
    find_match,
    has_screen,
    is_terminal,
    leaving_on_signals,
    naming_file,
    one_line,
    open_journal,
    print_line,
    read_line,
    refused_as_usage,
)
from backgammon_tui.cli.screen import run_screen, width_question
from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine import RULESETS
from backgammon_tui.engine.game import read_length
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.match.table import MatchState, Table
from backgammon_tui.names import check_names, display_name, distinct_names, level_of
from backgammon_tui.session import Session
from backgammon_tui.settings import DEFAULT_THEME, SETTINGS, THEMES, BoardStyle, Help, Settings
from backgammon_tui.storage.paths import (
    data_folder,
    expect_writable,
    journal_file,
    shown,
    write_new_file,
)
from backgammon_tui.storage.preferences import read_preferences
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.text_file import escaped
from backgammon_tui.tui import LaunchOptions
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.problems import JournalProblem, describe_left_out, describe_written
from backgammon_tui.words.rule_settings import short_title

if TYPE_CHECKING:
    from backgammon_tui.storage.journal.journal import Journal


BOARD_VARIABLE = "BACKGAMMON_TUI_BOARD"


def start(options: argparse.Namespace) -> int:
    if options.where:
        print_line(one_line(str(data_folder())))
        return 0
    settings, notice = read_preferences()
    with refused_as_usage():
        match = match_from(options, settings)
        table, left_out = _table_for(match, options)
        notice = f"{notice} {left_out}".strip()
    launch = launch_for(options, settings, notice, table)
    if not options.plain:
        _expect_terminal()
        begun = table if options.ruleset else None
        launch = launch._replace(table=begun, journal=journal_file())
        return play_on_screen(launch, options.transcript)
    with open_journal() as journal:
        text = " ".join(filter(None, (notice, _describe_unfinished(journal))))
        return _play_plain(launch._replace(journal=journal, notice=text), options.transcript)


def resume(options: argparse.Namespace) -> int:
    from backgammon_tui.storage.journal.match_lock import MatchLock
    from backgammon_tui.storage.journal.query import unfinished_matches

    settings, notice = read_preferences()
    with open_journal() as journal:
        number = options.match
        if number is None:
            unfinished = unfinished_matches(journal, limit=1)
            if not unfinished:
                raise Refusal("There is no unfinished match.")
            number = unfinished[0].match
        if find_match(journal, number).state is MatchState.WON:
            raise Refusal(f"Match {number} is over. To see it, run score {number}.")
        if not options.plain:
            _expect_terminal()
        lock, table = MatchLock.acquire(journal, number)
        with lock:
            if lock.read_only_reason:
                notice = f"{notice} {_NOT_KEPT} {lock.read_only_reason}".lstrip()
            launch = launch_for(options, settings, notice, table)
            play = _play_plain if options.plain else play_on_screen
            return play(launch._replace(journal=journal, lock=lock), options.transcript)


def watch(options: argparse.Namespace) -> int:
    if not has_screen():
        raise UsageProblem("watching needs a terminal")
    from backgammon_tui.storage.journal.match_lock import Follower

    settings, notice = read_preferences()
    named: str = options.window or ""
    number = int(named) if re.fullmatch("[1-9][0-9]{0,8}", named) else None
    if number:
        with open_journal() as journal:
            find_match(journal, number)
    today = date.today().isoformat()
    match = MatchRecord(RULESETS["russian"], STANDARD.white, STANDARD.black, today, None)
    launch = launch_for(options, replace(settings, presentation=True), notice, match)
    follower = Follower(journal_file(), number, "" if number else named)
    return play_on_screen(launch._replace(follower=follower))


_NOT_KEPT = "Nothing can be saved here; you will be asked whether to play on anyway."


# ---- new match


def match_from(options: argparse.Namespace, settings: Settings) -> MatchRecord:
    rules = rules_of(options)
    white, black = check_names(*distinct_names(*_names(options, settings)))
    for name in (white, black):
        level_of(name)  # Rejects an unknown level.
    length, help = options.to, options.hints
    if not (options.ruleset or options.plain):  # The first screen offers the last game again.
        length = length or (read_length(settings.length) if settings.length else None)
        help = help or settings.hints
    agreed = Help(help or Help.OFF)
    return MatchRecord(rules, white, black, date.today().isoformat(), length, help=agreed)


def _names(options: argparse.Namespace, settings: Settings) -> tuple[str, str]:
    """Return the given or last names; a player named for the other side gives up their own."""
    white, black = options.white, options.black
    if white is None:
        white = settings.black if _is_same(black, settings.white) else settings.white
    if black is None:
        black = settings.white if _is_same(white, settings.black) else settings.black
    return white, black


def _is_same(name: str | None, other: str) -> bool:
    return name is not None and name.strip().casefold() == other.casefold()


def _table_for(match: MatchRecord, options: argparse.Namespace) -> tuple[Table, str]:
    dice = FairDice(new_seed()) if DiceKind(options.dice) is DiceKind.FAIR else None
    if options.starting_position is None:
        return Table.new_match(match, dice), ""
    if not options.ruleset:
        raise ValueError("--from needs the name of a game")
    # Few matches start this way.
    from backgammon_tui.storage.codes import read_starting_position

    start = read_starting_position(options.starting_position, match.rules)
    table = start.begin(replace(match, length=match.length or start.length), dice)
    if table.game.is_over:
        raise ValueError("the game is over in this position")
    return table, "" if table.record.begun_at[:2] == start.score else describe_left_out(start.score)


def _describe_unfinished(journal: Journal) -> str:
    from backgammon_tui.storage.journal.query import unfinished_matches
    from backgammon_tui.words.records import waiting_for

    try:
        matches = unfinished_matches(journal, limit=1)
    except JournalProblem:
        return ""  # The first roll will not be saved, and the problem is reported then.
    for line in matches:
        names = f"{display_name(line.white)} - {display_name(line.black)}"
        game = one_line(f"{names}, {short_title(line.ruleset)}, {waiting_for(line)}")
        return f"Unfinished game: {game}. Run resume to continue it."
    return ""


# ---- playing


def launch_for(
    options: argparse.Namespace, settings: Settings, notice: str, start: Table | MatchRecord
) -> LaunchOptions:
    liked = settings.theme if settings.theme in THEMES else DEFAULT_THEME
    table = start if isinstance(start, Table) else None
    return LaunchOptions(
        start if isinstance(start, MatchRecord) else start.record.again(),
        table.dice_kind if table else DiceKind.FAIR,
        table,
        theme=options.theme or liked,
        ascii_only=options.ascii,
        settings=replace(settings, board=_board_style(options, settings)),
        folder=options.folder or "",
        window=getattr(options, "as", None) or "",
        notice=f"{options.notice} {notice}".strip(),
    )


def _expect_terminal() -> None:
    if not has_screen():
        raise UsageProblem("the board needs a terminal; --plain plays without one")


def _play_plain(launch: LaunchOptions, transcript: str | None) -> int:
    from backgammon_tui.plain.conversation import Talk
    from backgammon_tui.plain.match import MatchConversation, report_backup

    assert launch.table
    storage = Storage(launch.journal, launch.settings)
    talk = Talk(read_line, print_line)
    if problem := storage.back_up():
        report_backup(storage, problem, talk)
    session = Session(launch.table, storage, launch.lock)
    # A script cannot answer a question that appears only once.
    conversation = MatchConversation(
        session, talk, launch.notice, launch.folder, is_asking=is_terminal(sys.stdin)
    )
    with leaving_on_signals(), _writing(transcript, lambda: session.records):
        conversation.run()
    return 0


def play_on_screen(launch: LaunchOptions, transcript: str | None = None) -> int:
    # The garbage collector would delay the first frame; the app enables it again.
    gc.disable()
    asking = nullcontext(bool) if launch.ascii_only else width_question()
    with asking as is_wide:
        from backgammon_tui.tui.program import screen_program

        launch = launch._replace(ascii_only=launch.ascii_only or is_wide())
    app = screen_program(launch)
    with _writing(transcript, lambda: app.records or (launch.match,)):
        return run_screen(app, launch.folder)


def _board_style(options: argparse.Namespace, settings: Settings) -> BoardStyle:
    asked = options.board or os.environ.get(BOARD_VARIABLE)
    try:
        return BoardStyle(asked) if asked else settings.board
    except ValueError:
        raise UsageProblem(
            f"{BOARD_VARIABLE} may be {SETTINGS['board'].meant}, not {escaped(asked or '')!r}"
        ) from None


@contextmanager
def _writing(
    transcript: str | None, records: Callable[[], Sequence[MatchRecord]]
) -> Iterator[None]:
    """Write the match to a new file at the end, if one is named.

    Rematches are separate matches; their files are numbered after the first.
    """
    if transcript is None:
        yield
        return
    from backgammon_tui.storage.transcripts import write_transcript

    path = Path(transcript)
    # No match is played in vain if the file cannot be written.
    with naming_file(transcript):
        expect_writable(path)
    try:
        yield
    finally:
        first, *rematches = map(write_transcript, records())
        with naming_file(transcript):
            # Another program may have made the same file during the match.
            write = partial(write_new_file, path.parent, is_private=False)
            written = [write(path.stem, path.suffix, first)]
            for number, rematch in enumerate(rematches, 2):
                written.append(write(f"{path.name}.{number}", "", rematch))
    for file in written:
        print_line(describe_written(file))


# ---- for browsers


def serve(options: argparse.Namespace) -> int:
    if not all(map(find_spec, ("aiohttp", "textual_serve"))):
        raise Refusal("Serving needs textual-serve: pip install 'backgammon-tui[serve]'.")
    import asyncio

    from backgammon_tui.serve import Server

    url = _public_url(options.public_url)
    arguments = (options.host, options.port, data_folder(), url, options.shared)
    try:
        server = Server(*arguments, options.sessions, options.font_size)
        return asyncio.run(server.serve(partial(_print_address, options)))
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        where = f"{options.host} at port {options.port}"
        raise Refusal(f"{one_line(where)} cannot be used: {one_line(reason)}") from error


def _public_url(url: str) -> str:
    parts = urlsplit(url)
    if url and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/")):
        raise UsageProblem("--public-url is like https://games.example, without a path")
    return url.rstrip("/")


def _print_address(options: argparse.Namespace, address: str) -> None:
    folder = shown(data_folder())
    print_line(f"Serving on {one_line(address)} until Ctrl-C.")
    if options.shared:
        print_line(f"Shared: everyone who opens it sees and plays the matches in {folder}.")
    else:
        print_line(f"Each browser has its own matches and names, in {folder}.")
    if options.host not in ("localhost", "127.0.0.1", "::1"):
        print_line("Everybody who can reach this computer can open it.")
