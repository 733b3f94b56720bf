"""Processes of this machine that carry out units of work."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """So many processes; on an interrupt they end at once and without a word.

    They are started anew, not forked: a fork of a program with threads, such as one that
    counts its work on the screen, may wait for ever for a lock that nobody holds.
    """
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_end_on_interrupt)
    try:
        yield pool
    except BaseException:
        # Nobody waits for what has not been begun, or is under way.
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()
        raise
    pool.shutdown()


def _end_on_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
