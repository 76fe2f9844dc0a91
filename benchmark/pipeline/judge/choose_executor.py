"""The executor that ``--executor`` names."""

import importlib.util
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.executor import Executor
from benchmark.core.install import install_extra
from benchmark.pipeline.judge.local_pool import LocalPool

LOCAL = "local"
_DASK = re.compile(r"dask://((?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5}))")
_HIGHEST_PORT = 65535


@contextmanager
def executor_of(value: str, workers: int | None) -> Iterator[Executor]:
    """Yield the executor that an option names, and close it at the end.

    Args:
        value: ``local`` or ``dask://HOST:PORT``.
        workers: number of processes of the local executor; None for one per core.

    Raises:
        BadInput: if the value is not valid, or Dask is not installed.
        OurFailure: if no scheduler replies, or a worker cannot be used.
    """
    if value == LOCAL:
        # Kept until the end: some answers are judged again with changed tests, and new workers take a second.
        pool = LocalPool(workers, keep=True)
        try:
            yield pool
        finally:
            pool.close()
        return
    address = _checked_address(value, workers)
    from benchmark.pipeline.judge.dask_run import DaskExecutor

    with DaskExecutor(address) as executor:
        yield executor


def executor_when_needed(value: str, workers: int | None, stack: ExitStack) -> Callable[[], Executor]:
    """Return a function that returns the executor for the next set of completions.

    A cluster is only joined when the function is first called, and left at the end of ``stack``.

    Raises:
        BadInput: if the value is not valid, or Dask is not installed.
    """
    if value == LOCAL:
        return lambda: LocalPool(workers)
    _checked_address(value, workers)
    return cache(lambda: stack.enter_context(executor_of(value, workers)))


def _checked_address(value: str, workers: int | None) -> str:
    address = dask_address(value)
    if workers is not None:
        fix = "leave it out: the cluster decides how many workers it has"
        raise BadInput("--workers", "", "cannot be used with --executor dask://…", fix)
    if importlib.util.find_spec("distributed") is None:
        fix = install_extra("cluster")
        raise BadInput("--executor", "", "needs dask.distributed, which is not installed", fix)
    return address


def dask_address(value: str) -> str:
    """Return ``HOST:PORT`` of ``dask://HOST:PORT``.

    Raises:
        BadInput: if the value has another form.
    """
    found = _DASK.fullmatch(value)
    if found is None or not 1 <= int(found[2]) <= _HIGHEST_PORT:
        problem = f"{quote_value(value)} is not an executor"
        raise BadInput("--executor", "", problem, "use local, or dask://HOST:PORT with a scheduler's address")
    return found[1]
