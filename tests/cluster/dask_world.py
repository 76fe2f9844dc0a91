"""A Dask scheduler and workers as processes of this machine, and completions to judge with them."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import distributed

from benchmark.core.sample import Completion
from benchmark.core.task import Task

ROOT = Path(__file__).resolve().parent.parent.parent
_SECONDS = 60.0
_STARTED = {"scheduler": r"Scheduler at: +tcp://(127\.0\.0\.1:\d+)", "worker": r"Registered to:"}


class DaskWorld:
    """The processes of a cluster; their output is in files of ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler, self.address = self._start("scheduler", ["--host", "127.0.0.1", "--port", "0"])

    @property
    def executor(self) -> str:
        """The value of ``--executor``."""
        return f"dask://{self.address}"

    def start_worker(self, environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a worker without a nanny, so that a killed one does not come back."""
        arguments = [f"tcp://{self.address}", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1"]
        worker, _ = self._start("worker", arguments, environment)
        self.workers.append(worker)
        return worker

    def judging(self) -> list[int]:
        """Return the ids of the processes of the workers that judge."""
        workers = {worker.pid for worker in self.workers}
        found = {path: _parent_and_command(path) for path in Path("/proc").glob("[0-9]*")}
        return [
            int(path.name)
            for path, (parent, command) in found.items()
            if parent in workers and b"spawn_main" in command
        ]

    def plugins(self) -> list[str]:
        """Return the names of the plugins that runs have left on the scheduler."""
        with distributed.Client(f"tcp://{self.address}", set_as_default=False) as client:
            found: list[str] = client.run_on_scheduler(
                lambda dask_scheduler: [*dask_scheduler.plugins, *dask_scheduler.worker_plugins]
            )
        return [name for name in found if name.startswith("sightbench")]

    def end(self) -> None:
        """Kill all processes that are left."""
        for process in (*self.workers, self.scheduler):
            process.send_signal(signal.SIGKILL)
            process.wait()

    def _start(
        self, kind: str, arguments: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> tuple[subprocess.Popen[bytes], str]:
        """Start a process; return it and what its first message about a connection names."""
        log = self._folder / f"{kind}-{len(self.workers)}.log"
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments, "--no-dashboard"]
        variables = {**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})}
        with log.open("wb") as output:
            process = subprocess.Popen(
                command, cwd=self._folder, env=variables, stdout=output, stderr=subprocess.STDOUT
            )
        deadline = time.monotonic() + _SECONDS
        while (found := re.search(_STARTED[kind], log.read_text())) is None:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(log.read_text())
            time.sleep(0.1)
        return process, found[1] if found.groups() else ""


def _parent_and_command(process: Path) -> tuple[int, bytes]:
    try:
        status = (process / "stat").read_text()
        return int(status.rpartition(")")[2].split()[1]), (process / "cmdline").read_bytes()
    except OSError:  # it has ended
        return 0, b""


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something holds.

    Raises:
        TimeoutError: if that takes too long.
    """
    deadline = time.monotonic() + _SECONDS
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.1)


@contextmanager
def dask_world(folder: Path, workers: int) -> Iterator[DaskWorld]:
    """Yield a cluster with so many workers, and end it."""
    world = DaskWorld(folder)
    try:
        for _ in range(workers):
            world.start_worker()
        yield world
    finally:
        world.end()


#: Changes to a right program, in turns: a wrong result, an exception, a syntax error, no function.
_CHANGES: tuple[Callable[[str], str], ...] = (
    lambda code: code,
    lambda code: code.replace("return ", "return 1 or ", 1),
    lambda code: f"raise ValueError('no')\n{code}",
    lambda code: f"{code}\n)(",
    lambda code: code,
    lambda _: "x = 1\n",
    lambda code: code,
)


def mixed_completions(tasks: Sequence[Task], draws: int) -> tuple[Completion, ...]:
    """Return right and wrong completions of tasks that have references."""
    return tuple(
        Completion(task_id=task.id, draw=draw, text=f"Draw {draw}:\n```python\n{change(task.reference)}\n```")
        for number, task in enumerate(tasks)
        for draw in range(draws)
        for change in (_CHANGES[(number * draws + draw) % len(_CHANGES)],)
    )
