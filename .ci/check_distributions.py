"""Check which files the wheel and the source distribution in a folder contain.

The only argument is the folder.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

PACKAGE = "backgammon_tui"

NOT_IN_WHEEL = ("/FORMAT.md", "/LESSONS.md", "/LOOK.md", "/STRENGTH.md")
"""Documents, which the site contains."""

MAX_WHEEL_BYTES = 4_000_000


def main(dist: str) -> int:
    (wheel,) = Path(dist).glob("*.whl")
    (source,) = Path(dist).glob("*.tar.gz")
    tracked = tracked_files()
    if tracked:
        compare(source.name, files_of_source(source) - {"PKG-INFO"}, tracked)
    package = {
        name
        for name in files_of_source(source)
        if name.startswith(f"{PACKAGE}/") and not name.endswith(NOT_IN_WHEEL)
    }
    compare(wheel.name, files_of_wheel(wheel), package)
    size = wheel.stat().st_size
    print(f"{wheel.name}: {size:,} bytes, {len(package)} files")
    if size > MAX_WHEEL_BYTES:
        sys.exit(f"The wheel may have at most {MAX_WHEEL_BYTES:,} bytes.")
    return 0


def tracked_files() -> set[str]:
    """Return the files that git tracks; none outside a clone."""
    listing = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=False)
    return set(listing.stdout.split("\0")) - {""}


def files_of_source(path: Path) -> set[str]:
    with tarfile.open(path) as archive:
        return {member.name.partition("/")[2] for member in archive if member.isfile()}


def files_of_wheel(path: Path) -> set[str]:
    with zipfile.ZipFile(path) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def compare(name: str, files: set[str], expected: set[str]) -> None:
    if files != expected:
        missing, extra = sorted(expected - files), sorted(files - expected)
        sys.exit(f"{name} lacks {missing} and has {extra} in excess.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
