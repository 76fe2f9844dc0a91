"""Plugins of Dask: one checks each worker before it gets work, one notices who has left.

Workers and the scheduler receive this module itself and not only its name, since they may have another
Sightbench, or none. So it imports nothing of ours at the top.
"""

import asyncio
import multiprocessing
from typing import Any

from distributed import SchedulerPlugin, WorkerPlugin


class JudgePlugin(WorkerPlugin):  # type: ignore[misc]  # distributed has no type hints
    """Makes a worker ready to judge, if it has the same software and a working sandbox.

    Each worker reports what it found as an event of Dask, whose topic is the token.

    Args:
        token: name of this run and of the topic.
        software: the software that the client has, which workers must have too.
    """

    def __init__(self, token: str, software: dict[str, str]) -> None:
        self.name = token
        self.software = software

    async def setup(self, worker: Any) -> None:
        """Check the worker, and report to the client."""
        # Dask's nanny starts workers as daemons, which must not start processes.
        multiprocessing.current_process().daemon = False
        report = await asyncio.to_thread(_check, self.name, self.software)
        if self.name in worker.plugins:  # otherwise the run ended meanwhile
            place = {"address": worker.address, "threads": worker.state.nthreads}
            worker.log_event(self.name, report | place)
        else:
            await self.teardown(worker)

    async def teardown(self, worker: Any) -> None:  # noqa: ARG002 - Dask passes it by its name
        """End the processes that judged."""
        try:
            from benchmark.pipeline.judge import dask_worker
        except ImportError:
            return
        await asyncio.to_thread(dask_worker.close, self.name)


class RunPlugin(SchedulerPlugin):  # type: ignore[misc]  # distributed has no type hints
    """Reports workers that leave as events, and ends the run on all workers when its client is gone.

    Args:
        token: as of :class:`JudgePlugin`.
        client: Dask's id of the client.
    """

    def __init__(self, token: str, client: str) -> None:
        self.name = token
        self.client = client
        self.ending: Any = None  #: the task that ends the run; asyncio keeps no reference to it

    def remove_worker(self, scheduler: Any, worker: str, **_: Any) -> None:
        """Tell the client that a worker has left or was killed."""
        scheduler.log_event(self.name, {"left": worker})

    def remove_client(self, scheduler: Any, client: str) -> None:
        """End the run if this was its client, however it ended."""
        if client == self.client:
            self.ending = asyncio.ensure_future(self._end(scheduler))

    async def _end(self, scheduler: Any) -> None:
        scheduler.remove_plugin(self.name)
        if self.name in scheduler.worker_plugins:
            await scheduler.unregister_worker_plugin(None, self.name)


def _check(token: str, software: dict[str, str]) -> dict[str, Any]:
    """Return what the check of this worker found; ``problem`` is empty if it can judge."""
    try:
        from benchmark.pipeline.judge import dask_worker
    except ImportError as error:
        return {"kind": "software", "problem": f"cannot import Sightbench: {error}"}
    return dask_worker.check(token, software)
