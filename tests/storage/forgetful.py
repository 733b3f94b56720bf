"""A recorder of everything that SQLite writes, to replay a power cut at any point.

It replaces the functions of SQLite's interface to files that write, in the library that Python has
loaded: https://sqlite.org/vfs.html
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_int64, c_void_p, cast
from ctypes.util import find_library
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

# SQLite keeps parameters after the path, so the path stays a pointer.
_OPEN: Final = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE: Final = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_WRITE: Final = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE: Final = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC: Final = CFUNCTYPE(c_int, c_void_p, c_int)


class _Files(Structure):
    """`sqlite3_vfs`: the functions for all files."""

    _fields_ = (
        *(("version", c_int), ("size", c_int), ("longest", c_int), ("next", c_void_p)),
        *(("name", c_char_p), ("data", c_void_p), ("open", _OPEN), ("delete", _DELETE)),
        ("others", c_void_p * 14),
    )


class _Methods(Structure):
    """`sqlite3_io_methods`: the functions for an open file."""

    _fields_ = (
        *(("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", _WRITE)),
        *(("truncate", _TRUNCATE), ("sync", _SYNC), ("others", c_void_p * 13)),
    )


class Act(NamedTuple):
    """An operation on a file."""

    file: str
    at: int = 0
    data: bytes | None = None
    """The bytes written; None for others."""
    length: int | None = None
    """The length after cutting the file."""
    is_sync: bool = False
    is_deletion: bool = False

    def on(self, content: bytearray) -> None:
        """Change the content of its file."""
        if self.data is not None:
            content.extend(bytes(max(self.at - len(content), 0)))
            content[self.at : self.at + len(self.data)] = self.data
        elif self.length is not None:
            del content[self.length :]


@contextmanager
def recorded() -> Iterator[list[Act] | None]:
    """Record what SQLite does to files; None if Python's SQLite cannot be reached."""
    library = _library()
    if library is None:
        yield None
        return
    recorder = _Recorder(library)
    library.sqlite3_vfs_register(byref(recorder.files), 1)
    try:
        yield recorder.acts
    finally:
        library.sqlite3_vfs_register(recorder.usual, 1)
        library.sqlite3_vfs_unregister(byref(recorder.files))


def _library() -> Any:
    import _sqlite3

    name = find_library("sqlite3")
    loaded = Path("/proc/self/maps")
    if not (name and loaded.exists()):
        return None
    assert _sqlite3
    if not any(line.endswith(name) or "libsqlite3.so" in line for line in loaded.open()):
        return None  # Python has its own copy of the library.
    library = ctypes.CDLL(name)
    library.sqlite3_vfs_find.restype = POINTER(_Files)
    return library


class _Recorder:
    def __init__(self, library: Any) -> None:
        self.acts: list[Act] = []
        self.usual = library.sqlite3_vfs_find(None)
        self.files = _Files()
        ctypes.memmove(byref(self.files), self.usual, ctypes.sizeof(_Files))
        self.files.name = b"recorded"
        self.files.open = _OPEN(self._open)
        self.files.delete = _DELETE(self._delete)
        self._names: dict[int, str] = {}
        self._methods: dict[int, tuple[_Methods, _Methods]] = {}
        """The usual functions and ours, by the address of the usual ones."""

    def _open(self, files: int, path: int | None, file: int, flags: int, out: int) -> int:
        code: int = self.usual.contents.open(files, path, file, flags, out)
        if code == 0 and path:
            self._names[file] = Path(ctypes.string_at(path).decode()).name
            place = cast(file, POINTER(c_void_p))
            usual = place[0]
            assert usual
            if usual not in self._methods:
                self._methods[usual] = self._replaced(usual)
            place[0] = ctypes.addressof(self._methods[usual][1])
        return code

    def _replaced(self, address: int) -> tuple[_Methods, _Methods]:
        usual = cast(address, POINTER(_Methods)).contents
        ours = _Methods()
        ctypes.memmove(byref(ours), address, ctypes.sizeof(_Methods))

        def write(file: int, data: int, length: int, at: int) -> int:
            self.acts.append(Act(self._names[file], at, ctypes.string_at(data, length)))
            code: int = usual.write(file, data, length, at)
            return code

        def truncate(file: int, length: int) -> int:
            self.acts.append(Act(self._names[file], length=length))
            code: int = usual.truncate(file, length)
            return code

        def sync(file: int, flags: int) -> int:
            code: int = usual.sync(file, flags)
            self.acts.append(Act(self._names[file], is_sync=True))
            return code

        ours.write, ours.truncate, ours.sync = _WRITE(write), _TRUNCATE(truncate), _SYNC(sync)
        return usual, ours

    def _delete(self, files: int, path: bytes, is_synced: int) -> int:
        self.acts.append(Act(Path(path.decode()).name, is_deletion=True))
        code: int = self.usual.contents.delete(files, path, is_synced)
        return code


# ---- the disk after a power cut


@dataclass
class _File:
    synced: bytearray | None = None
    """The content that survives; None before the file was first synced."""
    waiting: list[Act] = field(default_factory=list)
    """The acts since then."""


class Disk:
    """A disk that keeps only what was synced, and any part of the rest."""

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}

    def do(self, act: Act) -> None:
        file = self._files.setdefault(act.file, _File())
        if act.is_deletion:
            del self._files[act.file]
        elif act.is_sync:
            file.synced = file.synced or bytearray()
            for waiting in file.waiting:
                waiting.on(file.synced)
            file.waiting = []
        else:
            file.waiting.append(act)

    def write_to(self, folder: Path, survives: Callable[[Sequence[Act]], Sequence[Act]]) -> None:
        """Write the files as they are after a power cut.

        Args:
            survives: Returns the acts that reached the disk, of those that were not synced.
        """
        for name, file in self._files.items():
            kept = survives(file.waiting)
            if file.synced is not None or kept:
                content = bytearray(file.synced or b"")
                for act in kept:
                    act.on(content)
                (folder / name).write_bytes(content)


WAYS: Final[Sequence[Callable[[random.Random, Sequence[Act]], Sequence[Act]]]] = (
    lambda chance, waiting: (),
    lambda chance, waiting: waiting,
    lambda chance, waiting: waiting[: chance.randint(0, len(waiting))],
    lambda chance, waiting: [act for act in waiting if chance.random() < 0.5],
)
"""Nothing, everything, the first acts, or any acts reached the disk."""
