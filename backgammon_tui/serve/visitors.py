"""Visitors: each browser has a cookie that nobody can guess, and a folder of its own."""

from __future__ import annotations

import hmac
import re
import secrets
from pathlib import Path
from typing import Final

from backgammon_tui.storage.paths import make_folder

_COOKIE: Final = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{64})")


class Visitors:
    """The visitors of a server, who keep their folders when it starts again.

    Args:
        folder: The folder of the server.
        is_shared: True if all of them use that folder instead of their own.

    Raises:
        OSError: if the folder cannot be written to.
    """

    def __init__(self, folder: Path, *, is_shared: bool) -> None:
        self._folder = folder
        self._is_shared = is_shared
        self._own = folder / "visitors"
        self._key = self._read_key()

    def _read_key(self) -> bytes:
        """Return the key that signs cookies; only the owner of the folder can read it."""
        make_folder(self._own)
        path = self._own / "key"
        try:
            path.touch(0o600, exist_ok=False)
            path.write_text(secrets.token_hex(32))
        except FileExistsError:
            pass
        return path.read_bytes()

    def new_cookie(self) -> str:
        """Return the cookie of a new visitor."""
        visitor = secrets.token_hex(16)
        return f"{visitor}.{self._sign(visitor)}"

    def read_cookie(self, cookie: str) -> str | None:
        """Return the visitor of a cookie; None if it was not made here."""
        found = _COOKIE.fullmatch(cookie)
        if found and hmac.compare_digest(self._sign(found[1]), found[2]):
            return found[1]
        return None

    def folder_of(self, visitor: str) -> Path:
        """Return the folder of a visitor's files; it may not exist yet."""
        return self._folder if self._is_shared else self._own / visitor

    def _sign(self, visitor: str) -> str:
        return hmac.digest(self._key, visitor.encode(), "sha256").hex()
