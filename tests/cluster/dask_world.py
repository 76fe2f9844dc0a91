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
        self._scheduler, self.address = self._start("scheduler", ["--host", "127.0.0.1", "--port", "0"])

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

    def end(self) -> None:
        """Kill all processes that are left."""
        for process in (*self.workers, self._scheduler):
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
