"""The executor that ``--executor`` names."""

import importlib.util
import re
from collections.abc import Iterator
from contextlib import contextmanager

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
        yield LocalPool(workers)
        return
    address = dask_address(value)
    if workers is not None:
        fix = "leave it out: the cluster decides how many workers it has"
        raise BadInput("--workers", "", "cannot be used with --executor dask://…", fix)
    if importlib.util.find_spec("distributed") is None:
        fix = install_extra("cluster")
        raise BadInput("--executor", "", "needs dask.distributed, which is not installed", fix)
    from benchmark.pipeline.judge.dask_executor import DaskExecutor

    with DaskExecutor(address) as executor:
        yield executor


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
