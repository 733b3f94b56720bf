"""The real program is killed, ended, stopped and left without a terminal: nothing is lost."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

import pytest

from backgammon_tui.engine.notation import write_moves
from backgammon_tui.match.table import Table
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import unfinished_matches
from backgammon_tui.storage.paths import journal_file
from tests.engine.examples import rules_named
from tests.modes.examples import do, new_table
from tests.tui.playing import Seats, words
from tests.tui.terminal import Terminal

RESUME = ("-m", "backgammon_tui", "resume")
LEFT = (b"?1049l", b"?25h", b"?1000l", b"?1003l", b"?2004l", b"<u", b"?7h")
"""The modes that a terminal has again once the program has left it."""


def seated(name: str, seed: int) -> PlayState:
    """The state that `tests.tui.seeded` begins with."""
    return PlayState.open(new_table(rules_named(name), seed), Settings())


def start(kept: Path, *program: str, controls: bool = True) -> Terminal:
    environment = {"BACKGAMMON_TUI_FOLDER": str(kept)}
    return Terminal(program, environment=environment, controls=controls)


def start_seeded(kept: Path, name: str, seed: int, **how: bool) -> Terminal:
    return start(kept, "-m", "tests.tui.seeded", name, str(seed), **how)


def resumed() -> Table:
    """The last unfinished match, just as it stands; nobody may be playing it any more."""
    with Journal(journal_file()) as journal:
        (last, *_) = unfinished_matches(journal, 1)
        lock, table = MatchLock.acquire(journal, last.match)
        lock.release()
    return table


# ---- killed


def next_keys(state: PlayState, chance: random.Random) -> list[str]:
    """Keys with which a player goes on, in one way or another."""
    if state.news:
        return ["enter"]
    if state.question:
        return [chance.choice([answer.key for answer in state.question.answers])]
    if state.table.can_undo and chance.random() < 0.3:
        return ["u"]
    if state.table.undone and chance.random() < 0.5:
        return ["U"]
    if state.awaits_roll:
        return ["space"]
    if chance.random() < 0.5:
        return [*["down"] * chance.randint(1, 3), "enter"]
    moves = chance.choice(state.game.legal_plays()).moves
    # Not all of a play need be made at once.
    text = write_moves(moves[: chance.randint(1, len(moves))])
    return [*("space" if character == " " else character for character in text), "enter"]


def burst(state: PlayState, chance: random.Random) -> list[str]:
    """Keys of a few inputs in one go, as impatient players press them."""
    keys: list[str] = []
    for _ in range(chance.randint(1, 3)):
        if not state.game.is_over:
            new = next_keys(state, chance)
            state = do(state, *new)
            keys += new
    return keys


def seen_until_killed(locks: Seats, steps: Sequence[PlayState], seconds: float) -> int:
    """Kill the program soon; which of the steps was on its screen last, or one before it."""
    texts, seen = [words(step) for step in steps], 0
    for time_left in (seconds, 0):
        for _ in locks.terminal.read_bits(time_left):
            if not locks.shows(texts[seen]):
                later = (n for n in range(seen + 1, len(texts)) if locks.shows(texts[n]))
                seen = next(later, seen)
        locks.terminal.kill()
    return seen


def kill_again_and_again(kept: Path, name: str, seed: int, times: int) -> list[int]:
    """Play a game and be killed so many times; how many keys were kept but not seen by then."""
    chance = random.Random(seed)
    ahead: list[int] = []
    fresh: tuple[str, ...] = ("-m", "tests.tui.seeded", name, str(seed))
    state, program = seated(name, seed), fresh
    while len(ahead) < times:
        with start(kept, *program) as terminal:
            locks = Seats(terminal, state)
            locks.agree()
            terminal.wait_until_quiet(0.05)
            keys = burst(state, chance)
            steps = list(accumulate(keys, do, initial=state))
            terminal.press(*keys)
            seen = seen_until_killed(locks, steps, chance.uniform(0, 0.12))
        if program == fresh and not has_left():
            assert not steps[seen].table.actions, "what was seen is lost"
            continue
        table = resumed()
        stood = [number for number, step in enumerate(steps) if step.table == table]
        assert stood, "it stands where it never stood"
        assert stood[-1] >= seen, "what was seen is lost"
        ahead.append(max(stood[0] - seen, 0))
        if table.game.is_over:
            return ahead
        state, program = PlayState.open(table, Settings()), RESUME
    return ahead


def has_left() -> bool:
    """Return whether there is an unfinished match."""
    with Journal(journal_file()) as journal:
        return bool(unfinished_matches(journal, 1))


def test_killed_game_keeps_everything_shown(kept: Path) -> None:
    assert len(kill_again_and_again(kept, "russian", 4, 3)) == 3


@pytest.mark.long
@pytest.mark.parametrize("name", ["russian", "falood", "french", "never-finishing", "backgammon"])
@pytest.mark.parametrize("seed", range(100, 104))
def test_many_killed_games_keep_everything_shown(name: str, seed: int, kept: Path) -> None:
    ahead = kill_again_and_again(kept, name, seed, 25)
    assert len(ahead) == 25
    print(f"{name} {seed}: {len(ahead)} kills, keys kept but not seen: {ahead}")


# ---- ended


ENDINGS = [
    pytest.param(signal.SIGTERM, 143, id="SIGTERM"),
    pytest.param(signal.SIGHUP, 129, id="SIGHUP", marks=pytest.mark.long),
    pytest.param(signal.SIGINT, 130, id="SIGINT", marks=pytest.mark.long),
    pytest.param(signal.SIGQUIT, 131, id="SIGQUIT", marks=pytest.mark.long),
    pytest.param(b"\x03", 130, id="ctrl-c"),
    pytest.param(b"\x1c", 131, id="ctrl-backslash", marks=pytest.mark.long),
    pytest.param(b"\x1b[92;5u", 131, id="ctrl-backslash-in-kitty", marks=pytest.mark.long),
]


def begun(terminal: Terminal, name: str = "russian", seed: int = 7) -> Seats:
    """Some moves of a game, the last one undone."""
    locks = Seats(terminal, seated(name, seed))
    locks.agree()
    while not locks.state.table.can_undo:
        locks.press(
            *(["down", "enter"] if locks.state.choosing.rows else next_keys(locks.state, FIRST))
        )
    locks.press("u")
    return locks


FIRST = random.Random(0)


@pytest.mark.parametrize(("asked", "code"), ENDINGS)
def test_termination_restores_terminal_and_saves(
    asked: signal.Signals | bytes, code: int, kept: Path
) -> None:
    with start_seeded(kept, "russian", 7) as terminal:
        locks = begun(terminal)
        if isinstance(asked, bytes):
            terminal.write(asked)
        else:  # Signals are heard in dialogs, too.
            terminal.press("escape")
            terminal.wait_for_text("Menu")
            terminal.send(asked)
        assert terminal.wait_for_exit() == code
        assert terminal.attributes == terminal.before
        end = bytes(terminal.output[-500:])
        for mode in LEFT:
            assert b"\x1b[" + mode in end
        assert b"Traceback" not in terminal.output
    assert resumed() == locks.state.table


def test_termination_during_query_restores_terminal(kept: Path) -> None:
    with start(kept, "-m", "backgammon_tui", "russian") as terminal:
        while b"\x1b[6n" not in terminal.output:
            list(terminal.read_bits(0.02))
        terminal.send(signal.SIGTERM)
        assert terminal.wait_for_exit() == -signal.SIGTERM
        assert terminal.attributes == terminal.before


@pytest.mark.long
def test_termination_at_start_restores_terminal(
    kept: Path,
) -> None:
    codes = set()
    for moment in range(60):
        with start(kept, "-m", "backgammon_tui", "russian") as terminal:
            list(terminal.read_bits(moment / 100))
            terminal.send(signal.SIGTERM)
            codes.add(terminal.wait_for_exit())
            assert terminal.attributes == terminal.before
            assert b"Traceback" not in terminal.output
    assert codes == {143, -signal.SIGTERM}


@pytest.mark.parametrize("controls", [True, False], ids=["with-signal", "without"])
def test_closed_terminal_ends_program_without_loss(controls: bool, kept: Path) -> None:
    with start_seeded(kept, "russian", 7, controls=controls) as terminal:
        locks = begun(terminal)
        began = time.monotonic()
        terminal.press(*["down", "up"] * 100)  # In the middle of everything.
        terminal.hang_up()
        assert terminal.wait_for_exit() == 129
        assert time.monotonic() - began < 5
    assert resumed() == locks.state.table


# ---- stopped


def test_suspended_program_restores_and_repaints(kept: Path) -> None:
    with start_seeded(kept, "russian", 7) as terminal:
        locks = begun(terminal)
        raw = terminal.attributes
        terminal.write(b"\x1a")
        terminal.wait_for_stop()
        assert terminal.attributes == terminal.before
        for mode in LEFT:
            assert b"\x1b[" + mode in terminal.output[-500:]
        terminal.clear()
        terminal.send(signal.SIGCONT)
        locks.agree()
        assert terminal.attributes == raw
        terminal.send(signal.SIGCONT)  # To a program that goes it changes nothing.
        locks.press("U", "u")
        terminal.write(b"\x03")
        assert terminal.wait_for_exit() == 130
        assert terminal.attributes == terminal.before
    assert resumed() == locks.state.table


# ---- two windows


def test_match_is_locked_to_one_window(kept: Path) -> None:
    with start_seeded(kept, "russian", 7) as first:
        locks = begun(first)
        with start(kept, "-m", "backgammon_tui") as second:
            second.wait_for_text("White – Black")
            second.press("enter")
            second.wait_for_text("The match is open in another window; close it")
            locks.press("U")
            first.kill()
            second.press("enter")
            second.wait_until_quiet()
            second.press("enter")
            again = Seats(second, PlayState.open(locks.state.table, Settings()))
            again.agree()
            again.press("u")
    assert resumed() == again.state.table
