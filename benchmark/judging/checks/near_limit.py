"""Decides whether a run came so near a time limit that load on the machine may have changed the verdict."""

from benchmark.core.task import Limits
from benchmark.sandbox.host.zygote import ChildExit

#: A run is near a limit from this share of the limit on.
NEAR_SHARE = 0.8
#: CPU above this share of the limit leaves no doubt: we saw load add 10 to 45 % of CPU, never half as much.
CLEAR_SHARE = 1.5
#: Share of the wall-clock limit. A run that waited less for a core would be late on an idle machine too.
_WAITED_SHARE = 0.02


def is_near(end: ChildExit, limits: Limits) -> bool:
    """Whether a run should be judged again while nothing else runs.

    It need not be if its CPU time or wall time leaves no doubt: an endless loop is killed far beyond the CPU
    limit, and a process that slept until the wall-clock limit was not kept from running.

    Args:
        end: how the run ended.
        limits: the limits that the run had.
    """
    cpu = end.cpu_seconds / limits.seconds
    if cpu >= NEAR_SHARE:
        return cpu < CLEAR_SHARE
    wall = end.wall_seconds / limits.wall_seconds
    slept_through = wall >= 1.0 and end.code is None
    if slept_through:
        return end.waited_seconds >= _WAITED_SHARE * limits.wall_seconds
    return wall >= NEAR_SHARE
