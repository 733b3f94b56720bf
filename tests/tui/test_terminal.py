from __future__ import annotations

import random
import re
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from pathlib import Path

import pytest

from backgammon_tui.engine import RULESETS, Game, Place, Play, Side
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.keys import USUAL_KEYS
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import BoardPlace as SidePoint
from backgammon_tui.modes.board import PointPlace, TrayPlace
from backgammon_tui.modes.inputs import Key, PointAt
from backgammon_tui.modes.mode import PANEL_MARGIN
from backgammon_tui.modes.play.match import PlayMode, first_game
from backgammon_tui.modes.play.prompts import BearOffAlone
from backgammon_tui.modes.play.state import PlayState, WhichPlay
from backgammon_tui.modes.text import TextLine
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import unfinished_matches
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.tui.board.geometry import Fixture, Layout, lay_out
from tests.engine.examples import rules_named
from tests.modes.examples import do, header_of, inputs_of, new_table, panel_of
from tests.teach.lessons.examples import task, write
from tests.tui.screen import app_at, running
from tests.tui.terminal import PictureScreen, Terminal

WIDTH, HEIGHT = 80, 24
PANEL = 23
BOARD = (WIDTH - PANEL, HEIGHT - 2)


class Seats:
    """Two players at a terminal, and the state that it should show."""

    def __init__(self, terminal: Terminal, state: PlayState) -> None:
        """Begin with a program that has just started."""
        self.terminal = terminal
        self.mode = PlayMode(
            state, offers_bear_off=True, explains_numbers=True, explains_marks=True
        )

    @property
    def state(self) -> PlayState:
        """The expected state."""
        return self.mode.state

    @property
    def game(self) -> Game:
        """The expected game."""
        return self.state.game

    def press(self, *inputs: str) -> None:
        """Press random keys, and check the screen."""
        self.terminal.press(*inputs)
        for press in inputs_of(*inputs):
            self.mode, _ = self.mode.handle(press)
        self.agree()

    def click_on(self, text: str, key: Key | str) -> None:
        """Click on a text of the panel that represents a key."""
        self.terminal.click_on(text)
        self.mode, _ = self.mode.handle(key)
        self.agree()

    def click_dice(self) -> None:
        band = self._layout.rects[Fixture.BAND]
        self.terminal.click(band.x + 3, band.y + 2)
        self.mode, _ = self.mode.handle(Key.SPACE)
        self.agree()

    def click_place(self, place: int) -> None:
        rect = self._layout.rects[self._spot(place)]
        x, y = rect.x + rect.width // 2, rect.y + rect.height // 2
        self.terminal.click(x, y + 1)
        self.mode, _ = self.mode.handle(PointAt(self._spot(place)))
        self.agree()

    @property
    def _layout(self) -> Layout:
        layout = lay_out(*BOARD, runs_against=self.game.rules.direction.runs_against)
        assert layout
        return layout

    def _spot(self, place: int) -> SidePoint:
        side = self.game.actor
        assert side
        if 1 <= place <= 24:
            return PointPlace(place if side is Side.WHITE else self.game.rules.across(place))
        return TrayPlace(Place(place), side)

    def agree(self) -> None:
        """Wait until the screen shows the expected header and the first words of the panel."""
        if not self.game.is_over:
            texts = words(self.state)
            self.terminal.wait_for(lambda: self.shows(texts), "\n".join(texts))

    def shows(self, words_shown: Sequence[str]) -> bool:
        """Return True if the screen shows a header and then these lines in the panel."""
        lines = self.terminal.lines
        beside = [line[WIDTH - PANEL + 1 :].rstrip() for line in lines[1 : len(words_shown)]]
        return [lines[0].rstrip(), *beside] == words_shown


def words(state: PlayState) -> list[str]:
    """Return the header of a state and the first lines of its panel."""
    head = _text(header_of(state, WIDTH))
    composed = panel_of(state, PANEL - 2 * PANEL_MARGIN, HEIGHT - 2)
    # The scroll position of the list may differ.
    sure = 4 if state.choosing.rows and not state.question else HEIGHT - 2
    return [head, *(_text(line) for line in composed.lines[:sure])]


def _text(line: TextLine) -> str:
    return "".join(span.text for span in line.spans).rstrip()


def runner(game: Game, chance: random.Random) -> Play:
    """Return a play that runs home soon and avoids hits, to keep games short."""

    def haste(play: Play) -> tuple[int, int, float]:
        side, position = play.moves[0].side, play.position
        behind = sum(position.count(side, point) for point in range(7, 25))
        return -position.count(side.other, Place.BAR), -behind, chance.random()

    return max(game.legal_plays(), key=haste)


Way = Callable[[Seats, Play], None]


def by_arrows(seats: Seats, play: Play) -> None:
    """Select the play in the list and press Enter."""
    rows = [row.position for row in seats.state.choosing.rows]
    index = rows.index(play.position)
    pages, steps = divmod(index, 10)
    seats.press("down", *["pagedown"] * pages, *["down"] * steps)
    assert seats.state.choosing.row == index
    seats.press("enter")


def by_typing(seats: Seats, play: Play) -> None:
    """Type the moves and press Enter; answer the question about the meaning, if there is one."""
    text = " ".join(write_moves([move]) for move in play.moves)
    seats.press(*["space" if character == " " else character for character in text], "enter")
    question = seats.state.open_question
    if isinstance(question, WhichPlay):
        games = {
            answer.key: reduce(Game.apply, answer.moves, seats.game) for answer in question.answers
        }
        seats.press(next(key for key, game in games.items() if game.position == play.position))


def by_mouse(seats: Seats, play: Play) -> None:
    """Click each checker and its destination; answer the question about the meaning, if there is
    one.
    """
    for move in play.moves:
        wanted = seats.game.apply(move)
        seats.click_place(move.origin)
        seats.click_place(move.target)
        question = seats.state.open_question
        if isinstance(question, WhichPlay):
            meant = next(answer for answer in question.answers if answer.moves == (move,))
            seats.click_on(meant.text, meant.key)
            assert seats.game.position == wanted.position


def play_on(seats: Seats, way: Way, chance: random.Random) -> int:
    """Play the game to its end; return the number of rolls."""
    mouse = way is by_mouse
    while not seats.game.is_over:
        state = seats.state
        if state.news:
            seats.click_on("space go on", Key.ENTER) if mouse else seats.press("enter")
        elif state.question:
            is_offer = isinstance(state.question, BearOffAlone)
            answer = state.question.answers[-1 if is_offer else 0]
            seats.click_on(answer.text[:12], answer.key) if mouse else seats.press(answer.key)
        elif not state.game.awaits_roll:
            way(seats, runner(seats.game, chance))
        elif state.table.dice is None:
            seats.press(str(chance.randint(1, 6)), str(chance.randint(1, 6)), "enter")
        elif mouse:
            seats.click_dice()
        else:
            seats.press("space")
    return seats.state.table.roll_number - 1


# Seeds of short games.
ARROWS = {"russian": 2, "falood": 10, "french": 3, "never-finishing": 0, "backgammon": 10}
MOUSE = {"russian": 3, "falood": 3, "french": 10, "never-finishing": 1, "backgammon": 9}


def play_game(name: str, seed: int, way: Way, folder: Path, starting_position: str = "") -> int:
    """Play a game to its end, accept the result and quit; return the number of rolls."""
    fair = way is by_mouse
    table = new_table(
        rules_named(name), seed if fair else None, starting_position=starting_position
    )
    program = ["-m", "backgammon_tui", name, "--dice", "typed"]
    if starting_position:
        program += ["--from", starting_position]
    if fair:  # The dice cannot be typed by mouse, so they must be known otherwise.
        program = ["-m", "tests.tui.screen", name, str(seed), starting_position]
    environment = {"BACKGAMMON_TUI_FOLDER": str(folder)}
    with Terminal(program, environment=environment) as terminal:
        state = PlayState.open(table, Settings())
        seats = Seats(terminal, state if fair else state.say(first_game(USUAL_KEYS)))
        seats.agree()
        terminal.wait_until_quiet()  # A click is on one widget, and the board's parts come late.
        rolls = play_on(seats, way, random.Random(seed))
        result = seats.game.result
        assert result
        assert result.winner
        winner = seats.state.naming.name(result.winner)
        terminal.wait_for_text(f"{winner} wins")
        if way is by_mouse:
            for text, seen in (("accept", "next game"), ("esc", "wins"), ("menu", "Quit")):
                terminal.click_on(text)
                terminal.wait_for_text(seen)
            terminal.click_on("Quit")
            terminal.wait_for_text("Leave this match?")
            terminal.click_on("yes")
        else:
            terminal.press("a", seen="next game")
            terminal.press("escape", seen="space see the result")
            terminal.press("escape", seen="Quit")
            terminal.press("Q", seen="Leave this match?")
            terminal.press("y")
        assert terminal.wait_for_exit() == 0
    return rolls


def test_mouse_alone_finishes_a_french_game(tmp_path: Path) -> None:
    end = "W 8:1 3:1 hand:2 off:11 / B 12:1 5:1 bar:1 off:12; W to move"
    assert play_game("french", 2, by_mouse, tmp_path, end) > 5


def test_typing_finishes_a_never_finishing_game(tmp_path: Path) -> None:
    end = "W 20:1 3:1 off:13 / B 14:1 2:1 bar:1 off:12; W to move"
    assert play_game("never-finishing", 37, by_typing, tmp_path, end) > 3


@pytest.mark.long
@pytest.mark.parametrize("way", [by_arrows, by_mouse, by_typing], ids=["arrows", "mouse", "typing"])
@pytest.mark.parametrize("name", list(RULESETS))
def test_every_game_works_by_every_input(name: str, way: Way, tmp_path: Path) -> None:
    seeds = MOUSE if way is by_mouse else ARROWS
    assert play_game(name, seeds[name], way, tmp_path) > 20


def test_only_quit_ends_the_program() -> None:
    with Terminal(["-m", "backgammon_tui"]) as terminal:
        terminal.wait_for_text("Match to")
        terminal.press("enter", "enter", seen="Opening roll")
        terminal.press("space")
        terminal.wait_until_quiet()
        terminal.press("escape", seen="Menu")
        terminal.press("Q", seen="Leave this match?")
        terminal.press("y", seen="Resume:")
        for _ in range(3):
            terminal.press("escape")
            terminal.wait_until_quiet()
        terminal.wait_for_text("Quit the program.")
        assert terminal.attributes != terminal.before
        terminal.press("enter")
        assert terminal.wait_for_exit() == 0
        assert terminal.attributes == terminal.before
        end = bytes(terminal.output[-400:])
        for mode in (b"?1049l", b"?25h", b"?1000l", b"?1003l", b"?2004l"):
            assert b"\x1b[" + mode in end
        last = bytes(terminal.output).decode().split("\x1b[?1049l")[-1]
        started = f"{sys.executable} -m backgammon_tui"
        assert f"Your game is saved. To resume it: {started} resume\r" in last


LESSON = write(
    task(
        *("Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move", "Roll: 6-3"),
        *("Solution: hand/19", "Try: hand/22: blocked", "  Look at who stands there."),
    )
)


@pytest.mark.parametrize("locale", ["C", pytest.param("de_DE.ISO-8859-1", marks=pytest.mark.long)])
def test_own_lesson_is_played_with_an_ascii_locale(locale: str, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(LESSON, encoding="utf-8")
    command = ["-m", "backgammon_tui", "lesson", str(tmp_path / "mine.txt")]
    environment = {"LC_ALL": locale, "PYTHONUTF8": "0"}
    with Terminal(command, environment=environment) as terminal:
        terminal.wait_for_text("O 6 and 3 to play")
        terminal.press("hand/22", seen="Illegal: enter")
        terminal.press("enter", seen="Look at who stands")
        terminal.press("hand/19", "enter", seen="Right.")
        assert "\n".join(terminal.lines).isascii()
        terminal.press("enter", seen="End of the lesson.")
        terminal.press("escape", seen="Learn a game")
        terminal.write(b"\x03")
        assert terminal.wait_for_exit() == 130


OBEYED = ("\x0e", "\x08", "\x7f", "\x9b31m", "\x9d0;x\x9c", "\u202e", "\u200b", "\u3164")


def focus_first_name(terminal: Terminal) -> None:
    """Move from the list to the first name; earlier input is lost."""
    terminal.wait_for_text("Match to")
    terminal.press("tab")
    while terminal.find("J") is None:
        terminal.press("J")
        terminal.wait_until_quiet()


def test_pasted_text_is_escaped_in_fields() -> None:
    with Terminal(["-m", "backgammon_tui"]) as terminal:
        focus_first_name(terminal)
        for byte in "Žo".encode():
            terminal.write(bytes([byte]))
            terminal.wait_until_quiet()
        terminal.wait_for_text("JŽo")
        terminal.write(f"\x1b[200~Q{'-'.join(OBEYED)}Z\x1b[201~".encode())
        terminal.wait_for_text("Z")
        terminal.wait_until_quiet()
        shown = terminal.output.split(b"Q")[-1]
        assert [ascii(obeyed) for obeyed in OBEYED if obeyed.encode() in shown] == []


PLAYED = ["-m", "backgammon_tui", "russian", "--dice", "typed"]


SENT = {
    "Latin-1": "é".encode("latin-1"),
    "Alt in eight bits": b"\xe1a",
    "Latin-1, pasted": b"\x1b[200~Zo\xeb \xe9t\xe9\x1b[201~",
    "no encoding at all": b"\xff\xfe\xc0\x80\xf8\x88",
    "a key with a colon": b"\x1b[1:u",
    "a key that is too large": b"\x1b[99999999999999999999P",
}


PIECES = [
    *SENT.values(),
    *(b"\x1b", b"[", b"<", b"0", b"5", b";", b":", b"M", b"m", b"u", b"~", b"?", b"$y", b"R", b"P"),
    *(b"\x1b[", b"\x1b[<0;10;5M", b"\x1b[<0;10;5m", b"\x1bO", b"\x1b]0;", b"\x1bP", b"\x07"),
    *(b"\x1b[200~", b"\x1b[201~", b"\x1b[I", b"\x1b[48;9;9;9;9t", b"\x1b[?2048;1$y"),
    *(b"\xc3", b"\xa9", b"\xe2\x80", b"\xff", b"\x00", b"\x9b", b"\xed\xa0\x80", b"55296u"),
]
"""Parts of escape sequences, pastes and characters, and invalid bytes."""

LEAVING = (b"\x03", b"\x11", b"\x1c", b"\x1a", b"\x10", b"\r", b"\n")
r"""Ctrl-C, Ctrl-Q, Ctrl-\, Ctrl-Z, the palette, and Enter, because lists can quit too."""


def hostile_bytes(chance: random.Random, count: int) -> bytes:
    """Return pieces in any order and arbitrary bytes, but no keys that leave."""
    data = b"".join(
        chance.choice(PIECES) if chance.random() < 0.8 else chance.randbytes(3)
        for _ in range(count)
    )
    for key in LEAVING:
        data = data.replace(key, b"")
    return data


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_strange_input_does_not_end_the_program(seed: int, kept: Path) -> None:
    """The program ends only at the final request, and in the requested way."""
    chance = random.Random(seed)
    with start(kept, *PLAYED) as terminal:
        terminal.wait_for_text("Opening roll")
        for number, (name, sent) in enumerate(SENT.items(), 1):
            terminal.write(sent)
            terminal.press(str(number))
            terminal.wait_for(lambda: terminal.find(f"› {number}") is not None, name)  # noqa: B023
            terminal.press("backspace")
            terminal.wait_for(lambda: terminal.find("› ▏") is not None, name)
        for _ in range(40):
            terminal.write(hostile_bytes(chance, 30))
            list(terminal.read_bits(0.02))
            assert terminal.is_running
        # End an unfinished sequence first, such as a paste.
        terminal.write(b"\x1b[201~")
        terminal.wait_until_quiet()
        terminal.write(b"\x03")
        assert terminal.wait_for_exit() == 130
        assert terminal.attributes == terminal.before
    assert not list(kept.glob("crash*"))


async def test_crash_prints_no_variables() -> None:
    written = []

    class Large:
        def __repr__(self) -> str:
            written.append(self)
            return "for many seconds"

    async def fail() -> None:
        async with running(app_at()) as pilot:
            try:
                large = Large()
                raise RuntimeError(f"injected {large is None}")
            except RuntimeError as error:
                pilot.app._handle_exception(error)

    with pytest.raises(RuntimeError, match="injected"):
        await fail()
    assert not written


RESUME = ("-m", "backgammon_tui", "resume")
LEFT = (b"?1049l", b"?25h", b"?1000l", b"?1003l", b"?2004l", b"<u", b"?7h")
"""The terminal modes that are restored when the program quits."""


def seated(name: str, seed: int) -> PlayState:
    """Return the state that `tests.tui.screen` begins with."""
    return PlayState.open(new_table(rules_named(name), seed), Settings())


def start(kept: Path, *program: str, controls: bool = True) -> Terminal:
    environment = {"BACKGAMMON_TUI_FOLDER": str(kept)}
    return Terminal(program, environment=environment, controls=controls)


def start_seeded(kept: Path, name: str, seed: int, **how: bool) -> Terminal:
    return start(kept, "-m", "tests.tui.screen", name, str(seed), **how)


def resumed() -> Table:
    """Return the last unfinished match, which no program may have locked."""
    with Journal(journal_file()) as journal:
        (last, *_) = unfinished_matches(journal, 1)
        lock, table = MatchLock.acquire(journal, last.match)
        lock.release()
    return table


def next_keys(state: PlayState, chance: random.Random) -> list[str]:
    """Return keys with which a player continues in one way or another."""
    if state.news:
        return ["enter"]
    if state.question:
        return [chance.choice([answer.key for answer in state.question.answers])]
    if state.table.can_undo and chance.random() < 0.3:
        return ["u"]
    if state.table.undone and chance.random() < 0.5:
        return ["U"]
    if state.game.awaits_roll:
        return ["space"]
    if chance.random() < 0.5:
        return [*["down"] * chance.randint(1, 3), "enter"]
    moves = chance.choice(state.game.legal_plays()).moves
    # A play may be made in parts.
    text = write_moves(moves[: chance.randint(1, len(moves))])
    return [*("space" if character == " " else character for character in text), "enter"]


def burst(state: PlayState, chance: random.Random) -> list[str]:
    """Return the keys of a few inputs at once, as impatient players press them."""
    keys: list[str] = []
    for _ in range(chance.randint(1, 3)):
        if not state.game.is_over:
            new = next_keys(state, chance)
            state = do(state, *new)
            keys += new
    return keys


def last_step_before_kill(locks: Seats, steps: Sequence[PlayState], seconds: float) -> int:
    """Kill the program soon; return the step that was last on its screen, or one before it."""
    texts, seen = [words(step) for step in steps], 0
    for time_left in (seconds, 0):
        for _ in locks.terminal.read_bits(time_left):
            if not locks.shows(texts[seen]):
                later = (n for n in range(seen + 1, len(texts)) if locks.shows(texts[n]))
                seen = next(later, seen)
        locks.terminal.kill()
    return seen


def kill_again_and_again(kept: Path, name: str, seed: int, times: int) -> list[int]:
    """Play a game with this many kills; return the number of keys saved but not yet visible."""
    chance = random.Random(seed)
    ahead: list[int] = []
    fresh: tuple[str, ...] = ("-m", "tests.tui.screen", name, str(seed))
    state, program = seated(name, seed), fresh
    while len(ahead) < times:
        with start(kept, *program) as terminal:
            locks = Seats(terminal, state)
            locks.agree()
            terminal.wait_until_quiet(0.05)
            keys = burst(state, chance)
            steps = list(accumulate(keys, do, initial=state))
            terminal.press(*keys)
            seen = last_step_before_kill(locks, steps, chance.uniform(0, 0.12))
        with Journal(journal_file()) as journal:
            has_left = bool(unfinished_matches(journal, 1))
        if program == fresh and not has_left:
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


def test_killed_game_keeps_everything_shown(kept: Path) -> None:
    assert len(kill_again_and_again(kept, "russian", 4, 2)) == 2


@pytest.mark.long
@pytest.mark.parametrize("name", ["russian", "falood", "french", "never-finishing", "backgammon"])
@pytest.mark.parametrize("seed", range(100, 104))
def test_many_killed_games_keep_everything_shown(name: str, seed: int, kept: Path) -> None:
    ahead = kill_again_and_again(kept, name, seed, 25)
    assert len(ahead) == 25
    print(f"{name} {seed}: {len(ahead)} kills, keys kept but not seen: {ahead}")


ENDINGS = [
    pytest.param(signal.SIGTERM, 143, id="SIGTERM"),
    pytest.param(signal.SIGHUP, 129, id="SIGHUP", marks=pytest.mark.long),
    pytest.param(signal.SIGINT, 130, id="SIGINT", marks=pytest.mark.long),
    pytest.param(signal.SIGQUIT, 131, id="SIGQUIT", marks=pytest.mark.long),
    pytest.param(b"\x03", 130, id="ctrl-c", marks=pytest.mark.long),
    pytest.param(b"\x1c", 131, id="ctrl-backslash", marks=pytest.mark.long),
    pytest.param(b"\x1b[92;5u", 131, id="ctrl-backslash-in-kitty", marks=pytest.mark.long),
]


def begun(terminal: Terminal, name: str = "russian", seed: int = 7) -> Seats:
    """Return some moves of a game, the last one undone."""
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
        else:  # Signals also work in dialogs.
            terminal.press("escape", seen="Menu")
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
def test_termination_at_start_restores_terminal(kept: Path) -> None:
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
        terminal.press(*["down", "up"] * 100)  # During other input.
        terminal.hang_up()
        assert terminal.wait_for_exit() == 129
        assert time.monotonic() - began < 5
    assert resumed() == locks.state.table


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
        terminal.send(signal.SIGCONT)  # The setting does not affect a running program.
        locks.press("U", "u")
        terminal.write(b"\x03")
        assert terminal.wait_for_exit() == 130
        assert terminal.attributes == terminal.before
    assert resumed() == locks.state.table


_STARTING_POSITION = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move"
_NAMES = "--white Anna --black Boris --dice typed"
_GAME = [*f"-m backgammon_tui backgammon {_NAMES} --from".split(), _STARTING_POSITION]
_TRUE_COLOR = {"COLORTERM": "truecolor"}
_PICTURES = re.compile(rb"\x1b_G[^\x1b]*\x1b\\")
_BEGUN = re.compile(rb"\x1b(_(G[^\x1b]*\x1b?)?)?\Z")


class KittyTerminal(Terminal):
    """A pseudo-terminal that identifies as kitty and keeps the pictures it receives."""

    def __init__(
        self,
        environment: Mapping[str, str] = _TRUE_COLOR,
        *,
        synchronizes: bool = True,
        program: Sequence[str] = _GAME,
        silence: float = 0,
    ) -> None:
        self.pictures = PictureScreen()
        self.cell = 9, 20
        self._synchronizes = synchronizes
        self._rest = b""
        self._silence = silence
        super().__init__(program, (80, 24), environment)

    def _show(self, data: bytes) -> None:
        if b"\x1b[>q" in data:
            time.sleep(self._silence)
            self.write(b"\x1bP>|kitty(0.41.1)\x1b\\")
        if b"a=q" in data:
            self.write(b"\x1b_Gi=31;OK\x1b\\")
        if b"\x1b[16t" in data:
            self.write(b"\x1b[6;%d;%dt" % self.cell[::-1])
        if b"\x1b[c" in data:
            self.write(b"\x1b[?62;c")
        if b"\x1b[?2026$p" in data and self._synchronizes:
            self.write(b"\x1b[?2026;2$y")
        data = self._rest + data
        begun = _BEGUN.search(data)
        self._rest = data[begun.start() :] if begun else b""
        data = data[: len(data) - len(self._rest)]
        self.pictures.take(b"".join(_PICTURES.findall(data)).decode())
        super()._show(_PICTURES.sub(b"", data))

    def wait_for_pictures(self) -> None:
        """Read until the board is drawn."""
        self.wait_for(lambda: len(self.pictures.placements) > 24, "pictures")
        self.wait_until_quiet()


@pytest.mark.parametrize("synchronizes", [pytest.param(True, marks=pytest.mark.long), False])
def test_pictures_follow_the_game_the_window_and_the_option(synchronizes: bool) -> None:
    environment = _TRUE_COLOR | {"BACKGAMMON_TUI_BOARD": "graphics"}
    with KittyTerminal(environment, synchronizes=synchronizes) as terminal:
        terminal.wait_for_text("Anna to roll")
        terminal.write(b"6")  # Keys typed while the terminal answers.
        terminal.wait_for_pictures()
        terminal.write(b"4\x1bP>|kitty(0.41.1)\x1b\\\x1b[6;20;9t\x1b[?62;c")
        terminal.wait_for_text("64")
        assert terminal.find("kitty") is None
        check_turn(terminal)
        check_held_arrow(terminal)
        check_sizes(terminal)
        terminal.press("escape", "p", seen="Beginner help for Anna")
        for style in ("Board: graphics", "Board: ascii", "Board: automatic"):
            terminal.wait_until_quiet()
            terminal.click_on(style)
        terminal.wait_for_text("Board: text")
        terminal.press("escape")
        terminal.wait_for(lambda: not terminal.pictures.placements, "text")


def check_turn(terminal: KittyTerminal) -> None:
    """A turn leaves one picture per checker, and a dialog only dims them."""
    pictures = terminal.pictures
    first = len(pictures.placements)
    terminal.press("enter", seen="14 plays")
    terminal.wait_until_quiet()
    terminal.press("down", seen="1/14")
    terminal.wait_until_quiet()
    terminal.press("enter", seen="Boris to roll")
    terminal.wait_until_quiet(0.6)
    # The same checkers, and a die more each.
    assert abs(len(pictures.placements) - first) <= 6
    sent = len(pictures.pictures)
    terminal.press("escape", seen="Menu")
    terminal.wait_until_quiet()
    assert any(placed.get("c") for placed in pictures.placements.values())
    terminal.press("escape")
    terminal.wait_for(lambda: not any(p.get("c") for p in pictures.placements.values()))
    assert len(pictures.pictures) <= sent + 1


def check_held_arrow(terminal: KittyTerminal) -> None:
    """After an arrow was held at the repeat rate of a keyboard, the last frame appears at once."""
    terminal.press("64", "enter", seen="plays")
    terminal.wait_until_quiet()
    for _ in range(20):
        terminal.press("down")
        for _ in terminal.read_bits(1 / 30):
            pass
    let_go = time.monotonic()
    terminal.wait_until_quiet(0.3)
    assert time.monotonic() - let_go < 0.3 + 0.3


def check_sizes(terminal: KittyTerminal) -> None:
    """Other windows and fonts leave no old pictures."""
    before = len(terminal.pictures.placements)
    for columns, rows in ((100, 30), (130, 40), (57, 19)):
        terminal.resize(columns, rows)
        time.sleep(0.02)
    for cell, columns in ((terminal.cell, 80), ((11, 24), 81)):
        terminal.cell = cell
        terminal.resize(columns, 24)
        terminal.wait_until_quiet(0.4)
        terminal.wait_for_pictures()
        assert len(terminal.pictures.placements) == before


FAILING = """
import sys
from backgammon_tui.cli import main
from backgammon_tui.modes.mode import Mode

def fail(mode, press):
    raise RuntimeError("injected")

handle = Mode.handle
Mode.handle = lambda mode, press: (fail if press == "!" else handle)(mode, press)
sys.exit(main())
"""


def test_suspension_and_crash_restore_terminal_and_keep_game(kept: Path) -> None:
    program = ["-c", FAILING, *_GAME[2:]]
    environment = _TRUE_COLOR | {"BACKGAMMON_TUI_FOLDER": str(kept)}
    # A late answer is accepted too.
    with KittyTerminal(environment, program=program, silence=1.2) as terminal:
        terminal.wait_for_pictures()
        terminal.write(b"\x1a")
        terminal.wait_for_stop()
        assert not terminal.pictures.pictures
        terminal.send(signal.SIGCONT)
        terminal.wait_for_pictures()
        terminal.press("64", "enter", seen="14 plays")
        terminal.press("!")
        assert terminal.wait_for_exit() == 70
        assert terminal.attributes == terminal.before
        assert not terminal.pictures.pictures
        assert not terminal.pictures.placements
        text = bytes(terminal.output).rpartition(b"\x1b")[2].decode()
    (details,) = kept.glob("crash*.txt")
    assert "nothing is lost; to resume the unfinished match, type 'backgammon-tui resume'" in text
    assert str(details) in text.replace("\r\n", "")
    assert "Traceback" not in text
    assert "RuntimeError: injected" in details.read_text()
    assert resumed().record.games[0].entries


@pytest.mark.long
@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT], ids=str
)
def test_pictures_are_removed_at_the_end(number: signal.Signals) -> None:
    with KittyTerminal() as terminal:
        terminal.wait_for_pictures()
        terminal.send(number)
        terminal.wait_for_exit()
        assert not terminal.pictures.pictures
        assert not terminal.pictures.placements


@pytest.mark.long
@pytest.mark.parametrize(
    "environment",
    [
        _TRUE_COLOR | {"BACKGAMMON_TUI_BOARD": "text"},
        _TRUE_COLOR | {"NO_COLOR": "1"},
        _TRUE_COLOR | {"TMUX": "/tmp/tmux-0/default,1,0"},
        {"COLORTERM": "", "TERM": "xterm-16color"},
    ],
)
def test_other_terminals_get_a_text_board(environment: Mapping[str, str]) -> None:
    with KittyTerminal(environment) as terminal:
        terminal.wait_for_text("Anna to roll")
        terminal.wait_until_quiet(0.6)
        assert not terminal.pictures.pictures
