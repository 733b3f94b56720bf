"""`serve`: the game in browsers."""

from __future__ import annotations

import argparse
from functools import partial
from importlib.util import find_spec
from urllib.parse import urlsplit

from backgammon_tui.cli.arguments import Refusal, UsageProblem
from backgammon_tui.cli.console import one_line, print_line
from backgammon_tui.storage.paths import data_folder, shown

_NEEDED = ("aiohttp", "textual_serve")


def serve(options: argparse.Namespace) -> int:
    if not all(map(find_spec, _NEEDED)):
        raise Refusal("Serving needs textual-serve: pip install 'backgammon-tui[serve]'.")
    from backgammon_tui.serve.server import Server

    url = _public_url(options.public_url)
    arguments = (options.host, options.port, data_folder(), url, options.shared)
    try:
        server = Server(*arguments, options.sessions, options.font_size)
        return server.serve(partial(_print_address, options))
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
