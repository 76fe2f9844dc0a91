"""How many workers fit into the memory of this machine, if every answer uses all that it may.

The total counts, not what is free at the moment: the same command then starts the same number of workers
each time, and what is free now says little about the rest of the run. In a container the total is the limit
of its cgroup, or of one above it.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmark.core.errors import OurFailure
from benchmark.pipeline.judge.worker import WORKER_MB
from benchmark.sandbox.host.zygote import TMP_MB

#: MiB for the zygotes of a worker, which load libraries once for all answers.
SANDBOX_MB = 256
#: MiB for the process that starts the workers, a spare worker that has no sample yet, and the system.
RESERVED_MB = 512
_MIB = 1 << 20
#: Type of a cgroup's file system → file with the memory limit in bytes. Without a limit, the file holds
#: ``max`` in version 2 and a number near 2**63 in version 1.
_LIMIT_FILES = {"cgroup2": "memory.max", "cgroup": "memory.limit_in_bytes"}


def fitting_workers(wanted: int, guest_mb: int) -> int:
    """Return how many workers to start, and say so on standard error if they are fewer than ``wanted``.

    Args:
        wanted: the number of workers that were asked for, at least 1.
        guest_mb: the largest memory limit of an answer in MiB.

    Raises:
        OurFailure: if not even one worker fits.
    """
    total = machine_mb()
    each = guest_mb + TMP_MB + SANDBOX_MB + WORKER_MB
    fitting = (total - RESERVED_MB) // each
    if fitting >= wanted:
        return wanted
    sizes = (
        f"a worker may need {each} MiB ({guest_mb} for an answer, {TMP_MB} for its files, {SANDBOX_MB} for"
        f" the sandbox, {WORKER_MB} for its tests), and this machine has {total} MiB, of which"
        f" {RESERVED_MB} stay free"
    )
    if fitting < 1:
        raise OurFailure(
            f"this machine has too little memory to judge: {sizes}",
            f"judge on a machine or in a container with {each + RESERVED_MB} MiB or more, or lower"
            " limits.memory_mb of the tasks",
        )
    print(f"{fitting} of {wanted} workers are started: {sizes}", file=sys.stderr, flush=True)
    return fitting


def machine_mb(root: Path = Path("/")) -> int:
    """Return the memory of this machine in MiB, or the limit of this process's cgroups if that is lower.

    Args:
        root: the folder that contains ``proc`` and ``sys``.
    """
    meminfo = (root / "proc/meminfo").read_text(encoding="ascii")
    found = re.search(r"^MemTotal: *([0-9]+) kB$", meminfo, re.MULTILINE)
    total = int(found[1]) << 10 if found else sys.maxsize
    return min(total, *_cgroup_limits(root)) // _MIB


def _cgroup_limits(root: Path) -> Iterator[int]:
    """Yield the memory limits in bytes of this process's cgroups and of all cgroups above them."""
    yield sys.maxsize
    try:
        mounts = (root / "proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
        groups = (root / "proc/self/cgroup").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in mounts.splitlines():
        fields, _, rest = line.partition(" - ")
        kind, *_, options = rest.split(" ")
        if kind not in _LIMIT_FILES or (kind == "cgroup" and "memory" not in options.split(",")):
            continue
        mounted, mount_point = fields.split(" ")[3:5]
        path = _path_of_group(groups, kind)
        if path is None:
            continue
        inside = path[len(mounted) :] if mounted != "/" and path.startswith(mounted) else path
        folder = Path(mount_point) / inside.strip("/")
        for group in (folder, *folder.parents):
            if group.is_relative_to(mount_point):
                yield from _limit_in(root / str(group / _LIMIT_FILES[kind]).lstrip("/"))


def _path_of_group(groups: str, kind: str) -> str | None:
    """Return the path of this process's cgroup in a hierarchy, from the text of ``/proc/self/cgroup``."""
    for line in groups.splitlines():
        number, controllers, path = line.split(":", 2)
        if (number == "0" and kind == "cgroup2") or (kind == "cgroup" and "memory" in controllers.split(",")):
            return path
    return None


def _limit_in(file: Path) -> Iterator[int]:
    try:
        text = file.read_text(encoding="ascii").strip()
    except OSError:  # the controller is not enabled here
        return
    if text.isdecimal():
        yield int(text)
