"""Search for input on which a parser fails, guided by coverage.

    python -m tests.fuzz TARGET [OPTIONS OF LIBFUZZER]

It needs the extra `fuzz`. New inputs are collected in `.fuzz/TARGET`; add an input that failed to
`tests/data/fuzz/TARGET`, so the tests try it from then on.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import mkdtemp

import atheris

from backgammon_tui.storage.paths import FOLDER_VARIABLE

with atheris.instrument_imports(include=["backgammon_tui"]):
    from tests.fuzz.corpus import COLLECTED, seeds_of
    from tests.fuzz.targets import TARGETS


def main() -> None:
    name, *options = sys.argv[1:]
    os.environ[FOLDER_VARIABLE] = mkdtemp(prefix="fuzz-", dir=_memory())
    collected = COLLECTED / name
    collected.mkdir(parents=True, exist_ok=True)
    for seed in seeds_of(name):
        (collected / f"seed-{seed.name}").write_bytes(seed.read_bytes())
    prefix = f"-artifact_prefix={collected.parent}/{name}-"
    atheris.Setup([sys.argv[0], prefix, *options, str(collected)], TARGETS[name])
    atheris.Fuzz()


def _memory() -> str | None:
    """Return a folder in memory, because each run writes files."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


main()
