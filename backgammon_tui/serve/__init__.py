"""The game in browsers: a server that starts and ends a program for each page.

The page draws it in the terminal of textual-serve.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import os
import re
import secrets
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from socket import gethostname
from typing import Final
from urllib.parse import urlsplit

import textual_serve
from aiohttp import WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.log import server_logger

from backgammon_tui.storage.paths import FOLDER_VARIABLE, make_folder
from backgammon_tui.text_file import escaped

# ---- a running game as a process, and the page that displays it

_READY: Final = b"__GANGLION__\n"
"""The line with which Textual announces its packets."""

_PATIENCE: Final = 3.0
"""Seconds for a program to end on request before it is killed."""

_WIDEST, _HIGHEST = 500, 200
_FAILED: Final = "The game could not be started"

_ENVIRONMENT: Final = {
    "TEXTUAL_DRIVER": "backgammon_tui.tui.page_driver:PageDriver",
    "TEXTUAL_COLOR_SYSTEM": "truecolor",
    "LC_ALL": "C.UTF-8",
    "PYTHONUTF8": "1",
}


@dataclass(eq=False)
class Program:
    """A game in its own process; `paint` receives terminal output, `notify` JSON for the page."""

    visitor: str
    paint: Callable[[bytes], Awaitable[None]]
    notify: Callable[[str], Awaitable[None]]
    process: Process | None = None
    is_ending: bool = False
    """True once its page is closed."""

    async def start(self, words: tuple[str, ...], folder: Path, size: tuple[int, int]) -> None:
        """Start the program with command-line arguments and a folder; may raise `OSError`."""
        width, height = _within(*size)
        shown = {"COLUMNS": str(width), "ROWS": str(height), FOLDER_VARIABLE: str(folder)}
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "backgammon_tui", *words),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env={**os.environ, **_ENVIRONMENT, **shown},
            start_new_session=True,  # Ctrl-C goes to the server, which ends the program in order.
        )

    # ---- program to page

    async def relay(self) -> None:
        """Forward the program's output until it ends; report if it never started."""
        assert self.process
        assert self.process.stdout
        assert self.process.stderr
        complaints = asyncio.create_task(self.process.stderr.read())
        is_ready = False
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            is_ready = await self.process.stdout.readline() == _READY
            while is_ready:
                head = await self.process.stdout.readexactly(5)
                payload = await self.process.stdout.readexactly(int.from_bytes(head[1:], "big"))
                with suppress(ConnectionError):  # The page may be closed.
                    await self._pass_on(head[:1], payload)
        text = (await complaints).decode("utf-8", "replace").strip()
        if text:
            print(escaped(text, keep="\n"), file=sys.stderr, flush=True)
        if not is_ready:
            why = text.splitlines()[-1] if text else f"it ended at once ({sys.executable})"
            await self.say(f"{_FAILED}: {escaped(why)}")

    async def _pass_on(self, kind: bytes, payload: bytes) -> None:
        if kind == b"D":
            await self.paint(payload)
        elif (file := json.loads(payload))["type"] == "file":
            # Textual's terminal opens it as an address, but our page saves it.
            await self.notify(json.dumps(["open_url", {"url": file}]))

    async def say(self, sentence: str) -> None:
        with suppress(ConnectionError):
            await self.paint(f"\x1b[2J\x1b[H\r\n {sentence}\r\n".encode())

    # ---- page to program

    async def handle_message(self, message: str) -> None:
        """Handle a message; raise `ValueError` or `RecursionError` if our pages never send it."""
        match json.loads(message):
            case ["stdin", str(text)]:
                await self._send(b"D", text.encode("utf-8", "replace"))
            case ["resize", {"width": int(width), "height": int(height)}]:
                width, height = _within(width, height)
                await self._send_meta(type="resize", width=width, height=height)
            case ["focus" | "blur" as kind]:
                await self._send_meta(type=kind)
            case ["ping", str(when)]:
                await self.notify(json.dumps(["pong", when[:40]]))
            case _:
                raise ValueError("an unknown message")

    async def _send_meta(self, **fields: object) -> None:
        await self._send(b"M", json.dumps(fields).encode())

    async def _send(self, kind: bytes, payload: bytes) -> None:
        assert self.process
        assert self.process.stdin
        with suppress(ConnectionError, RuntimeError):  # The program may have just ended.
            self.process.stdin.write(kind + len(payload).to_bytes(4, "big") + payload)
            await self.process.stdin.drain()

    async def end(self) -> None:
        self.is_ending = True
        process = self.process
        if process is None or process.returncode is not None:
            return
        if os.name == "posix":
            process.terminate()  # The program ends in order even during its start.
        else:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._send_meta(type="quit"), 1)
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), _PATIENCE)
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _within(width: int, height: int) -> tuple[int, int]:
    return min(max(width, 1), _WIDEST), min(max(height, 1), _HIGHEST)


# ---- the server

MAX_OF_BROWSER: Final = 4
"""Maximum number of pages that one browser can have open, so others find a place."""

_MAX_BYTES: Final = 1 << 20
_HEARTBEAT: Final = 20.0
"""Seconds of silence after which a page is asked whether it is still there."""

_COOKIE_AGE: Final = 400 * 24 * 3600
_THEIRS: Final = files(textual_serve) / "static"
_OURS: Final = files("backgammon_tui.serve")
_STATIC: Final = {
    "page.js": (_OURS / "page.js", "text/javascript"),
    "page.css": (_OURS / "page.css", "text/css"),
    "textual.js": (_THEIRS / "js/textual.js", "text/javascript"),
    "xterm.css": (_THEIRS / "css/xterm.css", "text/css"),
    "font.ttf": (_THEIRS / "fonts/RobotoMono-VariableFont_wght.ttf", "font/ttf"),
}
"""The files that browsers can request, by their names in the address."""

_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline';"
    " connect-src 'self' ws: wss:; img-src 'self' data:; object-src 'none';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}

_PAGES: Final[Mapping[str, tuple[str, ...]]] = {"": (), "/watch": ("watch",)}
"""The pages, each with the command-line arguments of its program."""


@dataclass(eq=False)
class Server:
    host: str
    port: int
    folder: Path
    public_url: str
    """The address for browsers if a proxy is in front of this server; empty otherwise."""

    is_shared: bool
    max_pages: int
    font_size: int
    """Font size in pixels; 0 to fit the board."""

    def __post_init__(self) -> None:
        self._visitors = Visitors(self.folder / "visitors")
        self._programs: set[Program] = set()
        public = urlsplit(self.public_url).hostname or ""
        self._names = {name.lower() for name in (self.host, "localhost", *_own_names(), public)}
        page = (_OURS / "page.html").read_text(encoding="utf-8")
        self._page = page.replace("{font_size}", str(self.font_size))

    async def serve(self, open_page: Callable[[str], None]) -> int:
        """Serve until a signal arrives, and return the exit code; may raise `OSError`.

        `open_page` receives the address once it can be opened.
        """
        server_logger.addFilter(_is_our_fault)
        application = web.Application(middlewares=[self._check_host])
        for path in _PAGES:
            application.router.add_get(path or "/", self._show_page)
            application.router.add_get(f"{path}/ws", self._play)
        application.router.add_get("/static/{name}", self._show_file)
        application.on_response_prepare.append(_add_headers)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=5)
        await runner.setup()
        try:
            await web.TCPSite(runner, self.host, self.port).start()
            port = runner.addresses[0][1]
            host = f"[{self.host}]" if ":" in self.host else self.host
            open_page(self.public_url or f"http://{host}:{port}/")
            return 128 + await _signal()
        finally:
            await asyncio.gather(*(program.end() for program in self._programs))
            await runner.cleanup()

    # ---- identification

    @web.middleware
    async def _check_host(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Reject addresses that browsers never send, and names used in DNS rebinding."""
        try:
            for address in (f"//{request.host}", request.headers.get("Origin", "")):
                _ = urlsplit(address).port
        except ValueError:
            raise web.HTTPBadRequest(text="That is not an address.") from None
        # DNS rebinding needs a name, so addresses are safe.
        name = urlsplit(f"//{request.host}").hostname or ""
        if not (_is_address(name) or name in self._names):
            raise web.HTTPForbidden(
                text="This server has another name. Open it by its address, such as 192.168.1.5, or"
                " restart it with this name as --host or in --public-url."
            )
        return await handler(request)

    # ---- answers

    async def _show_page(self, request: web.Request) -> web.Response:
        answer = web.Response(text=self._page, content_type="text/html")
        answer.headers["Cache-Control"] = "no-store"
        name = _cookie_name(request)
        known = request.cookies.get(name, "")
        answer.set_cookie(
            name,
            known if self._visitors.read_cookie(known) else self._visitors.new_cookie(),
            max_age=_COOKIE_AGE,
            httponly=True,
            samesite="Lax",
            secure=request.secure or self.public_url.startswith("https:"),
        )
        return answer

    async def _show_file(self, request: web.Request) -> web.Response:
        try:
            file, kind = _STATIC[request.match_info["name"]]
        except KeyError:
            raise web.HTTPNotFound(text="There is no such file.") from None
        return web.Response(body=file.read_bytes(), content_type=kind)

    async def _play(self, request: web.Request) -> web.WebSocketResponse:
        visitor = self._visitors.read_cookie(request.cookies.get(_cookie_name(request), ""))
        origin = urlsplit(request.headers.get("Origin", "")).netloc
        own = {request.host, urlsplit(self.public_url).netloc} - {""}
        if visitor is None or origin not in own:
            raise web.HTTPForbidden(text="Open the page first to get its cookie.")
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT, max_msg_size=_MAX_BYTES)
        await socket.prepare(request)
        program = Program(visitor, socket.send_bytes, socket.send_str)
        if refusal := self._why_full(visitor):
            await program.say(refusal)
            await socket.close()
            return socket
        self._programs.add(program)
        try:
            await self._run(program, request, socket)
        finally:
            await program.end()
            self._programs.discard(program)
        return socket

    def _why_full(self, visitor: str) -> str:
        """Return the reason why this browser cannot open another page; empty if it can."""
        pages = (program for program in self._programs if not program.is_ending)
        own = sum(program.visitor == visitor for program in pages)
        if own >= MAX_OF_BROWSER:
            return f"This browser has {own} pages open already. Close one of them first."
        if len(self._programs) >= self.max_pages:
            return "The server is full. Try again when somebody has left."
        return ""

    async def _run(
        self, program: Program, request: web.Request, socket: web.WebSocketResponse
    ) -> None:
        asked, words = request.query, _PAGES[request.path.removesuffix("/ws")]
        size = _number(asked.get("width", ""), 80), _number(asked.get("height", ""), 24)
        folder = self.folder if self.is_shared else self._visitors.folder / program.visitor
        try:
            await program.start(words, folder, size)
        except OSError as error:
            await program.say(f"{_FAILED}: {error.strerror or error}")
            await socket.close()
            return

        async def relay() -> None:
            await program.relay()
            await socket.close()

        relaying = asyncio.create_task(relay())
        async for message in socket:
            try:
                if message.type is not WSMsgType.TEXT:
                    raise ValueError("no text")
                await program.handle_message(message.data)
            except (ValueError, RecursionError):
                await socket.close(code=1007, message=b"not understood")
        await program.end()
        await relaying


async def _add_headers(_: web.Request, answer: web.StreamResponse) -> None:
    answer.headers.update(_HEADERS)


def _cookie_name(request: web.Request) -> str:
    return f"backgammon-{urlsplit(f'//{request.host}').port or ''}"


def _own_names() -> tuple[str, ...]:
    name = gethostname()
    return name, f"{name}.local"


def _is_address(name: str) -> bool:
    with suppress(ValueError):
        return bool(ip_address(name))
    return False


def _number(text: str, usual: int) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else usual


def _is_our_fault(record: logging.LogRecord) -> bool:
    """Return False for an impossible request, and for a page that was closed too early."""
    theirs = HttpProcessingError, ConnectionError
    return not (record.exc_info and isinstance(record.exc_info[1], theirs))


async def _signal() -> int:
    loop, received = asyncio.get_running_loop(), asyncio.Queue[int]()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with suppress(AttributeError, NotImplementedError):  # Windows raises KeyboardInterrupt.
            number = getattr(signal, name)
            loop.add_signal_handler(number, received.put_nowait, number)
    return await received.get()


# ---- visitors

_COOKIE: Final = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{64})")


class Visitors:
    """The visitors of a server, whose folders survive a restart; may raise `OSError`."""

    def __init__(self, folder: Path) -> None:
        make_folder(folder)  # Only its owner can read it.
        self.folder, path = folder, folder / "key"
        path.touch(0o600)
        if not path.read_bytes():  # The file is new, or its server was killed before writing it.
            path.write_text(secrets.token_hex(32))
        self._key = path.read_bytes()

    def new_cookie(self) -> str:
        visitor = secrets.token_hex(16)
        return f"{visitor}.{self._sign(visitor)}"

    def read_cookie(self, cookie: str) -> str | None:
        match = _COOKIE.fullmatch(cookie)
        if match and hmac.compare_digest(self._sign(match[1]), match[2]):
            return match[1]
        return None

    def _sign(self, visitor: str) -> str:
        return hmac.digest(self._key, visitor.encode(), "sha256").hex()
