"""The program in a terminal that answers as kitty does: pictures come, change and go."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Mapping, Sequence

import pytest

from tests.tui.terminal import PictureScreen, Terminal

_STARTING_POSITION = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move"
_NAMES = "--white Anna --black Boris --dice typed"
_GAME = [*f"-m backgammon_tui backgammon {_NAMES} --from".split(), _STARTING_POSITION]
_TRUE_COLOR = {"COLORTERM": "truecolor"}
_PICTURES = re.compile(rb"\x1b_G[^\x1b]*\x1b\\")
_BEGUN = re.compile(rb"\x1b(_(G[^\x1b]*\x1b?)?)?\Z")


class KittyTerminal(Terminal):
    """A pseudo-terminal that says it is a kitty, and keeps what pictures it is sent."""

    def __init__(
        self,
        environment: Mapping[str, str] = _TRUE_COLOR,
        *,
        version: str = "kitty(0.41.1)",
        synchronizes: bool = True,
        program: Sequence[str] = _GAME,
        silence: float = 0,
    ) -> None:
        self.pictures = PictureScreen()
        self.cell = 9, 20
        self._version = version
        self._synchronizes = synchronizes
        self._rest = b""
        self._silence = silence
        super().__init__(program, (80, 24), environment)

    def _show(self, data: bytes) -> None:
        if b"\x1b[>q" in data:
            time.sleep(self._silence)
            self.write(b"\x1bP>|" + self._version.encode() + b"\x1b\\")
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
        """Read until the board lies there."""
        self.wait_for(lambda: len(self.pictures.placements) > 24, "pictures")
        self.wait_until_quiet()


@pytest.mark.parametrize("synchronizes", [pytest.param(True, marks=pytest.mark.long), False])
def test_turn_leaves_one_picture_per_checker(synchronizes: bool) -> None:
    with KittyTerminal(synchronizes=synchronizes) as terminal:
        terminal.wait_for_pictures()
        first = len(terminal.pictures.placements)
        terminal.press("64", "enter")
        terminal.wait_for_text("14 plays")
        terminal.wait_until_quiet()
        terminal.press("down")
        terminal.wait_for_text("1/14")
        terminal.wait_until_quiet()
        terminal.press("enter")
        terminal.wait_for_text("Boris to roll")
        terminal.wait_until_quiet(0.6)
        # The same checkers, and a die more each.
        assert abs(len(terminal.pictures.placements) - first) <= 6
        sent = len(terminal.pictures.pictures)
        terminal.press("escape")
        terminal.wait_for_text("Menu")
        terminal.wait_until_quiet()
        assert any(placed.get("c") for placed in terminal.pictures.placements.values())
        terminal.press("escape")
        terminal.wait_until_quiet()
        assert not any(placed.get("c") for placed in terminal.pictures.placements.values())
        assert len(terminal.pictures.pictures) <= sent + 1
        check_held_arrow(terminal)


def check_held_arrow(terminal: KittyTerminal) -> None:
    """Hold an arrow as fast as a keyboard repeats: let go, the last frame stands at once."""
    terminal.press("64", "enter")
    terminal.wait_for_text("plays")
    terminal.wait_until_quiet()
    for _ in range(20):
        terminal.press("down")
        for _ in terminal.read_bits(1 / 30):
            pass
    let_go = time.monotonic()
    terminal.wait_until_quiet(0.3)
    assert time.monotonic() - let_go < 0.3 + 0.3


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGTERM,
        *(
            pytest.param(number, marks=pytest.mark.long)
            for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)
        ),
    ],
)
def test_pictures_are_removed_on_suspend_and_exit(
    number: signal.Signals,
) -> None:
    with KittyTerminal(silence=1.2) as terminal:  # An answer that comes late is heard, too.
        terminal.wait_for_pictures()
        terminal.write(b"\x1a")
        terminal.wait_for_stop()
        assert not terminal.pictures.pictures
        terminal.send(signal.SIGCONT)
        terminal.wait_for_pictures()
        terminal.send(number)
        terminal.wait_for_exit()
        assert not terminal.pictures.pictures
        assert not terminal.pictures.placements


def test_pictures_are_removed_after_a_crash() -> None:
    faulty = ["-m", "tests.tui.failing", *_GAME[2:]]
    with KittyTerminal(program=faulty) as terminal:
        terminal.wait_for_pictures()
        terminal.press("!")
        assert terminal.wait_for_exit() == 70
        assert not terminal.pictures.pictures
        assert not terminal.pictures.placements


def test_killed_games_do_not_disturb_others() -> None:
    """Nobody can tidy up after `kill -9`, but `reset` and the next program leave that screen."""
    numbers = []
    for _ in range(2):
        with KittyTerminal() as terminal:
            terminal.wait_for_pictures()
            numbers.append({*terminal.pictures.pictures})
            terminal.kill()
            terminal.wait_until_quiet()
            first = terminal.output.index(b"a=t,")
            assert b"\x1b[?1049h" in terminal.output[:first]
            assert b"\x1b[?1049l" not in terminal.output
    assert not numbers[0] & numbers[1]


@pytest.mark.parametrize("cell", [pytest.param((9, 2), marks=pytest.mark.long), (9999, 20)])
def test_implausible_cell_size_disables_graphics(cell: tuple[int, int]) -> None:
    with KittyTerminal() as terminal:
        terminal.cell = cell
        terminal.wait_for_text("Anna to roll")
        terminal.wait_until_quiet(0.6)
        assert not terminal.pictures.pictures


def test_resizing_removes_old_pictures() -> None:
    with KittyTerminal() as terminal:
        terminal.wait_for_pictures()
        before = len(terminal.pictures.placements)
        for columns, rows in ((100, 30), (130, 40), (57, 19), (80, 24)):
            terminal.resize(columns, rows)
            time.sleep(0.02)
        terminal.wait_until_quiet(0.4)
        terminal.wait_for_pictures()
        assert len(terminal.pictures.placements) == before
        terminal.cell = 11, 24
        terminal.resize(81, 24)
        terminal.wait_until_quiet(0.4)
        terminal.wait_for_pictures()
        assert len(terminal.pictures.placements) == before


@pytest.mark.parametrize(
    ("environment", "version"),
    [
        (_TRUE_COLOR, "kitty(0.26.5)"),
        *(
            pytest.param(environment, "kitty(0.41.1)", marks=pytest.mark.long)
            for environment in (
                _TRUE_COLOR | {"BACKGAMMON_TUI_BOARD": "text"},
                _TRUE_COLOR | {"NO_COLOR": "1"},
                _TRUE_COLOR | {"TMUX": "/tmp/tmux-0/default,1,0"},
                {"COLORTERM": "", "TERM": "xterm-16color"},
            )
        ),
    ],
)
def test_other_terminals_get_a_text_board(environment: Mapping[str, str], version: str) -> None:
    with KittyTerminal(environment, version=version) as terminal:
        terminal.wait_for_text("Anna to roll")
        terminal.wait_until_quiet(0.6)
        assert not terminal.pictures.pictures


def test_typing_during_terminal_answers_is_kept() -> None:
    with KittyTerminal() as terminal:
        terminal.wait_for_text("Anna to roll")
        terminal.write(b"6")
        terminal.wait_for_pictures()
        terminal.write(b"4\x1bP>|kitty(0.41.1)\x1b\\\x1b[6;20;9t\x1b[?62;c")
        terminal.wait_for_text("64")
        terminal.wait_until_quiet()
        assert terminal.find("kitty") is None


def test_option_toggles_the_graphics() -> None:
    with KittyTerminal(_TRUE_COLOR | {"BACKGAMMON_TUI_BOARD": "graphics"}) as terminal:
        terminal.wait_for_pictures()
        terminal.press("escape")
        terminal.wait_for_text("Menu")
        terminal.press("p")
        terminal.wait_for_text("Beginner help for Anna")
        terminal.press("end")
        terminal.wait_for_text("▌Colours")
        terminal.click_on("Board: graphics")
        terminal.wait_for_text("Board: automatic")
        terminal.click_on("Board: automatic")
        terminal.wait_for_text("Board: text")
        terminal.press("escape")
        terminal.wait_for(lambda: not terminal.pictures.placements, "text")
