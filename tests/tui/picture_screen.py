"""A terminal's memory of pictures, which minds mistakes: placed before sent, sent twice."""

from __future__ import annotations

import re
from base64 import standard_b64decode
from zlib import decompress

_COMMAND = re.compile(r"\x1b_G([^;\x1b]*);?([^\x1b]*)\x1b\\")


class PictureScreen:
    """A terminal that knows pictures, and minds mistakes."""

    def __init__(self) -> None:
        self.pictures: dict[int, int] = {}
        """Bytes of each picture."""
        self.placements: dict[tuple[int, int], dict[str, int]] = {}
        self._begun: tuple[dict[str, int], str] | None = None

    def take(self, text: str) -> None:
        for command in _COMMAND.finditer(text):
            keys = dict(pair.split("=") for pair in command[1].split(",") if pair)
            if self._begun is not None:
                first, data = self._begun
                self._begun = None
                self._receive(first, data + command[2], keys)
                continue
            action = keys.pop("a")
            if action == "q":
                continue
            numbers = {
                key: int(value) for key, value in keys.items() if value.lstrip("-").isdigit()
            }
            if action == "t":
                self._receive(numbers, command[2], keys)
            elif action == "p":
                assert numbers["i"] in self.pictures, "placed before it was sent"
                assert numbers["C"] == 1
                self.placements[numbers["i"], numbers["p"]] = numbers
            else:
                assert action == "d"
                self._delete(keys["d"], numbers)

    def _receive(self, first: dict[str, int], data: str, keys: dict[str, str]) -> None:
        assert len(data) % 4096 == 0 or keys["m"] == "0"
        if keys["m"] == "1":
            self._begun = first, data
            return
        pixels = decompress(standard_b64decode(data))
        assert len(pixels) == first["s"] * first["v"] * first["f"] // 8
        assert first["i"] not in self.pictures, "sent twice"
        self.pictures[first["i"]] = len(pixels)

    def _delete(self, what: str, numbers: dict[str, int]) -> None:
        assert what in "iI", "no picture of others may be touched"
        if what == "I":
            del self.pictures[numbers["i"]]
            self.placements = {k: v for k, v in self.placements.items() if k[0] != numbers["i"]}
        else:
            del self.placements[numbers["i"], numbers["p"]]
