"""The connection to a Dask cluster, and which of its workers can judge."""

import contextlib
import sys
import time
import uuid
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Any

from benchmark.core.errors import OurFailure, SandboxFailure, printable_text
from benchmark.pipeline.judge import dask_worker

_CONNECT_SECONDS = 10.0
_FIRST_WORKER_SECONDS = 60.0  #: time for a first worker to join the cluster
_CHECK_SECONDS = 300.0  #: time limit for checking the workers that are connected at the start
_LOOK_SECONDS = 5.0  #: time after which the workers are counted again, in case a message was lost
RESUME = "start workers, then run the same command again; with --verdicts it continues"


class DaskCluster:
    """Workers of a cluster that can judge; they join and leave while :meth:`wait` is called.

    Each worker first checks its software and its sandbox (:mod:`.dask_plugin`), also one that joins later.
    Those that cannot judge are named on standard error.

    Args:
        address: address of the scheduler, ``HOST:PORT``.

    Raises:
        OurFailure: if no scheduler replies, or a worker has other software.
        SandboxFailure: if this machine or all workers have no working sandbox.
    """

    def __init__(self, address: str) -> None:
        import distributed

        self.token = f"sightbench-{uuid.uuid4().hex[:12]}"
        self.workers: dict[str, dict[str, Any]] = {}  #: reports of workers that can judge, by address
        self.time_factor = 0.0  #: the largest one of all workers that were ever connected
        self._named: set[str] = set()  #: addresses of workers that were named as unable to judge
        self._messages: SimpleQueue[Any] = SimpleQueue()  #: reports of workers, and finished futures
        self._looked = time.monotonic()
        software = dask_worker.software()
        self.client = _connect(distributed, address)
        try:
            self._begin(software)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave the cluster; its scheduler then lets the workers end the processes of this run."""
        self.client.close()

    @property
    def threads(self) -> int:
        """The number of samples that can be judged at the same time."""
        return sum(int(report["threads"]) for report in self.workers.values())

    def machines(self) -> dict[str, list[str]]:
        """Return the addresses of the workers of each machine, also of those in containers."""
        found: dict[str, list[str]] = {}
        for address, report in self.workers.items():
            found.setdefault(str(report["machine"]), []).append(address)
        return found

    def submit(self, address: str, pickled: bytes, *, alone: bool) -> Any:
        """Let a worker judge samples; :meth:`wait` returns the future when it has finished."""
        # Another worker must not get them: we notice ourselves that this one has left. So Dask cannot give up
        # on them after some kills, nor can they wait for a worker of the same address to come back.
        future = self.client.submit(
            dask_worker.judge,
            self.token,
            pickled,
            alone=alone,
            pure=False,
            workers=[address],
            allow_other_workers=False,
        )
        self.notify(future)
        return future

    def notify(self, future: Any) -> None:
        """Let :meth:`wait` return this future when it has finished."""
        future.add_done_callback(self._messages.put)

    def wait(self, seconds: float) -> list[Any]:
        """Wait for a message, take all waiting ones, and return the futures that have finished."""
        finished = []
        with contextlib.suppress(Empty):
            message = self._messages.get(timeout=seconds)
            while True:
                if isinstance(message, dict):
                    self._take_message(message)
                else:
                    finished.append(message)
                message = self._messages.get_nowait()
        if time.monotonic() - self._looked > _LOOK_SECONDS:
            self._look()
        return finished

    def forget(self, address: str) -> None:
        """Give a worker no more work, since it leaves."""
        self.workers.pop(address, None)

    def _begin(self, software: dict[str, str]) -> None:
        """Have all workers checked.

        Raises:
            OurFailure: if there is no worker, or one has other software than this machine.
            SandboxFailure: if the sandbox works on no worker.
        """
        from benchmark.pipeline.judge import dask_plugin

        try:
            self.client.wait_for_workers(1, timeout=_FIRST_WORKER_SECONDS)
        except TimeoutError:
            problem = f"the Dask cluster has no workers after {_FIRST_WORKER_SECONDS:g} s"
            raise OurFailure(problem, "start workers: dask worker HOST:PORT --nthreads 1") from None
        self.client.subscribe_topic(self.token, lambda event: self._messages.put(event[1]))
        with _by_value(dask_plugin):
            self.client.register_plugin(dask_plugin.RunPlugin(self.token, self.client.id))
            waited_for = self._present()
            with contextlib.suppress(OSError):  # a worker was killed meanwhile; the others are checked
                self.client.register_plugin(dask_plugin.JudgePlugin(self.token, software))
        deadline = time.monotonic() + _CHECK_SECONDS
        reports: dict[str, dict[str, Any]] = {}
        # If all of them are killed meanwhile, the first of those that replace them suffices.
        while time.monotonic() < deadline and not (
            waited_for <= set(reports) and any("address" in report for report in reports.values())
        ):
            with contextlib.suppress(Empty):
                message = self._messages.get(timeout=1)
                reports[message.get("left") or message["address"]] = message
            waited_for &= self._present()
        for address, report in sorted(reports.items()):
            if report.get("kind") == "software":
                problem = f"Dask worker {address}: {printable_text(report['problem'])}"
                fix = "install the same Sightbench and the same libraries there as here, or stop the worker"
                raise OurFailure(problem, fix)
            self._take_message(report)
        if not self.workers and self._named:
            problem = (
                f"the sandbox works on none of the {len(self._named)} Dask workers, so nothing is judged"
            )
            raise SandboxFailure(problem, "run `sightbench doctor --sandbox` on their machines")
        if not self.workers:
            problem = f"no Dask worker has been checked within {_CHECK_SECONDS:g} s"
            raise OurFailure(problem, "read the messages of the workers")

    def _take_message(self, message: dict[str, Any]) -> None:
        """Take the report of a worker that has joined, or the message that one has left."""
        if "left" in message:
            self.forget(str(message["left"]))
            return
        address = str(message["address"])
        if address in self._named:
            return
        if message["problem"]:
            self._named.add(address)
            problem = printable_text(str(message["problem"]))
            print(f"Dask worker {address} gets no work: {problem}", file=sys.stderr, flush=True)
            return
        self.workers[address] = message
        self.time_factor = max(self.time_factor, float(message["time_factor"]))

    def _look(self) -> None:
        """Forget workers that the scheduler no longer has.

        Raises:
            OurFailure: if the scheduler does not reply.
        """
        before = set(self.workers)
        try:
            lost = before - self._present()
        except OSError:
            raise OurFailure("the connection to the Dask scheduler was lost", RESUME) from None
        for address in lost:
            self.forget(address)
        self._looked = time.monotonic()

    def _present(self) -> set[str]:
        # Not scheduler_info(), whose result another thread of Dask may replace by one without workers.
        return set(self.client.sync(self.client.scheduler.identity, n_workers=-1)["workers"])


def _connect(distributed: Any, address: str) -> Any:
    secure = distributed.Security().tls_ca_file is not None
    url = f"{'tls' if secure else 'tcp'}://{address}"
    _measure_less_often()
    try:
        return distributed.Client(url, timeout=_CONNECT_SECONDS, set_as_default=False)
    except OSError as error:  # TimeoutError is one, too
        problem = f"no Dask scheduler replies at {url}: {type(error).__name__}"
        fix = "start one with `dask scheduler`, and give its host and port: --executor dask://HOST:PORT"
        raise OurFailure(problem, fix) from None


def _measure_less_often() -> None:
    """Let Dask in this process measure itself once per second, and not fifty times."""
    import dask

    dask.config.set({"distributed.admin.tick.interval": "1s"})


@contextlib.contextmanager
def _by_value(module: Any) -> Iterator[None]:
    """Send what is in a module as it is, and not by its name."""
    import cloudpickle

    cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        cloudpickle.unregister_pickle_by_value(module)
