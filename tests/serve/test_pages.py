from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which
from typing import Any, Self

import pyte
import pytest

from backgammon_tui.storage.transcripts import read_transcript
from tests.serve.serving import PATIENCE, Served, serving, wait_until_ended

playwright = pytest.importorskip("playwright.sync_api")
pytest.importorskip("textual_serve")
CHROMIUM = which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

DESK, PHONE = (1000, 640), (390, 844)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served") / "kept") as served:
        yield served


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


Visit = Callable[..., "Page"]


@pytest.fixture
def visit(chromium: Any, server: Served) -> Iterator[Visit]:
    """Open a page as a new visitor."""
    contexts = []

    def open_page(path: str = "/", size: tuple[int, int] = DESK, **more: Any) -> Page:
        shape = {"width": size[0], "height": size[1]}
        contexts.append(chromium.new_context(viewport=shape, **more))
        return Page(contexts[-1].new_page(), server.address).open(path)

    yield open_page
    for context in contexts:
        context.close()


class Page:
    """A page, whose terminal output is also kept as text."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.asked: set[str] = set()
        self._address = address
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        page.on("request", lambda request: self.asked.add(request.url))
        page.on("websocket", self._follow)

    def _follow(self, socket: Any) -> None:
        self._screen.reset()
        socket.on("framereceived", self._draw)
        socket.on("framesent", self._resize)

    def _draw(self, frame: Any) -> None:
        if isinstance(frame, bytes):
            self._stream.feed(frame)

    def _resize(self, frame: Any) -> None:
        if str(frame).startswith('["resize"'):
            size = frame.partition('"width":')[2].rstrip("}]").split(',"height":')
            self._screen.resize(int(size[1]), int(size[0]))

    @property
    def size(self) -> tuple[int, int]:
        """Return columns and rows."""
        return self._screen.columns, self._screen.lines

    @property
    def lines(self) -> list[str]:
        return list(self._screen.display)

    def open(self, path: str = "/") -> Self:
        self.page.goto(f"{self._address}{path}")
        return self

    def wait_for(self, text: str) -> Self:
        """Wait until a text is visible."""
        for _ in range(int(PATIENCE / 0.05)):
            if any(text in line for line in self.lines):
                return self
            self.page.wait_for_timeout(50)
        raise AssertionError("\n".join([f"never seen: {text}", *self.lines]))

    def wait_until_quiet(self) -> Self:
        """Wait until nothing has changed for a moment."""
        before: list[str] = []
        while before != (before := self.lines):
            self.page.wait_for_timeout(300)
        return self

    def press(self, *keys: str) -> Self:
        for key in keys:
            self.page.wait_for_timeout(350)  # Otherwise it counts as held.
            self.page.keyboard.press(key)
        return self

    def click(self, text: str) -> Self:
        self.wait_for(text).wait_until_quiet()
        row, line = next((y, line) for y, line in enumerate(self.lines) if text in line)
        box = self.page.locator(".xterm-screen").bounding_box()
        columns, rows = self.size
        self.page.mouse.click(
            box["x"] + (line.index(text) + 1.5) * box["width"] / columns,
            box["y"] + (row + 0.5) * box["height"] / rows,
        )
        return self

    def roll(self) -> Self:
        """Roll until one of the opening dice is higher."""
        while not any("reroll" in line for line in self.lines):
            self.press("Space")
        return self

    def begin(self) -> Self:
        """Start a game by keys alone."""
        self.wait_for("Quit")
        return self.press("Enter", "Enter").wait_for("Opening roll")


def test_game_is_played_by_keys_and_exported(chromium: Any, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        page = Page(chromium.new_page(), server.address).open().begin().roll()
        assert {url.partition("/static")[0].rstrip("/") for url in page.asked} == {server.address}
        # A page reloaded in the middle of a turn continues where it was.
        header = page.press("k").wait_for("Opening:").lines[0]
        dice = [line for line in page.lines if "Opening:" in line]
        page.open().wait_for("Quit").press("Enter").wait_for("Opening:")
        assert page.lines[0] == header
        assert [line for line in page.lines if "Opening:" in line] == dice
        page.press("M").wait_for("Export")
        page.click("Export").wait_for("The match as a transcript")
        with page.page.expect_download() as download:
            page.click("The match as a transcript")
        page.wait_for("Your browser has saved it as")
        assert download.value.suggested_filename.endswith("-match.txt")
        assert read_transcript(Path(download.value.path()).read_text()).white == "White"
        programs = server.programs
        assert server.end(signal.SIGTERM) == 128 + signal.SIGTERM
        page.page.locator("#ended").wait_for(state="visible")
        wait_until_ended(programs)


@pytest.mark.long
def test_visitors_are_isolated(visit: Visit, server: Served) -> None:
    before = len(server.visitors)
    anna, boris = visit().begin().roll(), visit("/?fontsize=8").wait_for("Quit")
    assert boris.size[0] > anna.size[0]
    assert not any("White – Black" in line for line in boris.lines)
    boris.begin().roll()
    assert len(server.visitors) == before + 2


@pytest.mark.long
def test_small_board_on_a_phone_is_played_by_taps(visit: Visit) -> None:
    page = visit("/", PHONE, has_touch=True, is_mobile=True)
    assert page.click("French Backgammon").click("Play French").wait_for("space rolls")
    assert page.size[0] < 66
    assert any("13  14  15" in line for line in page.lines)
    while not any("keep" in line for line in page.lines):
        shown = "".join(page.lines)
        if text := next((text for text in ("roll again", "space rolls") if text in shown), ""):
            page.click(text)
        page.page.wait_for_timeout(500)
    assert page.page.evaluate("document.activeElement.inputMode") == "none"
