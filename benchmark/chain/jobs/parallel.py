"""Apply a function to many things, in several processes if there are enough of them."""

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")

_THINGS_PER_PROCESS = 16  #: minimum things per process; starting it for fewer takes longer than it saves


def map_parts(
    work: Callable[[Sequence[Thing]], Result], things: Sequence[Thing], workers: int
) -> list[Result]:
    """Split things into parts, call ``work`` on each part, and return the results in order.

    Args:
        work: a function that can be pickled, as can its results.
        things: things that can be pickled.
        workers: maximum number of processes; this process must have no threads.
    """
    count = max(1, min(workers, len(things) // _THINGS_PER_PROCESS))
    if count == 1:
        return [work(things)]
    size = -(-len(things) // count)
    parts = [things[start : start + size] for start in range(0, len(things), size)]
    with ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("fork")) as pool:
        return list(pool.map(work, parts))
