"""Nets and tables, a fifth smaller than a wheel would make them by itself."""

from __future__ import annotations

import lzma
from typing import Final

_ANY: Final = {"id": lzma.FILTER_LZMA1, "lc": 3, "lp": 0, "pb": 0, "dict_size": 1 << 20}
_PAIRS: Final = _ANY | {"lc": 1, "lp": 1}
"""For numbers of two bytes: the high ones and the low ones are told apart."""


def compress(data: bytes, *, in_pairs: bool = False) -> bytes:
    """Return the compressed data, whose numbers may have two bytes each."""
    return lzma.compress(data, lzma.FORMAT_ALONE, filters=[_PAIRS if in_pairs else _ANY])


def decompress(data: bytes, most: int) -> bytes:
    """Return what was compressed; `ValueError` if it is not whole, or if it has more bytes."""
    reader = lzma.LZMADecompressor(lzma.FORMAT_ALONE, memlimit=1 << 24)
    try:
        found = reader.decompress(data, most + 1)
    except lzma.LZMAError as error:
        raise ValueError("it is not compressed by LZMA") from error
    if len(found) > most:
        raise ValueError(f"it has more than {most:,} bytes")
    if not reader.eof:
        raise ValueError("what LZMA compressed is cut short")
    return found
