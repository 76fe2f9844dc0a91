"""CPU and memory of a command with everything that it starts."""

import contextlib
import ctypes
import os
import resource
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
_SAMPLE_SECONDS = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a command wrote and cost."""

    output: str
    cpu_seconds: float


def adopt_orphans() -> None:
    """Become the parent of what bubblewrap leaves behind: it exits before its first process is reaped."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def run(command: Sequence[str], user: int | None) -> Done:
    """Run a command to the end of its last descendant; :func:`adopt_orphans` must have been called.

    Args:
        command: program and arguments.
        user: the account to run it as; None for this one.

    Raises:
        SystemExit: when it fails.
    """
    before = _cpu_of_children()
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd="/",
        user=user,
        group=user,
        extra_groups=None,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)[:300]} failed: {done.stderr[-2000:]}")
    with contextlib.suppress(ChildProcessError):
        while True:  # an orphan becomes ours before its parent is gone, so none is missed
            os.waitpid(-1, 0)
    return Done(output=done.stdout, cpu_seconds=_cpu_of_children() - before)


def _cpu_of_children() -> float:
    """CPU seconds of all children that have ended, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def peak_memory_mb(command: Sequence[str]) -> float:
    """The most memory (proportional set size, MiB) that a run of ours takes beyond what answers take.

    Answers run in processes two namespaces below this one. What they share with their zygote counts for
    both halves, so a look between two answers finds the most.
    """
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most = 0.0
    while process.poll() is None:
        most = max(most, sum(map(_own_memory_kb, _descendants(process.pid))) / 1024)
        time.sleep(_SAMPLE_SECONDS)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)[:300]} failed")
    return most


def _descendants(pid: int) -> Iterator[int]:
    yield pid
    with contextlib.suppress(OSError):
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text().split():
                yield from _descendants(int(child))


def _own_memory_kb(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
        namespaces = next(line for line in status.splitlines() if line.startswith("NSpid:")).split()[1:]
        if len(namespaces) > 2:  # noqa: PLR2004 - this machine's, bubblewrap's and the answer's own
            return 0
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except (OSError, StopIteration):
        return 0
    return int(next(line for line in rollup.splitlines() if line.startswith("Pss:")).split()[1])
