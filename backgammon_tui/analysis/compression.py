"""LZMA settings for networks and tables, which make them a fifth smaller than in a plain wheel."""

from __future__ import annotations

import lzma
from typing import Final

_ANY: Final = {"id": lzma.FILTER_LZMA1, "lc": 3, "lp": 0, "pb": 0, "dict_size": 1 << 20}
_PAIRS: Final = _ANY | {"lc": 1, "lp": 1}
"""For two-byte numbers: models high and low bytes separately."""


def compress(data: bytes, *, in_pairs: bool = False) -> bytes:
    """Compress data; `in_pairs` suits two-byte numbers."""
    return lzma.compress(data, lzma.FORMAT_ALONE, filters=[_PAIRS if in_pairs else _ANY])


def decompress(data: bytes, max_bytes: int) -> bytes:
    """Decompress data of at most `max_bytes` bytes.

    Raises:
        ValueError: if the data is damaged, incomplete or longer.
    """
    reader = lzma.LZMADecompressor(lzma.FORMAT_ALONE, memlimit=1 << 24)
    try:
        raw = reader.decompress(data, max_bytes + 1)
    except lzma.LZMAError as error:
        raise ValueError("it is not compressed by LZMA") from error
    if len(raw) > max_bytes:
        raise ValueError(f"it has more than {max_bytes:,} bytes")
    if not reader.eof:
        raise ValueError("what LZMA compressed is cut short")
    return raw
