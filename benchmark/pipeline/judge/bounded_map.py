"""Maps values in threads like :meth:`concurrent.futures.Executor.map`, without taking all of them at once."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

_AHEAD = 64  #: values that are taken before the first of them is done, so that no thread waits for the next

Given = TypeVar("Given")
Result = TypeVar("Result")


def bounded_map(
    pool: ThreadPoolExecutor, function: Callable[[Given], Result], values: Iterable[Given]
) -> Iterator[Result]:
    """Yield the results in the order of the values, which are taken in the thread of the caller."""
    waiting: deque[Future[Result]] = deque()
    for value in values:
        waiting.append(pool.submit(function, value))
        if len(waiting) > _AHEAD:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
