from __future__ import annotations

import asyncio
import hmac
import json
import random
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import product
from pathlib import Path
from socket import SO_LINGER, SOL_SOCKET, create_connection, gethostname
from struct import pack
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import pytest

from backgammon_tui.storage.paths import data_folder
from backgammon_tui.teach.lessons.courses import course
from tests.cli.program import keep, opened, refusal, transcript
from tests.serve.serving import PATIENCE, Served, serving, wait_until_ended

aiohttp = pytest.importorskip("aiohttp")
yarl = pytest.importorskip("yarl")
pytest.importorskip("textual_serve")

from backgammon_tui.serve import MAX_OF_BROWSER, Server  # noqa: E402


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served") / "kept") as served:
        yield served


@pytest.fixture
async def visitor(server: Served) -> AsyncIterator[Any]:
    """Return a browser with the cookie of the page."""
    async with visiting(server) as session:
        yield session


@asynccontextmanager
async def visiting(server: Served) -> AsyncIterator[Any]:
    async with aiohttp.ClientSession(
        server.address, cookie_jar=aiohttp.CookieJar(unsafe=True), headers=headers_for(server)
    ) as session:
        async with session.get("/") as answer:
            assert answer.status == 200
        yield session


def headers_for(server: Served) -> dict[str, str]:
    """Return the header in which browsers name the origin of a request."""
    return {"Origin": server.address}


async def painted(socket: Any, text: str) -> str:
    wording = ""
    async with asyncio.timeout(PATIENCE):
        while text not in wording:
            message = await socket.receive()
            if message.type is not aiohttp.WSMsgType.BINARY:
                assert message.type is aiohttp.WSMsgType.TEXT, wording
                continue
            wording += message.data.decode()
    return wording


# ---- visitors


async def test_cookie_is_unique_safe_and_persistent(server: Served, visitor: Any) -> None:
    cookies = set()
    for _ in range(2):
        async with aiohttp.ClientSession(server.address) as session, session.get("/") as answer:
            (cookie,) = answer.cookies.values()
            assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'")
            assert len(cookie.value) > 64
            cookies.add(cookie.value)
    assert len(cookies) == 2
    async with visitor.get("/") as first, visitor.get("/watch") as second:
        values = [answer.cookies.popitem()[1].value for answer in (first, second)]
        assert values[0] == values[1]


@pytest.mark.parametrize(
    "change", [lambda cookie: "", lambda cookie: f"{'0' * 32}.{cookie[33:]}", lambda _: "../.."]
)
async def test_forged_cookie_cannot_play(change: Any, server: Served, visitor: Any) -> None:
    (cookie,) = visitor.cookie_jar
    headers = {"Cookie": f"{cookie.key}={change(cookie.value)}", **headers_for(server)}
    async with aiohttp.ClientSession(server.address, headers=headers) as other:
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await other.ws_connect("/ws")
    assert server.programs == []


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
async def test_page_of_another_site_cannot_play(origin: str, server: Served, visitor: Any) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await visitor.ws_connect("/ws", headers={"Origin": origin})


async def test_unknown_host_name_is_refused(visitor: Any) -> None:
    async with visitor.get("/", headers={"Host": "evil.example"}) as answer:
        assert answer.status == 403
        assert (await answer.text()).startswith("This server has another name. Open it by its")


HOSTS = [
    *((host, 200) for host in ("127.0.0.1", "10.1.2.3:80", "[fe80::1]:80", "LOCALHOST:1")),
    *((host, 200) for host in (gethostname(), f"{gethostname()}.local:8000")),
    *((host, 403) for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example")),
    ("games.example", 403),
]


@pytest.mark.parametrize("options", [("--host", "0.0.0.0"), ("--host", "0.0.0.0", "--shared")])
async def test_names_are_checked_on_all_addresses(tmp_path: Path, options: tuple[str, ...]) -> None:
    """Otherwise another site could read the records through a name of its own."""
    with serving(tmp_path / "kept", *options) as server:
        address = server.address.replace("0.0.0.0", "127.0.0.1")
        async with aiohttp.ClientSession(address) as session:
            for host, status in HOSTS:
                async with session.get("/", headers={"Host": host}) as answer:
                    assert (host, answer.status) == (host, status)


async def test_public_name_is_accepted_and_its_cookie_encrypted(tmp_path: Path) -> None:
    with serving(tmp_path / "kept", "--public-url", "https://Games.Example") as server:
        assert "https://Games.Example" in server.output
    for url, is_secure in (("https://games.example", True), ("http://games.example", False)):
        async with (
            in_process(tmp_path / "kept", url) as address,
            aiohttp.ClientSession(address) as session,
            session.get("/", headers={"Host": "games.example"}) as answer,
        ):
            (cookie,) = answer.cookies.values()
            assert (answer.status, bool(cookie["secure"])) == (200, is_secure)


async def test_page_closed_during_the_handshake_is_not_an_error(tmp_path: Path) -> None:
    with serving(tmp_path / "kept") as server:
        async with visiting(server) as visitor:
            (cookie,) = visitor.cookie_jar
        port = int(server.address.rpartition(":")[2])
        lines = [
            *("GET /ws HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: {server.address}"),
            *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            f"Cookie: {cookie.key}={cookie.value}",
        ]
        for page in range(12):
            with create_connection(("127.0.0.1", port)) as connection:
                # Closing sends a reset at once.
                connection.setsockopt(SOL_SOCKET, SO_LINGER, pack("ii", 1, 0))
                connection.sendall("\r\n".join([*lines, "", ""]).encode())
            await asyncio.sleep(0.01 * (page % 3))
        async with visiting(server) as visitor, visitor.ws_connect("/ws") as socket:
            await painted(socket, "Russian")
        await asyncio.to_thread(server.end, signal.SIGTERM)
        assert server.process.stderr
        assert server.process.stderr.read() == ""


async def test_browser_has_at_most_four_pages(tmp_path: Path) -> None:
    with serving(tmp_path / "kept", "--sessions", "6") as server:
        async with visiting(server) as visitor, AsyncExitStack() as pages:
            sockets = [
                await pages.enter_async_context(visitor.ws_connect("/ws"))
                for _ in range(MAX_OF_BROWSER)
            ]
            for socket in sockets:
                await painted(socket, "Russian")
            async with visitor.ws_connect("/watch/ws") as socket:
                await painted(socket, "This browser has 4 pages open already.")
                assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
            async with visiting(server) as other, other.ws_connect("/ws") as socket:
                await painted(socket, "Russian")
            await sockets[0].close()
            async with visitor.ws_connect("/ws") as socket:
                await painted(socket, "Russian")


async def test_silent_page_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that lost its network does not close its pages."""
    monkeypatch.setattr("backgammon_tui.serve._HEARTBEAT", 0.5)
    async with in_process(tmp_path / "kept") as address:
        headers = {"Origin": address}
        async with aiohttp.ClientSession(
            address, cookie_jar=aiohttp.CookieJar(unsafe=True), headers=headers
        ) as session:
            async with session.get("/"):
                pass
            # It answers no ping.
            async with asyncio.timeout(PATIENCE), session.ws_connect("/ws", autoping=False) as page:
                while not page.closed:
                    await page.receive()


@asynccontextmanager
async def in_process(folder: Path, public_url: str = "") -> AsyncIterator[str]:
    """Run a server in this process; return its address."""
    server = Server("127.0.0.1", 0, folder, public_url, False, 6, 0)
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    start = aiohttp.web.TCPSite.start

    async def started(site: Any) -> None:
        await start(site)
        port.set_result(site._server.sockets[0].getsockname()[1])

    with patch.object(aiohttp.web.TCPSite, "start", started):
        task = asyncio.create_task(server.serve(lambda _: None))
        address = f"http://127.0.0.1:{await port}"
    try:
        yield address
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@pytest.mark.parametrize(
    "path", ["/static/", "/static/../key", "/static/%2e%2e%2fkey", "/visitors/key"]
)
async def test_only_files_of_the_page_are_served(path: str, server: Served, visitor: Any) -> None:
    async with visitor.get(yarl.URL(f"{server.address}{path}", encoded=True)) as answer:
        assert answer.status == 404


# ---- programs


@pytest.mark.parametrize(
    ("frame", "code"),
    [("x" * ((1 << 20) + 1), 1009), ("[" * 100_000, 1007), ('["stdin", 5]', 1007), (b"\x00", 1007)],
)
async def test_unexpected_frame_ends_the_game(frame: str | bytes, code: int, visitor: Any) -> None:
    async with visitor.ws_connect("/ws") as socket:
        await (socket.send_str(frame) if isinstance(frame, str) else socket.send_bytes(frame))
        async with asyncio.timeout(PATIENCE):
            while (message := await socket.receive()).type is not aiohttp.WSMsgType.CLOSE:
                pass
        assert message.data == code


async def test_start_failure_is_reported(server: Served, visitor: Any) -> None:
    (cookie,) = visitor.cookie_jar
    (server.folder / "visitors" / cookie.value[:32]).write_text("in the way of a folder")
    async with visitor.ws_connect("/ws") as socket:
        message = await painted(socket, "Not a directory")
        assert "The game could not be started: backgammon-tui: " in message


NO_ADDRESSES = ["[", "localhost:99999999", "localhost:x", "[::1", "[x]", "a]b"]


async def expect_addresses_refused(server: Served) -> None:
    """Check that impossible addresses and a line that is not HTTP get errors."""
    async with aiohttp.ClientSession(server.address) as session:
        for address, path in product(NO_ADDRESSES, ("/", "/ws", "/watch/ws", "/nowhere")):
            for headers in ({"Host": address}, {"Origin": f"http://{address}"}):
                async with session.get(path, headers=headers) as answer:
                    assert answer.status == 400
                    assert await answer.text() == "That is not an address."
    port = int(server.address.rsplit(":", 1)[1])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /%b HTTP/1.1\r\n\r\n" % (b"a" * 9000))
    assert (await reader.read()).startswith(b"HTTP/1.0 400 ")
    writer.close()


@pytest.mark.parametrize(
    "how", [signal.SIGTERM, *(pytest.param(n, marks=pytest.mark.long) for n in (2, signal.SIGKILL))]
)
async def test_games_end_with_the_server(how: signal.Signals, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert f"Each browser has its own matches and names, in {tmp_path}." in server.output
        await expect_addresses_refused(server)
        async with visiting(server) as visitor, visitor.ws_connect("/ws") as socket:
            await painted(socket, "Russian")
            running = server.programs
            code = await asyncio.to_thread(server.end, how)
        assert code == (-how if how is signal.SIGKILL else 128 + how)
        wait_until_ended(running)
        assert server.process.stderr
        errors = server.process.stderr.read()
        assert [word for word in ("request", "Traceback") if word in errors] == []
        assert not server.crashes


# ---- random requests


async def test_any_bad_request_is_refused_without_effect(server: Served, visitor: Any) -> None:
    chance = random.Random(29)
    before = server.kept
    signs = [*"/.%\\~\x00\x1b<'\";&=?#", "..", "%2e", "%00", "é", "key", "static", "download", "ws"]
    for _ in range(60):
        path = "".join(chance.choices(signs, k=chance.randrange(12)))
        method = chance.choice(["GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
        headers = {
            "Cookie": f"x={chance.randbytes(9).hex()}",
            "Range": "bytes=0-",
            **headers_for(server),
        }
        url = yarl.URL(f"{server.address}/{quote(path, safe='/.%&=?;')}", encoded=True)
        async with visitor.request(method, url, headers=headers) as answer:
            assert answer.status in (200, 400, 403, 404, 405), path
            assert (await answer.text()).count("\n") < 3 or answer.status == 200
    assert server.kept == before


async def test_any_message_keeps_game_or_closes_page(server: Served, visitor: Any) -> None:
    chance = random.Random(30)
    values: list[Any] = [None, True, -1, 1 << 70, 1e300, "", "\x1b[1:u", "\ud800", [], {}, "\x00"]
    for _ in range(8):
        async with visitor.ws_connect("/ws?width=99999&height=x") as socket:
            for _ in range(6):
                kind = chance.choice(["stdin", "resize", "focus", "blur", "ping", "x"])
                size = {"width": chance.choice(values), "height": chance.choice(values)}
                sent = [kind, chance.choice([*values, size, "abc\r" * 50])][: chance.randrange(3)]
                if socket.closed:
                    break
                await socket.send_str(json.dumps(sent))
    wait_until_ended(server.programs)
    assert server.process.poll() is None
    async with visitor.ws_connect("/ws") as socket:
        await painted(socket, "Russian")
        # Sequences on which a parser fails, and keys after them.
        for sent in (["stdin", "\x1b[1:u\x1b[<9999999999;1;1M"], ["focus"], ["stdin", "?"]):
            await socket.send_str(json.dumps(sent))
        await painted(socket, "Keys")


# ---- the command


def test_used_address_and_missing_extra_are_reported(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = server.address.rpartition(":")[2]
    assert f"127.0.0.1 at port {port} cannot be used: " in refusal("serve", "--port", port, code=1)
    monkeypatch.setattr("backgammon_tui.cli.start.find_spec", lambda _: None)
    assert "pip install 'backgammon-tui[serve]'" in refusal("serve", code=1)


async def test_class_shares_a_table_and_lessons(tmp_path: Path) -> None:
    first, lessons = next(iter(course("russian"))), tmp_path / "class"
    lessons.mkdir()
    own = first.text.replace(first.title, "Thursday's homework")
    (lessons / "own.txt").write_text(own, encoding="utf-8")
    options = ("--shared", "--lessons", str(lessons), "--sessions", "2")
    shared = f"everyone who opens it sees and plays the matches in {data_folder()}."
    with serving(data_folder(), *options) as server:
        assert shared in server.output
        async with visiting(server) as visitor:
            async with (
                visitor.ws_connect("/ws?width=100&height=90") as first_page,
                visitor.ws_connect("/watch/ws") as second_page,
            ):
                await painted(first_page, "Russian")
                await painted(second_page, "No match has been played yet")
                await first_page.send_str(json.dumps(["focus"]))
                await first_page.send_str(json.dumps(["stdin", "l"]))
                await painted(first_page, "Thursday's homework")
                running = server.programs
                assert len(running) == 2
                async with visitor.ws_connect("/ws") as third_page:
                    await painted(third_page, "The server is full")
                    assert (await third_page.receive()).type is aiohttp.WSMsgType.CLOSE
            wait_until_ended(running)
            keep(transcript(opened(), white="Zoe"))
            async with visitor.ws_connect("/ws") as socket:
                await painted(socket, "Zoe")


def test_unsaved_key_signs_no_cookie(tmp_path: Path) -> None:
    """A server can be killed after it makes the file and before it writes the key."""
    from backgammon_tui.serve import Visitors  # Requires the extra.

    (tmp_path / "visitors").mkdir()
    (tmp_path / "visitors" / "key").touch()
    visitor = "0" * 32
    forged = f"{visitor}.{hmac.digest(b'', visitor.encode(), 'sha256').hex()}"
    visitors = Visitors(tmp_path / "visitors")
    assert visitors.read_cookie(forged) is None
    assert Visitors(tmp_path / "visitors").read_cookie(visitors.new_cookie())


def test_sizes_of_terminals_are_limited() -> None:
    from backgammon_tui.serve import _within

    assert [_within(*size) for size in ((0, 0), (500, 200), (501, 201))] == [
        *((1, 1), (500, 200), (500, 200))
    ]


async def test_exported_files_reach_the_page() -> None:
    from backgammon_tui.serve import Program

    sent: list[str] = []

    async def send(message: str) -> None:
        sent.append(message)

    program = Program("visitor", lambda _: send("[]"), send)
    file = {"type": "file", "name": "1.txt", "mime": "text/plain", "data": ""}
    await program._pass_on(b"M", json.dumps(file).encode())
    await program._pass_on(b"M", json.dumps({"type": "exit"}).encode())
    assert [json.loads(message) for message in sent] == [["open_url", {"url": file}]]
