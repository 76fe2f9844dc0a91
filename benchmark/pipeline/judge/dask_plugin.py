"""A plugin of Dask workers: it checks a worker, and only then gives it the resource that shards ask for.

Workers receive this module itself and not only its name, since they may have another Sightbench, or none. So
it imports nothing of ours at the top.
"""

import asyncio
import multiprocessing
from typing import Any

from distributed import WorkerPlugin


class JudgePlugin(WorkerPlugin):  # type: ignore[misc]  # distributed has no type hints
    """Makes a worker ready to judge, if it has the same software and a working sandbox.

    Each worker reports what it found as an event of Dask, whose topic is the token.

    Args:
        token: name of this run, of the topic, and of the resource of workers that can judge.
        software: the software that the client has, which workers must have too.
    """

    def __init__(self, token: str, software: dict[str, str]) -> None:
        self.name = token
        self.software = software
        self.report: dict[str, Any] = {}

    async def setup(self, worker: Any) -> None:
        """Check the worker, report to the client, and give the worker its resource."""
        # Dask's nanny starts workers as daemons, which must not start processes.
        multiprocessing.current_process().daemon = False
        self.report = await asyncio.to_thread(_check, self.software)
        self.report |= {"address": worker.address, "threads": worker.state.nthreads}
        if not self.report["problem"]:
            await worker.set_resources(**{self.name: worker.state.nthreads})
        worker.log_event(self.name, self.report)

    async def teardown(self, worker: Any) -> None:
        """Take the resource away, and end the processes that judged."""
        if self.report and not self.report["problem"]:
            await worker.set_resources(**{self.name: 0})
            from benchmark.pipeline.judge import dask_worker

            await asyncio.to_thread(dask_worker.close, self.name)


def report_of(token: str, dask_worker: Any) -> dict[str, Any]:
    """Return the report of a worker; Dask calls this on each worker."""
    return dict(dask_worker.plugins[token].report)


def _check(software: dict[str, str]) -> dict[str, Any]:
    """Return what the check of this worker found; ``problem`` is empty if it can judge."""
    try:
        from benchmark.pipeline.judge import dask_worker
    except ImportError as error:
        return {"kind": "software", "problem": f"cannot import Sightbench: {error}"}
    return dask_worker.check(software)
