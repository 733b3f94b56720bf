"""Long tests run only with `--long`, which also gives Hypothesis more examples."""

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

# The default run is always the same. The long run tries other examples each time.
settings.register_profile("short", max_examples=30, deadline=None, derandomize=True, database=None)
settings.register_profile(
    "long", max_examples=1500, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


# Some files read the number of examples when they are imported.
settings.load_profile("long" if "--long" in sys.argv else "short")


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return folders that do not exist yet. Creating one for each of thousands of tests takes
    seconds.
    """
    base = tmp_path_factory.mktemp("folders")
    return (base / f"kept-{number}" for number in count())


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, folders: Iterator[Path]) -> Path:
    """Return the program's folder, which is never that of the person who runs the tests."""
    folder = next(folders)
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    return folder


if sys.dont_write_bytecode:
    # Tests start the program hundreds of times. If Python may not write bytecode beside the
    # sources, it writes it here; otherwise each start would compile everything.
    sys.pycache_prefix = str(Path(__file__).parent / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests that take minutes, too")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "short")
    # pytest captures standard error, which would be lost with the process.
    config.stash[_STDERR] = os.dup(2)


def pytest_collection_finish() -> None:
    # The garbage collector need not examine thousands of tests again and again.
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
    """Give each test file to one process, so that its fixtures are set up once."""
    from xdist.scheduler import LoadFileScheduling  # The plugin may be missing.

    return LoadFileScheduling(config, log)


_MAX_SECONDS = 3600
"""Maximum seconds of a test with more examples."""

_STDERR = pytest.StashKey[int]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """End the process and print all stacks if a test ignores its time limit.

    The signal of the limit raises an exception, which the interrupted code may swallow.
    """
    limit = _MAX_SECONDS if item.config.getoption("--long") else 300
    faulthandler.dump_traceback_later(2 * limit, exit=True, file=item.config.stash[_STDERR])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
