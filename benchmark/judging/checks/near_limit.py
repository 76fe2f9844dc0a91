"""Decides whether a run came so near a time limit that load on the machine may have changed the verdict."""

from benchmark.core.task import Limits
from benchmark.sandbox.host.zygote import ChildExit

#: A run that used at least this share of a limit is near it.
NEAR_SHARE = 0.8
#: CPU above this share of the limit leaves no doubt: we saw load add 10 to 45 % of CPU, never half as much.
CLEAR_SHARE = 1.5
#: Share of the wall-clock limit. A late run that waited less than this for a core would be late on an idle
#: machine too.
_WAITED_SHARE = 0.02


def is_near_together(cpu_seconds: float, limits: Limits) -> bool:
    """Whether all runs of a sample came near the limit that they share, if there is one."""
    return limits.together is not None and NEAR_SHARE <= cpu_seconds / limits.together < CLEAR_SHARE


def is_near(end: ChildExit, limits: Limits) -> bool:
    """Whether a run should be judged again while nothing else runs.

    Runs far beyond a limit need no second judging: an endless loop is killed far beyond the CPU limit, and a
    process that slept until the wall-clock limit would be late on an idle machine too.

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
