"""Measures CPU and memory of a command and of all processes that it starts.

CPU time is read from a control group if one can be created, which usually needs root. Otherwise it is the sum
of all processes that were waited for. That leaves out processes that are killed when their PID namespace
ends.
"""

import atexit
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
class MeasuredRun:
    """The output of a command and its CPU time."""

    output: str
    cpu_seconds: float


def begin() -> None:
    """Count everything that this process starts from now on. Call it once.

    bubblewrap exits before its first process inside has been waited for, so this process becomes the parent
    of such orphans.
    """
    global _group  # noqa: PLW0603 - one process, one group
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for root, usage, unit in _CONTROLLERS:
        group = root / f"sightbench-bench-{os.getpid()}"
        try:
            home = root / _own_group(root.name)
            group.mkdir()
            _join(group)
        except OSError:
            continue
        _group = (group / usage, unit)
        atexit.register(_leave, group, home)
        return


#: Folders of control groups, each with the file that has a group's CPU use and its units per second.
_CONTROLLERS = (
    (Path("/sys/fs/cgroup/cpuacct"), "cpuacct.usage", 1e9),
    (Path("/sys/fs/cgroup"), "cpu.stat", 1e6),
)
_group: tuple[Path, float] | None = None


def _own_group(controller: str) -> str:
    """Return the path of this process's control group, of version 2 if there is no such controller."""
    lines = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
    return next(path for _, names, path in lines if names in ("", controller)).lstrip("/")


def _join(group: Path) -> None:
    (group / "cgroup.procs").write_text(str(os.getpid()))


def _leave(group: Path, home: Path) -> None:
    with contextlib.suppress(OSError):
        _join(home)
        group.rmdir()


def run(command: Sequence[str], user: int | None) -> MeasuredRun:
    """Run a command, wait for all processes that it starts, and measure; needs :func:`begin` before.

    Args:
        command: program and arguments.
        user: the account to run it as, or None for the account of this process.

    Raises:
        SystemExit: if the command fails.
    """
    before = cpu_seconds()
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
        while True:  # orphans become our children before their parent is gone, so none is missed
            os.waitpid(-1, 0)
    return MeasuredRun(output=done.stdout, cpu_seconds=cpu_seconds() - before)


def cpu_seconds() -> float:
    """Return the CPU seconds of all started processes so far; a control group also counts this one."""
    if _group is not None:
        file, unit = _group
        return int(file.read_text().removeprefix("usage_usec ").split()[0]) / unit
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def peak_memory_mb(command: Sequence[str]) -> float:
    """Return the peak memory of a run of ours without its answers (proportional set size in MiB).

    Answers run in processes two namespaces below this one. Memory that they share with their zygote counts
    half for each, so the peak is found while no answer runs.
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
