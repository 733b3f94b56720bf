"""How the tests run: the long ones only with `--long`, which also makes chance try more."""

from __future__ import annotations

import faulthandler
import gc
import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from backgammon_tui.storage.paths import FOLDER_VARIABLE

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadFileScheduling

# The default run is the same every time; the long one looks somewhere else each time.
settings.register_profile("short", max_examples=30, deadline=None, derandomize=True, database=None)
settings.register_profile(
    "long", max_examples=1500, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


# At once, because some files read the number of examples as they are imported.
settings.load_profile("long" if "--long" in sys.argv else "short")


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders that are not there yet: to make one for each of thousands of tests takes seconds."""
    base = tmp_path_factory.mktemp("folders")
    return (base / f"kept-{number}" for number in count())


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, folders: Iterator[Path]) -> Path:
    """The folder in which the program keeps its files: never that of whoever runs the tests."""
    folder = next(folders)
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    return folder


if sys.dont_write_bytecode:
    # The tests start the program hundreds of times. Where Python is told to keep no bytecode
    # beside the sources, it would be compiled anew each time, and so it is kept elsewhere.
    sys.pycache_prefix = str(Path(__file__).parent / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests that take minutes, too")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "short")
    # The tests' own standard error is caught, and would be lost with the process.
    config.stash[_STDERR] = os.dup(2)


def pytest_collection_finish() -> None:
    # Thousands of tests that stay are not looked through again and again for what may go.
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    skip = pytest.mark.skip(reason="takes minutes; run with --long")
    for item in items:
        if config.getoption("--long"):
            item.add_marker(pytest.mark.timeout(_MAX_SECONDS))
        elif "long" in item.keywords:
            item.add_marker(skip)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling:
    """Give each file to one process, so that what it makes once is made once."""
    from xdist.scheduler import LoadFileScheduling  # Not everybody has it.

    return LoadFileScheduling(config, log)


_MAX_SECONDS = 3600
"""Seconds that a test may take where chance tries more."""

_STDERR = pytest.StashKey[int]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """End the process with all its stacks if a test goes on behind its time limit.

    The signal of the limit raises, and what it interrupts may swallow that.
    """
    limit = _MAX_SECONDS if item.config.getoption("--long") else 300
    faulthandler.dump_traceback_later(2 * limit, exit=True, file=item.config.stash[_STDERR])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
