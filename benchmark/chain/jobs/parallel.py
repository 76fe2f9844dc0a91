"""The same work on many things, in a few processes where that pays."""

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Thing = TypeVar("Thing")
Made = TypeVar("Made")

_AT_LEAST = 16  #: things for another process; it takes as long to start as some of them


def in_parts(work: Callable[[Sequence[Thing]], Made], things: Sequence[Thing], workers: int) -> list[Made]:
    """What ``work`` makes of all things, in their order; one call a part.

    Args:
        work: a function that can be sent to a process, as can what it gives.
        things: likewise.
        workers: processes at most; this process must have no threads.
    """
    count = max(1, min(workers, len(things) // _AT_LEAST))
    if count == 1:
        return [work(things)]
    size = -(-len(things) // count)
    parts = [things[start : start + size] for start in range(0, len(things), size)]
    with ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("fork")) as pool:
        return list(pool.map(work, parts))
