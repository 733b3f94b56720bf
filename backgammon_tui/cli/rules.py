"""`rules`, `plays` and `replay`: the commands that apply the rules."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from backgammon_tui.cli.commands import read_roll, rules_of
from backgammon_tui.cli.console import (
    Refusal,
    UsageProblem,
    WorkCounter,
    print_error,
    print_line,
    read_file,
    refused_as_usage,
)
from backgammon_tui.engine import Game, Roll, Rules
from backgammon_tui.engine.generator import legal_plays
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.keys import Keys
from backgammon_tui.match.record import DiceKind, MatchRecord, RollCheck, check_rolls
from backgammon_tui.match.table import Table, turn_of_entry
from backgammon_tui.settings import Settings
from backgammon_tui.storage.match_files import decode_match, read_match_text
from backgammon_tui.storage.preferences import read_preferences
from backgammon_tui.storage.transcripts import MAX_BYTES, WrongSeed
from backgammon_tui.teach.rulebook import (
    OPENINGS,
    compare,
    pages,
    sheet,
    write_comparison,
    write_page,
    write_page_html,
)
from backgammon_tui.words.naming import STANDARD, Naming, plural, sentence
from backgammon_tui.words.plays import describe_kept
from backgammon_tui.words.problems import describe_reused_dice
from backgammon_tui.words.turns import describe_standing


def print_rules(options: argparse.Namespace) -> None:
    if options.ruleset is None:
        for option in ("rule", "sheet", "html", "openings"):
            if getattr(options, option):
                raise UsageProblem(f"--{option} needs the name of a game")
        text = write_comparison(compare())
    else:
        with refused_as_usage():
            rules = rules_of(options)
        if options.sheet:
            own, problem = read_preferences()
            if problem:
                print_error(problem)
            sections = sheet(rules, _keys(rules, own.keys))
        else:
            left_out = () if options.openings else (OPENINGS,)
            sections = tuple(page for page in pages(rules) if page.id not in left_out)
        write = write_page_html if options.html else write_page
        text = write(rules, sections)
    print_line(text.removesuffix("\n"))


def _keys(rules: Rules, own: Keys) -> Iterator[tuple[str, str]]:
    # Imported here because only handouts contain keys.
    from backgammon_tui.modes.play.match import PlayMode
    from backgammon_tui.modes.play.state import PlayState

    table = Table.new_match(MatchRecord(rules, "White", "Black", "", None), None)
    mode = PlayMode(PlayState.open(table, Settings()))
    for key, text in mode.list_keys():
        # A sign that is not on a keyboard belongs only to the screen.
        if key.isascii() and key not in _LEFT_OUT:
            yield own.in_entry(key), text


_LEFT_OUT: Final = {
    *("?", "enter", "left right", "header", "frames", "board", "bar", "numbers"),
    *("c", "g", "s", "t", "24/ /16 *", "tab", "up down", "escape", "esc", "hand/22"),
    *"UQfvm#lejpM",
    *(f"esc {letter}" for letter in "RDH"),
}
"""Keys that are useless on paper or in a first game."""


def read_match(name: str) -> MatchRecord:
    with WorkCounter("lines read") as counter:
        read = partial(read_match_text, report=counter.report)
        return read_file(name, read, MAX_BYTES, decode_match)


def replay(options: argparse.Namespace) -> int:
    try:
        record = read_match(options.file)
    except UsageProblem as problem:
        if isinstance(problem.__cause__, WrongSeed):
            raise Refusal(str(problem)) from problem
        raise
    for game_record in record.games:
        game = game_record.play(record.rules)
        print_line(f"{game.position} | {_describe_end(game)}")
    return _verify_dice(record)


def _describe_end(game: Game) -> str:
    if game.result and game.result.winner:
        return f"{game.result.winner.value} wins {game.result.points}"
    return "draw" if game.result else f"unfinished, {describe_standing(game, Naming('W', 'B'))}"


_VERIFIED, _CONTRADICTED, _UNVERIFIED = 0, 1, 3
"""Exit codes: every roll of fair dice agrees with its seed; a roll disagrees, or two games use the
same seed; no roll disagrees, but some cannot be checked.
"""


def _verify_dice(record: MatchRecord) -> int:
    with WorkCounter("games verified") as counter:
        games = [list(check_rolls(game)) for game in counter.counting(record.games)]
    verdicts = {_VERIFIED}
    for number, (game, checks) in enumerate(zip(record.games, games, strict=True), 1):
        if checks:
            text, verdict = _verify_game(checks, partial(turn_of_entry, record.rules, game))
            print_line(f"Dice of game {number}: {text}.")
            verdicts.add(verdict)
    if record.reused_dice:
        print_line(sentence(describe_reused_dice(*record.reused_dice)))
        verdicts.add(_CONTRADICTED)
    return _CONTRADICTED if _CONTRADICTED in verdicts else max(verdicts)


def _verify_game(checks: Sequence[RollCheck], turn_of: Callable[[int], int]) -> tuple[str, int]:
    known = [check for check in checks if check.expected]
    wrong = [check for check in known if not check.agrees]
    typed = [check for check in checks if check.kind is DiceKind.TYPED]
    hidden = len(checks) - len(known) - len(typed)
    if len(typed) == len(checks):
        return "typed in", _VERIFIED
    parts = []
    if known:
        verb = "agrees" if len(known) == 1 else "agree"
        parts.append(f"{len(known) - len(wrong)} of {plural(len(known), 'roll')} {verb}")
    for check in wrong:
        assert check.expected
        parts.append(
            f"turn {turn_of(check.entry)}: the roll is {check.rolled[0]}-{check.rolled[1]}"
            f" and should be {check.expected[0]}-{check.expected[1]}"
        )
    if typed:
        parts.append(
            f"{plural(len(typed), 'roll')} cannot be verified: typed in{_since(checks, turn_of)}"
        )
    if hidden:
        parts.append(f"{plural(hidden, 'roll')} cannot be verified: the seed is not shown")
    verdict = _UNVERIFIED if typed or hidden else _VERIFIED
    return "; ".join(parts), _CONTRADICTED if wrong else verdict


def _since(checks: Sequence[RollCheck], turn_of: Callable[[int], int]) -> str:
    for before, after in pairwise(checks):
        if (before.kind, after.kind) == (DiceKind.FAIR, DiceKind.TYPED):
            turn = turn_of(after.entry)
            return f" after typed dice replaced fair dice in turn {turn}"
    return ""


# ---- legal plays


def list_plays(options: argparse.Namespace) -> None:
    with refused_as_usage():
        rules = rules_of(options)
        starting_position, numbers = read_roll(options)
        rules.check(starting_position.position)
    plays = legal_plays(rules, starting_position.position, starting_position.side, numbers)
    game = starting_position.game(rules)
    if len(numbers) in (2, 4) and not game.is_over:
        game = game.apply(Roll(numbers[0], numbers[1]))
    is_whole = game.left == tuple(sorted(numbers, reverse=True))
    for play in sorted(plays, key=lambda play: play.order):
        outlook = game.outlook(play.position) if is_whole else None
        kept_text = describe_kept(outlook, starting_position.side, STANDARD)
        moves = write_moves(play.moves) or "(nothing can be played)"
        print_line(f"{moves}  {play.position}{kept_text}")
